"""What the tests of the card game share."""

import pytest


@pytest.fixture
def write(tmp_path):
    """Write a text to a file of the user and return its path."""

    def write_file(text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file
