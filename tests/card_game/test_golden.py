"""Golden games: every decision of a game with its number of legal actions, positions, and the end.

A change of the rules, the data or the heuristic bot shows here as a difference. If it is meant, write the
files anew, `python -m pytest tests/card_game/test_golden.py --rewrite-golden`, and review the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sim.engine.bits import members
from sim.games.card_game import actions, ids, kernel
from sim.games.card_game.content.catalogue import make_setup
from sim.games.card_game.rules.rounds import score
from sim.games.card_game.text.names import Names
from sim.games.card_game.text.position import position_text
from sim.games.card_game.text.reasons import MOVES
from tests import golden
from tests.card_game.games import SCENARIOS, cards_of, do, options, start, tables
from tests.card_game.players import Player

FOLDER = Path(__file__).parent / "golden"
BOTS = ("random", "heuristic")
SEED = 20_260
ZONES = {
    "draw deck": ids.DECK,
    "hand": ids.HAND,
    "cycle pile": ids.CYCLE_PILE,
    "eliminated": ids.ELIMINATED,
    "reserve": ids.RESERVE,
    "on characters": ids.ON_WIELDER,
}


@cache
def names(scenario: str) -> Names:
    return Names(make_setup("card_game", tables(scenario)))


def golden_lines(scenario: str, bot: str) -> Iterator[str]:
    """Yield the lines of a golden game: decisions, and the whole position at the first turn of each round."""
    ct, n = tables(scenario), names(scenario)
    player, s, told = Player(ct, bot), start(ct, SEED), 0
    yield f"# {scenario}, {bot} bots, game 0 of seed {SEED}. Decision: seat, what (legal actions): answer"
    while not kernel.is_over(s):
        if s.decision == actions.TURN and s.frame_n == 1 and s.round_number > told:
            told = int(s.round_number)
            yield from ("", *position_text(n, s).splitlines(), "")
        code = player(s)
        assert code in options(s)
        what = actions.KINDS.names[s.decision]
        yield f"{s.decisions}: {n.seats[s.actor]}, {what} ({s.option_n}): {MOVES.text(n, code)}"
        do(s, ct, code)
    yield from ("", *end_lines(n, ct, s))


def end_lines(n: Names, ct, s) -> Iterator[str]:
    """Yield the result and where everything is at the end."""
    points = [int(score(s, ct.record, side)) for side in range(ids.SIDE_N)]
    yield f"winner {n.sides[s.winner]}, {ids.END_REASONS[s.end_reason]}, score {points[0]} : {points[1]}"
    yield f"rounds {s.round_number}, turns {s.turns}, decisions {s.decisions}, corruption {s.corruption}"
    for side, name in enumerate(n.sides):
        won = [*members(s.bg_area[side]), *(ids.BATTLEGROUNDS + p for p in members(s.path_area[side]))]
        yield f"area {name}: {' '.join(n.place(place) for place in won)}".rstrip()
    for seat, name in enumerate(n.seats):
        for words, zone in ZONES.items():
            cards = cards_of(s, ct, seat, zone)
            if zone == ids.DECK:
                cards = [int(card) for card in s.order[seat, : s.deck_n[seat]]]
            yield f"{words} of {name}: {' '.join(n.card(card) for card in cards)}".rstrip()


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("bot", BOTS)
def test_golden_game(request, scenario, bot):
    with np.errstate(over="ignore"):
        golden.check(request, FOLDER / f"{scenario}_{bot}.txt", golden_lines(scenario, bot))


def test_there_are_no_other_golden_files():
    assert {file.stem for file in FOLDER.iterdir()} == {f"{name}_{bot}" for name in SCENARIOS for bot in BOTS}


def test_a_changed_game_is_shown_by_its_first_difference():
    text = "".join(f"{i}: frodo, turn (9): pass\n" for i in range(200))
    shown = golden.difference(text, text.replace("\n77: frodo, turn (9)", "\n77: frodo, turn (8)"), "x.txt")
    assert "-77: frodo, turn (8): pass\n+77: frodo, turn (9): pass" in shown
    assert len(shown.splitlines()) < 12
