"""Properties of every game: the contract, play, determinism, copies, views, texts, positions, traces."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from mazarbul.sim.bots.python import python_bot
from mazarbul.sim.games import contract, seating, whole
from mazarbul.sim.games.match import IllegalAction, plain
from mazarbul.sim.notation.lines import ScriptError
from mazarbul.sim.toml import DataError
from tests.every_game.worlds import (
    GAMES,
    LACKS,
    SEED,
    WORLDS,
    World,
    bot_play,
    game_of,
    kit_of,
    match_of,
    quick_worlds,
    random_play,
    usual_bots,
)
from tests.marks import slow_but

PILOTS = Path(__file__).parent / "pilots.py"

every_world = pytest.mark.parametrize("world", slow_but(quick_worlds(WORLDS), WORLDS), ids=str)


def test_every_game_that_comes_with_the_program_is_played_here():
    assert {world.game for world in WORLDS} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_core_and_says_what_else_it_has(name):
    """Of each capability: the game has it, or asking for it is refused with a reason."""
    game = game_of(World(name, name, ""))
    assert game.name == name
    assert game.scenarios()
    assert {"random", seating.default_bot(game)} <= set(game.bots())
    for capability, what in contract._LACKS.items():
        if capability in LACKS.get(name, ()):
            with pytest.raises(DataError, match=f"{re.escape(game.title)} .{name}. {what}"):
                contract.able(game, capability)
        else:
            assert contract.able(game, capability) is game


@pytest.mark.parametrize(
    ("world", "bot"), slow_but(usual_bots(quick_worlds(WORLDS)), usual_bots(WORLDS)), ids=str
)
def test_the_kernels_of_a_run_play_the_same_game(world, bot):
    """Seed and index decide a game: played decision by decision, it gives the row that a run writes."""
    game, setup = game_of(world), kit_of(world).setup
    before = bytes_of(setup.tables)
    families = game.play(setup, [game.bot(bot, setup)] * len(setup.seats), SEED, 3, 2)
    assert bytes_of(setup.tables) == before, "kernels only read tables"
    for i in range(2):
        assert match_of(world, 3 + i, bot).play_out().record == plain(families["games"], i)


def bytes_of(tables) -> list[bytes]:
    """Return the contents of the tables of a set-up, one record or several."""
    return [np.asarray(record).tobytes() for record in np.atleast_1d(tables)]


@every_world
def test_games_played_one_by_one_write_the_records_of_a_run(world):
    """Games of bots in Python are recorded as kernels record them: every column of every family."""
    game, setup = game_of(world), kit_of(world).setup
    bots = [game.bot("random", setup)] * len(setup.seats)
    first = python_bot(f"{PILOTS}:same_as_random")
    by_kernels = game.play(setup, bots, SEED, 0, 2)
    by_hand = whole.play(game, setup, [first, *bots[1:]], SEED, 0, 2)
    assert by_hand.keys() == by_kernels.keys()
    for family, columns in by_kernels.items():
        assert by_hand[family].keys() == columns.keys()
        for name, column in columns.items():
            other = by_hand[family][name]
            codes = getattr(column, "codes", column), getattr(other, "codes", other)
            assert codes[0].dtype == codes[1].dtype
            assert np.ma.allequal(*codes), (family, name)


@every_world
def test_random_play_ends_and_every_legal_action_has_a_text(world):
    seen = set()
    for match in random_play(world):
        if match.is_over:
            break
        texts = match.legal()
        assert len(set(texts)) == len(texts) >= 2
        assert [match.code(text) for text in texts] == match.codes()
        assert match.why_not(texts[0]) is None
        seen.add(match.decision)
    assert len(seen) >= world.kinds
    assert match.actor is match.decision is None
    assert match.legal() == []
    assert match.outcome().end_reason != "running"


@every_world
def test_the_same_seed_is_the_same_game_and_another_is_not(world):
    first, again, other = match_of(world), match_of(world), match_of(world, 1)
    assert first.legal() == again.legal()
    assert first.events() == again.events()
    assert dealt(first) == dealt(again) != dealt(other)
    assert events_of(first) == events_of(again) != events_of(other)
    assert first.outcome() == again.outcome()


def dealt(match) -> str:
    """Return the position of a match except its random seed."""
    lines = match.kit.position_text(match.state).splitlines()
    assert sum(line.startswith("luck ") for line in lines) == 1
    return "\n".join(line for line in lines if not line.startswith(("luck ", "sealed ")))


def events_of(match) -> list[str]:
    """Play a match to its end and return all its events, those before the first decision too."""
    found = match.events()
    while not match.is_over:
        match.advance(match.choice())
        found += match.events()
    assert found
    return found


@every_world
def test_a_copy_goes_its_own_way(world):
    luck = random.Random(2)
    for match in random_play(world):
        if match.is_over:
            break
        if luck.random() < 0.1:
            before, other = match.state.tobytes(), match.copy()
            for _ in range(3):
                if not other.is_over:
                    other.advance(other.codes()[-1])
            assert match.state.tobytes() == before
    match = match_of(world)
    copy = match.copy()
    assert copy.play_out() == match.play_out()


@every_world
def test_a_copy_has_the_same_future(world):
    luck, match = random.Random(3), match_of(world)
    while not match.is_over and match.decisions < 30:
        match.advance(luck.choice(match.codes()))
    twin = match.copy()
    while not match.is_over:
        assert match.codes() == twin.codes()
        code = luck.choice(match.codes())
        match.advance(code)
        twin.advance(code)
        assert all(np.array_equal(match.state[name], twin.state[name]) for name in match.state.dtype.names)


@every_world
def test_a_choice_does_not_depend_on_what_the_bot_was_asked_before(world):
    """A bot that is asked for the first time answers like one that has played the whole game."""
    kit, n = kit_of(world), 0
    bot = seating.default_bot(game_of(world))
    bots = [game_of(world).bot(bot, kit.setup)] * len(kit.setup.seats)
    for match in bot_play(world, bot):
        if match.is_over or match.decisions > 150:
            break
        if match.decisions % 3 == 0:
            n += 1
            assert kit.seat(bots)(match.state.copy()) == match.choice()
    assert n > 3


@every_world
def test_a_view_is_plain_data_and_says_whose_it_is(world):
    luck = random.Random(7)
    for match in random_play(world):
        seat = luck.choice(match.setup.seats)
        view = match.view(seat)
        assert view["seat"] == seat
        assert json.loads(json.dumps(view)) == view
    with pytest.raises(DataError, match="unknown seat 'nobody'"):
        match.view("nobody")


@every_world
def test_a_position_has_a_text_at_every_decision(world):
    """parse(text(s)) is s, with the same legal actions, and the same future."""
    luck = random.Random(4)
    for match in random_play(world):
        if match.is_over or luck.random() > 0.25:
            continue
        text = match.kit.position_text(match.state)
        kit, s = match.kit.read_position(text)
        assert kit.position_text(s) == text
        assert s.options[: s.option_n].tolist() == match.codes()
        if luck.random() < 0.1:
            assert future(kit, s) == future(match.kit, match.state.copy())


def future(kit, s) -> list[int]:
    """Return the actions of a game continued at random, of this part of it."""
    luck, taken = random.Random(1), []
    while not kit.is_over(s) and len(taken) < 200:
        taken.append(luck.choice(s.options[: s.option_n].tolist()))
        kit.apply(s, taken[-1])
    return [*taken, int(s.winner)]


@every_world
def test_what_is_changed_in_a_position_is_found(world):
    for match in random_play(world):
        text = match.kit.position_text(match.state)
        if "\nalso " in text:
            break
    head, _, tail = text.partition("\nalso ")
    for changed in (
        f"{head}\nalso {tail.replace(':', ' 7:', 1)}",
        text.replace("\nsealed ", "\nsealed 0"),
        text[: text.index("\nsealed ")],
    ):
        with pytest.raises(ScriptError):
            match.kit.read_position(changed)


@every_world
def test_an_illegal_action_says_why_and_changes_nothing(world):
    match = match_of(world)
    before = match.state.tobytes()
    for action in (0, 2**30):
        with pytest.raises(IllegalAction, match="may not"):
            match.apply(action)
    with pytest.raises(ScriptError, match="unknown action"):
        match.apply("dance")
    with pytest.raises(DataError, match="not over yet"):
        match.outcome()
    assert match.state.tobytes() == before
    match.play_out()
    with pytest.raises(IllegalAction, match="the game is over"):
        match.apply(0)


@every_world
def test_a_trace_tells_the_game_of_a_match(world):
    game, setup = game_of(world), kit_of(world).setup
    lines = list(game.trace(setup, [game.bot("random", setup)] * len(setup.seats), SEED, 0))
    match = match_of(world)
    texts = {text for text in events_of(match) if text}
    assert lines[0].endswith(f"game 0 of seed {SEED}")
    assert texts <= {line.strip() for line in lines}
