"""How far the bots can be trusted: the ladder of bots, what better bots gain, whether values hold."""

from __future__ import annotations

from typing import Any

import pandas as pd

from mazarbul.analysis import audit, words
from mazarbul.analysis.collection import Collection
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.looks import ENOUGH
from mazarbul.reports.sections import trust
from mazarbul.reports.sections.common import Row, Topic, gain, mean, rate, side_columns, verdict_codes
from mazarbul.reports.sections.forest import forest
from mazarbul.reports.sections.wording import TEXTS, thing

NO_SEARCH = (
    "The bots of this game cannot search, or were not let: what better play would change is not known."
)
NO_TRAINING = "No best response was looked for (--train MINUTES)."
NO_VALUES = "Nothing was blanked: whether the values of things hold with other bots is not known."


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the sections on the ladder, on what better bots gain and on values that hold or do not."""
    return [_ladder(topic), _headroom(topic, found), *_lost(topic, found), _values(topic, found)]


def lines(topic: Topic, found: Collection) -> list[str]:
    """Return what an audit found besides the ladder, a sentence each."""
    gained = gain_words(topic, audit.gains(found), _minutes(found))
    values = audit.values(found)
    held = _held_words(topic, found, values) if len(values) else NO_VALUES
    return [step_words(steps_of(topic)), *gained, held]


def steps_of(topic: Topic) -> pd.DataFrame:
    """Return the steps up the ladder of an audited topic."""
    assert topic.rungs is not None, "there is an audit"
    return audit.steps(topic.rungs)


def _minutes(found: Collection) -> float:
    """Return the minutes of training for each side."""
    return found.parameters.get("minutes") or 0.0


def _ladder(topic: Topic) -> Section:
    table = judged(topic, topic.rungs)
    steps = steps_of(topic)
    first = table[table["side"] == topic.first].reset_index(drop=True)
    says, moves = range_words(topic, first), step_words(steps)
    columns = [
        Column("label", "Bot at every seat"),
        *side_columns(topic),
        Column("win", "Win rate", "rate"),
        Column("verdict", f"Against {words.band(topic.band)}"),
        Column("change", "Against the usual bot, points", "points", mark="change_p"),
    ]
    note = f"{TEXTS['note']['audit_ladder']} {trust.origin(topic)}"
    blocks: list[Block] = [
        _ladder_chart(topic, first, says),
        Table("audit_ladder", "The ladder of bots", table, columns, note),
    ]
    if len(steps):
        columns = [
            Column("below", "From"),
            Column("above", "To"),
            Column("change", f"{topic.wins(topic.first)}, change in points", "points", mark="change_p"),
        ]
        blocks.append(Table("audit_steps", "The top of the ladder, step by step", steps, columns))
    return Section("audit", "The ladder of bots", TEXTS["intro"]["audit"], blocks, [says, moves])


def judged(topic: Topic, table: pd.DataFrame) -> pd.DataFrame:
    """Return the ladder with names of sides and with where each interval lies. table: of `audit.ladder`."""
    codes = verdict_codes(table, "win", topic.band)
    named = table["side"].map(topic.side)
    return table.assign(side_name=named, code=codes, verdict=[trust.PLACED[code] for code in codes])


def range_words(topic: Topic, first: pd.DataFrame) -> str:
    """Say between which win rates the bots lie. first: the first side's rows of the ladder."""
    return f"With the same bot at every seat, {topic.won(topic.first)} {between_words(first)}."


def between_words(rungs: pd.DataFrame) -> str:
    """Return the range of a side's win rate, and its ends' bots. rungs: the side's rows of the ladder."""
    least, most = (rungs.loc[place, "label"] for place in (rungs["win"].idxmin(), rungs["win"].idxmax()))
    ends = f", least with {least} and most with {most}" if least != most else ""
    low, high = 100 * rungs["win"].min(), 100 * rungs["win"].max()
    digits, n = (0 if round(low) != round(high) else 1), words.count(rungs["games"].min())
    bots = words.plural(len(rungs), "bot")
    return f"{low:.{digits}f} to {high:.{digits}f}% over {bots}, n {n} or more{ends}"


def step_words(steps: pd.DataFrame) -> str:
    """Say whether the figure still moves at the top of the ladder. steps: of `audit.steps`."""
    if steps.empty:
        return NO_SEARCH
    top = steps.iloc[-1]
    said = f"from {top['below']} to {top['above']} it changes by {gain(top, 'change')}, n {_deals(top)}"
    if is_clear(top):
        return f"The figure still moves at the top of the ladder: {said}. Better players may move it further."
    if trust.is_little(top):
        return f"At the top of the ladder the figure hardly moves: {said}."
    before = steps.iloc[:-1]
    moved = [row for _, row in before.iterrows() if is_clear(row)]
    below = "".join(
        f" One step below it does: from {row['below']} to {row['above']} by {gain(row, 'change')},"
        f" n {_deals(row)}."
        for row in moved[-1:]
    )
    return f"It is not clear whether the figure still moves at the top of the ladder: {said}.{below}"


def _deals(row: Row) -> str:
    return f"{words.count(row['change_n'])} pairs"


def is_clear(row: Row) -> bool:
    """Return whether the interval of a change excludes 0."""
    return bool(row["change_low"] > 0 or row["change_high"] < 0)


def _ladder_chart(topic: Topic, first: pd.DataFrame, says: str) -> Chart:
    low = min(topic.band[0], first["win_low"].min()) - 0.03
    high = max(topic.band[1], first["win_high"].max()) + 0.03
    axis = charts.Axis(
        f"{topic.wins(topic.first)}; shaded: {words.band(topic.band)}",
        "percent",
        topic.stakes.even,
        topic.band,
        (max(low, -0.02), min(high, 1.02)),
    )
    own = topic.colour(topic.first)
    style: dict[str, Any] = {"markers": topic.marker(topic.first)}
    style["colours"] = [own if is_usual else charts.PALE for is_usual in first["is_usual"]]
    labels = [f"{row['label']}\nn {words.count(row['games'])}" for _, row in first.iterrows()]
    drawing = charts.DotPlot(labels, [charts.Series.of(first, "win", **style)], axis)
    each = "; ".join(f"{row['label']} {rate(row, 'win')}" for _, row in first.iterrows())
    shows = f"{says} In colour: the usual bot; grey: the others."
    return Chart("audit_ladder", drawing, shows, f"Win rates with each bot at every seat: {each}.")


def _headroom(topic: Topic, found: Collection) -> Section:
    table = audit.gains(found)
    findings = gain_words(topic, table, _minutes(found))
    blocks: list[Block] = []
    if len(table):
        table = _named(topic, table)
        labels = [f"{row['side_name']}: {row['label']}" for _, row in table.iterrows()]
        label = "change of the win rate of its side, points"
        chart = forest(topic, "audit_gains", table, labels, findings[0], None, label)
        columns = [
            Column("label", "Better bot"),
            *side_columns(topic),
            Column("base", "Win rate with the usual bot", "rate"),
            Column("other", "Win rate with the better bot", "rate"),
            Column("change", "Gain, points", "points", mark="change_p"),
        ]
        blocks = [chart, Table("audit_gains", "Gains of better bots", table, columns)]
    return Section("headroom", "What better bots gain", TEXTS["intro"]["headroom"], blocks, findings)


def gain_words(topic: Topic, table: pd.DataFrame, minutes: float) -> list[str]:
    """Say what bots that search, and trained ones, gain for a side. table: of `audit.gains`."""
    said = []
    for is_search in (True, False):
        rows = table[(table["rollouts"] > 0) == is_search] if len(table) else table
        if rows.empty:
            said += [] if is_search else [NO_TRAINING]
            continue
        what = (
            rows.iloc[0]["label"] if is_search else f"The best response found in {minutes:g} minutes a side"
        )
        against = topic.stakes.against.format(topic=topic)
        each = [
            f"{gain(row, 'change')} for {topic.noun(row['side'])}, n {_deals(row)}."
            for _, row in rows.iterrows()
        ]
        said.append(f"{what} against {against} gains {' It gains '.join(each)}")
    return said


def _lost(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on the usual bot's own moves; none if they were not judged."""
    known = audit.lost(found)
    if not known:
        return []
    kinds = known["kinds"]
    lost = Column("lost", "Wins lost a game", "mean")
    times = Column("improved", "With a better move, a game", "number")
    kinds = kinds[kinds["improved"] > 0]
    columns = [
        *side_columns(topic),
        Column("kind", "Decision", "words"),
        Column("decisions", "Decisions a game", "number"),
        times,
        lost,
    ]
    tables: list[Block] = [Table("review_kinds", "Kinds of decisions", _named(topic, kinds), columns)]
    for which, rows, title, label in (
        ("own", known["moves"], "Moves that lose most", "Move"),
        ("other", known["instead"], "Moves that are missed most", "Better move"),
    ):
        table = _named(topic, rows).drop(columns=which).rename(columns={f"{which}_said": "move"})
        columns = [*side_columns(topic), Column("move", label), times, lost]
        note = TEXTS["note"]["review"]
        tables.append(Table(f"review_{which}", title, table, columns, note, folded=True))
    review = found.info["review"]
    findings = [
        f"Moves for which a search finds better ones cost {topic.noun(row['side'])} {mean(row, 'lost')} wins "
        f"in a game, n {words.count(review['games'])}."
        for _, row in known["sides"].iterrows()
    ]
    if review["games"] < ENOUGH:
        number = words.plural(int(review["games"]), "game")
        findings = [f"A search looked at {number} only: too few to say what moves cost."]
    return [Section("lost", "Moves that lose games", TEXTS["intro"]["lost"], tables, findings)]


def _named(topic: Topic, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with names of sides."""
    return table.assign(side_name=table["side"].map(topic.side))


def _values(topic: Topic, found: Collection) -> Section:
    table = audit.values(found)
    title, intro = "Whether the values of things hold", TEXTS["intro"]["values_hold"]
    if table.empty:
        return Section("values_hold", title, NO_VALUES, [], [NO_VALUES])
    labels, agreed = _labels(found), audit.agreement(table)
    row = pd.DataFrame([{"one": labels[0], "other": labels[1], **agreed}])
    columns = [
        Column("one", "Bot"),
        Column("other", "Other bot"),
        Column("rank", "Rank correlation, allowing for chance", "mean"),
        Column("measured", "As measured", "number"),
        Column("equal", "What equal bots would show", "number"),
        Column("sign", "Same sign, of those that are clear", "rate"),
    ]
    blocks: list[Block] = [Table("audit_agreement", "Order and sign of the values", row, columns)]
    table = _named(topic, table)
    columns = [
        Column("name", words.capital(thing(topic).one)),
        *side_columns(topic),
        Column("one", f"Blanked, with {labels[0]}, points", "points", mark="one_bh"),
        Column("other", f"Blanked, with {labels[1]}, points", "points", mark="other_bh"),
    ]
    blocks.append(
        Table("audit_values", "Every value under both bots", table, columns, folded=len(table) > 20)
    )
    return Section("values_hold", title, intro, blocks, [_held_words(topic, found, table)])


def _labels(found: Collection) -> list[str]:
    """Return the names of the bots under which things were blanked."""
    return [each["label"] for each in found.info["values"]]


def _held_words(topic: Topic, found: Collection, table: pd.DataFrame) -> str:
    kinds = set(table["subject_kind"])
    many = topic.declared.subject(kinds.pop()).many if len(kinds) == 1 else "things"
    return agreement_words(audit.agreement(table), _labels(found), many)


def agreement_words(agreed: dict, labels: list[str], many: str) -> str:
    """Say whether order and sign of the values hold. agreed: of `audit.agreement`; labels: of both bots."""
    both = f"with {labels[0]} and with {labels[1]}"
    n = words.count(agreed["rank_n"])
    measured = words.decimal(agreed["measured"])
    if words.missing(agreed["measured"]):
        order = f"{n} {many} are too few, or too alike, to compare their order {both}"
    elif words.missing(agreed["rank"]):
        order = (
            f"The values of {n} {many} {both} differ by no more than chance, so their order cannot be "
            f"compared (rank correlation as measured {measured})"
        )
    else:
        span = words.span(agreed["rank_low"], agreed["rank_high"], words.decimal)
        within = " within each side" if agreed["sides"] > 1 else ""
        order = (
            f"The values of {n} {many} {both} have a rank correlation{within} of "
            f"{words.decimal(agreed['rank'])} allowing for chance ({span}; as measured "
            f"{measured}, where equal bots would show {words.decimal(agreed['equal'])})"
        )
    if not agreed["sign_n"]:
        return f"{order}. None of them is clear with either bot."
    return (
        f"{order}. Of the {words.count(agreed['sign_n'])} that are clear with either bot, "
        f"{rate(agreed, 'sign')} have the same sign with both."
    )
