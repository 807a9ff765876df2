"""The strongest cards: games go to the largest changes, and their parts are taken away."""

from __future__ import annotations

import pytest

from mazarbul.analysis import paired
from mazarbul.analysis.collection import load_collection
from mazarbul.reports.build import build_collection_report
from mazarbul.sim import games
from mazarbul.studies import cards as studies
from mazarbul.studies.cards import cards
from mazarbul.studies.whatif import Second
from tests.studies import bones
from tests.studies.help import Spy, execution, experiment

GAMES = 100


def played(path):
    return paired.changes(load_collection(path)).set_index("id")


def test_what_is_not_clear_plays_on_until_it_is_or_a_limit(tmp_path):
    spy = Spy()
    table = played(cards(experiment(games=GAMES), execution(tmp_path, chunk=None), spy))
    assert set(table["subject"]) == set(bones.CARDS)
    unclear = table[table["games"] > GAMES]
    assert set(unclear.index) == {"shield.blank", "stone.blank"}
    assert (unclear["games"] <= studies.MOST * GAMES).all()
    assert spy.games == sum(table["games"]) + unclear["games"].max()


def test_the_time_told_is_that_of_all_stages(tmp_path):
    spy, second = Spy(), Second("random", 40)
    planned = studies.foretold(experiment(games=GAMES), second=second)
    assert [(part.name, part.games) for part in planned] == [
        ("every card", 500),
        ("until the largest are clear", 500),
        ("with random", 200),
    ]
    cards(experiment(games=GAMES), execution(tmp_path), spy, second=second)
    told = [line.split(", about ")[0] for line in spy.lines if line.endswith("left of the whole")]
    assert told == [f"{part.name}: part {i} of 3" for i, part in enumerate(planned, 1)]


def test_a_card_with_parts_is_told_with_them():
    asked = experiment(game="card_game", scenario="duel", games=GAMES)
    first, clear, parts = studies.foretold(asked, only=["gimli"])
    assert (first.games, clear.games, parts.games) == (200, 200, 200), "its icons and its text"


def test_stages_end_with_those_that_are_to_be_clear():
    assert studies._stages(8, 100) == [("round 1", 8, 100)]
    stages = studies._stages(112, 100)
    assert [(n, games) for _, n, games in stages] == [(112, 100), (38, 300), (13, 900)]


def test_a_stopped_search_goes_on(tmp_path):
    first = cards(experiment(games=GAMES), execution(tmp_path), Spy())
    again = Spy()
    assert cards(experiment(games=GAMES), execution(tmp_path), again, resume=True) == first
    assert again.games == 0


@pytest.mark.parametrize(
    ("game", "scenario", "name", "parts"),
    [
        ("card_game", "trilogy", "gimli", ["icons", "text"]),
        ("lotr_lcg", "passage_through_mirkwood", "gandalf", ["round ends text", "enters text"]),
        ("board_game", "two_player", "fp_char_06", ["play text", "static text", "tile drawn text"]),
        ("card_game", "duel", "mouth_of_sauron", ["icons", 'text "forbid path"', 'text "draw bonus"']),
    ],
)
def test_a_blank_knows_its_parts(game, scenario, name, parts):
    found = games.get(game)
    (blank,) = (each for each in found.variants(scenario) if each.id == f"{name}.blank")
    assert list(blank.parts) == parts
    for overlay in blank.parts.values():
        changed, printed = found.setup(scenario, overlay=overlay), found.setup(scenario)
        assert changed.tables_hash != printed.tables_hash


def test_the_page_names_the_strongest_first(tmp_path):
    path = cards(experiment(games=2_000), execution(tmp_path), Spy())
    text = build_collection_report(path, tmp_path / "page").read_text()
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    assert head.index("The strongest cards") < head.index("is worth") < head.index("The verdict")
    assert head.count("<figure") == 1
    keys = head[head.index('class="keys"') : head.index('class="plot"')]
    assert all(name in keys for name in ("Dark", "Light")), "the colours of the chart, above it"


def test_another_bot_blanks_the_largest_again(tmp_path):
    second = Second("random", 40)
    path = cards(experiment(games=GAMES), execution(tmp_path), Spy(), second=second)
    again = played(path / "second")
    assert set(again.index) == set(played(path).index[: studies.LARGEST])
    assert (again["games"] == 40).all()
    head = build_collection_report(path, tmp_path / "page").read_text()
    assert "second bot, random, " in head
    assert "The same with random, points" in head


def test_the_other_bot_is_one_that_plays_to_win():
    asked = experiment(games=GAMES)
    assert studies.seconded(asked, None, None) is None, "the game has no other"
    assert studies.seconded(asked, "random", None) == Second("random", 200)
    asked = asked.model_copy(update={"game": "card_game", "scenario": "duel", "bots": {"all": "expert"}})
    assert studies.seconded(asked, None, None) == Second("heuristic", 3 * GAMES)
