"""Golden games: every decision of a game with its number of legal actions, positions, and the end.

A change of the rules, the data or the heuristic bot shows here as a difference. If it is meant, write the
files anew, `python -m pytest tests/lotr_lcg/test_golden.py --rewrite-golden`, and review the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sim.games.lotr_lcg import actions, ids, kernel
from sim.games.lotr_lcg.batch import hero_cost, victory_points
from sim.games.lotr_lcg.content.catalogue import make_setup
from sim.games.lotr_lcg.text.names import Names
from sim.games.lotr_lcg.text.position import has_text, position_text
from sim.games.lotr_lcg.text.reasons import MOVES
from tests import golden
from tests.lotr_lcg.games import QUESTS, do, options, start, tables
from tests.lotr_lcg.players import Player

FOLDER = Path(__file__).parent / "golden"
GAMES = [
    (QUESTS[0], ("leadership",), "heuristic"),
    (QUESTS[0], ("spirit", "lore"), "heuristic"),
    (QUESTS[0], ("tactics",), "random"),
    (QUESTS[1], ("tactics", "spirit"), "heuristic"),
    (QUESTS[1], ("lore",), "random"),
    (QUESTS[2], ("leadership", "spirit", "tactics"), "heuristic"),
    (QUESTS[2], ("leadership", "tactics", "spirit", "lore"), "random"),
]
SEED = 20_260


def file_of(quest: str, decks: tuple[str, ...], bot: str) -> Path:
    """Return the golden file of a game."""
    return FOLDER / f"{quest}_{'_'.join(decks)}_{bot}.txt"


def golden_lines(quest: str, decks: tuple[str, ...], bot: str) -> Iterator[str]:
    """Yield the lines of a golden game: decisions, and a whole position once each round."""
    ct = tables(quest, *decks)
    names = Names(make_setup("lotr_lcg", ct))
    player, s, told = Player(ct, bot), start(ct, SEED), 0
    yield f"# {quest}, {', '.join(decks)}, {bot} bots, game 0 of seed {SEED}. Decision: player, what: answer"
    while not kernel.is_over(s):
        if s.round_number > told and has_text(s):
            told = int(s.round_number)
            yield from ("", *position_text(names, s).splitlines(), "")
        code = player(s)
        assert code in options(s)
        what = actions.KINDS.names[s.decision]
        yield f"{s.decisions}: {names.seats[s.actor]}, {what} ({s.option_n}): {MOVES.text(names, code)}"
        do(s, ct, code)
    yield from ("", *end_lines(names, ct.records[0], s))


def end_lines(names: Names, t, s) -> Iterator[str]:
    """Yield the result and what is left of everybody."""
    yield f"{('won', 'lost')[s.winner]}: {ids.END_REASONS[s.end_reason]}"
    yield f"rounds {s.round_number}, decisions {s.decisions}, stage {s.stage}, progress {s.quest_progress}"
    yield f"victory points {victory_points(s, t)}"
    for player, name in enumerate(names.seats):
        cost, damage, dead = hero_cost(s, t, player)
        yield f"{name}: threat {s.threat[player]}, dead heroes {dead} ({cost}), damage {damage}"


@pytest.mark.parametrize(("quest", "decks", "bot"), GAMES)
def test_golden_game(request, quest, decks, bot):
    with np.errstate(over="ignore"):
        golden.check(request, file_of(quest, decks, bot), golden_lines(quest, decks, bot))


def test_there_are_no_other_golden_files():
    assert set(FOLDER.iterdir()) == {file_of(*game) for game in GAMES}
