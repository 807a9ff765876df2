"""Characters that a reader does not see as such: they steer the terminal, or turn the order of a text."""

from __future__ import annotations

import re

#: Control characters except tab and line feed, the ends of lines of Unicode, and marks of direction.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    """Return a text that can be printed anywhere: what is not seen stands there as JSON escapes it."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def unseen(text: str) -> str:
    """Return the first character of a name that a reader would not see, as it is printed; "" if none is."""
    found = UNSEEN.search(text) or re.search(r"[\t\n]", text)
    return f"\\u{ord(found[0]):04x}" if found else ""
