"""Games you can hold, and runs you can read: mazarbul for Python (see docs/python.md).

    import mazarbul

    match = mazarbul.match("card_game/trilogy", seed=7)
    while not match.is_over:
        match.apply(match.legal()[0])
    print(match.outcome())

Other packages of the program do the work; each is imported when it is first used. Mistakes raise
`DataError`, which says what is wrong and what would be right.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

if not Path(__file__).with_name("sim").is_dir():  # a checkout: the other packages lie beside this one
    __path__.append(str(Path(__file__).resolve().parents[1]))

from mazarbul import former
from mazarbul.checks import checked
from mazarbul.given import Bots, Given, How, Overlay, Setting, Whole, parted
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION

if TYPE_CHECKING:
    from gymnasium import Env
    from gymnasium.vector import VectorEnv
    from pandas import DataFrame
    from pettingzoo import AECEnv

    from mazarbul.answers import Answer, Studied
    from mazarbul.runs import SavedRun
    from mazarbul.sim.games.match import IllegalAction, Match, Outcome
    from mazarbul.sim.games.turn import Turn
    from mazarbul.studies.practice import Practised
    from mazarbul.studies.review import Review
    from mazarbul.studies.trained import Trained
    from mazarbul.tables import Table

__all__ = [
    "Answer",
    "Bots",
    "DataError",
    "IllegalAction",
    "Match",
    "Outcome",
    "Overlay",
    "Practised",
    "Review",
    "SavedRun",
    "Studied",
    "Table",
    "Trained",
    "Turn",
    "__version__",
    "ablate",
    "compare",
    "env",
    "games",
    "gym_env",
    "load_answer",
    "load_run",
    "match",
    "position",
    "register_bot",
    "review",
    "run",
    "scenarios",
    "study",
    "table",
    "train",
    "vector_env",
    "whatif",
]

__version__ = VERSION
former.install()

M = TypeVar("M", bound=Callable[..., Any])

_LAZY = {
    "Answer": "mazarbul.answers",
    "IllegalAction": "mazarbul.sim.games.match",
    "Match": "mazarbul.sim.games.match",
    "Outcome": "mazarbul.sim.games.match",
    "Practised": "mazarbul.studies.practice",
    "Review": "mazarbul.studies.review",
    "SavedRun": "mazarbul.runs",
    "Studied": "mazarbul.answers",
    "Table": "mazarbul.tables",
    "Trained": "mazarbul.studies.trained",
    "Turn": "mazarbul.sim.games.turn",
}


def __getattr__(name: str) -> Any:
    """Import a class when it is first used."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    """Return what there is."""
    return sorted(__all__)


def games() -> dict[str, str]:
    """Return all games: name -> title. Warns of an installed game that cannot be imported."""
    from mazarbul.sim import games as known

    found, reasons = known.playable()
    for reason in reasons:
        warnings.warn(str(reason), stacklevel=2)
    return {game.name: game.title for game in found}


@checked
def scenarios(game: str) -> dict[str, str]:
    """Return the scenarios of a game: id -> title."""
    from mazarbul.sim import games as known

    return known.get(game).scenarios()


@checked
def table(target: str, **given: Unpack[Given]) -> Table:
    """Return what is played as one value, of which everything can be asked. It is checked at once.

    target: GAME/SCENARIO, such as "card_game/trilogy", or an experiment file.
    """
    found = _at(target, given)
    _ = found.ready  # refuses what the game refuses
    return found


def _at(target: str, given: Mapping[str, Any]) -> Table:
    """Return what is played, to be checked where it is played."""
    from mazarbul.tables import Table

    return Table.of(target, given)


@checked
def match(target: str, *, seed: int = 1, index: int = 0, **given: Unpack[Given]) -> Match:
    """Return a new game, at its first decision: `Table.match` of the table of a target."""
    return _at(target, given).match(seed=seed, index=index)


@checked
def position(text: str, *, bots: Bots | None = None) -> Match:
    """Return a game that continues from a position: a text that `Match.position` returned, or any script.

    text: its first line names the game (see docs/play-script.md).
    """
    from mazarbul import held

    return held.position(text, bots)


@checked
def run(target: str, *, keep: str | None = None, **options: Unpack[Whole]) -> SavedRun:
    """Play games, keep their records in a folder and return them: `Table.run` of the table of a target."""
    given, how = parted(options)
    return _at(target, given).run(keep=keep, **how)


@checked
def load_run(path: str | PathLike[str]) -> SavedRun:
    """Return the run in a folder."""
    from mazarbul import runs

    return runs.SavedRun(path)


@checked
def whatif(
    target: str,
    *,
    precision: float | None = None,
    second_bot: str | None = None,
    second_games: int | None = None,
    **options: Unpack[Whole],
) -> Answer:
    """Return what a change does to a target as it is: `Table.whatif`."""
    table = _at(target, {})
    return table.whatif(precision=precision, second_bot=second_bot, second_games=second_games, **options)


@checked
def ablate(
    target: str,
    *,
    only: Sequence[str] = (),
    kinds: Sequence[str] = ("blank", "plus", "minus"),
    **options: Unpack[Whole],
) -> Answer:
    """Return what each card does: `Table.ablate` of the table of a target."""
    given, how = parted(options)
    return _at(target, given).ablate(only=only, kinds=kinds, **how)


@checked
def load_answer(path: str | PathLike[str]) -> Answer:
    """Return the answer in a folder: of `whatif`, `ablate` or the same commands."""
    from mazarbul.answers import Answer

    return Answer(path)


@checked
def train(
    target: str,
    *others: str,
    side: str | None = None,
    against: Sequence[str] = (),
    minutes: float | None = None,
    generations: int | None = None,
    **options: Unpack[Whole],
) -> Trained:
    """Search better weights for a side's bot: `Table.train` of the tables of targets.

    target, others: GAME/SCENARIO, each with words SEAT=DECK and overlay=FILE after it for what it alone has.
    """
    from mazarbul.tables import Table

    given, how = parted(options)
    first, *rest = (Table.of_words(each, given) for each in (target, *others))
    return first.train(*rest, side=side, against=against, minutes=minutes, generations=generations, **how)


@checked
def review(target: str, *, rollouts: int = 50, worlds: int = 200, **options: Unpack[Whole]) -> Review:
    """Return which moves of the bots lose games: `Table.review` of the table of a target."""
    given, how = parted(options)
    return _at(target, given).review(rollouts=rollouts, worlds=worlds, **how)


def compare(
    base: SavedRun | str | PathLike[str], other: SavedRun | str | PathLike[str], *, paired: bool = True
) -> DataFrame:
    """Return how win rates change from one run to another of the same scenario, a row for each side.

    base, other: runs or their folders. paired: game by game, for runs with the same seed, which share their
    luck; otherwise they count as independent. Columns: `base` and `other`, the win rates, and `change`, each
    with `_low`, `_high` and `_n`.
    """
    from mazarbul import runs

    return runs.compare(base, other, paired=paired)


@checked
def study(file: str | PathLike[str], **how: Unpack[How]) -> Studied:
    """Ask everything of several scenarios, and return what was played; it takes hours.

    file: of a study, or the name of one that comes with mazarbul, such as "lotr_lcg" (see docs/studies.md).
    games: per scenario, and the most for any part.
    """
    from mazarbul import answers

    return answers.study(file, how)


@checked
def register_bot(name: str) -> Callable[[M], M]:
    """Return a decorator that registers a function or class as a bot with that name.

    A function gets a `Turn` and returns the text or the code of a legal action. A class is instantiated for
    every seat of every game, and its method `choose` gets the turns. Such a bot plays hundreds of times
    slower than those that come with a game. If the workers of a run are processes, they import its file by
    its path.
    """
    from mazarbul.sim.bots.python import register_bot as register

    return register(name)


@checked
def env(target: str, *, render_mode: str | None = None, **setting: Unpack[Setting]) -> AECEnv:
    """Return an environment for agents on all seats: `Table.env` of the table of a target."""
    return _at(target, setting).env(render_mode=render_mode)


@checked
def gym_env(
    target: str, *, seat: str | None = None, render_mode: str | None = None, **given: Unpack[Given]
) -> Env[dict[str, Any], Any]:
    """Return an environment for an agent on one seat: `Table.gym_env` of the table of a target."""
    return _at(target, given).gym_env(seat=seat, render_mode=render_mode)


@checked
def vector_env(
    target: str,
    n: int,
    *,
    seat: str | None = None,
    threads: int = 1,
    copy: bool = True,
    **given: Unpack[Given],
) -> VectorEnv[dict[str, Any], Any, Any]:
    """Return n environments in one: `Table.vector_env` of the table of a target."""
    return _at(target, given).vector_env(n, seat=seat, threads=threads, copy=copy)
