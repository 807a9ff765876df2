"""The tables records: cards numbered, numbers copied, effects compiled, players, campaigns."""

from __future__ import annotations

import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables
from tests.lotr_lcg.compiled import ALL, QUESTS, changed, effects_of, in_masks, numbers, printed, tables

# Cards and their numbers


def test_heroes_come_first_and_the_deck_begins_at_a_fixed_place():
    overlay = {"deck": {"tactics": {"heroes": ["thalin"]}}}
    ct = tables(overlay, player1="spirit", player2="tactics")
    t, cards = ct.record[0], {card.index: card for card in ct.cards[0]}
    assert [cards[i].id for i in range(4)] == ["eowyn", "dunhere", "eleanor", "wandering_took"]
    assert [cards[ids.BLOCK + i].id for i in (0, ids.HEROES)] == [
        "thalin",
        next(iter(ct.data.decks["player2"].cards)),
    ]
    assert t.heroes.tolist() == [0b111, 0b1, 0, 0, 0]
    assert [mask.bit_count() for mask in t.deck.tolist()] == [30, 30, 0, 0, 36]
    assert not int(t.deck[1]) & 0b111
    assert t.card_n.tolist() == [33, 33, 0, 0, 36]
    assert t.type[ids.BLOCK + 1] == ids.NONE, "a place without a card has no type"
    assert t.player_n == 2
    assert cards[ids.ENCOUNTER * ids.BLOCK].column.startswith("encounter/")


def test_copies_lie_together_and_know_their_twins():
    ct = printed()
    t = ct.record[0]
    for name in ("lorien_guide", "forest_spider", "gandalf"):
        copies = [card for card in ct.cards[0] if card.id == name]
        for card in copies:
            block, local = divmod(card.index, ids.BLOCK)
            before = [
                o.index % ids.BLOCK for o in copies if o.index // ids.BLOCK == block and o.index < card.index
            ]
            assert members(t.twins[card.index]) == before
            assert before == list(range(local - card.copy + 1, local))


@pytest.mark.parametrize("quest", QUESTS)
def test_every_number_is_what_is_printed(quest):
    ct = printed(quest)
    t, data = ct.record[0], ct.data
    for card in ct.cards[0]:
        i, block = card.index, card.index // ids.BLOCK
        if block == ids.ENCOUNTER:
            row = data.encounter[card.id]
            assert t.stats[i].tolist() == [0, row.attack, row.defense, row.hit_points, row.threat]
            assert t.engagement[i] == (-1 if row.engagement is None else row.engagement)
            assert (t.quest_points[i], t.victory[i], t.doomed[i]) == (
                row.quest_points,
                row.victory,
                row.doomed,
            )
        else:
            row = data.cards[card.id]
            assert t.stats[i].tolist() == [row.willpower, row.attack, row.defense, row.hit_points, 0]
            assert t.cost[i] == {"X": COST_X, None: -1}.get(row.cost, row.cost)
            assert t.threat_cost[i] == (row.threat_cost or 0)
            assert ids.SPHERES[t.sphere[i]] == row.sphere
            assert t.pays_apart[i] == (row.pays == "apart")
            assert in_masks(t.heroes, i) == (row.type == "hero") != in_masks(t.deck, i)
        assert ids.TYPES[t.type[i]] == row.type
        assert [k for k in range(ids.TYPE_N) if in_masks(t.of_type[:, k], i)] == [t.type[i]]
        assert {name for k, name in enumerate(ids.KEYWORDS) if in_masks(t.keyword[:, k], i)} == set(
            row.keywords
        )
        assert in_masks(t.unique, i) == row.unique


def test_titles_are_names_whatever_the_card():
    row = {"new": True, "name": "Gandalf", "type": "ally", "sphere": "neutral", "cost": 3, "hit_points": 1}
    mithrandir = row | {"unique": True, "source": "x"}
    overlay = {"card": {"mithrandir": mithrandir}, "deck": {"spirit": {"cards": {"mithrandir": 1}}}}
    ct = tables(overlay, player1="spirit", player2="lore")
    title = ct.record[0].title
    (mithrandir,) = numbers(ct, "mithrandir")
    first, second = numbers(ct, "gandalf")
    assert title[mithrandir] == title[first] == title[second]
    names = {
        card.index: (ct.data.encounter.get(card.id) or ct.data.cards[card.id]).name for card in ct.cards[0]
    }
    assert len({int(title[i]) for i in names}) == len(set(names.values()))


def test_stages():
    t = printed().record[0]
    assert t.stage_n == 4
    assert t.stage_points[:4].tolist() == [8, 2, 0, 10]
    assert t.stage_next[:4].tolist() == [0b10, 0b1100, 0, 0]
    assert t.stage_depth[:4].tolist() == [1, 2, 3, 3]
    assert (t.depth_n, t.quest_length) == (3, 20)
    journey = printed(QUESTS[1]).record[0]
    assert (journey.stage_n, journey.depth_n, journey.quest_length) == (3, 3, 24)


@pytest.mark.parametrize(
    ("switch", "value", "field", "was", "now"),
    [
        ("mode", "basic", "is_basic", 0, 1),
        ("first_player", "random", "is_first_random", 0, 1),
        ("prune", True, "prunes", 0, 1),
        ("round_cap", 20, "round_cap", 60, 20),
    ],
)
def test_switches(switch, value, field, was, now):
    old, new = (make_tables(load_data(QUESTS[0], s)).record[0] for s in ({}, {switch: value}))
    assert (old[field], new[field]) == (was, now)
    assert [name for name in old.dtype.names if not (old[name] == new[name]).all()] == [field]


# Shuffling keys, hashes


def test_the_key_of_a_card_does_not_depend_on_its_place():
    """One card exchanged for another one leaves the order of all others: common random numbers."""
    swap = {"deck": {"spirit": {"cards": {"wandering_took": 1, "hasty_stroke": 3}}}}
    old, new = (
        {c.column: int(ct.record[0].card_key[c.index]) for c in ct.cards[0]}
        for ct in (printed(), tables(swap))
    )
    assert old.keys() - new.keys() == {"player3/wandering_took#2"}
    assert new.keys() - old.keys() == {"player3/hasty_stroke#3"}
    assert all(old[name] == new[name] for name in old.keys() & new.keys())
    assert len({key for name, key in old.items() if name.startswith("player3")}) == 33


def test_the_hash_is_that_of_the_contents():
    again = make_tables(load_data(QUESTS[0], decks=ALL))
    assert again.tables_hash() == printed().tables_hash()
    same = tables({"card": {"eowyn": {"willpower": 4}}})
    assert same.tables_hash() == printed().tables_hash()
    others = [
        {"card": {"eowyn": {"willpower": 3}}},
        {"encounter": {"forest_spider": {"threat": 1}}},
        {"stage": {"a_fork_in_the_road": {"quest_points": 3}}},
        {"deck": {"spirit": {"cards": {"gandalf": 0}}}},
        {"scenario": {"encounter_cards": {"forest_spider": 3}}},
        changed("gandalf", {"on": "enters", "may": True, "do": "draw(you, 2)"}),
    ]
    assert (
        len({printed().tables_hash(), *(tables(overlay).tables_hash() for overlay in others)})
        == len(others) + 1
    )


def test_the_records_cannot_be_changed():
    t = printed().record
    with pytest.raises(ValueError, match="read-only"):
        t[0].player_n = 3
    with pytest.raises(ValueError, match="read-only"):
        t[0].rows[0, 0] = 3


# Players and campaigns


def test_players_have_their_own_blocks():
    one, both = tables(player1="spirit").record[0], tables(player1="lore", player2="spirit")
    two = both.record[0]
    assert (one.player_n, two.player_n) == (1, 2)
    spirit, second = slice(0, ids.BLOCK), slice(ids.BLOCK, 2 * ids.BLOCK)
    for field in ("type", "stats", "cost", "threat_cost", "card_key", "twins", "sphere"):
        assert (one[field][spirit] == two[field][second]).all(), field
    for field in ("of_type", "keyword", "unique", "deck", "heroes"):
        assert (one[field][0] == two[field][1]).all(), field
    assert (one.type[second] == ids.NONE).all()
    first, other = numbers(both, "gandalf")
    assert (first // ids.BLOCK, other // ids.BLOCK) == (0, 1)
    assert two.card_key[first] == two.card_key[other], "their decks are shuffled from streams of their own"
    assert two.title[first] == two.title[other]


def test_a_campaign_has_a_record_for_each_quest():
    campaign = make_tables(load_data("nightmare_campaign", decks=ALL))
    assert campaign.record.shape == (3,)
    players = slice(0, ids.ENCOUNTER * ids.BLOCK)
    for t, quest in zip(campaign.record, QUESTS, strict=True):
        alone = printed(quest).record[0]
        differ = {name for name in t.dtype.names if not (t[name] == alone[name]).all()}
        assert differ == {"carries_over"}
        assert (t.card_key[players] == campaign.record[0].card_key[players]).all()
    assert campaign.record.carries_over.tolist() == [1, 1, 1]
    assert make_tables(load_data("expert_campaign")).record.carries_over.tolist() == [0, 0, 0]


# Effects


def test_every_printed_text_compiles():
    seen = set()
    for quest in QUESTS:
        ct = printed(quest)
        t, data = ct.record[0], ct.data
        rows = [(card.index, data.encounter.get(card.id) or data.cards[card.id]) for card in ct.cards[0]]
        rows += [(ids.STAGE_SOURCE + i, data.stages[name]) for i, name in enumerate(data.quests[0].quest)]
        for source, row in rows:
            seen.add(row.id)
            found = effects_of(ct, source)
            assert [ids.TRIGGERS[e.on] for e in found] == [effect.on for effect in row.effects]
            for e, effect in zip(found, row.effects, strict=True):
                assert (e.cost == ids.NONE) == (effect.cost is None)
                assert (e.do == ids.NONE) == (effect.do is None)
                assert (e.condition == 1) == (effect.condition is None)
                assert e.may == effect.may
                assert bool(e.hand) == (effect.hand or getattr(row, "type", "") == "event")
        assert t.heard == sum({1 << int(e.on) for source, _ in rows for e in effects_of(ct, source)})
    data = printed().data
    assert seen == {*data.cards, *data.encounter, *data.stages}


@pytest.mark.parametrize(
    ("name", "number", "fields"),
    [
        ("aragorn", 0, {"on": ids.ON.COMMITTED, "card": words.CARD.SELF, "of": words.PLAYER.ANYONE}),
        ("aragorn", 0, {"may": 1}),
        ("aragorn", 0, {"phase": -1, "by": ids.BY.CONTROLLER, "limit": ids.LIMIT.NONE, "times": 1, "to": -1}),
        ("eowyn", 0, {"on": ids.ON.ACTION, "by": ids.BY.ANY, "hand": 0}),
        ("eowyn", 0, {"limit": ids.LIMIT.ROUND, "times": 1}),
        ("brok_ironfist", 0, {"on": ids.ON.LEAVES, "of": words.PLAYER.YOU, "hand": 1, "may": 1}),
        ("protector_of_lorien", 0, {"limit": ids.LIMIT.PHASE, "times": 3}),
        ("feint", 0, {"phase": ids.PHASE.COMBAT, "hand": 1, "on": ids.ON.ACTION}),
        ("blade_of_gondolin", 1, {"on": ids.ON.KILLS, "card": words.CARD.HOST}),
        ("dark_knowledge", 1, {"of": words.PLAYER.YOU, "may": 1}),
    ],
)  # fmt: skip
def test_the_columns_of_effects(name, number, fields):
    ct = printed()
    for source in numbers(ct, name):
        row = effects_of(ct, source)[number]
        assert {field: row[field] for field in fields} == fields


def test_effects_of_encounter_cards():
    ct = printed(QUESTS[1])
    (crows, *_) = effects_of(ct, numbers(ct, "eastern_crows")[0])
    assert (crows.on, crows.destroyed, crows.to) == (ids.ON.LEAVING, 1, words.TO.DECK)
    escape = printed(QUESTS[2])
    action, leaving, *_ = effects_of(escape, numbers(escape, "shadow_key")[0])
    assert (action.on, action.by) == (ids.ON.ACTION, ids.BY.ANY)
    assert (leaving.destroyed, leaving.to) == (0, words.TO.STAGING)


def test_copies_share_the_effects_of_their_card():
    ct = printed()
    t = ct.record[0]
    first = {int(t.effect_first[i]) for i in numbers(ct, "gandalf")}
    assert len(first) == 1
    assert t.effect_n[numbers(ct, "gandalf")].tolist() == [2] * 4


@pytest.mark.parametrize("quest", QUESTS)
def test_who_listens_to_what(quest):
    """The masks, computed again from the texts of every card."""
    ct = printed(quest)
    t, data = ct.record[0], ct.data
    for card in ct.cards[0]:
        row = data.encounter.get(card.id) or data.cards[card.id]
        heard = {"forced": set(), "responders": set(), "hand_responders": set()}
        actors = set()
        for effect in row.effects:
            on, in_hand = ids.TRIGGERS.index(effect.on), effect.hand or row.type == "event"
            if on in ids.HAPPENINGS:
                heard["forced" if not effect.may else "hand_responders" if in_hand else "responders"].add(on)
            elif effect.on == "action":
                actors.add("hand_actors" if in_hand else "open_actors" if effect.by else "actors")
        for field, wanted in heard.items():
            assert {on for on in range(ids.TRIGGER_N) if in_masks(t[field][on], card.index)} == wanted, (
                card.id
            )
        assert {
            field for field in ("actors", "open_actors", "hand_actors") if in_masks(t[field], card.index)
        } == actors
    for i, name in enumerate(data.quests[0].quest):
        assert members(t.stage_hears[i]) == sorted(
            {ids.TRIGGERS.index(e.on) for e in data.stages[name].effects}
        )
