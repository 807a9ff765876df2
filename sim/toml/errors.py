"""The error for mistakes of the user, and the guess at what the user meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from mazarbul.formats.errors import DataError

__all__ = ["DataError", "nearest"]

_LONGEST_GUESS = 80


def nearest(word: object, words: Iterable[object]) -> str | None:
    """Return the one of `words` that the user most likely meant by `word`, or None.

    Capitals, spaces and hyphens do not count: "Witch-King" is close to "witch_king".
    """
    if not isinstance(word, str) or len(word) > _LONGEST_GUESS:
        return None
    plain = {_plain(str(known)): str(known) for known in words}
    found = difflib.get_close_matches(_plain(word), plain, n=1, cutoff=0.6)
    return plain[found[0]] if found else None


def _plain(word: str) -> str:
    return word.strip().lower().replace("-", "_").replace(" ", "_")
