"""Checks that the keys of an effect suit its trigger, and the trigger its bearer (BG-7.5, BG-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.board_game.content.cards import Card, Effect
from mazarbul.sim.games.board_game.content.schema import Figure
from mazarbul.sim.games.board_game.content.triggers import TEXT_PARTS, WINDOWS

CARD = "card"

#: Trigger -> its keys besides `on`, and the one it cannot be without, "" if any one of them will do.
_KEYS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "play": (("if", "do"), ""),
    "static": (("while", "until", "do"), ""),
    "force": (("if", "die", "ring", "cost"), "die"),
    "action": (("if", "die", "do"), "die"),
    "path": (("if", "at", "may", "keep", "do"), "at"),
}
_WINDOW = ("if", "may", "keep", "do")
_OF_CARDS = ("while", "until", "keep")  # keys of what lies on the table

_OF_FIGURES_ONLY = ("action", "eliminated_in_fellowship", "fellowship_empty", "battle_start", "first_round")
_OF_CARDS_ONLY = ("play", "force", "path", "combat_card", "hunt_casualty")
_OF_PARTS = {
    "enter": ("action", "fellowship_empty"),
    "guide": ("static", *(name for name in WINDOWS if name not in _OF_FIGURES_ONLY)),
    "abilities": ("static", "action", *(name for name in WINDOWS if name != "fellowship_empty")),
}


def keys_of(trigger: str) -> tuple[str, ...]:
    """Return the keys, besides `on`, that an effect with this trigger can have."""
    if trigger == "combat_card":
        return ()
    return _KEYS.get(trigger, (_WINDOW, "do"))[0]


def check_effects(
    cards: Mapping[str, Card], figures: Mapping[str, Figure], nodes: Mapping[str, Mapping[str, Node]]
) -> None:
    """Check every effect of the cards and figures. nodes: kind -> id -> the node a row was built from."""
    for name, card in cards.items():
        node, what = nodes["card"][name], f"card '{name}'"
        _check_all(card.effects, node.find(("effects",)), what, CARD)
        _check_card(card, node, what)
    for name, figure in figures.items():
        for part in TEXT_PARTS:
            place = nodes["figure"][name].find((part,))
            _check_all(getattr(figure, part), place, f"figure '{name}'", part)


def _check_card(card: Card, node: Node, what: str) -> None:
    """Check that a card stays on the table if, and only if, it has something to do there (BG-7.5)."""
    triggers = [effect.on for effect in card.effects]
    if triggers.count("play") > 1:
        again = len(triggers) - 1 - triggers[::-1].index("play")
        raise node.error(f"{what} has one event half, so one effect on 'play'", ("effects", again, "on"))
    for i, trigger in enumerate(triggers):
        if trigger != "play" and not card.table:
            message = (
                f"{what} lacks 'table = true', so it is discarded before '{trigger}' can happen (BG-7.5)"
            )
            raise node.error(message, ("effects", i, "on"))
    if card.table and all(trigger == "play" for trigger in triggers):
        raise node.error(f"{what} has nothing to do on the table (BG-7.5)", ("table",), key=True)


def _check_all(effects: Iterable[Effect], node: Node, what: str, bearer: str) -> None:
    """Check the effects of a card, or of a part of a figure. node: of the list."""
    for i, effect in enumerate(effects):
        place = node.find((i,))
        _check_bearer(effect, place, what, bearer)
        _check_keys(effect, place, what, bearer)


def _check_bearer(effect: Effect, place: Node, what: str, bearer: str) -> None:
    """Check that this bearer can have the trigger."""
    if bearer == CARD:
        if effect.on in _OF_FIGURES_ONLY:
            raise place.error(f"{what}: only figures have effects on '{effect.on}'", ("on",))
        return
    allowed = [name for name in _OF_PARTS[bearer] if name not in _OF_CARDS_ONLY]
    if effect.on not in allowed:
        known = ", ".join(allowed)
        raise place.error(f"{what}: '{bearer}' has no effects on '{effect.on}', only on {known}", ("on",))


def _check_keys(effect: Effect, place: Node, what: str, bearer: str) -> None:
    """Check the keys of one effect; the first one that its trigger does not have is an error."""
    allowed = tuple(key for key in keys_of(effect.on) if bearer == CARD or key not in _OF_CARDS)
    given = [key for key in place.table() if key != "on"]
    for key in given:
        if key not in allowed:
            known = f"its keys are {', '.join(allowed)}" if allowed else "it has no further keys"
            raise place.error(f"{what}: an effect on '{effect.on}' has no '{key}', {known}", (key,), key=True)
    needed = _KEYS.get(effect.on, ((), "" if effect.on == "combat_card" else "do"))[1]
    if needed and needed not in given:
        raise place.error(f"{what}: an effect on '{effect.on}' lacks '{needed}'")
    if effect.on in ("action", "path") and "do" not in given:
        raise place.error(f"{what}: an effect on '{effect.on}' lacks 'do'")
    if allowed and not given:
        raise place.error(f"{what}: an effect on '{effect.on}' needs one of {', '.join(allowed)}")
