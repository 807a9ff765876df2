"""The better moves of a review are read from its file, and stand in the replay of its game alone."""

from __future__ import annotations

import pandas as pd
import pytest

from mazarbul.sim.games.replay import Judged, replay
from mazarbul.sim.runner.reviewed import better_moves
from mazarbul.sim.toml import DataError
from mazarbul.studies.review import Judgement, Review
from tests.every_game.worlds import SEED, WORLDS, game_of, kit_of, match_of

DUEL = next(world for world in WORLDS if world.game == "card_game")


@pytest.fixture(scope="module")
def decision():
    """Return the number, the seat, the kind and the options of the first decision with options."""
    match = match_of(DUEL, bot="heuristic")
    while len(match.legal()) < 2:
        match.apply(match.choose())
    seat, kind = match.pending()
    return match.decisions, seat, kind, match.legal()


def shown(better):
    """Return the decisions of a game with what a review found."""
    match = match_of(DUEL, bot="heuristic")
    document = replay(game_of(DUEL), kit_of(DUEL).setup, match.bots, SEED, 0, better=better)
    (part,) = document.parts
    return part, [step.decision for step in part.steps[:-1]]


def test_what_a_review_finds_clearly_better_is_read_again(tmp_path):
    rows = [
        (0, 3, "one", "sides", "go", "a", "b", 0.2, 0.1, "A", "B"),
        (0, 4, "one", "sides", "go", "a", "b", 0.2, 0.11, "A", "B"),
        (0, 5, "one", "sides", "go", "a", "b", -0.3, 0.1, "A", "B"),
        (0, 6, "one", "sides", "go", "a", "b", 0.0, 0.0, "A", "B"),
        (1, 3, "one", "sides", "go", "a", "c", 0.3, 0.1, "A", "C"),
    ]
    moves = pd.DataFrame(rows, columns=Judgement._fields)
    found = Review(
        kit_of(DUEL).setup,
        bots=(),
        seed=1,
        games=2,
        planned=2,
        rollouts=20,
        worlds=10,
        moves=moves,
        judged=moves,
    )
    found.write(tmp_path / "review.csv")
    assert better_moves(tmp_path / "review.csv", 0) == {3: Judged("one", "go", "b", 0.2, 0.1)}
    assert better_moves(tmp_path / "review.csv", 5) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game,decision\n1,2\n", "line 2 has no 'seat'"),
        ("game,decision,seat,kind,other,gain,error\n0,x,a,b,c,1,1\n", "line 2 is no line of a review"),
        ("game,decision,seat,kind,other,gain,error\n0,1\n", "line 2 has no 'seat'"),
    ],
)
def test_a_file_that_is_no_review_is_refused(tmp_path, text, message):
    (tmp_path / "review.csv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        better_moves(tmp_path / "review.csv", 0)
    with pytest.raises(DataError, match="cannot be read"):
        better_moves(tmp_path, 0)


def test_a_better_move_stands_at_its_decision(decision):
    number, seat, kind, legal = decision
    part, decisions = shown({number: Judged(seat, kind, legal[-1], 0.1234, 0.05)})
    assert [i for i, each in enumerate(decisions) if each.better] == [number]
    better = decisions[number].better
    assert (part.moves[better.move].move, better.gain, better.error) == (legal[-1], 0.123, 0.05)


def test_the_review_of_another_game_is_refused(decision):
    number, seat, kind, legal = decision
    for better in (
        {number: Judged("nobody", kind, legal[-1], 0.1, 0.1)},
        {number: Judged(seat, kind, "no move", 0.1, 0.1)},
        {100_000: Judged(seat, kind, legal[-1], 0.1, 0.1)},
    ):
        with pytest.raises(DataError, match="the review of other games"):
            shown(better)
