"""Preferences: every row has a name, and every option rows that name what it is about."""

import random

import pytest

from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.games.board_game import actions, kernel
from mazarbul.sim.games.board_game.bots import layout
from mazarbul.sim.games.board_game.bots.preferences import names
from mazarbul.sim.games.board_game.bots.restrictions import seated
from mazarbul.sim.games.board_game.bots.rows import note_mood, note_rows
from mazarbul.sim.games.board_game.game import GAME
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.reasons import MOVES
from tests.board_game.board import PLAIN

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


@pytest.mark.parametrize("scenario", ["two_player", "three_player", "four_player"])
def test_every_row_has_a_name_of_its_own(scenario):
    setup = GAME.setup(scenario)
    found = names(setup)
    assert len(found) == len(setup.seats)
    for own in found:
        rows = [name for name, _ in own.rows(layout.STAGES)]
        assert len(rows) == layout.ROWS
        known = [name for name in (*own.staged, *own.lasting) if name]
        assert len(set(known)) == len(known)
    sides = dict(zip(setup.seat_sides, found, strict=True))
    assert all(own == sides[side] for own, side in zip(found, setup.seat_sides, strict=True)), (
        "partners share"
    )


def test_what_an_overlay_changes_has_no_preferences():
    setup = GAME.setup(
        "two_player", overlay={"region": {"bree": {"points": 1}}, "figure": {"gimli": {"level": 3}}}
    )
    for own in names(setup):
        known = {*own.staged, *own.lasting}
        assert not [name for name in known if name.endswith(("bree", "gimli"))]
        assert any(name.endswith("edoras") for name in known)


@pytest.mark.slow
@PLAIN
def test_every_option_has_rows_that_name_what_it_is_about():
    setup, luck, kinds = GAME.setup("two_player"), random.Random(3), set()
    t, s, spelled = setup.tables, empty_state(), Names(setup)
    rows = [[name for name, _ in own.rows(layout.STAGES)] + [""] for own in names(setup)]
    bot = GAME.bot("random", setup)
    m = seated([bot] * 2, setup)
    kernel.new_game(s, t, 5, 0)
    for _ in range(500):
        seat = int(s.actor)
        note_mood(s, t, m)
        for i in range(int(s.option_n)):
            code = int(s.options[i])
            note_rows(s, t, m, seat, i)
            own = [rows[seat][row] for row in m.row[i] if row != layout.NO_ROW]
            kind = actions.KINDS[kind_of(code)]
            kinds.add(kind.name)
            things = own[0].partition(": ")[2].partition(" / ")[0]
            assert things.removesuffix(" no die").startswith(kind.name)
            check_thing(own, kind, code, setup, MOVES.text(spelled, code))
        kernel.decide(s, t, int(luck.choice(s.options[: s.option_n])))
        kernel.advance(s, t)
    assert len(kinds) > 20


def check_thing(own, kind, code, setup, text):
    """Check that the rows of an option name its card, Character or Nation."""
    lists = {"card": "cards", "figure": "figures", "nation": "nations"}
    if kind.a in lists:
        things = setup.catalogue[lists[kind.a]]
        index = a_of(code)
        thing = next(each["id"] for i, each in enumerate(things) if each.get("index", i) == index)
        assert any(name.split(" / ")[0].endswith(f" {thing}") for name in own), (text, own)
    if kind.name in ("march", "strike"):
        region = setup.tables.region_of[b_of(code)]
        thing = setup.catalogue["regions"][region]["id"]
        assert any(name.endswith(f" {thing}") for name in own), (text, own)
