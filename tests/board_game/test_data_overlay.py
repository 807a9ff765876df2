"""Overlays and user files: the order of merging, and what fits."""

import pickle

import pytest

from mazarbul.sim.data.overlays import overlay_at
from mazarbul.sim.data.values import value_at
from mazarbul.sim.games.board_game.content.loading import DATA, SCENARIOS, load_data
from mazarbul.sim.games.board_game.content.schema import Pieces
from mazarbul.sim.games.board_game.content.values import all_values
from mazarbul.sim.toml import DataError

CARD = """
[card.fp_char_25]
new = true
name = "A Light in the Dark"
number = 25
side = "free_peoples"
deck = "character"
icon = "character"
tactic = "it_is_a_gift"
text = "Heal 1 Corruption."
effects = [{ on = "play", do = "corruption(-1)" }]
source = "an idea"
"""


def test_a_unit_more_comes_out_of_the_pool(write):
    overlay = write("[region.minas_tirith.start.gondor]\nregular = 4\n")
    data, printed = load_data("two_player", overlay=overlay), load_data("two_player")
    assert data.regions["minas_tirith"].figures == {"gondor": Pieces(regular=4, elite=1, leader=1)}
    assert data.pool("gondor") == Pieces(regular=5, elite=4, leader=3)
    assert data.regions["dale"] == printed.regions["dale"]
    assert data.nations == printed.nations


def test_figures_of_another_nation():
    changes = {"region": {"osgiliath": {"start": {"rohan": {"elite": 1}}}}}
    data = load_data("two_player", overlay=changes)
    assert data.regions["osgiliath"].figures == {"gondor": Pieces(regular=2), "rohan": Pieces(elite=1)}
    assert data.pool("rohan").elite == 3


def test_more_figures_in_the_box():
    changes = {"nation": {"dwarves": {"figures": {"regular": 9}}}}
    changes["region"] = {"erebor": {"start": {"dwarves": {"regular": 5}}}}
    assert load_data("two_player", overlay=changes).pool("dwarves") == Pieces(regular=2, elite=3, leader=3)


def test_a_way_over_the_mountains(write):
    overlay = write(
        '[region.moria]\nnear = ["dimrill_dale", "hollin", "north_dunland", "lorien"]\n'
        '[region.lorien]\nnear = ["dimrill_dale", "moria", "parth_celebrant"]\n'
    )
    regions = load_data("two_player", overlay=overlay).regions
    assert "lorien" in regions["moria"].near
    assert "moria" in regions["lorien"].near


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tile.std_3.copies", 4),
        ("tile.std_1.value", 2),
        ("die.free_peoples.start", 5),
        ("scenario.victory.shadow", 9),
        ("scenario.victory.free_peoples", 5),
        ("scenario.victory.corruption", 11),
        ("scenario.worth.city", 2),
        ("scenario.rings.free_peoples", 2),
        ("scenario.limits.hunt_dice", 4),
        ("scenario.seat.shadow.hand", 7),
        ("region.dale.points", 3),
        ("region.east_rhun.east_edge", False),
        ("nation.rohan.steps", 2),
        ("nation.gondor.active", True),
        ("figure.gimli.level", 3),
        ("figure.aragorn.dice", 0),
        ("switches.turn_cap", 20),
        ("switches.mordor_entry", "declare"),
    ],
)
def test_what_a_designer_changes(path, value):
    """Every path that can be read can be changed, and changes nothing else."""
    before = all_values(load_data("two_player"))
    after = all_values(load_data("two_player", overlay=overlay_at(path, value)))
    assert value_at(path, before) != value_at(path, after) == value
    table, *_, key = path.split(".")
    parts = after
    for part in path.split(".")[:-1]:
        parts = parts[part]
    parts[key] = value_at(path, before)
    if path == "scenario.worth.city":
        for name in ("angmar", "dale", "edoras", "far_harad", "pelargir", "the_shire"):
            assert after["region"][name]["points"] == value
            after["region"][name]["points"] = 1
    assert after == before
    assert table in after


def test_worth_of_settlements():
    data = load_data(
        "two_player", overlay={"scenario": {"worth": {"town": 1}}, "region": {"dale": {"points": 0}}}
    )
    assert [data.points_of(name) for name in ("bree", "dale", "edoras", "erebor")] == [1, 0, 1, 2]


def test_faces_of_dice():
    changes = {"die": {"free_peoples": {"faces": {"character": 1, "will": 2}}}}
    faces = load_data("two_player", overlay=changes).dice["free_peoples"].faces
    assert (faces.character, faces.will, faces.muster) == (1, 2, 1)


def test_a_card_of_a_user(write):
    data = load_data("two_player", overlay=write(CARD))
    assert data.cards["fp_char_25"].effects[0].do.text == "corruption(-1)"
    assert len(data.cards) == 97


def test_a_tile_of_a_user(write):
    tile = (
        "new = true\nname = '4'\nsort = 'standard'\ncopies = 1\nsymbol = 'number'\nvalue = 4\nsource = 'x'\n"
    )
    tiles = load_data("two_player", overlay=write(f"[tile.std_4]\n{tile}")).tiles
    assert sum(tile.copies for tile in tiles.values() if tile.sort == "standard") == 17


def test_switches_of_a_scenario_lie_below_those_of_overlays(write):
    overlay = write('[switches]\nmordor_entry = "presence"\nturn_cap = 30\n')
    data = load_data("two_player_seed", overlay=overlay)
    assert (data.switches["mordor_entry"], data.switches["turn_cap"]) == ("presence", 30)
    assert data.switches["siege_advance"] == "automatic"
    given = load_data("two_player_seed", {"mordor_entry": "declare"}, overlay)
    assert given.switches["mordor_entry"] == "declare"


def test_overlay_as_a_dict_equals_the_file(write):
    file = load_data(
        "two_player", overlay=write("[tile.std_3]\ncopies = 2\n[scenario.victory]\nshadow = 9\n")
    )
    given = load_data(
        "two_player", overlay={"tile": {"std_3": {"copies": 2}}, "scenario": {"victory": {"shadow": 9}}}
    )
    assert file == given
    assert given.scenario.victory.corruption == 12


def test_overlays_are_laid_over_each_other_in_order(write):
    file, inline = (
        write("[tile.std_3]\ncopies = 2\n[tile.std_2]\ncopies = 1\n"),
        {"tile": {"std_3": {"copies": 4}}},
    )
    for overlays, copies in (([file, inline], 4), ([inline, file], 2)):
        tiles = load_data("two_player", overlay=overlays).tiles
        assert (tiles["std_3"].copies, tiles["std_2"].copies) == (copies, 1)
    assert load_data("two_player", overlay=[]) == load_data("two_player")


def test_a_mistake_names_the_overlay_it_is_in():
    fine, wrong = (
        {"tile": {"std_3": {"copies": 2}}},
        {"region": {"erech": {"start": {"rohan": {"elite": 6}}}}},
    )
    for overlays, place in ((wrong, "overlay"), ([fine, wrong], "overlay-2"), ([wrong, fine], "overlay-1")):
        with pytest.raises(DataError) as caught:
            load_data("two_player", overlay=overlays)
        assert str(caught.value).startswith(
            f"{place} region.erech.start.rohan.elite: the map begins with 7 Elites"
        )


def test_a_scenario_file_of_a_user(write):
    text = (DATA / "scenarios" / "three_player.toml").read_text("utf-8")
    path = write(text.replace('"three_player"', '"mine"').replace("shadow = 10", "shadow = 8"))
    data = load_data(path)
    assert (data.scenario.id, data.scenario.victory.shadow) == ("mine", 8)


@pytest.mark.parametrize("name", SCENARIOS)
def test_game_data_survives_pickling(name):
    data = load_data(name)
    assert pickle.loads(pickle.dumps(data)) == data
