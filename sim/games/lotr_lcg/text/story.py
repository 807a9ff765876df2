"""The events of a game in words that a player of the tabletop game can follow."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.machine import Choose
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from mazarbul.sim.notation import story
from mazarbul.sim.notation.options import option_words, words_of
from mazarbul.sim.notation.story import EVENT, HEADING

#: What statements in an option do, where the word says too little; "" for nothing by itself.
DOES = {
    **dict.fromkeys(("choose", "option", "each", "each_card", "until", "later"), ""),
    "pick": "choose a card",
    "all": "take all of them",
    "look": "look at cards",
    "pick_player": "choose a player",
    "damage": "deal damage",
    "resources": "change resources",
    "threat": "change threat",
    "progress": "make progress",
    "draw": "draw cards",
    "move": "move a card",
    "willpower": "change willpower",
    "defense": "change defense",
}
WORDS = words_of(VOCABULARY, "operation", DOES)
#: Statements whose list has words of another sort: what holds for a while.
UNTIL = VOCABULARY.codes("operation").UNTIL
BLOCKS = {UNTIL: words_of(VOCABULARY, "modifier", DOES)}
ENDS = {
    ids.ENDED.QUEST_COMPLETED: "the quest is completed",
    ids.ENDED.ALL_ELIMINATED: "all players are eliminated",
    ids.ENDED.PRISONER_LOST: "the prisoner is lost",
    ids.ENDED.TIMED_OUT: "time has run out",
    ids.ENDED.CAPPED: "no end in sight",
}
CAUSES = {
    ids.ELIMINATED_BY.THREAT: "threat has reached {limit}",
    ids.ELIMINATED_BY.HEROES: "no hero is left",
    ids.ELIMINATED_BY.EFFECT: "by a text",
}
ZONES = {
    ids.ZONE.DECK: "goes to the deck",
    ids.ZONE.HAND: "goes to hand",
    ids.ZONE.DISCARD: "is discarded",
    ids.ZONE.VICTORY: "goes to the victory area",
    ids.ZONE.ASIDE: "is set aside",
    ids.ZONE.OUT: "leaves the game",
}


class Story(story.Story):
    """Describes events and actions of one game."""

    names: Names
    moves = MOVES
    forced = ids.E.FORCED
    listed = (ids.E.DRAW, ids.E.COMMIT, ids.E.LOOK)

    def source(self, source: int) -> str:
        """Return the printed name of a card or stage."""
        if source >= ids.STAGE_SOURCE:
            return self.names.stage_entries[source - ids.STAGE_SOURCE]["name"]
        return self.card(source)

    # Events -------------------------------------------------------------------------------------

    def lines(self, kind: int, a: int, b: int, c: int) -> list[tuple[int, str]]:
        """Return the lines of one event."""
        if kind == ids.E.PHASE:
            return [(HEADING, f"Round {b}: {ids.PHASE_NAMES[a]} phase")]
        if kind == ids.E.STAGE:
            return [(HEADING, self._stage(a))]
        if kind == ids.E.END:
            winner = (
                "nobody wins"
                if a == ids.NONE
                else "the players win"
                if a == ids.SIDE.PLAYERS
                else "the players lose"
            )
            return [(HEADING, f"The game ends ({ENDS[b]}): {winner}")]
        text = (
            self._player_event(kind, a, b, c)
            or self._card_event(kind, a, b, c)
            or self._change(kind, a, b, c)
        )
        return [(EVENT, text)] if text else []

    def _stage(self, stage: int) -> str:
        """Return a stage with its quest points and text."""
        entry = self.names.stage_entries[stage]
        text = f" {entry['text']}" if entry["text"] else ""
        return f"Stage {entry['depth']}, {entry['name']}: {entry['quest_points']} quest points.{text}"

    def _player_event(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event whose first argument is a player, else ""."""
        if kind not in _SEAT_EVENTS:
            return ""
        text = _SEAT_EVENTS[kind]
        if kind == ids.E.ELIMINATED:
            return f"{self.seats[a]} is eliminated: {CAUSES[b].format(limit=self.names.tables.threat_limit)}"
        if kind == ids.E.THREAT:
            return f"{self.seats[a]}'s threat {'rises' if b > 0 else 'falls'} by {abs(b)} to {c}"
        return text.format(self.seats[a], "" if kind == ids.E.FIRST else self.card(b))

    def _card_event(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event about where a card goes or what it does, else ""."""
        if kind == ids.E.REVEAL:
            return f"{self.card(a)} is {'attached as a guard' if b else 'revealed'}: {self._printed(a)}"
        if kind == ids.E.SHADOW_UP:
            return f"shadow card of {self.card(a)}: {self.card(b)}. {self.names.entries[b]['text']}".rstrip()
        if kind == ids.E.ENTER:
            if b == ids.NONE:
                return f"{self.card(a)} is put into the staging area"
            return f"{self.seats[b]} {'takes control of' if c else 'puts into play'} {self.card(a)}"
        if kind == ids.E.LEAVE:
            gone = "explored" if self.names.entries[a]["type"] == "location" else "destroyed"
            return f"{self.card(a)} {f'is {gone} and ' if c else ''}{ZONES.get(b, 'leaves play')}"
        if kind == ids.E.ATTACH:
            host = f"{self.seats[b - ids.DECK_HOST]}'s deck" if b >= ids.DECK_HOST else self.card(b)
            return f"{self.card(a)} is attached to {host}"
        if kind == ids.E.ATTACK:
            return f"{self.card(a)} attacks {self.seats[b]}"
        if kind == ids.E.ENGAGE:
            return f"{self.card(a)} engages {self.seats[b]}"
        if kind in _PAIRS:
            return _PAIRS[kind].format(self.card(a), self.card(b))
        if kind in _SINGLES:
            return _SINGLES[kind].format(self.source(a))
        return ""

    def _change(self, kind: int, a: int, b: int, c: int) -> str:
        """Return the line of an event that changes a number, else ""."""
        if kind == ids.E.PROGRESS:
            return (
                ""
                if b == 0
                else f"{abs(b)} progress is {'put on' if b > 0 else 'taken off'} {self.source(a)}"
            )
        if kind == ids.E.DAMAGE:
            return f"{self.card(a)} takes {b} damage"
        if kind == ids.E.HEAL:
            return f"{b} damage is healed on {self.card(a)}"
        if kind == ids.E.RESOURCE:
            return (
                f"{self.card(a)} {'gets' if b > 0 else 'spends'} {abs(b)} resource{'s' if abs(b) > 1 else ''}"
            )
        if kind == ids.E.QUEST:
            return f"Quest: willpower {a} against threat {b}"
        if kind == ids.E.BLOW:
            target = "nobody" if a == ids.NONE else self.card(a)
            return f"attack {b} against defense {c}: {max(b - c, 0)} damage to {target}"
        if kind == ids.E.CAPTIVE:
            return f"{self.card(a)} {'becomes the prisoner' if b else 'is rescued'}"
        if kind == ids.E.CANCEL:
            return "the effect is cancelled"
        if kind == ids.E.SHUFFLE:
            whose = "the encounter deck" if a == ids.ENCOUNTER else f"{self.seats[a]}'s deck"
            return f"{whose} is shuffled"
        return ""

    def _printed(self, card: int) -> str:
        """Return the printed numbers and text of an encounter card."""
        t, entry = self.names.tables, self.names.entries[card]
        stats = t.stats[card]
        parts = [str(entry["type"])]
        if entry["type"] == "enemy":
            parts += [
                f"engagement cost {t.engagement[card]}",
                f"threat {stats[ids.STAT.THREAT]}",
                f"attack {stats[ids.STAT.ATTACK]}",
            ]
            parts += [f"defense {stats[ids.STAT.DEFENSE]}", f"{stats[ids.STAT.HIT_POINTS]} hit points"]
        elif entry["type"] == "location":
            parts += [f"threat {stats[ids.STAT.THREAT]}", f"{t.quest_points[card]} quest points"]
        found = [
            word for i, word in enumerate(ids.KEYWORDS) if t.keyword[ids.ENCOUNTER, i] >> card % ids.BLOCK & 1
        ]
        if t.doomed[card]:
            found.append(f"doomed {t.doomed[card]}")
        return f"{', '.join(parts + found)}. {entry['text']}".rstrip()

    # Options and repetitions ----------------------------------------------------------------------------

    def option(self, s: np.record, code: int) -> str:
        """Return what an option of a text does: `draw cards`; of the text on top of the stack."""
        kind, _, number = unpacked(code)
        if kind != actions.MODE:
            return ""
        row = int(s.frames[s.frame_n - 1][Choose.row])
        return f"chooses to {option_words(self.names.tables.rows, row, number, WORDS, BLOCKS)}"

    def repeats(self, kind: int, a: int, b: int) -> int | None:
        """Return the card of an event that can repeat the action before it."""
        if kind == ids.E.STRIKE:
            return b
        return a if kind in _REPEATS else None


_SEAT_EVENTS = {
    ids.E.DRAW: "{} draws {}",
    ids.E.PLAY: "{} has paid for {}",
    ids.E.COMMIT: "{} commits {}",
    ids.E.STRIKE: "{} attacks {}",
    ids.E.LOOK: "{} sees {}",
    ids.E.FIRST: "{} is the first player",
    ids.E.THREAT: "",
    ids.E.ELIMINATED: "",
}
_PAIRS = {
    ids.E.SHADOW: "{} is dealt a shadow card face down ({})",
    ids.E.DEFEND: "{} defends against {}",
}
_SINGLES = {
    ids.E.EXHAUST: "{} exhausts",
    ids.E.READY: "{} readies",
    ids.E.TRAVEL: "{} becomes the active location",
    ids.E.TEXT: "the text of {} takes effect",
    ids.E.BACK: "{} is moved to the staging area",
}
# Events that can repeat the action before them.
_REPEATS = (ids.E.ENGAGE, ids.E.DEFEND, ids.E.ATTACK)
