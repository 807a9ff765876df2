"""Damaged experiments, knobs and studies, and the mistakes that they have revealed."""

import pytest

from mazarbul.sim.runner.experiment import Execution, Experiment, find, load, prepare
from mazarbul.sim.runner.options import choose
from mazarbul.sim.toml import DataError
from mazarbul.studies.knobs import load_knobs
from mazarbul.studies.matrix import groups
from mazarbul.studies.study import load_study
from mazarbul.studies.study import play as play_study
from tests.fuzz.experiments import BASE, EXPERIMENT, KINDS, KNOBS, QUEST
from tests.fuzz.help import try_some

STUDY = """title = "a study"
game = "card_game"
scenarios = ["duel"]
games = 100
"""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_damaged_files(kind, tmp_path):
    try_some(kind, tmp_path, 20)


@pytest.mark.parametrize("text", [EXPERIMENT, QUEST])
def test_the_experiments_to_be_damaged_are_whole(text, write):
    prepare(load(write(text))[0])


def test_the_knobs_to_be_damaged_are_whole(write):
    assert len(load_knobs(write(KNOBS), BASE)) == 3


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("games = 10_000_000_001", "games: input should be less than or equal to 10000000000"),
        ("[run]\njobs = 5_000", "jobs: input should be less than or equal to 4096"),
        (
            "games = 0x1_0000_0000_0000_0000",
            ":3:9: this number is too large: whole numbers have at most 64 bits",
        ),
        ('[run]\nout = "a\\u0000b"', "out: a file name cannot contain a NUL character"),
        ('band = ["0.4", "0.6"]', "band.0: input should be a valid number"),
        ("band = [false, true]", "band.0: input should be a valid number"),
    ],
)
def test_numbers_and_names_that_cannot_be(write, text, wanted):
    with pytest.raises(DataError) as caught:
        load(write(f'game = "card_game"\nscenario = "duel"\n{text}\n'))
    assert wanted in str(caught.value)


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("scenario", "cannot contain a NUL character"),
        ("overlay", "cannot read this file"),
        ("bots.all", "cannot contain a NUL character"),
        ("decks.gandalf", "cannot contain a NUL character"),
    ],
)
def test_names_that_no_file_can_have(write, key, wanted):
    words = [
        'game = "card_game"',
        "" if key == "scenario" else 'scenario = "duel"',
        f'{key} = "a\\u0000b.toml"',
    ]
    with pytest.raises(DataError, match=wanted):
        prepare(load(write("\n".join(words)))[0])


def test_an_experiment_with_a_name_too_long_for_a_file(tmp_path):
    with pytest.raises(DataError, match="a file name cannot have 305 characters"):
        find(tmp_path / ("x" * 300 + ".toml"))


def test_a_run_of_too_many_parts_is_refused():
    with pytest.raises(DataError, match="a run has at most 1,000,000 parts"):
        choose("card_game/duel", {"games": 10**10}, {"chunk": 1})


@pytest.mark.parametrize(
    ("knob", "wanted"),
    [
        ("low = 1\nhigh = 1_000_000_000_000", "a knob has at most 1,000 values"),
        ("low = 1\nhigh = 3\ncost = inf", "input should be a finite number"),
        ("values = [2, 3, 200]", "scenario.carryover cannot be 200: "),
        ("values = [true, false, 2]", "scenario.carryover cannot be True: "),
    ],
)
def test_values_that_a_knob_cannot_have(write, knob, wanted):
    with pytest.raises(DataError) as caught:
        load_knobs(write(f'[[knob]]\npath = "scenario.carryover"\n{knob}\n'), BASE)
    assert wanted in str(caught.value)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "overlay = 5",
            ":5:11: overlay: a file, a table of changes, or a list of files and tables is expected",
        ),
        ('[[whatif]]\nid = "a"\ntitle = "a"\noverlay = 5', "a file, a table of changes, or a list"),
        ('[[whatif]]\nid = "a"\ntitle = "a"\n[[whatif]]\nid = "a"\ntitle = "b"', "have the id 'a'"),
        ('[restrictions]\nkinds = ["bots"]', "unknown kind of restriction 'bots'; valid: action, "),
        ('[ladder]\nbots = ["heuristic", "nobody"]', "unknown bot 'nobody'"),
    ],
)
def test_mistakes_of_a_study_are_reported_before_play(write, tmp_path, text, wanted):
    def play():
        study, folder = load_study(write(f"{STUDY}{text}\n"))
        play_study(study, folder, Execution(out=tmp_path / "out"), None)

    with pytest.raises(DataError) as caught:
        play()
    assert wanted in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_two_scenarios_whose_folders_would_be_one(write):
    with pytest.raises(DataError, match="two scenarios have the same name"):
        load_study(write(STUDY.replace('["duel"]', '["duel", "other/duel.toml"]')))


def test_an_overlay_survives_being_written_down():
    given = Experiment(game="card_game", scenario="duel", overlay={"scenario": {"carryover": 3}})
    assert Experiment.model_validate(given.model_dump(mode="json")) == given


@pytest.mark.parametrize(
    ("names", "players"), [(["a/mine.toml"], [1, 1]), (["a/mine.toml", "b/mine.toml"], [1])]
)
def test_groups_of_decks_whose_folders_would_be_one(tmp_path, names, players):
    decks = [tmp_path / name for name in names]
    for deck, hero in zip(decks, ("gimli", "eowyn"), strict=False):
        deck.parent.mkdir()
        deck.write_text(f'id = "mine"\nname = "Mine"\nheroes = ["{hero}"]\n[cards]\ngandalf = 1\n')
    base = Experiment(game="lotr_lcg", scenario="passage_through_mirkwood")
    with pytest.raises(DataError, match=r"two groups of decks are called '1\.mine'"):
        groups(base, [str(deck) for deck in decks], players)
