"""The heuristic bot's odds of battles agree with battles that are fought out."""

import random

import pytest

from mazarbul.sim.games.board_game.bots.heuristic.odds import FIGHT, consult, might_of
from tests.board_game.board import PLAIN
from tests.board_game.minds import odds

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]
BATTLES = 4000
CASES = [
    (FIGHT.FIELD, 0, 0, 5, 5),
    (FIGHT.FIELD, 2, 1, 8, 5),
    (FIGHT.CITY, 1, 3, 7, 3),
    (FIGHT.SIEGE, 2, 1, 10, 4),
    (FIGHT.SIEGE, 4, 0, 6, 6),
]


def rolled(luck: random.Random, dice: int, lead: int, needed: int) -> int:
    """Return the hits of a round: a Combat roll and a Leader re-roll (BG-11.7 to BG-11.10)."""
    hits = sum(luck.randint(1, 6) >= needed for _ in range(dice))
    return hits + sum(luck.randint(1, 6) >= needed for _ in range(min(lead, dice - hits)))


def fought(luck: random.Random, fight: int, leads: tuple[int, int], left: list[int]) -> list[int]:
    """Fight a battle between Armies of Regulars to its end; return what is left of both."""
    number = 0
    while min(left) > 0:
        number += 1
        needed = 6 if fight == FIGHT.SIEGE or (fight == FIGHT.CITY and number == 1) else 5
        mine = rolled(luck, min(5, left[0]), leads[0], needed)
        theirs = rolled(luck, min(5, left[1]), leads[1], 5)
        left = [max(0, left[0] - theirs), max(0, left[1] - mine)]
    return left


@pytest.mark.parametrize("case", CASES)
def test_the_odds_agree_with_battles_that_are_fought(case):
    """4,000 battles a case; within 4 standard errors."""
    fight, lead, other, mine, theirs = case
    mind = odds()
    consult(mind, fight, lead, other, float(mine), float(theirs))
    luck = random.Random(7)
    ends = [fought(luck, fight, (lead, other), [mine, theirs]) for _ in range(BATTLES)]
    won = sum(a > 0 for a, _ in ends) / BATTLES
    assert abs(won - mind.win) < 4 * (mind.win * (1 - mind.win) / BATTLES) ** 0.5
    for role, full in enumerate((mine, theirs)):
        lost = [full - end[role] for end in ends]
        mean = sum(lost) / BATTLES
        spread = (sum((x - mean) ** 2 for x in lost) / BATTLES) ** 0.5
        assert abs(mean - mind.lost[role]) < 4 * spread / BATTLES**0.5 + 1e-6


def test_an_army_with_elites_counts_as_more_regulars():
    """BG-11.13: an Elite takes two hits; five units roll all dice, so that ten hit points are ten then."""
    mind = odds()
    assert might_of(mind, 5, 0) == pytest.approx(5)
    assert might_of(mind, 5, 5) == pytest.approx(10)
    assert 1 < might_of(mind, 1, 1) < 2
    assert might_of(mind, 3, 1) < might_of(mind, 3, 2) < might_of(mind, 4, 2)


def test_more_of_everything_is_better():
    mind = odds()
    consult(mind, FIGHT.FIELD, 1, 1, 6.0, 6.0)
    even = float(mind.win)
    for fight, lead, mine, sign in (
        (FIGHT.FIELD, 3, 6.0, 1),
        (FIGHT.FIELD, 1, 7.5, 1),
        (FIGHT.CITY, 1, 6.0, -1),
        (FIGHT.SIEGE, 1, 6.0, -1),
    ):
        consult(mind, fight, lead, 1, mine, 6.0)
        assert (mind.win - even) * sign > 0.02
