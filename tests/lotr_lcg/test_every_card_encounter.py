"""Every encounter and quest card is played in scripts of its group; random outcomes occur in every way."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.notation.script import ScriptPlayer
from tests.marks import compiles

pytestmark = compiles

SCRIPTS = Path(__file__).parent / "scripts"
DATA = load_data("passage_through_mirkwood", {}, None, {})
GROUPS = {card.id: card.set for card in DATA.encounter.values()} | dict.fromkeys(DATA.stages, "quest")


@cache
def positions(group: str) -> list[tuple[str, str]]:
    """Return title and body of every position of a group's scripts."""
    found = []
    for path in sorted(SCRIPTS.glob(f"cards_{group}*.txt")):
        for text in re.split(r"^position ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            title, _, body = text.partition("\n")
            found.append((title.partition(":")[0], body))
    return found


def words_of(text: str) -> set[str]:
    """Return the words of a text, the numbers of copies left out."""
    return set(re.findall(r"[a-z_]+", text))


def positions_of(card: str) -> list[str]:
    """Return the bodies of the positions that have a card in their title and in themselves."""
    return [body for title, body in positions(GROUPS[card]) if card in words_of(title) & words_of(body)]


def texts_of(card: str) -> tuple:
    """Return the texts of an encounter card or stage."""
    return (DATA.encounter.get(card) or DATA.stages[card]).effects


def has_text(card: str, on: str) -> bool:
    """Tell whether a card has a text of that kind."""
    return any(text.on == on for text in texts_of(card))


def test_there_are_all_cards():
    assert (len(DATA.encounter), len(DATA.stages)) == (45, 10)


@pytest.mark.parametrize("card", GROUPS)
def test_card_has_positions(card):
    assert len(positions_of(card)) >= 2


@pytest.mark.parametrize("card", GROUPS)
def test_card_does_not_do_everything(card):
    """Some position says what must not happen or what else there is: options, a zero, a no, a none."""
    limits = (r"expect options", r"= 0$", r"= no$", r"= none$", r"!= ", r"expect actor nobody")
    assert any(re.search(limit, body, re.MULTILINE) for body in positions_of(card) for limit in limits)


@pytest.mark.parametrize("card", [card for card in DATA.encounter if has_text(card, "shadow")])
def test_shadow_effect_is_played(card):
    assert any(re.search(rf"shadow {card}\b", body) for body in positions_of(card))


@pytest.mark.parametrize("card", [card for card in DATA.encounter if has_text(card, "revealed")])
def test_when_revealed_is_played(card):
    bodies = [
        body
        for body in positions_of(card)
        if re.search(rf"^encounter_deck: .*\b{card}\b", body, re.MULTILINE)
    ]
    assert any("phase quest staging" in body for body in bodies)


@pytest.mark.parametrize("card", [card for card in DATA.encounter if has_text(card, "travel")])
def test_travel_is_paid_and_refused(card):
    bodies = [body for body in positions_of(card) if "phase travel" in body]
    assert any(f": travel {card}" in body for body in bodies)
    assert any(f": travel {card}" not in body for body in bodies)


@pytest.mark.parametrize("group", sorted(set(GROUPS.values())))
def test_titles_say_the_card(group):
    for title, _ in positions(group):
        assert words_of(title) & set(GROUPS), f"no card in the title {title!r}"


# Chance -------------------------------------------------------------------------------------------


def played(scenario: str, seed: int, text: str) -> ScriptPlayer:
    """Return a script that was played with a seed."""
    script = GAME.script(Path("chance"))
    script.run(f"scenario {scenario}\nseed {seed}\nposition of chance\n{text}")
    return script


def encounter_deck(script: ScriptPlayer) -> list[int]:
    """Return the encounter deck of the state a script has ended with, the top card last."""
    return script.s.deck[ids.ENCOUNTER, : script.s.deck_n[ids.ENCOUNTER]].tolist()


def test_any_hero_can_become_the_prisoner():
    text = (
        "phase setup side_b\nhalt resource\nstage the_necromancers_tower\nheroes player1: aragorn gimli\n"
        "heroes player2: eowyn legolas\nallies player2: gandalf\nencounter_deck: tower_gate"
    )
    scripts = [played("escape_from_dol_guldur", seed, text) for seed in range(40)]
    prisoners = [script.names.card(int(script.s.captive)) for script in scripts]
    assert set(prisoners) == {"aragorn", "gimli", "eowyn", "legolas"}


def test_either_path_can_follow_the_fork():
    text = (
        "phase quest resolution\nhalt travel\nstage a_fork_in_the_road progress 1\n"
        "heroes player1: aragorn(committed, exhausted) gimli\nencounter_deck: forest_gate"
    )
    scripts = [played("passage_through_mirkwood", seed, text) for seed in range(20)]
    assert {script.names.stages[script.s.stage] for script in scripts} == {
        "dont_leave_the_path",
        "beorns_path",
    }


def test_any_cards_of_the_hand_can_be_lost_on_the_pass():
    text = (
        "phase travel\nhalt encounter\nheroes player1: aragorn\n"
        "hand player1: ever_vigilant grim_resolve sneak_attack\nstaging: necromancers_pass\n"
        "do player1: travel necromancers_pass"
    )
    scripts = [played("passage_through_mirkwood", seed, text) for seed in range(20)]
    kept = {
        script.names.card(card)
        for script in scripts
        for card in script.names.cards
        if script.s.zone[card] == ids.ZONE.HAND
    }
    assert kept == {"ever_vigilant", "grim_resolve", "sneak_attack"}


@pytest.mark.parametrize(
    ("scenario", "stage", "cards"),
    [
        ("passage_through_mirkwood", "flies_and_spiders", "forest_spider old_forest_road"),
        ("journey_down_the_anduin", "to_the_river", "the_east_bight hill_troll"),
        ("escape_from_dol_guldur", "the_necromancers_tower", "nazgul_of_dol_guldur"),
    ],
)
def test_the_deck_is_shuffled_after_the_setup_has_searched_it(scenario, stage, cards):
    text = (
        f"phase setup side_a\nhalt resource\nstage {stage}\nheroes player1: aragorn gimli\n"
        f"encounter_deck: {cards} king_spider forest_gate enchanted_stream wargs hummerhorns marsh_adder"
    )
    decks = {tuple(encounter_deck(played(scenario, seed, text))) for seed in range(6)}
    assert len(decks) > 1
