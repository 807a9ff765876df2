"""Markdown without its marks, line by line: enough for deck lists that sites export."""

from __future__ import annotations

import re

SUFFIXES = (".md", ".markdown")

_BEGINNING = re.compile(r"(?:#{1,6}\s*|>\s*|[-*+•]\s+)+")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\))?")
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>|<https?:[^<>]*>")
_RULE = re.compile(r"(?:[-*_=]\s*){3,}")


def plain_line(text: str) -> str:
    """Return a line as it reads on the page: no marks of headings and emphasis, the words of its links."""
    text = _TAG.sub(" ", text.strip())
    if _RULE.fullmatch(text):
        return ""
    text = text[found.end() :] if (found := _BEGINNING.match(text)) else text
    text = _LINK.sub(r"\1", text)
    while (bare := _EMPHASIS.sub(r"\2", text)) != text:
        text = bare
    return _ESCAPE.sub(r"\1", text).strip()
