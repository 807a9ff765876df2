"""What all tests share: options of the run, their order, files of a user, compiling in parallel."""

import os
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests import compiling, modes

HERE = Path(__file__).resolve().parent
collect_ignore = ["typed"]
#: Folders whose tests play games and so must wait until these are compiled: they come last.
PLAYING = ("courier", "agents", "card_game", "every_game", "lotr_lcg", "workbench")
#: Folders whose files share costly fixtures: one worker takes all of them.
SHARING = ("reports",)
#: Files of them that take long in a browser: another worker takes these.
BROWSED = {f"test_{name}.py" for name in ("browser", "card_browser", "grids", "hostile", "replay_page")}
#: Files whose tests wait for other processes: they come first, and each worker takes some.
WAITING = ("test_modes.py", "test_uncompiled.py")


@pytest.fixture(autouse=True, scope="session")
def own_data(tmp_path_factory):
    """Keep the user's own list of bots as it is: what tests run is noted in a folder of theirs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def write(tmp_path):
    """Write a text to a file of the user and return its path."""

    def write_file(text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


def pytest_addoption(parser):
    """Add the option that rewrites golden files instead of comparing with them."""
    what = "write the golden games anew; review the diff"
    parser.addoption("--rewrite-golden", action="store_true", help=what)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Put tests that wait for other processes first, and tests that play games last; leave out some."""
    items.sort(key=_rank)
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        _leave_out(config, [item for item in items if item.get_closest_marker("without_jit")], items)
    if _wants_all(config):
        for item in items:
            if item.get_closest_marker("compiles"):
                item.add_marker("slow")


def _leave_out(config, found, items):
    """Leave tests out that want no JIT: of all tests another one runs them, else they are skipped."""
    if _wants_all(config):
        items[:] = [item for item in items if not item.get_closest_marker("without_jit")]
        config.hook.pytest_deselected(items=found)
        return
    for item in found:
        item.add_marker(pytest.mark.skip("calls kernels one by one: NUMBA_DISABLE_JIT=1"))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Let a worker know whether all tests are asked for: pytest-xdist names them one by one."""
    node.workerinput["wants_all"] = _wants_all(node.config)


def _wants_all(config):
    """Return whether all tests are asked for, rather than those of a folder or a file."""
    if hasattr(config, "workerinput"):
        return config.workerinput["wants_all"]
    return config.args_source != config.ArgsSource.ARGS


class SharedFixtures(LoadScopeScheduling):
    """Gives each worker whole files, and one worker all or half of a folder that shares costly fixtures."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        folder = Path(file).parts[1]
        if Path(file).name == "test_uncompiled.py":
            return nodeid
        if folder in SHARING:
            return f"{folder}, browsed" if Path(file).name in BROWSED else folder
        return file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Set which tests pytest-xdist keeps together."""
    return SharedFixtures(config, log)


def _rank(item):
    if item.path.name in WAITING:
        return 0
    folder = item.path.relative_to(HERE).parts[0]
    return 2 + PLAYING.index(folder) if folder in PLAYING else 1


def pytest_sessionstart(session):
    """Start compiling the games, if several workers will run all tests."""
    config = session.config
    if _is_main(config) and _wants_all(config) and config.getoption("numprocesses", None):
        compiling.begin(compiling.FIRST_STEP if config.option.markexpr == "not slow" else compiling.SLOW_STEP)


def _is_main(config):
    """Return whether this is the process that the user started, and tests will run."""
    return not hasattr(config, "workerinput") and not config.option.collectonly


def pytest_collection_finish(session):
    """Start what test_modes.py waits for, if this only process runs it: it takes minutes."""
    wanted = any(item.path.name == "test_modes.py" for item in session.items)
    if wanted and _is_main(session.config):
        modes.begin_all()


def pytest_sessionfinish(session):
    """Stop all processes started here."""
    compiling.end()
    modes.end()
