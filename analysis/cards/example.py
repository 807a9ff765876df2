"""A game to watch for every card: one of a run in which it was played, or came up."""

from __future__ import annotations

import numpy as np

from mazarbul.analysis.examples import examples
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Family

GAMES = 2_000  # at the start of the run are searched
CAME_UP = (
    "played_round",
    "times",
    "captured_round",
    "came_round",
    "drawn_round",
    "revealed",
    "drawn",
    "rolled",
)


def games(run: Run) -> dict[tuple[str, str, str], int]:
    """Return (list of the catalogue, seat, id) -> the number of a game in which the thing came up.

    Played counts before drawn. Of several games it is one of `examples`, which have pages, else the first.
    Things that do not come up in the first games have none; a run that keeps counts has none at all.
    """
    if not run.has_rows:
        return {}
    known = examples(run)["game"].to_numpy(int)
    found: dict[tuple[str, str, str], int] = {}
    for family in run.declared.families:
        if family.id in run.files and family.fields:
            for key, game in _of_family(run, family, known).items():
                found.setdefault(key, game)
    return found


def _of_family(run: Run, family: Family, known: np.ndarray) -> dict[tuple[str, str, str], int]:
    """Return the games of the things of one family. known: games that are better than others."""
    items, fields = run.items(family.items), [family.named[name] for name in CAME_UP if name in family.named]
    items = items[items["column"].isin(run.columns(family.id))] if len(items) else items
    if not fields or items.empty:
        return {}
    batch = next(run.batches({family.id: list(items["column"])}, GAMES))[family.id]
    numbers = batch.column("game").to_numpy()
    found: dict[tuple[str, str, str], int] = {}
    for row in items.to_dict("records"):
        packed = batch.column(row["column"]).to_numpy().astype(np.uint32)
        for field in fields:
            came = numbers[np.flatnonzero(field.of(packed))]
            if came.size:
                best = came[np.argmax(np.isin(came, known))]
                found.setdefault((family.items, row.get("seat") or "", row["id"]), int(best))
                break
    return found
