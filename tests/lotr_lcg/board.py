"""Situations for tests of the rules: a table of cards put down by name, and play to the end of the round.

Heroes are in play, exhausted unless the test readies them; everything else is out of the game until the
test puts it somewhere. Nothing here goes through the rules.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import bit, members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.actions import KINDS
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.tables import QuestTables, make_tables
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.rules import setup
from mazarbul.sim.games.lotr_lcg.state import empty_state

MOST_DECISIONS = 500


@cache
def tables_of(scenario: str, decks: tuple[str, ...], switches: tuple[tuple[str, str], ...]) -> QuestTables:
    """Return the tables of a scenario with a deck for each player."""
    seats = {f"player{i + 1}": deck for i, deck in enumerate(decks)}
    return make_tables(load_data(scenario, dict(switches), None, seats))


class Board:
    """A table in the middle of a game, at the beginning of a phase."""

    def __init__(self, *decks: str, scenario: str = "passage_through_mirkwood", **switches: str) -> None:
        tables = tables_of(scenario, decks, tuple(sorted(switches.items())))
        self.t = tables.record[0].copy()
        self.t.round_cap = 1
        self.cards = {card.index: card for card in tables.cards[0]}
        self.used: list[int] = []
        self.s = s = empty_state()
        setup.clear(s)
        s.in_game = bit(len(decks)) - 1
        s.round_number = 1
        s.is_logged = 1
        for player in range(len(decks)):
            s.threat[player] = 20
            for local in members(self.t.heroes[player]):
                self._to_table(player * ids.BLOCK + local, player)
                s.exhausted[player] |= bit(local)

    # Cards

    def card(self, name: str) -> int:
        """Return the number of a card: `id#copy`, or `id` for the copy that was put down first."""
        copies = [index for index, card in self.cards.items() if name in (card.text, card.id)]
        assert copies, f"no card {name} in this game"
        return next((i for i in self.used if i in copies), copies[0])

    def fresh(self, name: str) -> int:
        """Return the number of a card that is out of the game, to be placed somewhere."""
        for index, card in self.cards.items():
            if name in (card.text, card.id) and self.s.zone[index] == ids.ZONE.OUT:
                self.used.append(index)
                return index
        raise AssertionError(f"no {name} left")

    def name(self, card: int) -> str:
        """Return the id of a card."""
        return self.cards[card].id if card in self.cards else str(card)

    def _to_table(self, card: int, player: int | None = None) -> None:
        block, local = divmod(card, ids.BLOCK)
        self.s.zone[card] = ids.ZONE.PLAY
        self.s.in_play[block] |= bit(local)
        self.s.entered[card] += 1
        if player is not None:
            self.s.controlled[player, block] |= bit(local)

    def ready(self, *names: str) -> None:
        """Ready cards in play; allies not yet in play come into play under their owner."""
        for name in names:
            card = self.card(name)
            if self.s.zone[card] != ids.ZONE.PLAY:
                card = self.fresh(name)
                self._to_table(card, card // ids.BLOCK)
            block, local = divmod(card, ids.BLOCK)
            self.s.exhausted[block] &= ~bit(local)

    def engaged(self, name: str, player: int = 0) -> int:
        """Put an enemy into play, engaged with a player; return its number."""
        card = self.fresh(name)
        self._to_table(card)
        self.s.engaged[player, ids.ENCOUNTER] |= bit(card % ids.BLOCK)
        self.s.order_n += 1
        self.s.order[card] = self.s.order_n
        return card

    def staging(self, name: str) -> int:
        """Put an enemy or location into staging; return its number."""
        card = self.fresh(name)
        self._to_table(card)
        self.s.staging |= bit(card % ids.BLOCK)
        return card

    def deck(self, *names: str) -> list[int]:
        """Stack the encounter deck, the first name on top; return the cards' numbers."""
        found = []
        for name in names:
            card = self.fresh(name)
            self.s.zone[card] = ids.ZONE.DECK
            found.append(card)
        n = len(found)
        self.s.deck[ids.ENCOUNTER, :n] = found[::-1]
        self.s.deck_n[ids.ENCOUNTER] = n
        for card in found:
            self.s.in_deck[ids.ENCOUNTER] |= bit(card % ids.BLOCK)
        return found

    def hand(self, *names: str) -> None:
        """Put cards into their owners' hands."""
        for name in names:
            card = self.fresh(name)
            self.s.zone[card] = ids.ZONE.HAND
            self.s.hand[card // ids.BLOCK] |= bit(card % ids.BLOCK)

    def attach(self, name: str, host: str) -> int:
        """Attach a card to another that has no attachment yet; return its number."""
        card, to = self.fresh(name), self.card(host)
        self._to_table(card, card // ids.BLOCK)
        self.s.host[card] = to
        self.s.first_on[to] = card
        return card

    def pool(self, name: str, n: int) -> None:
        """Give a hero n resources."""
        self.s.tokens[self.card(name)] = n

    def hurt(self, name: str, n: int) -> None:
        """Put n damage on a card."""
        card = self.card(name)
        self.s.damage[card] = n
        self.s.damaged[card // ids.BLOCK] |= bit(card % ids.BLOCK)

    # Play

    def start(self, phase: int = ids.PHASE.COMBAT) -> None:
        """Begin a phase and continue to its first decision."""
        self.s.phase = phase
        self.s.step = 0
        DRIVER.advance(self.s, self.t)

    @property
    def options(self) -> list[str]:
        """The options of the pending decision: kind, and card or target if there is one."""
        found = []
        for code in self.s.options[: self.s.option_n]:
            kind, card, target = KINDS[kind_of(code)].name, int(a_of(code)), int(b_of(code))
            if card in self.cards and kind not in ("pass", "done", "stop", "no-defender", "option", "player"):
                kind += f" {self.name(card)}"
            elif kind in ("option", "player", "x"):
                kind += f" {target}"
            found.append(kind)
        return found

    def do(self, *choices: str) -> None:
        """Take options one after the other."""
        for choice in choices:
            assert choice in self.options, f"{choice!r} is none of {self.options}"
            DRIVER.apply(self.s, self.t, np.int64(self.s.options[self.options.index(choice)]))

    def until(self, kind: str) -> None:
        """Pass in windows and decline responses up to a decision of another kind, which must be this."""
        for _ in range(MOST_DECISIONS):
            now = KINDS[self.s.decision].name
            if now == kind:
                return
            assert now in ("window", "response"), f"{now} comes before {kind}"
            self.do("pass")
        raise AssertionError(f"no decision {kind}")

    def finish(self) -> None:
        """Pass, stop and decline to the end of the round."""
        for _ in range(MOST_DECISIONS):
            if self.s.phase == ids.PHASE.OVER:
                return
            self.do(next(o for o in self.options if o in ("pass", "stop", "done", "no-defender")))

    # What there is

    def threat(self, player: int = 0) -> int:
        """Return a player's threat, without what the refresh phase adds once that is over."""
        return int(self.s.threat[player]) - (self.s.phase == ids.PHASE.OVER)

    def damage(self, name: str) -> int:
        """Return the damage on a card."""
        return int(self.s.damage[self.card(name)])

    def zone(self, name_or_card: str | int) -> int:
        """Return the zone of a card."""
        card = name_or_card if isinstance(name_or_card, int) else self.card(name_or_card)
        return int(self.s.zone[card])

    def is_engaged(self, card: int, player: int = 0) -> bool:
        """Tell whether an enemy is engaged with a player."""
        return bool(self.s.engaged[player, card // ids.BLOCK] >> (card % ids.BLOCK) & 1)

    def events(self, kind: int) -> list[tuple[int, int, int]]:
        """Return the arguments of the events of a kind since the last decision."""
        return [tuple(int(x) for x in e[1:]) for e in self.s.events[: self.s.event_n] if e[0] == kind]
