"""The printed cards, locations, decks, scenarios and switches, against the counts and lists of the rules."""

from collections import Counter
from pathlib import Path as FilePath

import pytest

from mazarbul.sim.data.loading import data_version
from mazarbul.sim.games.card_game.content.loading import DATA, load_data, printed
from mazarbul.sim.games.card_game.game import GAME


def words(text):
    return set(text.split())


SCENARIOS = ("trilogy", "duel", "duel3", "fellowship")
PROMOS = {"ioreth", "ghan_buri_ghan", "whip_of_many_thongs", "gothmog"}
NAZGUL = words(
    """
    the_witch_king the_reaver the_beguiler the_hunter the_messenger the_black_easterling
    the_commander the_destroyer the_warrior
    """
)
BLANK = words(
    """
    soldiers_of_gondor blade_of_westernesse high_elves dwarven_axe mithril_coat riders_of_rohan
    village_militia glamdring devilry_of_saruman fighting_uruk_hai wolf_riders white_hand_orcs
    goblins_of_the_misty_mountains haradrim_mumakil black_uruks grond mordor_orcs olog_hai
    trolls_of_udun
    """
)


@pytest.fixture(scope="module")
def trilogy():
    return load_data("trilogy")


@pytest.fixture(scope="module")
def fellowship():
    return load_data("fellowship")


def test_CG_1_2_components(trilogy):
    base = [card for card in trilogy.cards.values() if not card.promo]
    assert len(trilogy.cards) == 116
    assert len(base) == 112
    assert sum(card.copies for card in base) == 120
    assert {card.id for card in trilogy.cards.values() if card.promo} == PROMOS
    sides = Counter()
    for card in base:
        sides[card.side] += card.copies
    assert sides == {"free_peoples": 60, "shadow": 60}
    assert Counter(path.number for path in trilogy.paths.values()) == dict.fromkeys(range(1, 10), 3)
    assert Counter(place.side for place in trilogy.battlegrounds.values()) == {"free_peoples": 7, "shadow": 7}


def test_CG_1_4_factions(trilogy):
    counts = Counter()
    for card in trilogy.cards.values():
        counts[card.faction] += 0 if card.promo else card.copies
    assert counts == {
        "dunedain": 17, "elf": 13, "dwarf": 2, "hobbit": 10, "rohan": 8, "wizard": 10,
        "mordor": 30, "isengard": 12, "monstrous": 11, "southron": 7,
    }  # fmt: skip


def test_CG_1_5_base_decks(trilogy):
    groups = {
        "frodo": {"dwarf", "hobbit", "rohan", "wizard"},
        "aragorn": {"dunedain", "elf"},
        "witch_king": {"mordor"},
        "saruman": {"isengard", "monstrous", "southron"},
    }
    for seat, factions in groups.items():
        wanted = {c.id: c.copies for c in trilogy.cards.values() if c.faction in factions and not c.promo}
        assert trilogy.decks[seat] == wanted
        assert sum(wanted.values()) == 30


def test_CG_1_9_traits(trilogy):
    having = {}
    for card in trilogy.cards.values():
        for trait in card.traits:
            having.setdefault(trait, set()).add(card.id)
    assert having == {
        "nazgul": NAZGUL,
        "ent": {"quickbeam", "treebeard"},
        "ring": {"nenya", "vilya", "narya"},
        "mount": {"shadowfax", "black_riders_mount", "fell_beast"},
        "weapon": {
            "anduril", "blade_of_westernesse", "bow_of_the_galadhrim", "dwarven_axe", "sting",
            "gandalfs_staff", "glamdring", "sarumans_staff", "morgul_blade",
        },
    }  # fmt: skip


def test_CG_3_1_parameters():
    opening, draw, ring, doubling, size = {}, {}, {}, {}, {}
    for name in SCENARIOS:
        data = load_data(name)
        opening[name] = {s.id: (s.opening_draw, s.opening_cycle) for s in data.scenario.seats}
        draw[name] = {s.id: s.draw for s in data.scenario.seats}
        ring[name] = {s.id: (s.ring, s.ring_vp) for s in data.scenario.seats}
        doubling[name] = {s.id for s in data.scenario.seats if s.doubles_each}
        size[name] = {seat: sum(deck.values()) for seat, deck in data.decks.items()}
    four = ("frodo", "witch_king", "aragorn", "saruman")
    assert opening == {
        "trilogy": dict.fromkeys(four, (7, 2)),
        "duel": {"gandalf": (4, 0), "witch_king": (6, 0)},
        "duel3": {"gandalf": (6, 0), "witch_king": (7, 2), "saruman": (7, 2)},
        "fellowship": {"balrog": (7, 2), "gandalf": (7, 2)},
    }
    assert draw == {
        "trilogy": {"frodo": 3, "witch_king": 4, "aragorn": 3, "saruman": 4},
        "duel": {"gandalf": 4, "witch_king": 6},
        "duel3": {"gandalf": 6, "witch_king": 4, "saruman": 4},
        "fellowship": {"balrog": 4, "gandalf": 3},
    }
    assert ring == {
        "trilogy": dict.fromkeys(four, ("once", 1)),
        "duel": dict.fromkeys(("gandalf", "witch_king"), ("every_round", 0)),
        "duel3": {"gandalf": ("every_round", 0), "witch_king": ("once", 1), "saruman": ("once", 1)},
        "fellowship": dict.fromkeys(("balrog", "gandalf"), ("none", 0)),
    }
    assert doubling == {
        "trilogy": set(), "duel": {"gandalf", "witch_king"}, "duel3": {"gandalf"}, "fellowship": set()
    }  # fmt: skip
    assert size == {
        "trilogy": dict.fromkeys(four, 30),
        "duel": {"gandalf": 60, "witch_king": 60},
        "duel3": {"gandalf": 60, "witch_king": 30, "saruman": 30},
        "fellowship": {"balrog": 30, "gandalf": 30},
    }


@pytest.mark.parametrize(
    ("name", "order", "scoring", "last", "places"),
    [
        ("trilogy", ("frodo", "witch_king", "aragorn", "saruman"), "ordinary", 9, (27, 14)),
        ("duel", ("gandalf", "witch_king"), "strict", 9, (27, 14)),
        ("duel3", ("gandalf", "witch_king", "gandalf", "saruman"), "strict", 9, (27, 14)),
        ("fellowship", ("balrog", "gandalf"), "ordinary", 6, (13, 7)),
    ],
)
def test_CG_3_1_table(name, order, scoring, last, places):
    scenario = load_data(name).scenario
    assert (scenario.turn_order, scenario.path_scoring, scenario.last_path) == (order, scoring, last)
    assert (len(scenario.paths), len(scenario.battlegrounds)) == places
    assert scenario.step_end == "all_seats"


def test_CG_3_8_named_players():
    players = {}
    for name in SCENARIOS:
        seats = load_data(name).scenario.seats
        players[name] = {faction: seat.id for seat in seats for faction in seat.factions}
    free = ("dunedain", "elf", "dwarf", "hobbit", "rohan", "wizard")
    shadow = ("mordor", "isengard", "monstrous", "southron")
    frodo, aragorn = ("hobbit", "dwarf", "rohan", "wizard"), ("dunedain", "elf")
    assert players["trilogy"] == dict.fromkeys(frodo, "frodo") | dict.fromkeys(aragorn, "aragorn") | {
        "mordor": "witch_king"
    } | dict.fromkeys(shadow[1:], "saruman")
    assert players["duel"] == dict.fromkeys(free, "gandalf") | dict.fromkeys(shadow, "witch_king")
    assert players["duel3"] == players["duel"] | dict.fromkeys(shadow[1:], "saruman")
    assert players["fellowship"] == dict.fromkeys(free, "gandalf") | dict.fromkeys(shadow, "balrog")


def test_CG_3_9_faction_battlegrounds(trilogy):
    listed = {}
    for place in trilogy.battlegrounds.values():
        for faction in place.attackers + place.defenders:
            listed.setdefault(faction, set()).add(place.id)
    assert listed == {
        "dunedain": {
            "minas_tirith", "dol_amroth", "pelargir", "minas_morgul", "morannon", "harad", "umbar"
        },
        "rohan": {"helms_deep", "edoras", "morannon", "orthanc"},
        "elf": {"rivendell", "lorien", "moria", "dol_guldur"},
        "dwarf": {"moria"},
        "wizard": set(trilogy.battlegrounds),
        "mordor": {"lorien", "minas_tirith", "dol_guldur", "minas_morgul", "morannon"},
        "southron": {"minas_tirith", "dol_amroth", "pelargir", "morannon", "harad", "umbar"},
        "isengard": {"helms_deep", "edoras", "orthanc"},
        "monstrous": {"rivendell", "lorien", "moria"},
    }  # fmt: skip


def test_CG_3_20_fellowship_decks(fellowship):
    balrog = NAZGUL | words(
        """
        balrog_of_moria barrow_wights caradhras_the_cruel cave_troll flocks_of_crebain hill_troll
        black_breath black_riders_mount grishnakh morgul_blade nazguls_mantle
        the_ringwraiths_are_abroad palantir_of_orthanc saruman sarumans_staff ugluk
        """
    )
    gandalf = words(
        """
        blade_of_westernesse boromir strider dwarven_axe gimli arwen elrond galadriel legolas
        bow_of_the_galadhrim elven_cloak lembas mirror_of_galadriel nenya phial_of_galadriel vilya
        bilbo_baggins fatty_bolger frodo_baggins merry_brandybuck mithril_coat pippin_took
        sam_gamgee sting gandalf_the_grey gandalfs_staff glamdring narya
        """
    )
    assert fellowship.decks["balrog"] == dict.fromkeys(balrog, 1) | {
        "goblins_of_the_misty_mountains": 2, "mordor_orcs": 3
    }  # fmt: skip
    assert fellowship.decks["gandalf"] == dict.fromkeys(gandalf, 1) | {"high_elves": 2}


def test_CG_3_21_battleground_schedule(fellowship):
    schedule = fellowship.scenario.schedule
    groups = [["minas_morgul"], ["rivendell"], ["moria"], ["lorien", "dol_guldur"], ["orthanc"], ["morannon"]]
    assert [list(group) for group in schedule] == groups
    assert set(fellowship.scenario.battlegrounds) == {place for group in groups for place in group}
    assert all(load_data(name).scenario.schedule == () for name in SCENARIOS[:3])


def test_CG_3_22_fellowship_paths(fellowship):
    numbers = Counter(fellowship.paths[path].number for path in fellowship.scenario.paths)
    assert numbers == {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 1}
    assert fellowship.scenario.paths[-1] == "amon_hen"
    left_out = {"bag_end", "weathertop", "the_council_of_elrond"}
    assert not left_out & set(fellowship.scenario.paths)


def test_CG_7_7_and_7_11_what_a_type_has(trilogy):
    for card in trilogy.cards.values():
        assert (card.wielders is not None) == (card.type == "item"), card.id
        assert card.type == "character" or not card.paths, card.id
        assert card.type != "event" or not any(card.icons.model_dump().values()), card.id
        assert card.icons.path == 0 or card.paths or card.type == "item", card.id


def test_CG_14_every_text_has_effects(trilogy):
    rows = [*trilogy.cards.values(), *trilogy.paths.values(), *trilogy.battlegrounds.values()]
    assert {row.id for row in rows if not row.effects} == BLANK
    assert {row.id for row in rows if not row.text} == BLANK
    assert {row.text[-1] for row in rows if row.text} == {"."}
    assert sum(len(row.effects) for row in rows) == 176


def test_every_row_names_its_source(trilogy):
    rows = [*trilogy.cards.values(), *trilogy.paths.values(), *trilogy.battlegrounds.values()]
    assert all(row.source for row in rows)
    assert all("card" in row.source or "rulebook" in row.source for row in rows)
    book = printed()
    for node in (*book.scenarios.values(), *book.rows["deck"].values()):
        assert "rulebook p." in node.find(("source",)).value


def test_effect_texts_know_where_they_stand(trilogy):
    rows = [*trilogy.cards.values(), *trilogy.paths.values(), *trilogy.battlegrounds.values()]
    lines = {file: file.read_text("utf-8").splitlines() for file in DATA.rglob("*.toml")}
    seen = 0
    for row in rows:
        for effect in row.effects:
            for text in (effect.do, effect.cost, effect.condition, effect.at, effect.may, effect.when):
                if text is not None:
                    seen += 1
                    line = lines[FilePath(text.file)][text.line - 1]
                    assert line[text.column - 1 :].startswith(text.text + '"')
    assert seen > 300


def test_X_1_promos():
    for name, sizes in {
        "trilogy": {"frodo": 31, "aragorn": 31, "witch_king": 31, "saruman": 31},
        "duel": {"gandalf": 62, "witch_king": 62},
        "duel3": {"gandalf": 62, "witch_king": 31, "saruman": 31},
        "fellowship": {"gandalf": 30, "balrog": 30},
    }.items():
        without, having = load_data(name), load_data(name, {"promos": True})
        assert {seat: sum(deck.values()) for seat, deck in having.decks.items()} == sizes
        assert not PROMOS & {card for deck in without.decks.values() for card in deck}
        added = {card for deck in having.decks.values() for card in deck if card in PROMOS}
        assert added == (set() if name == "fellowship" else PROMOS)


def test_X_1_promos_join_their_base_decks():
    dealt = load_data("trilogy", {"promos": True}).decks
    joined = {seat: {card for card in deck if card in PROMOS} for seat, deck in dealt.items()}
    assert joined == {
        "frodo": {"ghan_buri_ghan"}, "aragorn": {"ioreth"}, "witch_king": {"gothmog"},
        "saruman": {"whip_of_many_thongs"},
    }  # fmt: skip


def test_X_checks_victory_points(trilogy):
    assert sum(path.vp for path in trilogy.paths.values()) == 45
    vp = Counter()
    for place in trilogy.battlegrounds.values():
        vp[place.side] += place.vp
    assert vp == {"free_peoples": 12, "shadow": 10}


def test_WE_16_icons_and_defense(trilogy):
    cards = trilogy.cards
    for card in (
        "gimli",
        "legolas",
        "bow_of_the_galadhrim",
        "the_commander",
        "the_destroyer",
        "black_riders_mount",
    ):
        assert cards[card].icons.path == 1
    assert (trilogy.paths["egladil"].defense, trilogy.paths["egladil"].vp) == (1, 1)


def test_WE_19_icons_and_defense(trilogy):
    cards = trilogy.cards
    assert (cards["galadriel"].icons.bg_attack, cards["galadriel"].icons.lead_attack) == (1, 1)
    assert (cards["nenya"].icons.bg_attack, cards["high_elves"].icons.bg_attack) == (1, 2)
    assert (cards["mordor_orcs"].icons.bg_defense, cards["olog_hai"].icons.bg_defense) == (1, 2)
    assert cards["gorbag_and_shagrat"].icons.model_dump() == {
        "path": 0, "bg_attack": 0, "bg_defense": 0, "lead_attack": 0, "lead_defense": 1
    }  # fmt: skip
    assert (trilogy.battlegrounds["dol_guldur"].defense, trilogy.battlegrounds["dol_guldur"].vp) == (2, 1)


def test_WE_20_points(trilogy):
    won = ("helms_deep", "minas_tirith", "lorien", "orthanc")
    paths = ("bag_end", "the_council_of_elrond", "lothlorien", "henneth_annun")
    points = [trilogy.battlegrounds[place].vp for place in won] + [trilogy.paths[path].vp for path in paths]
    assert sum(points) == 13
    assert trilogy.battlegrounds["minas_morgul"].vp + trilogy.battlegrounds["dol_guldur"].vp + 7 == 10


def test_AM_switches_and_their_defaults(trilogy):
    assert trilogy.switches == {
        "promos": False, "team_info": False, "auto_support": False, "zero_icon_lost": True,
        "each_order": "starting_player", "joint": "captain", "trim": True, "duel3_end": "all_seats",
        "duel3_double_shadow": False, "duel3_ring_vp": True, "dig_order": "rest_first",
        "empty_actions": False, "optional_forsake": True, "ignored_tokens": "count",
        "eowyn_scope": "here", "treebeard_scope": "here", "paths_of_the_dead": "in_reserve",
        "shelob": "path", "late_recycle": "on_need", "replaced_counts": True,
        "path_choice": "before_combat", "messenger_self": False, "fellowship_min_rounds": 0,
    }  # fmt: skip
    assert list(GAME.switches()) == list(trilogy.switches)
    assert "(AM-2; starting_player | active_player; default starting_player)" in GAME.switches()["each_order"]


@pytest.mark.parametrize(
    ("switch", "value", "card", "before", "after"),
    [
        ("eowyn_scope", "in_play", "eowyn", "1, here,", "1, in_play,"),
        ("treebeard_scope", "in_play", "treebeard", "1, here,", "1, in_play,"),
        ("paths_of_the_dead", "in_play", "paths_of_the_dead", "in_reserve(", "in_play("),
        ("shelob", "path_or_battleground", "shelob", "'path'", "'path | battleground'"),
        ("messenger_self", True, "the_messenger", ") - self", ""),
    ],
)
def test_AM_switches_that_change_a_card(trilogy, switch, value, card, before, after):
    def texts(data):
        return repr(
            [(e.on, e.at and e.at.text, e.cost and e.cost.text, e.do.text) for e in data.cards[card].effects]
        )

    changed = load_data("trilogy", {switch: value})
    wanted = texts(trilogy).replace(before, after)
    assert texts(changed) == (wanted.replace("(trait", "trait") if switch == "messenger_self" else wanted)
    assert texts(changed) != texts(trilogy)
    assert changed.cards[card].text != trilogy.cards[card].text
    assert changed.cards[card].icons == trilogy.cards[card].icons
    assert {c for c in changed.cards if changed.cards[c].text != trilogy.cards[c].text} == {card}


def test_AM_5_6_7_switches_of_the_three_player_duel():
    given = {"duel3_end": "all_slots", "duel3_double_shadow": True, "duel3_ring_vp": False}
    changed = load_data("duel3", given).scenario
    assert changed.step_end == "all_slots"
    assert {seat.id for seat in changed.seats if seat.doubles_each} == {"gandalf", "witch_king", "saruman"}
    assert {seat.ring_vp for seat in changed.seats} == {0}
    assert load_data("trilogy", given).scenario == load_data("trilogy").scenario


def test_lists_of_what_there_is():
    assert list(GAME.scenarios().values()) == [
        "Trilogy",
        "Two-player Duel",
        "Three-player Duel",
        "Fellowship of the Ring",
    ]
    assert list(GAME.scenarios()) == list(SCENARIOS)
    assert list(GAME.decks())[:4] == ["frodo", "aragorn", "witch_king", "saruman"]
    assert set(GAME.decks()) == {file.stem for file in (DATA / "decks").glob("*.toml")}
    assert load_data("duel").version == data_version(DATA)
    assert len(data_version(DATA)) == 12


def test_files_are_named_after_what_they_hold(trilogy):
    for file in (DATA / "cards").glob("*.toml"):
        assert {c.faction for c in trilogy.cards.values() if FilePath(_file_of(c.id)) == file} == {file.stem}


def _file_of(card):
    return printed().rows["card"][card].document.file
