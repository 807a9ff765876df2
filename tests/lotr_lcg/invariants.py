"""What must hold of every state in which a player is to decide, or the game is over."""

from __future__ import annotations

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words
from tests.playing import options

KEEPS = ids.BLOCK
FULL = {"frames": ids.FRAMES, "grants": ids.GRANTS, "pending": ids.PENDING, "later": ids.DELAYED}


def check(s, t) -> None:
    """Raise AssertionError, saying which card or list is at fault, if a state contradicts itself."""
    is_over = s.phase == ids.PHASE.OVER
    _lists(s, is_over)
    for card in range(ids.CARDS):
        block, local = divmod(card, KEEPS)
        is_used = bool((t.deck[block] | t.heroes[block]) >> local & 1)
        is_out = s.zone[card] == ids.ZONE.OUT
        assert is_used or is_out, f"card {card} of no deck: zone {s.zone[card]}"
        if is_used and is_out:  # an event may leave the game, by a switch
            assert t.type[card] == ids.TYPE.EVENT, f"card {card}: zone {s.zone[card]}"
        if is_used:
            _zone(s, card, block, local, is_over)
            _tokens(s, t, card, block, local)
            _numbers(s, card)
    _players(s, t, is_over)
    _guards(s)


def _lists(s, is_over: bool) -> None:
    """The fixed-size lists never fill up, and a decision has at least two options."""
    counts = {"frames": s.frame_n, "grants": s.grant_n, "pending": s.pending_n, "later": s.later_n}
    for name, n in counts.items():
        assert 0 <= n < FULL[name], f"{name} is full"
    assert s.option_n < ids.OPTIONS
    if is_over:
        assert s.winner in (ids.SIDE.PLAYERS, ids.SIDE.ENCOUNTER)
        return
    assert s.option_n >= 2
    assert s.in_game >> int(s.actor) & 1, "a player out of the game is asked"
    codes = options(s)
    assert len(set(codes)) == len(codes), "an option is offered twice"


def _zone(s, card: int, block: int, local: int, is_over: bool) -> None:
    """A card is in just one zone, and every mask and list agrees which."""
    bit = 1 << local
    in_encounter = block == ids.ENCOUNTER
    masks = {
        ids.ZONE.DECK: s.in_deck[block],
        ids.ZONE.HAND: s.hand[block],
        ids.ZONE.DISCARD: s.in_discard[block],
        ids.ZONE.PLAY: s.in_play[block],
        ids.ZONE.SHADOW: s.shadows if in_encounter else 0,
        ids.ZONE.VICTORY: s.victory if in_encounter else 0,
        ids.ZONE.ASIDE: s.aside if in_encounter else 0,
    }
    zone = int(s.zone[card])
    found = [name for name, mask in masks.items() if mask & bit]
    if zone == ids.ZONE.OUT:
        assert not found, f"card {card} has left the game and is in {found}"
        assert not in_encounter, f"encounter card {card} has left the game"
    elif zone == ids.ZONE.RESOLVING:
        assert not found, f"card {card} is being resolved and in {found}"
        assert s.frame_n > 0 or is_over, f"card {card} was left behind"
    else:
        assert found == [zone], f"card {card}: zone {zone}, masks {found}"
    deck = list(s.deck[block, : s.deck_n[block]])
    pile = list(s.discard[block, : s.discard_n[block]])
    assert deck.count(card) == (zone == ids.ZONE.DECK)
    assert pile.count(card) == (zone == ids.ZONE.DISCARD)
    if zone != ids.ZONE.PLAY:
        return
    places = [p for p in range(ids.SEATS) if s.controlled[p, block] & bit]
    engaged = [p for p in range(ids.SEATS) if s.engaged[p, block] & bit]
    assert len(places) <= 1, f"card {card} has two controllers"
    assert len(engaged) <= 1, f"card {card} is engaged twice"
    where = len(engaged) + bool(in_encounter and s.staging & bit) + (s.active == card) + (s.host[card] >= 0)
    assert where <= 1, f"card {card} is in two places"


def _tokens(s, t, card: int, block: int, local: int) -> None:
    """Everything on a card is on a card in play; attachments are on their host's list once."""
    bit = 1 << local
    is_in_play = bool(s.in_play[block] & bit)
    for name in ("exhausted", "committed", "damaged", "face_down", "varied", "has_attacked", "blank"):
        assert is_in_play or not getattr(s, name)[block] & bit, f"card {card} is {name} out of play"
    assert (s.damage[card] > 0) == bool(s.damaged[block] & bit), f"card {card}: damage"
    assert (s.form[card] != 0) == bool(s.varied[block] & bit), f"card {card}: form"
    assert s.damage[card] >= 0
    assert s.tokens[card] >= 0
    assert s.progress[card] >= 0
    if not is_in_play:
        assert s.tokens[card] == s.progress[card] == s.damage[card] == 0
        assert s.first_on[card] == ids.NONE
        assert s.host[card] == ids.NONE
    chain, k = [], int(s.first_on[card])
    while k != ids.NONE:
        chain.append(k)
        k = int(s.next_on[k])
    assert all(s.host[k] == card for k in chain)
    host = int(s.host[card])
    if 0 <= host < ids.CARDS:
        assert s.zone[host] == ids.ZONE.PLAY, f"card {card} is attached to a card out of play"
        k, n = int(s.first_on[host]), 0
        while k != ids.NONE:
            n += k == card
            k = int(s.next_on[k])
        assert n == 1
    if s.face_down[block] & bit:
        assert s.form[card] == ids.FACE_DOWN
    assert s.form[card] < ids.FORMS
    assert t.form_definition[card, s.form[card]] >= 0


def _numbers(s, card: int) -> None:
    """The bonus of a card is the sum of the bonuses granted to it."""
    for column in range(ids.STAT_N):
        grants = s.grants[: s.grant_n]
        mine = (grants["code"] == words.MODIFIER.WILLPOWER + column) & (grants["card"] == card)
        assert s.bonus[card, column] == grants["n"][mine].sum(), f"card {card}: number {column}"


def _players(s, t, is_over: bool) -> None:
    """Threat is between 0 and 50; who is out has nothing left."""
    for player in range(t.player_n):
        assert 0 <= s.threat[player] <= 50
        is_in = bool(s.in_game >> player & 1)
        assert is_in == (s.eliminated[player] == ids.ELIMINATED_BY.NONE)
        if not is_in and not is_over:
            assert s.hand[player] == s.deck_n[player] == 0
            assert not any(s.controlled[player])
            assert not any(s.engaged[player])
    assert is_over or s.in_game >> int(s.first_player) & 1


def _guards(s) -> None:
    """A guarded objective is in staging, and its guard in play."""
    for local in range(ids.BLOCK - 1):
        if s.guarded >> local & 1:
            assert s.staging >> local & 1
            assert s.zone[s.guard[local]] == ids.ZONE.PLAY
