"""A page with its data and scripts compressed: it is one file to send, a third as large.

The elements of the data stay where they are, empty; `templates/packed.js` fills them, then runs the scripts.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable

SCRIPT = re.compile(r'<script(?P<data> type="application/json"[^>]*)?>(?P<text>.*?)</script>\n?', re.DOTALL)
ID = "packed"


def packed(page: str, script: str) -> str:
    """Return a page whose data and scripts are in one compressed element. script: the one that opens it."""
    found: dict[str, list[str]] = {"data": [], "scripts": []}
    rest = SCRIPT.sub(_taken(found), page)
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    inside = b64encode(gzip.compress(text, mtime=0)).decode()
    end = f'<script type="text/plain" id="{ID}">{inside}</script>\n<script>{script}</script>\n</body>'
    return rest.replace("</body>", end)


def _taken(found: dict[str, list[str]]) -> Callable[[re.Match], str]:
    """Return a function that puts a script into `found` and returns what stays of it in the page."""

    def take(script: re.Match) -> str:
        found["data" if script["data"] else "scripts"].append(script["text"])
        return f"<script{script['data']}></script>\n" if script["data"] else ""

    return take
