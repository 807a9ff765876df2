"""Tuning: what the search tried, what it costs, and what was confirmed when it was played again."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import Run, words
from mazarbul.analysis.collection import Collection
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections import trust
from mazarbul.reports.sections.changed import second
from mazarbul.reports.sections.common import Topic, rate
from mazarbul.reports.sections.wording import TEXTS

KNOB = "knob_"
NEAR = 0.03  # of the win rate: labels of marks that are nearer would cover each other


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on a search. Raises RunError if its tables are missing."""
    trials, confirmed = map(found.table, ("trials", "confirmed"))
    if trials.empty:
        return []
    side = _side(topic, found)
    blocks: list[Block] = [_chart(topic, found, trials, confirmed)]
    findings = []
    if len(confirmed):
        findings.append(confirmed_words(topic, side, confirmed, len(trials)))
        findings += second(topic, found)
        blocks.append(_confirmed_table(topic, side, confirmed))
    else:
        findings.append(_none_confirmed(len(trials)))
    blocks.append(_trials_table(topic, found, trials))
    return [Section("tuning", "Tuning", TEXTS["intro"]["tuning"], blocks, findings)]


def _none_confirmed(trials: int) -> str:
    return f"{words.capital(words.among(0, trials, 'trial'))} was confirmed."


def confirmed_words(topic: Topic, side: str, confirmed: pd.DataFrame, trials: int) -> str:
    """Say what the cheapest confirmed change does, compared with the unchanged game (rank 0)."""
    changes, unchanged = confirmed[confirmed["rank"] > 0], confirmed[confirmed["rank"] == 0]
    if changes.empty:
        return _none_confirmed(trials)
    band, holds = words.band(topic.band), changes[changes["verdict"] == "inside"]
    if len(unchanged) and unchanged.iloc[0]["verdict"] == "inside":
        now = f"{topic.won(side)} {rate(unchanged.iloc[0], 'win')}"
        return f"No change is needed: as it is, {now}, inside the {band} band."
    tried = f"out of {words.plural(trials, 'trial')}"
    middle = sum(topic.band) / 2
    top = holds.iloc[0] if len(holds) else changes.loc[(changes["win"] - middle).abs().idxmin()]
    before = f" instead of {words.percent(unchanged.iloc[0]['win'])}" if len(unchanged) else ""
    says = f"{top['changes']}: {topic.won(side)} {rate(top, 'win')}{before}"
    n = words.plural(len(changes), "proposal")
    if len(holds):
        reach = f"{len(holds)} {'reaches' if len(holds) == 1 else 'reach'} it"
        return f"{words.capital(says)}, inside the {band} band. Of {n}, {tried}, {reach}."
    return f"None of {n}, {tried}, reaches the {band} band. The nearest, {says}."


def proposal(found: Collection) -> Run | None:
    """Return the run of the cheapest change that reaches the band where the game as it is does not."""
    confirmed = found.table("confirmed")
    inside = confirmed[confirmed["verdict"] == "inside"] if len(confirmed) else confirmed
    if inside.empty or inside.iloc[0]["rank"] == 0:
        return None
    return next((run for facts, run in found.runs() if facts["label"] == inside.iloc[0]["changes"]), None)


def _side(topic: Topic, found: Collection) -> str:
    """Return the side whose win rate was tuned."""
    side = found.parameters.get("side")
    return side if side in topic.run.sides else topic.first


def _chart(topic: Topic, found: Collection, trials: pd.DataFrame, confirmed: pd.DataFrame) -> Chart:
    side = _side(topic, found)
    tried = charts.Series.of(trials, "win", label="tried in the search")
    style = {"colours": topic.colour(side), "markers": topic.marker(side)}
    chosen = charts.Series.of(confirmed, "win", label="played again, numbered by proposal", **style)
    label, target = (
        f"{topic.wins(side)}; shaded: {words.band(topic.band)}",
        found.parameters.get("target"),
    )
    axis = charts.Axis(label, "percent", target or 0.5, topic.band)
    numbers = _numbers(confirmed)
    drawing = charts.TradeOff(trials["cost"], tried, confirmed["cost"], chosen, numbers, axis)
    inside = int(((trials["win_low"] >= topic.band[0]) & (trials["win_high"] <= topic.band[1])).sum())
    lie = "lies" if inside < 2 else "lie"
    says = (
        f"What a result costs: of {words.plural(len(trials), 'trial')}, {inside or 'none'} {lie} wholly "
        f"inside the {words.band(topic.band)} band; numbered are those played again, 0 the unchanged game."
    )
    each = "; ".join(
        f"proposal {row['rank']} at cost {words.decimal(row['cost'])}: {rate(row, 'win')}"
        for _, row in confirmed.iterrows()
    )
    return Chart("tuning", drawing, says, f"Win rate against cost. {says} {each}".strip())


def _numbers(confirmed: pd.DataFrame) -> list[str]:
    """Return the labels of proposals; of those that lie together the first has the numbers of all."""
    together: dict[int, list[int]] = {}  # place of the first of them -> their numbers
    rows = [*zip(confirmed["cost"], confirmed["win"], confirmed["rank"], strict=True)]
    for i, (cost, win, rank) in enumerate(rows):
        near = (k for k in together if rows[k][0] == cost and abs(rows[k][1] - win) < NEAR)
        together.setdefault(next(near, i), []).append(rank)
    return [", ".join(map(str, together.get(i, []))) for i in range(len(rows))]


def _confirmed_table(topic: Topic, side: str, confirmed: pd.DataFrame) -> Table:
    columns = [
        Column("rank", "Proposal", "count"),
        Column("changes", "Changes"),
        Column("cost", "Cost", "number"),
        Column("win", topic.wins(side), "rate"),
        Column("verdict_words", f"Against {words.band(topic.band)}"),
        Column("search_words", "In the search"),
    ]
    confirmed = confirmed.assign(
        verdict_words=[trust.PLACED.get(code, code) for code in confirmed["verdict"]],
        search_words=[words.percent(rate) for rate in confirmed["win_search"]],
    )
    return Table("confirmed", "Proposals played again", confirmed, columns, TEXTS["note"]["confirmed"])


def _trials_table(topic: Topic, found: Collection, trials: pd.DataFrame) -> Table:
    knobs = [name for name in trials if name.startswith(KNOB)]
    paths = [name.removeprefix(KNOB) for name in knobs]
    titles = {knob["path"]: knob.get("name") or knob["path"] for knob in found.parameters.get("knobs") or ()}
    columns = [
        Column("trial", "Trial", "count"),
        Column("win", topic.wins(_side(topic, found)), "rate"),
        Column("distance", "Distance from the target", "number", digits=3),
        Column("cost", "Cost", "number"),
        *(Column(name, titles.get(path, words.human(path))) for name, path in zip(knobs, paths, strict=True)),
    ]
    return Table("trials", "Every trial", trials, columns, folded=len(trials) > 12)
