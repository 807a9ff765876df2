"""The events of a game in words, so that a player can follow it on his own board."""

from __future__ import annotations

from collections.abc import Collection, Hashable

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
from mazarbul.sim.notation.story import EVENT, HEADING

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


class Story(story.Story):
    """Describes events and actions of one game."""

    names: Names
    moves = MOVES
    forced = E.FORCED
    listed = (E.DRAW,)

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

    # Events -------------------------------------------------------------------------------------

    def lines(self, kind: int, a: int, b: int, c: int) -> list[tuple[int, str]]:
        """Return the lines of one event."""
        if kind == E.PHASE:
            return [(HEADING, f"Turn {b}: {PHASES[a]}")] if a in PHASES else []
        if kind == E.END:
            winner = "nobody wins" if a == ids.NONE else f"{self.sides[a]} wins"
            return [(HEADING, f"The game ends ({ENDS[b]}): {winner}")]
        text = (
            self._dice(kind, a, b, c)
            or self._cards(kind, a, b, c)
            or self._figures(kind, a, b, c)
            or self._places(kind, a, b)
            or self._ring(kind, a, b, c)
            or self._battle(kind, a, b, c)
        )
        return [(EVENT, text)] if text else []

    def _dice(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event about Action dice, the Hunt Box or Rings, else ""."""
        if kind == E.POOL:
            return f"{self.sides[a]} has {b} Action dice this turn"
        if kind == E.ROLLED:
            return f"{self.sides[a]} rolls {FACE_NAMES[b]}"
        if kind == E.DIE:
            return f"{self.sides[a]} uses up {FACE_NAMES[b]}"
        if kind == E.TURNED:
            return f"{self.sides[a]} turns {FACE_NAMES[b]} into {FACE_NAMES[c]}"
        if kind == E.RESULT:
            return f"a die shows {a}"
        if kind == E.RING:
            return f"{self.sides[a]} uses an Elven Ring"
        if kind == E.BOX:
            return f"the Hunt Box holds {b} {'die' if b == 1 else 'dice'} of {self.sides[a]}"
        if kind == E.PASS:
            return f"{self.seats[a]} passes"
        return ""

    def _cards(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event about a card, else ""."""
        if kind == E.SHUFFLE:
            side, deck = divmod(a, ids.DECK_N)
            return f"the {ids.DECKS[deck].capitalize()} deck of {self.sides[side]} is shuffled"
        if kind == E.DRAW:
            return f"{self.seats[a]} draws {self.card(b)}"
        if kind == E.DISCARD:
            return f"{self.card(a)} is discarded" + ("" if b == ids.NONE else f" by {self.seats[b]}")
        if kind == E.PLAY:
            pays = "" if c == ids.NONE else f" with {FACE_NAMES[c]}"
            return f"{self.seats[a]} plays {self.card(b)}{pays}"
        if kind == E.EXCHANGE:
            return f"{self.seats[a]} and {self.seats[b]} exchange a card"
        if kind == E.TACTIC:
            return f"{self.seats[a]} uses " + ("no Combat card" if b == ids.NONE else self._tactic(b))
        if kind == E.TEXT:
            return f"the text of {self.figure(b) if a == ids.NONE else self.card(a)} takes effect"
        texts = {E.TABLE: "{} stays on the table", E.OFF_TABLE: "{} leaves the table"}
        return texts[kind].format(self.card(a)) if kind in texts else ""

    def _tactic(self, card: int) -> str:
        """Return a card with its combat half."""
        number = int(self.names.tables.tactic[card])
        return f"{self.card(card)} as {self.names.printed('tactics', number)}"

    def _figures(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event about figures that come, go or march, else ""."""
        place = self.names.place
        if kind == E.ADD:
            return f"{self.pieces(b, c)} {'comes' if c == 1 else 'come'} to {place(a)}"
        if kind == E.REMOVE:
            return f"{self.pieces(b, c)} {'is' if c == 1 else 'are'} removed from {place(a)}"
        if kind == E.REDUCE:
            return f"an Elite of {self.nation(b)} in {place(a)} is reduced"
        if kind == E.MARCH:
            return f"an Army goes from {place(a)} to {place(b)}:"
        if kind == E.GOES:
            return f"{self.pieces(a, b)}"
        if kind == E.FIGURE:
            return f"{self.figure(a)} {GONE[b] if b in GONE else f'is now in {place(b)}'}"
        if kind == E.GUIDE:
            return f"{self.figure(a)} guides the Fellowship"
        if kind == E.CASUALTY:
            return f"{self.figure(a)} is the casualty of the Hunt; damage {b} is left"
        return ""

    def _places(self, kind: int, a: int, b: int) -> str:
        """Return the line of an event about control, sieges and Nations, else ""."""
        if kind == E.CONTROL:
            return f"{self.sides[b]} controls {self.region(a)} now"
        if kind == E.POINTS:
            return f"{self.sides[a]} has {b} victory point{'' if b == 1 else 's'}"
        if kind == E.SIEGE:
            return f"the siege of {self.region(a)} {'begins' if b else 'ends'}"
        if kind == E.FALL:
            return f"the garrison of {self.region(a)} is gone"
        if kind == E.WITHDRAW:
            return f"the defender withdraws into {self.region(a)}"
        if kind == E.ACTIVE:
            return f"{self.nation(a)} becomes active"
        if kind == E.STEPS:
            steps = "At War" if b == 0 else f"{b} step{'' if b == 1 else 's'} from war"
            return f"{self.nation(a)}: {steps}"
        return ""

    def _ring(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event of the Fellowship or the Hunt, else ""."""
        if kind == E.DECLARED:
            return f"the Fellowship is declared in {self.region(a)}"
        if kind == E.REVEALED:
            return "the Fellowship is revealed" + ("" if a == ids.NONE else f" in {self.region(a)}")
        if kind == E.HIDDEN:
            return "the Fellowship is hidden"
        if kind == E.PROGRESS:
            return f"the Progress of the Fellowship is {a}"
        if kind == E.MORDOR:
            return f"the Fellowship is on step {a} of the Mordor Track"
        if kind == E.CORRUPTION:
            return f"Corruption {'rises' if a > 0 else 'falls'} by {abs(a)} to {b}"
        if kind == E.HUNT:
            again = f", {c - 1} may be rolled again" if c > 1 else ""
            return f"Hunt: {a} {'die' if a == 1 else 'dice'}, +{b}{again}"
        if kind == E.HUNT_DIE:
            return f"{'rolled again' if b else 'Hunt die'}: {a}"
        if kind == E.TILE:
            return f"Hunt tile {self.names.printed('tiles', a)}{_told(b, c)}"
        return ""

    def _battle(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event of a battle, else ""."""
        role = ("attacker", "defender")
        if kind == E.BATTLE:
            return f"battle {BATTLES[c]}: {self.names.place(a)} attacks {self.names.place(b)}"
        if kind == E.ROUND:
            return f"round {a}"
        if kind == E.COMBAT:
            return f"the {role[a]} rolls {b}{ROLLS[c]}"
        if kind == E.HITS:
            return f"the {role[a]} has scored {b} hit{'' if b == 1 else 's'}"
        if kind == E.CEASE:
            return "the attacker ceases"
        if kind == E.RETREAT:
            return f"the defender retreats from {self.names.place(a)} to {self.names.place(b)}"
        return ""

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


def _told(damage: int, told: int) -> str:
    """Return what becomes of a Hunt tile."""
    if told == ids.TOLD.ASIDE:
        return " is set aside"
    if told == ids.TOLD.SEEN:
        return " is drawn and looked at"
    if told == ids.TOLD.NUMBER:
        return f": its number is {damage}"
    return f": damage {damage}" if damage >= 0 else f": heals {-damage}"
