"""Damaged deck lists, and the mistakes that they have revealed."""

import pytest

from mazarbul.sim.toml import DataError
from tests.fuzz.deck_lists import KINDS
from tests.fuzz.help import try_some
from tests.lotr_lcg.test_deck_lists import read

HERO = "Mine\n\nGimli\n"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_damaged_lists(kind, tmp_path):
    try_some(kind, tmp_path, 25)


@pytest.mark.parametrize(
    "line", ["-1 Feint", "-1x Feint", "- -1 Feint", "Feint x²", "²x Feint", "Feint x1.5"]
)
def test_a_count_that_is_none_is_no_remark(line):
    with pytest.raises(DataError, match="unknown card"):
        read(f"{HERO}{line}\n")


@pytest.mark.parametrize("line", ["4294967297 Feint", "Feint x1000", f"{'9' * 5000}x Feint"])
def test_a_count_too_large_is_no_remark(line):
    with pytest.raises(DataError, match="no deck can have so many copies of 'Feint'"):
        read(f"{HERO}{line}\n")


def test_a_heading_with_a_count_too_large():
    with pytest.raises(DataError, match="this heading says 1000; the lines below it add up to 1"):
        read(f"{HERO}Event (1000)\n1x Feint\n")


@pytest.mark.parametrize("line", ["- 1 Feint", "-Feint", "* 1x Feint", "• Feint x1", "1  x  Feint"])
def test_bullets_and_blanks(line):
    assert read(f"{HERO}{line}\n").cards == {"feint": 1}


def test_a_line_with_very_many_blanks_is_read_at_once():
    blanks = " " * 200_000
    assert read(f"{HERO}1x{blanks}Feint\nA remark{blanks}at the end\n").cards == {"feint": 1}


def test_a_list_of_too_many_lines():
    with pytest.raises(DataError, match="a deck list has at most 2,000 lines"):
        read(HERO + "ab\n" * 100_000)
