"""What the functions and classes of `mazarbul` promise each other: one table, one set of words."""

from __future__ import annotations

import copy
import json
import math
import re
from html import escape
from pathlib import Path

import pandas as pd
import pytest

import mazarbul
from mazarbul import charts, wording
from mazarbul.analysis import load_run, paired, scenarios
from mazarbul.analysis.cards import measured
from mazarbul.sim.games.replay import replay
from mazarbul.sim.runner.errors import Interrupted, RunFailure
from tests.agents.tables import COURIER
from tests.runner.help import play

ROOT = Path(__file__).resolve().parents[1]
CHASE = "courier/chase"
#: Options of messages that no function of Python takes: what they are about does not happen there.
SHELL_ONLY = {
    "check", "folder", "game", "html", "json", "markdown", "sigma", "to", "trust_code", "for_scenario",
}  # fmt: skip


assert COURIER  # it is registered


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("face") / "run"
    return mazarbul.table(CHASE, bots="random").run(games=60, seed=3, out=folder)


def test_a_table_plays_what_the_functions_play(played, tmp_path):
    other = mazarbul.run(CHASE, games=60, seed=3, bots="random", out=tmp_path / "run")
    assert other.games.equals(played.games)
    match = mazarbul.table(CHASE, bots="random").match(seed=3, index=7)
    assert match.play_out() == mazarbul.match(CHASE, seed=3, index=7, bots="random").play_out()
    assert match.outcome().winner == played.games["winner"][7]


def test_a_table_is_a_value():
    overlay = {"scenario": {"title": "Another chase"}}
    table = mazarbul.table(CHASE, bots="random", overlay=overlay)
    overlay["scenario"]["title"] = "changed"
    assert table.setup.title == "Another chase"
    assert table == eval(repr(table))
    assert len({table, eval(repr(table)), mazarbul.table(CHASE)}) == 2
    with pytest.raises(AttributeError):
        table.experiment = None
    with pytest.raises(mazarbul.DataError, match="unknown bot 'nobody'"):
        mazarbul.table(CHASE, bots="nobody")


def test_runs_are_compared_with_themselves_and_others(played, tmp_path):
    changed = mazarbul.run(CHASE, games=60, seed=3, out=tmp_path / "other")
    found = mazarbul.compare(played, str(changed.path))
    assert found["change"].to_numpy() == pytest.approx((found["other"] - found["base"]).to_numpy())
    assert (mazarbul.compare(played, played)["change"] == 0).all()
    free = mazarbul.compare(played, changed, paired=False)
    assert (free["change_high"] - free["change_low"] > 0).all()


def test_a_report_says_when_too_few_games_were_played_to_know(played, tmp_path):
    text = played.report(tmp_path / "report").read_text(encoding="utf-8")
    assert "often enough, so no effect of drawing one is known" in text


@pytest.mark.slow
def test_a_report_has_pages_of_its_games(tmp_path):
    played = mazarbul.run("card_game/fellowship", games=20, out=tmp_path / "run")
    page = played.report(tmp_path / "report")
    watched = sorted(page.parent.joinpath("games").glob("*.html"))
    assert watched
    assert f'href="games/{watched[0].name}"' in page.read_text(encoding="utf-8")


def test_analysis_takes_what_is_loaded(played, tmp_path):
    held = mazarbul.load_run(played.path)
    assert scenarios.win_rates(held).equals(scenarios.win_rates(load_run(played.path)))
    assert paired.compare(held, held)["change"].tolist() == [0.0, 0.0]
    assert measured.frames(held.opened).keys()
    answer = mazarbul.table(CHASE, bots="random").ablate(games=20, kinds=["blank"], out=tmp_path / "blank")
    assert paired.changes(answer).equals(answer.changes)
    assert answer.tables["changes"] is answer.changes
    table = held.card_table(answer.path)
    assert list(table["id"]) == [card.id for card in held.all_cards()]
    for card, row in zip(held.all_cards(answer.path), table.to_dict("records"), strict=True):
        blank = card.measure("blanked", "blank")
        assert row["blanked"] == pytest.approx(blank.value if blank else math.nan, nan_ok=True)
    assert table["blanked"].notna().any()
    assert held.card_table()["blanked"].isna().all()


def test_all_tables_of_skill_are_at_hand(tmp_path):
    asked = {"games": 20, "out": tmp_path / "skill", "bots": ["random", "heuristic"], "kinds": ["bot"]}
    found = mazarbul.table(CHASE).skill(**asked)
    assert {name: [*answer.tables] for name, answer in found.items()} == {
        "ladder": ["balance", "matrix", "ratings"],
        "restrictions": ["changes"],
    }
    assert "<table" in found["ladder"]._repr_html_()


def test_a_part_of_a_table_of_records_is_that_of_the_whole(played):
    whole = played.cards()
    assert played.cards(["name", "game"]).equals(whole[["name", "game"]])
    pd.testing.assert_frame_equal(whole, played.sql('select * from cards_long order by game, id, "column"'))


def test_charts_of_a_run_are_specs_with_colours_of_their_own(played):
    plot = played.plot.win_rate()
    shown = plot._repr_mimebundle_()[charts.MIME]
    assert "var(" not in json.dumps(shown)
    rows = shown["data"]["values"]
    rates = scenarios.win_rates(played)["win"]
    assert sorted(row["v"] for row in rows if "t" in row) == pytest.approx(sorted(rates), rel=1e-5)
    assert "Win rates by side" in repr(plot)
    with pytest.raises(mazarbul.DataError, match="unknown side"):
        played.plot.cards("nobody")


@pytest.mark.parametrize("target", [CHASE, "card_game/duel"])
def test_a_match_says_where_it_is(target):
    match = mazarbul.match(target, seed=5, index=2, bots="random")
    first = repr(match)
    assert first.startswith(f"<Match {target}, seed 5, game 2")
    assert first.endswith(f": {match.actor} decides, {match.decision}>")
    assert str(match) == match.position() != first
    copies = copy.copy(match), copy.deepcopy(match)
    winner = match.play_out().winner
    assert repr(match).endswith(f": over, {winner or 'nobody'} won>")
    assert {repr(each) for each in copies} == {first}
    assert "won" in match._repr_html_()
    assert "won" in str(match)
    with pytest.raises(mazarbul.DataError, match="the game is over"):
        match.position()


def test_a_notebook_shows_the_table_as_a_replay_has_it():
    match = mazarbul.match("card_game/duel", seed=5, bots="random")
    part = replay(match.game, match.setup, match.bots, match.seed, match.index).parts[0]
    names = {thing.id: thing.name for thing in part.things}
    zones = part.steps[0].zones
    held = [names[piece.thing] for area in zones if area.startswith("hand:") for piece in zones[area].pieces]
    assert len(held) > 5
    assert all(escape(name) in match._repr_html_() for name in held)
    inline = mazarbul.match("card_game/duel", overlay={"switches": {"trim": False}})
    assert str(inline).startswith("position\n")


def test_what_there_is_is_listed():
    assert dir(mazarbul) == sorted(mazarbul.__all__)
    assert {"table", "compare", "study", "Table"} <= {*dir(mazarbul)}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("--games: at least 1", "games: at least 1"),
        ("--bots.gandalf: unknown", "bots.gandalf: unknown"),
        ("--overlay FILE, --deck SEAT=DECK or --bot BOT", "overlay, decks or bots"),
        ("resume it with --resume, or name another --out", "resume it with resume=True, or name another out"),
        ("to go on: mazarbul run --resume --out a b", "to go on: mazarbul.run(..., resume=True, out=a b)"),
        ("`mazarbul run --resume --out DIR`, which", "`mazarbul.run(..., resume=True, out=DIR)`, which"),
        ("the file my--games.toml", "the file my--games.toml"),
        ("(--unpaired)", "(paired=False)"),
    ],
)  # fmt: skip
def test_messages_name_arguments(said, expected):
    assert wording.worded(said) == expected


def test_every_kind_of_error_names_arguments():
    for error in (mazarbul.DataError("--games 0"), RunFailure("--games 0")):
        with pytest.raises(type(error), match=r"^games 0$"), wording.in_python():
            raise error
    with (
        pytest.raises(Interrupted, match=r"mazarbul\.run\(\.\.\., resume=True, out=runs/x\)$"),
        wording.in_python(),
    ):
        raise Interrupted("runs/x", 1, 2)
    for call in (
        lambda: mazarbul.run(CHASE, games=0),
        lambda: mazarbul.run(CHASE, resume=True),
        lambda: mazarbul.whatif(CHASE),
        lambda: mazarbul.table(CHASE).skill(bots=["random"]),
        lambda: mazarbul.table(CHASE).practise(minutes=-1.0),
    ):
        with pytest.raises(mazarbul.DataError) as caught:
            call()
        assert "--" not in str(caught.value)


def test_every_option_in_a_message_is_an_argument():
    """A message that names an option which Python lacks would help nobody there."""
    files = [file for part in ("sim/runner", "studies", "analysis") for file in (ROOT / part).glob("*.py")]
    named = {
        name for file in files for name in re.findall(r'"[^"\n]*?--([a-z][a-z-]+)', file.read_text("utf-8"))
    }
    words = {wording.worded(f"--{name}").partition("=")[0] for name in named}
    known = {"keep", "mazarbul"}
    for function in (*vars(mazarbul.Table).values(), mazarbul.run, mazarbul.compare):
        if callable(function) and hasattr(function, "__signature__"):
            known |= {*function.__signature__.parameters}
    known |= {*mazarbul.compare.__annotations__}
    assert len(named) > 10
    assert words <= known | SHELL_ONLY


def test_the_first_example_of_the_readme(tmp_path, monkeypatch):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (first, *_) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(compile(first, "README.md", "exec"), names)
    assert names["run"].manifest["seed"] == names["match"].seed == 7


def test_a_game_without_sides_has_no_charts_of_them(tmp_path):
    folder = play(tmp_path / "run", games=40, execution={"jobs": 1})
    with pytest.raises(mazarbul.DataError, match="its game has no sides"):
        mazarbul.load_run(folder).plot.win_rate()
