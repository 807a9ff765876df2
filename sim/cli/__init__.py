"""The command `mazarbul`: parses, calls, prints.

Each command imports what it calls when it runs, so that `mazarbul --help` responds immediately.
"""

from sim.cli import learning, playing, searching, studying
from sim.cli.app import app

__all__ = ["app", "learning", "main", "playing", "searching", "studying"]


def main() -> None:
    """Run the command line."""
    app()
