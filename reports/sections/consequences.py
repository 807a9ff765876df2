"""What two runs differ in besides the win rate: what is played otherwise, and games to watch in both."""

from __future__ import annotations

from collections.abc import Container, Sequence

import pandas as pd

from mazarbul.analysis import Run, consequences, examples, words
from mazarbul.formats.changes import ARROW
from mazarbul.formats.declared import Asked
from mazarbul.reports.blocks import Column, Section, Table
from mazarbul.reports.sections.common import Topic, gain
from mazarbul.reports.sections.examples import kind_of, pages
from mazarbul.reports.sections.forest import clear
from mazarbul.reports.sections.played import Names

NAMED = 5
EACH = 3  # games of each kind
RUNS = ("before", "after")  # in the names of columns and of pages of games


def build(topic: Topic, other: Run, names: Names, *, paired: bool = True) -> Section | None:
    """Return what is played otherwise, with games to watch in both runs; None without records.

    The games are those that the change turned; of runs that are not paired, the examples of each.
    """
    tables, said = [], []
    changed = consequences.altered(topic.run, other)
    for asked in topic.declared.asked("held"):
        frame = consequences.uses(topic.run, other, asked)
        if frame.empty:
            continue
        frame = frame.assign(altered=frame["id"].isin(changed))
        said += _of_altered(topic, frame, names)
        said += _of_others(frame, asked)
        tables.append(_table(topic, frame, asked, names))
    games = _turned(topic, other, names) if paired else _examples(topic, other, names)
    if not tables and not games:
        return None
    return Section("consequences", "What else changes", "", [*games, *tables], said)


def _of_altered(topic: Topic, frame: pd.DataFrame, names: Names) -> list[str]:
    """Say of every altered thing whether its owner still plays it, when, and in how many games."""
    said = []
    for row in frame[frame["altered"]].head(NAMED).to_dict("records"):
        before, after = ("played_if_drawn_base", "played_if_drawn_other")
        parts = []
        if not words.missing(row.get(before)) and not words.missing(row.get(after)):
            parts.append(
                f"{words.percent(row[after])} of the copies drawn are played ({words.percent(row[before])} "
                f"{names.when[0]})"
            )
        elif not words.missing(row.get(after)):
            parts.append(f"{words.percent(row[after])} of the copies drawn are played")
        rounds = [row.get("played_round_base"), row.get("played_round_other")]
        if not any(map(words.missing, rounds)):
            one, two = map(words.decimal, rounds)
            parts.append(f"first in {topic.words.round} {two} on average ({one} {names.when[0]})")
        if parts:
            said.append(f"{row['name']}: {', '.join(parts)}.")
    return said


def _of_others(frame: pd.DataFrame, asked: Asked) -> list[str]:
    """Say what else is played clearly more or less often."""
    rows = frame[~frame["altered"] & clear(frame)]
    other = "other " if frame["altered"].any() else ""
    if rows.empty:
        return [f"No {other}{asked.one} is played clearly more or less often."]
    _, top = next(rows.iterrows())
    n = words.plural(len(rows), f"{other}{asked.one}", f"{other}{asked.many}")
    verb = "is" if len(rows) == 1 else "are"
    return [f"{n} {verb} played clearly more or less often, most {top['name']} by {gain(top, 'change')}."]


def _table(topic: Topic, frame: pd.DataFrame, asked: Asked, names: Names) -> Table:
    both = f" {ARROW} ".join(names.when)
    rounds = frame.reindex(columns=["played_round_base", "played_round_other"]).to_numpy()
    frame = frame.assign(
        first_played=[
            f" {ARROW} ".join(words.NONE if words.missing(n) else words.decimal(n) for n in row)
            for row in rounds
        ]
    )
    columns = [
        Column("name", words.capital(asked.one)),
        Column("change", "Games in which it is played, change in points", "points", mark="change_bh"),
        Column("played_if_drawn_base", f"Played, of copies drawn, {names.when[0]}", "rate", show_n=False),
        Column("played_if_drawn_other", f"The same {names.when[1]}", "rate", show_n=False),
        Column("first_played", f"First in {topic.words.round}"),
    ]
    name, caption = f"{asked.family.id}_used", f"What is played, {names.when[0]} and {names.when[1]}"
    note = f"First in {topic.words.round}: in which it is first played, on average, {both}."
    return Table(name, caption, frame, columns, note)


def _turned(topic: Topic, other: Run, names: Names) -> list[Table]:
    """Return the table of games that the change turned, each in both runs."""
    found = consequences.turned(topic.run, other, topic.first, EACH)
    change = " the change" if names.is_change else ""
    rows = [
        (f"only {names.when[row.wins]}{change}", [row.game, row.game])
        for row in found.itertuples(index=False)
    ]
    caption = "Games that the change turned" if names.is_change else "Games with another result"
    return _watched(topic, other, names, ("turned", caption, topic.wins(topic.first)), rows)


def _examples(topic: Topic, other: Run, names: Names) -> list[Table]:
    """Return the table of a game for each way to end and for each extreme, in both runs."""
    base, changed = (
        {kind_of(topic, row): int(row["game"]) for row in examples.examples(run).to_dict("records")}
        for run in (topic.run, other)
    )
    rows = [(kind, [base.get(kind), changed.get(kind)]) for kind in dict.fromkeys((*base, *changed))]
    return _watched(topic, other, names, ("examples", "Games to watch", "A game"), rows)


def _watched(
    topic: Topic,
    other: Run,
    names: Names,
    called: tuple[str, str, str],
    rows: Sequence[tuple[str, Sequence[int | None]]],
) -> list[Table]:
    """Return a table of games with their pages or commands; none without games.

    called: its name, its caption and the head of its first column. rows: (what a game shows, its number in
    both runs).
    """
    name, caption, head = called
    found, shown = pd.DataFrame({"name": [what for what, _ in rows]}), dict[str, str]()
    columns = [Column("name", head)]
    for i, (when, run) in enumerate(zip(names.when, (topic.run, other), strict=True)):
        key, games = RUNS[i], [both[i] for _, both in rows]
        watched = pages(topic, run, [game for game in games if game is not None])
        found[f"{key}_game"] = pd.array(games, "Int64")
        found[key] = [_to_watch(run, game, watched) for game in games]
        found[f"{key}_page"] = [f"{key}_{game}" for game in games]
        shown |= {f"{key}_{game}": page for game, page in watched.items()}
        columns.append(Column(key, f"To watch it {when}", game=f"{key}_page"))
    return [Table(name, caption, found, columns, games=shown)] if rows else []


def _to_watch(run: Run, game: int | None, watched: Container[int]) -> str | None:
    """Return what leads to a game: its number where it has a page, else the command; None for no game."""
    if game is None:
        return None
    return f"game {game}" if game in watched else examples.command(run, game)
