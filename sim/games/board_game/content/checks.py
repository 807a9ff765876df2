"""Checks that Nations, Characters, tiles, dice and seats fit together, which no single model can see.

`map_checks` has those of the map and of the figures on it. Every check takes models and the nodes they
were built from, and raises a DataError at the line that must change. Texts of the effect language are checked
where they are compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.cards import Card, Tactic
from mazarbul.sim.games.board_game.content.places import changed
from mazarbul.sim.games.board_game.content.schema import (
    DIE_SIDES,
    PLAYER_SIDES,
    PLAYERS,
    Die,
    Figure,
    NationRow,
    Region,
    Scenario,
    Seat,
    Tile,
)
from mazarbul.sim.games.board_game.ids import FIGURES, FREE_NATIONS, NATIONS, SIDES
from mazarbul.sim.toml import DataError

FREE, SHADOW = SIDES
KINDS = {
    name: "companion" if number < ids.COMPANIONS else ("minion" if number in ids.MINIONS else "gollum")
    for number, name in enumerate(FIGURES)
}  # what each Character is (BG-1.8)
NAZGUL_NATION = "sauron"
MOST_CARDS = ids.BLOCK - 1  # of a side
MOST_PROGRESS = ids.PATH - 1  # steps on a path of so many regions


def check_switches(switches: Mapping[str, object]) -> None:
    """Check the highest values of switches that are numbers: what the state has room for."""
    for name, most in (("turn_cap", ids.TURNS - 1), ("progress_cap", MOST_PROGRESS)):
        value = switches[name]
        if not isinstance(value, int) or not 1 <= value <= most:
            message = f"switch '{name}' is a whole number from 1 to {most}, not {value}"
            raise DataError(message, "switches")


def check_nations(nations: Mapping[str, NationRow], nodes: Mapping[str, Node]) -> None:
    """Check every Nation by itself: side, player, figures, politics (BG-1.8, BG-10.1)."""
    for number, name in enumerate(NATIONS):
        row, node, what = nations[name], nodes[name], f"nation '{name}'"
        side = FREE if number < FREE_NATIONS else SHADOW
        if row.side != side:
            raise node.error(f"{what} is of side '{side}'", ("side",))
        _check_player(row.player, side, node, what)
        if row.figures.leader and side != FREE:
            message = f"{what}: only Nations of the Free Peoples have Leaders (BG-1.8)"
            raise node.error(message, ("figures", "leader"))
        if row.figures.nazgul and name != NAZGUL_NATION:
            raise node.error(f"{what}: only Sauron has Nazgûl (BG-1.8)", ("figures", "nazgul"))
        if side == SHADOW and not row.active:
            raise node.error(f"{what}: a Nation of the Shadow is always active (BG-2.2)", ("active",))
        if row.steps == 0 and not row.active:
            message = f"{what}: a passive Nation is at least 1 step from war (BG-10.1)"
            raise node.error(message, ("steps",))


def check_figures(figures: Mapping[str, Figure], nodes: Mapping[str, Node]) -> None:
    """Check every Character by itself: what it is, whom it wakes, whose place it takes (BG-8)."""
    for name in FIGURES:
        row, node, what = figures[name], nodes[name], f"figure '{name}'"
        kind, side = KINDS[name], SHADOW if KINDS[name] == "minion" else FREE
        if row.kind != kind:
            raise node.error(f"{what} is a {kind}", ("kind",))
        if row.side != side:
            raise node.error(f"{what} is of side '{side}'", ("side",))
        for key in ("activates", "fellowship", "hobbit", "replaces"):
            if getattr(row, key) and kind != "companion":
                raise node.error(f"{what} is a {kind}; only companions have '{key}'", (key,), key=True)
        for i, nation in enumerate(row.activates):
            if NATIONS.index(nation) >= FREE_NATIONS:
                message = f"{what}: a Companion activates Nations of the Free Peoples (BG-8.5)"
                raise node.error(message, ("activates", i))
        _check_once(row.activates, node.find(("activates",)), what)
        if row.replaces == name:
            raise node.error(f"{what} cannot replace itself", ("replaces",))
        if row.replaces is not None and row.fellowship:
            message = f"{what} replaces '{row.replaces}', so it does not set out with the Fellowship (BG-2.3)"
            raise node.error(message, ("fellowship",))
        if row.replaces is not None and figures[row.replaces].kind != "companion":
            raise node.error(f"{what}: '{row.replaces}' is no companion", ("replaces",))
        if kind == "minion":
            _check_player(row.player, side, node, what)
        elif row.player is not None:
            message = f"{what} is a {kind}; partners share it, only Minions have 'player' (BG-18.1)"
            raise node.error(message, ("player",), key=True)


def check_tiles(tiles: Mapping[str, Tile], nodes: Mapping[str, Node], cards: Mapping[str, Card]) -> None:
    """Check the tiles: their numbers, the cards of special ones, and that some are in the pool (BG-2.4)."""
    for name, tile in tiles.items():
        node, what = nodes[name], f"tile '{name}'"
        if tile.symbol != "number" and tile.value:
            raise node.error(f"{what} shows no number, so it has no 'value'", ("value",), key=True)
        if tile.sort == "standard":
            if tile.card is not None:
                raise node.error(f"{what} is a standard tile; no card brings it", ("card",), key=True)
            continue
        if tile.card is None:
            raise node.error(f"{what} is a special tile and lacks 'card', its event", ("sort",))
        if tile.card not in cards:
            raise node.find(("card",)).unknown("card", tile.card, cards)
        if cards[tile.card].side != tile.sort:
            raise node.error(f"{what} is of side '{tile.sort}', card '{tile.card}' is not", ("card",))
    total = sum(tile.copies for tile in tiles.values())
    for found, most, of in ((len(tiles), ids.TILE_KINDS, "kinds of tiles"), (total, ids.TILES, "tiles")):
        if found > most:
            place = changed(nodes[name].find(("copies",)) for name in tiles)
            raise place.error(f"there are {found} {of}, at most {most} fit")
    standard = [name for name, tile in tiles.items() if tile.sort == "standard"]
    if not any(tiles[name].copies for name in standard):
        raise nodes[standard[-1]].error("the Hunt Pool needs a standard tile (BG-2.4)", ("copies",))


def check_cards(
    cards: Mapping[str, Card], tactics: Mapping[str, Tactic], nodes: Mapping[str, Mapping[str, Node]]
) -> None:
    """Check the cards: their tactics, owners, numbers in their decks, and that they fit (BG-1.16, BG-7)."""
    numbers: dict[tuple[str, str, int], str] = {}
    for name, card in cards.items():
        node, what = nodes["card"][name], f"card '{name}'"
        if card.tactic not in tactics:
            raise node.find(("tactic",)).unknown("tactic", card.tactic, tactics)
        if PLAYER_SIDES.get(card.owner, card.side) != card.side:
            raise node.error(f"{what} is of side '{card.side}', player '{card.owner}' is not", ("owner",))
        other = numbers.setdefault((card.side, card.deck, card.number), name)
        if other != name:
            place = changed([nodes["card"][other].find(("number",)), node.find(("number",))])
            raise place.error(f"cards '{other}' and '{name}' have the same number in their deck")
    if len(tactics) > ids.TACTICS:
        message = f"there are {len(tactics)} tactics, at most {ids.TACTICS} fit"
        raise changed(node.find(("id",)) for node in nodes["tactic"].values()).error(message)
    for side in SIDES:
        own = [name for name, card in cards.items() if card.side == side]
        if len(own) > MOST_CARDS:
            message = f"side '{side}' has {len(own)} cards, at most {MOST_CARDS} fit"
            raise changed(nodes["card"][name].find(("id",)) for name in own).error(message)


def check_dice(dice: Mapping[str, Die], nodes: Mapping[str, Node]) -> None:
    """Check the dice: six faces each, none that its side has no use for, and enough dice (BG-4.1)."""
    useless = {FREE: "eye", SHADOW: "will"}
    for side, die in dice.items():
        node, what = nodes[side], f"die '{side}'"
        faces = sum(getattr(die.faces, face) for face in ids.FACES)
        if faces != DIE_SIDES:
            place = changed(node.find(("faces", face)) for face in ids.FACES)
            raise place.error(f"{what} has {faces} faces, it needs {DIE_SIDES}")
        if getattr(die.faces, useless[side]):
            message = f"{what}: this side has no use for '{useless[side]}' (BG-4.1)"
            raise node.error(message, ("faces", useless[side]))
        if die.start > die.most:
            message = f"{what}: {die.start} dice at the start are more than the {die.most} there are"
            raise node.error(message, ("start",))


def check_scenario(
    scenario: Scenario, node: Node, regions: Mapping[str, Region], figures: Mapping[str, Figure]
) -> None:
    """Check a scenario by itself: its seats, and the Fellowship at the start (BG-2.3, BG-18)."""
    what = f"scenario '{scenario.id}'"
    if len(scenario.seats) > ids.SEATS:
        message = f"a scenario has at most {ids.SEATS} seats; this one is too many"
        raise node.error(message, ("seat", ids.SEATS))
    taken: dict[str, str] = {}
    for i, seat in enumerate(scenario.seats):
        _check_seat(seat, node.find(("seat", i)), taken)
    for player in PLAYERS:
        if player not in taken:
            raise node.error(f"{what}: no seat has the Nations of player '{player}'", ("seat", 0, "players"))
    start, guide = scenario.fellowship.start, scenario.fellowship.guide
    if start not in regions:
        raise node.find(("fellowship", "start")).unknown("region", start, regions)
    place = node.find(("fellowship", "guide"))
    if not figures[guide].fellowship:
        raise place.error(f"{what}: the Guide sets out with the Fellowship, '{guide}' does not (BG-2.3)")
    highest = max(figure.level for figure in figures.values() if figure.fellowship)
    if figures[guide].level < highest:
        raise place.error(f"{what}: the Guide has the highest Level, {highest}; '{guide}' has less (BG-15.6)")


def _check_seat(seat: Seat, node: Node, taken: dict[str, str]) -> None:
    """Check the players of one seat. taken: those of the seats before, player -> seat; gets its own."""
    for i, player in enumerate(seat.players):
        place = node.find(("players", i))
        if PLAYER_SIDES[player] != seat.side:
            raise place.error(f"seat '{seat.id}' is of side '{seat.side}', player '{player}' is not")
        if player in taken:
            raise place.error(f"seat '{taken[player]}' has player '{player}' already")
        taken[player] = seat.id


def _check_player(player: str | None, side: str, node: Node, what: str) -> None:
    """Check that somebody of the right side has a Nation or Minion in the game for four (BG-18.1)."""
    if player is None:
        raise node.error(f"{what} lacks 'player', who has it in the game for four (BG-18.1)", ("kind",))
    if PLAYER_SIDES[player] != side:
        raise node.error(f"{what} is of side '{side}', player '{player}' is not", ("player",))


def _check_once(names: Iterable[str], node: Node, what: str) -> None:
    """Check that a list names nothing twice; the error is at the second."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            raise node.error(f"{what} names '{name}' twice", (i,))
        seen.add(name)
