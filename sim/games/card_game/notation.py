"""Actions as text, both ways; positions are in `position.py`.

A verb may belong to several kinds of decision: `cycle gimli` is a turn's action, the answer to a text
that has a card cycled, and more. Since only one decision is pending, the state says which is meant.
"""

from __future__ import annotations

from sim.engine.actions import packed, unpacked
from sim.games.card_game import actions, ids
from sim.games.card_game.names import Names
from sim.notation.lines import Line

# verb -> the kinds of action it can be
VERBS = {
    "pass": (actions.PASS,),
    "play": (actions.PLAY, actions.DIG_PLAY),
    "move": (actions.MOVE, actions.MOVE_TO),
    "cycle": (actions.CYCLE, actions.CYCLE_HAND, actions.SETUP_CYCLE, actions.DIG_CYCLE, actions.TRIM),
    "winnow": (actions.WINNOW,),
    "use": (actions.USE,),
    "ring": (actions.RING,),
    "pay": (actions.PAY,),
    "forsake": (actions.FORSAKE, actions.FORSAKE_TOP),
    "eliminate": (actions.ELIMINATE_PLAY, actions.ELIMINATE_HAND, actions.DIG_ELIMINATE),
    "may": (actions.MAY,),
    "take": (actions.TAKE,),
    "activate": (actions.CHOOSE_PATH, actions.CHOOSE_BATTLEGROUND),
    "token": (actions.TOKEN_BATTLEGROUND,),
    "combat": (actions.NEXT_COMBAT,),
    "support": (actions.SUPPORT,),
    "lose": (actions.CASUALTY,),
    "save": (actions.SAVE,),
    "stop": (actions.STOP,),
}
VERB_OF = {kind: verb for verb, kinds in VERBS.items() for kind in kinds}
BARE = (actions.PASS, actions.WINNOW, actions.RING, actions.STOP)
SPOTTED = (actions.PLAY, actions.MOVE, actions.DIG_PLAY)


def action_text(names: Names, code: int) -> str:
    """Return the text of an action."""
    kind, card, target = unpacked(code)
    verb = VERB_OF[kind]
    if kind in BARE:
        return verb
    if kind == actions.FORSAKE_TOP:
        return f"{verb} top"
    if kind == actions.MAY:
        return f"{verb} {'yes' if target else 'no'}"
    if kind == actions.CHOOSE_PATH:
        return f"{verb} {names.path(target)}"
    if kind in (actions.CHOOSE_BATTLEGROUND, actions.TOKEN_BATTLEGROUND, actions.NEXT_COMBAT):
        return f"{verb} {names.place(target)}"
    words = f"{verb} {names.card(card)}"
    if kind in SPOTTED:
        return f"{words}{_spot_text(names, card, target)}"
    if kind == actions.MOVE_TO:
        return f"{words} {names.place(target)}"
    if kind == actions.USE:
        uses = action_effects(names, card)
        return f"{words} {uses.index(target) + 1}" if len(uses) > 1 else words
    if kind == actions.SUPPORT:
        first = card // ids.SIDE_CARDS * ids.SIDE_CARDS
        return f"{words} {'nobody' if target == actions.NOBODY else names.card(first + target)}"
    return words


def read_action(names: Names, s, line: Line) -> int:
    """Return the code of the action that comes next in a line; it need not be legal. Raises ScriptError.

    s: the state, whose pending decision tells apart what one verb can mean. A card without `#copy`
    means the first copy with which the action is legal.
    """
    verb = line.word("an action")
    if verb.text not in VERBS:
        raise line.unknown("action", verb, VERBS)
    candidates = _candidates(names, s, line, VERBS[verb.text])
    legal = {int(code) for code in s.options[: s.option_n]}
    fits = [code for code in candidates if fits_decision(s, unpacked(code)[0])]
    return next((code for code in candidates if code in legal), (fits or candidates)[0])


def fits_decision(s, kind: int) -> bool:
    """Tell whether an action of that kind can answer the pending decision."""
    return (
        kind <= actions.RING
        if s.decision == actions.TURN
        else kind == s.decision or (s.decision in _SIDE_KINDS and kind in _SIDE_KINDS[int(s.decision)])
    )


# decision -> kinds of action, besides its own, that answer it
_SIDE_KINDS = {
    actions.FORSAKE: (actions.FORSAKE_TOP,),
    actions.DIG_PLAY: (actions.STOP,),
    actions.TAKE: (actions.STOP,),
    actions.ELIMINATE_PLAY: (actions.STOP,),
    actions.SAVE: (actions.STOP,),
}


def action_effects(names: Names, card: int) -> list[int]:
    """Return the numbers, among the effects of a card, of those that are used by an action."""
    t = names.tables
    first, n = int(t.effect_first[card]), int(t.effect_n[card])
    return [i for i in range(n) if t.effects[first + i].on == ids.ON_ACTION]


def _candidates(names: Names, s, line: Line, kinds: tuple[int, ...]) -> list[int]:
    """Return every code the words after the verb can mean, best first."""
    kind = next((kind for kind in kinds if kind == s.decision), kinds[0])
    if kind in BARE:
        return [packed(kind)]
    if kind == actions.MAY:
        return [packed(kind, target=line.choice("answer", ("yes", "no")) == "yes")]
    if kind in (actions.TOKEN_BATTLEGROUND, actions.NEXT_COMBAT):
        return [packed(kind, target=_place(names, s, line))]
    if actions.CHOOSE_PATH in kinds:
        place = names.find_place(line, line.word("a location"))
        if place >= ids.BATTLEGROUNDS:
            return [packed(actions.CHOOSE_PATH, target=place - ids.BATTLEGROUNDS)]
        return [packed(actions.CHOOSE_BATTLEGROUND, target=place)]
    if actions.FORSAKE in kinds and line.skip("top"):
        return [packed(actions.FORSAKE_TOP)]
    cards = names.find_card(line, line.word("a card"))
    targets = _targets(names, s, line, kinds, cards[0])
    return [packed(kind, card, target) for kind, target in targets for card in cards]


def _targets(names: Names, s, line: Line, kinds: tuple[int, ...], card: int) -> list[tuple[int, int]]:
    """Return (kind, target) for the words after the card."""
    if actions.USE in kinds:
        return [(actions.USE, target) for target in _use(names, line, card)]
    if actions.SUPPORT in kinds:
        return [(actions.SUPPORT, target) for target in _leaders(names, line)]
    if not any(kind in SPOTTED for kind in kinds):
        return [(kind, 0) for kind in kinds if kind != actions.FORSAKE_TOP]
    found = []
    for spot in _spots(names, s, line, card):
        for kind in kinds:
            if kind != actions.MOVE_TO:
                found.append((kind, spot))
            elif ids.SPOT_BATTLEGROUND <= spot < ids.SPOT_WIELDER:
                found.append((kind, spot - ids.SPOT_BATTLEGROUND))
    return found


def _spot_text(names: Names, card: int, spot: int) -> str:
    """Return the text of a spot after the card, with the space before it."""
    if spot == ids.SPOT_EVENT:
        return ""
    if spot == ids.SPOT_RESERVE:
        return " reserve"
    if spot == ids.SPOT_PATH:
        return " path"
    if spot >= ids.SPOT_WIELDER:
        first = card // ids.SIDE_CARDS * ids.SIDE_CARDS
        return f" on {names.card(first + spot - ids.SPOT_WIELDER)}"
    return f" {names.place(spot - ids.SPOT_BATTLEGROUND)}"


def _spots(names: Names, s, line: Line, card: int) -> list[int]:
    """Read a spot: several codes where a wielder has copies."""
    kind = names.entries[card]["type"]
    if line.is_done or line.peek() == ",":
        if kind != "event":
            wanted = "'on' and a wielder" if kind == "item" else "reserve, path or an active battleground"
            raise line.error(f"{wanted} is wanted after {names.entries[card]['id']}")
        return [ids.SPOT_EVENT]
    if line.skip("on"):
        wielders = names.find_card(line, line.word("a wielder"))
        return [ids.SPOT_WIELDER + wielder % ids.SIDE_CARDS for wielder in wielders]
    if line.skip("reserve"):
        return [ids.SPOT_RESERVE]
    if line.skip("path"):
        return [ids.SPOT_PATH]
    token = line.word("a spot")
    if token.text not in names.place_index:
        raise line.unknown("spot", token, ["reserve", "path", "on", *names.place_index])
    place = names.place_index[token.text]
    if place < ids.BATTLEGROUNDS:
        return [ids.SPOT_BATTLEGROUND + place]
    if s.path != place - ids.BATTLEGROUNDS:
        raise line.error(f"{token.text} is not the active path", token)
    return [ids.SPOT_PATH]


def _place(names: Names, s, line: Line) -> int:
    """Read a location; `path` means the active path."""
    if line.peek() == "path" and s.path != ids.NONE:
        line.next_i += 1
        return ids.BATTLEGROUNDS + int(s.path)
    return names.find_place(line, line.word("a location"))


def _use(names: Names, line: Line, card: int) -> list[int]:
    """Read which action of a card is used; its number may be left out."""
    uses = action_effects(names, card)
    if not uses:
        at = line.tokens[line.next_i - 1]
        raise line.error(f"{names.entries[card]['id']} has no action to be used", at)
    if line.is_done or line.peek() == ",":
        return uses
    n = line.number_of(f"the number of an action of {names.entries[card]['id']}", 1, len(uses))
    return [uses[n - 1]]


def _leaders(names: Names, line: Line) -> list[int]:
    """Read the character an army supports, or `nobody`."""
    if line.skip("nobody"):
        return [actions.NOBODY]
    return [card % ids.SIDE_CARDS for card in names.find_card(line, line.word("a character, or nobody,"))]
