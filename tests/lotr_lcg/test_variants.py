"""Variants of cards and stages and exchanges of cards: which there are, that all load, what they change."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest

from mazarbul.sim.data.values import written
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.toml import DataError
from tests.lotr_lcg.compiled import ALL, QUESTS, numbers

pytestmark = pytest.mark.slow

CHARACTER = ("willpower", "attack", "defense", "hit_points")
FIELDS = {
    "hero": ("threat_cost", *CHARACTER),
    "ally": ("cost", *CHARACTER),
    "attachment": ("cost",),
    "event": ("cost",),
    "enemy": ("engagement", "threat", "attack", "defense", "hit_points"),
    "location": ("threat", "quest_points"),
}
WORDS = (
    "effect_n", "modifier_n", "keyword", "doomed", "forced", "responders", "hand_responders", "actors",
    "open_actors", "hand_actors", "stage_hears", "stage_flags", "flagged", "gainers",
)  # fmt: skip
POSITIVE = ("hit_points", "quest_points")  # of what has them they are at least 1


def in_play(data):
    """Return the cards and stages in play by table and id."""
    held = [data.cards[name] for deck in data.decks.values() for name in (*deck.heroes, *deck.cards)]
    found = {("card", card.id): card for card in held}
    for quest in data.quests:
        found |= {("encounter", name): data.encounter[name] for name in data.encounter_deck(quest)}
        found |= {("stage", name): data.stages[name] for name in quest.quest}
    return found


def counted(data):
    """Return how many variants of each kind there should be, by a search that knows no grammar."""
    counts = Counter()
    for (table, _), thing in in_play(data).items():
        words = thing.effects or getattr(thing, "keywords", ()) or getattr(thing, "doomed", 0)
        # a stage that progress does not complete could not be completed without its text
        counts["blank"] += bool(words) and (table != "stage" or thing.quest_points > 0)
        fields = FIELDS.get(getattr(thing, "type", ""), ())
        fields += tuple(name for name in ("victory", "doomed") if getattr(thing, name, 0))
        fields += ("quest_points",) if table == "stage" and thing.quest_points else ()
        for name in fields:
            n = getattr(thing, name)
            if n != "X":
                counts["plus"] += 1
                counts["minus"] += n > (name in POSITIVE)
        for effect in thing.effects:
            for key in ("if", "cost", "do"):
                found = re.findall(r"(?<![\w])\d+", str(written(effect).get(key, "")))
                counts["plus"] += len(found)
                counts["minus"] += sum(n != "0" for n in found)
    return counts


@pytest.mark.parametrize("quest", QUESTS)
def test_the_variants_of_a_quest_are_all_there_and_tell_what_they_are(quest):
    data, found = load_data(quest, decks=ALL), GAME.variants(quest, decks=ALL)
    assert Counter(variant.kind for variant in found) == counted(data)
    assert len({variant.id for variant in found}) == len(found)
    things = in_play(data)
    for variant in found:
        assert re.fullmatch(r"[a-z0-9_.]+", variant.id)
        ((table, rows),) = variant.overlay.items()
        assert list(rows) == [variant.subject]
        thing = things[table, variant.subject]
        assert variant.name == thing.name
        assert variant.facts["type"] == ("stage" if table == "stage" else thing.type)
        assert variant.side == ("players" if table == "card" else "encounter")
        faction = {"card": "sphere", "encounter": "set"}.get(table, "")
        assert variant.facts["faction"] == (getattr(thing, faction) if faction else "")
        card = variant.subject
        holders = [seat for seat, deck in data.decks.items() if card in (*deck.heroes, *deck.cards)]
        assert variant.seat == (holders[0] if len(holders) == 1 else "")
        decks = [data.decks[seat].id for seat in holders] if table == "card" else [quest]
        assert variant.deck == (decks[0] if len(decks) == 1 else "")
        if variant.kind == "blank":
            assert (variant.field, variant.was, variant.now) == ("", None, None)
        else:
            assert variant.now - variant.was == (1 if variant.kind == "plus" else -1)
            assert f"{variant.was} -> {variant.now}" in variant.label


@pytest.mark.parametrize("quest", QUESTS)
def test_every_variant_loads_and_changes_what_it_says(quest):
    """One variant of each card at a time, all cards at once: a failure of any shows."""
    rounds, taken = defaultdict(dict), Counter()
    for variant in GAME.variants(quest, decks=ALL):
        rounds[taken[variant.subject]][variant.subject] = variant
        taken[variant.subject] += 1
    old = in_play(load_data(quest, decks=ALL))
    for variants in rounds.values():
        data = load_data(quest, overlay=[variant.overlay for variant in variants.values()], decks=ALL)
        make_tables(data)
        new = in_play(data)
        assert new.keys() == old.keys()
        for key, thing in new.items():
            variant = variants.get(key[1])
            assert (thing != old[key]) == (variant is not None)
            if variant and variant.field.startswith("effects"):
                _, i, text = variant.field.split(".")
                before, after = (written(x.effects[int(i)])[text] for x in (old[key], thing))
                assert before != after
                assert len(thing.effects) == len(old[key].effects)
            elif variant and variant.field:
                assert getattr(thing, variant.field) == variant.now


@pytest.mark.parametrize("quest", QUESTS)
def test_a_blank_card_has_only_its_numbers_left(quest):
    blanks = [variant.overlay for variant in GAME.variants(quest, decks=ALL) if variant.kind == "blank"]
    stages = load_data(quest, decks=ALL).stages.values()
    endless = {stage.id: {"text": "", "effects": []} for stage in stages if not stage.quest_points}
    blanks.append({"stage": endless})  # no variants: nothing would complete them
    printed, blank = (make_tables(load_data(quest, overlay=o, decks=ALL)).record[0] for o in (None, blanks))
    for gone in WORDS:
        assert printed[gone].any() or gone in ("doomed", "open_actors"), gone
        assert not blank[gone].any(), gone
    assert blank.heard == blank.any_flags == 0
    numbers_kept = ("stats", "cost", "threat_cost", "engagement", "quest_points", "victory")
    for kept in ("type", "title", "unique", *numbers_kept):
        assert (blank[kept] == printed[kept]).all(), kept


def test_variants_are_those_of_the_game_as_it_is_changed():
    overlay = {
        "card": {"aragorn": {"willpower": 60, "hit_points": 1}},
        "encounter": {"forest_spider": {"engagement": 99}},
        "stage": {"a_fork_in_the_road": {"quest_points": 1}},
    }
    found = {v.id: v for v in GAME.variants(QUESTS[0], overlay=overlay, decks=ALL)}
    assert "aragorn.willpower.plus" not in found, "no more than the data allow"
    assert found["aragorn.willpower.minus"].was == 60
    assert "aragorn.hit_points.minus" not in found, "a character has hit points"
    assert "forest_spider.engagement.plus" not in found
    assert "a_fork_in_the_road.quest_points.minus" not in found, (
        "without points it is another rule (LCG-18.4)"
    )
    assert "a_fork_in_the_road.blank" not in found
    assert not any(v.field == "quest_points" for v in found.values() if v.subject == "dont_leave_the_path")
    mine = [v.field for v in found.values() if v.subject == "stand_and_fight"]
    assert "cost" not in mine, "X is not a number"
    assert "hill_troll.blank" not in found, "it is not in this quest"


def test_a_campaign_has_the_variants_of_all_its_quests():
    found = {v.id: v for v in GAME.variants("expert_campaign", decks={"player1": "lore"})}
    assert found["hill_troll.blank"].deck == "journey_down_the_anduin"
    assert found["dol_guldur_orcs.blank"].deck == "", "it is in all of them"
    assert {"ungoliants_spawn.blank", "nazgul_of_dol_guldur.blank", "anduin_passage.blank"} <= found.keys()


def test_a_stage_with_the_id_of_a_card_keeps_an_id_of_its_own():
    stage = {"new": True, "name": "Gandalf", "number": 1, "depth": 3, "quest_points": 3, "source": "x"}
    overlay = {
        "stage": {"gandalf": stage, "a_fork_in_the_road": {"next": ["gandalf"]}},
        "scenario": {"quest": ["flies_and_spiders", "a_fork_in_the_road", "gandalf"]},
    }
    found = {v.id: v for v in GAME.variants(QUESTS[0], overlay=overlay) if v.subject == "gandalf"}
    assert found["gandalf.cost.plus"].facts["type"] == "ally"
    assert found["stage.gandalf.quest_points.plus"].facts["type"] == "stage"


# Exchanges of one card


def test_swaps_are_all_that_the_deck_rules_allow():
    data = load_data(QUESTS[0], decks=ALL)
    for seat, deck in data.decks.items():
        spheres = {data.cards[hero].sphere for hero in deck.heroes} | {"neutral"}
        coming = [
            card.id
            for card in data.cards.values()
            if card.type != "hero" and card.sphere in spheres and deck.cards.get(card.id, 0) < 3
        ]
        wanted = {(out, put) for out in deck.cards for put in coming if out != put}
        found = GAME.swaps(QUESTS[0], seat, decks=ALL)
        assert {(swap.out, swap.put) for swap in found} == wanted
        assert len({swap.id for swap in found}) == len(found) == len(wanted) > 100


def test_every_swap_loads_and_exchanges_one_card():
    old = load_data(QUESTS[0], decks={"player1": "spirit"}).decks["player1"].cards
    for swap in GAME.swaps(QUESTS[0], "player1", decks={"player1": "spirit"}):
        new = load_data(QUESTS[0], overlay=swap.overlay, decks={"player1": "spirit"}).decks["player1"].cards
        changes = {name: new.get(name, 0) - old.get(name, 0) for name in old.keys() | new.keys()}
        assert {name: n for name, n in changes.items() if n} == {swap.out: -1, swap.put: 1}
        assert swap.label == f"{swap.out_name} out, {swap.put_name} in"


def test_a_swap_leaves_all_other_cards_as_they_were():
    swap = next(
        s for s in GAME.swaps(QUESTS[0], "player1", decks={"player1": "spirit"}) if s.out == "gandalf"
    )
    old, new = (
        make_tables(load_data(QUESTS[0], overlay=o, decks={"player1": "spirit"}))
        for o in (None, swap.overlay)
    )
    keys = [{c.column: int(t.record[0].card_key[c.index]) for c in t.cards[0]} for t in (old, new)]
    assert all(keys[0][name] == keys[1][name] for name in keys[0].keys() & keys[1].keys())
    assert len(keys[0].keys() & keys[1].keys()) == len(keys[0]) - 1


def test_swaps_of_several_spheres_titles_and_boxes(write):
    file = write(
        """
        id = "mixed"
        name = "Mixed"
        heroes = ["eowyn", "denethor"]
        cards = { gandalf = 2, mithrandir = 1, hasty_stroke = 2, gleowine = 3 }
        [[card]]
        id = "mithrandir"
        name = "Gandalf"
        type = "ally"
        sphere = "neutral"
        cost = 3
        hit_points = 1
        source = "x"
        """
    )
    found = {(s.out, s.put) for s in GAME.swaps(QUESTS[0], "player1", decks={"player1": file})}
    spheres = {load_data(QUESTS[0]).cards[put].sphere for _, put in found if put != "mithrandir"}
    assert spheres == {"spirit", "lore", "neutral"}
    assert ("gandalf", "mithrandir") in found, "as many of the title as before"
    assert ("hasty_stroke", "gandalf") not in found, "at most 3 of a title"
    for swap in GAME.swaps(QUESTS[0], "player1", decks={"player1": file}):
        load_data(QUESTS[0], overlay=swap.overlay, decks={"player1": file})
    legal = {"box_limits": True}
    assert ("gleowine", "hasty_stroke") in found
    with pytest.raises(DataError, match="one box has"):
        GAME.swaps(QUESTS[0], "player1", switches=legal, decks={"player1": file})
    boxed = GAME.swaps(QUESTS[0], "player1", switches=legal, decks={"player1": "spirit"})
    assert {swap.put for swap in boxed} == {"gandalf"}, "the starter deck has all others of its sphere"


def test_swaps_of_nobody():
    with pytest.raises(DataError, match="unknown seat 'player2'; valid: player1; did you mean 'player1'"):
        GAME.swaps(QUESTS[0], "player2", decks={"player1": "lore"})


def test_a_variant_changes_its_card_alone():
    (blank,) = (v for v in GAME.variants(QUESTS[0], decks=ALL) if v.id == "gandalf.blank")
    old, new = (make_tables(load_data(QUESTS[0], overlay=o, decks=ALL)) for o in (None, blank.overlay))
    gandalf = numbers(old, "gandalf")
    assert old.record[0].effect_n[gandalf].all()
    assert not new.record[0].effect_n[gandalf].any()
    others = [i for i in range(ids.SOURCES) if i not in gandalf]
    assert (new.record[0].effect_n[others] == old.record[0].effect_n[others]).all()
