"""Damaged command lines and texts of options."""

import pytest

from mazarbul.sim.toml import DataError
from tests.fuzz.command_line import BREAK, COMMANDS, KINDS
from tests.fuzz.help import try_some


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_damaged_words(kind, tmp_path):
    try_some(kind, tmp_path, 40)


@pytest.mark.parametrize("command", COMMANDS, ids=range(len(COMMANDS)))
def test_the_commands_to_be_damaged_are_right(command, tmp_path):
    assert KINDS[0].try_one(command.encode(), tmp_path)


def test_the_number_of_a_game_has_to_fit(tmp_path):
    with pytest.raises(DataError, match="--game"):
        KINDS[0].attempt(BREAK.join(["trace", "card_game/duel", "--game", str(2**63)]).encode(), tmp_path)
