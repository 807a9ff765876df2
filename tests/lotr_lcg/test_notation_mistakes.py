"""Mistakes in moves and positions are named with their place, and illegal moves with the rule."""

from functools import cache

import pytest

from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.position import parse_position, position_text
from mazarbul.sim.games.lotr_lcg.text.position_fit import make_names
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from mazarbul.sim.notation.lines import ScriptError
from tests.marks import compiles
from tests.playing import options

pytestmark = [compiles, pytest.mark.filterwarnings("ignore:overflow encountered")]


@cache
def base() -> Names:
    return make_names(load_data("passage_through_mirkwood"))


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "suggestion"),
    [
        ("hnad player1: gandalf", 1, 1, "unknown statement 'hnad'", "hand"),
        ("\nhand plaier1: gandalf", 2, 6, "unknown player 'plaier1'", "player1"),
        ("hand player1: gandlaf", 1, 15, "unknown card 'gandlaf'", "gandalf"),
        ("hand player1 gandalf", 1, 14, "':' is expected here", None),
        ("hand player1: king_spider", 1, 15, "king_spider is an encounter card and cannot be here", None),
        ("staging: gandalf", 1, 10, "gandalf is a player card and cannot be here", None),
        ("staging: despair", 1, 10, "despair is of type treachery", None),
        ("heroes player1: gandalf", 1, 17, "gandalf is of type ally; hero is expected in 'heroes'", None),
        (
            "heroes player1: gimli\nheroes player2: gimli",
            2,
            17,
            "gimli is already a hero of player1 (LCG-26.3)",
            None,
        ),
        ("heroes player1: gimli aragorn eowyn beravor", 1, 37, "more than 3 heroes (LCG-3.1)", None),
        ("hand player2: gandalf", 1, 6, "player2 has no heroes", None),
        ("heroes player1:", 1, 8, "player1 has no heroes", None),
        ("heroes player1: gimli\nheroes player2:", 2, 8, "player2 has no heroes", None),
        ("hand player1: gandalf#1\ndeck player1: gandalf#1", 2, 15, "already placed, see line 1", None),
        ("heroes player1: aragorn(tired)", 1, 25, "unknown mark of a card 'tired'", None),
        ("heroes player1: aragorn(damage 1", 1, 33, "',' or ')' is expected here", None),
        ("heroes player1: aragorn[gandalf]", 1, 25, "gandalf is of type ally", None),
        ("active: forest_gate old_forest_road", 1, 21, "only one location can be active", None),
        ("phase fight", 1, 7, "unknown phase 'fight'", None),
        ("phase quest fight", 1, 13, "unknown step 'fight'", None),
        ("window Z1", 1, 8, "unknown window 'Z1'", None),
        ("stage to_the_rivr", 1, 7, "unknown stage 'to_the_rivr'", "to_the_river"),
        ("threat player1 60", 1, 16, "a threat from 0 to 50 is expected, not '60'", None),
        ("discard player1: ...", 1, 18, "is only allowed for the rest of a deck", None),
        ("eliminated player1 boredom", 1, 20, "unknown cause 'boredom'", None),
        ("lasting luck 1 until phase: aragorn", 1, 9, "unknown modifier 'luck'", None),
        (
            "lasting attack 1 until phase: gandalf",
            1,
            31,
            "gandalf is not placed anywhere in this position",
            None,
        ),
        ("later aragorn player1: aragorn", 1, 7, "the text of aragorn has nothing that happens later", None),
        ("used aragorn 4", 1, 6, "aragorn has 1 text(s), not '4'", None),
        ("lasting attack 1 until phase cards_of aragorn", 1, 39, "has no such modifier of a set", None),
        ("window Q2\nstaging: wargs\nattack wargs on player1: aragorn", 3, 8, "windows C1 C2 C3 C4", None),
    ],
)
def test_mistakes_in_a_position_are_placed(text, line, column, message, suggestion):
    with pytest.raises(ScriptError) as caught:
        parse_position(base(), text, file="mine.txt")
    error = caught.value
    assert (error.file, error.line, error.column, error.suggestion) == ("mine.txt", line, column, suggestion)
    assert message in error.message


def test_LCG_17_1_the_most_threat_is_that_of_the_scenario():
    names = make_names(load_data("passage_through_mirkwood", overlay={"scenario": {"threat_limit": 60}}))
    with pytest.raises(ScriptError, match="a threat from 0 to 60 is expected, not '61'"):
        parse_position(names, "threat player1 61")


def test_too_many_cards_are_refused():
    cards = [name for name, card in base().data.cards.items() if card.type != "hero"]
    deck = "deck player1: " + " ".join(f"{card} {card} {card}" for card in cards[:22])
    with pytest.raises(ScriptError, match="player1 has 66 cards, at most 60 fit"):
        parse_position(base(), deck)
    staged = "encounter_deck: " + " ".join(f"{card} {card}" for card in list(base().data.encounter)[:33])
    with pytest.raises(ScriptError, match="there are 66 encounter cards, at most 63 fit"):
        parse_position(base(), staged)


def test_names_without_data_read_no_positions():
    names = Names(base().whole)
    with pytest.raises(ValueError, match="names with the data"):
        parse_position(names, "round 1")


def test_a_position_says_what_is_half_done():
    names, s = parse_position(
        base(), "hand player1: gandalf\nheroes player1: gloin(resources 3) eowyn(resources 3)"
    )
    assert "also " not in position_text(names, s)
    DRIVER.apply(s, names.tables, MOVES.parse(names, s, "play gandalf"))
    text = position_text(names, s)
    assert "also frames 0:" in text
    assert position_text(*parse_position(names, text)) == text


def test_marks_of_every_sort_round_trip():
    text = """
        round 4
        first player2
        window C3 player2 passes 1
        acted player1 2
        stage textless 8 progress 3
        heroes player1: aragorn(exhausted, damage 1, resources 2)[celebrians_stone dark_knowledge]
        heroes player2: eowyn gimli(exhausted)
        allies player1: wandering_took(exhausted, owner player2)
        engaged player1: wargs(attacked, shadow despair, shadow forest_gate, not_blank)[forest_snare]
        engaged player1: beorn(face_down)
        engaged player2: hill_troll(struck player1, blank)
        attack wargs on player1: gimli
        staging: shadow_key(guard hill_troll) old_forest_road(progress 1)[power_in_the_earth(owner player2)]
        loose_shadows: wolf_rider
        on_deck player2: iron_shackles
        hand player2: gandalf
        deck player2: hasty_stroke a_test_of_will
        lasting attack 1 until phase: aragorn gimli
        lasting cannot_attack player2 until phase: hill_troll
        lasting staging_threat 2 until round
        lasting multiple_defenders player1 until phase
        lasting willpower -1 until combat: eowyn
        later wolf_rider player1:
        used wandering_took 1 times 1
        used eowyn 1 by player1
        knows player2 deck player2 1
        seen player1: despair forest_gate
        allies_played 1
    """
    names, s = parse_position(base(), text)
    shown = position_text(names, s)
    again, other = parse_position(names, shown)
    assert again is names
    assert position_text(names, other) == shown
    assert "window C3 player2 passes 1\nacted player1 2\n" in shown
    assert "attack wargs on player1: gimli\n" in shown
    assert "lasting attack 1 until phase: aragorn gimli\n" in shown
    assert "lasting cannot_attack player2 until phase: hill_troll\n" in shown
    assert "later wolf_rider 1 player1:\n" in shown
    assert "loose_shadows: wolf_rider\n" in shown


@pytest.mark.parametrize(
    ("text", "column", "message", "suggestion"),
    [
        ("plya gandalf", 1, "unknown action 'plya'", "play"),
        ("play gandlaf", 6, "unknown card 'gandlaf'", "gandalf"),
        ("use gandalf", 5, "gandalf has no action", None),
        ("use denethor 3", 14, "the number of the action of denethor from 1 to 1 is expected, not '3'", None),
        ("respond denethor", 9, "denethor has no response", None),
        ("player plaier2", 8, "unknown seat 'plaier2'", "player1"),
        ("option 0", 8, "the number of an option from 1 to 64", None),
        ("x many", 3, "a whole number, is expected, not 'many'", None),
        ("pass now", 6, "nothing more is expected here", None),
        ("", 1, "an action is expected here", None),
    ],
)
def test_mistakes_in_a_move_are_placed(text, column, message, suggestion):
    names, s = parse_position(base(), "heroes player1: denethor\nhand player1: gandalf")
    with pytest.raises(ScriptError) as caught:
        MOVES.parse(names, s, text)
    assert message in caught.value.message
    assert (caught.value.column, caught.value.suggestion) == (column, suggestion)


TABLE = """
heroes player1: aragorn(resources 3)[steward_of_gondor] gloin(resources 1, exhausted) eowyn
heroes player2: beravor thalin
allies player1: guard_of_the_citadel(exhausted)
hand player1: faramir steward_of_gondor ever_vigilant unexpected_courage gandalf
hand player1: secret_paths stand_and_fight feint
hand player2: forest_snare
deck player2: gleowine
staging: goblin_sniper#1 goblin_sniper#2 forest_gate the_east_bight#1 the_east_bight#2
engaged player1: wargs king_spider(attacked, struck player1)
encounter_deck: hill_troll old_forest_road
used beravor 1 times 1
"""


@pytest.mark.parametrize(
    ("point", "move", "reason"),
    [
        (
            "phase planning",
            "play forest_snare",
            "forest_snare is not in player1's hand; it is in player2's hand",
        ),
        ("phase planning", "play ever_vigilant", "ever_vigilant is an event"),
        (
            "phase planning",
            "play steward_of_gondor#2",
            "steward_of_gondor#2 is unique and a card of that title",
        ),
        (
            "phase planning",
            "play unexpected_courage",
            "costs 2, and the resources that match are 0 (LCG-6.3)",
        ),
        ("phase planning", "play gandalf", "gandalf costs 5, and the resources of all heroes are 4"),
        ("phase planning", "commit aragorn", "player1 must first answer the decision 'planning'"),
        ("window Q1", "play faramir", "faramir is an ally; these can only be played in the planning phase"),
        ("window Q1", "play secret_paths", "has no hero with the lore icon"),
        ("window Q1", "play feint", "has no hero with the tactics icon"),
        ("window Q1", "use beravor", "player1 does not control beravor (LCG-20.2)"),
        (
            "window Q1 player2",
            "use beravor",
            "beravor was already used as often as its limit allows (LCG-4.5)",
        ),
        ("phase quest", "commit gloin", "gloin is exhausted (LCG-2.4)"),
        ("phase quest", "commit beravor", "player1 does not control beravor"),
        ("phase travel", "travel forest_gate", "the_east_bight#1 must be travelled to (LCG-10.3)"),
        ("phase travel", "stay", "the_east_bight#1 must be travelled to (LCG-10.3)"),
        ("phase encounter", "engage goblin_sniper", "a text forbids engaging goblin_sniper#1 by choice"),
        ("phase encounter", "engage hill_troll", "is not in the staging area; it is in the encounter deck"),
        (
            "phase combat player_attacks",
            "attack king_spider",
            "has already attacked king_spider in this phase (LCG-14.1)",
        ),
        (
            "phase combat player_attacks",
            "attack goblin_sniper#1",
            "in the staging area, and no ready character",
        ),
    ],
)
def test_why_a_move_is_illegal(point, move, reason):
    text = TABLE if "travel" in point or "encounter" not in point else TABLE + "\nstaging: dol_guldur_orcs\n"
    names, s = parse_position(base(), f"{point}\n{text}")
    code = MOVES.parse(names, s, move)
    assert code not in options(s)
    assert reason in MOVES.why_illegal(names, s, code)
