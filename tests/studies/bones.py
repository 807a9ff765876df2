"""A small game with known odds for the tests of studies: two sides roll and add the bonus of their cards.

Each side rolls 1 to 20 and adds the bonus of its cards; the higher sum wins, a tie goes to dark. A bot that
avoids a card does not count it; a blundering bot halves its roll with that probability. Written in
numpy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.data.overlays import each_overlay, overlay_at
from mazarbul.sim.games.contract import Bot, Labelled, Restriction, Setup, Variant
from mazarbul.sim.toml import DataError
from tests.runner.dice import rolls

SIDES = ("light", "dark")
CARDS = {"blade": ("light", 3), "shield": ("light", 1), "axe": ("dark", 2), "stone": ("dark", 0)}
#: The roll of a side: two dice as a number 0 .. 35, scaled to 1 .. 20.
FACES = np.arange(36) * 20 // 36 + 1


def merged(overlay) -> dict[str, int]:
    """Return card -> bonus after all overlays. Raises DataError for anything the game does not have."""
    found = {card: bonus for card, (_, bonus) in CARDS.items()}
    for change in each_overlay(overlay):
        for card, keys in change["card"].items() if isinstance(change, Mapping) else ():
            if card not in CARDS or set(keys) != {"bonus"}:
                raise DataError(f"unknown card or key in {change}")
            found[card] = keys["bonus"]
    return found


def odds(bonus: Mapping[str, int], avoided: str = "") -> float:
    """Return light's exact chance to win."""
    sums = {
        side: sum(b for card, b in bonus.items() if CARDS[card][0] == side and card != avoided)
        for side in SIDES
    }
    return float((FACES[:, None] + sums["light"] > FACES[None, :] + sums["dark"]).mean())


class Bones:
    """See the module."""

    name = "bones"
    title = "Bones"

    def scenarios(self):
        return {"plain": "Plain bones", "other": "Other bones"}

    def switches(self):
        return {}

    def bots(self):
        return {"heuristic": "rolls", "steady": "rolls as well", "random": "rolls badly"}

    def setup(self, scenario, *, overlay=None):
        if scenario not in self.scenarios():
            raise DataError(f"unknown scenario {scenario!r}")
        bonus = merged(overlay)
        table = np.rec.array([tuple(bonus.values())], dtype=[(card, "i8") for card in CARDS])[0]
        catalogue = {
            "game": self.name, "scenario": scenario, "title": self.scenarios()[scenario], "data_version": "1",
            "seats": [{"id": side, "name": side.title(), "side": side, "deck": side} for side in SIDES],
        }  # fmt: skip
        digest = hashlib.sha256(table.tobytes()).hexdigest()
        return Setup(self.name, scenario, catalogue["title"], table, digest, SIDES, SIDES, {}, catalogue)

    def bot(self, name, setup=None):
        words = name.split()
        if words[0] not in self.bots():
            raise DataError(f"unknown bot {words[0]!r}; valid: heuristic, steady, random")
        said = dict(word.split("=") for word in words[1:])
        blunder = 1.0 if words[0] == "random" else float(said.get("blunder", 0))
        avoid = (said["avoid"],) if "avoid" in said else ()
        return Bot(name=name, policy=0, weights=np.zeros(1), avoid=avoid, blunder=blunder)

    def warm_up(self, setup, bots):
        return False

    def play(self, setup, bots, seed, first, n):
        sums = []
        for side, bot in enumerate(bots):
            dice = [rolls(seed, first, n, stream) - 1 for stream in (2 * side, 2 * side + 10)]
            rolled = FACES[dice[0] * 6 + dice[1]]
            chance = (rolls(seed, first, n, side + 20) - 1) / 6 < bot.blunder
            rolled = np.where(chance, rolled // 2, rolled)
            mine = [
                c for c, (owner, _) in CARDS.items() if owner == SIDES[side] and f"card:{c}" not in bot.avoid
            ]
            sums.append(rolled + sum(int(setup.tables[card]) for card in mine))
        winner = np.where(sums[0] > sums[1], 0, 1).astype(np.int8)
        index = np.arange(first, first + n, dtype=np.int64)
        return {
            "games": {
                "game": index,
                "winner": Labelled(winner, SIDES),
                "score_light": sums[0].astype(np.int16),
                "score_dark": sums[1].astype(np.int16),
                "rounds": np.ones(n, np.int8),
            },
            "cards": {"game": index, "light/blade": np.ones(n, np.uint32)},
        }

    def variants(self, scenario, *, overlay=None):
        found = []
        for card, (side, _) in CARDS.items():
            was = merged(overlay)[card]
            for kind, now in (("blank", 0), ("plus", was + 1), ("minus", was - 1)):
                found.append(
                    Variant(
                        id=f"{card}.{kind}", subject=card, subject_kind="card", name=card.title(), side=side,
                        seat=side, deck=side, facts={"faction": side, "type": "item"}, kind=kind,
                        field="" if kind == "blank" else "bonus",
                        label=f"bonus {was} -> {now}", was=was, now=now,
                        overlay=overlay_at(f"card.{card}.bonus", now),
                    )
                )  # fmt: skip
        return found

    def value(self, path, scenario, *, overlay=None):
        parts = path.split(".")
        if len(parts) != 3 or parts[0] != "card" or parts[1] not in CARDS or parts[2] != "bonus":
            raise DataError(f"there is no {path}")
        return merged(overlay)[parts[1]]

    def restrictions(self, setup):
        return [
            Restriction(
                word=f"card:{card}", kind="card", thing=card, name=card.title(), side=side, label=f"no {card}"
            )
            for card, (side, _) in CARDS.items()
        ]


games.register(Bones())
