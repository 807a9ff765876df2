"""Things that bots hold and do not play: listed, marked in tables of values, and never a finding."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import pytest

from mazarbul.analysis import held, load_run
from mazarbul.reports import summary
from mazarbul.reports.build import build_collection_report, build_report
from mazarbul.reports.sections import unplayed
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.held import build
from mazarbul.reports.study import load_study, page
from tests import sealing
from tests.analysis.synthetic import Plan, write_run
from tests.reports import folders
from tests.reports.parsed import Parsed, text_of

#: Card 3 of Saruman is never played, card 4 of Frodo in 0.03% of the games that held it, card 5 in 3%.
PLAYED = {"saruman/card_3": 0.0, "frodo/card_4": 0.0003, "frodo/card_5": 0.03}
#: Both would be the largest effects of all; card 6 of Frodo is the next.
WORTH = {"saruman/card_3": -0.3, "frodo/card_4": -0.3, "frodo/card_6": 0.15}
PLAN = Plan(base=0.72, shuffled=True, played=PLAYED, opening_effects=WORTH)
NEVER = {("saruman", "card_3"), ("frodo", "card_4")}
HEAD = "Cards that these bots never or hardly ever play"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("unplayed") / "run", 6_000, 3_000, seed=folders.SEED, plan=PLAN)


@pytest.fixture(scope="module")
def written(folder, tmp_path_factory):
    """The report of such a run."""
    return build_report(folder, tmp_path_factory.mktemp("out") / "report")


@pytest.fixture(scope="module")
def ablation(folder, tmp_path_factory):
    """Blanking Saruman's card 3, which is never played, makes the largest change; card 0 the next."""
    path = tmp_path_factory.mktemp("ablation") / "ablation"
    folders.ablation(path)
    info = sealing.read(path / "collection.json")
    sealing.write(path / "collection.json", info | {"base": str(folder)})
    return path


def pairs(frame):
    return set(zip(frame["seat"], frame["id"], strict=True))


def table(report, name):
    return pd.read_csv(report.parent / f"tables/{name}.csv")


def test_what_is_played_in_one_of_a_thousand_games_is_distinguished_from_what_is_not(folder):
    plays = held.plays(held.tally(load_run(folder))[0])
    assert pairs(plays[plays["unplayed"]]) == NEVER
    row = plays.set_index(["seat", "id"]).loc[("saruman", "card_3")]
    assert (row["games_played"], row["play"]) == (0, 0.0)
    assert row["games_held"] == row["play_n"] > held.ENOUGH
    assert plays["play"].is_monotonic_increasing


@pytest.mark.slow
def test_few_games_do_not_say_what_is_not_played(tmp_path):
    run = write_run(tmp_path / "run", 900, 900, plan=PLAN)
    assert not held.plays(held.tally(load_run(run))[0])["unplayed"].any()
    text = text_of(build_report(run, tmp_path / "out"))
    assert "this run is too short to say which cards its bots do not play" in text
    assert HEAD not in text


def test_a_run_whose_bots_play_all_names_what_they_play_least(report):
    text = text_of(report)
    assert "These bots play each of 28 cards in at least one in a thousand of the games" in text
    assert HEAD not in text


def test_the_list_of_a_report(written):
    rows = Parsed.of(written).tables["cards_unplayed"]
    assert len(rows) == 3
    assert pairs(table(written, "cards_unplayed")) == NEVER
    assert re.search(r"Of 28 cards, these bots never or hardly ever play 2, .*\b0 of [\d,]+ games",
                     written.read_text())  # fmt: skip
    assert HEAD in written.read_text()
    assert "Unplayed cards" in {row[0] for row in Parsed.of(written).tables["metrics"]}


@pytest.mark.parametrize(
    ("name", "tested"), [("cards_adjusted", "opening"), ("cards_held", "opening_effect")]
)
def test_its_values_are_marked_and_no_comparisons(written, name, tested):
    frame = table(written, name).set_index(["seat", "id"])
    never = frame.loc[sorted(NEVER)]
    assert never["unplayed"].all()
    assert (never[f"{tested}_p"] < 1e-6).all(), "clear, if it were a comparison"
    assert never[f"{tested}_bh"].isna().all()
    assert frame.drop(index=sorted(NEVER))[f"{tested}_bh"].notna().all()
    names = next(column for column in Parsed.of(written).grids[name] if column["label"] == "Card")
    assert sum("\N{DAGGER}" in names["words"][i] for i in names["values"]) == 2
    assert "it has no star and is no finding" in written.read_text()


def test_a_bot_that_searches_says_whether_it_is_worth_playing(folder, tmp_path):
    """The searching bot plays card 4 of Frodo in half of the games, and card 3 of Saruman never."""
    plan = replace(PLAN, played={"saruman/card_3": 0.0, "frodo/card_4": 0.5})
    other = load_run(write_run(tmp_path / "search", 300, 300, seed=folders.SEED, plan=plan))
    topic = Topic(load_run(folder), searched=("search:50", other))
    asked = next(iter(topic.declared.asked("held")))
    blocks, findings = build(topic, asked)
    (listed,) = [block for block in blocks if block.name == "cards_unplayed"]
    shares = listed.frame.set_index(["seat", "id"])["search_play"]
    assert shares["saruman", "card_3"] == 0
    assert 0.4 < shares["frodo", "card_4"] < 0.6
    assert [column.label for column in listed.columns][-1] == "Share with search:50"
    name = listed.frame.set_index("seat").loc["frodo", "name"]
    assert any(f"The one that search:50 plays most is {name}" in said for said in findings)
    row = listed.frame.assign(search_play=0.0)
    assert "search:50 does not play them either" in unplayed.said(topic, asked, row)


def test_it_is_no_finding(written):
    text = written.read_text()
    found = text[text.index('<section id="findings">') : text.index('<section id="result">')]
    never = table(written, "cards_unplayed")
    items = [re.sub(r"<.*?>", "", item) for item in re.findall(r"<li>(.*?)</li>", found, re.DOTALL)]
    named = [item for item in items if "hardly ever" not in item]
    assert all(
        name not in item for item in named for name in never["name"] if "worth" in item or "best" in item
    )
    best = table(written, "cards_adjusted").set_index(["seat", "id"]).loc[("frodo", "card_6"), "name"]
    assert f"The best: {best}" in text
    known = table(written, "cards_pairs").set_index(["seat", "id", "other_seat", "other_id"])
    flagged = known["unplayed"] | known["other_unplayed"]
    assert flagged.any()
    assert (known["interaction_bh"].isna() == flagged).all()


def test_a_blanked_thing_that_is_not_played_is_no_finding(ablation, tmp_path):
    report = build_collection_report(ablation, tmp_path / "out")
    frame = table(report, "blanked_card").set_index("subject")
    assert frame.index[-1] == "card_3"
    assert frame["unplayed"].tolist() == [False, False, False, False, True]
    assert frame["change_bh"].isna().tolist() == [False, False, False, False, True]
    text = text_of(report)
    assert "Of 4 cards blanked one at a time" in text
    assert f"without {frame.loc['card_0', 'name'].split(' |')[0]}" in text
    assert "without Card 3" not in text
    lines = list(summary.lines(ablation))
    (line,) = [line for line in lines if "Card 3" in line]
    assert "(hardly ever played)" in line
    assert not line.endswith("*")


@pytest.mark.slow
def test_a_study_lists_it_and_leaves_it_out_of_its_findings(folder, ablation, tmp_path):
    scenario = {"id": "s", "title": "Alone", "run": "run", "ablation": "ablation"}
    (tmp_path / "run").symlink_to(folder)
    (tmp_path / "ablation").symlink_to(ablation)
    info = {"format": 3, "title": "Study", "game": "card_game", "band": [0.45, 0.55], "scenarios": [scenario],
            "parameters": {}}  # fmt: skip
    sealing.write(tmp_path / "study.json", info)
    found = {finding.title: finding for finding in page(load_study(tmp_path)).findings}
    assert "0 of " in found[HEAD].says
    assert [type(block).__name__ for block in found[HEAD].blocks] == ["Chart", "Table"]
    cards = next(each for title, each in found.items() if " of 4 cards move" in title)
    assert "Card 3" not in cards.says
    _, listed = cards.blocks
    assert listed.frame["subject"].iloc[-1] == "card_3", "what is not measured stands last"
    assert listed.rows()[-1][0].text.endswith("\N{DAGGER}")
