"""The weights of every game's bots: each is declared once, read by a kernel, and settable in a bot's file."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from mazarbul.sim import games
from mazarbul.sim.bots.files import written
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.games.document import FOLDER, weights
from tests.courier.game import GAME as COURIER

GAMES = [*map(games.get, games.MODULES), COURIER]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def read_in(sources: Iterable[str]) -> set[str]:
    """Return the weights that some sources read, as the names after `W.`."""
    return {
        node.attr.lower()
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "W"
    }


@every_game
def test_a_weight_has_a_name_a_default_and_a_line_of_help(game):
    own = game.weights()
    names = [row.name for row in own.rows]
    assert len(set(names)) == len(names) == len(own)
    assert own.index._fields == tuple(name.upper() for name in names)
    assert tuple(own.index) == tuple(range(len(own)))
    assert own.defaults == {row.name: row.default for row in own.rows}
    for row in own.rows:
        assert row.name.isidentifier(), row
        assert row.name == row.name.lower(), row
        assert np.isfinite(row.default), row
        assert row.help, row
        assert row.help == row.help.strip().rstrip("."), row
        assert "\n" not in row.help, row
    assert own.unit.startswith("one ")


@every_game
def test_the_kernels_of_a_game_read_every_weight(game):
    files = Path(inspect.getfile(type(game))).parent.rglob("*.py")
    read = read_in(path.read_text(encoding="utf-8") for path in files)
    assert read ^ set(game.weights().defaults) == set()


def test_a_weight_that_nothing_reads_is_found():
    assert read_in(["m.w[W.CARD] * x.w[V.RING]", "# W.POINT\nf(m.w[W.DIG_PLAY])"]) == {"card", "dig_play"}


@every_game
def test_a_bots_file_sets_every_weight_of_every_side(game, tmp_path):
    spec = game.bot_spec
    wanted = np.arange(len(spec.sides) * len(spec.weights)) / 8 - 3
    lines = ['policy = "heuristic"']
    for side, values in zip(spec.sides, wanted.reshape(len(spec.sides), -1), strict=True):
        lines += [f"[{side}]", *map("{} = {}".format, spec.weights.defaults, values.tolist())]
    file = tmp_path / "mine.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert game.bot(str(file)).weights.tolist() == wanted.tolist()


@every_game
def test_a_file_that_is_written_is_read_as_it_was_meant(game, tmp_path):
    sides = game.weighed_sides()
    wanted = np.geomspace(1e-7, 1e7, len(sides) * len(game.weights())).reshape(len(sides), -1)
    tables = {
        side: dict(zip(game.weights().defaults, map(float, values), strict=True))
        for side, values in zip(sides, wanted, strict=True)
    }
    file = tmp_path / "mine.toml"
    text = written("heuristic blunder=0.25", 'says "no" \\ \x7f \n', tables, ["a note", ""])
    file.write_text(text, encoding="utf-8")
    bot = game.bot(str(file))
    assert bot.weights.tolist() == wanted.ravel().tolist()
    assert (bot.policy, bot.blunder) == (game.bot("heuristic").policy, 0.25)
    assert text.startswith("# a note\n#\n\nsummary")


@every_game
def test_a_bots_file_without_weights_has_the_defaults(game, tmp_path):
    spec = game.bot_spec
    file = tmp_path / "mine.toml"
    file.write_text('policy = "heuristic"', encoding="utf-8")
    assert game.bot(str(file)).weights.tolist() == [*spec.weights.defaults.values()] * len(spec.sides)


@pytest.mark.parametrize("name", games.MODULES)
def test_the_page_of_weights_lists_every_weight(name):
    page = (FOLDER / "reference/weights.md").read_text(encoding="utf-8")
    for row in games.get(name).weights().rows:
        assert f"\n| `{row.name}` | {row.default:g} | {row.help} |\n" in page
    assert weights()[0] in page


def test_two_weights_of_one_name_are_refused():
    with pytest.raises(ValueError, match="duplicate"):
        Weights("one point", ("card", 1.0, "worth of a card"), ("card", 2.0, "cost of a card"))
