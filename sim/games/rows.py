"""A game whose data are rows of a few kinds: they are read, listed and varied without further code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, Field

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.loading import Merged, book_of, data_version, merged
from mazarbul.sim.data.model import Apart, Id, Model, Name
from mazarbul.sim.data.nodes import Node, build
from mazarbul.sim.data.printed import Printed
from mazarbul.sim.data.tables import Tables
from mazarbul.sim.data.values import scenario_table, tables_of
from mazarbul.sim.data.variants import Subject, Variant, number_variants
from mazarbul.sim.engine.fields import Field as BitField
from mazarbul.sim.engine.records import empty_record, frozen
from mazarbul.sim.games.content import Content


class Seat(Model):
    """A seat. side: whose it is."""

    id: Id
    name: Name
    side: str


class Scenario(Model):
    """A scenario; a game's own has more keys. seats: in their order, the first of each side names it."""

    id: Id
    title: Name
    summary: str = ""
    seats: Annotated[tuple[Seat, ...], Apart, Field(alias="seat")]


@dataclass(frozen=True)
class Rows:
    """Everything that a scenario needs, checked. rows: kind -> id -> row."""

    rows: Mapping[str, Mapping[str, Any]]
    scenario: Any
    switches: Mapping[str, object]
    version: str

    def seat_of(self, row: Any) -> str:
        """Return the id of the seat that a row belongs to: the only one of its side, else ""."""
        own = [seat.id for seat in self.scenario.seats if seat.side == getattr(row, "side", None)]
        return own[0] if len(own) == 1 else ""


def content_of_rows(
    game: str,
    folder: Path,
    sides: Sequence[str],
    models: Mapping[str, type[BaseModel]],
    scenario_model: type[Scenario],
    check: Callable[[Rows, Merged], None],
    tables: np.dtype,
    fill: Callable[[Any, Rows], None],
    *,
    fields: Mapping[str, Iterable[BitField]],
    numbers: Mapping[str, Mapping[str, int]],
) -> Content:
    """Return what a game is made from, if its data are no more than rows.

    folder: of its data, as of `mazarbul.sim.data.loading.book_of`, with `records.toml`. sides: the side of
    each seat. models: kind of row -> the model of one, perhaps with a `side`. check(data, given): raise
    DataError for what no single row can say. tables, fill(record, data): the type of the record that kernels
    read, and what fills one. fields: family of records -> its bit fields; the family of a kind is the kind
    with an s. numbers: kind -> number of a row that may be one higher or lower -> the highest there is.
    """

    @cache
    def printed() -> Book:
        return book_of(folder, *models)

    def load(scenario: str | Path, **given: Any) -> Rows:
        return checked(merged(printed(), scenario, **given))

    def checked(given: Merged) -> Rows:
        rows = {kind: given.models(models[kind], kind) for kind in models}
        given.mistakes.check()
        scenario = build(scenario_model, given.scenario, "scenario")
        _check_seats(scenario, given.scenario, sides)
        data = Rows(rows, scenario, dict(given.switches), data_version(folder))
        check(data, given)
        return data

    def make_tables(data: Rows) -> Tables[Rows]:
        record = empty_record(tables)
        fill(record, data)
        return Tables(frozen(record), data)

    def variants(data: Rows) -> list[Variant]:
        found = (_variants(data, kind, known) for kind, known in numbers.items())
        return [variant for each in found for variant in each]

    return Content(
        game=game,
        printed=Printed({**models, "scenario": scenario_model, "seat": Seat}, printed),
        load=load,
        tables=make_tables,
        catalogue=_catalogue,
        records=folder / "records.toml",
        fields=fields,
        values=_values,
        variants=variants,
    )


def _check_seats(scenario: Scenario, node: Node, sides: Sequence[str]) -> None:
    """Check that each side has its seats, in their order."""
    if len(scenario.seats) != len(sides):
        raise node.find(("seat",)).error(f"there are {len(sides)} seats, not {len(scenario.seats)}")
    for i, (seat, side) in enumerate(zip(scenario.seats, sides, strict=True)):
        if seat.side != side:
            raise node.find(("seat", i, "side")).error(f"the side of seat {i + 1} is '{side}'")


def _values(data: Rows) -> dict[str, object]:
    """Return everything that an overlay can change."""
    rows = {kind: tables_of(rows) for kind, rows in data.rows.items()}
    return {**rows, "scenario": scenario_table(data.scenario), "switches": dict(data.switches)}


def _catalogue(tables: Tables[Rows]) -> dict[str, Any]:
    """Return the sides, named after the first seat of each, the seats, and the rows in their order."""
    data, sides = tables.data, dict[str, dict[str, str]]()
    for seat in data.scenario.seats:
        sides.setdefault(seat.side, {"id": seat.side, "name": seat.name})
    families = {
        f"{kind}s": [
            row.model_dump() | {"index": i, "column": row.id, "copy": 1} | _owner(data, row)
            for i, row in enumerate(rows.values())
        ]
        for kind, rows in data.rows.items()
    }
    seats = [seat.model_dump() | {"deck": seat.side} for seat in data.scenario.seats]
    return {"sides": list(sides.values()), "seats": seats, **families}


def _owner(data: Rows, row: Any) -> dict[str, Any]:
    """Return whose a row is; its side's rows are one deck."""
    side = getattr(row, "side", "")
    return {"seat": data.seat_of(row), "side": side, "deck": side}


def _variants(data: Rows, kind: str, most: Mapping[str, int]) -> Iterator[Variant]:
    """Yield the variants of the rows of a kind. most: number -> the highest there is."""
    words = {name: name.replace("_", " ") for name in most}
    for row in data.rows[kind].values():
        numbers = {name: getattr(row, name) for name in most}
        subject = Subject(
            kind=kind, table=kind, row=row.id, name=row.name, id=row.id, facts={}, blanks={}, numbers=numbers,
            **_owner(data, row),
        )  # fmt: skip
        for variant in number_variants(subject, words, max(most.values())):
            if variant.now is not None and variant.now <= most[variant.field]:
                yield variant
