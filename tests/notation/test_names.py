"""Names of cards that several seats have, and the copies that the words of a position mean."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.actions import packed
from mazarbul.sim.engine.kinds import Kinds
from mazarbul.sim.notation.lines import Line, ScriptError
from mazarbul.sim.notation.moves import Moves, Part
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.statements import CardWord, name_cards, wrapped


@pytest.fixture
def names():
    """Two seats with the same card, one with a second copy of it, and one card that exists once."""
    cards = [("feint", "one"), ("feint", "one"), ("feint", "two"), ("gimli", "two")]
    return Names(
        Setup(
            game="test",
            scenario="s",
            title="S",
            tables=np.zeros(1, [("x", "i8")]).view(np.recarray)[0],
            tables_hash="",
            seats=("one", "two"),
            seat_sides=("players", "players"),
            switches={},
            catalogue={
                "sides": [{"id": "players", "name": "Players"}],
                "cards": [
                    {"index": 10 * i, "id": card, "seat": seat} for i, (card, seat) in enumerate(cards)
                ],
            },
        )
    )


def words(text):
    line = Line(text)
    return [CardWord(line, token) for token in line.tokens]


def test_copies_are_counted_over_all_seats(names):
    assert list(names.cards.values()) == ["feint#1", "feint#2", "feint#3", "gimli"]
    assert names.copies == {"feint": [0, 10, 20], "gimli": [30]}
    for index, text in names.cards.items():
        (word,) = words(text)
        assert names.find_card(word.line, word.token) == [index]


def test_words_with_a_number_come_first(names):
    found = words("feint feint#1 gimli feint")
    name_cards(names, found)
    assert [word.card for word in found] == [10, 0, 30, 20]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("feint feint feint feint", "1:19: all 3 copies are already placed, see this position: feint"),
        ("gimli gimli", "1:7: this card is already placed, see this position: gimli"),
        ("feint#4", "1:1: there is no copy '4' of feint; this game has 3"),
        ("gilmi", "1:1: unknown card 'gilmi'; did you mean 'gimli'?"),
    ],
)
def test_words_that_mean_no_card_are_refused(names, text, error):
    with pytest.raises(ScriptError) as caught:
        name_cards(names, words(text))
    assert str(caught.value) == error


def test_moves_are_read_to_the_end_of_the_text(names):
    kinds = Kinds("toy", card=64)
    take = kinds.add("take", "takes {a}", a="card")
    card = Part(
        lambda n, card, _: n.card(card), lambda n, _s, line, _: n.find_card(line, line.word("a card")), str
    )
    moves = Moves(kinds, {"card": card}, {})
    s = SimpleNamespace(decision=take, options=[], option_n=0)
    assert moves.parse(names, s, "take gimli") == packed(take, 30)
    with pytest.raises(ScriptError, match="nothing more is expected here, but there is 'gimli'"):
        moves.parse(names, s, "take gimli gimli")


def test_long_statements_are_written_on_several_lines():
    texts = [f"card_{i}(attack 1, defense 2)" for i in range(20)]
    lines = wrapped("hand one:", texts)
    assert all(line.startswith("hand one: ") and len(line) <= 110 for line in lines)
    assert " ".join(line.removeprefix("hand one: ") for line in lines) == " ".join(texts)
    assert wrapped("hand one:", []) == ["hand one:"]
