"""Bots against each other: who beats whom, ratings, and how the balance changes with skill.

Reads a collection of the kind `ladder`: every member is a run of one bot for the first side against one for
the second, with the facts first_bot, second_bot (labels) and first_level, second_level (place in the
ladder, 0 = weakest). Where all seats are of one side there is no second bot, and the ladder shows how
hard the game is for players of each level (`curve`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from mazarbul.analysis import outcome
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.estimates import Z, rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.scenarios import wins
from mazarbul.analysis.sealed import RunError

MOST_RATED = 2_000  # games of a pairing that count for the ratings; more would not be worth the time
FACTS = ("first_bot", "second_bot", "first_level", "second_level")


def is_curve(collection: Collection) -> bool:
    """Return whether the bots of a ladder play together, not against each other."""
    return "first_bot" in collection.members and "second_bot" not in collection.members


@of_opened
def curve(collection: Collection) -> pd.DataFrame:
    """Return how hard a game is by level of play: win rate of the players, all with the same bot.

    Columns: level, bot, games, win (+_low _high _n), score (mean main score of the games won, +..., where
    recorded and any was won), weakest first.
    """
    _check(collection, FACTS[::2])
    rows = []
    for facts, run in collection.runs():
        row = {"level": facts["first_level"], "bot": facts["first_bot"], "games": run.games}
        row["won"] = wins(run, run.sides[0])
        scored = outcome.score(run)
        if len(scored):
            first = scored.iloc[0]
            row |= {f"score{tail}": first[f"mean{tail}"] for tail in ("", "_low", "_high", "_n")}
        rows.append(row)
    table = pd.DataFrame(rows).sort_values("level", ignore_index=True)
    return table.assign(**rate_columns("win", table["won"], table["games"])).drop(columns="won")


@of_opened
def matrix(collection: Collection) -> pd.DataFrame:
    """Return the win rate of the first side for every pairing.

    Columns: first_bot, second_bot, first_level, second_level, games, win (+_low _high _n).
    """
    _check(collection)
    rows = []
    for facts, run in collection.runs():
        won = wins(run, run.sides[0])
        rows.append({name: facts[name] for name in FACTS} | {"games": run.games, "wins": won})
    table = pd.DataFrame(rows).sort_values(["first_level", "second_level"], ignore_index=True)
    return table.assign(**rate_columns("win", table["wins"], table["games"])).drop(columns="wins")


@of_opened
def balance(collection: Collection) -> pd.DataFrame:
    """Return how the balance changes with skill: win rate of the first side if both play equally well.

    Columns: level, bot, games, win (+_low _high _n), weakest first.
    """
    table = matrix(collection)
    equal = table[table["first_level"] == table["second_level"]]
    named = {"first_level": "level", "first_bot": "bot"}
    return equal.drop(columns=["second_bot", "second_level"]).rename(columns=named).reset_index(drop=True)


@of_opened
def ratings(collection: Collection) -> pd.DataFrame:
    """Rate every bot on every side by openskill's Bradley-Terry model (without drift of skill over time).

    A bot on one side and on the other are two players: a game need not be as hard for both. Up to MOST_RATED
    games of every pairing are rated in an order shuffled with a fixed seed; a game without a winner is a
    draw. Columns: bot, level, side, rating (+_low _high: plus and minus 1.96 of the model's sigma), games.
    Highest first.
    """
    from openskill.models import BradleyTerryFull  # only ratings need it

    _check(collection)
    model = BradleyTerryFull(tau=0.0)
    players: dict[tuple[int, str], list] = {}  # (side, bot) -> [rating, level, games]
    games: list[tuple[tuple[int, str], tuple[int, str], int]] = []
    sides: tuple[str, ...] = ()
    for facts, run in collection.runs():
        sides = sides or run.sides
        pair = (0, facts["first_bot"]), (1, facts["second_bot"])
        for player, level in zip(pair, (facts["first_level"], facts["second_level"]), strict=True):
            players.setdefault(player, [model.rating(), level, 0])
        run.check_rows("the rating of bots")
        results = run.sql(f"select winner from games order by game limit {MOST_RATED}")["winner"]
        games += [(*pair, sides.index(winner) if winner in sides else -1) for winner in results]
    for i in np.random.default_rng(0).permutation(len(games)):
        one, two, winner = games[i]
        ranks = {0: [0.0, 1.0], 1: [1.0, 0.0]}.get(winner, [0.0, 0.0])
        ((new_one,), (new_two,)) = model.rate([[players[one][0]], [players[two][0]]], ranks=ranks)
        for player, rating in ((one, new_one), (two, new_two)):
            players[player][0] = rating
            players[player][2] += 1
    rows = [
        {
            "bot": bot, "level": level, "side": sides[side], "rating": rating.mu,
            "rating_low": rating.mu - Z * rating.sigma, "rating_high": rating.mu + Z * rating.sigma,
            "rating_n": count, "games": count,
        }
        for (side, bot), (rating, level, count) in players.items()
    ]  # fmt: skip
    return pd.DataFrame(rows).sort_values("rating", ascending=False, ignore_index=True)


def _check(collection: Collection, facts: Sequence[str] = FACTS) -> None:
    """Raise RunError unless the members record who played whom."""
    missing = [name for name in facts if name not in collection.members]
    if missing:
        raise RunError(
            collection.path,
            f"is a {collection.kind} whose members lack {missing[0]!r}",
            "give a ladder of bots",
        )
