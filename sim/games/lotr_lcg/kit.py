"""The kit for playing a set-up of this game step by step (see `mazarbul.sim.games.kit`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games import kit
from mazarbul.sim.games.lotr_lcg import actions, ids, kernel
from mazarbul.sim.games.lotr_lcg.batch import play_batch
from mazarbul.sim.games.lotr_lcg.bots.inputs import INPUTS
from mazarbul.sim.games.lotr_lcg.bots.policies import choose, prepare
from mazarbul.sim.games.lotr_lcg.bots.practice import PRACTICE, imitate, practise
from mazarbul.sim.games.lotr_lcg.bots.restrictions import seated
from mazarbul.sim.games.lotr_lcg.bots.search import SEARCH, search, weigh
from mazarbul.sim.games.lotr_lcg.bots.sight import SIGHT
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.results import Records
from mazarbul.sim.games.lotr_lcg.rules.scoring import hero_cost, victory_points
from mazarbul.sim.games.lotr_lcg.state import STATE
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.position import parse_position, position_text
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from mazarbul.sim.games.lotr_lcg.text.scene import SCENERY
from mazarbul.sim.games.lotr_lcg.text.story import Story
from mazarbul.sim.games.lotr_lcg.text.view import view
from mazarbul.sim.games.searching import Practice, Searcher


class Kit(kit.Kit):
    """The kit for playing one quest of a set-up; a campaign continues with the kit of its next quest."""

    state = STATE
    moving = kernel.MOVING
    moves = MOVES
    driver = DRIVER
    steps = kit.Steps(prepare, choose, play_batch)
    parts = kit.Parts(Names, Records, Story, seated, view, position_text)
    searcher = Searcher(search, weigh, SEARCH)
    #: A quest is won by many right moves in a row, so chances are cold and steps small.
    practice: Practice | None = Practice(
        practise, imitate, PRACTICE, INPUTS, 2_000, rate=(0.002, 0.0003), heat=(0.5, 0.3), trust=0.99
    )
    sight = SIGHT
    scenery = SCENERY
    names: Names

    def __init__(self, setup: Setup, quest: int = 0, names: Names | None = None) -> None:
        self.setup = setup
        self.quest = quest
        self.names = names or Names(setup, setup.data, quest)
        self.tables = setup.tables[quest]
        if len(setup.tables) > 1:  # cards of its quests have the same numbers: rows could not be named
            self.practice = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process make it again."""
        return Kit, (self.setup, self.quest)

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up game `index` of the run with `seed`, or its next quest (LCG-27.4)."""
        begin = DRIVER.next_quest if self.quest and self.tables.carries_over else DRIVER.new_game
        begin(s, self.tables, seed, index, self.quest)

    def following(self, s: np.record) -> Kit | None:
        """Return the kit of a campaign's next quest if this one was won (LCG-27.3)."""
        is_last = self.quest + 1 == len(self.setup.tables)
        return None if is_last or s.winner != ids.SIDE.PLAYERS else self._next

    @cached_property
    def _next(self) -> Kit:
        return Kit(self.setup, self.quest + 1)

    def mind(self, bots: Sequence[Bot]) -> np.record:
        """Return the record that the kernels of bots read."""
        return super().mind(bots)[self.quest]

    def title(self) -> str | None:
        """Return the line of a trace when a campaign continues with this quest."""
        quests = self.setup.catalogue["quests"]
        return f"Quest {self.quest + 1}: {quests[self.quest]['title']}"

    def before(self, s: np.record, seat: int) -> Iterator[str]:
        """Yield the line of a player in the game: threat, resources and hand."""
        if s.decision == actions.PLANNING:
            story, hand = Story(self.names), [seat * ids.BLOCK + i for i in members(s.hand[seat])]
            heroes = [seat * ids.BLOCK + i for i in members(self.tables.heroes[seat] & s.in_play[seat])]
            pools = ", ".join(f"{story.card(hero)} {s.tokens[hero]}" for hero in heroes)
            held = f"hand {len(hand)}: {story.cards(hand)}"
            yield f"{story.seats[seat]}, threat {s.threat[seat]}, {pools}; {held}"

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield the parts of the score (LCG-19.1); only a win is scored."""
        t = self.tables
        for seat, name in enumerate(Story(self.names).seats):
            cost, damage, dead = hero_cost(s, t, seat)
            state = "" if has(s.in_game, seat) else " (eliminated)"
            yield f"{name}{state}: threat {s.threat[seat]}, {dead} dead heroes {cost}, damage {damage}"
        if s.winner == ids.SIDE.PLAYERS:
            yield f"victory points {victory_points(s, t)}; score of the group {record['group_score']}"
        yield f"{s.round_number} rounds, {s.decisions} decisions"

    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return the kit of a game that has every card of a position, and its state."""
        names, s = parse_position(self.names, text, file)
        return self.named(names), s

    def named(self, names: Names) -> Kit:
        """Return the kit of a game with these names: this one if they are its own."""
        return self if names is self.names else Kit(names.whole, names.quest, names)
