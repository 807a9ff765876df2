"""A user's scenario file may set switches; values given for a game override it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazarbul.sim.toml import DataError
from tests.every_game.worlds import ESCAPE, GAMES, PASSAGE, QUICK, World, game_of
from tests.marks import slow_but
from tests.playing import match_of

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {name: ROOT / "sim" / "games" / name for name in GAMES} | {"courier": ROOT / "tests" / "courier"}
#: Scenario, and switches of it that differ from the defaults.
CASES = [
    ("card_game", "trilogy", {"trim": False, "joint": "enemy", "eowyn_scope": "in_play"}),
    ("card_game", "duel3", {"duel3_double_shadow": True}),
    ("lotr_lcg", PASSAGE, {"mode": "basic", "round_cap": 3}),
    ("lotr_lcg", ESCAPE, {"round_cap": 5}),
    ("board_game", "two_player", {"mordor_entry": "declare", "turn_cap": 3}),
    ("courier", "chase", {"first_sight": True}),
]


def switched(game: str, scenario: str, lines: list[str]) -> str:
    """Return the text of a printed scenario with switches."""
    printed = (FOLDERS[game] / "data" / "scenarios" / f"{scenario}.toml").read_text("utf-8")
    return "\n".join([printed, "[switches]", *lines, ""])


def written(value: object) -> str:
    """Return a value of a switch in TOML."""
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def test_every_game_is_here():
    assert {game for game, *_ in CASES} == set(GAMES)


QUICK_CASES = [case for case in CASES if case[0] in QUICK]


@pytest.mark.parametrize(("name", "scenario", "switches"), slow_but(QUICK_CASES, CASES), ids=str)
def test_a_scenario_file_sets_switches(write, name, scenario, switches):
    """The game is the same as the printed scenario with these switches given."""
    game = game_of(World(name, name, scenario))
    file = write(switched(name, scenario, [f"{key} = {written(value)}" for key, value in switches.items()]))
    printed, given, filed = (
        game.setup(scenario),
        game.setup(scenario, switches=switches),
        game.setup(file),
    )
    assert filed.switches == given.switches == printed.switches | switches
    assert filed.tables_hash == given.tables_hash != printed.tables_hash
    records = [match_of(game, game.kit(setup), 3).play_out().record for setup in (given, filed)]
    assert records[0] == records[1]


@pytest.mark.parametrize(("name", "scenario", "switches"), CASES, ids=str)
def test_switches_that_are_given_beat_those_of_a_scenario_file(write, name, scenario, switches):
    game = game_of(World(name, name, scenario))
    file = write(switched(name, scenario, [f"{key} = {written(value)}" for key, value in switches.items()]))
    printed = game.setup(scenario)
    back = game.setup(file, switches={key: printed.switches[key] for key in switches})
    assert (back.switches, back.tables_hash) == (printed.switches, printed.tables_hash)


@pytest.mark.parametrize(("name", "scenario", "switches"), CASES, ids=str)
def test_a_switch_that_is_none_is_named_with_its_place(write, name, scenario, switches):
    game = game_of(World(name, name, scenario))
    known = next(iter(switches))
    text = switched(name, scenario, [f"{known}x = 1"])
    file = write(text)
    with pytest.raises(DataError, match=f"unknown switch '{known}x'; did you mean '{known}'") as caught:
        game.setup(file)
    assert str(caught.value).startswith(f"{file}:{len(text.splitlines())}:1: ")
