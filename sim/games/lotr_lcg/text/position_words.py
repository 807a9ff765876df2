"""The words of positions for phases with their steps, windows, zones and times, with what they mean."""

from __future__ import annotations

from sim.games.lotr_lcg import ids
from sim.games.lotr_lcg.content import words
from sim.games.lotr_lcg.rules import combat, encounter, planning, quest, refresh, rounds, setup, travel

#: phase -> its number
PHASES = {name: i for i, name in enumerate(ids.PHASE_NAMES) if i != ids.OVER}

#: phase -> what it begins next -> step
STEPS: dict[int, dict[str, int]] = {
    ids.SETUP: {
        "mulligan": setup.MULLIGANS,
        "side_a": setup.SIDE_A,
        "side_b": setup.SIDE_B,
        "first_round": setup.FIRST_ROUND,
    },
    ids.RESOURCE: {
        "collect": rounds.COLLECT,
        "draw": rounds.DRAW,
        "actions": rounds.ACTIONS,
        "end": rounds.DONE,
    },
    ids.PLANNING: {"next": planning.NEXT_TURN, "turn": planning.TURN, "turn_over": planning.TURN_OVER},
    ids.QUEST: {
        "start": quest.START,
        "commit": quest.COMMITMENT,
        "staging": quest.STAGING,
        "staged": quest.STAGED,
        "resolution": quest.RESOLUTION,
        "last_actions": quest.LAST_ACTIONS,
        "end": quest.OVER,
    },
    ids.TRAVEL: {"choice": travel.CHOICE, "actions": travel.ACTIONS, "end": travel.OVER},
    ids.ENCOUNTER_PHASE: {
        "optional": encounter.BY_CHOICE,
        "actions": encounter.FIRST_WINDOW,
        "checks": encounter.START_CHECKS,
        "checking": encounter.CHECKS,
        "last_actions": encounter.LAST_WINDOW,
        "end": encounter.OVER,
    },
    ids.COMBAT: {
        "shadows": combat.DEAL,
        "actions": combat.FIRST_WINDOW,
        "attacks": combat.ENEMY_ATTACKS,
        "player_attacks": combat.PLAYER_ATTACKS,
        "last_actions": combat.LAST_WINDOW,
        "end": combat.OVER,
    },
    ids.REFRESH: {
        "ready": refresh.READY,
        "tax": refresh.TAX,
        "threat": refresh.THREAT,
        "marker": refresh.MARKER,
        "actions": refresh.ACTIONS,
        "end": refresh.OVER,
    },
}

#: Steps in which it matters whose turn it is.
TURN_STEPS = {
    (ids.SETUP, setup.MULLIGANS),
    (ids.RESOURCE, rounds.DRAW),
    (ids.PLANNING, planning.NEXT_TURN),
    (ids.PLANNING, planning.TURN),
    (ids.PLANNING, planning.TURN_OVER),
    (ids.QUEST, quest.COMMITMENT),
    (ids.ENCOUNTER_PHASE, encounter.BY_CHOICE),
    (ids.ENCOUNTER_PHASE, encounter.CHECKS),
    (ids.COMBAT, combat.ENEMY_ATTACKS),
    (ids.COMBAT, combat.PLAYER_ATTACKS),
    (ids.REFRESH, refresh.TAX),
}

#: window -> phase and the step that follows it
WINDOWS: dict[int, tuple[int, int]] = {
    ids.W_R1: (ids.RESOURCE, rounds.DONE),
    ids.W_P1: (ids.PLANNING, planning.NEXT_TURN),
    ids.W_Q1: (ids.QUEST, quest.STAGING),
    ids.W_Q2: (ids.QUEST, quest.RESOLUTION),
    ids.W_Q3: (ids.QUEST, quest.OVER),
    ids.W_T1: (ids.TRAVEL, travel.OVER),
    ids.W_E1: (ids.ENCOUNTER_PHASE, encounter.START_CHECKS),
    ids.W_E2: (ids.ENCOUNTER_PHASE, encounter.OVER),
    ids.W_C0: (ids.COMBAT, combat.ENEMY_ATTACKS),
    **dict.fromkeys((ids.W_C1, ids.W_C2, ids.W_C3, ids.W_C4), (ids.COMBAT, combat.ENEMY_ATTACKS)),
    **dict.fromkeys((ids.W_A1, ids.W_A2, ids.W_A3), (ids.COMBAT, combat.PLAYER_ATTACKS)),
    ids.W_C9: (ids.COMBAT, combat.OVER),
    ids.W_F1: (ids.REFRESH, refresh.OVER),
}
ENEMY_ATTACK_WINDOWS = (ids.W_C1, ids.W_C2, ids.W_C3, ids.W_C4)
PLAYER_ATTACK_WINDOWS = (ids.W_A1, ids.W_A2, ids.W_A3)

TIMES = {"attack": words.UNTIL.ATTACK, "phase": words.UNTIL.PHASE, "combat": words.UNTIL.COMBAT,
         "round": words.UNTIL.ROUND}  # fmt: skip
ELIMINATIONS = {name: i for i, name in enumerate(ids.ELIMINATIONS) if i != ids.IN_GAME}

#: Modifiers that hold for a while: word -> (code, whether it has a number, what it is on)
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
