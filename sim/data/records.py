"""What a game declares about its records: its `records.toml`, checked and read into a catalogue.

docs/adding-a-game.md explains how to write it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazarbul.formats.declared import KEY, Declared
from mazarbul.sim.data.nodes import Node, build
from mazarbul.sim.engine.fields import Field, described


def declaration(path: Path, fields: Mapping[str, Iterable[Field]]) -> dict[str, Any]:
    """Return what a file declares, as the part of a catalogue. fields: family -> its bit fields.

    Raises DataError with the place of everything that is no part of `mazarbul.formats.declared.Declared`.
    """
    node = Node.load(path)
    families = node.table().get("families", Node.of([], None))
    rows = [_with_fields(family, fields) for family in families.rows()]
    whole = replace(node, value=node.table() | {"families": replace(families, value=rows)})
    declared = build(Declared, whole, "records")
    for name in fields.keys() - {family.id for family in declared.families}:
        raise node.error(f"the family '{name}' is recorded, but not declared")
    return {KEY: declared.model_dump(mode="json", exclude_unset=True)}


def _with_fields(family: Node, fields: Mapping[str, Iterable[Field]]) -> Node:
    """Return the node of a family with its bit fields."""
    name = family.find(("id",)).value
    if not isinstance(name, str) or name not in fields:
        return family
    own = Node.of(described(fields[name]), family.document, family.path)
    return replace(family, value=family.table() | {"fields": own})
