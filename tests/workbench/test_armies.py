"""An Army of the board game is moved with as many clicks as it takes gestures at the table."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.thorough

POSITION = """game board_game
scenario two_player
position
turn 3
acts shadow
dice shadow: army muster
politics sauron at_war
field minas_morgul: sauron 4R 1E 1N
"""


@pytest.fixture
def clicks(browser):
    """What clicks the option whose text as scripts write it is given, and returns the next view."""
    folder = browser.desk.shelf.folder / "saved"
    folder.mkdir(parents=True)
    (folder / "army.txt").write_text(POSITION, encoding="utf-8")
    address = browser.ready(browser.told("/api/files/saved", name="army")["name"])

    def click(move, **more):
        view = browser.get(address).json()
        moves = [option["move"] for option in view["step"]["decision"]["options"]]
        return browser.told(f"{address}/act", version=view["version"], option=moves.index(move), **more)

    return click


def units(view, place):
    """Return the units that stand in a region."""
    pieces = view["step"]["zones"].get(f"region:{place}", {"pieces": []})["pieces"]
    return {piece["thing"]: piece.get("n", 1) for piece in pieces}


def test_a_whole_army_goes_with_two_clicks(clicks):
    clicks("move army")
    clicks("march minas_morgul to south_ithilien")
    view = clicks("send all")
    assert view["step"]["decision"]["kind"] != "take"
    assert sum(units(view, "south_ithilien").values()) == 6


def test_a_part_needs_no_click_for_what_stays_or_goes_along(clicks):
    clicks("move army")
    clicks("march minas_morgul to south_ithilien")
    view = clicks("send custom")
    options = view["step"]["decision"]["options"]
    least, most = view["step"]["decision"]["ends"]
    assert (options[least]["move"], options[most]["move"]) == (
        "take sauron regular 0",
        "take sauron regular 4",
    )
    view = clicks("take sauron regular 4", rest="most")
    assert view["step"]["decision"]["kind"] != "take"
    assert sum(units(view, "south_ithilien").values()) == 6
