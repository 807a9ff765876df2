"""Preferences: every move has its rows, a bot does what it prefers, changed cards have none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.bots.weight_table import WeightTable
from sim.engine.actions import kind_of
from sim.games.card_game import actions
from sim.games.card_game.bots.preferences import CHOICES, NO_ROW, WAYS, first_row, names, second_row
from sim.games.card_game.game import GAME
from sim.games.card_game.ids import ROUNDS
from sim.toml import DataError
from tests.every_game.worlds import bot_play, card_game, kit_of
from tests.marks import slow_but
from tests.playing import options

SCENARIOS = ("duel", "trilogy", "duel3", "fellowship")
#: Kinds of actions of which a bot cannot prefer one to another.
ALIKE = {actions.SUPPORT, actions.STOP, actions.TOKEN_BATTLEGROUND, actions.MAY}


def prefers(setup, **values: float):
    """Return the heuristic bot of a set-up with some preferences alone; "_" in a name stands for a space."""
    bot = GAME.bot("heuristic", setup)
    spelled = {name.replace("__", ": ").replace("_", " ", 1): value for name, value in values.items()}
    return replace(bot, preferences=WeightTable(tuple(spelled), (0,), np.array([list(spelled.values())])))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_row_has_a_name_that_says_what_it_is(scenario):
    setup = kit_of(card_game(scenario)).setup
    found = names(setup)
    assert len(found) == len(setup.seats)
    cards = {card["id"] for card in setup.catalogue["cards"]}
    own = {f"{way} {card}" for way in WAYS for card in cards}
    places = {
        f"{seat}: {choice} {place['id']}"
        for seat in setup.seats
        for choice in CHOICES
        for place in setup.catalogue["places"]
    }
    assert own | places <= {name for rows in found for name in rows}
    assert all(rows[NO_ROW] == "" for rows in found)


@pytest.mark.parametrize("scenario", slow_but(["duel"], SCENARIOS))
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_every_action_has_rows_with_names_of_its_own_card_and_place(scenario, bot):
    world = card_game(scenario)
    kit = kit_of(world)
    found = names(kit.setup)
    kinds = set()
    for match in bot_play(world, bot, seed=5):
        s, seat = match.state, int(match.state.actor)
        for code in options(s):
            one, two = (found[seat][row(s, kit.tables, code, seat)] for row in (first_row, second_row))
            words = kit.moves.text(kit.names, code).split()
            named = [word.partition("#")[0].partition("/")[2] or word.partition("#")[0] for word in words]
            if kind_of(code) not in ALIKE:
                assert one or two, words
            for name in filter(None, (one, two)):
                thing = name.split()[-1]
                is_plain = thing in ("pass", "winnow", "ring", "turn", "top") or "text of" in name
                assert is_plain or thing in named or thing in str(words) or "path" in words, (name, words)
            kinds.add(kind_of(code))
    assert len(kinds) > 5


def test_a_bot_takes_what_it_prefers():
    kit = kit_of(card_game("duel"))
    setup = kit.setup
    seat = setup.seats[0]
    passing = prefers(setup, **{f"{seat}__pass": 1000.0})
    other = GAME.bot("heuristic", setup)
    choose = kit.seat([passing, *[other] * (len(setup.seats) - 1)])
    turns = 0
    for match in bot_play(card_game("duel"), "heuristic", seed=3):
        s = match.state
        if match.is_over or int(s.actor) != 0 or s.decision != actions.TURN:
            continue
        if any(kind_of(code) == actions.PASS for code in options(s)):
            turns += 1
            assert kind_of(choose(s)) == actions.PASS
    assert turns > 5


def test_what_comes_with_a_scenario_knows_its_names():
    for scenario in SCENARIOS:
        setup = kit_of(card_game(scenario)).setup
        bot = GAME.bot("heuristic", setup)
        known = {name for rows in names(setup) for name in rows}
        assert set(bot.preferences.features) <= known
        assert len(bot.preferences.features) > 500
        assert GAME.bot("search", setup).preferences == bot.preferences, "also in simulated games"


def test_a_changed_card_or_place_has_no_preferences():
    """A blanked card must not be played for what the printed one was worth."""
    changed = GAME.setup(
        "duel",
        overlay={
            "card": {"gandalf_the_white": {"icons": {"path": 4}}},
            "battleground": {"rivendell": {"vp": 3}},
        },
    )
    printed = kit_of(card_game("duel")).setup
    before, after = ({name for rows in names(setup) for name in rows} for setup in (printed, changed))
    gone = before - after
    assert gone == {name for name in before if name.endswith((" gandalf_the_white", " rivendell"))}
    assert gone
    bot = GAME.bot("heuristic", changed)
    mind, usual = (kit.mind([bot] * 2) for kit in (GAME.kit(changed), GAME.kit(printed)))
    for seat in range(2):
        for row, name in enumerate(names(printed)[seat]):
            own = mind.preference[seat, :, row]
            assert np.array_equal(
                own, np.zeros(ROUNDS) if name in gone else usual.preference[seat, :, row]
            ), name


def test_a_file_says_what_a_bot_prefers(tmp_path):
    setup = kit_of(card_game("duel")).setup
    seat = setup.seats[0]
    (tmp_path / "own.csv").write_text(f"feature,0,9\n{seat}: pass,0.5,-1\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "duel.csv").write_text("feature,0\nuse narya,2\n")

    def bot(text: str):
        (tmp_path / "mine.toml").write_text(text)
        return GAME.bot(str(tmp_path / "mine.toml"), setup)

    assert bot('policy = "heuristic"\npreferences = "own.csv"').preferences.features == (f"{seat}: pass",)
    assert bot('like = "heuristic"\npreferences = "folder"').preferences.features == ("use narya",)
    assert bot('like = "heuristic"\npreferences = ""').preferences is None
    assert bot('policy = "heuristic"').preferences is None
    assert bot('like = "heuristic"').preferences == GAME.bot("heuristic", setup).preferences
    for value in ("3", "[]"):
        with pytest.raises(DataError, match="must be a file, or a folder"):
            bot(f'policy = "heuristic"\npreferences = {value}')
    with pytest.raises(DataError, match="cannot be read"):
        bot('policy = "heuristic"\npreferences = "missing.csv"')
