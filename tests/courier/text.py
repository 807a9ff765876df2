"""The Courier as text: names, moves and why they are illegal, stories, and what a seat may know."""

from __future__ import annotations

from typing import Any

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.notation import names, story
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.moves import CARD, Moves, Part
from tests.courier import actions, ids

ENDS = ("not yet", "the courier is there", "the courier is caught", "time is up", "no end in sight")


class Names(names.Names):
    """The names of one set-up, both ways. regions, riders: ids by number."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.region_entries = setup.catalogue["regions"]
        self.regions = tuple(region["id"] for region in self.region_entries)
        riders = range(int(setup.tables.rider_n))
        self.riders = tuple(f"rider{i + 1}" for i in riders)
        self.piles = {"roads": 0, "tricks": 1}

    def find_region(self, line: Line, token: Token) -> int:
        """Return the number of a region; raises ScriptError."""
        if token.text not in self.regions:
            raise line.unknown("region", token, self.regions)
        return self.regions.index(token.text)

    def find_rider(self, line: Line, token: Token) -> int:
        """Return the number of a rider; raises ScriptError."""
        if token.text not in self.riders:
            raise line.unknown("rider", token, self.riders)
        return self.riders.index(token.text)


# Moves --------------------------------------------------------------------------------------------


def _read_option(_names: Names, _s, line: Line, _a: int) -> list[int]:
    return [line.number_of("the number of an option", 1, 16) - 1]


def _read_pile(names: Names, _s, line: Line, _a: int) -> list[int]:
    return [names.piles[line.choice("pile", names.piles)]]


PARTS = {
    "region": Part(
        lambda names, region, _a: names.regions[region],
        lambda names, _s, line, _a: [names.find_region(line, line.word("a region"))],
        lambda story, region, _a: story.region(region),
    ),
    "card": CARD,
    "rider": Part(
        lambda names, rider, _a: names.riders[rider],
        lambda names, _s, line, _a: [names.find_rider(line, line.word("a rider"))],
        lambda story, rider, _a: story.names.riders[rider],
    ),
    "pile": Part(lambda names, pile, _a: list(names.piles)[pile], _read_pile,
                 lambda story, pile, _a: list(story.names.piles)[pile]),
    "option": Part(lambda _names, option, _a: str(option + 1), _read_option,
                   lambda _story, option, _a: str(option + 1)),
}  # fmt: skip


def _why_no_step(names: Names, s, _seat: int, region: int, _b: int) -> str:
    t, where = names.tables, names.regions[region]
    if s.steps <= 0:
        return "the courier has no step left (CO-3.1)"
    if not sets.has(t.beside[s.courier], region):
        return f"{where} is not beside {names.regions[s.courier]} (CO-3.1)"
    return f"{where} is closed (CO-6.4)" if sets.has(s.closed, region) else f"a rider is in {where} (CO-3.1)"


def _why_no_card(names: Names, s, seat: int, card: int, _b: int) -> str:
    if not has(s.hand[seat], card):
        return f"{names.card(card)} is not in {names.seats[seat]}'s hand (CO-6.1)"
    return f"the condition of {names.card(card)} does not hold (CO-6.1)"


def _why_no_ride(names: Names, s, seat: int, rider: int, region: int) -> str:
    t = names.tables
    if t.rider_seat[rider] != seat:
        return f"{names.riders[rider]} belongs to somebody else (CO-4.3)"
    if s.rides <= 0:
        return f"{names.seats[seat]} has no ride left (CO-4.1)"
    is_warded = sets.has(s.warded, region)
    return f"{names.regions[region]} is {'warded (CO-6.3)' if is_warded else 'too far away (CO-4.3)'}"


MOVES = Moves(
    kinds=actions.KINDS,
    parts=PARTS,
    reasons={
        actions.STEP: _why_no_step,
        actions.PLAY: _why_no_card,
        actions.RIDE: _why_no_ride,
        actions.SEARCH: lambda names, _s, seat, _a, _b: f"{names.seats[seat]} has no search left (CO-4.1)",
    },
)


# Stories ------------------------------------------------------------------------------------------


class Story(story.Story):
    """Describes events and actions of one game."""

    names: Names
    moves = MOVES
    forced = ids.EVENT.FORCED
    listed = (ids.EVENT.DRAW,)
    ends = dict(enumerate(ENDS))  # noqa: RUF012
    headings = {  # noqa: RUF012
        ids.EVENT.ROUND: "Round {a}",
        ids.EVENT.END: "The game ends ({b.end}); winner: {a.side}",
    }
    sentences = {  # noqa: RUF012
        ids.EVENT.DRAW: "{a.seat} draws {b.card}",
        ids.EVENT.STEP: "the courier is in {a.region}",
        ids.EVENT.DICE: "{a.seat} rolls {b} rides and {c} searches",
        ids.EVENT.SEARCH: "{a.rider} searches {b.region}",
        ids.EVENT.SEEN: "the courier is seen in {a.region}",
        ids.EVENT.HIDDEN: "nobody knows any more where the courier is",
        ids.EVENT.CLOSED: lambda _story, a, b, _c: (
            f"{b} regions are closed to {'the courier' if a else 'riders'}"
        ),
    }

    def region(self, region: int) -> str:
        """Return a region's printed name."""
        return self.names.region_entries[int(region)]["name"]

    def rider(self, rider: int) -> str:
        """Return a rider's name."""
        return self.names.riders[rider]


# Knowledge ----------------------------------------------------------------------------------------


def view(names: Names, s, seat: int) -> dict[str, Any]:
    """Return what a seat may know (CO-9): its own courier's place, and the size of other hands."""
    t = names.tables
    found = {
        "seat": names.seats[seat],
        "round": int(s.round_number),
        "seen": None if s.seen == ids.NONE else names.regions[s.seen],
        "seen_round": int(s.seen_round),
        "riders": {rider: names.regions[s.rider[i]] for i, rider in enumerate(names.riders)},
        "warded": [names.regions[i] for i in sets.listed(s.warded)],
        "closed": [names.regions[i] for i in sets.listed(s.closed)],
        "hands": {name: int(s.hand[i]).bit_count() for i, name in enumerate(names.seats)},
        "piles": {
            name: [int(n) for n in s.deck_n[i]] for i, name in enumerate(names.seats)
        },
        "hand": [names.card(card) for card in members(s.hand[seat])],
        "left": {"steps": int(s.steps), "rides": int(s.rides), "searches": int(s.searches)},
    }  # fmt: skip
    if t.seat_side[seat] == ids.COURIER:
        found["courier"] = None if s.courier == ids.NONE else names.regions[s.courier]
    return found
