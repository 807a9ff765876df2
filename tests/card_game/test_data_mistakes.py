"""What a user reads after a mistake in a data file: place, message, suggestion."""

import pytest

from mazarbul.sim.games.card_game.content.loading import DATA, load_data
from mazarbul.sim.toml import DataError

# Two lines per case: the overlay, with " / " for the end of a line, and the complaint.
IN_CARDS_AND_PLACES = """
[cards.aragorn] / copies = 2
1:2: unknown table 'cards'; did you mean 'card'?

[card.aragon] / copies = 2
1:7: unknown card 'aragon' (a new one says 'new = true'); did you mean 'aragorn'?

[path.morja] / vp = 2
1:7: unknown path 'morja' (a new one says 'new = true'); did you mean 'morgai'?

[card.aragorn] / factoin = 2
2:1: unknown key 'factoin'; did you mean 'faction'?

[card.aragorn.icons] / bgattack = 2
2:1: unknown key 'bgattack'; did you mean 'bg_attack'?

[card.aragorn] / type = "armee"
2:9: unknown value of 'type': 'armee'; did you mean 'army'?

[card.aragorn] / type = 3
2:8: one of army, character, item, event is expected for 'type' of card 'aragorn'

[card.aragorn] / copies = "2"
2:11: a whole number is expected for 'copies' of card 'aragorn'

[card.aragorn] / copies = 0
2:10: 'copies' of card 'aragorn': input should be greater than or equal to 1

[card.aragorn] / paths = 4
2:9: a list is expected for 'paths' of card 'aragorn'

[card.strider] / paths = [4, 16]
2:13: 'paths' of card 'strider': input should be less than or equal to 15

[card.aragorn] / icons = 4
2:9: a table is expected for 'icons' of card 'aragorn'

[card.aragorn] / id = "other"
2:1: the id is already in the header [card.aragorn]

[card.aragorn] / new = true
2:1: there is already a card 'aragorn'

[card.aragorn] / new = 1
2:7: 'new' must be true or left out

[card.scouts] / new = true
1:7: card 'scouts' lacks 'name'

card = 3
1:8: a table is expected here

[card] / aragorn = 3
2:11: a table is expected here

[[card]] / name = 'x'
1:3: this card lacks an 'id'

[[card]] / id = 7
2:6: the id of a card must be a string

[[card]] / id = 'Big One' / name = 'x'
2:7: a word of small letters, digits and underscores is expected for 'id' of card 'Big One'

[[card]] / id = 'scouts' / [[card]] / id = 'scouts'
4:7: there are two cards 'scouts'

[card.aragorn] / side = "shadow"
2:9: card 'aragorn': the dunedain faction is of side 'free_peoples'

[card.aragorn] / wielders = "everything"
2:1: card 'aragorn' is not an item; only items have 'wielders'

[card.high_elves] / paths = [1]
2:1: card 'high_elves' is not a character; only characters have 'paths'

[card.high_elves] / type = 'item'
2:9: card 'high_elves' is an item and lacks 'wielders'

[card.the_red_arrow.icons] / path = 1
2:8: card 'the_red_arrow' is an event; events have no icons

[card.strider] / paths = [4, 4]
2:9: card 'strider' names a path number twice

[battleground.moria] / attackers = ['elf', 'mordor']
2:22: battleground 'moria': its attackers are of side 'free_peoples', 'mordor' is not

[path.moria] / new = true / name = 'M' / number = 1 / defense = 0 / vp = 1 / source = 'made up'
1:7: path 'moria' has the id of a battleground

[path.morgai] / effects = [{ on = 'play', do = '' }]
2:20: path 'morgai': the only trigger of a location is 'activate'
"""

IN_EFFECTS = """
[card.aragorn] / effects = [{ on = "plays" }]
2:20: unknown value of 'on': 'plays'; did you mean 'play'?

[card.aragorn] / effects = [{ on = "play" }]
2:12: card 'aragorn': an effect on 'play' lacks 'do'

[card.aragorn] / effects = [{ on = "play", do = 3 }]
2:32: a text in the effect language is expected for 'do' of card 'aragorn'

[card.aragorn] / effects = [{ on = "play", does = "" }]
2:27: unknown key 'does'; did you mean 'do'?

[card.aragorn] / effects = [{ on = "activate", do = "" }]
2:20: card 'aragorn': a card cannot be activated

[card.aragorn] / effects = [{ on = "static", cost = "", do = "" }]
2:29: card 'aragorn': an effect on 'static' has no 'cost', its keys are at, if, do

[card.aragorn] / effects = [{ on = "replace", who = "self", when = "any", then = "cycle" }]
2:12: card 'aragorn': an effect on 'replace' lacks 'items'

[card.elrond] / effects = [{ on="replace", who="self_and_one", when="any", then="cycle", items="cycle" }]
2:12: card 'elrond': 'filter' is only allowed with who = "self_and_one"

[card.aragorn] / effects = [{ on = "action", limit = "turn", do = "" }]
2:38: unknown value of 'limit': 'turn'; known: round
"""

IN_DECKS_AND_SWITCHES = """
[switches] / trimm = true
2:1: unknown switch 'trimm'; did you mean 'trim'?

[switches] / trim = 1
2:8: switch 'trim' must be true or false, not 1

[switches] / joint = "captains"
2:10: unknown value of switch 'joint': 'captains'; did you mean 'captain'?

[switches] / joint = [1]
2:9: unknown value of switch 'joint': '(1,)'; known: captain, enemy

[switches] / fellowship_min_rounds = -1
2:25: switch 'fellowship_min_rounds' must be a whole number, 0 or more, not -1

switches = 1
1:12: a table is expected here

[deck.frodo.cards] / gimly = 1
2:1: unknown card 'gimly'; did you mean 'gimli'?

[deck.frodo.cards] / saruman = 1
2:1: deck 'frodo' is of side 'free_peoples', 'saruman' is not

[deck.frodo.cards] / gimli = 2
2:9: deck 'frodo' asks for 2 'gimli', there are 1

[deck.frodo.cards] / gimli = -1
2:9: 'gimli' of deck 'frodo': input should be greater than or equal to 0

[deck.frodo] / size = 31
2:8: deck 'frodo' holds 30 cards, but its size is given as 31

[deck.frodo] / promos = ['gothmo']
2:12: unknown card 'gothmo'; did you mean 'gothmog'?

[deck.frodo] / promos = ['gothmog']
2:12: deck 'frodo' is of side 'free_peoples', 'gothmog' is not

[deck.frodoo] / size = 3
1:7: unknown deck 'frodoo' (a new one says 'new = true'); did you mean 'frodo'?
"""

IN_SCENARIOS = """
[scenario] / last_paths = 3
2:1: unknown key 'last_paths'; did you mean 'last_path'?

[scenario] / last_path = 10
2:13: the last path is 10, but there is no path 10

[scenario] / paths = ['bag_end', 'bag_and']
2:22: unknown path 'bag_and'; did you mean 'bag_end'?

[scenario] / paths = ['bag_end', 'bag_end']
2:22: path 'bag_end' is listed twice

[scenario] / battlegrounds = 'al'
2:18: a list is expected for 'battlegrounds' of scenario 'trilogy'

[scenario] / schedule = [['moria'], ['moira']]
2:26: unknown battleground of this scenario 'moira'; did you mean 'moria'?

[scenario] / schedule = [['moria'], ['moria']]
2:26: battleground 'moria' is in the schedule twice

[scenario] / schedule = [['moria'], ['a', 'b', 'c', 'd', 'e']]
2:24: 'schedule' of scenario 'trilogy' has 5 entries, at most 4 fit

[scenario] / turn_order = ['frodo', 'sam']
2:25: unknown seat 'sam'; did you mean 'saruman'?

[scenario] / turn_order = ['frodo', 'saruman', 'aragorn']
2:14: seat 'witch_king' has no slot in the turn order

[scenario.seat.frod] / draw = 3
1:16: unknown seat 'frod'; did you mean 'frodo'?

[scenario.seat.frodo] / id = 'sam'
2:1: the id is already in the header [scenario.seat.frodo]

[scenario.seat.frodo] / drew = 3
2:1: unknown key 'drew'; did you mean 'draw'?

[scenario.seat.frodo] / ring = 'twice'
2:9: unknown value of 'ring': 'twice'; known: every_round, none, once

[scenario.seat.frodo] / opening_cycle = 8
2:17: seat 'frodo' cannot cycle 8 of 7 opening cards

[scenario.seat.frodo] / opening_draw = 31
2:16: seat 'frodo' opens with 31 cards, its deck has 30

[scenario.seat.frodo] / factions = ['hobbit', 'mordor']
2:24: seat 'frodo' is of side 'free_peoples', 'mordor' is not

[scenario.seat.aragorn] / factions = ['dunedain', 'elf', 'hobbit']
2:33: the hobbit player is already 'frodo'; a faction has one player

[scenario.seat.frodo] / factions = ['hobbit', 'dwarf', 'rohan']
2:12: no seat is the wizard player

[scenario.seat.frodo] / deck = 'frodoo'
2:9: unknown deck 'frodoo'; did you mean 'frodo'?

[scenario.seat.frodo] / deck = 'saruman'
2:9: seat 'frodo' is of side 'free_peoples', deck 'saruman' of side 'shadow'

[scenario.seat.aragorn] / deck = 'frodo'
2:9: card 'gimli' is in the decks of 'frodo' and 'aragorn'; a card has only one owner
"""


def cases(table):
    """Return the (overlay, complaint) pairs of a table."""
    pairs = [case.split("\n") for case in table.strip().split("\n\n")]
    return [pytest.param(text.replace(" / ", "\n"), wanted, id=text) for text, wanted in pairs]


def scenario_text(name="trilogy"):
    return (DATA / "scenarios" / f"{name}.toml").read_text("utf-8")


def complaint(path, **arguments):
    """Return "line:column: message" of the error that a file causes."""
    with pytest.raises(DataError) as caught:
        load_data(**arguments)
    assert caught.value.file == str(path)
    return str(caught.value.alone()).removeprefix(f"{path}:")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *cases(IN_CARDS_AND_PLACES),
        *cases(IN_EFFECTS),
        *cases(IN_DECKS_AND_SWITCHES),
        *cases(IN_SCENARIOS),
    ],
)
def test_mistakes_in_an_overlay(write, text, wanted):
    path = write(text)
    assert complaint(path, scenario="trilogy", overlay=path) == wanted


@pytest.mark.parametrize(
    ("cut", "put", "wanted"),
    [
        ('id            = "trilogy"\n', "", "1:1: this scenario lacks an 'id'"),
        ('title         = "Trilogy"\n', "", "1:1: scenario 'trilogy' lacks 'title'"),
        ('id            = "saruman"\n', "", "51:3: this seat lacks an 'id'"),
        ('id            = "saruman"', 'id = "frodo"', "52:7: there are two seats 'frodo'"),
        ('title         = "Trilogy"', "title = Trilogy", "4:9: this is not valid TOML: invalid value"),
    ],
)
def test_mistakes_in_a_scenario_file(write, cut, put, wanted):
    text = scenario_text()
    assert cut in text
    path = write(text.replace(cut, put))
    assert complaint(path, scenario=path) == wanted


def test_mistakes_in_the_seats_of_a_scenario(write):
    duel, trilogy = scenario_text("duel"), scenario_text()
    last = trilogy[trilogy.rindex("[[seat]]") :]
    for text, wanted in {
        duel[: duel.index("[[seat]]")]: "1:1: this scenario lacks seats, '[[seat]]'",
        duel[: duel.rindex("[[seat]]")].replace(', "witch_king"]', "]"): (
            "1:1: scenario 'duel' has no seat of side 'shadow'"
        ),
        trilogy + last.replace('"saruman"', '"fifth"', 1).replace('"Saruman"', '"Fifth"'): (
            "62:3: a scenario has at most 4 seats; this one is too many"
        ),
    }.items():
        path = write(text)
        assert complaint(path, scenario=path) == wanted


def test_a_side_has_at_most_two_seats(write):
    text = scenario_text().replace('side          = "shadow"', 'side = "free_peoples"', 1)
    path = write(text.replace('["mordor"]', "[]"))
    assert complaint(path, scenario=path) == "39:3: a side has at most 2 seats"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scenario": "trilogi"}, "unknown scenario 'trilogi'; did you mean 'trilogy'?"),
        ({"scenario": "x"}, "unknown scenario 'x'; known: duel, duel3, fellowship, trilogy"),
        ({"switches": {"trim": "yes"}}, "switches trim: switch 'trim' must be true or false, not 'yes'"),
        ({"switches": {"trin": True}}, "switches trin: unknown switch 'trin'; did you mean 'trim'?"),
        ({"decks": {"frodi": "frodo"}}, "decks: unknown seat 'frodi'; did you mean 'frodo'?"),
        (
            {"decks": {"frodo": "frodi"}},
            "deck of seat 'frodo': unknown deck 'frodi'; did you mean 'frodo'?",
        ),
        (
            {"overlay": {"card": {"aragorn": {"copies": "2"}}}},
            "overlay card.aragorn.copies: a whole number is expected for 'copies' of card 'aragorn'",
        ),
        ({"overlay": "none.toml"}, "none.toml: cannot read this file (No such file or directory)"),
        ({"scenario": "none.toml"}, "none.toml: cannot read this file (No such file or directory)"),
    ],
)
def test_mistakes_without_a_file(arguments, message):
    with pytest.raises(DataError) as caught:
        load_data(**{"scenario": "trilogy"} | arguments)
    assert str(caught.value) == message


def test_all_mistakes_of_a_deck_file_are_told_at_once(tmp_path):
    deck = tmp_path / "own.toml"
    deck.write_text(
        'id = "own"\nname = "Own"\nside = "free_peoples"\nsize = 30\n'
        "[cards]\ngandalf_the_wite = 2\ngimli = 5\nbalrog_of_moria = 1\n"
    )
    with pytest.raises(DataError) as caught:
        load_data("duel", decks={"gandalf": deck})
    lines = str(caught.value).splitlines()
    words = ("'gandalf_the_wite'", "asks for 5 'gimli'", "'balrog_of_moria' is not", "holds 8 cards")
    assert [sum(word in line for line in lines) for word in words] == [1] * len(words), lines
    assert len(lines) == len(words)
