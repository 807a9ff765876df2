"""What is on disk in a few lines of plain text, for the terminal: a run, two runs, a collection, a study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from analysis import Run, estimates, load_run, scenarios, skill
from analysis.collection import Collection, is_collection, load_collection
from analysis.paired import changes, compare, unpaired
from reports import words
from reports.parts import BAND, collection_context
from reports.sections import ablation, restrictions, tuning
from reports.sections.common import Context
from reports.sections.forest import clear
from reports.study import is_study, load_study

TOP = 10
INDENT = "  "
PLACES = {"inside": "inside", "above": "above", "below": "below", "open": "on the edge of"}
Band = tuple[float, float]


def lines(folder: Path | str, band: Band | None = None) -> Iterator[str]:
    """Yield what a run, a collection or a study says, whichever the folder holds.

    band: what counts as balanced; that of the study or the collection, else BAND, if None.
    Raises RunError if the folder cannot be read.
    """
    if is_study(folder):
        yield from _study_lines(folder, band)
    elif is_collection(folder):
        found = load_collection(folder)
        yield from collection_lines(found, band)
    else:
        yield from run_lines(Context(load_run(folder), band or BAND))


def run_lines(context: Context) -> Iterator[str]:
    """Yield what was played, each side's win rate with its interval, and how the games ended."""
    run = context.run
    bots = ", ".join(dict.fromkeys(map(str, run.manifest["bots"].values())))
    seed = run.manifest["seed"]
    yield f"{run.catalogue['title']}: {words.count(run.games)} games, seed {seed}, bots: {bots}"
    rows = []
    for row in scenarios.win_rates(run).itertuples():
        code = estimates.verdict(row.win, row.win_low, row.win_high, context.band).code
        rate, interval = _rate(row.win, row.win_low, row.win_high)
        judged = f"{interval}, {PLACES[code]} the {_band(context.band)} band"
        rows.append((context.side(row.side), rate, judged))
    rows += [
        (words.human(row.reason), *_rate(row.share, row.share_low, row.share_high))
        for row in scenarios.endings(run).itertuples()
    ]
    yield from columns(rows)


def comparison_lines(
    base: Run | Path | str, other: Run | Path | str, *, band: Band = BAND, paired: bool = True
) -> Iterator[str]:
    """Yield each side's win rate before and after, the change, the verdicts, and what pairing was worth.

    Raises RunError if a run cannot be read or they cannot be compared.
    """
    base, other = (run if isinstance(run, Run) else load_run(run) for run in (base, other))
    yield from _comparison(Context(base, tuple(band or BAND)), other, base.catalogue["title"], paired=paired)


def _comparison(
    context: Context, other: Run, head: str, *, paired: bool = True, precision: float | None = None
) -> Iterator[str]:
    base, band = context.run, _band(context.band)
    table = compare(base, other, precision=precision) if paired else unpaired(base, other)
    how = "pairs of games" if paired else "games each, independent"
    yield f"{head}: {words.count(table['games'].iloc[0])} {how}"
    rows, verdicts = [("", "before", "", "after", "", "change", "")], []
    for row in table.to_dict("records"):
        before, after = (_rate(*_interval(row, name)) for name in ("base", "other"))
        rows.append((context.side(row["side"]), *before, *after, *_points(row)))
        codes = [
            PLACES[estimates.verdict(*_interval(row, name), context.band).code] for name in ("base", "other")
        ]
        verdicts.append(f"{context.side(row['side'])}: {codes[0]} the {band} band before, {codes[1]} after")
    yield from columns([*rows])
    yield from (INDENT + text for text in verdicts)
    first = table.iloc[0]
    for name, what in (("margin_change", "margin of the first side"), ("rounds_change", "rounds")):
        if name in table:
            low, high = first[f"{name}_low"], first[f"{name}_high"]
            yield f"{INDENT}{what}: {_signed(first[name], 2)} ({_signed(low, 2)} to {_signed(high, 2)})"
    if "same" in table:
        times = first["variance_ratio"]
        worth = "" if words.missing(times) else f"; independent runs would need {times:.1f} times the games"
        yield f"{INDENT}same winner in {first['same']:.1%} of pairs{worth}"


def collection_lines(found: Collection, band: Band | None = None) -> Iterator[str]:
    """Yield what a collection shows: its largest changes, its pairings, or its proposals."""
    context = collection_context(found, band or found.parameters.get("band") or BAND)
    yield found.title
    yield from {
        "ablation": _ablation,
        "restrictions": _restrictions,
        "ladder": _ladder,
        "tuning": _tuning,
        "whatif": _whatif,
    }[found.kind](context, found)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows of text in aligned columns: the first to the left, numbers to the right."""
    count = max((len(row) for row in rows), default=0)
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    for row in rows:
        cells = [
            cell.rjust(width) if _is_number(cell) else cell.ljust(width)
            for cell, width in zip(row, widths, strict=False)
        ]
        yield (INDENT + "  ".join(cells)).rstrip()


def _ablation(context: Context, found: Collection) -> Iterator[str]:
    cards, places, numbers = ablation.split(ablation.named(context, changes(found)))
    parts = (("blanked card", cards), ("blanked location", places), ("number", numbers))
    for what, rows in parts:
        if len(rows):
            names = rows["name"] if what != parts[2][0] else rows["name"] + ", " + rows["label"]
            yield from _ranking(context, rows, list(names), what)


def _restrictions(context: Context, found: Collection) -> Iterator[str]:
    table = ablation.named(context, changes(found))
    if len(table):
        yield from _ranking(context, table, restrictions.what(table), "restriction")


def _ranking(context: Context, rows: pd.DataFrame, names: Sequence[str], what: str) -> Iterator[str]:
    """Yield the strongest changes. rows: strongest first."""
    pairs, n = words.count(rows["change_n"].iloc[0]), int(clear(rows).sum())
    head = f"{words.plural(len(rows), what)}, {n} clear (*), n {pairs} pairs each"
    yield f"{head}; change of the side's win rate in points:"
    shown = rows.head(TOP)
    yield from columns(
        [
            (name, context.side(row["side"]), *_points(row), "*" if is_clear else "")
            for name, row, is_clear in zip(names, shown.to_dict("records"), clear(shown), strict=False)
        ]
    )
    if len(rows) > TOP:
        yield f"{INDENT}and {len(rows) - TOP} more"


def _ladder(context: Context, found: Collection) -> Iterator[str]:
    matrix = skill.matrix(found)
    levels = matrix["first_level"].min(), matrix["first_level"].max()
    ends = matrix["first_level"].isin(levels) & matrix["second_level"].isin(levels)
    shown = matrix[ends | (matrix["first_level"] == matrix["second_level"])]
    yield f"{context.side(context.first)} wins, between equal bots and between the ends of the ladder:"
    yield from columns(
        [
            (
                f"{row['first_bot']} against {row['second_bot']}",
                *_rate(*_interval(row, "win")),
                f"n {words.count(row['games'])}",
            )
            for row in shown.to_dict("records")
        ]
    )


def _tuning(context: Context, found: Collection) -> Iterator[str]:
    trials, confirmed = (tuning.read(found, name) for name in ("trials", "confirmed"))
    yield f"{len(trials)} trials; played again with fresh luck, cheapest first:"
    yield from columns(
        [
            (
                row["changes"],
                f"cost {row['cost']:g}",
                *_rate(*_interval(row, "win")),
                f"n {words.count(row['games'])}",
                f"{PLACES.get(row['verdict'], row['verdict'])} the {_band(context.band)} band",
            )
            for row in confirmed.to_dict("records")
        ]
    )


def _whatif(context: Context, found: Collection) -> Iterator[str]:
    for facts, run in found.runs():
        head = facts.get("label") or words.human(facts["id"])
        yield from _comparison(context, run, head, precision=found.parameters.get("precision"))


def _study_lines(folder: Path | str, band: Band | None) -> Iterator[str]:
    study = load_study(folder, band)
    yield study.info["title"]
    for _, context, parts in study.scenarios:
        yield from run_lines(context)
        for part in parts.values():
            yield from collection_lines(part, study.band)


def _interval(row: dict, name: str) -> tuple[float, float, float]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


def _rate(value: float, low: float, high: float) -> tuple[str, str]:
    return f"{value:.1%}", f"({low:.1%} to {high:.1%})"


def _points(row: dict) -> tuple[str, str]:
    value, low, high = (100 * part for part in _interval(row, "change"))
    return _signed(value), f"({_signed(low)} to {_signed(high)})"


def _signed(value: float, digits: int = 1) -> str:
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def _band(edges: Sequence[float]) -> str:
    return f"{100 * edges[0]:g}-{100 * edges[1]:g}%"


def _is_number(cell: str) -> bool:
    return cell.rstrip("%").lstrip("+-").replace(".", "", 1).isdigit()
