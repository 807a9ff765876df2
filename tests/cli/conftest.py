"""The command `mazarbul` in this process."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli


@pytest.fixture
def mazarbul():
    """Call the command in this process: arguments -> result with exit_code, stdout, stderr."""
    return lambda *arguments: CliRunner().invoke(cli.app, [str(argument) for argument in arguments])


@pytest.fixture
def reports(monkeypatch):
    """Replace the builder of reports with one that only notes what is requested."""
    calls = []

    def build_report(run_dir: Path, out_dir: Path, *, progress, **rest) -> Path:
        progress("at work")
        calls.append((run_dir, out_dir))
        return out_dir / "index.html"

    monkeypatch.setattr("mazarbul.reports.build.build_report", build_report)
    return calls
