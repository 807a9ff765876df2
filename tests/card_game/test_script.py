"""Scripts: what they can do, and that every mistake in one is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.notation.lines import ScriptError
from mazarbul.sim.toml import DataError

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

SCENE = """
scenario trilogy
position a scene
round 5
turn frodo
path egladil attack 1: legolas the_commander
battleground dol_guldur bare: galadriel[nenya] mordor_orcs#1(attack 2)
area free_peoples: lorien bag_end
area shadow: orthanc
path_deck: dimrill_dale amon_hen
hand frodo: gimli sting narya
hand aragorn: elrond
reserve frodo: pippin_took(fresh) gandalf_the_grey[gandalfs_staff]
cycle_pile frodo: eowyn
eliminated frodo: shadowfax
deck frodo: glamdring
ring: frodo
corruption 3
passed: saruman
played: pippin_took
used: narya
"""

# For every word, one expectation that holds in the scene and one that does not.
EXPECTATIONS = [
    ("hand frodo = 3", "hand frodo = 4"),
    ("hand frodo: narya gimli sting", "hand frodo: narya gimli"),
    ("hand frodo: narya gimli sting", "hand frodo: narya gimli sting eowyn"),
    ("deck frodo > 20", "deck frodo <= 20"),
    ("cycle_pile frodo: eowyn", "cycle_pile frodo:"),
    ("eliminated frodo != 2", "eliminated frodo != 1"),
    ("reserve frodo = 2", "reserve frodo < 2"),
    ("limbo frodo = 0", "limbo frodo >= 1"),
    ("top frodo = glamdring", "top frodo = gimli"),
    ("zone gimli = hand", "zone gimli = deck"),
    ("zone gimli != deck", "zone gimli != hand"),
    ("zone nenya = on galadriel", "zone nenya = on elrond"),
    ("zone galadriel = dol_guldur", "zone galadriel = path"),
    ("zone shadowfax = eliminated", "zone shadowfax = reserve"),
    ("corruption = 3", "corruption = 2"),
    ("round = 5", "round = 4"),
    ("last_path = 5", "last_path = 4"),
    ("attack = 0", "attack = 1"),
    ("defense = 0", "defense = 1"),
    ("left = 0", "left = 1"),
    ("shield egladil = 1", "shield egladil = 0"),
    ("shield dol_guldur = 0", "shield dol_guldur = 2"),
    ("shield = 0", "shield = 1"),
    ("score free_peoples = 3", "score free_peoples = 4"),
    ("score shadow = 5", "score shadow = 3"),
    ("limit frodo = 3", "limit frodo = 2"),
    ("bonus frodo = 0", "bonus frodo = 1"),
    ("actor frodo", "actor aragorn"),
    ("decision turn", "decision pay"),
    ("phase = action", "phase = combat"),
    ("start = frodo", "start = aragorn"),
    ("turn = frodo", "turn = saruman"),
    ("winner nobody", "winner shadow"),
    ("end = running", "end = ten_points"),
    ("over = no", "over"),
    ("path = egladil", "path = none"),
    ("active: dol_guldur", "active: dol_guldur lorien"),
    ("active = 1", "active = 2"),
    ("area free_peoples: bag_end lorien", "area free_peoples: bag_end"),
    ("path_deck = 2", "path_deck: amon_hen"),
    ("bare dol_guldur", "bare dol_guldur = no"),
    ("tokens egladil attack = 1", "tokens egladil defense = 1"),
    ("tokens mordor_orcs#1 attack = 2", "tokens mordor_orcs#1 attack = 0"),
    ("icons galadriel attack = 2", "icons galadriel attack = 1"),
    ("icons mordor_orcs#1 attack >= 2", "icons mordor_orcs#1 path > 2"),
    ("fresh pippin_took", "fresh gandalf_the_grey"),
    ("played pippin_took = yes", "played pippin_took = no"),
    ("used narya", "used sting"),
    ("ring frodo = ready", "ring aragorn = ready"),
    ("passed: saruman", "passed:"),
    ("legal play gimli path", "legal play gimli dol_guldur"),
    ("illegal play gimli dol_guldur", "illegal play gimli path"),
    ("options > 5", "options = 1"),
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


def test_a_failed_expectation_names_wanted_and_actual(fails):
    error = fails(f"{SCENE}expect hand frodo = 5\n")
    assert error.message == "expected = 5, but it is 3: gimli sting narya; expect hand frodo = 5"


def test_moves_payment_and_texts(play):
    report = play(
        """
        position Gimli takes his axe back
        hand frodo: gimli sting narya
        cycle_pile frodo: dwarven_axe
        path egladil:
        do frodo: play gimli path
        expect decision pay
        expect options: pay sting, pay narya
        do frodo: pay sting, may yes
        expect hand frodo: narya dwarven_axe
        expect zone gimli = path
        expect actor witch_king
        """
    )
    assert "  frodo: play gimli path" in report
    assert "    text: When he is played you may get Dwarven Axe back from your cycle pile." in report


def test_a_card_without_a_number_is_the_first_legal_copy(play):
    play(
        """
        position
        turn aragorn
        hand aragorn: high_elves#2 elrond strider
        battleground lorien:
        do aragorn: play high_elves lorien, pay elrond
        expect zone high_elves#2 = lorien
        """
    )


def test_activate_resolves_the_text_of_a_location(play):
    play(
        """
        position WE-1
        hand frodo: gimli
        activate bag_end
        expect hand frodo = 3
        expect path = bag_end
        position WE-4 (a): Dol Guldur from an area activates Lorien from its deck
        area shadow: dol_guldur
        activate dol_guldur
        expect active: dol_guldur lorien
        expect bare dol_guldur = no
        """
    )


def test_phases_can_be_tested_alone(play):
    play(
        """
        position draw step
        phase draw
        halt round_start
        reserve witch_king: the_witch_king
        expect hand witch_king = 5
        expect hand frodo = 3
        expect start = witch_king
        expect actor nobody
        position location step
        round 4
        phase location
        halt action
        auto
        expect active >= 1
        expect last_path = 4
        position trim
        phase trim
        halt combat
        hand frodo: gimli sting narya
        do frodo: cycle narya
        expect hand frodo: gimli sting
        position the last victory check
        round 9
        phase victory_check
        resolved 9
        area free_peoples: lorien
        corruption 2
        ring: frodo
        expect winner free_peoples
        expect end = last_path
        """
    )


def test_auto_does_as_little_as_it_can(play):
    play(
        """
        position
        hand frodo: gimli sting narya
        hand saruman: saruman
        path egladil:
        auto until turn saruman
        expect hand frodo = 2
        auto 1
        expect hand saruman = 1
        auto until combat
        expect round = 2
        """
    )


def test_a_script_without_a_position_deals_the_game_of_its_seed(play):
    text = "scenario fellowship\nseed 7 game 3\nexpect phase = setup\nexpect hand balrog = 7\n"
    report = play(text + "auto until turn\nexpect round = 1\nauto until end\nexpect over\n")
    assert report == play(text + "auto until turn\nexpect round = 1\nauto until end\nexpect over\n")


def test_switches_overlays_and_decks_belong_to_the_header(play, tmp_path):
    (tmp_path / "change.toml").write_text("[card.gimli.icons]\npath = 4\n", encoding="utf-8")
    play(
        """
        overlay change.toml
        position
        path egladil: gimli
        expect icons gimli path = 4
        overlay none
        switch late_recycle at_once
        position
        path egladil: gimli
        expect icons gimli path = 1
        """
    )


def test_show_adds_the_legal_moves_or_the_position(play):
    report = play("position\nhand frodo: gimli\npath egladil:\nshow legal\nshow position\n")
    assert any(line.startswith("  frodo may: play gimli reserve, play gimli path") for line in report)
    assert "hand frodo: gimli" in report


def test_a_script_that_fails_keeps_its_story_and_what_was_shown(fails):
    opening = "position Gimli\nhand frodo: gimli\npath egladil:\nshow legal\n"
    before = fails(f"{opening}do frodo: play gimli path\nexpect round = 2\n").before
    assert before[0] == "== Gimli =="
    assert any(line.startswith("  frodo may: play gimli reserve") for line in before)
    assert "  frodo: play gimli path" in before


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "suggestion"),
    [
        ("scenaro duel", 1, 1, "unknown command 'scenaro'", "scenario"),
        ("scenario trilgy", 1, 10, "unknown scenario 'trilgy'", "trilogy"),
        ("switch joit enemy", 1, 8, "unknown switch 'joit'", "joint"),
        ("hand frodo: gimli", 1, 1, "statements of a position follow a line 'position'", None),
        ("position\nhand frodo: gimli\n\ndo fordo: pass", 4, 4, "unknown seat 'fordo'", "frodo"),
        ("position\ndo aragorn: pass", 2, 4, "aragorn does not decide now; frodo does (turn)", None),
        ("position\nhand frodo: gimli sting narya\ndo frodo: pass", 3, 11, "its hand of 3 is above", None),
        ("position\nexpect hnad frodo = 1", 2, 8, "unknown expectation 'hnad'", "hand"),
        ("position\nexpect hand frodo is 1", 2, 19, "one of = != < <= > >= and a number", None),
        ("position\nexpect zone gimli = hadn", 2, 21, "unknown zone 'hadn'", "hand"),
        ("position\nexpect actor fordo", 2, 14, "unknown seat 'fordo'", "frodo"),
        ("position\nauto until figth", 2, 12, "unknown aim 'figth'", None),
        ("position\nactivate lorein", 2, 10, "unknown location 'lorein'", "lorien"),
        ("position\nbattleground lorien:\nactivate lorien", 3, 10, "lorien is already active", None),
        ("position\narea shadow: bag_end\nactivate bag_end", 3, 10, "a path can only be active once", None),
        ("position\nphase draw\nhalt round_start\ndo frodo: pass", 4, 4, "the position halts here", None),
        ("position\nshow score", 2, 6, "unknown thing to show 'score'", None),
        ("# nothing but a comment", None, None, "this script has no 'position'", None),
    ],
)
def test_mistakes_in_a_script_are_placed(fails, text, line, column, message, suggestion):
    error = fails(text)
    assert isinstance(error, ScriptError)
    assert error.file.endswith("mine.txt")
    assert message in error.message
    assert (error.line, error.column, error.suggestion) == (line, column, suggestion)


def test_a_game_that_is_over_cannot_be_played_on(fails):
    text = "position\nround 9\nphase victory_check\nresolved 9\n"
    assert "the game is over" in fails(f"{text}do frodo: pass").message
    assert "the game is over" in fails(f"{text}activate lorien").message


def test_an_illegal_move_names_the_legal_ones(fails):
    message = fails("position\nhand frodo: gimli\npath egladil:\ndo frodo: play gimli lorien\n").message
    assert "frodo may not 'play gimli lorien': lorien is not active; legal: play gimli reserve, " in message


def test_a_value_a_switch_cannot_have_is_named(fails):
    assert "unknown value of switch 'joint'" in fails("switch joint both\nposition\n").message


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(DataError, match="cannot read this file"):
        GAME.script(tmp_path / "none.txt").play()
    (tmp_path / "latin.txt").write_bytes(b"position\n# \xe9\n")
    with pytest.raises(DataError, match="not UTF-8"):
        GAME.script(tmp_path / "latin.txt").play()


def test_the_example_of_the_documentation_holds(tmp_path):
    text = Path("docs/play-script.md").read_text(encoding="utf-8")
    example = text.split("```text\n")[1].split("```")[0]
    path = tmp_path / "example.txt"
    path.write_text(example, encoding="utf-8")
    assert GAME.script(path).play()[-1].endswith("expectations hold")
