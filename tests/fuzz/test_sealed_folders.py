"""Folders that were altered and sealed anew, some of them."""

import pytest

from tests.fuzz.help import try_some
from tests.fuzz.sealed_folders import KINDS


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_sealed_folders(kind, tmp_path):
    try_some(kind, tmp_path, 3)
