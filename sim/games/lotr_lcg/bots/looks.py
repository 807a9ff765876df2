"""Features of positions at the beginning of a round, from which their value is learnt.

They name no seat: what a player has counts for all players together, and copies of a card count together.
So values learnt with some decks hold for all tables that have the same cards.
"""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import has, popcount
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.contract import Setup
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CARDS,
    ENCOUNTER,
    NONE,
    STAGES,
    STAT,
    TYPE,
    ZONE,
)
from mazarbul.sim.games.lotr_lcg.rules.numbers import stat
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, is_character, is_face_down, local_of

ROUNDS = 24  # with weights of their own; later rounds have those of the last one
HEIGHTS = (30, 35, 40, 45)  # threat of a player beyond each of them is a feature
SCALARS = (
    "constant",
    "progress",  # share of the quest's points
    "players",
    "threat",
    *(f"threat beyond {height}" for height in HEIGHTS),
    "highest threat",
    "cards in hands",
    "cards in decks",
    "resources",
    "heroes",
    "allies",
    "willpower",
    "attack",
    "defense",
    "hit points left",
    "damage on heroes",
    "cards in the encounter deck",
    "threat in staging",
    "willpower beyond that threat",
    "enemies in staging",
    "their attack",
    "engaged enemies",
    "attack of engaged enemies",
    "hit points left of enemies",
    "locations in staging",
    "points left of the active location",
)
(
    PROGRESS,
    PLAYERS,
    THREAT,
    BEYOND,
    *_,
) = range(1, len(SCALARS))
HIGHEST = BEYOND + len(HEIGHTS)
(
    HANDS,
    DECKS,
    RESOURCES,
    HEROES,
    ALLIES,
    WILLPOWER,
    ATTACK,
    DEFENSE,
    LIVES,
    DAMAGE,
    ENCOUNTER_DECK,
    STAGING,
    MARGIN,
    WAITING,
    WAITING_ATTACK,
    ENGAGED,
    ENGAGED_ATTACK,
    ENEMY_LIVES,
    LOCATIONS,
    ACTIVE,
) = range(HIGHEST + 1, len(SCALARS))
AT_STAGE = len(SCALARS)  # first feature of the stages
HELD = AT_STAGE + STAGES  # first feature of the titles, STATE_N for each
PLAYER_STATES = ("in hand", "in play", "discarded", "damage")
ENCOUNTER_STATES = ("engaged", "in play", "discarded", "damage")
STATE_N = len(PLAYER_STATES)
FEATURES = HELD + CARDS * STATE_N


def names(setup: Setup) -> list[str]:
    """Return the names of the features in the order of `look`, "" for those that the set-up does not have."""
    found = [*SCALARS, *[""] * (FEATURES - len(SCALARS))]
    t = setup.tables[0]
    for i, stage in enumerate(setup.catalogue["stages"]):
        found[AT_STAGE + i] = f"stage {stage['id']}"
    for card in setup.catalogue["cards"]:
        first = HELD + int(t.title[card["index"]]) * STATE_N
        states = PLAYER_STATES if card["seat"] else ENCOUNTER_STATES
        if not found[first]:
            found[first : first + STATE_N] = [f"{card['id']} {state}" for state in states]
    return found


@kernel
def look(s, t, x):
    """Fill `x`, float64 (FEATURES,), with the features of a position in which everything is known."""
    x[:] = 0.0
    x[0] = 1.0
    points = np.int64(s.past_points) + min(np.int64(s.quest_progress), np.int64(t.stage_points[s.stage]))
    x[PROGRESS] = points / max(np.float64(t.quest_length), 1.0)
    x[AT_STAGE + s.stage] = 1.0
    for player in range(t.player_n):
        if has(s.in_game, player):
            look_at_player(s, player, x)
    x[ENCOUNTER_DECK] = s.deck_n[ENCOUNTER]
    for block in range(BLOCKS):
        for i in range(t.card_n[block]):
            look_at_card(s, t, np.int64(block) * BLOCK + i, x)
    x[MARGIN] = max(x[WILLPOWER] - x[STAGING], 0.0)
    if s.active != NONE:
        x[ACTIVE] = np.float64(t.quest_points[s.active]) - s.progress[s.active]


@kernel
def look_at_player(s, player, x):
    """Add a player in the game to the features."""
    threat = np.float64(s.threat[player])
    x[PLAYERS] += 1.0
    x[THREAT] += threat
    for i in range(len(HEIGHTS)):
        x[BEYOND + i] += max(threat - HEIGHTS[i], 0.0)
    x[HIGHEST] = max(x[HIGHEST], threat)
    x[HANDS] += popcount(np.int64(s.hand[player]))
    x[DECKS] += s.deck_n[player]


@kernel
def look_at_card(s, t, card, x):
    """Add a card to the features."""
    first = HELD + np.int64(t.title[card]) * STATE_N
    zone = np.int64(s.zone[card])
    block = block_of(card)
    if zone == ZONE.HAND:
        x[first] += 1.0
    elif zone == ZONE.DISCARD or zone == ZONE.VICTORY:
        x[first + 2] += 1.0
    elif zone == ZONE.PLAY:
        if is_character(s, t, card):
            x[first + 1] += 1.0
            x[first + 3] += s.damage[card]
            look_at_character(s, t, card, x)
        elif is_face_down(s, card) or t.type[card] == TYPE.ENEMY:
            look_at_enemy(s, t, card, first, x)
        else:
            x[first + 1] += 1.0
            if block == ENCOUNTER and has(s.staging, local_of(card)):
                x[STAGING] += stat(s, t, card, STAT.THREAT)
                if t.type[card] == TYPE.LOCATION:
                    x[LOCATIONS] += 1.0


@kernel
def look_at_character(s, t, card, x):
    """Add a hero or ally in play to the features."""
    damage = np.float64(s.damage[card])
    if t.type[card] == TYPE.HERO:
        x[HEROES] += 1.0
        x[RESOURCES] += s.tokens[card]
        x[DAMAGE] += damage
    else:
        x[ALLIES] += 1.0
    x[WILLPOWER] += stat(s, t, card, STAT.WILLPOWER)
    x[ATTACK] += stat(s, t, card, STAT.ATTACK)
    x[DEFENSE] += stat(s, t, card, STAT.DEFENSE)
    x[LIVES] += stat(s, t, card, STAT.HIT_POINTS) - damage


@kernel
def look_at_enemy(s, t, card, first, x):
    """Add an enemy in play to the features. first: feature of its title; one that lies face down has none."""
    attack = np.float64(stat(s, t, card, STAT.ATTACK))
    x[ENEMY_LIVES] += stat(s, t, card, STAT.HIT_POINTS) - np.float64(s.damage[card])
    is_open = np.float64(not is_face_down(s, card))
    x[first + 3] += is_open * s.damage[card]
    if block_of(card) == ENCOUNTER and has(s.staging, local_of(card)):
        x[first + 1] += is_open
        x[STAGING] += stat(s, t, card, STAT.THREAT)
        x[WAITING] += 1.0
        x[WAITING_ATTACK] += attack
    else:
        x[first] += is_open
        x[ENGAGED] += 1.0
        x[ENGAGED_ATTACK] += attack


@kernel
def round_of(s):
    """Return the number of the round."""
    return np.int64(s.round_number)
