"""Variants of cards and locations: that all exist and load, and what they change."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import numpy as np
import pytest

from mazarbul.sim.data.values import written
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content.loading import load_data
from mazarbul.sim.games.card_game.content.tables import make_tables
from mazarbul.sim.games.card_game.game import GAME
from tests.card_game.games import SCENARIOS

pytestmark = pytest.mark.slow

KINDS = {"blank", "plus", "minus"}


def in_play(data):
    """Return the cards and locations in play, (table, model)."""
    found = [("card", data.cards[name]) for deck in data.decks.values() for name in deck]
    found += [("battleground", data.battlegrounds[name]) for name in data.scenario.battlegrounds]
    return found + [("path", data.paths[name]) for name in data.scenario.paths]


def counted(data):
    """Return how many variants of each kind there should be, by a search that does not know the grammar."""
    counts = Counter()
    for table, thing in in_play(data):
        icons = [n for n in thing.icons.model_dump().values() if n] if table == "card" else []
        counts["blank"] += bool(icons or thing.effects)
        numbers = icons if table == "card" else [thing.vp, thing.defense]
        for effect in thing.effects:
            for key in ("if", "cost", "do"):
                text = re.sub(r"number\(\d+\)", "", str(written(effect).get(key, "")))
                numbers += [int(n) for n in re.findall(r"(?<![\w])\d+", text)]
        counts["plus"] += len(numbers)
        counts["minus"] += sum(n > 0 for n in numbers)
    return counts


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_variants_of_a_scenario_are_all_there_and_tell_what_they_are(name):
    data, found = load_data(name), GAME.variants(name)
    assert Counter(variant.kind for variant in found) == counted(data)
    assert len({variant.id for variant in found}) == len(found)
    models = {(table, thing.id): thing for table, thing in in_play(data)}
    owners = {card: seat for seat, deck in data.decks.items() for card in deck}
    for variant in found:
        assert re.fullmatch(r"[a-z0-9_.]+", variant.id)
        ((table, rows),) = variant.overlay.items()
        assert list(rows) == [variant.subject]
        thing = models[table, variant.subject]
        assert variant.name == thing.name
        assert variant.facts["type"] == (thing.type if table == "card" else table)
        assert variant.seat == owners.get(variant.subject, "")
        assert variant.deck == (data.deck_ids[variant.seat] if variant.seat else "")
        assert variant.side == getattr(thing, "side", "")
        assert variant.facts["faction"] == getattr(thing, "faction", "")
        if variant.kind == "blank":
            assert (variant.field, variant.was, variant.now) == ("", None, None)
        else:
            assert variant.now - variant.was == (1 if variant.kind == "plus" else -1)
            assert f"{variant.was} -> {variant.now}" in variant.label


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_variant_loads_and_changes_what_it_says(name):
    """One variant of each card at a time, all cards at once: a failure of any shows."""
    rounds = defaultdict(dict)
    taken = Counter()
    for variant in GAME.variants(name):
        rounds[taken[variant.subject]][variant.subject] = variant
        taken[variant.subject] += 1
    printed = load_data(name)
    for variants in rounds.values():
        overlays = [variant.overlay for variant in variants.values()]
        data = load_data(name, overlay=overlays)
        make_tables(data)
        new, old = ({(t, x.id): x for t, x in in_play(d)} for d in (data, printed))
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
                at = thing.icons if key[0] == "card" else thing
                assert getattr(at, variant.field.split(".")[-1]) == variant.now


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_blank_card_has_nothing_left(name):
    blanks = [variant for variant in GAME.variants(name) if variant.kind == "blank"]
    printed = make_tables(load_data(name))
    ct = make_tables(load_data(name, overlay=[variant.overlay for variant in blanks]))
    t = ct.record
    assert not t.icons.any()
    assert not t.effect_n.any()
    assert not t.modifier_n.any()
    assert t.aura_n == t.placer_n == t.supporter_n == 0
    for masks in ("actors", "play_texts", "enter_texts", "draw_texts", "replacers", "savers", "peekers"):
        assert not t[masks].any(), masks
    for kept in (
        "owner",
        "type",
        "faction",
        "paths",
        "card_key",
        "place_points",
        "place_defense",
        "wielders",
    ):
        assert (t[kept] == printed.record[kept]).all(), kept
    bots = [GAME.bot("random")] * len(ct.data.scenario.seats)
    setup = GAME.setup(name, overlay=[variant.overlay for variant in blanks])
    with np.errstate(over="ignore"):
        assert set(GAME.play(setup, bots, 5, 0, 3)["games"]["end_reason"].codes) <= {1, 2}


def test_a_blank_changes_its_card_alone():
    (blank,) = (v for v in GAME.variants("trilogy") if v.id == "gandalf_the_grey.blank")
    old, new = (make_tables(load_data("trilogy", overlay=o)) for o in (None, blank.overlay))
    index = next(card.index for card in old.cards if card.id == "gandalf_the_grey")
    assert new.record.effect_n[index] == 0 < old.record.effect_n[index]
    assert not new.record.icons[index].any()
    others = [i for i in range(ids.CARDS) if i != index]
    assert (new.record.icons[others] == old.record.icons[others]).all()
    assert (new.record.effect_n[others] == old.record.effect_n[others]).all()


def test_variants_are_those_of_the_game_as_it_is_changed():
    """They are laid over overlays and switches of an experiment, and start from their numbers."""
    overlay = {"card": {"gimli": {"icons": {"path": 20}}}, "path": {"bag_end": {"vp": 0, "effects": []}}}
    found = {v.id: v for v in GAME.variants("trilogy", overlay=overlay, switches={"promos": True})}
    assert "gimli.icons.path.plus" not in found, "not more than the data allow"
    assert found["gimli.icons.path.minus"].was == 20
    assert "bag_end.blank" not in found
    assert "bag_end.vp.minus" not in found
    assert found["bag_end.vp.plus"].now == 1
    assert found["gothmog.blank"].deck == "witch_king"
    assert "gothmog.blank" not in {v.id for v in GAME.variants("trilogy")}


def test_what_does_not_compile_is_left_out():
    do = "dig(you, 5, play=4); draw(you, count(everything, here) // 1)"
    overlay = {"card": {"gimli": {"effects": [{"on": "play", "do": do}]}}}
    every = GAME.variants("trilogy", overlay=overlay)
    found = {v.id for v in every if v.subject == "gimli" and "do" in v.field}
    assert found == {f"gimli.effects.0.do.{k}" for k in ("1.plus", "1.minus", "2.minus", "3.plus")}


def test_a_location_with_the_id_of_a_card_keeps_an_id_of_its_own():
    overlay = {
        "card": {"bag_end": {"new": True, "name": "Bag End", "side": "free_peoples", "faction": "hobbit",
                             "type": "army", "icons": {"bg_attack": 1}, "source": "x"}},
        "deck": {"frodo": {"cards": {"bag_end": 1, "gimli": 0}}},
    }  # fmt: skip
    found = {v.id: v for v in GAME.variants("trilogy", overlay=overlay) if v.subject == "bag_end"}
    assert found["bag_end.blank"].facts["type"] == "army"
    assert found["path.bag_end.blank"].facts["type"] == "path"
