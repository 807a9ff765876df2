"""Writes run folders in the real format with known effects, to test analysis and reports without a game.

The winner of each game is drawn from a probability that is linear in known causes: a base rate, each
card that was drawn, each path that was picked. Everything else is noise of known distribution.
With `shuffled` the cards come from shuffled decks, so that more are drawn in long and in fast games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.sim.data.records import declaration
from tests import sealing

#: The declarations of such records.
RECORDS = Path(__file__).resolve().parents[2] / "sim/games/card_game/content/records.toml"
ROUNDS = 9
HAND = 3
PLAYED = 0.6  # chance that a drawn card is played
CARD_FIELDS = [
    ("opening", 0, 2, ["no", "kept", "cycled", ""]),
    ("drawn_round", 2, 4, None),
    ("draws", 6, 2, None),
    ("played_round", 8, 4, None),
    ("played_place", 12, 3, ["none", "reserve", "path", "battleground", "wielder", "event", "", ""]),
    ("plays", 15, 2, None),
    ("left", 17, 4, ["stayed", "casualty", "attacked", "survived", "used", "sacrificed", "forsaken",
                     "eliminated", "removed", "with_wielder", "discarded", "winnowed", "resolved",
                     "returned"]),
    ("end", 21, 3, ["draw_deck", "hand", "cycle_pile", "eliminated", "reserve", "path", "battleground",
                    "wielder"]),
    ("moved_place", 24, 2, ["none", "path", "battleground", ""]),
]  # fmt: skip
PLACE_FIELDS = [
    ("times", 0, 3, None),
    ("first_round", 3, 4, None),
    ("last_round", 7, 4, None),
    ("winner", 11, 2, ["none", "free_peoples", "shadow", "nobody"]),
    ("attack", 13, 6, None),
    ("defense", 19, 6, None),
    ("contested", 25, 1, None),
    ("picked", 26, 1, None),
]
SEATS = [
    ("frodo", "Frodo", "free_peoples", ["hobbit", "wizard"]),
    ("witch_king", "Witch-king", "shadow", ["mordor"]),
    ("aragorn", "Aragorn", "free_peoples", ["dunedain"]),
    ("saruman", "Saruman", "shadow", ["isengard"]),
]
SWITCHES = {"promos": False, "each_order": "starting_player"}
KINDS = ("path", "free_peoples_battleground", "shadow_battleground")
WIDE = ("moonlit", "wandering", "nameless", "long-forgotten", "grey", "last", "sudden", "iron")
NOUNS = ("watcher", "rider of the outer marches", "bridge", "song", "company", "blade", "herald", "host")


@dataclass(frozen=True)
class Plan:
    """What to write. Effects are changes of the first side's win probability, on top of `base`.

    cards: physical cards per seat. copies: the first `copies` columns of each seat are one card.
    card_effects: column -> effect of having drawn it (on the first side's probability). path_effects: id.
    drawn: chance that a card is drawn. played: column -> chance that it is then played, if not PLAYED.
    capped: share of games without a winner.
    shuffled: deal HAND cards, then 0, 1 or 2 a round, the same all game for the seats of a side (its pace).
    opening_effects: of being dealt it; early_effects: of having drawn it by the end of round 1; synergies:
    of being dealt both. length_effect: of every round more than 7. pace_effect: of every card per round above
    one, for its side. start_effects: seat -> effect of starting, drawn by lot; None writes no start.
    """

    base: float = 0.5
    cards: int = 8
    copies: int = 2
    card_effects: dict[str, float] = field(default_factory=dict)
    path_effects: dict[str, float] = field(default_factory=dict)
    drawn: float = 0.7
    capped: float = 0.0
    contested: float = 0.6
    points: float = 2.0
    shuffled: bool = False
    opening_effects: dict[str, float] = field(default_factory=dict)
    early_effects: dict[str, float] = field(default_factory=dict)
    synergies: dict[tuple[str, str], float] = field(default_factory=dict)
    length_effect: float = 0.0
    pace_effect: float = 0.0
    start_effects: dict[str, float] | None = None
    played: dict[str, float] = field(default_factory=dict)


def write_run(
    path: Path, games: int, chunk: int, seed: int = 1, plan: Plan | None = None, bot: str = "heuristic"
) -> Path:
    """Write a run folder of `games` games in parts of `chunk`. Returns its path. bot: at every seat."""
    plan = plan or Plan()
    catalogue = make_catalogue(plan)
    path.mkdir(parents=True, exist_ok=True)
    chunks = []
    for index, first in enumerate(range(0, games, chunk)):
        n = min(chunk, games - first)
        families = make_chunk(np.random.default_rng([seed, index]), catalogue, plan, first, n)
        files = {family: _write(path, family, index, table) for family, table in families.items()}
        chunks.append({"index": index, "first": first, "games": n, "files": files})
    manifest = {
        "format": 3, "game": "card_game", "scenario": "trilogy", "seed": seed,
        "experiment": {"name": "synthetic", "games": games}, "games_planned": games, "games_done": games,
        "chunk_games": chunk, "tables_hash": "ab" * 32, "code_version": "0.1.0",
        "libraries": {"numpy": "2.4.0"}, "seats": [seat[0] for seat in SEATS],
        "bots": {seat[0]: bot for seat in SEATS}, "switches": SWITCHES,
        "families": list(families), "chunks": chunks, "created": "2024-01-02T03:04:05+00:00",
        "finished": "2024-01-02T03:05:05+00:00", "seconds_playing": 60.0,
    }  # fmt: skip
    sealing.seal(path, manifest, catalogue)
    return path


def make_catalogue(plan: Plan) -> dict:
    """A catalogue of four seats, two sides, 9 x 3 paths and 4 + 4 battlegrounds."""
    return {
        "game": "card_game", "scenario": "trilogy", "title": "Synthetic Trilogy",
        "sides": [
            {"id": "free_peoples", "name": "Free Peoples", "noun": "the Free Peoples", "plural": True},
            {"id": "shadow", "name": "Shadow", "noun": "the Shadow"},
        ],
        "seats": [{"id": s, "name": name, "side": side, "deck": s} for s, name, side, _ in SEATS],
        "cards": [card for seat in SEATS for card in _cards(seat, plan)],
        "places": _places(),
        "factions": [
            {"id": f, "name": f.title(), "side": side, "seat": s} for s, _, side, fs in SEATS for f in fs
        ],
        "switches": SWITCHES, "data_version": "synthetic 1",
        **declaration(RECORDS, {"cards": CARD_FIELDS, "places": PLACE_FIELDS}),
    }  # fmt: skip


def _cards(seat, plan: Plan) -> list[dict]:
    rows = []
    for i in range(plan.cards):
        kind = 0 if i < plan.copies else i
        copy = i + 1 if i < plan.copies else 1
        card, (faction, *_) = f"card_{kind}", seat[3][kind % len(seat[3]) :]
        rows.append({
            "column": f"{seat[0]}/{card}" + (f"#{copy}" if copy > 1 else ""), "id": card,
            "name": f"The {WIDE[kind % 8].title()} {NOUNS[kind // 8 % 8]}", "seat": seat[0], "side": seat[2],
            "deck": seat[0], "pile": "deck", "faction": faction,
            "type": ("army", "character", "item", "event")[kind % 4],
            "copy": copy, "text": "",
        })  # fmt: skip
    return rows


def _places() -> list[dict]:
    paths = [
        {"column": f"path_{n}{x}", "id": f"path_{n}{x}", "name": f"Path {n} {x}", "kind": "path",
         "side": None, "number": n, "vp": 1 + n % 3}
        for n in range(1, ROUNDS + 1) for x in "abc"
    ]  # fmt: skip
    grounds = [
        {"column": f"{side}_{x}", "id": f"{side}_{x}", "name": f"Field {x} of the {side.replace('_', ' ')}",
         "kind": "battleground", "side": side, "number": None, "vp": 2}
        for side in ("free_peoples", "shadow") for x in "abcdefg"
    ]  # fmt: skip
    return paths + grounds


def make_chunk(rng, catalogue: dict, plan: Plan, first: int, n: int) -> dict[str, pa.Table]:
    """One chunk: family -> table of n games."""
    game = pa.array(np.arange(first, first + n))
    chance = np.full(n, plan.base)
    rounds = rng.integers(5, ROUNDS + 1, n)
    chance += plan.length_effect * (rounds - 7)
    deals = _deals(rng, plan, catalogue["cards"], rounds, chance) if plan.shuffled else {}
    cards = {
        card["column"]: _card(rng, plan, rounds, chance, card["column"], deals.get(card["column"]))
        for card in catalogue["cards"]
    }
    start = _start(rng, plan, chance)
    places = _picks(rng, plan, catalogue["places"], rounds, chance)
    capped = rng.random(n) < plan.capped
    first_side_wins = rng.random(n) < np.clip(chance, 0, 1)
    winner = np.where(first_side_wins, "free_peoples", "shadow").astype(object)
    winner[capped] = None
    points = {
        f"{f['id']}/{kind}/{outcome}": rng.poisson(plan.points * 100, n).astype(np.int16)
        for f in catalogue["factions"] for kind in KINDS for outcome in ("won", "lost")
    }  # fmt: skip
    games = _games(rng, winner, capped, rounds, first_side_wins, n) | start
    tables = {"games": games, "cards": cards, "places": places, "factions": points}
    return {family: pa.table({"game": game, **columns}) for family, columns in tables.items()}


def _deals(rng, plan: Plan, cards: list[dict], rounds, chance) -> dict[str, tuple]:
    """Column -> (opening, drawn_round) from shuffled decks; adds the effects of the deal to `chance`."""
    n, deals = len(rounds), {}
    pace = {side: rng.integers(0, 3, n) for side in ("free_peoples", "shadow")}
    for side, sign in (("free_peoples", 1), ("shadow", -1)):
        chance += sign * plan.pace_effect * (pace[side] - 1)
    for seat, _, side, _ in SEATS:
        mine = [card["column"] for card in cards if card["seat"] == seat]
        place = rng.permuted(np.tile(np.arange(len(mine)), (n, 1)), axis=1)
        for i, column in enumerate(mine):
            dealt = place[:, i] < HAND
            late = -(-(place[:, i] - HAND + 1) // np.maximum(pace[side], 1))
            when = np.where(dealt, 1, np.where((pace[side] > 0) & (late <= rounds), late, 0))
            deals[column] = (dealt * rng.integers(1, 3, n), when)
            chance += plan.opening_effects.get(column, 0.0) * dealt
            chance += plan.early_effects.get(column, 0.0) * (when == 1)
    for (one, other), effect in plan.synergies.items():
        chance += effect * (deals[one][0] > 0) * (deals[other][0] > 0)
    return deals


def _start(rng, plan: Plan, chance) -> dict[str, pa.Array]:
    """The column of the starting seat, if the plan has one; adds its effect to `chance`."""
    if plan.start_effects is None:
        return {}
    seats = [seat[0] for seat in SEATS]
    which = rng.integers(0, len(seats), len(chance))
    chance += np.array([plan.start_effects.get(seat, 0.0) for seat in seats])[which]
    return {"start": pa.array(np.array(seats)[which]).dictionary_encode()}


def _card(rng, plan: Plan, rounds, chance, column: str, deal: tuple | None = None) -> np.ndarray:
    """One packed card column; adds the card's effect to `chance`. deal: opening and drawn_round."""
    n = len(rounds)
    if deal is None:
        drawn = rng.random(n) < plan.drawn
        opening = np.where(drawn & (rng.random(n) < 0.25), rng.integers(1, 3, n), 0)
        drawn_round = np.where(drawn, np.minimum(rng.integers(1, ROUNDS, n), rounds), 0)
        drawn_round = np.where(opening > 0, 1, drawn_round)
    else:
        opening, drawn_round = deal
        drawn = drawn_round > 0
    played = drawn & (rng.random(n) < plan.played.get(column, PLAYED))
    played_round = np.where(played, np.minimum(drawn_round + rng.integers(0, 3, n), rounds), 0)
    place = np.where(played, rng.integers(1, 6, n), 0)
    left = np.where(played, rng.integers(0, 10, n), np.where(drawn, 10, 0))
    end = np.where(played, 3, np.where(drawn, 2, 0))
    moved = np.where(played & (place == 1), rng.integers(0, 3, n), 0)
    chance += plan.card_effects.get(column, 0.0) * drawn
    values = (opening, drawn_round, drawn, played_round, place, played, left, end, moved)
    return _pack(CARD_FIELDS, values)


def _picks(rng, plan: Plan, places: list[dict], rounds, chance) -> dict[str, np.ndarray]:
    """Packed place columns: in each round one path of its number and one battleground (sides alternate)."""
    n, columns = len(rounds), {}
    paths = rng.integers(0, 3, (ROUNDS, n))
    grounds = {
        side: rng.permuted(np.tile(np.arange(7), (n, 1)), axis=1) for side in ("free_peoples", "shadow")
    }
    for place in places:
        index = "abcdefg".index(place["id"][-1])
        if place["kind"] == "path":
            number = place["number"]
            active = (paths[number - 1] == index) & (rounds >= number)
            when = np.full(n, number)
            chance += plan.path_effects.get(place["id"], 0.0) * active
        else:
            turn = np.argmax(grounds[place["side"]] == index, axis=1)
            when = 2 * turn + (1 if place["side"] == "free_peoples" else 2)
            active = when <= rounds
        winner = np.where(active, rng.integers(1, 4, n), 0)
        contested = active & (rng.random(n) < plan.contested)
        attack, defense = (np.where(active, rng.poisson(mean, n), 0) for mean in (3, 4))
        values = (active, when * active, when * active, winner, attack, defense, contested, active)
        columns[place["column"]] = _pack(PLACE_FIELDS, values)
    return columns


def _games(rng, winner, capped, rounds, first_side_wins, n: int) -> dict:
    """Columns of the family games; leads drift towards the winner."""
    columns = {"winner": pa.array(winner, pa.string()).dictionary_encode()}
    reason = np.where(capped, "capped", np.where(rounds < ROUNDS, "ten_points", "last_path"))
    columns["end_reason"] = pa.array(reason).dictionary_encode()
    columns["rounds"] = pa.array(rounds.astype(np.int16))
    drift = np.where(first_side_wins, 0.8, -0.8)
    leads = np.clip(np.cumsum(np.rint(rng.normal(drift, 2.0, (ROUNDS, n))), axis=0), -60, 60).astype(np.int8)
    last = np.take_along_axis(leads, rounds[None, :] - 1, 0)[0].astype(np.int16)
    base = rng.integers(5, 15, n)
    columns["score_free_peoples"] = pa.array((base + np.maximum(last, 0)).astype(np.int16))
    columns["score_shadow"] = pa.array((base + np.maximum(-last, 0)).astype(np.int16))
    columns["turns"] = pa.array(rng.poisson(60, n).astype(np.int16))
    for number in range(1, ROUNDS + 1):
        columns[f"lead_round_{number}"] = pa.array(leads[number - 1], mask=rounds < number)
    columns["seed"] = pa.array(np.full(n, 1))
    columns["scenario"] = pa.array(["trilogy"] * n).dictionary_encode()
    return columns


def rechunk(source: Path, target: Path, chunk: int) -> Path:
    """Write the games of a run again, in parts of another size."""
    manifest = sealing.read(source / sealing.MANIFEST)
    whole = {family: pq.read_table(source / family) for family in manifest["families"]}
    target.mkdir()
    manifest["chunks"] = []
    for index, first in enumerate(range(0, manifest["games_done"], chunk)):
        parts = {family: table.slice(first, chunk) for family, table in whole.items()}
        files = {family: _write(target, family, index, table) for family, table in parts.items()}
        n = parts["games"].num_rows
        manifest["chunks"].append({"index": index, "first": first, "games": n, "files": files})
    sealing.seal(target, manifest, sealing.read(source / sealing.CATALOGUE))
    return target


def _pack(fields: Sequence, values: Sequence[np.ndarray]) -> np.ndarray:
    packed = np.zeros(len(values[0]), np.uint32)
    for (_, shift, bits, _), value in zip(fields, values, strict=True):
        packed |= np.minimum(value.astype(np.uint32), (1 << bits) - 1) << np.uint32(shift)
    return packed


def _write(path: Path, family: str, index: int, table: pa.Table) -> dict:
    file = path / family / f"part-{index:05d}.parquet"
    file.parent.mkdir(exist_ok=True)
    pq.write_table(table, file, compression="zstd", row_group_size=50_000)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return {"file": f"{family}/{file.name}", "sha256": digest, "bytes": file.stat().st_size}
