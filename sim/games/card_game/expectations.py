"""What a script can expect of a state: one function for each word after `expect`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from sim.games.card_game import actions, ids
from sim.games.card_game.lines import Line, ScriptError, Token
from sim.games.card_game.names import Names, mask_of, members
from sim.games.card_game.notation import action_text, legal_texts, read_action
from sim.games.card_game.position_reader import PHASES, PILES
from sim.games.card_game.reasons import why_illegal
from sim.games.card_game.rules import combat, modifiers, rounds

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
ICON_KINDS = {"path": ids.PATH_ICONS, "attack": ids.BG_ATTACK, "defense": ids.BG_DEFENSE}
ZONE_WORDS = {
    ids.DECK: "deck",
    ids.HAND: "hand",
    ids.LIMBO: "limbo",
    ids.CYCLE_PILE: "cycle_pile",
    ids.ELIMINATED: "eliminated",
    ids.RESERVE: "reserve",
    ids.RESOLVING: "resolving",
    ids.ON_PATH: "path",
}
PHASE_OF = {number: word for word, number in PHASES.items()} | {ids.SETUP: "setup", ids.OVER: "over"}
OVER_WORDS = ("nobody", "free_peoples", "shadow")


def expect(names: Names, s, line: Line) -> None:
    """Check what the line expects; raises ScriptError if it does not hold or cannot be read."""
    word = line.word("what is expected")
    if word.text not in _EXPECTATIONS:
        raise line.unknown("expectation", word, _EXPECTATIONS)
    with np.errstate(over="ignore"):
        _EXPECTATIONS[word.text](names, s, line)


# Ways to compare --------------------------------------------------------------------------------


def _number(line: Line, actual: int, details: str = "") -> None:
    """Check `= 3`, `>= 3` and so on."""
    sign = line.peek()
    if sign not in COMPARISONS:
        raise line.error(f"one of {' '.join(COMPARISONS)} and a number are wanted here")
    line.next_i += 1
    at = Token(line.peek(), line.column)
    wanted = line.number_of("a number")
    if not COMPARISONS[sign](int(actual), wanted):
        raise _failure(line, at, f"{sign} {wanted}", f"{actual}{f': {details}' if details else ''}")


def _value(line: Line, actual: str, kind: str, known: Iterable[str]) -> None:
    """Check `= word`; the sign may be left out."""
    is_not = line.skip("!=")
    if not is_not:
        line.skip("=")
    at = line.word(f"a {kind}")
    if at.text == "on" and not line.is_done:
        at = Token(f"on {line.word('a wielder').text}", at.column)
    if at.text not in known and at.text != actual:
        raise line.unknown(kind, at, known)
    if (at.text == actual) == is_not:
        raise _failure(line, at, f"{'not ' if is_not else ''}{at.text}", actual)


def _truth(line: Line, actual: bool) -> None:
    """Check `= yes` or `= no`; nothing means yes."""
    if line.is_done:
        if not actual:
            raise _failure(line, Token("", line.column), "yes", "no")
        return
    _value(line, "yes" if actual else "no", "answer", ("yes", "no"))


def _list(line: Line, names: Names, cards: list[int]) -> None:
    """Check a list of cards in any order; a card without `#copy` stands for any copy."""
    left = list(cards)
    start = Token("", line.column)
    for exact in (True, False):
        before = line.next_i
        for token in line.words("a card"):
            found = names.find_card(line, token)
            if (len(found) == 1) != exact:
                continue
            card = next((card for card in left if card in found), None)
            if card is None:
                raise line.error(f"{token.text} is not among: {_texts(names, cards)}", token)
            left.remove(card)
        if exact:
            line.next_i = before
    if left:
        raise line.error(f"there is also: {_texts(names, left)}", start)


def _failure(line: Line, at: Token, wanted: str, actual: str) -> ScriptError:
    """Return the error of an expectation that does not hold."""
    return line.error(f"expected {wanted}, but it is {actual}; {line.text.strip()}", at)


def _texts(names: Names, cards: list[int]) -> str:
    return " ".join(names.card(card) for card in cards) or "nothing"


def _seat(names: Names, line: Line) -> int:
    return names.find_seat(line, line.word("a seat"))


def _card(names: Names, s, line: Line) -> int:
    """Read one card; of several copies the first that is in play, else the first."""
    found = names.find_card(line, line.word("a card"))
    return next((card for card in found if s.zone[card] >= ids.RESERVE), found[0])


# Expectations -----------------------------------------------------------------------------------


def _pile(zone: int) -> Callable[[Names, np.record, Line], None]:
    """Return the check of a seat's zone: its size (`hand frodo = 5`) or its cards (`hand frodo: gimli`)."""

    def check(names: Names, s, line: Line) -> None:
        seat = _seat(names, line)
        first = int(names.tables.seat_side[seat]) * ids.SIDE_CARDS
        cards = [first + i for i in members(s.in_zone[seat, zone])]
        if line.skip(":"):
            _list(line, names, cards)
        else:
            _number(line, len(cards), _texts(names, cards))

    return check


def _top(names: Names, s, line: Line) -> None:
    seat = _seat(names, line)
    n = int(s.deck_n[seat])
    line.skip("=")
    token = line.word("a card")
    found = names.find_card(line, token)
    actual = int(s.order[seat, n - 1]) if n else None
    if actual not in found:
        raise _failure(line, token, token.text, "an empty deck" if actual is None else names.card(actual))


def _zone(names: Names, s, line: Line) -> None:
    card = _card(names, s, line)
    known = [*ZONE_WORDS.values(), "on", *(names.place(b) for b in names.places if b < ids.BATTLEGROUNDS)]
    _value(line, zone_text(names, s, card), "zone", known)


def zone_text(names: Names, s, card: int) -> str:
    """Return where a card is."""
    zone = int(s.zone[card])
    if zone == ids.ON_WIELDER:
        return f"on {names.card(s.wielder[card])}"
    if zone >= ids.ON_BATTLEGROUND:
        return names.place(zone - ids.ON_BATTLEGROUND)
    return ZONE_WORDS.get(zone, "out")


def _field(name: str) -> Callable[[Names, np.record, Line], None]:
    """Return the check of a number that is a field of the state."""
    return lambda _names, s, line: _number(line, int(s[name]))


def _score(names: Names, s, line: Line) -> None:
    side = names.find_side(line, line.word("a side"))
    _number(line, rounds.score(s, names.tables, side))


def _limit(names: Names, s, line: Line) -> None:
    _number(line, modifiers.carryover_limit(s, names.tables, _seat(names, line)))


def _bonus(names: Names, s, line: Line) -> None:
    _number(line, modifiers.draw_bonus(s, names.tables, _seat(names, line)))


def _actor(names: Names, s, line: Line) -> None:
    actual = "nobody" if s.actor == ids.NONE else names.seats[s.actor]
    _value(line, actual, "seat", [*names.seats, "nobody"])


def _decision(_names: Names, s, line: Line) -> None:
    actual = "none" if s.actor == ids.NONE else actions.KIND_NAMES[s.decision]
    _value(line, actual, "decision", [*actions.KIND_NAMES[1:], "none"])


def _phase(_names: Names, s, line: Line) -> None:
    _value(line, PHASE_OF[int(s.phase)], "phase", PHASE_OF.values())


def _slot(name: str) -> Callable[[Names, np.record, Line], None]:
    """Return the check of a slot of the turn order."""
    return lambda names, s, line: _value(line, names.slots[s[name]], "seat", names.slots)


def _winner(names: Names, s, line: Line) -> None:
    actual = "nobody" if s.phase != ids.OVER or s.winner == ids.NONE else names.sides[s.winner]
    _value(line, actual, "winner", OVER_WORDS)


def _end(_names: Names, s, line: Line) -> None:
    _value(line, ids.END_REASONS[s.end_reason], "end", ids.END_REASONS)


def _path(names: Names, s, line: Line) -> None:
    actual = "none" if s.path == ids.NONE else names.path(s.path)
    known = [names.place(place) for place in names.places if place >= ids.BATTLEGROUNDS]
    _value(line, actual, "path", [*known, "none"])


def _places(names: Names, line: Line, actual: int) -> None:
    """Check a list of locations, or its length."""
    found = [names.place(place) for place in members(actual)]
    if not line.skip(":"):
        _number(line, len(found), " ".join(found))
        return
    at = Token("", line.column)
    wanted = mask_of(names.find_place(line, token) for token in line.words("a location"))
    if wanted != actual:
        raise _failure(line, at, _ids(names, wanted), _ids(names, actual))


def _ids(names: Names, places: int) -> str:
    return " ".join(names.place(place) for place in members(places)) or "nothing"


def _area(names: Names, s, line: Line) -> None:
    side = names.find_side(line, line.word("a side"))
    _places(names, line, int(s.bg_area[side]) | int(s.path_area[side]) << ids.BATTLEGROUNDS)


def _active(names: Names, s, line: Line) -> None:
    _places(names, line, int(s.active))


def _path_deck(names: Names, s, line: Line) -> None:
    _places(names, line, int(s.path_deck) << ids.BATTLEGROUNDS)


def _tokens(names: Names, s, line: Line) -> None:
    """Check `tokens dol_guldur attack = 1` or `tokens gothmog attack = 2`."""
    token = line.word("a location or card")
    attack, defense, i = s.place_attack, s.place_defense, names.place_index.get(token.text)
    if i is None:
        attack, defense, i = s.attack_tokens, s.defense_tokens, names.find_card(line, token)[0]
    kind = line.choice("kind of token", ("attack", "defense"))
    _number(line, (attack if kind == "attack" else defense)[i])


def _icons(names: Names, s, line: Line) -> None:
    card = _card(names, s, line)
    kind = ICON_KINDS[line.choice("kind of icon", ICON_KINDS)]
    _number(line, modifiers.icons(s, names.tables, card, kind))


def _shield(names: Names, s, line: Line) -> None:
    """Check `shield dol_guldur = 2` now, or `shield = 2` of the combat resolved last."""
    if line.peek() in names.place_index:
        place = names.find_place(line, line.word("a location"))
        _number(line, combat.location_shield(s, names.tables, place))
    else:
        _number(line, s.shield)


def _mark(name: str) -> Callable[[Names, np.record, Line], None]:
    """Return the check of a mark that cards of a side can have."""

    def check(names: Names, s, line: Line) -> None:
        side, i = divmod(_card(names, s, line), ids.SIDE_CARDS)
        _truth(line, bool(int(s[name][side]) >> i & 1))

    return check


def _bare(names: Names, s, line: Line) -> None:
    place = names.find_place(line, line.word("a battleground"))
    _truth(line, bool(place < ids.BATTLEGROUNDS and int(s.bare) >> place & 1))


def _ring(names: Names, s, line: Line) -> None:
    _value(line, "ready" if s.ring[_seat(names, line)] else "spent", "state", ("ready", "spent"))


def _over(_names: Names, s, line: Line) -> None:
    _truth(line, s.phase == ids.OVER)


def _passed(names: Names, s, line: Line) -> None:
    line.want(":")
    at = Token("", line.column)
    wanted = mask_of(names.find_slot(line, token) for token in line.words("a seat"))
    if wanted != s.passed:
        slots = [names.slots[i] for i in members(s.passed)]
        raise _failure(line, at, line.text.partition(":")[2].strip() or "nobody", " ".join(slots) or "nobody")


def _legal(names: Names, s, line: Line) -> None:
    at = Token("", line.column)
    code = read_action(names, s, line)
    if code not in s.options[: s.option_n]:
        reason = why_illegal(names, s, code)
        legal = ", ".join(legal_texts(names, s))
        raise line.error(f"'{action_text(names, code)}' is not legal: {reason}; legal: {legal}", at)


def _illegal(names: Names, s, line: Line) -> None:
    at = Token("", line.column)
    code = read_action(names, s, line)
    if code in s.options[: s.option_n]:
        raise line.error(f"'{action_text(names, code)}' is legal", at)


def _options(names: Names, s, line: Line) -> None:
    """Check the legal actions: `options = 3`, or all of them, divided by commas."""
    legal = {int(code) for code in s.options[: s.option_n]}
    if not line.skip(":"):
        _number(line, len(legal), ", ".join(legal_texts(names, s)))
        return
    at = Token("", line.column)
    wanted: set[int] = set()
    while not line.is_done:
        wanted.add(read_action(names, s, line))
        if not line.skip(","):
            break
    for what, codes in (("not legal", wanted - legal), ("legal too", legal - wanted)):
        if codes:
            texts = ", ".join(action_text(names, code) for code in sorted(codes))
            raise line.error(f"{what}: {texts}", at)


_EXPECTATIONS: dict[str, Callable[[Names, np.record, Line], None]] = {
    **{word: _pile(zone) for word, zone in PILES.items()},
    "reserve": _pile(ids.RESERVE),
    "limbo": _pile(ids.LIMBO),
    "top": _top,
    "zone": _zone,
    "corruption": _field("corruption"),
    "round": _field("round_number"),
    "attack": _field("attack"),
    "defense": _field("defense"),
    "left": _field("left"),
    "last_path": _field("last_path"),
    "shield": _shield,
    "score": _score,
    "limit": _limit,
    "bonus": _bonus,
    "actor": _actor,
    "decision": _decision,
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
    "legal": _legal,
    "illegal": _illegal,
    "options": _options,
}
