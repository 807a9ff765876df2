"""Texts that the rules cannot carry out, or the tables cannot hold, are refused with their place."""

from __future__ import annotations

import pytest

from mazarbul.sim.effects.errors import EffectError
from mazarbul.sim.games.lotr_lcg.content.text_checks import MOST_BLOCKS
from mazarbul.sim.toml import DataError
from tests.lotr_lcg.compiled import changed, printed, tables

NESTED = "each(players, " * (MOST_BLOCKS + 1) + "draw(they, 1)" + ")" * (MOST_BLOCKS + 1)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"on": "static", "do": "hold if count(enemy) > 0 else nothing"}, "a static text cannot branch"),
        ({"on": "static", "do": "willpower(it, 1)"}, "cannot be on 'it', only on self, host or a set"),
        ({"on": "static", "do": "cannot_attack(attacker)"}, "a static text cannot be on 'attacker'"),
        ({"on": "static", "do": "willpower(self, amount)"}, "has no event, so there is no 'amount' here"),
        ({"on": "static", "do": "willpower(self, 1 + x)"}, "a static text has no X"),
        ({"on": "static", "if": "threat_of(chosen) > 9", "do": "hold"}, "a static text has no player chosen"),
        ({"on": "static", "if": "is_a(it, hero)", "do": "hold"}, "a static text has nothing picked"),
        ({"on": "static", "do": "multiple_defenders(you)"}, "only applies for a while"),
        ({"on": "static", "do": "damage(self, 1)"}, "'damage' is an operation, but a modifier"),
        ({"on": "static", "do": "trait(self, gondr)"}, "unknown trait 'gondr'; did you mean 'gondor'?"),
        ({"on": "action", "do": "choose(you, draw(you, 1))"}, "each choice must be written option(...)"),
        ({"on": "action", "do": "option(draw(you, 1))"}, "'option' is only allowed in choose"),
        ({"on": "action", "do": NESTED}, f"there are more than {MOST_BLOCKS} nested lists"),
        ({"on": "action", "cost": NESTED, "do": "draw(you, 1)"}, "nested lists"),
        ({"on": "action", "do": "until(phase, hold if undefended else nothing)"}, "cannot branch"),
        ({"on": "action", "do": "until(phase, trait(self, gondor))"}, "a trait cannot be gained for a while"),
        ({"on": "action", "do": "each(players, until(phase, icon(self, lore)))"}, "an icon cannot be gained"),
        ({"on": "action", "cost": "later(phase_end, win)", "do": "win"}, "which is not allowed in a cost"),
        ({"on": "action", "cost": "each(players, each(others, win))", "do": "win"}, "each(...) of a cost"),
        ({"on": "damaged", "card": "it", "do": "draw(you, 1)"}, "of an event must be self, host or a set"),
        ({"on": "state", "if": "count(enemy) > 0", "do": "draw(you, 1)"}, "only a stage can have"),
        ({"on": "action", "do": "draw(yu, 1)"}, "unknown player 'yu'"),
        ({"on": "action", "do": "shuffle(shadow)"}, "unknown pile 'shadow'"),
    ],
)  # fmt: skip
def test_what_the_rules_could_not_carry_out_is_refused(effect, message):
    with pytest.raises(EffectError) as caught:
        tables(changed("aragorn", effect))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"on": "static", "do": "willpower(self, 1)"}, "a stage is not a card, so there is no 'self' here"),
        ({"on": "static", "do": "icon(host, lore)"}, "a stage is not a card, so there is no 'host' here"),
        ({"on": "destroyed", "card": "self", "do": "win"}, "'card' of an event must be a set of cards"),
        ({"on": "revealed", "do": "damage(hero - self, 1)"}, "'self' is not a card here"),
    ],
)
def test_what_stages_cannot_say(effect, message):
    with pytest.raises(EffectError) as caught:
        tables({"stage": {"flies_and_spiders": {"effects": [effect]}}})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "overlay",
    [
        changed("chieftain_ufthak", {"on": "static", "do": "trait(self, spider)"}, table="encounter"),
        changed("unexpected_courage", {"on": "static", "do": "trait(self, spider)"}),
        changed("forest_snare", {"on": "static", "do": "trait(host, spider)"}),
    ],
)
def test_only_characters_gain_traits(overlay):
    with pytest.raises(EffectError, match="only heroes and allies can gain traits and icons"):
        tables(overlay)


def test_a_fault_is_shown_where_it_stands(write):
    line = '  { on = "static", do = "hit_points(self, 1); attack(that, 1)" },'
    file = write(f"[card.aragorn]\neffects = [\n{line}\n]\n")
    with pytest.raises(EffectError) as caught:
        tables(file)
    assert str(caught.value).startswith(
        f"{file}:3:{line.index('that') + 1}: a static text cannot be on 'that'"
    )


def test_what_does_not_fit_is_refused():
    gains = "; ".join(f"trait(self, {trait})" for trait in ("orc", "spider", "dwarf", "goblin"))
    with pytest.raises(DataError, match=r"give 6 different traits and icons .*; at most 3 are possible"):
        tables(changed("aragorn", {"on": "static", "do": gains}))
    many = [{"on": "action", "do": "; ".join(["draw(you, 1)"] * 100)}] * 12
    with pytest.raises(DataError, match="operation rows; at most 1024 are possible"):
        tables(changed("aragorn", *many))
    with pytest.raises(DataError, match="more than 192 standing modifiers"):
        tables(changed("aragorn", {"on": "static", "do": "; ".join(["hold"] * 200)}))
    with pytest.raises(DataError, match="more than 384 effects"):
        tables(changed("aragorn", *[{"on": "action", "do": "draw(you, 1)"}] * 400))
    sets = "; ".join(
        f"damage(cost({i % 6}) | name({name}), 1)" for i, name in enumerate(printed().data.cards)
    )
    both = f"{sets}; {sets.replace('cost(', 'ally & cost(')}; {sets.replace('cost(', 'event | cost(')}"
    effects = [{"on": "action", "do": part} for part in both.split("; ")]
    with pytest.raises(DataError, match="sets of cards; at most 192 are possible"):
        tables(changed("aragorn", *effects))


def test_too_many_definitions_are_refused():
    new = {f"extra_{i}": {"new": True, "name": f"Extra {i}", "type": "event", "sphere": "lore", "cost": 1,
                          "source": "x"} for i in range(900)}  # fmt: skip
    with pytest.raises(DataError, match=r"need \d+ definitions; at most 1024 fit"):
        tables({"card": new})
