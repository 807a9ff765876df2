"""Overlays and user files: the order of merging, and what fits."""

import pickle

import pytest

from mazarbul.sim.games.card_game.content.loading import DATA, load_data
from mazarbul.sim.toml import DataError

SCOUTS = """
[[card]]
id      = "scouts"
name    = "Scouts"
side    = "free_peoples"
faction = "rohan"
type    = "army"
icons   = { bg_attack = 1 }
text    = "When they are played, draw a card."
effects = [{ on = "play", do = "draw(you, 1)" }]
source  = "made up"
"""


def scenario_text(name="trilogy"):
    return (DATA / "scenarios" / f"{name}.toml").read_text("utf-8")


def deck_text(name="frodo"):
    return (DATA / "decks" / f"{name}.toml").read_text("utf-8")


def test_overlay_changes_a_number(write):
    data = load_data("trilogy", overlay=write("[card.aragorn.icons]\nbg_attack = 3\n[path.morgai]\nvp = 1\n"))
    assert data.cards["aragorn"].icons.model_dump() == {
        "path": 0, "bg_attack": 3, "bg_defense": 1, "lead_attack": 1, "lead_defense": 1
    }  # fmt: skip
    assert data.cards["aragorn"].effects == load_data("trilogy").cards["aragorn"].effects
    assert (data.paths["morgai"].vp, data.paths["morgai"].number) == (1, 9)


def test_overlay_changes_effects(write):
    path = write('[battleground.umbar]\neffects = [{ on = "activate", do = "draw(southron, 2)" }]\n')
    (effect,) = load_data("duel", overlay=path).battlegrounds["umbar"].effects
    assert (effect.do.text, effect.do.file, effect.do.line, effect.do.column) == (
        "draw(southron, 2)", str(path), 2, 37
    )  # fmt: skip


def test_overlay_changes_a_deck(write):
    overlay = write("[deck.frodo.cards]\nsmeagol = 0\nghan_buri_ghan = 1\n")
    deck = load_data("trilogy", overlay=overlay).decks["frodo"]
    assert "smeagol" not in deck
    assert deck["ghan_buri_ghan"] == 1
    assert sum(deck.values()) == 30


def test_overlay_changes_the_scenario(write):
    overlay = write("[scenario]\nlast_path = 8\n[scenario.seat.frodo]\ndraw = 4\n[switches]\ntrim = false\n")
    data = load_data("trilogy", overlay=overlay)
    assert (data.scenario.last_path, data.scenario.title) == (8, "Trilogy")
    assert [seat.draw for seat in data.scenario.seats] == [4, 4, 3, 4]
    assert data.switches["trim"] is False


def test_given_switches_beat_those_of_an_overlay(write):
    overlay = write('[switches]\njoint = "enemy"\n')
    assert load_data("trilogy", overlay=overlay).switches["joint"] == "enemy"
    assert load_data("trilogy", {"joint": "captain"}, overlay).switches["joint"] == "captain"


def test_overlay_beats_switches(write):
    overlay = write('[card.shelob]\ntext = "Mine."\neffects = []\n')
    card = load_data("trilogy", {"shelob": "path_or_battleground"}, overlay).cards["shelob"]
    assert (card.text, card.effects) == ("Mine.", ())


def test_overlay_as_a_dict_equals_the_file(write):
    file = load_data("trilogy", overlay=write("[card.gimli]\npaths = [1, 2]\n"))
    given = load_data("trilogy", overlay={"card": {"gimli": {"paths": [1, 2]}}})
    assert file == given
    assert given.cards["gimli"].paths == (1, 2)


def test_overlays_are_laid_over_each_other_in_order(write):
    file = write("[card.gimli]\npaths = [1, 2]\n[card.gimli.icons]\npath = 3\n[switches]\ntrim = false\n")
    inline = {"card": {"gimli": {"paths": [5]}}, "switches": {"trim": True, "joint": "enemy"}}
    for overlays, paths, trim in (([file, inline], (5,), True), ((inline, file), (1, 2), False)):
        data = load_data("trilogy", overlay=overlays)
        assert (data.cards["gimli"].paths, data.cards["gimli"].icons.path) == (paths, 3)
        assert (data.switches["trim"], data.switches["joint"]) == (trim, "enemy")
    assert load_data("trilogy", overlay=[]) == load_data("trilogy", overlay=None) == load_data("trilogy")


def test_a_later_overlay_changes_what_an_earlier_one_brought():
    scouts = {
        "new": True,
        "name": "Scouts",
        "side": "free_peoples",
        "faction": "rohan",
        "type": "army",
        "source": "x",
    }
    first = {"card": {"scouts": scouts}, "scenario": {"seat": {"frodo": {"draw": 5}}}}
    second = {
        "card": {"scouts": {"icons": {"bg_attack": 2}}},
        "scenario": {"seat": {"frodo": {"ring_vp": 2}}},
    }
    data = load_data("trilogy", overlay=[first, second])
    assert data.cards["scouts"].icons.bg_attack == 2
    assert (data.scenario.seats[0].draw, data.scenario.seats[0].ring_vp) == (5, 2)
    with pytest.raises(DataError, match="unknown card 'scouts'"):
        load_data("trilogy", overlay=[second, first])


def test_a_mistake_names_the_overlay_it_is_in(write):
    file, wrong = write("[card.gimli]\npaths = [1]\n"), {"card": {"gimly": {"paths": [1]}}}
    for overlays, place in (
        (wrong, "overlay card.gimly: unknown card 'gimly'"),
        ([wrong], "overlay card.gimly: "),
        ([file, wrong], "overlay-2 card.gimly: "),
        ([wrong, file], "overlay-1 card.gimly: "),
        ([{}, write("[card.gimly]\npaths = [1]\n", "b.toml")], "b.toml:1:7: unknown card 'gimly'"),
    ):
        with pytest.raises(DataError) as caught:
            load_data("trilogy", overlay=overlays)
        assert place in str(caught.value)


def test_overlay_adds_a_card(write):
    body = SCOUTS.replace("[[card]]", "[card.scouts]\nnew = true").replace('id      = "scouts"\n', "")
    overlay = write(
        body + "\n[card.gimli.icons]\npath = 2\n[deck.frodo]\nsize = 31\ncards = { scouts = 1 }\n"
    )
    data = load_data("trilogy", overlay=overlay)
    assert data.cards["scouts"].effects[0].do.text == "draw(you, 1)"
    assert data.cards["gimli"].icons.path == 2
    assert sum(data.decks["frodo"].values()) == 31


def test_rows_of_an_overlay_add_and_replace_cards(write):
    spy = SCOUTS.replace("couts", "py").replace('"spy"', '"gimli"')
    overlay = write(SCOUTS + spy + "[deck.frodo]\nsize = 31\ncards.scouts = 1\n")
    data = load_data("trilogy", overlay=overlay)
    assert data.decks["frodo"]["scouts"] == 1
    assert (data.cards["gimli"].name, data.cards["gimli"].paths) == ("Spy", ())


def test_deck_file_with_a_card_of_its_own(write):
    deck = write(deck_text().replace('"frodo"', '"mine"').replace("gimli  ", "scouts ") + SCOUTS, "deck.toml")
    data = load_data("trilogy", decks={"frodo": deck})
    assert data.deck_ids == {
        "frodo": "mine",
        "witch_king": "witch_king",
        "aragorn": "aragorn",
        "saruman": "saruman",
    }
    assert data.decks["frodo"]["scouts"] == 1
    assert "gimli" not in data.decks["frodo"]


def test_overlay_reaches_a_deck_file(write):
    deck = write(deck_text().replace('"frodo"', '"mine"'), "deck.toml")
    overlay = {"deck": {"mine": {"cards": {"gimli": 0, "ghan_buri_ghan": 1}}}}
    assert "gimli" not in load_data("trilogy", overlay=overlay, decks={"frodo": str(deck)}).decks["frodo"]


def test_scenario_file_names_a_deck_file_beside_it(write):
    write(deck_text(), "other.toml")
    text = (
        scenario_text()
        .replace('"trilogy"', '"mine"')
        .replace('deck          = "frodo"', 'deck = "other.toml"')
    )
    data = load_data(write(text + SCOUTS))
    assert data.scenario.id == "mine"
    assert data.deck_ids["frodo"] == "frodo"
    assert "scouts" in data.cards


def test_game_data_survives_pickling():
    data = load_data("fellowship")
    assert pickle.loads(pickle.dumps(data)) == data


def rows(kind, number, keys):
    return "".join(
        f"[[{kind}]]\nid = '{kind}_{i}'\nname = 'x {i}'\nsource = 'x'\n{keys}\n" for i in range(number)
    )


def test_limits_of_places(write):
    path_keys = "number = 1\ndefense = 0\nvp = 0"
    place_keys = "side = 'shadow'\ndefense = 0\nvp = 0\nattackers = []\ndefenders = []"
    assert len(load_data("trilogy", overlay=write(rows("path", 5, path_keys))).scenario.paths) == 32
    with pytest.raises(DataError, match=r":36:3: there are 33 paths, at most 32 fit$"):
        load_data("trilogy", overlay=write(rows("path", 6, path_keys)))
    data = load_data("trilogy", overlay=write(rows("battleground", 2, place_keys)))
    assert len(data.scenario.battlegrounds) == 16
    with pytest.raises(DataError, match=r":19:3: there are 17 battlegrounds, at most 16 fit$"):
        load_data("trilogy", overlay=write(rows("battleground", 3, place_keys)))


def test_limits_of_cards(write):
    more = "[card.mordor_orcs]\ncopies = 9\n[deck.witch_king]\nsize = {}\ncards = {{ mordor_orcs = {} }}\n"
    assert load_data("trilogy", overlay=write(more.format(33, 8))).decks["witch_king"]["mordor_orcs"] == 8
    with pytest.raises(DataError, match="side 'shadow' has 64 cards, at most 63 fit"):
        load_data("trilogy", overlay=write(more.format(34, 9)))


def test_a_promo_in_a_deck_does_not_join_it_again(write):
    overlay = write("[deck.frodo.cards]\nsmeagol = 0\nghan_buri_ghan = 1\n")
    deck = load_data("trilogy", {"promos": True}, overlay).decks["frodo"]
    assert deck["ghan_buri_ghan"] == 1
    assert sum(deck.values()) == 30
