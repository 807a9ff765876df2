"""Deck lists as plain text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.schema import Card
from tests.fuzz.data_files import check_copies
from tests.fuzz.kind import InputKind
from tests.fuzz.mutators import encoded, mutated
from tests.lotr_lcg import test_deck_sources as sources
from tests.lotr_lcg.test_deck_lists import EXPORTED

PASSAGE = "passage_through_mirkwood"
BARE = "Heroes\nGimli\n\n3x Feint\n2x Gandalf\n1 Blade Mastery\nHorn of Gondor x1\n"
OF_SITES = (
    sources.MARKDOWN, sources.BBCODE, sources.HTML, sources.TITLES, sources.FORUM, sources.SPHERES,
    sources.FRENCH, sources.RINGSDB, sources.DRAGNCARDS, sources.QUEST,
)  # fmt: skip
ODD_COUNTS = ("0", "1", "2", "3", "4", "9", "10", "99", "100", "256", "999", "65537", "4294967297", "-1",
              "1.5", "2e0", "²", "٣", "9" * 30, "9" * 5000, "nan")  # fmt: skip
_SAFE_NUMBER = re.compile(r"\d{1,3}")


@cache
def cards() -> dict[str, Card]:
    """Return all cards, by id."""
    return dict(load_data(PASSAGE).cards)


def _try_list(raw: bytes, folder: Path) -> None:
    """Read a list of any kind as the deck of a player."""
    path = folder / "input.txt"
    path.write_bytes(raw)
    deck = load_data(PASSAGE, decks={"player1": path}).decks["player1"]
    assert all(1 <= n <= 3 for n in deck.cards.values())
    assert deck.id == "input"


def _written(random: Random, _sample: str) -> bytes:
    """Return a list of known cards with good and bad counts, each in one of the forms of a count."""
    known = cards()
    heroes = random.sample(sorted(name for name, card in known.items() if card.type == "hero"), 2)
    others = sorted(name for name, card in known.items() if card.type != "hero")
    lines = ["Written by numbers", "", *(known[hero].name for hero in heroes), ""]
    for _ in range(random.randrange(1, 8)):
        card = random.choice(others)
        count = random.choice(("1", "1", "2", "3")) if random.random() < 0.85 else random.choice(ODD_COUNTS)
        name = random.choice(
            (known[card].name, card, known[card].name.upper(), f"{known[card].name} (Core Set)")
        )
        lines.append(
            random.choice(
                (f"{count}x {name}", f"{count} {name}", f"{name} x{count}", f"{count}\u00d7 {name}")
            )
        )
    text = "\n".join(lines) + "\n"
    return text.encode() if random.random() < 0.8 else encoded(random, text)


def _try_written(raw: bytes, folder: Path) -> None:
    """Read a list made by `_written`; the copies must be those of its lines, here read in another way."""
    path = folder / "input.txt"
    path.write_bytes(raw)
    data = load_data(PASSAGE, decks={"player1": path})
    ids = {
        name: card for card, row in cards().items() if row.type != "hero" for name in (row.name.lower(), card)
    }
    wanted: dict[str, int] = {}
    for line in raw.decode("utf-8-sig").splitlines()[3:]:
        words = re.sub(r" \([^)]*\)", "", line).replace("\u00d7", "x").lower().split()
        if not words or len(words) == 1 or " ".join(words) in ids:
            continue
        first, last = words[0].removesuffix("x"), words[-1].removeprefix("x")
        count, name = (first, words[1:]) if " ".join(words[1:]) in ids else (last, words[:-1])
        if " ".join(name) in ids:
            assert _SAFE_NUMBER.fullmatch(count), f"{line!r} was accepted"
            card = ids[" ".join(name)]
            wanted[card] = wanted.get(card, 0) + int(count)
    check_copies("lotr_lcg", data, "player1", {card: n for card, n in wanted.items() if n})


def _damaged(random: Random, sample: str) -> bytes:
    text = sample
    if random.random() < 0.05:
        text += random.choice(
            ("1 hero" * 5000, "1 hero, " * 5000 + "x", "1x " * 5000, "(" * 9000, "x 1 " * 9000, "-" * 9000)
        )
    return encoded(random, mutated(random, text, (EXPORTED, BARE)))


KINDS = (
    InputKind("deck lists", lambda: (EXPORTED, BARE), _try_list, _damaged),
    InputKind("deck lists of sites and programs", lambda: OF_SITES, _try_list, _damaged),
    InputKind("deck lists, their counts", lambda: ("",), _try_written, _written),
)
