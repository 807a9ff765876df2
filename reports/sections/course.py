"""The course of games: what is measured after every round, and when the result is settled."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import course, words
from mazarbul.formats.declared import Measure
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections.common import NOTES, Topic, mean, rate

SHADES = ("early", "middle", "late")
MARKERS = ("o", "s", "D")
LOOKS = (("side1", "o"), ("side2", "s"), ("side3", "^"), ("side4", "v"), ("sky", "P"))
HALF = 0.5  # of the uncertainty before the game, by the Brier skill score
MIN_GAMES = 30  # least number of games behind a point in a chart; the tables show all
MIN_PREDICTED = 100  # the same where win rates are learned from half of them


def build(topic: Topic) -> Section | None:
    """Return the section on what was measured by round; None if the run does not record it."""
    rounds = course.by_round(topic.run)
    if rounds.empty:
        return None
    declared = topic.declared.courses
    measures = [each for each in declared.measures if f"{each.id}_won" in rounds]
    predicted = course.prediction(topic.run)
    ranges = {each.id: course.by_range(topic.run, each.id) for each in measures if each.ranges}
    blocks: list[Block] = [_won_lost(topic, rounds, each) for each in measures]
    fans = {each.id: course.by_ending(topic.run, each.id) for each in measures}
    blocks += [_fan(topic, each, fans[each.id]) for each in measures if len(fans[each.id])]
    blocks += [_by_range(topic, each, ranges[each.id]) for each in measures if each.ranges]
    blocks.append(_predicted(topic, predicted))
    blocks += [_rounds_table(topic, rounds, measures), _predicted_table(topic, predicted)]
    blocks += [_ranges_table(topic, each, ranges[each.id]) for each in measures if each.ranges]
    blocks += [_fan_table(topic, each, fans[each.id]) for each in measures if len(fans[each.id])]
    said = {block.name: block.says for block in blocks if isinstance(block, Chart)}
    findings = [said["predicted"], *(said[f"course_{each.id}"] for each in measures if each.has_finding)]
    return Section("course", declared.title, declared.intro, blocks, findings)


def name_of(topic: Topic, known: str) -> str:
    """Return what is known of a game in words: a measure, or two of them."""
    courses = topic.declared.courses
    if known == course.BOTH:
        return words.listing(name_of(topic, each) for each in courses.together)
    return next((each.label for each in courses.measures if each.id == known), known)


def best_words(topic: Topic) -> str:
    """Return in words what predicts the result: two measures together, or the first one."""
    courses = topic.declared.courses
    return name_of(topic, course.BOTH if courses.together else courses.measures[0].id)


def settled(table: pd.DataFrame) -> pd.Series | None:
    """Return the first round after which what is known clearly removes half of the uncertainty.

    table: of `course.prediction`. None if there is no such round.
    """
    best = table[(table["known"] == best_known(table)) & (table["games"] >= MIN_PREDICTED)]
    reached = best[best["skill_low"] >= HALF]
    return reached.iloc[0] if len(reached) else None


def best_known(table: pd.DataFrame) -> str:
    """Return the name of the most that is known: two measures together, or the first one recorded."""
    known = list(dict.fromkeys(table["known"]))
    return course.BOTH if course.BOTH in known else known[1]


def settled_words(topic: Topic, table: pd.DataFrame) -> str:
    """Say how well the most that is known predicts the result, and when."""
    name = best_known(table)
    later = table[(table["known"] == name) & (table["games"] >= MIN_PREDICTED)]
    if later.empty:
        return "Too few games to say when they are decided."
    middle, when = later.iloc[len(later) // 2], topic.words.round
    says = (
        f"Guesses from {name_of(topic, name)} after {when} {middle['round']:.0f} are right in "
        f"{rate(middle, 'accuracy')} of the games still going, n {words.count(middle['games'])}. "
        f"Guesses without any knowledge are right in {rate(middle, 'base_accuracy')} of the same games"
    )
    first = settled(table)
    if first is None:
        return f"{says}. No {when} clearly leaves less than half of the uncertainty."
    return (
        f"{says}. From {when} {first['round']:.0f} on, more than half of the uncertainty is gone, "
        f"{rate(first, 'skill')} of it."
    )


def _won_lost(topic: Topic, rounds: pd.DataFrame, measure: Measure) -> Chart:
    """Draw the mean of a measure by round, games won against games lost."""
    name, when = measure.id, topic.words.round
    enough = (rounds[[f"{name}_won_n", f"{name}_lost_n"]] >= MIN_GAMES).any(axis=1)
    drawn = rounds[enough] if enough.any() else rounds
    results, series = _results(topic), []
    rival = next(iter((*topic.run.opponents, *topic.run.sides[1:])), topic.first)
    for result, owner in (("won", topic.first), ("lost", rival)):
        shown = drawn.copy()
        few = shown[f"{name}_{result}_n"] < MIN_GAMES
        columns = [f"{name}_{result}{tail}" for tail in ("", "_low", "_high")]
        shown.loc[few, columns] = float("nan")
        style = {"colours": topic.colour(owner), "markers": topic.marker(owner)}
        label = f"{results[result]} in the end"
        series.append(charts.Series.of(shown, f"{name}_{result}", label=label, **style))
    common = rounds[(rounds[f"{name}_won_n"] >= MIN_GAMES) & (rounds[f"{name}_lost_n"] >= MIN_GAMES)]
    says = f"{words.capital(measure.label)} after each {when}."
    if len(common):
        row = common.iloc[len(common) // 2]
        n = [words.count(row[f"{name}_{result}_n"]) for result in ("won", "lost")]
        says = (
            f"After {when} {row['round']:.0f} the mean {measure.label} is {mean(row, f'{name}_won', 1)} in "
            f"{results['won']} in the end, n {n[0]}. In {results['lost']} it is "
            f"{mean(row, f'{name}_lost', 1)}, n {n[1]}."
        )
    if measure.good and not topic.run.is_cooperative:
        says += f" High values are good for {topic.noun(measure.good)}."
    drawing = charts.LineChart(list(drawn["round"]), series, charts.Axis(measure.axis), f"after {when}")
    return Chart(f"course_{name}", drawing, says, f"{words.capital(measure.label)} by {when}. {says}")


def _fan(topic: Topic, measure: Measure, spread: pd.DataFrame) -> Chart:
    """Draw the median of a measure by round for each way in which games end, and the range of most games."""
    when, labels = topic.words.round, _reasons(topic)
    enough = spread[spread["games"] >= MIN_GAMES]
    drawn = enough if len(enough) else spread
    rounds, series, said = sorted(set(drawn["round"])), [], []
    middle = rounds[len(rounds) // 2]
    for (reason, label), (colour, marker) in zip(labels.items(), LOOKS, strict=False):
        rows = drawn[drawn["end_reason"] == reason].set_index("round")
        if len(rows):
            median, low, high = (rows.reindex(rounds)[key].to_numpy() for key in ("median", "low", "high"))
            series.append(charts.Series(median, low, high, label=label, colours=colour, markers=marker))
        if middle in rows.index:
            said.append(f"{words.decimal(rows.loc[middle, 'median'], 0)} if {label}")
    says = f"Median {measure.label} after {when} {middle}: {words.listing(said)}."
    axis = charts.Axis(f"{measure.axis}; bars: 90% of games")
    drawing = charts.LineChart(rounds, series, axis, f"after {when}", ribbons=True, is_interval=False)
    return Chart(f"course_{measure.id}_endings", drawing, says, f"By how games end. {says}")


def _fan_table(topic: Topic, measure: Measure, spread: pd.DataFrame) -> Table:
    labels = _reasons(topic)
    named = spread.assign(reason_name=[labels[reason] for reason in spread["end_reason"]])
    columns = [
        Column("reason_name", "The game ends when"),
        Column("round", f"After {topic.words.round}", "count"),
        Column("games", "Games still going", "count"),
        Column("low", "5th percentile", "number", digits=0),
        Column("median", "Median", "number", digits=0),
        Column("high", "95th percentile", "number", digits=0),
    ]
    caption = f"{words.capital(measure.label)} by how games end"
    return Table(f"course_{measure.id}_endings", caption, named, columns, folded=True)


def _reasons(topic: Topic) -> dict[str, str]:
    """Return the words for each way in which games end."""
    reasons = topic.declared.outcome.reasons
    return {each.id: each.label or words.human(each.id) for each in reasons}


def _results(topic: Topic) -> dict[str, str]:
    """Return the words for games that the first side won, and for games that it did not win."""
    stakes, first = topic.stakes, topic.side(topic.first)
    return {
        result: f"games {said.format(side=first)}"
        for result, said in (("won", stakes.won), ("lost", stakes.lost))
    }


def _by_range(topic: Topic, measure: Measure, ranges: pd.DataFrame) -> Chart:
    """Draw the win rate by ranges of a measure at an early, a middle and a late round."""
    games = ranges.groupby("round")["games"].sum()
    common = [r for r, n in games.items() if n >= max(MIN_GAMES, 0.05 * topic.run.games)] or list(games.index)
    name, when = measure.id, topic.words.round
    chosen = sorted({common[0], common[len(common) // 2], common[-1]})
    names = list(dict.fromkeys(ranges[name]))
    series = []
    for number, shade, marker in zip(chosen, SHADES[-len(chosen) :], MARKERS, strict=False):
        rows = ranges[ranges["round"] == number].set_index(name).reindex(names)
        rows.loc[rows["games"] < MIN_GAMES, ["win", "win_low", "win_high"]] = float("nan")
        series.append(charts.Series.of(rows, "win", label=f"{when} {number}", colours=shade, markers=marker))
    axis = charts.Axis(topic.wins(topic.first), "percent", limits=(-0.02, 1.02))
    drawing = charts.LineChart(range(len(names)), series, axis, f"{measure.axis}, after the {when}", names)
    middle = ranges[(ranges["round"] == chosen[len(chosen) // 2]) & (ranges["games"] >= MIN_GAMES)]
    says = f"Win rate by {measure.label} after a {when}."
    if len(middle):
        number, least, most = chosen[len(chosen) // 2], middle.iloc[0], middle.iloc[-1]
        says = (
            f"Win rate by {measure.label} after {when} {number}: with the least, {least[name]}, it is "
            f"{rate(least, 'win')}. With the most, {most[name]}, it is {rate(most, 'win')}."
        )
    return Chart(f"course_{name}_ranges", drawing, says, f"Win rate by {measure.label}. {says}")


def _predicted(topic: Topic, table: pd.DataFrame) -> Chart:
    """Draw how well what is known predicts the result, round by round."""
    common = table[table["games"] >= MIN_PREDICTED]
    series, rounds = [], sorted({0, *common["round"]})
    looks = dict(zip((each.id for each in topic.declared.courses.measures), LOOKS, strict=False))
    for name in dict.fromkeys(table["known"].iloc[1:]):
        rows = common[common["known"] == name]
        if len(rows):
            colour, marker = looks.get(name, (charts.INK, "D"))
            wide = rows.set_index("round").reindex(rounds)
            label = name_of(topic, name)
            series.append(charts.Series.of(wide, "skill", label=label, colours=colour, markers=marker))
    if not series:
        wide = table.iloc[:1].set_index("round").reindex(rounds)
        series = [charts.Series.of(wide, "skill")]
    axis = charts.Axis("share of the uncertainty removed", "percent", HALF, limits=(-0.03, 1.03))
    drawing = charts.LineChart(rounds, series, axis, f"known after this {topic.words.round} (0: nothing)")
    says = settled_words(topic, table)
    return Chart("predicted", drawing, says, f"{_caption(topic)}. {says}")


def _caption(topic: Topic) -> str:
    labels = [each.label for each in topic.declared.courses.measures]
    verb = "predict" if len(labels) > 1 else "predicts"
    return f"How well {words.listing(labels)} {verb} the result"


def _rounds_table(topic: Topic, rounds: pd.DataFrame, measures: Sequence[Measure]) -> Table:
    when, results = topic.words.round, _results(topic)
    columns = [
        Column("round", f"After {when}", "count"),
        Column("games", "Games still going", "count"),
        Column("win", f"{topic.wins(topic.first)} in the end", "rate"),
        *(
            Column(f"{each.id}_{result}", f"{words.capital(each.axis)}, {label}", "mean", each is measures[0])
            for each in measures  # all have the n of the first
            for result, label in results.items()
        ),
    ]
    labels = words.listing(each.label for each in measures)
    return Table("course", f"{words.capital(labels)} by {when}", rounds, columns)


def _ranges_table(topic: Topic, measure: Measure, ranges: pd.DataFrame) -> Table:
    columns = [
        Column("round", f"After {topic.words.round}", "count"),
        Column(measure.id, words.capital(measure.label)),
        Column("games", "Games", "count"),
        Column("win", topic.wins(topic.first), "rate"),
    ]
    return Table(f"course_{measure.id}_ranges", f"Win rate by {measure.label}", ranges, columns, folded=True)


def _predicted_table(topic: Topic, table: pd.DataFrame) -> Table:
    columns = [
        Column("known_name", "Known"),
        Column("round", f"After {topic.words.round}", "count"),
        Column("games", "Games", "count"),
        Column("accuracy", "Right guesses", "rate"),
        Column("base_accuracy", "Right guesses, nothing known", "rate", show_n=False),
        Column("skill", "Uncertainty removed", "rate", show_n=False),
        Column("auc", "Area under the curve", "rate", show_n=False),
        Column("log_loss", "Log loss", "number", digits=3),
        Column("base_log_loss", "Log loss, nothing known", "number", digits=3),
    ]
    named = table.assign(known_name=[name_of(topic, known) for known in table["known"]])
    return Table("predicted", _caption(topic), named, columns, topic.text(NOTES["predicted"]))
