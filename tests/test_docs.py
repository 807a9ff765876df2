"""The examples on the pages work exactly as shown."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

from mazarbul.former import PACKAGES
from mazarbul.sim.bots.search import Search
from mazarbul.sim.games import MODULES, get
from mazarbul.sim.games.contract import HasDecks, able
from mazarbul.sim.runner.experiment import Experiment, load
from mazarbul.sim.runner.options import choose_tables
from mazarbul.sim.toml import DataError
from mazarbul.studies.aim import aim
from mazarbul.studies.knobs import load_knobs
from mazarbul.studies.study import load_study
from tests.courier.game import GAME as COURIER
from tests.test_layers import LAYERS, WINGS

ROOT = Path(__file__).resolve().parents[1]


def blocks(page: str) -> list[str]:
    """Return the TOML examples of a page."""
    return re.findall(r"```toml\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def file(tmp_path):
    """Return a function that writes an example to a file."""

    def write(text: str) -> Path:
        path = tmp_path / "example.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_overlay_of_the_data_page(file):
    setup = get("card_game").setup("trilogy", overlay=file(blocks("docs/data.md")[0]))
    assert setup.switches["joint"] == "enemy"
    assert "beacon" in {card["id"] for card in setup.catalogue["cards"]}


def test_the_deck_of_the_data_page(file):
    setup = get("card_game").setup("trilogy", decks={"frodo": file(blocks("docs/data.md")[1])})
    assert sum(card["seat"] == "frodo" for card in setup.catalogue["cards"]) == 12


def test_the_overlay_of_the_readme(file):
    game = get("card_game")
    changed = game.setup("duel", overlay=file(blocks("README.md")[0]))
    assert changed.tables_hash != game.setup("duel").tables_hash


def test_the_bot_of_the_bots_page(file):
    bot = get("card_game").bot(str(file(blocks("docs/bots.md")[0])))
    assert bot.name == "example"


def test_the_bot_of_the_bots_page_plays_the_duel_with_weights_of_its_own(file):
    game, path = get("card_game"), str(file("\n".join(blocks("docs/bots.md")[:2])))
    duel, trilogy = (game.bot(path, game.setup(name)).weights.reshape(2, -1) for name in ("duel", "trilogy"))
    ring, hand = (list(game.weights().defaults).index(name) for name in ("ring", "hand"))
    assert duel[:, [ring, hand]].tolist() == [[0.8, 1.2], [0.8, 0.9]]
    assert trilogy[:, hand].tolist() == [1.2, 1.2]


def test_the_experiment_of_the_data_page(file):
    experiment, _ = load(file(blocks("docs/data.md")[3]))
    path, inline = experiment.overlay
    assert path.name == "change.toml"
    setup = get("card_game").setup(experiment.scenario, overlay=inline)
    assert setup.tables_hash != get("card_game").setup("trilogy").tables_hash


def test_the_searching_bot_of_the_bots_page(file):
    bot = get("card_game").bot(str(file(blocks("docs/bots.md")[2])))
    assert bot.search == Search(rollouts=100)


def test_the_weaker_bot_of_the_bots_page(file):
    game = get("card_game")
    bot = game.bot(str(file(blocks("docs/bots.md")[3])), game.setup("trilogy"))
    assert bot.blunder == 0.1
    assert bot.avoid == ("action:winnow", "faction:elf")


def trainings() -> Iterator[list[str]]:
    """Yield the targets of every training on the pages of training."""
    for name in ("docs/training.md", "docs/reference/shipped-bots.md"):
        page = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        for command in re.findall(r"^(?:\$ )?mazarbul train (.*)", page, re.MULTILINE):
            yield list(takewhile(lambda word: not word.startswith("--"), shlex.split(command)))


@pytest.mark.slow
def test_the_trainings_of_the_pages_have_tables_that_can_be_trained_together():
    sizes = []
    for targets in trainings():
        experiments, _ = choose_tables(targets, {}, {}, default_games=400)
        sizes.append(len(aim(experiments).tables))
    assert {1, 2, 4, 9} == set(sizes)


def test_the_knobs_of_the_studies_page(file):
    experiment = Experiment(game="card_game", scenario="trilogy")
    draw, joint = load_knobs(file(blocks("docs/studies.md")[0]), experiment)
    assert (draw.choices, draw.printed) == ((3, 4, 5), 4)
    assert joint.printed == "captain"


PRINTED = ("card_game", "board_game", "lotr_lcg")


@pytest.mark.parametrize("path", sorted((ROOT / "configs/knobs").glob("*.toml")), ids=lambda path: path.stem)
def test_knobs_that_come_along(path):
    (game,) = (name for name in PRINTED if path.stem in get(name).scenarios())
    settings = load_knobs(path, Experiment(game=game, scenario=path.stem))
    ends = [get(game).values(path.stem, overlay=[each.overlay(end) for each in settings]) for end in (0, -1)]
    assert ends[0] != ends[1]


def test_every_scenario_has_knobs():
    scenarios = {each for name in PRINTED for each in get(name).scenarios()}
    assert scenarios <= {path.stem for path in (ROOT / "configs/knobs").glob("*.toml")}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs/studies").glob("*.toml")), ids=lambda path: path.stem
)
def test_studies_that_come_along(path):
    study, _ = load_study(path)
    assert set(study.scenarios) <= set(get(study.game).scenarios())
    for change in study.whatif:
        get(study.game).setup(change.scenario or study.scenarios[0], overlay=change.overlay)


# Excerpts -----------------------------------------------------------------------------------------


def wrong_excerpts(page: str) -> list[str]:
    """Return what is wrong with the fenced blocks of a page: each must be in the file named above it."""
    found = []
    for above, block in re.findall(r"([^\n]*)\n\n?```\w*\n(.*?)```", page, re.DOTALL):
        named = re.fullmatch(r"`([^`]+)`:", above)
        if named is None:
            found.append(f"no file is named above {block!r}")
        elif not (ROOT / named[1]).is_file():
            found.append(f"{named[1]} is not a file")
        elif f"\n{block}" not in f"\n{(ROOT / named[1]).read_text(encoding='utf-8')}":
            found.append(f"{named[1]} has no {block!r}")
    return found


def test_the_excerpts_of_a_game_are_in_its_files():
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    assert page.count("\n```") > 30
    assert wrong_excerpts(page) == []


def test_the_excerpts_of_the_tutorial_are_in_the_files_of_its_game():
    page = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
    excerpts = re.findall(r"`examples/[^\n]*\n\n```\w*\n.*?```", page, re.DOTALL)
    assert len(excerpts) == 6
    assert wrong_excerpts("\n\n".join(excerpts)) == []


@pytest.mark.parametrize(
    ("above", "block", "why"),
    [
        ("`tests/courier/ids.py`:", "FACES = 6\n", None),
        ("`tests/courier/ids.py`:", "FACES = 7\n", "has no 'FACES = 7"),
        ("`tests/courier/ids.py`:", "ACES = 6\n", "has no 'ACES = 6"),
        ("`tests/courier/ids.py`:", "FACES\n", "has no 'FACES"),
        ("`tests/courier/dice.py`:", "FACES = 6\n", "is not a file"),
        ("As everybody knows:", "FACES = 6\n", "no file is named"),
    ],
)
def test_a_wrong_excerpt_is_found(above, block, why):
    found = wrong_excerpts(f"Text.\n\n{above}\n\n```python\n{block}```\n\nText.\n")
    assert found == [] if why is None else why in found[0]


def test_what_the_courier_lacks_is_said_as_the_page_says():
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    with pytest.raises(DataError) as refused:
        able(COURIER, HasDecks)
    assert f'"{refused.value}"' in page


# Layers -------------------------------------------------------------------------------------------


def test_the_drawing_has_every_layer():
    drawing = re.findall(r"```\n(.*?)```", (ROOT / "docs/architecture.md").read_text("utf-8"), re.DOTALL)[0]
    parts = {part.replace(".", "/") for part in LAYERS} - {"sim/version"}
    for part in (*parts, "sim/version.py", "analysis", "formats", "reports", *MODULES):
        assert part in drawing, part
    assert " ──► ".join(reversed(WINGS)) in drawing


# Paths, names and links ---------------------------------------------------------------------------

#: Files of a user that pages name.
IMAGINED = (
    "change.toml",
    "knobs.toml",
    "mine.toml",
    "bots/mine.py",
    "Rangers.txt",
    "card_game/my_scenario.toml",
    "tests/scripts/R2.3_rout.txt",
)
#: Files that the program writes, and folders chosen by a user.
WRITTEN = (
    "OUT/", "runs/", "tables/", "figures/", "index.html", "findings.html", "report.md", "report/index.html",
    "game.html",
)  # fmt: skip
FILE = re.compile(r"[\w.*/-]*\w\.(py|md|toml|txt|html)")
FOLDERS = (
    "analysis", "benchmarks", "configs", "docs", "examples", "formats", "mazarbul", "reports", "sim",
    "studies", "tests", "workbench",
)  # fmt: skip


@cache
def files() -> tuple[str, ...]:
    """Return every file and folder of the repository, each with a slash before it."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in (*found, *ROOT.glob("*.*")))


def words(text: str) -> Iterator[str]:
    """Yield the words in backticks outside fenced blocks."""
    for span in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        yield from span.split()


def wrong_paths(text: str) -> list[str]:
    """Return the paths in backticks that are not in the repository, in full or as the end of a path."""
    found = []
    for word in words(text):
        path = re.sub(r"<\w+>", "*", word).rstrip("/").split(":")[0]
        is_ours = word.startswith(tuple(f"{folder}/" for folder in FOLDERS))
        if not (is_ours or FILE.fullmatch(path)) or path in IMAGINED or path.startswith(WRITTEN):
            continue
        if not (any(ROOT.glob(path)) or any(file.endswith(f"/{path}") for file in files())):
            found.append(word)
    return found


def wrong_names(text: str) -> list[str]:
    """Return the dotted names in backticks that the packages do not have."""
    found = []
    for word in words(text):
        name = re.match(rf"(?:mazarbul|tests|{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+", word)
        is_former = name is not None and name[0].split(".")[0] in PACKAGES
        if name and not FILE.fullmatch(word) and (is_former or not _is_there(name[0])):
            found.append(name[0])
    return found


def _is_there(name: str) -> bool:
    """Return whether a dotted name is that of a module, or of something in one."""
    for end in range(len(parts := name.split(".")), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False


PAGES = [
    "README.md",
    "tests/README.md",
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.md"))),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs/reference").glob("*.md"))),
]


@pytest.mark.parametrize("page", PAGES)
def test_paths_and_names_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert wrong_paths(text) == []
    assert wrong_names(text) == []


@pytest.mark.parametrize("page", PAGES)
def test_percentages_and_microseconds_are_written_as_in_reports(page):
    assert re.findall(r"\d+ (?:%|us\b)", (ROOT / page).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "word",
    [
        "sim/engine/dices.py",
        "sim/games/<game>/actions.toml",
        "conftests.py",
        "docs/rules/chess.md",
        "sim/dice/",
    ],
)
def test_a_wrong_path_is_found(word):
    assert wrong_paths(f"In `sim/engine/dice.py` and `{word}`, `python {word}`.") == [word, word]


@pytest.mark.parametrize(
    "word",
    [
        "sim/games/<game>/actions.py",
        "conftest.py",
        "runner/test_kills.py",
        "docs/rules/",
        "card_game/trilogy",
    ],
)
def test_a_right_path_is_accepted(word):
    assert wrong_paths(f"See `{word}`.") == []


def test_a_wrong_name_is_found():
    right = "`mazarbul.sim.games.contract.Game`, `mazarbul.match(...)`, `sim.py`"
    wrong = ["mazarbul.sim.games.contract.Gone", "mazarbul.sim.gone.Game", "sim.games.contract.Game"]
    assert wrong_names(f"{right}, {', '.join(f'`{name}`' for name in wrong)}") == wrong


def anchors(page: str) -> set[str]:
    """Return the targets of links to a page: its headings as GitHub spells them, and ids."""
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'id="([^"]+)"', page))


@pytest.mark.parametrize(
    "page",
    ["README.md", "tests/README.md", *(p.relative_to(ROOT).as_posix() for p in ROOT.glob("docs/**/*.md"))],
)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text):
        aim = (ROOT / page).parent / target if target else ROOT / page
        assert "//" in target or aim.exists(), target
        assert not anchor or anchor in anchors(aim.read_text(encoding="utf-8")), anchor
