"""The events of a game in words that a player of the tabletop game can follow."""

from __future__ import annotations

from typing import Any

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.machine import Choose
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from mazarbul.sim.notation import story
from mazarbul.sim.notation.options import option_words, words_of
from mazarbul.sim.notation.story import Sentence

E = ids.E

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
WINS = {ids.NONE: "nobody wins", ids.SIDE.PLAYERS: "the players win", ids.SIDE.ENCOUNTER: "the players lose"}
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


def _eliminated(story: Any, seat: int, cause: int, _c: int) -> str:
    return f"{story.seats[seat]} is eliminated: {CAUSES[cause].format(limit=story.names.tables.threat_limit)}"


def _entered(story: Any, card: int, seat: int, is_taken: int) -> str:
    if seat == ids.NONE:
        return f"{story.card(card)} is put into the staging area"
    return f"{story.seats[seat]} {'takes control of' if is_taken else 'puts into play'} {story.card(card)}"


def _left(story: Any, card: int, zone: int, is_beaten: int) -> str:
    gone = "explored" if story.names.entries[card]["type"] == "location" else "destroyed"
    return f"{story.card(card)} {f'is {gone} and ' if is_beaten else ''}{ZONES.get(zone, 'leaves play')}"


def _progress(story: Any, place: int, n: int, _c: int) -> str:
    return f"{abs(n)} progress is {'put on' if n > 0 else 'taken off'} {story.source(place)}" if n else ""


def _resources(story: Any, card: int, n: int, _c: int) -> str:
    return f"{story.card(card)} {'gets' if n > 0 else 'spends'} {abs(n)} resource{story.s(abs(n))}"


def _blow(story: Any, card: int, attack: int, defense: int) -> str:
    target = "nobody" if card == ids.NONE else story.card(card)
    return f"attack {attack} against defense {defense}: {max(attack - defense, 0)} damage to {target}"


#: Events that begin a step, and the end.
HEADINGS: dict[int, Sentence] = {
    E.PHASE: lambda _story, a, b, _c: f"Round {b}: {ids.PHASE_NAMES[a]} phase",
    E.STAGE: "{a.stage}",
    E.END: lambda _story, a, b, _c: f"The game ends ({ENDS[b]}): {WINS[a]}",
}
#: All other events.
SENTENCES: dict[int, Sentence] = {
    # players
    E.DRAW: "{a.seat} draws {b.card}",
    E.PLAY: "{a.seat} has paid for {b.card}",
    E.COMMIT: "{a.seat} commits {b.card}",
    E.STRIKE: "{a.seat} attacks {b.card}",
    E.LOOK: "{a.seat} sees {b.card}",
    E.FIRST: "{a.seat} is the first player",
    E.THREAT: lambda story, a, b, c: (
        f"{story.seats[a]}'s threat {'rises' if b > 0 else 'falls'} by {abs(b)} to {c}"
    ),
    E.ELIMINATED: _eliminated,
    # cards that come, go and fight
    E.REVEAL: lambda story, a, b, _c: (
        f"{story.card(a)} is {'attached as a guard' if b else 'revealed'}: {story.encountered(a)}"
    ),
    E.SHADOW: "{a.card} is dealt a shadow card face down ({b.card})",
    E.SHADOW_UP: lambda story, a, b, _c: (
        f"shadow card of {story.card(a)}: {story.card(b)}. {story.text(b)}".rstrip()
    ),
    E.ENTER: _entered,
    E.LEAVE: _left,
    E.ATTACH: "{a.card} is attached to {b.host}",
    E.ATTACK: "{a.card} attacks {b.seat}",
    E.DEFEND: "{a.card} defends against {b.card}",
    E.ENGAGE: "{a.card} engages {b.seat}",
    E.EXHAUST: "{a.source} exhausts",
    E.READY: "{a.source} readies",
    E.TRAVEL: "{a.source} becomes the active location",
    E.TEXT: "the text of {a.source} takes effect",
    E.BACK: "{a.source} is moved to the staging area",
    # numbers
    E.PROGRESS: _progress,
    E.DAMAGE: "{a.card} takes {b} damage",
    E.HEAL: "{b} damage is healed on {a.card}",
    E.RESOURCE: _resources,
    E.QUEST: "Quest: willpower {a} against threat {b}",
    E.BLOW: _blow,
    E.CAPTIVE: lambda story, a, b, _c: f"{story.card(a)} {'becomes the prisoner' if b else 'is rescued'}",
    E.CANCEL: "the effect is cancelled",
    E.SHUFFLE: "{a.pile} is shuffled",
}


class Story(story.Story):
    """Describes events and actions of one game."""

    names: Names
    moves = MOVES
    forced = E.FORCED
    listed = (E.DRAW, E.COMMIT, E.LOOK)
    headings, sentences = HEADINGS, SENTENCES

    def source(self, source: int) -> str:
        """Return the printed name of a card or stage."""
        if source >= ids.STAGE_SOURCE:
            return self.names.stage_entries[source - ids.STAGE_SOURCE]["name"]
        return self.card(source)

    def stage(self, stage: int) -> str:
        """Return a stage with its quest points and text."""
        entry = self.names.stage_entries[stage]
        text = f" {entry['text']}" if entry["text"] else ""
        return f"Stage {entry['depth']}, {entry['name']}: {entry['quest_points']} quest points.{text}"

    def text(self, card: int) -> str:
        """Return the text of a card."""
        return self.names.entries[card]["text"]

    def pile(self, place: int) -> str:
        """Return whose deck a place of cards is."""
        return "the encounter deck" if place == ids.ENCOUNTER else f"{self.seats[place]}'s deck"

    def host(self, host: int) -> str:
        """Return what a card is attached to."""
        return self.pile(host - ids.DECK_HOST) if host >= ids.DECK_HOST else self.card(host)

    def encountered(self, card: int) -> str:
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
        if kind == E.STRIKE:
            return b
        return a if kind in _REPEATS else None


# Events that can repeat the action before them.
_REPEATS = (E.ENGAGE, E.DEFEND, E.ATTACK)
