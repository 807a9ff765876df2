"""Games to watch: the command that plays again a game of the run, for each ending and each extreme."""

from __future__ import annotations

from mazarbul.analysis import examples, words
from mazarbul.reports.page import Column, Table
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.outcome import reason


def table(topic: Topic) -> list[Table]:
    """Return the table of games to watch; none if the run keeps no games."""
    found = examples.examples(topic.run)
    if found.empty:
        return []
    rows = found.to_dict("records")
    found["name"] = [_name(topic, row) for row in rows]
    winners = ["" if words.missing(row["winner"]) else row["winner"] for row in rows]
    found["winner_name"] = [topic.side(winner) if winner else "nobody" for winner in winners]
    found["command"] = [examples.command(topic.run, row["game"]) for row in rows]
    columns = [
        Column("name", "A game"),
        Column("winner_name", "Won by"),
        Column("rounds", words.capital(topic.words.rounds), "count"),
        Column("command", "To watch it"),
    ]
    return [Table("examples", "Games to watch", found, columns, folded=True)]


def _name(topic: Topic, row: dict) -> str:
    """Return what a game is an example of."""
    value = "" if words.missing(row["value"]) else words.count(row["value"])
    return {
        examples.ENDING: lambda: f"ends by {reason(topic, row['reason'])}",
        examples.CLOSEST: lambda: f"the closest: a margin of {value}",
        examples.COMEBACK: lambda: f"the largest comeback: won after being {value} behind",
        examples.SHORTEST: lambda: "the shortest",
        examples.LONGEST: lambda: "the longest",
    }[row["kind"]]()
