"""Search of the Courier's moves, in worlds that fit what a seat knows (CO-9).

See `mazarbul.sim.bots.search`.
"""

import numpy as np

from mazarbul.sim.bots.search import Rules, search_fields, searching
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import key, stream
from tests.courier.bots import choose, is_avoided
from tests.courier.ids import COURIER, NONE, OPTIONS, PILES, STREAM_BLUNDER
from tests.courier.kernel import MOVING, PLAYING

SEARCH = np.dtype(search_fields(OPTIONS), align=True)
CARDS_OF, PLACE, LUCK = 0, 8, 9  # purposes of the streams of a world


@kernel
def deal(s, known, t, seat, seed, w):
    """Deal everything hidden from a seat anew in `s`, a copy of `known`. seed: uint64 of the world."""
    for owner in range(t.seat_n):
        for pile in range(PILES):
            deal_pile(s, t, owner, pile, owner == seat, stream(seed, CARDS_OF + owner, pile))
    if seat != COURIER and s.courier != NONE:
        s.courier = possible_place(s, t, stream(seed, PLACE, 0))
    s.seed = stream(seed, LUCK, 0)
    s.game = 0
    s.is_logged = 0


@kernel
def deal_pile(s, t, owner, pile, is_hand_known, base):
    """Shuffle the cards of a pile, and those of it in a hand that is not known."""
    hidden = np.int64(0)
    n = np.int64(s.deck_n[owner, pile])
    for i in range(n):
        hidden |= bit(s.order[owner, pile, i])
    held = np.int64(0)
    if not is_hand_known:
        for card in range(t.card_n):
            if has(s.hand[owner], card) and t.pile[card] == pile:
                held |= bit(card)
    shuffle_keys(s, t, base, 0, hidden | held)
    for i in range(n):
        s.order[owner, pile, i] = shuffled(s, i)
    s.hand[owner] &= ~held
    for i in range(popcount(held)):
        s.hand[owner] |= bit(shuffled(s, n + i))


@kernel
def possible_place(s, t, base):
    """Return a region where the courier may be: as near to where it was seen as it can have come since."""
    steps = 3 * (np.int64(s.round_number) - s.seen_round) + 1
    best = np.int64(-1)
    found = np.int64(0)
    for region in range(t.region_n):
        if (s.seen == NONE or t.way[s.seen, region] <= steps) and key(base, region) > best:
            best = key(base, region)
            found = np.int64(region)
    return found


@kernel
def value(s, t, seat):
    """Return what the end of a game is worth to a seat."""
    return np.float64(s.winner == t.seat_side[seat])


RULES = Rules(
    choose=choose,
    playing=PLAYING,
    cap=MOVING.cap,
    is_avoided=is_avoided,
    blunders=STREAM_BLUNDER,
    deal=deal,
    value=value,
    won=value,
)
search, weigh = searching(RULES, __name__)
