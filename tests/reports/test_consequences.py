"""What else a change does: what is played otherwise, and the games that it turned."""

from __future__ import annotations

import re

import pytest

from mazarbul.analysis import consequences, load_run, paired
from mazarbul.reports.build import build_collection_report, build_comparison
from mazarbul.reports.sections.common import to_a_point
from tests.reports import folders
from tests.reports.parsed import Parsed, text_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return folders.whatif(tmp_path_factory.mktemp("consequences") / "w")


def test_turned_games_are_won_by_one_run_alone(folder):
    base, other = load_run(folder / "base"), load_run(folder / "members/changed_0")
    side = base.sides[0]
    found = consequences.turned(base, other, side, most=5)
    before, after = paired.won(base, side), paired.won(other, side)
    assert len(found)
    assert found["wins"].value_counts().max() <= 5
    for row in found.itertuples(index=False):
        assert (before[row.game], after[row.game]) == ((0, 1) if row.wins else (1, 0))


def test_the_page_says_what_is_played_otherwise_and_shows_games(folder, tmp_path):
    text = text_of(build_collection_report(folder, tmp_path / "page"))
    assert "What else changes" in text
    assert "is played clearly more or less often" in text or "are played clearly more or less often" in text
    assert "Games that the change turned" in text
    assert "mazarbul trace" in text


def test_every_turned_game_is_watched_before_and_after(folder, tmp_path):
    page = build_collection_report(
        folder, tmp_path / "page", watch=lambda run, game: f"<p>{run.name} {game}" if game else None
    )
    rows = re.findall(r'games/(turned_(before|after)_(\d+)\.html)">game \3</a>', text_of(page))
    assert len(rows) > 2
    for name, when, game in rows:
        run = "base" if when == "before" else "changed_0"
        assert (page.parent / "games" / name).read_text() == f"<p>{run} {game}"
    assert {when for _, when, _ in rows} == {"before", "after"}


@pytest.mark.parametrize(("paired", "table"), [(True, "turned"), (False, "examples")])
def test_a_comparison_leads_to_games_of_both_runs(folder, tmp_path, paired, table):
    page = build_comparison(
        folder / "base", folder / "members/changed_0", tmp_path / "page", paired=paired,
        watch=lambda run, game: f"<p>{run.name} {game}",
    )  # fmt: skip
    rows = re.findall(rf'games/({table}_(before|after)_(\d+)\.html)">game \3</a>', text_of(page))
    for name, when, game in rows:
        run = "base" if when == "before" else "changed_0"
        assert (page.parent / "games" / name).read_text() == f"<p>{run} {game}"
    assert {when for _, when, _ in rows} == {"before", "after"}
    assert "the change turned" not in text_of(page)


def test_the_change_of_every_side_fits_beside_its_name(folder, tmp_path):
    pages = [
        build_collection_report(folder, tmp_path / "whatif"),
        build_comparison(folder / "base", folder / "members/changed_0", tmp_path / "comparison"),
    ]
    for page, when in zip(pages, (("before", "after"), ("in base", "in changed_0")), strict=True):
        tables = Parsed.of(page).tables
        rates = [f"Win rate {each}" for each in when]
        assert tables["change"][0] == ["Side", "Change, points", *rates, "Against 45\N{EN DASH}55%"]
        assert tables["change_more"][0][1:3] == ["Change of the margin", "Change of the rounds"]
        assert all(len(head) <= 6 for head, *_ in tables.values())


def test_every_use_is_that_of_its_run(folder):
    base, other = load_run(folder / "base"), load_run(folder / "members/changed_0")
    asked = next(iter(base.declared.asked("held")))
    frame = consequences.uses(base, other, asked)
    for name, run in (("base", base), ("other", other)):
        alone = consequences.uses(run, run, asked).set_index(["seat", "id"])
        own = frame.set_index(["seat", "id"])[f"share_{name}"]
        assert own.to_dict() == pytest.approx(alone.loc[own.index, "share_base"].to_dict())
        assert (alone["change"] == 0).all()


def test_games_to_a_point():
    row = {"change": 0.0, "change_low": -0.02, "change_high": 0.02, "change_n": 1_000}
    assert to_a_point(row, "change", 0.01) == (
        "About 4,000 games would measure it to \N{PLUS-MINUS SIGN}1 point (about 40 seconds as played here)."
    )
    assert to_a_point(row, "change", float("nan")).endswith("1 point.")


def test_a_changed_deck_alters_its_cards_and_no_card_of_its_name(monkeypatch):
    paths = ["card.gimli.icons.path", "deck.aragorn.cards.lembas"]
    monkeypatch.setattr(consequences.played, "altered", lambda _one, _other: paths)
    assert consequences.altered(None, None) == ["gimli", "lembas"]
