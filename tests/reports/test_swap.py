"""A report takes the place of an earlier one whole, and never a user's file."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from mazarbul.analysis import RunError
from mazarbul.reports import html, swap
from mazarbul.reports.blocks import Chart, Column, Section, Table
from mazarbul.reports.page import Page
from mazarbul.reports.write import check_folder, write
from tests.reports.forms import FORMS


class Killed(BaseException):
    """The process ends here."""


def page(*names: str, apart: bool = False) -> Page:
    """Return a page with a table and a chart of each name."""
    frame, form = pd.DataFrame({"a": [1, 2]}), FORMS["bars"]
    sections = [
        Section(
            f"section_{name}",
            name,
            blocks=[
                Table(name, f"Table {name}", frame, (Column("a", "A", "count"),)),
                Chart(f"chart_{name}", form, f"A chart {name}.", f"Words for a chart {name}."),
            ],
            apart=apart,
        )
        for name in names
    ]
    return Page("Title", "game", [], [*sections, Section("method", "Method")])


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


OLD, NEW = page("one", "two", apart=True), page("two", "three")


@pytest.fixture
def drawn(monkeypatch):
    """Draw no pictures."""
    monkeypatch.setattr("mazarbul.reports.charts.png.png", lambda drawing: b"a picture")


@pytest.fixture
def report(drawn, tmp_path):
    """Return the folder of an earlier report, with files of a user's in it."""
    write(OLD, tmp_path / "report", markdown=True)
    for name in ("figures/mine.png", "tables/mine.csv", "notes.txt"):
        (tmp_path / "report" / name).write_text("mine")
    return tmp_path / "report"


def own(folder: Path) -> dict[str, bytes]:
    """Return the files that are not the user's."""
    return {name: data for name, data in files(folder).items() if data != b"mine"}


def test_only_its_own_files_are_removed(report, tmp_path):
    write(NEW, report)
    write(NEW, tmp_path / "alone")
    assert own(report) == files(tmp_path / "alone")
    mine = {name for name, data in files(report).items() if data == b"mine"}
    assert mine == {"figures/mine.png", "tables/mine.csv", "notes.txt"}


def test_of_a_report_without_a_list_the_named_pictures_are_removed(report):
    (report / swap.LIST).unlink()
    write(NEW, report)
    assert [path.name for path in (report / "figures").iterdir()] == ["mine.png"]


def test_a_list_of_others_removes_nothing_elsewhere(report, tmp_path):
    (tmp_path / "outside.csv").write_text("mine")
    names = ["../outside.csv", "tables/../../outside.csv", str(tmp_path / "outside.csv"), "notes.txt"]
    (report / swap.LIST).write_text("\n".join(names))
    write(NEW, report)
    assert (tmp_path / "outside.csv").exists()
    assert (report / "notes.txt").exists()


@pytest.mark.parametrize("place", ["mazarbul.reports.write.write_table", "mazarbul.reports.charts.png.png"])
def test_a_full_disk_leaves_the_earlier_report(report, monkeypatch, place):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    before = files(report)
    with monkeypatch.context() as patch:
        patch.setattr(place, full)
        with pytest.raises(RunError, match="No space left on device"):
            write(NEW, report, markdown=True)
    assert files(report) == before


@pytest.mark.slow
@pytest.mark.parametrize("has_earlier", [True, False])
def test_a_kill_at_any_moment_leaves_a_report_that_can_be_written_again(
    report, tmp_path, monkeypatch, has_earlier
):
    """Every change to the folder in turn is the last one."""
    write(NEW, tmp_path / "alone", markdown=True)
    whole = {files(report)["index.html"], files(tmp_path / "alone")["index.html"]}
    replace, unlink, steps = Path.replace, Path.unlink, 0
    while True:
        steps, left = steps + 1, [steps]

        def counted(do, left=left):
            def done(*args, **kwargs):
                left[0] -= 1
                if left[0] < 0:
                    raise Killed
                return do(*args, **kwargs)

            return done

        folder = tmp_path / f"killed-{steps}"
        if has_earlier:
            write(OLD, folder, markdown=True)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", counted(replace))
            patch.setattr(Path, "unlink", counted(unlink))
            patch.setattr(swap, "discard", lambda _: None)  # a killed process tidies up nothing
            try:
                write(NEW, folder, markdown=True)
            except Killed:
                pass
            else:
                break
        index = (folder / "index.html").read_bytes() if has_earlier else None
        assert index is None or index in whole
        check_folder(folder)
        write(NEW, folder, markdown=True)
        assert files(folder) == files(tmp_path / "alone")
    assert steps > 8


@pytest.mark.slow
def test_a_kill_while_pages_are_made_leaves_the_earlier_report(report, monkeypatch):
    def killed(*_, **__):
        raise Killed

    before = files(report)
    with monkeypatch.context() as patch:
        patch.setattr(html, "render", killed)
        patch.setattr(swap, "discard", lambda _: None)
        with pytest.raises(Killed):
            write(NEW, report)
    assert {name: data for name, data in files(report).items() if not name.startswith(swap.BESIDE)} == before
    write(NEW, report)
    assert not (report / swap.BESIDE).exists()


def test_an_empty_start_page_is_what_a_full_disk_left(report):
    (report / "index.html").write_bytes(b"")
    write(NEW, report)
    assert (report / "index.html").stat().st_size
