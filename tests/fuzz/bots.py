"""Bots: their files, and their texts with words added to a name."""

from __future__ import annotations

import re
from dataclasses import asdict
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.bots.files import BY, FOLDER, SEARCH
from mazarbul.sim.games.contract import Setup
from tests.fuzz.data_files import SCENARIO_OF
from tests.fuzz.kind import InputKind, toml_data
from tests.fuzz.mutators import encoded, mutated

OWN = """summary = "mine"
like = "heuristic blunder=0.5"
avoid = [WORD]
blunder = 0.25

[weights]
"""
SEARCHING = """policy = "search"
[search]
rollouts = 20
arms = 4
clear = 0.5
by = "random"
"""
TEXTS = {
    "board_game": ("heuristic", "random blunder=0.5", "heuristic blunder=0.125"),
    "card_game": ( "heuristic", "random", "heuristic blunder=0.2",
    "heuristic avoid=card:gimli avoid=action:ring blunder=0.25", "search:30 avoid=card:gimli",
    ),
    "lotr_lcg": ("heuristic", "random blunder=1", "heuristic avoid=card:gandalf blunder=0.125"),
}  # fmt: skip


#: A word of each game that its bots may avoid.
AVOIDED = {"board_game": "card:fp_char_13", "card_game": "action:ring", "lotr_lcg": "card:gandalf"}


@cache
def setup_of(game: str) -> Setup:
    """Return a set-up of a game for bots to play in."""
    return games.get(game).setup(SCENARIO_OF[game])


def _files(game: str) -> list[str]:
    weights = games.get(game).weights().defaults
    own = OWN.replace("WORD", f'"{AVOIDED[game]}"')
    own += "".join(f"{name} = {value}\n" for name, value in list(weights.items())[:5])
    files = sorted((FOLDER / game).glob("*.toml"))
    # a damaged file lies in a folder of its own, without the networks
    shipped = [file.read_text("utf-8").replace('"networks/', f'"{file.parent}/networks/') for file in files]
    return [own, SEARCHING, *shipped]


def _file_kind(game: str) -> InputKind:
    samples: list[str] = []

    def texts() -> list[str]:
        if not samples:
            samples.extend(_files(game))
        return samples

    def attempt(raw: bytes, folder: Path) -> None:
        path = folder / "input.toml"
        path.write_bytes(raw)
        player = games.get(game)
        bot = player.bot(str(path), setup_of(game))
        said, kind = toml_data(raw), player.bot_spec
        assert np.isfinite(bot.weights).all()
        assert 0 <= bot.blunder <= 1
        assert set(said.get("avoid", ())) <= set(bot.avoid)
        assert "blunder" not in said or bot.blunder == said["blunder"]
        if said.get("policy") == SEARCH:
            found = asdict(bot.search)
            assert all(found[key] == value for key, value in said.get(SEARCH, {}).items() if key != BY)
        else:
            assert bot.search is None
            assert "policy" not in said or bot.policy == kind.policies[said["policy"]]
        tables = (said, said.get("scenarios", {}).get(SCENARIO_OF[game], {}))
        of_sides = bot.weights.reshape(len(kind.sides), -1)
        for side, weights in zip(kind.sides, of_sides, strict=True):
            wanted = {}
            for table in tables:
                wanted |= table.get("weights", {}) | table.get(side, {})
            found = dict(zip(kind.weights.defaults, weights, strict=True))
            assert all(found[name] == value for name, value in wanted.items())

    return InputKind(f"bot files of {game}", texts, attempt)


def _text_kind(game: str) -> InputKind:
    def make(random: Random, sample: str) -> bytes:
        if random.random() < 0.03:
            return sample.replace(" ", " " * 50_000).encode()
        return encoded(random, mutated(random, sample, TEXTS[game]))

    def attempt(raw: bytes, _folder: Path) -> None:
        text = raw.decode("utf-8", "surrogateescape")
        player = games.get(game)
        bot = player.bot(text, setup_of(game))
        name, *words = re.split(r"\s+(?=[a-z_]+=)", text.strip())
        name, colon, rollouts = name.partition(":")
        assert name in player.bots(), f"{name!r} is not a bot of {game}"
        assert not colon or bot.search.rollouts == int(rollouts)
        assert {word.removeprefix("avoid=") for word in words if word.startswith("avoid=")} == set(bot.avoid)
        shares = [float(word.removeprefix("blunder=")) for word in words if word.startswith("blunder=")]
        assert [bot.blunder] == (shares or [0.0])
        assert player.bot(bot.name, setup_of(game)).name == bot.name

    return InputKind(f"bots of {game}", lambda: TEXTS[game], attempt, make)


KINDS = tuple(kind(game) for kind in (_file_kind, _text_kind) for game in SCENARIO_OF)
