"""Writes the tables of docs/effects.md from the games' vocabularies.

`python -m sim.effects.document` rewrites the part of the page between its markers;
with `--check` it only says, by its exit status, whether the page is current.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sim.effects.context import usage
from sim.effects.vocabulary import (
    Alias,
    Attribute,
    Block,
    Choice,
    Flags,
    Parameter,
    Relation,
    Set,
    SetOr,
    SetWord,
    Statement,
    Type,
    Value,
    Vocabulary,
)

BEGIN = "<!-- begin: written by python -m sim.effects.document -->"
END = "<!-- end -->"
FEW_NAMES = 5  # this many names are listed where they are used; more are listed once

_PACKAGE = Path(__file__).parents[1]
PAGE = _PACKAGE.parent / "docs" / "effects.md"


def vocabularies() -> Iterator[Vocabulary]:
    """Yield the vocabulary of every game that has one, in the order of their ids."""
    for file in sorted((_PACKAGE / "games").glob("*/vocabulary.py")):
        yield importlib.import_module(f"sim.games.{file.parent.name}.vocabulary").VOCABULARY


def page_with(page: str, sections: Iterable[str]) -> str:
    """Return the page with the part between its markers replaced; ValueError if it has no markers."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks the markers {BEGIN!r} and {END!r}")
    return "\n\n".join([head + BEGIN, *sections, END + tail])


def section(vocabulary: Vocabulary) -> str:
    """Return the chapter on one game, in Markdown."""
    parts = [f"## {vocabulary.title}"]
    if vocabulary.fields:
        rows = [(f"`{f.name}`", kind_of(f.type) if f.type else "", f.help) for f in vocabulary.fields]
        parts += ["### Keys of an effect", _table(("key", "what it is", "meaning"), rows)]
    for sort, words in vocabulary.words.items():
        kind = "statements" if isinstance(next(iter(words.values())), Statement) else "values"
        rows = [(f"`{usage(w)}`", "; ".join(map(_parameter, w.parameters)), w.help) for w in words.values()]
        parts += [f"### {sort.capitalize()}s ({kind})", _table(("word", "arguments", "meaning"), rows)]
    for sort, set_words in vocabulary.sets.items():
        rows = [(f"`{_written(word)}`", _set_help(word)) for word in set_words.values()]
        parts += [f"### Sets of {sort}s", _table(("word", "meaning"), rows)]
    long = {kind.label: kind for kind in _named_kinds(vocabulary) if len(kind.names) > FEW_NAMES}
    if long:
        rows = [(label, _list(long[label].names)) for label in sorted(long)]
        parts += ["### Names", _table(("kind", "one of"), rows)]
    return "\n\n".join(parts)


def kind_of(kind: Type) -> str:
    """Return what an argument of a type is, in a few words."""
    match kind:
        case Choice() | Flags():
            joined = ", joined by `|`" if isinstance(kind, Flags) else ""
            if len(kind.names) > FEW_NAMES:
                return f"{kind.label}{joined}"
            return _list(kind.names) + joined
        case Value():
            return " or ".join([kind.sort, *(f"`{name}`" for name in kind.names)])
        case Set():
            return f"set of {kind.sort}s"
        case SetOr():
            return " or ".join([*(f"`{name}`" for name in kind.names), f"set of {kind.sort}s"])
        case Block():
            return f"one {kind.sort} or more"
    raise TypeError(f"{kind!r} is no type of argument")


def _parameter(parameter: Parameter) -> str:
    if isinstance(parameter.type, Block):
        return f"then {kind_of(parameter.type)}"
    return f"{parameter.name}: {kind_of(parameter.type)}"


def _written(word: SetWord) -> str:
    if isinstance(word, Attribute):
        return f"{word.name}(value, ...)"
    if isinstance(word, Relation):
        return f"{word.name}(set, number{'' if word.default is None else f'={word.default}'})"
    return word.name


def _set_help(word: SetWord) -> str:
    if isinstance(word, Alias):
        return f"{word.help}: `{word.text}`"
    values = word.values if isinstance(word, Attribute) else ()
    return f"{word.help}: {_list(values)}" if values else word.help


def _list(names: Iterable[object]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _named_kinds(vocabulary: Vocabulary) -> Iterator[Choice | Flags]:
    kinds = [p.type for word in vocabulary for p in word.parameters] + [f.type for f in vocabulary.fields]
    return (kind for kind in kinds if isinstance(kind, Choice | Flags))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def main(arguments: list[str] | None = None) -> int:
    """Rewrite or check the page; return the exit status."""
    summary = __doc__.splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m sim.effects.document", description=summary)
    parser.add_argument("--check", action="store_true", help="only check whether the page is current")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page, by default docs/effects.md")
    options = parser.parse_args(arguments)
    try:
        old = options.page.read_text(encoding="utf-8")
        new = page_with(old, map(section, vocabularies()))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{options.page}: {error}\n")
        return 2
    if options.check:
        if new != old:
            sys.stderr.write(f"{options.page} is not current; run python -m sim.effects.document\n")
        return int(new != old)
    options.page.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
