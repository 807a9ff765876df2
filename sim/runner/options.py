"""From what the user typed to an experiment: a target, options that override it, and their defaults."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from mazarbul.formats.manifest import MANIFEST, MOST_CHUNKS
from mazarbul.sim import games
from mazarbul.sim.bots.bot import split_seat
from mazarbul.sim.runner import again
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner.experiment import (
    EVERY_SEAT,
    FILE_SUFFIX,
    Execution,
    Experiment,
    find,
    from_options,
    load,
)
from mazarbul.sim.runner.run import resumed_experiment
from mazarbul.sim.toml import DataError, Document, ends_in, nearest, user_path

TARGET_HELP = "a target is GAME/SCENARIO, such as card_game/trilogy, or an experiment file ending in .toml"

#: Before a word SEAT=DECK, behind a target.
_OVERLAY_WORD = "overlay="  # before a file, among the words of a table
_DECK_WORD = re.compile(r"(?<!\s)\s+(?=[^\s=/]+=)")
#: What must be the same for all targets -> its name in messages.
_ALIKE = {"games": "numbers of games", "seed": "seeds"}

#: Field of an experiment -> its option, where that has another name.
_OPTIONS = {"bots": "bot", "switches": "switch", "decks": "deck"}


def choose(
    target: str | None,
    what: Mapping[str, Any],
    how: Mapping[str, object],
    *,
    resume: bool = False,
    default_games: int | None = None,
    is_maximum: bool = False,
    trust_code: bool = False,
) -> tuple[Experiment, Execution]:
    """Return the experiment and its execution for a command line.

    target: GAME/SCENARIO, an experiment file, or None to resume the run in how["out"] as it was
    started. what, how: fields of Experiment and Execution; None and empty ones count as not given.
    default_games: used if neither the options, nor the target, nor a run to resume set the number.
    is_maximum: the number of games is only the most that may be played; then that of a run to resume does not
    count, since it is how far the run got. trust_code: execute what bots in Python a run to resume names.
    Raises DataError.
    """
    experiment, execution = _named(target, how.get("out"), resume, trust_code)
    is_begun = resume and manifests.is_in(user_path(str(how.get("out") or "")))
    if is_maximum and target is None:
        experiment = Experiment(**experiment.model_dump(exclude_unset=True, exclude={"games"}))
    default = default_games if is_maximum or not is_begun else None
    return refined(experiment, execution, what, how, default_games=default)


def refined(
    experiment: Experiment,
    execution: Execution,
    what: Mapping[str, Any],
    how: Mapping[str, object],
    *,
    default_games: int | None = None,
) -> tuple[Experiment, Execution]:
    """Return an experiment and its execution with some of their fields given; arguments as for `choose`."""
    what = {name: value for name, value in what.items() if value not in (None, {})}
    how = {name: value for name, value in how.items() if value is not None}
    fields = experiment.model_dump(exclude_unset=True)
    if default_games is not None:
        fields.setdefault("games", default_games)
    if EVERY_SEAT in what.get("bots", {}):
        fields["bots"] = {}
    for name in ("bots", "switches", "decks"):
        what[name] = fields.get(name, {}) | what.get(name, {})
    chosen: Experiment = from_options(Experiment, fields | what)
    carried_out: Execution = from_options(Execution, execution.model_dump(exclude_unset=True) | how)
    if chosen.games // (carried_out.chunk or chosen.games) > MOST_CHUNKS:
        raise DataError(f"--chunk {carried_out.chunk}: a run has at most {MOST_CHUNKS:,} parts")
    return chosen.located(Path.cwd()), carried_out


def choose_played(
    target: str, what: Mapping[str, object], game: int, *, trust_code: bool = False
) -> Experiment:
    """Return the experiment of a game to look at; the target may also be the folder of a run.

    what: fields of Experiment, as for `choose`; none for a run, whose game is the one that it has. game: its
    number. trust_code: execute what bots in Python a run names. Raises DataError.
    """
    folder = user_path(target)
    if not manifests.is_in(folder):
        _check_no_folder(target)
        return choose(target, what, {})[0]
    nothing_but(what, (), f"the target {target} is a run, which already says what is played")
    again.check_game(folder, game)
    return again.experiment_of(folder, trust_code=trust_code)


def _check_no_folder(target: str) -> None:
    """Raise DataError if a target without a run reads as a folder: none is there, or one that holds runs."""
    folder, game = user_path(target), target.partition("/")[0]
    if game in games.names() or ends_in(target, FILE_SUFFIX):
        return
    if folder.is_dir():
        inside = min((each.parent for each in folder.rglob(MANIFEST)), default=None)
        one = f"; name one of the runs in it, such as {inside}" if inside else ""
        raise DataError(f"the folder {target} is not a run{one}")
    if "/" in target:
        valid = ", ".join(games.names())
        either = f", and no game {game!r}; valid games: {valid}" if game else ""
        raise DataError(f"there is no folder {target}{either}", suggestion=nearest(game, games.names()))


def run_folder(target: str) -> Path | None:
    """Return the folder that a target means, None if it means no folder. It may turn out to hold no run.

    A game that is named alone beats the folder of its package, in which its author works.
    """
    folder = user_path(target)
    is_game = target in games.names() and not manifests.is_in(folder)
    return folder if folder.is_dir() and not is_game else None


def _named(target: str | None, out: object, resume: bool, trust_code: bool) -> tuple[Experiment, Execution]:
    """Return the experiment and the execution of the target alone."""
    if target is None:
        if not (resume and out):
            raise DataError(f"name what to play: {TARGET_HELP}; or a run to resume: --resume --out DIR")
        return resumed_experiment(user_path(str(out)), trust_code=trust_code), Execution()
    game, slash, scenario = target.partition("/")
    is_game = game in games.names()
    if ends_in(target, FILE_SUFFIX) and not is_game:
        return load(find(Path(target)))
    if is_game and not slash and len(only := games.get(game).scenarios()) == 1:
        return Experiment(game=game, scenario=next(iter(only))), Execution()
    if not (slash and scenario):
        asked = [games.get(game)] if slash or is_game else games.playable()[0]
        known = [f"{each.name}/{one}" for each in asked for one in each.scenarios()]
        near = next((name for name in known if name.endswith(f"/{target}")), None) or nearest(target, known)
        raise DataError(f"{target!r} is not a target: {TARGET_HELP}", suggestion=near)
    return Experiment(game=game, scenario=scenario), Execution()


def choose_tables(
    targets: Sequence[str],
    what: Mapping[str, Any],
    how: Mapping[str, object],
    *,
    default_games: int,
) -> tuple[list[Experiment], Execution]:
    """Return an experiment for each target, and the execution, that of the first one.

    targets: as for `choose`, each with words SEAT=DECK and overlay=FILE after it for what it alone has. what,
    how: as for `choose`, for all targets. Raises DataError, also if files set different games or seeds.
    """
    found = [choose(*words_of(text, what), how, default_games=default_games) for text in targets]
    return alike([each for each, _ in found]), found[0][1]


def words_of(text: str, what: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a target without the words after it, and `what` with those.

    text: as for `choose_tables`. Raises DataError.
    """
    target, *words = _DECK_WORD.split(text.strip())
    own = [word.removeprefix(_OVERLAY_WORD) for word in words if word.startswith(_OVERLAY_WORD)]
    decks = pairs("--deck", [word for word in words if not word.startswith(_OVERLAY_WORD)])
    return target, {
        **what,
        "decks": {**what.get("decks", {}), **decks},
        "overlay": [*(what.get("overlay") or ()), *overlays(own)] or None,
    }


def overlays(given: Sequence[str]) -> list[Path | dict[str, Any]]:
    """Return overlays as an Experiment has them: files, and tables for texts in braces. Raises DataError."""
    return [_inline(text) if text.lstrip().startswith("{") else Path(text) for text in given]


def _inline(text: str) -> dict[str, Any]:
    (table, *more) = Document.parse(f"overlay = {text}", "--overlay").data.values()
    if more:
        raise DataError(f"--overlay {text}: nothing may follow the last brace")
    return table


def alike(experiments: list[Experiment]) -> list[Experiment]:
    """Return experiments of several tables; raises DataError if files set different games or seeds."""
    for name, what_it_is in _ALIKE.items():
        values = sorted({getattr(each, name) for each in experiments})
        if len(values) > 1:
            listed = " and ".join(f"{value:,}" for value in values)
            raise DataError(f"the targets set different {what_it_is}, {listed}: give --{name}")
    return experiments


def execution(how: Mapping[str, object]) -> Execution:
    """Return the execution from options alone. how: fields of Execution. Raises DataError."""
    return from_options(Execution, {name: value for name, value in how.items() if value is not None})


def nothing_but(what: Mapping[str, object], allowed: Collection[str], why: str) -> None:
    """Raise DataError if an option that is not allowed says what is played. why: shown to the user."""
    for name, value in what.items():
        if value not in (None, {}) and name not in allowed:
            raise DataError(f"--{_OPTIONS.get(name, name)} cannot be given: {why}")


def bots(values: Sequence[str]) -> dict[str, str]:
    """Return seat -> bot from `seat=bot` texts; a text without a seat is for every seat."""
    return pairs("--bot", [text if split_seat(text)[0] else f"{EVERY_SEAT}={text}" for text in values])


def switches(values: Sequence[str]) -> dict[str, bool | int | str]:
    """Return switch -> value from `name=value` texts."""
    return {name: _value(text) for name, text in pairs("--switch", values).items()}


def pairs(option: str, values: Sequence[str]) -> dict[str, str]:
    """Return the `key=value` texts of an option as a dict; raises DataError for another form."""
    found: dict[str, str] = {}
    for text in values:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise DataError(f"{option} {text!r}: write it as {option} name=value")
        if found.setdefault(key, value) != value:
            raise DataError(f"{option} gives {key!r} two values, {found[key]!r} and {value!r}")
    return found


def _value(text: str) -> bool | int | str:
    """Return a switch's value: true and false, a whole number, or a name."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text
