"""Files of evaluations: what is written is what is read, and what cannot be read is said."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.bots.evaluation import evaluated, evaluation_fields
from mazarbul.sim.bots.weight_table import WeightTable, load_weight_table
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.toml import DataError

WEIGHTS = np.array([[0.5, -1.25, 0.0], [0.0, 2.0, 0.0]])


def evaluation(weights=WEIGHTS):
    return WeightTable(("constant", "lead", "unused"), (2, 4), weights)


def file(tmp_path, text):
    path = tmp_path / "values.csv"
    path.write_text(text)
    return path


def test_a_file_holds_what_was_learnt(tmp_path):
    text = evaluation().text(["learnt", "from games"])
    assert text == "# learnt\n# from games\nfeature,2,4\nconstant,0.5,0\nlead,-1.25,2\n"
    found = load_weight_table(file(tmp_path, text))
    assert found.features == ("constant", "lead")
    assert found.stages == (2, 4)
    assert np.array_equal(found.weights, WEIGHTS[:, :2])
    assert found == load_weight_table(file(tmp_path, text))
    assert found != evaluation(-WEIGHTS)


def test_kernels_read_it_in_their_own_order():
    table = evaluation().table(["lead", "", "a card of an overlay", "constant"], 6)
    early, late = [-1.25, 0, 0, 0.5], [2, 0, 0, 0]
    assert table.tolist() == [early, early, early, early, late, late]


@pytest.mark.parametrize(("number", "total"), [(2, 0.5 - 1.25 * 3), (4, 2.0 * 3), (9, 2.0 * 3)])
def test_a_position_is_worth_the_logistic_of_its_sum(number, total):
    w = empty_record(np.dtype(evaluation_fields(5, 2), align=True))
    w.feature_weights = evaluation().table(["constant", "lead"], 5)
    w.feature = 1, 3
    assert evaluated(w, number) == pytest.approx(1 / (1 + np.exp(-total)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a line 'feature' with the numbers of stages"),
        ("name,1\nlead,2\n", "a line 'feature' with the numbers of stages"),
        ("feature,2,1\nlead,1,1\n", "line 1: the numbers of stages must ascend"),
        ("feature,1,x\nlead,1,1\n", "line 1: 'x' is not a number"),
        ("# seed\nfeature,1\nlead,much\n", "line 3: 'much' is not a number"),
        ("feature,1\nlead,nan\n", "line 2: 'nan' is not a number"),
        ("feature,1,2,3\nlead,1,2\n", "line 2: 2 weights for 3 stages"),
        ("feature,1\nlead,1\nlead,2\n", "line 3: feature 'lead' stands there twice"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        load_weight_table(file(tmp_path, text))


def test_a_file_that_is_missing_says_so(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        load_weight_table(tmp_path / "none.csv")
