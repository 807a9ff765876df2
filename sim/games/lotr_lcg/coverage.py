"""The parts of this game that have to know the words of its effects (see `mazarbul.sim.effects.coverage`)."""

from pathlib import Path

from mazarbul.sim.effects import VALUES
from mazarbul.sim.effects.coverage import Part
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words

_HERE = Path(__file__).parent
_BOT = _HERE / "bots/heuristic"
_RULES = tuple(sorted((_HERE / "rules").glob("*.py")))

_AS_FAR_AS_IT_GOES = "carried out as far as possible, so it is always possible, as a cost too"
_OWN_LIST = "always possible, and never part of a cost; its list is checked when its turn comes"
_NO_RECKONING = "the bot cannot estimate it in advance"
_NO_GAIN = "cannot be gained for a while"
_NO_NUMBER = "does not bring the players anything that the bot weighs"

_UNWEIGHED = dict.fromkeys(
    (
        "cannot_defend",
        "ready_tax",
        "no_optional_engagement",
        "no_engagement_checks",
        "no_staging",
        "extra_reveals",
        "ally_limit",
        "must_travel",
        "no_attachments",
        "attacks_staging",
    ),
    _NO_RECKONING,
)
_UNWEIGHED_GRANTS = (
    _UNWEIGHED
    | dict.fromkeys(("no_draw", "hold", "excess_raises_threat", "refresh_threat"), _NO_RECKONING)
    | dict.fromkeys(("trait", "icon"), _NO_GAIN)
)

PARTS = (
    Part("carrying out", "operation", (*sorted((_HERE / "effects").glob("*.py")), _HERE / "rules/picks.py")),
    Part("evaluating", VALUES, (_HERE / "rules/conditions.py",)),
    Part(
        "applying modifiers",
        "modifier",
        (*_RULES, _HERE / "content/programs.py"),
        dict.fromkeys(spelled(ids.STAT), "applied by the column of the number that it changes"),
    ),
    Part(
        "finding what can be used",
        "operation",
        (_HERE / "rules/feasible.py",),
        dict.fromkeys(
            (
                "all",
                "topmost",
                "threat",
                "progress",
                "draw",
                "move",
                "attach",
                "attach_to_deck",
                "face_down_enemy",
                "surge",
                "cancel",
                "shuffle",
                "deal_shadow",
                "uncommit",
                "capture",
                "rescue",
                "advance",
                "win",
            ),
            _AS_FAR_AS_IT_GOES,
        )
        | dict.fromkeys(("until", "later", "each_card"), _OWN_LIST)
        | {"option": "checked with the choice that it belongs to"},
    ),
    Part(
        "weighing operations in a position",
        "operation",
        (_BOT / "programs.py", _BOT / "deeds.py"),
        {
            "cancel": "weighed with the response, by what it would cancel",
            "shuffle": _NO_NUMBER,
            "advance": _NO_NUMBER,
            "each_card": "no card of a player's has it",
        },
    ),
    Part(
        "weighing operations in general",
        "operation",
        (_BOT / "texts.py",),
        {
            "topmost": "the later use of the card is weighed",
            "pick_player": "the effect on the player is weighed",
            "choose": "its options are weighed",
            "each_card": "its list is weighed once",
            "shuffle": _NO_NUMBER,
            "advance": _NO_NUMBER,
        },
    ),
    Part(
        "weighing grants in a position",
        "modifier",
        (_BOT / "grants.py",),
        _UNWEIGHED_GRANTS | {"hit_points": _NO_RECKONING},
    ),
    Part("weighing grants in general", "modifier", (_BOT / "texts.py",), _UNWEIGHED_GRANTS),
    Part(
        "weighing standing modifiers",
        "modifier",
        (_BOT / "cards.py", _BOT / "planning.py"),
        _UNWEIGHED
        | dict.fromkeys(("staging_threat", "no_threat", "no_defense"), _NO_RECKONING)
        | {"multiple_defenders": "only lasts for a while"},
    ),
    Part(
        "guessing values",
        VALUES,
        (_BOT / "guesses.py",),
        dict.fromkeys(("is_a", "at", "attacking"), "expected to be true")
        | dict.fromkeys(("amount", "damage_on"), "expected to be 1"),
    ),
    Part("finding players", "PLAYER", (_HERE / "rules/conditions.py",), codes=words.PLAYER),
    Part("finding cards", "CARD", (_HERE / "rules/conditions.py",), codes=words.CARD),
    Part("moving cards", "TO", (_HERE / "effects/moving.py", _HERE / "rules/moves.py"), codes=words.TO),
    Part("weighing moves", "TO", (_BOT / "deeds.py",), codes=words.TO),
    Part("placing progress", "WHERE", (_HERE / "effects/operations.py",), codes=words.WHERE),
    Part("weighing progress", "WHERE", (_BOT / "deeds.py",), codes=words.WHERE),
    Part("picking players", "AMONG", (_HERE / "rules/picks.py",), codes=words.AMONG),
    Part("serving players", "EVERY", (_HERE / "effects/texts.py",), codes=words.EVERY),
    Part("looking at piles", "PILE", (_HERE / "effects/selecting.py",), codes=words.PILE),
    Part("ending what lasts", "UNTIL", _RULES, codes=words.UNTIL),
    Part("the story", "E", (_HERE / "text/story.py",), codes=ids.E),
)
