"""Who wins, how games end, how long they take, by how much."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis import estimates, scenarios, words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections import examples, outcome, people, trust
from mazarbul.reports.sections.common import (
    NOTES,
    Topic,
    gain,
    rate,
    side_columns,
    winner_bars,
)

CLOSE = 2  # a margin of at most this many points is close


def build(topic: Topic) -> Section:
    """Return win rates with a verdict, how games end, scores, lengths and other counted quantities."""
    wins = judged(topic)
    findings = [*origins(topic), *people.lines(topic)]
    if undecided := scenarios.undecided(topic.run):
        either = "either" if len(topic.run.sides) == 2 else "any"
        findings.append(
            f"{words.plural(undecided, 'game')} of {words.count(topic.run.games)} ended without a winner "
            f"and count as not won for {either} side."
        )
    blocks: list[Block] = [wins_chart(topic, wins), wins_table(topic, wins)]
    settled = topic.run.is_cooperative or topic.declared.outcome.is_settled
    ends = outcome.endings if settled else _endings
    for part in (_starts, ends, outcome.scores, outcome.reached, outcome.exits, lengths, _margins, measures):
        blocks += part(topic)
    blocks += examples.table(topic)
    said = {block.name: block.says for block in blocks if isinstance(block, Chart)}
    findings += [said[name] for name in ("starts", "endings", "scores", "reached") if name in said]
    shape = " ".join(said[name] for name in ("lengths", "margins") if name in said)
    return Section("result", topic.stakes.result, "", blocks, [*findings, *([shape] if shape else [])])


def headlines(topic: Topic, wins: pd.DataFrame) -> list[str]:
    """Return the verdict on every scenario, for whom it is balanced, and what more play would buy.

    The last is said of what is not sure. wins: of `judged`.
    """
    said, is_sure = [], True
    for scenario, rows in wins.groupby("scenario", sort=False):
        top = trust.foremost(topic, rows)
        title = topic.called(_title(topic, str(scenario)))
        said.append(f"{trust.sentence(topic, top, title)} {trust.for_whom(topic, top)}".strip())
        is_sure &= trust.judge(topic, top).is_sure
    bought = [] if wins.empty or is_sure else [trust.bought(topic, wins["side"].iloc[0])]
    return [*said, *origins(topic), *people.lines(topic), *bought]


def origins(topic: Topic) -> list[str]:
    """Return what the estimate is made of; nothing without an audit."""
    return list(filter(None, [trust.origin(topic)])) if topic.run.sides else []


def judged(topic: Topic) -> pd.DataFrame:
    """Return the win rates with the names of the sides, the estimates and the verdicts in words."""
    return judged_rows(topic, scenarios.win_rates(topic.run))


def judged_rows(topic: Topic, wins: pd.DataFrame) -> pd.DataFrame:
    """Return win rates with names, code, verdict and the columns of `verdicts.Verdict`."""
    found = [trust.judge(topic, row) for _, row in wins.iterrows()]
    named = {
        "side_name": wins["side"].map(topic.side),
        "scenario_name": [_title(topic, each) for each in wins["scenario"]],
        "code": [verdict.code for verdict in found],
        "verdict": [trust.brief(verdict) for verdict in found],
    }
    return wins.assign(**named, **pd.DataFrame([verdict.columns for verdict in found], index=wins.index))


def _title(topic: Topic, scenario: str) -> str:
    """Return the title of a scenario; of one that the run does not describe its id in words."""
    catalogue = topic.run.catalogue
    return catalogue["title"] if catalogue.get("scenario") == scenario else words.title(scenario)


def wins_chart(topic: Topic, wins: pd.DataFrame) -> Chart:
    """Draw the win rate of every side against the band. wins: of `judged`.

    Raises RunError for a run of a game without sides.
    """
    topic.check_sides()
    several = len(set(wins["scenario"])) > 1
    labels = [
        f"{row.scenario_name}: {row.side_name}" if several else row.side_name for row in wins.itertuples()
    ]
    series = charts.Series.of(
        wins,
        "win",
        colours=[topic.colour(s) for s in wins["side"]],
        markers=[topic.marker(s) for s in wins["side"]],
    )
    others = [] if several else people.dots(topic, people.WIN, list(wins["side"]))
    ends = [wins["win_low"], wins["win_high"], *(end for each in others for end in (each.low, each.high))]
    band = topic.band
    low = min(0.4, band[0] - 0.05, min(map(np.nanmin, ends)) - 0.03)
    high = max(0.6, band[1] + 0.05, max(map(np.nanmax, ends)) + 0.03)
    label = f"share of games won; shaded: {words.band(band)}"
    axis = charts.Axis(label, "percent", topic.stakes.even, band, (max(low, -0.02), min(high, 1.02)))
    each = "; ".join(
        f"{label} {rate(row, 'win')}" for label, (_, row) in zip(labels, wins.iterrows(), strict=True)
    )
    drawing = charts.DotPlot(labels, [series, *others], axis)
    return Chart("win_rates", drawing, "How often each side wins.", f"Win rates by side: {each}.")


def wins_table(topic: Topic, wins: pd.DataFrame) -> Table:
    """Return the win rates and verdicts. wins: of `judged`."""
    columns = [
        Column("scenario_name", "Scenario"),
        *side_columns(topic),
        Column("games", "Games", "count"),
        Column("wins", "Won", "count"),
        Column("win", "Win rate", "rate"),
        Column("estimate", "Estimate", "rate", show_n=False),
        Column("people", "People"),
        Column("verdict", f"Against {words.band(topic.band)}"),
    ]
    if any(shown := people.texts(topic, people.WIN, list(wins["side"]))):
        wins = wins.assign(people=shown)
    return Table("win_rates", topic.stakes.win_rates, wins, columns)


def _starts(topic: Topic) -> list[Chart | Table]:
    """Return how the starter changes the result; nothing if the run does not record it."""
    table = scenarios.starts(topic.run)
    if table.empty:
        return []
    first = topic.noun(topic.first)
    table["start_name"] = [
        topic.side(start) if start in topic.run.sides else topic.seat(start) for start in table["start"]
    ]
    clear = table[table["effect_bh"] < CLEAR]
    if clear.empty:
        says = f"Who starts makes no clear difference for {first}, over {len(table)} different starts."
    else:
        top = clear.loc[clear["effect"].abs().idxmax()]
        says = (
            f"Who starts matters: when {top['start_name']} does, {topic.rate_of(topic.first)} changes by "
            f"{gain(top, 'effect')} against all other starts."
        )
    style = {"colours": topic.colour(topic.first), "markers": topic.marker(topic.first)}
    series = [charts.Series.of(table, f"win_{topic.first}", **style)]
    axis = charts.Axis(f"win rate of {first}", "percent", 0.5)
    chart = Chart(
        "starts", charts.DotPlot(list(table["start_name"]), series, axis), says, f"Who starts. {says}"
    )
    columns = [
        Column("start_name", "Starts"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        *(Column(f"win_{side}", topic.wins(side), "rate") for side in topic.run.sides),
        Column("effect", f"Effect on {first}, points", "points", mark="effect_bh"),
    ]
    return [chart, Table("starts", "Who starts", table, columns, NOTES["starts"])]


def _endings(topic: Topic) -> list[Chart | Table]:
    table = scenarios.endings(topic.run)
    if table.empty:
        return []
    top = table.iloc[0]
    says = f"How games end: {outcome.reason(topic, top['reason'])} in {rate(top, 'share')} of games"
    if len(table) > 1:
        says += f", then {outcome.reason(topic, table.iloc[1]['reason'])}"
    table["name"] = [outcome.reason(topic, each) for each in table["reason"]]
    labels = list(table["name"])
    series = [
        charts.Series.of(
            table,
            f"win_{side}",
            label=topic.side(side),
            colours=topic.colour(side),
            markers=topic.marker(side),
        )
        for side in topic.run.sides
    ]
    axis = charts.Axis("win rate in games that end this way", "percent", 0.5, limits=(-0.02, 1.02))
    ways = "; ".join(
        f"{row['name']}, n {words.count(row['games'])}: {topic.won(topic.first)} "
        f"{rate(row, f'win_{topic.first}')}"
        for _, row in table.iterrows()
    )
    says += f". {_ending_contrast(topic, table)}"
    columns = [
        Column("name", "Ending"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        *(Column(f"win_{side}", topic.wins(side), "rate") for side in topic.run.sides),
        Column("rounds", words.capital(topic.words.rounds), "mean"),
    ]
    chart = Chart("endings", charts.DotPlot(labels, series, axis), says, f"Win rates by end of game. {ways}.")
    return [chart, Table("endings", "How games end", table, columns)]


def _ending_contrast(topic: Topic, table: pd.DataFrame) -> str:
    """Say which ending suits a side best, and which least, of the endings that are not rare."""
    side = topic.first
    decided = sum(table[f"win_{each}"] for each in topic.run.sides) > 0
    common = table[(table["games"] >= 30) & decided]
    if len(common) < 2:
        return ""
    best, worst = (common.loc[getattr(common[f"win_{side}"], pick)()] for pick in ("idxmax", "idxmin"))
    apart = best[f"win_{side}_low"] > worst[f"win_{side}_high"]
    tail = "" if apart else "; the two intervals overlap"
    most, least = (outcome.ending(topic, row["reason"]) for row in (best, worst))
    return (
        f"The win rate of {topic.noun(side)} is highest in games that end by {most} "
        f"({words.percent(best[f'win_{side}'])}) and lowest in those by {least} "
        f"({words.percent(worst[f'win_{side}'])}){tail}."
    )


def lengths(topic: Topic) -> list[Chart | Table]:
    """Return how long games are; nothing if the run does not record it."""
    table = scenarios.lengths(topic.run)
    if table.empty:
        return []
    median = int(table["rounds"][np.searchsorted(table["games"].cumsum(), topic.run.games / 2)])
    mode = table.loc[table["games"].idxmax()]
    one, many = topic.words.round, topic.words.rounds
    says = (
        f"Half of the games are over after {words.plural(median, one, many)}; the most frequent length is "
        f"{words.plural(int(mode['rounds']), one, many)}, {rate(mode, 'share')}."
    )
    parts = winner_bars(topic, table, "win_{}")
    axis = charts.Axis("share of games", "percent")
    chart = Chart(
        "lengths",
        charts.BarChart(
            table["rounds"],
            parts,
            charts.Series.of(table, "share"),
            axis,
            f"{many} played, coloured by winner",
        ),
        says,
        f"Game lengths from {table['rounds'].min()} to {table['rounds'].max()} {many}. {says}",
    )
    columns = [
        Column("rounds", words.capital(topic.words.rounds), "count"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        *(Column(f"win_{side}", topic.wins(side), "rate") for side in topic.run.sides),
    ]
    return [chart, Table("lengths", f"Length in {many}", table, columns)]


def _margins(topic: Topic) -> list[Chart | Table]:
    table = scenarios.margins(topic.run)
    if table.empty:
        return []
    n = table["games"].sum()
    size = table["margin"].abs()
    by_size = table.groupby(size)["games"].sum()
    median = int(by_size.index[np.searchsorted(by_size.cumsum(), n / 2)])
    close = pd.Series(estimates.rate_columns("close", table.loc[size <= CLOSE, "games"].sum(), n))
    says = (
        f"The scores are {words.plural(median, 'point')} apart in a median game; {rate(close, 'close')} end "
        f"within {words.plural(CLOSE, 'point')}."
    )
    for side in topic.run.sides:
        table[f"rate_{side}"] = table[side] / table["games"]
    first, second = (topic.side(side) for side in topic.run.sides)
    least, most = (words.decimal(end, 0) for end in (table["margin"].min(), table["margin"].max()))
    chart = Chart(
        "margins",
        charts.BarChart(
            table["margin"],
            winner_bars(topic, table, "rate_{}"),
            charts.Series.of(table, "share"),
            charts.Axis("share of games", "percent"),
            f"final score of {first} minus {second}",
        ),
        says,
        f"Distribution of final margins from {least} to {most}. {says}",
    )
    columns = [
        Column("margin", f"{first} minus {second}", "number", digits=0),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        *(Column(side, topic.wins(side), "count") for side in topic.run.sides),
    ]
    return [chart, Table("margins", "Final margins", table, columns, folded=True)]


def measures(topic: Topic) -> list[Table]:
    """Return every counted quantity of a game; nothing if there is none."""
    table = scenarios.measures(topic.run)
    if table.empty:
        return []
    columns = [
        Column("measure_name", "Per game"),
        Column("mean", "Mean", "mean", unlike=True),
        Column("p05", "5th percentile", "number", digits=0),
        Column("median", "Median", "number", digits=0),
        Column("p95", "95th percentile", "number", digits=0),
    ]
    table.insert(1, "measure_name", [_measure_words(topic, name) for name in table["measure"]])
    return [Table("measures", "What a game counts", table, columns)]


def _measure_words(topic: Topic, name: str) -> str:
    """Return the name of a counted quantity, with the names of the side or seat it belongs to."""
    declared = topic.declared.outcome
    called = {each.id: f"{each.label} of games won" for each in declared.scores} | dict(declared.measures)
    if name in called:
        return called[name]
    for owner in (*topic.run.sides, *(seat["id"] for seat in topic.run.catalogue["seats"])):
        if name.endswith("_" + owner):
            owner_name = topic.side(owner) if owner in topic.run.sides else topic.seat(owner)
            return f"{words.human(name.removesuffix(owner))} of {owner_name}"
    return words.human(name)
