"""Kernels only use operations that every processor rounds alike, so tables do not depend on the machine.

IEEE 754 fixes the results of + - * / and of the square root, but not those of powers, exponentials,
logarithms and angles, which come from libraries that differ in the last digit.
"""

from __future__ import annotations

import ast
import math

import pytest

from mazarbul.sim.compile.sources import PACKAGE, kernel_sources
from mazarbul.sim.engine.exponential import exponential, logarithm

INEXACT = {"cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh"}
INEXACT |= {"cosh", "tanh", "hypot", "power", "pow", "fma", "erf", "gamma"}


@pytest.mark.parametrize("file", kernel_sources(), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_kernels_use_nothing_that_rounds_differently(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not used & INEXACT
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            assert isinstance(node.left, ast.Constant), f"line {node.lineno}: a power of a variable"
        assert not (isinstance(node, ast.keyword) and node.arg == "fastmath"), f"line {node.value.lineno}"


@pytest.mark.parametrize("x", [-800.0, -100.0, -30.0, -1.5, -1e-9, 0.0, 1e-9, 0.3, 2.0, 25.0, 100.0, 800.0])
def test_the_exponential_function_is_close_to_the_exact_one(x):
    assert exponential(x) == pytest.approx(math.exp(min(max(x, -100.0), 100.0)), rel=1e-11)


@pytest.mark.parametrize("x", [1e-40, 1e-30, 1e-7, 0.3, 0.75, 1.0, 1.5, 2.0, 17.0, 1e9])
def test_the_logarithm_is_close_to_the_exact_one(x):
    assert logarithm(x) == pytest.approx(math.log(max(x, 1e-30)), rel=1e-11, abs=1e-11)
