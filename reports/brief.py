"""The summary at the head of a report: the verdict, three things to look at, what a change would do.

The things to look at are results that a report has found, chosen by a rule. Each kind of result has at most
one, and the three that weigh most are shown. A clear effect on the win rate weighs as many points as it
moves, games without a winner as many as their share in percent. What moves no win rate has one of WEIGHTS.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd

from mazarbul.analysis import outcome, scenarios, words
from mazarbul.analysis.estimates import CLEAR, rate_columns
from mazarbul.formats.declared import Asked
from mazarbul.reports import headline
from mazarbul.reports.headline import place
from mazarbul.reports.looks import DECIDED
from mazarbul.reports.page import Brief, Line
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections import again, unplayed
from mazarbul.reports.sections.audit import is_clear
from mazarbul.reports.sections.common import gain, rate, settling
from mazarbul.reports.sections.worth import main

STRONGER = "To measure what each is worth, play without it:"
LOOKS = 3
NAMES = 3  # cards that a sentence names
HABIT = 0.95  # of games: what is done this often in one round is a habit
CAPPED = 0.005  # of games: with fewer than these without a winner, that is no result
#: Points that a result weighs which moves no win rate: each thing that is not played, a habit, early
#: decisions, the usual length, nothing clear among the things.
WEIGHTS = {"unplayed": 2.0, "habit": 2.5, "decided": 1.5, "length": 0.2, "none": 0.1}


class Look(NamedTuple):
    """A result to look at. kind: of result; one of each is shown. is_alert: it is about what bots do."""

    weight: float
    kind: str
    line: Line
    is_alert: bool = False


def of(chapters: Sequence[Chapter]) -> Brief:
    """Return the summary of scenarios, or of one run."""
    looks = (
        look._replace(line=_of(chapter, look.line, chapters))
        for chapter in chapters
        for look in _looks(chapter)
    )
    found = sorted(looks, key=lambda look: -look.weight)
    first = list({look.kind: look for look in reversed(found)}.values())
    others = [look for look in found if look not in first]
    shown = [*sorted(first, key=lambda look: -look.weight), *others][:LOOKS]
    alerts = [look.line for look in found if look.is_alert and look not in shown]
    asked = {look.line.command for look in shown}
    is_known = len(chapters) > 1 or _is_blanked(chapters[0])
    mended = [] if is_known else headline.mended(chapters[0])
    parts = {
        "The verdict": headline.verdicts(chapters) + [line for line in mended if line.command not in asked],
        "Look at": [look.line for look in shown],
        "What these bots never or always do": alerts,
        "What a change would do": [
            _of(chapter, line, chapters) for chapter in chapters for line in _changes(chapter)
        ],
    }
    return Brief({heading: lines for heading, lines in parts.items() if lines}, headline.chart(chapters))


def _looks(chapter: Chapter) -> Iterator[Look]:
    """Yield everything to look at in a scenario."""
    for look in (_starts, _capped, _decided, _length, _habits):
        yield from look(chapter)
    yield from _blanked(chapter) if _is_blanked(chapter) else _worth(chapter)
    yield from _numbers(chapter)
    yield from _bots(chapter)
    for kind, make in (("dealt", _dealt), ("picked", _picked), ("held", _unplayed)):
        for asked in chapter.topic.declared.asked(kind):
            yield from make(chapter, asked)


def _of(chapter: Chapter, line: Line, chapters: Sequence[Chapter]) -> Line:
    """Return a line that begins with the scenario that its result is from, if there are several."""
    return replace(line, says=f"{chapter.title}: {line.says}") if len(chapters) > 1 else line


def _line(chapter: Chapter, says: str, table: str) -> Line:
    return Line(words.capital(says), place(chapter, table))


def _starts(chapter: Chapter) -> Iterator[Look]:
    """Yield what the first seat is worth."""
    table = chapter.table("starts")
    if table is None or (clear := _clear(table, "effect")).empty:
        return
    topic, top = chapter.topic, _largest(clear, "effect")
    change = gain(top, "effect")
    says = f"when {top['start_name']} starts, {topic.rate_of(topic.first)} changes by {change}."
    yield Look(_points(top["effect"]), "start", _line(chapter, says, "starts"))


def _capped(chapter: Chapter) -> Iterator[Look]:
    """Yield how many games have no winner."""
    run = chapter.topic.run
    n = scenarios.undecided(run)
    if n >= CAPPED * run.games:
        row = pd.Series(rate_columns("capped", n, run.games))
        says = f"{rate(row, 'capped')} of the games end without a winner."
        yield Look(_points(n / run.games), "capped", _line(chapter, says, "win_rates"))


def _decided(chapter: Chapter) -> Iterator[Look]:
    """Yield that the side ahead mostly wins, from the first half of the usual length of games on."""
    table, lengths = chapter.table("lead_by_round"), chapter.table("lengths")
    if table is None or lengths is None:
        return
    often = table["leader_wins_n"] >= 0.5 * chapter.topic.run.games
    known = table[(table["leader_wins"] >= DECIDED) & often]
    usual = lengths.loc[lengths["games"].idxmax(), "rounds"]
    if known.empty or 2 * (first := known.iloc[0])["round"] > usual:
        return
    says = (
        f"an early lead mostly wins: the side ahead after {chapter.topic.words.round} {first['round']:.0f} "
        f"of usually {usual:.0f} wins {rate(first, 'leader_wins')}."
    )
    yield Look(WEIGHTS["decided"] * usual / first["round"], "decided", _line(chapter, says, "lead_by_round"))


def _length(chapter: Chapter) -> Iterator[Look]:
    """Yield how long games usually are."""
    table = chapter.table("lengths")
    if table is not None:
        top = table.loc[table["games"].idxmax()]
        length = words.plural(int(top["rounds"]), chapter.topic.words.round, chapter.topic.words.rounds)
        says = f"games of {length} are the most frequent, {rate(top, 'share')}."
        yield Look(WEIGHTS["length"], "length", _line(chapter, says, "lengths"))


def _habits(chapter: Chapter) -> Iterator[Look]:
    """Yield what seats do in the same round of nearly every game, or never, of what is done once a game."""
    table, topic = outcome.once(chapter.topic.run), chapter.topic
    if table.empty:
        return
    always, never = table[table["share"] >= HABIT], table[table["never"] >= HABIT]
    for (what, number), rows in always.groupby(["what", "round"], sort=False):
        yield _habit(chapter, rows, "share", f"{what} in {topic.words.round} {number}")
    for what, rows in never.groupby("what", sort=False):
        yield _habit(chapter, rows, "never", f"never {what}")


def _habit(chapter: Chapter, rows: pd.DataFrame, name: str, does: str) -> Look:
    """Return a habit of some seats. name: column with the share of games."""
    always = " in every game" if name == "share" else ""
    first, *others = (chapter.topic.seat(seat) for seat in rows["seat"])
    least = math.floor(1000 * rows[name].min()) / 10  # 99.96% of games are not all of them
    often = f", in {'at least ' if len(rows) > 1 else ''}{least:.1f}% of the games"
    do = f"; {'so' if name == 'share' else 'nor'} {'does' if len(others) == 1 else 'do'} "
    also = do + words.listing(others) if others else ""
    says = f"{first} {does}{often if least < 100 else always}{also}."
    return Look(WEIGHTS["habit"], "habit", _line(chapter, says, "measures"), is_alert=True)


def _is_blanked(chapter: Chapter) -> bool:
    return any(table.name.startswith("blanked_") for section in chapter.all for table in section.tables())


def _blanked(chapter: Chapter) -> Iterator[Look]:
    """Yield the thing of each kind whose text moves the win rate most."""
    topic = chapter.topic
    for subject in topic.declared.subjects:
        name = f"blanked_{subject.id}"
        table = chapter.table(name)
        if table is None or (clear := _clear(table, "change")).empty:
            continue
        top = _largest(clear, "change")
        change = gain(top, "change")
        says = f"without {top['name']}, {topic.rate_of(top['side'])} changes by {change}."
        yield Look(_points(top["change"]), f"blanked {subject.id}", _line(chapter, says, name))


def _worth(chapter: Chapter) -> Iterator[Look]:
    """Yield the thing that is worth most in the opening hand, or that none is clear."""
    topic = chapter.topic
    for asked in topic.declared.asked("held"):
        table = chapter.table(name := f"{asked.family.id}_adjusted")
        if table is None:
            continue
        effect = main(table)
        tested, clear = table[f"{effect}_bh"].notna(), _clear(table, effect)
        where = "in the opening hand" if effect == "opening" else "drawn early"
        if len(clear):
            top = _largest(clear, effect)
            change = gain(top, effect)
            says = f"{top['name']} {where} changes {topic.rate_of(top['side'])} by {change}."
            line = _line(chapter, says, name)
            yield Look(_points(top[effect]), f"worth {name}", _stronger(chapter, line))
        elif tested.any():
            each = words.plural(int(tested.sum()), asked.one, asked.many)
            says = f"of {each}, none is clearly better or worse {where} than the average one."
            yield Look(WEIGHTS["none"], f"worth {name}", _line(chapter, says, name))


def _stronger(chapter: Chapter, line: Line) -> Line:
    """Add which command measures things better, for games whose things can be blanked."""
    topic = chapter.topic
    if not topic.declared.usual("variants"):
        return line
    return replace(line, says=f"{line.says} {STRONGER}", command=again.command(topic.run, "cards"))


def _numbers(chapter: Chapter) -> Iterator[Look]:
    """Yield the number that moves the balance most."""
    table = chapter.table("numbers")
    if table is None or (clear := _clear(table, "change")).empty:
        return
    top = _largest(clear, "change")
    whose, change = chapter.topic.rate_of(top["side"]), gain(top, "change")
    says = f"{top['name']}, {top['label']}: {whose} changes by {change}."
    yield Look(_points(top["change"]), "number", _line(chapter, says, "numbers"))


def _bots(chapter: Chapter) -> Iterator[Look]:
    """Yield whether better bots still move the figure, and what they gain, in reports of audits alone."""
    steps, gains, topic = chapter.table("audit_steps"), chapter.table("audit_gains"), chapter.topic
    if chapter.table("win_rates") is not None:
        return
    if steps is not None and is_clear(top := steps.iloc[-1]):
        seats = f"from {top['below']} to {top['above']} at every seat"
        says = f"{seats}, {topic.rate_of(topic.first)} changes by {gain(top, 'change')}."
        yield Look(_points(top["change"]), "steps", _line(chapter, says, "audit_steps"))
    if gains is not None and is_clear(top := _largest(gains, "change")):
        change = gain(top, "change")
        better = f"with {top['label']} on this side alone"
        says = f"{better}, {topic.rate_of(top['side'])} changes by {change}."
        yield Look(_points(top["change"]), "gains", _line(chapter, says, "audit_gains"))


def _dealt(chapter: Chapter, asked: Asked) -> Iterator[Look]:
    """Yield the thing that costs most when it comes up."""
    way, name = asked.question.ways[0], f"{asked.family.id}_dealt"
    table = chapter.table(name)
    if table is None or (clear := _clear(table, f"{way.id}_effect")).empty:
        return
    top, topic = _largest(clear, f"{way.id}_effect"), chapter.topic
    change = gain(top, f"{way.id}_effect")
    says = f"each time {top['name']} is {way.label}, {topic.its_rate} changes by {change}."
    yield Look(_points(top[f"{way.id}_effect"]), name, _line(chapter, says, name))


def _picked(chapter: Chapter, asked: Asked) -> Iterator[Look]:
    """Yield the thing that moves the balance most when chance picks it."""
    name = f"{asked.family.id}_picked"
    table = chapter.table(name)
    if table is None or (clear := _clear(table, "effect")).empty:
        return
    top, topic = _largest(clear, "effect"), chapter.topic
    change = gain(top, "effect")
    says = f"{top['name']}, when drawn, changes {topic.rate_of(topic.first)} by {change}."
    yield Look(_points(top["effect"]), name, _line(chapter, says, name))


def _unplayed(chapter: Chapter, asked: Asked) -> Iterator[Look]:
    """Yield which things are not played."""
    name = f"{asked.family.id}_{unplayed.FLAG}"
    table = chapter.table(name)
    if table is None or table.empty:
        return
    names = list(dict.fromkeys(table["name"]))
    more = [f"{len(names) - NAMES} more {asked.many}"] if len(names) > NAMES + 1 else names[NAMES:]
    never = "never" if (table["games_played"] == 0).all() else "never or hardly ever"
    says = f"{words.listing([*names[:NAMES], *more])} {'is' if len(names) == 1 else 'are'} {never} played."
    yield Look(WEIGHTS["unplayed"] * len(names), name, _line(chapter, says, name), is_alert=True)


def _changes(chapter: Chapter) -> Iterator[Line]:
    """Yield what the change to the game does that moves the win rate most."""
    table, topic = chapter.table("changes"), chapter.topic
    if table is None:
        return
    for _, row in table[table["idle"] != ""].iterrows():
        yield _line(chapter, f"{row['label']}: this changes nothing here, as {row['idle']}.", "changes")
    table = table[table["idle"] == ""]
    if table.empty:
        return
    clear = _clear(table, "change")
    if clear.empty:
        top = _largest(table, "change")
        none = f"none of {len(table)} changes that were tried moves the win rate clearly; the largest, "
        whose = f"{top['label']}: {topic.rate_of(top['side'])}"
        change = f"{gain(top, 'change')}. {settling(top, 'change')}".strip()
        says = f"{none if len(table) > 1 else ''}{whose} does not clearly change, {change}"
        yield _line(chapter, says, "changes")
        return
    top = _largest(clear, "change")
    says = (
        f"{top['label']}: {topic.rate_of(top['side'])} goes from {words.percent(top['base'])} to "
        f"{words.percent(top['other'])}, {gain(top, 'change')}."
    )
    yield _line(chapter, says, "changes")


def _clear(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the rows whose effect is clear."""
    return table[table[f"{name}_bh"] < CLEAR]


def _largest(table: pd.DataFrame, name: str) -> pd.Series:
    return table.loc[table[name].abs().idxmax()]


def _points(share: float) -> float:
    return 100 * abs(float(share))
