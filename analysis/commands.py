"""Commands that pages print, as one types them here."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path


def typed(*words: str) -> str:
    """Return a command in one line; files below this folder have their names from here.

    words: of it. One may be a file, or end with one: game//home/me/a.toml, or seat=/home/me/a.toml.
    """
    here = re.escape(f"{Path.cwd()}{os.sep}")
    return shlex.join(re.sub(rf"^([\w.-]*[=/])?{here}", r"\1", word) for word in words)
