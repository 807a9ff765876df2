"""The document of a game: the game of a run, with the table, the scores and the choice at each step."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from mazarbul.sim.bots.python import python_bot
from mazarbul.sim.games import replay
from mazarbul.sim.games.replay import DOCUMENT, Document
from mazarbul.sim.games.scene import Zone
from mazarbul.sim.games.seating import bot_of, default_bot
from mazarbul.sim.toml import DataError
from tests.every_game.worlds import (
    SEED,
    WORLDS,
    World,
    bot_play,
    game_of,
    kit_of,
    match_of,
    random_play,
    shown,
)
from tests.marks import slow_but

SCHEMA = Path(__file__).parents[2] / "docs" / "replay.schema.json"
PILOTS = Path(__file__).parent / "pilots.py"
COURIER = next(world for world in WORLDS if world.game == "courier")
SHOWN = shown(WORLDS)
#: Most bytes of a document, in millions.
MOST = {"card_game": 1.5, "lotr_lcg": 1.5, "board_game": 3.0}

every_shown = pytest.mark.parametrize("world", slow_but(SHOWN[:1], SHOWN), ids=str)


@cache
def document_of(world: World) -> Document:
    match = match_of(world, bot="heuristic")
    return replay.replay(game_of(world), kit_of(world).setup, match.bots, SEED, 0)


@every_shown
def test_steps_replayed_from_their_changes_are_the_tables_of_the_game(world):
    (part,) = document_of(world).parts
    table: dict[str, Zone] = {}
    for match, step in zip(bot_play(world, "heuristic"), part.steps, strict=True):
        table = {name: zone for name, zone in (table | step.zones).items() if not zone.is_empty}
        zones = match.kit.scenery.zones(match.kit.names, match.state)
        assert table == {name: zone for name, zone in zones.items() if not zone.is_empty}
        assert step.lines == match.events_with_depth()
        if step.decision:
            assert step.decision.seat == match.actor
            assert [part.moves[i].move for i in step.decision.options] == match.legal()
    assert part.steps[-1].decision is None


@every_shown
def test_the_bot_takes_an_option_with_its_highest_score(world):
    decisions = [step.decision for step in document_of(world).parts[0].steps[:-1]]
    weighed = [decision for decision in decisions if decision.scores]
    assert len(weighed) > len(decisions) / 3
    for decision in weighed:
        assert len(decision.scores) == len(decision.options)
        assert decision.scores[decision.chosen] == max(decision.scores)


@every_shown
def test_the_game_shown_is_the_game_of_the_run(world):
    document = document_of(world)
    match = match_of(world, bot="heuristic")
    outcome = match.play_out()
    assert document.winner == outcome.winner
    assert len(document.parts[0].steps) == match.decisions + 1


@every_shown
def test_a_document_reads_back_from_its_text_and_is_small(world):
    text = replay.text_of(document_of(world))
    assert DOCUMENT.validate_json(text) == document_of(world)
    assert json.loads(text)["format"] == "mazarbul-replay"
    assert len(text.encode()) < MOST[world.game] * 1e6


@every_shown
def test_the_chance_to_win_is_there_where_the_usual_bot_has_a_network(world):
    game, document = game_of(world), document_of(world)
    network = bot_of(game, default_bot(game), kit_of(world).setup).network
    steps = [step for part in document.parts for step in part.steps]
    has_one = network is not None and any(map(network.has, kit_of(world).setup.seat_sides))
    decided = [step.chance for step in steps if step.decision]
    assert any(chance is not None for chance in decided) == has_one
    assert all(0.0 <= chance <= 1.0 for chance in decided if chance is not None)
    if has_one:
        assert steps[-1].chance == float(document.winner == kit_of(world).setup.sides[0])


def test_both_sides_see_the_chance_of_the_first():
    world = next(world for world in SHOWN if world.game == "card_game")
    kit, game = kit_of(world), game_of(world)
    bots = [bot_of(game, "expert", kit.setup)] * len(kit.setup.seats)
    outlook, match = kit.outlook(bots), match_of(world, bot="heuristic")
    seen: dict[str, list[float]] = {side: [] for side in kit.setup.sides}
    while not match.is_over:
        before = match.state.copy()
        chance = outlook(match.state)
        assert match.state == before
        if chance is not None:
            seen[kit.setup.seat_sides[int(match.state.actor)]].append(chance)
        match.advance(match.choice())
    late = [sum(chances[-10:]) / 10 for chances in seen.values()]
    is_first = match.outcome().winner == kit.setup.sides[0]
    assert all((chance > 0.5) == is_first for chance in late)  # near the end both know who wins


def test_random_and_python_bots_have_no_scores():
    world = SHOWN[0]
    random_bot = match_of(world).bots[0]
    bots = [python_bot(f"{PILOTS}:counting"), *[random_bot] * (len(kit_of(world).names.seats) - 1)]
    document = replay.replay(game_of(world), kit_of(world).setup, bots, SEED, 0)
    assert all(step.decision is None or step.decision.scores is None for step in document.parts[0].steps)


def test_scores_change_nothing_in_the_game():
    kit = kit_of(SHOWN[0])
    scorer = kit.scorer(match_of(SHOWN[0], bot="heuristic").bots)
    for match in random_play(SHOWN[0]):
        if not match.is_over:
            before = match.state.copy()
            assert scorer(match.state) == scorer(match.state)
            assert match.state == before


def test_a_game_without_a_table_is_refused():
    match = match_of(COURIER)
    with pytest.raises(DataError, match="cannot be shown: it declares no table"):
        replay.replay(game_of(COURIER), kit_of(COURIER).setup, match.bots, SEED, 0)


def fields(schema: dict) -> dict[str, tuple]:
    """Return the fields of each sort of object, and which of them are required."""
    kinds = {"Document": schema} | schema["$defs"]
    return {name: (list(kind["properties"]), kind.get("required")) for name, kind in kinds.items()}


def test_the_schema_in_docs_is_that_of_the_documents():
    assert fields(json.loads(SCHEMA.read_text(encoding="utf-8"))) == fields(replay.schema())
