"""Every player card is played in the scripts of its sphere, and named in the titles of positions there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazarbul.sim.games.lotr_lcg.content.loading import load_data

SCRIPTS = Path(__file__).parent / "scripts"
CARDS = load_data("passage_through_mirkwood", {}, None, {}).cards


def positions(sphere: str) -> list[tuple[str, str]]:
    """Return title and body of every position of a sphere's scripts."""
    found = []
    for path in sorted(SCRIPTS.glob(f"cards_{sphere}_*.txt")):
        for text in re.split(r"^position ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            title, _, body = text.partition("\n")
            found.append((title, body))
    return found


def words_of(text: str) -> set[str]:
    """Return the words of a text, the numbers of copies left out."""
    return set(re.findall(r"[a-z_]+", text))


def test_there_are_all_player_cards():
    assert len(CARDS) == 73


def positions_of(card: str) -> list[str]:
    """Return the bodies of the positions that have a card in their title and in themselves."""
    found = positions(CARDS[card].sphere)
    return [body for title, body in found if card in words_of(title.partition(":")[0]) & words_of(body)]


@pytest.mark.parametrize("card", CARDS)
def test_card_has_positions(card):
    assert len(positions_of(card)) >= 3


@pytest.mark.parametrize("card", CARDS)
def test_card_does_not_do_everything(card):
    """Some position says what must not happen or what else there is: a list of options, a zero, a no."""
    limits = (r"expect options", r"= 0$", r"= no$", r"actor nobody", r"expect illegal", r"window none")
    assert any(re.search(limit, body, re.MULTILINE) for body in positions_of(card) for limit in limits)


@pytest.mark.parametrize("sphere", sorted({card.sphere for card in CARDS.values()}))
def test_titles_say_the_card(sphere):
    for title, _ in positions(sphere):
        assert words_of(title.partition(":")[0]) & set(CARDS), f"no card in the title {title!r}"
