"""The map, figures, tiles, dice, scenarios and switches as printed, against counts and lists of the rules."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from mazarbul.sim.data.loading import data_version
from mazarbul.sim.data.switches import switch_of
from mazarbul.sim.data.values import value_at
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.loading import DATA, PRINTED, SCENARIOS, load_data, printed
from mazarbul.sim.games.board_game.content.schema import HEIGHT, WIDTH, Pieces
from mazarbul.sim.games.board_game.content.tables import make_tables
from mazarbul.sim.games.board_game.content.values import all_values
from mazarbul.sim.notation import rulebook

FREE, SHADOW = ids.SIDES
STRONGHOLDS = {
    "dwarves": {"erebor"},
    "elves": {"grey_havens", "lorien", "rivendell", "woodland_realm"},
    "gondor": {"dol_amroth", "minas_tirith"},
    "rohan": {"helms_deep"},
    "sauron": {"barad_dur", "dol_guldur", "minas_morgul", "morannon", "moria", "mount_gundabad"},
    "isengard": {"orthanc"},
    "southrons": {"umbar"},
}
CITIES = {
    "gondor": {"pelargir"},
    "north": {"dale", "the_shire"},
    "rohan": {"edoras"},
    "sauron": {"angmar"},
    "southrons": {"far_harad"},
}
TOWNS = {
    "dwarves": {"ered_luin", "iron_hills"},
    "gondor": {"lamedon", "lossarnach"},
    "north": {"bree", "carrock"},
    "rohan": {"folde", "westemnet"},
    "sauron": {"nurn"},
    "isengard": {"north_dunland", "south_dunland"},
    "southrons": {"near_harad", "north_rhun", "south_rhun"},
}
START = {
    "dwarves": "erebor 1R 2E 1L, ered_luin 1R, iron_hills 1R",
    "elves": "grey_havens 1R 1E 1L, lorien 1R 2E 1L, rivendell 2E 1L, woodland_realm 1R 1E 1L",
    "gondor": "dol_amroth 3R, minas_tirith 3R 1E 1L, osgiliath 2R, pelargir 1R",
    "north": "bree 1R, carrock 1R, dale 1R 1L, north_downs 1E, the_shire 1R",
    "rohan": "edoras 1R 1E, fords_of_isen 2R 1L, helms_deep 1R",
    "sauron": "barad_dur 4R 1E 1N, dol_guldur 5R 1E 1N, gorgoroth 3R, minas_morgul 5R 1N, morannon 5R 1N, "
    "moria 2R, mount_gundabad 2R, nurn 2R",
    "isengard": "north_dunland 1R, orthanc 4R 1E, south_dunland 1R",
    "southrons": "far_harad 3R 1E, near_harad 3R 1E, north_rhun 2R, south_rhun 3R 1E, umbar 3R",
}
LETTERS = dict(zip("RELN", ids.PIECES, strict=True))


@pytest.fixture(scope="module")
def data():
    return load_data("two_player")


def having(data, settlement):
    """Return the regions with a kind of Settlement: nation -> regions."""
    found = {}
    for region in data.regions.values():
        if region.settlement == settlement:
            found.setdefault(region.nation, set()).add(region.id)
    return found


def flagged(data, flag):
    return {region.id for region in data.regions.values() if getattr(region, flag)}


def way(data, start, end, avoid=()):
    """Return the steps from one region to another, through none of those to avoid."""
    found, edge, steps = {start}, {start}, 0
    while end not in edge:
        assert edge, f"no way from {start} to {end}"
        edge = {other for name in edge for other in data.regions[name].near} - found - set(avoid)
        found |= edge
        steps += 1
    return steps


def test_BG_1_2_regions_and_adjacencies(data):
    pairs = {frozenset((region.id, other)) for region in data.regions.values() for other in region.near}
    assert len(data.regions) == ids.REGIONS == 105
    assert len(pairs) == 232
    assert sum(len(region.near) for region in data.regions.values()) == 2 * 232
    assert all(len(pair) == 2 for pair in pairs)
    assert list(data.regions) == sorted(data.regions)
    assert max(len(region.near) for region in data.regions.values()) == 8
    assert all(list(region.near) == sorted(region.near) for region in data.regions.values())


def test_BG_1_2_mountains_lie_between(data):
    for a, b in (
        ("angmar", "north_downs"),
        ("northern_rhovanion", "southern_dorwinion"),
        ("moria", "lorien"),
        ("morannon", "ash_mountains"),
        ("barad_dur", "morannon"),
        ("edoras", "minas_tirith"),
        ("erech", "edoras"),
        ("orthanc", "fangorn"),
    ):
        assert b not in data.regions[a].near


def test_BG_1_3_nations_of_regions(data):
    assert Counter(region.nation for region in data.regions.values()) == {
        "sauron": 11, "isengard": 4, "southrons": 7, "dwarves": 4, "elves": 4, "gondor": 8, "north": 8,
        "rohan": 6, None: 53,
    }  # fmt: skip
    nations = {"druadan_forest": "gondor", "fords_of_isen": "rohan", "mount_gram": "sauron"}
    nations |= {"southern_mirkwood": "sauron", "gorgoroth": "sauron"}
    nations |= dict.fromkeys(("osgiliath", "north_ithilien", "south_ithilien"))
    assert {name: data.regions[name].nation for name in nations} == nations
    assert data.side_of("gorgoroth") == SHADOW
    assert data.side_of("druadan_forest") == FREE
    assert data.side_of("osgiliath") is None


def test_BG_1_4_settlements_and_their_worth(data):
    assert having(data, "stronghold") == STRONGHOLDS
    assert having(data, "city") == CITIES
    assert having(data, "town") == TOWNS
    counts = Counter(region.settlement for region in data.regions.values())
    assert (counts["town"], counts["city"], counts["stronghold"]) == (14, 6, 16)
    assert counts["stronghold"] == ids.STRONGHOLDS
    worth = Counter()
    for name in data.regions:
        worth[data.side_of(name)] += data.points_of(name)
    assert worth == {FREE: 20, SHADOW: 18, None: 0}
    assert [data.points_of(name) for name in ("bree", "dale", "erebor", "fangorn")] == [0, 1, 2, 0]


def test_BG_1_5_fortifications(data):
    assert flagged(data, "fortification") == {"osgiliath", "fords_of_isen"}


def test_BG_1_6_flags(data):
    assert flagged(data, "coastal") == {
        "andrast", "anfalas", "dol_amroth", "druwaith_iaur", "enedwaith", "forlindon", "grey_havens",
        "harlindon", "lamedon", "minhiriath", "north_ered_luin", "pelargir", "south_ered_luin", "umbar",
        "west_harondor",
    }  # fmt: skip
    assert flagged(data, "east_edge") == {"east_rhun", "far_harad", "khand", "south_rhun"}


def test_BG_1_8_figures(data):
    assert tuple(data.nations) == ids.NATIONS
    rows = {}
    for name, nation in data.nations.items():
        pool, player = data.pool(name), nation.player
        rows[name] = (*nation.figures.model_dump().values(), *pool.model_dump().values())
        rows[name] += (nation.steps, nation.active, player)
    assert rows == {
        "dwarves": (5, 5, 4, 0, 2, 3, 3, 0, 3, False, "fp2"),
        "elves": (5, 10, 4, 0, 2, 4, 0, 0, 3, True, "fp1"),
        "gondor": (15, 5, 4, 0, 6, 4, 3, 0, 2, False, "fp1"),
        "north": (10, 5, 4, 0, 6, 4, 3, 0, 3, False, "fp2"),
        "rohan": (10, 5, 4, 0, 6, 4, 3, 0, 3, False, "fp2"),
        "sauron": (36, 6, 0, 8, 8, 4, 0, 4, 1, True, "sh1"),
        "isengard": (12, 6, 0, 0, 6, 5, 0, 0, 1, True, "sh2"),
        "southrons": (24, 6, 0, 0, 10, 3, 0, 0, 2, True, "sh2"),
    }
    assert [nation.side for nation in data.nations.values()] == [FREE] * 5 + [SHADOW] * 3


def test_BG_2_1_starting_figures(data):
    for nation, text in START.items():
        wanted = {}
        for part in text.split(", "):
            name, *figures = part.split()
            wanted[name] = Pieces(**{LETTERS[figure[-1]]: int(figure[:-1]) for figure in figures})
        found = {row.id: row.figures[nation] for row in data.regions.values() if nation in row.figures}
        assert found == wanted
    assert sum(bool(row.figures) for row in data.regions.values()) == sum(
        len(text.split(",")) for text in START.values()
    )


def test_BG_2_3_fellowship(data):
    start = data.scenario.fellowship
    assert (start.start, start.guide) == ("rivendell", "gandalf_grey")
    setting_out = [name for name, figure in data.figures.items() if figure.fellowship]
    assert setting_out == [
        "gandalf_grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin"
    ]  # fmt: skip


def test_BG_2_5_rings_dice_and_hands(data):
    assert data.scenario.rings.model_dump() == {FREE: 3, SHADOW: 0}
    assert {side: (die.start, die.most) for side, die in data.dice.items()} == {FREE: (4, 6), SHADOW: (7, 10)}
    assert [seat.hand for seat in data.scenario.seats] == [6, 6]


def test_BG_3_2_and_BG_1_16_dice_of_characters(data):
    dice = Counter({side: die.start for side, die in data.dice.items()})
    for figure in data.figures.values():
        dice[figure.side] += figure.dice
    assert dice == {side: die.most for side, die in data.dice.items()}


def test_BG_4_1_faces(data):
    faces = {side: {k: n for k, n in die.faces.model_dump().items() if n} for side, die in data.dice.items()}
    assert faces == {
        FREE: {"character": 2, "muster": 1, "army_muster": 1, "event": 1, "will": 1},
        SHADOW: dict.fromkeys(("character", "army", "muster", "army_muster", "event", "eye"), 1),
    }
    assert all(sum(shown.values()) == 6 for shown in faces.values())


def test_BG_8_1_characters(data):
    assert tuple(data.figures) == ids.FIGURES
    rows = {name: (row.kind, row.level, row.leadership, row.dice) for name, row in data.figures.items()}
    assert rows == {
        "gandalf_grey": ("companion", 3, 1, 0),
        "strider": ("companion", 3, 1, 0),
        "boromir": ("companion", 2, 1, 0),
        "legolas": ("companion", 2, 1, 0),
        "gimli": ("companion", 2, 1, 0),
        "meriadoc": ("companion", 1, 1, 0),
        "peregrin": ("companion", 1, 1, 0),
        "aragorn": ("companion", 3, 2, 1),
        "gandalf_white": ("companion", 3, 1, 1),
        "gollum": ("gollum", 0, 0, 0),
        "witch_king": ("minion", 0, 2, 1),
        "mouth_of_sauron": ("minion", 3, 2, 1),
        "saruman": ("minion", 0, 1, 1),
    }
    assert [name for name, row in data.figures.items() if row.flies] == ["witch_king"]
    assert [name for name, row in data.figures.items() if row.hobbit] == ["meriadoc", "peregrin"]


def test_BG_8_5_whom_companions_activate(data):
    everyone = ids.NATIONS[: ids.FREE_NATIONS]
    one = {"strider": "north", "boromir": "gondor", "legolas": "elves", "gimli": "dwarves"}
    for name, figure in data.figures.items():
        if figure.kind == "companion":
            assert figure.activates == ((one[name],) if name in one else everyone)


def test_BG_8_9_whose_place_they_take(data):
    replacing = {name: row.replaces for name, row in data.figures.items() if row.replaces}
    assert replacing == {"aragorn": "strider", "gandalf_white": "gandalf_grey"}


def test_every_character_has_its_texts(data):
    """Those who set out need no text to come; who guides and what else they do: BG-8.8, BG-8.9, BG-15.7."""
    entering = {name for name, row in data.figures.items() if row.enter}
    assert entering == {name for name, row in data.figures.items() if not row.fellowship}
    guiding = {name for name, row in data.figures.items() if row.guide}
    assert guiding == {"gandalf_grey", "strider", "meriadoc", "peregrin", "gollum"}
    assert {name for name, row in data.figures.items() if not row.abilities} == {"gollum"}


def test_BG_14_18_standard_tiles(data):
    standard = [tile for tile in data.tiles.values() if tile.sort == "standard"]
    assert sum(tile.copies for tile in standard) == 16
    assert sum(tile.copies for tile in standard if tile.symbol == "number") == 12
    assert sum(tile.copies * tile.value for tile in standard) == 19
    assert sum(tile.copies for tile in standard if tile.symbol == "eye") == 4
    assert sum(tile.copies for tile in standard if tile.reveal) == 9
    assert not any(tile.stop for tile in standard)


def test_BG_1_16_special_tiles(data):
    special = {
        name: (tile.sort, tile.symbol, tile.value, tile.reveal, tile.stop, tile.card)
        for name, tile in data.tiles.items()
        if tile.sort != "standard"
    }
    assert special == {
        "fp_cloaks": (FREE, "number", 0, False, False, "fp_char_01"),
        "fp_rope": (FREE, "number", 0, False, False, "fp_char_02"),
        "fp_phial": (FREE, "number", -2, False, False, "fp_char_03"),
        "fp_smeagol": (FREE, "number", -1, False, False, "fp_char_04"),
        "sh_shelob": (SHADOW, "die", 0, False, True, "sh_char_01"),
        "sh_mine": (SHADOW, "eye", 0, True, True, "sh_char_02"),
        "sh_onon": (SHADOW, "number", 3, False, True, "sh_char_03"),
        "sh_giveit": (SHADOW, "number", 1, True, True, "sh_char_04"),
    }
    assert all(data.cards[tile[-1]].name == data.tiles[name].name for name, tile in special.items())


def test_BG_1_16_cards(data):
    decks = Counter((card.side, card.deck) for card in data.cards.values())
    assert decks == {(side, deck): 24 for side in ids.SIDES for deck in ids.DECKS}
    for side, deck in decks:
        numbers = sorted(c.number for c in data.cards.values() if (c.side, c.deck) == (side, deck))
        assert numbers == list(range(1, 25))
    assert {card.tactic for card in data.cards.values()} == set(data.tactics)
    assert len(data.tactics) == 38


def test_BG_16_1_gates(data):
    assert flagged(data, "gate") == {"morannon", "minas_morgul"}


def test_BG_17_victory(data):
    wins = {"corruption": 12, "shadow": 10, "free_peoples": 4}
    for name in SCENARIOS:
        scenario = load_data(name).scenario
        assert scenario.victory.model_dump() == wins
        assert scenario.limits.model_dump() == {"field": 10, "box": 5, "combat_dice": 5, "hunt_dice": 5}
        assert scenario.hits.model_dump() == {"field": 5, "protected": 6, "hunt": 6}
        assert scenario.crack == 5
        assert load_data(name).switches["turn_cap"] == 40


def test_BG_18_1_and_BG_18_2_seats():
    seats = {
        name: [(s.id, s.side, s.players, s.hand, s.draw, s.no_repeat) for s in load_data(name).scenario.seats]
        for name in SCENARIOS
    }
    free, shadow = ("free_peoples", FREE, ("fp1", "fp2"), 6), ("shadow", SHADOW, ("sh1", "sh2"), 6)
    partners = [
        (name, side, (name,), 4, "one_card", False)
        for name, side in (("fp1", FREE), ("fp2", FREE), ("sh1", SHADOW), ("sh2", SHADOW))
    ]
    two = [(*free, "each_deck", False), (*shadow, "each_deck", False)]
    assert seats == {
        "two_player": two,
        "two_player_seed": two,
        "three_player": [(*free, "each_deck", True), *partners[2:]],
        "four_player": partners,
    }


def test_BG_18_1_minions_of_players(data):
    players = {name: row.player for name, row in data.figures.items() if row.player}
    assert players == {"witch_king": "sh1", "mouth_of_sauron": "sh1", "saruman": "sh2"}


def test_ways_of_the_fellowship(data):
    """The ways from Rivendell that BG-B23 counts."""
    gates = ("morannon", "minas_morgul")
    assert [way(data, "rivendell", gate) for gate in gates] == [10, 10]
    assert [way(data, "rivendell", gate, avoid=("moria",)) for gate in gates] != [10, 10]
    shadow = {name for side in ("sauron", "isengard", "southrons") for name in STRONGHOLDS[side]}
    assert way(data, "rivendell", "morannon", shadow - {"morannon"}) == 11
    assert way(data, "rivendell", "lorien") == 5
    assert way(data, "rivendell", "lorien", avoid=("moria",)) == 7
    assert [way(data, "lorien", gate) for gate in gates] == [6, 6]
    east = (
        "rivendell fords_of_bruinen high_pass goblins_gate old_ford carrock old_forest_road "
        "northern_rhovanion southern_rhovanion noman_lands dagorlad morannon"
    )
    assert len(east.split()) == 11 + 1
    assert all(b in data.regions[a].near for a, b in pairwise(east.split()))


def test_points_of_two_strongholds(data):
    """Two Strongholds of the Shadow are enough (BG-B29, BG-17.4)."""
    assert data.points_of("moria") + data.points_of("orthanc") == data.scenario.victory.free_peoples


def test_drawing_of_the_map(data):
    places = {region.at for region in data.regions.values()}
    assert len(places) == 105
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)

    def apart(a, b):
        (x, y), (u, v) = data.regions[a].at, data.regions[b].at
        return ((x - u) ** 2 + (y - v) ** 2) ** 0.5

    beside = [apart(region.id, other) for region in data.regions.values() for other in region.near]
    assert max(beside) < 200
    assert min(beside) > 15
    assert data.regions["forlindon"].at[0] < data.regions["rivendell"].at[0] < data.regions["erebor"].at[0]
    assert data.regions["angmar"].at[1] < data.regions["edoras"].at[1] < data.regions["umbar"].at[1]


def test_every_row_names_its_source(data):
    for rows in (data.regions, data.nations, data.figures, data.tiles, data.dice, data.cards, data.tactics):
        assert all(row.source for row in rows.values())
    assert all(load_data(name).scenario.source for name in SCENARIOS)
    assert all(figure.text.endswith(".") for figure in data.figures.values())


def test_switches_and_what_they_say():
    switches = {name: switch_of(node) for name, node in printed().switches.items()}
    assert len(switches) == 43
    assert all(switch.rule in rulebook.rules() for switch in switches.values())
    assert all(switch.text.endswith(".") for switch in switches.values())
    for switch in switches.values():
        assert switch.kind != "choice" or switch.default == switch.choices[0]


@pytest.mark.parametrize(
    ("switch", "value", "kind", "name"),
    [
        ("breaking_with_gollum", "one", "card", "sh_char_14"),
        ("folly_gandalf", "without_strider", "card", "sh_str_03"),
        ("fateful_strike_nazgul", "any", "tactic", "fateful_strike"),
    ],
)
def test_switches_that_change_a_text(data, switch, value, kind, name):
    """Another reading of BG-12.10, or of a card, is another text of it and nothing else."""
    changed = load_data("two_player", {switch: value})
    make_tables(changed)
    before, after = all_values(data), all_values(changed)
    for key in ("text", "effects"):
        assert before[kind][name][key] != after[kind][name][key]
        after[kind][name][key] = before[kind][name][key]
    after["switches"][switch] = before["switches"][switch]
    assert after == before


def test_presets(data):
    """The two presets differ in the switches of chapter 21 and in nothing else."""
    seed = load_data("two_player_seed")
    different = dict(seed.switches.items() - data.switches.items())
    assert different == {
        "mordor_entry": "declare",
        "combat_card_order": "defender_first",
        "retreat_into_enemy_nation": False,
        "siege_advance": "automatic",
        "companion_stop": "shadow_nation",
        "event_recruit_partial": True,
        "mordor_idle_hide_counts": False,
        "mordor_idle_timing": "phase7",
        "reveal_tile_stationary": False,
        "mouth_stop": True,
        "three_player_mixed": "except_gondor_rohan",
    }
    assert seed.scenario.seats == data.scenario.seats
    assert (seed.regions, seed.nations, seed.figures, seed.tiles) == (
        data.regions, data.nations, data.figures, data.tiles
    )  # fmt: skip
    for name in SCENARIOS[2:]:
        assert load_data(name).switches == data.switches


def test_lists_of_what_there_is(data):
    assert tuple(printed().scenarios) == SCENARIOS
    assert data.version == data_version(DATA)
    assert {Path(node.document.file).stem for node in printed().rows["region"].values()} == {"board"}


def test_values_that_an_overlay_can_change(data):
    values = all_values(data)
    for path, value in {
        "region.minas_tirith.start.gondor.regular": 3,
        "region.minas_tirith.start.rohan.regular": 0,
        "region.minas_tirith.points": 2,
        "region.bree.points": 0,
        "nation.gondor.figures.elite": 5,
        "nation.gondor.steps": 2,
        "figure.strider.level": 3,
        "tile.std_eye.copies": 4,
        "die.free_peoples.start": 4,
        "die.shadow.faces.eye": 1,
        "scenario.victory.shadow": 10,
        "scenario.victory.free_peoples": 4,
        "scenario.victory.corruption": 12,
        "scenario.worth.city": 1,
        "scenario.limits.field": 10,
        "scenario.seat.shadow.hand": 6,
        "switches.mordor_entry": "presence",
        "switches.turn_cap": 40,
    }.items():
        assert value_at(path, values) == value


def test_what_is_printed():
    data = load_data("two_player", overlay={"tile": {"std_2": {"copies": 2}, "std_3": {"reveal": True}}})
    assert PRINTED.has("tile", data.tiles["std_2"]), "more of the same"
    assert not PRINTED.has("tile", data.tiles["std_3"])
    assert PRINTED.has("region", data.regions["dale"])
    assert PRINTED.has("card", data.cards["fp_char_01"])
