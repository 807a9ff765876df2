"""The rules of the games in docs/rules, found by their ids."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mazarbul.sim.toml import DataError, nearest, read_text

#: The form of an id: `CG-9.5`, `AM-25`.
ID = re.compile(r"[A-Z]+-[A-Z]?\d+(?:\.\d+)?")
#: The pages' folder, in a checkout as in an installed wheel.
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
_RULE = re.compile(rf'^- <a id="({ID.pattern})"></a>\*\*\1(?: ([^*]+?))?\.?\*\*\.? ?(.*)$')
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_WIDTH = 100


@dataclass(frozen=True)
class Rule:
    """One rule. game: name of its page. title: a few words, may be empty. body: the rest, in Markdown."""

    id: str
    game: str
    title: str
    body: str

    @property
    def head(self) -> str:
        """Return the id and the title."""
        return f"{self.id} {self.title}".rstrip()

    def lines(self) -> Iterator[str]:
        """Yield the rule for a terminal: without Markdown signs, wrapped, tables unchanged."""
        body = self.body
        if body[:1].islower() or body.startswith("("):  # the title is the beginning of a sentence
            first, _, body = body.partition("\n")
            yield from textwrap.wrap(_plain(f"{self.head} {first}"), _WIDTH, subsequent_indent="  ")
        else:
            yield self.head
        for raw in body.splitlines():
            text = _plain(raw).rstrip()
            indent = text[: len(text) - len(text.lstrip())] or "  "
            if text.lstrip().startswith("|"):
                yield text
            else:
                hanging = indent + ("  " if text.lstrip().startswith("- ") else "")
                yield from textwrap.wrap(
                    text.strip(), _WIDTH, initial_indent=indent, subsequent_indent=hanging
                )


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text).replace("**", "").replace("`", "")


def pages() -> dict[str, Path]:
    """Return the page of each game that has one. Raises DataError if there are none."""
    if not FOLDER.is_dir():
        raise DataError("the pages of the rules are missing; install mazarbul again")
    return {page.stem: page for page in sorted(FOLDER.glob("*.md"))}


@cache
def rules() -> dict[str, Rule]:
    """Return all rules of all games: id -> rule, in the order of their pages."""
    found: dict[str, Rule] = {}
    for game, page in pages().items():
        for rule in read(game, read_text(page)):
            if rule.id in found:
                raise DataError(f"{rule.id} is also a rule of {found[rule.id].game}", page)
            found[rule.id] = rule
    return found


def read(game: str, text: str) -> Iterator[Rule]:
    """Yield the rules of a page. A rule continues over blank and indented lines."""
    rule: list[str] | None = None
    body: list[str] = []
    for line in [*text.splitlines(), "end"]:
        begun = _RULE.match(line)
        if rule is not None and (begun or (line and not line.startswith(" "))):
            yield Rule(rule[0], game, rule[1], "\n".join(body).strip("\n"))
            rule = None
        if begun:
            rule, body = [begun[1], begun[2] or ""], [begun[3]]
        elif rule is not None:
            body.append(line)


def lookup(word: str) -> list[Rule]:
    """Return the rule with an id, or those of a chapter (`CG-9`) or kind (`AM`).

    Capitals do not count. Raises DataError, with the nearest id, if there is none.
    """
    known, wanted = rules(), word.upper()
    if wanted in known:
        return [known[wanted]]
    found = [rule for name, rule in known.items() if wanted in (name.split(".")[0], name.split("-")[0])]
    if not found:
        raise DataError(f"unknown rule '{word}'", suggestion=nearest(wanted, known))
    return found


def report(word: str) -> Iterator[str]:
    """Yield the text of one rule, or the titles of several. Raises DataError as `lookup` does."""
    found = lookup(word)
    if len(found) == 1 and found[0].id == word.upper():
        yield from found[0].lines()
    else:
        yield from (rule.head for rule in found)
