"""The server is killed while a game and a change are played: the next one finds both, and nothing is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx2
import pytest

from tests.workbench.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.slow
GAME = {"game": "card_game", "scenario": "duel"}
START = GAME | {"people": {"gandalf": "Ada"}, "bots": {"witch_king": "random"}}
CHANGE = GAME | {"kind": "whatif", "bots": {"all": "random"}, "games": 20_000}
CHANGE["change"] = "[card.gimli]\nicons = { path = 9 }\n"


@contextmanager
def served(folder, **options):
    """The command, and what talks to its server as a page of it does; the process is killed at the end."""
    words = ["workbench", "--folder", str(folder), "--no-open", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "mazarbul", *words], stdout=subprocess.PIPE, text=True, **options
    )
    try:
        address, _, token = process.stdout.readline().partition(": ")[2].strip().partition("/?token=")
        headers = {"origin": address}
        with httpx2.Client(base_url=address, headers=headers, timeout=60, follow_redirects=True) as client:
            until(lambda: client.get("/", params={"token": token}).status_code == 200)
            yield client, process
    finally:
        process.kill()
        process.wait()


def until(what):
    """Wait until something is true; there may be no server yet."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            if what():
                return
        except httpx2.ConnectError:
            pass
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.1)


def told(client, address, **body):
    """Return what is answered to something that changes the state."""
    found = client.post(address, json=body)
    assert found.status_code == 200, found.text
    return found.json()


def test_ctrl_c_ends_it_in_order_though_a_page_listens(tmp_path):
    with served(tmp_path, stderr=subprocess.PIPE) as (client, process):
        work = told(client, "/api/orders", **CHANGE)["name"]
        with client.stream("GET", f"/api/works/{work}/events") as events:
            heard = events.iter_text()
            next(heard)
            process.send_signal(signal.SIGINT)
            list(heard)
        said = process.stderr.read()
    assert said == "mazarbul: stopped\n"


def test_after_a_kill_the_game_and_the_change_go_on(tmp_path):
    with served(tmp_path) as (client, _):
        name = told(client, "/api/plays", **START)["name"]
        game = f"/api/plays/{name}"
        until(lambda: client.get(game).json()["state"] == "playing")
        for _ in range(4):
            view = client.get(game).json()
            told(client, f"{game}/act", version=view["version"], option=0)
        before = client.get(game).json()
        work = f"/api/works/{told(client, '/api/orders', **CHANGE)['name']}"
        until(lambda: client.get(work).json()["look"])
    with served(tmp_path) as (client, _):
        kept = client.get("/api/files").json()
        assert list(kept["running"]) == [name]
        assert client.get(work).json()["state"] in ("running", "done"), "it has not even noticed"
        assert told(client, "/api/files/running", name=name) == {"name": name}
        until(lambda: client.get(game).json()["state"] == "playing")
        after = client.get(game).json()
        assert all(after[key] == before[key] for key in ("step", "lines", "version", "decisions"))
        until(lambda: client.get(work).json()["state"] != "running")
        done = client.get(work).json()
        assert (done["state"], done["look"]["n"]) == ("done", CHANGE["games"])
        assert "Free Peoples" in done["sentence"]
