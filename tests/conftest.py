"""What all tests share: options of the run, their order, files of a user, compiling beside them."""

from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests import compiling, modes

HERE = Path(__file__).resolve().parent
#: Folders whose tests play games, and so wait until these are compiled: they come last.
PLAYING = ("courier", "card_game", "every_game", "lotr_lcg")
#: Folders whose files share costly fixtures: one worker takes all of them.
SHARING = ("reports",)


@pytest.fixture
def write(tmp_path):
    """Write a text to a file of the user and return its path."""

    def write_file(text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


def pytest_addoption(parser):
    """Add the option that writes golden files anew instead of comparing with them."""
    what = "write the golden games anew; review the diff"
    parser.addoption("--rewrite-golden", action="store_true", help=what)


def pytest_collection_modifyitems(items):
    """Put what waits for other processes first and what plays games last."""
    items.sort(key=_rank)


class SharedFixtures(LoadScopeScheduling):
    """Gives each worker whole files, and one worker all files of a folder that shares costly fixtures."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        folder = Path(file).parts[1]
        return folder if folder in SHARING else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tell pytest-xdist which tests go together."""
    return SharedFixtures(config, log)


def _rank(item):
    if item.path.name == "test_modes.py":
        return 0
    folder = item.path.relative_to(HERE).parts[0]
    return 2 + PLAYING.index(folder) if folder in PLAYING else 1


def pytest_sessionstart(session):
    """Begin to compile the games, if several workers are to run all tests."""
    config = session.config
    wants_all = config.args_source != config.ArgsSource.ARGS
    if wants_all and config.getoption("numprocesses", None) and _is_main(config):
        compiling.begin_all()


def _is_main(config):
    """Tell whether this is the process that the user began, and tests are to be run."""
    return not hasattr(config, "workerinput") and not config.option.collectonly


def pytest_collection_finish(session):
    """Begin what test_modes.py waits for, if it is among the tests of the only process: it takes minutes."""
    wanted = any(item.path.name == "test_modes.py" for item in session.items)
    if wanted and _is_main(session.config):
        modes.begin_all()


def pytest_sessionfinish(session):
    """Leave no process behind."""
    compiling.end()
    modes.end()
