"""Damaged bots, and the mistakes that they have revealed."""

import pytest

from mazarbul.sim import games
from mazarbul.sim.toml import DataError
from tests.fuzz.bots import KINDS
from tests.fuzz.help import try_some


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_damaged_bots(kind, tmp_path):
    try_some(kind, tmp_path, 20)


@pytest.mark.parametrize(
    "name", ["../lotr_lcg/heuristic", "./random", "../../experiments/duel", "a\0b", "x" * 300]
)
def test_a_name_is_no_path(name):
    with pytest.raises(DataError, match="unknown bot"):
        games.get("card_game").bot(name)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("policy = []", ":1:10: policy must be one of "),
        ("policy = { heuristic = 1 }", ":1:10: policy must be one of "),
        (f"policy = 'heuristic'\n[weights]\npath_icon = 1{'0' * 30}", ":3:13: this number is too large"),
    ],
)
def test_values_of_other_types(write, text, wanted):
    with pytest.raises(DataError) as caught:
        games.get("card_game").bot(str(write(text)))
    assert wanted in str(caught.value)


def test_a_bot_with_very_much_space_in_its_text_is_read_at_once():
    bot = games.get("card_game").bot(f"heuristic{' ' * 200_000}blunder=0.5")
    assert bot.blunder == 0.5
