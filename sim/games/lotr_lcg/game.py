"""The Lord of the Rings: The Card Game as the rest of the program sees it (see `sim.games.contract`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from sim.bots.files import Kind
from sim.data.book import Book
from sim.data.loading import NOTHING
from sim.data.overlays import Overlays
from sim.games.base import DataGame, wide
from sim.games.contract import Bot, Labelled, Restriction, Setup, Swap, Variant
from sim.games.lotr_lcg import ids, words
from sim.games.lotr_lcg.catalogue import make_setup
from sim.games.lotr_lcg.loading import load_data, printed
from sim.games.lotr_lcg.restrictions import known_words, restrictions, seated
from sim.games.lotr_lcg.results import game_columns
from sim.games.lotr_lcg.schema import GameData
from sim.games.lotr_lcg.swaps import swaps
from sim.games.lotr_lcg.tables import make_tables
from sim.games.lotr_lcg.values import all_values
from sim.games.lotr_lcg.variants import variants


class LotrLcg(DataGame[GameData]):
    """The Lord of the Rings: The Card Game: one to four players together against a quest."""

    name = "lotr_lcg"
    title = "The Lord of the Rings: The Card Game"

    @property
    def bot_kind(self) -> Kind:  # type: ignore[override]
        """What its bots can be made of; only the players have any."""
        from sim.games.lotr_lcg.features import POLICIES, WEIGHTS

        return Kind(self.name, POLICIES, WEIGHTS, words.SIDES[: ids.PLAYERS + 1])

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
        """Read, merge and check everything that a quest or campaign and its players need."""
        return load_data(scenario, switches, overlay, decks)

    def setup_of(self, data: GameData) -> Setup:
        """Make the data ready to play."""
        return make_setup(self.name, make_tables(data))

    def variants_of(self, data: GameData) -> list[Variant]:
        """Return every variant of a card or stage in play."""
        return variants(data)

    def swaps(
        self,
        scenario: str,
        seat: str,
        *,
        switches: Mapping[str, object] = NOTHING,
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = NOTHING,
    ) -> list[Swap]:
        """Return every exchange of one card of a player's deck that the deck rules allow."""
        return swaps(self.load(scenario, switches, overlay, decks), seat)

    def values_of(self, data: GameData) -> dict[str, object]:
        """Return all that an overlay can change."""
        return all_values(data)

    def known_words(self, setup: Setup) -> list[str]:
        """Return every word that a bot may avoid: what this set-up has, and what is printed."""
        return known_words(setup)

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what the players' bots can sensibly be told to avoid."""
        return restrictions(setup)

    def play(
        self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int
    ) -> dict[str, dict[str, np.ndarray | Labelled]]:
        """Play games `first` .. `first + n - 1` of a run seed: family -> column -> n values."""
        from sim.games.lotr_lcg.batch import RESULT, play_batch
        from sim.games.lotr_lcg.state import empty_state

        items = setup.catalogue["cards"]
        encounter = [card for card in items if not card["seat"]]  # they stand last
        rows = np.zeros(n, dtype=RESULT).view(np.recarray)
        cards = np.zeros((n, len(items)), np.uint32)
        harms = np.zeros((n, len(encounter)), np.uint32)
        play_batch(empty_state(), setup.tables, seated(bots, setup), seed, first, rows, cards, harms)
        if (rows.end_reason == ids.OVERFULL).any():
            game = first + int(np.argmax(rows.end_reason == ids.OVERFULL))
            raise OverflowError(f"game {game} of seed {seed} needs more room than a state has (ids.py)")
        index = np.arange(first, first + n, dtype=np.int64)
        return {
            "games": game_columns(setup, index, rows),
            "cards": {"game": index} | wide(items, cards),
            "harms": {"game": index} | wide(encounter, harms),
        }

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""
        from sim.games.lotr_lcg.trace import Tracer

        return Tracer(setup, bots).lines(seed, index)

    def run_script(self, path: Path) -> list[str]:
        """Replay a script file and return its report; raises a DataError where it does not hold."""
        from sim.games.lotr_lcg.script import LotrLcgScript

        return LotrLcgScript(path).play()


GAME = LotrLcg()
