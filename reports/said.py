"""Sentences and figures that a page has said, so that it says each of them once."""

from __future__ import annotations

import re
from collections.abc import Iterable

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")  # what stands between two
#: A figure with its interval, such as "+12.6 points (+9.1 to +17.2)".
FIGURE = re.compile(r"[+\u2212]?\d[\d.,]*(?:%| points) \([^()]*\)")
#: One that ends a clause, which is whole without it: with whose it is, if it is not clear, and its n.
LAST = re.compile(
    rf"(?:,| by) ({FIGURE.pattern})(?: for [^,.;:()]+)?( \(not clear\))?(?:, n [\d,]+(?: pairs)?)?(?=[.;])"
)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [each for each in SENTENCE.split(text) if each]


def rest(text: str, said: Iterable[str]) -> str:
    """Return the sentences of a text that are in none of some others."""
    known = {each for other in said for each in sentences(other)}
    return " ".join(each for each in sentences(text) if each not in known)


def fresh(text: str, said: Iterable[str]) -> str:
    """Return a text without the figures of some others, and without sentences that only repeat one."""
    known = {figure for other in said for figure in FIGURE.findall(other)}

    def cut(found: re.Match[str]) -> str:
        return found[2] or "" if found[1] in known else found[0]

    kept = [LAST.sub(cut, each) for each in sentences(text)]
    return " ".join(each for each in kept if not (found := FIGURE.findall(each)) or set(found) - known)


class Once:
    """Drops the sentences of a text that were in an earlier one on the same page."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __call__(self, text: str) -> str:
        """Return what is new of a text, and keep it."""
        new = rest(text, self.said)
        self.said.append(new)
        return new
