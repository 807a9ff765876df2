"""Writes collections of synthetic runs with known answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import sealing
from tests.analysis.synthetic import Plan, write_run


def write_collection(
    path: Path, kind: str, members: Sequence[tuple[dict, Plan]], *, games: int, base: Plan | None = None
) -> Path:
    """Write a collection: a base run, if a plan is given, and one run per member, all with the same luck."""
    path.mkdir(parents=True)
    rows = []
    if base is not None:
        write_run(path / "base", games, games, seed=8, plan=base)
    for i, (facts, plan) in enumerate(members):
        row: Mapping = {"id": f"m{i}", "run": f"members/m{i}", **facts}
        write_run(path / row["run"], games, games, seed=8, plan=plan)
        rows.append(row)
    info = {
        "format": 3, "kind": kind, "title": f"Synthetic {kind}", "game": "card_game", "scenario": "trilogy",
        "base": "base" if base is not None else None, "members": rows,
        "parameters": {"games": games, "seed": 8},
    }  # fmt: skip
    sealing.write(path / "collection.json", info)
    return path
