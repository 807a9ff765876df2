"""What a game with TOML data is made from, declared in one place, and how a set-up is made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazarbul.sim.data.printed import Printed
from mazarbul.sim.data.records import declaration
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.data.tables import Tables
from mazarbul.sim.data.variants import Variant
from mazarbul.sim.engine.fields import Field
from mazarbul.sim.games.contract import Swap


@dataclass(frozen=True)
class Content:
    """What a game is made from, and what it makes of that; each part a function or a table of the game.

    game: its name. printed: the game as printed. load(scenario, **given): read, merge and check everything
    that a scenario needs; the result has a `scenario` with `id`, `title` and perhaps `noun` (how a sentence
    calls it), `switches` and `version`.
    tables(data): the `Tables` of it. catalogue(tables): the entries of a set-up's catalogue, JSON types only:
    sides, seats, and a list for each family of records. records: the file that declares these. fields: family
    -> its bit fields. values(data): everything that an overlay can change, as nested tables. variants(data):
    every variant of the things in play.

    in_play(tables): the rows that bots learn about, by their kind. swaps(data, seat): every exchange of one
    card of a seat's deck that its deck rules allow. value_words: names of values and kinds of rows whose ids
    say too little: dotted path in a row -> name.
    """

    game: str
    printed: Printed
    load: Callable[..., Any]
    tables: Callable[[Any], Tables[Any]]
    catalogue: Callable[[Any], dict[str, Any]]
    records: Path
    fields: Mapping[str, Iterable[Field]]
    values: Callable[[Any], Mapping[str, object]]
    variants: Callable[[Any], list[Variant]]
    in_play: Callable[[Any], Mapping[str, Iterable[Any]]] = lambda _tables: {}
    swaps: Callable[[Any, str], list[Swap]] = lambda _data, _seat: []
    value_words: Mapping[str, str] = field(default_factory=dict)

    def setup(self, tables: Tables[Any]) -> Setup:
        """Make a scenario's tables ready to play."""
        data, switches = tables.data, dict(tables.data.switches)
        about = {"scenario": data.scenario.id, "title": data.scenario.title}
        noun = getattr(data.scenario, "noun", None)
        named = about if noun is None else about | {"noun": noun}
        catalogue = {"game": self.game, **named, "data_version": data.version, **self.catalogue(tables)}
        seats = catalogue["seats"]
        return Setup(
            game=self.game,
            **about,
            tables=tables.record,
            tables_hash=tables.tables_hash(),
            seats=tuple(seat["id"] for seat in seats),
            seat_sides=tuple(seat["side"] for seat in seats),
            switches=switches,
            catalogue=catalogue | {"switches": dict(switches)} | declaration(self.records, self.fields),
            changed=self.printed.changed(self.in_play(tables)),
            data=data,
        )
