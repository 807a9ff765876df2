"""Every rule of the specification has a test, or a reason why it has none.

`rule_ids.txt` lists the rules: those of the book (LCG), its worked examples (W), the rulings (A) and
the decisions (D). A script tests the rules that begin its name, or that the names of its positions or
its comments name; a test function those in its name (`test_LCG_2_9_...`) or in its docstring.
`untested_rules.txt` gives the reasons for the rest, a rule and a reason a line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
RULE = re.compile(r"\b(?:LCG-\d+\.\d+|(?:W|A|D)-\d+)\b")
NAME = re.compile(r"(?<![A-Z])(?:(LCG)_(\d+)_(\d+)|([WAD])_(\d\d))(?!\d)")


def listed() -> list[str]:
    """Return the rules of the specification."""
    return (HERE / "rule_ids.txt").read_text(encoding="utf-8").split()


def excused() -> dict[str, str]:
    """Return the rules without a test and why."""
    found = {}
    for line in (HERE / "untested_rules.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            rule, _, reason = line.partition(" ")
            assert rule not in found, f"{rule} is excused twice"
            found[rule] = reason.strip()
    return found


def of_scripts(folder: Path) -> Iterator[str]:
    """Yield the rules that scripts are about."""
    for script in folder.glob("*.txt"):
        text = script.read_text(encoding="utf-8")
        told = [line for line in text.splitlines() if line.lstrip().startswith(("#", "position"))]
        yield from RULE.findall("\n".join([script.stem.replace("_", " "), *told]))


def of_functions(source: str) -> Iterator[str]:
    """Yield the rules that the test functions of a source are about."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from RULE.findall(ast.get_docstring(node) or "")
            for chapter, number, part, kind, single in NAME.findall(node.name):
                yield f"{chapter}-{number}.{part}" if chapter else f"{kind}-{single}"


def covered() -> set[str]:
    """Return every rule with a test."""
    found = set(of_scripts(HERE / "scripts"))
    for file in HERE.rglob("test_*.py"):
        found.update(of_functions(file.read_text(encoding="utf-8")))
    return found


def test_every_rule_is_tested_or_excused():
    done = covered() | excused().keys()
    missing = [rule for rule in listed() if rule not in done]
    assert not missing, f"rules without a test or a reason: {', '.join(missing)}"


def test_no_rule_is_excused_in_vain():
    assert not excused().keys() & covered()
    assert not excused().keys() - set(listed())
    assert all(len(reason) > 15 for reason in excused().values())


def test_tests_name_rules_that_exist():
    unknown = covered() - set(listed())
    assert not unknown, f"no such rules: {', '.join(sorted(unknown))}"


def test_the_list_of_rules_is_a_list():
    assert len(set(listed())) == len(listed()) > 250
    assert all(RULE.fullmatch(rule) for rule in listed())


def test_the_check_sees_names_docstrings_and_comments(tmp_path):
    source = 'def test_LCG_2_9_and_W_03_hold():\n    "Also A-12 and LCG-10.1."\n\ndef helper_D_04(): "W-01"\n'
    assert set(of_functions(source)) == {"LCG-2.9", "W-03", "A-12", "LCG-10.1"}
    script = "# see D-09\nposition A-02: one\nhand player1: gimli # no A-01 here\n"
    (tmp_path / "LCG-7.3_last_card.txt").write_text(script, encoding="utf-8")
    assert set(of_scripts(tmp_path)) == {"LCG-7.3", "D-09", "A-02"}
