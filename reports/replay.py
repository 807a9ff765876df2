"""The page that replays a game: its document (docs/watching.md) with a script that draws it, in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mazarbul.formats.changes import Change, line
from mazarbul.reports.embedded import in_script
from mazarbul.reports.html import coloured, environment, inlined
from mazarbul.reports.page import GENERATOR
from mazarbul.reports.policy import policy

SCRIPTS = (
    "game.js", "cards.js", "zoom.js", "map.js", "table.js", "log.js", "tip.js", "player.js",
)  # fmt: skip  # in this order
STYLES = ("page.css", "table.css")
DIGITS = 1  # of the corners of a region

Document = Mapping[str, Any]


def render(document: Document) -> str:
    """Return the page of a document as HTML. document: as `mazarbul trace --json` writes it."""
    given = {"document": document, "shapes": [shapes_of(part["areas"]) for part in document["parts"]]}
    scripts = [inlined(f"replay/{name}") for name in SCRIPTS]
    styles = [coloured(f"replay/{name}") for name in STYLES]
    return (
        environment()
        .get_template("replay.html")
        .render(
            document=document,
            unprinted=line([Change.model_validate(each) for each in document.get("changes", ())]),
            data=in_script(given),
            generator=GENERATOR,
            scripts=scripts,
            styles=styles,
            policy=policy(scripts, styles),
        )
    )


def shapes_of(areas: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the shapes of every map among the areas: id of a region -> its corners; walls; its frame."""
    return {area["id"]: _map(area["parts"]) for area in walk(areas) if area["form"] == "map"}


def walk(areas: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield areas with all areas inside them."""
    for area in areas:
        yield area
        yield from walk(area.get("parts", ()))


def _map(regions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the cells of the regions and the borders that cannot be crossed, as SVG paths, and the frame."""
    from mazarbul.reports.charts.ground import borders_without_way, cells  # scipy, which is slow to import

    drawn = [region for region in regions if region.get("at")]
    number = {region["id"]: i for i, region in enumerate(drawn)}
    ways = [
        (i, number[other])
        for i, region in enumerate(drawn)
        for other in region.get("near", ())
        if other in number
    ]
    found, borders = cells(np.asarray([region["at"] for region in drawn], float))
    corners = np.vstack(found)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return {
        "frame": [round(float(n), DIGITS) for n in (*low, *(high - low))],
        "cells": {region["id"]: _path(cell, closed=True) for region, cell in zip(drawn, found, strict=True)},
        "walls": [_path(line) for line in borders_without_way(ways, borders)],
    }


def _path(points: np.ndarray, *, closed: bool = False) -> str:
    """Return points as the path of an SVG."""
    return "M" + "L".join(f"{x:.{DIGITS}f},{y:.{DIGITS}f}" for x, y in points) + "Z" * closed
