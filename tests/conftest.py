"""Options of the test run, and the slow compilation that goes on beside it."""

from tests import modes


def pytest_addoption(parser):
    """Add the option that writes golden files anew instead of comparing with them."""
    what = "write the golden games anew; review the diff"
    parser.addoption("--rewrite-golden", action="store_true", help=what)


def pytest_collection_finish(session):
    """Begin what test_modes.py waits for, if it is among the tests: compiling takes minutes."""
    wanted = any(item.path.name == "test_modes.py" for item in session.items)
    if wanted and not session.config.getoption("--collect-only"):
        modes.begin("bounds checks")


def pytest_sessionfinish(session):
    """Leave no process behind."""
    modes.end()
