"""Set algebra over the tiny game's catalogue."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.effects import Compiler, EffectError, Program, SetMask
from tests.effects.tiny_game import CARD_IDS, CATALOGUE, PLACE_IDS, VOCABULARY, new_compiler

ALL = set(CARD_IDS)


def mask(text, sort="card", me=("card", "eomer")) -> SetMask:
    compiler = new_compiler()
    index = compiler.set(text, sort, me)
    return compiler.program.sets(sort)[index]


def names(text, sort="card", me=("card", "eomer")):
    found = mask(text, sort, me)
    assert found.required == found.forbidden == 0
    return {(CARD_IDS if sort == "card" else PLACE_IDS)[i] for i in found.members}


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("name(strider, eomer)", {"strider", "eomer"}),
        ('name("witch-king")', {"witch-king"}),
        ("faction(rohan)", {"eomer", "riders"}),
        ("faction(rohan) & type(army)", {"riders"}),
        ("faction(rohan) - self", {"riders"}),
        ("trait(ranger, nazgul)", {"strider", "witch-king"}),
        ("trait(horse)", {"eomer"}),
        ("~type(character)", {"riders", "orc_pack"}),
        ("type(item)", set()),
        ("everything - type(army) - name(strider)", {"eomer", "witch-king"}),
        ("name(strider) | faction(rohan) & type(army)", {"strider", "riders"}),
        ("self", {"eomer"}),
        ("nothing", set()),
        ("everything()", ALL),
    ],
)
def test_sets_of_cards(text, members):
    assert names(text) == members


def test_numbers_are_values_too():
    assert names("number(1, 3)", "place") == {"bag_end", "moria"}
    assert names('number("2")', "place") == {"bree"}


def test_relations():
    assert names("near(name(bag_end))", "place") == {"bag_end", "bree"}
    assert names("near(name(bag_end), 2) - name(bag_end)", "place") == {"bree", "moria"}


def test_self_is_a_thing_in_every_form_it_can_take():
    cards = {name: CATALOGUE["card"][name] for name in CARD_IDS}
    grown = {"eomer, king": cards["eomer"] | {"form_of": "eomer"}, "riders, on foot": cards["riders"]}
    compiler = Compiler(VOCABULARY, {"card": cards | grown, "place": CATALOGUE["place"]}, Program())
    own, others = (
        compiler.set(text, "card", ("card", "eomer")) for text in ("self", "faction(rohan) - self")
    )
    ids = [*cards, *grown]
    found = [{ids[i] for i in compiler.program.sets("card")[index].members} for index in (own, others)]
    assert found == [{"eomer", "eomer, king"}, {"riders", "riders, on foot"}]


def test_self_is_a_thing_of_its_own_sort():
    assert names("self", "place", ("place", "bree")) == {"bree"}
    with pytest.raises(EffectError, match="'self' is no place here"):
        mask("self", "place")
    with pytest.raises(EffectError, match="'self' is no card here"):
        mask("self", me=None)


def test_changing_words_become_bits():
    everyone = frozenset(range(5))
    assert mask("ready") == SetMask(everyone, 1, 0)
    assert mask("exhausted") == SetMask(everyone, 0, 1)
    assert mask("~ready") == mask("exhausted")
    assert mask("faction(rohan) & ready & ~wounded") == SetMask(frozenset({1, 2}), 1, 2)
    assert mask("faction(rohan) - ready") == SetMask(frozenset({1, 2}), 0, 1)
    assert mask("ready & name(eomer) | ready & name(riders)") == SetMask(frozenset({1, 2}), 1, 0)
    assert mask("ready | nothing") == mask("nothing | ready") == mask("ready")


def test_what_nothing_can_match_is_the_empty_set():
    assert mask("ready & exhausted") == mask("nothing") == mask("ready & type(item)")


@pytest.mark.parametrize("text", ["ready | faction(rohan)", "~(ready & wounded)", "~(ready & name(eomer))"])
def test_changing_words_that_bits_cannot_express(text):
    with pytest.raises(EffectError, match=r"in different ways|joins several"):
        mask(text)


# --- random algebra ------------------------------------------------------------------------------

leaves = st.one_of(
    st.sets(st.sampled_from([n for n in CARD_IDS if "-" not in n]), min_size=1).map(
        lambda s: (f"name({', '.join(sorted(s))})", s)
    ),
    st.just(("faction(mordor)", {"orc_pack", "witch-king"})),
    st.just(("everything", ALL)),
    st.just(("nothing", set())),
    st.just(("self", {"eomer"})),
)
SIGNS = {"&": set.__and__, "|": set.__or__, "-": set.__sub__}


def joined(inner):
    return st.one_of(
        inner.map(lambda a: (f"~{a[0]}" if "(" not in a[0] else f"~({a[0]})", ALL - a[1])),
        st.tuples(st.sampled_from("&|-"), inner, inner).map(
            lambda t: (f"({t[1][0]} {t[0]} {t[2][0]})", SIGNS[t[0]](set(t[1][1]), set(t[2][1])))
        ),
    )


@settings(deadline=None)
@given(st.recursive(leaves, joined, max_leaves=10))
def test_random_algebra(expression):
    text, members = expression
    assert names(text) == members


def test_a_catalogue_must_have_every_sort():
    from sim.effects import Compiler, Program

    with pytest.raises(ValueError, match="lacks the sorts"):
        Compiler(VOCABULARY, {"card": {}}, Program())
