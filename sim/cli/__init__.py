"""The command `mazarbul`: parses, calls, prints.

What it calls is imported inside the commands, so that `mazarbul --help` answers at once.
"""

from sim.cli import playing, searching, studying
from sim.cli.app import app
from sim.cli.terminal import make_safe

__all__ = ["app", "main", "playing", "searching", "studying"]


def main() -> None:
    """Run the command line."""
    make_safe()
    app()
