"""A game of records only: a map of 70 regions, dice, two decks per seat, courses, and no scores."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tests import sealing

SIDES = ("north", "south")
PILES = ("war", "lore")
CARDS = 6  # of a pile
REGIONS = 70
FACES = ("sword", "shield", "moon")
TURNS = 8
COURSES = {"grip": (0, 20), "gold": (-5, 30), "towers": (0, 6)}


def field(name: str, shift: int, bits: int, labels: list[str] | None = None) -> dict:
    """Return a bit field in the form of a catalogue."""
    return {"name": name, "shift": shift, "bits": bits, "labels": labels}


def catalogue() -> dict:
    """Return what the game declares."""
    left = field("left", 8, 1, ["stayed", "spent"])
    held = [field("drawn_round", 0, 4), field("played_round", 4, 4), left]
    fought = [
        field("times", 0, 4),
        field("winner", 4, 2, ["none", *SIDES]),
        field("losses", 6, 4),
        field("fallen_round", 10, 4),
        field("burnt", 14, 1),
    ]
    happened = {
        "kind": "happened",
        "is_mapped": True,
        "when": [{"id": "fallen_round", "label": "fallen"}],
        "numbers": [{"id": "times", "label": "battles"}, {"id": "burnt", "label": "burnt"}],
    }
    measures = [
        {"id": name, "label": name, "axis": f"{name} held",
         "prefix": f"{name}_round_", "low": low, "high": high, "good": SIDES[i % 2],
         "by_ending": name == "gold",
         "ranges": [low, low + 2, low + 4] if name == "towers" else []}
        for i, (name, (low, high)) in enumerate(COURSES.items())
    ]  # fmt: skip
    return {
        "game": "realms", "scenario": "war", "title": "War of the Realms", "data_version": "1",
        "sides": [{"id": side, "name": side.title()} for side in SIDES],
        "seats": [{"id": side, "name": side.title(), "side": side, "deck": side} for side in SIDES],
        "cards": [
            {"column": f"{side}/{pile}_{i}", "id": f"{pile}_{i}", "name": f"{pile.title()} {i}", "seat": side,
             "side": side, "deck": side, "pile": pile, "colour": "red"}
            for side in SIDES for pile in PILES for i in range(CARDS)
        ],
        "figures": [
            {"column": f"{side}_king", "id": f"{side}_king", "name": f"King of the {side.title()}",
             "seat": side, "side": side, "deck": side}
            for side in SIDES
        ],
        "regions": [
            {"column": f"r{i}", "id": f"r{i}", "name": f"Region {i}", "land": SIDES[i % 2],
             "at": [i % 10, i // 10], "near": [f"r{j}" for j in (i - 1, i + 1) if 0 <= j < REGIONS]}
            for i in range(REGIONS)
        ],
        "faces": [
            {"column": f"{side}_{face}", "id": f"{side}_{face}", "name": face.title(), "seat": side,
             "side": side}
            for side in SIDES for face in FACES
        ],
        "declared": {"words": {"round": "turn", "rounds": "turns"}, "families": [
            {"id": "regions", "items": "regions", "one": "region", "many": "regions", "fields": fought,
             "facts": [{"id": "land", "label": "Land"}],
             "questions": [{"kind": "fought", "numbers": [{"id": "losses", "label": "Losses"}]}, happened]},
            {"id": "dice", "items": "faces", "one": "face", "many": "faces", "title": "Dice",
             "fields": [field("rolled", 0, 6)],
             "questions": [{"kind": "dealt", "ways": [{"id": "rolled", "label": "rolled"}]}]},
            {"id": "cards", "items": "cards", "one": "event card", "many": "event cards", "fields": held,
             "facts": [{"id": "colour", "label": "Colour"}], "questions": [{"kind": "held"}]},
            {"id": "figures", "items": "figures", "one": "figure", "many": "figures",
             "fields": [field("left", 0, 1, ["stayed", "slain"])], "questions": [{"kind": "lost"}]},
        ],
        "courses": {"title": "The course of the war", "measures": measures, "together": ["grip", "gold"]},
        "outcome": {
            "reasons": [{"id": "ring", "label": "the ring is home", "winner": "north"},
                        {"id": "siege", "label": "the last siege", "winner": "south"}],
            "reached": {"column": "year", "label": "year", "title": "How long the war was"},
        },
        "subjects": [{"id": "die", "one": "die face", "many": "die faces", "usual": ["variants"]}]},
    }  # fmt: skip


def packed(fields: list[dict], **values: np.ndarray) -> np.ndarray:
    """Return values packed into the fields with their names."""
    total = sum(np.asarray(values[each["name"]], np.int64) << each["shift"] for each in fields)
    return total.astype(np.uint32)


def tables(rng: np.random.Generator, declared: dict, n: int) -> dict[str, dict]:
    """Return family -> columns of n games. Every sword that north rolls gives it three points."""
    families = {family["id"]: family["fields"] for family in declared["declared"]["families"]}
    rolled = {item["column"]: rng.integers(0, 5, n) for item in declared["faces"]}
    chance = 0.4 + 0.03 * rolled["north_sword"]
    north, turns = rng.random(n) < chance, rng.integers(4, TURNS + 1, n)
    cards, regions = {}, {}
    for item in declared["cards"]:
        drawn = rng.integers(0, 6, n)
        played = np.where(rng.random(n) < 0.7, drawn, 0)
        cards[item["column"]] = packed(
            families["cards"], drawn_round=drawn, played_round=played, left=played > 0
        )
    for item in declared["regions"]:
        times = rng.integers(0, 3, n)
        winner, losses = (np.where(times > 0, rng.integers(low, 3, n), 0) for low in (1, 0))
        fallen = np.where(rng.random(n) < 0.3, rng.integers(2, 5, n), 0) * (item["column"] == "r7")
        regions[item["column"]] = packed(
            families["regions"],
            times=times,
            winner=winner,
            losses=losses,
            fallen_round=fallen,
            burnt=times > 1,
        )
    games = {
        "winner": np.where(north, *SIDES), "end_reason": np.where(north, "ring", "siege"),
        "rounds": turns.astype(np.int16), "year": (1 + turns // 3).astype(np.int8),
    }  # fmt: skip
    for name, (low, high) in COURSES.items():
        for turn in range(1, TURNS + 1):
            value = np.clip(rng.normal(low + turn + north, 1.5), low, high).astype(np.int8)
            games[f"{name}_round_{turn}"] = pa.array(value, mask=turns < turn)
    figures = {
        item["column"]: packed(families["figures"], left=rng.random(n) < 0.3) for item in declared["figures"]
    }
    dice = {name: packed(families["dice"], rolled=values) for name, values in rolled.items()}
    return {"games": games, "cards": cards, "regions": regions, "dice": dice, "figures": figures}


def write_run(path: Path, games: int = 3_000, seed: int = 1) -> Path:
    """Write a run of the game in the real format. Returns its folder."""
    declared, index = catalogue(), pa.array(np.arange(games))
    files = {}
    for family, columns in tables(np.random.default_rng(seed), declared, games).items():
        file = path / family / "part-00000.parquet"
        file.parent.mkdir(parents=True)
        pq.write_table(pa.table({"game": index, **columns}), file)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        files[family] = {"file": f"{family}/{file.name}", "sha256": digest, "bytes": file.stat().st_size}
    manifest = {
        "format": 3, "game": "realms", "scenario": "war", "seed": seed, "bots": dict.fromkeys(SIDES, "sly"),
        "experiment": {"games": games}, "games_planned": games, "games_done": games, "families": list(files),
        "chunks": [{"index": 0, "first": 0, "games": games, "files": files}], "finished": "2024-01-02",
    }  # fmt: skip
    sealing.seal(path, manifest, declared)
    return path
