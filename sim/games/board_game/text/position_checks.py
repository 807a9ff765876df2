"""Positions that the rules make impossible, each named with its place in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.text.position_items import counts_at, totals
from mazarbul.sim.games.board_game.text.position_reader import PositionReader

LEADER = ids.PIECE.LEADER


def check_figures(reader: PositionReader) -> None:
    """Check that no Nation has more figures than there are, and that no two Armies share a stand.

    This holds at every moment of a game. Raises ScriptError.
    """
    left = totals(reader.names) - _of_start(reader)
    sides: dict[int, int] = {}
    for each in reader.counted:
        if each.stand <= ids.REARGUARD:
            left[each.key] -= each.n
        if left[each.key] < 0:
            total = totals(reader.names)[each.key]
            name = f"{ids.NATIONS[each.nation]} {ids.PIECES[each.piece]}"
            what = (
                f"there are {total} figures {name}, and this position has {total - left[each.key]} (BG-1.8)"
            )
            raise each.line.error(what, each.token)
        side = int(reader.t.nation_side[each.nation])
        is_unit = each.stand != ids.NONE and each.n > 0 and each.piece < ids.UNIT_N
        if is_unit and sides.setdefault(each.stand, side) != side:
            what = f"an army of {reader.names.sides[1 - side]} is already there (BG-1.10)"
            raise each.line.error(what, each.token)


def _of_start(reader: PositionReader) -> np.ndarray:
    """Return the figures that stand where they do at the start: [nation, PIECE]."""
    t, found = reader.t, np.zeros((ids.NATION_N, ids.PIECE_N), np.int64)
    if reader.begins_at_start:
        kept = [region for region in range(int(t.region_n)) if region not in reader.heads]
        found[:, : ids.UNIT_N] = t.start_units[kept].sum(axis=0)
        found[: ids.FREE_NATIONS, LEADER] = t.start_leaders[kept].sum(axis=0)
        found[ids.NATION.SAURON, ids.PIECE.NAZGUL] = t.start_nazgul[kept].sum()
    return found


def check(reader: PositionReader, s: np.record) -> None:
    """Check a state between two actions, when everything that follows from the rules has been done.

    Raises ScriptError.
    """
    for stand, head in reader.heads.items():
        if stand > ids.REARGUARD:
            continue
        is_box = stand >= ids.BOX
        own = _at_box(reader, s, stand) if is_box else _at_field(reader, s, stand)
        for problem in (*own, *_at_any(reader, s, stand)):
            raise head.line.error(problem, head.token)
    _check_characters(reader, s)
    _check_politics(reader, s)
    _check_guide(reader, s)
    _check_cards(reader)


def _at_any(reader: PositionReader, s: np.record, stand: int) -> Iterator[str]:
    """Yield what is wrong with the figures at a stand, be it a field or a box."""
    t, names = reader.t, reader.names
    limit = int(t.box_limit if stand >= ids.BOX else t.field_limit)
    if s.unit_n[stand] > limit:
        yield f"{s.unit_n[stand]} units are here, at most {limit} can be (BG-1.11)"
    if s.leader_n[stand] > 0 and s.side_of[stand] != ids.SIDE.FREE_PEOPLES:
        yield f"Leaders are never without a unit of {names.sides[0]} (BG-1.12)"


def _at_field(reader: PositionReader, s: np.record, region: int) -> Iterator[str]:
    """Yield what is wrong with the figures in a field."""
    t, names, side = reader.t, reader.names, int(s.side_of[region])
    number = int(t.stronghold[region])
    is_besieged = number != ids.NONE and s.unit_n[ids.BOX + number] > 0
    if side != ids.NONE and s.control[region] == 1 - side and not is_besieged:
        name, whose = names.regions[region], names.sides[side]
        if s.control[region] == t.owner[region]:
            missing = f"'captured {whose}: {name}' is missing"
            yield f"an army of {whose} here has captured it: {missing} (BG-13.13)"
        else:
            yield f"an army of {whose} here has retaken it: it cannot be captured (BG-13.13)"


def _at_box(reader: PositionReader, s: np.record, box: int) -> Iterator[str]:
    """Yield what is wrong with the figures in a box."""
    t, names = reader.t, reader.names
    region = int(t.region_of[box])
    side, name = int(s.control[region]), names.regions[region]
    if s.unit_n[box] == 0:
        yield f"nobody is in the Stronghold without a garrison; say 'field {name}' (BG-1.9)"
    elif s.side_of[box] != side:
        yield f"the garrison must be of {names.sides[side]}, who control the Stronghold (BG-13.4)"
    elif s.side_of[region] != 1 - side:
        yield f"nobody besieges {name}: its garrison is in the field then (BG-13.12)"
    others = counts_at(s, box)[[i for i in range(ids.NATION_N) if t.nation_side[i] != side]]
    figures = int(s.who[box]) & ids.FIGURES_OF[1 - side]
    if others.any() or figures:
        yield f"only figures of {names.sides[side]} can be in this Stronghold (BG-1.10)"


def _check_characters(reader: PositionReader, s: np.record) -> None:
    """Check that Companions are not there together with those who replace them (BG-8.9)."""
    rows = reader.names.setup.data.figures
    replaced = {f: rows[name].replaces for f, name in enumerate(ids.FIGURES) if rows[name].replaces}
    for each in reader.placed:
        for figure, name in replaced.items():
            other = ids.FIGURES.index(name)
            is_out = s.stand[other] in (ids.AWAY.UNUSED, ids.AWAY.DEAD)
            if each.figure == figure and s.stand[figure] >= 0 and not is_out:
                what = f"{ids.FIGURES[figure]} replaces {ids.FIGURES[other]}, who is in play too (BG-8.9)"
                raise each.line.error(what, each.token)
            if each.figure == figure and s.stand[figure] == ids.AWAY.FELLOWSHIP:
                raise each.line.error(f"{each.token.text} is never in the Fellowship (BG-8.9)", each.token)


def _check_politics(reader: PositionReader, s: np.record) -> None:
    """Check that Nations that are passive may be (BG-10.1, BG-2.2)."""
    for nation, head in reader.politics.items():
        is_active = int(s.active) >> nation & 1
        if not is_active and s.steps[nation] == 0:
            raise head.line.error("a passive Nation is never At War (BG-10.1)", head.token)
        if not is_active and reader.t.nation_side[nation] == ids.SIDE.SHADOW:
            raise head.line.error("Nations of the Shadow are always active (BG-2.2)", head.token)


def _check_guide(reader: PositionReader, s: np.record) -> None:
    """Check that the Guide is a Companion of the highest Level (BG-15.6)."""
    if reader.guide is None:
        return
    figure, line, token = reader.guide
    levels = {f: int(reader.t.level[f]) for f in members(int(s.members))}
    if not levels:
        able = [int(ids.FIGURE.GOLLUM)]
    else:
        able = [f for f, level in levels.items() if level == max(levels.values())]
    if figure not in able:
        known = " or ".join(ids.FIGURES[f] for f in able)
        raise line.error(f"the Guide has the highest Level in the Fellowship: {known} (BG-15.6)", token)


def _check_cards(reader: PositionReader) -> None:
    """Check that no hand holds more than its limit (BG-3.2)."""
    held: Counter[int] = Counter()
    for zone, seat, line, token in reader.cards.values():
        if zone == ids.ZONE.HAND:
            held[seat] += 1
            limit = int(reader.t.hand_limit[seat])
            if held[seat] > limit:
                raise line.error(f"{reader.names.seats[seat]} holds at most {limit} cards (BG-3.2)", token)
