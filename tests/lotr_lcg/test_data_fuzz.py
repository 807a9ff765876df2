"""Damaged data files give rise to nothing but errors that say where they come from."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.engine.toml import DataError
from sim.games.lotr_lcg.loading import DATA, load_data

PASSAGE = "passage_through_mirkwood"
OVERLAY = """[switches]
mode = "basic"
round_cap = 20
[card.aragorn]
attack = 2
keywords = ["ranged"]
effects = [{ on = "committed", may = true, limit = "round", do = "draw(you, 1)" }]
[encounter.hill_troll]
engagement = 20
victory = 1
[stage.beorns_path]
quest_points = 4
[card.scouts]
new = true
name = "Scouts"
type = "ally"
sphere = "lore"
cost = 2
hit_points = 1
source = "made up"
[deck.leadership]
heroes = ["aragorn", "eowyn"]
cards = { scouts = 1, feint = 2 }
[scenario]
encounter_sets = ["dol_guldur_orcs"]
[scenario.encounter_cards]
hill_troll = 1
[scenario.seat.player2]
deck = "tactics"
"""


def printed_text(folder, name):
    return (DATA / folder / f"{name}.toml").read_text("utf-8")


@st.composite
def mutated(draw, text):
    """Return a text with up to four spans cut, doubled or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        span = text[start : start + draw(st.integers(0, 12))]
        put = draw(st.sampled_from(["", span * 2, "[", "]]", '"', "=", "\n", "-1", "{}", "true", "é", "x"]))
        text = text[:start] + put + text[start + len(span) :]
    return text


def loads_or_complains(**arguments):
    """Load data; the only error allowed says where it comes from."""
    try:
        load_data(**arguments)
    except DataError as error:
        if not (error.message and error.file):
            raise


FUZZ = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_the_overlay_to_be_damaged_is_whole(write):
    assert load_data(PASSAGE, overlay=write(OVERLAY)).decks["player1"].cards["scouts"] == 1


@FUZZ
@given(text=mutated(OVERLAY))
def test_damaged_overlays_never_crash(write, text):
    loads_or_complains(scenario=PASSAGE, overlay=write(text))


@FUZZ
@given(
    text=st.sampled_from([PASSAGE, "nightmare_campaign"])
    .map(lambda name: printed_text("scenarios", name))
    .flatmap(mutated)
)
def test_damaged_scenario_files_never_crash(write, text):
    loads_or_complains(scenario=write(text))


@FUZZ
@given(text=mutated(printed_text("decks", "lore") + printed_text("cards", "neutral")))
def test_damaged_deck_files_never_crash(write, text):
    loads_or_complains(scenario=PASSAGE, decks={"player1": write(text)})


@FUZZ
@given(text=mutated(printed_text("encounter", "saurons_reach") + printed_text("stages", PASSAGE)))
def test_damaged_rows_of_an_overlay_never_crash(write, text):
    loads_or_complains(scenario=PASSAGE, overlay=write(text))


WORDS = """
    card encounter stage deck scenario switches seat player1 leadership aragorn hill_troll effects cards on do
    new id cost attach heroes quest quests changes next encounter_sets encounter_cards round_cap mode traits
    passage_through_mirkwood flies_and_spiders static action
"""
KEYS = st.sampled_from(WORDS.split())
LEAVES = st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.text(max_size=3) | KEYS
TREES = st.recursive(
    LEAVES, lambda part: st.lists(part, max_size=3) | st.dictionaries(KEYS, part, max_size=3), max_leaves=12
)


@FUZZ
@given(
    scenario=st.sampled_from([PASSAGE, "expert_campaign"]),
    overlay=st.dictionaries(KEYS, st.dictionaries(KEYS, TREES, max_size=3) | TREES, max_size=3),
)
def test_odd_dicts_never_crash(scenario, overlay):
    loads_or_complains(scenario=scenario, overlay=overlay)
