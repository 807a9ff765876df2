"""Turns data files into `GameData`: the printed game with switches, user files and overlays, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.loading import NOTHING, Merged, book_of, data_version, merged
from mazarbul.sim.data.model import Model
from mazarbul.sim.data.nodes import build
from mazarbul.sim.data.overlays import Overlays
from mazarbul.sim.data.printed import Printed
from mazarbul.sim.games.board_game.content import checks, effect_checks, map_checks
from mazarbul.sim.games.board_game.content.cards import Card, Tactic
from mazarbul.sim.games.board_game.content.schema import (
    DATA,
    Die,
    Figure,
    GameData,
    NationRow,
    Region,
    Scenario,
    Seat,
    Tile,
)
from mazarbul.sim.games.board_game.ids import FIGURES, NATIONS, SIDES

M = TypeVar("M", bound=Model)

#: The kinds of rows: name in the files -> the model of one.
MODELS: Mapping[str, type[Model]] = {
    "region": Region,
    "nation": NationRow,
    "figure": Figure,
    "tile": Tile,
    "die": Die,
    "card": Card,
    "tactic": Tactic,
}
SCENARIOS = ("two_player", "two_player_seed", "three_player", "four_player")


def load_data(
    scenario: str | Path, switches: Mapping[str, object] = NOTHING, overlay: Overlays = None
) -> GameData:
    """Read, merge and check everything a scenario needs.

    scenario: an id or a TOML file. switches: id -> value; they override those of an
    overlay. overlay: one or several TOML files or nested dicts; later ones override
    earlier ones.
    Raises DataError, with file, line and column if known, for every user mistake.
    """
    return _checked(merged(printed(), scenario, switches, overlay))


@cache
def printed() -> Book:
    """Return the game as printed, unmerged. Read once per process; copy it before changing it."""
    places = {"region": "board", "die": "dice"}
    sharing = (("region", "nation", "figure"),)
    return book_of(DATA, *MODELS, sharing=sharing, places=places, first={"scenarios": SCENARIOS})


PRINTED = Printed({**MODELS, "scenario": Scenario, "seat": Seat}, printed)


def _checked(given: Merged) -> GameData:
    """Make all models, check that they fit together, and return them."""
    rows, table, mistakes = given.book.rows, given.scenario, given.mistakes
    regions, tiles = given.models(Region, "region"), given.models(Tile, "tile")
    nations = _fixed(given, NationRow, "nation", NATIONS)
    figures = _fixed(given, Figure, "figure", FIGURES)
    dice = _fixed(given, Die, "die", SIDES)
    cards, tactics = given.models(Card, "card"), given.models(Tactic, "tactic")
    with mistakes.going_on():
        scenario = build(Scenario, table, f"scenario '{table.find(('id',)).value}'")
    with mistakes.going_on():
        checks.check_switches(given.switches)
    mistakes.check()
    map_checks.check_map(regions, rows["region"])
    checks.check_nations(nations, rows["nation"])
    checks.check_figures(figures, rows["figure"])
    checks.check_scenario(scenario, table, regions, figures)
    map_checks.check_start(regions, nations, scenario, rows, table)
    checks.check_dice(dice, rows["die"])
    checks.check_cards(cards, tactics, rows)
    checks.check_tiles(tiles, rows["tile"], cards)
    effect_checks.check_effects(cards, figures, rows)
    return GameData(
        regions,
        nations,
        figures,
        tiles,
        dice,
        cards,
        tactics,
        scenario,
        dict(given.switches),
        data_version(DATA),
    )


def _fixed(given: Merged, model: type[M], kind: str, names: Iterable[str]) -> dict[str, M]:
    """Return all rows of a kind as models, in the order of their numbers; the rules know them by name."""
    names = tuple(names)
    for name, node in given.book.rows[kind].items():
        if name not in names:
            note = " (the rules have no others)"
            given.mistakes.note(node.unknown(kind, name, names, key=True, note=note))
    models = given.models(model, kind, only=names)
    return {name: models[name] for name in names if name in models}
