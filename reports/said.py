"""Sentences that a page has said, so that it says each of them once."""

from __future__ import annotations

import re
from collections.abc import Iterable

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")  # what stands between two


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [each for each in SENTENCE.split(text) if each]


def rest(text: str, said: Iterable[str]) -> str:
    """Return the sentences of a text that are in none of some others."""
    known = {each for other in said for each in sentences(other)}
    return " ".join(each for each in sentences(text) if each not in known)


class Once:
    """Drops the sentences of a text that were in an earlier one on the same page."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __call__(self, text: str) -> str:
        """Return what is new of a text, and keep it."""
        new = rest(text, self.said)
        self.said.append(new)
        return new
