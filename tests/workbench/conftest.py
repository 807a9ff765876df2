"""A workbench to talk to, without a port: what a browser sends, and what it gets."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mazarbul.sim.games.card_game import ids
from mazarbul.workbench.bench import Bench
from mazarbul.workbench.desk import Desk
from mazarbul.workbench.server import application

PORT, TOKEN = 8642, "a-token-of-tests"
HOME = f"http://127.0.0.1:{PORT}"
PATIENCE_SECONDS = 600  # a game may have to be compiled
HIDDEN = (ids.IN.HAND, ids.IN.DECK, ids.IN.CYCLE_PILE, ids.IN.LIMBO)


def luck(seed):
    """Return what takes any option."""
    rng = random.Random(seed)
    return lambda options: rng.randrange(len(options))


class Browser:
    """What a page does. client: how it talks. sent: every answer so far, whole."""

    def __init__(self, folder: Path, bots: tuple[str, ...] = ()) -> None:
        self.desk = Desk(folder, bots)
        self.bench = Bench(folder, bots)
        app = application(self.desk, TOKEN, PORT, self.bench)
        self.client = TestClient(app, base_url=HOME, headers={"origin": HOME}, raise_server_exceptions=False)
        assert self.client.get(f"/?token={TOKEN}").status_code == 200

    def get(self, address: str, **query: str):
        """Return an answer."""
        return self.client.get(address, params=query)

    def tell(self, address: str, **body: object):
        """Return the answer to something that changes the state."""
        return self.client.post(address, json=body)

    def told(self, address: str, **body: object):
        """Return what is answered; it must be no mistake."""
        found = self.tell(address, **body)
        assert found.status_code == 200, found.text
        return found.json()

    def mistake(self, address: str, **body: object) -> str:
        """Return the sentence of a mistake."""
        found = self.tell(address, **body)
        assert found.status_code == 400, found.text
        return found.json()["error"]

    def begin(self, scenario: str = "duel", people: object = None, **start: object) -> str:
        """Begin a game of the Card Game, wait until it is ready, and return its address."""
        people = {"gandalf": ""} if people is None else people
        body = {"game": "card_game", "scenario": scenario, "people": people, "seed": 7} | start
        return self.ready(self.told("/api/plays", **body)["name"])

    def ready(self, name: str) -> str:
        """Wait until a game is ready and return its address."""
        address = f"/api/plays/{name}"
        self.until(lambda: self.get(address).json()["state"] != "getting ready")
        return address

    def until(self, what) -> None:
        """Wait until something is true."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not what():
            assert time.monotonic() < end, "it takes too long"
            time.sleep(0.02)

    def now(self, address: str) -> dict[str, int]:
        """Return which moment of a game a page shows, as it tells the server."""
        return {"version": self.get(address).json()["version"]}

    def act(self, address: str, choose=lambda options: 0, view=None):
        """Take an option of a game and return the answer's view."""
        view = view or self.get(address).json()
        options = view["step"]["decision"]["options"]
        return self.told(f"{address}/act", version=view["version"], option=choose(options))


@pytest.fixture
def browser(tmp_path):
    """A browser that has opened the address with the token."""
    return Browser(tmp_path)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory):
    """A folder with an overlay that gives each card of the Shadow a name that no text has."""
    folder = tmp_path_factory.mktemp("renamed")
    from mazarbul.sim import games

    cards = games.get("card_game").setup("duel").catalogue["cards"]
    shadow = {card["id"]: card["index"] for card in cards if card["side"] == "shadow"}
    text = "".join(f'[card.{card}]\nname = "Zq{number}qz"\n' for card, number in shadow.items())
    (folder / "names.toml").write_text(text, encoding="utf-8")
    return folder


def secret(match):
    """Return the texts of the Shadow's cards that the person does not see, by the state alone."""
    s, names = match.state, match.kit.names
    seat = names.seats.index("witch_king")
    return {
        text
        for card, text in names.cards.items()
        if names.tables.owner[card] == seat and s.zone[card] in HIDDEN
    }
