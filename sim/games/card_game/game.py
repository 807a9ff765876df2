"""The Card Game as the rest of the program sees it: the game contract of `sim.games.contract`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from sim.bots.files import Kind
from sim.data.book import Book
from sim.data.loading import NOTHING
from sim.data.overlays import Overlays
from sim.games.base import DataGame, wide
from sim.games.card_game import ids
from sim.games.card_game import vocabulary as words
from sim.games.card_game.catalogue import make_setup
from sim.games.card_game.features import POLICIES, WEIGHTS
from sim.games.card_game.loading import load_data, printed
from sim.games.card_game.restrictions import known_words, restrictions, seated
from sim.games.card_game.schema import GameData
from sim.games.card_game.swaps import swaps
from sim.games.card_game.tables import make_tables
from sim.games.card_game.values import all_values
from sim.games.card_game.variants import variants
from sim.games.contract import Bot, Labelled, Restriction, Setup, Swap, Variant

KINDS = ("path", "free_peoples_battleground", "shadow_battleground")


class CardGame(DataGame[GameData]):
    """War of the Ring: The Card Game."""

    name = "card_game"
    title = "War of the Ring: The Card Game"
    bot_kind = Kind("card_game", POLICIES, WEIGHTS, words.SIDES)

    def printed(self) -> Book:
        """Return the game as printed."""
        return printed()

    def load(
        self,
        scenario: str | Path,
        switches: Mapping[str, object] = NOTHING,
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = NOTHING,
    ) -> GameData:
        """Read, merge and check everything a scenario needs."""
        return load_data(scenario, switches, overlay, decks)

    def setup_of(self, data: GameData) -> Setup:
        """Make a scenario's data ready to play."""
        return make_setup(self.name, make_tables(data))

    def variants_of(self, data: GameData) -> list[Variant]:
        """Return every variant of a card or location in play."""
        return variants(data)

    def swaps_of(self, data: GameData, seat: str) -> list[Swap]:
        """Return every exchange of one card of a seat's deck that its deck rules allow."""
        return swaps(data, seat)

    def values_of(self, data: GameData) -> dict[str, object]:
        """Return all that an overlay can change, as nested tables."""
        return all_values(data)

    def known_words(self, setup: Setup) -> list[str]:
        """Return every word that a bot may avoid: what this set-up has, and what is printed."""
        return known_words(setup)

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what the bots of each side can sensibly be told to avoid."""
        return restrictions(setup)

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
            "cards": {"game": index} | wide(setup.catalogue["cards"], cards),
            "places": {"game": index} | wide(setup.catalogue["places"], places[:, _place_indices(setup)]),
            "factions": {"game": index} | _faction_columns(factions),
        }

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""
        from sim.games.card_game.trace import Tracer

        return Tracer(setup, bots).lines(seed, index)

    def run_script(self, path: Path) -> list[str]:
        """Replay a script file and return its report; raises a DataError where it does not hold."""
        from sim.games.card_game.script import CardGameScript

        return CardGameScript(path).play()


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


def _faction_columns(points: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns `<faction>/<kind>/<won|lost>`."""
    return {
        f"{faction}/{kind}/{result}": np.ascontiguousarray(points[:, f, k, r])
        for f, faction in enumerate(words.FACTIONS)
        for k, kind in enumerate(KINDS)
        for r, result in enumerate(("lost", "won"))
    }


GAME = CardGame()
