"""People beside bots: counts of games that people played, in a game's data, in runs, on pages."""

import pytest
from pydantic import ValidationError
from scipy import stats

from mazarbul.analysis import people
from mazarbul.analysis.run import load_run
from mazarbul.formats.people import Count, People
from mazarbul.reports.build import build_collection_report, build_report
from mazarbul.reports.sections import people as section
from mazarbul.reports.sections.common import Topic
from mazarbul.sim import games
from mazarbul.sim.data.loading import data_version
from mazarbul.sim.data.people import load_people
from mazarbul.sim.toml import DataError
from tests.analysis.synthetic import write_run
from tests.reports.folders import audit
from tests.reports.parsed import text_of

SOURCE = {"source": "a yearbook", "year": 2016}
GAMES = ("board_game", "card_game", "lotr_lcg")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return load_run(write_run(tmp_path_factory.mktemp("people") / "run", 400, 200, seed=2))


def known(run, **more):
    scenario, side = run.manifest["scenario"], run.sides[0]
    counts = [
        Count(scenario=scenario, group="tournament games", n=26, wins={side: 10}, differs="bids", **SOURCE),
        Count(scenario=scenario, group="tournament games", n=32, wins={side: 13}, **SOURCE),
        Count(
            scenario=scenario, group="games at home", n=10, seats=len(run.catalogue["seats"]) + 1, **SOURCE
        ),
        Count(scenario="another", group="tournament games", n=9, wins={side: 9}, **SOURCE),
    ]
    return People(count=tuple(counts), **more)


def test_counts_of_a_group_are_added_up_and_tested(run):
    table = people.beside(run, people.of(run, known(run)))
    (row,) = table.to_dict("records")
    wins, n = round(row["bots"] * row["bots_n"]), row["bots_n"]
    assert (row["title"], row["people_n"], row["people"]) == ("58 tournament games", 58, 23 / 58)
    assert n == 400
    assert row["p"] == pytest.approx(stats.fisher_exact([[23, 35], [wins, n - wins]])[1])
    assert (round(row["people_low"], 2), round(row["people_high"], 2)) == (0.28, 0.53)


def test_a_million_games_of_bots_are_their_rate():
    """Without end, the exact test of two samples becomes that of one sample against a rate."""
    exact = people.chance(23, 58, 571_000, 1_000_000)
    assert people.chance(23, 58, 571_001, 1_000_001) == pytest.approx(exact, rel=0.01)
    assert exact == pytest.approx(0.01, abs=0.005)


def test_endings_that_only_people_know_are_counted(run):
    reasons = set(run.sql("select distinct end_reason from games")["end_reason"].dropna())
    some = min(reasons)
    counted = Count(
        scenario=run.manifest["scenario"],
        group="games",
        n=20,
        endings={some: 5, "never_by_bots": 2},
        **SOURCE,
    )
    table = people.beside(run, People(count=(counted,))).set_index("key")
    assert table.loc["never_by_bots", ["people", "bots"]].tolist() == [0.1, 0.0]
    assert 0 < table.loc[some, "bots"] <= 1
    assert section.texts(Topic(run, people=People(count=(counted,))), "ending", [some, "x"])[1] == ""


def test_a_sentence_has_the_counts_and_what_differs(run):
    (line,) = section.lines(Topic(run, people=known(run)))
    assert line.startswith("People, 58 tournament games: ")
    assert "won 40% (28\N{EN DASH}53), not clearly unlike these bots' " in line
    assert line.endswith("(people: bids).")
    assert section.lines(Topic(run)) == []
    assert section.build(Topic(run)) is None


def test_counts_of_one_side_are_shown_for_the_first(run):
    """Where no game is drawn, what the second side lost the first has won; and the chart shows the first."""
    first, second = run.sides
    both = known(run)
    one = [
        each.model_copy(update={"wins": {second: each.n - each.wins[first]}})
        for each in both.count if each.wins
    ]  # fmt: skip
    ours, other = (Topic(run, people=each) for each in (both, People(count=tuple(one))))
    assert section.lines(ours) == section.lines(other)
    (mine,), (theirs,) = (section.dots(topic, "win", [first]) for topic in (ours, other))
    assert mine.label == theirs.label
    for end in ("values", "low", "high", "n"):
        assert getattr(mine, end) == pytest.approx(getattr(theirs, end))


def test_a_page_has_line_dot_table_and_sources(run, tmp_path):
    said = ({"what": "bids", "value": "3 tokens", "source": "a yearbook"},)
    page = build_report(run.path, tmp_path / "out", people=known(run, said=said))
    text = text_of(page)
    for part in ("People, 58 tournament games", "people, 58 tournament games", "a yearbook", "3 tokens"):
        assert part in text
    for name in ("people", "people_sources", "people_said"):
        assert (page.parent / f"tables/{name}.csv").is_file()


@pytest.mark.slow
def test_an_audit_has_people_as_another_bot(tmp_path):
    wins = {"free_peoples": 5, "shadow": 9}
    ours = People(count=(Count(scenario="trilogy", group="games here", n=14, wins=wins, **SOURCE),))
    audit(tmp_path / "audit")
    page = text_of(build_collection_report(tmp_path / "audit", tmp_path / "report", people=ours))
    assert "People, 14 games here: the Free Peoples won 36% (16\N{EN DASH}61)" in page
    assert "people, 14 games here" in page
    assert section.TITLE in page
    assert section.TITLE not in text_of(build_collection_report(tmp_path / "audit", tmp_path / "other"))


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_with_a_game_fits_its_scenarios(name):
    game = games.get(name)
    found = load_people(game.people)
    for row in (*found.count, *found.said):
        assert not row.scenario or row.scenario in game.scenarios()
        assert row.source
    for scenario in {row.scenario for row in found.count}:
        catalogue = game.setup(scenario).catalogue
        sides = {side["id"] for side in catalogue["sides"]}
        reasons = {each["id"] for each in catalogue["declared"]["outcome"].get("reasons", ())}
        assert People.model_validate(catalogue["people"]) == found.about(scenario)
        for row in found.about(scenario).count:
            assert set(row.wins) <= sides
            assert set(row.endings) <= reasons


def test_the_counts_of_the_tournaments():
    tournaments = load_people(games.get("board_game").people).about("two_player").count
    assert sum(row.n for row in tournaments) == 58
    ends = [sum(row.endings[key] for row in tournaments) for key in ("ring_destroyed", "free_military")]
    assert (sum(row.wins["free_peoples"] for row in tournaments), ends) == (23, [18, 5])


def test_people_do_not_change_the_version_of_the_data(tmp_path):
    (tmp_path / "a.toml").write_text("a = 1\n")
    before = data_version(tmp_path)
    data_version.cache_clear()
    (tmp_path / "people.toml").write_text("b = 1\n")
    assert data_version(tmp_path) == before


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ("n = 5", r"people.toml:1:\d+: .*'wins' adds up to 6, but n is 5"),
        ('n = "many"', r"people.toml:5:\d+: .*integer"),
        ("colour = 1", r"people.toml:5:1: unknown key 'colour'"),
    ],
)
def test_mistakes_in_a_file(tmp_path, change, wanted):
    path = tmp_path / "people.toml"
    rest = "" if change.startswith("n ") else "n = 9\n"
    head = '[[count]]\nscenario = "a"\ngroup = "b"\nwins = { x = 6 }\n'
    path.write_text(f'{head}{change}\n{rest}source = "c"\nyear = 2000\n')
    with pytest.raises(DataError, match=wanted):
        load_people(path)


def test_more_wins_than_games_are_a_mistake():
    with pytest.raises(ValidationError, match="adds up to 7"):
        Count(scenario="a", group="b", n=5, endings={"x": 3, "y": 4}, **SOURCE)
