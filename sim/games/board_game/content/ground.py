"""The map as the effect language sees it: which regions and stands are near others (BG-1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

BOX = "_box"
"""What the id of a Stronghold's box has after that of its region; the id of a field is its region's."""


def box_of(region: str) -> str:
    """Return the id of a Stronghold's box as a stand."""
    return region + BOX


@dataclass(frozen=True)
class Ground:
    """The regions of a map and their Strongholds.

    neighbours: region -> adjacent regions. strongholds: regions with a box.
    """

    neighbours: Mapping[str, Iterable[str]] = field(default_factory=dict)
    strongholds: tuple[str, ...] = ()

    @property
    def stands(self) -> dict[str, str]:
        """Every stand on the map, fields first, then boxes: id -> region."""
        return {name: name for name in self.neighbours} | {box_of(name): name for name in self.strongholds}

    def near(self, regions: frozenset[str], steps: int) -> set[str]:
        """Return the regions at most so many steps from one of these, themselves included."""
        found, edge = set(regions), set(regions)
        for _ in range(steps):
            edge = {other for name in edge for other in self.neighbours[name]} - found
            found |= edge
        return found

    def near_stands(self, stands: frozenset[str], steps: int) -> set[str]:
        """Return the fields and boxes of the regions that are `near` those of these stands."""
        places = self.stands
        near = self.near(frozenset(places[name] for name in stands), steps)
        return {name for name, region in places.items() if region in near}

    def beside(self, stands: frozenset[str], steps: int) -> set[str]:
        """Return the fields and boxes of regions at least 1 and at most `steps` steps from one of these."""
        places = self.stands
        regions = {places[name] for name in stands}
        around = {other for name in regions for other in self.near(frozenset({name}), steps) - {name}}
        return {name for name, region in places.items() if region in around}


#: A map without regions: for codes and help, which depend on no map.
NO_GROUND = Ground()
