"""Data that pages have inside them, for their scripts."""

from __future__ import annotations

import json

from markupsafe import Markup


def in_script(value: object, *, allow_nan: bool = True) -> Markup:
    """Return a value as JSON that can stand in a script element: no text in it ends the element.

    Raises ValueError for a number that JSON has not, unless allow_nan.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=allow_nan, separators=(",", ":"))
    return Markup(text.replace("<", r"\u003c"))
