"""Damaged data files give rise to nothing but errors that say where they come from."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.engine.toml import DataError
from sim.games.card_game.loading import DATA, load_data

OVERLAY = """[switches]
trim = false
joint = "enemy"
[card.aragorn]
copies = 2
paths = [1, 2]
effects = [{ on = "play", do = "draw(you, 1)" }]
[card.aragorn.icons]
path = 1
[card.scouts]
new = true
name = "Scouts"
side = "free_peoples"
faction = "rohan"
type = "army"
source = "made up"
[deck.frodo.cards]
smeagol = 0
scouts = 1
[scenario]
last_path = 8
[scenario.seat.frodo]
draw = 4
"""


def scenario_text(name):
    return (DATA / "scenarios" / f"{name}.toml").read_text("utf-8")


def deck_text(name):
    return (DATA / "decks" / f"{name}.toml").read_text("utf-8")


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


FUZZ = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_the_overlay_to_be_damaged_is_whole(write):
    assert load_data("trilogy", overlay=write(OVERLAY)).decks["frodo"]["scouts"] == 1


@FUZZ
@given(text=mutated(OVERLAY))
def test_damaged_overlays_never_crash(write, text):
    loads_or_complains(scenario="trilogy", overlay=write(text))


@FUZZ
@given(text=st.sampled_from(["duel", "fellowship"]).map(scenario_text).flatmap(mutated))
def test_damaged_scenario_files_never_crash(write, text):
    loads_or_complains(scenario=write(text))


@FUZZ
@given(text=mutated(deck_text("frodo") + "[[card]]\nid = 'gimli'\nname = 'Gimli'\n"))
def test_damaged_deck_files_never_crash(write, text):
    loads_or_complains(scenario="trilogy", decks={"frodo": write(text)})


WORDS = """
    card deck scenario switches seat aragorn frodo effects icons paths cards on do new id trim copies
    schedule battleground moria path source draw promos
"""
KEYS = st.sampled_from(WORDS.split())
LEAVES = st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.text(max_size=3) | KEYS
TREES = st.recursive(
    LEAVES, lambda part: st.lists(part, max_size=3) | st.dictionaries(KEYS, part, max_size=3), max_leaves=12
)


@FUZZ
@given(overlay=st.dictionaries(KEYS, st.dictionaries(KEYS, TREES, max_size=3) | TREES, max_size=3))
def test_odd_dicts_never_crash(overlay):
    loads_or_complains(scenario="trilogy", overlay=overlay)
