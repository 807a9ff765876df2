"""Imports point one way.

compile <- engine and effects <- data <- notation <- bots (what all games share of each) <- games <- runner
<- cli;
runs on disk <- analysis <- reports <- cli; runner and analysis <- studies <- cli;
studies and reports <- mazarbul <- workbench; formats is below all and imports none of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("formats", "sim", "analysis", "studies", "reports", "workbench")
PACKAGES = (*FOLDERS, "mazarbul")
FORMER = "its name begins with mazarbul"

#: Layer of each part of `sim` and of the packages above it; a part may import its own layer and lower ones.
LAYERS = {
    "sim.version": 0,
    "sim.toml": 0,
    "sim.compile": 1,
    "sim.engine": 2,
    "sim.effects": 2,
    "sim.data": 3,
    "sim.notation": 4,
    "sim.bots": 5,
    "sim.games": 6,
    "sim.runner": 7,
    "studies": 8,
    "mazarbul": 8,
    "workbench": 9,
    "sim.cli": 10,
}
#: Wings of a game, from the lowest to the highest; files beside them may import any.
WINGS = ("content", "rules", "effects", "bots", "text")
COMMANDS = "sim.cli"
#: Runs the command line; nothing imports it.
ENTRY = "mazarbul.__main__"
GAMES = "sim.games."
HEAVY = {
    "numba",
    "numpy",
    "pandas",
    "pyarrow",
    "matplotlib",
    "duckdb",
    "scipy",
    "joblib",
    "pydantic",
    "rich",
    "jinja2",
    "statsmodels",
    "cma",
    "optuna",
    "openskill",
    "starlette",
    "uvicorn",
    "analysis",
    "studies",
    "reports",
    "formats",
    "workbench",
}
LIGHT = ("formats.errors.", "formats.signs.")  # need nothing but Python


def inside(name: str) -> str:
    """Return the name of a part of mazarbul by the folder where it lies in the repository."""
    part = name.removeprefix("mazarbul.")
    return part if part.split(".")[0] in PACKAGES else name


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield (absolute name, whether it is in a function) of everything that a module imports."""
    tree = ast.parse(source)
    lazy = {
        id(inner)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(outer)
    }
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((f"{base}.{alias.name}", id(node) in lazy) for alias in node.names)


def wrong(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """Return what is wrong with a module's imports, as "module imports name: why"."""
    found = []
    for name, is_lazy in imports(source, f"mazarbul.{module}", is_package=is_package):
        why = FORMER if name.split(".")[0] in FOLDERS else _why_not(module, inside(name), is_lazy)
        if why:
            found.append(f"{module} imports {name}: {why}")
    return found


def _why_not(module: str, name: str, is_lazy: bool) -> str | None:
    top, imported = module.split(".")[0], name.split(".")[0]
    if module == ENTRY:
        return None if name == f"{COMMANDS}.main" else "it only runs the command line"
    if f"{module}.".startswith(f"{COMMANDS}."):
        is_cheap = (imported not in HEAVY or name.startswith(LIGHT)) and (
            name.startswith(COMMANDS) or _layer(name) in (None, 0)
        )
        return None if is_lazy or is_cheap else "the command line imports it at its top, so --help is slow"
    if top == "formats" and imported in set(PACKAGES) - {"formats"}:
        return "the forms of files know neither who writes them nor who reads them"
    if top == "analysis" and imported in ("sim", "studies", "reports"):
        return "analysis reads runs on disk only"
    if top == "mazarbul" and name.startswith(COMMANDS):
        return "the face is no command line"
    if top == "workbench":
        return "the workbench is no command line" if name.startswith(COMMANDS) else None
    if imported == "workbench":
        return "nothing but its command knows the workbench"
    if top != "mazarbul" and imported == "mazarbul":
        return "nothing is built on the face"
    if top == "studies" and (imported == "reports" or name.startswith(COMMANDS)):
        return "studies play and analyse; they neither print nor draw"
    if top == "reports" and imported in ("sim", "studies"):
        return "reports are made of analysis only"
    if top == "sim" and imported in ("analysis", "studies", "reports"):
        return "the simulation knows nothing of what is made of its runs"
    if (_layer(name) or 0) > (_layer(module) or 0):
        return "a higher layer"
    if _game(module) and _game(name) and _game(module) != _game(name):
        return "games never import each other"
    if _wing(module) is not None and _wing(name) is not None and _wing(name) > _wing(module):
        return "a higher wing of the game"
    return None


def _wing(name: str) -> int | None:
    """Return the index in WINGS of a module's wing, None if it is in no wing."""
    parts = name.split(".")
    is_inside = _game(name) is not None and len(parts) > 3 and parts[3] in WINGS
    return WINGS.index(parts[3]) if is_inside else None


def _layer(name: str) -> int | None:
    return next(
        (layer for part, layer in LAYERS.items() if name == part or name.startswith(f"{part}.")), None
    )


def _game(name: str) -> str | None:
    """Return a module's game folder, None for a module that all games share."""
    folder = name.removeprefix(GAMES).split(".")[0] if name.startswith(GAMES) else ""
    return folder if (ROOT / "sim/games" / folder).is_dir() and folder else None


def modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(name: str, path: Path, known: Mapping[str, Path]) -> set[str]:
    """Return the modules that a module imports anywhere: in functions and for types alone, too."""
    absolute = name if name.split(".")[0] == "mazarbul" else f"mazarbul.{name}"
    found = imports(path.read_text(encoding="utf-8"), absolute, is_package=path.name == "__init__.py")
    return {module for each, _ in found if (module := _module(inside(each), known)) not in (None, name)}


def _module(name: str, known: Mapping[str, Path]) -> str | None:
    """Return the module that an imported name is, or is in; None if it is none of ours."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return modules of which each imports the next and the last the first, none if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_every_module_of_sim_has_a_layer():
    assert {
        name for name, _ in modules() if name != "sim" and name.startswith("sim") and _layer(name) is None
    } == set()


def test_imports_point_one_way():
    found = [
        fault
        for name, path in modules()
        for fault in wrong(path.read_text(encoding="utf-8"), name, is_package=path.name == "__init__.py")
    ]
    assert found == []


def test_no_imports_go_in_a_circle():
    known = dict(modules())
    assert circle({name: imported(name, path, known) for name, path in known.items()}) == []


def test_the_check_finds_a_circle_in_functions_and_types(tmp_path):
    known = {name: tmp_path / f"{name}.py" for name in ("sim.one", "sim.two", "sim.three")}
    for path, line in zip(known.values(), ("def f():\n", "if TYPE_CHECKING:\n", ""), strict=True):
        other = {"sim.one": "two", "sim.two": "one", "sim.three": "one"}[path.stem]
        path.write_text(f"{line}{'    ' if line else ''}from mazarbul.sim import {other}\n")
    found = circle({name: imported(name, path, known) for name, path in known.items()})
    assert set(found) == {"sim.one", "sim.two"}


@pytest.mark.parametrize(
    ("module", "source", "why"),
    [
        ("sim.engine.rng", "import mazarbul.sim.games.card_game.state", "a higher layer"),
        ("sim.games.card_game.rules.setup", "from mazarbul.sim.runner import store", "a higher layer"),
        ("sim.games.card_game.rules.setup", "from ....runner import store", "a higher layer"),
        ("sim.bots.registry", "def f():\n    from mazarbul.sim import cli", "a higher layer"),
        ("sim.effects.grammar", "from mazarbul.sim import games", "a higher layer"),
        ("sim.engine.stack", "from mazarbul.sim.data.nodes import Node", "a higher layer"),
        ("sim.data.nodes", "from mazarbul.sim.notation.lines import Line", "a higher layer"),
        ("sim.notation.script", "from mazarbul.sim.bots.bot import Bot", "a higher layer"),
        ("sim.bots.mind", "from mazarbul.sim.games.contract import Setup", "a higher layer"),
        (
            "sim.games.card_game.content.tables",
            "from mazarbul.sim.games.card_game.rules import combat",
            "a higher wing",
        ),
        (
            "sim.games.lotr_lcg.rules.play",
            "from mazarbul.sim.games.lotr_lcg.bots.weights import WEIGHTS",
            "a higher wing",
        ),
        ("sim.runner.run", "import mazarbul.reports.build", "knows nothing of what is made"),
        ("formats.changes", "from mazarbul.sim.toml import Source", "know neither who writes"),
        ("formats.changes", "from mazarbul.analysis import words", "know neither who writes"),
        ("analysis.cards", "from mazarbul.sim import toml", "on disk only"),
        ("analysis.cards", "import mazarbul.reports.page", "on disk only"),
        ("analysis.paired", "from mazarbul.studies import collection", "on disk only"),
        ("studies.whatif", "from mazarbul.reports import build", "neither print nor draw"),
        ("reports.build", "from mazarbul.studies import collection", "made of analysis only"),
        ("reports.build", "import mazarbul.sim", "made of analysis only"),
        ("sim.cli.playing", "import numba.core", "slow"),
        ("sim.cli.playing", "from mazarbul.sim.runner import run", "slow"),
        ("sim.cli.studying", "import mazarbul.studies.collection", "slow"),
        ("sim.cli", "import mazarbul.reports.build", "slow"),
        ("mazarbul.runs", "from mazarbul.sim.cli import app", "no command line"),
        ("mazarbul.__main__", "import mazarbul.sim.games", "only runs the command line"),
        ("sim.games.match", "import mazarbul", "nothing is built on the face"),
        ("sim.games.match", "from mazarbul import runs", "nothing is built on the face"),
        ("sim.games.match", "from sim.toml import DataError", "begins with mazarbul"),
        ("reports.build", "import analysis", "begins with mazarbul"),
        ("workbench.server", "from mazarbul.sim.cli import app", "no command line"),
        ("reports.build", "import mazarbul.workbench", "nothing but its command"),
        ("mazarbul.held", "from mazarbul.workbench import play", "nothing but its command"),
        ("sim.cli.sitting", "from mazarbul.workbench.server import serve", "slow"),
    ],
)
def test_the_check_finds_what_is_wrong(module, source, why):
    (fault,) = wrong(source, module)
    assert why in fault


def test_the_check_keeps_games_apart(monkeypatch):
    monkeypatch.setattr(
        f"{__name__}._game", lambda name: name.split(".")[2] if name.startswith(GAMES) else None
    )
    (fault,) = wrong("from mazarbul.sim.games.dice import state", "sim.games.card_game.state")
    assert "never import each other" in fault


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "sim.games.card_game.rules.setup",
            "from mazarbul.sim.engine.rng import stream\nfrom ..state import STATE",
        ),
        ("sim.runner.run", "from mazarbul.sim.bots import registry\nimport numba"),
        ("sim.runner.run", "from mazarbul.formats.changes import Change"),
        ("analysis.played", "from mazarbul.formats.changes import Change"),
        ("reports.build", "from mazarbul.analysis.run import Run"),
        (
            "sim.cli.app",
            "import typer\nfrom mazarbul.sim import version\ndef f():\n    import mazarbul.reports.build",
        ),
        ("studies.whatif", "from mazarbul.analysis import paired\nfrom mazarbul.sim.runner.run import run"),
    ],
)
def test_the_check_allows_what_is_right(module, source):
    assert wrong(source, module) == []
