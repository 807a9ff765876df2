"""Knobs: what may be changed in a game to reach balance, how far, and what each step costs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from mazarbul.sim import games
from mazarbul.sim.data.model import Name
from mazarbul.sim.data.overlays import overlay_at
from mazarbul.sim.games.contract import HasValues, able
from mazarbul.sim.runner.experiment import Experiment, validated
from mazarbul.sim.toml import DataError, Document

Value = bool | int | str
MOST_VALUES = 1_000


class Knob(BaseModel):
    """One thing that may be changed. path: a dotted place in an overlay, such as scenario.seat.saruman.draw.

    Either values, in the order of the steps between them, or low and high (whole numbers, both included).
    cost: of each step away from the printed value. name: for readers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    path: str
    name: Name = ""
    values: Annotated[tuple[Value, ...], Field(strict=False)] = ()
    low: int | None = None
    high: int | None = None
    cost: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1.0

    @property
    def title(self) -> str:
        """Its name, or its path."""
        return self.name or self.path


class KnobFile(BaseModel):
    """The contents of a file of knobs."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    knob: Annotated[tuple[Knob, ...], Field(strict=False, min_length=1)]


class Setting:
    """A knob in a game: its values, and the index of the printed one."""

    def __init__(self, knob: Knob, choices: tuple[Value, ...], printed: Value) -> None:
        self.knob = knob
        self.choices = choices
        self.printed = printed

    def cost(self, i: int) -> float:
        """Return the cost of the value with index i: its steps from the printed one times the knob's cost."""
        return abs(i - self.choices.index(self.printed)) * self.knob.cost

    def words(self, i: int) -> str:
        """Return the change in words, "" for none."""
        value = self.choices[i]
        return (
            "" if value == self.printed else f"{self.knob.title}: {self.printed} \N{RIGHTWARDS ARROW} {value}"
        )

    def overlay(self, i: int) -> dict[str, Any]:
        """Return the overlay that sets it to the value with index i."""
        return overlay_at(self.knob.path, self.choices[i])


def load_knobs(path: Path, experiment: Experiment) -> list[Setting]:
    """Read a file of knobs and find their printed values in a game.

    Raises DataError, with file and line, for a mistake in the file, a path that the game does not have, or
    a knob that leaves no choice.
    """
    document = Document.load(path)
    found = validated(KnobFile, dict(document.data), document, ())
    settings = []
    for i, knob in enumerate(found.knob):
        settings.append(_setting(knob, i, document, experiment))
        if any(other.knob.path == knob.path for other in settings[:-1]):
            raise document.error(("knob", i, "path"), f"there are two knobs for {knob.path}")
        if any(other.knob.title == knob.title for other in settings[:-1]):
            raise document.error(("knob", i, "name"), f"there are two knobs with the name {knob.title!r}")
    return settings


def _setting(knob: Knob, i: int, document: Document, experiment: Experiment) -> Setting:
    game = games.get(experiment.game)

    def value_with(*put: Any) -> Any:
        """Return the value at the knob's path, after setting it to another value if one is given."""
        overlays = [overlay_at(knob.path, value) for value in put]
        made_with = experiment.made_with() | {"overlay": (*experiment.overlay, *overlays)}
        return able(game, HasValues).value(knob.path, experiment.scenario, **made_with)

    try:
        printed = value_with()
    except DataError as error:
        raise document.error(("knob", i, "path"), error.message, error.suggestion) from None
    if bool(knob.values) == (knob.low is not None or knob.high is not None):
        raise document.error(("knob", i), "a knob must have either 'values', or 'low' and 'high'")
    values = knob.values
    if not values:
        if knob.low is None or knob.high is None or knob.low >= knob.high:
            raise document.error(("knob", i), "'low' and 'high' must be whole numbers, the smaller one first")
        if knob.high - knob.low >= MOST_VALUES:
            raise document.error(("knob", i), f"a knob has at most {MOST_VALUES:,} values")
        values = tuple(range(knob.low, knob.high + 1))
    if printed not in values:
        raise document.error(
            ("knob", i),
            f"the values of {knob.path} must contain {printed!r}, its value without a change",
        )
    if len(set(values)) < max(len(values), 2):
        raise document.error(("knob", i), f"{knob.path} needs two or more different values")
    for value in knob.values or (knob.low, knob.high):
        try:
            value_with(value)
        except DataError as error:
            raise document.error(("knob", i), f"{knob.path} cannot be {value!r}: {error.message}") from None
    return Setting(knob, values, printed)
