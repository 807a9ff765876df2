"""The chapter about this game in docs/play-script.md: it has every word, and its example works."""

import re
from pathlib import Path

import pytest

from mazarbul.sim.engine.actions import packed
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.game import GAME
from mazarbul.sim.games.board_game.text.expectations import EXPECTATIONS
from mazarbul.sim.games.board_game.text.position_reader import PositionReader
from mazarbul.sim.games.board_game.text.reasons import MOVES
from tests.board_game.board import PLAIN, names_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "play-script.md"
CHAPTER = PAGE.read_text(encoding="utf-8").split("\n## War of the Ring, the board game\n")[1]
ACTIONS = [kind for kind in actions.KINDS if kind.number != actions.TURN]
#: In the chapter about all games.
ELSEWHERE = {"also", "sealed"}


@pytest.mark.parametrize("word", sorted(PositionReader.statements().keys() - ELSEWHERE))
def test_a_statement_is_on_the_page(word):
    assert re.search(rf"`{word}\b", CHAPTER)


@pytest.mark.parametrize("word", EXPECTATIONS)
def test_an_expectation_is_on_the_page(word):
    assert re.search(rf"`(expect )?{word}\b", CHAPTER)


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.name)
def test_an_action_is_on_the_page(kind):
    text = MOVES.text(names_of(), packed(kind.number))
    assert re.search(rf"`{text.split()[0]}\b", CHAPTER)


@PLAIN
@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_the_example_of_the_page():
    text = re.findall(r"```text\n(.*?)```", CHAPTER, re.DOTALL)[0]
    assert GAME.script(Path("page.txt")).run(text)[-1] == "page.txt: 1 expectations hold"
