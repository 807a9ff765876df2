"""Locations: what drawing one does to the result, how often they are fought over, who wins them."""

from __future__ import annotations

import pandas as pd

from analysis import places
from reports import charts, words
from reports.page import Chart, Column, Section, Table
from reports.sections.common import CLEAR, NOTES, Context, gain, rate


def build(context: Context) -> Section | None:
    """Effects and contests of every location; None if the run does not record them."""
    counts = places.tally(context.run)
    if counts is None:
        return None
    effects, contests = places.effects(counts), places.contests(counts)
    rounds = places.by_round(counts)
    for frame in (effects, contests, rounds):
        frame["where"] = _where(context, frame)
        frame["group"] = pd.factorize(frame["where"])[0]
    first = context.side(context.first)
    intro = (
        "A drawn location is compared, round by round, with the others that could have been drawn in its "
        "stead. The draw is chance, so the difference is the location's own doing, as against its rivals. "
        f"Effects are on the win rate of {first}."
    )
    says = _effects_words(context, effects)
    blocks: list[Chart | Table] = []
    for kind, rows in places.kinds(effects[effects["effect"].notna()]):
        blocks.append(_effects_chart(context, kind, rows))
    blocks.append(_effects_table(context, effects))
    blocks += _rounds_table(context, rounds)
    for kind, rows in places.kinds(contests[contests["active_n"] > 0]):
        blocks.append(_winners_chart(context, kind, rows))
    blocks.append(_contests_table(context, contests))
    return Section("places", "Locations", intro, [block for block in blocks if block], [says])


def _where(context: Context, frame: pd.DataFrame) -> list[str]:
    """Return the group a location belongs to: kind, number or side."""
    rows = frame.reindex(columns=["kind", "side", "number"]).to_dict("records")
    return [
        " ".join(
            part
            for part in (
                words.human(row["kind"] or ""),
                "" if words.missing(row["number"]) else f"{row['number']:.0f}",
                f"of {context.side(row['side'])}" if row["side"] in context.run.sides else "",
            )
            if part
        )
        for row in rows
    ]


def _effects_words(context: Context, effects: pd.DataFrame) -> str:
    """How many locations matter, and the strongest."""
    known = effects[effects["effect"].notna()]
    if known.empty:
        return "No location was drawn from a choice, so no effect of drawing one can be told."
    clear = known[known["effect_bh"] < CLEAR]
    compared = f"Of {words.plural(len(known), 'location')} compared"
    if clear.empty:
        return f"{compared}, none shifts the result clearly, allowing for that number of comparisons."
    best, worst = clear.loc[clear["effect"].idxmax()], clear.loc[clear["effect"].idxmin()]
    ends = [row for row in (best, worst) if row is best or worst["id"] != best["id"]]
    named = words.listing(f"{row['name']} {gain(row, 'effect')}" for row in ends)
    verb = "shifts" if len(clear) == 1 else "shift"
    return (
        f"{compared}, {len(clear)} {verb} the win rate of {context.side(context.first)} clearly when drawn, "
        f"allowing for that number of comparisons; the strongest either way: {named}."
    )


def _effects_chart(context: Context, kind: str, rows: pd.DataFrame) -> Chart | None:
    rows = rows.sort_values(["group", "effect"], ascending=[True, False], kind="stable", ignore_index=True)
    clear = int((rows["effect_bh"] < CLEAR).sum())
    spread = rows["effect"].max() - rows["effect"].min()
    top = rows.loc[rows["effect"].abs().idxmax()]
    says = (
        f"The largest shift among {len(rows)} {words.human(kind)}s is {top['name']}, "
        f"{gain(top, 'effect')}, n {words.count(top['effect_n'])}; from lowest to highest the estimates span "
        f"{100 * spread:.1f} points. Clear after correction: {clear or 'none'}."
    )
    labels = [_label(row) for row in rows.to_dict("records")]
    colours = [charts.INK if p < CLEAR else charts.QUIET for p in rows["effect_bh"]]
    series = charts.Series.of(rows, "effect", colours=colours)
    breaks = [i for i in range(1, len(rows)) if rows["where"][i] != rows["where"][i - 1]]
    axis = charts.Axis(f"change of {context.side(context.first)} win rate, percentage points", "points", 0.0)
    drawing = charts.dots(labels, [series], axis, breaks)
    return Chart(f"drawn_{kind}", drawing, says, f"Effect of drawing each {words.human(kind)}. {says}")


def _label(row: dict) -> str:
    number = row.get("number")
    return row["name"] if words.missing(number) else f"{number:.0f}  {row['name']}"


def _effects_table(context: Context, effects: pd.DataFrame) -> Table:
    first = context.side(context.first)
    columns = [
        Column("name", "Location"),
        Column("where", "Drawn among", "words"),
        Column("others", "Others there", "count"),
        Column("drawn", "Drawn by the location step", "rate"),
        Column("win", f"{first} wins when drawn", "rate"),
        Column("effect", f"Effect on {first}, points", "points", mark="effect_bh"),
    ]
    order = effects.sort_values("effect", ascending=False, kind="stable", ignore_index=True)
    return Table(
        "locations_drawn",
        "What it does to the result that a location is drawn",
        order,
        columns,
        NOTES["locations_drawn"],
    )


def _rounds_table(context: Context, rounds: pd.DataFrame) -> list[Table]:
    """Return the effects by round of the locations that are drawn in different rounds, if there are any."""
    several = rounds[rounds["effect"].notna()].groupby("column")["round"].transform("nunique") > 1
    if not several.any():
        return []
    columns = [
        Column("name", "Location"),
        Column("where", "Drawn among", "words"),
        Column("round", "In round", "count"),
        Column("drawn", "Drawn, of its group's draws", "rate"),
        Column("win", f"{context.side(context.first)} wins when drawn", "rate"),
        Column("effect", f"Effect on {context.side(context.first)}, points", "points", mark="effect_bh"),
    ]
    shown = rounds["column"].isin(rounds.loc[several[several].index, "column"]) & rounds["effect"].notna()
    caption = "Does it matter in which round a location is drawn"
    return [
        Table("locations_by_round", caption, rounds, columns, NOTES["locations_drawn"], True, list(shown))
    ]


def _winners_chart(context: Context, kind: str, rows: pd.DataFrame) -> Chart | None:
    won = f"won_{context.first}"
    if won not in rows:
        return None
    rows = rows[rows[f"{won}_n"] > 0]
    rows = rows.sort_values(["group", won], ascending=[True, False], kind="stable", ignore_index=True)
    first = context.side(context.first)
    top, bottom = rows.loc[rows[won].idxmax()], rows.loc[rows[won].idxmin()]
    says = (
        f"Of the {words.human(kind)}s {top['name']} is won by {first} most often, {rate(top, won)}, n "
        f"{words.count(top[f'{won}_n'])}, and {bottom['name']} least often, {rate(bottom, won)}."
    )
    series = charts.Series.of(
        rows, won, colours=context.colour(context.first), markers=context.marker(context.first)
    )
    breaks = [i for i in range(1, len(rows)) if rows["where"][i] != rows["where"][i - 1]]
    axis = charts.Axis(f"won by {first}, if resolved", "percent", 0.5, limits=(-0.02, 1.02))
    drawing = charts.dots([_label(row) for row in rows.to_dict("records")], [series], axis, breaks)
    return Chart(f"winners_{kind}", drawing, says, f"Who wins each {words.human(kind)}. {says}")


def _contests_table(context: Context, contests: pd.DataFrame) -> Table:
    labels = [
        name for name in contests if name.startswith("won_") and not name.endswith(("_low", "_high", "_n"))
    ]
    columns = [
        Column("name", "Location"),
        Column("where", "Kind", "words"),
        Column("vp", "Points", "count"),
        Column("active", "Active, of all games", "rate"),
        Column("contested", "Contested, if active", "rate"),
        *(Column(name, f"Won by {_winner(context, name.removeprefix('won_'))}", "rate") for name in labels),
        Column("attack", "Attack", "mean"),
        Column("defense", "Defense", "mean"),
    ]
    return Table(
        "locations",
        "How often locations are fought over, and who wins them",
        contests,
        columns,
        NOTES["locations"],
    )


def _winner(context: Context, label: str) -> str:
    return context.side(label) if label in context.run.sides else words.human(label)
