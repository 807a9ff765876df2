"""Plays games of `tests.studies.coop`: the deal decides the chance to win, the result decides the rest."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.games.contract import Labelled
from tests.studies import coop
from tests.studies.dealt import order, uniform


def play(setup, bots, seed, first, n):
    """Play n games: family -> column -> values."""
    data, cards, harms = setup.tables, {}, {}
    chance = np.full(n, float(data.base))
    for seat, bot in zip(setup.seats, bots, strict=True):
        chance -= coop.BLUNDER_COST * bot.blunder / len(bots)
        chance += sum(data.worth[hero] for hero in data.heroes(seat))
        cards |= _deck(data, seat, bot, seed, first, n, chance)
    damage = _quest(data, len(bots), seed, first, n, chance, harms)
    won = uniform(seed, first, n, "result") * 100 < chance
    cards |= _heroes(setup, seed, first, n, won)
    cards |= {name: np.zeros(n, np.uint32) for name in harms}
    index = np.arange(first, first + n, dtype=np.int64)
    return {
        "games": {"game": index, **_course(setup, seed, first, n, won, damage)},
        "cards": {"game": index, **cards},
        "harms": {"game": index, **harms},
    }


def _deck(data, seat, bot, seed, first, n, chance):
    """Deal a seat's deck; adds to the chance in place. Returns its packed columns."""
    copies, columns = data.copies(seat), {}
    places = order(seed, first, n, [f"{seat}/{card}#{copy}" for card, copy in copies])
    for (card, copy), place in zip(copies, places, strict=True):
        drawn = place < coop.OPENING + coop.ROUNDS
        when = np.where(drawn, np.maximum(place - coop.OPENING + 1, 1), 0)
        used = drawn & (f"card:{card}" not in bot.avoid)
        chance += data.worth[card] * used
        columns[f"{seat}/{card}" + (f"#{copy}" if copy > 1 else "")] = coop.packed(
            coop.CARD_FIELDS, opening=place < coop.OPENING, drawn_round=when, draws=drawn, plays=used,
            played_round=np.where(used, when, 0), end=np.where(used, 2, np.where(drawn, 1, 0)),
        )  # fmt: skip
    return columns


def _quest(data, players, seed, first, n, chance, harms):
    """Reveal cards, deal shadow cards; subtracts from the chance in place. Returns the damage, (n,)."""
    cards = coop.ENCOUNTER[data.quest]
    copies = [(card, copy) for card in cards for copy in range(1, coop.COPIES + 1)]
    places = order(seed, first, n, [f"encounter/{card}#{copy}" for card, copy in copies])
    reveals, total = coop.ROUNDS * players, np.zeros(n)
    for (card, copy), place in zip(copies, places, strict=True):
        cost, shadow_cost, damage, threat = data.costs[card]
        revealed, shadow = place < reveals, (place >= reveals) & (place < reveals + coop.ROUNDS)
        chance -= cost * revealed + shadow_cost * shadow
        total += damage * revealed
        kills = revealed & (damage > 1) & (uniform(seed, first, n, f"kill/{card}#{copy}") < 0.5)
        harms[f"encounter/{card}" + (f"#{copy}" if copy > 1 else "")] = coop.packed(
            coop.HARM_FIELDS, revealed=revealed, shadow=shadow, damage=damage * revealed, kills=kills,
            threat=threat * revealed,
        )  # fmt: skip
    return total


def _heroes(setup, seed, first, n, won):
    """Return the packed columns of the heroes: lost in a fifth of the games won, in half of the others."""
    heroes = [card["column"] for card in setup.catalogue["cards"] if card["type"] == "hero"]
    lost = {name: uniform(seed, first, n, name) < np.where(won, 0.2, 0.5) for name in heroes}
    return {
        name: coop.packed(coop.CARD_FIELDS, left=gone, end=np.where(gone, 3, 2))
        for name, gone in lost.items()
    }


def _course(setup, seed, first, n, won, damage):
    """Return the columns of the games table that follow from the result."""
    rounds = (
        coop.ROUNDS + 1 + (uniform(seed, first, n, "rounds") * (coop.LAST - coop.ROUNDS)).astype(np.int64)
    )
    players = len(setup.seats)
    by_threat = uniform(seed, first, n, "reason") < 0.6
    reason = np.where(won, 0, np.where(by_threat, 1, 2)).astype(np.int8)
    score = (60 * players + 4 * rounds + damage).astype(np.int16)
    columns = {
        "winner": Labelled(np.where(won, 0, 1).astype(np.int8), coop.SIDES),
        "end_reason": Labelled(reason, coop.END_REASONS),
        "rounds": rounds.astype(np.int8),
        "group_score": np.ma.MaskedArray(score, ~won),
        "player_score": np.ma.MaskedArray((score / players).astype(np.float32), ~won),
        "stage": np.where(won, 3, 1 + (uniform(seed, first, n, "stage") * 2).astype(int)).astype(np.int8),
        "decisions": (10 * rounds).astype(np.int16),
        "heroes_lost": (uniform(seed, first, n, "lost") * 3).astype(np.int8),
        "eliminated_n": np.where(won, 0, players).astype(np.int8),
    }
    for seat in setup.seats:
        columns[f"threat_{seat}"] = np.where(by_threat & ~won, 50, 30 + rounds).astype(np.int8)
        columns[f"eliminated_{seat}"] = Labelled(reason, coop.WAYS[:3])
    for r in range(1, coop.LAST + 1):
        noise = [uniform(seed, first, n, f"{name}/{r}") for name in ("threat", "progress")]
        threat = 25 + 2 * r + np.where(won, 0, r) + (6 * noise[0]).astype(int)
        progress = np.minimum(np.where(won, 90, 60) * r / rounds * (0.3 + 0.7 * noise[1]), 99)
        progress = np.where(won & (r == rounds), 100, progress)
        over = r > rounds
        columns[f"threat_round_{r}"] = np.ma.MaskedArray(threat.astype(np.int8), over)
        columns[f"progress_round_{r}"] = np.ma.MaskedArray(progress.astype(np.int8), over)
    return columns
