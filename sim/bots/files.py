"""Bots by name: a file in `configs/bots/<game>/`, or a user's own file."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from mazarbul.sim.bots import installed
from mazarbul.sim.bots.bot import AVOID, BLUNDER, Bot, BotText, in_order, read_text, usual_bot
from mazarbul.sim.bots.network_files import Network, general, load_network
from mazarbul.sim.bots.search import LIMITS, Search
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.toml import DataError, Document, ends_in, nearest, user_path

FOLDER = Path(__file__).resolve().parents[2] / "configs" / "bots"
SUFFIX = ".toml"
SEARCH = "search"  # policy, and table of its options
SCENARIOS = "scenarios"  # table of weights that differ for a scenario
BY = "by"  # a key of that table
WEIGHTS = "weights"  # table of weights for all sides
NETWORK = "network"  # a file
NETWORKS = "networks"  # table: scenario -> file
OTHERS = "others"  # key of that table: the file for all other scenarios


@dataclass(frozen=True)
class BotSpec:
    """What the bots of a game can be made from.

    policies: policy name -> number. weights: what the policies read. sides: the names of the sides; a bot's
    weights are those of the first side, then of the second. own_folder: folder of its named bots' files, if
    it is not the game's in `configs/bots`. can_search: whether its kernels can play simulated games.
    can_learn: whether its bots can have networks. scenarios: those that come with the game. scenario: the one
    to be played, "" if that is not known yet. parts: its quests, if it is a campaign.
    """

    game: str
    policies: Mapping[str, int]
    weights: Weights
    sides: Sequence[str]
    own_folder: Path | None = None
    can_search: bool = False
    can_learn: bool = False
    scenarios: Collection[str] = ()
    scenario: str = ""
    parts: Sequence[str] = ()

    @property
    def valid_policies(self) -> list[str]:
        """The policies that a bot's file may name."""
        return [*self.policies, *([SEARCH] if self.can_search else [])]

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

    text: one of `available_bots` or a TOML file, with added words (see `mazarbul.sim.bots.bot`); `search:200`
    is a bot that searches, with 200 rollouts. A file has `policy`, an optional `summary`, a table `weights`,
    for each side an optional table of weights that differ for it, and optionally `avoid` and `blunder`. A
    table `scenarios` has tables of the same kind for some scenarios, with weights that differ there. With
    `policy = "search"` it may have a table `search` (see `mazarbul.sim.bots.search`), in which `by` is the
    text of the bot that plays the simulated games. `network` is a file (see
    `mazarbul.sim.bots.network_files`), or "" for none; a table `networks` has one for each scenario, and
    perhaps `others`; the quests of a campaign have their own. With `like`, the text of another bot, it starts
    from everything in that bot, and has its policy if none is given. Raises DataError for an unknown name,
    key or weight, or an invalid value.
    """
    return _loaded(spec, text, Path(), ())


def _loaded(spec: BotSpec, text: str, folder: Path, above: tuple[Path, ...]) -> Bot:
    """Return a bot. folder: searched for its file. above: files that led to it by `like`."""
    words = read_text(text)
    if ends_in(words.name, SUFFIX):
        path = folder / user_path(words.name)
        bot = _of_file(spec, path, above)
        name = path.stem
    else:
        bot = _named(spec, words, above)
        name = words.name
    return replace(
        bot,
        name=words.called(name),
        avoid=in_order((*bot.avoid, *words.avoid)),
        blunder=bot.blunder if words.blunder is None else words.blunder,
    )


def _named(spec: BotSpec, words: BotText, above: tuple[Path, ...]) -> Bot:
    """Return the bot with a name such as `heuristic` or `search:200`."""
    known = spec.names
    name, colon, number = words.name.partition(":")
    if name not in known:
        valid = known if above else [*known, *installed.names()]  # files start from bots of the game
        message = f"unknown bot {words.name!r}; valid: {', '.join(valid)}"
        if ends_in(words.name, ".py"):
            call = f"name the function or class in it too, as in {words.name}:NAME"
            message = f"the bot {words.name!r} is a file in Python: {call}"
        raise DataError(message, suggestion=nearest(name, valid))
    bot = _of_file(spec, spec.folder / f"{name}{SUFFIX}", above)
    if not colon:
        return bot
    if bot.search is None:
        raise DataError(f"bot {words.name!r}: only a bot that searches takes a number of rollouts")
    low, high = LIMITS["rollouts"]
    if not (number.isascii() and number.isdigit() and low <= int(number[:9]) <= high):
        raise DataError(f"bot {words.name!r}: write {name}:N, with {low} to {high} rollouts a decision")
    return replace(bot, search=replace(bot.search, rollouts=int(number)))


def _of_file(spec: BotSpec, path: Path, above: tuple[Path, ...]) -> Bot:
    """Return the bot that a file describes."""
    document = Document.load(path)
    keys = ("policy", "summary", "like", AVOID, BLUNDER, WEIGHTS, *spec.sides, SCENARIOS)
    keys += (SEARCH,) if spec.can_search else ()
    keys += (NETWORK, NETWORKS) if spec.can_learn else ()
    for key in document.data:
        if key not in keys:
            message = f"unknown key {key!r}; valid: {', '.join(keys)}"
            raise document.error((key,), message, nearest(key, keys), key=True)
    base = _base(spec, document, path, above)
    policy = document.data.get("policy")
    valid = spec.valid_policies
    if policy not in valid and not (base and policy is None):
        raise document.error(("policy",), f"policy must be one of {', '.join(valid)}, not {policy!r}")
    search, by = _search(spec, document, path, above, base)
    like, base = base, by or base  # `by` says how the simulated games are played, not what the bot avoids
    defaults = spec.weights.defaults
    starts: Any = base.weights.reshape(len(spec.sides), -1) if base else [defaults.values()] * len(spec.sides)
    tables = _tables(spec, document)
    values: list[float] = []
    for side, start in zip(spec.sides, starts, strict=True):
        own = dict(zip(defaults, map(float, start), strict=True))
        for table in tables:
            for key in (WEIGHTS, side):
                own |= _numbers(document, (*table, key), defaults)
        values += own.values()
    return Bot(
        name=path.stem,
        policy=base.policy if base and policy in (None, SEARCH) else spec.policies[policy],
        weights=np.array(values, np.float64),
        search=search,
        avoid=in_order((*(like.avoid if like else ()), *_avoid(document))),
        blunder=_blunder(document, like.blunder if like else 0.0),
        **_network(spec, document, path, base),
    )


def _base(spec: BotSpec, document: Document, path: Path, above: tuple[Path, ...]) -> Bot | None:
    """Return the bot that a file names by `like`, if it does."""
    return _linked(spec, document, ("like",), path, above) if "like" in document.data else None


def _linked(
    spec: BotSpec, document: Document, key: tuple[str, ...], path: Path, above: tuple[Path, ...]
) -> Bot:
    """Return the bot whose text stands at a key of a file."""
    text, name = document.data, key[-1]
    for part in key:
        text = text[part]
    if not isinstance(text, str):
        raise document.error(key, f"{name!r} must be the text of another bot, not {text!r}")
    if path.resolve() in above:
        raise document.error(key, f"{name!r} leads back to this bot: name another one")
    try:
        return _loaded(spec, text, path.parent, (*above, path.resolve()))
    except DataError as error:
        if error.file is not None:
            raise
        raise document.error(key, error.message, error.suggestion) from None


def _search(
    spec: BotSpec, document: Document, path: Path, above: tuple[Path, ...], base: Bot | None
) -> tuple[Search | None, Bot | None]:
    """Return how the bot of a file searches, and the bot of its simulated games if that is given or needed.

    base: the bot that the file starts from.
    """
    policy, table = document.data.get("policy"), document.data.get(SEARCH, {})
    inherited = base.search if base else None
    if policy not in (None, SEARCH) or (policy is None and inherited is None):
        if table:
            raise document.error((SEARCH,), f'only a bot with policy = "{SEARCH}" has a table {SEARCH!r}')
        return None, None
    if not isinstance(table, dict):
        raise document.error((SEARCH,), f"{SEARCH!r} must be a table of options")
    found = inherited or Search()
    for key, value in table.items():
        if key == BY:
            continue
        if key not in LIMITS:
            valid = (BY, *LIMITS)
            message = f"unknown option {key!r}; valid: {', '.join(valid)}"
            raise document.error((SEARCH, key), message, nearest(key, valid), key=True)
        (low, high), kind = LIMITS[key], type(LIMITS[key][0])
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high or kind(value) != value:
            what = "a whole number" if kind is int else "a number"
            raise document.error((SEARCH, key), f"{key!r} must be {what} from {low} to {high}, not {value!r}")
        changed: dict[str, Any] = {key: kind(value)}
        found = replace(found, **changed)
    if BY not in table:
        usual = usual_bot(spec.names)
        return found, None if base else _loaded(spec, usual, path.parent, (*above, path.resolve()))
    by = _linked(spec, document, (SEARCH, BY), path, above)
    if by.search is not None:
        raise document.error((SEARCH, BY), "the bot of the simulated games must be one that does not search")
    if by.avoid or by.blunder:
        raise document.error(
            (SEARCH, BY), "the bot of the simulated games neither avoids anything nor blunders"
        )
    return found, by


def _network(spec: BotSpec, document: Document, path: Path, base: Bot | None) -> dict[str, Any]:
    """Return the network of the bot of a file, and those for the quests of a campaign, as fields of a bot.

    It is that of a file, that of the scenario or quest, or its base's. base: the bot that the file starts
    from, or that plays its simulated games.
    """
    table = document.data.get(NETWORKS, {})
    if NETWORK in document.data and table:
        raise document.error((NETWORKS,), f"give {NETWORK!r} or a table {NETWORKS!r}, not both")
    if not isinstance(table, dict):
        raise document.error((NETWORKS,), f"{NETWORKS!r} must be a table: scenario = file")
    for name in table:
        if name not in (*spec.scenarios, OTHERS):
            message = f"unknown scenario {name!r}; valid: {', '.join(spec.scenarios)}, {OTHERS}"
            raise document.error((NETWORKS, name), message, nearest(name, spec.scenarios), key=True)
    if NETWORK in document.data:
        return {"network": _read_network(document, path, (NETWORK,))}
    if not table:
        return {"network": base.network, "parts": base.parts} if base else {}
    found = [
        _read_network(document, path, (NETWORKS, name if name in table else OTHERS))
        for name in spec.parts or (spec.scenario,)
    ]
    if not spec.parts:
        return {"network": found[0]}
    return {"parts": tuple(each and general(each) for each in found)}  # all quests with the same weights


def _read_network(document: Document, path: Path, key: tuple[str, ...]) -> Network | None:
    """Return the network that a value of a bot's file names, None for none."""
    text = document.data[NETWORK] if key == (NETWORK,) else document.data[NETWORKS].get(key[1], "")
    if not isinstance(text, str):
        raise document.error(key, f"a network must be a file, not {text!r}")
    if not text:
        return None
    network = load_network(path.parent / user_path(text))
    return general(network) if key == (NETWORKS, OTHERS) else network


def written(
    like: str,
    summary: str,
    weights: Mapping[str, Mapping[str, float]],
    notes: Sequence[str] = (),
    scenario: str | None = None,
) -> str:
    """Return the text of a bot's file, which `load_bot` reads.

    like: text of the bot that it starts from. summary: one line. weights: side -> weight name -> value.
    notes: lines of a comment above everything. scenario: the one that comes with the game for which alone
    the weights are; None for general weights.
    """
    above = f"{SCENARIOS}.{scenario}." if scenario else ""
    lines = [f"# {note}".rstrip() for note in notes]
    lines += ["", f"summary = {_quoted(summary)}", f"like = {_quoted(like)}"]
    for side, values in weights.items():
        lines += ["", f"[{above}{side}]", *(f"{name} = {value!r}" for name, value in values.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def _quoted(text: str) -> str:
    """Return a text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


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


def _tables(spec: BotSpec, document: Document) -> list[tuple[str, ...]]:
    """Return where a file has tables of weights for the scenario to be played, the general ones first."""
    scenarios = document.data.get(SCENARIOS, {})
    if not isinstance(scenarios, dict):
        raise document.error((SCENARIOS,), f"{SCENARIOS!r} must be a table of scenarios")
    valid = (WEIGHTS, *spec.sides)
    for name, table in scenarios.items():
        if name not in spec.scenarios:
            message = f"unknown scenario {name!r}; valid: {', '.join(spec.scenarios)}"
            raise document.error((SCENARIOS, name), message, nearest(name, spec.scenarios), key=True)
        if not isinstance(table, dict):
            raise document.error((SCENARIOS, name), f"{name!r} must be a table of tables: {', '.join(valid)}")
        for key in table:
            if key not in valid:
                message = f"unknown key {key!r}; valid: {', '.join(valid)}"
                raise document.error((SCENARIOS, name, key), message, nearest(key, valid), key=True)
            _numbers(document, (SCENARIOS, name, key), spec.weights.defaults)
    return [(), *([(SCENARIOS, spec.scenario)] if spec.scenario in scenarios else [])]


def _numbers(document: Document, table: tuple[str, ...], names: Collection[str]) -> dict[str, float]:
    """Return the weights of one table of a bot's file, checked. table: the keys that lead to it."""
    rows = document.data
    for key in table:
        rows = rows.get(key, {})
    if not isinstance(rows, dict):
        raise document.error(table, f"{table[-1]!r} must be a table of weights")
    for key, value in rows.items():
        if key not in names:
            raise document.error((*table, key), f"unknown weight {key!r}", nearest(key, names), key=True)
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise document.error((*table, key), f"weight {key!r} must be a number, not {value!r}")
    return {key: float(value) for key, value in rows.items()}
