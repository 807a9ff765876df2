"""The events of a game in words that a player of the tabletop game can follow."""

from __future__ import annotations

from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.games.card_game.text.reasons import MOVES
from mazarbul.sim.notation import story
from mazarbul.sim.notation.story import EVENT, HEADING

ENDS = {
    ids.ENDED.RUNNING: "not yet",
    ids.ENDED.TEN_POINTS: "{lead} points ahead",
    ids.ENDED.LAST_PATH: "the last path is done",
    ids.ENDED.CAPPED: "no end in sight",
}
HOW = {
    ids.HOW.PICKED: "is drawn",
    ids.HOW.ACTIVATED: "is activated",
    ids.HOW.REACTIVATED: "is activated again",
    ids.HOW.SCHEDULED: "is scheduled",
}
CYCLED = {
    ids.LEFT.SURVIVED: "survives and is cycled",
    ids.LEFT.USED: "is cycled for its text",
    ids.LEFT.WITH_WIELDER: "is cycled with its wielder",
}
ELIMINATED = {
    ids.LEFT.CASUALTY: "is lost and eliminated",
    ids.LEFT.ATTACKED: "is spent in the attack and eliminated",
    ids.LEFT.SACRIFICED: "is eliminated for its text",
    ids.LEFT.FORSAKEN: "is forsaken and eliminated",
    ids.LEFT.REMOVED: "is removed from the game",
    ids.LEFT.WITH_WIELDER: "is eliminated with its wielder",
    ids.LEFT.WINNOWED: "is eliminated",
    ids.LEFT.RESOLVED: "is done and eliminated",
}


#: Events that need no more than their numbers.
SENTENCES = {
    ids.E.DRAW: "{a.seat} draws {b.card}",
    ids.E.DIG: "{a.seat} sets aside {b.card}",
    ids.E.TAKE: "{a.seat} takes {b.card}",
    ids.E.REMAIN: "{a.seat} keeps {b.card}",
    ids.E.REPLACED: "{a.card} would be eliminated, but is cycled instead",
    ids.E.RECYCLE: "{a.seat} shuffles the cycle pile ({b} cards) into the draw deck",
}


class Story(story.Story):
    """Describes events and actions of one game; remembers the current combat."""

    names: Names
    moves = MOVES
    forced = ids.E.FORCED
    listed = (ids.E.DRAW, ids.E.DIG, ids.E.REMAIN)
    sentences = SENTENCES

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.icons: list[tuple[int, int, int]] = []  # card, icons, character it supports
        self.attack = 0

    def place(self, place: int) -> str:
        """Return a location's printed name."""
        return self.names.place_entries[int(place)]["name"]

    def spot(self, card: int, spot: int) -> str:
        """Return where a card is put, "" if that is obvious."""
        if spot == ids.SPOT.EVENT:
            return ""
        if spot == ids.SPOT.RESERVE:
            return "to reserve"
        if spot == ids.SPOT.PATH:
            return "to the path"
        if spot >= ids.SPOT.WIELDER:
            return f"on {self.card(card // ids.SIDE_CARDS * ids.SIDE_CARDS + spot - ids.SPOT.WIELDER)}"
        return f"to {self.place(spot - ids.SPOT.BATTLEGROUND)}"

    # Events -------------------------------------------------------------------------------------

    def lines(self, kind: int, a: int, b: int, c: int) -> list[tuple[int, str]]:
        """Return the lines of one event."""
        if kind == ids.E.ICONS:
            self.icons = [*self.icons, (a, b, c)]  # a copy of the story has its own list
            return []
        if kind == ids.E.COMBAT:
            return self._combat(a, b, c)
        if kind in _HEADINGS:
            return [(HEADING, self._heading(kind, a, b, c))]
        if kind in self.sentences:
            return super().lines(kind, a, b, c)
        return [(EVENT, text) for text in self._event(kind, a, b, c) if text]

    def repeats(self, kind: int, a: int, b: int) -> int | None:
        """Return the card of an event that can repeat the action before it."""
        if kind not in _REPEATS:
            return None
        return b if kind == ids.E.TAKE else a

    def _heading(self, kind: int, a: int, b: int, c: int) -> str:
        """Return an event that begins or ends a step of the round."""
        if kind == ids.E.ROUND:
            return f"Round {a}; the starting player is {self.seats[b]}"
        if kind == ids.E.SCORE:
            tail = " with unspent Ring tokens" if c else ""
            return f"Score{tail}: {self.sides[0]} {a}, {self.sides[1]} {b}"
        winner = "nobody" if a == ids.NONE else f"the {self.sides[a]} side"
        reason = ENDS[b].format(lead=self.names.tables.winning_lead)
        return f"The game ends ({reason}): {winner} wins"

    def _event(self, kind: int, a: int, b: int, c: int) -> list[str]:
        """Return the line of an event, if it has one."""
        if kind in (ids.E.BATTLEGROUND, ids.E.PATH):
            return [self._location(a if kind == ids.E.BATTLEGROUND else ids.BATTLEGROUNDS + a, b)]
        if kind == ids.E.RESULT:
            relation = "more than" if self.attack > c else "no more than"
            winner = "nobody" if b == ids.NONE else f"the {self.sides[b]} side"
            return [f"{self.place(a)} goes to {winner}: attack {self.attack} is {relation} defense {c}"]
        if kind == ids.E.CORRUPTION:
            return [f"{abs(a)} corruption is {'added' if a > 0 else 'removed'}, now {b}"]
        if kind == ids.E.TOKEN:
            where = self.place(a) if a < ids.PLACES else self.card(a - ids.PLACES)
            return [f"{c} {'defense' if b else 'attack'} token{self.s(c)} on {where}"]
        if kind == ids.E.TEXT:  # a location's text is printed when it becomes active
            return [f"text: {self.names.entries[a]['text']}"] if a < ids.PLACE_SOURCE else []
        if kind == ids.E.CYCLE:
            return [] if b == ids.LEFT.RETURNED else [f"{self.card(a)} {CYCLED.get(b, 'is cycled')}"]
        if kind == ids.E.ELIMINATE:
            return [f"{self.card(a)} {ELIMINATED.get(b, 'is eliminated')}"]
        if kind == ids.E.PUT:
            return [f"{self.card(a)} is {'moved' if c else 'played'} {self.spot(a, b)}".rstrip()]
        return []

    def _location(self, place: int, how: int) -> str:
        """Return the activation of a location with its numbers and its text."""
        entry = self.names.place_entries[place]
        if entry["kind"] == "path":
            kind = f"path {entry['number']}"
        else:
            kind = f"battleground of the {self.sides[self.names.sides.index(entry['side'])]} side"
        text = f" {entry['text']}" if entry["text"] else ""
        return f"{entry['name']} {HOW[how]}: {kind}, defense {entry['defense']}, {entry['vp']} VP.{text}"

    def _combat(self, place: int, attack: int, shield: int) -> list[tuple[int, str]]:
        """Return the numbers of a combat from the icons counted before it."""
        self.attack = attack
        attacker = (
            ids.SIDE.SHADOW if place >= ids.BATTLEGROUNDS else 1 - int(self.names.tables.bg_side[place])
        )
        brought = [
            [row for row in self.icons if row[0] // ids.SIDE_CARDS == side]
            for side in (attacker, 1 - attacker)
        ]
        totals = [sum(n for _, n, _ in rows) for rows in brought]
        texts = [
            [f"{self.card(card)} {n}{self._supporters(card)}" for card, n, _ in rows] for rows in brought
        ]
        if attack != totals[0]:
            texts[0].append(f"tokens {attack - totals[0]}")
        texts[1].insert(0, f"the location {shield}")
        self.icons = []
        return [
            (HEADING, f"Combat at {self.place(place)}"),
            (EVENT, f"attack {attack}: {'; '.join(texts[0]) or 'nobody'}"),
            (EVENT, f"defense {shield + totals[1]}: {'; '.join(texts[1])}"),
        ]

    def _supporters(self, character: int) -> str:
        """Return the armies that support a character in the combat just counted."""
        found = [card for card, _, leader in self.icons if leader == character]
        return f" (supported by {self.cards(found)})" if found else ""


_REPEATS = (ids.E.PUT, ids.E.CYCLE, ids.E.ELIMINATE, ids.E.TAKE)
_HEADINGS = (ids.E.ROUND, ids.E.SCORE, ids.E.END)
