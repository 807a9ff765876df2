"""The tests of this folder that call single kernels, in processes of their own without the JIT."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PARTS = 2  # processes, so that two workers share the work
SLOW = [pytest.mark.slow, pytest.mark.thorough]
CHOSEN = [
    *(pytest.param("not slow", part, id=f"{part}") for part in range(PARTS)),
    *(pytest.param("slow", part, marks=SLOW, id=f"slow-{part}") for part in range(PARTS)),
]
PATIENCE = 1500  # seconds; enough on a slow machine
FILES = sorted(file.name for file in HERE.glob("test_*.py") if file != Path(__file__))
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="this process has no JIT")
@pytest.mark.parametrize(("which", "part"), CHOSEN)
def test_without_the_jit(which, part):
    files = [str(HERE / name) for name in FILES[part::PARTS]]
    chosen = ["-m", f"without_jit and {which}", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *chosen, *files],
        cwd=HERE.parents[1],
        env=ENVIRONMENT | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    summary = done.stdout.strip().splitlines()[-1]
    assert re.search(r"\b[1-9]\d* passed", summary)
    assert "skipped" not in summary
