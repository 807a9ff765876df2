"""summary.json says what the page says, in the form that docs/analysing.md describes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mazarbul.formats.changes import Change
from mazarbul.reports.build import build_collection_report, build_comparison, build_report
from mazarbul.reports.record import NAME, BotRate, Differs, Effect, File, Found, Played, Rate, Record, Seat
from tests.reports.parsed import text_of
from tests.reports.test_played import runs as runs

DOCS = Path(__file__).resolve().parents[2] / "docs/analysing.md"


@pytest.fixture(scope="module")
def compared(runs, tmp_path_factory):
    return build_comparison(*runs, tmp_path_factory.mktemp("compared")).parent


def read(folder: Path) -> Record:
    return Record.model_validate_json((folder / NAME).read_bytes())


def test_a_run(runs, tmp_path):
    found = read(build_report(runs[1], tmp_path, formats=("csv",)).parent)
    (played,) = found.runs
    assert (found.kind, found.format, played.games, played.is_finished) == ("run", 1, 200, True)
    assert (played.version, played.commit) == ("0.1.0", "e87b0f49cd24")
    assert [each.path for each in played.changes] == [
        "switches.joint",
        "card.gimli.icons.path",
        "card.halbarad",
    ]
    assert played.seats[0].model_dump() == {
        "id": "frodo", "name": "Frodo", "side": "free_peoples", "deck": "frodo", "bot": "random"
    }  # fmt: skip
    assert [(rate.name, rate.n, rate.over_bots) for rate in found.rates] == [
        ("Free Peoples", 200, None), ("Shadow", 200, None)
    ]  # fmt: skip
    assert all(rate.low < rate.value < rate.high for rate in found.rates)


def test_its_tables_and_findings_are_those_of_the_page(runs, tmp_path):
    page = build_report(runs[0], tmp_path, formats=("csv",))
    found, text = read(page.parent), text_of(page)
    for table in found.tables:
        lines = (tmp_path / table.files["csv"]).read_text(encoding="utf-8").count("\n")
        assert list(table.files) == ["csv"]
        assert lines >= table.rows + 1
    assert len(found.tables) == len(list((tmp_path / "tables").iterdir()))
    assert found.findings
    assert all(f'id="{finding.section}"' in text for finding in found.findings)


def test_a_comparison_has_its_differences_and_effects(compared):
    found = read(compared)
    assert [run.name for run in found.runs] == ["printed", "tried"]
    assert {rate.run for rate in found.rates} == {"printed", "tried"}
    assert found.differences[0].model_dump() == {
        "base": "printed", "run": "tried", "kind": "bots", "what": "bot of Frodo",
        "values": ("heuristic", "random"),
    }  # fmt: skip
    for effect in found.effects:
        base, run = (
            next(rate.value for rate in found.rates if (rate.run, rate.side) == (name, effect.side))
            for name in ("printed", "tried")
        )
        assert effect.value == pytest.approx(run - base)
        assert effect.is_paired


@pytest.mark.parametrize("kind", ["whatif", "audit", "ladder"])
def test_collections(collections, tmp_path, kind):
    found = read(build_collection_report(collections[kind], tmp_path).parent)
    assert found.kind == kind
    assert len(found.runs) == (2 if kind == "whatif" else 1)
    assert [effect.run for effect in found.effects] == (["changed_0"] * 2 if kind == "whatif" else [])
    assert all((rate.over_bots is not None) == (kind == "audit") for rate in found.rates)
    if kind == "audit":
        assert [each.bot for each in found.rates[0].over_bots][-1] == "search:200"


def test_every_field_is_documented(compared):
    text = DOCS.read_text(encoding="utf-8")
    known = set(re.findall(r"`(\w+)`", text[text.index("## summary.json") : text.index("## Counts instead")]))
    for part in (Record, Played, Seat, Change, Rate, BotRate, Effect, Differs, Found, File):
        assert set(part.model_fields) <= known, part
    assert json.loads((compared / NAME).read_text(encoding="utf-8"))["format"] == 1
