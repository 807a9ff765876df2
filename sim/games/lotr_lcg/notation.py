"""Actions as text, both ways; positions are in `position.py`.

A verb may belong to several kinds of decision: `choose gandalf` answers every text that has a card picked.
Since only one decision is pending, the state says which is meant.
"""

from __future__ import annotations

from sim.engine.actions import packed, unpacked
from sim.games.lotr_lcg import actions, ids
from sim.games.lotr_lcg.names import Names
from sim.games.lotr_lcg.rules.windows import TEXTS
from sim.notation.lines import Line, Token

MOST_TARGET = 1023  # of a packed action

# verb -> the kinds of action it can be
VERBS = {
    "keep": (actions.MULLIGAN,),
    "redraw": (actions.MULLIGAN,),
    "pass": (actions.PASS,),
    "done": (actions.DONE,),
    "stay": (actions.STAY,),
    "stop": (actions.STOP,),
    "undefended": (actions.NO_DEFENDER,),
    "play": (actions.PLAY,),
    "use": (actions.USE,),
    "respond": (actions.RESPOND,),
    "resolve": (actions.ORDER,),
    "pay": (actions.PAY,),
    "x": (actions.CHOOSE_X,),
    "on": (actions.HOST,),
    "choose": (
        actions.TARGET,
        actions.ENCOUNTER_TARGET,
        actions.HAND_CARD,
        actions.LOOKED,
        actions.LOSS,
        actions.TRAVEL_COST,
    ),
    "player": (actions.PLAYER,),
    "option": (actions.MODE,),
    "commit": (actions.COMMIT,),
    "travel": (actions.TRAVEL,),
    "engage": (actions.ENGAGE, actions.ENGAGE_TIE),
    "face": (actions.NEXT_ATTACKER,),
    "defend": (actions.DEFEND, actions.SENTINEL),
    "damage": (actions.UNDEFENDED_HERO, actions.DAMAGED_DEFENDER),
    "attack": (actions.ATTACK,),
    "with": (actions.ATTACKER,),
    "ready": (actions.REFRESH_PAY,),
    "leave": (actions.REFRESH_PAY,),
    "drop": (actions.RESTRICTED,),
}
VERB_OF = {kind: verb for verb, kinds in VERBS.items() for kind in kinds}
PLACES = (MOST_TARGET + 1) // TEXTS  # of what has happened, among which a response says what it answers
BARE = (actions.PASS, actions.DONE, actions.STAY, actions.STOP, actions.NO_DEFENDER)
#: Verbs of the kinds whose target says yes or no: kind -> (no, yes).
EITHER = {actions.MULLIGAN: ("keep", "redraw"), actions.REFRESH_PAY: ("leave", "ready")}
#: decision -> kinds of action, besides its own, that answer it
SIDE_KINDS = {
    actions.WINDOW: (actions.PASS, actions.PLAY, actions.USE),
    actions.PLANNING: (actions.DONE, actions.PLAY),
    actions.RESPONSE: (actions.PASS, actions.RESPOND),
    actions.COMMIT: (actions.DONE,),
    actions.TRAVEL: (actions.STAY,),
    actions.ENGAGE: (actions.PASS,),
    actions.DEFEND: (actions.DONE, actions.NO_DEFENDER),
    actions.SENTINEL: (actions.PASS,),
    actions.ATTACK: (actions.STOP,),
    actions.ATTACKER: (actions.DONE,),
}


def action_text(names: Names, code: int) -> str:
    """Return the text of an action."""
    kind, card, target = unpacked(code)
    if kind in BARE:
        return VERB_OF[kind]
    if kind == actions.MULLIGAN:
        return EITHER[kind][target]
    if kind == actions.CHOOSE_X:
        return f"x {target}"
    if kind == actions.PLAYER:
        return f"player {names.seats[target]}"
    if kind == actions.MODE:
        return f"option {target + 1}"
    if kind == actions.ORDER:
        return f"resolve {names.source(card)} {target + 1}"
    if kind == actions.REFRESH_PAY:
        return f"{EITHER[kind][target]} {names.card(card)}"
    words = f"{VERB_OF[kind]} {names.source(card)}"
    if kind in (actions.USE, actions.RESPOND):
        texts = numbered_texts(names, kind, card)
        place, text = divmod(target, TEXTS) if kind == actions.RESPOND else (0, target)
        number = f" {texts.index(text) + 1}" if len(texts) > 1 else ""
        return f"{words}{number} to {place + 1}" if place else f"{words}{number}"
    return words


def read_action(names: Names, s, line: Line) -> int:
    """Return the code of the action that comes next in a line; it need not be legal. Raises ScriptError.

    s: the state, whose pending decision tells apart what one verb can mean. A card without `#copy`
    means the first copy with which the action is legal.
    """
    verb = line.word("an action")
    if verb.text not in VERBS:
        raise line.unknown("action", verb, VERBS)
    candidates = _candidates(names, line, verb.text)
    legal = {int(code) for code in s.options[: s.option_n]}
    fits = [code for code in candidates if fits_decision(s, unpacked(code)[0])]
    return next((code for code in candidates if code in legal), (fits or candidates)[0])


def fits_decision(s, kind: int) -> bool:
    """Tell whether an action of that kind can answer the pending decision."""
    return kind == s.decision or kind in SIDE_KINDS.get(int(s.decision), ())


def numbered_texts(names: Names, kind: int, source: int) -> list[int]:
    """Return the numbers, among the texts of a source, of those an action of that kind can use."""
    if kind == actions.USE:
        return names.texts(source, (ids.ON_ACTION,))
    return names.responses(source)


def _candidates(names: Names, line: Line, verb: str) -> list[int]:
    """Return every code the words after the verb can mean, best first."""
    kinds = VERBS[verb]
    kind = kinds[0]
    if kind in BARE:
        return [packed(kind)]
    if kind == actions.MULLIGAN:
        return [packed(kind, target=EITHER[kind].index(verb))]
    if kind == actions.CHOOSE_X:
        return [packed(kind, target=line.number_of("a number", 0, ids.BLOCK))]
    if kind == actions.PLAYER:
        return [packed(kind, target=names.find_seat(line, line.word("a player")))]
    if kind == actions.MODE:
        return [packed(kind, target=line.number_of("the number of an option", 1, ids.BLOCK) - 1)]
    token = line.word("a card")
    if kind == actions.ORDER:
        sources = names.find_source(line, token)
        places = range(ids.PENDING)
        if not _is_end(line):
            places = (line.number_of("its place among what is pending", 1, ids.PENDING) - 1,)
        return [packed(kind, source, place) for source in sources for place in places]
    if kind in (actions.USE, actions.RESPOND):
        return _uses(names, line, token, kind)
    cards = names.find_card(line, token)
    target = EITHER[kind].index(verb) if kind in EITHER else 0
    return [packed(kind, card, target) for kind in kinds for card in cards]


def _uses(names: Names, line: Line, token: Token, kind: int) -> list[int]:
    """Read which text of a source is used; its number may be left out."""
    sources = names.find_source(line, token)
    texts = numbered_texts(names, kind, sources[0])
    what = "action" if kind == actions.USE else "response"
    if not texts:
        raise line.error(f"{token.text} has no {what}", token)
    if not _is_end(line) and line.peek() != "to":
        texts = [texts[line.number_of(f"the number of the {what} of {token.text}", 1, len(texts)) - 1]]
    if kind == actions.USE:
        return [packed(kind, source, text) for text in texts for source in sources]
    places = range(PLACES)
    if line.skip("to"):
        places = (line.number_of("its place among what has happened", 1, PLACES) - 1,)
    return [packed(kind, c, place * TEXTS + text) for place in places for text in texts for c in sources]


def _is_end(line: Line) -> bool:
    """Tell whether an action ends here."""
    return line.is_done or line.peek() == ","
