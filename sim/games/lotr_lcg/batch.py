"""Plays whole games with bots and records the data that the analysis needs (kernels)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.engine.faults import Fault
from mazarbul.sim.games.lotr_lcg.bots.policies import choose, prepare
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    ELIMINATED_BY,
    ENCOUNTER,
    NONE,
    ROUNDS,
    SEATS,
    SIDE,
    ZONE,
)
from mazarbul.sim.games.lotr_lcg.kernel import (
    DECISION_CAP,
    deal_game,
    deal_next_quest,
    give_up,
    is_over,
    take,
)
from mazarbul.sim.games.lotr_lcg.records import END, ENDED_IN, set_field
from mazarbul.sim.games.lotr_lcg.rules.scoring import hero_cost, victory_points
from mazarbul.sim.games.lotr_lcg.rules.zones import engaged_with

#: One row a game; `game.game_columns` makes the `games` family from it. A campaign is one game.
RESULT = np.dtype(
    [
        ("winner", "i8"),
        ("end_reason", "i8"),
        ("quest", "i8"),  # quest reached, from 0
        ("stage", "i8"),  # depth of the stage reached, from 1
        ("rounds", "i8"),
        ("decisions", "i8"),
        ("score", "i8"),  # group score, sum of all quests won                          LCG-19.1
        ("victory", "i8"),  # victory points
        ("heroes_lost", "i8"),
        ("damage", "i8"),  # on living heroes
        ("threat", "i8", (SEATS,)),
        ("eliminated", "i8", (SEATS,)),
        ("first", "i8"),  # player who was first in the first round
        ("threat_round", "i8", (ROUNDS,)),
        ("progress_round", "i8", (ROUNDS,)),
    ],
    align=True,
)


@kernel
def ended_in(s, card):
    """Return the ENDED_IN code of a card."""
    zone = np.int64(s.zone[card])
    if zone != ZONE.PLAY:
        return zone
    if card // BLOCK == ENCOUNTER:
        if has(s.staging, card % BLOCK):
            return np.int64(ENDED_IN.STAGING)
        if s.active == card:
            return np.int64(ENDED_IN.ACTIVE)
    if engaged_with(s, card) != NONE:
        return np.int64(ENDED_IN.ENGAGED)
    return zone


@kernel
def add_outcome(s, t, row, quest_n):
    """Add a finished quest to the RESULT record of its game. quest_n: quests of the game."""
    row.winner = s.winner
    row.end_reason = s.end_reason
    row.quest = s.quest
    row.stage = t.stage_depth[s.stage]
    row.decisions += s.decisions
    row.heroes_lost = 0
    row.damage = 0
    score = np.int64(0)
    for player in range(t.player_n):
        cost, damage, dead = hero_cost(s, t, player)
        score += s.threat[player] + cost + damage
        row.heroes_lost += dead
        row.damage += damage
        row.threat[player] = s.threat[player]
        row.eliminated[player] = s.eliminated[player]
    points = victory_points(s, t)
    row.victory += points
    if s.winner == SIDE.PLAYERS:
        row.score += score - points
    played = min(np.int64(s.round_number), np.int64(ROUNDS) - row.rounds)
    for i in range(played):
        row.threat_round[row.rounds + i] = s.threat_record[i]
        row.progress_round[row.rounds + i] = (s.quest * 100 + s.progress_record[i]) // quest_n
    row.rounds += s.round_number


@kernel
def note_last_round(s, t):
    """Record threat and progress at the end of a game, in the middle of a round."""
    i = np.int64(s.round_number) - 1
    if i < 0 or i >= ROUNDS:
        return
    highest = np.int64(0)
    for player in range(t.player_n):
        if s.eliminated[player] == ELIMINATED_BY.NONE or s.winner != SIDE.PLAYERS:
            highest = max(highest, np.int64(s.threat[player]))
    s.threat_record[i] = highest
    if s.winner == SIDE.PLAYERS:
        s.progress_record[i] = 100
    elif t.quest_length > 0:
        points = np.int64(s.past_points) + min(np.int64(s.quest_progress), np.int64(t.stage_points[s.stage]))
        s.progress_record[i] = min(points * 100 // t.quest_length, 100)


@kernel
def write_records(s, t, cards, harms, first_encounter, harm_first):
    """Copy the bit fields of all cards to one row: player by player, then the encounter cards of the quest.

    cards: uint32 (cards of the game). harms: uint32 (encounter cards of the game). first_encounter,
    harm_first: where this quest's encounter cards begin in them.
    """
    k = 0
    for player in range(t.player_n):
        rest = np.int64(t.heroes[player] | t.deck[player])
        while rest != 0:
            card = np.int64(player) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            set_field(s, card, END, ended_in(s, card))
            cards[k] = s.card_record[card]
            k += 1
    for i in range(t.card_n[ENCOUNTER]):
        card = ENCOUNTER * BLOCK + i
        set_field(s, card, END, ended_in(s, card))
        cards[first_encounter + i] = s.card_record[card]
        harms[harm_first + i] = s.harm_record[card]


@kernel
def player_card_n(t):
    """Return the number of cards that all players own."""
    n = np.int64(0)
    for player in range(t.player_n):
        n += popcount(t.heroes[player] | t.deck[player])
    return n


@kernel
def clear_row(row):
    """Reset the sums over quests in a RESULT record."""
    row.rounds = 0
    row.decisions = 0
    row.score = 0
    row.victory = 0


@kernel
def play_batch(s, tables, minds, seed, first, rows, cards, harms):
    """Play games `first`, `first + 1`, ... of a run, one for each element of `rows`.

    tables: TABLES recarray, one for each quest of the campaign, usually only one. minds: MIND recarray of the
    same length. rows: RESULT recarray (n,). cards: uint32 (n, cards). harms: uint32 (n, encounter cards).
    The state `s` is workspace; after a fault it stays in `s` and no further game is played.
    """
    quest_n = tables.size
    for q in range(quest_n):
        prepare(tables[q], minds[q])
    own = player_card_n(tables[0])
    for i in range(rows.size):
        row = rows[i]
        clear_row(row)
        q = 0
        done = np.int64(0)  # encounter cards of earlier quests
        deal_game(s, tables[0], seed, first + i, 0)
        row.first = s.first_player
        while True:
            t = tables[q]
            take(s, t, NONE, NONE)
            while not is_over(s):
                if s.decisions >= DECISION_CAP:
                    give_up(s)
                    break
                take(s, t, choose(s, t, minds[q]), NONE)
            if s.fault != Fault.NONE:
                return
            note_last_round(s, t)
            add_outcome(s, t, row, quest_n)
            write_records(s, t, cards[i], harms[i], own + done, done)
            if s.winner != SIDE.PLAYERS or q + 1 == quest_n:
                break
            done += t.card_n[ENCOUNTER]
            q += 1
            if tables[q].carries_over != 0:
                deal_next_quest(s, tables[q], seed, first + i, q)
            else:
                deal_game(s, tables[q], seed, first + i, q)
