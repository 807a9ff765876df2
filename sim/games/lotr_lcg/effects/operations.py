"""The operations, each in one small function."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg import records
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.effects.moving import move
from mazarbul.sim.games.lotr_lcg.effects.selecting import select
from mazarbul.sim.games.lotr_lcg.frames import Attack, Cancellable, Reveal, Scope
from mazarbul.sim.games.lotr_lcg.ids import CARDS, ENCOUNTER, ENDED, NONE, ON, SIDE, TYPE, E
from mazarbul.sim.games.lotr_lcg.rules.changes import (
    damage,
    deal_shadow,
    draw,
    place_progress,
    progress_on_card,
    quest_card_progress,
    raise_threat,
)
from mazarbul.sim.games.lotr_lcg.rules.conditions import (
    card_of_word,
    evaluate,
    player_of_word,
    set_it,
    targets,
)
from mazarbul.sim.games.lotr_lcg.rules.elimination import end_game
from mazarbul.sim.games.lotr_lcg.rules.enemy_attack import start_enemy_attack
from mazarbul.sim.games.lotr_lcg.rules.moves import attach, attach_to_deck, face_down_enemy
from mazarbul.sim.games.lotr_lcg.rules.picks import start_pick, start_pick_player
from mazarbul.sim.games.lotr_lcg.rules.piles import shuffle
from mazarbul.sim.games.lotr_lcg.rules.player_attack import start_quick_strike
from mazarbul.sim.games.lotr_lcg.rules.reveal import reveal
from mazarbul.sim.games.lotr_lcg.rules.stages import advance_stage
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    add_tokens,
    block_of,
    card_bit,
    cards_at,
    exhaust,
    heal,
    in_play,
    is_enemy,
    is_exhausted,
    mark_dirty,
    ready,
)


@kernel
def operate(s, t, row, code, f):
    """Carry out one operation row in the scope of frame `f`."""
    if code == words.OPERATION.PICK:
        start_pick(s, t, row, f)
    elif has(words.SELECTING, code):
        select(s, t, row, code, f)
    elif code == words.OPERATION.PICK_PLAYER:
        start_pick_player(s, t, row, f)
    elif has(words.AFFECTING, code):
        operate_on_cards(s, t, row, code, f)
    elif code == words.OPERATION.MOVE:
        move(s, t, row, f)
    elif code == words.OPERATION.ATTACH or code == words.OPERATION.ATTACH_TO_DECK:
        attach_card(s, t, row, code, f)
    elif code == words.OPERATION.PROGRESS:
        progress(s, t, row, f)
    elif code == words.OPERATION.FACE_DOWN_ENEMY:
        player = player_meant(s, t, row, columns.FACE_DOWN_ENEMY.WHO, f)
        if player != NONE:
            face_down_enemy(s, t, player)
    elif code == words.OPERATION.DRAW or code == words.OPERATION.THREAT:
        operate_on_player(s, t, row, code, f)
    else:
        operate_otherwise(s, t, row, code, f)


@kernel
def operate_on_cards(s, t, row, code, f):
    """Carry out an operation on every card it names."""
    source = s.frames[f, Scope.source]
    n = np.int64(0)
    if has(words.SIZED, code):
        n = evaluate(s, t, np.int64(t.rows[row, columns.SIZED.N]), source, s.frames[f, Scope.you], f)
    targets(s, t, np.int64(t.rows[row, columns.AFFECTING.WHAT]), source, f)
    kept = cards_at(s.frames[s.frame_n], 0)  # a free frame keeps the cards, as later steps may use `s.found`
    sets.assign(kept, s.found)
    for card in sets.members(kept):
        operate_on_card(s, t, code, card, n, source)


@kernel
def operate_on_card(s, t, code, card, n, source):
    """Carry out an operation on one card; the prisoner is not affected (LCG-28.14)."""
    if card == s.captive:
        return
    if code == words.OPERATION.READY:
        if in_play(s, card):
            ready(s, card)
    elif code == words.OPERATION.EXHAUST:
        if in_play(s, card) and not is_exhausted(s, card):
            exhaust(s, card)
    elif code == words.OPERATION.DAMAGE:
        damage(s, t, card, n, source)
    elif code == words.OPERATION.HEAL:
        heal(s, card, n)
    elif code == words.OPERATION.RESOURCES:
        if t.type[card] == TYPE.HERO or is_enemy(s, t, card):
            add_tokens(s, card, n)
    elif code == words.OPERATION.PROGRESS_ON:
        progress_on_card(s, t, card, n)
    elif code == words.OPERATION.UNCOMMIT:
        s.committed[block_of(card)] &= ~card_bit(card)
    else:
        fail(s, Fault.WORD, code)


@kernel
def operate_on_player(s, t, row, code, f):
    """Carry out an operation that changes a number of a player."""
    source = s.frames[f, Scope.source]
    player = player_meant(s, t, row, columns.PLAYER_NUMBER.WHO, f)
    if player == NONE:
        return
    n = evaluate(s, t, np.int64(t.rows[row, columns.PLAYER_NUMBER.N]), source, s.frames[f, Scope.you], f)
    if code == words.OPERATION.DRAW:
        draw(s, t, player, n)
    elif code == words.OPERATION.THREAT:
        raise_threat(s, t, player, n)
        if n > 0 and source < CARDS and block_of(source) == ENCOUNTER:
            records.threatened(s, source, n)
    else:
        fail(s, Fault.WORD, code)


@kernel
def player_meant(s, t, row, column, f):
    """Return the player that an argument of a row means, NONE if there is none in the game."""
    who = np.int64(t.rows[row, column])
    player = player_of_word(s, who, s.frames[f, Scope.source], s.frames[f, Scope.you], f)
    return player if player != NONE and has(s.in_game, player) else np.int64(NONE)


@kernel
def progress(s, t, row, f):
    """Put progress on the current quest, the quest card or the active location; negative removes."""
    where = np.int64(t.rows[row, columns.PROGRESS.WHERE])
    value = np.int64(t.rows[row, columns.PROGRESS.N])
    n = evaluate(s, t, value, s.frames[f, Scope.source], s.frames[f, Scope.you], f)
    if where == words.WHERE.CURRENT and n > 0:
        place_progress(s, t, n)
    elif where == words.WHERE.CURRENT or where == words.WHERE.QUEST:
        quest_card_progress(s, t, n)
    elif where == words.WHERE.ACTIVE:
        if s.active != NONE:
            progress_on_card(s, t, np.int64(s.active), n)
    else:
        fail(s, Fault.NAME, where)


@kernel
def attach_card(s, t, row, code, f):
    """Attach a card to a card in play, or to a player's deck."""
    source = s.frames[f, Scope.source]
    if code == words.OPERATION.ATTACH_TO_DECK:
        card = card_of_word(s, np.int64(t.rows[row, columns.ATTACH_TO_DECK.WHAT]), source, f)
        player = player_meant(s, t, row, columns.ATTACH_TO_DECK.WHO, f)
        if card != NONE and player != NONE:
            attach_to_deck(s, card, player)
        return
    card = card_of_word(s, np.int64(t.rows[row, columns.ATTACH.WHAT]), source, f)
    host = card_of_word(s, np.int64(t.rows[row, columns.ATTACH.TO]), source, f)
    if card != NONE and host != NONE and in_play(s, host):
        attach(s, t, card, host)


@kernel
def operate_otherwise(s, t, row, code, f):
    """Carry out an operation that affects the encounter deck, an attack or the course of the game."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    if code == words.OPERATION.REVEAL:
        reveal_cards(s, t, row, f)
    elif code == words.OPERATION.SURGE:
        if s.reveal_frame != NONE:
            s.frames[s.reveal_frame, Reveal.has_surge] = 1
    elif code == words.OPERATION.CANCEL:
        if s.frames[f, Scope.frame] != NONE:
            s.frames[s.frames[f, Scope.frame], Cancellable.is_cancelled] = 1
            note(s, E.CANCEL, s.frames[f, Scope.other], 0, 0)
    elif code == words.OPERATION.SHUFFLE:
        of = player_of_word(s, np.int64(t.rows[row, columns.SHUFFLE.OF]), source, you, f)
        shuffle_pile(s, t, np.int64(t.rows[row, columns.SHUFFLE.PILE]), of)
    elif code == words.OPERATION.ATTACK:
        attack_now(s, t, card_of_word(s, np.int64(t.rows[row, columns.ATTACK.WHAT]), source, f), you)
    elif code == words.OPERATION.DEAL_SHADOW:
        enemy = card_of_word(s, np.int64(t.rows[row, columns.DEAL_SHADOW.WHAT]), source, f)
        if enemy != NONE:
            for _ in range(evaluate(s, t, np.int64(t.rows[row, columns.DEAL_SHADOW.N]), source, you, f)):
                deal_shadow(s, t, enemy)
    elif code == words.OPERATION.CAPTURE:
        capture(s, t, card_of_word(s, np.int64(t.rows[row, columns.CAPTURE.WHAT]), source, f))
    elif code == words.OPERATION.RESCUE:
        rescue(s, t, f)
    elif code == words.OPERATION.ADVANCE:
        advance_stage(s, t)
    elif code == words.OPERATION.WIN:
        end_game(s, SIDE.PLAYERS, ENDED.QUEST_COMPLETED)
    else:
        fail(s, Fault.WORD, code)


@kernel
def reveal_cards(s, t, row, f):
    """Reveal cards; in response to a cancelled reveal the card takes its place (A-43)."""
    source = s.frames[f, Scope.source]
    n = evaluate(s, t, np.int64(t.rows[row, columns.REVEAL.N]), source, s.frames[f, Scope.you], f)
    guards = card_of_word(s, np.int64(t.rows[row, columns.REVEAL.GUARDS]), source, f)
    cancelled = s.frames[f, Scope.frame]
    if guards == NONE and cancelled != NONE and s.frames[cancelled, Cancellable.is_cancelled] != 0:
        guards = s.frames[cancelled, Reveal.guards]
        s.frames[cancelled, Reveal.guards] = NONE
    reveal(s, t, n, guards)


@kernel
def shuffle_pile(s, t, pile, player):
    """Shuffle the encounter deck or a player's deck."""
    if pile == words.PILE.ENCOUNTER_DECK:
        shuffle(s, t, ENCOUNTER)
    elif pile != words.PILE.DECK:
        fail(s, Fault.NAME, pile)
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
        start_enemy_attack(s, t, card, s.frames[s.attack_frame, Attack.player], True)


@kernel
def capture(s, t, card):
    """Make a hero the prisoner (LCG-28.14)."""
    if card == NONE or not in_play(s, card) or t.type[card] != TYPE.HERO or s.captive != NONE:
        return
    s.captive = card
    s.committed[block_of(card)] &= ~card_bit(card)
    mark_dirty(s)
    note(s, E.CAPTIVE, card, 1, 0)


@kernel
def rescue(s, t, f):
    """Free the prisoner, who becomes `it` (LCG-28.12)."""
    card = np.int64(s.captive)
    if card == NONE:
        return
    s.captive = NONE
    set_it(s, f, card)
    mark_dirty(s)
    note(s, E.CAPTIVE, card, 0, 0)
    emit(s, t, ON.RESCUED, NONE, block_of(card), 0, NONE, NONE)
