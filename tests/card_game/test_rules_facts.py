"""The printed numbers about which the sources differ, as settled (section 17)."""

from __future__ import annotations

import pytest

from mazarbul.sim.games.card_game.content.loading import load_data

SETTLED = {  # card: rule, icons that are not 0, paths
    "nenya": ("X-2", {"path": 1, "bg_attack": 1, "bg_defense": 1}, ()),
    "black_riders_mount": ("X-3", {"path": 1}, ()),
    "fatty_bolger": ("X-5", {"path": 1}, (1, 2)),
    "sting": ("X-6", {"path": 1}, ()),
    "eowyn": ("X-7", {"lead_attack": 1, "lead_defense": 1}, ()),
    "fell_beast": ("X-8", {"bg_attack": 1, "bg_defense": 1}, ()),
    "ent_draught": ("X-9", {"path": 1}, ()),
    "gothmog": ("X-11", {"lead_attack": 1, "lead_defense": 1}, ()),
    "denethor": ("X-12", {"lead_attack": 1, "lead_defense": 1}, ()),
    "arwen": ("X-13", {"lead_defense": 1}, ()),
}


@pytest.fixture(scope="module")
def data():
    return load_data("trilogy", {"promos": True})


@pytest.mark.parametrize("card", SETTLED)
def test_settled_numbers_of_cards(data, card):
    """X-2, X-3, X-5, X-6, X-7, X-8, X-9, X-11, X-12, X-13."""
    _, icons, paths = SETTLED[card]
    printed = data.cards[card]
    assert {kind: n for kind, n in printed.icons.model_dump().items() if n} == icons
    assert printed.paths == paths


def test_X_4_strider_works_on_any_path(data):
    (effect,) = data.cards["strider"].effects
    assert (effect.on, effect.at.text, effect.condition) == ("action", "path", None)


def test_X_10_the_doors_of_durin(data):
    assert data.paths["the_doors_of_durin"].defense == 1


@pytest.mark.parametrize(
    ("card", "place"), [("haradrim_cavalry", "minas_tirith"), ("the_black_fleet", "pelargir")]
)
def test_X_14_the_southron_armies_look_in_the_deck_of_the_battleground_s_side(data, card, place):
    (effect,) = [effect for effect in data.cards[card].effects if effect.on == "action"]
    assert effect.do.text == f"activate_battleground(name({place}), deck)"
    assert data.battlegrounds[place].side == "free_peoples"
