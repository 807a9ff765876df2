"""Some calls of Python with odd arguments, and some damaged files of kept kernels."""

import pytest

from tests.fuzz import kept_kernels, python_calls
from tests.fuzz.help import try_some


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*python_calls.KINDS, *kept_kernels.KINDS], ids=lambda kind: kind.name)
def test_odd_calls_and_damaged_kernels(kind, tmp_path):
    try_some(kind, tmp_path, 60)
    assert kind.counts["refused"]
