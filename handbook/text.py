"""Markdown made of plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a cell may hold any text without line breaks that matter."""
    lines = ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads), *lines])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def code(words: object) -> str:
    """Return words in backticks, nothing if there are none."""
    return f"`{words}`" if str(words) else ""
