"""The rows of preferences (see `sim.bots.preferences`): ways to move each card, and to choose each place.

A stage is the number of the last path. Preferences are learnt with the printed cards and locations; one that
an overlay changes has none, and is judged by its text and numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.bots.bot import Bot
from sim.data.setup import Setup
from sim.engine.actions import a_of, b_of, kind_of
from sim.engine.jit import kernel
from sim.engine.stack import top
from sim.games.card_game import actions
from sim.games.card_game.frames import Scope
from sim.games.card_game.ids import BATTLEGROUNDS, CARDS, IN, NONE, PLACE_SOURCE, PLACES, SPOT
from sim.games.card_game.rules.places import attacking_side, is_path, spot_place
from sim.games.card_game.rules.zones import side_of

#: Ways to move a card.
WAYS = (
    "play to reserve",
    "play to path",
    "play to attack",
    "play to defend",
    "play as item",
    "play as event",
    "move to path",
    "move to attack",
    "move to defend",
    "use",
    "cycle",
    "eliminate from hand",
    "forsake from reserve",
    "lose in combat",
    "take",
    "eliminate enemy",
    "eliminate own",
    "use optional text of",
)
(
    TO_RESERVE,
    TO_PATH,
    TO_ATTACK,
    TO_DEFEND,
    AS_ITEM,
    AS_EVENT,
    MOVE_PATH,
    MOVE_ATTACK,
    MOVE_DEFEND,
    USE,
    CYCLED,
    LOST,
    FORSAKEN,
    FALLEN,
    TAKEN,
    VICTIM,
    GIVEN_UP,
    OPTIONAL,
) = range(len(WAYS))
#: Ways to choose a place: send a card there, activate it, have its combat next.
CHOICES = ("play to", "move to", "activate", "combat at")
PLAY_TO, MOVE_TO, ACTIVATE, COMBAT_AT = range(len(CHOICES))
#: What a seat does without a card or place, and on its turn with any card.
PLAIN = ("pass", "winnow", "ring", "cycle on its turn", "forsake top")
PASS, WINNOW, RING, CYCLE, TOP = range(len(PLAIN))

AT_PLACES = len(WAYS) * CARDS  # first row of the places
AT_PLAIN = AT_PLACES + len(CHOICES) * PLACES
ROWS = AT_PLAIN + len(PLAIN)
NO_ROW = ROWS


def names(setup: Setup) -> list[list[str]]:
    """Return the names of the preferences of each seat, by row; "" for those that the set-up does not have.

    Copies of a card share their names, and so their preferences. Names of changed cards and places are left
    out.
    """
    found = [[""] * (ROWS + 1) for _ in setup.seats]
    cards = [card for card in setup.catalogue["cards"] if card["id"] not in setup.changed]
    places = [each for each in setup.catalogue["places"] if each["id"] not in setup.changed]
    for own, seat in zip(found, setup.seats, strict=True):
        for way, word in enumerate(WAYS):
            for card in cards:
                own[way * CARDS + card["index"]] = f"{word} {card['id']}"
        for choice, word in enumerate(CHOICES):
            for place in places:
                own[AT_PLACES + choice * PLACES + place["index"]] = f"{seat}: {word} {place['id']}"
        own[AT_PLAIN:ROWS] = [f"{seat}: {word}" for word in PLAIN]
    return found


def give_preferences(mind: np.record, bots: Sequence[Bot], setup: Setup) -> None:
    """Fill a mind with what its bots, in seat order, prefer."""
    if not any(bot.preferences for bot in bots):
        return
    for seat, (bot, own) in enumerate(zip(bots, names(setup), strict=True)):
        if bot.preferences:
            mind.has_preferences[seat] = 1
            mind.preference[seat] = bot.preferences.table(own, mind.preference.shape[1])


@kernel
def card_row(way, card):
    """Return the row of a way to move a card."""
    return way * CARDS + card


@kernel
def place_row(choice, place):
    """Return the row of a way to choose a place."""
    return AT_PLACES + choice * PLACES + place


@kernel
def spot_way(s, t, target, side, is_played):
    """Return the way to move a card to a spot (of SPOT)."""
    if target == SPOT.EVENT:
        return AS_EVENT
    if target >= SPOT.WIELDER:
        return AS_ITEM
    place = spot_place(s, target)
    if place == NONE:
        return TO_RESERVE
    if is_path(place):
        return TO_PATH if is_played else MOVE_PATH
    if attacking_side(t, place) == side:
        return TO_ATTACK if is_played else MOVE_ATTACK
    return TO_DEFEND if is_played else MOVE_DEFEND


@kernel
def cycles(kind):
    """Return whether an action cycles a card of the hand, or of those that a seat digs through."""
    return (
        kind == actions.PAY
        or kind == actions.CYCLE
        or kind == actions.CYCLE_HAND
        or kind == actions.SETUP_CYCLE
        or kind == actions.TRIM
        or kind == actions.DIG_CYCLE
    )


@kernel
def first_row(s, t, action, seat):
    """Return the row of what an action does with its card, or of an action without a card."""
    side = np.int64(t.seat_side[seat])
    kind = kind_of(action)
    card = a_of(action)
    target = b_of(action)
    if kind == actions.PLAY or kind == actions.DIG_PLAY:
        return card_row(spot_way(s, t, target, side, True), card)
    if kind == actions.MOVE:
        return card_row(spot_way(s, t, target, side, False), card)
    if kind == actions.MOVE_TO:
        return card_row(MOVE_ATTACK if attacking_side(t, target) == side else MOVE_DEFEND, card)
    if kind == actions.USE:
        return card_row(USE, card)
    if cycles(kind):
        return card_row(CYCLED, card)
    if kind == actions.FORSAKE:
        return card_row(LOST if s.zone[card] == IN.HAND else FORSAKEN, card)
    if kind == actions.ELIMINATE_HAND or kind == actions.DIG_ELIMINATE:
        return card_row(LOST, card)
    if kind == actions.CASUALTY:
        return card_row(FALLEN, card)
    if kind == actions.TAKE or kind == actions.SAVE:
        return card_row(TAKEN, card)
    if kind == actions.ELIMINATE_PLAY:
        return card_row(GIVEN_UP if side_of(card) == side else VICTIM, card)
    if kind == actions.MAY and target == 1:
        source = np.int64(top(s)[Scope.source])
        return card_row(OPTIONAL, source) if source < PLACE_SOURCE else np.int64(NO_ROW)
    if kind == actions.PASS:
        return np.int64(AT_PLAIN + PASS)
    if kind == actions.WINNOW:
        return np.int64(AT_PLAIN + WINNOW)
    if kind == actions.RING:
        return np.int64(AT_PLAIN + RING)
    if kind == actions.FORSAKE_TOP:
        return np.int64(AT_PLAIN + TOP)
    return np.int64(NO_ROW)


@kernel
def second_row(s, t, action, seat):  # noqa: ARG001  (the signature of `Practice.second_row`)
    """Return the row of the place that an action chooses, or of cycling on a turn."""
    kind = kind_of(action)
    target = b_of(action)
    if kind == actions.PLAY or kind == actions.MOVE or kind == actions.DIG_PLAY:
        if target >= SPOT.WIELDER or target == SPOT.EVENT:
            return np.int64(NO_ROW)
        place = spot_place(s, target)
        if place == NONE:
            return np.int64(NO_ROW)
        return place_row(MOVE_TO if kind == actions.MOVE else PLAY_TO, place)
    if kind == actions.MOVE_TO:
        return place_row(MOVE_TO, target)
    if kind == actions.CHOOSE_PATH:
        return place_row(ACTIVATE, BATTLEGROUNDS + target)
    if kind == actions.CHOOSE_BATTLEGROUND:
        return place_row(ACTIVATE, target)
    if kind == actions.NEXT_COMBAT:
        return place_row(COMBAT_AT, target)
    if kind == actions.CYCLE:
        return np.int64(AT_PLAIN + CYCLE)
    return np.int64(NO_ROW)


@kernel
def add_preferences(s, t, m, seat):
    """Add a seat's preferences to the scores of its options."""
    stage = np.int64(s.last_path)
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        m.score[i] += m.preference[seat, stage, first_row(s, t, action, seat)]
        m.score[i] += m.preference[seat, stage, second_row(s, t, action, seat)]
