"""Preferences: every move has its rows, a bot does what it prefers, changed cards have none."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mazarbul.sim.bots.weight_table import WeightTable
from mazarbul.sim.engine.actions import kind_of
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.bots.layout import CHOICES, LEADS, NO_ROW, ROWS, STAGED, SURPLUS, WAYS
from mazarbul.sim.games.card_game.bots.policies import choose, prepare
from mazarbul.sim.games.card_game.bots.preferences import names
from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.games.card_game.ids import IN, ROUNDS, SIDE
from mazarbul.sim.games.card_game.rules.modifiers import carryover_limit
from mazarbul.sim.games.card_game.rules.rounds import score
from mazarbul.sim.toml import DataError
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
    assert own | places <= {name for seat in found for name in seat.staged}
    for seat in found:
        assert len(seat.staged) == STAGED
        assert ROUNDS * STAGED + len(seat.lasting) == ROWS
        known = [name for name in (*seat.staged, *seat.lasting) if name]
        assert len(set(known)) == len(known) - repeated(setup, known), "a name is that of one row"


def repeated(setup, known: list[str]) -> int:
    """Return how many names are those of further copies of a card."""
    copies = Counter(card["id"] for card in setup.catalogue["cards"])
    return sum(n - 1 for name, n in Counter(known).items() if any(copies[word] > 1 for word in name.split()))


@pytest.mark.parametrize("scenario", slow_but(["duel"], SCENARIOS))
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_every_action_has_rows_with_names_of_its_own_card_and_place(scenario, bot):
    world = card_game(scenario)
    kit = kit_of(world)
    found = [[name for name, _ in own.rows(ROUNDS)] + [""] for own in names(kit.setup)]
    mind = kit.mind([GAME.bot("heuristic", kit.setup)] * len(kit.setup.seats))
    prepare(kit.tables, mind)
    kinds = set()
    for match in bot_play(world, bot, seed=5):
        s, seat = match.state, int(match.state.actor)
        if match.is_over:
            continue
        choose(s, kit.tables, mind)
        for i, code in enumerate(options(s)):
            words = kit.moves.text(kit.names, code).split()
            named = [word.partition("#")[0].partition("/")[2] or word.partition("#")[0] for word in words]
            own = [found[seat][row] for row in mind.row[i] if row != NO_ROW]
            if kind_of(code) not in ALIKE:
                assert own, words
            assert all(fits(name, s, kit.tables, seat) for name in own), own
            for name in own:
                thing = name.partition(" / ")[0].split()[-1]
                is_plain = name.startswith(kit.setup.seats[seat]) or "text of" in name
                assert is_plain or thing in named or thing in str(words) or "path" in words, (name, words)
            kinds.add(kind_of(code))
    assert len(kinds) > 5


def fits(name: str, s, t, seat: int) -> bool:
    """Return whether the words for the situation are right, as far as a seat's hand and the lead go."""
    words = name.split(" / ")
    lead = score(s, t, SIDE.FREE_PEOPLES) - score(s, t, SIDE.SHADOW)
    own_lead = lead if t.seat_side[seat] == SIDE.FREE_PEOPLES else -lead
    least = dict(zip(LEADS, (-99, -4, -1, 2, 5), strict=True))
    most = dict(zip(LEADS, (-5, -2, 1, 4, 99), strict=True))
    surplus = int(s.in_zone[seat, IN.HAND]).bit_count() - carryover_limit(s, t, seat)
    above = SURPLUS[min(max(surplus, 0), len(SURPLUS) - 1)]
    return all(
        least[word] <= own_lead <= most[word] if word in LEADS else word not in SURPLUS or word == above
        for word in words
    )


def test_a_bot_takes_what_it_prefers():
    kit = kit_of(card_game("duel"))
    setup = kit.setup
    seat = setup.seats[0]
    passing = prefers(setup, **{f"{seat}__pass": 200.0})
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
        known = {name for own in names(setup) for name in (*own.staged, *own.lasting)}
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
    before, after = (
        {name for own in names(setup) for name in (*own.staged, *own.lasting)} for setup in (printed, changed)
    )
    gone = before - after
    assert gone == {name for name in before if {"gandalf_the_white", "rivendell"} & set(name.split())}
    assert gone
    bot = GAME.bot("heuristic", changed)
    mind, usual = (kit.mind([bot] * 2) for kit in (GAME.kit(changed), GAME.kit(printed)))
    for seat in range(2):
        is_gone = [name in gone for name, _ in names(printed)[seat].rows(ROUNDS)]
        expected = np.where(is_gone, 0, usual.preference[seat, :-1])
        assert np.array_equal(mind.preference[seat, :-1], expected)


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


def test_a_preference_that_no_score_reaches_is_refused():
    setup = kit_of(card_game("duel")).setup
    bots = [prefers(setup, use_narya=301.0)] * len(setup.seats)
    with pytest.raises(DataError, match=r"bot 'heuristic' has a preference beyond 300; the most is 300"):
        GAME.kit(setup).mind(bots)


def test_what_a_seat_prefers_is_worked_out_once():
    """A run makes a mind for each batch of games; processes do not send each other what they worked out."""
    kit = GAME.kit(GAME.setup("duel"))
    bots = [GAME.bot("heuristic", kit.setup), GAME.bot("random", kit.setup)]
    first, known = kit.mind(bots), dict(kit.setup.memo)
    again = kit.mind(bots)
    assert np.array_equal(first.preference, again.preference)
    assert first.preference[0].any()
    assert not first.preference[1].any()
    assert known.keys() == kit.setup.memo.keys()
    assert all(known[key] is value for key, value in kit.setup.memo.items())
    assert pickle.loads(pickle.dumps(kit.setup)).memo == {}
