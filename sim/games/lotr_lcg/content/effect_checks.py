"""Checks that the keys of an effect suit its trigger, and the trigger its bearer (LCG-20)."""

from __future__ import annotations

from collections.abc import Iterable

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.lotr_lcg.content.schema import Effect

PLAYER, STAGE = "player", "stage"  # bearers; for an encounter card it is the type

_KINDS = {
    "action": ("phase", "by", "if", "cost", "do", "limit", "times"),
    "static": ("if", "do"),
    "setup": ("if", "do"),
    "revealed": ("if", "do"),
    "shadow": ("if", "do"),
    "travel": ("cost",),
    "leaving": ("destroyed", "to"),
}
_ABOUT_NO_CARD = ("quest_failed", "phase_begins", "phase_ends", "round_ends", "state")
_IN_A_PHASE = ("phase_begins", "phase_ends")
_OF_RESPONSES = ("hand", "by", "cost", "limit", "times")  # a forced effect leaves no choice
_NEEDED = {"travel": "cost", "leaving": "to"}
_BEARERS = {
    "setup": (STAGE,),
    "revealed": (STAGE, "enemy", "location", "treachery", "objective"),
    "shadow": ("enemy", "location", "treachery", "objective"),
    "travel": ("location",),
    "leaving": (PLAYER, "enemy", "location", "treachery", "objective"),
    "action": (PLAYER, "enemy", "location", "treachery", "objective"),
}  # the bearers that can have a trigger, if not all
_WHY = {
    "setup": "only stages are set up",
    "revealed": "only encounter cards and stages are revealed",
    "shadow": "only encounter cards are shadow cards",
    "travel": "only locations are travelled to",
    "leaving": "a stage does not leave play",
    "action": "a stage has no actions",
}
_ENCOUNTER_BY = ("any", "first")


def check_effects(effects: Iterable[Effect], node: Node, what: str, bearer: str) -> None:
    """Check each effect of a card or stage. bearer: PLAYER, STAGE or the type of an encounter card."""
    for i, effect in enumerate(effects):
        place = node.find(("effects", i))
        if bearer not in _BEARERS.get(effect.on, (bearer,)):
            raise place.error(f"{what}: {_WHY[effect.on]}", ("on",))
        _check_keys(effect, place, what)
        needed = _NEEDED.get(effect.on, "do")
        if needed not in place.table():
            raise place.error(f"{what}: an effect on '{effect.on}' lacks '{needed}'")
        if bearer != PLAYER and (effect.may or effect.on == "action") and effect.by not in _ENCOUNTER_BY:
            message = f'{what}: it has no controller; write by = "first" or by = "any" (LCG-20.8)'
            raise place.error(message, ("by",))


def check_event_effects(effects: Iterable[Effect], node: Node, what: str) -> None:
    """Check that the effects of an event are actions or responses: it cannot be played for anything else."""
    for i, effect in enumerate(effects):
        if effect.on != "action" and not effect.may:
            message = f"{what} is an event; its effects must be actions or have may = true (LCG-20.2)"
            raise node.error(message, ("effects", i, "on"))


def _check_keys(effect: Effect, place: Node, what: str) -> None:
    """Check the keys of one effect; the first one that its trigger does not have is an error."""
    allowed = keys_of(effect.on)
    for key in place.table():
        if key != "on" and key not in allowed:
            message = f"{what}: an effect on '{effect.on}' has no '{key}', its keys are {', '.join(allowed)}"
            raise place.error(message, (key,), key=True)
    if effect.on not in _KINDS and not effect.may:
        for key in _OF_RESPONSES:
            if key in place.table():
                message = f"{what}: '{key}' is for actions and responses; this effect lacks 'may = true'"
                raise place.error(message, (key,), key=True)
    if effect.times is not None and effect.limit is None:
        raise place.error(f"{what}: 'times' is only allowed with 'limit'", ("times",), key=True)


def keys_of(trigger: str) -> tuple[str, ...]:
    """Return the keys, besides `on`, that an effect with this trigger can have."""
    if trigger in _KINDS:
        return _KINDS[trigger]
    card = () if trigger in _ABOUT_NO_CARD else ("card", "of")
    phase = ("phase",) if trigger in _IN_A_PHASE else ()
    return (*card, *phase, "may", "hand", "by", "if", "cost", "do", "limit", "times")
