"""Games to watch, one for each ending and each extreme: the page of each, or the command to watch it."""

from __future__ import annotations

from collections.abc import Iterable

from mazarbul.analysis import Run, examples, words
from mazarbul.reports.blocks import Column, Table
from mazarbul.reports.sections.common import Row, Topic
from mazarbul.reports.sections.outcome import ending

GAME = "GAME"
NOTE = (
    "The pages of games are in the folder games beside this one. Any game of the run, by the number in the "
    "table: {command} --html game.html."
)


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
    games = pages(topic, topic.run, found["game"])
    is_whole = {row["game"] for row in rows} == {*games}
    columns = [
        Column("name", "A game", game="game"),
        Column("winner_name", "Won by"),
        Column("rounds", words.capital(topic.words.rounds), "count"),
        *([] if is_whole else [Column("command", "To watch it")]),
    ]
    note = NOTE.format(command=examples.command(topic.run, GAME)) if games else ""
    return [Table("examples", "Games to watch", found, columns, note, folded=not games, games=games)]


def pages(topic: Topic, run: Run, games: Iterable[int]) -> dict[int, str]:
    """Return the pages of games of a run by their numbers, without those that have none."""
    if topic.watch is None:
        return {}
    found = {game: topic.watch(run.path, game) for game in dict.fromkeys(games)}
    return {game: page for game, page in found.items() if page is not None}


def kind_of(topic: Topic, row: Row) -> str:
    """Return what a game is an example of. row: of `mazarbul.analysis.examples.examples`."""
    if row["kind"] == examples.ENDING:
        return f"ends by {ending(topic, row['reason'])}"
    return {examples.COMEBACK: "the largest comeback"}.get(row["kind"], f"the {row['kind']}")


def _name(topic: Topic, row: Row) -> str:
    """Return what a game is an example of, and how far."""
    value = "" if words.missing(row["value"]) else words.count(row["value"])
    far = {
        examples.CLOSEST: f": a margin of {value}",
        examples.COMEBACK: f": won after being {value} behind",
    }
    return f"{kind_of(topic, row)}{far.get(row['kind'], '')}"
