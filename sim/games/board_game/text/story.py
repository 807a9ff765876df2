"""The events of a game in words, so that a player can follow it on his own board."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.machine import Choose
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.text.moves import FACE_NAMES, PIECE_NAMES
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.notation import story
from mazarbul.sim.notation.options import option_words, words_of
from mazarbul.sim.notation.story import Sentence

E = ids.EVENT
ENDS = {
    ids.ENDED.RING_DESTROYED: "the Ring is destroyed",
    ids.ENDED.CORRUPTED: "the Ring-bearers are corrupted",
    ids.ENDED.SHADOW_MILITARY: "the Shadow has conquered enough",
    ids.ENDED.FREE_MILITARY: "the Free Peoples have conquered enough",
    ids.ENDED.CAPPED: "no end in sight",
}
BATTLES = ("in the field", "as an assault", "as a sortie")
GONE = {
    ids.AWAY.UNUSED: "is not in play",
    ids.AWAY.FELLOWSHIP: "is with the Fellowship",
    ids.AWAY.DEAD: "leaves the game",
}
PHASES = {
    ids.PHASE.RECOVERY: "dice and cards",
    ids.PHASE.FELLOWSHIP: "Fellowship",
    ids.PHASE.HUNT: "Hunt allocation",
    ids.PHASE.ROLL: "Action roll",
    ids.PHASE.ACTIONS: "actions",
    ids.PHASE.VICTORY: "victory check",
    ids.PHASE.END: "end of the turn",
}

#: Kinds of actions -> the events that only repeat them.
REPEATED = {
    actions.PLACE: (E.ADD,),
    actions.PLAY: (E.PLAY,),
    actions.CARD: (E.PLAY,),
    actions.TRIM: (E.REMOVE,),
    actions.DISCARD: (E.DISCARD,),
    actions.GUIDE: (E.GUIDE,),
    actions.DECLARE: (E.DECLARED,),
    actions.REVEAL: (E.REVEALED,),
    actions.PASS: (E.PASS,),
    actions.HIDE: (E.HIDDEN,),
    actions.RING: (E.RING, E.TURNED),
    actions.WITHDRAW: (E.WITHDRAW,),
    actions.CONTINUE: (E.CEASE,),
    actions.RETREAT: (E.RETREAT,),
}
#: Of those with an answer, the one that an event repeats.
ANSWERED = {actions.WITHDRAW: 1, actions.CONTINUE: 0}
#: Events -> which of their numbers must be that of the action; of others any will do.
KEYS = {
    E.DIE: 1, E.ADD: 1, E.PLAY: 1, E.REMOVE: 1, E.REDUCE: 1, E.DISCARD: 0, E.GUIDE: 0,
    E.DECLARED: 0, E.REVEALED: 0,
}  # fmt: skip
#: What is said of a figure that takes a hit, from its Nation.
LOSSES = {
    ids.LOSS.REGULAR: lambda nation: (E.REMOVE, nation * ids.PIECE_N + ids.PIECE.REGULAR),
    ids.LOSS.REDUCE: lambda nation: (E.REDUCE, nation),
    ids.LOSS.ELITE: lambda nation: (E.REMOVE, nation * ids.PIECE_N + ids.PIECE.ELITE),
}
TOLD_BY_ACTIONS = {E.DIE, E.REDUCE, *(event for events in REPEATED.values() for event in events)}
#: What statements in an option do, where the word says too little; "" for nothing by itself.
DOES = {
    **dict.fromkeys(("pick_region", "pick_army", "pick_nation", "pick_figure", "choose_number"), ""),
    **dict.fromkeys(("choose", "option", "may", "each_region", "roll"), ""),
    "corrupt": "change Corruption",
    "hide": "hide the Fellowship",
    "walk": "move the Fellowship",
    "reveal": "reveal the Fellowship",
    "hunt": "hunt the Fellowship",
    "eliminate": "eliminate a figure",
    "slay": "slay figures",
    "discard": "discard a card",
    "recruit": "recruit figures",
    "march": "march with an Army",
    "attack": "attack with an Army",
}
WORDS = {space: words_of(VOCABULARY, space, DOES) for space in ("operation", "manoeuvre")}
#: What a Combat die was rolled for.
ROLLS = ("", " in the re-roll", " in an extra attack", " in an extra attack")


def _phase(_story: Any, phase: int, turn: int, _c: int) -> str:
    return f"Turn {turn}: {PHASES[phase]}" if phase in PHASES else ""


def _discarded(story: Any, card: int, seat: int, _c: int) -> str:
    return f"{story.card(card)} is discarded" + ("" if seat == ids.NONE else f" by {story.seats[seat]}")


def _played(story: Any, seat: int, card: int, face: int) -> str:
    pays = "" if face == ids.NONE else f" with {FACE_NAMES[face]}"
    return f"{story.seats[seat]} plays {story.card(card)}{pays}"


def _text(story: Any, card: int, figure: int, _c: int) -> str:
    return f"the text of {story.figure(figure) if card == ids.NONE else story.card(card)} takes effect"


def _figure(story: Any, figure: int, place: int, _c: int) -> str:
    return f"{story.figure(figure)} {GONE[place] if place in GONE else f'is now in {story.place(place)}'}"


def _steps(story: Any, nation: int, steps: int, _c: int) -> str:
    left = "At War" if steps == 0 else f"{steps} step{story.s(steps)} from war"
    return f"{story.nation(nation)}: {left}"


def _revealed(story: Any, region: int, _b: int, _c: int) -> str:
    return "the Fellowship is revealed" + ("" if region == ids.NONE else f" in {story.region(region)}")


def _hunt(story: Any, dice: int, bonus: int, times: int) -> str:
    again = f", {times - 1} may be rolled again" if times > 1 else ""
    return f"Hunt: {story.dice(dice)}, +{bonus}{again}"


def _tile(story: Any, tile: int, damage: int, told: int) -> str:
    if told == ids.TOLD.ASIDE:
        what = " is set aside"
    elif told == ids.TOLD.SEEN:
        what = " is drawn and looked at"
    elif told == ids.TOLD.NUMBER:
        what = f": its number is {damage}"
    else:
        what = f": damage {damage}" if damage >= 0 else f": heals {-damage}"
    return f"Hunt tile {story.tile(tile)}{what}"


#: Events that begin a step, and the end.
HEADINGS: dict[int, Sentence] = {
    E.PHASE: _phase,
    E.END: "The game ends ({b.end}): {a.side} wins",
}
#: All other events.
SENTENCES: dict[int, Sentence] = {
    # dice and Rings
    E.POOL: "{a.side} has {b} Action dice this turn",
    E.ROLLED: "{a.side} rolls {b.face}",
    E.DIE: "{a.side} uses up {b.face}",
    E.TURNED: "{a.side} turns {b.face} into {c.face}",
    E.RESULT: "a die shows {a}",
    E.RING: "{a.side} uses an Elven Ring",
    E.BOX: "the Hunt Box holds {b.dice} of {a.side}",
    E.PASS: "{a.seat} passes",
    # cards
    E.SHUFFLE: "{a.deck} is shuffled",
    E.DRAW: "{a.seat} draws {b.card}",
    E.DISCARD: _discarded,
    E.PLAY: _played,
    E.EXCHANGE: "{a.seat} and {b.seat} exchange a card",
    E.TACTIC: "{a.seat} uses {b.tactic}",
    E.TEXT: _text,
    E.TABLE: "{a.card} stays on the table",
    E.OFF_TABLE: "{a.card} leaves the table",
    # figures
    E.ADD: lambda story, a, b, c: f"{story.pieces(b, c)} {'comes' if c == 1 else 'come'} to {story.place(a)}",
    E.REMOVE: lambda story, a, b, c: (
        f"{story.pieces(b, c)} {'is' if c == 1 else 'are'} removed from {story.place(a)}"
    ),
    E.REDUCE: "an Elite of {b.nation} in {a.place} is reduced",
    E.MARCH: "an Army goes from {a.place} to {b.place}:",
    E.GOES: lambda story, a, b, _c: story.pieces(a, b),
    E.FIGURE: _figure,
    E.GUIDE: "{a.figure} guides the Fellowship",
    E.CASUALTY: "{a.figure} is the casualty of the Hunt; damage {b} is left",
    # control, sieges and Nations
    E.CONTROL: "{b.side} controls {a.region} now",
    E.POINTS: "{a.side} has {b} victory point{b.s}",
    E.SIEGE: lambda story, a, b, _c: f"the siege of {story.region(a)} {'begins' if b else 'ends'}",
    E.FALL: "the garrison of {a.region} is gone",
    E.WITHDRAW: "the defender withdraws into {a.region}",
    E.ACTIVE: "{a.nation} becomes active",
    E.STEPS: _steps,
    # the Fellowship and the Hunt
    E.DECLARED: "the Fellowship is declared in {a.region}",
    E.REVEALED: _revealed,
    E.HIDDEN: "the Fellowship is hidden",
    E.PROGRESS: "the Progress of the Fellowship is {a}",
    E.MORDOR: "the Fellowship is on step {a} of the Mordor Track",
    E.CORRUPTION: lambda _story, a, b, _c: f"Corruption {'rises' if a > 0 else 'falls'} by {abs(a)} to {b}",
    E.HUNT: _hunt,
    E.HUNT_DIE: lambda _story, a, b, _c: f"{'rolled again' if b else 'Hunt die'}: {a}",
    E.TILE: _tile,
    # battles
    E.BATTLE: lambda story, a, b, c: f"battle {BATTLES[c]}: {story.place(a)} attacks {story.place(b)}",
    E.ROUND: "round {a}",
    E.COMBAT: lambda story, a, b, c: f"the {story.role(a)} rolls {b}{ROLLS[c]}",
    E.HITS: "the {a.role} has scored {b} hit{b.s}",
    E.CEASE: "the attacker ceases",
    E.RETREAT: "the defender retreats from {a.place} to {b.place}",
}


class Story(story.Story):
    """Describes events and actions of one game."""

    names: Names
    moves = MOVES
    forced = E.FORCED
    listed = (E.DRAW,)
    headings, sentences, ends = HEADINGS, SENTENCES, ENDS

    def region(self, region: int) -> str:
        """Return the printed name of a region."""
        return self.names.printed("regions", region)

    def figure(self, figure: int) -> str:
        """Return the printed name of a Character."""
        return self.names.printed("figures", figure)

    def nation(self, nation: int) -> str:
        """Return the printed name of a Nation."""
        return self.names.printed("nations", nation)

    def pieces(self, piece: int, n: int) -> str:
        """Return a number of figures: `2 Regulars of Gondor`."""
        nation, sort = divmod(piece, ids.PIECE_N)
        plural = "s" if n != 1 and sort != ids.PIECE.NAZGUL else ""
        return f"{n} {PIECE_NAMES[sort]}{plural} of {self.nation(nation)}"

    def place(self, place: int) -> str:
        """Return the name of a place of an Army."""
        return self.names.place(place)

    def tile(self, tile: int) -> str:
        """Return the name of a Hunt tile."""
        return self.names.printed("tiles", tile)

    def face(self, face: int) -> str:
        """Return the name of a face of an Action die."""
        return FACE_NAMES[face]

    def dice(self, n: int) -> str:
        """Return a number of dice: `1 die`."""
        return f"{n} {'die' if n == 1 else 'dice'}"

    def role(self, side: int) -> str:
        """Return what a side of a battle is called."""
        return ("attacker", "defender")[side]

    def deck(self, deck: int) -> str:
        """Return a deck of a side."""
        side, which = divmod(deck, ids.DECK_N)
        return f"the {ids.DECKS[which].capitalize()} deck of {self.sides[side]}"

    def tactic(self, card: int) -> str:
        """Return a card with its combat half, for none that there is none."""
        if card == ids.NONE:
            return "no Combat card"
        number = int(self.names.tables.tactic[card])
        return f"{self.card(card)} as {self.names.printed('tactics', number)}"

    # Options and repetitions --------------------------------------------------------------------------------

    def repeated(self, code: int) -> Collection[Hashable]:
        """Return what events repeat of an action: the die that pays, the figure placed, the card played."""
        kind, a, b = unpacked(code)
        pays = actions.KINDS[kind].b == "face" and kind != actions.RING
        events = REPEATED.get(kind, ()) if kind not in ANSWERED or b == ANSWERED[kind] else ()
        if kind == actions.LOSE:
            return {LOSSES[b](a)}
        return {*([(E.DIE, b)] if pays else []), *((event, a if event in KEYS else 0) for event in events)}

    def repeats(self, kind: int, a: int, b: int) -> Hashable | None:
        """Return what an event may repeat of the action before it."""
        return (kind, (a, b)[KEYS[kind]] if kind in KEYS else 0) if kind in TOLD_BY_ACTIONS else None

    def option(self, s: np.record, code: int) -> str:
        """Return what an option does, of the text on top of the stack: `chooses to move figures`."""
        kind, number, _ = unpacked(code)
        if kind != actions.OPTION:
            return ""
        tables, frame = self.names.tables, s.frames[s.frame_n - 1]
        on = tables.effects[s.frames[frame[Choose.context]][Scope.text]].on
        words = WORDS["manoeuvre" if on in (ids.NONE, ON.BATTLE_START) else "operation"]
        return f"chooses to {option_words(tables.rows, int(frame[Choose.row]), number, words, {})}"
