"""A page with its data and scripts compressed: it is one file to send, a third as large.

The elements of the data stay where they are, empty; `templates/packed.js` fills them, then runs the scripts.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

SCRIPT = re.compile(r'<script(?P<data> type="application/json"[^>]*)?>(?P<text>.*?)</script>\n?', re.DOTALL)
ID = "packed"


def packed(page: str, script: str) -> str:
    """Return a page whose data and scripts are in one compressed element. script: the one that opens it."""
    found: dict[str, list[str]] = {"data": [], "scripts": []}
    rest = SCRIPT.sub(_taken(found), page)
    end = f'<script type="text/plain" id="{ID}">{packing(found)}</script>\n<script>{script}</script>\n</body>'
    return rest.replace("</body>", end)


def packing(found: object) -> str:
    """Return data as text that stands in the compressed element."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    return b64encode(gzip.compress(text, mtime=0)).decode()


def opened(inside: str) -> Any:
    """Return the data of a compressed element."""
    return json.loads(gzip.decompress(b64decode(inside)))


def _taken(found: dict[str, list[str]]) -> Callable[[re.Match], str]:
    """Return a function that puts a script into `found` and returns what stays of it in the page."""

    def take(script: re.Match) -> str:
        found["data" if script["data"] else "scripts"].append(script["text"])
        return f"<script{script['data']}></script>\n" if script["data"] else ""

    return take
