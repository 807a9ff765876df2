"""The heuristic bot does far better than the random one; its files are checked, its weights reach a game."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from mazarbul.sim.bots.choosing import POLICIES
from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.bots.features import MIND
from mazarbul.sim.games.lotr_lcg.bots.policies import prepare
from mazarbul.sim.games.lotr_lcg.bots.weights import WEIGHTS
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.toml import DataError
from tests.lotr_lcg.board import Board
from tests.lotr_lcg.compiled import QUESTS, STARTERS
from tests.lotr_lcg.games import start, tables
from tests.marks import compiles
from tests.playing import options, played

pytestmark = compiles

PASSAGE, JOURNEY, ESCAPE = QUESTS
PAIRS = list(combinations(STARTERS, 2))
Z = 3.0  # bounds are exceeded by luck less than once in 700 tests, and the seed is fixed
#: What a bot may write into: places that the rules use as scratch.
SCRATCH = ("found", "stack", "frames")


def lower_bound(won: int, n: int, z: float = Z) -> float:
    """Return the lower end of the Wilson interval of a rate."""
    centre = won + z * z / 2
    return (centre - z * sqrt(won * (n - won) / n + z * z / 4)) / (n + z * z)


@cache
def results(
    quest: str, decks: tuple[str, ...], bot: str = "heuristic", n: int = 200
) -> dict[str, np.ndarray]:
    """Return who won each game (True: the players), the stage reached and the rounds."""
    setup = GAME.setup(quest, decks={f"player{i}": deck for i, deck in enumerate(decks, 1)})
    games = GAME.play(setup, [GAME.bot(bot)] * len(decks), 404, 0, n)["games"]
    won = games["winner"].codes == games["winner"].labels.index("players")
    return {"won": won, "stage": games["stage"], "rounds": games["rounds"]}


def wins(quest: str, *decks: str, bot: str = "heuristic", n: int = 200) -> int:
    return int(results(quest, decks, bot, n)["won"].sum())


# How well it plays ------------------------------------------------------------------------------


def test_the_random_bot_hardly_ever_wins():
    assert wins(PASSAGE, "leadership", bot="random") <= 1
    assert wins(PASSAGE, "leadership", "spirit", bot="random") <= 1


def test_the_leadership_deck_alone_gets_through_mirkwood():
    won = wins(PASSAGE, "leadership", n=400)
    assert lower_bound(won, 400) > 0.4, f"{won} of 400"


@pytest.mark.parametrize("decks", PAIRS)
def test_every_two_starter_decks_get_through_mirkwood_often_enough(decks):
    won = wins(PASSAGE, *decks)
    assert lower_bound(won, 200) > 0.1, f"{won} of 200"


@pytest.mark.parametrize("deck", STARTERS)
def test_every_starter_deck_alone_gets_further_than_at_random(deck):
    heuristic, at_random = results(PASSAGE, (deck,), n=400), results(PASSAGE, (deck,), "random")
    assert heuristic["stage"].mean() > at_random["stage"].mean() + 0.1
    assert heuristic["won"].sum() >= at_random["won"].sum() + 2


def test_two_players_win_on_the_river_now_and_then():
    won = sum(wins(JOURNEY, *decks) for decks in PAIRS)
    assert lower_bound(won, 200 * len(PAIRS)) > 0.02, f"{won} of {200 * len(PAIRS)}"


@pytest.mark.parametrize("quest", [JOURNEY, ESCAPE])
def test_players_get_further_on_the_harder_quests_than_at_random(quest):
    decks = ("leadership", "spirit")
    heuristic, at_random = results(quest, decks), results(quest, decks, "random")
    assert heuristic["stage"].mean() > at_random["stage"].mean() + 0.2
    assert heuristic["rounds"].mean() > at_random["rounds"].mean() + 1


def test_the_bound_keeps_its_word():
    """A bot that wins just 40 % of its games is hardly ever above the bound."""
    won = np.random.default_rng(1).binomial(400, 0.4, 20_000)
    assert np.mean([lower_bound(int(n), 400) > 0.4 for n in won]) < 0.004


# What it may not do -----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", POLICIES)
@pytest.mark.parametrize("quest", QUESTS)
def test_a_bot_picks_a_legal_action_and_changes_nothing_of_the_game(quest, bot):
    ct = tables(quest, "leadership", "spirit")
    for match in played(start(ct, 8, bot=bot)):
        if match.is_over:
            break
        s, before = match.state, match.state.copy()
        assert match.choice() in options(s)
        for field in s.dtype.names:
            if field not in SCRATCH:
                assert np.array_equal(s[field], before[field]), field
        assert np.array_equal(s.frames[: s.frame_n], before.frames[: s.frame_n])


# Restrictions -----------------------------------------------------------------------------------


def played_with(text: str, quest: str = PASSAGE, deck: str = "leadership") -> dict[str, int]:
    """Return how often each player card was played in 60 games of a bot."""
    setup = GAME.setup(quest, decks={"player1": deck})
    cards = GAME.play(setup, [GAME.bot(text, setup)], 12, 0, 60)["cards"]
    return {
        name: int((values.astype(np.int64) >> 14 & 3).sum())
        for name, values in cards.items()
        if name != "game"
    }


def test_what_a_bot_avoids_it_does_not_play():
    usual, avoiding = played_with("heuristic"), played_with("heuristic avoid=card:steward_of_gondor")
    of = [name for name in usual if "steward_of_gondor" in name]
    assert of
    assert sum(usual[name] for name in of) > 10
    assert sum(avoiding[name] for name in of) == 0
    assert sum(avoiding.values()) > 100
    assert sum(played_with("heuristic avoid=action:play").values()) == 0


def test_a_bot_that_blunders_always_plays_like_the_random_one():
    setup = GAME.setup(PASSAGE, decks={"player1": "leadership"})
    won = GAME.play(setup, [GAME.bot("heuristic blunder=1")], 12, 0, 100)["games"]["winner"].codes == 0
    assert won.sum() <= 1


# Files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('policy = "heuristic"\n[weights]\nthreet = 2\n', "3:1", "'threet'; did you mean 'threat'?"),
        ('policy = "heuristik"\n', "1:11", "policy must be one of random, heuristic, search, not"),
        ('policy = "heuristic"\n[players]\nhero = nan\n', "3:8", "must be a number, not nan"),
        ('policy = "heuristic"\n[encounter]\nhero = 1\n', "2:2", "unknown key 'encounter'"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_bots_file_is_named_with_its_place(write, text, place, message):
    file = write(text)
    with pytest.raises(DataError) as caught:
        GAME.bot(str(file))
    assert str(caught.value).startswith(f"{file}:{place}")
    assert message in str(caught.value)


def test_weights_are_the_defaults_unless_given(write):
    bot = GAME.bot(str(write('policy = "heuristic"\n[weights]\nhero = 2\n')))
    assert dict(zip(WEIGHTS.defaults, bot.weights, strict=True)) == WEIGHTS.defaults | {"hero": 2}
    mind = make_mind(MIND, [bot, GAME.bot("random")], [ids.SIDE.PLAYERS] * 2)
    assert mind.policy[:2].tolist() == [POLICIES["heuristic"], POLICIES["random"]]


def test_each_seat_judges_encounter_cards_by_its_own_weights(write):
    timid = GAME.bot(str(write('policy = "heuristic"\n[weights]\ndanger_attack = 9\n')))
    usual = GAME.bot("heuristic")
    t = Board("leadership", "spirit").t

    def dangers(*seated):
        mind = make_mind(MIND, list(seated), [ids.SIDE.PLAYERS] * 2)
        with np.errstate(over="ignore"):
            prepare(t, mind)
        return mind.danger[:2]

    both, swapped, alike = dangers(usual, timid), dangers(timid, usual), dangers(usual, usual)
    assert (both[1] > both[0]).any()
    assert np.array_equal(both, swapped[::-1])
    assert np.array_equal(alike[0], alike[1])


def test_a_designers_weights_change_how_it_plays(write):
    """A bot with no value for heroes and threat wins less."""
    blind = str(write('policy = "heuristic"\n[weights]\nhero = 0\nlast_hero = 0\nthreat = 0\npain = 0\n'))
    assert wins(PASSAGE, "leadership", bot=blind) < 0.8 * wins(PASSAGE, "leadership")
