"""One game in words, so that a tabletop player can follow and check every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.games.contract import Game, HasKit, Setup, able
from mazarbul.sim.games.match import Match
from mazarbul.sim.notation.story import HEADING

INDENT = "  "


def lines(game: Game, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
    """Yield the lines of game `index` in the run with `seed`, exactly as the run plays it."""
    kit = able(game, HasKit).kit(setup)
    seats = kit.story().seats
    yield f"{setup.title} ({setup.game}/{setup.scenario}), game {index} of seed {seed}"
    for seat, bot in enumerate(bots):
        yield f"{INDENT}{seats[seat]} ({_side(setup, seat)}): {bot.name}"
    yield ""
    match = Match(game, kit, seed, index, bots)
    yield from told(match.events_with_depth())
    while not match.is_over:
        yield from _decision(match)
    if match.state.decisions >= match.kit.cap:
        yield f"stopped after {match.kit.cap} decisions"
    yield from match.kit.result(match.state, match.outcome().record)


def _decision(match: Match) -> Iterator[str]:
    """Yield the pending decision, its answer and its results."""
    seat = int(match.state.actor)
    for line in match.kit.before(match.state, seat):
        yield f"{INDENT}{line}"
    code, story = match.choice(), match.story
    assert story is not None, "a match that is printed has a log"
    yield f"{INDENT * 2}{story.act(seat, code, match.state)}"
    match.advance(code)
    yield from told(match.events_with_depth())


def told(events: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield what has happened, given as (depth, text), as lines."""
    for depth, text in events:
        if depth == HEADING:
            yield ""
            yield text
        else:
            yield f"{INDENT * (depth + 1)}{text}"


def _side(setup: Setup, seat: int) -> str:
    return next(side["name"] for side in setup.catalogue["sides"] if side["id"] == setup.seat_sides[seat])
