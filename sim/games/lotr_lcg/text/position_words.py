"""The words of positions for phases with their steps, windows, zones and times, with what they mean."""

from __future__ import annotations

from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.rules import (
    combat,
    encounter,
    planning,
    quest,
    refresh,
    rounds,
    setup,
    travel,
)

#: phase -> its number
PHASES = {name: i for name, i in spelled(ids.PHASE).items() if i != ids.PHASE.OVER}

#: phase -> word of the next step -> step
STEPS: dict[int, dict[str, int]] = {
    ids.PHASE.SETUP: {
        "mulligan": setup.MULLIGANS,
        "side_a": setup.SIDE_A,
        "side_b": setup.SIDE_B,
        "first_round": setup.FIRST_ROUND,
    },
    ids.PHASE.RESOURCE: {
        "collect": rounds.COLLECT,
        "draw": rounds.DRAW,
        "actions": rounds.ACTIONS,
        "end": rounds.DONE,
    },
    ids.PHASE.PLANNING: {"next": planning.NEXT_TURN, "turn": planning.TURN, "turn_over": planning.TURN_OVER},
    ids.PHASE.QUEST: {
        "start": quest.START,
        "commit": quest.COMMITMENT,
        "staging": quest.STAGING,
        "staged": quest.STAGED,
        "resolution": quest.RESOLUTION,
        "last_actions": quest.LAST_ACTIONS,
        "end": quest.OVER,
    },
    ids.PHASE.TRAVEL: {"choice": travel.CHOICE, "actions": travel.ACTIONS, "end": travel.OVER},
    ids.PHASE.ENCOUNTER: {
        "optional": encounter.BY_CHOICE,
        "actions": encounter.FIRST_WINDOW,
        "checks": encounter.START_CHECKS,
        "checking": encounter.CHECKS,
        "last_actions": encounter.LAST_WINDOW,
        "end": encounter.OVER,
    },
    ids.PHASE.COMBAT: {
        "shadows": combat.DEAL,
        "actions": combat.FIRST_WINDOW,
        "attacks": combat.ENEMY_ATTACKS,
        "player_attacks": combat.PLAYER_ATTACKS,
        "last_actions": combat.LAST_WINDOW,
        "end": combat.OVER,
    },
    ids.PHASE.REFRESH: {
        "ready": refresh.READY,
        "tax": refresh.TAX,
        "threat": refresh.THREAT,
        "marker": refresh.MARKER,
        "actions": refresh.ACTIONS,
        "end": refresh.OVER,
    },
}

#: Steps in which the player on turn matters.
TURN_STEPS = {
    (ids.PHASE.SETUP, setup.MULLIGANS),
    (ids.PHASE.RESOURCE, rounds.DRAW),
    (ids.PHASE.PLANNING, planning.NEXT_TURN),
    (ids.PHASE.PLANNING, planning.TURN),
    (ids.PHASE.PLANNING, planning.TURN_OVER),
    (ids.PHASE.QUEST, quest.COMMITMENT),
    (ids.PHASE.ENCOUNTER, encounter.BY_CHOICE),
    (ids.PHASE.ENCOUNTER, encounter.CHECKS),
    (ids.PHASE.COMBAT, combat.ENEMY_ATTACKS),
    (ids.PHASE.COMBAT, combat.PLAYER_ATTACKS),
    (ids.PHASE.REFRESH, refresh.TAX),
}

#: window -> phase and the step that follows it
WINDOWS: dict[int, tuple[int, int]] = {
    ids.WINDOW.R1: (ids.PHASE.RESOURCE, rounds.DONE),
    ids.WINDOW.P1: (ids.PHASE.PLANNING, planning.NEXT_TURN),
    ids.WINDOW.Q1: (ids.PHASE.QUEST, quest.STAGING),
    ids.WINDOW.Q2: (ids.PHASE.QUEST, quest.RESOLUTION),
    ids.WINDOW.Q3: (ids.PHASE.QUEST, quest.OVER),
    ids.WINDOW.T1: (ids.PHASE.TRAVEL, travel.OVER),
    ids.WINDOW.E1: (ids.PHASE.ENCOUNTER, encounter.START_CHECKS),
    ids.WINDOW.E2: (ids.PHASE.ENCOUNTER, encounter.OVER),
    ids.WINDOW.C0: (ids.PHASE.COMBAT, combat.ENEMY_ATTACKS),
    **dict.fromkeys(
        (ids.WINDOW.C1, ids.WINDOW.C2, ids.WINDOW.C3, ids.WINDOW.C4), (ids.PHASE.COMBAT, combat.ENEMY_ATTACKS)
    ),
    **dict.fromkeys((ids.WINDOW.A1, ids.WINDOW.A2, ids.WINDOW.A3), (ids.PHASE.COMBAT, combat.PLAYER_ATTACKS)),
    ids.WINDOW.C9: (ids.PHASE.COMBAT, combat.OVER),
    ids.WINDOW.F1: (ids.PHASE.REFRESH, refresh.OVER),
}

TIMES = {"attack": words.UNTIL.ATTACK, "phase": words.UNTIL.PHASE, "combat": words.UNTIL.COMBAT,
         "round": words.UNTIL.ROUND}  # fmt: skip
ELIMINATIONS = {name: i for name, i in spelled(ids.ELIMINATED_BY).items() if i != ids.ELIMINATED_BY.NONE}

#: Lasting modifiers: word -> (code, whether it has a number, what it is on)
ON_CARDS, ON_PLAYER, ON_GAME = "cards", "player", "game"
MODIFIERS: dict[str, tuple[int, bool, str]] = {
    "willpower": (words.MODIFIER.WILLPOWER, True, ON_CARDS),
    "attack": (words.MODIFIER.ATTACK, True, ON_CARDS),
    "defense": (words.MODIFIER.DEFENSE, True, ON_CARDS),
    "hit_points": (words.MODIFIER.HIT_POINTS, True, ON_CARDS),
    "threat": (words.MODIFIER.THREAT, True, ON_CARDS),
    "cannot_attack": (words.MODIFIER.CANNOT_ATTACK, False, ON_CARDS),
    "cannot_defend": (words.MODIFIER.CANNOT_DEFEND, False, ON_CARDS),
    "no_threat": (words.MODIFIER.NO_THREAT, False, ON_CARDS),
    "no_defense": (words.MODIFIER.NO_DEFENSE, False, ON_CARDS),
    "ready_tax": (words.MODIFIER.READY_TAX, True, ON_CARDS),
    "no_optional_engagement": (words.MODIFIER.NO_OPTIONAL_ENGAGEMENT, False, ON_CARDS),
    "must_travel": (words.MODIFIER.MUST_TRAVEL, False, ON_CARDS),
    "no_attachments": (words.MODIFIER.NO_ATTACHMENTS, False, ON_CARDS),
    "attacks_staging": (words.MODIFIER.ATTACKS_STAGING, False, ON_CARDS),
    "excess_raises_threat": (words.MODIFIER.EXCESS_RAISES_THREAT, False, ON_CARDS),
    "multiple_defenders": (words.MODIFIER.MULTIPLE_DEFENDERS, False, ON_PLAYER),
    "staging_threat": (words.MODIFIER.STAGING_THREAT, True, ON_GAME),
    "extra_reveals": (words.MODIFIER.EXTRA_REVEALS, True, ON_GAME),
    "refresh_threat": (words.MODIFIER.REFRESH_THREAT, True, ON_GAME),
    "ally_limit": (words.MODIFIER.ALLY_LIMIT, True, ON_GAME),
    "hold": (words.MODIFIER.HOLD, False, ON_GAME),
    "no_draw": (words.MODIFIER.NO_DRAW, False, ON_GAME),
    "no_staging": (words.MODIFIER.NO_STAGING, False, ON_GAME),
    "no_engagement_checks": (words.MODIFIER.NO_ENGAGEMENT_CHECKS, False, ON_GAME),
}
MODIFIER_OF = {code: word for word, (code, _, _) in MODIFIERS.items()}
