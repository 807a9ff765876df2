"""Standing modifiers, and sets over cards and over everything that cards can count as."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words
from tests.lotr_lcg.compiled import (
    QUESTS,
    changed,
    effects_of,
    holds,
    in_masks,
    modifiers_of,
    numbers,
    printed,
    rows_from,
    tables,
)

# Standing modifiers


def test_modifiers_of_cards():
    ct = printed()
    t = ct.record[0]
    (gimli,), (celebrian, *_), (axe, *_) = (
        numbers(ct, n) for n in ("gimli", "celebrians_stone", "dwarven_axe")
    )
    ((code, condition, what, n),) = modifiers_of(ct, gimli)
    assert (code, condition, what) == (words.MODIFIER.ATTACK, 1, words.CARD.SELF)
    expression = t.expressions[n - 65_536].tolist()
    assert expression[:2] == [words.VALUE.DAMAGE_ON, words.CARD.SELF]
    willpower, icon = modifiers_of(ct, celebrian)
    assert willpower == (words.MODIFIER.WILLPOWER, 1, words.CARD.HOST, 2)
    gains = [gain.name for gain in ct.definitions[0].gains]
    assert (icon[0], icon[2], icon[3]) == (words.MODIFIER.ICON, words.CARD.HOST, gains.index("spirit"))
    assert icon[1] >= 65_536, "only on Aragorn"
    assert modifiers_of(ct, axe)[0][3] >= 65_536, "2 on a Dwarf, else 1"
    for source, own, host, gains_something in ((gimli, True, False, False), (celebrian, False, True, True)):
        assert in_masks(t.own_stats, source) == own
        assert in_masks(t.host_stats, source) == host
        assert in_masks(t.gainers, source) == gains_something
        assert not in_masks(t.aura_stats, source)
    assert not t.has_auras
    snares = {i for i in range(ids.CARDS) if in_masks(t.flagged[words.MODIFIER.CANNOT_ATTACK], i)}
    assert snares == set(numbers(ct, "forest_snare"))
    held = [k for k in range(48) if int(t.any_flags) >> k & 1]
    cards = {k for k in range(48) if t.flagged[k].any()}
    stages = {k for i in range(t.stage_n) for k in members(t.stage_flags[i])}
    assert set(held) == cards | stages
    assert members(t.stage_flags[2]) == [words.MODIFIER.HOLD]


def test_a_modifier_of_a_set_is_an_aura():
    ct = tables(
        changed(
            "gandalf", {"on": "static", "if": "count(enemy) > 0", "do": "[willpower(ally - self, 1), hold]"}
        )
    )
    t = ct.record[0]
    for gandalf in numbers(ct, "gandalf"):
        (code, condition, what, n), hold = modifiers_of(ct, gandalf)
        assert (code, n) == (words.MODIFIER.WILLPOWER, 1)
        assert condition >= 65_536
        assert holds(ct, what, numbers(ct, "faramir")[0])
        assert not holds(ct, what, gandalf)
        assert hold == (words.MODIFIER.HOLD, condition, 0, 0)
        assert in_masks(t.aura_stats, gandalf)
    assert t.has_auras
    stage = {"stage": {"flies_and_spiders": {"effects": [{"on": "static", "do": "threat(location, 1)"}]}}}
    t = tables(stage).record[0]
    assert t.has_auras
    assert members(t.stage_flags[0]) == [words.MODIFIER.THREAT]
    assert t.modifier_n[ids.STAGE_SOURCE] == 1


# Sets


def test_sets_over_cards_and_over_definitions_agree():
    for quest in QUESTS:
        ct = printed(quest)
        t = ct.record[0]
        used = int(np.flatnonzero(t.set_definitions.any(axis=1)).max()) + 1
        assert used > 20
        for cards in range(used):
            for card in ct.cards[0]:
                assert in_masks(t.set_cards[cards], card.index) == holds(ct, cards, card.index)


def test_a_gained_trait_brings_a_card_into_sets():
    """For Gondor! strengthens characters with the trait; Steward of Gondor gives it."""
    ct = printed()
    gains = [gain.name for gain in ct.definitions[0].gains]
    assert sorted(gains) == ["gondor", "spirit"]
    form = 1 << gains.index("gondor")
    rows = rows_from(ct, effects_of(ct, numbers(ct, "for_gondor")[0])[0].do)
    assert [row[0] for row in rows] == [
        words.OPERATION.ALL,
        words.OPERATION.UNTIL,
        words.MODIFIER.ATTACK,
        words.OPERATION.ALL,
        words.OPERATION.UNTIL,
        words.MODIFIER.DEFENSE,
    ]
    everyone, gondor = rows[0][1], rows[3][1]
    for name, by_nature in (("aragorn", False), ("faramir", True), ("gimli", False)):
        card = numbers(ct, name)[0]
        assert holds(ct, everyone, card)
        assert holds(ct, everyone, card, form)
        assert holds(ct, gondor, card) == by_nature
        assert holds(ct, gondor, card, form)
        assert holds(ct, gondor, card, form ^ 0b11) == by_nature, "the other gain changes nothing"


def test_a_gained_icon_is_a_sphere_of_heroes():
    ct = printed()
    t = ct.record[0]
    form = 1 << [gain.name for gain in ct.definitions[0].gains].index("spirit")
    aragorn, faramir, eowyn = (numbers(ct, name)[0] for name in ("aragorn", "faramir", "eowyn"))
    rows = rows_from(ct, effects_of(ct, numbers(ct, "strength_of_will")[0])[0].cost)
    cards = rows[0][1]
    assert t.set_forbidden[cards] == ids.IS.EXHAUSTED
    assert [holds(ct, cards, aragorn, f) for f in (0, form)] == [False, True]
    assert not holds(ct, cards, faramir, form), "an icon is for heroes"
    assert t.icons[aragorn, 0] == 1 << ids.SPHERE.LEADERSHIP
    assert t.icons[aragorn, form] == 1 << ids.SPHERE.LEADERSHIP | 1 << ids.SPHERE.SPIRIT
    assert t.icons[eowyn, form] == t.icons[eowyn, 0] == 1 << ids.SPHERE.SPIRIT
    assert t.icons[aragorn, ids.FACE_DOWN] == 0
    assert not t.icons[faramir].any()


def test_an_attached_encounter_card_counts_as_an_attachment():
    ct = printed(QUESTS[2])
    web, key = numbers(ct, "caught_in_a_web")[0], numbers(ct, "shadow_key")[0]
    miner = numbers(ct, "miner_of_the_iron_hills")[0]
    conditions = rows_from(ct, effects_of(ct, miner)[0].do)[0][1]
    assert [holds(ct, conditions, web, form) for form in (0, ids.ATTACHED)] == [False, True]
    assert not holds(ct, conditions, key, ids.ATTACHED), "an item, not a condition"
    condition = "count(objective & claimed) + count(treachery) < 1"
    effects = [{"on": "static", "if": condition, "do": "hold"}]
    objectives = {"stage": {"the_necromancers_tower": {"effects": effects}}}
    t = (ct := tables(objectives, QUESTS[2])).record[0]
    program = t.expressions[modifiers_of(ct, ids.STAGE_SOURCE)[0][1] - 65_536 :]
    claimed, treachery = (row[1] for row in program[:2])
    assert program[:2, 0].tolist() == [words.VALUE.COUNT] * 2
    assert t.set_required[claimed] == ids.IS.CLAIMED
    stays = [holds(ct, claimed, key, form) for form in (0, ids.ATTACHED)]
    assert stays == [True, True], "it stays an objective (LCG-21.6)"
    assert [holds(ct, treachery, web, form) for form in (0, ids.ATTACHED)] == [True, False]


def test_a_face_down_card_is_an_enemy_and_nothing_else():
    """LCG-28.13: no title, traits, or text."""
    overlay = changed("aragorn", {"on": "action", "do": "damage(enemy, 1); damage(enemy & trait(orc), 1)"},
                      {"on": "action", "do": "damage(name(gandalf), 1); damage(~ally, 1)"})  # fmt: skip
    ct = tables(overlay)
    _t, gandalf, orc = ct.record[0], numbers(ct, "gandalf")[0], numbers(ct, "chieftain_ufthak")[0]
    first, second = (rows_from(ct, e.do) for e in effects_of(ct, numbers(ct, "aragorn")[0]))
    enemy, orcs, title, no_ally = (row[1] for row in (*first, *second))
    assert [holds(ct, cards, gandalf, ids.FACE_DOWN) for cards in (enemy, orcs, title, no_ally)] == [
        1,
        0,
        0,
        1,
    ]
    assert [holds(ct, cards, gandalf) for cards in (enemy, orcs, title, no_ally)] == [0, 0, 1, 0]
    assert [holds(ct, cards, orc) for cards in (enemy, orcs)] == [1, 1]


def test_self_is_the_card_in_every_form():
    overlay = changed("aragorn", {"on": "action", "do": "damage(hero - self, 1)"})
    ct = tables(overlay)
    aragorn, gimli = numbers(ct, "aragorn")[0], numbers(ct, "gimli")[0]
    cards = rows_from(ct, effects_of(ct, aragorn)[0].do)[0][1]
    for form in range(4):
        assert not holds(ct, cards, aragorn, form)
        assert holds(ct, cards, gimli, form)


def test_only_gains_of_this_game_make_forms():
    ct = tables(player1="tactics")
    assert ct.definitions[0].gains == ()
    t = ct.record[0]
    assert (t.form_definition[:, 1][: ids.BLOCK] == t.form_definition[:, 0][: ids.BLOCK]).all()
    assert len(ct.definitions[0]) < len(printed().definitions[0])


def test_hosts_of_attachments():
    ct = printed()
    t = ct.record[0]
    snare, power, plate = (numbers(ct, n)[0] for n in ("forest_snare", "power_in_the_earth", "citadel_plate"))
    spider, road, aragorn, faramir = (
        numbers(ct, n)[0] for n in ("forest_spider", "old_forest_road", "aragorn", "faramir")
    )
    hosts = {
        name: int(t.attach_to[card]) for name, card in (("snare", snare), ("power", power), ("plate", plate))
    }
    of = {
        name: [holds(ct, cards, c) for c in (spider, road, aragorn, faramir)] for name, cards in hosts.items()
    }
    assert of == {"snare": [1, 0, 0, 0], "power": [0, 1, 0, 0], "plate": [0, 0, 1, 0]}
    assert t.attach_zone[snare] == ids.Z.ENGAGED
    assert t.attach_zone[plate] == ids.Z.PLAY
    assert holds(ct, hosts["snare"], aragorn, ids.FACE_DOWN), "face-down enemies can be snared"
    assert t.attach_to[aragorn] == ids.NONE
