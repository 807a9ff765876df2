"""The checks that a script can make of a state: one function for each word after `expect`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.frames import Window
from mazarbul.sim.games.lotr_lcg.rules import numbers, zones
from mazarbul.sim.games.lotr_lcg.rules.scoring import group_score
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.places import (
    OF_SOMETHING,
    OUT_OF_PLAY,
    attachments_of,
    cards_in,
    deck_of,
    discard_of,
    encounter_cards,
    place_of,
    shadows_of,
)
from mazarbul.sim.games.lotr_lcg.text.position_words import PHASES
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from mazarbul.sim.notation.expectations import (
    Check,
    check_cards,
    check_field,
    check_number,
    check_pile,
    check_truth,
    check_value,
    decision_checks,
    failure,
    read_seat,
)
from mazarbul.sim.notation.lines import Line, Token

STATS = {
    "willpower": ids.STAT.WILLPOWER,
    "attack": ids.STAT.ATTACK,
    "defense": ids.STAT.DEFENSE,
    "hit_points": ids.STAT.HIT_POINTS,
    "card_threat": ids.STAT.THREAT,
}
PLACES = [*OUT_OF_PLAY.values(), "active", "staging", "play"]


def _card(names: Names, s: np.record, line: Line) -> int:
    """Read one card; of several copies the first in play, otherwise the first one in the game."""
    found = names.find_card(line, line.word("a card"))
    in_play = [card for card in found if zones.in_play(s, card)]
    in_game = [card for card in found if s.zone[card] != ids.ZONE.OUT]
    return (in_play or in_game or found)[0]


# Piles and places -------------------------------------------------------------------------------


def _of_seat(cards_of: Callable[[Any, int], list[int]]) -> Check:
    """Return the check of the cards that a player has somewhere."""

    def check(names: Names, s: np.record, line: Line) -> None:
        check_pile(line, names, cards_of(s, read_seat(names, line)))

    return check


def _shared(cards_of: Callable[[Any], list[int]]) -> Check:
    """Return the check of the cards in a zone that all players share."""
    return lambda names, s, line: check_pile(line, names, cards_of(s))


def _characters(*kinds: str) -> Check:
    """Return the check of the characters of these types that a player controls."""

    def check(names: Names, s: np.record, line: Line) -> None:
        cards = cards_in(s.controlled[read_seat(names, line)])
        check_pile(line, names, [card for card in cards if names.entries[card]["type"] in kinds])

    return check


def _top(names: Names, s: np.record, line: Line) -> None:
    """Check `top player1: a b` or `top encounter_deck: a`: the cards on top of a deck, in their order."""
    block = ids.ENCOUNTER if line.skip("encounter_deck") else read_seat(names, line)
    line.want(":")
    for i, token in enumerate(line.words("a card")):
        found, deck = names.find_card(line, token), deck_of(s, block)
        if i >= len(deck) or deck[i] not in found:
            actual = names.card(deck[i]) if i < len(deck) else "the end of the deck"
            raise failure(line, token, token.text, actual)


def _on(names: Names, s: np.record, line: Line) -> None:
    check_pile(line, names, attachments_of(s, _card(names, s, line)))


def _shadows(names: Names, s: np.record, line: Line) -> None:
    """Check the shadow cards of an enemy: how many, or all of them in the order dealt."""
    cards = shadows_of(s, _card(names, s, line))
    at, text = Token("", line.column), line.rest
    check_pile(line, names, cards)
    listed = text.partition(":")[2].split()
    if listed and not all(names.card(c).startswith(word) for c, word in zip(cards, listed, strict=True)):
        raise failure(line, at, " ".join(listed), " ".join(names.card(card) for card in cards))


def _zone(names: Names, s: np.record, line: Line) -> None:
    card = _card(names, s, line)
    check_value(
        line, place_of(names, s, card), "place", PLACES, dict.fromkeys(OF_SOMETHING, "a player or card")
    )


def _active(names: Names, s: np.record, line: Line) -> None:
    if not line.skip(":"):
        line.skip("=")
    if line.skip("none"):
        check_truth(line, s.active == ids.NONE)
    else:
        check_cards(line, names, [] if s.active == ids.NONE else [int(s.active)])


# Numbers and marks ------------------------------------------------------------------------------


def _on_card(field: str) -> Check:
    """Return the check of a number of tokens on a card."""
    return lambda names, s, line: check_number(line, int(s[field][_card(names, s, line)]))


def _progress(names: Names, s: np.record, line: Line) -> None:
    """Check `progress = 3` on the quest card, or `progress gladden_fields = 1`."""
    if line.peek() in names.copies or line.peek() in names.card_index:
        check_number(line, int(s.progress[_card(names, s, line)]))
    else:
        check_number(line, int(s.quest_progress))


def _stat(column: int) -> Check:
    """Return the check of a number of a card with all that changes it."""
    return lambda names, s, line: check_number(
        line, int(numbers.stat(s, names.tables, _card(names, s, line), column))
    )


def _threat(names: Names, s: np.record, line: Line) -> None:
    check_number(line, int(s.threat[read_seat(names, line)]))


def _mark(test: Callable[[Any, Any, int], bool]) -> Check:
    """Return the check of something that is true or false of a card."""
    return lambda names, s, line: check_truth(line, bool(test(s, names.tables, _card(names, s, line))))


def _masked(field: str) -> Check:
    """Return the check of a mark that the state keeps as masks, one for each block."""

    def check(names: Names, s: np.record, line: Line) -> None:
        card = _card(names, s, line)
        check_truth(line, has(s[field][card // ids.BLOCK], card % ids.BLOCK))

    return check


def _is_guarded(s: np.record, _t: np.record, card: int) -> bool:
    return card // ids.BLOCK == ids.ENCOUNTER and has(s.guarded, card % ids.BLOCK)


def _controller(names: Names, s: np.record, line: Line) -> None:
    seat = int(zones.controller(s, _card(names, s, line)))
    check_value(line, "nobody" if seat == ids.NONE else names.seats[seat], "player", [*names.seats, "nobody"])


def _is_flag(code: int) -> Check:
    """Return the check of a modifier that applies to a card or not."""
    return _mark(lambda s, t, card: numbers.flag(s, t, code, card))


def _known(names: Names, s: np.record, line: Line) -> None:
    """Check `known player1 encounter_deck = 1`: how many top cards of a deck a player has seen."""
    seat = read_seat(names, line)
    block = ids.ENCOUNTER if line.skip("encounter_deck") else read_seat(names, line)
    check_number(line, int(s.known[seat, block]))


def _seen(names: Names, s: np.record, line: Line) -> None:
    """Check `seen player1 king_spider`: a shadow card that a player has seen."""
    seat = read_seat(names, line)
    card = names.find_card(line, line.word("a card"))
    check_truth(
        line, any(has(s.shadow_known[seat], c % ids.BLOCK) for c in card if c // ids.BLOCK == ids.ENCOUNTER)
    )


# Clock and quest --------------------------------------------------------------------------------


def _phase(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.PHASE_NAMES[s.phase], "phase", [*PHASES, "over"])


def _window(_names: Names, s: np.record, line: Line) -> None:
    """Check which action window is open."""
    is_open = s.frame_n > 0 and s.frames[s.frame_n - 1, KIND] == Window.kind
    actual = ids.WINDOW_NAMES[s.frames[s.frame_n - 1, Window.window]] if is_open else "none"
    check_value(line, actual, "window", [*ids.WINDOW_NAMES, "none"])


def _first(names: Names, s: np.record, line: Line) -> None:
    check_value(line, names.seats[s.first_player], "player", names.seats)


def _stage(names: Names, s: np.record, line: Line) -> None:
    check_value(line, names.stages[s.stage], "stage", names.stages)


def _winner(_names: Names, s: np.record, line: Line) -> None:
    is_decided = s.phase == ids.PHASE.OVER and s.winner != ids.NONE
    check_value(line, ids.SIDES[s.winner] if is_decided else "nobody", "winner", (*ids.SIDES, "nobody"))


def _end(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.END_REASONS[s.end_reason], "end", ids.END_REASONS)


def _eliminated(names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.ELIMINATIONS[s.eliminated[read_seat(names, line)]], "cause", ids.ELIMINATIONS)


def _score(names: Names, s: np.record, line: Line) -> None:
    check_number(line, int(group_score(s, names.tables)))


EXPECTATIONS: dict[str, Check] = {
    "hand": _of_seat(lambda s, seat: [seat * ids.BLOCK + i for i in members(s.hand[seat])]),
    "deck": _of_seat(deck_of),
    "discard": _of_seat(discard_of),
    "engaged": _of_seat(lambda s, seat: cards_in(s.engaged[seat])),
    "on_deck": _of_seat(lambda s, seat: encounter_cards(s.on_deck[seat])),
    "heroes": _characters("hero"),
    "allies": _characters("ally"),
    "encounter_deck": _shared(lambda s: deck_of(s, ids.ENCOUNTER)),
    "encounter_discard": _shared(lambda s: discard_of(s, ids.ENCOUNTER)),
    "staging": _shared(lambda s: encounter_cards(s.staging)),
    "victory": _shared(lambda s: encounter_cards(s.victory)),
    "aside": _shared(lambda s: encounter_cards(s.aside)),
    "committed_cards": _shared(lambda s: cards_in(s.committed)),
    "top": _top,
    "on": _on,
    "shadows": _shadows,
    "zone": _zone,
    "active": _active,
    "damage": _on_card("damage"),
    "resources": _on_card("tokens"),
    "progress": _progress,
    **{word: _stat(column) for word, column in STATS.items()},
    "threat": _threat,
    "quest_willpower": lambda names, s, line: check_number(
        line, int(numbers.committed_willpower(s, names.tables))
    ),
    "quest_threat": lambda names, s, line: check_number(line, int(numbers.staging_threat(s, names.tables))),
    "exhausted": _masked("exhausted"),
    "committed": _masked("committed"),
    "face_down": _masked("face_down"),
    "captive": _mark(lambda s, _t, card: s.captive == card),
    "guarded": _mark(_is_guarded),
    "cannot_attack": _is_flag(words.MODIFIER.CANNOT_ATTACK),
    "cannot_defend": _is_flag(words.MODIFIER.CANNOT_DEFEND),
    "controller": _controller,
    "known": _known,
    "seen": _seen,
    "round": check_field("round_number"),
    "phase": _phase,
    "window": _window,
    "first": _first,
    "stage": _stage,
    "winner": _winner,
    "end": _end,
    "over": lambda _names, s, line: check_truth(line, s.phase == ids.PHASE.OVER),
    "eliminated": _eliminated,
    "score": _score,
    **decision_checks(MOVES),
}
