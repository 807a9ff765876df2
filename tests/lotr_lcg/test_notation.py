"""Moves and positions as text: they round-trip, and mistakes in them are named with their place."""

import random
from functools import cache

import numpy as np
import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.frames import Window
from mazarbul.sim.games.lotr_lcg.state import empty_state
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.position import has_text, parse_position, position_text
from mazarbul.sim.games.lotr_lcg.text.position_fit import make_names
from mazarbul.sim.games.lotr_lcg.text.position_words import TURN_STEPS
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from tests.marks import compiles
from tests.playing import options

GAMES = (
    ("passage_through_mirkwood", ("leadership",)),
    ("passage_through_mirkwood", ("spirit", "tactics", "lore", "leadership")),
    ("journey_down_the_anduin", ("tactics", "lore")),
    ("journey_down_the_anduin", ("spirit", "leadership", "lore")),
    ("escape_from_dol_guldur", ("lore", "leadership")),
    ("escape_from_dol_guldur", ("spirit", "tactics", "leadership")),
)
# Fields that a position does not carry: workspace, the log, and what only the records of a run need.
# Some are compared in another way below.
OUTSIDE = {
    "step", "cursor", "turn_of", "known", "guard", "options", "deck", "discard", "looked", "blame",
    "order", "order_n", "has_attacked", "struck", "blank", "entered", "past_points", "grant_n",
    "grants", "granted", "later_n", "later", "use_n", "uses", "pending", "frames", "threat_record",
    "progress_record", "card_record", "harm_record", "keys", "found", "stack", "is_logged", "event_n",
    "events",
}  # fmt: skip
MOST_DECISIONS = 4_000

pytestmark = [compiles, pytest.mark.filterwarnings("ignore:overflow encountered")]


@cache
def names_of(scenario: str, decks: tuple[str, ...]) -> Names:
    return make_names(load_data(scenario, {}, None, {f"player{i + 1}": deck for i, deck in enumerate(decks)}))


def new_game(n: Names, game: int):
    s = empty_state()
    DRIVER.new_game(s, n.tables, 11, game)
    return s


def random_game(n: Names, game: int, rng: random.Random):
    """Yield the state at every decision of a game of random choices."""
    s = new_game(n, game)
    while s.phase != ids.PHASE.OVER and s.decisions < MOST_DECISIONS:
        yield s
        DRIVER.apply(s, n.tables, rng.choice(options(s)))


def play_on(n: Names, s, rng: random.Random) -> list[int]:
    """Play to the end by random choice and return the actions."""
    taken = []
    while s.phase != ids.PHASE.OVER and len(taken) < MOST_DECISIONS:
        taken.append(rng.choice(options(s)))
        DRIVER.apply(s, n.tables, taken[-1])
    return taken


def outside(s) -> dict[str, object]:
    """Return what the fields of OUTSIDE say as far as it matters."""
    point = (int(s.phase), int(s.step))
    is_combat = s.phase == ids.PHASE.COMBAT
    found = {
        "point": point if s.frame_n == 0 else None,
        "decks": [s.deck[b, : s.deck_n[b]].tolist() for b in range(ids.BLOCKS)],
        "discards": [s.discard[b, : s.discard_n[b]].tolist() for b in range(ids.BLOCKS)],
        "grants": sorted(g.tolist() for g in s.grants[: s.grant_n] if g.code),
        "later": [entry.tolist()[1:4] for entry in s.later[: s.later_n] if entry.row != ids.NONE],
        "uses": sorted(s.uses[: s.use_n].tolist()),
        "granted": int(s.granted),
        "guards": [int(s.guard[i]) for i in members(s.guarded)],
        "known": s.known[: int(s.in_game | 1).bit_length()].tolist(),
        "combat": [s[word].tolist() for word in ("has_attacked", "struck", "blank")] if is_combat else None,
        "engaged": [
            sorted(
                (b * ids.BLOCK + i for b in range(ids.BLOCKS) for i in members(s.engaged[p, b])),
                key=lambda card: int(s.order[card]),
            )
            for p in range(ids.SEATS)
        ],
        "frames": [
            frame[: Window.end].tolist() for frame in s.frames[: s.frame_n] if frame[KIND] == Window.kind
        ],
    }
    if s.frame_n == 0 and point in TURN_STEPS:
        found["turn"] = (int(s.turn_of), int(s.cursor))
    return found


def differing(s, other) -> list[str]:
    """Return the fields that matter and differ."""
    found = [
        field
        for field in s.dtype.names
        if field not in OUTSIDE and not np.array_equal(s[field], other[field])
    ]
    one, two = outside(s), outside(other)
    found += [word for word in one if one[word] != two[word]]
    if options(s) != options(other):
        found.append("options")
    return found


@pytest.mark.parametrize(("scenario", "decks"), GAMES)
def test_every_legal_move_has_a_text_that_means_it(scenario, decks):
    n, rng = names_of(scenario, decks), random.Random(5)
    seen = set()
    for game in range(3):
        for s in random_game(n, game, rng):
            texts = [MOVES.text(n, code) for code in options(s)]
            assert len(set(texts)) == len(texts)
            assert [MOVES.parse(n, s, text) for text in texts] == options(s)
            assert MOVES.why_illegal(n, s, options(s)[0]) is None
            seen.add(int(s.decision))
    assert len(seen) > 8


@pytest.mark.parametrize(("scenario", "decks"), GAMES)
def test_positions_of_random_games_round_trip(scenario, decks):
    n, rng = names_of(scenario, decks), random.Random(6)
    seen = set()
    for game in range(4):
        for s in random_game(n, game, rng):
            if not has_text(s) or rng.random() > 0.3:
                continue
            text = position_text(n, s)
            again, other = parse_position(n, text)
            assert again is n
            assert differing(s, other) == [], text
            assert position_text(n, other) == text
            seen.add((int(s.phase), int(s.decision)))
    assert len(seen) > 7


@pytest.mark.parametrize(("scenario", "decks"), GAMES)
def test_play_from_a_position_is_play_from_the_state(scenario, decks):
    n = names_of(scenario, decks)
    for game in range(3):
        rng = random.Random(game)
        for s in random_game(n, game, rng):
            if has_text(s) and rng.random() < 0.05:
                break
        if s.phase == ids.PHASE.OVER:
            continue
        _, other = parse_position(n, position_text(n, s))
        assert play_on(n, s, random.Random(1)) == play_on(n, other, random.Random(1))
        assert (s.winner, s.end_reason, s.round_number) == (
            other.winner,
            other.end_reason,
            other.round_number,
        )
        assert s.threat.tolist() == other.threat.tolist()
