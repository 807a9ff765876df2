"""Damaged overlays, scenarios and decks: refused with their place, or read correctly."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazarbul.sim import games
from mazarbul.sim.toml import DataError
from tests.fuzz.data_files import (
    CARD_GAME_OVERLAY,
    KINDS,
    LOTR_LCG_OVERLAY,
    SCENARIO_OF,
    check_overlay,
    values_of,
)
from tests.fuzz.help import try_some
from tests.fuzz.kind import toml_data

# A damaged file may name a card that is in no deck: a warning, which is not what is tested here.
pytestmark = pytest.mark.filterwarnings("ignore::mazarbul.sim.toml.DataWarning")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_damaged_files(kind, tmp_path):
    try_some(kind, tmp_path, 20)


@pytest.mark.parametrize(("game", "text"), [("card_game", CARD_GAME_OVERLAY), ("lotr_lcg", LOTR_LCG_OVERLAY)])
def test_the_overlays_to_be_damaged_are_whole(game, text, write):
    check_overlay(toml_data(text.encode()), values_of(game, overlay=write(text)))


def test_the_check_sees_what_an_overlay_lacks(write):
    values = values_of("card_game", overlay=write("[card.gimli]\ncopies = 2\n"))
    with pytest.raises(AssertionError):
        check_overlay({"card": {"gimli": {"copies": 3}}}, values)
    with pytest.raises(AssertionError):
        check_overlay({"card": {"gimli": {"copies": 2, "unknown": 1}}}, values)


@pytest.mark.parametrize(
    ("game", "deck", "wanted"),
    [
        ("card_game", {"frodo": {"cards": {"gimly": 1}}}, "unknown card 'gimly'; did you mean 'gimli'?"),
        ("card_game", {"frodo": {"promos": ["gimly"]}}, "unknown card 'gimly'; did you mean 'gimli'?"),
        ("lotr_lcg", {"lore": {"cards": {"gandalv": 1}}}, "unknown card 'gandalv'; did you mean 'gandalf'?"),
        ("lotr_lcg", {"lore": {"heroes": ["gimly"]}}, "unknown hero 'gimly'; did you mean 'gimli'?"),
    ],
)
def test_a_card_is_unknown_in_a_deck_that_nobody_plays_too(game, deck, wanted):
    scenario = {"card_game": "duel", "lotr_lcg": "passage_through_mirkwood"}[game]
    with pytest.raises(DataError) as caught:
        games.get(game).load(scenario, overlay={"deck": deck})
    assert str(caught.value).endswith(wanted)


WORDS = {
    "card_game": """
        card deck scenario switches seat aragorn frodo effects icons paths cards on do new id trim copies
        schedule battleground moria path source draw promos
    """,
    "lotr_lcg": """
        card encounter stage deck scenario switches seat player1 leadership aragorn hill_troll effects on
        cards do new id cost attach heroes quest quests changes next encounter_sets encounter_cards
        round_cap mode traits passage_through_mirkwood flies_and_spiders static action
    """,
}


def odd_overlays(words):
    """Return tables of any shape with the keys of overlays."""
    keys = st.sampled_from(words.split())
    leaves = st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.text(max_size=3) | keys
    trees = st.recursive(
        leaves,
        lambda part: st.lists(part, max_size=3) | st.dictionaries(keys, part, max_size=3),
        max_leaves=12,
    )
    return st.dictionaries(keys, st.dictionaries(keys, trees, max_size=3) | trees, max_size=3)


@pytest.mark.parametrize("game", WORDS)
def test_odd_tables(game):
    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(overlay=odd_overlays(WORDS[game]))
    def load(overlay):
        try:
            games.get(game).load(SCENARIO_OF[game], overlay=overlay)
        except DataError as error:
            assert error.message
            assert error.file

    load()
