"""Damaged files of kept kernels: read as they were written, or a miss; nothing else is ever unpickled."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random

from mazarbul.sim.compile.kernel_cache import _Files
from mazarbul.sim.toml import DataError
from tests.fuzz.kind import InputKind
from tests.fuzz.run_folders import DAMAGES, clear, damaged

KEPT = {"code": b"machine code" * 100, "names": ["a", "b"]}
FILES = ("input.nbi", "input.1.nbc")


def _kept(folder: Path) -> _Files:
    return _Files(str(folder), "input", "stamp")


@cache
def _whole() -> dict[str, bytes]:
    """Return the files of a kept kernel, intact."""
    with tempfile.TemporaryDirectory() as name:
        _kept(Path(name)).save("signature", KEPT)
        return {file: (Path(name) / file).read_bytes() for file in FILES}


def _damage(random: Random, _: str) -> bytes:
    _whole()  # made before anything is watched
    done = [
        (random.choice(FILES), random.choice(sorted(DAMAGES)), random.random(), random.randrange(999))
        for _ in range(random.choice((1, 1, 2)))
    ]
    return json.dumps(done).encode()


def _load(raw: bytes, folder: Path) -> None:
    """Load a kernel from damaged files: it is what was kept, or it is compiled and kept again."""
    files, place = dict(_whole()), folder / "input"
    for file, how, where, number in json.loads(raw):
        files[file] = damaged(files[file], how, where, number)
    place.mkdir()
    try:
        for file, data in files.items():
            (place / file).write_bytes(data)
        kept = _kept(place)
        found = kept.load("signature")
        assert (found == KEPT) if files == _whole() else (found is None)
        kept.save("signature", KEPT)
        assert kept.load("signature") == KEPT
        if found is None:
            raise DataError("compiled again")
    finally:
        clear(place)


KINDS = (InputKind("kept kernels", lambda: ("",), _load, _damage),)
