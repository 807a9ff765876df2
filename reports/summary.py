"""Summaries in a few lines of plain text, for the terminal: of a run, two runs, a collection, a study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from mazarbul.analysis import Run, load_run, matrix, outcome, scenarios, skill, words
from mazarbul.analysis.collection import Collection, is_collection, load_collection
from mazarbul.analysis.estimates import CLEAR
from mazarbul.analysis.fitting import of_folder
from mazarbul.analysis.paired import changes
from mazarbul.analysis.played import differences, why_idle
from mazarbul.formats.people import People
from mazarbul.reports.parts import NOT_FINISHED, collection_topic, unfinished
from mazarbul.reports.sections import (
    ablation,
    changed,
    people,
    played,
    restrictions,
    strongest,
    swaps,
    trust,
)
from mazarbul.reports.sections import audit as audits
from mazarbul.reports.sections.common import Topic, band_of, drawn, score_name, settling, side_columns
from mazarbul.reports.sections.forest import clear, measured, ordered, sizes
from mazarbul.reports.sections.outcome import reason
from mazarbul.reports.sections.result import headlines, judged
from mazarbul.reports.study import is_study, load_study

TOP = 10
INDENT = "  "
CHOSEN = "the intervals are adjusted for the choice of the largest, the points drawn in"
PLACES = {"inside": "inside", "above": "above", "below": "below", "open": "not settled against"}
Band = tuple[float, float]


@of_folder
def lines(folder: Path | str, band: Band | None = None, known: People | None = None) -> Iterator[str]:
    """Yield the summary of the run, the collection or the study in a folder.

    band: target range of the win rate; that of the study, the collection or the run if None. known: of
    people's games, besides what the game knows.
    Raises RunError if the folder cannot be read.
    """
    if is_study(folder):
        yield from _study_lines(folder, band, known)
    elif is_collection(folder):
        found = load_collection(folder)
        yield from collection_lines(found, band, known=known)
    else:
        run = load_run(folder)
        yield from run_lines(Topic(run, band_of(run, band), people=known))


def run_lines(topic: Topic) -> Iterator[str]:
    """Yield what was played, each side's win rate with its interval, the ends of games and the mean score."""
    run = topic.run
    bots = ", ".join(dict.fromkeys(map(str, run.manifest["bots"].values())))
    seed = run.manifest["seed"]
    yield f"{played.scenario(run)}: {words.count(run.games)} games, seed {seed}, bots: {bots}"
    yield from (INDENT + line for line in played.lines(topic))
    wins = judged(topic)
    rows: list[tuple[str, ...]] = [
        (
            topic.side(row["side"]),
            *_rate(row["win"], row["win_low"], row["win_high"], trust.short(trust.judge(topic, row))),
            people.brief(topic, row["side"]),
        )
        for _, row in wins.iterrows()
    ]
    rows += [
        (reason(topic, row.reason), *_rate(row.share, row.share_low, row.share_high))
        for row in scenarios.endings(run).itertuples()
    ]
    for row in outcome.score(run).head(1).itertuples():
        score, interval = (
            f"{row.mean:.1f}",
            f"({row.mean_low:.1f} to {row.mean_high:.1f}), mean of the games won",
        )
        rows.append((score_name(topic), score, interval))
    yield from columns(rows)
    yield from (INDENT + said for said in headlines(topic, wins))


@of_folder
def comparison_lines(
    base: Run | Path | str,
    other: Run | Path | str,
    *,
    band: Band | None = None,
    paired: bool = True,
    known: People | None = None,
) -> Iterator[str]:
    """Yield what differs, each side's win rate in both, the change, the verdicts, and the worth of pairing.

    known: of people's games of the first run, besides what the game knows; then how they fared, too.
    Raises RunError if a run cannot be read or the two cannot be compared.
    """
    base, other = (run if isinstance(run, Run) else load_run(run) for run in (base, other))
    topic, names = Topic(base, band_of(base, band), people=known), played.names_of(base, other)
    head = f"{base.catalogue['title']}, {names.other} compared with {names.base}"
    yield from _comparison(topic, other, changed.compared(base, other, paired=paired), head, names)
    yield from (INDENT + said for said in people.lines(topic))


def _comparison(
    topic: Topic,
    other: Run,
    sides: pd.DataFrame,
    head: str,
    names: played.Names = played.CHANGE,
    *,
    title: str = "",
) -> Iterator[str]:
    """Yield what a change does. sides: as `mazarbul.reports.sections.changed.compared` returns them.

    head: of these lines, "" where the title above them, which may name the change, is enough.
    """
    base, table = topic.run, drawn(sides, "change")
    how = "pairs of games" if "same" in table else "games each, independent"
    yield f"{f'{head}: ' if head else INDENT}{words.count(table['games'].iloc[0])} {how}"
    if not played.is_named(differ := played.differ(differences(base, other), names), title):
        yield INDENT + differ
    if names.is_change and (why := why_idle(base, other)):
        yield INDENT + played.idles(why)
    rows = [("", names.base, "", names.other, "", "change", "", "")]
    for row, drawn_row in zip(sides.to_dict("records"), table.to_dict("records"), strict=True):
        before, after = (_rate(*_interval(row, name)) for name in ("base", "other"))
        star = "*" if row["change_bh"] < CLEAR else ""
        rows.append((topic.side(row["side"]), *before, *after, *_points(drawn_row), star))
    first = sides.iloc[0]
    placed = changed.against(topic, other, first, names)
    said = [f"{topic.side(first['side'])}: {placed[0].lower()}{placed[1:]}"]
    if changed.is_same(first):
        said.append("nothing changes: all pairs of games end alike")
    elif not first["change_bh"] < CLEAR and (more := settling(first, "change")):
        said.append(f"the change is not clear. {more}")
    yield from columns([*rows])
    yield from (INDENT + text for text in said)
    for name, what in (
        ("margin_change", f"margin of {topic.side(topic.first)}"),
        ("score_change", f"{score_name(topic)}, pairs that both won"),
        ("rounds_change", topic.words.rounds),
    ):
        if name in table and first[f"{name}_n"]:
            low, high = first[f"{name}_low"], first[f"{name}_high"]
            yield f"{INDENT}{what}: {_signed(first[name], 2)} ({_signed(low, 2)} to {_signed(high, 2)})"
    if "same" in table:
        times = first["variance_ratio"]
        worth = (
            ""
            if words.missing(times) or times < changed.WORTH
            else f"; independent runs would need {times:.1f} times the games"
        )
        yield f"{INDENT}same {topic.stakes.end} in {first['same']:.1%} of pairs{worth}"


def collection_lines(
    found: Collection,
    band: Band | None = None,
    rungs: pd.DataFrame | None = None,
    known: People | None = None,
) -> Iterator[str]:
    """Yield what a collection shows: its largest changes, its pairings, or its proposals.

    rungs: the win rates of its scenario with other bots, from the audit of a study. known: as for `lines`.
    """
    topic = collection_topic(found, band, known)
    topic = topic if rungs is None else replace(topic, rungs=rungs)
    yield found.title
    if late := unfinished([found]):
        yield INDENT + NOT_FINISHED.format(what=words.capital(late))
    yield from (INDENT + line for line in played.lines(topic))
    yield from {
        "ablation": _ablation,
        "restrictions": _restrictions,
        "ladder": _ladder,
        "tuning": _tuning,
        "whatif": _whatif,
        "swaps": _swaps,
        "matrix": _matrix,
        "audit": _audit,
    }[found.kind](topic, found)


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


def _ablation(topic: Topic, found: Collection) -> Iterator[str]:
    table = ablation.named(topic, changes(found))
    blanked, numbers = ablation.split(topic, table)
    if blanked and len(taken := ablation.parts_of(table)):
        every = ordered(measured(pd.concat([rows for _, rows in blanked], ignore_index=True)))
        yield from (INDENT + said for said in strongest.sentences(topic, every, taken))
    for subject, rows in blanked:
        yield from _ranking(topic, rows, _names(rows), f"blanked {subject.one}", f"blanked {subject.many}")
    if len(numbers):
        yield from _ranking(topic, numbers, _names(numbers) + ", " + numbers["label"], "number")


def _names(rows: pd.DataFrame) -> pd.Series:
    """Return the names of things, with a word on those that their bots do not play."""
    return rows["name"] + pd.Series("", rows.index).mask(rows["unplayed"], " (hardly ever played)")


def _restrictions(topic: Topic, found: Collection) -> Iterator[str]:
    table = ablation.named(topic, changes(found))
    if len(table):
        yield from _ranking(topic, table, restrictions.what(table), "restriction")


def _ranking(
    topic: Topic, rows: pd.DataFrame, names: Sequence[str], what: str, plural: str | None = None
) -> Iterator[str]:
    """Yield the first changes of a table, counted and with intervals as in findings. rows: as `ordered`."""
    known, rows = measured(rows), rows.assign(listed=list(names))
    pairs, n = sizes(known), int(clear(known).sum())
    head = f"{words.plural(len(known), what, plural)}, {n} clear (*), n {pairs} pairs each"
    whose = topic.rate("the side's win rate")
    yield f"{head}; change of {whose} in points:"
    shown = drawn(rows.head(TOP), "change")
    yield from columns(
        [
            (row["listed"], *_sided(topic, row), *_points(row), "*" if is_clear else "")
            for row, is_clear in zip(shown.to_dict("records"), clear(shown), strict=True)
        ]
    )
    more = [f"and {len(rows) - TOP} more"] if len(rows) > TOP else []
    more += [CHOSEN] if len(known) > 1 else []
    if more:
        yield INDENT + "; ".join(more)


def _sided(topic: Topic, row: dict) -> tuple[str, ...]:
    """Return the side of a change, unless there is but one."""
    return tuple(topic.side(row["side"]) for _ in side_columns(topic))


def _swaps(topic: Topic, found: Collection) -> Iterator[str]:
    table = swaps.best_first(changes(found))
    if len(table):
        rows = table.sort_values("change", ascending=False, kind="stable", ignore_index=True)
        yield f"{found.parameters['candidates']} exchanges tried; the best, played again with fresh luck:"
        yield from _ranking(topic, rows, list(rows["label"]), "exchange")


def _matrix(_: Topic, found: Collection) -> Iterator[str]:
    for players, rows in matrix.cells(found).groupby("players", sort=True):
        yield f"{words.plural(players, 'player')}, n {words.count(rows['games'].iloc[0])} each:"
        best = rows.sort_values("win", ascending=False, kind="stable")
        yield from columns(
            [
                (
                    row["group"],
                    *_rate(*_interval(row, "win")),
                    "" if words.missing(row["score"]) else f"score {row['score']:.1f}",
                )
                for row in best.to_dict("records")
            ]
        )


def _curve(topic: Topic, found: Collection) -> Iterator[str]:
    yield f"{topic.wins(topic.first)}, by the bot of all of them:"
    rows = skill.curve(found).to_dict("records")
    yield from columns(
        [(row["bot"], *_rate(*_interval(row, "win")), f"n {words.count(row['games'])}") for row in rows]
    )


def _ladder(topic: Topic, found: Collection) -> Iterator[str]:
    if skill.is_curve(found):
        yield from _curve(topic, found)
        return
    matrix = skill.matrix(found)
    levels = matrix["first_level"].min(), matrix["first_level"].max()
    ends = matrix["first_level"].isin(levels) & matrix["second_level"].isin(levels)
    shown = matrix[ends | (matrix["first_level"] == matrix["second_level"])]
    yield f"{topic.wins(topic.first)}, between equal bots and between the ends of the ladder:"
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


def _audit(topic: Topic, found: Collection) -> Iterator[str]:
    yield f"{topic.wins(topic.first)}, with the same bot at every seat:"
    rungs = topic.rungs
    assert rungs is not None, "there is an audit"
    first = rungs[rungs["side"] == topic.first]
    yield from columns(
        [
            (row["label"], *_rate(*_interval(row, "win")), f"n {words.count(row['games'])}")
            for row in first.to_dict("records")
        ]
    )
    yield from audits.lines(topic, found)
    yield from people.lines(topic)


def _tuning(topic: Topic, found: Collection) -> Iterator[str]:
    trials, confirmed = map(found.table, ("trials", "confirmed"))
    yield f"{len(trials)} trials; played again with fresh luck, cheapest first:"
    yield from columns(
        [
            (
                row["changes"],
                f"cost {row['cost']:g}",
                *_rate(*_interval(row, "win")),
                f"n {words.count(row['games'])}",
                f"{PLACES.get(row['verdict'], row['verdict'])} the {_band(topic.band)} band",
            )
            for row in confirmed.to_dict("records")
        ]
    )


def _whatif(topic: Topic, found: Collection) -> Iterator[str]:
    every = changes(found, every_side=True)
    members = list(found.runs())
    for facts, run in members:
        head = facts.get("label") or words.human(facts["id"])
        head = "" if len(members) == 1 and head in found.title else head
        sides = changed.of_member(topic, every, facts["id"])
        yield from _comparison(topic, run, sides, head, title=found.title)
    if more := changed.missed(found):
        yield INDENT + more


def _study_lines(folder: Path | str, band: Band | None, known: People | None) -> Iterator[str]:
    study = load_study(folder, band, known)
    yield study.info["title"]
    for _, topic, parts in study.scenarios:
        yield from run_lines(topic)
        for part in parts.values():
            yield from collection_lines(part, study.band, topic.rungs)


def _interval(row: dict, name: str) -> tuple[float, float, float]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


def _rate(value: float, low: float, high: float, more: str = "") -> tuple[str, str]:
    beside = f"; {more}" if more else ""
    return words.percent(value), f"({words.percent(low)} to {words.percent(high)}{beside})"


def _points(row: dict) -> tuple[str, str]:
    value, low, high = _interval(row, "change")
    return _signed(100 * value), f"({words.span(low, high, words.points)})".replace(words.MINUS, "-")


def _signed(value: float, digits: int = 1) -> str:
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def _band(edges: Sequence[float]) -> str:
    return f"{100 * edges[0]:g}-{100 * edges[1]:g}%"


def _is_number(cell: str) -> bool:
    return cell.rstrip("%").lstrip("+-").replace(".", "", 1).isdigit()
