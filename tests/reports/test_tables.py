"""Tables as files that programs of people open: CSV with the signs of their country."""

import pandas as pd
import pytest

from mazarbul.reports.blocks import Column, Formats, Table
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


def estimates(**rates):
    """Return columns of rates with ends and n. rates: name -> the n of every row."""
    found = {}
    for name, n in rates.items():
        found |= {name: 0.5, f"{name}_low": 0.4, f"{name}_high": 0.6, f"{name}_n": n}
    return found


@pytest.mark.parametrize(
    ("rates", "heads", "title"),
    [
        ({"win": [8, 2]}, ["games", "win"], "T"),
        ({"share": [10, 10], "win": [8, 2]}, ["games", "share, n 10", "win"], "T"),
        ({"share": [10, 10], "win": [10, 10]}, ["games", "share", "win"], "T, n 10"),
        ({"share": [7, 3], "win": [7, 3]}, ["games", "share", "win", "n"], "T"),
        ({"one": [7, 3], "two": [7, 3], "last": [6, 3]}, ["games", "one", "two", "n", "last", "n"], "T"),
        ({"one": [0, 0], "two": [7, 3]}, ["games", "two", "n"], "T"),
    ],
)
def test_n_stands_where_no_count_or_title_says_it(rates, heads, title):
    frame = pd.DataFrame({"games": [8, 2], **estimates(**rates)})
    columns = [Column("games", "games", "count"), *(Column(name, name, "rate") for name in rates)]
    table = Table("t", "T", frame, columns)
    assert [column.label.replace("\N{NO-BREAK SPACE}", " ") for column in table.heads] == heads
    assert table.title == title


def test_the_n_of_a_difference_is_told_once_if_both_sides_have_it():
    frame = pd.DataFrame({**estimates(base=[9, 9], change=[9, 9]), "change_n0": [9, 9]})
    columns = [Column("base", "Before", "rate"), Column("change", "Change", "points")]
    assert Table("t", "T", frame, columns).title == "T, n 9"
    other = Table("t", "T", frame.assign(change_n0=[9, 8]), columns)
    assert other.title == "T"
    assert [column.key for column in other.heads] == ["base", "change", "change_n"]
