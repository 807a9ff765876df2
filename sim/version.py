"""The version of the package, read here by the build and by `mazarbul --version`, and its commit."""

from __future__ import annotations

from functools import cache
from pathlib import Path

VERSION = "0.1.0"
CHECKOUT = Path(__file__).resolve().parents[1]
COMMIT_FILE = "commit.txt"  # beside this file, in a package that was built from a checkout
PATIENCE_SECONDS = 5


@cache
def commit() -> str | None:
    """Return the commit of the sources, 12 hexadecimal digits; None if they were never a checkout of git.

    "-dirty" follows if files that git knows were changed since.
    """
    if not (CHECKOUT / ".git").exists():  # an installed package
        noted = Path(__file__).with_name(COMMIT_FILE)
        return noted.read_text(encoding="utf-8").strip() if noted.is_file() else None
    import subprocess

    described = ["describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"]
    command = ["git", "--no-optional-locks", "-C", str(CHECKOUT), *described]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
