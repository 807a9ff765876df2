"""A small cooperative game with known odds for the tests of studies: one to four players against a quest.

In its first three rounds, which every game has, each player draws a card per round after an opening hand of
two, and the quest reveals a card per player and deals one as a shadow card. The chance to win, in hundredths,
is a sum: the scenario's, the heroes', the worth of every card drawn, minus the cost of every encounter card
revealed or dealt as a shadow card. So all effects are known exactly. The other values of a game (threat,
progress, rounds, score) follow from its result. Written in numpy.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.overlays import each_overlay, overlay_at
from mazarbul.sim.data.records import declaration
from mazarbul.sim.games.contract import Restriction, Setup, Swap, Variant
from mazarbul.sim.toml import DataError, Document, nearest

#: The declarations of such records.
RECORDS = Path(__file__).resolve().parents[2] / "sim/games/lotr_lcg/content/records.toml"
SIDES = ("players", "encounter")
SCENARIOS = {"hill": ("Over the Hill", "goblins", 50), "tower": ("Under the Tower", "spiders", 36)}
#: Card -> worth in hundredths of the chance to win, for every copy drawn.
CARDS = {"sword": 6, "bow": 3, "bread": 1, "song": 0, "pony": 2, "curse": -3, "horn": 9}
HEROES = {"aldor": ("iron", 4), "berin": ("iron", 1), "celian": ("leaf", 3), "dorel": ("leaf", 2),
          "eomund": ("gold", 0)}  # fmt: skip
DECKS = {
    "iron": {"sword": 2, "bow": 2, "bread": 2, "curse": 2},
    "leaf": {"song": 3, "pony": 3, "bow": 2},
    "gold": {"pony": 2, "bread": 2, "song": 2, "curse": 2},
}
MOST_COPIES = 3
#: Encounter card -> cost when revealed, when dealt as a shadow card, damage when revealed, threat raised.
ENCOUNTER = {
    "goblins": {"raider": (4, 0, 2, 0), "archer": (1, 3, 1, 0), "mist": (0, 0, 0, 3), "cave": (1, 0, 0, 1)},
    "spiders": {"weaver": (6, 1, 3, 0), "web": (2, 2, 0, 2), "mist": (0, 0, 0, 3), "nest": (1, 0, 1, 1)},
}
COPIES = 5  # of an encounter card
OPENING, ROUNDS, LAST = 2, 3, 7  # opening hand, rounds with cards, longest game
END_REASONS = ("quest_completed", "threat", "heroes_dead")
WAYS = ("none", "threat", "heroes", "effect")
BLUNDER_COST = 30  # hundredths of the chance to win that moving at random costs
CARD_FIELDS = (
    ("opening", 0, 2, ["no", "kept", "returned", ""]),
    ("drawn_round", 2, 5, None),
    ("draws", 7, 2, None),
    ("played_round", 9, 5, None),
    ("plays", 14, 2, None),
    ("left", 16, 2, ["stayed", "destroyed", "", ""]),
    ("end", 18, 2, ["deck", "hand", "play", "discard"]),
)
HARM_FIELDS = (
    ("revealed", 0, 3, None),
    ("shadow", 3, 3, None),
    ("damage", 6, 6, None),
    ("kills", 12, 4, None),
    ("threat", 16, 6, None),
)


def packed(fields, **values) -> np.ndarray:
    """Return values packed into bit fields: uint32 like the values."""
    total = np.zeros(np.broadcast_shapes(*(np.shape(value) for value in values.values())), np.int64)
    for name, shift, bits, _ in fields:
        total |= np.minimum(np.asarray(values.get(name, 0), np.int64), (1 << bits) - 1) << shift
    return total.astype(np.uint32)


class Data:
    """The game's data after overlays. worth: cards, heroes and encounter cards (cost when revealed)."""

    def __init__(self, scenario: str, overlay=None, decks: Mapping[str, str] = {}) -> None:
        if scenario not in SCENARIOS:
            known = ", ".join(SCENARIOS)
            raise DataError(
                f"unknown scenario {scenario!r}; valid: {known}", suggestion=nearest(scenario, SCENARIOS)
            )
        self.scenario = scenario
        self.title, self.quest, self.base = SCENARIOS[scenario]
        self.worth = CARDS | {hero: worth for hero, (_, worth) in HEROES.items()}
        self.costs = {card: list(row) for deck in ENCOUNTER.values() for card, row in deck.items()}
        self.decks = {deck: dict(cards) for deck, cards in DECKS.items()}
        for change in each_overlay(overlay):
            self._change(change if isinstance(change, Mapping) else Document.load(change).data)
        self.seat_decks = self._seats(dict(decks) or {"player1": "iron"})

    def _change(self, change: Mapping) -> None:
        for card, keys in change.get("card", {}).items():
            if (card not in self.worth and card not in self.costs) or set(keys) != {"worth"}:
                raise DataError(f"unknown card or key in {change}")
            if card in self.costs:
                self.costs[card][0] = keys["worth"]
            else:
                self.worth[card] = keys["worth"]
        for deck, keys in change.get("deck", {}).items():
            self.decks[deck] |= keys["cards"]

    def _seats(self, decks: dict[str, str]) -> dict[str, str]:
        seats = [f"player{i + 1}" for i in range(len(decks))]
        for seat, deck in decks.items():
            if seat not in seats or len(seats) > 4:
                raise DataError(f"unknown seat {seat!r}: the players are player1, player2 ... player4")
            if deck not in self.decks:
                known = ", ".join(self.decks)
                raise DataError(
                    f"unknown deck {deck!r}; valid: {known}", suggestion=nearest(deck, self.decks)
                )
        return {seat: decks[seat] for seat in seats}

    def heroes(self, seat: str) -> list[str]:
        """Return the heroes of a seat."""
        return [hero for hero, (deck, _) in HEROES.items() if deck == self.seat_decks[seat]]

    def copies(self, seat: str) -> list[tuple[str, int]]:
        """Return the physical cards of a seat's deck as (card, copy)."""
        return [(c, i + 1) for c, n in self.decks[self.seat_decks[seat]].items() for i in range(n)]

    def odds(self, blunder: float = 0.0, avoided: str = "") -> float:
        """Return the players' exact chance to win."""
        chance = self.base - BLUNDER_COST * blunder
        for seat in self.seat_decks:
            held = self.copies(seat)
            chance += sum(self.worth[hero] for hero in self.heroes(seat))
            chance += sum(self.worth[c] for c, _ in held if c != avoided) * (OPENING + ROUNDS) / len(held)
        cards = ENCOUNTER[self.quest]
        for card in cards:
            cost, shadow, _, _ = self.costs[card]
            chance -= cost * ROUNDS * len(self.seat_decks) / len(cards) + shadow * ROUNDS / len(cards)
        return chance / 100


@cache
def _declared() -> dict:
    """Return what the records declare; read once, since studies prepare the game again and again."""
    return declaration(RECORDS, {"cards": CARD_FIELDS, "harms": HARM_FIELDS})


class Coop:
    """See the module."""

    name = "coop"
    title = "Coop"

    def scenarios(self):
        return {name: title for name, (title, _, _) in SCENARIOS.items()}

    def decks(self):
        return {deck: deck.title() for deck in DECKS}

    def switches(self):
        return {}

    def bots(self):
        return {"heuristic": "plays well", "random": "plays badly"}

    def setup(self, scenario, *, overlay=None, decks=None):
        data = Data(scenario, overlay, decks or {})
        kept = {"worth": data.worth, "costs": data.costs, "decks": data.decks, "seats": data.seat_decks,
                "base": data.base}  # fmt: skip
        digest = hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
        seats = tuple(data.seat_decks)
        catalogue = {
            "game": self.name, "scenario": scenario, "title": data.title, "data_version": "1",
            "sides": [{"id": "players", "name": "Players"}, {"id": "encounter", "name": "Encounter deck"}],
            "seats": [{"id": s, "name": f"{d.title()} ({s})", "side": "players", "deck": d}
                      for s, d in data.seat_decks.items()],
            "cards": [card for seat in seats for card in _player_cards(data, seat)] + _quest_cards(data),
            **_declared(),
        }  # fmt: skip
        return Setup(
            self.name, scenario, data.title, data, digest, seats, ("players",) * len(seats), {}, catalogue
        )

    def bot(self, name, setup=None):
        words = name.split()
        if words[0] not in self.bots():
            raise DataError(f"unknown bot {words[0]!r}; valid: heuristic, random")
        said = dict(word.split("=") for word in words[1:])
        blunder = 1.0 if words[0] == "random" else float(said.get("blunder", 0))
        avoid = (said["avoid"],) if "avoid" in said else ()
        return Bot(name=name, policy=0, weights=np.zeros(1), avoid=avoid, blunder=blunder)

    def warm_up(self, setup, bots):
        return False

    def play(self, setup, bots, seed, first, n):
        from tests.studies.coop_play import play

        return play(setup, bots, seed, first, n)

    def restrictions(self, setup):
        cards = dict.fromkeys(
            c["id"] for c in setup.catalogue["cards"] if c["side"] == "players" and c["type"] != "hero"
        )
        return [
            Restriction(f"card:{c}", "card", c, c.title(), "players", f"do not use {c.title()}")
            for c in cards
        ]

    def variants(self, scenario, *, overlay=None, decks=None):
        data = Data(scenario, overlay, decks or {})
        cards = {c["id"]: c for c in self.setup(scenario, overlay=overlay, decks=decks).catalogue["cards"]}
        found = []
        for card, row in cards.items():
            was = data.costs[card][0] if row["side"] == "encounter" else data.worth[card]
            for kind, now in (("blank", 0), ("plus", was + 1), ("minus", was - 1)):
                blank = kind == "blank"
                found.append(
                    Variant(
                        id=f"{card}.{kind}", subject=card, name=row["name"], side=row["side"],
                        seat=row["seat"], subject_kind="encounter" if row["side"] == "encounter" else "card",
                        deck=row["deck"], facts={"faction": row["faction"], "type": row["type"]}, kind=kind,
                        field="" if blank else "worth", label="blank" if blank else f"worth {was} -> {now}",
                        was=None if blank else was, now=None if blank else now,
                        overlay=overlay_at(f"card.{card}.worth", now),
                    )
                )  # fmt: skip
        return found

    def value(self, path, scenario, *, overlay=None, decks=None):
        data, parts = Data(scenario, overlay, decks or {}), path.split(".")
        if (
            len(parts) != 3
            or parts[0] != "card"
            or parts[2] != "worth"
            or parts[1] not in data.worth | data.costs
        ):
            raise DataError(f"there is no {path}")
        return data.costs[parts[1]][0] if parts[1] in data.costs else data.worth[parts[1]]

    def swaps(self, scenario, seat, *, overlay=None, decks=None):
        data = Data(scenario, overlay, decks or {})
        deck = data.seat_decks[seat]
        held = {card: n for card, n in data.decks[deck].items() if n}
        return [
            Swap(
                id=f"{out}.{put}", seat=seat, out=out, out_name=out.title(), put=put, put_name=put.title(),
                overlay={"deck": {deck: {"cards": {out: n - 1, put: held.get(put, 0) + 1}}}},
            )
            for out, n in held.items()
            for put in CARDS
            if put != out and held.get(put, 0) < MOST_COPIES
        ]  # fmt: skip


def _player_cards(data: Data, seat: str) -> list[dict]:
    """Return the catalogue's entries of a seat: heroes, then the deck."""
    deck, rows = data.seat_decks[seat], []
    physical = [(hero, 1, "hero") for hero in data.heroes(seat)] + [(*c, "ally") for c in data.copies(seat)]
    for card, copy, kind in physical:
        column = f"{seat}/{card}" + (f"#{copy}" if copy > 1 else "")
        rows.append({"column": column, "id": card, "name": card.title(), "seat": seat, "side": "players",
                     "deck": deck, "pile": "" if kind == "hero" else "deck", "faction": deck, "type": kind,
                     "copy": copy, "text": ""})  # fmt: skip
    return rows


def _quest_cards(data: Data) -> list[dict]:
    """Return the catalogue's entries of the encounter deck."""
    return [
        {"column": f"encounter/{card}" + (f"#{copy}" if copy > 1 else ""), "id": card, "name": card.title(),
         "seat": "", "side": "encounter", "deck": data.quest, "pile": "", "faction": data.quest,
         "type": "enemy" if cost[2] else "treachery", "copy": copy, "text": ""}
        for card, cost in ENCOUNTER[data.quest].items()
        for copy in range(1, COPIES + 1)
    ]  # fmt: skip


def odds(scenario: str, decks: Mapping[str, str] = {}, overlay=None, **rest) -> float:
    """Return the players' exact chance to win a game."""
    return Data(scenario, overlay, decks).odds(**rest)


games.register(Coop())
