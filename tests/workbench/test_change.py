"""Changes: tables and forms of every game, drafts with their mistakes, and what is ordered with them."""

from __future__ import annotations

import errno
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer

from mazarbul.formats.plain import toml
from mazarbul.sim import games
from mazarbul.sim.cli import app
from mazarbul.sim.runner.experiment import load
from mazarbul.sim.toml import DataError
from mazarbul.workbench import drafts
from mazarbul.workbench.drafts import MOST_LETTERS
from mazarbul.workbench.ordered import Order, begun, ordered
from mazarbul.workbench.setting import Setting
from mazarbul.workbench.sheets import sheets
from mazarbul.workbench.works import Work

GAME = {"game": "card_game", "scenario": "duel"}
SCENARIOS = {"card_game": "trilogy", "lotr_lcg": "journey_down_the_anduin", "board_game": "two_player"}
NAMES_NONE = "a draft names no files, only ids; files are for the command line"
CHANGE = "[card.gimli]\nicons = { path = 3 }\n"
OTHER = "[card.legolas]\nicons = { path = 3 }\n"


@pytest.mark.parametrize(
    "tables",
    [
        {"card": {"gimli": {"icons": {"path": 2}, "text": 'a "quoted"\\ text\n\x7f\U0001f600'}}},
        {"scenario": {"carryover": 3, "seat": {"frodo": {"draw": 3}}}, "switches": {"promos": True}},
        {
            "card": {
                "a key": {"effects": [{"on": "play", "do": "draw(you, 1)"}, {}], "paths": [1, 2], "x": {}}
            }
        },
        {"games": 5, "share": 0.5, "band": [0.45, 0.55], "overlay": ["a.toml", {"card": {"x": {"y": 1}}}]},
        {},
    ],
    ids=str,
)
def test_tables_come_back_from_their_toml(tables):
    assert tomllib.loads(toml(tables)) == tables


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS.items())
def test_everything_that_an_overlay_changes_has_a_form(tmp_path, game, scenario):
    found = sheets(Setting(game=game, scenario=scenario).experiment(tmp_path, ()))
    player = games.get(game)
    values = player.values_of(player.load(scenario))
    kinds = {kind["path"] or kind["title"]: kind for kind in found["kinds"]}
    assert set(kinds) == {*values, "scenario.seat"}
    for kind in kinds.values():
        assert kind["fields"]
        for row in kind["rows"]:
            assert set(row["values"]) == set(kind["fields"]) & set(row["values"])
    assert any(row["is_played"] for row in kinds["card"]["rows"])
    assert set(found["bots"].values()) == {"expert"}
    assert {"word", "usage", "help"} == set(found["words"][0])


def test_a_form_knows_ranges_words_names_and_what_the_documentation_says(tmp_path):
    found = sheets(Setting(**GAME).experiment(tmp_path, ()))
    kinds = {kind["title"]: kind for kind in found["kinds"]}
    fields = kinds["card"]["fields"]
    path = {"kind": "number", "step": 1, "low": 0, "high": 20, "title": "path icons", "help": ""}
    assert fields["icons"]["fields"]["path"] == path
    assert fields["side"]["words"] == ["free_peoples", "shadow"]
    assert fields["effects"]["of"]["fields"]["do"]["kind"] == "effect"
    assert fields["effects"]["of"]["fields"]["if"]["optional"]
    assert kinds["switches"]["fields"]["promos"]["kind"] == "truth"
    assert "in play" not in kinds["scenario"]["fields"]
    board = sheets(Setting(game="board_game", scenario="two_player").experiment(tmp_path, ()))
    nation = next(kind for kind in board["kinds"] if kind["path"] == "region")["fields"]["nation"]
    assert nation["help"] == "whose it is, None if it is neutral."


def test_a_draft_says_what_it_changes(browser):
    tables = {"card": {"gimli": {"icons": {"path": 3}}}}
    found = browser.told("/api/drafts/check", **GAME, tables=tables)
    assert found["text"] == CHANGE
    assert found["changes"] == ["Gimli, path icons: 1 \N{RIGHTWARDS ARROW} 3"]
    assert found["mistakes"] == found["notes"] == []
    assert browser.told("/api/drafts/check", **GAME, text=CHANGE)["tables"] == tables


def test_a_note_says_where_it_is_as_a_mistake_does(browser):
    text = CHANGE + '[card.beacon]\nnew = true\nname = "Beacon"\nside = "free_peoples"\nfaction = "rohan"\n'
    text += 'type = "event"\neffects = [{ on = "play", do = "draw(you, 1)" }]\nsource = "an idea"\n'
    (note,) = browser.told("/api/drafts/check", **GAME, text=text)["notes"]
    assert note.startswith("line 3, column 7: card 'beacon' is in no deck")


def test_mistakes_of_a_draft_have_their_places_in_it(browser):
    text = (
        "[card.gimli]\nicons = { path = 30 }\n"
        'effects = [{ on = "play", do = "drew(you, 1)" }]\n[card.gimly]\ncopies = 2\n'
    )
    found = browser.told("/api/drafts/check", **GAME, text=text)["mistakes"]
    places = {(each["line"], each["column"]): each["said"] for each in found}
    assert places[4, 7].endswith("did you mean 'gimli'?")
    assert (2, 18) in places
    alone = '[card.gimli]\neffects = [{ on = "play", do = "drew(you, 1)" }]\n'
    (mistake,) = browser.told("/api/drafts/check", **GAME, text=alone)["mistakes"]
    place = {"line": 2, "column": 33, "path": ["card", "gimli", "effects", 0, "do"], "at": 1}
    assert mistake == {"said": "unknown operation 'drew'; did you mean 'draw'?"} | place
    (mistake,) = browser.told("/api/drafts/check", **GAME, text="[card\n")["mistakes"]
    assert mistake["line"] == 1
    (mistake,) = browser.told("/api/drafts/check", **GAME, text="")["mistakes"]
    assert mistake["said"] == "this changes nothing in the scenario yet"


def add(browser, kind="card", setting=GAME, **more):
    """Add a card to a draft and return what is told of it, with what is known of the draft then."""
    found = browser.told("/api/drafts/add", **setting, kind=kind, **more)
    return found | browser.told("/api/drafts/check", **setting, tables=found["tables"])


def test_a_new_card_is_a_copy_of_another(browser):
    found = add(browser, name="Gimli's Cousin", like="gimli", text=CHANGE)
    row = found["tables"]["card"]["gimlis_cousin"]
    printed = games.get("card_game").load("duel").cards["gimli"]
    assert found["id"] == "gimlis_cousin"
    assert found["tables"]["card"]["gimli"] == {"icons": {"path": 3}}
    assert {"new", "name", "source"} <= row.keys()
    assert (row["side"], row["faction"], row["type"]) == (printed.side, printed.faction, printed.type)
    assert (row["text"], row["paths"]) == (printed.text, list(printed.paths))
    assert [each["do"] for each in row["effects"]] == [each.do.text for each in printed.effects]
    assert row["icons"] == {key: n for key, n in printed.icons.model_dump().items() if n}
    assert found["mistakes"] == []


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS.items())
def test_new_cards_have_numbers_of_their_own(browser, game, scenario):
    setting = {"game": game, "scenario": scenario}
    kinds = {kind["path"]: kind for kind in browser.told("/api/drafts/sheets", **setting)["kinds"]}
    like = kinds["card"]["rows"][0]["id"]
    first = add(browser, setting=setting, name="Aaa", like=like)
    second = add(browser, setting=setting, name="Bbb", like=like, tables=first["tables"])
    one, other = (second["tables"]["card"][card] for card in ("aaa", "bbb"))
    assert "number" not in one or other["number"] == one["number"] + 1
    assert all("changes nothing" in mistake["said"] for mistake in second["mistakes"]), second["mistakes"]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS.items())
def test_a_blank_of_any_type_lacks_its_text_alone(browser, game, scenario):
    """Whatever card of a game is made, it can be played but for the effect that is still to be written."""
    setting = {"game": game, "scenario": scenario}
    kinds = {kind["path"]: kind for kind in browser.told("/api/drafts/sheets", **setting)["kinds"]}
    cards = {path: kind["new"]["types"] for path, kind in kinds.items() if kind["new"]}
    assert "card" in cards
    for path, types in cards.items():
        for type_ in types or [None]:
            found = add(browser, path, setting, name="Beacon", blank=type_)
            row = found["tables"][path]["beacon"]
            assert row.get("type") == type_
            assert "text" not in row
            assert all(each.get("do", "") == "" for each in row.get("effects", ()))
            for mistake in found["mistakes"]:
                inside = mistake["path"][:3] == [path, "beacon", "effects"]
                assert inside or "changes nothing" in mistake["said"], mistake


@pytest.mark.parametrize(
    ("game", "scenario", "kind", "like", "more"),
    [
        ("card_game", "duel", "card", "gimli", {"deck": {"gandalf_duel": {"cards": {"gimli": 0, "x": 1}}}}),
        ("card_game", "trilogy", "path", "bag_end", {}),
        (
            "lotr_lcg",
            "passage_through_mirkwood",
            "card",
            "faramir",
            {"deck": {"leadership": {"cards": {"faramir": 1, "x": 1}}}},
        ),
        (
            "lotr_lcg",
            "passage_through_mirkwood",
            "encounter",
            "forest_spider",
            {"scenario": {"encounter_cards": {"forest_spider": 1, "x": 2}}},
        ),
        ("board_game", "two_player", "card", "fp_char_01", {}),
    ],
)
def test_the_command_line_plays_a_new_card(browser, game, scenario, kind, like, more):
    setting = {"game": game, "scenario": scenario}
    tables = add(browser, kind, setting, name="X", like=like)["tables"] | more
    found = browser.told("/api/drafts/check", **setting, tables=tables)
    assert found["mistakes"] == []
    assert any(change.startswith("new ") and change.endswith(" X") for change in found["changes"])
    (path,) = shlex.split(browser.told("/api/drafts/keep", name="mine", text=found["text"])["path"])
    setup = games.get(game).setup(scenario, overlay=path)
    assert setup.tables_hash != games.get(game).setup(scenario).tables_hash
    again = browser.told("/api/drafts/check", **setting, text=Path(path).read_text())
    assert again["tables"] == tables, "the page opens it again"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"name": "Gimli", "like": "legolas"}, "the id of 'Gimli' is gimli, which another card has"),
        ({"name": "g\u00edMLI!", "like": "legolas"}, "which another card has"),
        ({"name": "Mine", "like": "legolas", "text": "[card.mine]\nnew = true\n"}, "is mine, which another"),
        ({"name": "X", "like": "gimly"}, "there is no card 'gimly'"),
        ({"name": "X", "blank": "hero"}, "there is no card of the type 'hero'"),
        ({"name": "X"}, "say of which type it is: army, character, item, event"),
        ({"name": "X", "kind": "switches", "blank": "army"}, "no cards of the kind 'switches'"),
        ({"name": "X", "kind": "deck", "like": "frodo"}, "no cards of the kind 'deck'"),
        ({"name": "X", "kind": "../card", "blank": "army"}, "no cards of the kind '../card'"),
        ({"name": "X", "kind": "path", "blank": "army"}, "there is no path of the type 'army'"),
        ({"name": "X", "blank": "army", "text": "[card"}, "mend the draft first"),
        ({"name": "X", "blank": "army", "text": "a = 1979-05-27"}, "mend the draft first"),
        ({"name": "X", "blank": "army", "text": '[[card]]\nid = "y"\n'}, "mend the draft first"),
        ({"name": "X", "blank": "army", "tables": {"card": [1]}}, "mend the draft first"),
        ({"name": "X", "blank": "army", "tables": {"card": {"y": None}}}, "cannot be written"),
    ],
    ids=str,
)
def test_a_card_that_cannot_be_new_is_refused_with_the_reason(browser, more, said):
    assert said in browser.mistake("/api/drafts/add", **GAME, **{"kind": "card", **more})


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u6307\u8f2a",
        "123",
        "a\u202eb",
        "a\nb",
        "a\x00b",
        "\u200b",
        "x" * 81,
        7,
        None,
        ["x"],
        {"x": 1},
    ],
    ids=repr,
)
def test_a_name_that_is_none_is_refused(browser, name):
    assert browser.mistake("/api/drafts/add", **GAME, kind="card", blank="army", name=name)


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "a] [deck",
        'a"b',
        "<b>x</b>",
        "a.b",
        "__proto__",
        "constructor",
        "new",
        "'; x",
        "\u00c9omund",
        "1st",
    ],
)
def test_a_strange_name_stays_a_name(browser, name):
    found = add(browser, name=name, blank="army")
    assert re.fullmatch("[a-z][a-z0-9_]*", found["id"])
    assert found["tables"] == tomllib.loads(found["text"])
    assert found["tables"]["card"][found["id"]]["name"] == name


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"name": "X"},
        {"kind": "card"},
        {"kind": 1, "name": "X"},
        {"kind": "card", "name": "X", "by": "me"},
    ],
    ids=str,
)
def test_a_damaged_request_for_a_card_is_refused(browser, more):
    assert browser.mistake("/api/drafts/add", **GAME, **more)


def test_a_draft_names_no_file(browser):
    (browser.desk.folder.parent / "x.toml").write_text("secret = 1")
    text = '[scenario.seat.frodo]\ndeck = "../x.toml"\n'
    (mistake,) = browser.told("/api/drafts/check", **GAME, text=text)["mistakes"]
    place = {"line": 2, "column": 9, "path": ["scenario", "seat", "frodo", "deck"], "at": 1}
    assert mistake == {"said": NAMES_NONE} | place
    quest = {"game": "lotr_lcg", "scenario": "passage_through_mirkwood"}
    text = '[scenario]\nencounter_deck = "../quest.O8D"\n'
    (mistake,) = browser.told("/api/drafts/check", **quest, text=text)["mistakes"]
    place = {"line": 2, "column": 19, "path": ["scenario", "encounter_deck"], "at": 1}
    assert mistake == {"said": NAMES_NONE} | place


@pytest.mark.parametrize("value", ["1979-05-27", "inf"])
def test_what_no_form_can_show_is_a_mistake_of_the_text(browser, value):
    found = browser.told("/api/drafts/check", **GAME, text=f"[card.gimli]\ncopies = {value}\n")
    assert found["tables"] is None
    assert found["mistakes"]


def test_a_draft_that_is_nested_too_deeply_is_a_mistake_of_the_text(browser):
    assert browser.told("/api/drafts/check", **GAME, text=f"{'a.' * 5_000}b = 1\n")["mistakes"]


def test_a_draft_replaces_no_folder(browser):
    (browser.desk.folder / "mine.toml").mkdir()
    said = browser.mistake("/api/drafts/keep", name="mine", text="", over=True)
    assert said == "mine.toml is a folder: choose another name"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "mine.toml"), "mine.toml: no space left on device"),
        (MemoryError(), "there is not enough memory for this"),
    ],
    ids=["disk", "memory"],
)
def test_what_the_machine_refuses_is_told(browser, monkeypatch, error, said):
    def refuse(*_):
        raise error

    monkeypatch.setattr(drafts, "write_whole", refuse)
    found = browser.tell("/api/drafts/keep", name="mine", text="")
    assert found.status_code == 500
    assert found.json()["error"].startswith(said)


@pytest.mark.parametrize(
    "more",
    [{"text": "x" * (MOST_LETTERS + 1)}, {"tables": {"card": [1]}, "more": 1}, {"overlay": "../x.toml"}],
    ids=["long", "more", "outside"],
)
def test_what_is_no_draft_is_refused(browser, more):
    assert browser.mistake("/api/drafts/check", **GAME, **more)


def test_tables_that_no_toml_has_are_refused(browser):
    assert "cannot be written" in browser.mistake("/api/drafts/check", **GAME, tables={"card": {"x": None}})
    deep: dict = {}
    for _ in range(50):
        deep = {"x": deep}
    assert "cannot be written" in browser.mistake("/api/drafts/check", **GAME, tables=deep)


def test_a_draft_is_kept_as_a_file_that_the_command_line_reads(browser):
    folder = browser.desk.folder
    found = browser.told("/api/drafts/keep", name="my change", text=CHANGE)
    (path,) = shlex.split(found["path"])
    assert Path(path) == folder / "my change.toml"
    assert games.get("card_game").value("card.gimli.icons.path", "duel", overlay=path) == 3
    assert "already" in browser.mistake("/api/drafts/keep", name="my change", text="")
    browser.told("/api/drafts/keep", name="my change", text=CHANGE.replace("3", "2"), over=True)
    assert "path = 2" in browser.get("/api/drafts/file", name="my change.toml").json()["text"]
    for name in ("../x", "x/y", ".x", ""):
        assert browser.tell("/api/drafts/keep", name=name, text="").status_code == 400
    for name in ("../x.toml", "/etc/passwd", "my change", ""):
        assert browser.get("/api/drafts/file", name=name).status_code == 400


def order(**more):
    return Order.model_validate(GAME | more)


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "balance", "games": 500},
        {"kind": "whatif", "change": CHANGE, "precision": 0.5, "named": "my change"},
        {"kind": "whatif", "change": CHANGE, "games": 400, "bots": {"all": "heuristic"}},
        {
            "kind": "whatif",
            "change": CHANGE,
            "named": "my change",
            "other": OTHER,
            "other_named": "my change",
        },
        {"kind": "cards", "games": 50},
        {"kind": "ablate", "overlay": "base.toml"},
        {"kind": "swap", "scenario": "fellowship", "seat": "gandalf", "games": 10},
        {"kind": "tune", "knobs": "trilogy", "side": "shadow", "target": 45.0},
    ],
    ids=lambda more: more["kind"],
)
def test_an_order_is_a_command_that_the_command_line_understands(tmp_path, more):
    (tmp_path / "base.toml").write_text(CHANGE)
    work_name, work = ordered(order(**more), tmp_path, ())
    name, *words = begun(work_name, Work.model_validate_json(work.model_dump_json()), tmp_path, ())
    assert [name, *words] == work.command
    typer.main.get_command(app).commands[name].make_context(name, list(words))
    experiment, _ = load(Path(words[0]))
    assert (experiment.game, experiment.scenario) == ("card_game", more.get("scenario", "duel"))
    assert experiment.bots == more.get("bots", {})
    assert len(experiment.overlay) == ("overlay" in more)
    files = [Path(word) for word in words if word.endswith(".toml")]
    assert all(file.is_file() for file in files)
    assert ("my change.toml" in {file.name for file in files}) == ("named" in more)
    against = [words[i + 1] for i, word in enumerate(words) if word == "--against"]
    assert [Path(file).read_text() for file in against] == ([OTHER] if "other" in more else [])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"kind": "whatif"}, "this changes nothing"),
        ({"kind": "whatif", "change": "[card.gimly]\ncopies = 2"}, "did you mean 'gimli'"),
        ({"kind": "whatif", "change": CHANGE, "other": f"{CHANGE}# again\n"}, "both drafts do the same"),
        ({"kind": "whatif", "change": CHANGE, "other": "[card.gimly]"}, "it is compared with: unknown card"),
        (
            {"kind": "whatif", "change": CHANGE, "other": '[scenario.seat.gandalf]\ndeck = "../x.toml"'},
            "a draft names no files",
        ),
        ({"kind": "tune"}, "choose a file of knobs"),
        ({"kind": "tune", "knobs": "../x.toml"}, "no file"),
        ({"kind": "balance", "bots": {"all": "mine.py:mine"}}, "knows no bot"),
        ({"kind": "balance", "bots": {"nobody": "expert"}}, "nobody"),
        ({"kind": "balance", "scenario": "--help"}, "has no scenario"),
        ({"kind": "swap"}, "the deck of 'gandalf' in card_game/duel has no card to exchange"),
    ],
    ids=str,
)
def test_an_order_that_cannot_be_played_is_refused(browser, more, said):
    assert said in browser.mistake("/api/orders", **GAME | more)
    assert browser.get("/api/works").json() == []


@pytest.mark.parametrize(
    "more", [{"kind": "train"}, {"kind": "balance", "games": 0}, {"kind": "balance", "out": "x"}], ids=str
)
def test_no_other_order_is_known(browser, more):
    assert browser.tell("/api/orders", **GAME, **more).status_code == 400


@pytest.mark.parametrize(
    "change",
    [
        {"bots": {"all": "mine.py:mine"}},
        {"overlay": "../x.toml"},
        {"kind": "train"},
        {"change": '[scenario.seat.frodo]\ndeck = "../x.toml"'},
        {"other": '[scenario.seat.gandalf]\ndeck = "../x.toml"'},
        {"out": "../elsewhere"},
    ],
    ids=str,
)
def test_a_work_that_somebody_else_has_put_into_the_folder_does_nothing_else(tmp_path, change):
    name, work = ordered(order(kind="whatif", change=CHANGE, games=400), tmp_path, ())
    forged = work.model_copy(update={"asked": work.asked | change, "command": ["run", "--bot", "x.py:x"]})
    with pytest.raises(DataError):
        begun(name, forged, tmp_path, ())
    other = work.model_copy(update={"out": "../elsewhere", "command": ["run", "--bot", "x.py:x"]})
    assert begun(name, other, tmp_path, ()) == work.command


def test_a_work_waits_is_told_of_and_forgotten(browser):
    name = browser.told("/api/orders", **GAME, kind="whatif", change=CHANGE, precision=1.0)["name"]
    look = browser.get(f"/api/works/{name}").json()
    assert (look["state"], look["look"], look["kind"]) == ("waiting", None, "whatif")
    assert look["command"].startswith("mazarbul whatif '")
    assert look["title"] == "Two-player Duel: What does it do?"
    browser.told(f"/api/works/{name}/stop")
    told = browser.get(f"/api/works/{name}/events").text
    assert told.startswith('data: {"name": ')
    assert '"state": "stopped"' in told
    assert browser.get(f"/works/{name}").status_code == 200
    browser.told(f"/api/works/{name}/again")
    assert browser.get("/api/works").json()[0]["state"] == "waiting"
    browser.told(f"/api/works/{name}/drop")
    assert browser.get("/api/works").json() == []
    assert "there is no work" in browser.mistake(f"/api/works/{name}/stop")
    assert browser.get(f"/api/works/{name}/events").status_code == 400
