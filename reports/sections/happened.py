"""What happens to things: in how many games, when, and how much; on a map if they have places on one."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import happened, words
from mazarbul.formats.declared import Asked, Named
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections.common import Topic, fact_columns

NAMED = 3  # things that a sentence about a map names


def intro(_topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    return asked.family.intro


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return what happens to things; None if the run does not record that."""
    table = happened.happenings(topic.run, asked)
    if table.empty:
        return None
    maps = _maps(topic, asked, table) if asked.question.is_mapped else []
    return [*maps, _table(topic, asked, table)], []


def _table(topic: Topic, asked: Asked, table: pd.DataFrame) -> Table:
    columns = [Column("name", words.capital(asked.one))]
    for each in asked.question.when:
        columns.append(Column(each.id, f"{words.capital(each.label)}, of games", "rate"))
        columns.append(Column(f"{each.id}_median", f"Median {topic.words.round}", "number", digits=0))
    for each in asked.question.numbers:
        kind = "rate" if _is_share(asked, each) else "mean"
        columns.append(Column(each.id, words.capital(each.label), kind))
    columns += fact_columns(asked.family.facts)
    caption = f"What happens to {asked.many}"
    named = topic.named(table, asked.family.facts)
    return Table(asked.key, caption, named, columns, asked.question.note)


def _is_share(asked: Asked, each: Named) -> bool:
    return each in asked.question.when or asked.family.named[each.id].size == 2


def _maps(topic: Topic, asked: Asked, table: pd.DataFrame) -> list[Block]:
    """Return a map for everything that happens at all."""
    items = pd.DataFrame(topic.run.catalogue[asked.family.items])
    places = table.merge(items[["column", "at", "near"]], on="column", validate="one_to_one")
    number = {name: i for i, name in enumerate(places["id"])}
    ways = [
        (number[a], number[b]) for a, near in zip(places["id"], places["near"], strict=True) for b in near
    ]
    kinds = list(places["kind"].map(words.human)) if "kind" in places else []
    return [
        _map(asked, each, places, charts.Ground(list(places["at"]), ways, list(places["name"]), kinds))
        for each in (*asked.question.when, *asked.question.numbers)
        if (places[each.id] > 0).any()
    ]


def _map(asked: Asked, each: Named, places: pd.DataFrame, ground: charts.Ground) -> Chart:
    is_share = _is_share(asked, each)
    form = words.percent if is_share else words.decimal
    most = places[places[each.id] > 0].nlargest(NAMED, each.id).to_dict("records")
    label = f"{words.capital(each.label)}, {'share of games' if is_share else 'per game'}"
    says = f"{label}: most " + words.listing(f"{row['name']} {form(row[each.id])}" for row in most) + "."
    axis = charts.Axis(label, "percent" if is_share else "number")
    drawing = charts.GroundMap(ground, charts.Series.of(places, each.id), axis)
    return Chart(f"{asked.key}_{each.id}", drawing, says, f"A map of {asked.many}. {says}")
