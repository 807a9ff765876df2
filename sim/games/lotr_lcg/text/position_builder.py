"""Turns the statements of a position into a state: places the cards, then fills every field."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import columns
from mazarbul.sim.games.lotr_lcg.content.grants import set_of, statements_of
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.frames import EnemyAttack, PlayerAttack, Window
from mazarbul.sim.games.lotr_lcg.rules import enemy_attack, piles, player_attack, setup
from mazarbul.sim.games.lotr_lcg.rules import zones as z
from mazarbul.sim.games.lotr_lcg.rules.changes import has_shadow_text
from mazarbul.sim.games.lotr_lcg.rules.moves import count_as_attached
from mazarbul.sim.games.lotr_lcg.rules.numbers import grant
from mazarbul.sim.games.lotr_lcg.state import empty_state
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.position_fit import fitted
from mazarbul.sim.games.lotr_lcg.text.position_items import Attack, Item, Reference
from mazarbul.sim.games.lotr_lcg.text.position_reader import PositionReader
from mazarbul.sim.notation.statements import name_cards

ALL_CHECKS = 7  # `is_dirty`: numbers, gains and Restricted


def build_state(reader: PositionReader) -> tuple[Names, np.record]:
    """Return the names and the STATE record of a position, advanced to its first decision or its `halt`.

    The names are the reader's if its game has all named cards. Raises ScriptError.
    """
    names, s = make_state(reader)
    if reader.remains.lines:  # they describe the decision
        reader.remains.lay(s)
    else:
        DRIVER.advance(s, names.tables, reader.points.get("halt"))
    return names, s


def make_state(reader: PositionReader) -> tuple[Names, np.record]:
    """Return names and STATE record of exactly what the statements of a position say. Raises ScriptError."""
    names = fitted(reader)
    name_cards(names, reader.items)
    builder = _Builder(reader, names)
    builder.build()
    return names, builder.s


class _Builder:
    """Fills the state of a position."""

    def __init__(self, reader: PositionReader, names: Names) -> None:
        self.reader = reader
        self.names = names
        self.t = names.tables
        self.s = empty_state()

    def build(self) -> None:
        """Fill every field; the checks are made with the first step."""
        s, reader = self.s, self.reader
        setup.clear(s)
        s.is_logged = 1
        s.seed = reader.game_seed()
        s.game = reader.game
        s.quest = self.names.quest
        self._clock()
        for item in reader.items:
            self._put(item)
        self._unnamed_heroes()
        self._decks()
        for item in reader.items:
            self._mark(item)
        self._players()
        self._stage()
        self._turns()
        self._lasting()
        self._knowledge()
        self._frames()
        s.event_n = 0
        s.is_dirty = ALL_CHECKS

    def _clock(self) -> None:
        s, numbers = self.s, self.reader.numbers
        s.in_game = (1 << int(self.t.player_n)) - 1
        for seat, how in self.reader.eliminated.items():
            s.eliminated[seat] = how
            s.in_game &= ~(1 << seat)
        s.phase, s.step = self.reader.points.get("phase", (ids.PHASE.PLANNING, 0))
        s.round_number = numbers.get("round", 0 if s.phase == ids.PHASE.SETUP else 1)
        s.first_player = numbers.get("first", z.player_at(s, self.t, 0, 0))
        s.allies_played = numbers.get("allies_played", 0)
        s.random_n = numbers.get("random", 0)
        s.decisions = numbers.get("decisions", 0)

    def _turns(self) -> None:
        """Set the player on turn: the first player by default."""
        s, numbers = self.s, self.reader.numbers
        s.turn_of = numbers.get("turns_from", int(s.first_player))
        turn = numbers.get("turn", int(s.turn_of))
        s.cursor = self.t.player_n if turn == ids.NONE else (turn - s.turn_of) % self.t.player_n
        if (s.phase, s.step) == (ids.PHASE.ENCOUNTER, 3):
            s.turn_of, s.cursor = turn, numbers.get("vain", 0)

    def _stage(self) -> None:
        s, reader = self.s, self.reader
        stage = reader.stage.text if reader.stage is not None else None
        s.stage = self.names.stages.index(stage) if stage is not None else 0
        s.quest_progress = reader.numbers.get("progress", 0)
        s.is_advancing = int(s.phase == ids.PHASE.SETUP)
        for number in reader.noticed:
            s.was_true |= 1 << number

    # Cards ------------------------------------------------------------------------------------------

    def _put(self, item: Item) -> None:
        """Put one card where the position names it."""
        s, card = self.s, item.card
        block, bit = card // ids.BLOCK, 1 << card % ids.BLOCK
        kind = self.names.entries[card]["type"]
        if item.zone in _IN_PLAY:
            z.put_on_table(s, card)
            self._put_in_play(item, card, kind)
        elif item.zone == "hand":
            s.hand[block] |= bit
            s.zone[card] = ids.ZONE.HAND
        elif item.zone in ("deck", "encounter_deck"):
            s.in_deck[block] |= bit
            s.zone[card] = ids.ZONE.DECK
        elif item.zone in ("shadow", "loose_shadows"):
            self._deal(item, card)
        elif item.zone in ("victory", "aside"):
            s[item.zone] |= bit
            s.zone[card] = ids.ZONE.VICTORY if item.zone == "victory" else ids.ZONE.ASIDE
        else:  # a discard pile: its topmost card is written first
            s.zone[card] = ids.ZONE.DISCARD
            s.in_discard[block] |= bit
            n = int(s.discard_n[block])
            s.discard[block, 1 : n + 1] = s.discard[block, :n].copy()
            s.discard[block, 0] = card
            s.discard_n[block] = n + 1

    def _put_in_play(self, item: Item, card: int, kind: str) -> None:
        """Put a card in play where it belongs."""
        s, block, bit = self.s, card // ids.BLOCK, 1 << card % ids.BLOCK
        if item.zone in ("heroes", "allies"):
            s.controlled[item.seat, block] |= bit
        elif item.zone == "engaged":
            s.engaged[item.seat, block] |= bit
            s.order_n += 1
            s.order[card] = s.order_n
            if "face_down" in item.flags:
                s.face_down[block] |= bit
                s.form[card] = ids.FACE_DOWN
                s.varied[block] |= bit
        elif item.zone == "on_deck":
            s.host[card] = ids.DECK_HOST + item.seat
            s.on_deck[item.seat] |= bit
            count_as_attached(s, card)
        elif item.zone == "attached":
            assert item.host is not None, "what is attached has a host"
            z.link_attachment(s, card, item.host.card)
            count_as_attached(s, card)
            player = z.controller(s, item.host.card)
            if kind == "attachment" and player == ids.NONE:
                player = block
            if player != ids.NONE and kind in ("attachment", "objective"):
                s.controlled[player, block] |= bit
        elif item.zone == "active":
            s.active = card
        else:
            s.staging |= bit

    def _deal(self, item: Item, card: int) -> None:
        """Make a card a shadow card of its host, or of no enemy."""
        s, bit = self.s, 1 << card % ids.BLOCK
        s.zone[card] = ids.ZONE.SHADOW
        s.shadows |= bit
        if item.host is None:
            return
        enemy = item.host.card
        if not has_shadow_text(self.t, card):
            s.blank[enemy // ids.BLOCK] |= 1 << enemy % ids.BLOCK
        last = int(s.first_shadow[enemy])
        if last == ids.NONE:
            s.first_shadow[enemy] = card
            return
        while s.next_shadow[last] != ids.NONE:
            last = int(s.next_shadow[last])
        s.next_shadow[last] = card

    def _unnamed_heroes(self) -> None:
        """Put the heroes into play of every player without named heroes."""
        s, t = self.s, self.t
        for player in members(s.in_game):
            if player in self.reader.with_heroes:
                continue
            for local in members(t.heroes[player]):
                card = player * ids.BLOCK + local
                if s.zone[card] == ids.ZONE.OUT:
                    z.put_on_table(s, card)
                    s.controlled[player, player] |= 1 << local

    def _mark(self, item: Item) -> None:
        """Fill in the marks of a card."""
        s, card = self.s, item.card
        block, bit = card // ids.BLOCK, 1 << card % ids.BLOCK
        for flag, masks in (("exhausted", s.exhausted), ("committed", s.committed), ("selected", s.looked),
                            ("attacked", s.has_attacked), ("blank", s.blank)):  # fmt: skip
            if flag in item.flags:
                masks[block] |= bit
        if "captive" in item.flags:
            s.captive = card
        if "not_blank" in item.flags:
            s.blank[block] &= ~bit
        s.damage[card] = item.numbers.get("damage", 0)
        if s.damage[card]:
            s.damaged[block] |= bit
        s.tokens[card] = item.numbers.get("resources", 0)
        s.progress[card] = item.numbers.get("progress", 0)
        for seat in item.struck:
            s.struck[seat, block] |= bit
        if item.guard is not None:
            s.guarded |= bit
            s.guard[card % ids.BLOCK] = self.find(item.guard)

    def _decks(self) -> None:
        """Order every deck: the named cards from the top, then the rest shuffled."""
        s, t = self.s, self.t
        for block in (*range(int(t.player_n)), ids.ENCOUNTER):
            named = [item.card for item in self.reader.items if item.zone in ("deck", "encounter_deck")
                     and item.card // ids.BLOCK == block]  # fmt: skip
            rest = []
            if block in self.reader.with_rest:
                first = block * ids.BLOCK
                rest = [first + i for i in members(t.deck[block]) if s.zone[first + i] == ids.ZONE.OUT]
            for card in rest:
                s.zone[card] = ids.ZONE.DECK
                s.in_deck[block] |= 1 << card % ids.BLOCK
            if rest:
                piles.shuffle(s, t, block)
            shuffled = [int(card) for card in s.deck[block, : s.deck_n[block]] if int(card) not in named]
            order = shuffled + named[::-1]
            s.deck[block, : len(order)] = order
            s.deck_n[block] = len(order)
            s.shuffle_n[block] = self.reader.shuffles.get(block, s.shuffle_n[block])

    # Players and lasting effects - ----------------------------------------------------------------------

    def _players(self) -> None:
        """Fill in threat; by default that of a new game (LCG-3.2)."""
        s, t = self.s, self.t
        for player in range(int(t.player_n)):
            heroes = [player * ids.BLOCK + i for i in members(t.heroes[player] & s.in_play[player])]
            s.threat[player] = self.reader.threats.get(
                player, sum(int(t.threat_cost[hero]) for hero in heroes)
            )
            if s.eliminated[player]:
                s.threat[player] = t.threat_limit

    def _lasting(self) -> None:
        """Fill in lasting modifiers, delayed lists and used texts."""
        s, t = self.s, self.t
        for found in self.reader.lasting:
            if found.source is not None:
                cards = set_of(t, found.code, self.find(found.source), found.number)
                if cards is None:
                    what = f"the text of {found.source.token.text} has no such modifier of a set"
                    raise found.source.line.error(what, found.source.token)
                grant(s, found.code, ids.NONE, cards, found.n, found.player, found.until)
            elif found.cards:
                for reference in found.cards:
                    grant(s, found.code, self.find(reference), ids.NONE, found.n, found.player, found.until)
            else:
                grant(s, found.code, ids.NONE, ids.NONE, found.n, found.player, found.until)
        for source, number, seat, named in self.reader.later:
            self._later(source, number, seat, [self.find(card) for card in named])
        for reference, number, seat, times in self.reader.used:
            user = self.find(reference)
            if not 1 <= number <= int(t.effect_n[user]):
                what = f"{reference.token.text} has {int(t.effect_n[user])} text(s), not '{number}'"
                raise reference.line.error(what, reference.token)
            s.uses[s.use_n] = (int(t.effect_first[user]) + number - 1, user, seat, times)
            s.use_n += 1

    def _later(self, reference: Reference, number: int, seat: int, cards: list[int]) -> None:
        """Store a list to be carried out later."""
        s, source = self.s, self.find(reference)
        rows = statements_of(self.t, source)
        if not 1 <= number <= len(rows):
            what = f"the text of {reference.token.text} has nothing that happens later"
            raise reference.line.error(what, reference.token)
        entry = s.later[s.later_n]
        s.later_n += 1
        entry.row, entry.source, entry.you = rows[number - 1], source, seat
        entry.time = self.t.rows[entry.row, columns.LATER.TIME]
        entry.it[:] = 0
        for card in cards:
            entry.it[card // ids.BLOCK] |= 1 << card % ids.BLOCK

    def _knowledge(self) -> None:
        """Fill in the cards that players have seen."""
        s = self.s
        for (seat, block), n in self.reader.known.items():
            s.known[seat, block] = n
        for seat, cards in self.reader.seen.items():
            for reference in cards:
                s.shadow_known[seat] |= 1 << self.find(reference) % ids.BLOCK

    # Current attack and window - ----------------------------------------------------------------------------

    def _frames(self) -> None:
        """Push the frames of the current attack and window."""
        s, numbers = self.s, self.reader.numbers
        window, attack = numbers.get("window"), self.reader.attack
        if attack is not None:
            self._attack(attack, window)
        if window is None:
            return
        priority = numbers.get("priority", z.player_at(s, self.t, s.first_player, 0))
        push(s, Window.kind, priority, numbers.get("passes", 0), window)
        for seat, n in self.reader.acted.items():
            s.frames[s.frame_n - 1, Window.uses + seat] = n

    def _attack(self, attack: Attack, window: int | None) -> None:
        """Push the frame of an attack, at the step that follows its window."""
        steps = _ENEMY_STEPS if attack.is_enemys else _PLAYER_STEPS
        if window not in steps:
            names = " ".join(ids.WINDOW_NAMES[i] for i in steps)
            raise attack.enemy.line.error(
                f"this attack must be in one of the windows {names}", attack.enemy.token
            )
        s, enemy = self.s, self.find(attack.enemy)
        kind = EnemyAttack.kind if attack.is_enemys else PlayerAttack.kind
        push(s, kind, enemy, attack.player, steps[window], ids.NONE)
        frame = s.frames[s.frame_n - 1]
        for reference in attack.others:
            card = self.find(reference)
            frame[EnemyAttack.others + card // ids.BLOCK] |= 1 << card % ids.BLOCK
        if attack.is_enemys:
            s.attack_frame = s.frame_n - 1
            is_there = enemy_attack.is_free(self.t, frame) or z.engaged_with(s, enemy) == attack.player
            frame[EnemyAttack.engagement] = enemy_attack.stay_of(s, self.t, frame) if is_there else ids.NONE
            frame[EnemyAttack.places] = 1
            frame[EnemyAttack.shadow_card] = ids.NONE
            if window not in (ids.WINDOW.C1, ids.WINDOW.C2):
                frame[EnemyAttack.turned_up] = self._shadows_of(enemy)
        else:
            s.strike_frame = s.frame_n - 1
            frame[PlayerAttack.stay] = s.entered[enemy]
            frame[PlayerAttack.strength] = attack.strength

    def _shadows_of(self, enemy: int) -> int:
        """Return the mask of an enemy's shadow cards."""
        found, card = 0, int(self.s.first_shadow[enemy])
        while card != ids.NONE:
            found |= 1 << card % ids.BLOCK
            card = int(self.s.next_shadow[card])
        return found

    def find(self, reference: Reference) -> int:
        """Return the card or stage that a reference means; the position must place it."""
        names, token = self.names, reference.token
        if token.text in names.stages:
            return ids.STAGE_SOURCE + names.stages.index(token.text)
        known = names.copies.keys() | names.card_index.keys()
        copies = names.find_card(reference.line, token) if token.text in known else []
        placed = [item.card for item in self.reader.items if item.card in copies]
        placed += [card for card in copies if self.s.zone[card] != ids.ZONE.OUT and card not in placed]
        if not placed:
            raise reference.line.error(f"{token.text} is not placed anywhere in this position", token)
        in_play = [card for card in placed if z.in_play(self.s, card)]
        return (in_play or placed)[0]


_IN_PLAY = ("heroes", "allies", "engaged", "on_deck", "attached", "active", "staging")
_ENEMY_STEPS = {
    ids.WINDOW.C1: enemy_attack.DECLARE,
    ids.WINDOW.C2: enemy_attack.DEFENDED + 1,
    ids.WINDOW.C3: enemy_attack.BLOW,
    ids.WINDOW.C4: enemy_attack.END,
}
_PLAYER_STEPS = {
    ids.WINDOW.A1: player_attack.ADD_UP,
    ids.WINDOW.A2: player_attack.BLOW,
    ids.WINDOW.A3: player_attack.END,
}
