"""Values of data files that remember where they were written, and how they are merged.

A `Node` tree mirrors what a TOML file says. Merging keeps every value's own origin, so that a
mistake found after merging ten files is still reported at its own line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from mazarbul.sim.data.model import model_in, text_keys
from mazarbul.sim.toml import DataError, Document, Source, nearest, together

M = TypeVar("M", bound=BaseModel)
Loc = tuple[str | int, ...]


@dataclass(frozen=True)
class Node:
    """A value and its origin.

    value: dict of nodes, list of nodes, or a plain value. document: the file it is in, None for data
    without a file; then `file` names it in errors. path: the place in that document.
    """

    value: object
    document: Document | None
    path: Loc = ()
    file: str = ""

    @classmethod
    def of(cls, value: object, document: Document | None, path: Loc = (), file: str = "") -> Node:
        """Wrap plain nested data, every part of it."""
        if isinstance(value, Mapping):
            value = {str(key): cls.of(part, document, (*path, key), file) for key, part in value.items()}
        elif isinstance(value, list | tuple):
            value = [cls.of(part, document, (*path, i), file) for i, part in enumerate(value)]
        return cls(value, document, path, file)

    @classmethod
    def load(cls, path: str | Path) -> Node:
        """Read a TOML file; raises DataError if it cannot be read."""
        document = Document.load(path)
        return cls.of(document.data, document)

    def error(
        self, message: str, at: Loc = (), *, key: bool = False, suggestion: str | None = None
    ) -> DataError:
        """Return (not raise) a DataError placed at this value or its part `at`, or with `key` at the key."""
        if at:
            return self.find(at).error(message, key=key, suggestion=suggestion)
        if self.document is not None:
            return self.document.error(self.path, message, suggestion, key=key)
        place = " ".join(part for part in (self.file, ".".join(map(str, self.path))) if part)
        return DataError(message, place or None, suggestion=suggestion)

    def table(self) -> dict[str, Node]:
        """Return the parts of a table; raises DataError if this is not a table."""
        if not isinstance(self.value, dict):
            raise self.error("a table is expected here")
        return self.value

    def rows(self) -> list[Node]:
        """Return the parts of a list; raises DataError if this is not a list."""
        if not isinstance(self.value, list):
            raise self.error("a list is expected here")
        return self.value

    def entries(self, key: str) -> list[tuple[str, Node]]:
        """Return the words at a key, of a table or of a list of texts, with their places; none if faulty."""
        part = self.value.get(key) if isinstance(self.value, dict) else None
        value = part.value if part is not None else ()
        if isinstance(value, dict):
            return list(value.items())
        each = value if isinstance(value, list) else []
        return [(node.value, node) for node in each if isinstance(node.value, str)]

    def find(self, loc: Iterable[str | int]) -> Node:
        """Return the part at `loc`, or its nearest existing parent."""
        node = self
        for step in loc:
            if isinstance(node.value, dict) and step in node.value:
                node = node.value[str(step)]
            elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
            else:
                break
        return node

    def unknown(
        self, kind: str, word: object, words: Iterable[str], *, key: bool = False, note: str = ""
    ) -> DataError:
        """Return the error for a word that should be one of `words`; `note` is added to the message."""
        known = sorted(words)
        guess = nearest(str(word), known)
        listing = "" if guess or len(known) > 12 else f"; known: {', '.join(known)}"
        return self.error(f"unknown {kind} '{word}'{listing}{note}", key=key, suggestion=guess)

    def plain(self, texts: Collection[str] = (), key: str | None = None) -> object:
        """Return nested dicts and tuples, with every text at one of the keys `texts` as a `Source`."""
        if isinstance(self.value, dict):
            return {name: part.plain(texts, name) for name, part in self.value.items()}
        if isinstance(self.value, list):
            return tuple(part.plain(texts, key) for part in self.value)
        if key in texts and isinstance(self.value, str):
            return self._source(self.value)
        return self.value

    def _source(self, text: str) -> Source:
        if self.document is not None:
            return self.document.source(self.path)
        return Source(text, " ".join((self.file, ".".join(map(str, self.path)))))


def merge(base: Node, change: Node) -> Node:
    """Lay `change` over `base`: tables key by key, everything else replaced. Origins are kept."""
    if not (isinstance(base.value, dict) and isinstance(change.value, dict)):
        return change
    merged = dict(base.value)
    for key, part in change.value.items():
        merged[key] = merge(merged[key], part) if key in merged else part
    return replace(base, value=merged)


def build(model: type[M], node: Node, what: str) -> M:
    """Make a model from a node; raises a DataError with every part that does not fit, at its place.

    The keys that `model` declares as `Text` become texts of the effect language, with their places.
    what: the name of the whole in errors, e.g. "card 'halbarad'".
    """
    try:
        return model.model_validate(node.plain(text_keys(model)))
    except ValidationError as error:
        raise together(_translated(model, node, what, error.errors())) from None


def _translated(model: type[BaseModel], node: Node, what: str, faults: Iterable[Any]) -> Iterator[DataError]:
    """Yield the complaints of pydantic in the words of this project, one for each place."""
    known = set()
    for fault in faults:
        # pydantic complains of a value once for every type that it may have
        lacks = fault["loc"][-1] if fault["type"] == "missing" else None
        place = (node.find(fault["loc"]).path, lacks)
        if place not in known:
            known.add(place)
            yield _translate(model, node, what, fault)


def _translate(model: type[BaseModel], node: Node, what: str, fault: dict) -> DataError:
    """Turn a complaint of pydantic into a DataError in the words of this project."""
    kind, loc = fault["type"], tuple(fault["loc"])
    place, key = node.find(loc), next((step for step in reversed(loc) if isinstance(step, str)), "")
    if kind == "missing":
        return place.error(f"{what} lacks '{key}'")
    if kind == "extra_forbidden":
        return place.unknown("key", key, keys_at(model, loc[:-1]), key=True)
    if kind == "literal_error":
        words = [word.strip().strip("'") for word in fault["ctx"]["expected"].replace(" or ", ",").split(",")]
        if not isinstance(fault["input"], str):
            return place.error(f"one of {', '.join(words)} is expected for '{key}' of {what}")
        return place.unknown(f"value of '{key}':", fault["input"], words)
    if kind == "too_long":
        limits = fault["ctx"]
        return place.error(
            f"'{key}' of {what} has {limits['actual_length']} entries, at most {limits['max_length']} fit"
        )
    if kind == "too_short":
        return place.error(f"'{key}' of {what} has {fault['ctx']['actual_length']} entries, it needs more")
    wanted = _WANTED.get(kind)
    if wanted is None:
        wanted = fault["msg"][:1].lower() + fault["msg"][1:]
        return place.error(f"'{key}' of {what}: {wanted}")
    return place.error(f"{wanted} is expected for '{key}' of {what}")


_WANTED = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "a string",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "is_instance_of": "a text in the effect language",
    "string_pattern_mismatch": "a word of small letters, digits and underscores",
}


def keys_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """Return the keys that the model at `loc` inside `model` knows."""
    for step in loc:
        if isinstance(step, str):
            fields = {field.alias or name: field for name, field in model.model_fields.items()}
            model = (model_in(fields[step].annotation) if step in fields else None) or model
    return [field.alias or name for name, field in model.model_fields.items()]
