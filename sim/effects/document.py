"""The tables of docs/effects.md, made from a vocabulary; `mazarbul.sim.games.document` writes the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mazarbul.sim.effects.context import plural, usage
from mazarbul.sim.effects.vocabulary import (
    Alias,
    Attribute,
    Block,
    Choice,
    Flags,
    Live,
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

BEGIN = "<!-- begin: written by python -m mazarbul.sim.games.document -->"
END = "<!-- end -->"
FEW_NAMES = 5  # this many names are listed where they are used; more are listed once


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
        rows: list[tuple[str, ...]] = [
            (f"`{f.name}`", kind_of(f.type) if f.type else "", f.help) for f in vocabulary.fields
        ]
        parts += ["### Keys of an effect", table(("key", "what it is", "meaning"), rows)]
    for sort, words in vocabulary.words.items():
        kind = "statements" if isinstance(next(iter(words.values())), Statement) else "values"
        rows = [(f"`{usage(w)}`", "; ".join(map(_parameter, w.parameters)), w.help) for w in words.values()]
        parts += [f"### {sort.capitalize()}s ({kind})", table(("word", "arguments", "meaning"), rows)]
    for sort, set_words in vocabulary.sets.items():
        rows = [(f"`{_written(word)}`", _set_help(word)) for word in set_words.values()]
        parts += [f"### Sets of {plural(sort)}", table(("word", "meaning"), rows)]
    long = {kind.label: kind for kind in _named_kinds(vocabulary) if len(kind.names) > FEW_NAMES}
    if long:
        rows = [(label, _list(long[label].names)) for label in sorted(long)]
        parts += ["### Names", table(("kind", "one of"), rows)]
    return "\n\n".join(parts)


def kind_of(kind: Type) -> str:
    """Return a short description of an argument's type."""
    match kind:
        case Choice() | Flags():
            joined = ", joined by `|`" if isinstance(kind, Flags) else ""
            if len(kind.names) > FEW_NAMES:
                return f"{kind.label}{joined}"
            return _list(kind.names) + joined
        case Value():
            return " or ".join([kind.sort, *(f"`{name}`" for name in kind.names)])
        case Set():
            return f"set of {plural(kind.sort)}"
        case SetOr():
            return " or ".join([*(f"`{name}`" for name in kind.names), f"set of {plural(kind.sort)}"])
        case Block():
            return f"one {kind.sort} or more"
    raise TypeError(f"{kind!r} is not a type of argument")


def _parameter(parameter: Parameter) -> str:
    if isinstance(parameter.type, Block):
        return f"then {kind_of(parameter.type)}"
    return f"{parameter.name}: {kind_of(parameter.type)}"


def _written(word: SetWord) -> str:
    if isinstance(word, Attribute):
        return f"{word.name}(value, ...)"
    if isinstance(word, Live):
        return f"{word.name}(set of {plural(word.of)})" if word.of else word.name
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


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
