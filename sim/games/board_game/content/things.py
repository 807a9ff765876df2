"""The catalogue of the effect language: regions, stands, figures, Nations and tiles with their attributes.

The order within a sort is that of the numbers that kernels use; boxes follow the fields, plain Nazgûl and
Leaders the Characters.
"""

from __future__ import annotations

from mazarbul.sim.effects.sets import Catalogue
from mazarbul.sim.games.board_game.content.ground import Ground
from mazarbul.sim.games.board_game.content.schema import GameData, Region, Tile
from mazarbul.sim.games.board_game.content.words_of_sets import FLAGS, LEADER, NAZGUL

NO_SETTLEMENT = "none"


def ground_of(data: GameData) -> Ground:
    """Return the map of a game; Strongholds in the order of their regions."""
    strongholds = (row.id for row in data.regions.values() if row.settlement == "stronghold")
    return Ground({name: row.near for name, row in data.regions.items()}, tuple(strongholds))


def catalogue_of(data: GameData) -> Catalogue:
    """Return everything that sets of the effect language can contain: sort -> id -> attributes."""
    figures = {name: {"kind": row.kind} for name, row in data.figures.items()}
    return {
        "region": {name: _region(data, row) for name, row in data.regions.items()},
        "army": {name: {} for name in ground_of(data).stands},
        "figure": figures | {name: {"kind": name} for name in (NAZGUL, LEADER)},
        "nation": {name: {"side": row.side} for name, row in data.nations.items()},
        "tile": {name: {"kind": row.sort, "shows": _shown(row)} for name, row in data.tiles.items()},
    }


def _region(data: GameData, row: Region) -> dict[str, object]:
    found: dict[str, object] = {
        "settlement": row.settlement or NO_SETTLEMENT,
        "flag": tuple(name for name in FLAGS if getattr(row, name)),
    }
    if row.nation is not None:
        found |= {"nation": row.nation, "side": data.nations[row.nation].side}
    return found


def _shown(row: Tile) -> tuple[str, ...]:
    """Return what a tile shows: its symbol, and its other signs."""
    signs = tuple(name for name in ("reveal", "stop") if getattr(row, name))
    return (row.symbol, *signs)
