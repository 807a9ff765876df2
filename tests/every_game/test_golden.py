"""Golden games: every decision of a game with its number of legal actions, positions, and the end.

A change of the rules, the data or the heuristic bot shows here as a difference. If it is meant, write the
files anew, `python -m pytest tests/every_game/test_golden.py --rewrite-golden`, and review the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import golden
from tests.every_game.worlds import (
    ESCAPE,
    GAMES,
    JOURNEY,
    PASSAGE,
    QUICK,
    World,
    board_game,
    bot_play,
    card_game,
    courier,
    quest,
)
from tests.marks import slow_but

FOLDER = Path(__file__).parent / "golden"
SEED = 20_260
TURNS = 12  # of games that would be too long for a file
PLAYED = [
    *(
        (card_game(name), bot)
        for name in ("trilogy", "duel", "duel3", "fellowship")
        for bot in ("random", "heuristic")
    ),
    (quest(PASSAGE, "leadership"), "heuristic"),
    (quest(PASSAGE, "spirit", "lore"), "heuristic"),
    (quest(PASSAGE, "tactics"), "random"),
    (quest(JOURNEY, "tactics", "spirit"), "heuristic"),
    (quest(JOURNEY, "lore"), "random"),
    (quest(ESCAPE, "leadership", "spirit", "tactics"), "heuristic"),
    (quest(ESCAPE, "leadership", "tactics", "spirit", "lore"), "random"),
    (courier("chase"), "random"),
    (courier("chase"), "heuristic"),
    (courier("pack"), "heuristic"),
    (board_game("two_player", turn_cap=TURNS), "random"),
    (board_game("three_player", turn_cap=TURNS), "random"),
    (board_game("two_player", turn_cap=TURNS), "heuristic"),
    (board_game("four_player", turn_cap=TURNS), "heuristic"),
]


def file_of(world: World, bot: str) -> Path:
    """Return the golden file of a game."""
    return FOLDER / world.game / f"{world}_{bot}.txt"


def round_of(s) -> int:
    """Return the number of the round, or of the turn in a game of turns."""
    return int(s.round_number if "round_number" in s.dtype.names else s.turn)


def golden_lines(world: World, bot: str) -> Iterator[str]:
    """Yield the lines of a golden game: decisions, and a whole position once each round.

    The position of a round is the first one that statements say alone (see `mazarbul.sim.notation.remains`).
    """
    what = "Decision: seat, what (legal actions): answer"
    yield f"# {world.game}/{world}, {bot} bots, game 0 of seed {SEED}. {what}"
    shown = 0
    for match in bot_play(world, bot, seed=SEED):
        if match.is_over:
            break
        if round_of(match.state) > shown and "\n# " not in (text := match.kit.position_text(match.state)):
            shown = round_of(match.state)
            yield from ("", *text.splitlines(), "")
        code = match.choice()
        assert code in match.codes()
        answer = match.kit.moves.text(match.kit.names, code)
        yield f"{match.decisions}: {match.actor}, {match.decision} ({len(match.codes())}): {answer}"
    yield ""
    yield from (f"{column} = {value}" for column, value in match.outcome().record.items() if value)


QUICK_GAMES = [(world, bot) for world, bot in PLAYED if world.game in QUICK]


@pytest.mark.parametrize(("world", "bot"), slow_but(QUICK_GAMES, PLAYED), ids=str)
def test_golden_game(request, world, bot):
    golden.check(request, file_of(world, bot), golden_lines(world, bot))


def test_every_game_has_golden_games_and_there_are_no_other_files():
    assert {world.game for world, _ in PLAYED} == set(GAMES)
    assert set(FOLDER.glob("*/*")) == {file_of(*game) for game in PLAYED}


def test_a_changed_game_is_shown_by_its_first_difference():
    text = "".join(f"{i}: frodo, turn (9): pass\n" for i in range(200))
    shown = golden.difference(text, text.replace("\n77: frodo, turn (9)", "\n77: frodo, turn (8)"), "x.txt")
    assert "-77: frodo, turn (8): pass\n+77: frodo, turn (9): pass" in shown
    assert len(shown.splitlines()) < 12
