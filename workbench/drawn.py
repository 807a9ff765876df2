"""What is said at a table in a terminal: colours, frames and columns there, the bare lines anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from mazarbul.formats.signs import shown
from mazarbul.workbench.terminal import Look

NUMBER, HEAD, FRAME, FAULT = "bold cyan", "bold", "dim", "bold red"
FRAMED: dict[Look, str] = {"table": "The table", "news": "What has changed", "end": "The end"}


class Stdout:
    """stdout for what the program draws itself. write: writes a text as it is; it must be safe (`shown`)."""

    def __init__(self, write: Callable[[str], int]) -> None:
        self.write = write

    def __getattr__(self, name: str) -> Any:
        """Return anything else of stdout."""
        return getattr(sys.stdout, name)


class Drawn:
    """Prints texts by their look, with NO_COLOR without colours; where no terminal is, the texts alone.

    write: as for `Stdout`.
    """

    def __init__(self, write: Callable[[str], int]) -> None:
        out: Any = Stdout(write)
        self.console = Console(file=out, highlight=False, markup=False, emoji=False)
        self.is_drawing = sys.stdout.isatty() and not self.console.is_dumb_terminal

    def __call__(self, text: str, look: Look = "") -> None:
        """Print a text."""
        if self.is_drawing:
            self.console.print(_drawn(shown(text), look))
        else:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()


def _drawn(text: str, look: Look) -> RenderableType:
    """Return a text as it looks."""
    if look == "decision":
        return Rule(Text(text, HEAD), style=FRAME)
    if look == "options":
        return _columns((line.split(maxsplit=1) for line in text.split("\n")), NUMBER)
    if look == "fault":
        return Text(text, FAULT)
    if look in ("game", "card"):
        head, _, rest = text.partition("\n")
        return _framed(Text(rest), head)
    if look in ("table", "news"):
        return _framed(_columns(map(_area, text.split("\n")), HEAD), FRAMED[look])
    if look == "end":
        return _framed(Text(text, HEAD), FRAMED[look])
    lines = ((len(line) - len(line.lstrip()), line.lstrip()) for line in text.split("\n"))
    return Group(*(Padding(Text(line), (0, 0, 0, depth)) for depth, line in lines))


def _area(line: str) -> tuple[str, str]:
    """Return the title of an area, as far in as it stands, and what lies there."""
    title, _, said = line.partition(": ")
    return title.removeprefix("  "), said


def _columns(rows: Iterable[Sequence[str]], style: str) -> RenderableType:
    """Return pairs of texts in two columns, in each of which long lines are broken; the first has a style."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(max_width=30)
    grid.add_column(ratio=1)
    for first, *rest in rows:
        grid.add_row(Text(first, style), Text(" ".join(rest)))
    return grid


def _framed(inner: RenderableType, title: str) -> RenderableType:
    return Panel(inner, title=Text(title, HEAD), title_align="left", border_style=FRAME)
