"""The tables of docs/effects.md and docs/reference/weights.md are made from the declarations, and current."""

from __future__ import annotations

import re

import pytest

from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.effects.document import BEGIN, END, page_with, section
from mazarbul.sim.games.document import FOLDER, PAGES, main, vocabularies
from tests.effects.tiny_game import CATALOGUE, VOCABULARY

PAGE = FOLDER / "effects.md"


def test_the_pages_are_current():
    assert main(["--check"]) == 0, "run python -m mazarbul.sim.games.document"


def test_every_word_of_every_game_is_on_the_page():
    page = PAGE.read_text(encoding="utf-8")
    for vocabulary in vocabularies():
        for word in vocabulary:
            assert re.search(rf"\| `{word.name}[`(]", page), word
            assert word.help, f"{word!r} has no help"


def test_a_section():
    text = section(VOCABULARY)
    places = "`reserve`, `path`, `battleground`, `in_play`, joined by `\\|`"
    body = "then one operation or more"
    assert "## A Tiny Game\n\n### Keys of an effect\n\n| key | what it is | meaning |" in text
    assert "| `on` |  | when |" in text
    assert f"| `at` | {places} | where |" in text
    assert "| `take(who, zones, cards, most=1, least=1)` | who: `you`, `they`, `rohan`, `mordor`; " in text
    assert f"| `each(side, operation, ...)` | side: `free_peoples`, `shadow`; {body} |" in text
    assert "### Modifiers (statements)" in text
    assert "| `same` |  | the number remembered |" in text
    assert "| `pass_turn()` |  | do no more |" in text
    assert "n: number or `any`" in text
    assert "who: player or `owner`" in text
    assert "what: `self` or `wielder` or set of cards" in text
    assert "| `type(value, ...)` | cards of these types: `army`, `character`, `item`, `event` |" in text
    assert "| `near(set, number=1)` | places within n steps |" in text
    assert "| `ready` | cards that are ready |" in text
    assert "### Names" not in text


def test_check_and_write(tmp_path, capsys):
    pages = [tmp_path / name for name in PAGES]
    for page in pages:
        page.parent.mkdir(exist_ok=True)
        page.write_text(f"head\n{BEGIN}\nold\n{END}\ntail\n")
    assert main(["--check", "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("is not current") == len(pages)
    assert main(["--folder", str(tmp_path)]) == 0
    assert main(["--check", "--folder", str(tmp_path)]) == 0
    for page in pages:
        assert page.read_text().startswith(f"head\n{BEGIN}\n\n")
        assert page.read_text().endswith(f"\n\n{END}\ntail\n")


def test_a_page_without_markers_is_refused(tmp_path, capsys):
    with pytest.raises(ValueError, match="markers"):
        page_with("no markers", [])
    assert main(["--folder", str(tmp_path / "none")]) == 2
    printed = capsys.readouterr().err
    assert all(str(tmp_path / "none" / name) in printed for name in PAGES)


def test_the_pages_declaration_can_be_compiled():
    """The vocabulary shown on the page is valid and compiles a text."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    shown = next(block for block in blocks if "VOCABULARY = Vocabulary(" in block)
    names = {}
    exec(shown, names)
    compiler = Compiler(names["VOCABULARY"], {"card": CATALOGUE["card"]}, Program())
    compiler.block(
        "each(shadow, take(they, faction(rohan), count(everything))) if in_play(name(eomer)) else nothing"
    )


def test_the_pages_example_of_rows_is_true():
    """The rows that the page shows for a conditional are those of the compiler."""
    page = PAGE.read_text(encoding="utf-8")
    shown = re.search(r"```\n(0  IF.*?)```", page, re.DOTALL)[1]
    cells = [line.split()[1:] for line in shown.splitlines()]
    names = {"IF": 2, "JUMP": 1, "END": 0, "draw": 16}
    program = Program()
    text = "draw(you, 5) if here(name(bree)) else draw(you, 4)"
    Compiler(VOCABULARY, CATALOGUE, program).block(text)
    expected = [[names[name], *map(int, args)] for name, *args in cells]
    assert [list(row[: len(cells)]) for row, cells in zip(program.rows, expected, strict=True)] == expected
