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
from typing import TYPE_CHECKING, Any, TypeVar

if not Path(__file__).with_name("sim").is_dir():  # a checkout: the other packages lie beside this one
    __path__.append(str(Path(__file__).resolve().parents[1]))

from mazarbul import former
from mazarbul.checks import checked
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION

if TYPE_CHECKING:
    from gymnasium import Env
    from gymnasium.vector import VectorEnv
    from pettingzoo import AECEnv

    from mazarbul.answers import Answer
    from mazarbul.runs import SavedRun
    from mazarbul.sim.games.match import IllegalAction, Match, Outcome
    from mazarbul.sim.games.turn import Turn
    from mazarbul.studies.review import Review
    from mazarbul.studies.trained import Trained

__all__ = [
    "Answer",
    "DataError",
    "IllegalAction",
    "Match",
    "Outcome",
    "Review",
    "SavedRun",
    "Trained",
    "Turn",
    "__version__",
    "ablate",
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
    "train",
    "vector_env",
    "whatif",
]

__version__ = VERSION
former.install()

Bots = str | Mapping[str, str]
"""One bot for all seats, or seat -> bot; the seat `all` stands for those not named."""
Overlay = str | PathLike[str] | Mapping[str, Any] | Sequence[str | PathLike[str] | Mapping[str, Any]]
"""Changes to the data: a TOML file, its contents as nested tables, or several of them."""
M = TypeVar("M", bound=Callable[..., Any])

_LAZY = {
    "Answer": "mazarbul.answers",
    "IllegalAction": "mazarbul.sim.games.match",
    "Match": "mazarbul.sim.games.match",
    "Outcome": "mazarbul.sim.games.match",
    "Review": "mazarbul.studies.review",
    "SavedRun": "mazarbul.runs",
    "Trained": "mazarbul.studies.trained",
    "Turn": "mazarbul.sim.games.turn",
}


def __getattr__(name: str) -> Any:
    """Import a class when it is first used."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_LAZY[name]), name)


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
def match(
    target: str,
    *,
    seed: int = 1,
    index: int = 0,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
) -> Match:
    """Return a new game, at its first decision.

    target: GAME/SCENARIO, such as "card_game/trilogy". seed, index: the game's number in a run with that
    seed; the same bots play the same game in `run`. bots: used by `choose` and `play_out`. switches, overlay,
    decks: as on the command line.
    """
    from mazarbul import held

    return held.match(target, seed, index, bots, switches, overlay, decks)


@checked
def position(text: str, *, bots: Bots | None = None) -> Match:
    """Return a game that continues from a position: a text that `Match.position` returned, or any script.

    text: its first line names the game (see docs/play-script.md).
    """
    from mazarbul import held

    return held.position(text, bots)


@checked
def run(
    target: str,
    *,
    games: int | None = None,
    seed: int | None = None,
    out: str | PathLike[str] | None = None,
    jobs: int | None = None,
    keep: str | None = None,
    backend: str | None = None,
    resume: bool = False,
    quiet: bool = True,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
) -> SavedRun:
    """Play games, keep their records in a folder and return them.

    target: GAME/SCENARIO or an experiment file. games, seed: 10,000 and 1 if not given. out: the folder, a
    new one below `runs/` if not given. The rest is as on the command line: `mazarbul run --help`.
    """
    from mazarbul import held, runs

    what = {"games": games, "seed": seed} | held.given(bots, switches, overlay, decks)
    how = {"out": out, "jobs": jobs, "keep": keep, "backend": backend}
    return runs.run(target, what, how, resume=resume, quiet=quiet)


@checked
def load_run(path: str | PathLike[str]) -> SavedRun:
    """Return the run in a folder."""
    from mazarbul import runs

    return runs.load(path)


@checked
def whatif(
    target: str,
    *,
    overlay: Overlay | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    decks: Mapping[str, str] | None = None,
    bots: Bots | None = None,
    games: int | None = None,
    seed: int | None = None,
    precision: float | None = None,
    out: str | PathLike[str] | None = None,
    jobs: int | None = None,
    resume: bool = False,
    quiet: bool = True,
) -> Answer:
    """Play a game as it is and changed, with the same luck, and return what the change does.

    target: the game as it is: GAME/SCENARIO or an experiment file. overlay, switches, decks, bots: the
    change, one of them at least. games, seed: 20,000 and 1 if not given. precision: play until the interval
    of the change is this much to either side, such as 0.005. The rest is as on the command line:
    `mazarbul whatif --help`.
    """
    from mazarbul import answers, held

    how = {"out": out, "jobs": jobs}
    change = held.given(bots, switches, overlay, decks)
    what = {"games": games, "seed": seed}
    return answers.whatif(target, change, what, how, precision, resume=resume, quiet=quiet)


@checked
def ablate(
    target: str,
    *,
    only: Sequence[str] = (),
    kinds: Sequence[str] = ("blank", "plus", "minus"),
    games: int | None = None,
    seed: int | None = None,
    out: str | PathLike[str] | None = None,
    jobs: int | None = None,
    resume: bool = False,
    quiet: bool = True,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
) -> Answer:
    """Play the same games with each card blanked, and with its numbers one up and one down.

    target, bots, switches, overlay, decks: as for `run`. only: ids of cards; all if empty. kinds: which of
    the three changes. games, seed: 4,000 for each change, and 1, if not given. The rest is as on the command
    line: `mazarbul ablate --help`.
    """
    from mazarbul import answers, held

    what = {"games": games, "seed": seed} | held.given(bots, switches, overlay, decks)
    how = {"out": out, "jobs": jobs}
    return answers.ablate(target, what, how, only, kinds, resume=resume, quiet=quiet)


@checked
def load_answer(path: str | PathLike[str]) -> Answer:
    """Return the answer in a folder: of `whatif`, `ablate` or the same commands."""
    from mazarbul.answers import Answer

    return Answer(path)


@checked
def train(
    *targets: str,
    side: str | None = None,
    against: Sequence[str] = (),
    minutes: float | None = None,
    generations: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    out: str | PathLike[str] | None = None,
    jobs: int | None = None,
    resume: bool = False,
    quiet: bool = True,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
) -> Trained:
    """Search better weights for a side's bot, and return what they gain; its `path` is a file for `bots`.

    targets: tables to train at, GAME/SCENARIO. side: whose bot; those of all sides if None. against: further
    opponents, names or files of bots. minutes, generations: how long, either of them; 5 minutes if neither is
    given. games: of a candidate in a generation. The rest is as on the command line: `mazarbul train --help`.
    """
    from mazarbul import answers, held

    what = {"games": games, "seed": seed} | held.given(bots, switches, overlay, decks)
    how = {"out": out, "jobs": jobs}
    return answers.train(targets, side, against, minutes, generations, what, how, resume=resume, quiet=quiet)


@checked
def review(
    target: str,
    *,
    games: int | None = None,
    seed: int | None = None,
    rollouts: int = 50,
    worlds: int = 200,
    jobs: int | None = None,
    quiet: bool = True,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
) -> Review:
    """Play games of the bots and search for better moves: which moves lose games, and what would be better.

    target, bots, switches, overlay, decks: as for `run`. games: 20 if not given. rollouts: simulated games of
    a search. worlds: in which a better move is weighed.
    """
    from mazarbul import answers, held

    what = {"games": games, "seed": seed} | held.given(bots, switches, overlay, decks)
    return answers.reviewed(target, what, {"jobs": jobs}, rollouts, worlds, quiet=quiet)


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
def env(
    target: str,
    *,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Return an environment for learning agents on all seats, in PettingZoo's form (see docs/agents.md).

    target, switches, overlay, decks: as for `match`. render_mode: None, "ansi" or "human".
    """
    from mazarbul.agents import several
    from mazarbul.agents.arena import Arena

    return several.env(Arena(target, None, switches, overlay, decks), render_mode)


@checked
def gym_env(
    target: str,
    *,
    seat: str | None = None,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> Env[dict[str, Any], Any]:
    """Return an environment for a learning agent on one seat, in Gymnasium's form (see docs/agents.md).

    seat: the agent's, by default the first one. bots: on the other seats. The rest is as for `env`.
    """
    from mazarbul.agents.single import SeatEnv

    given: dict[str, Any] = {"bots": bots, "switches": switches, "overlay": overlay, "decks": decks}
    return SeatEnv(target, seat, **given, render_mode=render_mode)


@checked
def vector_env(
    target: str,
    n: int,
    *,
    seat: str | None = None,
    bots: Bots | None = None,
    switches: Mapping[str, bool | int | str] | None = None,
    overlay: Overlay | None = None,
    decks: Mapping[str, str] | None = None,
    threads: int = 1,
    copy: bool = True,
) -> VectorEnv[dict[str, Any], Any, Any]:
    """Return n environments in one, played by kernels, in the form of Gymnasium (see docs/agents.md).

    seat, bots and the rest: as for `gym_env`. threads: how many play at once. copy: whether each step returns
    arrays of its own.
    """
    from mazarbul.agents.vector import SeatVectorEnv

    given: dict[str, Any] = {"bots": bots, "switches": switches, "overlay": overlay, "decks": decks}
    return SeatVectorEnv(target, n, seat, **given, threads=threads, copy=copy)
