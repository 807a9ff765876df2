"""From what the user typed to an experiment: a target, options that override it, and their defaults."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from sim import games
from sim.bots.bot import split_seat
from sim.runner import manifest, run
from sim.runner.experiment import (
    EVERY_SEAT,
    FILE_SUFFIX,
    MOST_CHUNKS,
    Execution,
    Experiment,
    find,
    from_options,
    load,
)
from sim.toml import DataError, nearest

TARGET_HELP = "a target is GAME/SCENARIO, such as card_game/trilogy, or an experiment file ending in .toml"

#: Before a word SEAT=DECK, behind a target.
_DECK_WORD = re.compile(r"(?<!\s)\s+(?=[^\s=/]+=)")
#: What must be the same for all targets -> its name in messages.
_ALIKE = {"games": "numbers of games", "seed": "seeds"}


def choose(
    target: str | None,
    what: Mapping[str, object],
    how: Mapping[str, object],
    *,
    resume: bool = False,
    default_games: int | None = None,
) -> tuple[Experiment, Execution]:
    """Return the experiment and its execution for a command line.

    target: GAME/SCENARIO, an experiment file, or None to resume the run in how["out"] as it was
    started. what, how: fields of Experiment and Execution; None and empty ones count as not given.
    default_games: used if neither the options nor the target set the number. Raises DataError.
    """
    what = {name: value for name, value in what.items() if value not in (None, {})}
    how = {name: value for name, value in how.items() if value is not None}
    experiment, execution = _named(target, how.get("out"), resume)
    fields = experiment.model_dump(exclude_unset=True)
    if default_games is not None and not resume:
        fields.setdefault("games", default_games)
    if EVERY_SEAT in what.get("bots", {}):
        fields["bots"] = {}
    for name in ("bots", "switches", "decks"):
        what[name] = fields.get(name, {}) | what.get(name, {})
    chosen: Experiment = from_options(Experiment, fields | what)
    how = execution.model_dump(exclude_unset=True) | how
    carried_out: Execution = from_options(Execution, how)
    if chosen.games // (carried_out.chunk or chosen.games) > MOST_CHUNKS:
        raise DataError(f"--chunk {carried_out.chunk}: a run has at most {MOST_CHUNKS:,} parts")
    return chosen.located(Path.cwd()), carried_out


def choose_played(target: str, what: Mapping[str, object]) -> Experiment:
    """Return the experiment whose games are looked at; the target may also be the folder of a run.

    what: fields of Experiment, as for `choose`. Raises DataError.
    """
    if manifest.is_in(Path(target)):
        return choose(None, what, {"out": Path(target)}, resume=True)[0]
    return choose(target, what, {})[0]


def changed_since(target: str, tables_hash: str) -> list[str]:
    """Return what has changed since the run was played whose folder a target is, none for others."""
    return run.changed_since(Path(target), tables_hash) if manifest.is_in(Path(target)) else []


def _named(target: str | None, out: object, resume: bool) -> tuple[Experiment, Execution]:
    """Return the experiment and the execution of the target alone."""
    if target is None:
        if not (resume and out):
            raise DataError(f"name what to play: {TARGET_HELP}; or a run to resume: --resume --out DIR")
        return run.resumed_experiment(Path(str(out))), Execution()
    game, slash, scenario = target.partition("/")
    if target.endswith(FILE_SUFFIX) and game not in games.names():
        return load(find(Path(target)))
    if not (slash and scenario):
        asked = [games.get(game)] if slash else games.playable()[0]
        known = [f"{each.name}/{one}" for each in asked for one in each.scenarios()]
        near = next((name for name in known if name.endswith(f"/{target}")), None) or nearest(target, known)
        raise DataError(f"{target!r} is not a target: {TARGET_HELP}", suggestion=near)
    return Experiment(game=game, scenario=scenario), Execution()


def choose_tables(
    targets: Sequence[str],
    what: Mapping[str, object],
    how: Mapping[str, object],
    *,
    default_games: int,
) -> tuple[list[Experiment], Execution]:
    """Return an experiment for each target, and the execution, that of the first one.

    targets: as for `choose`, each with words SEAT=DECK after it if it has decks of its own. what, how: as for
    `choose`, for all targets. Raises DataError, also if files set different games or seeds.
    """
    found: list[tuple[Experiment, Execution]] = []
    for text in targets:
        target, *words = _DECK_WORD.split(text.strip())
        decks = {**what.get("decks", {}), **pairs("--deck", words)}
        found.append(choose(target, {**what, "decks": decks}, how, default_games=default_games))
    for name, what_it_is in _ALIKE.items():
        values = sorted({getattr(each, name) for each, _ in found})
        if len(values) > 1:
            listed = " and ".join(f"{value:,}" for value in values)
            raise DataError(f"the targets set different {what_it_is}, {listed}: give --{name}")
    return [each for each, _ in found], found[0][1]


def execution(how: Mapping[str, object]) -> Execution:
    """Return the execution from options alone. how: fields of Execution. Raises DataError."""
    return from_options(Execution, {name: value for name, value in how.items() if value is not None})


def nothing_but(what: Mapping[str, object], allowed: Collection[str], why: str) -> None:
    """Raise DataError if an option that is not allowed says what is played. why: shown to the user."""
    for name, value in what.items():
        if value not in (None, {}) and name not in allowed:
            raise DataError(f"--{name.removesuffix('s') if name != 'seed' else name} cannot be given: {why}")


def names(text: str | None) -> list[str]:
    """Return the names of a list such as "gimli,legolas"."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def counts(option: str, text: str) -> list[int]:
    """Return the whole numbers of a list such as "50,200", without zeros; raises DataError."""
    given = names(text)
    if not given or not all(name.isdecimal() for name in given):
        raise DataError(f"{option} {text!r}: write whole numbers, such as 50,200")
    return [int(name) for name in given if int(name)]


def chosen(option: str, text: str, valid: Sequence[str]) -> list[str]:
    """Return the names of a list, each one of `valid`, in the order of `valid`; raises DataError."""
    given = names(text)
    for name in given:
        if name not in valid:
            raise DataError(
                f"{option} {name!r} is not one of {', '.join(valid)}", suggestion=nearest(name, valid)
            )
    if not given:
        raise DataError(f"{option} needs one or more of {', '.join(valid)}")
    return [name for name in valid if name in given]


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


def share(option: str, text: str) -> float:
    """Return the share, above 0 and below 1, of a text such as "0.5%" or "0.005"; raises DataError."""
    value = _fraction(text)
    if not 0 < value < 1:
        raise DataError(f"{option} {text!r}: write a share such as 0.5% or 0.005")
    return value


def change(option: str, text: str) -> float:
    """Return the change of a share, between -1 and 1, of a text such as "-2%" or "0"; raises DataError."""
    value = _fraction(text)
    if not -1 < value < 1:
        raise DataError(f"{option} {text!r}: write a change such as 0, 2% or -2%")
    return value


def _fraction(text: str) -> float:
    """Return the number of a text such as "0.5%" or "0.005"; NaN if it is none."""
    number = text.strip()
    try:
        return float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except ValueError:
        return math.nan


def band(option: str, text: str) -> tuple[float, float]:
    """Return the two shares of a text such as "45-55%"; raises DataError."""
    low, dash, high = text.replace("\N{EN DASH}", "-").partition("-")
    if not dash:
        raise DataError(f"{option} {text!r}: write two shares such as 45-55%")
    if high.strip().endswith("%") and not low.strip().endswith("%"):
        low += "%"
    edges = share(option, low), share(option, high)
    if edges[0] >= edges[1]:
        raise DataError(f"{option} {text!r}: write the smaller share first, such as 45-55%")
    return edges
