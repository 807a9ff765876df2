"""Every card, path and battleground has a script that mentions it, and every switch one that sets it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content import vocabulary as words
from mazarbul.sim.games.card_game.content.loading import load_data
from tests.card_game.games import SCENARIOS, tables

SCRIPTS = Path(__file__).parent / "scripts"
DATA = load_data("trilogy")
# Switches that no script can show: what a seat knows is not part of a script.
KNOWLEDGE = {"team_info"}


@pytest.fixture(scope="module")
def mentioned() -> set[str]:
    """Return every word in the lines of a script, without comments."""
    found: set[str] = set()
    for path in SCRIPTS.glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            found.update(re.findall(r"[\w']+", re.sub(r"(?:^|\s)#.*", "", line)))
    return found


@pytest.mark.parametrize("what", ["cards", "paths", "battlegrounds"])
def test_everything_is_mentioned_in_a_script(what, mentioned):
    assert sorted(set(getattr(DATA, what)) - mentioned) == []


def test_every_switch_is_turned_in_a_script():
    turned = set()
    for path in SCRIPTS.glob("*.txt"):
        turned.update(re.findall(r"^switch (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert sorted(set(DATA.switches) - turned - KNOWLEDGE) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_printed_text_compiles(scenario):
    """Every effect of every card and location of a scenario has its row, with the right trigger."""
    ct = tables(scenario, promos=True)
    t = ct.record
    for card in ct.cards:
        texts = ct.data.cards[card.id].effects
        first, n = int(t.effect_first[card.index]), int(t.effect_n[card.index])
        assert [words.TRIGGERS.names[text.on] for text in texts] == list(t.effects["on"][first : first + n])
    for i, name in ct.places.items():
        location = ct.data.battlegrounds[name] if i < ids.BATTLEGROUNDS else ct.data.paths[name]
        source = ids.PLACE_SOURCE + i
        first, n = int(t.effect_first[source]), int(t.effect_n[source])
        assert n == len(location.effects) > 0
        assert all(t.effects["on"][first : first + n] == ids.ON.ACTIVATE)
