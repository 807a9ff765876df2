"""Every command on the pages and in the help texts is understood, and names files that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import typer.main

from mazarbul.sim.cli import app
from mazarbul.sim.games import get
from mazarbul.sim.games.contract import HasDecks
from mazarbul.sim.games.seating import default_bot
from mazarbul.sim.runner import options
from mazarbul.sim.runner.experiment import prepare
from mazarbul.sim.toml import DataError

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs/tutorials").glob("*.py"))
)
COMMANDS = typer.main.get_command(app).commands
#: Options without a command.
ALONE = ("--version", "--help", "--install-completion")
#: What stands for something of the reader's: capitals, in the place of a number or a path.
OPEN = re.compile(r"\b[A-Z]{1,}(?:_[A-Z])?\b(?![=\d-])")
#: What is played: a scenario that is there, perhaps with decks.
PLAYED = re.compile(r"(card_game|lotr_lcg|board_game)/\w+(?![\w.])")
#: Bots and decks of the reader: files, and what is called "my".
READERS = re.compile(r"1|my_\w+|(?!configs/).*\.(toml|txt|py)\b.*")


def written(text: str) -> Iterator[str]:
    """Yield the commands of a text: lines of blocks, and words in backticks."""
    text = re.sub(r"^# ?", "", text, flags=re.MULTILINE) if text.startswith("# %%") else text
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if language in ("sh", "console"):
            for line in block.replace("\\\n", " ").splitlines():
                for part in line.split("&&"):
                    found = re.match(r"\s*(?:\$ )?(?:\S*/)?(mazarbul .*)", part)
                    yield from [found[1]] if found else []
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for span in re.findall(r"`(mazarbul [^`]+)`", outside):
        yield " ".join(span.split())


def helped() -> Iterator[str]:
    """Yield the examples of all help texts."""
    for command in COMMANDS.values():
        for line in (command.help or "").replace("\\\n", " ").splitlines():
            found = re.match(r"\s+(mazarbul \S.*?)(?:\s{3,}.*)?$", line)
            yield from [found[1]] if found else []


def wrong(command: str) -> str | None:
    """Return what is wrong with a command, None if nothing is."""
    words = shlex.split(command, comments=True)[1:]
    words = [word for word in words if word != "..."]
    if not words or words[0].startswith("-"):
        return None if words in ([], *([option] for option in ALONE)) else f"no option {words[0]}"
    name, *rest = words
    if name not in COMMANDS:
        return f"no command {name!r}"
    if not rest or "--help" in rest:
        return None
    options = [word for word in rest if word.startswith("--")]
    known = {each for parameter in COMMANDS[name].params for each in parameter.opts}
    if unknown := [each for each in options if each.partition("=")[0] not in known]:
        return f"{name} has no option {unknown[0]}"
    try:
        read = COMMANDS[name].make_context(name, [OPEN.sub("1", word) for word in rest]).params
    except Exception as error:  # noqa: BLE001
        return None if len(rest) < 2 and "Missing" in str(error) else str(error)
    return next(filter(None, map(_missing, rest)), None) or _unplayable(read)


def _unplayable(read: Mapping[str, object]) -> str | None:
    """Return why what a command names cannot be played: its seats, bots, decks and switches.

    read: the options of the command. What is the reader's stands for something that is there.
    """
    targets = tuple(read.get("targets") or [read.get("target") or ""])
    if not all(map(PLAYED.match, targets)):
        return None
    given = (tuple(read.get(option) or ()) for option in ("bot", "switch", "deck"))
    seat = read.get("seat") or ()
    return _refused(targets, *given, (seat,) if isinstance(seat, str) else tuple(seat))


@cache
def _refused(targets, bots, switches, decks, seats) -> str | None:
    """Return the message that refuses words of the command line, None if all can be played."""
    game = get(PLAYED.match(targets[0])[1])
    shipped = game.decks() if isinstance(game, HasDecks) else ()
    free = (deck for deck in shipped if not any(deck in word for word in decks))
    decks = {at: _there(deck, next(free)) for at, deck in options.pairs("--deck", decks).items()}
    what = {"switches": options.switches(switches), "decks": decks}
    try:
        for word in bots or (default_bot(game),):  # one by one: an audit has several for all seats
            what["bots"] = {at: _there(bot, default_bot(game)) for at, bot in options.bots([word]).items()}
            for experiment in options.choose_tables(targets, what, {}, default_games=1)[0]:
                setup = prepare(experiment)[1]
                if unknown := [seat for seat in seats if seat not in setup.seats]:
                    return f"no seat {unknown[0]!r}"
    except DataError as error:
        return str(error)
    return None


def _there(word: str, other: str) -> str:
    """Return a bot or a deck, or another one if it is the reader's."""
    return other if READERS.fullmatch(word) else word


def _missing(word: str) -> str | None:
    """Return what a word names that does not exist: a file of the repository, or a scenario."""
    for part in word.split():
        path = part.partition("=")[2] or part
        if path.startswith(("configs/", "examples/", "tests/")) and not (ROOT / path).exists():
            return f"there is no {path}"
        found = re.fullmatch(r"(card_game|lotr_lcg|board_game)/(\w+)", path)
        if found and found[2] not in get(found[1]).scenarios():
            return f"there is no scenario {path}"
    return None


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_a_page_are_understood(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [(command, fault) for command in written(text) if (fault := wrong(command))] == []


def test_there_are_commands_to_look_at():
    texts = [(ROOT / page).read_text(encoding="utf-8") for page in PAGES]
    assert sum(1 for text in texts for _ in written(text)) > 80
    assert sum(1 for _ in helped()) > 40


def test_examples_of_help_texts_are_understood():
    assert [(command, fault) for command in helped() if (fault := wrong(command))] == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("mazarbul ballance card_game/duel", "no command 'ballance'"),
        ("mazarbul balance card_game/duel --gamse 5", "has no option --gamse"),
        ("mazarbul balance card_game/duel --games many", "whole number"),
        ("mazarbul balance card_game/duell", "no scenario card_game/duell"),
        ("mazarbul study configs/studies/cards.toml", "no configs/studies/cards.toml"),
        ("mazarbul run card_game/duel --bot frodo=random", "unknown seat of card_game/duel"),
        ("mazarbul run card_game/duel --bot frodo=my_bot.toml", "'frodo'"),
        ("mazarbul run card_game/duel --bot gandalf=clever", "'clever'"),
        ("mazarbul run card_game/duel --switch jiont=enemy", "'jiont'"),
        ("mazarbul run card_game/trilogy --switch joint=friend", "'friend'"),
        ("mazarbul run lotr_lcg/passage_through_mirkwood --deck frodo=spirit", "'frodo'"),
        ("mazarbul run lotr_lcg/passage_through_mirkwood --deck player1=spirits", "'spirits'"),
        ("mazarbul train 'lotr_lcg/passage_through_mirkwood player1=spirits'", "'spirits'"),
        ("mazarbul swap lotr_lcg/passage_through_mirkwood --seat frodo --add gandalf", "'frodo'"),
    ],
)
def test_a_wrong_command_is_found(command, said):
    assert said in wrong(command)


@pytest.mark.parametrize(
    "command",
    [
        "mazarbul run GAME/SCENARIO --games N --seed S --jobs J --out DIR",
        "mazarbul balance card_game/duel --bot witch_king=random  # a comment",
        "mazarbul --version",
    ],
)
def test_a_right_command_is_accepted(command):
    assert wrong(command) is None
