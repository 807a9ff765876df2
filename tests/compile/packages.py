"""Packages `mazarbul.sim` of a few modules, whose kernels are compiled as the real ones are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def written(folder: Path, modules: Mapping[str, str]) -> Path:
    """Write a package `mazarbul.sim` with the compiler and such modules into a folder; return its own one."""
    package = folder / "mazarbul" / "sim"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    for part in ("formats", "sim/compile", "sim/toml"):
        shutil.copytree(ROOT / part, package.parent / part, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").touch()
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text)
    return package


def ask(package: Path, module: str = "mazarbul.sim.toy", question: str = "found", **variables: str):
    """Return what a function of a module answers in a new process, which keeps kernels beside the package."""
    place = package.parents[1]
    env = os.environ | {"PYTHONPATH": str(place), "NUMBA_CACHE_DIR": str(place / "cache")}
    env |= {"NUMBA_DISABLE_JIT": "0"} | variables
    code = f"import json; from {module} import {question}; print(json.dumps({question}()))"
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=place, env=env, capture_output=True, text=True, check=False
    )
    assert out.returncode == 0, out.stderr
    return json.loads(out.stdout)
