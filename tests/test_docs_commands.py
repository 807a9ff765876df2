"""Every command on the pages and in the help texts is understood, and names files that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from sim.cli import app
from sim.games import get

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
        COMMANDS[name].make_context(name, [OPEN.sub("1", word) for word in rest])
    except Exception as error:  # noqa: BLE001
        if not (len(rest) < 2 and "Missing" in str(error)):
            return str(error)
    return next(filter(None, map(_missing, rest)), None)


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
        ("mazarbul balance card_game/duel --games many", "integer"),
        ("mazarbul balance card_game/duell", "no scenario card_game/duell"),
        ("mazarbul study configs/studies/cards.toml", "no configs/studies/cards.toml"),
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
