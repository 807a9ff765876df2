"""What is asked of a kind of game, and in which words: are sides balanced, or how hard is it to win."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Stakes:
    """What is at stake in a kind of game.

    In words, {title} is a scenario's title, {players} their number, {side} a side, {topic} what a report is
    about.

    id: in the keys of fixed texts, and in what says for which games these are. asks: what a report is about.
    verdicts: code of a verdict on the side that wins most -> the words before the first side's win rate.
    band: usual target range of the win rate. even: the win rate that axes mark, None for none. has_sizes:
    each number of players is a game of its own. group: what rows of a figure have in common. end: what two
    games with the same luck may have in common. won, lost: which games are, for the first side. The others
    are titles, and words in sentences.
    """

    id: str
    asks: str
    verdicts: Mapping[str, str]
    band: tuple[float, float]
    titled: str
    called: str
    result: str
    win_rates: str
    changes: str
    changed: str
    group: str
    end: str
    bots: str
    against: str
    won: str
    lost: str
    even: float | None = None
    has_sizes: bool = False


_TABLES = tomllib.loads(files("mazarbul.reports").joinpath("templates/stakes.toml").read_text("utf-8"))
SIDES, ALONE = (
    Stakes(id=name, **_TABLES[name] | {"band": tuple(_TABLES[name]["band"])}) for name in ("sides", "alone")
)
