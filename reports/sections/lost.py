"""Things that a side has from the start: how often they are lost."""

from __future__ import annotations

from mazarbul.analysis import lost, words
from mazarbul.formats.declared import Asked
from mazarbul.reports.blocks import Block, Column, Table
from mazarbul.reports.sections.common import NOTES, Topic


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return the table of losses; None if the run does not record them."""
    table = lost.losses(topic.run, asked)
    if table.empty:
        return None
    columns = [
        Column("name", words.capital(asked.one)),
        Column("deck_name", "Deck"),
        Column("lost", "Lost, of games", "rate"),
        Column("win_kept", "Win rate if kept", "rate"),
        Column("win_lost", "Win rate if lost", "rate"),
        Column("gap", "Difference, points", "points"),
    ]
    caption = f"{words.capital(asked.many)}: how often they are lost"
    named, note = topic.named(table, asked.family.facts), topic.text(NOTES["lost"], asked)
    return [Table(asked.key, caption, named, columns, note)], []


def intro(_topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    return asked.family.intro
