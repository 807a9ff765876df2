"""A game that a person plays: what is shown, what is not, the way back, and what is kept."""

from __future__ import annotations

import errno
import json
import random
import re
from types import SimpleNamespace

import pytest

from mazarbul.sim import games
from mazarbul.sim.engine.actions import packed
from mazarbul.sim.games.board_game.actions import KINDS, SEND, TAKE
from mazarbul.sim.games.scripts import run_script
from mazarbul.sim.games.seating import bot_of
from mazarbul.sim.games.seen import SeenMatch
from mazarbul.sim.toml import DataError
from mazarbul.workbench import advice, kept, shown
from mazarbul.workbench.advice import Judging
from mazarbul.workbench.kept import read
from tests.reports.parsed import unpacked
from tests.workbench.conftest import Browser, luck, secret

RANDOM = {"bots": {"witch_king": "random"}}


def play_out(browser, address, seed=1, most=400):
    """Play a game to its end by taking any option; return the last view."""
    choose, view = luck(seed), browser.get(address).json()
    for _ in range(most):
        if view["state"] != "playing":
            return view
        view = browser.act(address, choose, view)
    raise AssertionError("the game does not end")


def test_no_byte_tells_of_a_hidden_card(renamed):
    """Every answer of a game is read: a card that was hidden all the time since the last one is nowhere."""
    browser = Browser(renamed)
    address = browser.begin(overlay="names.toml", **RANDOM)
    play = browser.desk.play(address.rpartition("/")[2])
    names, since = play.match.kit.names, [secret(play.match)]
    ever = set(names.cards.values()) - secret(play.match)
    take = play._take

    def watched(code, *, is_own):
        take(code, is_own=is_own)
        since.append(secret(play.match))

    play._take = watched
    choose, read, rounds = luck(3), 0, 0

    def check(answer, hidden):
        nonlocal read
        assert answer.status_code == 200
        for text in hidden:
            entry = names.entries[names.card_index[text]]
            assert f'"{text}"' not in answer.text, text
            if not any(names.entries[names.card_index[other]]["id"] == entry["id"] for other in ever):
                assert entry["name"] not in answer.text, text
        read += len(answer.content)

    page, view = f"/plays/{address.rpartition('/')[2]}", browser.get(address).json()
    while view["state"] == "playing":
        hidden = set.intersection(*since)
        ever |= set(names.cards.values()) - hidden
        check(browser.get(address), since[-1])
        if len(since) % 5 == 0:
            check(browser.get(page), since[-1])
            check(browser.tell(f"{address}/hint", version=view["version"], bot="heuristic"), since[-1])
            for card in list(since[-1])[:3]:
                said = browser.told(f"{address}/why", action=f"cycle {card}")["said"]
                assert "do not see" in said or "no action" in said
                said = browser.told(f"{address}/why", thing=f"card:{card}")["said"]
                assert said in (advice.UNSEEN, advice.NOT_ABOUT)
            rounds += 1
            for thing in view["step"]["things"][rounds % 5 :: 5]:  # others each time
                check(browser.tell(f"{address}/why", thing=thing["id"]), since[-1])
        del since[:-1]
        number = choose(view["step"]["decision"]["options"])
        answer = browser.tell(f"{address}/act", version=view["version"], option=number)
        hidden = set.intersection(*since)
        ever |= set(names.cards.values()) - hidden
        check(answer, hidden)
        view = answer.json()
    assert read > 1e6
    assert "Zq" in browser.get(f"{page}/replay").text  # it shows everything, once the game is over


def test_a_duel_is_played_to_its_end_and_kept(browser):
    address = browser.begin(people={"gandalf": "Ada"}, **RANDOM)
    page = address.removeprefix("/api")
    assert "a replay would show what is hidden" in browser.get(f"{page}/replay").text
    assert len(list((browser.desk.shelf.folder / "running").iterdir())) == 1
    view = play_out(browser, address)
    assert view["ending"]["lines"]
    (line,) = (browser.desk.shelf.folder / "games.jsonl").read_text("utf-8").splitlines()
    record = json.loads(line)
    assert record["people"] == {"gandalf": "Ada"}
    assert record["bots"] == {"witch_king": "random"}
    assert (record["game"], record["scenario"], record["seed"], record["undone"]) == (
        "card_game",
        "duel",
        7,
        0,
    )
    sides = {"Free Peoples": "free_peoples", "Shadow": "shadow", None: None}
    assert record["winner"] == sides[view["ending"]["winner"]]
    assert list((browser.desk.shelf.folder / "running").iterdir()) == []
    assert browser.get("/api/files").json()["finished"] == 1
    replay = browser.get(f"{page}/replay")
    assert replay.headers["content-security-policy"] == "frame-ancestors 'none'"
    page = unpacked(replay.text)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])["document"]
    assert [seat["bot"] for seat in data["seats"]] == ["Ada", "random"]
    (part,) = data["parts"]
    taken = [step["decision"] for step in part["steps"][:-1]]
    assert [
        [each["seat"], part["moves"][each["options"][each["chosen"]]]["move"]] for each in taken
    ] == record["decisions"]


def test_undo_leads_back_to_any_decision_and_the_game_goes_on_as_before(browser):
    address = browser.begin(**RANDOM)
    views = [browser.get(address).json()]
    for _ in range(6):
        views.append(browser.act(address, luck(len(views)), views[-1]))
    assert views[-1]["decisions"] == 6
    own = [line for line in browser.get(address).json()["lines"] if len(line) == 3]
    assert [line[2] for line in own] == list(range(6))
    assert "no such decision" in browser.mistake(f"{address}/undo", **browser.now(address), to=6)
    for back in (4, 2):
        browser.told(f"{address}/undo", **browser.now(address), to=back)
        assert browser.get(address).json()["step"] == views[back]["step"]
    again = browser.act(address, luck(3))
    assert again["step"] == views[3]["step"]
    assert browser.desk.play(address.rpartition("/")[2]).undone == 2


def test_a_saved_game_goes_on_and_can_be_taken_back(browser, tmp_path):
    address = browser.begin(switches={"auto_support": True}, **RANDOM)
    for i in range(5):
        browser.act(address, luck(i))
    view = browser.get(address).json()
    browser.told(f"{address}/save", name="My game")
    for drawer, name in (("saved", "My game"), ("running", address.rpartition("/")[2])):
        other = Browser(tmp_path)  # as after a kill
        again = other.ready(other.told(f"/api/files/{drawer}", name=name)["name"])
        found = other.get(again).json()
        assert {key: found[key] for key in ("step", "lines", "decisions", "version")} == {
            key: view[key] for key in ("step", "lines", "decisions", "version")
        }
        other.told(f"{again}/undo", **other.now(again), to=1)
        assert other.get(again).json()["decisions"] == 1
    report = run_script(browser.desk.shelf.folder / "saved" / "My game.txt")
    assert any("pays" in line or "play" in line for line in report)
    assert play_out(other, again)["state"] == "over"


def test_a_finished_game_that_is_loaded_is_not_counted_again(browser):
    address = browser.begin(**RANDOM)
    play_out(browser, address)
    browser.told(f"{address}/save", name="over")
    again = browser.ready(browser.told("/api/files/saved", name="over")["name"])
    assert browser.get(again).json()["state"] == "over"
    assert browser.desk.shelf.finished() == 1
    browser.told(f"{again}/undo", **browser.now(again), to=0)
    assert play_out(browser, again)["state"] == "over"
    assert browser.desk.shelf.finished() == 2, "another end is another game"


def test_any_script_can_be_played_on_from(browser):
    folder = browser.desk.shelf.folder / "saved"
    folder.mkdir(parents=True)
    text = "game card_game\nscenario duel\nposition\nhand gandalf: gimli strider legolas\nround 2\n"
    (folder / "mine.txt").write_text(text, encoding="utf-8")
    address = browser.ready(browser.told("/api/files/saved", name="mine")["name"])
    view = browser.get(address).json()
    assert view["state"] == "playing", view["said"]
    assert view["seat"] in ("gandalf", "witch_king")
    assert view["step"]["round"] == 2
    browser.act(address)
    browser.told(f"{address}/save", name="later")
    again = browser.ready(browser.told("/api/files/saved", name="later")["name"])
    assert browser.get(again).json()["step"] == browser.get(address).json()["step"]


@pytest.mark.parametrize(
    "line",
    ["overlay {}", "overlay\t{}  # mine", "scenario ../{}", "deck_of player1 {}", "deck_of player1 ../x.txt"],
)
def test_a_script_names_files_in_the_folder_alone(browser, line, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "x.toml"
    outside.write_text("[card.secret]\n", encoding="utf-8")
    folder = browser.desk.shelf.folder / "saved"
    folder.mkdir(parents=True)
    game = "lotr_lcg" if "deck_of" in line else "card_game"
    text = f"game {game}\n{line.format(outside)}\nposition\n"
    (folder / "bad.txt").write_text(text, encoding="utf-8")
    address = browser.ready(browser.told("/api/files/saved", name="bad")["name"])
    view = browser.get(address).json()
    assert view["state"] == "failed"
    assert "may name no file outside" in view["said"]


def test_a_script_names_files_from_the_folder(browser):
    home = browser.desk.folder
    (home / "plays/saved").mkdir(parents=True)
    (home / "mine.toml").write_text("[scenario]\nlast_path = 8\n", encoding="utf-8")
    text = "game card_game\nscenario duel\noverlay mine.toml\nposition\nround 2\n"
    (home / "plays/saved/mine.txt").write_text(text, encoding="utf-8")
    address = browser.ready(browser.told("/api/files/saved", name="mine")["name"])
    assert browser.get(address).json()["state"] == "playing", browser.get(address).text


@pytest.mark.parametrize(
    "notes",
    ["[" * 100_000, '{"undone": Infinity}', '{"undone": -1}', '{"undone": 1.5}', "[]", '{"hints": "2"}'],
)
def test_a_damaged_saved_game_is_told(notes, tmp_path):
    (tmp_path / "x.txt").write_text(f"game card_game\nscenario duel\n# workbench {notes}\n", encoding="utf-8")
    with pytest.raises(DataError, match="line '# workbench' is damaged"):
        read(tmp_path / "x.txt")


def test_between_two_people_the_table_is_covered(browser):
    address = browser.begin(people={"gandalf": "Ada", "witch_king": "Ben"})
    page = address.removeprefix("/api")
    view = browser.get(address).json()
    assert view == {"state": "covered", "seat": view["seat"], "name": view["name"]}
    assert "hand:" not in browser.get(page).text
    seen = set()
    for i in range(30):
        seat = view["seat"]
        other = {"gandalf": "witch_king", "witch_king": "gandalf"}[seat]
        assert "nothing for you" in browser.mistake(f"{address}/act", version=0, option=0)
        assert "another one decides" in browser.mistake(f"{address}/look", seat=other)
        browser.told(f"{address}/look", seat=seat)
        view = browser.get(address).json()
        while view["state"] == "playing":
            assert view["seat"] == seat
            own = view["step"]["zones"].get(f"hand:{seat}", {"pieces": []})["pieces"]
            theirs = view["step"]["zones"].get(f"hand:{other}", {"pieces": []})["pieces"]
            assert all(not piece["thing"].startswith("back:") for piece in own)
            assert all(piece["thing"].startswith("back:") for piece in theirs)
            view = browser.act(address, luck(i), view)
        seen.add(seat)
        if view["state"] == "over":
            break
    assert seen == {"gandalf", "witch_king"}


def test_a_bot_says_what_it_would_do_and_the_rule_what_may_not_be_done(browser):
    address = browser.begin(**RANDOM)
    options = browser.get(address).json()["step"]["decision"]["options"]
    found = browser.told(f"{address}/hint", **browser.now(address), bot="heuristic")
    assert found["bot"] == "heuristic"
    assert len(found["scores"]) == len(options)
    assert found["scores"][found["chosen"]] == max(found["scores"])
    assert 0 < found["chance"] < 1
    assert browser.told(f"{address}/hint", **browser.now(address), bot="random")["scores"] is None
    assert "knows no bot" in browser.mistake(f"{address}/hint", **browser.now(address), bot="os.py:x")
    assert browser.told(f"{address}/why", action=options[0]["move"])["said"].endswith("is legal now")
    assert "must first answer" in browser.told(f"{address}/why", action="pass")["said"]
    assert "is no action of this game" in browser.told(f"{address}/why", action="dance")["said"]
    assert browser.told(f"{address}/why", action="dance")["rules"] == []
    assert browser.desk.play(address.rpartition("/")[2]).hints == 2


def test_a_thing_of_the_table_is_asked_what_may_not_be_done_with_it(browser):
    address = browser.begin(**RANDOM)
    view = browser.get(address).json()
    while view["step"]["decision"]["kind"] != "turn":
        view = browser.act(address, view=view)
    hand = [piece["thing"] for piece in view["step"]["zones"]["hand:gandalf"]["pieces"]]
    names = {each["id"]: each["name"] for each in view["step"]["things"]}
    cited = set()
    for thing in hand:
        found = browser.told(f"{address}/why", thing=thing)
        *lines, last = found["said"].split("\n")
        assert last == advice.LEGAL, "a card in hand can be cycled"
        assert 0 < len(lines) <= advice.MOST_REASONS
        for line in lines:
            assert names[thing] in line.partition('": ')[0], "what it is called, not its id"
        rules = {line.split()[0] for line in found["rules"] if line[:3] == "CG-"}
        assert all(rule.strip(":") in found["said"] for rule in rules)
        cited |= rules
    assert cited
    assert browser.told(f"{address}/why", thing="back:shadow")["said"] == advice.UNSEEN
    for thing in ("nothing", "deck:gandalf", "<b>", "a b", "../x"):
        assert browser.told(f"{address}/why", thing=thing)["said"] == advice.NOT_ABOUT
    for thing in (1, ["x"], "x" * 201, ""):
        assert browser.tell(f"{address}/why", thing=thing).status_code == 400


def seen_match(name, scenario):
    """A game of bots at random, of which is told what seats see."""
    game = games.get(name)
    setup = game.setup(scenario)
    bots = [bot_of(game, "random", setup)] * len(setup.seats)
    return SeenMatch(game, game.kit(setup), 7, 0, bots)


def test_a_pile_is_no_thing_though_a_die_has_its_word():
    """A back is of the pile 'character', a die shows 'character': neither is the pile that one draws from."""
    match = seen_match("board_game", "two_player")
    while match.pending()[1] != "turn":
        match.advance(match.codes()[0])
    seat, things = int(match.state.actor), shown.Table(match.kit, 0).things
    assert advice.why_with(match, "back:character", seat, things) == advice.UNSEEN
    assert advice.why_with(match, "deck:character", seat, things) == advice.NOT_ABOUT
    drawn = [each for each in advice._actions_with(match, "die:character") if each.startswith("draw")]
    assert all(each.endswith(" character") for each in drawn), "with this die"


def test_a_thing_of_two_words_is_asked_about_and_marked():
    match = seen_match("board_game", "two_player")
    table, asked = shown.Table(match.kit, 0), {}
    choose = luck(1)
    while not {"place", "lose", "trim"} <= set(asked):
        assert not match.is_over
        seat, kind = int(match.state.actor), match.pending()[1]
        asked.setdefault(kind, advice.why_with(match, "elves regular", seat, table.things))
        match.advance(match.codes()[choose(match.codes())])
    assert all("Regular of Elves" in asked[kind] for kind in ("place", "trim"))
    assert "Elves" in asked["lose"]
    visible = {"dwarves regular", "dwarves elite", "region:erebor"}
    assert table.about("place dwarves regular erebor", visible) == ["dwarves regular", "region:erebor"]


def test_of_a_place_is_told_why_what_can_go_elsewhere_may_not_go_there():
    match = seen_match("board_game", "two_player")
    while match.pending()[1] != "place":
        match.advance(match.codes()[luck(len(match.codes()))(match.codes())])
    found = list(advice._actions_with(match, "region:minas_tirith"))
    legal = {" ".join(action.split()[:3]) for action in match.legal()}
    assert {action.removesuffix(" minas_tirith") for action in found} == legal


def test_of_each_rule_a_reason_is_given_that_names_the_thing():
    match = seen_match("board_game", "two_player")
    while match.pending()[1] != "march":
        match.advance(next((c for c in match.codes() if match.text(c).startswith("move ")), match.codes()[0]))
    seat, things = int(match.state.actor), shown.Table(match.kit, 0).things
    lines = advice.why_with(match, "region:dale", seat, things).split("\n")
    rules = [tuple(advice.rulebook.ID.findall(line)) for line in lines if "(BG-" in line]
    assert len(rules) == len(set(rules)) > 1
    assert any("Dale" in line.partition('": ')[2] for line in lines)


@pytest.mark.parametrize(
    ("name", "scenario", "most"),
    [
        ("board_game", "two_player", 60),
        ("card_game", "duel", 400),
        ("lotr_lcg", "passage_through_mirkwood", 200),
    ],
)
def test_no_answer_to_why_not_has_an_id(name, scenario, most):
    """An action is said as the options are, and reasons have names: "Minas Tirith", not "minas_tirith"."""
    match, choose, heard = seen_match(name, scenario), random.Random(1), []
    table = shown.Table(match.kit, 0)
    while not match.is_over and len(heard) < most:
        seat = int(match.state.actor)
        thing = choose.choice(sorted(table.things))
        heard += advice.why_with(match, thing, seat, table.things).split("\n")
        code = choose.choice(match.codes())
        typed = advice.why(match, match.text(code), seat, table.things)
        assert typed in (f'"{match.act(seat, code)}" is legal now', advice.UNSEEN)
        match.advance(code)
    assert sum('": ' in line for line in heard) >= 10
    assert not [line for line in heard if re.search(r"\w_\w|\w#\d", line.lower())]


def test_a_thing_is_asked_about_by_its_name(browser):
    address = browser.begin(**RANDOM)
    view = browser.get(address).json()
    thing = view["step"]["zones"]["hand:gandalf"]["pieces"][0]["thing"]
    name = next(each["name"] for each in view["step"]["things"] if each["id"] == thing)
    said = browser.told(f"{address}/why", thing=thing)
    assert browser.told(f"{address}/why", action=name.upper()) == said
    assert browser.told(f"{address}/why", action="Saruman")["said"] == advice.UNSEEN


def test_alike_actions_are_tried_once():
    """An answer to each of a thousand occasions is written alike."""
    match = seen_match("lotr_lcg", "passage_through_mirkwood")
    while match.pending()[1] != "response":
        match.advance(match.codes()[-1])
    found = list(advice._actions_with(match, "aragorn"))
    assert "respond aragorn" in found
    assert len(found) == len(set(found)) < 200


def test_a_reason_comes_with_the_rules_that_it_cites():
    unknown = f"CG-{10**3}"
    said = f"there is no card to draw (CG-8.5), nor a Ring token (CG-3.1; CG-8.5; {unknown})"
    heads = [line for line in advice.cited(said) if not line.startswith(" ")]
    assert [head.split()[0] for head in heads] == ["CG-8.5", "CG-3.1"]


def test_a_turn_is_watched_action_by_action(browser):
    """Each moment is the table as the person sees it; the last one is what follows anyway."""
    address = browser.begin(**RANDOM)
    seen = 0
    for i in range(12):
        view = browser.get(address).json()
        options = view["step"]["decision"]["options"]
        said = browser.told(
            f"{address}/act", version=view["version"], option=luck(i)(options), is_watched=True
        )
        frames = said["frames"]
        assert len(frames) == said["version"] - view["version"]
        assert frames[-1]["step"] | {"decision": None} == said["step"] | {"decision": None}
        assert [frame["lines"] for frame in frames] == sorted(frame["lines"] for frame in frames)
        assert frames[-1]["lines"] == said["from"] + len(said["lines"])
        for frame in frames:
            assert frame["step"]["decision"] is None
            theirs = frame["step"]["zones"].get("hand:witch_king", {"pieces": []})["pieces"]
            assert all(piece["thing"].startswith("back:") for piece in theirs)
        seen += len(frames)
    assert seen > 12
    view = browser.get(address).json()
    assert browser.act(address, view=view)["frames"] == []


def test_the_same_is_answered_as_often_as_it_is_asked_at_once(browser):
    """Until another decision comes, or somebody else decides."""
    address, other = browser.begin(**RANDOM), browser.begin(**RANDOM)
    for i in range(25):
        view = browser.get(address).json()
        step = view["step"]["decision"]
        number = luck(i)(step["options"])
        move = step["options"][number]["move"]
        play, one = (browser.desk.play(each.rpartition("/")[2]) for each in (address, other))
        begun = len(play.taken)
        browser.told(f"{address}/act", version=view["version"], option=number, rest="same")
        own = [each.move for each in play.taken[begun:] if each.is_own]
        assert set(own) == {move}
        for _ in own:
            moves = [option["move"] for option in browser.get(other).json()["step"]["decision"]["options"]]
            at = moves.index(move)
            browser.act(other, lambda _, at=at: at)
        assert [each.code for each in one.taken] == [each.code for each in play.taken]


def test_what_is_counted_is_answered_with_the_least_or_the_most():
    take, send = packed(TAKE, 3, 0), packed(SEND)
    kit = SimpleNamespace(moves=SimpleNamespace(kinds=KINDS))
    found = SimpleNamespace(codes=lambda: [take, take + 1, take + 2], kit=kit)
    assert shown.ends(found) == {"least": take, "most": take + 2}
    assert shown.again(found, take + 1, "most") == take + 2
    found.codes = lambda: [send, take]
    assert shown.ends(found) is None
    assert shown.again(found, take + 1, "most") is None


@pytest.mark.slow  # compiles a search
def test_a_person_is_told_where_he_erred(browser):
    address = browser.begin(seed=3, **RANDOM)
    assert "not over" in browser.mistake(f"{address}/review")
    play_out(browser, address, seed=5)
    page = address.removeprefix("/api")
    before = replayed(browser, page)
    browser.told(f"{address}/review")
    browser.until(lambda: browser.get(address).json()["review"]["is_over"])
    review = browser.get(address).json()["review"]
    play = browser.desk.play(address.rpartition("/")[2])
    assert (review["said"], review["done"], review["planned"]) == ("", len(play.moments), len(play.moments))
    worst = review["worst"]
    assert worst, "who takes anything errs"
    assert [row["gain"] for row in worst] == sorted((row["gain"] for row in worst), reverse=True)
    assert all(row["own"] != row["better"] and 0 <= row["error"] <= row["gain"] / 1.9 for row in worst)
    decisions = [step["decision"] for step in replayed(browser, page) if "decision" in step]
    marked = [each["better"] for each in decisions if "better" in each]
    assert sorted(round(100 * each["gain"]) for each in marked) == sorted(row["gain"] for row in worst)
    assert not any("better" in step.get("decision", ()) for step in before)
    browser.told(f"{address}/undo", **browser.now(address), to=0)
    assert browser.get(address).json()["review"] is None


def test_a_review_rests_while_no_page_looks_at_it(monkeypatch):
    weighed, clock = [], [0.0]

    def weigh(_judging, decision, *_):
        weighed.append(decision)
        clock[0] += advice.PATIENCE_SECONDS + 1

    monkeypatch.setattr(advice, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(advice, "usual", lambda _match: None)
    monkeypatch.setattr(advice, "searcher_of", lambda _kit: SimpleNamespace(judge=lambda *_: None))
    monkeypatch.setattr(Judging, "_weigh", weigh)
    match = SimpleNamespace(kit=SimpleNamespace(), bots=[])
    judging = Judging([(decision, match, 0) for decision in range(3)])
    for done in (1, 2, 3):
        judging._thread.join()
        assert (judging.done, weighed, judging.is_over) == (done, list(range(done)), done == 3)
        judging.facts()


def replayed(browser, page):
    """Return the steps of the replay of a game."""
    text = unpacked(browser.get(f"{page}/replay").text)
    (part,) = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])["document"]["parts"]
    return part["steps"]


def test_options_name_what_they_are_about(browser):
    address = browser.begin(**RANDOM)
    step = browser.get(address).json()["step"]
    hand = {piece["thing"] for piece in step["zones"]["hand:gandalf"]["pieces"]}
    about = {thing for option in step["decision"]["options"] for thing in option["things"]}
    assert about & hand
    assert about <= {thing["id"] for thing in step["things"]}
    assert all(option["text"] and option["move"] for option in step["decision"]["options"])


def test_what_a_page_asks_of_a_former_moment_is_refused(browser):
    address = browser.begin(**RANDOM)
    view = browser.get(address).json()
    after = browser.act(address, view=view)
    for what, body in (("act", {"option": 0}), ("undo", {"to": 0}), ("hint", {"bot": "random"})):
        assert "gone on" in browser.mistake(f"{address}/{what}", version=view["version"], **body)
    assert browser.get(address).json()["step"] == after["step"]
    assert "only" in browser.mistake(
        f"{address}/act", version=browser.get(address).json()["version"], option=99
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"people": {"nobody": ""}}, "has no seat 'nobody'"),
        ({"switches": {"nothing": True}}, "nothing"),
        ({"bots": {"witch_king": "random", "x": "random"}}, "'x'"),
        ({"decks": {"gandalf": "witch_king_duel"}}, "witch_king_duel"),
    ],
)
def test_a_game_that_cannot_be_played_says_why(browser, change, said):
    address = browser.begin(**change)
    view = browser.get(address).json()
    assert view["state"] == "failed"
    assert said in view["said"]
    assert said in browser.mistake(f"{address}/act", version=0, option=0)
    assert browser.get(address.removeprefix("/api")).status_code == 200


def test_a_bot_that_fails_says_so_and_the_game_stays_where_it_was(tmp_path):
    (tmp_path / "bad.py").write_text(
        "from mazarbul import register_bot\n"
        "@register_bot('bad')\n"
        "def bad(turn):\n"
        "    raise ValueError('no idea')\n",
        encoding="utf-8",
    )
    text = f"{tmp_path / 'bad.py'}:bad"
    browser = Browser(tmp_path, (text,))
    address = browser.begin(bots={"witch_king": text})
    view = browser.get(address).json()
    for _ in range(20):
        if view["state"] == "failed":
            break
        found = browser.tell(f"{address}/act", version=view["version"], option=0)
        if found.status_code == 400:
            assert "no idea" in found.json()["error"]
            assert browser.get(address).json()["version"] == view["version"]
            return
        view = found.json()
    assert "no idea" in view["said"]


@pytest.mark.parametrize("is_last", [False, True])
def test_on_a_full_disk_a_decision_is_not_taken_and_can_be_taken_later(browser, monkeypatch, is_last):
    address = browser.begin(**RANDOM)
    play = browser.desk.play(address.rpartition("/")[2])
    play_out(browser, address)
    to = len(play.moments) - 1 if is_last else 2
    code = play.taken[play.moments[to].taken].code
    browser.told(f"{address}/undo", **browser.now(address), to=to)
    view, option = browser.get(address).json(), play.match.codes().index(code)
    with monkeypatch.context() as patched:
        patched.setattr(kept, "write_whole", full)
        found = browser.tell(f"{address}/act", version=view["version"], option=option)
        assert (found.status_code, found.json()["error"]) == (500, "no space left on device")
    assert browser.get(address).json() | {"seconds": 0} == view | {"seconds": 0}
    after = browser.told(f"{address}/act", version=view["version"], option=option)
    assert after["state"] == ("over" if is_last else "playing")
    assert browser.desk.shelf.finished() == 1 + is_last


def full(*_):
    """Write nothing, for the disk is full."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_quest_has_seats_for_further_players(browser):
    found = browser.get("/api/table", game="lotr_lcg", scenario="passage_through_mirkwood").json()
    assert [(seat["id"], seat["deck"]) for seat in found["seats"]] == [("player1", "leadership")]
    assert [seat["id"] for seat in found["free"]] == ["player2", "player3", "player4"]
    assert {seat["side"] for seat in found["free"]} == {found["seats"][0]["side"]}
    for game, scenario in (("card_game", "trilogy"), ("board_game", "two_player")):
        assert browser.get("/api/table", game=game, scenario=scenario).json()["free"] == []


def test_what_can_be_chosen(browser):
    found = browser.get("/api/table", game="card_game", scenario="trilogy").json()
    assert [seat["id"] for seat in found["seats"]] == ["frodo", "witch_king", "aragorn", "saruman"]
    assert found["bot"] in found["bots"]
    assert {"id", "help", "value"} == set(found["switches"][0])
    assert browser.get("/api/table", game="x", scenario="y").status_code == 400
    assert {game["id"] for game in browser.get("/api/games").json()} >= {"card_game"}
