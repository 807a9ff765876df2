"""The kinds of action of a game: declared once, checked at once, known to notation, stories and kernels."""

from __future__ import annotations

import pytest

from mazarbul.sim.engine.actions import MOST_KINDS
from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.kinds import Kinds, LimitError
from mazarbul.sim.games.card_game.actions import KINDS as CARD_GAME
from mazarbul.sim.games.card_game.text.moves import PARTS as CARD_GAME_PARTS
from mazarbul.sim.games.lotr_lcg.actions import KINDS as LOTR_LCG
from mazarbul.sim.games.lotr_lcg.text.moves import PARTS as LOTR_LCG_PARTS


def toy(**sorts: int) -> Kinds:
    """Return the kinds of a toy game: two verbs of a turn, two answers."""
    kinds = Kinds("toy", **({"stone": 9, "yes": 2} | sorts))
    kinds.add("pass", "passes", answers="turn")
    kinds.add("move", "moves {a}", a="stone", answers="turn", avoided="moves nothing", marks="uses again")
    kinds.add("redo", "keeps it", "takes it back", verb="keep/take back", b="yes")
    kinds.add("drop", "drops {a}", verb="move", a="stone", marks="again")
    kinds.decision("turn")
    return kinds


def test_a_declaration_says_all_of_a_kind():
    kinds = toy()
    kinds.check()
    assert kinds.names == ("", "pass", "move", "redo", "drop", "turn")
    assert [kind.number for kind in kinds] == list(range(1, len(kinds) + 1)) == [1, 2, 3, 4, 5]
    assert {verb: [kind.name for kind in found] for verb, found in kinds.verbs.items()} == {
        "pass": ["pass"], "move": ["move", "drop"], "keep": ["redo"], "take": ["redo"],
    }  # fmt: skip
    assert list(kinds.avoidable) == ["move"]
    assert (members(kinds.marked("again")), members(kinds.marked("uses"))) == ([2, 4], [2])
    assert kinds.table({2: 7}).tolist() == [-1, -1, 7, *[-1] * (len(kinds) - 2)]
    assert members(kinds.using("stone")) == [2, 4]
    assert (kinds[3].verb(1), kinds[3].sentence(0), kinds[2].sentence(1)) == (
        "take back",
        "keeps it",
        "moves {a}",
    )


def test_a_kind_answers_its_own_decision_or_those_it_names():
    kinds = toy()
    fitting = {(d, k) for d in range(1, 6) for k in range(1, 6) if kinds.fits(d, k)}
    assert fitting == {(5, 1), (5, 2), (3, 3), (4, 4)}


def test_more_kinds_than_a_set_holds_are_refused():
    kinds = Kinds("toy")
    for i in range(MOST_KINDS):
        kinds.add(f"kind-{i}", "acts")
    kinds.check()
    kinds.decision("one-too-many")
    with pytest.raises(LimitError, match=f"toy has 63 kinds of action; at most {MOST_KINDS} are possible"):
        kinds.check()


def test_a_sort_with_more_values_than_an_action_holds_is_refused():
    with pytest.raises(LimitError, match="toy: an action can hold 1024 values, not 1025, of 'stone'"):
        toy(stone=1025).check()


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ({"name": "pass"}, "every kind needs a name of its own"),
        ({"name": "go", "answers": "trun"}, "there is no decision 'trun'"),
        ({"name": "go", "a": "stoen"}, "there is no sort 'stoen'"),
        ({"name": "go", "sentences": ("goes to {b}",)}, "its sentence has {b}, which it does not use"),
        ({"name": "go", "sentences": ()}, "one sentence is expected"),
        ({"name": "go", "verb": "go/come/stay"}, "or two: b chooses which"),
    ],
)
def test_a_wrong_declaration_is_refused(declared, problem):
    kinds = toy()
    kinds.add(declared.pop("name"), *declared.pop("sentences", ("acts",)), **declared)
    with pytest.raises(ValueError, match=r"toy, kind of action '\w+': .*") as caught:
        kinds.check()
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("kinds", "parts"),
    [(CARD_GAME, CARD_GAME_PARTS), (LOTR_LCG, LOTR_LCG_PARTS)],
    ids=["card_game", "lotr_lcg"],
)
def test_every_sort_is_used_and_has_its_words(kinds, parts):
    used = {sort for kind in kinds for sort in (kind.a, kind.b)} - {""}
    assert used == set(kinds.sorts) == set(parts)
    asked = {name for kind in kinds for name in kind.answers}
    assert all(kind.answers or kind.name in asked for kind in kinds), "a decision without an answer"
