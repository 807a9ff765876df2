"""Which self is taken when those of two sides have met, from win rates that are known."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from mazarbul.sim.bots.bot import Bot
from mazarbul.studies.arena import Outcome
from mazarbul.studies.meeting import SELVES, best_answer, candidates, equilibrium, played, taken

CIRCLE = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
LABELS = {"light": ["self 2 of 2", "self 1 of 2", "the bot at the start"], "dark": ["self 1 of 1", "start"]}
NAMES = {"light": "Light", "dark": "Dark"}


def bot(name) -> Bot:
    return Bot(name, 1, np.zeros(6))


def test_rock_paper_and_scissors_are_mixed_equally():
    assert equilibrium(CIRCLE) == pytest.approx([1 / 3] * 3)


def test_a_mixture_of_two_has_the_shares_that_no_answer_can_use():
    # p * 0.8 + (1 - p) * 0.3 = p * 0.4 + (1 - p) * 0.6
    assert equilibrium(np.array([[0.8, 0.4], [0.3, 0.6]])) == pytest.approx([3 / 7, 4 / 7])


def test_what_is_worse_everywhere_has_no_share():
    assert equilibrium(np.array([[0.6, 0.4], [0.7, 0.5]])) == pytest.approx([0, 1])


def test_the_best_answer_wins_what_the_game_is_worth():
    place, mixed = best_answer(np.array([[0.8, 0.4], [0.3, 0.6]]))
    assert mixed == pytest.approx(18 / 35)
    assert place == 0, "both win equally much against the mixture, and this one wins 0.4 at worst"


def test_the_last_self_is_not_taken_if_it_only_beats_the_last_one_of_the_others():
    # the last self beats the last of the others by far, and loses to both before it
    rates = [[0.9, 0.2, 0.3], [0.4, 0.6, 0.6], [0.3, 0.5, 0.6]]
    light, dark = taken(rates, {"light": ["c", "b", "a"], "dark": ["z", "y", "x"]}, NAMES, 100)
    assert (light.label, light.place) == ("b", 1)
    assert (light.worst, light.worst_label) == (0.4, "z")
    assert dark.worst == pytest.approx(1 - max(row[dark.place] for row in rates))


def test_in_a_circle_the_one_with_the_mildest_worst_opponent_is_taken():
    milder = CIRCLE.copy()
    milder[1] = [0.2, 0.5, 0.8]
    place, _ = best_answer(milder)
    assert place == 1


def test_sides_may_have_different_numbers_of_bots_and_both_are_seen_from_their_own_view():
    light, dark = taken([[0.6, 0.7], [0.5, 0.8], [0.4, 0.3]], LABELS, NAMES, 1_234)
    assert (light.side, light.label, light.worst_label) == ("light", "self 2 of 2", "self 1 of 1")
    assert (dark.side, dark.label, dark.worst_label) == ("dark", "self 1 of 1", "self 2 of 2")
    assert (light.mixed, dark.mixed) == pytest.approx((0.6, 0.4))
    assert dark.words() == (
        "Dark: self 1 of 1 is taken; it wins 40.0% against the best mixture of the others, and at worst"
        " 40.0%, against self 2 of 2 (1,234 games each)"
    )


def test_a_self_that_loses_to_a_guest_is_not_taken_and_the_guest_neither():
    # the last self of dark beats light's selves by most, and loses to light's guest
    rates = [[0.4, 0.5, 0.5], [0.4, 0.5, 0.5], [0.8, 0.5, 0.5]]
    names = {"light": ["b", "a", "rush"], "dark": ["z", "y", "rush"]}
    _, alone = taken([row[:2] for row in rates[:2]], LABELS, NAMES, 100)
    light, dark = taken(rates, names, NAMES, 100, guests=1)
    assert (alone.place, dark.place) == (0, 1)
    assert light.label != "rush"
    assert dark.worst_label != "rush"
    assert best_answer(np.array(rates)) == (2, pytest.approx(0.5))


def test_a_bot_plays_at_every_table_as_it_does_there():
    arena = Scripted()
    met = {"light": [(bot("3"), bot("5"))], "dark": [(bot("0"), bot("0"))]}
    assert played(arena, [[bot("3")] * 2] * 2, [7, 8], met, 10) == [[pytest.approx((0.35 + 0.65) / 2)]]


def test_the_last_selves_and_the_first_bot_meet_numbered_as_they_were_found():
    selves = [bot(str(number)) for number in range(SELVES + 2, 0, -1)]
    found = candidates(selves, bot("first"))
    assert [label for label, _ in found][:2] == ["self 7 of 7", "self 6 of 7"]
    assert [own.name for _, own in found] == ["7", "6", "5", "4", "3", "first"]
    assert [label for label, _ in candidates([], bot("first"))] == ["the bot at the start"]


class Scripted:
    """An arena in which light wins the games with a number below that in its name, and nobody wins game 9."""

    setups = (SimpleNamespace(seat_sides=("light", "dark")),) * 2

    def outcomes(self, batches, side):
        assert side == "light"
        self.batches = batches
        numbers = np.arange(10)
        return [
            Outcome(numbers < int(each.bots[0].name) + each.table, numbers == 9, np.zeros(10))
            for each in batches
        ]


def test_rates_are_means_over_the_tables_and_a_draw_is_half_a_win():
    arena, two = Scripted(), [bot("3"), bot("5")]
    met = {"light": [(own, own) for own in two], "dark": [(bot("0"), bot("0"))]}
    rates = played(arena, [two, two], [7, 8], met, 10)
    assert rates == [[pytest.approx(0.4)], [pytest.approx(0.6)]]
    assert {(each.table, each.seed, each.first, each.games) for each in arena.batches} == {
        (0, 7, 0, 10),
        (1, 8, 0, 10),
    }, "all pairs play the same games of a table"
