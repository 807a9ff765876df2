"""A collection on disk: what it still knows when it is resumed."""

from __future__ import annotations

import json

import pandas as pd

from mazarbul.analysis.collection import load_collection
from mazarbul.sim.runner.experiment import prepare
from mazarbul.studies.collection import described, opened
from tests.studies.help import Spy, execution, experiment


def test_a_resumed_collection_knows_its_tables_and_no_members(tmp_path):
    asked, out = experiment(), tmp_path / "out"
    info = described(asked, prepare(asked)[1], "swaps", "a test")
    frame = pd.DataFrame({"number": [1, 2]})
    with opened(out, info, execution(out), Spy(), resume=False) as members:
        assert not members.has_table("numbers")
        members.write_table(frame, "numbers")
        members.add(review={"games": 3}, stopped={"games": 4})
    with opened(out, info, execution(out), Spy(), resume=True) as members:
        assert members.has_table("numbers")
        assert not members.has_table("others")
    pd.testing.assert_frame_equal(load_collection(out).table("numbers"), frame)
    written = json.loads((out / "collection.json").read_text())
    assert (written["review"], written["members"]) == ({"games": 3}, [])
    assert "stopped" not in written, "where play stopped is found anew"
    (out / "tables/numbers.parquet").unlink()
    with opened(out, info, execution(out), Spy(), resume=True) as members:
        assert not members.has_table("numbers")
