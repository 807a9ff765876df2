"""What the heuristic bot remembers of the map from one decision to the next."""

import numpy as np
import pytest

from mazarbul.sim.bots.choosing import best
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.games.board_game import kernel
from mazarbul.sim.games.board_game.bots.policies import score
from mazarbul.sim.games.board_game.state import STATE
from tests.board_game.board import PLAIN
from tests.board_game.minds import mind_of, setup_of

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]
DECISIONS = 60


def scores(s, t, mind) -> list[float]:
    """Return the scores of the options of the pending decision."""
    score(s, t, mind, int(s.actor))
    return mind.score[: s.option_n].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["two_player", "four_player"])
def test_a_bot_that_remembers_the_map_judges_like_one_that_looks_each_time(scenario):
    """The seats of a side have the same weights, those of the other side have others."""
    t, mind, s = setup_of(scenario).tables, mind_of(scenario), empty_record(STATE)
    kernel.DRIVER.new_game(s, t, 7, 0)
    remembered = 0
    for _ in range(DECISIONS):
        before = mind.pull.copy()
        kept = scores(s, t, mind)
        remembered += int((before == mind.pull).all())
        mind.has_seen = 0
        assert scores(s, t, mind) == kept
        kernel.take(s, t, np.int64(s.options[best(s, mind)]), NONE)
    assert 0 < remembered < DECISIONS
