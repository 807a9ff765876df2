"""The printed cards, quests, decks, scenarios and switches, against the counts and lists of the rules."""

from collections import Counter
from pathlib import Path as FilePath

import pytest

from mazarbul.sim.data.loading import data_version
from mazarbul.sim.data.switches import switch_help
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import vocabulary
from mazarbul.sim.games.lotr_lcg.content.definitions import known_cards, trait_numbers
from mazarbul.sim.games.lotr_lcg.content.loading import DATA, load_data, printed
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables
from mazarbul.sim.toml import DataError

QUESTS = ("passage_through_mirkwood", "journey_down_the_anduin", "escape_from_dol_guldur")
CAMPAIGNS = ("expert_campaign", "nightmare_campaign")
STARTERS = ("leadership", "tactics", "spirit", "lore")
BLANK = {
    "guard_of_the_citadel", "silverlode_archer", "veteran_axehand", "horseback_archer", "endless_caverns",
    "a_fork_in_the_road",
}  # fmt: skip
SWITCHED = {"horn_trigger": "destroyed", "ufthak_timing": "after_attack", "spider_duration": "round"}


@pytest.fixture(scope="module")
def passage():
    return load_data("passage_through_mirkwood")


def all_rows(data):
    return [*data.cards.values(), *data.encounter.values(), *data.stages.values()]


def test_LCG_1_1_components(passage):
    copies = Counter()
    for card in passage.cards.values():
        copies["hero" if card.type == "hero" else "player card"] += card.copies
    assert copies == {"hero": 12, "player card": 120}
    assert sum(card.copies for card in passage.encounter.values()) == 84
    assert len(passage.stages) == 10
    assert (len(passage.cards), len(passage.encounter)) == (73, 45)


def test_LCG_1_2_encounter_sets(passage):
    sets = Counter()
    for card in passage.encounter.values():
        sets[card.set] += card.copies
    assert sets == {
        "passage_through_mirkwood": 10, "spiders_of_mirkwood": 12, "dol_guldur_orcs": 14,
        "journey_down_the_anduin": 9, "saurons_reach": 10, "wilderlands": 14, "escape_from_dol_guldur": 15,
    }  # fmt: skip


def test_LCG_1_1_cards_of_a_sphere(passage):
    spheres = Counter()
    for card in passage.cards.values():
        spheres[card.sphere] += 0 if card.type == "hero" else card.copies
    assert spheres == dict.fromkeys(STARTERS, 29) | {"neutral": 4}


def test_LCG_26_1_and_W_22_starter_decks(passage):
    heroes = {name: passage.deck_models[name].heroes for name in STARTERS}
    assert {name: set(found) for name, found in heroes.items()} == {
        "leadership": {"aragorn", "gloin", "theodred"}, "tactics": {"legolas", "gimli", "thalin"},
        "spirit": {"eowyn", "dunhere", "eleanor"}, "lore": {"glorfindel", "denethor", "beravor"},
    }  # fmt: skip
    threat = {name: sum(passage.cards[hero].threat_cost for hero in found) for name, found in heroes.items()}
    assert threat == {"leadership": 29, "tactics": 29, "spirit": 24, "lore": 30}
    for name in STARTERS:
        sphere = {c.id: c.copies for c in passage.cards.values() if c.sphere == name and c.type != "hero"}
        assert passage.deck_models[name].cards == sphere | {"gandalf": 1}
        assert sum(passage.deck_models[name].cards.values()) == 30


@pytest.mark.parametrize(
    ("quest", "difficulty", "total", "types"),
    [
        (QUESTS[0], 1, 36, (16, 13, 7, 0)),
        (QUESTS[1], 4, 47, (20, 13, 14, 0)),
        (QUESTS[2], 7, 41, (15, 13, 10, 3)),
    ],
)
def test_LCG_28_1_encounter_decks(quest, difficulty, total, types):
    data = load_data(quest)
    deck = data.encounter_deck(data.scenario)
    counts = Counter()
    for card, copies in deck.items():
        counts[data.encounter[card].type] += copies
    assert data.scenario.difficulty == difficulty
    assert sum(deck.values()) == total
    assert tuple(counts[kind] for kind in ("enemy", "location", "treachery", "objective")) == types


def test_LCG_28_stages(passage):
    found = {stage.id: (stage.number, stage.depth, stage.quest_points) for stage in passage.stages.values()}
    assert found == {
        "flies_and_spiders": (119, 1, 8), "a_fork_in_the_road": (120, 2, 2),
        "dont_leave_the_path": (121, 3, 0), "beorns_path": (122, 3, 10),
        "the_necromancers_tower": (123, 1, 9), "through_the_caverns": (124, 2, 15),
        "out_of_the_dungeons": (125, 3, 7), "to_the_river": (126, 1, 8), "anduin_passage": (127, 2, 16),
        "ambush_on_the_shore": (128, 3, 0),
    }  # fmt: skip
    after = {stage.id: set(stage.next) for stage in passage.stages.values() if stage.next}
    assert after == {
        "flies_and_spiders": {"a_fork_in_the_road"}, "to_the_river": {"anduin_passage"},
        "a_fork_in_the_road": {"dont_leave_the_path", "beorns_path"},
        "anduin_passage": {"ambush_on_the_shore"}, "the_necromancers_tower": {"through_the_caverns"},
        "through_the_caverns": {"out_of_the_dungeons"},
    }  # fmt: skip


@pytest.mark.parametrize("quest", QUESTS)
def test_LCG_28_quests_begin_at_their_first_stage(quest):
    data = load_data(quest)
    assert (data.quests, data.scenario.id) == ((data.scenario,), quest)
    assert data.stages[data.scenario.quest[0]].depth == 1
    assert not data.scenario.is_campaign
    assert (data.seats, data.decks["player1"].id) == (("player1",), "leadership")


@pytest.mark.parametrize(("name", "carries_over"), [(CAMPAIGNS[0], False), (CAMPAIGNS[1], True)])
def test_LCG_27_campaigns(name, carries_over):
    data = load_data(name)
    assert tuple(quest.id for quest in data.quests) == QUESTS
    assert data.quests == tuple(load_data(quest).scenario for quest in QUESTS)
    assert (data.scenario.is_campaign, data.scenario.carries_over) == (True, carries_over)


def test_LCG_23_1_unique_cards(passage):
    cards = passage.cards.values()
    assert all(card.unique for card in cards if card.type == "hero")
    assert {card.id for card in cards if card.unique and card.type != "hero"} == {
        "faramir", "brok_ironfist", "steward_of_gondor", "celebrians_stone", "beorn", "horn_of_gondor",
        "henamarth_riversong", "gleowine", "gandalf",
    }  # fmt: skip


def test_LCG_21_keywords(passage):
    having = {}
    for card in (*passage.cards.values(), *passage.encounter.values()):
        for keyword in card.keywords:
            having.setdefault(keyword, set()).add(card.id)
    objectives = {"gandalfs_map", "dungeon_torch", "shadow_key"}
    assert having == {
        "ranged": {"legolas", "silverlode_archer", "horseback_archer"},
        "sentinel": {"aragorn", "gondorian_spearman"},
        "restricted": {
            "celebrians_stone", "blade_of_gondolin", "citadel_plate", "dwarven_axe", "horn_of_gondor",
            *objectives,
        },
        "surge": {"wolf_rider", "endless_caverns", "eastern_crows"},
        "guarded": objectives,
    }  # fmt: skip
    doomed = {card.id: card.doomed for card in passage.encounter.values() if card.doomed}
    assert doomed == {"cavern_guardian": 1, "endless_caverns": 1}


def test_LCG_21_10_victory_points(passage):
    assert {card.id: card.victory for card in passage.encounter.values() if card.victory} == {
        "hummerhorns": 5, "hill_troll": 4, "marsh_adder": 3, "chieftain_ufthak": 4, "dungeon_jailor": 5,
        "gladden_fields": 3,
    }  # fmt: skip


def test_LCG_6_what_is_paid_and_where_attachments_go(passage):
    cards = passage.cards.values()
    assert {card.id for card in cards if card.pays == "apart"} == {"thicket_of_spears"}
    assert {card.id for card in cards if card.cost == "X"} == {"stand_and_fight", "gandalfs_search"}
    odd = {card.id: card.attach.text for card in cards if card.attach and card.attach.text != "hero"}
    assert odd == {
        "power_in_the_earth": "location",
        "forest_snare": "enemy",
        "self_preservation": "character",
    }
    assert {card.id for card in cards if card.attach_zone} == {"forest_snare"}


def test_worked_examples_use_these_numbers(passage):
    cards, encounter = passage.cards, passage.encounter
    # W-01, W-02
    assert (cards["guard_of_the_citadel"].cost, cards["northern_tracker"].cost) == (2, 4)
    # W-03
    assert [encounter[name].threat for name in ("gladden_fields", "east_bight_patrol", "hummerhorns")] == [
        3,
        3,
        1,
    ]
    assert [cards[name].willpower for name in ("eowyn", "aragorn", "guard_of_the_citadel")] == [4, 2, 1]
    # W-06
    spiders = ("king_spider", "forest_spider", "ungoliants_spawn", "hummerhorns")
    assert [encounter[name].engagement for name in spiders] == [20, 25, 32, 40]
    # W-10
    beasts = ("dol_guldur_orcs", "dol_guldur_beastmaster")
    assert [(encounter[name].defense, encounter[name].hit_points) for name in beasts] == [(0, 3), (1, 5)]


def test_every_text_has_effects(passage):
    assert {row.id for row in all_rows(passage) if not row.effects} == BLANK
    assert {row.id for row in all_rows(passage) if not row.text} == BLANK - {"a_fork_in_the_road"}
    assert {row.text[-1] for row in all_rows(passage) if row.text} == {"."}
    assert sum(len(row.effects) for row in all_rows(passage)) == 168


def test_every_row_has_its_number_and_names_its_source(passage):
    rows = list(all_rows(passage))
    assert sorted(row.number for row in rows) == list(range(1, 129))
    assert all("rulebook" in row.source or "card table" in row.source for row in rows)
    book = printed()
    for node in (*book.scenarios.values(), *book.rows["deck"].values()):
        assert "rulebook p" in node.find(("source",)).value


def test_effect_texts_know_where_they_stand(passage):
    lines = {file: file.read_text("utf-8").splitlines() for file in DATA.rglob("*.toml")}
    seen = 0
    for row in all_rows(passage):
        for effect in row.effects:
            for text in (effect.card, effect.of, effect.condition, effect.cost, effect.do):
                if text is not None:
                    seen += 1
                    line = lines[FilePath(text.file)][text.line - 1]
                    assert line[text.column - 1 :].startswith(text.text + '"')
    assert seen > 200


@pytest.mark.parametrize("switches", [{}, SWITCHED], ids=["printed", "switched"])
def test_every_effect_text_compiles(switches):
    data = load_data("passage_through_mirkwood", switches)
    program = Program()
    compiler = Compiler(vocabulary.make_vocabulary(trait_numbers(data)), {"card": known_cards(data)}, program)
    for row in all_rows(data):
        me = None if row.id in data.stages else ("card", row.id)
        if getattr(row, "attach", None):
            assert program.sets("card")[compiler.set(row.attach, "card", me)].members
        if getattr(row, "attach_zone", None):
            assert compiler.flags(row.attach_zone, vocabulary.ZONES) == ids.Z.ENGAGED
        for effect in row.effects:
            if effect.card is not None:
                compiler.lower(vocabulary.TARGET, effect.card, me)
            if effect.of is not None:
                compiler.choice(effect.of, vocabulary.WHOSE)
            if effect.condition is not None:
                compiler.value(effect.condition, "condition", me)
            if effect.cost is not None:
                compiler.block(effect.cost, "operation", me)
            if effect.do is not None:
                compiler.block(effect.do, "modifier" if effect.on == "static" else "operation", me)
    assert all(found.members for found in program.sets("card"))


def test_LCG_30_5_switches_and_their_defaults(passage):
    assert passage.switches == {
        "rules": "rulebook", "mode": "standard", "returned_attack": "ends", "round_score": 0,
        "will_of_the_west": "stays", "guards": "revealed", "first_player": "first",
        "horn_trigger": "leaves_play", "ufthak_timing": "step1", "spider_duration": "combat",
        "box_limits": False, "tournament": False, "prune": False, "round_cap": 60,
    }  # fmt: skip
    found = switch_help(printed().switches)
    assert list(found) == list(passage.switches)
    assert "(LCG-27.1; standard | basic | easy; default standard)" in found["mode"]


FAQ = {
    "horn_trigger": "destroyed", "ufthak_timing": "after_attack", "returned_attack": "goes_on",
    "round_score": 10, "will_of_the_west": "leaves",
}  # fmt: skip


@pytest.mark.parametrize(
    ("overlay", "given", "changed"),
    [
        (None, {"rules": "faq_1_9"}, {"rules": "faq_1_9"} | FAQ),
        (None, {"round_score": 0, "rules": "faq_1_9"}, {"rules": "faq_1_9"} | FAQ | {"round_score": 0}),
        (
            {"rules": "faq_1_9"},
            {"ufthak_timing": "step1"},
            {"rules": "faq_1_9"} | FAQ | {"ufthak_timing": "step1"},
        ),
        ({"rules": "faq_1_9"}, {"rules": "rulebook"}, {}),
        (
            {"ufthak_timing": "after_attack", "guards": "attached"},
            {"rules": "rulebook"},
            {"guards": "attached"},
        ),
        ({"ufthak_timing": "after_attack"}, {}, {"ufthak_timing": "after_attack"}),
    ],
)
def test_LCG_29_1_the_state_of_the_rules_sets_single_switches(passage, overlay, given, changed):
    """One given in the same place or later beats it."""
    laid = None if overlay is None else {"switches": overlay}
    data = load_data("passage_through_mirkwood", given, laid)
    assert data.switches == passage.switches | changed


EASY = {
    "passage_through_mirkwood": (36, 27), "journey_down_the_anduin": (47, 33),
    "escape_from_dol_guldur": (41, 30),
}  # fmt: skip


@pytest.mark.parametrize("quest", EASY)
def test_LCG_27_5_easy_mode(quest):
    """Lighter encounter decks, and a resource more for each hero."""
    printed_n, easy_n = EASY[quest]
    standard, easy = load_data(quest), load_data(quest, {"mode": "easy"})
    decks = [data.encounter_deck(data.quests[0]) for data in (standard, easy)]
    assert [sum(deck.values()) for deck in decks] == [printed_n, easy_n]
    assert all(copies <= decks[0][name] for name, copies in decks[1].items())
    assert (standard.scenario.resources, easy.scenario.resources) == (0, 1)
    assert make_tables(easy).record[0].start_resources == 1


def test_a_score_of_a_round_that_cannot_be_recorded_is_refused():
    with pytest.raises(DataError, match="a whole number from 0 to 100, not 101"):
        load_data("passage_through_mirkwood", {"round_score": 101})


@pytest.mark.parametrize(
    ("switch", "kind", "card", "before", "after"),
    [
        ("horn_trigger", "cards", "horn_of_gondor", "'leaves'", "'destroyed'"),
        ("ufthak_timing", "encounter", "chieftain_ufthak", "'attacks'", "'attacked'"),
        ("spider_duration", "encounter", "forest_spider", "until(combat,", "until(round,"),
    ],
)
def test_A_4_5_6_switches_that_change_a_card(passage, switch, kind, card, before, after):
    def texts(data):
        return repr([(e.on, e.card and e.card.text, e.do.text) for e in getattr(data, kind)[card].effects])

    changed = load_data("passage_through_mirkwood", {switch: SWITCHED[switch]})
    assert texts(changed) == texts(passage).replace(before, after)
    assert texts(changed) != texts(passage)
    differing = {
        row.id for row, old in zip(all_rows(changed), all_rows(passage), strict=True) if row.text != old.text
    }
    assert differing == {card}


def test_lists_of_what_there_is():
    book = printed()
    assert tuple(book.scenarios) == (*QUESTS, *CAMPAIGNS)
    assert tuple(book.rows["deck"]) == STARTERS
    assert load_data("expert_campaign").version == data_version(DATA)
    assert len(data_version(DATA)) == 12


def test_files_are_named_after_what_they_hold(passage):
    book = printed()
    for kind, folder, key in (("card", "cards", "sphere"), ("encounter", "encounter", "set")):
        files = {file.stem for file in (DATA / folder).glob("*.toml")}
        rows = passage.cards if kind == "card" else passage.encounter
        assert files == {getattr(row, key) for row in rows.values()}
        for name, row in rows.items():
            assert FilePath(book.rows[kind][name].document.file).stem == getattr(row, key)
