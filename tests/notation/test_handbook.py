"""The pages that help texts and messages name can be printed, from a checkout and from a wheel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mazarbul.sim.cli import app
from mazarbul.sim.notation import handbook
from mazarbul.sim.toml import DataError

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("sim/cli", "sim/runner", "sim/bots", "sim/data", "mazarbul", "studies", "reports")


def test_every_page_that_the_program_names_can_be_printed():
    named = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            named |= set(re.findall(r"docs/(?:reference/)?([\w-]+)\.md", path.read_text(encoding="utf-8")))
    assert "bots" in named
    assert named <= set(handbook.NAMES)


def test_no_two_pages_have_one_name():
    assert len(handbook.PLACES) == len(handbook.PATHS)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("bots", "bots.md"),
        ("docs/bots.md", "bots.md"),
        ("bots.md", "bots.md"),
        ("weights", "reference/weights.md"),
        ("docs/reference/weights.md", "reference/weights.md"),
    ],
)
def test_a_page_is_printed_whole(name, path):
    done = CliRunner().invoke(app, ["docs", name])
    assert done.exit_code == 0
    assert done.output.strip() == (ROOT / "docs" / path).read_text(encoding="utf-8").strip()


def test_without_a_page_all_are_listed():
    lines = CliRunner().invoke(app, ["docs"]).output.splitlines()
    assert [line.split()[0] for line in lines] == list(handbook.NAMES)
    assert "bots            Bots" in lines


def test_an_unknown_page_names_the_nearest():
    with pytest.raises(DataError, match=r"unknown page 'bot'.*did you mean 'bots'"):
        handbook.page("bot")


def test_a_page_that_is_gone_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(handbook, "FOLDER", tmp_path)
    with pytest.raises(DataError, match="the page 'bots' is missing; install mazarbul again"):
        handbook.page("bots")
