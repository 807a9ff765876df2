"""Cards as records: who they are, what was measured of them, their ranks, and how to read them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from mazarbul.analysis import examples, held, load_run, picked, regression, words
from mazarbul.analysis.cards import PARTS, UnknownCard, cards, find
from mazarbul.analysis.cards.compared import frames, measures
from mazarbul.analysis.cards.reading import ranked, reading
from mazarbul.analysis.cards.record import Measure
from mazarbul.analysis.collection import load_collection
from tests.analysis.synthetic import Plan, write_run
from tests.reports import folders


@pytest.fixture(scope="module")
def known(run):
    return cards(run)


def test_every_thing_with_records_is_a_card_once(run, known):
    things = {(row.get("seat") or "", row["id"]) for key in ("cards", "places") for row in run.catalogue[key]}
    assert {(card.seat, card.id) for card in known} == things
    assert len({card.key for card in known}) == len(known) == len(things)


def test_a_card_has_the_numbers_of_the_tables(run, known):
    together, _ = held.tally(run)
    results, usage = (make(together).set_index(["seat", "id"]) for make in (held.results, held.usage))
    worth = regression.adjusted(run).set_index(["seat", "id"])
    for card in (each for each in known if each.kind == "card"):
        key = card.seat, card.id
        for part, name, table in (
            ("use", "drawn", results), ("results", "win_never", results), ("use", "played_round", usage),
            ("rounds", "round_2", usage), ("places", "place_path", usage),
        ):  # fmt: skip
            measure, row = card.measure(part, name), table.loc[key]
            assert (measure.value, measure.low, measure.n) == (
                row[name],
                row[f"{name}_low"],
                row[f"{name}_n"],
            )
        opening = card.measure("worth", "opening")
        assert opening.value == worth.loc[key, "effect"]
        assert opening.clear == (worth.loc[key, "effect_bh"] < 0.05)
        assert sum(each.value for each in card.part("rounds")) == pytest.approx(1)
    places = picked.effects(run).set_index("id")
    path = find(known, "path_2a")
    assert path.measure("picked", "effect").value == places.loc["path_2a", "effect"]
    assert path.rank.place == 1


def test_pairs_are_mutual_and_lead_to_cards(known):
    keys = set(known.keys)
    pairs = [(card.key, each.other, each.value) for card in known for each in card.part("pairs")]
    assert pairs
    assert {other for _, other, _ in pairs} <= keys
    values = {(one, other): value for one, other, value in pairs}
    assert all(
        value == values[other, one] for (one, other), value in values.items() if (other, one) in values
    )


def test_ranks_are_those_of_the_side(known):
    for side in ("free_peoples", "shadow"):
        mine = [card for card in known if card.kind == "card" and card.side == side]
        order = sorted(mine, key=lambda card: -card.measure("worth", "opening").value)
        assert [card.rank.place for card in order] == list(range(1, len(mine) + 1))
        assert all(card.rank.of == len(mine) and side_word(card) for card in mine)


def side_word(card):
    return card.side_name in card.rank.text


@pytest.mark.parametrize(
    ("n", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (112, "112th"), (21, "21st")]
)
def test_ordinals(n, text):
    assert words.ordinal(n) == text


def test_it_prints_as_text_and_as_a_table(known):
    card = next(each for each in known if each.kind == "card")
    text = str(card)
    assert text.startswith(card.name)
    assert all(PARTS[each.part][0] in text and each.label in text for each in card.measures)
    assert len(card.frame) == len(card.measures)
    assert repr(card).startswith("<Card ")


def test_a_card_is_found_by_name_id_or_key(known):
    card = next(each for each in known if each.id == "card_3")
    assert find(known, card.name, card.seat) == find(known, card.key) == card
    with pytest.raises(UnknownCard, match=r"several are called 'card_3': give one of card_3\.frodo"):
        find(known, "card_3")
    with pytest.raises(UnknownCard, match=r"no card 'pat_2a'; did you mean path_2a"):
        find(known, "pat_2a")


def test_the_game_to_watch_is_one_in_which_it_was_played(run, known):
    table = pd.concat(pd.read_parquet(part) for part in run.files["cards"]).set_index("game")
    field = next(each for each in run.declared.families if each.id == "cards").named["played_round"]
    for row in run.catalogue["cards"]:
        card = next(each for each in known if (each.seat, each.id) == (row["seat"], row["id"]))
        game = int(card.example.split("--game ")[1])
        assert card.example == examples.command(run, game)
        copies = [
            each["column"]
            for each in run.catalogue["cards"]
            if (each["seat"], each["id"]) == (card.seat, card.id)
        ]
        assert any(field.of(table.loc[[game], name].to_numpy()).all() for name in copies)


def test_blanking_and_numbers_come_from_an_ablation(tmp_path):
    found = load_collection(folders.ablation(tmp_path / "ablation"))
    known = cards(found.base, [found])
    card = find(known, "card_0.frodo")
    blank = card.measure("blanked", "blank")
    assert blank.value == pytest.approx(-0.12, abs=0.08)
    assert [each.label for each in card.part("blanked")][1] == "path icons 1 \N{RIGHTWARDS ARROW} 2"
    assert not find(known, "card_0.saruman").part("blanked")


@pytest.mark.slow
def test_the_same_under_another_bot_comes_from_an_audit(tmp_path):
    found = load_collection(folders.audit(tmp_path / "audit"))
    rows = list(measures(frames(found)))
    assert {each.label for _, _, each in rows} == {"with usual", "with tuned"}
    assert len(find(cards(found.base, [found]), "card_0.frodo").part("bots")) == 2
    assert len(rows) == 2 * 6


def test_blanking_ranks_before_what_one_run_shows(known):
    blank = points("blanked", "blank", -0.1, 0.02, clear=True)
    mine = [each for each in known if each.side == "shadow" and each.kind == "card"][:3]
    more = [card.with_measures([replace(blank, value=-0.1 * i)]) for i, card in enumerate(mine)]
    assert [card.rank.place for card in ranked(more, ("shadow",), "Free Peoples")] == [3, 2, 1]
    assert ranked(more, ("shadow",), "Free Peoples")[0].rank.by == "what blanking it costs its side"
    assert [card.rank.place for card in ranked(more, (), "Free Peoples")] == [
        1,
        2,
        3,
    ]  # of a side that nobody plays


def points(part, name, value, half, clear=None):
    return Measure(part, name, name, "points", value, value - half, value + half, 100, clear=clear)


DRAWN = points("results", "improvement", 0.1, 0.02)
WORST = points("worth", "opening", -0.05, 0.02, clear=True)
HELPS = points("blanked", "blank", -0.05, 0.02, clear=True)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([DRAWN, points("worth", "opening", 0.0, 0.02, clear=False)], "The second is: chance deals the"),
        ([DRAWN, points("blanked", "blank", -0.001, 0.02, clear=False)], "blanking it changes nothing clear"),
        ([DRAWN, points("blanked", "blank", 0.05, 0.02, clear=True)], "blanking it helps its side"),
        ([WORST, HELPS], "blanking it costs its side (\N{MINUS SIGN}5.0 points). The first compares"),
        ([DRAWN, points("worth", "opening", 0.05, 0.02, clear=True)], ""),
        ([DRAWN, HELPS], ""),
    ],
)  # fmt: skip
def test_measures_that_contradict_each_other_are_explained(known, found, words):
    said = " ".join(reading(replace(known[0], measures=tuple(found))))
    assert words in said
    assert bool(said) == bool(words)


def test_a_card_that_is_not_played_says_so(tmp_path):
    plan = Plan(played={"frodo/card_3": 0.0})
    known = cards(load_run(write_run(tmp_path / "run", 4_000, 4_000, seed=3, plan=plan)))
    assert "nothing was measured of its play" in find(known, "card_3.frodo").notes[0]
    assert not find(known, "card_4.frodo").notes or "held" not in find(known, "card_4.frodo").notes[0]
