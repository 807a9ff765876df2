"""Mistakes of users as tests write them: tables of overlays and complaints."""

import re

import pytest

from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.toml import DataError


def cases(table):
    """Return the (overlay, complaint) pairs of a table.

    Two lines a case, cases apart by empty lines: the overlay, with " / " for the end of a line, and the
    complaint. A line that begins with spaces continues the one before it.
    """
    pairs = [re.sub(r"\n +", " ", case).split("\n") for case in table.strip().split("\n\n")]
    return [pytest.param(text.replace(" / ", "\n"), wanted, id=text[:80]) for text, wanted in pairs]


def complaint(**arguments):
    """Return the error that the arguments of `load_data` give rise to."""
    with pytest.raises(DataError) as caught:
        load_data(**arguments)
    return caught.value
