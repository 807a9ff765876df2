"""The Card Game as the rest of the program sees it: the game contract of `sim.games.contract`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np

from sim.bots.bot import check_avoided
from sim.bots.files import Kind, available_bots, load_bot
from sim.games.card_game import ids, loading
from sim.games.card_game import vocabulary as words
from sim.games.card_game.catalogue import make_setup
from sim.games.card_game.features import POLICIES, WEIGHTS
from sim.games.card_game.restrictions import known_words, restrictions, seated
from sim.games.card_game.tables import CardTables, make_tables
from sim.games.card_game.values import value_at
from sim.games.card_game.variants import variants
from sim.games.contract import Bot, Labelled, Restriction, Setup, Variant
from sim.games.overlays import Overlays

NOTHING: Mapping = MappingProxyType({})
KINDS = ("path", "free_peoples_battleground", "shadow_battleground")


class CardGame:
    """War of the Ring: The Card Game."""

    name = "card_game"
    title = "War of the Ring: The Card Game"

    def scenarios(self) -> dict[str, str]:
        """Return scenario id -> title."""
        return loading.scenarios()

    def decks(self) -> dict[str, str]:
        """Return deck id -> name."""
        return loading.decks()

    def switches(self) -> dict[str, str]:
        """Return switch id -> one line of help."""
        return loading.switches()

    def bots(self) -> dict[str, str]:
        """Return bot name -> one line of help."""
        return available_bots(self.name)

    def bot(self, name: str, setup: Setup | None = None) -> Bot:
        """Return the bot written as a name or TOML file and what is added to it (see `sim.bots.bot`).

        setup: where it is to play; what it avoids must be known there.
        """
        bot = load_bot(Kind(self.name, POLICIES, WEIGHTS, words.SIDES), name)
        if setup is not None:
            check_avoided([bot], known_words(setup))
        return bot

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what the bots of each side can sensibly be told to avoid."""
        return restrictions(setup)

    def tables(
        self,
        scenario: str | Path,
        *,
        switches: Mapping[str, object] = NOTHING,
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = NOTHING,
    ) -> CardTables:
        """Return the tables of a scenario together with the names behind their numbers."""
        return make_tables(loading.load_data(scenario, switches, overlay, decks))

    def setup(
        self,
        scenario: str,
        *,
        switches: Mapping[str, object] = NOTHING,
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = NOTHING,
    ) -> Setup:
        """Make a scenario (an id, or the path of a TOML file) ready to play."""
        tables = self.tables(scenario, switches=switches, overlay=overlay, decks=decks)
        return make_setup(self.name, tables)

    def variants(
        self,
        scenario: str,
        *,
        switches: Mapping[str, object] = NOTHING,
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = NOTHING,
    ) -> list[Variant]:
        """Return every variant of a card or location in play: blank, or one of its numbers changed by one."""
        return variants(loading.load_data(scenario, switches, overlay, decks))

    def value(
        self,
        path: str,
        scenario: str,
        *,
        switches: Mapping[str, object] = NOTHING,
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = NOTHING,
    ) -> int | float | bool | str:
        """Return the value of a dotted overlay path such as `card.gimli.icons.path` or `path.bag_end.vp`."""
        return value_at(path, loading.load_data(scenario, switches, overlay, decks))

    def warm_up(self, setup: Setup, bots: Sequence[Bot]) -> None:
        """Compile or load every kernel that playing needs."""
        self.play(setup, bots, 0, 0, 1)

    def play(
        self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int
    ) -> dict[str, dict[str, np.ndarray | Labelled]]:
        """Play games `first` .. `first + n - 1` of a run seed: family -> column -> n values."""
        from sim.games.card_game.batch import RESULT, play_batch
        from sim.games.card_game.state import empty_state

        rows = np.zeros(n, dtype=RESULT).view(np.recarray)
        cards = np.zeros((n, len(setup.catalogue["cards"])), np.uint32)
        places = np.zeros((n, ids.PLACES), np.uint32)
        factions = np.zeros((n, ids.FACTIONS, len(KINDS), 2), np.int16)
        play_batch(
            empty_state(), setup.tables, seated(bots, setup), seed, first, rows, cards, places, factions
        )
        index = np.arange(first, first + n, dtype=np.int64)
        return {
            "games": game_columns(setup, index, rows),
            "cards": {"game": index} | _wide(setup.catalogue["cards"], cards),
            "places": {"game": index} | _wide(setup.catalogue["places"], places[:, _place_indices(setup)]),
            "factions": {"game": index} | _faction_columns(factions),
        }

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""
        from sim.games.card_game.trace import trace_game

        return trace_game(setup, bots, seed, index)

    def run_script(self, path: Path) -> list[str]:
        """Replay a script file and return its report; raises a DataError where it does not hold."""
        from sim.games.card_game.script import run_script

        return run_script(path)


def game_columns(setup: Setup, index: np.ndarray, rows: np.recarray) -> dict[str, np.ndarray | Labelled]:
    """Return the columns of the games table for finished games."""
    places = {
        place["id"]: i for place, i in zip(setup.catalogue["places"], _place_indices(setup), strict=True)
    }
    paths = _labels(places, ids.BATTLEGROUNDS, ids.PATHS)
    battlegrounds = _labels(places, 0, ids.BATTLEGROUNDS)
    last = int(setup.tables.last_number)
    columns: dict[str, np.ndarray | Labelled] = {
        "game": index,
        "winner": Labelled(rows.winner.astype(np.int8), words.SIDES),
        "end_reason": Labelled(rows.end_reason.astype(np.int8), ids.END_REASONS),
        "rounds": rows.rounds.astype(np.int8),
        "score_free_peoples": rows.score[:, ids.FREE_PEOPLES].astype(np.int16),
        "score_shadow": rows.score[:, ids.SHADOW].astype(np.int16),
        "corruption": rows.corruption.astype(np.int16),
        "turns": rows.turns.astype(np.int16),
        "decisions": rows.decisions.astype(np.int16),
        "lead_changes": rows.lead_changes.astype(np.int8),
        "start": Labelled(rows.start.astype(np.int8), setup.seats),
    }
    for i in range(last):
        lead = np.clip(rows.lead[:, i], -127, 127).astype(np.int8)
        columns[f"lead_round_{i + 1}"] = np.ma.MaskedArray(lead, rows.rounds <= i)
    for i in range(last):
        columns[f"path_round_{i + 1}"] = Labelled(rows.path[:, i].astype(np.int8), paths)
    for i in range(last):
        columns[f"battleground_round_{i + 1}"] = Labelled(
            rows.battleground[:, i].astype(np.int8), battlegrounds
        )
    for seat, name in enumerate(setup.seats):
        used = rows.ring[:, seat].astype(np.int8)
        columns[f"ring_round_{name}"] = np.ma.MaskedArray(used, used == 0)
    return columns


def _labels(places: Mapping[str, int], first: int, n: int) -> tuple[str, ...]:
    """Return the location ids of the place indices `first` .. as labels; unused ones are empty."""
    names = {i: name for name, i in places.items()}
    found = [names.get(first + i, "") for i in range(n)]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _place_indices(setup: Setup) -> list[int]:
    """Return the place index of each location of the catalogue."""
    return [place["index"] for place in setup.catalogue["places"]]


def _wide(items: Sequence[Mapping], values: np.ndarray) -> dict[str, np.ndarray]:
    """Return one contiguous column for each item."""
    columns = np.ascontiguousarray(values.T)
    return {item["column"]: columns[i] for i, item in enumerate(items)}


def _faction_columns(points: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns `<faction>/<kind>/<won|lost>`."""
    return {
        f"{faction}/{kind}/{result}": np.ascontiguousarray(points[:, f, k, r])
        for f, faction in enumerate(words.FACTIONS)
        for k, kind in enumerate(KINDS)
        for r, result in enumerate(("lost", "won"))
    }


GAME = CardGame()
