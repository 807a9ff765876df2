"""What a browser may run on a page of ours: the scripts and styles that we put there, and nothing else.

The pages show names that come from data of others. Every page says by hashes which scripts and styles are
ours, so a browser ignores any other, even if a name should get into a page as more than text. Nothing is
fetched from elsewhere.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable


def policy(scripts: Iterable[str] = (), styles: Iterable[str] = ()) -> str:
    """Return the Content-Security-Policy of a page. scripts, styles: the texts of its own elements."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hashes(scripts)}",
            f"style-src-elem {_hashes(styles)}",
            # attributes set sizes and colours alone
            "style-src-attr 'unsafe-inline'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hashes(texts: Iterable[str]) -> str:
    """Return the sources that stand for elements with these texts."""
    return " ".join(dict.fromkeys(map(hashed, texts))) or "'none'"


def hashed(text: str) -> str:
    """Return the source that stands for an element with this text."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
