"""Rows of a game's data with one change: without their text, or with one of their numbers changed by one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from mazarbul.sim.data.overlays import overlay_at
from mazarbul.sim.data.values import written
from mazarbul.sim.effects.numbers import change_words, changed, numbers
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.toml import DataError, Source

BLANK, PLUS, MINUS = "blank", "plus", "minus"
PART = "part"  # a part of a blank, alone
#: Keys of a row that hold its texts: as printed, and as programs.
TEXTS = ("text", "effects")
STATIC = "static"  # of what holds at all times


@dataclass(frozen=True)
class Variant:
    """One change to a thing of a game: a part of it taken away, or one of its numbers changed by one.

    id: valid in a file name. subject, subject_kind, name: of the thing; its kind is one of those that the
    game declares as `subjects`. side, seat, deck: its owners, "" if none. facts: what else identifies it.
    kind: "blank", "plus", "minus" or "part". field: the dotted path of the number in the thing; for a blank
    or a part, what is taken away, "" for everything. label: the change in words. was, now: the number before
    and after, None for a blank. overlay: the change, to be laid over the base's own overlays. parts: of a
    blank of several parts, what each is called -> the overlay that takes away only it.
    """

    id: str
    subject: str
    subject_kind: str
    name: str
    side: str
    seat: str
    deck: str
    facts: Mapping[str, str]
    kind: str
    field: str
    label: str
    was: int | None
    now: int | None
    overlay: dict[str, Any]
    parts: Mapping[str, dict[str, Any]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Subject:
    """A row that variants are made from.

    kind: of the thing, as in a Variant. table: its kind of row in an overlay. row: its id there. name: its
    printed name. id: the first part of its variants' ids. side, seat, deck, facts: as in a Variant. numbers:
    dotted path -> number outside the text. blanks: part that can be taken away -> the keys that then differ;
    "" means everything. effects: the models of its effects.
    """

    kind: str
    table: str
    row: str
    name: str
    id: str
    side: str
    seat: str
    deck: str
    facts: Mapping[str, str]
    numbers: Mapping[str, int]
    blanks: Mapping[str, Mapping[str, object]]
    effects: tuple[BaseModel, ...] = dataclasses.field(default=())

    def variant(
        self,
        kind: str,
        label: str,
        rows: Mapping[str, object],
        *,
        field: str = "",
        place: str = "",
        was: int | None = None,
        now: int | None = None,
        parts: Mapping[str, dict[str, Any]] | None = None,
    ) -> Variant:
        """Return a variant. rows: what differs. place: its name in the id, `field` if ""."""
        return Variant(
            id=".".join(part for part in (self.id, place or field, kind) if part),
            subject=self.row,
            subject_kind=self.kind,
            name=self.name,
            side=self.side,
            seat=self.seat,
            deck=self.deck,
            facts=self.facts,
            kind=kind,
            field=field,
            label=label,
            was=was,
            now=now,
            overlay=self.laid(rows),
            parts=parts or {},
        )

    def laid(self, rows: Mapping[str, object]) -> dict[str, Any]:
        """Return the overlay in which some keys of the row differ."""
        return {self.table: {self.row: dict(rows)}}


def blank_variants(subject: Subject) -> Iterator[Variant]:
    """Yield the variants that lack something, one for each of the subject's blanks."""
    for name, rows in subject.blanks.items():
        label = f"{BLANK} {name}".strip()
        yield subject.variant(BLANK, label, rows, field=name, parts=dict(_parts(subject, rows)))


def _parts(subject: Subject, rows: Mapping[str, object]) -> list[tuple[str, dict[str, Any]]]:
    """Return the parts that a blank takes away, with the overlay that takes away only it; [] for one alone.

    rows: what differs in the blank. Every text is a part, and so is what it has besides the texts.
    """
    found = [
        (_words(key), subject.laid({key: value}))
        for key, value in rows.items()
        if key not in TEXTS and (not isinstance(value, Mapping) or _has_numbers(subject, key))
        if not isinstance(value, bool)
    ]
    if TEXTS[-1] in rows:
        effects = [written(effect) for effect in subject.effects]
        names = [_called(effect) for effect in effects] if len(effects) > 1 else ["text"] * len(effects)
        for i, name in enumerate(names):
            which = f" {names[: i + 1].count(name)}" if names.count(name) > 1 else ""
            rest = [*effects[:i], *effects[i + 1 :]] or rows[TEXTS[-1]]
            found.append((name + which, subject.laid({TEXTS[-1]: rest})))
    return found if len(found) > 1 else []


def _called(effect: Mapping[str, object]) -> str:
    """Return what an effect is called among several: when it happens, or what it does at all times."""
    verb = re.match(r"\w+", str(effect.get("do", "")))
    if effect.get("on") == STATIC and verb:
        return f'text "{_words(verb[0])}"'
    return f"{_words(effect.get('on', ''))} text".strip()


def _has_numbers(subject: Subject, key: str) -> bool:
    return any(name.startswith(f"{key}.") for name in subject.numbers)


def _words(identifier: object) -> str:
    return str(identifier).replace("_", " ")


def number_variants(subject: Subject, words: Mapping[str, str], most: int) -> Iterator[Variant]:
    """Yield the variants of the numbers outside the text.

    words: dotted path -> name of the number. most: the highest number that the data allows.
    """
    for place, was in subject.numbers.items():
        for kind, now in _steps(was):
            if now <= most:
                label = f"{words[place]} {was} -> {now}"
                yield subject.variant(kind, label, overlay_at(place, now), field=place, was=was, now=now)


def text_variants(
    subject: Subject,
    vocabulary: Vocabulary,
    keys: tuple[str, ...],
    check: Callable[[Subject, Mapping[str, object], str], None],
) -> Iterator[Variant]:
    """Yield the variants of the numbers in its effects' texts.

    keys: those whose texts compute with numbers. check: raises DataError if an effect, given as an overlay
    writes it, has an invalid text at a key; that variant is left out.
    """
    effects = [written(effect) for effect in subject.effects]
    for i, key in ((i, key) for i, effect in enumerate(effects) for key in keys if key in effect):
        text, place = str(effects[i][key]), f"effects.{i}.{key}"
        found = numbers(Source(text), vocabulary)
        for n, number in enumerate(found, 1):
            own_place = f"{place}.{n}" if len(found) > 1 else place
            for kind, now in _steps(number.value):
                effect = effects[i] | {key: changed(text, number, now)}
                try:
                    check(subject, effect, key)
                except DataError:
                    continue
                rows = {"effects": [*effects[:i], effect, *effects[i + 1 :]]}
                yield subject.variant(
                    kind,
                    change_words(found, number, now, vocabulary),
                    rows,
                    field=place,
                    place=own_place,
                    was=number.value,
                    now=now,
                )


def _steps(was: int) -> Iterator[tuple[str, int]]:
    """Yield each kind of change with the new number; no number becomes negative."""
    yield PLUS, was + 1
    if was != 0:
        yield MINUS, was - 1
