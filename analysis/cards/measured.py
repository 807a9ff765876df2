"""What a run measured of cards: the tables that answer its questions, cut into measures by card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from mazarbul.analysis import dealt, happened, held, lost, pairs, picked, regression, words
from mazarbul.analysis.cards.record import Measure, Unit
from mazarbul.analysis.estimates import CLEAR, rate_columns
from mazarbul.analysis.layout import Layout
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked, Declared

Frames = Mapping[str, pd.DataFrame]
Found = tuple[str, str, Measure]  # seat, id and a measure of one thing
PAIRS = 5  # pairs of a card: those that are furthest from the sum of both
PLAYED = held.STATUSES[2]


def frames(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables of a run that have measures of cards, by the names that they have in its report."""
    found: dict[str, pd.DataFrame] = {}
    for family in run.declared.families:
        for asked in (Asked(family, question) for question in family.questions):
            if asked.question.kind in TABLES:
                found |= TABLES[asked.question.kind](run, asked)
    return {name: frame for name, frame in found.items() if len(frame)}


def _held(run: Run, asked: Asked) -> dict[str, pd.DataFrame]:
    name, counted = asked.family.id, held.tally(run, asked)
    if counted is None:
        return {}
    together, _ = counted
    plays = held.plays(together)
    return {
        f"{name}_unplayed": plays[plays["unplayed"]] if len(plays) else plays,
        f"{name}_adjusted": regression.by_exposure(run, asked),
        f"{name}_held": held.results(together),
        f"{name}_usage": held.usage(together),
        f"{name}_fates_all": held.fates(together),
        f"{name}_pairs": pairs.together(run, asked=asked),
    }


def _dealt(run: Run, asked: Asked) -> dict[str, pd.DataFrame]:
    tallied = dealt.tally(run, asked)
    return {} if tallied is None else {f"{asked.family.id}_dealt": dealt.effects(tallied)}


#: Kind of question -> the tables that answer it, by name.
TABLES: Mapping[str, Callable[[Run, Asked], dict[str, pd.DataFrame]]] = {
    "held": _held,
    "dealt": _dealt,
    "picked": lambda run, asked: {f"{asked.family.id}_picked": picked.effects(run, asked)},
    "fought": lambda run, asked: {f"{asked.family.id}_fought": picked.contests(run, asked)},
    "lost": lambda run, asked: {asked.key: lost.losses(run, asked)},
    "happened": lambda run, asked: {asked.key: happened.happenings(run, asked)},
}


def measures(layout: Layout, found: Frames) -> dict[tuple[str, str, str], list[Measure]]:
    """Return what tables show of every thing: (list of the catalogue, seat, id) -> measures.

    found: tables by name, as `frames` returns them. Those that are missing are left out.
    """
    known: dict[tuple[str, str, str], list[Measure]] = defaultdict(list)
    for family in layout.declared.families:
        for asked in (Asked(family, question) for question in family.questions):
            if asked.question.kind in CUTS:
                for seat, identifier, measure in CUTS[asked.question.kind](layout, asked, found):
                    known[family.items, seat, identifier].append(measure)
    return dict(known)


def _shares(frame: pd.DataFrame, prefix: str) -> list[str]:
    """Return the columns with shares that begin with a word, without those that are 0 for all things."""
    names = [name for name in frame if name.startswith(f"{prefix}_") and f"{name}_n" in frame]
    return [name for name in names if (frame[name] > 0).any()]


def rows_of(frame: pd.DataFrame | None) -> Iterator[tuple[str, str, dict]]:
    """Yield (seat, id, row) of a table of things; nothing if there is no table."""
    for row in [] if frame is None else frame.to_dict("records"):
        yield row.get("seat") or "", row["id"], row


def estimate(row: Mapping[str, Any], part: str, name: str, label: str, unit: Unit) -> Measure | None:
    """Return the measure in the columns <name>, <name>_low ... of a row; None if it has no value."""
    value = row.get(name)
    if value is None or value != value:
        return None
    n, n0, p = (row.get(f"{name}_{tail}") for tail in ("n", "n0", "bh"))
    clear = None if p is None else bool(p < CLEAR) if p == p else None
    low, high = float(row.get(f"{name}_low", value)), float(row.get(f"{name}_high", value))
    return Measure(part, name, label, unit, float(value), low, high, _whole(n), _whole(n0), clear)


def _whole(n: float | None) -> int | None:
    return None if n is None or n != n else int(n)


def _cut(frame: pd.DataFrame | None, wanted: Sequence[tuple[str, str, str, Unit]]) -> Iterator[Found]:
    """Yield the measures in some columns of a table. wanted: (part, column, label, unit)."""
    for seat, identifier, row in rows_of(frame):
        for part, name, label, unit in wanted:
            if (found := estimate(row, part, name, label, unit)) is not None:
                yield seat, identifier, found


def _of_held(layout: Layout, asked: Asked, found: Frames) -> Iterator[Found]:
    name, when, one = asked.family.id, layout.declared.words.round, asked.one
    adjusted, usage = found.get(f"{name}_adjusted"), found.get(f"{name}_usage")
    yield from _cut(adjusted, _exposures(adjusted, when, one))
    yield from _cut(
        found.get(f"{name}_held"),
        [
            ("worth", "opening_effect", "in the opening hand, against not", "points"),
            ("results", "improvement", "drawn, against never drawn", "points"),
            ("results", "improvement_same_length", "the same, in games of equal length", "points"),
            ("results", "win_opening", "in the opening hand", "share"),
            ("results", "win_drawn", "drawn", "share"),
            ("results", "win_played", "played", "share"),
            ("results", "win_never", "never drawn", "share"),
            ("use", "drawn", "drawn, of games", "share"),
            ("use", "played", "played, of games", "share"),
        ],
    )
    yield from _cut(
        _opening(found.get(f"{name}_held")),
        [("use", "dealt", "in the opening hand, of games", "share")],
    )
    yield from (
        each for each in _cut(usage, _usage(usage, when)) if each[2].value or each[2].part != "places"
    )
    fates = found.get(f"{name}_fates_all")
    for seat, identifier, row in rows_of(fates):
        if row["status"] == PLAYED:
            measure = estimate(row, "fates", "share", words.human(row["left"]), "share")
            yield from [(seat, identifier, measure)] if measure else []
    yield from _pairs(found.get(f"{name}_pairs"))


def _exposures(frame: pd.DataFrame | None, when: str, one: str) -> list[tuple[str, str, str, Unit]]:
    """Return the effects that chance decides."""
    last = "" if frame is None or "round" not in frame else f"{frame['round'].iloc[0]:.0f}"
    labels = {"opening": "in the opening hand", "early": f"drawn by the end of {when} {last}"}
    return [
        ("worth", name, f"{label}, against the average {one}", "points") for name, label in labels.items()
    ]


def _opening(frame: pd.DataFrame | None) -> pd.DataFrame | None:
    """Return how often things were dealt in the opening hand, from the sizes of the comparison."""
    if frame is None or "opening_effect_n" not in frame:
        return None
    n, n0 = frame["opening_effect_n"], frame["opening_effect_n0"]
    return frame[[name for name in ("seat", "id") if name in frame]].assign(
        **rate_columns("dealt", n, n + n0)
    )


def _usage(frame: pd.DataFrame | None, when: str) -> list[tuple[str, str, str, Unit]]:
    """Return when and where copies are played."""
    wanted: list[tuple[str, str, str, Unit]] = [
        ("use", "played_if_drawn", "played, of copies drawn", "share"),
        ("use", "drawn_round", f"drawn in {when}, mean", "mean"),
        ("use", "played_round", f"played in {when}, mean", "mean"),
    ]
    if frame is None:
        return wanted
    wanted += [
        ("rounds", name, f"{when} {name.removeprefix('round_')}", "share") for name in _shares(frame, "round")
    ]
    for name in _shares(frame, "place"):
        wanted.append(("places", name, words.human(name.removeprefix("place_")), "share"))
    for name in _shares(frame, "moved"):
        wanted.append(("places", name, f"later moved to {words.human(name.removeprefix('moved_'))}", "share"))
    return wanted


def _pairs(frame: pd.DataFrame | None) -> Iterator[Found]:
    """Yield the pairs of every card that are furthest from the sum of both, in standard errors."""
    if frame is None or frame.empty:
        return
    turned = {"id": "other_id", "name": "other_name", "seat": "other_seat"}
    both = pd.concat(
        [frame, frame.rename(columns=turned | {b: a for a, b in turned.items()})], ignore_index=True
    )
    both = both[both["interaction_p"].notna()]
    keys = [key for key in ("seat", "id") if key in both]
    top = both.sort_values("interaction_p", kind="stable").groupby(keys, sort=False).head(PAIRS)
    for seat, identifier, row in rows_of(top):
        measure = estimate(row, "pairs", "interaction", row["other_name"], "points")
        if measure:
            other = f"{row.get('other_seat') or ''}/{row['other_id']}"
            yield seat, identifier, Measure(**{**vars(measure), "other": other})


def _of_dealt(_layout: Layout, asked: Asked, found: Frames) -> Iterator[Found]:
    wanted: list[tuple[str, str, str, Unit]] = []
    for way in asked.question.ways:
        wanted.append(("dealt", f"{way.id}_effect", f"effect each time {way.label}", "points"))
        wanted.append(("dealt", way.id, f"{way.label}, of games", "share"))
        wanted.append(("dealt", f"win_{way.id}", f"win rate of these games ({way.label})", "share"))
    wanted += [("dealt", each.id, f"{each.label.lower()} each time", "mean") for each in asked.question.does]
    yield from _cut(found.get(f"{asked.family.id}_dealt"), wanted)


def _of_picked(layout: Layout, asked: Asked, found: Frames) -> Iterator[Found]:
    side = layout.side_name(layout.sides[0])
    yield from _cut(
        found.get(f"{asked.family.id}_picked"),
        [
            ("picked", "effect", f"effect on the win rate of {side}", "points"),
            ("picked", "drawn", "drawn, of games", "share"),
            ("picked", "win", f"{side} wins when it is drawn", "share"),
        ],
    )


def _of_fought(layout: Layout, asked: Asked, found: Frames) -> Iterator[Found]:
    frame = found.get(f"{asked.family.id}_fought")
    wanted: list[tuple[str, str, str, Unit]] = [
        ("fought", "active", "active, of games", "share"),
        ("fought", "contested", "contested, if active", "share"),
    ]
    for label in asked.family.named["winner"].labels or ():
        owner = layout.side_name(label) if label in layout.sides else words.human(label)
        wanted.append(("fought", f"won_{label}", f"won by {owner}", "share"))
    wanted += [("fought", each.id, f"{each.label.lower()}, mean", "mean") for each in asked.question.numbers]
    yield from _cut(frame, wanted)


def _of_lost(_layout: Layout, asked: Asked, found: Frames) -> Iterator[Found]:
    yield from _cut(
        found.get(asked.key),
        [
            ("lost", "lost", "lost, of games", "share"),
            ("lost", "win_kept", "win rate if kept", "share"),
            ("lost", "win_lost", "win rate if lost", "share"),
            ("lost", "gap", "difference", "points"),
        ],
    )


def _of_happened(_layout: Layout, asked: Asked, found: Frames) -> Iterator[Found]:
    question = asked.question
    wanted: list[tuple[str, str, str, Unit]] = [
        ("happened", each.id, f"{each.label}, of games", "share") for each in question.when
    ]
    for each in question.numbers:
        is_share = each in question.when or asked.family.named[each.id].size == 2
        if is_share:
            wanted.append(("happened", each.id, each.label, "share"))
        else:
            wanted.append(("happened", each.id, f"{each.label}, mean", "mean"))
    yield from _cut(found.get(asked.key), wanted)


#: Kind of question -> what cuts its tables into measures.
CUTS: Mapping[str, Callable[[Layout, Asked, Frames], Iterable[Found]]] = {
    "held": _of_held,
    "dealt": _of_dealt,
    "picked": _of_picked,
    "fought": _of_fought,
    "lost": _of_lost,
    "happened": _of_happened,
}


def families(declared: Declared) -> list[str]:
    """Return the lists of the catalogue whose things have measures, in the order declared."""
    kinds = {
        family.items: None
        for family in declared.families
        if any(question.kind in CUTS for question in family.questions)
    }
    return list(kinds)
