"""The events of a game in words a player of the tabletop game can follow."""

from __future__ import annotations

from sim.engine.actions import unpacked
from sim.games.card_game import actions, ids
from sim.games.card_game.names import Names
from sim.notation import story
from sim.notation.story import EVENT, HEADING

ENDS = ("not yet", "{lead} points ahead", "the last path is done", "no end in sight")
HOW = ("is drawn", "is activated", "is activated again", "is scheduled")
CYCLED = {
    ids.LEFT_SURVIVED: "survives and is cycled",
    ids.LEFT_USED: "is cycled for its text",
    ids.LEFT_WITH_WIELDER: "is cycled with its wielder",
}
ELIMINATED = {
    ids.LEFT_CASUALTY: "is lost and eliminated",
    ids.LEFT_ATTACKED: "is spent in the attack and eliminated",
    ids.LEFT_SACRIFICED: "is eliminated for its text",
    ids.LEFT_FORSAKEN: "is forsaken and eliminated",
    ids.LEFT_REMOVED: "is removed from the game",
    ids.LEFT_WITH_WIELDER: "is eliminated with its wielder",
    ids.LEFT_WINNOWED: "is eliminated",
    ids.LEFT_RESOLVED: "is done and eliminated",
}


class Story(story.Story):
    """Tells events and actions of one game; remembers the combat that is going on."""

    names: Names
    forced = ids.E_FORCED
    listed = (ids.E_DRAW, ids.E_DIG, ids.E_REMAIN)

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.icons: list[tuple[int, int, int]] = []  # card, icons, character it supports
        self.attack = 0

    def place(self, place: int) -> str:
        """Return a location's printed name."""
        return self.names.place_entries[int(place)]["name"]

    # Actions ------------------------------------------------------------------------------------

    def act(self, seat: int, code: int) -> str:
        """Return who does what, as a sentence without its end."""
        return f"{self.seats[seat]} {self._act(*unpacked(code))}"

    def _act(self, kind: int, card: int, target: int) -> str:
        """Return the predicate of an action."""
        bare = {
            actions.PASS: "passes",
            actions.WINNOW: "winnows",
            actions.RING: "uses the Ring token",
            actions.FORSAKE_TOP: "forsakes the top card of the draw deck",
            actions.STOP: "takes no more",
            actions.MAY: "makes use of the text" if target else "does without the text",
        }
        if kind in bare:
            return bare[kind]
        if kind == actions.CHOOSE_PATH:
            return f"chooses {self.place(ids.BATTLEGROUNDS + target)}"
        if kind in (actions.CHOOSE_BATTLEGROUND, actions.TOKEN_BATTLEGROUND):
            return f"chooses {self.place(target)}"
        if kind == actions.NEXT_COMBAT:
            return f"has the combat at {self.place(target)} resolved next"
        if kind in (actions.PLAY, actions.DIG_PLAY, actions.MOVE):
            verb = "moves" if kind == actions.MOVE else "plays"
            return f"{verb} {self.card(card)}{self.spot(card, target)}"
        if kind == actions.MOVE_TO:
            return f"moves {self.card(card)} to {self.place(target)}"
        if kind == actions.SUPPORT:
            first = card // ids.SIDE_CARDS * ids.SIDE_CARDS
            leader = "nobody" if target == actions.NOBODY else self.card(first + target)
            return f"has {self.card(card)} support {leader}"
        return f"{_VERBS[kind]} {self.card(card)}"

    def spot(self, card: int, spot: int) -> str:
        """Return where a card is put, with the space before it."""
        if spot == ids.SPOT_EVENT:
            return ""
        if spot == ids.SPOT_RESERVE:
            return " to reserve"
        if spot == ids.SPOT_PATH:
            return " to the path"
        if spot >= ids.SPOT_WIELDER:
            return f" on {self.card(card // ids.SIDE_CARDS * ids.SIDE_CARDS + spot - ids.SPOT_WIELDER)}"
        return f" to {self.place(spot - ids.SPOT_BATTLEGROUND)}"

    # Events -------------------------------------------------------------------------------------

    def lines(self, kind: int, a: int, b: int, c: int) -> list[tuple[int, str]]:
        """Return the lines of one event."""
        if kind == ids.E_ICONS:
            self.icons.append((a, b, c))
            return []
        if kind == ids.E_COMBAT:
            return self._combat(a, b, c)
        if kind in _HEADINGS:
            return [(HEADING, self._heading(kind, a, b, c))]
        return [(EVENT, text) for text in self._event(kind, a, b, c) if text]

    def repeated(self, code: int) -> int | None:
        """Return the card whose next event says no more than the action."""
        kind, card, _ = unpacked(code)
        return card if kind in _REPEATED else None

    def repeats(self, kind: int, a: int, b: int) -> int | None:
        """Return the card of an event that can say the same again as the action before it."""
        if kind not in _REPEATS:
            return None
        return b if kind == ids.E_TAKE else a

    def _heading(self, kind: int, a: int, b: int, c: int) -> str:
        """Return an event that begins or ends a step of the round."""
        if kind == ids.E_ROUND:
            return f"Round {a}; the starting player is {self.seats[b]}"
        if kind == ids.E_SCORE:
            tail = " with unspent Ring tokens" if c else ""
            return f"Score{tail}: {self.sides[0]} {a}, {self.sides[1]} {b}"
        winner = "nobody" if a == ids.NONE else f"the {self.sides[a]} side"
        reason = ENDS[b].format(lead=self.names.tables.winning_lead)
        return f"The game ends ({reason}): {winner} wins"

    def _event(self, kind: int, a: int, b: int, c: int) -> list[str]:
        """Return the line of an event, if it has one."""
        if kind in (ids.E_BATTLEGROUND, ids.E_PATH):
            return [self._location(a if kind == ids.E_BATTLEGROUND else ids.BATTLEGROUNDS + a, b)]
        if kind == ids.E_RESULT:
            relation = "more than" if self.attack > c else "no more than"
            winner = "nobody" if b == ids.NONE else f"the {self.sides[b]} side"
            return [f"{self.place(a)} goes to {winner}: attack {self.attack} is {relation} defense {c}"]
        if kind == ids.E_CORRUPTION:
            return [f"{abs(a)} corruption is {'added' if a > 0 else 'removed'}, now {b}"]
        if kind == ids.E_TOKEN:
            where = self.place(a) if a < ids.PLACES else self.card(a - ids.PLACES)
            return [f"{c} {'defense' if b else 'attack'} token{'s' if c != 1 else ''} on {where}"]
        if kind == ids.E_TEXT:  # that of a location was told when it became active
            return [f"text: {self.names.entries[a]['text']}"] if a < ids.PLACE_SOURCE else []
        return self._card_event(kind, a, b, c)

    def _card_event(self, kind: int, a: int, b: int, c: int) -> list[str]:
        """Return the lines of an event of a card."""
        if kind == ids.E_CYCLE:
            return [] if b == ids.LEFT_RETURNED else [f"{self.card(a)} {CYCLED.get(b, 'is cycled')}"]
        if kind == ids.E_ELIMINATE:
            return [f"{self.card(a)} {ELIMINATED.get(b, 'is eliminated')}"]
        if kind == ids.E_REPLACED:
            return [f"{self.card(a)} would be eliminated, but is cycled instead"]
        if kind == ids.E_PUT:
            return [f"{self.card(a)} is {'moved' if c else 'played'}{self.spot(a, b)}"]
        if kind == ids.E_RECYCLE:
            return [f"{self.seats[a]} shuffles the cycle pile ({b} cards) into the draw deck"]
        verb = _SEAT_VERBS.get(kind)
        return [f"{self.seats[a]} {verb} {self.card(b)}"] if verb else []

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
        """Return the arithmetic of a combat from the icons counted before it."""
        self.attack = attack
        attacker = ids.SHADOW if place >= ids.BATTLEGROUNDS else 1 - int(self.names.tables.bg_side[place])
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
        """Return who supports a character in the combat that was counted."""
        found = [card for card, _, leader in self.icons if leader == character]
        return f" (supported by {self.cards(found)})" if found else ""


_VERBS = {
    actions.CYCLE: "cycles",
    actions.USE: "uses an action of",
    actions.SETUP_CYCLE: "cycles",
    actions.PAY: "pays by cycling",
    actions.FORSAKE: "forsakes",
    actions.CYCLE_HAND: "cycles",
    actions.ELIMINATE_HAND: "eliminates",
    actions.DIG_ELIMINATE: "eliminates",
    actions.DIG_CYCLE: "cycles",
    actions.TAKE: "takes",
    actions.ELIMINATE_PLAY: "eliminates",
    actions.CASUALTY: "picks as a casualty",
    actions.SAVE: "saves",
    actions.TRIM: "cycles",
}
_SEAT_VERBS = {ids.E_DRAW: "draws", ids.E_DIG: "sets aside", ids.E_TAKE: "takes", ids.E_REMAIN: "keeps"}
# Actions after which the first event of the same card says the same again.
_REPEATED = {*_VERBS, actions.PLAY, actions.DIG_PLAY, actions.MOVE, actions.MOVE_TO} - {
    actions.USE,
    actions.CASUALTY,
    actions.SAVE,
}
_REPEATS = (ids.E_PUT, ids.E_CYCLE, ids.E_ELIMINATE, ids.E_TAKE)
_HEADINGS = (ids.E_ROUND, ids.E_SCORE, ids.E_END)
