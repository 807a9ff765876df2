"""The command `mazarbul`: parses, calls, prints.

Each command imports what it calls when it runs, so that `mazarbul --help` responds immediately.
"""

import atexit
import gc

from mazarbul.sim.cli import (
    changing,
    decking,
    judging,
    making,
    playing,
    practising,
    reading,
    reporting,
    searching,
    sitting,
    studying,
)
from mazarbul.sim.cli.app import app

__all__ = [
    "app",
    "changing",
    "decking",
    "judging",
    "main",
    "making",
    "playing",
    "practising",
    "reading",
    "reporting",
    "searching",
    "sitting",
    "studying",
]


#: New objects before Python looks for garbage. Imports and tables make some 250,000 that stay, and Python
#: would look through them again and again.
OBJECTS_OF_A_START = 400_000


def main() -> None:
    """Run the command line."""
    gc.set_threshold(OBJECTS_OF_A_START)
    atexit.register(gc.freeze)  # nor does it look through all that is left when it ends
    app(prog_name="mazarbul")  # also for python -m mazarbul
