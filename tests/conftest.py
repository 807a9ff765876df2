"""What all tests share: options of the run, files of a user, the slow compilation that goes on beside it."""

import pytest

from tests import modes


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


def pytest_collection_finish(session):
    """Begin what test_modes.py waits for, if it is among the tests: compiling takes minutes."""
    wanted = any(item.path.name == "test_modes.py" for item in session.items)
    if wanted and not session.config.getoption("--collect-only"):
        modes.begin_all()


def pytest_sessionfinish(session):
    """Leave no process behind."""
    modes.end()
