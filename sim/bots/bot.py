"""A bot, and its text form: a name or a file, then what it avoids and how often it blunders.

heuristic avoid=card:gandalf_the_grey avoid=action:ring blunder=0.2
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from mazarbul.sim.bots.network_files import Network
from mazarbul.sim.bots.search import Search
from mazarbul.sim.toml import DataError, nearest

RANDOM_BOT = "random"  # every game has a bot with this name
#: The bots that play where none is named, the best first: the first one that a game has.
USUAL_BOTS = ("expert", "heuristic", RANDOM_BOT)
AVOID, BLUNDER = "avoid", "blunder"
_MODIFIER = re.compile(r"(?<!\s)\s+(?=[a-z_]+=)")
_SEATED = re.compile(r"\s*([^\s=]+)\s*=\s*(.*)", re.DOTALL)


@dataclass(frozen=True)
class Bot:
    """A bot in the form that kernels use: policy number and its weights (float64).

    name: canonical text, with the words added to the name or file. avoid: sorted words of the game such
    as `card:gimli`; the bot does what they name only if nothing else is possible. blunder: chance, 0 to 1,
    that a decision is made at random. search: how it searches, None if it does not; policy and weights are
    then those of its simulated games. network: what corrects its scores, there too; None for nothing. parts:
    the same for each quest of a campaign, instead of `network`.
    """

    name: str
    policy: int
    weights: np.ndarray
    avoid: tuple[str, ...] = ()
    blunder: float = 0.0
    search: Search | None = None
    network: Network | None = None
    parts: tuple[Network | None, ...] = ()

    def for_part(self, number: int) -> Bot:
        """Return the bot as it plays a quest of a campaign."""
        return replace(self, network=self.parts[number], parts=()) if self.parts else self


@dataclass(frozen=True)
class BotText:
    """The parts of a bot's text. name: a bot or a file. blunder: None if not given."""

    name: str
    avoid: tuple[str, ...] = ()
    blunder: float | None = None

    def called(self, name: str) -> str:
        """Return the canonical text for a bot called `name`: each word once, in order."""
        words = [f"{AVOID}={word}" for word in self.avoid]
        words += [f"{BLUNDER}={self.blunder:.10g}"] if self.blunder else []
        return " ".join((name, *words))


def usual_bot(names: Collection[str]) -> str:
    """Return the bot that plays where none is named. names: of the bots that come with a game."""
    return next(name for name in USUAL_BOTS if name in names)


def split_text(text: str) -> tuple[str, list[str]]:
    """Return the name or file at the start of a bot's text, and the words `key=value` after it."""
    name, *words = _MODIFIER.split(text.strip())
    return name, [word.strip() for word in words]


def split_seat(text: str) -> tuple[str, str]:
    """Return the seat and the bot of a text such as "frodo=heuristic blunder=0.1"; the seat is "" if none."""
    found = _SEATED.fullmatch(text)
    return (found[1], found[2].strip()) if found else ("", text.strip())


def read_text(text: str) -> BotText:
    """Return the parts of a bot's text; raises DataError for a word that cannot be read."""
    name, words = split_text(text)
    avoid: list[str] = []
    blunder: float | None = None
    for word in words:
        key, _, value = word.partition("=")
        if key == AVOID:
            avoid.append(value)
        elif key == BLUNDER and blunder is None:
            blunder = _share(text, value)
        elif key == BLUNDER:
            raise DataError(f"bot {text!r}: {BLUNDER!r} is given twice")
        else:
            message = f"bot {text!r}: unknown word {key!r}; valid: {AVOID}=KIND:NAME, {BLUNDER}=SHARE"
            raise DataError(message, suggestion=nearest(key, (AVOID, BLUNDER)))
    return BotText(name, in_order(avoid), blunder)


def in_order(words: Iterable[str]) -> tuple[str, ...]:
    """Return words sorted, each once."""
    return tuple(sorted(set(words)))


def check_avoided(bots: Iterable[Bot], known: Collection[str]) -> None:
    """Raise DataError for the first avoided word of a bot that is not among the `known` ones."""
    kinds = list(dict.fromkeys(word.partition(":")[0] for word in known))
    for bot in bots:
        for word in bot.avoid:
            kind, colon, thing = word.partition(":")
            if not colon or kind not in kinds:
                message = (
                    f"bot {bot.name!r} cannot avoid {word!r}; write {', '.join(f'{k}:NAME' for k in kinds)}"
                )
                raise DataError(message, suggestion=nearest(kind, kinds))
            if word not in known:
                things = [each.partition(":")[2] for each in known if each.startswith(f"{kind}:")]
                near = nearest(thing, things)
                listed = "" if near or len(things) > 12 else f"; valid: {', '.join(things)}"
                raise DataError(
                    f"bot {bot.name!r} avoids the unknown {kind} {thing!r}{listed}",
                    suggestion=near and f"{kind}:{near}",
                )


def _share(text: str, value: str) -> float:
    """Return a share from 0 to 1."""
    try:
        share = float(value)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise DataError(f"bot {text!r}: {BLUNDER} must be a share from 0 to 1, not {value!r}")
    return share
