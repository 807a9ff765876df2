"""Damaged folders of runs and studies, some of them."""

import pytest

from tests.fuzz.help import try_some
from tests.fuzz.run_folders import KINDS


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_damaged_folders(kind, tmp_path):
    try_some(kind, tmp_path, 12)
