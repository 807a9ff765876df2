"""What a change did besides moving the win rate: whether what it altered is played, and what else is."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import Run, consequences, examples, words
from mazarbul.formats.declared import Asked
from mazarbul.reports.page import Column, Section, Table
from mazarbul.reports.sections.common import Topic, gain
from mazarbul.reports.sections.examples import pages
from mazarbul.reports.sections.forest import clear
from mazarbul.reports.sections.played import Names

NAMED = 5
EACH = 3  # games of each kind


def build(topic: Topic, other: Run, names: Names) -> Section | None:
    """Return what is played otherwise, with the games that the change turned; None without records."""
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
    games = _games(topic, other, names)
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
    if rows.empty:
        return [f"No other {asked.one} is played clearly more or less often."]
    top = rows.head(NAMED)
    named = words.listing(f"{row['name']} by {gain(row, 'change')}" for _, row in top.head(1).iterrows())
    n = words.plural(len(rows), f"other {asked.one}", f"other {asked.many}")
    return [f"{n} {'is' if len(rows) == 1 else 'are'} played clearly more or less often, most {named}."]


def _table(topic: Topic, frame: pd.DataFrame, asked: Asked, names: Names) -> Table:
    columns = [
        Column("name", words.capital(asked.one)),
        Column("change", "Games in which it is played, change in points", "points", mark="change_bh"),
        Column("played_if_drawn_base", f"Played, of copies drawn, {names.when[0]}", "rate", show_n=False),
        Column("played_if_drawn_other", f"The same {names.when[1]}", "rate", show_n=False),
        Column(
            "played_round_base", f"First played in {topic.words.round}, {names.when[0]}", "mean", show_n=False
        ),
        Column("played_round_other", f"The same {names.when[1]}", "mean", show_n=False),
    ]
    name, caption = f"{asked.family.id}_used", f"What is played, {names.when[0]} and {names.when[1]}"
    return Table(name, caption, frame, columns)


def _games(topic: Topic, other: Run, names: Names) -> list[Table]:
    """Return the table of games that the change turned, each with its page or command in both runs."""
    side = topic.first
    found = consequences.turned(topic.run, other, side, EACH)
    if found.empty:
        return []
    found["name"] = [f"only {names.when[wins]} the change" for wins in found["wins"]]
    columns = [Column("name", topic.wins(side))]
    shown: dict[str, str] = {}
    for when, run in zip(names.when, (topic.run, other), strict=True):
        watched = pages(topic, run, found["game"])
        found[when] = [
            f"game {game}" if game in watched else examples.command(run, game) for game in found["game"]
        ]
        found[f"{when}_page"] = [f"{when}_{game}" for game in found["game"]]
        shown |= {f"{when}_{game}": page for game, page in watched.items()}
        columns.append(Column(when, f"To watch it {when}", game=f"{when}_page"))
    return [Table("turned", "Games that the change turned", found, columns, games=shown)]
