"""Decks in the forms that sites, programs and people write them: every card is counted, and once."""

import json

import pytest

from mazarbul.sim.data.book import DECK_SUFFIXES
from mazarbul.sim.games.lotr_lcg.content.deck_files import FORMS, DeckFile
from mazarbul.sim.games.lotr_lcg.content.decklist import SUFFIXES, read_decklist
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.toml import DataError

PASSAGE = "passage_through_mirkwood"
CARDS = load_data(PASSAGE).cards
HEROES = ("aragorn", "eowyn")
WANTED = {"gandalf": 3, "faramir": 2, "celebrians_stone": 1, "sneak_attack": 2}
OCTGN = "51223bd0-ffd1-11df-a976-0801200c9"
SITE = "https://ringsdb.example/card"

PLAIN = """\
Small test

Main Deck

Hero (2)
Aragorn (Core Set)
Éowyn (Core Set)

Ally (5)
3x Gandalf (Core Set)
2x Faramir (Core Set)

Attachment (1)
1x Celebrían's Stone (Core Set)

Event (2)
2x Sneak Attack (Core Set)

Sideboard

Hero (1)
Gimli (Core Set)

Event (3)
3x Grim Resolve (Core Set)

2 Heroes, 8 Cards
Cards up to Core Set

Deck built on a site.
"""
MARKDOWN = f"""\
#Small test

##*Main Deck*

###Hero (2)
*  [Aragorn]({SITE}/01001) _(Core Set)_
*  [Éowyn]({SITE}/01007) _(Core Set)_

###Ally (5)
* 3x [Gandalf]({SITE}/01073) _(Core Set)_
* 2x [Faramir]({SITE}/01014) _(Core Set)_

###Attachment (1)
* 1x [Celebrían's Stone]({SITE}/01027) _(Core Set)_

###Event (2)
* 2x [Sneak Attack]({SITE}/01023) _(Core Set)_

##*Sideboard*

###Ally (1)
* 1x [Beorn]({SITE}/01031) _(Core Set)_

2 Heroes, 8 Cards\x20\x20
Cards up to Core Set\x20\x20
"""
BBCODE = f"""\
[b]Small test[/b]

[i]Main Deck[/i]

[b]Hero (2)[/b]
[url={SITE}/01001]Aragorn[/url] [i](Core Set)[/i]
[url={SITE}/01007]Éowyn[/url] [i](Core Set)[/i]

[b]Ally (5)[/b]
3x [url={SITE}/01073]Gandalf[/url] [i](Core Set)[/i]
2x [url={SITE}/01014]Faramir[/url] [i](Core Set)[/i]

[b]Others:[/b] [list][*]1x Celebrían's Stone[*]2x Sneak Attack[/list]

[i]Sideboard[/i]

[b]Ally (1)[/b]
1x [url={SITE}/01031]Beorn[/url] [i](Core Set)[/i]
""".replace("[b]Others:[/b]", "[b]Cards[/b]")
HTML = f"""\
<!DOCTYPE html><html><head><title>A page</title><style>h1 {{ color: red }}</style></head><body>
<h1>Small &amp; tested</h1>
<h4>Main Deck</h4>
<h5>Hero (2)</h5><div><div><a href="{SITE}/01001">Aragorn</a> (Core Set)</div>
<div><a>&Eacute;owyn</a></div></div>
<h5>Ally (5)</h5><ul><li>3x <a>Gandalf</a> <i>(Core Set)</i></li><li>2x <a>Faramir</a></li></ul>
<table><tr><td>1x</td><td>Celebrían's Stone</td></tr><tr><td>2x</td><td>Sneak Attack</td></tr></table>
<h4>Sideboard</h4><h5>Ally (1)</h5><p>1x Beorn</p><script>3x Feint</script>
</body></html>
"""
TITLES = """\
Small test

Packs: Core Set (2)

Heroes (2)

1x Aragorn (Core Set)
1x Éowyn (Core Set)

Allies (2)

3x Gandalf (Core Set)
2x Faramir (Core Set)

Attachments (1)

1x Celebrían's Stone (Core Set)

Events (1)

2x Sneak Attack (Core Set)
"""
FORUM = """\
Small test

Total Cards: (8)

Hero: (2)
Aragorn (Core Set)
Eowyn (Core Set #7)

Ally: (5)
Gandalf (Core Set) x3
Faramir [Core Set] x2

Attachment - 1
\u2013 Celebrian's Stone \u2013 1

Events [2]
Sneak Attack (x2)
"""
SPHERES = """\
Lore

Heroes
\u2013 Aragorn
\u2013 Éowyn

Neutral (3)
\u2013 3x Gandalf
Leadership (5 cards)
· Faramir: 2
· 1 Celebrian's Stone
· (2) Sneak Attack
"""
IN_LINES = """\
Heroes (2): Aragorn and Éowyn

**Allies (5):** 3x Gandalf, 2x Faramir (Core Set)
Attachments: Celebrian's Stone
Events: Sneak Attack x2
"""
FRENCH = f"""\
<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f">
  <section name="Héros" shared="False"><card qty="1" id="{OCTGN}001">Aragorn</card>
    <card qty="1" id="{OCTGN.upper()}007">Eowyn, Dame Blanche</card></section>
  <section name="Allié"><card qty="3" id="{OCTGN}073" /><card qty="2" id="{OCTGN}014" /></section>
  <section name="Ally"><card qty="1" id="celebrians_stone"/></section>
  <section name="Événement"><card qty="2" id="{OCTGN}023">Attaque Surprise</card></section>
  <section name="Réserve"><card qty="3" id="{OCTGN}031">Beorn</card></section>
</deck>
""".replace('<section name="Ally"><card', '<section name=""><card')
RINGSDB = json.dumps(
    {
        "id": 7,
        "name": "Small test",
        "heroes": {"01001": 1, "01007": 1},
        "slots": {"01001": 1, "01007": 1, "01073": 3, "01014": 2, "01027": 1, "01023": 2},
        "sideslots": {"01031": 3},
    },
    indent=1,
)
DRAGNCARDS = json.dumps(
    [
        {"databaseId": f"{OCTGN}{number:03}", "quantity": n, "loadGroupId": group}
        for number, n, group in (
            (1, 1, "playerNPlay1"), (7, 1, "playerNPlay1"), (73, 3, "playerNDeck"), (14, 2, "playerNDeck"),
            (27, 1, "playerNDeck"), (23, 2, "player1Deck"), (31, 3, "playerNSideboard"),
        )
    ]
)  # fmt: skip


def read(text, file="mine.txt"):
    return read_decklist(text, file, CARDS)


def complaint(text, file="mine.txt"):
    with pytest.raises(DataError) as caught:
        read(text, file)
    return str(caught.value).removeprefix(f"{file}:")


@pytest.mark.parametrize(
    ("text", "file", "name"),
    [
        (PLAIN, "a.txt", "Small test"), (MARKDOWN, "a.md", "Small test"), (MARKDOWN, "a.txt", "Small test"),
        (BBCODE, "a.txt", "Small test"), (HTML, "a.html", "Small & tested"),
        (HTML, "a.txt", "Small & tested"),
        (TITLES, "a.txt", "Small test"), (FORUM, "a.txt", "Small test"), (SPHERES, "a.txt", "Lore"),
        (IN_LINES, "a.txt", "a"), (f"Small test\n{IN_LINES}", "a.txt", "Small test"),
        (FRENCH, "a.o8d", "a"), (FRENCH, "A.O8D", "A"), (FRENCH, "a.txt", "a"),
        (RINGSDB, "a.json", "Small test"), (f"[{RINGSDB}]", "a.txt", "Small test"),
        (DRAGNCARDS, "a.JSON", "a"),
        (json.dumps({"loadList": json.loads(DRAGNCARDS)}), "a.json", "a"),
    ],
)  # fmt: skip
def test_one_deck_in_every_form(text, file, name):
    deck = read(text, file)
    assert (deck.name, set(deck.heroes), deck.cards) == (name, set(HEROES), WANTED)


@pytest.mark.parametrize(
    "title", ["Sideboard", "Sideboard:", "SIDE DECK (5)", "Maybeboard", "[b]Sideboard[/b]"]
)
def test_a_sideboard_lasts_to_the_end_or_to_the_main_deck(title):
    text = f"Side\n\nHero (1)\nAragorn\n\nAlly (3)\n3x Gandalf\n\n{title}\n\nAlly (2)\n2x Faramir\n"
    text += "\nExtras:\n1x Beorn\n"
    assert read(text).cards == {"gandalf": 3}
    again = f"{text}\nMain Deck\n\nEvent (1)\n1x Feint\n"
    assert read(again).cards == {"gandalf": 3, "feint": 1}


HERO = "Mine\n\nHeroes\nAragorn\n\n"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{HERO}Extras:\n2x Faramir",
         "6:1: it is not known whether the cards below this heading are of the deck"),
        (f"{HERO}Faramirr (2)\nAlly (1)\n1x Beorn",
         "6:1: unknown card 'Faramirr (2)'; did you mean 'Faramir'?"),
        (f"{HERO}Total Cards: (9)\n2x Faramir", "6:1: this says 9 cards; the lines of the deck add up to 2"),
        (f"{HERO}Deck (4)\n2x Faramir", "6:1: this says 4 cards; the lines of the deck add up to 2"),
        (f"{HERO}2x Faramir\n\n1 Hero, 3 Cards", "8:1: this says 3 cards; the lines of the deck add up to 2"),
        (f"{HERO}2x Faramir\n3 allies, 1 hero", "7:1: this says 3 allies; the lines of the deck add up to 2"),
        (f"{HERO}Ally (1)\n2x Faramir\nEvent (2)\n2x Feint",
         "6:1: this heading says 1; the lines below it add up to 2"),
        (f"{HERO}Lore (3)\n2x Faramir", "6:1: this heading says 3; the lines below it add up to 2"),
        (f"{HERO}Allies\n2x Gandalf (Over Hill and Under Hill)",
         "7:1: 'Gandalf' is from Core Set, not from Over"),
        ("Heroes (3): Aragorn / Gimli\n2x Faramir",
         "1:1: this heading says 3; the lines below it add up to 2"),
        (f"{HERO}Allies: 2x Faramir, 2x Feint", "6:21: 'Feint' is listed under allies, but is an event"),
        (f"{HERO}Contract (1)", "6:1: this heading says 1; the lines below it add up to 0"),
    ],
)  # fmt: skip
def test_nothing_is_miscounted_silently(text, wanted):
    assert complaint(text).startswith(wanted)


def test_a_card_that_is_not_known_is_one_mistake():
    wanted = "1:18: unknown card 'Eowynn'; did you mean 'Éowyn'?"
    assert complaint("Heroes: Aragorn, Eowynn\n\n2x Faramir\n3x Gandalf") == wanted


OTHER = "4c4cccd3-576a-41f1-8b6c-ba11b4cc3d4b"


@pytest.mark.parametrize(
    ("text", "file", "wanted"),
    [
        (f'<deck><section name="Ally"><card qty="2" id="{OTHER}">Gandalf</card></section></deck>', "a.o8d",
         "1:28: the id of 'Gandalf' is that of a card of another product"),
        ('<deck><section name="Backup"><card qty="2" id="x">Gandalf</card></section></deck>', "a.o8d",
         "1:30: 'Backup' is no section of a deck that is known"),
        ('{"heroes": {"01001": 1}, "slots": {"01073": 2,\n"01073": 3}}', "a.json",
         "2:2: '01073' is given twice"),
        ('{"heroes": {"01001": 1}, "slots": {"01073": "3"}}', "a.json",
         "1:37: '01073': qty is a whole number"),
        ('{"heroes": {"01001": 1}, "slots": {"22001": 3}}', "a.json", "1:37: unknown card '22001'"),
        ('{"heroes": {"01001": 1}, "slots": {"01074": 3}}', "a.json", "1:37: unknown card '01074'"),
        ('{"heroes": {"01014": 1}, "slots": {}}', "a.json",
         "1:14: 'faramir' is listed under heroes, but is an ally"),
        (f"[{RINGSDB},{RINGSDB}]", "a.json", "1: this file has 2 decks: keep one of them"),
        ("{", "a.json", "1:2: this is not JSON"),
        ("[" * 100_000, "a.json", "1:1: this is not JSON"),
        ("[1]", "a.json", "1: this is no deck: one of RingsDB has"),
        ('{"heroes": {"\\ud800": 1}, "slots": {}}', "a.json", "1:14: unknown card '?'"),
        ('[{"databaseId": "x", "quantity": 1, "loadGroupId": "sharedEncounterDeck"}]', "a.json",
         "1: this is a quest, not a player's deck"),
    ],
)  # fmt: skip
def test_mistakes_in_files_of_programs(text, file, wanted):
    assert complaint(text, file).startswith(wanted)


QUEST = f"""\
<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f">
  <section name="Quest" shared="True"><card qty="1" id="{OCTGN}119">Flies and Spiders</card></section>
  <section name="Encounter" shared="True"><card qty="2" id="{OCTGN}074">Roi Araignée</card></section>
  <section name="Staging Setup" shared="True"><card qty="1" id="x">Forest Spider</card></section>
  <section name="Special"><card qty="1" id="old_forest_road"/></section>
</deck>
"""
IN_IT = {"king_spider": 2, "forest_spider": 1, "old_forest_road": 1}


def test_a_quest_is_no_deck_of_a_player(write):
    with pytest.raises(DataError, match=r"quest.o8d:1: this is a quest, not a player's deck: lay it over"):
        load_data(PASSAGE, decks={"player1": write(QUEST, "quest.o8d")})


def test_a_quest_is_the_encounter_deck_of_a_scenario(write):
    path = write(QUEST, "quest.o8d")
    data = load_data(PASSAGE, overlay=path)
    assert data.encounter_deck(data.scenario) == IN_IT
    assert data.scenario.quest == load_data(PASSAGE).scenario.quest
    named = write('[scenario]\nencounter_deck = "quest.o8d"\n[scenario.encounter_cards]\nhill_troll = 1\n')
    data = load_data(PASSAGE, overlay=named)
    assert data.encounter_deck(data.scenario) == IN_IT | {"hill_troll": 1}


def test_a_quest_of_other_quest_cards_is_played_as_it_is(write):
    others = "".join(f'<card id="{OCTGN}{number}"/>' for number in (128, 127, 126))
    text = QUEST.replace("</deck>", f'<section name="Quest">{others}</section></deck>')
    text = text.replace(f'<card qty="1" id="{OCTGN}119">Flies and Spiders</card>', "")
    data = load_data(PASSAGE, overlay={"scenario": {"encounter_deck": str(write(text, "quest.O8D"))}})
    assert data.scenario.quest == ("to_the_river", "anduin_passage", "ambush_on_the_shore")


@pytest.mark.parametrize(
    ("text", "scenario", "wanted"),
    [
        (QUEST.replace('id="x">Forest Spider', 'id="x">Forrest Spider'), PASSAGE,
         r"q.o8d:4:47: unknown encounter card 'Forrest Spider'; did you mean 'forest_spider'\?"),
        ("<deck/>", PASSAGE, "q.o8d:1: this file has no encounter deck: it is no quest"),
        (QUEST, "expert_campaign", "a campaign has no encounter deck: give one to a quest"),
    ],
)  # fmt: skip
def test_mistakes_in_a_quest(write, text, scenario, wanted):
    with pytest.raises(DataError, match=wanted):
        load_data(scenario, overlay=write(text, "q.o8d"))


def test_two_decks_of_one_file_name(tmp_path):
    decks = {}
    for seat, hero in (("player1", "Aragorn"), ("player2", "Legolas"), ("player3", "Gimli")):
        path = tmp_path / seat / ("deck.toml" if seat == "player3" else "deck.txt")
        path.parent.mkdir()
        path.write_text(f"{hero}'s deck\n\nHero\n{hero}\n", encoding="utf-8")
        decks[seat] = path
    decks["player3"].write_text('id = "deck"\nname = "Third"\nheroes = ["gimli"]\n', encoding="utf-8")
    found = load_data(PASSAGE, decks=decks).decks
    assert [deck.heroes for deck in found.values()] == [("aragorn",), ("legolas",), ("gimli",)]
    assert [deck.id for deck in found.values()] == ["deck", "deck_player2", "deck_player3"]


def test_a_list_called_as_a_printed_deck_is_another_deck(write):
    data = load_data(
        PASSAGE, decks={"player1": write("Heroes\nGimli\n\n3x Feint\n", "Lore.txt"), "player2": "lore"}
    )
    assert [deck.id for deck in data.decks.values()] == ["lore_player1", "lore"]


def test_a_file_of_another_kind_is_told_which_kinds_are_read(write):
    with pytest.raises(DataError, match=r"is no deck: files of decks end in \.toml, \.txt.*\.o8d") as caught:
        load_data(PASSAGE, decks={"player1": write("Heroes\nGimli\n", "deck.doc")})
    assert all(suffix in str(caught.value) for suffix in DECK_SUFFIXES)
    assert set(DECK_SUFFIXES) == {".toml", *SUFFIXES}


@pytest.mark.parametrize("form", FORMS)
def test_a_deck_comes_back_from_every_form(form, write):
    deck = DeckFile.load("spirit")
    name = {"text": "spirit.txt", "o8d": "spirit.o8d", "markdown": "spirit.md"}[form]
    found = DeckFile.load(write(deck.written(form), name)).deck
    assert (found.heroes, found.cards) == (deck.deck.heroes, deck.deck.cards)


def test_what_is_said_of_a_deck(write):
    path = write(f"{PLAIN}\nMain Deck\n3x Feint\n".replace("2 Heroes, 8 Cards", ""), "small.txt")
    deck = DeckFile.load(path)
    assert list(deck.lines()) == [
        "Small test (small): 2 heroes, 11 cards",
        "  heroes: Aragorn, Éowyn; threat 21",
        "  5 allies, 1 attachment, 5 events",
        "  neutral 3, leadership 5, tactics 3",
        "  3x Gandalf", "  2x Faramir", "  1x Celebrían's Stone", "  2x Sneak Attack", "  3x Feint",
        "a tournament deck has at least 50 cards, this one 11 (LCG-26.2)",
        "more copies than one box has: Feint (LCG-26.4)",
        "no hero is of the sphere of: Feint (LCG-6.3)",
    ]  # fmt: skip
    assert deck.facts()["cards"] == WANTED | {"feint": 3}
