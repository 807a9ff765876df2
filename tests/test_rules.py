"""The rules of docs/rules: every id cited exists, and every rule of a game is tested.

A script tests the rules at the start of its name, in its comments and in the names of its positions; a test
function tests those in its name (`test_CG_2_9_...`) or in its docstring. `tests/<game>/untested_rules.txt`
gives the reasons for the rest, one rule with its reason per line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mazarbul.sim.games import MODULES
from mazarbul.sim.notation import rulebook
from mazarbul.sim.toml import DataError

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("card_game", "lotr_lcg", "board_game")
#: Where ids are cited: the folders, and the kinds of files in them.
PLACES = (
    "sim", "analysis", "studies", "reports", "formats", "workbench", "configs", "docs", "tests",
    "benchmarks", "README.md",
)  # fmt: skip
KINDS = (".py", ".toml", ".md", ".txt", ".html", ".css")
CITED = re.compile(
    r"(?<![\w-])((?:CG|LCG|BG)-\d+\.\d+|BG-[BX]\d+|(?:WE|AM|DP|X|W|A|D|BD)-\d+|(?:CG|LCG|BG)-\d+)(?![\w-]|\.\d)"
)
CHAPTER = re.compile(r"(?:CG|LCG|BG)-\d+")
IN_NAMES = re.compile(
    r"(?<![A-Z])"
    r"(?:(CG|LCG|BG)_(\d+)_(\d+)|(BG)_(B\d+)|(WE|AM|DP|X)_(\d+)|(W|A|D|BD)_(\d\d))(?!\d)"
)


def rules_of(game: str) -> list[str]:
    """Return the ids of a game's rules."""
    return [rule.id for rule in rulebook.rules().values() if rule.game == game]


@cache
def chapters() -> frozenset[str]:
    """Return the chapters in the numbers of rules, such as CG-9."""
    return frozenset(name.split(".")[0] for name in rulebook.rules() if "." in name)


def named(text: str) -> set[str]:
    """Return the rules that a text names, without chapters such as CG-9."""
    return {word for word in CITED.findall(text) if not CHAPTER.fullmatch(word)}


def in_names(name: str) -> Iterator[str]:
    """Yield the rules in the name of a function: `CG_2_9` is CG-2.9, `W_03` W-03, `BG_B3` BG-B3."""
    for found in IN_NAMES.findall(name):
        kind, number, *part = filter(None, found)
        yield ".".join([f"{kind}-{number}", *part])


def of_functions(source: str) -> Iterator[str]:
    """Yield the rules that the test functions of a source are about."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from named(ast.get_docstring(node) or "")
            yield from in_names(node.name)


def of_script(script: Path) -> set[str]:
    """Return the rules that a script is about."""
    lines = script.read_text(encoding="utf-8").splitlines()
    about = [line for line in lines if line.lstrip().startswith(("#", "position"))]
    return named("\n".join([script.stem.replace("_", " "), *about]))


@cache
def covered(game: str) -> frozenset[str]:
    """Return every rule that a test of the game is about."""
    folder = ROOT / "tests" / game
    found = {rule for script in (folder / "scripts").glob("*.txt") for rule in of_script(script)}
    for file in folder.rglob("test_*.py"):
        found.update(of_functions(file.read_text(encoding="utf-8")))
    return frozenset(found)


def excused(game: str) -> dict[str, str]:
    """Return the rules of a game without a test, and why."""
    found = {}
    for line in (ROOT / "tests" / game / "untested_rules.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            rule, _, reason = line.partition(" ")
            assert rule not in found, f"{rule} is excused twice"
            found[rule] = reason.strip()
    return found


def citing() -> Iterator[Path]:
    """Yield the files that may cite rules."""
    for place in PLACES:
        root = ROOT / place
        for path in [root] if root.is_file() else sorted(root.rglob("*")):
            inside = path.relative_to(ROOT).parts
            if path.suffix in KINDS and path != Path(__file__) and "gallery" not in inside:
                yield path


def unknown_in(text: str) -> set[str]:
    """Return the ids in a text that no page has."""
    return set(CITED.findall(text)) - rulebook.rules().keys() - chapters()


def test_every_id_that_is_cited_exists():
    wrong = {
        f"{path.relative_to(ROOT)}: {rule}"
        for path in citing()
        for rule in unknown_in(path.read_text(encoding="utf-8"))
    }
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_cites_its_own_rules(game):
    own = {*rules_of(game), *(name.split(".")[0] for name in rules_of(game))}
    for folder in (ROOT / "sim/games" / game, ROOT / "tests" / game):
        for path in folder.rglob("*"):
            if path.suffix in KINDS:
                others = set(CITED.findall(path.read_text(encoding="utf-8"))) - own
                assert not others, f"{path.relative_to(ROOT)} cites rules of another game: {sorted(others)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_tested_or_excused(game):
    missing = [rule for rule in rules_of(game) if rule not in covered(game) | excused(game).keys()]
    assert not missing, f"rules without a test or a reason: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_is_excused_in_vain(game):
    assert not excused(game).keys() & covered(game)
    assert not excused(game).keys() - set(rules_of(game))
    assert all(len(reason) > 15 for reason in excused(game).values())


@pytest.mark.parametrize("game", GAMES)
def test_tests_name_rules_that_exist(game):
    unknown = covered(game) - set(rules_of(game))
    assert not unknown, f"no such rules: {', '.join(sorted(unknown))}"


def test_every_game_has_its_page():
    assert set(MODULES) <= set(GAMES)  # a game that is being built has one before it is listed
    assert set(MODULES) <= set(rulebook.pages())
    assert all(len(rules_of(game)) > 250 for game in rulebook.pages())


def test_a_page_has_no_anchor_that_is_no_rule():
    for game, page in rulebook.pages().items():
        anchors = re.findall(r'<a id="([^"]+)">', page.read_text(encoding="utf-8"))
        assert anchors == rules_of(game)


def test_every_rule_says_something():
    assert [rule.id for rule in rulebook.rules().values() if len(f"{rule.title} {rule.body}") < 15] == []


def test_a_rule_that_stands_in_two_pages_is_an_error(tmp_path, monkeypatch):
    for name in ("one", "two"):
        (tmp_path / f"{name}.md").write_text('- <a id="X-1"></a>**X-1 Title.** Text.\n', encoding="utf-8")
    monkeypatch.setattr(rulebook, "FOLDER", tmp_path)
    with pytest.raises(DataError, match=r"two\.md: X-1 is also a rule of one"):
        rulebook.rules.__wrapped__()


def test_the_check_sees_names_docstrings_and_comments(tmp_path):
    source = 'def test_CG_2_9_and_WE_3_hold():\n    "Also AM-12 and CG-10.1."\n\ndef helper_DP_4(): "X-1"\n'
    assert set(of_functions(source)) == {"CG-2.9", "WE-3", "AM-12", "CG-10.1"}
    source = 'def test_LCG_2_9_and_W_03_2_times():\n    "Of LCG-10, A-12; not of SHA-256."\n'
    assert set(of_functions(source)) == {"LCG-2.9", "W-03", "A-12"}
    script = "# see DP-9\nposition A-02: one\nhand frodo: gimli # no AM-1 here\n"
    (tmp_path / "CG-7.3_last_card.txt").write_text(script, encoding="utf-8")
    assert of_script(tmp_path / "CG-7.3_last_card.txt") == {"CG-7.3", "DP-9", "A-02"}


def test_the_check_sees_an_id_that_does_not_exist():
    assert unknown_in("CG-9.5, CG-9 and AM-25, but not CG-9.55, AM-250, LCG-99 or SW-1") == {
        "CG-9.55",
        "AM-250",
        "LCG-99",
    }
