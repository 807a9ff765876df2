"""One hash of many files."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def hash_of(files: Iterable[Path], root: Path) -> str:
    """Return the hexadecimal SHA-256 of files in this order: their bytes, and their names below `root`."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
