"""What the pages show works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.games import get, names
from sim.runner.experiment import Experiment, load
from studies.knobs import load_knobs
from studies.study import load_study

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


def test_the_experiment_of_the_data_page(file):
    experiment, _ = load(file(blocks("docs/data.md")[3]))
    path, inline = experiment.overlay
    assert path.name == "change.toml"
    setup = get("card_game").setup(experiment.scenario, overlay=inline)
    assert setup.tables_hash != get("card_game").setup("trilogy").tables_hash


def test_the_weaker_bot_of_the_bots_page(file):
    game = get("card_game")
    bot = game.bot(str(file(blocks("docs/bots.md")[1])), game.setup("trilogy"))
    assert bot.blunder == 0.1
    assert bot.avoid == ("action:winnow", "faction:elf")


def test_the_knobs_of_the_studies_page(file):
    experiment = Experiment(game="card_game", scenario="trilogy")
    draw, joint = load_knobs(file(blocks("docs/studies.md")[0]), experiment)
    assert (draw.choices, draw.printed) == ((3, 4, 5), 4)
    assert joint.printed == "captain"


@pytest.mark.parametrize("path", sorted((ROOT / "configs/knobs").glob("*.toml")), ids=lambda path: path.stem)
def test_knobs_that_come_along(path):
    (game,) = (name for name in names() if path.stem in get(name).scenarios())
    assert load_knobs(path, Experiment(game=game, scenario=path.stem))


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs/studies").glob("*.toml")), ids=lambda path: path.stem
)
def test_studies_that_come_along(path):
    study, _ = load_study(path)
    assert set(study.scenarios) <= set(get(study.game).scenarios())
    for change in study.whatif:
        get(study.game).setup(change.scenario or study.scenarios[0], overlay=change.overlay)


@pytest.mark.parametrize(
    "page", [path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")] + ["README.md"]
)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert "//" in target or ((ROOT / page).parent / target).exists(), target
