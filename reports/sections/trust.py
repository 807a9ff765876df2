"""The verdict on a scenario in words, for whom it is balanced, and what more play would buy.

The rule is `mazarbul.analysis.verdicts`. Its bots are those of the topic's audit, or of one that comes with
its game (`Topic.ladder`), or of its run alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from mazarbul.analysis import verdicts, words
from mazarbul.analysis.estimates import Z, rate_variance
from mazarbul.analysis.scenarios import seconds, share_cut_off, win_rates
from mazarbul.analysis.verdicts import EXPERT, SEARCH, Verdict
from mazarbul.reports.sections import again
from mazarbul.reports.sections.common import Row, Topic

BARRED = "no verdict"
CUT = 0.005  # of games: so few that were cut off turn no verdict
LITTLE = 0.03  # a change of a win rate below this is small
AIMED = ("inside", "probably_inside")  # codes of verdicts on what is as intended
MORE = 2_000  # games of a bot that searches, which leave a chance of 2 points
DEEPER = 4  # times the rollouts of the next bot to try
FIRST, FIRST_GAMES = 50, 200  # rollouts and games of the first search to try, above one bot alone
#: Kind of a bot -> its games that take as long as one of a search, for each rollout. Experts: 8 (Journey
#: Down the Anduin), 13 (the board game), 9 to 14 (the Card Game), 32 (Passage Through Mirkwood); the quick
#: bots of the board game and of the Card Game play about four games in the time of one of experts.
SEARCHED = {verdicts.QUICK: 60, EXPERT: 15}
AUDITED = 10_000  # games of each of the three bots that an audit plays beside its searches
SHIPPED = "The searches' games come with mazarbul: this run is of the same data and bots."
OPEN = "not settled"
NIL = 0.005  # a place with a smaller chance is not named
#: Place of a verdict -> the words for it in a table.
BRIEF = {"inside": "inside the band", "above": "above the band", "below": "below the band"}
#: Place of a bot's own rate -> the words for where its interval lies.
PLACED = BRIEF | {"open": "across an edge"}


def judge(topic: Topic, row: Row, change: Row | None = None) -> Verdict:
    """Return the verdict on a side. row: of its win rate: side, win, games.

    change: of the win rate, with change (+_low _high), by which a changed game differs from the topic's.
    """
    rungs, alone = ladder(topic, row["side"]), topic.run.is_cooperative
    if rungs:
        found = verdicts.of_ladder(rungs, topic.band, is_cooperative=alone)
    else:
        found = verdicts.of_rate(kind(topic), row["win"], row["games"], topic.band, is_cooperative=alone)
    found = found if change is None else verdicts.shifted(found, change, topic.band)
    return replace(found, barred=_barred(topic, found, rungs))


def _barred(topic: Topic, verdict: Verdict, rungs: Sequence[Mapping[str, Any]]) -> str:
    """Return why there can be no verdict: what is not finished, or games cut off that could turn it."""
    if topic.unfinished:
        return f"{topic.unfinished} is not finished"
    share = max([share_cut_off(topic.run), *(row.get("cut", 0.0) for row in rungs)])
    if share < CUT:
        return ""
    if_won = dict.fromkeys(("change", "change_low", "change_high"), share)
    turned = verdicts.shifted(verdict, if_won, topic.band)
    if turned.place == verdict.place and verdict.is_open >= turned.is_open:
        return ""
    return f"{words.percent(share)} of the games were cut off before they ended"


def kind(topic: Topic) -> str:
    """Return the kind of the bots of the topic's run."""
    return verdicts.kind_of(map(str, topic.run.manifest["bots"].values()))


def ladder(topic: Topic, side: str) -> list[Mapping[str, Any]]:
    """Return the rows of the bots that have a vote, weakest first; none if its run's is the only one."""
    rungs = _of_side(topic, side)
    return [] if rungs is None else verdicts.voters(rungs.to_dict("records"))


def short(verdict: Verdict) -> str:
    """Return a verdict in two or three words: "probably inside the band", "not settled"."""
    if verdict.barred:
        return BARRED
    if verdict.is_open:
        return OPEN
    return f"{'probably ' if verdict.is_probable else ''}{BRIEF[verdict.place]}"


def brief(verdict: Verdict) -> str:
    """Return a verdict for a table: as `short`, with why it is not one, or how it is open.

    "not settled (12% below, 88% inside)".
    """
    if verdict.barred:
        return f"{BARRED}: {verdict.barred}"
    return f"{short(verdict)} ({', '.join(chances(verdict))})" if verdict.is_open else short(verdict)


def chances(verdict: Verdict) -> list[str]:
    """Return the probabilities below, inside and above a band: "12% below"; they add up to 100."""
    places = [place for place in verdicts.PLACES if getattr(verdict, place) >= NIL]
    parts = [100 * getattr(verdict, place) for place in places]
    whole = [int(part) for part in parts]
    for i in sorted(range(len(parts)), key=lambda i: whole[i] - parts[i])[: 100 - sum(whole)]:
        whole[i] += 1
    return [f"{n}% {place}" for n, place in zip(whole, places, strict=True)]


def sureness(verdict: Verdict, band: Sequence[float]) -> str:
    """Return how sure a verdict is: "97% sure to lie above the 45-55% band"."""
    edges = words.band(band)
    if verdict.is_open:
        return f"the chances are {words.listing(chances(verdict))} the {edges} band"
    sure = min(int(100 * verdict.chance), 99)
    return f"{sure}% sure to lie {verdict.place} the {edges} band"


def figure(verdict: Verdict) -> str:
    """Return the estimate of a verdict with its interval: "80% (68-92%)".

    For players together it is the least that they win: "63% or more (61-99%)".
    """
    columns = verdict.columns

    def form(value: float) -> str:
        return words.percent(value, 0)

    span = words.span(columns["estimate_low"], columns["estimate_high"], form)
    rate = form(verdict.rate)
    least = " or more" if verdict.belief.ahead and rate != "100%" else ""
    return f"{rate}{least} ({span.replace('%' + words.DASH, words.DASH)})"


def sentence(topic: Topic, row: Row, title: str, *, says_by: bool = True) -> str:
    """Return the verdict on a scenario as a sentence. row: of the side that wins most.

    says_by: whether it says which bots it is from. Its figures are those of the first side, as everywhere on
    a page, whoever wins most.
    """
    best, mine = judge(topic, row), _first(topic, row)
    verdict, wins = judge(topic, mine), topic.won(topic.first)
    if verdict.barred or best.barred:
        won = f"{words.capital(wins)} {words.percent(mine['win'])} of {words.count(mine['games'])} games"
        return f"No verdict on {title}, as {verdict.barred or best.barred}. {won}."
    judged = f", judged {basis(topic, topic.first)}" if says_by else ""
    by = f"{figure(verdict)}{judged}; {sureness(verdict, topic.band)}."
    text, who = topic.stakes.verdicts[best.told], topic.whose(topic.noun(topic.first))
    if "{side}" in text and row["side"] == topic.first:
        who = topic.it(topic.first)  # as it was just named
    return f"{text.format(title=title, side=topic.noun(row['side']))} {who} {topic.win(topic.first)} {by}"


def _first(topic: Topic, row: Row) -> Row:
    """Return the row of the first side of the scenario that a row is about."""
    if row["side"] == topic.first:
        return row
    rates = win_rates(topic.run)
    return rates[(rates["scenario"] == row["scenario"]) & (rates["side"] == topic.first)].iloc[0]


def title(codes: pd.Series, one: str, many: str, aim: str) -> str:
    """Return of how many scenarios the verdict is as aimed at, and of how many there is none: a heading.

    codes: of the verdicts. aim: what they are if so: "balanced".
    """
    right, unsettled = (int(codes.isin(wanted).sum()) for wanted in (AIMED, ["open"]))
    if unsettled == len(codes):
        return f"Whether the {f'{many} are' if len(codes) > 1 else f'{one} is'} {aim} is not settled"
    if not right and unsettled:  # what is not settled may be right, too
        wrong = len(codes) - unsettled
        is_not = f"{'is' if wrong == 1 else 'are'} not {aim}"
        return f"{wrong} of {len(codes)} {many} {is_not}, {unsettled} not settled"
    some = words.capital(words.among(right, len(codes), one, many))
    more = f", {unsettled} not settled" if unsettled else ""
    return f"{some} {'is' if right < 2 else 'are'} {aim}{more}"


def basis(topic: Topic, side: str) -> str:
    """Return which bots a verdict is from: "by heuristic and search:50", "by heuristic alone"."""
    rungs = ladder(topic, side)
    labels = [row["label"] for row in rungs[verdicts.foot(rungs) :]] if rungs else []
    if not labels:
        labels = list(dict.fromkeys(map(str, topic.run.manifest["bots"].values())))
    return f"by {words.listing(labels)}{' alone' if len(labels) == 1 else ''}"


def origin(topic: Topic) -> str:
    """Say what an estimate is made of: the rate at large n, the steps up the ladder, what may be missing."""
    rungs = ladder(topic, topic.first)
    if not rungs:
        return ""
    base, *above = rungs[verdicts.foot(rungs) :]
    said = f"{base['label']} {words.percent(base['win'])}, n {words.count(base['games'])}"
    for each in above:
        span = words.span(each["step_low"], each["step_high"], words.points)
        n = words.count(each["step_n"])
        said += f"; to {each['label']} {words.points(each['step'])} points ({span}, n {n})"
    return (
        f"The estimate: {said}. A step counts as far as it is larger than its noise. {shipped(topic)}".strip()
    )


def shipped(topic: Topic) -> str:
    """Say of whose games the searches are, if not of the topic's own audit; else ""."""
    return "" if topic.ladder is None or topic.rungs is not None else SHIPPED


def for_whom(topic: Topic, row: Row) -> str:
    """Say how often a side wins between bots that err on purpose, where that is another verdict; else "".

    row: as in `judge`.
    """
    row, rungs = _first(topic, row), _of_side(topic, topic.first)
    known = "" if rungs is None else _place(row["win"], topic.band)
    if rungs is None:
        rows = [dict(row) | {"errs": verdicts.blunders(map(str, topic.run.manifest["bots"].values()))}]
    else:
        rows = rungs[rungs["kind"] == verdicts.ERRS].to_dict("records")
    said = [
        f"Among players who make {_often(each['errs'])} at random: {words.percent(each['win'], 0)}, "
        f"{BRIEF[_place(each['win'], topic.band)]}."
        for each in rows
        if each["errs"] > 0 and _place(each["win"], topic.band) != known
    ]
    return " ".join(said)


def _often(share: float) -> str:
    times = round(1 / share)
    if times == 1:
        return "every move"
    return f"one move in {times}" if abs(1 / times - share) < 0.01 else f"{words.percent(share, 0)} of moves"


def _place(value: float, band: Sequence[float]) -> str:
    """Return where a rate lies, whatever its interval."""
    return "below" if value < band[0] else "above" if value > band[1] else "inside"


def more(topic: Topic, side: str) -> tuple[str, str]:
    """Return what more play would buy, and the command for it. Both are the same for all sides of a topic."""
    rungs, command = ladder(topic, side), again.command(topic.run, "audit")
    if not rungs or len(rungs) == 1:
        return _first_search(topic, side) if kind(topic) in SEARCHED else (_others(topic), command)
    top = rungs[-1]
    if top["kind"] != SEARCH:
        took = _time(top["seconds"] * _searched(topic) * FIRST * SEARCHED.get(top["kind"], float("nan")))
        says = f"{FIRST_GAMES} games of search:{FIRST}{took} would show whether the rate still moves."
        return says, f"{command} --search {FIRST} --search-games {FIRST_GAMES}"
    played = {int(row["rollouts"]): int(row["games"]) for row in rungs if row["kind"] == SEARCH}
    rollouts, games, seconds = int(top["rollouts"]), int(top["games"]), top["seconds"]
    step = verdicts.step_of(rungs, is_cooperative=topic.run.is_cooperative)
    if verdicts.is_chance_left(step, is_cooperative=topic.run.is_cooperative):
        wanted = MORE if games <= MORE / 2 else 4 * games
        now, then = (_points(top["win"], n) for n in (games, wanted))
        buys = f"cut the chance error of its rate from {now} to {then} points"
    else:
        rollouts, wanted, seconds = rollouts * DEEPER, max(games, MORE // 2), seconds * DEEPER
        buys = f"show whether deeper search still moves the rate, to {_points(top['win'], wanted)} points"
    played[rollouts] = wanted
    says = f"{words.count(wanted)} games of search:{rollouts}{_time(seconds * wanted)} would {buys}."
    searches, sizes = (",".join(map(str, numbers)) for numbers in (played, played.values()))
    return says, f"{command} --search {searches} --search-games {sizes}"


def _others(topic: Topic) -> str:
    """Say which bots would say more than those of a run alone that search, or err on purpose."""
    if kind(topic) == SEARCH:
        return "Bots of other kinds would show what search leaves open."
    return "Only stronger bots can say more: an audit plays them, and says first how long it takes."


def _first_search(topic: Topic, side: str) -> tuple[str, str]:
    """Return what a first search above one bot alone would buy, in what time, and the command for it."""
    run, rates = topic.run, win_rates(topic.run)
    row = rates[rates["side"] == side].iloc[0]
    found = verdicts.of_searched(
        kind(topic),
        row["win"],
        max(row["games"], AUDITED),
        FIRST_GAMES,
        topic.band,
        is_cooperative=run.is_cooperative,
    )
    took = searching(topic, _searched(topic), 3 * AUDITED)
    says = (
        f"{FIRST_GAMES} games of search:{FIRST}{took} would narrow the win rate to about {_half(found)} "
        f"points instead of {_half(judge(topic, row))}."
    )
    return says, (
        f"{again.command(run, 'audit')} --search {FIRST} --search-games {FIRST_GAMES} "
        "--review-games 0 --value-games 0"
    )


def _searched(topic: Topic) -> int:
    """Return how many games an audit plays with a first search: at every seat, then at those of one side."""
    return FIRST_GAMES * (1 if topic.run.is_cooperative else 2)


def searching(topic: Topic, searched: int, others: int = 0) -> str:
    """Return how long some games of the first search take, and some of the topic's bots; "" if not known."""
    alike = searched * FIRST * SEARCHED.get(kind(topic), float("nan")) + others
    return _time(seconds(topic.run) * alike)


def _half(verdict: Verdict) -> str:
    """Return half the length of the interval of an estimate, in points."""
    columns = verdict.columns
    return f"\N{PLUS-MINUS SIGN}{50 * (columns['estimate_high'] - columns['estimate_low']):.0f}"


def _points(rate: float, games: int) -> str:
    half = 100 * Z * np.sqrt(rate_variance(rate * games, games))
    return f"\N{PLUS-MINUS SIGN}{half:.1f}"


def _time(seconds: float) -> str:
    """Return a time in words, as on the machine that played; "" if that is not known."""
    return "" if words.missing(seconds) else f" (about {words.lasting(seconds)} where these were played)"


def bought(topic: Topic, side: str) -> str:
    """Return what more play would buy with its command, in one text."""
    says, command = more(topic, side)
    return f"{says} Command: {command}"


def is_little(row: Row) -> bool:
    """Return whether a change is small, whatever its value within its interval."""
    return bool(max(-row["change_low"], row["change_high"]) <= LITTLE)


def foremost(topic: Topic, rows: pd.DataFrame) -> pd.Series:
    """Return the row of the side that wins most by the estimates of the verdicts.

    rows: of one scenario, a row for each side: side, win, games.
    """
    rates = [judge(topic, row).rate for _, row in rows.iterrows()]
    return rows.iloc[int(np.argmax(rates))]


def _of_side(topic: Topic, side: str) -> pd.DataFrame | None:
    """Return a side's rows of the ladder; None without one."""
    if topic.ladder is None:
        return None
    rows = topic.ladder[topic.ladder["side"] == side]
    return rows if len(rows) else None
