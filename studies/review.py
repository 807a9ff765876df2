"""What the bots' own moves lose: their games are played again, and a search looks for better moves.

Where a search finds a clearly better move, both moves are tried in worlds that the search has not seen. So
the gains that are reported are not inflated by the choice of the best of many moves. They say what one other
move gains when the same bots play on. A bot that searches everywhere gains less than their sum: a game can be
won only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from mazarbul.analysis import reviewed, words
from mazarbul.formats.cells import cell
from mazarbul.sim.bots.search import LIMITS, Search
from mazarbul.sim.bots.search import WORLDS as MOST_WORLDS
from mazarbul.sim.games.contract import Bot, Game, HasKit, Setup, able
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.searching import Searcher
from mazarbul.sim.games.seating import is_stepped
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.warming import warm_up
from mazarbul.sim.toml import DataError, user_path
from mazarbul.studies import collection

GAMES = 20  # a card game takes seconds, the board game some four minutes
ROLLOUTS = 50
WORLDS = 200
WARMING = Search(rollouts=2, clear=0.0)  # finds better moves at once, so that what weighs them is compiled
SHOWN = 10  # moves and decisions that are printed
NOISE = "sorted by estimates, so by their errors too: the figures at the top are too large"


class Judgement(NamedTuple):
    """A decision at which another move is better. error: standard error of the gain. decision: from 0.

    own, other: the moves, as scripts write them; with `_said` as a story tells them.
    """

    game: int
    decision: int
    seat: str
    side: str
    kind: str
    own: str
    other: str
    gain: float
    error: float
    own_said: str
    other_said: str


@dataclass(frozen=True)
class Review:
    """What was found. moves: a row for each `Judgement`. judged: game, side, kind -> decisions judged.

    planned: games that were to be reviewed; more than `games` if the user stopped.
    """

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    games: int
    planned: int
    rollouts: int
    worlds: int
    moves: pd.DataFrame
    judged: pd.DataFrame

    @property
    def is_whole(self) -> bool:
        """Whether the user did not stop it."""
        return self.games == self.planned

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return what was found by side, by kind of decision, and by move."""
        return reviewed.tables(self.moves, self.judged, self.games)

    def facts(self) -> dict[str, Any]:
        """Return it as plain data that JSON has; a number that is not known is None."""
        tables = {name: _records(table) for name, table in self.tables().items()}
        return {
            "kind": "review",
            "game": self.setup.game,
            "scenario": self.setup.scenario,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "planned": self.planned,
            "rollouts": self.rollouts,
            "worlds": self.worlds,
            **tables,
            "decisions": _records(self._worst()),
        }

    def lines(self) -> Iterator[str]:
        """Yield it in words."""
        tables, name = self.tables(), collection.side_names(self.setup)
        bots = ", ".join(dict.fromkeys(self.bots))
        judged = int(self.judged["n"].sum())
        yield f"{self.setup.title}, bots {bots}, seed {self.seed}"
        yield (
            f"{self._played()}, {judged:,} decisions judged by a search of {self.rollouts} games each;"
            f" better moves weighed in {self.worlds} other worlds"
        )
        yield ""
        yield f"{'':32}{'decisions':>10}{'improved':>10}   wins lost a game (95% interval)"
        kinds = tables["kinds"]
        for side in tables["sides"].itertuples():
            yield _row(name[side.side], side)
            for kind in kinds[(kinds["side"] == side.side) & (kinds["improved"] > 0)].itertuples():
                yield _row(f"  {words.human(kind.kind)}", kind)
        for title, table, column in (
            ("Moves that lose most", tables["moves"], "own_said"),
            ("Moves that are missed most", tables["instead"], "other_said"),
        ):
            yield from ("", f"{title}: times, wins lost a game (95% interval); {NOISE}")
            for row in table.head(SHOWN).itertuples():
                move = f"{name[row.side]}: {getattr(row, column)}"
                yield f"  {move:70}{row.improved * self.games:5,.0f}   {_loss(row)}"
        head = "Single decisions that lose most: game, decision, wins lost (one standard error)"
        yield from ("", f"{head}; {NOISE}")
        seats = {seat["id"]: seat.get("name", seat["id"]) for seat in self.setup.catalogue["seats"]}
        for row in self._worst().head(SHOWN).itertuples():
            moves = f"{seats.get(row.seat, row.seat)} {row.own_said}; better: {row.other_said}"
            yield f"  {row.game:4} {row.decision:5}   {row.gain:.2f} ({row.error:.2f})   {moves}"

    def write(self, path: Path) -> None:
        """Write every decision at which another move is better as CSV."""
        path = user_path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.moves.map(cell).to_csv(path, index=False, encoding="utf-8-sig")

    def _played(self) -> str:
        """Return how many games there were, and that the user stopped."""
        if self.is_whole:
            return words.plural(self.games, "game")
        return f"stopped after {self.games:,} of {words.plural(self.planned, 'game')}"

    def _worst(self) -> pd.DataFrame:
        return self.moves.sort_values("gain", ascending=False, kind="stable")


class ReviewStopped(KeyboardInterrupt):
    """Ctrl-C in a review. found: what is known of the games that were reviewed before."""

    def __init__(self, found: Review) -> None:
        super().__init__()
        self.found = found


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return table.astype(object).where(table.notna(), None).to_dict("records")


def _row(name: str, row: Any) -> str:
    return f"{name:32}{row.decisions:10.1f}{row.improved:10.1f}   {_loss(row)}"


def _loss(row: Any) -> str:
    if np.isnan(row.lost_low):
        return _number(row.lost)
    return f"{_number(row.lost)} ({_number(row.lost_low)} to {_number(row.lost_high)})"


def _number(value: float) -> str:
    """Return a number with two digits, never -0.00."""
    return f"{round(value, 2) + 0.0:.2f}"


def review(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    rollouts: int = ROLLOUTS,
    worlds: int = WORLDS,
) -> Review:
    """Play the experiment's games and return what a search finds better.

    rollouts: simulated games of a search. worlds: in which a better move is weighed. The same experiment
    gives the same result, whatever the number of workers. Raises DataError for a user's mistake, and
    ReviewStopped on Ctrl-C after a game.
    """
    game, setup, bots = prepare(experiment)
    searcher_of(able(game, HasKit).kit(setup))
    if is_stepped(bots):
        raise DataError("a review looks for moves that are better than those of a quick bot: take heuristic")
    for name, number, (least, most) in (
        ("worlds", worlds, (1, MOST_WORLDS)),
        ("rollouts", rollouts, LIMITS["rollouts"]),
    ):
        if number > most:
            raise DataError(f"{number:,} {name} are too many: at most {most:,}")
        if number < least:
            raise DataError(f"{number:,} {name} are too few: at least {least:.0f}")
    search = Search(rollouts=rollouts)
    warm_up(game, setup, bots, display)
    # the kernels of a search do not depend on how much it searches
    _judged(game, setup, bots, experiment.seed, 0, WARMING, WARMING.rollouts)
    tasks = (
        partial(_judged, game, setup, bots, experiment.seed, index, search, worlds)
        for index in range(experiment.games)
    )
    moves: list[Judgement] = []
    judged: list[tuple[int, str, str]] = []
    done = 0

    def found() -> Review:
        counts = pd.DataFrame(judged, columns=["game", "side", "kind"]).value_counts(sort=False)
        return Review(
            setup,
            tuple(bot.name for bot in bots),
            experiment.seed,
            done,
            experiment.games,
            rollouts,
            worlds,
            pd.DataFrame(moves, columns=Judgement._fields),
            counts.reset_index(name="n"),
        )

    display.begin(0, experiment.games)
    try:
        with workers.in_threads(tasks, workers.count(execution)) as results:
            for better, decisions in results:
                moves += better
                judged += decisions
                done += 1
                display.beat(1)
    except KeyboardInterrupt:
        if done:
            raise ReviewStopped(found()) from None
        raise
    finally:
        display.end()
    return found()


def searcher_of(kit: Kit) -> Searcher:
    """Return how a game searches. Raises DataError if it does not."""
    if kit.searcher is None:
        raise DataError(f"the moves of {kit.setup.title} cannot be reviewed: no bot searches in this game")
    return kit.searcher


def _judged(
    game: Game, setup: Setup, bots: Sequence[Bot], seed: int, index: int, search: Search, worlds: int
) -> tuple[list[Judgement], list[tuple[int, str, str]]]:
    """Play one game; return the decisions with a better move, and game, side and kind of those judged."""
    match = Match(game, able(game, HasKit).kit(setup), seed, index, bots, is_logged=False)
    sides = dict(zip(setup.seats, setup.seat_sides, strict=True))
    found: list[Judgement] = []
    judged: list[tuple[int, str, str]] = []
    kit: Kit | None = None
    while not match.is_over:
        if match.kit is not kit:  # a campaign goes on with the kit of its next quest
            kit = match.kit
            judge, story = searcher_of(kit).judge(kit, bots, search, worlds), kit.story()
        if match.state.option_n > 1:
            seat, kind = setup.seats[int(match.state.actor)], kit.moves.kinds[match.state.decision].name
            judged.append((index, sides[seat], kind))
            better = judge(match.state)
            if better:
                gain, error = better.gain.mean(), better.gain.std(ddof=1) / np.sqrt(worlds)
                own, other = match.text(better.own), match.text(better.other)
                at = (index, match.decisions, seat, sides[seat], kind)
                worth = float(gain), float(error)
                told = story.told(match.state, better.own), story.told(match.state, better.other)
                found.append(Judgement(*at, own, other, *worth, *told))
        match.advance(match.choice())
    return found, judged
