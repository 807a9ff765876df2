"""What is played, as a page says it: scenario, bots, decks, switches and an overlay of the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints

from mazarbul.sim import games
from mazarbul.sim.data.book import DECK_SUFFIXES
from mazarbul.sim.games.contract import HasDecks
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.toml import DataError
from mazarbul.workbench.asked import MOST_ENTRIES, TOML, Ask, Word, Words, checked_bot, inside

Switches = Annotated[dict[Word, bool | int | Word], Field(max_length=MOST_ENTRIES)]


class Setting(Ask):
    """A game that is played. bots: of seats, or of `all`; the usual ones if not named.

    overlay: a file in the folder of the workbench, "" for none.
    """

    game: Word
    scenario: Word
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 1
    bots: Words = Field(default_factory=dict)
    decks: Words = Field(default_factory=dict)
    switches: Switches = Field(default_factory=dict)
    overlay: Annotated[str, StringConstraints(max_length=400)] = ""

    def experiment(self, folder: Path, allowed: tuple[str, ...]) -> Experiment:
        """Return it as an experiment. Raises DataError for what may not be named.

        folder: of the workbench. allowed: bots from the command line.
        """
        game = games.get(self.game)
        if self.scenario not in game.scenarios():
            raise DataError(f"{game.title} has no scenario {self.scenario!r}")
        known = game.decks() if isinstance(game, HasDecks) else {}
        return Experiment(
            game=self.game,
            scenario=self.scenario,
            seed=self.seed,
            bots={seat: checked_bot(text, game, folder, allowed) for seat, text in self.bots.items()},
            switches=dict(self.switches),
            overlay=(inside(folder, self.overlay, TOML),) if self.overlay else (),
            decks={
                seat: deck if deck in known else str(inside(folder, deck, *DECK_SUFFIXES))
                for seat, deck in self.decks.items()
            },
        )
