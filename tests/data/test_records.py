"""What a game declares of its records: every mistake is refused at its place, before anything is played."""

from __future__ import annotations

import re

import pytest

from mazarbul.formats.declared import Declared
from mazarbul.sim import games
from mazarbul.sim.data.records import declaration
from mazarbul.sim.toml import DataError, Document
from tests.courier.game import GAME as COURIER

GAMES = (*map(games.get, ("card_game", "lotr_lcg", "board_game")), COURIER)
FILES = {game.name: (game.content.records, game.content.fields) for game in GAMES}
FREE = ("where", "measures")  # whose keys are up to the game; `measures` of `courses` is a list
SMALL = '[[families]]\nid = "cards"\nitems = "cards"\none = "card"\nmany = "cards"\n'


def keys(value, path=()):
    """Yield the path of every key whose name is fixed."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*path, key)
            if not (key in FREE and isinstance(part, dict)):
                yield from keys(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from keys(part, (*path, i))


def misspelt(lines, line, column, key):
    """Return the text with a key misspelt, that of a header in all headers."""
    if lines[line - 1].startswith("["):
        word = re.compile(rf"\b{key}\b")
        return "\n".join(word.sub(f"x{key}", each) if each.startswith("[") else each for each in lines)
    at = lines[line - 1].index(key, column - 1)
    changed = f"{lines[line - 1][:at]}x{lines[line - 1][at:]}"
    return "\n".join([*lines[: line - 1], changed, *lines[line:]])


@pytest.mark.parametrize("game", FILES)
def test_every_misspelt_key_is_refused_at_its_line(game, tmp_path):
    source, fields = FILES[game]
    document, lines = Document.load(source), source.read_text().splitlines()
    kinds = {tuple(step for step in path if isinstance(step, str)): path for path in keys(document.data)}
    assert len(kinds) > 20
    for path in kinds.values():
        line, column = document.locate_key(path)
        changed = tmp_path / "records.toml"
        changed.write_text(misspelt(lines, line, column, path[-1]))
        with pytest.raises(DataError) as caught:
            declaration(changed, fields)
        assert f"records.toml:{line}:" in str(caught.value), path
        assert f"unknown key 'x{path[-1]}'" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the family 'cards' is recorded, but not declared"),
        (SMALL.replace('"cards"', '"crads"', 1), "the family 'cards' is recorded, but not declared"),
        (SMALL + 'questions = [{ kind = "hold" }]', "did you mean 'held'?"),
        (SMALL + 'questions = [{ kind = "lost" }]', "'lost' of 'cards' needs the field 'left'"),
        (SMALL.replace('many = "cards"\n', ""), "lacks 'many'"),
        (SMALL + '[outcome]\nscores = [{ id = "a", label = "b", better = "more" }]', "known: high, low"),
        ("families = 3", "a list is expected"),
        ("families = [3]", "a table is expected"),
        ("[[families]", "records.toml:1"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, words, tmp_path):
    path = tmp_path / "records.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=r"records\.toml") as caught:
        declaration(path, {"cards": [("drawn", 0, 4, None)]})
    assert words in str(caught.value)


def test_an_empty_file_declares_nothing(tmp_path):
    (tmp_path / "records.toml").write_text("")
    assert Declared.of(declaration(tmp_path / "records.toml", {})) == Declared()


@pytest.mark.parametrize("game", FILES)
def test_a_run_of_before_is_read(game):
    """Its catalogue has each table as a key of its own."""
    source, fields = FILES[game]
    now = declaration(source, fields)
    assert Declared.of({"title": "x", **now["declared"]}) == Declared.of({"title": "x", **now}) != Declared()


@pytest.mark.parametrize(
    ("game", "places"),
    [("card_game", "places"), ("lotr_lcg", None), ("board_game", "regions"), ("courier", "regions")],
)
def test_the_family_of_places(game, places):
    declared = Declared.of(declaration(*FILES[game]))
    before = [each.model_copy(update={"is_place": False}) for each in declared.families]
    for known in (declared, declared.model_copy(update={"families": before})):
        assert (known.places.id if known.places else None) == places
