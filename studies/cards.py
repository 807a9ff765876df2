"""Which cards are too strong: all blanked at first, the strongest ever more often, and then their parts.

It is an ablation whose games go where they tell most. After a few games of every card blanked, the third that
changes the win rate most plays on, and so on; those that remain play until the largest changes are clear. The
parts of the strongest are then taken away one by one. At last another bot plays the largest changes, too.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from mazarbul.analysis import paired
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.estimates import CLEAR
from mazarbul.formats.folders import SECOND
from mazarbul.sim.data.variants import PART
from mazarbul.sim.games.contract import Variant
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection, forecast
from mazarbul.studies.ablation import ablate, member_of, wanted
from mazarbul.studies.audit import Audit, Scope
from mazarbul.studies.collection import BASE, Members
from mazarbul.studies.forecast import Load, Overall, Planned
from mazarbul.studies.planned import again
from mazarbul.studies.swap import games_of
from mazarbul.studies.whatif import Second, under

GAMES = 100  # of each card at first
KEPT = 3  # one of so many plays on, so many times as long
LARGEST = 10  # changes that are to be clear
NAMED = 3  # cards whose parts are taken away
MOST = 4  # times the games of the last stage, for changes that are not clear yet
WIDER = 1.5  # than alone: an interval that allows for the other comparisons
PARTS = 4  # of the shortest run


def cards(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    subjects: Sequence[str] = (),
    only: Collection[str] = (),
    second: Second | None = None,
    resume: bool = False,
) -> Path:
    """Find the things whose blanking changes the win rate most; return the folder of the ablation.

    experiment.games: of each thing in the first stage. subjects, only: as for `mazarbul.studies.ablation`.
    second: blanks the largest again, in the folder `second`. Raises DataError for an unknown id or kind.
    """
    game, setup, _ = prepare(experiment)
    if second:
        prepare(under(experiment, second))
    found = wanted(game, setup, experiment, ["blank"], subjects, only)
    stages = _stages(len(found), experiment.games)
    info = collection.described(
        experiment, setup, "ablation", "what is too strong",
        only=sorted(only), kinds=["blank"], subjects=list(subjects), largest=LARGEST,
    )  # fmt: skip
    path = folders.chosen(execution.out, f"cards-{setup.scenario}", resume=resume)
    planned = _planned(experiment, found, second)
    overall = Overall(display, forecast.expected(planned, workers.count(execution), display))
    # runs are short and grow: small parts keep several workers busy, and little is played twice
    chunk = execution.chunk or math.ceil(experiment.games / PARTS)
    execution = execution.model_copy(update={"chunk": chunk})
    with collection.opened(path, info, execution, overall, resume=resume) as members:
        overall.start(0)
        known = pd.DataFrame({"id": []})
        with members.progress(games_of(stages)):
            for _, n, games in stages:
                _play(members, experiment, _largest(known, found, n), games)
                known = paired.changes(load_collection(path))
        last, clear = stages[-1][2], set(known.loc[known["change_bh"] < CLEAR, "id"])
        unclear = [each for each in _largest(known, found, LARGEST) if each.id not in clear]
        if unclear:
            overall.start(1)
            games = _needed(known, unclear, last)
            with members.progress((len(unclear) + 1) * (games - last)):
                _play(members, experiment, unclear, games)
            known = paired.changes(load_collection(path))
        parts = [part for each in _largest(known, found, NAMED) for part in _parts(experiment, each)]
        if parts:
            overall.start(2)
            with members.progress(len(parts) * last):
                _play(members, experiment, parts, last)
        if second and (largest := {each.subject for each in _largest(known, found, LARGEST)}):
            overall.start(len(planned) - 1)
            own = execution.model_copy(update={"out": members.path / SECOND})
            asked = under(experiment, second)
            ablate(asked, own, overall, only=largest, kinds=["blank"], subjects=subjects, resume=True)
            members.add(second={"bot": second.bot})
    return path


def seconded(experiment: Experiment, bot: str | None, games: int | None) -> Second | None:
    """Return the bot that blanks the largest again: the one asked for, else another that plays to win.

    games: of each; if None, 200 of a bot that was asked for, else three times those of a card at first. None
    where the game has no such bot.
    """
    if bot:
        return Second.of(bot, games)
    rival = Audit(experiment, Scope()).rival
    return Second(next(iter(rival.seats.values())), games or KEPT * experiment.games) if rival else None


def foretold(
    experiment: Experiment,
    subjects: Sequence[str] = (),
    only: Collection[str] = (),
    second: Second | None = None,
) -> list[Planned]:
    """Return about what `cards` plays. Raises DataError for an unknown id or kind."""
    game, setup, _ = prepare(experiment)
    return _planned(experiment, wanted(game, setup, experiment, ["blank"], subjects, only), second)


def _planned(experiment: Experiment, found: Sequence[Variant], second: Second | None) -> list[Planned]:
    """Return about what is played; how long until it is clear, and the parts, are not known before.

    The largest are taken to play twice the games of the last round, and to have as many parts as all have on
    average.
    """
    stages, largest = _stages(len(found), experiment.games), min(len(found), LARGEST)
    last = stages[-1][2]
    parts = math.ceil(min(len(found), NAMED) * sum(len(each.parts) for each in found) / max(len(found), 1))
    games = {
        "every card": games_of(stages),
        "until the largest are clear": (largest + 1) * last,
        "parts of the strongest": parts * last,
    }
    played = [Planned(name, [Load(n, experiment)]) for name, n in games.items() if n]
    return [*played, *([again(second, [experiment] * (largest + 1))] if second else [])]


def _stages(n: int, games: int) -> list[tuple[str, int, int]]:
    """Return the stages of a screening of all of n things: (name, things played, games of each so far)."""
    found: list[tuple[str, int, int]] = []
    left = n
    while True:
        found.append((f"round {len(found) + 1}", left, games))
        if left <= 1.5 * LARGEST:
            return found
        left, games = max(math.ceil(left / KEPT), LARGEST), KEPT * games


def _play(members: Members, experiment: Experiment, variants: Sequence[Variant], games: int) -> None:
    """Play things blanked, and the unchanged game, up to so many games each; record them."""
    asked = experiment.model_copy(update={"games": games})
    members.set_base(members.play_aside(asked, BASE))
    for each in variants:
        one = member_of(asked, each)
        members.play_aside(one.experiment, one.run)
        members.note(one)


def _largest(known: pd.DataFrame, found: Sequence[Variant], n: int) -> list[Variant]:
    """Return the n things whose blanking changed most; all in their order before anything is known.

    known: changes so far, strongest first.
    """
    order = {name: i for i, name in enumerate(known["id"])}
    return sorted(found, key=lambda each: order.get(each.id, len(order)))[:n]


def _needed(known: pd.DataFrame, unclear: Sequence[Variant], last: int) -> int:
    """Return the games after which changes would be clear if they stayed as they are.

    At least twice, at most MOST times the last. known: changes so far.
    """
    rows = known.set_index("id").loc[[each.id for each in unclear]]
    half = WIDER * (rows["change_high"] - rows["change_low"]) / 2
    times = (half / rows["change"].abs().clip(lower=1e-9)) ** 2
    return math.ceil(last * float(times.clip(2, MOST).max()))


def _parts(experiment: Experiment, variant: Variant) -> Iterator[Variant]:
    """Yield what takes away each part of a thing; none that the game's data do not allow."""
    for i, (name, overlay) in enumerate(variant.parts.items()):
        part = replace(
            variant, id=f"{variant.id}.{i}", kind=PART, field=name, label=f"without its {name}",
            overlay=overlay, parts={},
        )  # fmt: skip
        try:
            prepare(collection.changed(experiment, overlay))
        except DataError:  # such as a card that must have something to do
            continue
        yield part
