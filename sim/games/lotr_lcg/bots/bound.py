"""What a seat avoids: the options that use a card or a kind of action (see `mazarbul.sim.bots.bound`)."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, SEATS


@kernel
def is_avoided(s, t, m, seat, action):  # noqa: ARG001  (one signature for all games)
    """Return whether the seat avoids an option.

    Keeping a hand does not count as a mulligan; a response with a card from hand plays that card.
    """
    kind = kind_of(action)
    if has(m.no_kind[seat], kind):
        return kind != actions.MULLIGAN or b_of(action) == 1
    if kind == actions.RESPOND and has(m.no_kind[seat], actions.PLAY) and is_in_hand(s, a_of(action)):
        return True
    return has(actions.USES_CARD, kind) and is_unwanted(m, seat, a_of(action))


@kernel
def is_in_hand(s, card):
    """Return whether a card is in its owner's hand; always false for a stage, which can respond too."""
    return card < SEATS * BLOCK and has(s.hand[card // BLOCK], card % BLOCK)


@kernel
def is_unwanted(m, seat, card):
    """Return whether a card is a player card that the seat avoids."""
    block = card // BLOCK
    return block < SEATS and has(m.no_card[seat, block], card % BLOCK)
