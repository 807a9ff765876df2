"""The table of this game as others show it: the map, the Fellowship and the Hunt, then what each side has."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.text import scene_things
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.position_items import counts_at, opened
from mazarbul.sim.games.board_game.text.view import unseen
from mazarbul.sim.games.scene import Area, Counter, Form, Piece, Scenery, Zone, counters, human

AWAY_TITLES = {"casualties": "Casualties", "unused": "Not yet in play"}
SIEGED, FREE = "in the Stronghold", ""  # marks of figures in a box, and in a field
TILES = {"tiles": "Hunt pool", "specials": "Special tiles in play", "drawn": "Drawn", "removed": "Removed"}


# The table ----------------------------------------------------------------------------------------


def areas(names: Names) -> list[Area]:
    """Return the table."""
    tiles = tuple(
        Area(f"hunt:{word}", title, "chips", is_shown=word in ("tiles", "drawn"))
        for word, title in TILES.items()
    )
    companions = (Area("members", "Companions", "chips", is_shown=True),)
    sides = zip(names.sides, _side_names(names), strict=True)
    dice = tuple(Area(f"dice:{key}", name, "chips", side=key, is_shown=True) for key, name in sides)
    return [
        Area("turn", "Turn", "counters", is_shown=True),
        Area("dice", "Action dice", "group", dice, is_shown=True),
        Area("fellowship", "Fellowship", "group", companions, is_shown=True),
        Area("hunt", "Hunt", "group", tiles, is_shown=True),
        Area("battle", "Battle", "group", (Area("rearguard", "Rearguard", "chips"),)),
        Area("map", "Map", "map", tuple(_regions(names)), is_shown=True),
        Area("politics", "Nations", "counters", is_shown=True),
        *(_side_area(names, side) for side in range(ids.SIDE_N)),
    ]


def _regions(names: Names) -> Iterable[Area]:
    """Yield the regions of the map."""
    for row in names.setup.catalogue["regions"]:
        near = tuple(f"region:{other}" for other in row["near"])
        yield Area(f"region:{row['id']}", row["name"], "region", at=tuple(row["at"]), near=near)


def _side_area(names: Names, side: int) -> Area:
    """Return what a side has beside the map, and the hands of its seats."""
    key, title = names.sides[side], names.setup.catalogue["sides"][side]["name"]
    seats = [seat for seat in names.setup.catalogue["seats"] if seat["side"] == key]
    hands = [
        Area(f"hand:{seat['id']}", "Hand" if len(seats) == 1 else f"Hand of {seat['name']}", "cards",
             seat=seat["id"], side=key, is_shown=True)
        for seat in seats
    ]  # fmt: skip
    own: list[tuple[str, str, Form]] = [
        ("resolving", "Being played", "cards"),
        ("table", "On the table", "cards"),
    ]
    piles: list[tuple[str, str, Form]] = [
        (f"deck_{deck}", f"{deck.capitalize()} deck", "pile") for deck in ids.DECKS
    ]
    piles += [("discard", "Discard pile", "pile"), ("pool", "Reinforcements", "chips")]
    piles += [(word, title, "chips") for word, title in AWAY_TITLES.items()]
    parts = [
        *(Area(f"{word}:{key}", title, form, side=key) for word, title, form in own),
        *hands,
        *(
            Area(f"{word}:{key}", title, form, side=key, is_shown=form == "pile")
            for word, title, form in piles
        ),
    ]
    seat = seats[0]["id"] if len(seats) == 1 else ""
    return Area(f"side:{key}", title, "group", tuple(parts), seat, key, is_shown=True)


def zones(names: Names, s: np.record) -> dict[str, Zone]:
    """Return what lies where."""
    s = opened(s)
    found = {"turn": Zone(counters=_turn(names, s)), "politics": Zone(counters=_politics(names, s))}
    found["fellowship"] = Zone(counters=_fellowship(names, s))
    found["members"] = Zone(_figures(f for f in range(ids.FIGURE_N) if s.stand[f] == ids.AWAY.FELLOWSHIP))
    found["hunt"] = Zone(counters=_hunt_box(names, s))
    found["battle"] = Zone(counters=_battle(names, s))
    found["rearguard"] = Zone(_stand(names, s, ids.REARGUARD, ""))
    for word in TILES:
        kinds = Tally(names.kinds[names.tables.tile_kind[tile]] for tile in members(int(getattr(s, word))))
        found[f"hunt:{word}"] = Zone(tuple(Piece(f"tile:{kind}", n) for kind, n in kinds.items()))
    found |= _map(names, s)
    for side in range(ids.SIDE_N):
        found |= _side(names, s, side)
    return found


def clock(_names: Names, s: np.record) -> tuple[int, str]:
    """Return the number of the turn, and the phase."""
    return int(s.turn), human(ids.PHASE_NAMES[int(s.phase)])


# The middle of the table --------------------------------------------------------------------------


def _side_names(names: Names) -> list[str]:
    return [side["name"] for side in names.setup.catalogue["sides"]]


def _turn(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return the numbers of the game as a whole."""
    points = [Counter(f"{name} points", int(n)) for name, n in zip(_side_names(names), s.points, strict=True)]
    return (*counters(phase=human(ids.PHASE_NAMES[int(s.phase)])), *points)


def _politics(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return where each Nation is on the Political Track (BG-10)."""
    found = []
    for nation, row in enumerate(names.setup.catalogue["nations"]):
        steps, state = int(s.steps[nation]), "" if has(s.active, nation) else ", passive"
        value = "at war" if has(s.at_war, nation) else f"{steps} step{'s' * (steps != 1)} to war{state}"
        found.append(Counter(row["name"], value))
    return tuple(found)


def _fellowship(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return the state of the Ring-bearers (BG-15, BG-16)."""
    at = None if s.bearers == ids.NONE else names.printed("regions", int(s.bearers))
    return counters(
        at=at,
        Mordor=None if s.mordor == ids.NONE else int(s.mordor),
        progress=int(s.progress),
        corruption=int(s.corruption),
        figure="hidden" if s.is_hidden else "revealed",
        guide=names.printed("figures", int(s.guide)),
    )


def _hunt_box(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return the dice in the Hunt Box."""
    sides = zip(_side_names(names), s.box, strict=True)
    return tuple(Counter(f"{name} dice in the box", int(n)) for name, n in sides)


def _battle(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return the battle that is fought, nothing without one."""
    if s.battle == ids.NONE:
        return ()
    return counters(
        kind=ids.BATTLES[s.battle],
        attacker=_side_names(names)[s.battle_side],
        by=names.place(int(s.battle_stand[ids.ROLE.ATTACKER])),
        at=names.place(int(s.battle_stand[ids.ROLE.DEFENDER])),
        round=int(s.battle_round),
    )


def _boxes(names: Names) -> Mapping[int, int]:
    """Return the box of each region with a Stronghold."""
    return {names.regions.index(name): ids.BOX + i for i, name in enumerate(names.strongholds)}


def _map(names: Names, s: np.record) -> dict[str, Zone]:
    """Return the figures in each region and in its Stronghold, and who controls its Settlement."""
    boxes, owners = _boxes(names), [*_side_names(names), None]  # the last for NONE
    control, is_taken = s.control.tolist(), _taken(s)
    found = {}
    for region, name in enumerate(names.regions):
        box = boxes.get(region)
        pieces = _stand(names, s, region, FREE) if is_taken[region] else ()
        if box is not None and is_taken[box]:
            pieces += _stand(names, s, box, SIEGED)
        if s.bearers == region:
            pieces += (Piece(scene_things.BEARERS, marks=("hidden" if s.is_hidden else "revealed",)),)
        is_sieged = box is not None and has(s.sieges, box - ids.BOX)
        marks = counters(control=owners[control[region]], siege="yes" if is_sieged else None)
        found[f"region:{name}"] = Zone(pieces, marks)
    return found


def _taken(s: np.record) -> list[bool]:
    """Return which stands have any figures: of the many regions, few."""
    return np.logical_or.reduce([s.unit_n, s.leader_n, s.nazgul, s.who]).tolist()


def _stand(names: Names, s: np.record, stand: int, mark: str) -> tuple[Piece, ...]:
    """Return the figures at a stand. mark: put on each of them."""
    marks = (mark,) if mark else ()
    return _counted(names, counts_at(s, stand), marks) + _figures(members(int(s.who[stand])), marks)


def _counted(names: Names, counts: np.ndarray, marks: tuple[str, ...] = ()) -> tuple[Piece, ...]:
    """Return counted figures. counts: [nation, PIECE]."""
    rows = enumerate(counts.ravel().tolist())
    return tuple(Piece(names.pieces[i], n, marks) for i, n in rows if n)


def _figures(figures: Iterable[int], marks: tuple[str, ...] = ()) -> tuple[Piece, ...]:
    return tuple(Piece(f"figure:{ids.FIGURES[f]}", marks=marks) for f in figures)


# What a side has ----------------------------------------------------------------------------------


def _side(names: Names, s: np.record, side: int) -> dict[str, Zone]:
    """Return what a side has beside the map, and the hands of its seats."""
    key, t = names.sides[side], names.tables
    faces = [(face, int(n)) for face, n in zip(ids.FACES, s.dice[side], strict=True) if n]
    hidden = 0
    found = {
        f"side:{key}": Zone(
            counters=counters(Elven_Rings=int(s.rings[side]), dice_this_turn=int(s.pool_dice[side]))
        ),
        f"dice:{key}": Zone(tuple(Piece(f"die:{face}", n) for face, n in faces)),
    }
    for seat, name in enumerate(names.seats):
        if t.seat_side[seat] == side:
            hidden |= int(s.face_down[seat])
            found[f"hand:{name}"] = _cards(names, side, members(int(s.hand[seat])))
    first = side * ids.BLOCK
    played = [i for i in range(ids.BLOCK) if s.zone[first + i] == ids.ZONE.RESOLVING]
    discarded = members(int(s.discard[side]))
    found |= {
        f"resolving:{key}": _cards(names, side, played),
        f"table:{key}": _cards(names, side, members(int(s.table[side]))),
        f"discard:{key}": _cards(names, side, discarded, hidden),
        f"pool:{key}": Zone(_counted(names, _own_nations(s.pool, side))),
    }
    for deck, word in enumerate(ids.DECKS):
        pile = side * ids.DECK_N + deck
        order = s.deck[pile, : s.deck_n[pile]][::-1]
        found[f"deck_{word}:{key}"] = Zone(tuple(Piece(names.card(card)) for card in order))
    own = [f for f in range(ids.FIGURE_N) if has(ids.FIGURES_OF[side], f)]
    dead = _counted(names, s.dead) if side == ids.SIDE.FREE_PEOPLES else ()
    found[f"casualties:{key}"] = Zone(dead + _figures(f for f in own if s.stand[f] == ids.AWAY.DEAD))
    found[f"unused:{key}"] = Zone(_figures(f for f in own if s.stand[f] == ids.AWAY.UNUSED))
    return found


def _own_nations(pool: np.ndarray, side: int) -> np.ndarray:
    """Return the reinforcements of a side's Nations. pool: [nation, PIECE], of both sides."""
    own = pool.copy()
    own[ids.FREE_NATIONS :] *= side == ids.SIDE.SHADOW
    own[: ids.FREE_NATIONS] *= side == ids.SIDE.FREE_PEOPLES
    return own


def _cards(names: Names, side: int, local: Iterable[int], hidden: int = 0) -> Zone:
    """Return cards of a side. hidden: set of those that lie face down."""
    first = side * ids.BLOCK
    return Zone(tuple(Piece(names.card(first + i), is_face_down=has(hidden, i)) for i in local))


SCENERY = Scenery(scene_things.groups, scene_things.things, areas, zones, clock, unseen)
