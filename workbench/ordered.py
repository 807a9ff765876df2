"""What may be asked of the runner: each order becomes a command that works as well on the command line."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, ValidationError

from mazarbul.formats.plain import toml
from mazarbul.sim.runner.experiment import KNOBS, Experiment, prepare, shipped
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.toml import DataError
from mazarbul.studies.swap import offered
from mazarbul.workbench.asked import NAME, TOML, Word, inside
from mazarbul.workbench.drafts import Text, laid
from mazarbul.workbench.setting import Setting
from mazarbul.workbench.works import WORKS, Work, new

RUNS = "runs"
CHUNK = 200  # games between two looks at a change
MOST_GAMES = 10_000_000
EXPERIMENT, CHANGE, OTHER = "experiment", "change", "other"  # names of files

Kind = Literal["balance", "whatif", "cards", "ablate", "swap", "tune"]
TITLES: dict[Kind, str] = {
    "balance": "Is it balanced?",
    "whatif": "What does it do?",
    "cards": "Which cards are too strong?",
    "ablate": "What is each card worth?",
    "swap": "Which card to exchange?",
    "tune": "The smallest change",
}
Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]
Percent = Annotated[float, Field(ge=0.05, le=50)]
Called = Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f<>]*$")]


class Order(Setting):
    """A work to be done.

    kind: of the work. For whatif, change: what is to be tried, as TOML, and named: what it is called; other,
    other_named: a draft that it is compared with, "" for the game as it is; precision: percentage points,
    else games. seat: whose deck, for swap. knobs: what may change, side, target: for tune.
    """

    kind: Kind
    change: Text = ""
    named: Called = ""
    other: Text = ""
    other_named: Called = ""
    games: Games | None = None
    precision: Percent | None = None
    seat: Word | None = None
    knobs: Word | None = None
    side: Word | None = None
    target: Annotated[float, Field(ge=1, le=99)] | None = None


def ordered(order: Order, folder: Path, allowed: tuple[str, ...]) -> tuple[str, Work]:
    """Return an order as a work, and the work's name. Raises DataError for what cannot be played.

    folder: of the workbench. allowed: bots from the command line.
    """
    experiment = order.experiment(folder, allowed)
    title = prepare(experiment)[1].title
    if order.kind == "whatif":
        laid(experiment, order.change, order.other)
    if order.kind == "swap":
        offered(experiment, order.seat)
    called = order.named if NAME.fullmatch(order.named) else order.scenario
    name = f"{order.kind} {called[:40].strip()} {secrets.token_hex(3)}"
    words = command(name, order, folder)
    work = new(order.kind, f"{title}: {_question(order)}", words, out_of(name), order.model_dump())
    return name, work


def _question(order: Order) -> str:
    """Return what an order asks: "What does weak Saruman do against another draft?"."""
    asked = TITLES[order.kind].replace("does it", f"does {order.named or 'it'}")
    return f"{asked[:-1]} against {order.other_named or 'another draft'}?" if order.other else asked


def out_of(name: str) -> str:
    """Return the folder that a work writes to."""
    return f"{RUNS}/{name.replace(' ', '-')}"


def command(name: str, order: Order, folder: Path) -> list[str]:
    """Return the command of a work. Raises DataError for a file that may not be named."""
    place = folder / WORKS / name
    target = str(place / f"{EXPERIMENT}{TOML}")
    return [order.kind, target, *_words(order, place, folder), "--resume", "--out", out_of(name)]


def begun(name: str, work: Work, folder: Path, allowed: tuple[str, ...]) -> list[str]:
    """Write what a work is asked with and return its command, both from its order, checked once more.

    Raises DataError for an order that the browser could not give.
    """
    try:
        order = Order.model_validate(work.asked)
    except ValidationError:
        raise DataError("this work was not asked for here, or by another version of the program") from None
    experiment, place = order.experiment(folder, allowed), folder / WORKS / name
    if order.kind == "whatif":
        laid(experiment, order.change, order.other)
        for file, text in _drafts(order).items():
            write_whole(place / file, text.encode())
    write_whole(place / f"{EXPERIMENT}{TOML}", _written(experiment).encode())
    return command(name, order, folder)


def _written(experiment: Experiment) -> str:
    """Return an experiment as its file."""
    fields = experiment.model_dump(mode="json", exclude_defaults=True)
    rows = {key: value for key, value in fields.items() if value not in ({}, [], ())}
    return toml(rows)


def _drafts(order: Order) -> dict[str, str]:
    """Return the files of the drafts, with names that reports can show, and their texts; the change first."""
    drafts = [(order.named, order.change, CHANGE), (order.other_named, order.other, OTHER)]
    found: dict[str, str] = {}
    for named, text, usual in drafts if order.other else drafts[:1]:
        is_fit = NAME.fullmatch(named) and named not in (EXPERIMENT, OTHER) and f"{named}{TOML}" not in found
        found[f"{named if is_fit else usual}{TOML}"] = text
    return found


def _words(order: Order, place: Path, folder: Path) -> Iterator[str]:
    """Yield what an order says besides what is played. place: of its files."""
    if order.games is not None:
        yield from ("--games", str(order.games))
    if order.kind == "whatif":
        for option, file in zip(("--overlay", "--against"), _drafts(order), strict=False):
            yield from (option, str(place / file))
        yield from ("--chunk", str(CHUNK))
        if order.precision is not None:
            yield from ("--precision", f"{order.precision:g}%")
    if order.kind == "ablate":
        yield from ("--change", "blank")
    if order.kind == "swap" and order.seat is not None:
        yield f"--seat={order.seat}"
    if order.kind == "tune":
        yield f"--knobs={_knobs(order, folder)}"
        if order.side is not None:
            yield f"--side={order.side}"
        if order.target is not None:
            yield from ("--target", f"{order.target:g}%")


def _knobs(order: Order, folder: Path) -> str:
    if order.knobs is None:
        raise DataError("say which values may change: choose a file of knobs")
    return order.knobs if order.knobs in shipped(KNOBS) else str(inside(folder, order.knobs, TOML))
