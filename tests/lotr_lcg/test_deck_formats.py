"""Deck lists in Markdown and deck files of OCTGN; all mistakes of a list or an overlay at once."""

import pytest

from mazarbul.sim.games.lotr_lcg.content.decklist import read_decklist
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.markdown import plain_line
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.toml import DataError, DataWarning

PASSAGE = "passage_through_mirkwood"
CARDS = load_data(PASSAGE).cards

MARKDOWN = """\
# Galadhrim *Riders*

**Hero (2)**

- 1x [Éowyn](https://example.org/card/01007) _(Core Set)_
- [Aragorn](https://example.org/card/01001 "Aragorn") (Core Set)

## Ally (5)

* 2x **Faramir** (Core Set)
* 3x Lórien Guide

### Event

1. A line that is no card
"""
OCTGN = """\
<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f" sleeveid="0">
  <section name="Hero" shared="False">
    <card qty="1" id="51223bd0-ffd1-11df-a976-0801200c9001">Aragorn</card>
    <card qty="1" id="eowyn">The White Lady</card>
  </section>
  <section name="Ally" shared="False">
    <card qty="2" id="x">Faramir</card>
    <card qty="3" id="x">Lórien Guide</card>
  </section>
  <section name="Quest" shared="True"><card qty="1" id="x">Flies and Spiders</card></section>
  <section name="Sideboard" shared="False"><card qty="3" id="x">Grim Resolve</card></section>
  <notes><![CDATA[Ride!]]></notes>
</deck>
"""


def octgn(section):
    return f'<deck>\n<section name="Hero"><card id="aragorn">A</card></section>\n{section}\n</deck>'


def complaint(text, file):
    with pytest.raises(DataError) as caught:
        read_decklist(text, file, CARDS)
    return [line.removeprefix(f"{file}:") for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("text", "file", "name"), [(MARKDOWN, "a b.md", "Galadhrim Riders"), (OCTGN, "a b.o8d", "a b")]
)
def test_a_deck_is_read_from_every_format(text, file, name):
    deck = read_decklist(text, file, CARDS)
    assert (deck.id, deck.name) == ("a_b", name)
    assert set(deck.heroes) == {"eowyn", "aragorn"}
    assert deck.cards == {"faramir": 2, "lorien_guide": 3}


def test_a_deck_of_any_format_can_be_played(tmp_path):
    for name, text in (("riders.md", MARKDOWN), ("riders.o8d", OCTGN)):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        given = {"game": "lotr_lcg", "scenario": PASSAGE, "decks": {"player1": name}}
        _, setup, _ = prepare(Experiment(**given).located(tmp_path))
        assert setup.catalogue["seats"][0]["deck"] == "riders"


def test_every_mistake_of_a_list_is_reported():
    text = MARKDOWN.replace("Faramir", "Faramirr").replace("3x Lórien Guide", "3x Lorien Gide")
    assert complaint(text, "mine.md") == [
        "10:1: unknown card 'Faramirr (Core Set)'; did you mean 'Faramir'?",
        "11:1: unknown card 'Lorien Gide' (also near: Glorfindel); did you mean 'Lórien Guide'?",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<deck><section>", ["1:16: this is not XML (no element found)"]),
        ("<set/>", ["1:1: this is not a deck of OCTGN: it begins with <set>, not with <deck>"]),
        ("", ["1:1: this is not XML (no element found)"]),
        (
            '<!DOCTYPE deck [<!ENTITY a "aaaa">]>\n<deck>&a;</deck>',
            ["1:16: a deck file has no document type: remove the line <!DOCTYPE"],
        ),
        ("<deck/>", ["1: this deck list has no heroes"]),
        (
            octgn('<section name="Ally">\n<card qty="two">Faramir</card>\n<card>Faramirr</card></section>'),
            [
                "4:1: 'Faramir': qty is a whole number, such as qty=\"2\"",
                "5:1: unknown card 'Faramirr'; did you mean 'Faramir'?",
            ],
        ),
        (
            octgn('<section name="Event"><card qty="2">Faramir</card></section>'),
            ["3:23: 'Faramir' is listed under events, but is an ally"],
        ),
    ],
)  # fmt: skip
def test_mistakes_in_a_file_of_octgn(text, wanted):
    assert complaint(text, "mine.o8d") == wanted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("## Hero (3)", "Hero (3)"),
        ("__Ally__ (2)", "Ally (2)"),
        ("- 2x ***Feint***", "2x Feint"),
        ("2x steward_of_gondor", "2x steward_of_gondor"),
        (r"2x For Gondor\!", "2x For Gondor!"),
        ("---", ""),
        ("<!-- a remark --> ![picture](a.png)", "picture"),
    ],
)
def test_markdown_reads_as_on_the_page(text, shown):
    assert plain_line(text) == shown


def test_every_mistake_of_an_overlay_is_reported():
    overlay = {
        "card": {
            "gimly": {"attack": 1},
            "faramir": {"atack": 2, "cost": -1},
            "aragorn": {"keywords": ["surge"]},
        },
        "encounter": {"spider": {"threat": 1}},
        "cart": {},
    }
    with pytest.raises(DataError) as caught:
        load_data(PASSAGE, overlay=overlay)
    lines = str(caught.value).splitlines()
    words = ("unknown card 'gimly'", "unknown encounter 'spider'", "unknown table 'cart'",
             "unknown key 'atack'", "'cost' of card 'faramir'", "'surge' is for")  # fmt: skip
    assert [sum(word in line for line in lines) for word in words] == [1] * 6, lines
    assert len(lines) == 6


def test_a_change_of_a_card_that_is_in_no_deck_is_noted():
    overlay = {
        "card": {"gandalf": {"cost": 4}, "eowyn": {"attack": 2}},
        "encounter": {"hill_troll": {"threat": 2}},
    }
    with pytest.warns(DataWarning) as noted:
        load_data(PASSAGE, overlay=overlay, decks={"player1": "leadership"})
    first, second = (str(each.message) for each in noted)
    idle = "card 'eowyn' is in no deck of Passage Through Mirkwood, so this changes nothing"
    assert first == f"overlay card.eowyn: {idle}"
    assert "encounter 'hill_troll' is in no encounter deck of Passage Through Mirkwood" in second


def test_all_mistakes_of_deck_files_are_told_at_once(tmp_path):
    """What cannot be read, what is unknown and what is not allowed, in the decks of all players."""
    faulty, plain = tmp_path / "faulty.toml", tmp_path / "plain.toml"
    cards = 'heroes = ["eowyn", "aragon"]\n[cards]\n'
    faulty.write_text(f'name = "A"\ncolour = "red"\n{cards}faramr = 2\nlorien_guide = "one"\n')
    plain.write_text(f'id = "plain"\nname = "B"\n{cards}faramr = 2\nnorthern_tracker = 5\nlegolas = 1\n')
    with pytest.raises(DataError) as caught:
        load_data(PASSAGE, decks={"player1": faulty, "player2": plain, "player3": "no_such_deck"})
    lines = str(caught.value).splitlines()
    words = ("lacks an 'id'", "unknown key 'colour'", "'lorien_guide' of deck 'faulty'",
             "faulty.toml:3:21: unknown hero 'aragon'", "faulty.toml:5:1: unknown card 'faramr'",
             "plain.toml:3:21: unknown hero 'aragon'", "plain.toml:5:1: unknown card 'faramr'",
             "5 copies of northern_tracker", "'legolas' is a hero",
             "unknown deck 'no_such_deck'")  # fmt: skip
    assert [sum(word in line for line in lines) for word in words] == [1] * len(words), lines
    assert len(lines) == len(words)
