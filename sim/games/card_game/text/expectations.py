"""The checks that a script can make of a state: one function for each word after `expect`."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import mask_of, members
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.rules import combat, modifiers, rounds, zones
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.games.card_game.text.position_reader import PILES
from mazarbul.sim.games.card_game.text.reasons import MOVES
from mazarbul.sim.notation.expectations import (
    Check,
    check_field,
    check_number,
    check_pile,
    check_truth,
    check_value,
    decision_checks,
    failure,
    read_once,
    read_seat,
)
from mazarbul.sim.notation.lines import Line, Token

ICON_KINDS = {"path": ids.ICON.PATH, "attack": ids.ICON.BG_ATTACK, "defense": ids.ICON.BG_DEFENSE}
#: zone -> its word, except for cards on a wielder or battleground
ZONE_WORDS = {
    zone: word for word, zone in spelled(ids.IN).items() if zone not in (ids.IN.WIELDER, ids.IN.BATTLEGROUND)
}


def _card(names: Names, s: np.record, line: Line) -> int:
    """Read one card; of several copies the first that is in play, else the first."""
    found = names.find_card(line, line.word("a card"))
    return next((card for card in found if zones.is_on_table(s.zone[card])), found[0])


# Expectations -----------------------------------------------------------------------------------


def _pile(zone: int) -> Check:
    """Return the check of a seat's zone: its size (`hand frodo = 5`) or its cards (`hand frodo: gimli`)."""

    def check(names: Names, s: np.record, line: Line) -> None:
        seat = read_seat(names, line)
        first = int(names.tables.seat_side[seat]) * ids.SIDE_CARDS
        cards = [first + i for i in members(s.in_zone[seat, zone])]
        check_pile(line, names, cards)

    return check


def _top(names: Names, s: np.record, line: Line) -> None:
    seat = read_seat(names, line)
    n = int(s.deck_n[seat])
    line.skip("=")
    token = line.word("a card")
    found = names.find_card(line, token)
    actual = int(s.order[seat, n - 1]) if n else None
    if actual not in found:
        raise failure(line, token, token.text, "an empty deck" if actual is None else names.card(actual))


def _zone(names: Names, s: np.record, line: Line) -> None:
    card = _card(names, s, line)
    known = [*ZONE_WORDS.values(), "on", *(names.place(b) for b in names.places if b < ids.BATTLEGROUNDS)]
    check_value(line, zone_text(names, s, card), "zone", known, {"on": "a wielder"})


def zone_text(names: Names, s: np.record, card: int) -> str:
    """Return where a card is."""
    zone = int(s.zone[card])
    if zone == ids.IN.WIELDER:
        return f"on {names.card(s.wielder[card])}"
    if zone >= ids.IN.BATTLEGROUND:
        return names.place(zone - ids.IN.BATTLEGROUND)
    return ZONE_WORDS.get(zone, "out")


def _score(names: Names, s: np.record, line: Line) -> None:
    side = names.find_side(line, line.word("a side"))
    check_number(line, rounds.score(s, names.tables, side))


def _limit(names: Names, s: np.record, line: Line) -> None:
    check_number(line, modifiers.carryover_limit(s, names.tables, read_seat(names, line)))


def _bonus(names: Names, s: np.record, line: Line) -> None:
    check_number(line, modifiers.draw_bonus(s, names.tables, read_seat(names, line)))


def _phase(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.PHASE_NAMES[s.phase], "phase", ids.PHASE_NAMES)


def _slot(name: str) -> Check:
    """Return the check of a slot of the turn order."""
    return lambda names, s, line: check_value(line, names.slots[s[name]], "seat", names.slots)


def _winner(names: Names, s: np.record, line: Line) -> None:
    actual = "nobody" if s.phase != ids.PHASE.OVER or s.winner == ids.NONE else names.sides[s.winner]
    check_value(line, actual, "winner", ("nobody", *ids.SIDES))


def _end(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.END_REASONS[s.end_reason], "end", ids.END_REASONS)


def _path(names: Names, s: np.record, line: Line) -> None:
    actual = "none" if s.path == ids.NONE else names.path(s.path)
    known = [names.place(place) for place in names.places if place >= ids.BATTLEGROUNDS]
    check_value(line, actual, "path", [*known, "none"])


def _places(names: Names, line: Line, actual: int) -> None:
    """Check a list of locations, or its length."""
    found = [names.place(place) for place in members(actual)]
    if not line.skip(":"):
        check_number(line, len(found), " ".join(found))
        return
    at = Token("", line.column)
    wanted = mask_of(read_once(line, "a location", names.find_place))
    if wanted != actual:
        raise failure(line, at, _ids(names, wanted), _ids(names, actual))


def _ids(names: Names, places: int) -> str:
    return " ".join(names.place(place) for place in members(places)) or "nothing"


def _area(names: Names, s: np.record, line: Line) -> None:
    side = names.find_side(line, line.word("a side"))
    _places(names, line, int(s.bg_area[side]) | int(s.path_area[side]) << ids.BATTLEGROUNDS)


def _active(names: Names, s: np.record, line: Line) -> None:
    _places(names, line, int(s.active))


def _path_deck(names: Names, s: np.record, line: Line) -> None:
    _places(names, line, int(s.path_deck) << ids.BATTLEGROUNDS)


def _tokens(names: Names, s: np.record, line: Line) -> None:
    """Check `tokens dol_guldur attack = 1` or `tokens gothmog attack = 2`."""
    token = line.word("a location or card")
    attack, defense, i = s.place_attack, s.place_defense, names.place_index.get(token.text)
    if i is None:
        attack, defense, i = s.attack_tokens, s.defense_tokens, names.find_card(line, token)[0]
    kind = line.choice("kind of token", ("attack", "defense"))
    check_number(line, (attack if kind == "attack" else defense)[i])


def _icons(names: Names, s: np.record, line: Line) -> None:
    card = _card(names, s, line)
    kind = ICON_KINDS[line.choice("kind of icon", ICON_KINDS)]
    check_number(line, modifiers.icons(s, names.tables, card, kind))


def _shield(names: Names, s: np.record, line: Line) -> None:
    """Check `shield dol_guldur = 2` now, or `shield = 2` of the combat resolved last."""
    if line.peek() in names.place_index:
        place = names.find_place(line, line.word("a location"))
        check_number(line, combat.location_shield(s, names.tables, place))
    else:
        check_number(line, s.shield)


def _mark(name: str) -> Check:
    """Return the check of a mark that cards of a side can have."""

    def check(names: Names, s: np.record, line: Line) -> None:
        side, i = divmod(_card(names, s, line), ids.SIDE_CARDS)
        check_truth(line, bool(int(s[name][side]) >> i & 1))

    return check


def _bare(names: Names, s: np.record, line: Line) -> None:
    place = names.find_place(line, line.word("a battleground"))
    check_truth(line, bool(place < ids.BATTLEGROUNDS and int(s.bare) >> place & 1))


def _ring(names: Names, s: np.record, line: Line) -> None:
    check_value(line, "ready" if s.ring[read_seat(names, line)] else "spent", "state", ("ready", "spent"))


def _over(_names: Names, s: np.record, line: Line) -> None:
    check_truth(line, s.phase == ids.PHASE.OVER)


def _passed(names: Names, s: np.record, line: Line) -> None:
    line.want(":")
    at = Token("", line.column)
    wanted = mask_of(read_once(line, "a seat", names.find_slot))
    if wanted != s.passed:
        slots = [names.slots[i] for i in members(s.passed)]
        raise failure(line, at, line.text.partition(":")[2].strip() or "nobody", " ".join(slots) or "nobody")


EXPECTATIONS: dict[str, Check] = {
    **{word: _pile(zone) for word, zone in PILES.items()},
    "reserve": _pile(ids.IN.RESERVE),
    "limbo": _pile(ids.IN.LIMBO),
    "top": _top,
    "zone": _zone,
    "corruption": check_field("corruption"),
    "round": check_field("round_number"),
    "attack": check_field("attack"),
    "defense": check_field("defense"),
    "left": check_field("left"),
    "last_path": check_field("last_path"),
    "shield": _shield,
    "score": _score,
    "limit": _limit,
    "bonus": _bonus,
    "phase": _phase,
    "start": _slot("start_slot"),
    "turn": _slot("slot"),
    "winner": _winner,
    "end": _end,
    "over": _over,
    "path": _path,
    "active": _active,
    "area": _area,
    "path_deck": _path_deck,
    "bare": _bare,
    "tokens": _tokens,
    "icons": _icons,
    "fresh": _mark("fresh"),
    "played": _mark("played"),
    "used": _mark("used"),
    "ring": _ring,
    "passed": _passed,
    **decision_checks(MOVES),
}
