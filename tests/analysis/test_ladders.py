"""What audits that come with a game say of its runs: only of those of the same data and bots."""

from __future__ import annotations

import html
import re

import pytest
from pydantic import ValidationError

from mazarbul.analysis import audit, ladders, load_run, verdicts
from mazarbul.analysis.collection import load_collection
from mazarbul.formats.ladders import KEY, Gain, Ladder, Ladders, Rung
from mazarbul.reports.build import build_report
from mazarbul.reports.sections import result, trust
from mazarbul.reports.sections.common import Topic
from mazarbul.sim import games
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.runner.manifest import bot_hash
from tests import sealing
from tests.analysis.synthetic import Plan, write_run
from tests.reports import folders
from tests.reports.parsed import whole

TABLES, BOT = "ab" * 32, "cd" * 32
STEPS = {"free_peoples": (0.02, -0.04, 0.08), "shadow": (-0.02, -0.08, 0.04)}
WON = {"free_peoples": 164, "shadow": 36}


def ladder(**other) -> Ladder:
    rung = Rung(
        label="search:50",
        rollouts=50,
        games=200,
        slower=500.0,
        step_n=200,
        sides={
            side: Gain(won=WON[side], **dict(zip(("step", "step_low", "step_high"), step, strict=True)))
            for side, step in STEPS.items()
        },
    )
    return Ladder(**{"scenario": "trilogy", "tables": TABLES, "bot": BOT, "rungs": (rung,)} | other)


@pytest.fixture
def played(tmp_path):
    """Return a function that writes a run, of whose game some ladders are known, and opens it."""

    def play(*known: Ladder, bot="expert", catalogue=None, **facts):
        path = tmp_path / f"run-{len(list(tmp_path.iterdir()))}"
        write_run(path, 400, 400, plan=Plan(base=0.8, cards=2), bot=bot)
        manifest, found = (sealing.read(path / name) for name in ("manifest.json", "catalogue.json"))
        manifest |= {"bot_hashes": dict.fromkeys(manifest["seats"], BOT)} | facts
        found |= {KEY: Ladders(ladder=known).model_dump(mode="json")} | (catalogue or {})
        sealing.seal(path, manifest, found)
        return load_run(path)

    return play


def test_a_run_is_judged_with_what_its_game_knows(played):
    run = played(ladder())
    rows = ladders.known(run)
    assert list(rows["label"]) == ["expert", "search:50"] * 2
    assert list(rows["kind"]) == [verdicts.EXPERT, verdicts.SEARCH] * 2
    own, above = rows[rows["side"] == "free_peoples"].to_dict("records")
    assert own["games"] == 400
    assert own["is_usual"]
    assert (above["win"], above["step"], above["below"]) == (0.82, 0.02, "expert")
    assert above["seconds"] == pytest.approx(500 * own["seconds"])
    topic = Topic(run)
    top = trust.foremost(topic, result.judged(topic))
    alone = trust.judge(Topic(played()), top)
    assert trust.judge(topic, top).chance > alone.chance
    assert "judged by expert and search:50" in trust.sentence(topic, top, "Trilogy")
    assert trust.SHIPPED in trust.origin(topic)


@pytest.mark.parametrize(
    ("known", "facts"),
    [
        ({}, {"tables_hash": "ef" * 32}),
        ({}, {"bot": "heuristic"}),
        ({}, {"bot": "expert blunder=0.1"}),
        ({"bot": "ef" * 32}, {}),
        ({"tables": "ef" * 32}, {}),
        ({}, {"catalogue": {KEY: {"ladder": [{"scenario": "trilogy"}]}}}),
        ({}, {"catalogue": {KEY: [1]}}),
        ({}, {"catalogue": {KEY: {"ladder": [ladder().model_dump(mode="json") | {"bot": "x"}]}}}),
        ({}, {"bot_hashes": None}),
    ],
    ids=str,
)
def test_a_run_of_other_data_or_bots_is_not(played, known, facts):
    run = played(ladder(**known), **facts)
    assert ladders.known(run) is None
    assert trust.origin(Topic(run)) == ""


def test_more_wins_than_games_are_refused():
    rung = ladder().rungs[0].model_dump()
    Rung.model_validate(rung)
    with pytest.raises(ValidationError, match="more than its 20 games"):
        Rung.model_validate(rung | {"games": 20})


def test_a_ladder_of_other_sides_says_nothing(played):
    one = ladder()
    rung = one.rungs[0].model_copy(update={"sides": {"shadow": one.rungs[0].sides["shadow"]}})
    assert ladders.known(played(one.model_copy(update={"rungs": (rung,)}))) is None


def test_an_audit_is_kept_as_it_was_judged(tmp_path, played):
    """The kept ladder gives the estimate of the audit, to the digits that are kept."""
    found = load_collection(folders.expert_audit(tmp_path / "audit", BOT))
    kept = ladders.of_audit(found)
    assert [(rung.label, rung.games) for rung in kept.rungs] == [("search:50", 400), ("search:200", 400)]
    base = found.compared_with
    assert (kept.tables, kept.bot) == (base.manifest["tables_hash"], BOT)
    rows, shipped = audit.ladder(found), ladders.known(played(kept))
    for side in base.sides:
        own = verdicts.voters(rows[rows["side"] == side].to_dict("records"))
        judged = verdicts.of_ladder(own, (0.45, 0.55))
        above = shipped[(shipped["side"] == side) & ~shipped["is_usual"]].to_dict("records")
        first = verdicts.foot(own)
        remade = verdicts.of_ladder([own[first], *above], (0.45, 0.55))
        assert remade.columns == pytest.approx(judged.columns, abs=1e-4)


def test_an_audit_of_quick_bots_is_not_kept(tmp_path):
    assert ladders.of_audit(load_collection(folders.audit(tmp_path / "audit"))) is None


@pytest.mark.parametrize("name", games.names())
def test_ladders_that_ship_are_of_the_data_and_bots_that_ship(name):
    """Whoever changes them remakes the gallery: python -m mazarbul.reports.gallery."""
    game = games.get(name)
    for scenario in game.scenarios():
        experiment = Experiment(game=name, scenario=scenario)
        _, setup, bots = prepare(experiment)
        for kept in Ladders.model_validate(setup.catalogue.get(KEY) or {}).ladder:
            assert (kept.tables, kept.bot) == (setup.tables_hash, bot_hash(bots[0])), scenario


def test_a_report_says_whose_games_they_are_once(tmp_path, played):
    """On its first screen, beside the chart that has them."""
    page = build_report(played(ladder()).path, tmp_path / "report", formats=())
    text = re.sub(r"<script.*?</script>", "", whole(page), flags=re.DOTALL)
    assert html.unescape(text).count(trust.SHIPPED) == 1
