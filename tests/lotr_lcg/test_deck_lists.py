"""Plain text deck lists: reading, tolerance, mistakes and writing."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.formats.signs import unseen
from mazarbul.sim.games.lotr_lcg.content.deck_writing import write_decklist
from mazarbul.sim.games.lotr_lcg.content.decklist import deck_node, read_decklist
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.schema import Card, Deck
from mazarbul.sim.games.lotr_lcg.content.titles import id_of, plain
from mazarbul.sim.toml import DataError

PASSAGE = "passage_through_mirkwood"
PRINTED = load_data(PASSAGE)
CARDS = PRINTED.cards
HEROES = sorted(card.id for card in CARDS.values() if card.type == "hero")
OTHERS = sorted(card.id for card in CARDS.values() if card.type != "hero")

EXPORTED = """\
Galadhrim Riders

Main Deck

Hero (3)
1x Éowyn (Core Set)
1x Aragorn (Core Set)
1x Legolas (Core Set)

Ally (5)
2x Faramir (Core Set)
3x Lórien Guide (Core Set)

Attachment (1)
1x Celebrían's Stone (Core Set)

Event (4)
2x The Galadhrim's Greeting (Core Set)
2x For Gondor! (Core Set)

Side Quest (0)

3 Heroes, 10 Cards
Exported from a site for building decks: https://example.org/decks/1
"""
WANTED = {
    "faramir": 2, "lorien_guide": 3, "celebrians_stone": 1, "the_galadhrims_greeting": 2, "for_gondor": 2,
}  # fmt: skip


def read(text, file="some/My Deck.txt", cards=CARDS):
    return read_decklist(text, file, cards)


def complaint(text, cards=CARDS):
    """Return "line:column: message" of the error that a list gives rise to."""
    with pytest.raises(DataError) as caught:
        read(text, "mine.txt", cards)
    assert caught.value.file == "mine.txt"
    return str(caught.value).removeprefix("mine.txt:")


def with_heroes(text):
    return f"Mine\n\nHeroes\nAragorn\n\n{text}"


def card(card_id, **values):
    """Return a player card with these values."""
    row = {
        "id": card_id,
        "name": "X",
        "type": "ally",
        "sphere": "lore",
        "cost": 1,
        "hit_points": 1,
        "source": "x",
    }
    return Card(**(row | values))


def test_an_exported_list():
    deck = read(EXPORTED)
    assert (deck.id, deck.name) == ("my_deck", "Galadhrim Riders")
    assert deck.heroes == ("eowyn", "aragorn", "legolas")
    assert deck.cards == WANTED


@pytest.mark.parametrize(
    "line",
    [
        "2x Faramir (Core Set)", "2 Faramir", "Faramir x2", "Faramir (Core Set) x2", "2X FARAMIR",
        "2 x faramir", "  2x  Faramir  ", "- 2x Faramir", "* 2 Faramir", "• 2x Faramir (Core Set)",
        "2\u00d7 Faramir",
        "2x faramir (revised core set)", "1x Faramir\n1 Faramir", "2x Faramir ()",
    ],
)  # fmt: skip
def test_ways_to_write_a_line(line):
    assert read(with_heroes(f"Allies\n{line}\n")).cards == {"faramir": 2}


@pytest.mark.parametrize(
    "name",
    [
        "The Galadhrim's Greeting", "the galadhrims greeting", "THE GALADHRIM\u2019S GREETING",
        "The Galadhrim\u00b4s Greeting", "the_galadhrims_greeting", "The Galadhrim's-Greeting",
    ],
)  # fmt: skip
def test_ways_to_write_a_name(name):
    assert read(with_heroes(f"Event (2)\n2x {name}")).cards == {"the_galadhrims_greeting": 2}


@pytest.mark.parametrize("heading", ["Hero (1)", "Heroes", "HEROES:", "heroes (1)", "Hero"])
@pytest.mark.parametrize(
    "hero", ["Théodred", "1x Theodred (Core Set)", "1 THEODRED", "theodred x1", "- Theodred"]
)
def test_ways_to_write_heroes(heading, hero):
    assert read(f"Mine\n\n{heading}\n{hero}\n").heroes == ("theodred",)


def test_a_list_without_headings_and_title():
    deck = read("Aragorn\nÉowyn\n2x Faramir\n# a comment\n// another\nGandalf\n")
    assert (deck.name, deck.heroes) == ("My Deck", ("aragorn", "eowyn"))
    assert deck.cards == {"faramir": 2, "gandalf": 1}


def test_a_title_that_is_also_a_card():
    assert read("Gandalf\n\nHeroes\nAragorn").name == "Gandalf"
    assert read("Gandalf\nHeroes\nAragorn").name == "Gandalf"
    assert read("Gandalf\nAragorn").cards == {"gandalf": 1}


def test_what_stands_aside_does_not_belong_to_the_deck():
    assert read(with_heroes("Ally (1)\n1x Faramir\n\nSideboard\n3x Gandalf\n2x Unheard Of")).cards == {
        "faramir": 1
    }


MISTAKES = [
    (with_heroes("Ally (2)\n2x Farmir"), "7:1: unknown card 'Farmir'; did you mean 'Faramir'?"),
    (
        with_heroes("2x Lorien Wealth (Core Set)"),
        "6:1: unknown card 'Lorien Wealth (Core Set)'; did you mean 'Lórien's Wealth'?",
    ),
    (with_heroes("  2x Xyzzy"), "6:3: unknown card 'Xyzzy'"),
    ("Mine\n\nHeroes\nAragron\n", "4:1: unknown card 'Aragron'; did you mean 'Aragorn'?"),
    ("Mine\n\nHeroes\nAragorn\nBilbo Baggins\n", "5:1: unknown card 'Bilbo Baggins'"),
    ("Mine\n\nAragorn\nBilbo Baggins\n2x Faramir", "4:1: unknown card 'Bilbo Baggins'"),
    ("Mine\n\nAlly (1)\n1x Faramir\n", "1: this deck list has no heroes"),
    ("", "1: this deck list has no heroes"),
    (with_heroes("Ally (3)\n2x Faramir"), "6:1: this heading says 3; the lines below it add up to 2"),
    ("Mine\n\nHero (2)\nAragorn\n", "3:1: this heading says 2; the lines below it add up to 1"),
    (with_heroes("Events\n2x Faramir"), "7:1: 'Faramir' is listed under events, but is an ally"),
    (
        with_heroes("Ally\nSteward of Gondor"),
        "7:1: 'Steward of Gondor' is listed under allies, but is an attachment",
    ),
    ("Mine\n\nHeroes\n2x Aragorn", "4:1: a hero comes once, not 2 times"),
    (
        with_heroes("1x Gandalf (Over Hill and Under Hill)"),
        "6:1: 'Gandalf' is from Core Set, not from Over Hill and Under Hill; leave the product out",
    ),
    (with_heroes("61x Faramir"), "6:1: 'faramir' of deck 'mine': input should be less than or equal to 60"),
    (with_heroes("Contract (1)\n1x Fellowship"), "7:1: unknown card 'Fellowship'"),
]


@pytest.mark.parametrize(("text", "wanted"), MISTAKES, ids=[wanted[:30] for _, wanted in MISTAKES])
def test_mistakes_in_a_list(text, wanted):
    assert complaint(text) == wanted


def test_other_near_names_are_given_too():
    assert complaint(with_heroes("2x Gandalf's Serch")).startswith("6:1: unknown card 'Gandalf's Serch'")
    twins = CARDS | {"faramyr": card("faramyr", name="Faramyr")}
    assert complaint(with_heroes("2x Faramirr"), twins) == (
        "6:1: unknown card 'Faramirr' (also near: Faramyr); did you mean 'Faramir'?"
    )


BOTH = CARDS | {"aragorn_ally": card("aragorn_ally", name="Aragorn", product="Elsewhere")}


def test_a_hero_and_an_ally_of_the_same_name_are_distinguished_by_the_heading():
    deck = read("Mine\n\nHero (1)\n1x Aragorn\n\nAlly (2)\n2x Aragorn", cards=BOTH)
    assert (deck.heroes, deck.cards) == (("aragorn",), {"aragorn_ally": 2})


def test_a_hero_and_an_ally_of_the_same_name_without_a_heading():
    assert read("Mine\n\nAragorn\n", cards=BOTH).heroes == ("aragorn",)
    assert read("Mine\n\nAragorn (Core Set)\n1x Aragorn (Elsewhere)", cards=BOTH).cards == {"aragorn_ally": 1}
    assert complaint("Mine\n\n2x Aragorn\n", BOTH) == (
        "3:1: 'Aragorn' may be aragorn or aragorn_ally; write one of these"
    )


def test_cards_of_the_same_name_and_type_are_distinguished_by_product_or_id():
    cards = CARDS | {"gandalf_2": card("gandalf_2", name="Gandalf", product="Elsewhere")}
    assert read(with_heroes("1x Gandalf (Elsewhere)\n2x Gandalf (Core Set)"), cards=cards).cards == {
        "gandalf_2": 1, "gandalf": 2,
    }  # fmt: skip
    assert read(with_heroes("1x gandalf_2\n2x gandalf"), cards=cards).cards == {"gandalf_2": 1, "gandalf": 2}
    assert "'Gandalf' may be gandalf or gandalf_2" in complaint(with_heroes("1x Gandalf"), cards)


def test_what_a_written_list_looks_like():
    deck = Deck(
        id="riders", name="Galadhrim Riders", heroes=("eowyn", "aragorn", "legolas"),
        cards=dict(reversed(WANTED.items())) | {"gandalf": 0},
    )  # fmt: skip
    assert (
        write_decklist(deck, CARDS)
        == """\
Galadhrim Riders

Hero (3)
1x Éowyn (Core Set)
1x Aragorn (Core Set)
1x Legolas (Core Set)

Ally (5)
3x Lórien Guide (Core Set)
2x Faramir (Core Set)

Attachment (1)
1x Celebrían's Stone (Core Set)

Event (4)
2x For Gondor! (Core Set)
2x The Galadhrim's Greeting (Core Set)
"""
    )


@pytest.mark.parametrize("name", ["leadership", "tactics", "spirit", "lore"])
def test_starter_decks_come_back(name):
    deck = PRINTED.deck_models[name]
    found = read(write_decklist(deck, CARDS), f"{name}.txt")
    assert found.model_copy(update={"source": deck.source}) == deck


SEEN = st.text(min_size=1, max_size=20).filter(lambda text: text.strip() and not unseen(text))
NAMES = SEEN | st.sampled_from(
    [
        "Hero (3)",
        "Allies:",
        "# note",
        "2x Gandalf",
        "Gandalf",
        "3 Hunters",
        "- x",
        "Sideboard",
        "Deck x2",
    ]
)
DECKS = st.builds(
    lambda name, heroes, cards: Deck(
        id="mine", name=name, heroes=tuple(heroes), cards=cards, source="deck list"
    ),
    NAMES,
    st.lists(st.sampled_from(HEROES), min_size=1, max_size=3, unique=True),
    st.dictionaries(st.sampled_from(OTHERS), st.integers(1, 20), max_size=12),
)
ODD = {
    "odd_1": card("odd_1", name="Gandalf"), "odd_2": card("odd_2", name="3x Foo (Bar)"),
    "odd_3": card("odd_3", name="Foo x2", type="event", hit_points=0), "odd_4": card("odd_4", name="!?"),
    "odd_5": card("odd_5", name="Heroes", type="event", hit_points=0),
    "odd_6": card("odd_6", name="# Two lines"),
    "odd_7": card("odd_7", name="Éowyn", product="Elsewhere"), "odd_8": card("odd_8", name="Ally (2)"),
    "odd_9": card("odd_9", name="odd_1"),
}  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(deck=DECKS)
def test_written_lists_are_read_as_the_same_deck(deck):
    found = read(write_decklist(deck, CARDS), "mine.txt")
    assert found.model_copy(update={"name": deck.name}) == deck
    line = " ".join(deck.name.split())
    assert found.name in (line, f"Deck {line}", "Unnamed deck")


@settings(max_examples=200, deadline=None)
@given(deck=DECKS, odd=st.dictionaries(st.sampled_from(sorted(ODD)), st.integers(1, 3)))
def test_cards_with_odd_names_come_back(deck, odd):
    deck = deck.model_copy(update={"cards": deck.cards | odd})
    found = read(write_decklist(deck, CARDS | ODD), "mine.txt", CARDS | ODD)
    assert (found.heroes, found.cards) == (deck.heroes, deck.cards)


def reads_or_complains(text):
    try:
        read_decklist(text, "mine.txt", CARDS)
    except DataError as error:
        assert error.message
        assert error.file == "mine.txt"


PIECES = st.sampled_from(
    ["\n", "\n\n", " ", "2x ", " x3", "Hero (1)", "Allies", "Event (", ")", "(Core Set)", "Gandalf", "Éowyn",
     "#",      "//", "- ", ":", "Sideboard", "Exported from", "0x ", "999 ", "Main Deck"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(text=st.text() | st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join))
def test_odd_texts_never_crash(text):
    reads_or_complains(text)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_damaged_lists_never_crash(data):
    text = EXPORTED
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        text = text[:start] + data.draw(PIECES | st.just("")) + text[start + data.draw(st.integers(0, 6)) :]
    reads_or_complains(text)


def test_names_and_ids():
    assert plain("Lórien\u2019s WEALTH!") == plain("loriens wealth") == "lorienswealth"
    assert plain("æ, ß & Ǆ") == plain("Æ ss dž")
    assert [id_of(name) for name in ("My Deck", "Éowyn's 2nd", "2nd", "?!")] == [
        "my_deck", "eowyn_s_2nd", "deck_2nd", "deck",
    ]  # fmt: skip


def test_every_part_of_a_row_knows_its_line():
    node = deck_node(EXPORTED, "mine.txt", CARDS)
    error = SimpleNamespace(
        line=lambda *path: node.error("x", path).line, column=lambda *path: node.error("x", path).column
    )
    assert [error.line("heroes", i) for i in range(3)] == [6, 7, 8]
    assert {card_id: error.line("cards", card_id) for card_id in WANTED} == dict(
        zip(WANTED, (11, 12, 15, 18, 19), strict=True)
    )
    assert (error.line("name"), error.column("name")) == (1, 1)
