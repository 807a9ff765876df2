"""Scripts: what they can do, and that everything wrong in one is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.lotr_lcg.text.expectations import EXPECTATIONS as CHECKS
from mazarbul.sim.notation.lines import ScriptError
from mazarbul.sim.toml import DataError
from tests.marks import compiles

pytestmark = [compiles, pytest.mark.filterwarnings("ignore:overflow encountered")]

SCENE = """
position a scene
round 5
first player2
window Q2 player1
stage the_necromancers_tower progress 3
threat player1 31
threat player2 22
heroes player1: aragorn(exhausted, committed, resources 2)[celebrians_stone] denethor gimli(captive)
allies player1: guard_of_the_citadel(damage 1)
heroes player2: eowyn
engaged player1: king_spider(damage 2, shadow forest_gate, shadow wolf_rider)[forest_snare] feint(face_down)
on_deck player2: iron_shackles
hand player1: gandalf hasty_stroke
hand player2: a_test_of_will
deck player1: faramir son_of_arnor beorn
discard player1: ever_vigilant common_cause
staging: hummerhorns shadow_key(guard hummerhorns) gandalfs_map the_brown_lands
active: gladden_fields(progress 2)
encounter_deck: old_forest_road despair
encounter_discard: evil_storm
victory: hill_troll
aside: nazgul_of_dol_guldur
knows player1 encounter_deck 1
seen player2: wolf_rider
"""

# One expectation that holds in the scene for every word, and one that does not.
EXPECTATIONS = [
    ("hand player1 = 2", "hand player1 > 2"),
    ("hand player1: gandalf hasty_stroke", "hand player1: gandalf"),
    ("deck player1 = 3", "deck player2 = 3"),
    ("discard player1: common_cause ever_vigilant", "discard player1:"),
    ("engaged player1: king_spider feint", "engaged player2: king_spider"),
    ("on_deck player2: iron_shackles", "on_deck player1 = 1"),
    ("heroes player1: aragorn denethor gimli", "heroes player1: aragorn denethor"),
    ("allies player1: guard_of_the_citadel", "allies player2: guard_of_the_citadel"),
    ("encounter_deck = 2", "encounter_deck: despair"),
    ("encounter_discard: evil_storm", "encounter_discard = 0"),
    ("staging = 4", "staging: hummerhorns"),
    ("victory: hill_troll", "victory = 2"),
    ("aside: nazgul_of_dol_guldur", "aside:"),
    ("committed_cards: aragorn", "committed_cards: aragorn denethor"),
    ("top player1: faramir son_of_arnor", "top player1: son_of_arnor"),
    ("top encounter_deck: old_forest_road despair", "top encounter_deck: old_forest_road despair evil_storm"),
    ("on aragorn: celebrians_stone", "on king_spider: celebrians_stone"),
    ("shadows king_spider: forest_gate wolf_rider", "shadows king_spider: wolf_rider forest_gate"),
    ("shadows king_spider = 2", "shadows king_spider = 1"),
    ("zone gandalf = hand", "zone gandalf = discard"),
    ("zone celebrians_stone = on aragorn", "zone celebrians_stone = on denethor"),
    ("zone king_spider = engaged player1", "zone king_spider = staging"),
    ("zone wolf_rider = shadow_of king_spider", "zone wolf_rider = deck"),
    ("zone iron_shackles = on_deck player2", "zone iron_shackles = on_deck player1"),
    ("zone denethor = controlled player1", "zone denethor != controlled player1"),
    ("active gladden_fields", "active = none"),
    ("damage king_spider = 2", "damage guard_of_the_citadel = 2"),
    ("resources aragorn = 2", "resources denethor = 2"),
    ("progress = 3", "progress = 2"),
    ("progress gladden_fields = 2", "progress the_brown_lands = 2"),
    ("willpower aragorn = 4", "willpower aragorn = 2"),
    ("attack feint = 1", "attack king_spider = 1"),
    ("defense king_spider = 1", "defense king_spider = 0"),
    ("hit_points feint = 1", "hit_points feint = 0"),
    ("card_threat hummerhorns = 1", "card_threat hummerhorns = 0"),
    ("threat player1 = 31", "threat player2 = 31"),
    ("quest_willpower = 4", "quest_willpower = 0"),
    ("quest_threat = 6", "quest_threat = 9"),
    ("exhausted aragorn", "exhausted denethor"),
    ("committed aragorn", "committed denethor"),
    ("face_down feint", "face_down king_spider"),
    ("captive gimli", "captive aragorn"),
    ("guarded shadow_key", "guarded gandalfs_map"),
    ("cannot_attack king_spider", "cannot_attack aragorn"),
    ("cannot_defend aragorn = no", "cannot_defend aragorn"),
    ("controller celebrians_stone = player1", "controller forest_snare = player2"),
    ("known player1 encounter_deck = 1", "known player2 encounter_deck = 1"),
    ("seen player2 wolf_rider", "seen player1 wolf_rider"),
    ("round = 5", "round = 4"),
    ("phase = quest", "phase = travel"),
    ("window Q2", "window Q1"),
    ("first = player2", "first = player1"),
    ("stage = the_necromancers_tower", "stage = through_the_caverns"),
    ("winner nobody", "winner players"),
    ("end = running", "end = timed_out"),
    ("over = no", "over"),
    ("eliminated player1 none", "eliminated player1 threat"),
    ("score = 49", "score = 50"),
    ("actor player1", "actor player2"),
    ("decision window", "decision planning"),
    ("legal use denethor", "legal use aragorn"),
    ("illegal use shadow_key", "illegal use gandalfs_map"),
    ("options = 4", "options > 4"),
    ("options: pass, use denethor, use eowyn, use gandalfs_map", "options: pass, use denethor"),
]


@pytest.fixture
def play(tmp_path):
    """Run a script given as text and return its report."""

    def run(text: str) -> list[str]:
        path = tmp_path / "mine.txt"
        path.write_text(text, encoding="utf-8")
        return GAME.script(path).play()

    return run


@pytest.fixture
def fails(play):
    """Run a script that fails and return the error."""

    def run(text: str) -> DataError:
        with pytest.raises(DataError) as caught:
            play(text)
        return caught.value

    return run


@pytest.mark.parametrize(("holds", "does_not"), EXPECTATIONS, ids=lambda text: text)
def test_every_expectation_can_hold_and_fail(play, fails, holds, does_not):
    assert play(f"{SCENE}expect {holds}\n")[-1] == "mine.txt: 1 expectations hold"
    error = fails(f"{SCENE}expect {holds}\nexpect {does_not}\n")
    assert isinstance(error, ScriptError)
    assert error.line == SCENE.count("\n") + 2
    assert error.column > len("expect ")


def test_no_expectation_is_left_out():
    assert {holds.split()[0].rstrip(":") for holds, _ in EXPECTATIONS} == CHECKS.keys()


def test_moves_payment_and_texts(play):
    report = play(
        """
        position Gandalf comes
        hand player1: gandalf
        heroes player1: gloin(resources 3) eowyn(resources 3)
        engaged player1: king_spider
        encounter_deck: forest_gate
        do player1: play gandalf, pay gloin
        expect decision response
        do player1: respond gandalf, option 2
        expect zone king_spider = discard
        """
    )
    assert "  player1: play gandalf" in report
    assert "    Player 1 puts into play Gandalf" in report
    assert "    King Spider takes 4 damage" in report or "    King Spider #1 takes 4 damage" in report


def test_a_position_may_name_any_card_and_keeps_to_itself(play):
    play(
        """
        scenario escape_from_dol_guldur
        deck_of player1 leadership
        deck_of player2 tactics
        position cards of other decks and quests
        heroes player1: beravor eowyn
        hand player1: hasty_stroke hasty_stroke forest_snare
        staging: hill_troll gladden_fields
        stage anduin_passage progress 4
        expect hand player1 = 3
        expect heroes player2: legolas gimli thalin
        expect stage = anduin_passage
        position the next one begins from the decks of the header
        deck player1: gandalf ...
        stage the_necromancers_tower
        expect heroes player1: aragorn gloin theodred
        expect deck player1 = 30
        expect top player1: gandalf
        """
    )


def test_as_many_players_as_are_named(play):
    play(
        """
        position
        heroes player1: eowyn
        heroes player2: gimli
        heroes player3: beravor
        heroes player4: aragorn
        expect threat player4 = 12
        """
    )


def test_a_halt_can_be_followed_by_another(play):
    play(
        """
        position
        phase resource
        halt planning
        heroes player1: eowyn
        hand player1: hasty_stroke
        expect window R1
        do player1: pass
        expect actor nobody
        expect phase = planning
        halt quest commit
        do player1: pass
        expect phase = quest
        expect actor nobody
        halt travel
        do player1: commit eowyn
        expect window Q1
        """
    )


def test_auto_does_as_little_as_it_can(play):
    play(
        """
        deck_of player1 leadership
        deck_of player2 tactics
        seed 7 game 2
        auto until planning
        expect phase = planning
        auto until decision commit
        expect round = 1
        auto until window F1
        expect round = 1
        auto until decision commit
        expect round = 2
        auto 1
        expect actor player1
        auto until round 3
        expect round = 3
        auto until end
        expect winner encounter
        """
    )


def test_a_script_without_a_position_deals_the_game_of_its_seed(play):
    text = (
        "scenario journey_down_the_anduin\nseed 7 game 3\nexpect decision mulligan\nexpect hand player1 = 6\n"
    )
    report = play(text + "auto until planning\nauto until end\nexpect over\n")
    assert report == play(text + "auto until planning\nauto until end\nexpect over\n")


def test_switches_overlays_and_decks_belong_to_the_header(play, tmp_path):
    (tmp_path / "change.toml").write_text("[card.gimli]\nattack = 4\n", encoding="utf-8")
    (tmp_path / "mine.txt.deck.txt").write_text(
        "Mine\n\nHeroes\nGimli\n\nAlly (1)\n1x Beorn\n", encoding="utf-8"
    )
    play(
        """
        deck_of player1 mine.txt.deck.txt
        expect deck player1 = 0
        overlay change.toml
        position
        heroes player1: gimli
        expect attack gimli = 4
        overlay none
        position
        heroes player1: gimli
        expect attack gimli = 2
        """
    )


def test_show_adds_the_legal_moves_or_the_position(play):
    report = play(f"{SCENE}show legal\nshow position\n")
    assert "  player1 may: pass, use denethor, use eowyn, use gandalfs_map" in report
    assert "window Q2 player1" in report


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "suggestion"),
    [
        ("scenaro duel", 1, 1, "unknown command 'scenaro'", "scenario"),
        ("scenario passage", 1, 10, "unknown scenario 'passage'", None),
        ("switch moode basic", 1, 8, "unknown switch 'moode'", "mode"),
        ("hand player1: gimli", 1, 1, "statements of a position follow a line 'position'", None),
        ("position\nheroes player1: gimli\n\ndo plaier1: pass", 4, 4, "unknown seat 'plaier1'", "player1"),
        (
            "position\nheroes player1: gimli\nhalt quest\nphase quest\ndo player1: done",
            5,
            4,
            "the position halts",
            None,
        ),
        (f"{SCENE}do player2: pass", 26, 4, "player2 does not decide now; player1 does (window)", None),
        (f"{SCENE}expect hnad player1 = 1", 26, 8, "unknown expectation 'hnad'", "hand"),
        (f"{SCENE}expect hand player1 is 1", 26, 21, "one of = != < <= > >= and a number", None),
        (f"{SCENE}expect zone gandalf = hnad", 26, 23, "unknown place 'hnad'", "hand"),
        (f"{SCENE}auto until figth", 26, 12, "unknown aim 'figth'", None),
        (f"{SCENE}auto until window Q9", 26, 19, "unknown window 'Q9'", None),
        (f"{SCENE}halt quest sleep", 26, 12, "unknown step 'sleep'", None),
        (f"{SCENE}show score", 26, 6, "unknown thing to show 'score'", None),
        ("# nothing but a comment", None, None, "this script has no 'position'", None),
    ],
)
def test_mistakes_in_a_script_are_placed(fails, text, line, column, message, suggestion):
    error = fails(text)
    assert isinstance(error, ScriptError)
    assert error.file.endswith("mine.txt")
    assert message in error.message
    assert (error.line, error.column) == (line, column)
    assert suggestion is None or error.suggestion == suggestion


def test_a_game_that_is_over_cannot_be_played_on(fails):
    text = "position\nphase refresh threat\nthreat player1 49\nheroes player1: gimli\n"
    assert "the game is over" in fails(f"{text}do player1: pass").message


def test_an_illegal_move_names_the_legal_ones(fails):
    message = fails(f"{SCENE}do player1: use aragorn").message
    assert "aragorn has no action" in message
    message = fails(f"{SCENE}do player1: use shadow_key").message
    assert "player1 may not 'use shadow_key'" in message
    assert "legal: pass, use denethor, " in message


def test_the_examples_of_the_documentation_hold(tmp_path):
    text = Path("docs/play-script.md").read_text(encoding="utf-8")
    chapter = text.split("## The Lord of the Rings: The Card Game\n")[1]
    example = chapter.split("```text\n")[1].split("```")[0]
    path = tmp_path / "example.txt"
    path.write_text(example, encoding="utf-8")
    assert GAME.script(path).play()[-1].endswith("expectations hold")
