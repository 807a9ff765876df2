"""Bots by name: a file of weights in `configs/bots/<game>/`, or one of the user's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sim.engine.toml import DataError, Document, nearest

FOLDER = Path(__file__).resolve().parents[2] / "configs" / "bots"


@dataclass(frozen=True)
class Bot:
    """A bot as the kernels take it: policy number and its weights (float64)."""

    name: str
    policy: int
    weights: np.ndarray


def available_bots(game: str) -> dict[str, str]:
    """Return the bots of a game that come with the program: name -> one line of help."""
    found = {}
    for path in sorted((FOLDER / game).glob("*.toml")):
        found[path.stem] = str(Document.load(path).data.get("summary", ""))
    return found


def load_bot(
    game: str, name: str, policies: Mapping[str, int], weights: Mapping[str, float], sides: Sequence[str]
) -> Bot:
    """Return a bot of the game.

    name: one of `available_bots`, or a TOML file with `policy`, an optional `summary`, a table
    `weights`, and for each side an optional table of weights that differ for it. policies: policy
    name -> number. weights: weight name -> default, in kernel order. The bot's weights are those of
    the first side, then of the second. Raises DataError for an unknown name, key or weight, or a
    weight that is no number.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / game / f"{name}.toml"
    if not name.endswith(".toml") and not path.is_file():
        known = sorted(available_bots(game))
        raise DataError(f"unknown bot {name!r}; valid: {', '.join(known)}", suggestion=nearest(name, known))
    document = Document.load(path)
    keys = ("policy", "summary", "weights", *sides)
    for key in document.data:
        if key not in keys:
            raise document.error(
                (key,), f"unknown key {key!r}; valid: {', '.join(keys)}", nearest(key, keys), key=True
            )
    policy = document.data.get("policy")
    if policy not in policies:
        raise document.error(("policy",), f"policy must be one of {', '.join(policies)}, not {policy!r}")
    common = dict(weights) | _numbers(document, "weights", weights)
    values = [value for side in sides for value in (common | _numbers(document, side, weights)).values()]
    return Bot(path.stem, policies[policy], np.array(values, np.float64))


def _numbers(document: Document, table: str, weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of one table of a bot's file, checked."""
    rows = document.data.get(table, {})
    if not isinstance(rows, dict):
        raise document.error((table,), f"{table!r} must be a table of weights")
    for key, value in rows.items():
        if key not in weights:
            raise document.error((table, key), f"unknown weight {key!r}", nearest(key, weights), key=True)
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise document.error((table, key), f"weight {key!r} must be a number, not {value!r}")
    return {key: float(value) for key, value in rows.items()}
