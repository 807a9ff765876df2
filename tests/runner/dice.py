"""A small game for the runner's tests, in numpy: two seats roll dice. It follows the game contract."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.bots.bot import check_avoided, read_text
from mazarbul.sim.data.loading import NOTHING
from mazarbul.sim.data.overlays import each_overlay
from mazarbul.sim.games.contract import Bot, Labelled, Setup
from mazarbul.sim.toml import DataError, Document, nearest

SEATS = ("north", "south")
SIDES = ("light", "dark")
#: Scenarios; `slow` waits, `broken` fails in game 700.
SCENARIOS = {"pair": "Two dice", "slow": "Two dice, thoughtfully", "broken": "Two dice, one lost"}
SLOW_SECONDS = 0.0005  # for each game, unless the environment says how many
SECONDS_VARIABLE = "DICE_SECONDS"
BROKEN_GAME = 700
SWITCHES = {"loaded": False}


def rolls(seed: int, first: int, n: int, stream: int) -> np.ndarray:
    """Return n rolls, 1..6 (int64), of games first.. of a seed: each depends only on its own game."""
    with np.errstate(over="ignore"):
        z = np.arange(first, first + n, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z += np.uint64((seed * 0xD1342543DE82EF95 + stream) % 2**64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    return (z % np.uint64(6)).astype(np.int64) + 1


class Dice:
    """The higher roll wins; a tie has no winner. The bot "lucky" adds its weight to its roll."""

    name = "dice"
    title = "Dice"

    def scenarios(self):
        return dict(SCENARIOS)

    def switches(self):
        return {"loaded": "north's die shows one more (off)"}

    def bots(self):
        return {"heuristic": "rolls", "lucky": "rolls and adds one"}

    def setup(self, scenario, *, switches=NOTHING, overlay=None):
        if scenario not in SCENARIOS:
            raise DataError(
                f"unknown scenario {scenario!r}; valid: {', '.join(SCENARIOS)}",
                suggestion=nearest(scenario, SCENARIOS),
            )
        for switch in switches:
            if switch not in SWITCHES:
                raise DataError(
                    f"unknown switch {switch!r}; valid: loaded", suggestion=nearest(switch, SWITCHES)
                )
        bonus = 0
        for change in each_overlay(overlay):
            bonus = (change if isinstance(change, dict) else Document.load(change).data).get("bonus")
            if type(bonus) is not int or not 0 <= bonus < 100:
                raise DataError("'bonus' is a whole number below 100")
        known = SWITCHES | dict(switches)
        table = np.rec.array([(bonus, known["loaded"])], dtype=[("bonus", "i8"), ("loaded", "?")])[0]
        catalogue = {"game": "dice", "scenario": scenario, "title": SCENARIOS[scenario], "seats": []}
        digest = hashlib.sha256(table.tobytes()).hexdigest()
        return Setup("dice", scenario, SCENARIOS[scenario], table, digest, SEATS, SIDES, known, catalogue)

    def bot(self, name, setup=None):
        text = read_text(name)
        file = Path(text.name) if text.name.endswith(".toml") else None
        if file is None and text.name not in self.bots():
            raise DataError(
                f"unknown bot {name!r}; valid: heuristic, lucky", suggestion=nearest(name, self.bots())
            )
        luck = float(Document.load(file).data["luck"] if file else text.name == "lucky")
        called = text.called(file.stem if file else text.name)
        bot = Bot(called, 0, np.array([luck]), text.avoid, text.blunder or 0.0)
        check_avoided([bot], ["card:six", "action:roll"])
        return bot

    def value(self, path, scenario, **given):
        return {"bonus": int(self.setup(scenario, **given).tables.bonus)}[path]

    def warm_up(self, setup, bots):
        return False

    def play(self, setup, bots, seed, first, n):
        if setup.scenario == "slow":
            time.sleep(n * float(os.environ.get(SECONDS_VARIABLE, SLOW_SECONDS)))
        if setup.scenario == "broken" and first <= BROKEN_GAME < first + n:
            raise ArithmeticError("the die rolled off the table")
        north, south = (rolls(seed, first, n, seat) + int(bot.weights[0]) for seat, bot in enumerate(bots))
        north = north + int(setup.tables.bonus) + int(setup.tables.loaded)
        index = np.arange(first, first + n, dtype=np.int64)
        winner = np.where(north == south, -1, north < south).astype(np.int8)
        margin = np.ma.MaskedArray((north - south).astype(np.int8), mask=winner < 0)
        return {
            "games": {
                "game": index,
                "winner": Labelled(winner, SIDES),
                "margin": margin,
                "decisions": index % 3,
            },
            "cards": {
                "game": index,
                "north/die": north.astype(np.uint32),
                "south/die": south.astype(np.uint32),
            },
        }

    def trace(self, setup, bots, seed, index):
        for seat, bot in enumerate(bots):
            yield f"{SEATS[seat]} rolls {rolls(seed, index, 1, seat)[0] + int(bot.weights[0])}"

    def script(self, file):
        return DiceScript(file)


class DiceScript:
    def __init__(self, file):
        self.file = Path(file)

    def play(self):
        text = self.file.read_text(encoding="utf-8")
        if "cheat" in text:
            error = DataError("the script cheats", self.file, 1, 1)
            error.before = text[: text.index("cheat")].splitlines()
            raise error
        return text.splitlines()


games.register(Dice())
