"""The keys of overlays that `mazarbul list keys` tells: each is one that the game knows, with its value."""

from __future__ import annotations

import json
import tomllib

import pytest

from mazarbul.sim import games
from mazarbul.sim.data.values import value_at
from mazarbul.sim.runner.listing import thing_lines, things
from mazarbul.sim.toml import DataError


@pytest.mark.parametrize(
    ("target", "some"),
    [
        ("card_game/trilogy", {"scenario.carryover", "card.ID.icons.path", "scenario.seat.ID.draw"}),
        ("board_game/two_player", {"scenario.victory.corruption", "region.ID.points", "tile.ID.copies"}),
        ("lotr_lcg/passage_through_mirkwood", {"scenario.encounter_cards.forest_spider", "card.ID.cost"}),
    ],
)
def test_every_key_is_known_to_the_game(target, some):
    rows = things("keys", target)
    assert some <= {row["id"] for row in rows}
    assert rows[0]["id"].startswith("scenario.")
    game, scenario = target.split("/")
    values = games.get(game).values(scenario)
    for row in rows:
        key, _, text = row["help"].removeprefix("such as ").rpartition(" = ")
        place = key or row["id"]
        assert ("ID" in row["id"].split(".")) == bool(key), row
        if "list" in text or text == "not given" or text.endswith('..."'):
            continue
        value = value_at(place, values)
        assert value == (json.loads(text) if text[0] in '"tf' else type(value)(text)), row
    assert any(line.startswith("scenario.") for line in thing_lines("keys", rows))


@pytest.mark.parametrize(
    "target", ["card_game/trilogy", "board_game/two_player", "lotr_lcg/passage_through_mirkwood"]
)
def test_what_stands_at_a_key_is_an_overlay_that_changes_nothing(target):
    name, scenario = target.split("/")
    game = games.get(name)
    values = game.values(scenario)
    for kind in ("card", "scenario"):
        for row in [name for name, value in values[kind].items() if value is not None][:3]:
            text = "\n".join(thing_lines(key := f"{kind}.{row}", things(key, target)))
            given = {"overlay": tomllib.loads(text)}
            assert game.changes(scenario, game.setup(scenario, **given), **given) == [], key


def test_a_key_is_of_a_game_and_known_to_it():
    with pytest.raises(DataError, match=r"mazarbul list card\.gimli GAME/SCENARIO"):
        things("card.gimli")
    with pytest.raises(DataError, match=r"gimly.*did you mean 'gimli'"):
        things("card.gimly", "lotr_lcg")
    with pytest.raises(DataError, match=r"scenario\.noun: this is not given"):
        things("scenario.noun", "card_game/trilogy")
