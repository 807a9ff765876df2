"""A small game whose bots have weights with a known best: archers shoot at each other, or at a dragon.

The skill of a side falls with the squared distance of its weights from BEST. In `duel` light wins with the
logistic chance of the difference of both skills; in `uphill` dark has more skill. In `quest` light has both
seats and wins with the chance of its own skill against DRAGON, and miles grow with the skill too. A weight
that starts at 0 has its best at 1.
Written in numpy.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.files import BotSpec, available_bots, load_bot
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.games.contract import Labelled, Setup
from mazarbul.sim.toml import DataError

SIDES = ("light", "dark")
SCENARIOS = {
    "duel": "The duel",
    "uphill": "The duel uphill",
    "quest": "The dragon",
    "hopeless": "The hopeless dragon",
}
SLOPE = {"duel": 0.0, "uphill": 1.5}
DRAGON = {"quest": 0.0, "hopeless": 30.0}
MILES = 100
WEIGHTS = Weights(
    "one arrow",
    ("draw", 1.0, "how far to draw the bow"),
    ("wind", 0.5, "how much the wind counts"),
    ("song", 0.0, "how loud to sing"),
)
BEST = {"light": (2.0, 0.25, 1.0), "dark": (1.0, 1.5, 1.0)}
SPEC = BotSpec(
    "archers",
    {"random": 0, "heuristic": 1},
    WEIGHTS,
    SIDES,
    Path(__file__).parent / "archer_bots",
    scenarios=SCENARIOS,
)


def skill(bot: Bot, side: str) -> float:
    """Return the skill of a bot on a side; that of the random bot is low."""
    if bot.policy == 0:
        return -8.0
    draw, wind, song = bot.weights.reshape(2, -1)[SIDES.index(side)]
    best = BEST[side]
    away = np.log(max(draw, 1e-9) / best[0]), np.log(max(wind, 1e-9) / best[1]), song - best[2]
    return -float(np.square(away).sum())


def chance(margin: float) -> float:
    """Return the chance to win with a margin of skill."""
    return float(1 / (1 + np.exp(-2 * margin)))


def luck(seed: int, first: int, n: int) -> np.ndarray:
    """Return the luck of games, 0 to 1."""
    begin = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
    words = np.arange(first, first + n, dtype=np.uint64) + begin
    for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
        words = (words ^ (words >> np.uint64(30))) * np.uint64(factor)
    return (words ^ (words >> np.uint64(31))).astype(np.float64) / 2.0**64


class Archers:
    """See the module."""

    name = "archers"
    title = "Archers"

    def scenarios(self):
        return SCENARIOS

    def switches(self):
        return {}

    def bots(self):
        return available_bots(SPEC)

    def weights(self):
        return WEIGHTS

    def weighed_sides(self):
        return SIDES

    def bot(self, name, setup=None):
        return load_bot(replace(SPEC, scenario=setup.scenario if setup else ""), name)

    def setup(self, scenario):
        if scenario not in SCENARIOS:
            raise DataError(f"unknown scenario {scenario!r}")
        seats, sides = (SIDES, SIDES) if scenario in SLOPE else (("one", "two"), ("light", "light"))
        catalogue = {
            "game": self.name, "scenario": scenario, "title": SCENARIOS[scenario], "data_version": "1",
            "sides": [{"id": side, "name": side.title()} for side in SIDES],
            "seats": [{"id": seat, "name": seat.title(), "side": side, "deck": seat}
                      for seat, side in zip(seats, sides, strict=True)],
        }  # fmt: skip
        if scenario in DRAGON:
            miles = {"id": "miles", "label": "miles", "axis": "miles", "prefix": "miles_round_"}
            measures = [miles | {"high": MILES, "good": "light"}]
            catalogue["declared"] = {"courses": {"measures": measures}}
        digest = hashlib.sha256(scenario.encode()).hexdigest()
        return Setup(self.name, scenario, SCENARIOS[scenario], None, digest, seats, sides, {}, catalogue)

    def warm_up(self, setup, bots):
        return False

    def play(self, setup, bots, seed, first, n):
        is_duel = setup.scenario in SLOPE
        light = skill(bots[0], "light")
        dark = skill(bots[1], "dark") + SLOPE[setup.scenario] if is_duel else DRAGON[setup.scenario]
        winner = np.where(luck(seed, first, n) < chance(light - dark), 0, 1).astype(np.int8)
        columns = {
            "game": np.arange(first, first + n, dtype=np.int64),
            "winner": Labelled(winner, SIDES),
            "rounds": np.full(n, 2, np.int8),
        }
        if not is_duel:
            gone = np.clip(MILES * (1 + light / 10) + 5 * luck(seed + 1, first, n), 0, MILES).astype(np.int16)
            columns["miles_round_1"] = gone
            columns["miles_round_2"] = np.ma.MaskedArray(np.zeros(n, np.int16), np.ones(n, bool))
        return {"games": columns}


games.register(Archers())
