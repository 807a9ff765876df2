"""The columns of the games table, made from the kernels' records of finished games."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.kit import Recorder
from mazarbul.sim.games.lotr_lcg import batch, ids
from mazarbul.sim.games.records import Families, Labelled, by_round, wide


class Records(Recorder):
    """The records of n games: a row of each array for each game (see `batch.play_batch`)."""

    def __init__(self, setup: Setup, n: int) -> None:
        items = setup.catalogue["cards"]
        self.setup = setup
        self.encounter = [card for card in items if not card["seat"]]  # they come last
        self.rows = np.zeros(n, dtype=batch.RESULT).view(np.recarray)
        self.cards = np.zeros((n, len(items)), np.uint32)
        self.harms = np.zeros((n, len(self.encounter)), np.uint32)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays that `play_batch` fills."""
        return self.rows, self.cards, self.harms

    def begin(self, i: int, s: np.record) -> None:
        """Record the first player of game `i`."""
        batch.clear_row(self.rows[i])
        self.rows[i].first = s.first_player

    def end(self, i: int, s: np.record) -> None:
        """Record the result of game `i` after the quest that has just ended."""
        quests, quest = self.setup.tables, int(s.quest)
        t = quests[quest]
        own = self.cards.shape[1] - len(self.encounter)
        done = sum(int(before.card_n[ids.ENCOUNTER]) for before in quests[:quest])
        batch.note_last_round(s, t)
        batch.add_outcome(s, t, self.rows[i], len(quests))
        batch.write_records(s, t, self.cards[i], self.harms[i], own + done, done)

    def families(self, first: int) -> Families:
        """Return the records of all games."""
        index = np.arange(first, first + self.rows.size, dtype=np.int64)
        return {
            "games": game_columns(self.setup, index, self.rows),
            "cards": {"game": index} | wide(self.setup.catalogue["cards"], self.cards),
            "harms": {"game": index} | wide(self.encounter, self.harms),
        }


def game_columns(setup: Setup, index: np.ndarray, rows: np.recarray) -> dict[str, np.ndarray | Labelled]:
    """Return the columns of the games table for finished games. rows: `batch.RESULT` (n,).

    A campaign is one game: its stages, rounds and scores are those of its quests one after another.
    """
    is_lost = rows.winner != ids.SIDE.PLAYERS
    score = rows.score.astype(np.int16)
    before = np.concatenate([[0], np.cumsum([int(t.depth_n) for t in setup.tables])])  # of earlier quests
    columns: dict[str, np.ndarray | Labelled] = {
        "game": index,
        "winner": Labelled(rows.winner.astype(np.int8), ids.SIDES),
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
        "eliminated_n": (rows.eliminated != ids.ELIMINATED_BY.NONE).sum(1).astype(np.int8),
    }
    if len(setup.tables) > 1:
        columns["quest"] = Labelled(
            rows.quest.astype(np.int8), tuple(each["id"] for each in setup.catalogue["quests"])
        )
    for seat, name in enumerate(setup.seats):
        columns[f"threat_{name}"] = rows.threat[:, seat].astype(np.int8)
        columns[f"eliminated_{name}"] = Labelled(rows.eliminated[:, seat].astype(np.int8), ids.ELIMINATIONS)
    last = recorded_rounds(setup)
    threat = by_round("threat", rows.threat_round[:, :last], rows.rounds)
    progress = by_round("progress", rows.progress_round[:, :last], rows.rounds)
    for pair in zip(threat.items(), progress.items(), strict=True):
        columns |= dict(pair)
    return columns


def recorded_rounds(setup: Setup) -> int:
    """Return the number of rounds of a game that are recorded one by one."""
    return min(int(setup.tables[0].round_cap) * len(setup.tables), ids.ROUNDS)
