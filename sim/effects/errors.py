"""The error of the effect language."""

from __future__ import annotations

from collections.abc import Iterable

from mazarbul.sim.toml import DataError, Source, nearest


class EffectError(DataError):
    """A mistake in an effect text, at the position of the offending word."""


def effect_error(
    source: Source, at: int, message: str, word: str | None = None, words: Iterable[object] = ()
) -> EffectError:
    """Return (not raise) an EffectError.

    at: offset in the text. word: the word in the text. words: the valid ones; the nearest becomes the
    suggestion.
    """
    line, column = source.position(at)
    suggestion = nearest(word, words) if word is not None else None
    return EffectError(message, source.file, line, column, suggestion)
