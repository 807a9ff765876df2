"""Preferences of any game: rows and their names fit each other."""

from __future__ import annotations

from mazarbul.sim.bots.preferences import Layout, Names, stages_of

CARDS = 3  # the number of cards stands for them


def layout() -> tuple[Layout, list[int]]:
    """Return a layout for four stages, and the first rows of its blocks."""
    made = Layout(4)
    first = [made.staged(CARDS, ("play", "cycle")), made.staged(("behind", "ahead"), ("pass",))]
    return made, [*first, made.lasting(("few", "many"), ("left", "right"), ("pass",)), made.size]


def test_rows_are_numbered_by_stage_and_those_that_last_come_after_all_stages():
    made, (cards, leads, hands, end) = layout()
    assert (cards, leads, made.each) == (0, 6, 8)
    assert (hands, end) == (4 * 8, 4 * 8 + 4)


def test_every_row_is_named_after_its_words_and_its_stage():
    made, (cards, leads, hands, end) = layout()
    names, other, same = made.names({CARDS: ["orc", "", "elf"]}, ["frodo", "sam", "frodo"], CARDS)
    rows = [*names.rows(4)]
    assert len(rows) == end
    assert rows[3 * made.each + cards + 2 * 2 + 1] == ("cycle elf", 3)
    assert rows[2 * made.each + leads + 1] == ("frodo: pass / ahead", 2)
    assert rows[hands + 1 * 2 + 0] == ("frodo: pass / many / left", 0)
    assert [name for name, _ in rows[:6:2]] == ["play orc", "", "play elf"], "a missing card has no name"
    assert [*other.rows(4)][2 * made.each + leads + 1] == ("sam: pass / ahead", 2)
    assert same is names
    assert stages_of(names, end + 1) == 4
    assert stages_of(Names(["one", "two"]), 2 * 5 + 1) == 5
