"""Tables as files that programs of people open: CSV with the signs of their country."""

import pandas as pd
import pytest

from mazarbul.reports.page import Formats
from mazarbul.reports.write import write_table
from mazarbul.sim.cli.reporting import _formats
from mazarbul.sim.toml import DataError

FRAME = pd.DataFrame(
    {"name": ["Éowyn", "a;b", None], "games": [3, 4, 5], "rate": [0.5, float("nan"), -1234.25]}
)


def written(folder, formats):
    write_table(FRAME, folder / "t", formats)
    return (folder / "t.csv").read_bytes()


def test_csv_begins_with_the_mark_of_utf_8(tmp_path):
    raw = written(tmp_path, ("csv",))
    assert raw == "\ufeffname,games,rate\nÉowyn,3,0.5\na;b,4,\n,5,-1234.25\n".encode()
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "t.csv"), FRAME)


@pytest.mark.parametrize(
    ("separator", "decimal", "sign"),
    [("", ",", ";"), (";", ".", ";"), ("tab", ",", "\t"), (",", ".", ","), ("", ".", ",")],
)
def test_csv_with_other_signs(tmp_path, separator, decimal, sign):
    raw = written(tmp_path, _formats(["csv"], separator, decimal))
    assert raw.decode("utf-8-sig").splitlines()[0] == sign.join(FRAME)
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "t.csv", sep=sign, decimal=decimal), FRAME)


def test_formats_are_still_a_list_of_names():
    assert Formats.of(["csv", "parquet"], ";", ",") == ("csv", "parquet")


@pytest.mark.parametrize(("separator", "decimal"), [(",", ","), ("|", "."), (";", ";")])
def test_signs_that_nobody_could_read(separator, decimal):
    with pytest.raises(DataError, match="--csv-"):
        _formats(["csv"], separator, decimal)
