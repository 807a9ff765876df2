"""Boards on which cards are used: in the course of a turn, or texts alone up to their end."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.actions import packed
from mazarbul.sim.games.board_game import actions, ids, kernel
from mazarbul.sim.games.board_game.effects import texts
from mazarbul.sim.games.board_game.rules import checks, plays
from tests.board_game.board import Board


class CardBoard(Board):
    """A board with short ways to write about cards."""

    def card(self, name: str) -> int:
        """Return the number of a card."""
        return self.tables.cards[name]

    def card_of(self, tactic: str) -> str:
        """Return the first card with a tactic."""
        number = self.tables.tactics.index(tactic)
        return next(name for name, card in self.tables.cards.items() if self.t.tactic[card] == number)

    def hold(self, *names: str) -> None:
        """Put cards from their decks into the hand of the seat that may play them."""
        for name in names:
            card = self.card(name)
            side, local = divmod(card, ids.BLOCK)
            pile = int(self.t.card_pile[card])
            left = [c for c in self.s.deck[pile, : self.s.deck_n[pile]] if c != card]
            self.s.deck[pile, : len(left)] = left
            self.s.deck_n[pile] = len(left)
            self.s.in_deck[pile] &= ~(1 << local)
            self.s.hand[int(self.s.leading[side])] |= 1 << local
            self.s.zone[card] = ids.ZONE.HAND

    def table(self, name: str) -> None:
        """Put a card on the table."""
        self.hold(name)
        card = self.card(name)
        side, local = divmod(card, ids.BLOCK)
        self.s.hand[int(self.s.leading[side])] &= ~(1 << local)
        self.s.table[side] |= 1 << local
        self.s.zone[card] = ids.ZONE.TABLE

    def zone(self, name: str) -> str:
        """Return where a card is."""
        return ids.ZONES[self.s.zone[self.card(name)]]

    def where(self, figure: str) -> str:
        """Return the stand of a Character, or where he is off the map."""
        stand = int(self.s.stand[ids.FIGURES.index(figure)])
        away = {code: name.lower() for name, code in ids.AWAY._asdict().items()}
        return away[stand] if stand < 0 else self.name(stand)

    def kinds(self, kind: str) -> set[tuple[int, int]]:
        """Return a and b of the options of a kind."""
        return {(a, b) for name, a, b in self.options if name == kind}


class TextBoard(CardBoard):
    """A board without a turn: what a text does is carried out, nothing else."""

    def run(self) -> None:
        """Continue to the next decision, or until nothing is left to do."""
        s, t = self.s, self.t
        s.option_n = 0
        with np.errstate(over="ignore"):
            while s.phase != ids.PHASE.OVER and s.fault == 0:
                if s.is_dirty:
                    checks.settle(s, t)
                    plays.check_table(s, t)
                elif not s.frame_n:
                    break
                elif not texts.step_text_frame(s, t):
                    kernel.step_frame(s, t)
                if s.option_n == 1:
                    kernel.carry_out(s, t, int(s.options[0]))
                elif s.option_n > 1:
                    break
        assert s.fault == 0, (int(s.fault), int(s.fault_code))

    def choose(self, kind: str, a: int = 0, b: int = 0) -> None:
        """Take one of the options and continue to the next decision."""
        assert (kind, a, b) in self.options, (kind, a, b, self.options)
        number = next(k.number for k in actions.KINDS if k.name == kind)
        with np.errstate(over="ignore"):
            kernel.carry_out(self.s, self.t, packed(number, a, b))
        self.run()

    def can_play(self, name: str) -> bool:
        """Return whether a card can be played for its event."""
        card = self.card(name)
        return bool(plays.can_play(self.s, self.t, card // ids.BLOCK, card))

    def play(self, name: str, face: int = -1) -> None:
        """Play the event of a card, and continue to the next decision."""
        self.settle()
        self.hold(name)
        assert self.can_play(name)
        card = self.card(name)
        plays.start_play(self.s, self.t, card // ids.BLOCK, card, face)
        self.run()
