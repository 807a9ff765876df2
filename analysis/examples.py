"""Games of a run to look at: one for each way in which games end, the closest, the largest comeback ...

A game is found by its number, so that it can be played again and watched.
"""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from mazarbul.analysis.commands import typed
from mazarbul.analysis.run import Run
from mazarbul.analysis.views import quoted, text

ENDING, CLOSEST, COMEBACK, SHORTEST, LONGEST = "ending", "closest", "comeback", "shortest", "longest"
COLUMNS = ["kind", "reason", "value", "game", "winner", "rounds"]


class Wanted(NamedTuple):
    """A property that one game has most of. value: SQL, smallest in the game that is wanted."""

    kind: str
    value: str
    where: str = "true"


def examples(run: Run) -> pd.DataFrame:
    """Return games that really have a property, each the first one of those that have it most; one row each.

    Columns: kind (ending, closest, comeback, shortest, longest), reason (of an ending, else None), value (the
    margin, the deficit that the winner made up, the rounds; None for an ending), game (its number), winner,
    rounds (None where they are not recorded). Endings come first, the most frequent before others. Empty for
    a run that keeps counts only.
    """
    if not run.has_rows:
        return _none()
    columns = run.columns("games")
    rounds = "rounds" if "rounds" in columns else "null"
    wanted = [_endings(rounds)] if "end_reason" in columns else []
    wanted += [_one(each, rounds) for each in _wanted(run)]
    return run.sql(" union all ".join(f"({query})" for query in wanted)) if wanted else _none()


def _none() -> pd.DataFrame:
    return pd.DataFrame(columns=COLUMNS)


def command(run: Run, game: int | str) -> str:
    """Return the command that shows a game of a run, of whatever was played there. game: its number."""
    return typed("mazarbul", "trace", str(run.path), "--game", str(game))


def _wanted(run: Run) -> list[Wanted]:
    columns, sides = run.columns("games"), run.sides
    found = []
    if len(sides) == 2:
        first, second = map(text, sides)
        if margin := _margin(run):
            found.append(Wanted(CLOSEST, f"abs({margin})", "winner is not null"))
        if leads := run.numbered("games", "lead_round_"):
            names = ", ".join(f"{quoted(name)}::int" for _, name in leads)
            behind = f"case winner when {first} then least({names}) else -greatest({names}) end"
            found.append(Wanted(COMEBACK, behind, f"winner in ({first}, {second}) and {behind} < 0"))
    if "rounds" in columns:
        found += [Wanted(SHORTEST, "rounds::int"), Wanted(LONGEST, "-rounds::int")]
    return found


def _margin(run: Run) -> str:
    """Return the SQL of the final margin of two sides; "" if no score of theirs is recorded."""
    columns, (first, second) = run.columns("games"), run.sides
    if {f"score_{first}", f"score_{second}"} <= set(columns):
        return f"{quoted(f'score_{first}')}::int - {quoted(f'score_{second}')}::int"
    return "margin::int" if "margin" in columns else ""


def _one(wanted: Wanted, rounds: str) -> str:
    return f"""
        select '{wanted.kind}' as kind, null::varchar as reason, abs({wanted.value})::double as value, game,
            winner::varchar as winner, {rounds}::int as rounds
        from games where {wanted.where} order by {wanted.value}, game limit 1"""


def _endings(rounds: str) -> str:
    return f"""
        with ends as (select end_reason, count(*) as n, min(game) as game from games
            where end_reason is not null group by end_reason)
        select '{ENDING}' as kind, ends.end_reason::varchar as reason, null::double as value, game,
            winner::varchar as winner, {rounds}::int as rounds
        from ends join games using (game) order by n desc, game"""
