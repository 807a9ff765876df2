"""The command `mazarbul`: parses, calls, prints.

Each command imports what it calls when it runs, so that `mazarbul --help` responds immediately.
"""

from sim.cli import changing, judging, learning, making, playing, reading, reporting, searching, studying
from sim.cli.app import app

__all__ = [
    "app",
    "changing",
    "judging",
    "learning",
    "main",
    "making",
    "playing",
    "reading",
    "reporting",
    "searching",
    "studying",
]


def main() -> None:
    """Run the command line."""
    app(prog_name="mazarbul")  # also for python -m mazarbul
