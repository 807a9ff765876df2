"""Writes collections and studies of small synthetic runs, in the real format."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from mazarbul.analysis.estimates import rate_columns
from mazarbul.sim.runner.store import file_sha256
from tests import sealing
from tests.analysis.synthetic import Plan, write_run

GAMES = 400
SEED = 3
CARDS = [
    ("frodo", "free_peoples", "hobbit", 0.12),
    ("frodo", "free_peoples", "wizard", 0.0),
    ("aragorn", "free_peoples", "dunedain", -0.02),
    ("saruman", "shadow", "isengard", -0.2),
    ("witch_king", "shadow", "mordor", 0.01),
]
LEVELS = ("random", "half random", "strong")


def member(path: Path, identifier: str, base: float, facts: dict, bot: str = "heuristic") -> dict:
    """Play one member; return its row of collection.json. base: the first side's chance to win."""
    plan = Plan(base=base, cards=2)
    write_run(path / "members" / identifier, GAMES, GAMES, seed=SEED, plan=plan, bot=bot)
    return {"id": identifier, "run": f"members/{identifier}", **facts}


def collection(
    path: Path, kind: str, members: list[dict], *, base: float | None = 0.55, **parameters
) -> Path:
    """Write collection.json, and the base if there is one."""
    if base is not None:
        write_run(path / "base", GAMES, GAMES, seed=SEED, plan=Plan(base=base, cards=2))
    info = {
        "format": 3, "kind": kind, "title": f"Synthetic {kind}", "game": "card_game", "scenario": "trilogy",
        "base": None if base is None else "base", "members": members,
        "parameters": {"games": GAMES, **parameters},
    }  # fmt: skip
    path.mkdir(parents=True, exist_ok=True)
    sealing.write(path / "collection.json", info)
    return path


def ablation(path: Path) -> Path:
    """Five cards blanked, two of them under a second bot, too; two numbers moved, one location blanked."""
    members = []
    for i, (*_, effect) in enumerate(CARDS):
        facts = blanked(i)
        members.append(member(path, f"card_{i}.blank", 0.55 - effect, facts))
        if i < 2:
            moved = {"kind": "plus", "field": "icons.path", "label": "path icons 1 -> 2", "was": 1, "now": 2}
            members.append(member(path, f"card_{i}.icons.path.plus", 0.55 + 0.1 * i, facts | moved))
    place = dict.fromkeys(("side", "seat", "deck", "faction", "field"), "") | {
        "subject": "path_1a", "subject_kind": "place", "name": "Path 1 a",
        "type": "path", "kind": "blank", "label": "blank", "was": None,
        "now": None,
    }  # fmt: skip
    members.append(member(path, "path_1a.blank", 0.6, place))
    again = [member(path / "second", f"card_{i}.blank", 0.55 - CARDS[i][3], blanked(i)) for i in (0, 3)]
    collection(path / "second", "ablation", again)
    collection(path, "ablation", members)
    sealing.write(
        path / "collection.json", sealing.read(path / "collection.json") | {"second": {"bot": "random"}}
    )
    return path


def blanked(i: int) -> dict:
    """Return what is known of a card that is blanked."""
    seat, side, faction, _ = CARDS[i]
    return {
        "subject": f"card_{i}", "subject_kind": "card",
        "name": f"Card {i} | of <many>", "side": side, "seat": seat, "deck": seat,
        "faction": faction, "type": "army", "kind": "blank", "field": "", "label": "blank", "was": None,
        "now": None,
    }  # fmt: skip


def restrictions(path: Path) -> Path:
    """A side without a faction, without an action, and moving at random."""
    rows = [
        ("faction", "hobbit", "Hobbits", "free_peoples", "without hobbits", 0.4),
        ("action", "winnow", "winnowing", "shadow", "without winnowing", 0.54),
        ("bot", "random", "every move at random", "free_peoples", "moves at random", 0.05),
    ]
    members = []
    for kind, thing, name, side, label, chance in rows:
        facts = {"kind": kind, "thing": thing, "name": name, "side": side, "label": label}
        members.append(member(path, f"{side}.{thing}", chance, facts))
    return collection(path, "restrictions", members, kinds=["faction", "action", "bot"])


def ladder(path: Path) -> Path:
    """Three bots on both sides."""
    members = [
        member(
            path, f"{i}-{j}", 0.5 + 0.05 * i + 0.15 * (i - j),
            {"first_bot": one, "second_bot": two, "first_level": i, "second_level": j},
        )
        for i, one in enumerate(LEVELS)
        for j, two in enumerate(LEVELS)
    ]  # fmt: skip
    return collection(path, "ladder", members, base=None, bots=list(LEVELS))


def tables(folder: Path, **frames: pd.DataFrame) -> None:
    """Write the tables of results of a collection."""
    (folder / "tables").mkdir()
    sums = {}
    for name, frame in frames.items():
        frame.to_parquet(folder / f"tables/{name}.parquet")
        sums[name] = file_sha256(folder / f"tables/{name}.parquet")
    sealing.write(folder / "collection.json", sealing.read(folder / "collection.json") | {"tables": sums})


def tuning(path: Path) -> Path:
    """Forty trials of two knobs, two proposals played again."""
    rng = np.random.default_rng(1)
    steps = rng.integers(-2, 3, (40, 2))
    wins = rng.binomial(GAMES, 0.62 - 0.03 * steps.sum(1))
    rates = rate_columns("win", wins, np.full(40, GAMES))
    trials = pd.DataFrame({"trial": range(1, 41), "changes": "draw: 5 → 6", **rates, "games": GAMES})
    trials["cost"], trials["distance"] = abs(steps).sum(1).astype(float), abs(rates["win"] - 0.5)
    trials["knob_seat.draw"], trials["knob_seat.cycle"] = 5 + steps[:, 0], 2 + steps[:, 1]
    counts = np.array([2_480, 2_010, 2_050])
    confirmed = pd.DataFrame(
        {
            "rank": [0, 1, 2], "changes": ["no change", "draw: 5 → 6; cycle: 2 → 4", "draw: 5 → 7"],
            "cost": [0.0, 3.0, 2.0], **rate_columns("win", counts, np.full(3, 4_000)), "games": 4_000,
            "verdict": ["above", "inside", "open"], "win_search": [np.nan, 0.49, 0.5],
        }
    )  # fmt: skip
    knobs = [{"path": "seat.draw", "name": "cards drawn"}, {"path": "seat.cycle"}]
    parameters = {"side": "free_peoples", "target": 0.5, "band": [0.45, 0.55], "knobs": knobs}
    folder = collection(path, "tuning", [], **parameters)
    tables(folder, trials=trials, confirmed=confirmed)
    return folder


def whatif(path: Path, changes: int = 1) -> Path:
    """One change or several."""
    members = [
        member(path, f"changed_{i}", 0.45 + 0.05 * i, {"label": f"change {i}"}) for i in range(changes)
    ]
    return collection(path, "whatif", members)


#: Moves that lose games, and the decisions that were judged, of four reviewed games.
MOVES = [
    {
        "game": game, "decision": 7 * game, "seat": "frodo", "side": "free_peoples", "kind": "play",
        "own": "pass", "other": "play card_3#2", "gain": 0.1 * game, "error": 0.05,
    }
    for game in range(3)
]  # fmt: skip
JUDGED = [
    {"game": game, "side": side, "kind": "play", "n": 20}
    for game in range(4)
    for side in ("free_peoples", "shadow")
]


def audit(path: Path) -> Path:
    """Four bots, one that searches for each side, a trained one, and things blanked under two bots."""
    bots = (
        ("usual with 10% blunders", 0, 0.3),
        ("usual", 0, 0.66),
        ("search:50", 50, 0.6),
        ("search:200", 200, 0.8),
    )
    members = []
    for level, (label, rollouts, chance) in enumerate(bots):
        facts = {"part": "ladder", "level": level, "label": label, "rollouts": rollouts}
        bot = "heuristic" if level else "heuristic blunder=0.1"
        members.append(member(path, f"ladder-{level}", chance, facts | {"is_usual": label == "usual"}, bot))
    for level, (label, rollouts) in enumerate((("tuned otherwise", 0), ("search:50", 50))):
        for side, chance in (("free_peoples", 0.7), ("shadow", 0.3)):
            facts = {"part": "gain", "level": level, "label": label, "rollouts": rollouts, "is_usual": False}
            members.append(member(path, f"gain-{side}-{level}", chance, facts | {"side": side}))
    found = collection(path, "audit", members, base=0.66, minutes=5)
    values = [{"label": label, "path": f"values/{name}"} for label, name in (("usual", "a"), ("tuned", "b"))]
    for each in values:
        ablation(path / each["path"])
    review = {"games": 4, "rollouts": 50, "worlds": 100}
    sealing.write(
        path / "collection.json",
        sealing.read(path / "collection.json") | {"values": values, "review": review},
    )
    tables(path, moves=pd.DataFrame(MOVES), judged=pd.DataFrame(JUDGED))
    return found


def expert_audit(path: Path, bot: str) -> Path:
    """An audit of experts and two searches. bot: `bot_hashes` of the expert at every seat."""
    members = []
    for level, (label, rollouts, chance) in enumerate(
        (("expert", 0, 0.66), ("search:50", 50, 0.6), ("search:200", 200, 0.8))
    ):
        facts = {"part": "ladder", "level": level, "label": label, "rollouts": rollouts}
        each = member(path, f"ladder-{level}", chance, facts | {"is_usual": not level}, label)
        run = path / each["run"]
        seats = sealing.read(run / sealing.MANIFEST)["seats"]
        sealing.change(run, bot_hashes=dict.fromkeys(seats, bot))
        members.append(each)
    found = collection(path, "audit", members, base=None)
    info = sealing.read(path / "collection.json") | {"base": members[0]["run"]}
    sealing.write(path / "collection.json", info)
    return found


KINDS = {
    "ablation": ablation,
    "restrictions": restrictions,
    "ladder": ladder,
    "tuning": tuning,
    "whatif": whatif,
    "audit": audit,
}


def study(path: Path, games: int = 1_500) -> Path:
    """Two scenarios: one with all collections, one with only a run."""
    card, road = {"frodo/card_3": 0.12}, {"path_2a": 0.12}
    plans = {
        "first": Plan(base=0.57, capped=0.01, card_effects=card, path_effects=road),
        "second": Plan(base=0.5),
    }
    scenarios = []
    for name, plan in plans.items():
        write_run(path / name / "run", games, games, seed=9, plan=plan)
        scenarios.append({"id": name, "title": f"{name.title()} scenario", "run": f"{name}/run"})
    for kind in ("ablation", "restrictions", "ladder", "whatif", "audit"):
        KINDS[kind](path / "first" / kind)
        scenarios[0][kind] = f"first/{kind}"
        scenarios[1][kind] = None
    info = {
        "format": 3, "title": "Synthetic study", "game": "card_game", "band": [0.45, 0.55],
        "scenarios": scenarios, "parameters": {"games": games, "seed": 9, "overlay": None},
    }  # fmt: skip
    sealing.write(path / "study.json", info)
    return path
