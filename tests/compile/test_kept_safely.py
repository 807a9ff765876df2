"""Kept kernels are loaded from this user's own folder alone, and only as they were written."""

from __future__ import annotations

import os
import stat
import tempfile
import warnings

import pytest

from mazarbul.sim.compile import checked, private
from mazarbul.sim.compile.kernel_cache import _Files
from mazarbul.sim.toml import DataWarning

pytestmark = pytest.mark.skipif(not private.HAS_OWNERS, reason="folders have no owners here")


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """The system's temporary directory, in which others can make folders, and our place in it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv(private.VARIABLE, "before")
    return tmp_path / f"mazarbul-{os.getuid()}"


def test_the_temporary_folder_is_for_this_user_alone(shared):
    assert private.temporary() == shared
    assert stat.S_IMODE(shared.stat().st_mode) == 0o700
    assert private.temporary() == shared
    assert os.environ[private.VARIABLE] == "before"


def test_one_that_only_others_could_read_is_closed(shared):
    shared.mkdir(mode=0o755)
    assert private.temporary() == shared
    assert stat.S_IMODE(shared.stat().st_mode) == 0o700


def open_to_all(place):
    place.mkdir()
    place.chmod(0o777)


def link(place):
    (place.parent / "theirs").mkdir(mode=0o700)
    place.symlink_to(place.parent / "theirs")


def of_another(place):
    place.mkdir(mode=0o700)


@pytest.mark.parametrize("taken", [open_to_all, link, of_another, lambda place: place.touch()])
def test_one_that_another_user_may_have_made_is_not_used(shared, monkeypatch, taken):
    taken(shared)
    if taken is of_another:
        owner = os.getuid()
        monkeypatch.setattr(private.os, "getuid", lambda: owner + 1)
        shared.rename(shared.with_name(f"mazarbul-{owner + 1}"))
    fresh = private.temporary()
    assert fresh.parent == shared.parent
    assert fresh != shared.with_name(f"mazarbul-{private.os.getuid()}")
    assert not fresh.is_symlink()
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o700
    assert os.environ[private.VARIABLE] == str(fresh)  # for the processes that are started here


def test_a_cache_of_another_user_is_passed_over(tmp_path, monkeypatch):
    from mazarbul.sim.compile import cache_folders

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "one"))
    found = cache_folders.cache_folder.__wrapped__()
    assert found.parent == tmp_path / "one"
    assert stat.S_IMODE(found.stat().st_mode) == 0o700
    found.chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "two"))
    assert cache_folders.cache_folder.__wrapped__().is_relative_to(tmp_path / "two")


@pytest.fixture
def files(tmp_path):
    """The files of a kernel, with one entry."""
    made = _Files(str(tmp_path), "kernel", "")
    made.save("signature", {"code": b"machine code" * 100})
    return made


def test_what_was_written_is_read(files):
    assert files.load("signature") == {"code": b"machine code" * 100}
    assert files.load("another") is None


@pytest.mark.parametrize("name", ["kernel.nbi", "kernel.1.nbc"])
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[:20],
        lambda data: os.urandom(64),
        lambda data: data[:-7] + bytes([data[-7] ^ 1]) + data[-6:],
        lambda data: data + b"more",
        lambda data: b"cos\nsystem\n(S'false'\ntR.",
    ],
    ids=["empty", "cut", "cut in the checksum", "random", "one bit", "more", "another pickle"],
)
def test_damage_is_a_miss_removed_and_said_once(files, tmp_path, name, damage, monkeypatch):
    monkeypatch.setattr(checked, "_said", set())
    path = tmp_path / name
    path.write_bytes(damage(path.read_bytes()))
    with pytest.warns(DataWarning, match="were damaged .* they are compiled again"):
        assert files.load("signature") is None
    assert not path.exists()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        files.save("signature", {"code": b"new"})
        assert files.load("signature") == {"code": b"new"}
        path.write_bytes(damage(path.read_bytes()))
        assert files.load("signature") is None  # and nothing is said again
