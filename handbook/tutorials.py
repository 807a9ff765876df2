"""Runs the tutorials and makes pages of them.

A tutorial is a Python file in the percent format of jupytext. Its cell tagged `parameters` says how many
games it plays, `GAMES = ...`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter
from nbformat import NotebookNode

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "tutorials"
SECONDS = 1_800  # for one cell: the first one that plays may compile the game
TAG = "parameters"
QUIET = ["--IPKernelApp.log_level=40"]  # a kernel on this machine alone needs no encryption


def sources() -> list[Path]:
    """Return the files of all tutorials."""
    return sorted(FOLDER.glob("*.py"))


def pages(source: Path, games: int = 0) -> dict[str, str | bytes]:
    """Return what the site shows of a tutorial: path in the site -> contents.

    That is its page, its pictures and the notebook itself, with outputs. games: as for `executed`.
    """
    notebook, name = executed(source, games), source.stem
    exporter = MarkdownExporter()
    text, found = exporter.from_notebook_node(
        notebook, {"unique_key": "output", "output_files_dir": f"{name}_files"}
    )
    made: dict[str, str | bytes] = {f"tutorials/{path}": data for path, data in found["outputs"].items()}
    made[f"tutorials/{name}.ipynb"] = nbformat.writes(notebook)
    made[f"tutorials/{name}.md"] = f"{text}\n\n---\n\n[This page as a notebook]({name}.ipynb){{ download }}\n"
    return made


def executed(source: Path, games: int = 0) -> NotebookNode:
    """Return a tutorial with its outputs. games: in place of its own number; 0 for its own.

    It runs in a folder of its own, which is removed. Raises CellExecutionError if a cell does.
    """
    notebook = jupytext.read(source)
    if games:
        cell = parameters(notebook)
        cell.source = f"GAMES = {games}"
    with tempfile.TemporaryDirectory() as folder:
        where = {"metadata": {"path": folder}}
        return NotebookClient(notebook, timeout=SECONDS, resources=where, extra_arguments=QUIET).execute()


def parameters(notebook: NotebookNode) -> NotebookNode:
    """Return the cell that says how many games are played. Raises ValueError if there is not exactly one."""
    found = [cell for cell in notebook.cells if TAG in cell.metadata.get("tags", ())]
    if len(found) != 1 or not found[0].source.startswith("GAMES = "):
        raise ValueError(f"a tutorial has one cell tagged {TAG!r}, which begins with 'GAMES = '")
    return found[0]
