import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest

from mazarbul.sim.games.contract import Labelled
from mazarbul.sim.runner.store import column

RNG = np.random.default_rng(1)
NUMBERS = RNG.integers(0, 100, 19)
MISSING = NUMBERS < 40


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u4", "u8", "f4", "f8", "?"])
@pytest.mark.parametrize("n", [0, 1, 8, 19])
def test_columns_are_those_that_arrow_makes(kind, n):
    values, missing = (NUMBERS > 50 if kind == "?" else NUMBERS.astype(kind))[:n], MISSING[:n]
    assert column(values).equals(pa.array(values))
    assert column(values[::2]).equals(pa.array(values[::2]))
    assert column(np.ma.masked_array(values, missing)).equals(pa.array(values, mask=missing))
    column(np.ma.masked_array(values, missing)).validate(full=True)


def test_labelled_columns():
    labels = ["", "Éowyn", "Gandalf the Grey"]
    made = column(Labelled(np.array([2, -1, 0, 1, 1], np.int8), labels))
    made.validate(full=True)
    assert made.type == pa.dictionary(pa.int8(), pa.string())
    assert made.to_pylist() == [labels[2], None, labels[0], labels[1], labels[1]]


def test_encoding_does_without_pandas():
    code = (
        "import sys, numpy as np; from mazarbul.sim.runner.store import encode;"
        "encode([{'game': np.arange(3), 'is_won': np.array([True, False, True])}]);"
        "print('pandas' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"
