"""What audits that come with a game say of a run: the win rates of stronger bots in the same scenario.

They hold for the data and the bots that they were played with, so only for runs of the same.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from pydantic import ValidationError

from mazarbul.analysis import audit, scenarios, verdicts
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.estimates import rate_columns
from mazarbul.analysis.run import Run
from mazarbul.formats.ladders import KEY, Gain, Ladder, Ladders, Rung


def known(run: Run) -> pd.DataFrame | None:
    """Return a run's bot with those above it that come with its game; None if none are known of such a run.

    The rows are like those of `mazarbul.analysis.audit.ladder`, from the run on: label, rollouts, is_usual,
    kind, errs, seconds, side, games, cut, win (+_low _high _n), below, step (+_low _high _n).
    """
    ladder = _of(run)
    if ladder is None:
        return None
    label = next(iter(run.manifest["bots"].values()))
    seconds = scenarios.seconds(run)
    rows: list[dict[str, Any]] = []
    for side in run.sides:
        rows.append({
            "label": label, "rollouts": 0, "is_usual": True, "kind": verdicts.EXPERT, "seconds": seconds,
            "side": side, "games": run.games, "cut": scenarios.share_cut_off(run),
            "won": scenarios.wins(run, side), "below": "",
        })  # fmt: skip
        for rung in ladder.rungs:
            rows.append({
                "label": rung.label, "rollouts": rung.rollouts, "is_usual": False, "kind": verdicts.SEARCH,
                "seconds": seconds * rung.slower, "side": side, "games": rung.games,
                "cut": rung.cut / rung.games, "below": rows[-1]["label"], "step_n": rung.step_n,
                **rung.sides[side].model_dump(),
            })  # fmt: skip
    table = pd.DataFrame(rows).assign(errs=0.0)
    return table.assign(**rate_columns("win", table["won"], table["games"])).drop(columns="won")


def _of(run: Run) -> Ladder | None:
    """Return the ladder above a run's bot; None if there is none of its data, its bot and its sides."""
    try:
        found = Ladders.model_validate(run.catalogue.get(KEY) or {})
    except ValidationError:
        return None
    manifest = run.manifest
    if verdicts.kind_of(map(str, manifest["bots"].values())) != verdicts.EXPERT:
        return None
    played = manifest.get("tables_hash"), set((manifest.get("bot_hashes") or {}).values())
    for ladder in found.ladder:
        if (ladder.tables, {ladder.bot}) == played:
            return ladder if all({*run.sides} <= {*rung.sides} for rung in ladder.rungs) else None
    return None


def of_audit(found: Collection) -> Ladder | None:
    """Return what an audit found above its usual bot; None if that is no expert, or nothing searched."""
    run = found.compared_with
    rows = audit.ladder(found)
    usual, above = rows[rows["is_usual"]], rows[rows["rollouts"] > 0]
    if above.empty or set(usual["kind"]) != {verdicts.EXPERT}:
        return None
    assert set(above["below"]) >= set(usual["label"]), "the usual bot is the last below the searches"
    rungs = [
        Rung(
            label=label,
            rollouts=int(sides["rollouts"].iloc[0]),
            games=int(sides["games"].iloc[0]),
            slower=round(float(sides["seconds"].iloc[0] / usual["seconds"].iloc[0]), 1),
            cut=round(float(sides["cut"].iloc[0] * sides["games"].iloc[0])),
            step_n=int(sides["step_n"].iloc[0]),
            sides={
                row["side"]: Gain(
                    won=round(row["win"] * row["games"]),
                    **{name: round(row[name], 5) for name in ("step", "step_low", "step_high")},
                )
                for row in sides.to_dict("records")
            },
        )
        for label, sides in above.groupby("label", sort=False)
    ]
    return Ladder(
        scenario=str(run.manifest["scenario"]),
        tables=run.manifest["tables_hash"],
        bot=next(iter(run.manifest["bot_hashes"].values())),
        rungs=tuple(rungs),
    )
