"""The queue of works: one after another, and found again by a server that was killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION
from mazarbul.workbench.hand import STOP
from mazarbul.workbench.works import WORKS, Works, new

LONG = ["workbench", "--no-open", "--port", "0"]  # a command that ends when it is interrupted
QUICK = ["--version"]
FORBIDDEN = ["forbidden"]
PATIENCE_SECONDS = 120


def until(what):
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not what():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def add(works, name, command):
    works.add(name, new("run", name, command, f"runs/{name}", {}))


def as_shown(_name, work):
    """The command of a work of these tests: the one that it shows."""
    if work.command == FORBIDDEN:
        raise DataError("this must not be done")
    return work.command


@pytest.fixture
def works(tmp_path):
    """A queue that is worked on; whatever goes on at the end is stopped."""
    found = Works(tmp_path, as_shown)
    yield found
    found.close()
    for name in found.all():
        if found.state(name) in ("running", "waiting"):
            found.stop(name)
            until(lambda name=name: found.state(name) != "running")


def test_works_are_done_in_turn_and_say_how_they_ended(works):
    add(works, "first", QUICK)
    add(works, "not", FORBIDDEN)
    add(works, "second", ["nothing"])
    assert [works.state(name) for name in works.all()] == ["waiting", "waiting", "waiting"]
    works.open()
    until(lambda: works.state("second") not in ("waiting", "running"))
    assert works.state("first") == "done"
    assert works.said("first") == [f"mazarbul {VERSION}"]
    assert works.state("second") == "failed"
    assert (works.state("not"), works.progress("not").said) == ("failed", "this must not be done")
    assert works.progress("second").said.startswith("no such command 'nothing'")
    works.again("second")
    assert list(works.all()) == ["first", "not", "second"]
    until(lambda: works.state("second") == "failed")
    works.drop("second")
    assert list(works.all()) == ["first", "not"]


def test_a_work_is_stopped_and_goes_on_when_it_is_wished(works):
    add(works, "long", LONG)
    add(works, "other", QUICK)
    works.open()
    until(lambda: works.said("long"))
    assert (works.state("long"), works.state("other")) == ("running", "waiting")
    with pytest.raises(DataError, match="stop this work first"):
        works.drop("long")
    works.stop("long")
    until(lambda: works.state("other") == "done")
    assert works.state("long") == "stopped"
    works.again("long")
    until(lambda: works.state("long") == "running")
    works.close()
    assert works.state("long") == "waiting", (
        "a server that ends in order interrupts it; nobody has stopped it"
    )


def test_a_work_that_waits_can_be_taken_from_the_queue(works):
    add(works, "waits", LONG)
    works.stop("waits")
    assert works.state("waits") == "stopped"
    with pytest.raises(DataError, match="this work has ended"):
        works.stop("waits")


def test_a_work_that_goes_on_as_soon_as_it_is_stopped_is_not_taken_for_killed(works, tmp_path):
    add(works, "first", QUICK)
    works._beat()
    works._hand[1].wait(PATIENCE_SECONDS)
    (tmp_path / WORKS / "first" / STOP).touch()
    works.again("first")
    works._beat()
    assert works.state("first") == "running"
    works._hand[1].wait(PATIENCE_SECONDS)
    assert works.state("first") == "done"


@pytest.mark.slow
def test_a_server_that_was_killed_finds_its_works_again(works, tmp_path):
    add(works, "long", LONG)
    add(works, "next", QUICK)
    script = (
        "import sys, time; from pathlib import Path; from mazarbul.workbench.works import Works;"
        "Works(Path(sys.argv[1]), lambda _, work: work.command).open(); time.sleep(600)"
    )
    server = subprocess.Popen([sys.executable, "-P", "-c", script, str(tmp_path)])
    until(lambda: works.said("long"))
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    assert works.state("long") == "running", "it goes on without its server"
    works.open()
    time.sleep(1)
    assert (works.state("long"), works.state("next")) == ("running", "waiting")
    hand = json.loads((tmp_path / WORKS / "long" / "hand.json").read_bytes())["pid"]
    os.killpg(hand, signal.SIGKILL)
    until(lambda: json.loads((tmp_path / WORKS / "long" / "hand.json").read_bytes())["pid"] != hand)
    assert works.state("long") == "running", "what was killed with its server is begun again"
    works.stop("long")
    until(lambda: works.state("next") == "done")


def test_what_is_no_work_is_not_one(works, tmp_path):
    fields = new("run", "t", QUICK, "runs/x", {}).model_dump(mode="json")
    outside = [json.dumps(fields | {"out": out}) for out in ("../x", "/etc", "runs/../../x")]
    texts = {"damaged": "{", "other": "[]", "../x": json.dumps(fields)}
    for name, text in [*texts.items(), *((f"out{i}", text) for i, text in enumerate(outside))]:
        (tmp_path / WORKS / name).mkdir(parents=True)
        (tmp_path / WORKS / name / "work.json").write_text(text)
        with pytest.raises(DataError, match="there is no work"):
            works.work(name)
    assert works.all() == {}
