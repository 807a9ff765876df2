"""A deck of one's own: how it is told what differs from the printed game, and which cards it can exchange."""

import re

import pytest

from mazarbul.sim.games.lotr_lcg.content.deck_writing import write_decklist
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.runner.errors import FEW, LISTED, unknown
from mazarbul.sim.runner.experiment import Experiment, changes, prepare
from mazarbul.sim.toml import DataError
from mazarbul.studies.swap import offered

PASSAGE = "passage_through_mirkwood"
OWN = "Mine\n\nHeroes\nAragorn\nÉowyn\n\nAllies\n3x Gandalf\n2x Faramir\n3x Lórien Guide\n"


def experiment(deck):
    return Experiment(game="lotr_lcg", scenario=PASSAGE, decks={"player1": str(deck)})


def told(deck):
    given = experiment(deck)
    game, setup, _ = prepare(given)
    return [str(change) for change in changes(given, game, setup)]


def test_a_deck_of_its_own_is_no_patch_of_a_printed_one(write):
    assert told(write(OWN, "mine.txt")) == ["deck of Player 1: Leadership → Mine, not a printed one"]


def test_a_printed_deck_with_few_cards_exchanged_is_told_by_them(write):
    printed = load_data(PASSAGE)
    text = write_decklist(printed.deck_models["leadership"], printed.cards)
    text = re.sub("Ally .16.", "Allies", text).replace("2x Faramir", "1x Faramir")
    first, *others = told(write(text, "mine.txt"))
    assert first.endswith(", not a printed one")
    assert others == ["deck of Player 1, Faramir: 2 → 1"]


@pytest.mark.parametrize(
    ("put", "out", "wanted"),
    [
        ("gandalf", "", "the deck of 'player1' has 'gandalf' 3 times, and its rules allow no more"),
        ("feint", "", "the rules of the deck of 'player1' do not let 'feint' in"),
        ("", "feint", "'feint' is not in the deck of 'player1'"),
        ("gandlf", "", "unknown card to put in, 'gandlf'; did you mean 'gandalf'?"),
        ("", "gandlf", "'gandlf'; valid: faramir, gandalf, lorien_guide; did you mean 'gandalf'?"),
    ],
)
def test_why_a_card_cannot_be_exchanged(write, put, out, wanted):
    with pytest.raises(DataError) as caught:
        offered(experiment(write(OWN, "mine.txt")), None, [out] if out else [], [put] if put else [])
    assert str(caught.value).endswith(wanted)


def test_a_long_list_of_names_is_left_out_or_cut():
    names = [f"card_{i:03}" for i in range(150)]
    assert str(unknown("card", "card_0077", names)) == "unknown card 'card_0077'; did you mean 'card_077'?"
    assert str(unknown("card", "xyz", names)).endswith(f"card_039 and {150 - LISTED} more")
    assert "valid: a" in str(unknown("card", "aa", ["a"] * FEW))
