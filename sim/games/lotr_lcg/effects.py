"""Carrying out texts: the frames of effects and lists, and one small function for each operation."""

import numpy as np

from sim.effects import codes
from sim.engine.actions import ask, offer
from sim.engine.bits import bit, has, lowest_bit
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.stack import pop, push, top
from sim.games.lotr_lcg import actions, records
from sim.games.lotr_lcg import vocabulary as words
from sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CANCEL_SLOT,
    CARDS,
    E_BACK,
    E_CANCEL,
    E_CAPTIVE,
    E_LEAVE,
    E_LOOK,
    E_TEXT,
    ENCOUNTER,
    F_CHOOSE,
    F_EACH,
    F_EACH_CARD,
    F_EFFECT,
    F_OPERATIONS,
    F_PUT_BACK,
    HERO,
    IN_DECK,
    NONE,
    ON_RESCUED,
    ON_TABLE,
    PLAYERS,
    QUEST_COMPLETED,
    RESOLVING,
    STAGE_SOURCE,
    STATS,
)
from sim.games.lotr_lcg.rules.conditions import (
    C_CHOSEN,
    C_FRAME,
    C_IT,
    C_OTHER,
    C_SOURCE,
    C_THEY,
    C_X,
    C_YOU,
    card_of_word,
    evaluate,
    first_of,
    player_of_word,
    set_it,
    targets,
    whose,
)
from sim.games.lotr_lcg.rules.elimination import end_game
from sim.games.lotr_lcg.rules.enemy_attack import start_enemy_attack
from sim.games.lotr_lcg.rules.feasible import is_branch_possible, is_unique_in_play
from sim.games.lotr_lcg.rules.moves import (
    attach,
    attach_to_deck,
    back_to_staging,
    damage,
    deal_shadow,
    draw,
    engage,
    enter_play,
    face_down_enemy,
    leave_play,
    place_progress,
    progress_on_card,
    put_away,
    quest_card_progress,
    raise_threat,
    take_control,
    to_staging,
)
from sim.games.lotr_lcg.rules.numbers import grant
from sim.games.lotr_lcg.rules.picks import start_pick, start_pick_player
from sim.games.lotr_lcg.rules.player_attack import start_quick_strike
from sim.games.lotr_lcg.rules.reveal import G_GUARDS, G_SURGE, reveal
from sim.games.lotr_lcg.rules.sets import find
from sim.games.lotr_lcg.rules.stages import advance_stage
from sim.games.lotr_lcg.rules.triggers import E_EFFECT, E_STAGE, add_later, emit
from sim.games.lotr_lcg.rules.zones import (
    add_tokens,
    block_of,
    card_bit,
    engaged_with,
    exhaust,
    forget,
    heal,
    in_play,
    is_enemy,
    is_exhausted,
    mark_dirty,
    pull,
    random_index,
    ready,
    shuffle,
)

# Stages of a F_EFFECT frame
BEGIN = 0
PAID = 1

# Slots of a F_OPERATIONS frame: 1 next row, 2 row to stop before, 3 .. 17 the context; 18 the text
O_ROW = 1
O_STOP = 2


@kernel
def step_effect(s, t):
    """Carry on with a text: its `if`, its cost, then what it does (LCG-22.1)."""
    frame = top(s)
    effect = t.effects[frame[E_EFFECT]]
    if frame[E_STAGE] == BEGIN:
        condition = np.int64(effect.condition)
        if condition != 1:
            f = np.int64(s.frame_n - 1)
            if evaluate(s, t, condition, frame[C_SOURCE], frame[C_YOU], f) == 0:
                pop(s)
                return
        frame[E_STAGE] = PAID
        note(s, E_TEXT, frame[C_SOURCE], 0, 0)
        if effect.cost != NONE:
            push_rows(s, np.int64(effect.cost), NONE, np.int64(s.frame_n - 1))
            return
    if effect.do == NONE:
        pop(s)
        return
    frame[0] = F_OPERATIONS  # the frame of the text becomes that of its operations
    frame[O_ROW] = effect.do
    frame[O_STOP] = NONE


@kernel
def push_rows(s, row, stop, f):
    """Push the frame that carries out rows in the context of frame `f`, to before `stop` if it is no NONE."""
    push(s, F_OPERATIONS, 0, 0, 0, 0)
    s.frames[s.frame_n - 1] = s.frames[f]
    frame = top(s)
    frame[0] = F_OPERATIONS
    frame[O_ROW] = row
    frame[O_STOP] = stop
    frame[CANCEL_SLOT] = 0


@kernel
def close_rows(s):
    """Drop a finished list; a cost leaves what it picked to the text it belongs to."""
    n = s.frame_n
    if n >= 2 and s.frames[n - 2, 0] == F_EFFECT:
        for slot in range(C_CHOSEN, C_X + 1):
            s.frames[n - 2, slot] = s.frames[n - 1, slot]
        for b in range(BLOCKS):
            s.frames[n - 2, C_IT + b] = s.frames[n - 1, C_IT + b]
    pop(s)


@kernel
def step_operations(s, t):
    """Carry out rows until the list ends, pushes a frame, or something happened that comes first."""
    depth = s.frame_n
    frame = top(s)
    while s.frame_n == depth and s.is_dirty == 0 and s.pending_n == s.pending_base:
        row = frame[O_ROW]
        code = np.int64(t.rows[row, 0])
        if row == frame[O_STOP] or code == codes.END:
            close_rows(s)
            return
        f = np.int64(s.frame_n - 1)
        if code == codes.JUMP:
            frame[O_ROW] = t.rows[row, 1]
        elif code == codes.IF:
            is_true = evaluate(s, t, np.int64(t.rows[row, 1]), frame[C_SOURCE], frame[C_YOU], f) != 0
            frame[O_ROW] = row + 1 if is_true else np.int64(t.rows[row, 2])
        elif code >= words.UNTIL:
            frame[O_ROW] = t.rows[row, 1]
            open_block(s, t, row, code, f)
        else:
            frame[O_ROW] = row + 1
            operate(s, t, row, code, f)


@kernel
def open_block(s, t, row, code, f):
    """Carry out a statement that has a list of its own."""
    if code == words.UNTIL:
        grant_rows(s, t, row, f)
    elif code == words.LATER:
        add_later(s, row, np.int64(t.rows[row, 2]), f)
    elif code == words.EACH:
        push(s, F_EACH, row, f, 0, s.first_player)
    elif code == words.EACH_CARD:
        push(s, F_EACH_CARD, row, f, 0, 0)
        for b in range(BLOCKS):
            top(s)[C_IT + b] = s.frames[f, C_IT + b]
    elif code == words.CHOOSE:
        push(s, F_CHOOSE, row, f, 0, 0)
    else:  # an option that stands by itself is carried out
        push_rows(s, row + 1, np.int64(t.rows[row, 1]), f)


@kernel
def step_each(s, t):
    """Serve the next player in the game (LCG-2.5). Slots: row, context frame, seats served, first of them.

    Seats are counted, not players, so that an elimination in between leaves nobody out.
    """
    frame = top(s)
    row = frame[1]
    f = frame[2]
    if frame[3] >= t.player_n:
        pop(s)
        return
    player = (frame[4] + frame[3]) % np.int64(t.player_n)
    frame[3] += 1
    is_left_out = t.rows[row, 2] == words.EVERY_OTHER and player == s.frames[f, C_YOU]
    if not has(s.in_game, player) or is_left_out:
        return
    push_rows(s, row + 1, np.int64(t.rows[row, 1]), f)
    top(s)[C_THEY] = player


@kernel
def step_each_card(s, t):
    """Serve the next card in the first player's order (LCG-25.1). Slots: row, context; cards 13 .. 17."""
    frame = top(s)
    for b in range(BLOCKS):
        s.found[b] = frame[C_IT + b]
    if first_of(s, np.int64(s.frame_n - 1), C_IT) == NONE:
        pop(s)
        return
    ask(s, np.int64(s.first_player), actions.ENCOUNTER_TARGET)
    for b in range(BLOCKS):
        rest = frame[C_IT + b]
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            card = np.int64(b) * BLOCK + i
            if t.twins[card] & frame[C_IT + b] == 0:
                offer(s, actions.ENCOUNTER_TARGET, card, 0)


@kernel
def answer_each_card(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Carry out the list for the card that was chosen to be next."""
    frame = top(s)
    frame[C_IT + block_of(card)] &= ~card_bit(card)
    push_rows(s, frame[1] + 1, np.int64(t.rows[frame[1], 1]), frame[2])
    set_it(s, np.int64(s.frame_n - 1), card)


@kernel
def step_choose(s, t):
    """Ask which option is carried out (D-08); options that cannot be are not offered. Slots: row, context."""
    frame = top(s)
    row = frame[1]
    f = frame[2]
    player = player_of_word(s, np.int64(t.rows[row, 2]), s.frames[f, C_SOURCE], s.frames[f, C_YOU], f)
    if player == NONE or not has(s.in_game, player):
        pop(s)
        return
    ask(s, player, actions.MODE)
    end = np.int64(t.rows[row, 1])
    option = row + 1
    number = 0
    while option < end:
        if is_branch_possible(s, t, option, f):
            offer(s, actions.MODE, 0, number)
        option = np.int64(t.rows[option, 1])
        number += 1
    if s.option_n == 0:
        pop(s)


@kernel
def answer_mode(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Carry out the chosen option."""
    frame = top(s)
    option = frame[1] + 1
    for _ in range(target):
        option = np.int64(t.rows[option, 1])
    f = frame[2]
    pop(s)
    push_rows(s, option + 1, np.int64(t.rows[option, 1]), f)


@kernel
def step_delayed(s, t):
    """Carry out a delayed list. Slot: its entry in `state.later`."""
    i = top(s)[1]
    pop(s)
    entry = s.later[i]
    row = np.int64(entry.row)
    entry.row = NONE
    push(s, F_OPERATIONS, row + 1, t.rows[row, 1], entry.source, entry.you)
    frame = top(s)
    for slot in (C_THEY, C_CHOSEN, C_OTHER, C_FRAME, 8, 9):
        frame[slot] = NONE
    for b in range(BLOCKS):
        frame[C_IT + b] = entry.it[b]


# Operations ---------------------------------------------------------------------------------------


@kernel
def operate(s, t, row, code, f):
    """Carry out one operation row in the context of frame `f`."""
    a = np.int64(t.rows[row, 1])
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    if code == words.PICK:
        start_pick(s, t, row, f)
    elif code <= words.LOOK:
        select(s, t, row, code, f)
    elif code == words.PICK_PLAYER:
        start_pick_player(s, t, row, f)
    elif code <= words.RESOURCES or code == words.PROGRESS_ON or code == words.UNCOMMIT:
        targets(s, t, a, source, f)
        n = np.int64(0)
        if code != words.READY and code != words.EXHAUST and code != words.UNCOMMIT:
            targets_number = evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
            n = targets_number
            targets(s, t, a, source, f)  # reading the number may have used `s.found`
        operate_on_cards(s, t, code, n, source)
    elif code == words.MOVE:
        move(s, t, row, f)
    elif code <= words.FACE_DOWN_ENEMY:
        operate_on_player(s, t, row, code, f)
    else:
        operate_otherwise(s, t, row, code, f)


@kernel
def operate_on_cards(s, t, code, n, source):
    """Carry out an operation on every card in `s.found`."""
    frame_masks = np.int64(s.frame_n)  # a free frame keeps the cards: what happens may use `s.found`
    for b in range(BLOCKS):
        s.frames[frame_masks, b] = s.found[b]
    for b in range(BLOCKS):
        rest = s.frames[frame_masks, b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            operate_on_card(s, t, code, card, n, source)


@kernel
def operate_on_card(s, t, code, card, n, source):
    """Carry out an operation on one card; nothing is done to the prisoner (LCG-28.14)."""
    if card == s.captive:
        return
    if code == words.READY:
        if in_play(s, card):
            ready(s, card)
    elif code == words.EXHAUST:
        if in_play(s, card) and not is_exhausted(s, card):
            exhaust(s, card)
    elif code == words.DAMAGE:
        damage(s, t, card, n, source)
    elif code == words.HEAL:
        heal(s, card, n)
    elif code == words.RESOURCES:
        if t.type[card] == HERO or is_enemy(s, t, card):
            add_tokens(s, card, n)
    elif code == words.PROGRESS_ON:
        progress_on_card(s, t, card, n)
    else:
        s.committed[block_of(card)] &= ~card_bit(card)


@kernel
def operate_on_player(s, t, row, code, f):
    """Carry out an operation that concerns a player, the quest or an attachment."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    a = np.int64(t.rows[row, 1])
    if code == words.PROGRESS:
        progress(s, t, a, evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f))
        return
    if code == words.ATTACH or code == words.ATTACH_TO_DECK:
        attach_card(s, t, row, code, f)
        return
    player = player_of_word(s, a, source, you, f)
    if player == NONE or not has(s.in_game, player):
        return
    if code == words.FACE_DOWN_ENEMY:
        face_down_enemy(s, t, player)
        return
    n = evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
    if code == words.DRAW:
        draw(s, t, player, n)
    else:
        raise_threat(s, player, n)
        if n > 0 and source < CARDS and block_of(source) == ENCOUNTER:
            records.threatened(s, source, n)


@kernel
def progress(s, t, where, n):
    """Put progress on the current quest, the quest card or the active location; negative removes."""
    if where == words.ON_CURRENT and n > 0:
        place_progress(s, t, n)
    elif where == words.ON_ACTIVE:
        if s.active != NONE:
            progress_on_card(s, t, np.int64(s.active), n)
    else:
        quest_card_progress(s, t, n)


@kernel
def attach_card(s, t, row, code, f):
    """Attach a card to a card in play, or to a player's deck."""
    source = s.frames[f, C_SOURCE]
    card = card_of_word(s, np.int64(t.rows[row, 1]), source, f)
    if card == NONE:
        return
    if code == words.ATTACH_TO_DECK:
        player = player_of_word(s, np.int64(t.rows[row, 2]), source, s.frames[f, C_YOU], f)
        if player != NONE and has(s.in_game, player):
            attach_to_deck(s, card, player)
        return
    host = card_of_word(s, np.int64(t.rows[row, 2]), source, f)
    if host != NONE and in_play(s, host):
        attach(s, t, card, host)


@kernel
def operate_otherwise(s, t, row, code, f):
    """Carry out an operation that concerns the encounter deck, an attack or the course of the game."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    a = np.int64(t.rows[row, 1])
    if code == words.REVEAL:
        reveal_cards(s, t, row, f)
    elif code == words.SURGE:
        if s.reveal_frame != NONE:
            s.frames[s.reveal_frame, G_SURGE] = 1
    elif code == words.CANCEL:
        if s.frames[f, C_FRAME] != NONE:
            s.frames[s.frames[f, C_FRAME], CANCEL_SLOT] = 1
            note(s, E_CANCEL, s.frames[f, C_OTHER], 0, 0)
    elif code == words.SHUFFLE:
        shuffle_pile(s, t, a, player_of_word(s, np.int64(t.rows[row, 2]), source, you, f))
    elif code == words.ATTACK:
        attack_now(s, t, card_of_word(s, a, source, f), you)
    elif code == words.DEAL_SHADOW:
        enemy = card_of_word(s, a, source, f)
        if enemy != NONE:
            for _ in range(evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)):
                deal_shadow(s, t, enemy)
    elif code == words.CAPTURE:
        capture(s, t, card_of_word(s, a, source, f))
    elif code == words.RESCUE:
        rescue(s, t, f)
    elif code == words.ADVANCE:
        advance_stage(s, t)
    else:
        end_game(s, PLAYERS, QUEST_COMPLETED)


@kernel
def reveal_cards(s, t, row, f):
    """Reveal cards; in answer to a reveal that was cancelled the card takes over its part (A-43)."""
    source = s.frames[f, C_SOURCE]
    n = evaluate(s, t, np.int64(t.rows[row, 1]), source, s.frames[f, C_YOU], f)
    guards = np.int64(NONE)
    if t.rows[row, 2] != words.NOTHING:
        guards = card_of_word(s, np.int64(t.rows[row, 2]), source, f)
    cancelled = s.frames[f, C_FRAME]
    if guards == NONE and cancelled != NONE and s.frames[cancelled, CANCEL_SLOT] != 0:
        guards = s.frames[cancelled, G_GUARDS]
        s.frames[cancelled, G_GUARDS] = NONE
    reveal(s, t, n, guards)


@kernel
def shuffle_pile(s, t, pile, player):
    """Shuffle the encounter deck or a player's deck."""
    if pile == words.PILE_ENCOUNTER:
        shuffle(s, t, ENCOUNTER)
    elif player != NONE:
        shuffle(s, t, player)


@kernel
def attack_now(s, t, card, you):
    """Let a character attack at once (LCG-14.7), or an enemy card attack the attacked player (LCG-13.14)."""
    if card == NONE:
        return
    if block_of(card) != ENCOUNTER:
        start_quick_strike(s, t, card, you)
    elif s.attack_frame != NONE:
        start_enemy_attack(s, t, card, s.frames[s.attack_frame, 2], True)


@kernel
def capture(s, t, card):
    """Make a hero the prisoner (LCG-28.14)."""
    if card == NONE or not in_play(s, card) or t.type[card] != HERO or s.captive != NONE:
        return
    s.captive = card
    s.committed[block_of(card)] &= ~card_bit(card)
    mark_dirty(s)
    note(s, E_CAPTIVE, card, 1, 0)


@kernel
def rescue(s, t, f):
    """Free the prisoner, who becomes `it` (LCG-28.12)."""
    card = np.int64(s.captive)
    if card == NONE:
        return
    s.captive = NONE
    set_it(s, f, card)
    mark_dirty(s)
    note(s, E_CAPTIVE, card, 0, 0)
    emit(s, t, ON_RESCUED, NONE, block_of(card), 0, NONE, NONE)


# Selecting ----------------------------------------------------------------------------------------


@kernel
def select(s, t, row, code, f):
    """Carry out `all`, `random`, `topmost` or `look`: they put cards into `it` without asking."""
    if code == words.LOOK:
        look(s, t, row, f)
        return
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    if code == words.TOPMOST:
        player = player_of_word(s, np.int64(t.rows[row, 2]), source, you, f)
        set_it(s, f, topmost(s, t, np.int64(t.rows[row, 1]), player))
        return
    first = 2 if code == words.ALL else 3
    of = np.int64(t.rows[row, first + 1])
    player, not_player = whose(s, of, source, you, f)
    is_nobody = of != words.ANYONE and player == NONE and not_player == NONE
    if is_nobody:
        set_it(s, f, NONE)
        return
    n = np.int64(0)
    if code == words.RANDOM:
        n = evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
    find(s, t, np.int64(t.rows[row, 1]), np.int64(t.rows[row, first]), player, not_player)
    if code == words.ALL:
        for b in range(BLOCKS):
            s.frames[f, C_IT + b] = s.found[b]
    else:
        choose_random(s, n, f)


@kernel
def choose_random(s, n, f):
    """Move n random cards of `s.found` into `it`."""
    total = np.int64(0)
    for b in range(BLOCKS):
        s.frames[f, C_IT + b] = 0
        rest = np.int64(s.found[b])
        while rest != 0:
            rest &= rest - 1
            total += 1
    while n > 0 and total > 0:
        k = random_index(s, total)
        total -= 1
        n -= 1
        for b in range(BLOCKS):
            rest = np.int64(s.found[b])
            while rest != 0:
                i = lowest_bit(rest)
                rest &= rest - 1
                if k == 0:
                    s.found[b] &= ~bit(i)
                    s.frames[f, C_IT + b] |= bit(i)
                k -= 1


@kernel
def topmost(s, t, cards, player):
    """Return the matching card that lies topmost in a player's discard pile, or NONE."""
    if player == NONE:
        return np.int64(NONE)
    for k in range(s.discard_n[player]):
        card = np.int64(s.discard[player, s.discard_n[player] - 1 - k])
        if has(t.set_cards[cards, block_of(card)], card % BLOCK):
            return card
    return np.int64(NONE)


@kernel
def look(s, t, row, f):
    """Let the user see the top n cards of a pile, or the shadow card just dealt (LCG-22.9)."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    pile = np.int64(t.rows[row, 1])
    owner = player_of_word(s, np.int64(t.rows[row, 3]), source, you, f)
    for b in range(BLOCKS):
        s.looked[b] = 0
    if pile == words.PILE_SHADOW:
        card = s.frames[f, C_OTHER]
        if card != NONE:
            s.shadow_known[you] |= card_bit(card)
            note(s, E_LOOK, you, card, 0)
        set_it(s, f, card)
        return
    set_it(s, f, NONE)
    block = np.int64(ENCOUNTER) if pile == words.PILE_ENCOUNTER else owner
    if block == NONE:
        return
    n = min(evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f), np.int64(s.deck_n[block]))
    for k in range(n):
        card = np.int64(s.deck[block, s.deck_n[block] - 1 - k])
        s.looked[block] |= card_bit(card)
        note(s, E_LOOK, you, card, 0)
    s.frames[f, C_IT + block] = s.looked[block]
    looker = looker_of(source, you, block)
    s.known[looker, block] = max(np.int64(s.known[looker, block]), n)


@kernel
def looker_of(source, you, block):
    """Return who sees the cards of a deck that a text looks at (LCG-22.9): its user, or the deck's player.

    A text of the encounter side that has each player look at the own deck has one user for all of them.
    """
    is_players = source < CARDS and block_of(source) != ENCOUNTER
    return np.int64(you) if is_players or block == ENCOUNTER else np.int64(block)


# Moving -------------------------------------------------------------------------------------------


@kernel
def move(s, t, row, f):
    """Move every card that is meant; several that go back on a deck go in an order of the user's choice."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    to = np.int64(t.rows[row, 2])
    player = player_of_word(s, np.int64(t.rows[row, 3]), source, you, f)
    targets(s, t, np.int64(t.rows[row, 1]), source, f)
    n = np.int64(0)
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            rest &= rest - 1
            n += 1
    if n > 1 and (to == words.TO_DECK_TOP or to == words.TO_DECK_BOTTOM):
        push(s, F_PUT_BACK, to, you, source, 0)
        for b in range(BLOCKS):
            top(s)[C_IT + b] = s.found[b]
            if s.found[b] != 0:
                top(s)[2] = looker_of(source, you, b)
        return
    masks = np.int64(s.frame_n)  # a free frame keeps the cards: what happens may use `s.found`
    for b in range(BLOCKS):
        s.frames[masks, b] = s.found[b]
    if n > 1 and to == words.TO_DECK:
        shuffle_in(s, t, masks)
        return
    for b in range(BLOCKS):
        rest = s.frames[masks, b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if s.zone[card] == IN_DECK and (to == words.TO_HAND or to == words.TO_DECK_TOP):
                move_unseen(s, t, card, to, looker_of(source, you, np.int64(b)))
            else:
                move_card(s, t, card, to, player, source)


@kernel
def move_unseen(s, t, card, to, looker):
    """Move a card of a deck to a hand or back on top: only who looks at it knows what lies there now."""
    b = block_of(card)
    known = np.int64(s.known[looker, b])
    move_card(s, t, card, to, NONE, STAGE_SOURCE)
    forget(s, b)
    s.known[looker, b] = known if to == words.TO_DECK_TOP else max(known - 1, 0)


@kernel
def shuffle_in(s, t, masks):
    """Shuffle several cards into their decks, each deck once. masks: frame that holds the cards."""
    for b in range(BLOCKS):
        rest = s.frames[masks, b]
        if rest == 0:
            continue
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if in_play(s, card):
                leave_play(s, t, card, words.TO_DECK_TOP, False)
            else:
                pull(s, card)
                put_away(s, t, card, words.TO_DECK_TOP)
        shuffle(s, t, b)


@kernel
def move_card(s, t, card, to, player, source):
    """Move one card where TO_* says."""
    if to == words.TO_STAGING:
        if block_of(card) == ENCOUNTER or is_enemy(s, t, card):
            note(s, E_BACK, card, 0, 0)
            if in_play(s, card):
                back_to_staging(s, t, card)
            else:
                to_staging(s, t, card)
    elif to == words.TO_ENGAGED:
        if player != NONE and has(s.in_game, player) and engaged_with(s, card) != player:
            engage(s, t, card, player)
    elif to == words.TO_PLAY:
        put_into_play(s, t, card, player)
    elif to == words.TO_CONTROL:
        if player != NONE and has(s.in_game, player):
            take_control(s, t, card, player)
    elif in_play(s, card):
        if t.type[card] <= 1 and source < CARDS and block_of(source) == ENCOUNTER and to == words.TO_DISCARD:
            records.killed(s, source)
        leave_play(s, t, card, to, False)
    elif s.zone[card] != ON_TABLE:
        if s.zone[card] == 2 and to == words.TO_DISCARD:
            records.left(s, card, records.LEFT_HAND)
        if s.zone[card] != RESOLVING or to != words.TO_DISCARD or block_of(card) == ENCOUNTER:
            pull(s, card)
            put_away(s, t, card, to)
            note(s, E_LEAVE, card, s.zone[card], 0)
            if to == words.TO_HAND:
                records.drawn(s, card)


@kernel
def put_into_play(s, t, card, player):
    """Put a hero or ally that is out of play into play, unless a card of its title is there (LCG-23.1)."""
    if player == NONE or not has(s.in_game, player) or in_play(s, card) or t.type[card] > 1:
        return
    if is_unique_in_play(s, t, card):
        return
    if s.zone[card] == 2:
        records.played(s, card)
    enter_play(s, t, card, player)


@kernel
def step_put_back(s, t):
    """Ask for the order in which looked-at cards go back (D-25), the last one put lying outermost.

    Slots: TO_*, player who has looked, source; cards 13 .. 17.
    """
    frame = top(s)
    if first_of(s, np.int64(s.frame_n - 1), C_IT) == NONE:
        pop(s)
        return
    ask(s, frame[2], actions.LOOKED)
    for b in range(BLOCKS):
        rest = frame[C_IT + b]
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            card = np.int64(b) * BLOCK + i
            if t.twins[card] & frame[C_IT + b] == 0:
                offer(s, actions.LOOKED, card, 0)


@kernel
def answer_put_back(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Put the chosen card back."""
    frame = top(s)
    to = frame[1]
    frame[C_IT + block_of(card)] &= ~card_bit(card)
    if s.zone[card] == IN_DECK and to == words.TO_DECK_TOP:
        move_unseen(s, t, card, to, frame[2])
    else:
        move_card(s, t, card, to, NONE, frame[3])
    s.looked[block_of(card)] &= ~card_bit(card)


# What holds for a while ---------------------------------------------------------------------------


@kernel
def grant_rows(s, t, row, f):
    """Let the modifiers of an `until` list hold (LCG-22.7)."""
    until = np.int64(t.rows[row, 2])
    for r in range(row + 1, t.rows[row, 1]):
        grant_row(s, t, np.int64(r), until, f)


@kernel
def grant_row(s, t, r, until, f):
    """Let one modifier hold: on a set for whatever is in it, on named cards for those there are now."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    code = np.int64(t.rows[r, 0])
    a = np.int64(t.rows[r, 1])
    if code == words.MULTIPLE_DEFENDERS:
        grant(s, code, NONE, NONE, 1, player_of_word(s, a, source, you, f), until)
        return
    if code == words.STAGING_THREAT or code == words.EXTRA_REVEALS or code == words.REFRESH_THREAT:
        grant(s, code, NONE, NONE, evaluate(s, t, a, source, you, f), NONE, until)
        return
    if code == words.ALLY_LIMIT:
        grant(s, code, NONE, NONE, evaluate(s, t, a, source, you, f), NONE, until)
        return
    if code == words.HOLD or code == words.NO_DRAW or code == words.NO_STAGING:
        grant(s, code, NONE, NONE, 1, NONE, until)
        return
    if code == words.NO_ENGAGEMENT_CHECKS:
        grant(s, code, NONE, NONE, 1, NONE, until)
        return
    n = np.int64(1)
    if code < words.WILLPOWER + STATS or code == words.READY_TAX:
        n = evaluate(s, t, np.int64(t.rows[r, 2]), source, you, f)
    if a >= 0:
        grant(s, code, NONE, a, n, NONE, until)
        return
    targets(s, t, a, source, f)
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            player = engaged_with(s, card) if code == words.CANNOT_ATTACK else np.int64(NONE)
            grant(s, code, card, NONE, n, player, until)
    mark_dirty(s)
