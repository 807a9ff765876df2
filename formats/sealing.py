"""JSON objects with their own checksum, by which damage shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

SUM = "sum"  # key of the checksum that an object contains of itself


def sha256(data: bytes) -> str:
    """Return the hexadecimal SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def sealed(data: Mapping[str, Any]) -> bytes:
    """Return a JSON object, with its checksum, as text in UTF-8."""
    plain = _without(data)
    text = json.dumps(plain | {SUM: _sum(plain)}, indent=1, ensure_ascii=False)
    # a file name that its system's encoding cannot decode is written as JSON escapes
    return (text + "\n").encode(errors="backslashreplace")


def unsealed(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a JSON object without its checksum; None if that does not match."""
    plain = _without(data)
    return plain if data.get(SUM) == _sum(plain) else None


def _without(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != SUM}


def _sum(data: dict[str, Any]) -> str:
    """Return the SHA-256 of an object as JSON in a fixed form: sorted, in ASCII, without spaces."""
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode())
