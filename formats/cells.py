"""Values for tables in CSV, which people open with spreadsheets."""

from __future__ import annotations

import re

#: What spreadsheets take for a formula: its beginning, unless the text is a number.
FORMULA = re.compile(r"[=+\-@\t\r\n](?!\d*\.?\d+$)")


def cell(value: object) -> object:
    """Return a value for a cell; a text that would be taken for a formula begins with an apostrophe."""
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value
