"""Bots that avoid something and bots that blunder: what they never do, and that nothing else changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np
import pytest

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.bound import blunders
from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.bots.restrictions import known_words
from mazarbul.sim.games.card_game.frames import Scope
from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.games.contract import Labelled, Restriction
from mazarbul.sim.toml import DataError
from tests.card_game.games import SCENARIOS, tables
from tests.playing import match_of

USING = {actions.PLAY, actions.MOVE, actions.USE, actions.DIG_PLAY, actions.TAKE, actions.MOVE_TO}
PUTTING = {actions.PLAY, actions.MOVE, actions.DIG_PLAY}
PICKING = {actions.MOVE_TO, actions.CHOOSE_BATTLEGROUND, actions.TOKEN_BATTLEGROUND}


@cache
def setup_of(scenario: str):
    return GAME.setup(scenario)


# What is avoided --------------------------------------------------------------------------------


@dataclass
class Avoided:
    """What a bot avoids, looked up by names; plain Python that shares nothing with the kernels."""

    words: tuple[str, ...]
    ct: object

    def has(self, s, code: int) -> bool:
        """Return whether the deciding seat avoids an action."""
        kind, card, target = unpacked(code)
        if kind == actions.MAY and target == 0:
            return False
        if f"action:{actions.KINDS.names[kind]}" in self.words:
            return True
        side = int(self.ct.record.seat_side[s.actor])
        used = [card] if kind in USING else []
        if kind == actions.SUPPORT and target != actions.NOBODY:
            used = [card, side * ids.SIDE_CARDS + target]
        if kind == actions.MAY:
            used = [int(s.frames[s.frame_n - 1, Scope.source])]
        return any(self.has_card(i, side) for i in used) or self.has_place(s, kind, target, side)

    def has_card(self, index: int, side: int) -> bool:
        card = next((card for card in self.ct.cards if card.index == index), None)
        if card is None or index // ids.SIDE_CARDS != side:
            return False
        faction = self.ct.data.cards[card.id].faction
        return f"card:{card.id}" in self.words or f"faction:{faction}" in self.words

    def has_place(self, s, kind: int, target: int, side: int) -> bool:
        place = None
        if kind in PUTTING and target >= ids.SPOT.WIELDER:
            zone = int(s.zone[side * ids.SIDE_CARDS + target - ids.SPOT.WIELDER])
            target = {ids.IN.PATH: ids.SPOT.PATH}.get(
                zone, zone - ids.IN.BATTLEGROUND + ids.SPOT.BATTLEGROUND
            )
            target = ids.SPOT.RESERVE if zone == ids.IN.RESERVE else target
        if kind in PUTTING and target == ids.SPOT.PATH:
            place = ids.BATTLEGROUNDS + int(s.path)
        elif kind in PUTTING and target >= ids.SPOT.BATTLEGROUND:
            place = target - ids.SPOT.BATTLEGROUND
        elif kind in PICKING:
            place = target
        elif kind == actions.CHOOSE_PATH:
            place = ids.BATTLEGROUNDS + target
        return place is not None and f"place:{self.ct.places[place]}" in self.words


def played(scenario: str, bot: str, seed: int, games: int = 1):
    """Play games with one bot on every seat; yield state, options and choice of each decision."""
    kit = GAME.kit(setup_of(scenario))
    for game in range(games):
        match = match_of(GAME, kit, seed, game, bot, is_logged=False)
        while not match.is_over:
            before = match.codes()
            code = match.choice()
            assert match.codes() == before, "a bot changes nothing of a game"
            yield match.state, before, code
            match.advance(code)


FREE = "avoid=card:aragorn avoid=card:strider avoid=card:gandalf_the_grey avoid=faction:elf"
SHADOW = "avoid=faction:mordor avoid=card:saruman avoid=place:minas_tirith"
PLACES = " ".join(
    f"avoid=place:{p}" for p in ("bag_end", "weathertop", "osgiliath", "rivendell", "umbar", "moria")
)
VERBS = [f"avoid=action:{kind}" for kind in ("play", "move", "cycle", "winnow", "use", "ring", "may")]
CASES = [
    ("trilogy", f"heuristic {FREE} {SHADOW}", 3),
    ("trilogy", f"heuristic {PLACES}", 3),
    ("trilogy", f"random {PLACES} {SHADOW} {FREE}", 3),
    ("duel", f"heuristic {PLACES} {SHADOW} {FREE} blunder=0.3", 2),
    ("fellowship", f"heuristic avoid=place:moria avoid=place:imladris {FREE} {SHADOW}", 4),
    ("duel3", f"random {' '.join(VERBS)}", 2),
    *(("trilogy", f"heuristic {verb}", 1) for verb in VERBS),
]


@pytest.mark.parametrize(("scenario", "bot", "games"), CASES, ids=lambda value: str(value)[:60])
def test_a_bot_does_what_it_avoids_only_if_nothing_else_is_left(scenario, bot, games):
    avoided = Avoided(GAME.bot(bot).avoid, tables(scenario))
    held_back = 0
    for s, choices, code in played(scenario, bot, 21, games):
        barred = [avoided.has(s, choice) for choice in choices]
        assert code in choices
        assert all(barred) or not avoided.has(s, code)
        held_back += any(barred)
    assert held_back > 0


def test_an_avoided_card_is_not_played_and_an_avoided_ring_not_used():
    setup = setup_of("trilogy")
    bots = [GAME.bot("heuristic avoid=card:gimli avoid=action:ring")] * 4
    found = GAME.play(setup, bots, 3, 0, 60)
    plain = GAME.play(setup, [GAME.bot("heuristic")] * 4, 3, 0, 60)
    family = next(each for each in setup.catalogue["declared"]["families"] if each["id"] == "cards")
    fields = {field["name"]: field for field in family["fields"]}
    plays = fields["plays"]
    for families, is_free in ((found, False), (plain, True)):
        n = families["cards"]["frodo/gimli"].astype(np.int64) >> plays["shift"] & (1 << plays["bits"]) - 1
        assert n.any() == is_free
        rings = [families["games"][f"ring_round_{seat}"] for seat in setup.seats]
        assert any(np.ma.count(ring) > 0 for ring in rings) == is_free


def test_a_card_is_avoided_by_its_own_side_alone():
    """A bot that avoids an enemy's card plays like one that avoids nothing."""
    setup, sides = setup_of("trilogy"), setup_of("trilogy").seat_sides
    held = [
        GAME.bot("heuristic avoid=faction:mordor" if side == "free_peoples" else "heuristic")
        for side in sides
    ]
    same_tables(GAME.play(setup, held, 3, 0, 20), GAME.play(setup, [GAME.bot("heuristic")] * 4, 3, 0, 20))


@pytest.mark.parametrize("name", SCENARIOS)
def test_restrictions_are_words_of_the_set_up(name):
    setup = setup_of(name)
    found = GAME.restrictions(setup)
    assert len({(each.word, each.side) for each in found}) == len(found)
    assert {each.word for each in found} <= set(known_words(setup))
    sides = {card["id"]: card["side"] for card in setup.catalogue["cards"]}
    assert {(each.thing, each.side) for each in found if each.kind == "card"} == set(sides.items())
    for side in ("free_peoples", "shadow"):
        mine = [each for each in found if each.side == side]
        assert {e.thing for e in mine if e.kind == "place"} == {p["id"] for p in setup.catalogue["places"]}
        verbs = {e.thing for e in mine if e.kind == "action"}
        rings = set() if name == "fellowship" else {"ring"}
        assert verbs == {"play", "move", "cycle", "winnow", "use", "may"} | rings
        factions = {card["faction"] for card in setup.catalogue["cards"] if card["side"] == side}
        assert {e.thing for e in mine if e.kind == "faction"} == factions
    assert all(each.word == f"{each.kind}:{each.thing}" and each.name and each.label for each in found)
    words = sorted({each.word for each in found})
    avoiding = GAME.bot(" ".join(["heuristic", *(f"avoid={word}" for word in words)]), setup)
    assert avoiding.avoid == tuple(words)


def test_a_restriction_tells_what_it_is():
    found = {(each.word, each.side): each for each in GAME.restrictions(setup_of("trilogy"))}
    assert found["card:gimli", "free_peoples"] == Restriction(
        "card:gimli", "card", "gimli", "Gimli", "free_peoples", "does not use Gimli"
    )


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("card:gimly", "avoids the unknown card 'gimly'; did you mean 'card:gimli'?"),
        ("faction:elves", "avoids the unknown faction 'elves'"),
        ("action:pass", "avoids the unknown action 'pass'; valid: play, move, cycle, winnow, use, ring, may"),
        ("place:bag-end", "avoids the unknown place 'bag-end'; did you mean 'place:bag_end'?"),
        ("gimli", "cannot avoid 'gimli'; write card:NAME, faction:NAME, action:NAME, place:NAME"),
    ],
)  # fmt: skip
def test_an_unknown_word_is_reported_with_the_nearest(word, message):
    setup, bot = setup_of("trilogy"), GAME.bot(f"heuristic avoid={word}")
    for refused in (lambda: GAME.bot(bot.name, setup), lambda: GAME.play(setup, [bot] * 4, 1, 0, 1)):
        with pytest.raises(DataError) as caught:
            refused()
        assert f"bot 'heuristic avoid={word}' {message}" in str(caught.value)


def test_what_is_printed_but_not_in_this_game_may_be_avoided():
    GAME.bot("heuristic avoid=card:gothmog avoid=place:orodruin avoid=action:ring", setup_of("fellowship"))


def test_a_new_card_of_an_overlay_can_be_avoided():
    card = {
        "new": True,
        "name": "Scouts",
        "side": "free_peoples",
        "faction": "rohan",
        "type": "army",
        "source": "x",
    }
    overlay = {"card": {"scouts": card}, "deck": {"frodo": {"cards": {"scouts": 1, "gimli": 0}}}}
    GAME.bot("heuristic avoid=card:scouts", GAME.setup("trilogy", overlay=overlay))
    with pytest.raises(DataError, match="unknown card 'scouts'"):
        GAME.bot("heuristic avoid=card:scouts", setup_of("trilogy"))


# Blunders ---------------------------------------------------------------------------------------


def same_tables(a, b) -> None:
    """Check that two plays of games gave the same tables."""
    assert a.keys() == b.keys()
    for family, columns in a.items():
        for name, values in columns.items():
            other = b[family][name]
            x, y = (v.codes if isinstance(v, Labelled) else np.ma.filled(v, -1) for v in (values, other))
            assert (x == y).all(), (family, name)


@pytest.mark.parametrize("name", SCENARIOS)
def test_only_blunders_is_random_play_and_none_is_plain_play(name):
    setup = setup_of(name)
    for text, plain in (("heuristic blunder=1", "random"), ("heuristic blunder=0", "heuristic")):
        tables_of = [GAME.play(setup, [GAME.bot(b)] * len(setup.seats), 8, 0, 15) for b in (text, plain)]
        same_tables(*tables_of)


def test_blunders_come_as_often_as_said():
    match = match_of(GAME, GAME.kit(setup_of("trilogy")), 5)
    mind = match.kit.mind([GAME.bot("heuristic blunder=0.3")] * 4)
    s, n, found = match.state, 4000, 0
    with np.errstate(over="ignore"):
        for i in range(n):
            s.decisions = i
            found += bool(blunders(s, mind, i % 4, ids.STREAM.BLUNDER + i % 4))
    assert abs(found / n - 0.3) < 4 * sqrt(0.3 * 0.7 / n)


def test_a_bot_that_blunders_wins_less():
    setup, wins = setup_of("trilogy"), []
    for text in ("heuristic", "heuristic blunder=0.1", "heuristic blunder=0.4"):
        bots = [GAME.bot(text if side == "free_peoples" else "heuristic") for side in setup.seat_sides]
        wins.append(int((GAME.play(setup, bots, 6, 0, 150)["games"]["winner"].codes == 0).sum()))
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > wins[2] + 20


def test_the_deal_is_the_same_whatever_bots_are_held_back():
    """Common random numbers: opening hands do not depend on the bots."""
    ct = tables("trilogy")
    hands = []
    for bot in ("heuristic", "heuristic blunder=0.5 avoid=faction:elf"):
        s, _, _ = next(played("trilogy", bot, 9))
        hands.append(s.in_zone[:, ids.IN.HAND].tolist())
    assert hands[0] == hands[1]
    assert GAME.content.setup(ct).tables_hash == setup_of("trilogy").tables_hash


# Texts and files --------------------------------------------------------------------------------


def test_names_are_canonical():
    bot = GAME.bot("  heuristic  blunder=0.20 avoid=card:gimli avoid=action:ring avoid=card:gimli")
    assert bot.name == "heuristic avoid=action:ring avoid=card:gimli blunder=0.2"
    assert (bot.avoid, bot.blunder) == (("action:ring", "card:gimli"), 0.2)
    again = GAME.bot(bot.name)
    assert (again.name, again.avoid, again.blunder) == (bot.name, bot.avoid, bot.blunder)
    assert GAME.bot("heuristic blunder=0").name == "heuristic"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("heuristic blunder=1.5", "blunder must be a share from 0 to 1, not '1.5'"),
        ("heuristic blunder=often", "blunder must be a share from 0 to 1, not 'often'"),
        ("heuristic blunder=nan", "blunder must be a share from 0 to 1"),
        ("heuristic blunder=0.1 blunder=0.2", "'blunder' is given twice"),
        ("heuristic aviod=card:gimli", "unknown word 'aviod'; valid: avoid=KIND:NAME, blunder=SHARE; did"),
        ("hueristic avoid=card:gimli", "unknown bot 'hueristic'; valid: expert, heuristic, random, search"),
        ("heuristic random", "unknown bot 'heuristic random'"),
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_read(text, message):
    with pytest.raises(DataError) as caught:
        GAME.bot(text)
    assert message in str(caught.value)


def test_a_file_may_be_like_another_bot_and_held_back(write):
    heuristic = GAME.bot("heuristic")
    weak = GAME.bot(str(write('like = "heuristic"\nblunder = 0.2\navoid = ["card:gimli"]\n', "weak.toml")))
    assert (weak.name, weak.policy, weak.blunder, weak.avoid) == (
        "weak",
        heuristic.policy,
        0.2,
        ("card:gimli",),
    )
    assert (weak.weights == heuristic.weights).all()
    weaker = write('like = "weak.toml avoid=action:ring"\nblunder = 0.5\n[shadow]\nring = 9\n', "weaker.toml")
    bot = GAME.bot(f"{weaker} avoid=place:moria")
    assert (bot.name, bot.blunder) == ("weaker avoid=place:moria", 0.5)
    assert bot.avoid == ("action:ring", "card:gimli", "place:moria")
    assert np.flatnonzero(bot.weights != heuristic.weights).size == 1
    assert GAME.bot(f"{weaker} blunder=0").blunder == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('like = "hueristic"\n', "mine.toml:1:9: unknown bot 'hueristic'; valid: expert, heuristic, random"),
        ('like = 3\n', "mine.toml:1:8: 'like' must be the text of another bot, not 3"),
        ('like = "mine.toml"\n', "mine.toml:1:9: 'like' leads back to this bot"),
        ('like = "heuristic"\nblunder = 2\n', "mine.toml:2:11: 'blunder' must be a share from 0 to 1, not 2"),
        ('like = "heuristic"\nblunder = true\n', "must be a share from 0 to 1, not True"),
        ('like = "heuristic"\navoid = "card:gimli"\n', "mine.toml:2:10: 'avoid' must be a list of words"),
        ('like = "heuristic"\npolicy = "hueristic"\n', "policy must be one of random, heuristic"),
    ],
)  # fmt: skip
def test_a_mistake_in_what_a_file_is_like(write, text, message):
    with pytest.raises(DataError) as caught:
        GAME.bot(str(write(text)))
    assert message in str(caught.value)


def test_a_plain_bot_is_not_bound():
    bot = GAME.bot("heuristic")
    assert (bot.avoid, bot.blunder) == ((), 0.0)
    assert not GAME.kit(setup_of("trilogy")).mind([bot] * 4).is_bound.any()
    assert Bot("x", 0, bot.weights).avoid == ()
