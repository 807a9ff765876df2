"""Everything that an overlay can change in a scenario, as nested tables."""

from __future__ import annotations

from mazarbul.sim.data.values import scenario_table, tables_of
from mazarbul.sim.games.board_game.content.schema import GameData


def all_values(data: GameData) -> dict[str, object]:
    """Return tables of rows, scenario and switches with defaults for `mazarbul.sim.data.values.value_at`.

    A Settlement's `points` are what it is worth, also where its kind says so.
    """
    regions = tables_of(data.regions)
    for name, table in regions.items():
        if data.regions[name].settlement is not None:
            table["points"] = data.points_of(name)
    scenario = scenario_table(data.scenario)
    return {
        "region": regions,
        "nation": tables_of(data.nations),
        "figure": tables_of(data.figures),
        "tile": tables_of(data.tiles),
        "die": tables_of(data.dice),
        "card": tables_of(data.cards),
        "tactic": tables_of(data.tactics),
        "scenario": scenario,
        "switches": dict(data.switches),
    }
