"""The columns of the games table, made of what the kernels write down of finished games."""

from __future__ import annotations

import numpy as np

from sim.data.setup import Setup
from sim.games.contract import Labelled
from sim.games.lotr_lcg import ids, words


def game_columns(setup: Setup, index: np.ndarray, rows: np.recarray) -> dict[str, np.ndarray | Labelled]:
    """Return the columns of the games table for finished games. rows: `batch.RESULT` (n,).

    A campaign is one game: its stages, rounds and scores are those of its quests one after another.
    """
    is_lost = rows.winner != ids.PLAYERS
    score = rows.score.astype(np.int16)
    before = np.concatenate([[0], np.cumsum([int(t.depth_n) for t in setup.tables])])  # stages before a quest
    columns: dict[str, np.ndarray | Labelled] = {
        "game": index,
        "winner": Labelled(rows.winner.astype(np.int8), words.SIDES),
        "end_reason": Labelled(rows.end_reason.astype(np.int8), ids.END_REASONS),
        "rounds": rows.rounds.astype(np.int16),
        "group_score": np.ma.MaskedArray(score, is_lost),
        "player_score": np.ma.MaskedArray((score / len(setup.seats)).astype(np.float32), is_lost),
        "victory": rows.victory.astype(np.int16),
        "stage": (before[rows.quest] + rows.stage).astype(np.int8),
        "decisions": rows.decisions.astype(np.int32),
        "first": Labelled(rows["first"].astype(np.int8), setup.seats),
        "heroes_lost": rows.heroes_lost.astype(np.int8),
        "damage": rows.damage.astype(np.int16),
        "eliminated_n": (rows.eliminated != ids.IN_GAME).sum(1).astype(np.int8),
    }
    if len(setup.tables) > 1:
        columns["quest"] = Labelled(
            rows.quest.astype(np.int8), tuple(each["id"] for each in setup.catalogue["quests"])
        )
    for seat, name in enumerate(setup.seats):
        columns[f"threat_{name}"] = rows.threat[:, seat].astype(np.int8)
        columns[f"eliminated_{name}"] = Labelled(rows.eliminated[:, seat].astype(np.int8), ids.ELIMINATIONS)
    for i in range(recorded_rounds(setup)):
        is_over = rows.rounds <= i
        for name in ("threat_round", "progress_round"):
            values = np.clip(rows[name][:, i], 0, np.iinfo(np.int8).max).astype(np.int8)
            columns[f"{name}_{i + 1}"] = np.ma.MaskedArray(values, is_over)
    return columns


def recorded_rounds(setup: Setup) -> int:
    """Return how many rounds of a game are recorded one by one."""
    return min(int(setup.tables[0].round_cap) * len(setup.tables), ids.ROUNDS)
