"""Damaged networks and saved games, some of them."""

import pytest

from tests.fuzz import learnt, plays
from tests.fuzz.help import try_some


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*learnt.KINDS, *plays.KINDS], ids=lambda kind: kind.name)
def test_damaged_files(kind, tmp_path):
    try_some(kind, tmp_path, 20)
