"""Bots by name: a file of weights in `configs/bots/<game>/`, or one of the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from sim.engine.toml import DataError, Document, nearest
from sim.games.contract import Bot

FOLDER = Path(__file__).resolve().parents[2] / "configs" / "bots"


def available_bots(game: str) -> dict[str, str]:
    """Return the bots of a game that come with the program: name -> one line of help."""
    found = {}
    for path in sorted((FOLDER / game).glob("*.toml")):
        found[path.stem] = str(Document.load(path).data.get("summary", ""))
    return found


def load_bot(game: str, name: str, policies: Mapping[str, int], weights: Mapping[str, float]) -> Bot:
    """Return a bot of the game.

    name: one of `available_bots`, or a TOML file with `policy`, an optional `summary` and a table
    `weights`. policies: policy name -> number. weights: weight name -> default, in kernel order.
    Raises DataError for an unknown name, key or weight, or a weight that is no number.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / game / f"{name}.toml"
    if not name.endswith(".toml") and not path.is_file():
        known = sorted(available_bots(game))
        raise DataError(f"unknown bot {name!r}; valid: {', '.join(known)}", suggestion=nearest(name, known))
    document = Document.load(path)
    data = document.data
    for key in data:
        if key not in ("policy", "summary", "weights"):
            raise document.error((key,), f"unknown key {key!r}; valid: policy, summary, weights", key=True)
    policy = data.get("policy")
    if policy not in policies:
        raise document.error(("policy",), f"policy must be one of {', '.join(policies)}, not {policy!r}")
    values = dict(weights)
    for key, value in data.get("weights", {}).items():
        if key not in weights:
            raise document.error(
                ("weights", key), f"unknown weight {key!r}", suggestion=nearest(key, weights), key=True
            )
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise document.error(("weights", key), f"weight {key!r} must be a number, not {value!r}")
        values[key] = float(value)
    return Bot(path.stem, policies[policy], np.array(list(values.values()), np.float64))
