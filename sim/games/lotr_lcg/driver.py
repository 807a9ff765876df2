"""The steps of a game for Python callers: campaigns also deal their next quest.

See `mazarbul.sim.engine.driver`.
"""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import driver
from mazarbul.sim.engine.driver import DEAL, DECIDE
from mazarbul.sim.engine.faults import run_kernel
from mazarbul.sim.games.lotr_lcg.ids import NONE
from mazarbul.sim.games.lotr_lcg.kernel import STEPS, deal_game, deal_next_quest, take

DEAL_NEXT = 3  # a step beside those of all games

Point = tuple[int, int]
"""A phase and a step of it."""


@kernel
def drive(s, t, step, a, b, c, before):
    """Take a step, then continue to the next decision, the end of the game, or a point (NONE: none).

    a, b, c: seed and index of the game and number of the quest to DEAL, or the action.
    """
    if step == DEAL:
        deal_game(s, t, a, b, c)
    elif step == DEAL_NEXT:
        deal_next_quest(s, t, a, b, c)
    take(s, t, a if step == DECIDE else NONE, before)


class Driver(driver.Driver):
    """Takes the single steps of a quest. A `halt` is a Point."""

    def new_game(self, s, t, seed: int, index: int, quest: int = 0) -> None:
        """Set up a game and continue to its first decision. quest: number of the quest in a campaign."""
        self.take(s, t, DEAL, seed, index, quest)

    def next_quest(self, s, t, seed: int, index: int, quest: int) -> None:
        """Set up the next quest of a campaign that carries over, and continue to its first decision."""
        self.take(s, t, DEAL_NEXT, seed, index, quest)

    def take(  # type: ignore[override]  # c, the number of a quest, comes before the halt
        self, s, t, step: int, a: int = 0, b: int = 0, c: int = 0, halt: Point | None = None
    ) -> None:
        """Call the kernel."""
        before = NONE if halt is None else halt[0] * STEPS + halt[1]
        run_kernel(self.drive, self.game, s, t, step, a, b, c, before)


DRIVER = Driver("lotr_lcg", drive, rest=(0, NONE))
