"""The page that replays a game: its document (docs/watching.md) with a script that draws it, in one file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mazarbul.formats.changes import Change, line
from mazarbul.reports.blocks import Watch
from mazarbul.reports.embedded import in_script
from mazarbul.reports.html import PACKED, coloured, environment, inlined
from mazarbul.reports.packed import packed
from mazarbul.reports.page import GENERATOR
from mazarbul.reports.policy import policy

SCRIPTS = (
    "game.js", "cards.js", "zoom.js", "map.js", "table.js", "log.js", "tip.js", "curve.js", "player.js",
)  # fmt: skip  # in this order
STYLES = ("page.css", "table.css")
DIGITS = 1  # of the corners of a region
LARGEST = 150_000  # characters of a page that a report has beside it

Document = Mapping[str, Any]
Found = Callable[[Path, int], str | None]
"""Given the folder of a run and the number of a game, its document as JSON; None if it cannot be shown."""


def watch_of(found: Found) -> Watch:
    """Return what gives the pages of games to a report: None for a game that cannot be shown or is large."""

    def watch(folder: Path, game: int) -> str | None:
        text = found(folder, game)
        page = "" if text is None else render(json.loads(text))
        return page if 0 < len(page) <= LARGEST else None

    return watch


def render(document: Document) -> str:
    """Return the page of a document as HTML. document: as `mazarbul trace --json` writes it."""
    given = {"document": document, "shapes": [shapes_of(part["areas"]) for part in document["parts"]]}
    scripts = [inlined(f"replay/{name}") for name in SCRIPTS]
    styles = [coloured(f"replay/{name}") for name in STYLES]
    page = (
        environment()
        .get_template("replay.html")
        .render(
            document=document,
            unprinted=line([Change.model_validate(each) for each in document.get("changes", ())]),
            data=in_script(given),
            generator=GENERATOR,
            scripts=scripts,
            styles=styles,
            policy=policy((*scripts, inlined(PACKED)), styles),
        )
    )
    return packed(page, inlined(PACKED))


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
