"""What bots know of a card that an overlay changes: its numbers may be others, not what it does."""

import pytest

from mazarbul.sim import games

DUEL = games.get("card_game")
CHANGES = (
    ({"icons": {"lead_attack": 2}}, False),
    ({"icons": {"lead_attack": 0}}, True),
    ({"name": "Saruman the White", "text": "Says the same in other words."}, False),
    ({"effects": []}, True),
    ({"faction": "mordor"}, True),
)


@pytest.mark.parametrize(("change", "is_other"), CHANGES, ids=lambda each: str(each))
def test_a_card_is_another_thing_if_more_than_its_numbers_change(change, is_other):
    setup = DUEL.setup("trilogy", overlay={"card": {"saruman": change}})
    assert setup.changed == (frozenset({"saruman"}) if is_other else frozenset())


def test_a_card_is_another_thing_without_its_text_but_not_with_another_number_in_it():
    for variant in DUEL.variants("duel")[:40]:
        changed = DUEL.setup("duel", overlay=variant.overlay).changed
        assert bool(changed) == (variant.kind == "blank" or 0 in (variant.was, variant.now)), variant.id
