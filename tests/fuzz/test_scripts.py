"""Damaged play-scripts, and the mistakes that they have revealed."""

import pytest

from mazarbul.sim import games
from mazarbul.sim.toml import DataError
from tests.fuzz import numbers, scripts
from tests.fuzz.help import try_some

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", [*scripts.KINDS, *numbers.KINDS], ids=lambda kind: kind.name)
def test_damaged_scripts(kind, tmp_path):
    scripts.lay_out(tmp_path)
    try_some(kind, tmp_path, 20)


@pytest.mark.parametrize(
    ("game", "text"), [(game, text) for game, texts in numbers.SCENES.items() for text in texts]
)
def test_the_positions_to_be_damaged_are_right(game, text, write):
    assert games.get(game).run_script(write(text.format(*"211121"), "input.txt"))


@pytest.mark.parametrize(
    ("game", "text", "wanted"),
    [
        ("card_game", "switch joint ²\nposition\n", "unknown value of switch 'joint': '²'"),
        ("card_game", f"switch joint {'9' * 5000}\nposition\n", "unknown value of switch 'joint': '999"),
        (
            "card_game",
            "position\nluck 0x1_0000_0000_0000_0000\n",
            "is expected, not '0x1_0000_0000_0000_0000'",
        ),
        ("card_game", f"seed {2**63}\nposition\n", f"a seed from 0 to {2**63 - 1} is expected"),
        (
            "card_game",
            "position\nhand frodo: gimli\nbattleground lorien attack 70000: \n",
            "from 0 to 99 is expected",
        ),
        ("card_game", f"position\nexpect round = 0x{'f' * 5000}\n", "a number from -"),
        (
            "card_game",
            "position\npath_deck: weathertop\nexpect path_deck: weathertop weathertop\n",
            "named twice",
        ),
        ("lotr_lcg", "position\nround 30000\n", "from 0 to 64 is expected, not '30000'"),
        ("lotr_lcg", "position\nallies_played 65537\n", "from 0 to 10000 is expected, not '65537'"),
        ("lotr_lcg", "position\nstage textless progress 70000\n", "progress from 0 to 999 is expected"),
        ("lotr_lcg", "position\nnoticed 70\n", "the number of a text from 1 to 63 is expected"),
        ("lotr_lcg", "position\nheroes player1: aragorn(damage -1)\n", "from 0 to 999 is expected, not '-1'"),
        ("lotr_lcg", f"position\nhand player1: gandalf#{'9' * 5000}\n", "there is no copy '999"),
        ("lotr_lcg", "position\nhand player1: gandalf#²\n", "there is no copy '²'"),
        ("lotr_lcg", "position\nwindow P1\noverlay a\0b.toml\nposition\n", "cannot contain a NUL character"),
    ],
)
def test_numbers_that_no_field_can_hold(game, text, wanted, write):
    with pytest.raises(DataError) as caught:
        games.get(game).run_script(write(text, "input.txt"))
    assert wanted in str(caught.value)


def test_an_action_that_is_listed_twice(write):
    script = write("position\nturn frodo\nhand frodo: narya sting\nexpect options: pass, pass\n", "input.txt")
    with pytest.raises(DataError, match="'pass' is named twice"):
        games.get("card_game").run_script(script)
