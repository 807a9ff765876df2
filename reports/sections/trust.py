"""How far a headline can be trusted: its range over bots, and verdicts withheld while the bots disagree.

An interval of chance says how far more games would move a win rate. How far other bots would move it, an
audit says (`analysis.audit`); `Topic.rungs` has what it found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analysis import words
from analysis.estimates import verdict
from reports.sections.common import Row, Topic, rate

WITHHELD = "withheld"
LEAST_GAMES = 200  # of a bot that searches, for a headline to lead with it
LITTLE = 0.03  # a change of a win rate below this is small: a headline then leads with the usual bot
UNMEASURED = "how far this depends on the bots was not measured (mazarbul audit)."
UNAUDITED = f"There is no audit: {UNMEASURED}"


def place(value: float, band: Sequence[float]) -> str:
    """Return where a rate lies, whatever its interval: inside, above or below the band."""
    return verdict(value, value, value, band).code


def judge(topic: Topic, side: str, code: str) -> str:
    """Return the code of a verdict on a side, or WITHHELD if not all bots are on the same side of the band.

    code: of `analysis.estimates.verdict`, from the topic's own run; "open" stays so. The bots' rates count,
    not their intervals: a bot that searches plays few games and would nearly always leave the question open.
    """
    rungs = _of_side(topic, side)
    if rungs is None or code == "open":
        return code
    places = {place(value, topic.band) for value in rungs["win"]}
    return code if places == {code} else WITHHELD


def over_bots(topic: Topic, side: str) -> str:
    """Return the range of a side's win rate (see `range_words`); "" without an audit."""
    rungs = _of_side(topic, side)
    return "" if rungs is None else range_words(rungs)


def range_words(rungs: pd.DataFrame) -> str:
    """Return the range of the win rates of some bots: "42 to 58% over 4 bots, n 200 or more"."""
    low, high = 100 * rungs["win"].min(), 100 * rungs["win"].max()
    digits = 0 if round(low) != round(high) else 1
    n = words.count(rungs["games"].min())
    return f"{low:.{digits}f} to {high:.{digits}f}% over {words.plural(len(rungs), 'bot')}, n {n} or more"


def headline(topic: Topic, row: Row) -> str:
    """Return a win rate with its interval and its range over bots. row: side, win (+_low _high).

    The figure is that of a stronger bot, one that searches, unless that is shown to be nearly the same.
    """
    bots, top = over_bots(topic, row["side"]), leading(topic, row["side"])
    return rate(row, "win", more=bots) if top is None else f"{_rate_with(top, bots)} at every seat"


def won(topic: Topic, row: Row) -> str:
    """Return what stands behind "won": the headline, then the usual bot's rate if that leads with another.

    row: also games.
    """
    top, games = leading(topic, row["side"]), words.count(row["games"])
    rungs = _of_side(topic, row["side"])
    if top is None or rungs is None:
        return f"{headline(topic, row)} of {games} games."
    usual = rungs.loc[rungs["is_usual"], "label"].iloc[0]
    return f"{headline(topic, row)}. With {usual}, it is {rate(row, 'win')} of {games} games."


def share(topic: Topic, row: Row) -> float:
    """Return the win rate that a headline leads with. row: side, win."""
    top = leading(topic, row["side"])
    return float(row["win"] if top is None else top["win"])


def searched(topic: Topic, side: str) -> str:
    """Return the win rate that a headline leads with in words; "" if that is the usual bot's."""
    top = leading(topic, side)
    return "" if top is None else _rate_with(top)


def _rate_with(top: pd.Series, bots: str = "") -> str:
    more = f"n {words.count(top['games'])}{f'; {bots}' if bots else ''}"
    return f"{rate(top, 'win', more=more)} with {top['label']}"


def leading(topic: Topic, side: str) -> pd.Series | None:
    """Return the row of the ladder that a headline leads with; None if that is the usual bot.

    It is the bot with the most rollouts of those that played enough games.
    """
    rungs = _of_side(topic, side)
    if rungs is None:
        return None
    known = rungs[(rungs["rollouts"] > 0) & (rungs["games"] >= LEAST_GAMES)]
    if known.empty:
        return None
    top = known.loc[known["rollouts"].idxmax()]
    return None if is_little(top) else top


def is_little(row: Row) -> bool:
    """Return whether a change is small, whatever its value within its interval."""
    return bool(max(-row["change_low"], row["change_high"]) <= LITTLE)


def foremost(topic: Topic, rows: pd.DataFrame) -> pd.Series:
    """Return the row of the side that wins most by the win rates that headlines lead with.

    rows: of one scenario, a row for each side: side, win.
    """
    shares = [share(topic, row) for _, row in rows.iterrows()]
    return rows.iloc[int(np.argmax(shares))]


def disagreement(topic: Topic, side: str) -> str:
    """Say which bots see a side inside, above and below the band, and whether their games settle that."""
    said: dict[str, list[str]] = {}
    clear = set()
    rungs = _of_side(topic, side)
    assert rungs is not None, "there is an audit"
    for _, row in rungs.iterrows():
        where = place(row["win"], topic.band)
        is_open = verdict(row["win"], row["win_low"], row["win_high"], topic.band).code != where
        clear |= set() if is_open else {where}
        more = ", not settled" if is_open else ""
        rate_of = f"{words.percent(row['win'])}, n {words.count(row['games'])}{more}"
        said.setdefault(where, []).append(f"{row['label']} ({rate_of})")
    each = words.listing(f"{where} it with {words.listing(bots)}" for where, bots in said.items())
    return (
        f"No verdict on the {words.band(topic.band)} band, because the bots "
        f"{'disagree' if len(clear) > 1 else 'may disagree'}: "
        f"{topic.side(side)} {'are' if topic.is_cooperative else 'is'} {each}."
    )


def unaudited(topics: Sequence[tuple[str, Topic]]) -> str:
    """Say which scenarios of a study have no audit; "" if all have one. topics: title -> topic."""
    missing = [title for title, topic in topics if topic.rungs is None]
    if len(missing) < len(topics):
        return f"No audit of {words.listing(missing)}: {UNMEASURED}" if missing else ""
    return UNAUDITED


def _of_side(topic: Topic, side: str) -> pd.DataFrame | None:
    """Return a side's rows of the ladder; None without an audit."""
    if topic.rungs is None:
        return None
    rows = topic.rungs[topic.rungs["side"] == side]
    return rows if len(rows) else None
