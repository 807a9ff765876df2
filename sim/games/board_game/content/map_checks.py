"""Checks of the map and of the figures that stand on it when the game begins."""

from __future__ import annotations

from collections.abc import Mapping

from mazarbul.sim.data.nodes import Loc, Node
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.places import changed, is_own
from mazarbul.sim.games.board_game.content.schema import NationRow, Region, Scenario
from mazarbul.sim.games.board_game.ids import NATIONS, PIECES

#: Kinds of figures in messages, one and several.
WORDS = {
    "regular": ("Regular", "Regulars"),
    "elite": ("Elite", "Elites"),
    "leader": ("Leader", "Leaders"),
    "nazgul": ("Nazgûl", "Nazgûl"),
}


def check_map(regions: Mapping[str, Region], nodes: Mapping[str, Node]) -> None:
    """Check that the map has room, is the same from both sides of a border, and is in one piece (BG-1.2)."""
    strongholds = [name for name, region in regions.items() if region.settlement == "stronghold"]
    _check_room(list(regions), ids.REGIONS, "regions", "id", nodes)
    _check_room(strongholds, ids.STRONGHOLDS, "Strongholds", "settlement", nodes)
    for name, region in regions.items():
        _check_region(region, nodes[name])
        _check_neighbours(region, nodes[name], regions)
    for name in regions:
        _check_borders(name, nodes, regions)
    first = next(iter(regions))
    reached = _reached(first, regions)
    cut_off = [name for name in regions if name not in reached]
    if cut_off:
        message = (
            f"no way leads from region '{cut_off[0]}' to '{first}'; the map must be in one piece (BG-1.2)"
        )
        raise changed(nodes[name].find(("near",)) for name in (*reached, *cut_off)).error(message)
    if not any(region.gate for region in regions.values()):
        place = changed(node.find(("gate",)) for node in nodes.values())
        raise place.error("no region has 'gate = true', so nobody can enter Mordor (BG-16.1)")


def check_start(
    regions: Mapping[str, Region],
    nations: Mapping[str, NationRow],
    scenario: Scenario,
    nodes: Mapping[str, Mapping[str, Node]],
    table: Node,
) -> None:
    """Check the figures on the map: their places, and that there are as many in all (BG-2.1, BG-1.11).

    nodes: those of all rows. table: that of the scenario.
    """
    for name, region in regions.items():
        if region.figures:
            _check_stand(region, nations, nodes["region"][name])
            _check_limit(region, scenario.limits.field, nodes["region"][name], table)
    for nation in NATIONS:
        for kind in PIECES:
            _check_sum(nation, kind, regions, nations[nation], nodes)


def _check_room(names: list[str], most: int, of: str, key: str, nodes: Mapping[str, Node]) -> None:
    """Check a capacity. key: the part of a region to blame."""
    if len(names) > most:
        place = changed(nodes[name].find((key,)) for name in names)
        raise place.error(f"the map has {len(names)} {of}, at most {most} fit")


def _check_region(region: Region, node: Node) -> None:
    """Check what a region is: no Settlement without a Nation, and no Fortification with one."""
    what = f"region '{region.id}'"
    if region.settlement is not None and region.nation is None:
        message = f"{what} has a Settlement, so it lies in a Nation; 'nation' is missing (BG-1.7)"
        raise node.error(message, ("settlement",))
    if region.settlement is not None and region.fortification:
        message = f"{what} has a Settlement; a Fortification stands where there is none (BG-1.5)"
        raise node.error(message, ("fortification",))
    if region.settlement is None and region.points is not None:
        raise node.error(f"{what} has no Settlement to give points for (BG-1.4)", ("points",), key=True)


def _check_neighbours(region: Region, node: Node, regions: Mapping[str, Region]) -> None:
    """Check the neighbours of a region: some, known, each once."""
    what, seen = f"region '{region.id}'", set()
    if not region.near:
        raise node.error(f"{what} has no neighbours; name at least one region in 'near'", ("near",))
    if len(region.near) > ids.NEIGHBOURS:
        message = f"{what} has {len(region.near)} neighbours, at most {ids.NEIGHBOURS} fit"
        raise node.error(message, ("near",))
    for i, other in enumerate(region.near):
        place = node.find(("near", i))
        if other not in regions:
            raise place.unknown("region", other, regions)
        if other == region.id:
            raise place.error(f"{what} is not its own neighbour")
        if other in seen:
            raise place.error(f"{what} names '{other}' twice")
        seen.add(other)


def _check_borders(name: str, nodes: Mapping[str, Node], regions: Mapping[str, Region]) -> None:
    """Check that the neighbours of a region name it too; of the two, the changed one is to blame."""
    for i, other in enumerate(regions[name].near):
        if name in regions[other].near:
            continue
        here, there = nodes[name].find(("near", i)), nodes[other].find(("near",))
        both = f"region '{name}' is beside '{other}', but not the other way round"
        if is_own(here) and not is_own(there):
            raise there.error(f"{both}; name '{name}' here, or leave out '{other}' there")
        raise here.error(f"{both}; name '{name}' there too")


def _reached(first: str, regions: Mapping[str, Region]) -> set[str]:
    """Return the regions that can be reached from one."""
    found, edge = {first}, {first}
    while edge:
        edge = {other for name in edge for other in regions[name].near} - found
        found |= edge
    return found


def _check_stand(region: Region, nations: Mapping[str, NationRow], node: Node) -> None:
    """Check the figures of one region: one side, in no enemy Settlement, no Leader alone."""
    what, figures = f"region '{region.id}'", region.figures
    side = nations[next(iter(figures))].side
    for nation in figures:
        if nations[nation].side != side:
            message = f"{what} has figures of both sides; enemies share a region only in a siege (BG-1.10)"
            raise node.error(message, ("start", nation))
    first = next(iter(figures))
    if region.settlement is not None and region.nation is not None and nations[region.nation].side != side:
        message = f"{what}: '{first}' cannot begin in a Settlement of the enemy (BG-1.7)"
        raise node.error(message, ("start", first))
    units = sum(pieces.units for pieces in figures.values())
    for nation, pieces in figures.items():
        if pieces.leader and not units:
            message = f"{what}: a Leader needs a unit beside him (BG-1.12)"
            raise node.error(message, ("start", nation, "leader"))


def _check_limit(region: Region, most: int, node: Node, table: Node) -> None:
    """Check that no more units begin in a region than may stand in a field."""
    units = sum(pieces.units for pieces in region.figures.values())
    if units > most:
        kinds = PIECES[: ids.UNIT_N]
        given = [node.find(("start", nation, kind)) for nation in region.figures for kind in kinds]
        message = f"region '{region.id}' begins with {units} units, at most {most} may stand there (BG-1.11)"
        raise changed([*given, table.find(("limits", "field")), given[-1]]).error(message)


def _check_sum(
    nation: str,
    kind: str,
    regions: Mapping[str, Region],
    row: NationRow,
    nodes: Mapping[str, Mapping[str, Node]],
) -> None:
    """Check that no more figures of a kind are on the map than there are; the others are in the pool."""
    at: Loc = ("start", nation, kind)
    there = {
        name: number
        for name, region in regions.items()
        if (number := getattr(getattr(region.start, nation), kind))
    }
    total, most = sum(there.values()), getattr(row.figures, kind)
    if total <= most:
        return
    in_all = nodes["nation"][nation].find(("figures", kind))
    place = changed([in_all, *(nodes["region"][name].find(at) for name in there)])
    of = f"{WORDS[kind][total > 1]} of nation '{nation}'"
    raise place.error(f"the map begins with {total} {of}, there are only {most} in all (BG-1.8)")
