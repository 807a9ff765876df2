"""What is typed on the command line: targets, and the texts of options."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest import mock

import typer.main
from click.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.runner import options, texts
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.toml import DataError
from tests.fuzz.kind import InputKind
from tests.fuzz.mutators import ODD_NUMBERS, ODD_WORDS, mutated

BREAK = "\x1e"  # between the words of a command
COMMANDS = tuple(
    BREAK.join(command.split())
    for command in (
        "run card_game/trilogy --games 100 --seed 7 --bot random --bot frodo=heuristic --switch joint=enemy",
        "run card_game/duel --switch auto_support=true --keep games --chunk 10 --backend threading --jobs 1",
        "run lotr_lcg/passage_through_mirkwood --deck player1=leadership --switch round_cap=20",
        "run lotr_lcg/passage_through_mirkwood --bot player1=random --bot heuristic --games 3",
        "balance card_game/duel --precision 0.5% --clear-of 50% --band 48-52%",
        "trace card_game/trilogy --seed 7 --game 3 --bot random",
        "list card_game",
    )
)
OPTION_TEXTS = (
    "0.5%",
    "0.005",
    "45-55%",
    "40% - 60%",
    "joint=enemy",
    "loaded=true",
    "round_cap=20",
    "gimli,legolas",
)
COMMAND = typer.main.get_command(cli.app)


class _Played(Exception):
    """Everything was accepted; the argument is the experiment that would be played."""


def _stop(experiment: Experiment, *_: object, **__: object) -> None:
    prepare(experiment)
    raise _Played(experiment)


def _stop_trace(_game: object, _setup: object, _bots: object, seed: int, index: int) -> Iterator[str]:
    assert 0 <= seed < 2**63
    assert 0 <= index < 2**63
    raise _Played(None)


@contextlib.contextmanager
def _nothing_played() -> Iterator[None]:
    """Make every command end where it would begin to play."""
    from mazarbul.sim.games.base import DataGame
    from mazarbul.sim.runner import run
    from mazarbul.studies import whatif

    with (
        mock.patch.object(run, "run", _stop),
        mock.patch.object(whatif, "play_to_aim", _stop),
        mock.patch.object(DataGame, "trace", _stop_trace),  # every game inherits it
    ):
        yield


def _try_command(raw: bytes, folder: Path) -> None:
    """Run a command up to where it would play."""
    words = raw.decode("utf-8", "surrogateescape").split(BREAK)
    with contextlib.chdir(folder), _nothing_played():
        result = CliRunner().invoke(COMMAND, words)
    if isinstance(result.exception, _Played):
        experiment = result.exception.args[0]
        if experiment is not None:
            _check_played(words, experiment)
        return
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code:
        assert result.exit_code in (1, 2), result.exit_code
        raise DataError(result.stderr)


def _check_played(words: list[str], experiment: Experiment) -> None:
    """Check that the experiment agrees with the options. The last of several numbers counts."""
    for name, value in itertools.pairwise(words):
        key, _, text = (part.strip() for part in value.partition("="))
        if name == "--switch":
            found = experiment.switches[key]
            assert str(found).lower() == text.lower() or int(text) == found, (value, found)
        elif name == "--deck":
            assert experiment.decks[key] == text or text.endswith((".toml", ".txt"))
        elif name in ("--games", "--seed") and words.count(name) == 1:
            assert getattr(experiment, name[2:]) == texts.number(value), (name, value)


def _command(random: Random, sample: str) -> bytes:
    words = sample.split(BREAK)
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(words))
        if words[at].isdigit() and random.random() < 0.5:
            words[at] = random.choice(ODD_NUMBERS)[:200]
            continue
        words[at] = random.choice(
            (
                random.choice(ODD_NUMBERS)[:200],
                random.choice(ODD_WORDS),
                mutated(random, words[at])[:2000],
                f"{words[at].partition('=')[0]}={random.choice(ODD_NUMBERS)[:200]}",
                "",
                *words,
            )
        )
    return BREAK.join(words).replace("\0", "").encode("utf-8", "surrogatepass")


def _try_option(raw: bytes, _folder: Path) -> None:
    """Read one text as the value of every option with its own form."""
    text, refused = raw.decode("utf-8", "surrogateescape"), 0
    readers = (
        (lambda: texts.share("--precision", text), lambda found: 0 < found < 1 and math.isfinite(found)),
        (lambda: texts.change("--clear-of", text), lambda found: -1 < found < 1),
        (lambda: texts.band("--band", text), lambda found: 0 < found[0] < found[1] < 1),
        (lambda: options.bots([text]), lambda found: len(found) == 1),
        (lambda: options.switches([text]), lambda found: len(found) == 1),
        (lambda: options.pairs("--deck", [text]), lambda found: all(a and b for a, b in found.items())),
        (lambda: texts.chosen("--cards", text, ("gimli", "legolas")), lambda found: found),
        (lambda: options.choose(text, {}, {}), lambda found: found),
    )
    for read, holds in readers:
        try:
            assert holds(read())
        except DataError:
            refused += 1
    if refused == len(readers):
        raise DataError(f"no option can be {text[:50]!r}")


def _option(random: Random, sample: str) -> bytes:
    text = random.choice(ODD_NUMBERS + ODD_WORDS) if random.random() < 0.2 else mutated(random, sample)
    return text.replace("\0", "").encode("utf-8", "surrogatepass")


KINDS = (
    InputKind("command lines", lambda: COMMANDS, _try_command, _command),
    InputKind("texts of options", lambda: OPTION_TEXTS, _try_option, _option),
)
