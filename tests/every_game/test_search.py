"""Bots that search, in every game: they know what their seat may know, and find better moves."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from mazarbul.sim.games import whole
from mazarbul.sim.games.card_game.actions import TURN
from mazarbul.sim.games.match import Match
from tests.every_game.hidden import leaks
from tests.every_game.worlds import (
    PASSAGE,
    World,
    board_game,
    bot_play,
    card_game,
    courier,
    game_of,
    kit_of,
    match_of,
    quest,
)

CHASE, DUEL = courier("chase"), card_game("duel")
TWO, BOARD = quest(PASSAGE, "leadership", "lore"), board_game("two_player", turn_cap=4)
#: The search of a large game takes a minute to compile.
WORLDS = [CHASE, *(pytest.param(world, marks=pytest.mark.slow) for world in (DUEL, TWO, BOARD))]
#: Fields of a state that hold nothing between two decisions.
SCRATCH = {"keys", "stack", "found", "set_stack"}
#: Fields of a state that hold something in their first rows -> the field with the number of these.
FILLED = {"options": "option_n", "frames": "frame_n", "events": "event_n"}


def bots_of(world: World, text: str, *seats: int) -> list:
    """Return the bots of a table: heuristic but for some seats."""
    game, setup = game_of(world), kit_of(world).setup
    return [game.bot(text if i in seats else "heuristic", setup) for i in range(len(setup.seats))]


def won(world: World, bots: list, side: str, n: int) -> np.ndarray:
    """Return which of n games a side wins."""
    winner = whole.play(game_of(world), kit_of(world).setup, bots, 11, 0, n)["games"]["winner"]
    return winner.codes == winner.labels.index(side)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_what_is_hidden_does_not_change_the_choice(world):
    """CG-2.6, CG-2.7, LCG-30.4, CO-9: worlds are dealt from what the seat knows, by luck of their own."""
    kit = kit_of(world)
    choose = kit.seat(bots_of(world, "search:6", *range(len(kit.setup.seats))))
    some = (match for match in bot_play(world, "heuristic", seed=61) if match.decisions % 3 == 0)
    assert not leaks(some, choose, seed=3)


@pytest.mark.slow
def test_a_bot_searches_at_turns_alone_unless_it_is_told_to_search_at_every_decision():
    kit, seats = kit_of(DUEL), range(2)
    quick, turns = (kit.seat(bots_of(DUEL, text, *seats)) for text in ("expert", "search:16"))
    bots = [replace(bot, search=replace(bot.search, every=1)) for bot in bots_of(DUEL, "search:16", *seats)]
    every = kit.seat(bots)
    differs = {True: [0, 0], False: [0, 0]}
    for match in (each for i in range(2) for each in bot_play(DUEL, "heuristic", seed=63 + i)):
        if not match.is_over:
            own, of = quick(match.state), differs[bool(match.state.decision == TURN)]
            of[0] += turns(match.state) != own
            of[1] += every(match.state) != own
    assert differs[False][0] == 0 < differs[False][1]
    assert differs[True][0] == differs[True][1] > 0


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_a_search_changes_nothing_in_the_game_and_repeats_itself(world):
    kit, seen = kit_of(world), 0
    choose = kit.seat(bots_of(world, "search:6", 0))
    for match in bot_play(world, "heuristic", seed=62):
        if not match.is_over and match.state.actor == 0:
            before = match.state.copy()
            first = choose(match.state)
            assert first in match.codes()
            assert choose(match.state) == first
            for field in set(before.dtype.names) - SCRATCH:
                rows = slice(before[FILLED[field]]) if field in FILLED else ...
                assert np.array_equal(before[field][rows], match.state[field][rows]), field
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_a_bot_that_joins_in_the_middle_chooses_as_if_it_had_played_from_the_start(world):
    """What a search remembers of a plan only saves time."""
    kit, seats = kit_of(world), range(len(kit_of(world).setup.seats))
    bots, match = bots_of(world, "search:6", *seats), match_of(world, seed=64)
    choose = kit.seat(bots)
    while not match.is_over:
        action = choose(match.state)
        assert kit.seat(bots)(match.state) == action
        match.advance(action)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_other_seats_play_as_without_a_search(world):
    kit = kit_of(world)
    plain, mixed = kit.seat(bots_of(world, "heuristic")), kit.seat(bots_of(world, "search:4", 1))
    for match in bot_play(world, "heuristic", seed=63):
        if not match.is_over and match.state.actor == 0:
            assert mixed(match.state) == plain(match.state)


@pytest.mark.parametrize(
    ("world", "word", "kind"),
    [(CHASE, "card:*", "play"), pytest.param(DUEL, "action:ring", "ring", marks=pytest.mark.slow)],
    ids=["chase", "duel"],
)
def test_a_searching_bot_avoids_and_blunders_like_any_other(world, word, kind):
    game, kit = game_of(world), kit_of(world)
    known = [each for each in game.known_words(kit.setup) if each.startswith(word.rstrip("*"))]
    avoiding = "search:4 " + " ".join(f"avoid={each}" for each in known)
    bots = [game.bot(avoiding), *[game.bot("search:4 blunder=1")] * (len(kit.setup.seats) - 1)]
    match = Match(game, kit, 3, bots=bots)
    at_random = kit.seat([game.bot("random")] * len(bots))
    while not match.is_over:
        action = match.choice()
        if match.state.actor == 0:
            is_free = any(not text.startswith(kind) for text in match.legal())
            assert not (is_free and match.text(action).startswith(kind))
        else:
            assert action == at_random(match.state)
        match.advance(action)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_what_a_search_works_on_goes_with_the_game(world):
    """It is some 20 MB a game. Python looks for circles of garbage too seldom to find it in time."""
    match = Match(
        game_of(world), game_of(world).kit(kit_of(world).setup), 3, bots=bots_of(world, "search:4", 0)
    )
    match.advance(match.choice())
    gc.disable()
    try:
        kit = weakref.ref(match.kit)
        del match
        assert kit() is None
    finally:
        gc.enable()


def test_a_batch_in_one_kernel_is_refused():
    kit = kit_of(CHASE)
    with pytest.raises(ValueError, match="move by move"):
        game_of(CHASE).play(kit.setup, bots_of(CHASE, "search", 0), 1, 0, 1)


@pytest.mark.parametrize(
    ("world", "side"),
    [
        (CHASE, "couriers"),
        pytest.param(DUEL, "free_peoples", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_search_wins_games_that_the_heuristic_bot_loses(world, side):
    """In the same 60 deals, by more than 3 standard errors of a sign test."""
    before = won(world, bots_of(world, "heuristic"), side, 60)
    after = won(world, bots_of(world, "search:50", 0), side, 60)
    gained, lost = (after & ~before).sum(), (before & ~after).sum()
    assert gained - lost > 3 * np.sqrt(gained + lost)


def test_games_do_not_depend_on_how_they_are_cut():
    game, setup = game_of(CHASE), kit_of(CHASE).setup
    bots = bots_of(CHASE, "search:5", 0)
    at_once = whole.play(game, setup, bots, 4, 0, 6)["games"]
    parts = [whole.play(game, setup, bots, 4, first, 2)["games"] for first in (0, 2, 4)]
    for name in ("winner", "decisions", "rounds"):
        codes = [getattr(each[name], "codes", each[name]) for each in (at_once, *parts)]
        assert np.array_equal(codes[0], np.concatenate(codes[1:])), name


def test_the_time_of_a_game_is_known_without_playing_it_whole(monkeypatch):
    """Before a study a search of each kind is timed, and a single game of one may take minutes."""
    searched, choice = [], Match.choice

    def noted(match: Match) -> int:
        searched.append(match.bots[0].search is not None)
        return choice(match)

    monkeypatch.setattr(Match, "choice", noted)
    game, setup = game_of(DUEL), kit_of(DUEL).setup
    assert whole.seconds_of_game(game, setup, bots_of(DUEL, "search:4", 0, 1)) > 0
    assert 0 < sum(searched) <= 3 * whole.STRETCHES * (whole.STRETCH + 1) < len(searched)
