"""Reports on players together against a quest: words of difficulty, none of balance, nothing empty."""

from __future__ import annotations

import re
import shutil

import pandas as pd
import pytest

from mazarbul.analysis import load_run, outcome
from mazarbul.analysis.collection import load_collection
from mazarbul.reports.build import build_collection_report, build_comparison, build_report, build_study_report
from mazarbul.reports.sections.common import band_of
from mazarbul.reports.sections.stakes import ALONE, SIDES
from mazarbul.reports.summary import lines
from tests import sealing
from tests.reports import quests
from tests.reports.parsed import Parsed, text_of, whole

pytestmark = pytest.mark.slow  # plays a study of quests, with every part

KINDS = ("run", "study", *quests.KINDS)
#: Words for games of sides against each other only.
FOREIGN = (
    "balance", "Balance", "either side", "Side<", "comeback", "lead ", "margin", "without a winner",
    "Locations", "faction", "its side", "restricted side", "Players wins", "first side", "location",
)  # fmt: skip
DASH = "\N{EN DASH}"


def visible(page) -> str:
    """Return the text of all pages that a reader sees, without the method."""
    hidden = r'<style>.*?</style>|<script.*?</script>|<section id="method">.*?</section>'
    pages = [path.read_text() for path in page.parent.glob("*.html") if path.name != "method.html"]
    return re.sub(hidden, "", "".join(pages), flags=re.DOTALL)


@pytest.mark.parametrize("kind", KINDS)
def test_no_word_of_what_the_game_has_not(quest_reports, kind):
    text = visible(quest_reports[kind])
    assert [word for word in FOREIGN if word in text] == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_table_is_empty(quest_reports, kind):
    for name, rows in Parsed.whole(quest_reports[kind]).tables.items():
        assert len(rows) > 1, name
        filled = [
            any(cell not in ("", "\N{EM DASH}") for cell in column[1:]) for column in zip(*rows, strict=True)
        ]
        assert all(filled), (name, rows[0])


def test_sections_of_a_run(quest_reports):
    text = quest_reports["run"].read_text()
    assert re.findall(r"<h2>(.*?)</h2>", text) == [
        "The verdict", "Look at", "Findings", "How hard it is, and how games end",
        "Progress and threat, and when games are decided", "Player cards", "Encounter deck", "Method",
    ]  # fmt: skip
    assert "difficulty report" in text
    wanted = r"Over the Hill is easier than intended: the players win \d\d% or more \(\d\d.\d+%\), judged by"
    assert re.search(wanted, text)
    assert "The group score of a game won is" in text
    assert "Lower is better" in text
    assert "How games are lost: threat in" in text
    assert "Blank them (ablation), or compare decks" in text
    tables = Parsed(text).tables
    assert tables["harms_dealt"][1][0] == "Raider"
    assert [row[1] for row in tables["endings"][1:]] == ["won", "lost", "lost"]
    assert {"score", "reached", "exits", "course", "predicted", "lost_cards_hero"} <= set(tables)
    assert len(tables["lost_cards_hero"]) == 6
    assert not {"cards_by_place", "margins", "starts"} & set(tables)


def test_a_game_says_which_scores_are_better(quest_folders, tmp_path):
    folder = shutil.copytree(quest_folders["run"], tmp_path / "run")
    catalogue = sealing.read(folder / sealing.CATALOGUE)
    for score in catalogue["declared"]["outcome"]["scores"]:
        score["better"] = "high"
    sealing.seal(folder, sealing.read(folder / sealing.MANIFEST), catalogue)
    page = text_of(build_report(folder, tmp_path / "page"))
    assert "Higher is better" in page
    assert "lower is better" not in page.lower()
    low, high = (outcome.score(load_run(each)).iloc[0] for each in (quest_folders["run"], folder))
    assert list(low[list(outcome.ENDS)]) == list(high[list(outcome.ENDS)])[::-1]
    assert low["best"] < low["worst"]


def test_the_method_tells_of_these_metrics_alone(quest_reports):
    rows = [row[0] for row in Parsed.of(quest_reports["run"]).tables["metrics"]]
    assert {"Difficulty", "Score of games won", "Loss of heroes", "What encounter cards cost"} <= set(rows)
    assert not {"Balance", "Comebacks", "The lead", "Points of decks and factions", "Who starts"} & set(rows)


def test_the_band_is_the_designers(quest_folders, tmp_path):
    run = load_run(quest_folders["run"])
    assert band_of(run) == ALONE.band != SIDES.band
    assert band_of(run, (0.1, 0.2)) == (0.1, 0.2)
    run.manifest["experiment"]["band"] = [0.3, 0.4]
    assert band_of(run) == (0.3, 0.4)
    run.manifest["experiment"]["band"] = None
    run.catalogue["band"] = [0.2, 0.9]
    assert band_of(run) == (0.2, 0.9)
    verdicts = {
        (0.01, 0.02): "easier than intended",
        (0.98, 0.99): "It is not settled how hard",
        (0.01, 0.99): "is probably as hard as intended",
    }
    for band, words in verdicts.items():
        assert words in text_of(build_report(quest_folders["run"], tmp_path, band=band))


def test_cards_of_the_quest_are_separate_from_the_players(quest_reports):
    text = quest_reports["ablation"].read_text()
    tables = Parsed(text).tables
    assert {row[0] for row in tables["blanked_encounter"][1:]} == {"Raider", "Archer", "Cave", "Mist"}
    assert {"Aldor", "Sword"} <= {row[0] for row in tables["blanked_card"][1:]}
    assert "blanked_place" not in tables
    assert "4 heroes blanked one at a time" in text
    assert "the players' win rate" in text.replace("&#39;", "'")


def test_the_ladder_is_a_curve(quest_reports):
    page = quest_reports["ladder"]
    tables = Parsed.of(page).tables
    assert [row[0] for row in tables["skill_curve"][1:]][::4] == ["random", "heuristic"]
    assert "ratings" not in tables
    assert {path.stem for path in (page.parent / "figures").iterdir()} == {"skill_curve"}


def test_the_matrix_of_decks(quest_reports):
    page = quest_reports["matrix"]
    tables = Parsed.of(page).tables
    assert [len(tables[f"decks_{players}"]) - 1 for players in (1, 2, 3)] == [3, 3, 1]
    figures = {path.stem for path in (page.parent / "figures").iterdir()}
    assert figures == {"decks_1", "decks_2", "decks_3", "pairs_win", "pairs_score"}
    assert "300" in tables["decks_1"][1]
    text = text_of(page)
    assert "<dt>Players</dt><dd>1 to 3, every group of decks</dd>" in text
    assert "<dd>300 of each of 7 groups</dd>" in text
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    assert re.findall(r"<li>With (\d) players?, (.+?) wins", head) == [
        ("1", tables["decks_1"][1][0]), ("2", tables["decks_2"][1][0]), ("3", tables["decks_3"][1][0])
    ]  # fmt: skip
    deck = tables["decks_1"][1][0]
    assert f"{deck}: 200 games of search:50" in head, "more is told of the best deck"
    assert f"player1={deck.lower()}" in head


def test_the_best_exchange_is_named_first(quest_reports, quest_folders):
    text = quest_reports["swaps"].read_text()
    assert "One card in the deck of Iron (player1) exchanged" in text
    changes = pd.read_parquet(quest_reports["swaps"].parent / "tables/swaps.parquet")
    assert changes["change"].is_monotonic_decreasing
    assert (
        f"Of {load_collection(quest_folders['swaps']).parameters['candidates']} exchanges of one card tried"
        in text
    )
    assert set(pd.read_csv(quest_reports["swaps"].parent / "tables/screening.csv")["screening"]) >= {
        "round 1",
        "round 2",
    }


def test_a_study_of_quests(quest_reports):
    text = whole(quest_reports["study"])
    titles = re.findall(r'<h2><span class="number">\d+</span> (.*?)</h2>', text)
    results = [
        r"((Neither|1 of 2|Both) quests? (is|are) (not )?as hard|Whether the quests are .* is not settled)",
        r"Figures still move with better bots in .*quests?|Whether figures still move .* is not known",
        "With 1 player, .* wins most", "With 2 players, .* wins most",
        "With 3 players there is one group of decks",
        "Half of the uncertainty about the result is gone after|No round before the end leaves",
        ".* moves? the players.* rate clearly when blanked",
        ".* moves? the players.* rate clearly when blanked",
        ".* exchanges? of one card moves?", ".* numbers? shifts? the difficulty clearly",
        ".* changes? to the game moves?", r"Better play clearly helps in .*quests?",
        ".* restrictions? changes?", ".* pairs? of cards (is|are) clearly",
    ]  # fmt: skip
    for title, result in zip(titles, results, strict=True):
        assert re.match(result, title), title
    for article in re.findall(r"<article.*?</article>", text, re.DOTALL):
        assert "<figure id=" in article
        assert "<table>" in article
    rows = Parsed(text).tables["study_decks_2"]
    assert {row[0] for row in rows[1:]} == {"Over the Hill", "Under the Tower"}


def test_a_study_without_blanked_cards_ranks_revealed_ones(quest_folders, tmp_path):
    import shutil

    folder = shutil.copytree(quest_folders["study"], tmp_path / "study")
    info = sealing.read(folder / "study.json")
    info["scenarios"] = [{key: part[key] for key in ("id", "title", "run")} for part in info["scenarios"]]
    sealing.write(folder / "study.json", info)
    text = whole(build_study_report(folder, tmp_path / "out"))
    assert re.search("encounter cards? costs? clearly more or less than the average one when revealed", text)
    assert re.search("cards? (is|are) clearly better or worse than the average of (its|their) pile", text)


def test_a_comparison_speaks_of_the_players(quest_folders, tmp_path):
    found = quest_folders["whatif"]
    text = text_of(build_comparison(found / "base", found / "sharper", tmp_path)).replace("&#39;", "'")
    assert re.search(r"The players win \d\d\.\d% in base, \d\d\.\d% in sharper, \+\d", text)
    score = "the group score of pairs that both won"
    assert re.search(f"{score} changes by|Not clearly changed: ({score}|.* and {score})", text, re.IGNORECASE)
    assert "have the same result" in text


def test_another_band_of_a_collection(quest_folders, tmp_path):
    text = text_of(build_collection_report(quest_folders["ladder"], tmp_path, band=(0.6, 0.7)))
    assert f"60{DASH}70%" in text


@pytest.mark.parametrize("kind", KINDS)
def test_lines_for_the_terminal(quest_folders, kind):
    text = "\n".join(lines(quest_folders[kind]))
    assert "nan" not in text
    assert "Players wins" not in text
    assert "side's" not in text
    wanted = {
        "run": "group score", "ablation": "cards of the quest", "ladder": "Players win, by the bot",
        "swaps": "Curse out", "matrix": "Iron + Leaf", "study": "Under the Tower",
        "restrictions": "do not use Sword",
        "whatif": "that is above the 40\N{EN DASH}60% band", "tuning": "card.sword.worth",
        "audit": "Players win, with the same bot at every seat",
    }  # fmt: skip
    assert wanted[kind] in text


def test_a_run_that_nobody_won_or_lost(tmp_path):
    """All games won, or all lost: anything then without values is left out."""
    from mazarbul.sim.runner.experiment import Execution, Experiment
    from mazarbul.sim.runner.progress import Quiet
    from mazarbul.sim.runner.run import run

    for name, worth in (("won", 200), ("lost", -200)):
        asked = Experiment(
            game="coop", scenario="hill", games=200, overlay=[{"card": {"aldor": {"worth": worth}}}]
        )
        folder = run(asked, Execution(out=tmp_path / name, jobs=1), Quiet())
        text = visible(build_report(folder, tmp_path / f"{name}_page"))
        assert not re.search(r"\bnan\b|inf%", text)
        assert ("Every game was won." in text) == (name == "won")
        assert ('id="table_score"' in text) == (name == "won")
        assert list(lines(folder))
