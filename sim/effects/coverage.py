"""Checks that every part of a game that must know the words of its effects does know them.

A game lists its parts: the code that carries words out, that checks whether they are possible, that weighs
them. A part handles the words that its sources name, as in `OPERATION.DRAW`, and gives a reason for every
other word. The same holds for the names among the arguments of words, and for the events of a story.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.engine.declared import Numbers


@dataclass(frozen=True)
class Part:
    """A part of a game that must know all words of a space of codes.

    name: what it does, for messages. space: a sort of statements, or VALUES; with `codes` what
    sources call them. files: its Python sources. excused: word -> why the part need not name it.
    codes: a named tuple of other codes than those of words, such as events.
    """

    name: str
    space: str
    files: tuple[Path, ...]
    excused: Mapping[str, str] = field(default_factory=dict)
    codes: Numbers | None = None


def faults(vocabulary: Vocabulary, part: Part) -> list[str]:
    """Return the faults, one per line: words that a part forgets, and excuses that are not needed."""
    codes = vocabulary.codes(part.space) if part.codes is None else part.codes
    words = [name.lower() for name in codes._fields]
    named = {name.lower() for file in part.files for name in _named(file, part.space.upper())}
    where = f"{vocabulary.game}: {part.name}"
    found = [f"{where} forgets {word!r}" for word in words if word not in named | part.excused.keys()]
    found += [f"{where} excuses {word!r}, which it names" for word in part.excused if word in named]
    found += [f"{where} excuses {word!r}, which is not a word" for word in part.excused if word not in words]
    return found


def _named(file: Path, codes: str) -> Iterator[str]:
    """Yield X of every `codes.X` in a source, whether `codes` is imported or itself found in a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            of = node.value
            if codes == (of.id if isinstance(of, ast.Name) else getattr(of, "attr", "")):
                yield node.attr
