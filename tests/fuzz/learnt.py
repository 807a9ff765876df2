"""Damaged files of networks: their bytes, and heads of other shapes in files that are whole."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.bots.files import FOLDER
from mazarbul.sim.bots.network_files import HEAD
from mazarbul.sim.games.match import Match
from tests.fuzz.kind import InputKind
from tests.fuzz.mutators import mutated
from tests.fuzz.run_folders import DAMAGES, damaged

SHIPPED = FOLDER / "card_game" / "networks" / "duel.npz"
BOT = 'like = "heuristic"\nnetwork = "input.npz"\n'


@cache
def _whole() -> bytes:
    return SHIPPED.read_bytes()


@cache
def _arrays() -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(_whole())) as file:
        return dict(file)


def _bent(random: Random, _: str) -> bytes:
    """Return the file with damaged bytes."""
    return damaged(_whole(), random.choice(sorted(DAMAGES)), random.random(), random.randrange(999))


def _altered(random: Random, head: str) -> bytes:
    """Return the file with a damaged head, or an array of another shape or type."""
    arrays = dict(_arrays())
    if random.random() < 0.7:
        text = mutated(random, head).encode("utf-8", "surrogatepass")
        arrays[HEAD] = np.frombuffer(text, np.uint8)
    else:
        name = random.choice(sorted(set(arrays) - {HEAD}))
        values = arrays.pop(name)
        nan = values * np.float16("nan")
        others = (values[:-1], values.ravel(), values.astype(np.int8), values.astype("S4"), nan)
        arrays[random.choice((name, name, name.upper(), "nobody.state"))] = random.choice(others)
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def _play(raw: bytes, folder: Path) -> None:
    """Give a bot the network: it decides, or the file is refused."""
    network, bot = folder / "input.npz", folder / "input.toml"
    network.write_bytes(raw)
    bot.write_text(BOT)
    game = games.get("card_game")
    setup = game.setup("duel")
    match = Match(game, game.kit(setup), bots=[game.bot(str(bot), setup)] * 2)
    assert match.choose() in match.legal()


def _heads() -> tuple[str]:
    return (_arrays()[HEAD].tobytes().decode(),)


KINDS = (
    InputKind("networks, their bytes", lambda: ("",), _play, _bent, seconds=60),
    InputKind("networks, what is in them", _heads, _play, _altered, seconds=60),
)
