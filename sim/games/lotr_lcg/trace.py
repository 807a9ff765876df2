"""One game told step by step, with what each player holds when planning and how the game was scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.engine.bits import has, members
from sim.games.contract import Bot, Setup
from sim.games.lotr_lcg import actions, driver, ids
from sim.games.lotr_lcg.names import Names
from sim.games.lotr_lcg.rules.scoring import group_score, hero_cost, victory_points
from sim.games.lotr_lcg.state import empty_state
from sim.games.lotr_lcg.story import Story
from sim.notation import trace
from sim.notation.story import HEADING
from sim.notation.trace import INDENT


class Tracer(trace.Tracer):
    """Plays one game, or the quests of a campaign one after another, and tells it."""

    def __init__(self, setup: Setup, bots: Sequence[Bot]) -> None:
        from sim.games.lotr_lcg.batch import DECISION_CAP
        from sim.games.lotr_lcg.bots import choose, prepare
        from sim.games.lotr_lcg.restrictions import seated

        self.stories = [Story(Names(setup, quest=quest)) for quest in range(len(setup.tables))]
        super().__init__(setup, [bot.name for bot in bots], self.stories[0], empty_state(), DECISION_CAP)
        self._choose = choose
        self.minds = seated(bots, setup)
        for quest, t in enumerate(setup.tables):
            prepare(t, self.minds[quest])
        self.seed, self.index = 0, 0
        self.score = 0
        self.is_new = False  # a quest whose setup is still to be told

    def begin(self, seed: int, index: int) -> None:
        """Set up a game and go on to its first decision."""
        self.seed, self.index = seed, index
        self._enter(0)
        driver.new_game(self.s, self.t, seed, index)

    def choose(self) -> int:
        """Return the action that the bot of the player to decide takes."""
        return self._choose(self.s, self.t, self.minds[self.s.quest])

    def apply(self, code: int) -> None:
        """Apply an action and go on to the next decision."""
        driver.apply(self.s, self.t, code)

    def is_over(self) -> bool:
        """Tell whether the game has ended; a won quest is followed by the campaign's next (LCG-27.3)."""
        s, quest = self.s, int(self.s.quest) + 1
        if s.phase != ids.OVER:
            return False
        if s.winner != ids.PLAYERS or quest == len(self.setup.tables):
            return True
        self.score += int(group_score(s, self.t))
        self._enter(quest)
        begin = driver.next_quest if self.t.carries_over else driver.new_game
        begin(s, self.t, self.seed, self.index, quest)
        self.is_new = True
        return self.is_over()

    def before(self, seat: int) -> Iterator[str]:
        """Yield the setup of a campaign's next quest, and what a player holds who plays cards."""
        if self.is_new:
            self.is_new = False
            yield ""
            yield f"Quest {self.s.quest + 1}: {self.setup.catalogue['quests'][self.s.quest]['title']}"
            for depth, text in self.story.tell(self.s):
                yield from ("", text) if depth == HEADING else (f"{INDENT * (depth + 1)}{text}",)
        if self.s.decision == actions.PLANNING:
            hand = [seat * ids.BLOCK + i for i in members(self.s.hand[seat])]
            held = f"hand {len(hand)}: {self.story.cards(hand)}"
            name = self.story.seats[seat]
            yield f"{INDENT}{name}, threat {self.s.threat[seat]}, {self._pools(seat)}; {held}"

    def result(self) -> Iterator[str]:
        """Yield the parts of the score (LCG-19.1); only a win is scored."""
        s, t = self.s, self.t
        for seat, name in enumerate(self.story.seats):
            cost, damage, dead = hero_cost(s, t, seat)
            state = "" if has(s.in_game, seat) else " (eliminated)"
            yield f"{name}{state}: threat {s.threat[seat]}, {dead} dead heroes {cost}, damage {damage}"
        if s.winner == ids.PLAYERS:
            total = self.score + int(group_score(s, t))
            yield f"victory points {victory_points(s, t)}; score of the group {total}"
        yield f"{s.round_number} rounds, {s.decisions} decisions"

    def _enter(self, quest: int) -> None:
        """Take up the tables and the words of a quest."""
        self.t = self.setup.tables[quest]
        self.story = self.stories[quest]

    def _pools(self, seat: int) -> str:
        """Return the resources of a player's heroes."""
        heroes = [seat * ids.BLOCK + i for i in members(self.t.heroes[seat] & self.s.in_play[seat])]
        return ", ".join(f"{self.story.card(hero)} {self.s.tokens[hero]}" for hero in heroes)
