"""The examples of docs/decks.md work as shown."""

import re
from pathlib import Path

from mazarbul.sim.games.lotr_lcg.content.deck_files import DeckFile
from mazarbul.sim.games.lotr_lcg.content.loading import load_data

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "decks.md").read_text("utf-8")
PASSAGE = "passage_through_mirkwood"
DECK, OVERLAY, QUEST, CAMPAIGN = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS, LOOKED_AT, LIST, _ = re.findall(
    r"```\n(.*?)```", re.sub(r"```toml\n.*?```", "", PAGE, flags=re.DOTALL), re.DOTALL
)


def test_the_deck_and_the_list_are_the_same(write):
    given = {"player1": write(DECK)}
    listed = {"player1": write(LIST, "Riders and Rangers.txt")}
    deck, other = (load_data(PASSAGE, decks=decks).decks["player1"] for decks in (given, listed))
    assert (deck.id, other.id) == ("riders", "riders_and_rangers")
    assert deck.model_copy(update={"id": other.id, "source": other.source}) == other


def test_the_decks_of_the_commands(write):
    write(LIST, "riders.txt")
    for command in COMMANDS.strip().splitlines():
        scenario = re.search(r"lotr_lcg/(\w+)", command)[1]
        decks = dict(re.findall(r"--deck (\w+)=(\S+)", command))
        decks = {seat: write(LIST, deck) if deck.endswith(".txt") else deck for seat, deck in decks.items()}
        assert load_data(scenario, decks=decks).seats == tuple(decks)


def test_the_deck_that_is_looked_at(write):
    path = write(LIST, "riders.txt")
    name, form, out = re.search(r"deck (\S+) --to (\w+) --out (\S+)", LOOKED_AT).groups()
    assert name == path.name
    copy = write(DeckFile.load(path).written(form), out)
    assert DeckFile.load(copy).deck.cards == DeckFile.load(path).deck.cards


def test_the_encounter_deck(write):
    write('<deck><section name="Encounter"><card qty="2" id="king_spider"/></section></deck>', "harder.o8d")
    data = load_data(PASSAGE, overlay=write(QUEST))
    assert data.encounter_deck(data.scenario) == {"king_spider": 2}


def test_the_overlay(write):
    data = load_data(PASSAGE, overlay=write(OVERLAY))
    assert data.decks["player1"].heroes == ("aragorn", "gloin", "eowyn")
    assert (data.cards["aragorn"].willpower, data.encounter["hill_troll"].engagement) == (3, 34)
    deck = data.encounter_deck(data.scenario)
    assert (deck["hill_troll"], deck["ungoliants_spawn"], deck["wargs"]) == (1, 2, 2)
    assert (data.seats, data.switches["box_limits"]) == (("player1", "player2"), True)


def test_the_campaign(write):
    data = load_data(write(CAMPAIGN))
    assert [quest.id for quest in data.quests] == [PASSAGE, "escape_from_dol_guldur"]
    assert data.encounter_deck(data.quests[0])["hill_troll"] == 1
