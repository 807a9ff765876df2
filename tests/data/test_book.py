"""What other games build on: texts found by the model, rows of the game's own kinds, lists changed by id."""

from __future__ import annotations

import pytest

from mazarbul.sim.data.book import Book, change_scenario
from mazarbul.sim.data.loading import merged
from mazarbul.sim.data.model import Id, Model, Text, text_keys
from mazarbul.sim.data.nodes import Node, build
from mazarbul.sim.data.values import table_of, value_at, written
from mazarbul.sim.toml import DataError, Source


class Way(Model):
    condition: Text | None = None
    then: tuple[Text, ...] = ()


class Quest(Model):
    id: Id
    name: str = ""
    ways: tuple[Way, ...] = ()
    named: dict[str, Way] = {}  # noqa: RUF012  (pydantic copies it)


def node(text, name="quest.toml", tmp_path=None):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return Node.load(file)


def test_texts_are_what_the_model_says():
    assert text_keys(Quest) == {"condition", "then"}
    assert text_keys(Way) == {"condition", "then"}


def test_texts_know_their_places(tmp_path):
    text = 'id = "a"\nname = "then"\n[[ways]]\nthen = ["one", "two"]\n[named.x]\ncondition = "three"\n'
    quest = build(Quest, node(text, tmp_path=tmp_path), "quest 'a'")
    assert quest.name == "then"
    first, second = quest.ways[0].then
    assert (second.text, second.line, second.column) == ("two", 4, first.column + 7)
    assert (quest.named["x"].condition.text, quest.named["x"].condition.line) == ("three", 6)
    assert written(quest.ways[0]) == {"then": ["one", "two"]}
    assert value_at("a.named.x.condition", {"a": {"named": {"x": table_of(quest.named["x"])}}}) == "three"


def test_an_unknown_key_below_a_name_is_reported_with_those_there_are(tmp_path):
    faulty = node('id = "a"\n[named.x]\nconditoin = "three"\n', tmp_path=tmp_path)
    with pytest.raises(DataError, match=r"quest.toml:3:1: unknown key 'conditoin'; did you mean 'condition'"):
        build(Quest, faulty, "quest 'a'")


def test_kinds_that_share_their_ids_do_not_have_the_same_one(tmp_path):
    book = Book(("hero", "ally", "quest"), sharing=(("hero", "ally"),))
    book.add(node('[[hero]]\nid = "a"\n[[quest]]\nid = "a"\n', tmp_path=tmp_path))
    with pytest.raises(DataError, match="ally 'a' has the id of a hero"):
        book.add(node('[[ally]]\nid = "a"\n', tmp_path=tmp_path))
    with pytest.raises(DataError, match="unknown key 'path'; known: ally, hero, quest"):
        book.add(Node.of({"path": []}, None))


def test_a_copy_of_a_book_changes_alone():
    book = Book(("hero",))
    book.add(Node.of({"hero": [{"id": "a", "cost": 1}]}, None))
    copy = book.copy()
    copy.change(Node.of({"hero": {"a": {"cost": 2}, "b": {"new": True}}}, None))
    assert book.rows["hero"]["a"].plain() == {"id": "a", "cost": 1}
    assert {name: row.plain() for name, row in copy.rows["hero"].items()} == {
        "a": {"id": "a", "cost": 2},
        "b": {"id": "b"},
    }


def test_lists_of_a_scenario_are_changed_by_id():
    scenario = Node.of({"id": "s", "stage": [{"id": "one", "goal": 3}, {"id": "two", "goal": 4}]}, None)
    change = Node.of({"scenario": {"stage": {"two": {"goal": 9}}}}, None)
    changed = change_scenario(scenario, change, ("seat", "stage"))
    assert [row["goal"] for row in changed.plain()["stage"]] == [3, 9]
    with pytest.raises(DataError, match="unknown stage 'three'"):
        change_scenario(scenario, Node.of({"scenario": {"stage": {"three": {}}}}, None), ("stage",))


def test_a_seat_without_a_deck_has_none():
    book = Book(("deck",))
    book.add(Node.of({"deck": [{"id": "a"}]}, None))
    seats = [{"id": "player1", "deck": "a"}, {"id": "player2"}, {"id": "player3"}]
    book.add_scenario(Node.of({"id": "s", "seat": seats}, None))
    given = merged(book, "s", decks={"player3": "b"})
    assert {seat: deck.value for seat, deck in given.decks.items()} == {"player1": "a", "player3": "b"}
    with pytest.raises(DataError, match="unknown seat 'player4'"):
        merged(book, "s", decks={"player4": "a"}).mistakes.check()


def test_a_text_that_came_from_no_file_has_a_place_too():
    way = build(Way, Node.of({"condition": "x"}, None, file="overlay"), "way")
    assert way.condition == Source("x", "overlay condition")
