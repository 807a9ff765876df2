"""The geometry of a map: the cell of each region, the borders without a way, the regions to name."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.spatial import Voronoi, cKDTree

from mazarbul.reports.charts.forms import Ground

HALO = 0.75  # of the usual distance of two places: how far the land reaches beyond the outer ones
MOST_NAMED = 12  # regions of a map
Border = tuple[frozenset[int], np.ndarray]


def spacing(at: np.ndarray) -> float:
    """Return how far a place is from the next one, as a rule."""
    return float(np.median(cKDTree(at).query(at, k=2)[0][:, 1]))


def cells(at: np.ndarray) -> tuple[list[np.ndarray], list[Border]]:
    """Return the cell of each place, and the borders between two of them with the pair that they separate.

    A halo of points around the places bounds the outer cells.
    """
    reach = HALO * spacing(at)
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = 2 * reach * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    halo = (at[:, None] + ring).reshape(-1, 2)
    halo = halo[cKDTree(at).query(halo)[0] > 1.9 * reach]
    found, n = Voronoi(np.vstack([at, halo])), len(at)
    areas = [found.vertices[found.regions[found.point_region[i]]] for i in range(n)]
    borders = [
        (frozenset(map(int, pair)), found.vertices[ends])
        for pair, ends in zip(found.ridge_points, found.ridge_vertices, strict=True)
        if max(pair) < n and min(ends) >= 0
    ]
    return areas, borders


def walls(ground: Ground, borders: list[Border]) -> list[np.ndarray]:
    """Return the borders between regions that touch on the drawing but not in the game."""
    return borders_without_way(ground.ways, borders)


def borders_without_way(ways: Iterable[Iterable[int]], borders: list[Border]) -> list[np.ndarray]:
    """Return the borders whose pair of places is not among the ways."""
    open_ones = {frozenset(way) for way in ways}
    return [line for pair, line in borders if pair not in open_ones]


def named(ground: Ground, values: np.ndarray, letter: tuple[float, float]) -> list[int]:
    """Return the regions with the highest values, without those whose name would cover another.

    letter: half the width and half the height of a letter in the units of `ground.at`.
    """
    at = np.asarray(ground.at, float)
    half = np.array([[letter[0] * len(name), letter[1]] for name in ground.names])
    chosen: list[int] = []
    for i in np.argsort(-values, kind="stable"):
        covers = (np.abs(at[chosen] - at[i]) < half[chosen] + half[i]).all(axis=1)
        if len(chosen) < MOST_NAMED and values[i] > 0 and not covers.any():
            chosen.append(int(i))
    return chosen
