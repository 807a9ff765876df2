"""What would a change do: the game as it is and the changed one with the same luck, game by game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazarbul.analysis import load_run, paired, scenarios
from mazarbul.analysis.aggregates import Summary
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.layout import names_in
from mazarbul.analysis.played import unread
from mazarbul.formats.changes import listed
from mazarbul.formats.folders import SECOND
from mazarbul.sim.data.overlays import titles
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.experiment import EVERY_SEAT, Execution, Experiment, located_bot, prepare
from mazarbul.sim.runner.experiment import changes as not_printed
from mazarbul.sim.runner.manifest import bot_hash
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.collection import BASE, Member, Members
from mazarbul.studies.precision import Aim, Look, Stopped, play_until

GAMES = 20_000
SECOND_GAMES = 200  # of a second bot, which may be a slow one
NAMED = 2  # changes in the name of a what-if
STEP = 1.5  # games after which all are compared again on the way, per game of the last time


@dataclass(frozen=True)
class Second:
    """Another bot, at every seat, under which a change is played again, and in how many games."""

    bot: str
    games: int

    @classmethod
    def of(cls, bot: str | None, games: int | None) -> Second | None:
        """Return what a user asked for, None for no bot. games: 200 if None."""
        return cls(located_bot(bot, Path.cwd()), games or SECOND_GAMES) if bot else None


@dataclass(frozen=True)
class Change:
    """A changed game. id: name of its run's folder. label: its name for readers."""

    id: str
    label: str
    experiment: Experiment


def whatif(
    experiment: Experiment,
    changes: Sequence[Change],
    execution: Execution,
    display: Display,
    *,
    aim: Aim | None = None,
    second: Second | None = None,
    resume: bool = False,
) -> Path:
    """Play a game as it is and with each of some changes; return the collection's folder.

    experiment: the game as it is, with the seed and the number of games for all of them. aim: when to
    stop, by the changes of the first side's win rate; experiment.games is then the maximum. With a size of
    chunks they play in turn, so that whoever looks on can compare them long before the end. second: plays
    all of it again, in the folder `second`.
    """
    _, setup, _ = prepare(experiment)
    for change in changes:  # a mistake in a change is reported before anything is played
        seats = prepare(change.experiment)[1].seats
        if seats != setup.seats:
            raise DataError(
                f"the changed game has the seats {', '.join(seats)} instead of {', '.join(setup.seats)}, and "
                "games with different seats cannot be compared one by one: name the decks of both in an "
                "experiment file, or compare numbers of players by a study's matrix of decks"
            )
    if second:
        check_second(experiment, changes, second)
    labels = ", ".join(change.label for change in changes)
    given = {"precision": aim.precision if aim else None}
    if aim and aim.clear_of is not None:
        given["clear_of"] = aim.clear_of
    info = collection.described(experiment, setup, "whatif", labels, **given, changes=labels)
    path = folders.chosen(execution.out, f"whatif-{setup.scenario}", resume=resume)
    chunk = execution.chunk or (aim.chunk if aim else None)
    execution = execution.model_copy(update={"chunk": chunk})
    with collection.opened(path, info, execution, display, resume=resume) as members:

        def play(games: int) -> Look:
            wanted = [
                Member(each.id, _sized(each.experiment, experiment, games), each.id, {"label": each.label})
                for each in changes
            ]
            base = Member(BASE, _sized(experiment, experiment, games), BASE)
            members.play(wanted, base, keep="all", steps=_steps(execution, games))
            looks = _looks(path)
            return aim.furthest(looks) if aim else looks[0]

        if aim is None:
            play(experiment.games)
        else:
            stopped = play_until(aim, play, display.say, most=experiment.games, chunk=chunk)
            members.add(stopped=_saved(stopped))
            if not stopped.reached:
                display.say(stopped.line())
        if second:
            play_second(members, experiment, changes, second, execution, display)
    return path


def check_second(experiment: Experiment, changes: Sequence[Change], second: Second) -> None:
    """Raise DataError for a second bot that cannot play, or for a change that is one of bots."""
    prepare(under(experiment, second))
    if any(change.experiment.bots != experiment.bots for change in changes):
        raise DataError("a change of bots cannot be played again under another bot: leave out --second-bot")


def play_second(
    members: Members,
    experiment: Experiment,
    changes: Sequence[Change],
    second: Second,
    execution: Execution,
    display: Display,
) -> None:
    """Play a game and changes of it again under another bot, below the folder of a collection."""
    display.say(f"the same with {second.bot} at every seat")
    own = execution.model_copy(update={"out": members.path / SECOND})
    others = [replace(change, experiment=under(change.experiment, second)) for change in changes]
    whatif(under(experiment, second), others, own, display, resume=True)
    members.add(second={"bot": second.bot})


def under(experiment: Experiment, second: Second) -> Experiment:
    """Return an experiment as the second bot plays it."""
    return collection.changed(experiment, bots={EVERY_SEAT: second.bot}, games=second.games)


def _steps(execution: Execution, games: int) -> list[int]:
    """Return the numbers of games at which all are compared on the way to a number: whole chunks."""
    if execution.chunk is None:
        return []
    round_of_all = execution.chunk * workers.count(execution)
    found = [round_of_all]
    while found[-1] < games:
        found.append(round_of_all * math.ceil(STEP * found[-1] / round_of_all))
    return found[:-1]


def _sized(experiment: Experiment, like: Experiment, games: int) -> Experiment:
    return experiment.model_copy(update={"games": games, "seed": like.seed})


def _looks(path: Path) -> list[Look]:
    """Return the looks at the changes of the first side's win rate."""
    played = load_collection(path)
    base = played.compared_with
    side = base.sides[0]
    counted = [paired.count_pairs(base, run)[side] for _, run in played.runs()]
    return [
        Look((pairs.other - pairs.base) / pairs.n, paired.paired_variance(pairs), pairs.n)
        for pairs in counted
    ]


def _saved(stopped: Stopped) -> dict[str, object]:
    """Return where a comparison stopped, for collection.json."""
    facts: dict[str, object] = {
        "games": stopped.look.n,
        "half_width": stopped.half_width,
        "reached": stopped.reached,
    }
    return facts if stopped.reached else facts | {"needed": stopped.aim.wanted(stopped.look)}


def play_to_aim(
    experiment: Experiment, execution: Execution, display: Display, aim: Aim, *, resume: bool
) -> tuple[Path, Stopped]:
    """Play one run until the win rate of its first side reaches the aim; at most experiment.games.

    Returns the run's folder and where it stopped.
    """
    _, setup, _ = prepare(experiment)
    out = folders.chosen(execution.out, setup.scenario, resume=resume)
    chunk = execution.chunk or aim.chunk
    execution = execution.model_copy(update={"out": out, "chunk": chunk})
    begun = resume

    def play(games: int) -> Look:
        nonlocal begun
        asked = experiment.model_copy(update={"games": games})
        asked = collection.grown(asked, out) if begun else asked
        run(asked, execution, display, resume=begun, summarize=lambda: Summary)
        begun = True
        row = scenarios.win_rates(load_run(out)).iloc[0]
        smooth = (row["wins"] + 1) / (row["games"] + 2)
        return Look(row["win"], smooth * (1 - smooth), int(row["games"]))

    return out, play_until(aim, play, display.say, most=experiment.games, chunk=chunk)


def changed_by(experiment: Experiment, change: Mapping[str, Any]) -> Experiment:
    """Return an experiment with a change laid over it; raises DataError if there is none.

    change: `overlay` (a list), `switches`, `decks`, `bots`, as in an Experiment.
    """
    fields = {
        name: getattr(experiment, name) | change[name]
        for name in ("switches", "decks", "bots")
        if change.get(name)
    }
    overlays = change.get("overlay") or ()
    if not fields and not overlays:
        raise DataError(
            "say what to change: --overlay FILE, --switch NAME=VALUE, --deck SEAT=DECK or --bot BOT"
        )
    return collection.changed(experiment, *overlays, **fields).located(Path.cwd())


def asked(experiment: Experiment, change: Mapping[str, Any]) -> Change:
    """Return the change that options ask for. change: as in `changed_by`, which says what is raised.

    It is called by the titles of its overlays, else by what it does, with the names of its files behind.
    Raises DataError for one that changes nothing, too.
    """
    changed = changed_by(experiment, change)
    check_effect(experiment, changed)
    overlays = change.get("overlay") or ()
    said = list(filter(None, titles(tuple(overlays)))) or _done(experiment, changed)
    named = "; ".join([*said, *(f"{seat}={bot}" for seat, bot in (change.get("bots") or {}).items())])
    files = ", ".join(Path(each).name for each in overlays if not isinstance(each, Mapping))
    return Change("changed", f"{named} ({files})" if named and files else named or label(change), changed)


def against(experiment: Experiment, change: Change, other: Mapping[str, Any]) -> tuple[Experiment, Change]:
    """Return the game with another change, and a change that is compared with it. other: as for `asked`."""
    base = asked(experiment, other)
    check_effect(base.experiment, change.experiment)
    return base.experiment, replace(change, label=f"{change.label}, against {base.label}")


def check_effect(experiment: Experiment, changed: Experiment) -> None:
    """Raise DataError for a change that cannot change anything in play: all that is played is the same."""
    ready = [prepare(each) for each in (experiment, changed)]
    one, two = (
        (setup.tables_hash, setup.switches, [(bot.name, bot_hash(bot)) for bot in bots])
        for _, setup, bots in ready
    )
    if one == two:
        before, now = (
            not_printed(each, *of[:2]) for each, of in zip((experiment, changed), ready, strict=True)
        )
        setup = ready[0][1]
        why = unread(before, now, names_in(setup.catalogue)) or "both play with the same values"
        raise DataError(f"this changes nothing in {setup.title}, as {why}: there is nothing to compare")


def _done(experiment: Experiment, changed: Experiment) -> list[str]:
    """Return what a changed game has otherwise, in words; nothing if that is not known."""
    before, now = (not_printed(each, *prepare(each)[:2]) for each in (experiment, changed))
    same = set(map(str, before or ()))
    return listed([said for each in now or () if (said := str(each)) not in same], NAMED)


def label(change: Mapping[str, Any]) -> str:
    """Return a change as it is given, in a few words."""
    overlays = change.get("overlay") or ()
    said = [", ".join(each) if isinstance(each, Mapping) else Path(each).name for each in overlays]
    for name in ("switches", "decks", "bots"):
        said += [f"{key}={value}" for key, value in (change.get(name) or {}).items()]
    return ", ".join(said)
