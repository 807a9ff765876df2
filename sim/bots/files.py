"""Bots by name: a file in `configs/bots/<game>/`, or a user's own file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sim.bots.bot import AVOID, BLUNDER, Bot, in_order, read_text
from sim.bots.weights import Weights
from sim.toml import DataError, Document, nearest

FOLDER = Path(__file__).resolve().parents[2] / "configs" / "bots"
SUFFIX = ".toml"


@dataclass(frozen=True)
class BotSpec:
    """What the bots of a game can be made from.

    policies: policy name -> number. weights: what the policies read. sides: the names of the sides; a bot's
    weights are those of the first side, then of the second. own_folder: folder of its named bots' files, if
    it is not the game's in `configs/bots`.
    """

    game: str
    policies: Mapping[str, int]
    weights: Weights
    sides: Sequence[str]
    own_folder: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder of the files of its named bots."""
        return self.own_folder or FOLDER / self.game

    @property
    def names(self) -> list[str]:
        """The names of the bots that come with the game."""
        return sorted(path.stem for path in self.folder.glob(f"*{SUFFIX}"))


def available_bots(spec: BotSpec) -> dict[str, str]:
    """Return the bots that come with a game: name -> one line of help."""
    return {
        name: str(Document.load(spec.folder / f"{name}{SUFFIX}").data.get("summary", ""))
        for name in spec.names
    }


def load_bot(spec: BotSpec, text: str) -> Bot:
    """Return a bot of the game.

    text: one of `available_bots` or a TOML file, with added words (see `sim.bots.bot`). A file has
    `policy`, an optional `summary`, a table `weights`, for each side an optional table of weights
    that differ for it, and optionally `avoid` and `blunder`. With `like`, the text of another bot, it
    starts from everything in that bot, and has its policy if none is given. Raises DataError for an
    unknown name, key or weight, or an invalid value.
    """
    return _loaded(spec, text, Path(), ())


def _loaded(spec: BotSpec, text: str, folder: Path, above: tuple[Path, ...]) -> Bot:
    """Return a bot. folder: searched for its file. above: files that led to it by `like`."""
    words = read_text(text)
    is_file = words.name.endswith(SUFFIX)
    path = folder / words.name if is_file else spec.folder / f"{words.name}{SUFFIX}"
    known = spec.names
    if not is_file and words.name not in known:
        message = f"unknown bot {words.name!r}; valid: {', '.join(known)}"
        raise DataError(message, suggestion=nearest(words.name, known))
    bot = _of_file(spec, path, above)
    return Bot(
        name=words.called(path.stem),
        policy=bot.policy,
        weights=bot.weights,
        avoid=in_order((*bot.avoid, *words.avoid)),
        blunder=bot.blunder if words.blunder is None else words.blunder,
    )


def _of_file(spec: BotSpec, path: Path, above: tuple[Path, ...]) -> Bot:
    """Return the bot that a file describes."""
    document = Document.load(path)
    keys = ("policy", "summary", "like", AVOID, BLUNDER, "weights", *spec.sides)
    for key in document.data:
        if key not in keys:
            message = f"unknown key {key!r}; valid: {', '.join(keys)}"
            raise document.error((key,), message, nearest(key, keys), key=True)
    base = _base(spec, document, path, above)
    policy = document.data.get("policy")
    is_known = isinstance(policy, str) and policy in spec.policies
    if not is_known and not (base and policy is None):
        valid = ", ".join(spec.policies)
        raise document.error(("policy",), f"policy must be one of {valid}, not {policy!r}")
    defaults = spec.weights.defaults
    starts = base.weights.reshape(len(spec.sides), -1) if base else [defaults.values()] * len(spec.sides)
    values: list[float] = []
    for side, start in zip(spec.sides, starts, strict=True):
        own = dict(zip(defaults, map(float, start), strict=True))
        own |= _numbers(document, "weights", defaults) | _numbers(document, side, defaults)
        values += own.values()
    return Bot(
        name=path.stem,
        policy=base.policy if base and policy is None else spec.policies[policy],
        weights=np.array(values, np.float64),
        avoid=in_order((*(base.avoid if base else ()), *_avoid(document))),
        blunder=_blunder(document, base.blunder if base else 0.0),
    )


def _base(spec: BotSpec, document: Document, path: Path, above: tuple[Path, ...]) -> Bot | None:
    """Return the bot that a file names by `like`, if it does."""
    if "like" not in document.data:
        return None
    text, chain = document.data["like"], (*above, path.resolve())
    if not isinstance(text, str):
        raise document.error(("like",), f"'like' must be the text of another bot, not {text!r}")
    if path.resolve() in above:
        raise document.error(("like",), "'like' leads back to this bot: name another one")
    try:
        return _loaded(spec, text, path.parent, chain)
    except DataError as error:
        if error.file is not None:
            raise
        raise document.error(("like",), error.message, error.suggestion) from None


def _avoid(document: Document) -> tuple[str, ...]:
    words = document.data.get(AVOID, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise document.error((AVOID,), f'{AVOID!r} must be a list of words such as "card:gimli"')
    return tuple(words)


def _blunder(document: Document, default: float) -> float:
    share = document.data.get(BLUNDER, default)
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise document.error((BLUNDER,), f"{BLUNDER!r} must be a share from 0 to 1, not {share!r}")
    return float(share)


def _numbers(document: Document, table: str, names: Collection[str]) -> dict[str, float]:
    """Return the weights of one table of a bot's file, checked."""
    rows = document.data.get(table, {})
    if not isinstance(rows, dict):
        raise document.error((table,), f"{table!r} must be a table of weights")
    for key, value in rows.items():
        if key not in names:
            raise document.error((table, key), f"unknown weight {key!r}", nearest(key, names), key=True)
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise document.error((table, key), f"weight {key!r} must be a number, not {value!r}")
    return {key: float(value) for key, value in rows.items()}
