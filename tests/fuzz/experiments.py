"""Experiment files, files of knobs, study files: everything read before anything is played."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from mazarbul.sim import games
from mazarbul.sim.runner.experiment import Execution, Experiment, load, prepare
from mazarbul.sim.toml import DataError
from mazarbul.studies.knobs import load_knobs
from mazarbul.studies.study import load_study
from tests.fuzz.kind import InputKind, damaged_at_place, place_and_text, placed, same, toml_data

ROOT = Path(__file__).resolve().parents[2]

EXPERIMENT = """game = "card_game"
scenario = "trilogy"
games = 5_000
seed = 77
band = [0.45, 0.55]
overlay = { card.gimli.icons.path = 2, scenario.last_path = 8, switches.trim = false }

[bots]
all = "heuristic avoid=card:gimli blunder=0.25"
frodo = "random"

[switches]
auto_support = true
joint = "enemy"

[decks]
aragorn = "aragorn"

[run]
out = "runs/fuzz"
jobs = 2
chunk = 100
keep = "games"
backend = "threading"
"""
QUEST = """game = "lotr_lcg"
scenario = "passage_through_mirkwood"
games = 20
overlay = [{ encounter.hill_troll.engagement = 20 }, { card.aragorn.attack = 4 }]

[bots]
player1 = "heuristic"
player2 = "random"

[decks]
player1 = "leadership"
player2 = "spirit"

[switches]
round_cap = 30
mode = "basic"
"""
KNOBS = """[[knob]]
name = "the carryover"
path = "scenario.carryover"
low = 1
high = 3
cost = 2.5

[[knob]]
path = "switches.joint"
values = ["captain", "enemy"]

[[knob]]
path = "card.balrog_of_moria.icons.path"
values = [1, 2, 3, 4]
"""
BASE = Experiment(game="card_game", scenario="trilogy")


def shipped(folder: str, *own: str) -> Callable[[], Sequence[str]]:
    """Return a function that returns the files of a folder of configs and our own texts."""
    found = [file.read_text("utf-8") for file in sorted((ROOT / "configs" / folder).glob("*.toml"))]
    return lambda: (*own, *own, *found)


def knob_samples() -> list[str]:
    """Return files of knobs, ours and all that are shipped, each with its game and scenario as its place."""
    found = [placed(f"{BASE.game}/{BASE.scenario}", KNOBS)] * 3
    for name in ("board_game", "card_game", "lotr_lcg"):
        for scenario in games.get(name).scenarios():
            file = ROOT / "configs" / "knobs" / f"{scenario}.toml"
            found += [placed(f"{name}/{scenario}", file.read_text("utf-8"))] if file.exists() else []
    return found


def try_experiment(raw: bytes, folder: Path) -> None:
    """Read and prepare an experiment; if accepted, it must agree with the file."""
    path = folder / "input.toml"
    path.write_bytes(raw)
    experiment, execution = load(path)
    check_experiment(experiment, execution, toml_data(raw))
    game, setup, bots = prepare(experiment)
    assert setup.game == experiment.game == game.name
    for switch, value in experiment.switches.items():
        assert same(value, setup.switches[switch]), (switch, value, setup.switches[switch])
    assert len(bots) == len(setup.seats)
    assert set(experiment.bots) <= {"all", *setup.seats}


def check_experiment(experiment: Experiment, execution: Execution, data: dict) -> None:
    """Check that an experiment and its execution agree with a file, and survive being saved."""
    run = data.pop("run", {})
    assert set(data) <= set(Experiment.model_fields)
    assert set(run) <= set(Execution.model_fields)
    for key in ("game", "games", "seed", "switches"):
        assert same(
            data.get(key, getattr(Experiment(game="", scenario=""), key)), getattr(experiment, key)
        ), key
    for key in ("jobs", "chunk", "keep", "backend", "scheduler"):
        assert key not in run or same(run[key], getattr(execution, key)), key
    assert str(data["scenario"]) in str(experiment.scenario) or experiment.scenario.endswith(".toml")
    for key in ("bots", "decks"):
        assert set(data.get(key, {})) == set(getattr(experiment, key)), key
    if "band" in data:
        assert [float(share) for share in data["band"]] == list(experiment.band)
        assert not any(isinstance(share, bool | str) for share in data["band"])
    given = laid(data.get("overlay", ()))
    assert len(given) == len(experiment.overlay)
    assert all(
        repr(a) == repr(b) for a, b in zip(given, experiment.overlay, strict=True) if isinstance(a, dict)
    )
    written = json.loads(json.dumps(experiment.model_dump(mode="json")))
    assert Experiment.model_validate(written).model_dump(mode="json") == written


def laid(overlay: object) -> list:
    """Return the overlays that a file gives, a single one or a list."""
    given = overlay if isinstance(overlay, list | tuple) else [overlay]
    return [each if isinstance(each, dict) else Path(each) for each in given]


def try_knobs(raw: bytes, folder: Path) -> None:
    """Read a file of knobs; every knob has the values in the file, and overlays that set them."""
    place, text = place_and_text(raw)
    name, _, scenario = place.partition("/")
    path = folder / "input.toml"
    path.write_bytes(text)
    settings = load_knobs(path, Experiment(game=name, scenario=scenario))
    game = games.get(name)
    rows = toml_data(text)["knob"]
    assert len(rows) == len(settings)
    for row, setting in zip(rows, settings, strict=True):
        values = row.get("values") or list(range(row["low"], row["high"] + 1))
        assert same(values, setting.choices), (values, setting.choices)
        assert setting.cost(setting.choices.index(setting.printed)) == 0
        for i, value in list(enumerate(values))[:3]:
            try:
                found = game.value(setting.knob.path, scenario, overlay=setting.overlay(i))
            except DataError as error:
                raise AssertionError(f"an impossible value was accepted: {value!r}") from error
            assert same(value, found), (value, found)


def try_study(raw: bytes, folder: Path) -> None:
    """Read a study's file; if accepted, the study must agree with it."""
    path = folder / "input.toml"
    path.write_bytes(raw)
    study, where = load_study(path)
    assert where == folder.resolve()
    data = toml_data(raw)
    for table in (data, *(part for part in data.values() if isinstance(part, dict))):
        table.pop("band", None)
    data.pop("out", None)
    minutes = data.get("audit", {}).pop("train", 0)
    assert not isinstance(minutes, bool | str)
    assert study.audit is None or study.audit.train == minutes
    for table, part in ((data, study), *zip(data.get("whatif", ()), study.whatif, strict=True)):
        assert repr(laid(table.pop("overlay", ()))) == repr(list(part.overlay))
    assert same(data, study)
    json.dumps(study.model_dump(mode="json"))


KINDS = (
    InputKind("experiment files", shipped("experiments", EXPERIMENT, QUEST), try_experiment),
    InputKind("knob files", cache(knob_samples), try_knobs, damaged_at_place),
    InputKind("study files", shipped("studies"), try_study),
)
