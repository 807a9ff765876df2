"""Games that people played, as counts that reports show beside bots (see `mazarbul.formats.people`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mazarbul.analysis import words
from mazarbul.analysis.played import asked, changes
from mazarbul.analysis.run import Run
from mazarbul.formats.changes import Change
from mazarbul.formats.people import Count, People
from mazarbul.sim.toml import DataError, user_path
from mazarbul.workbench.kept import GAMES, PLAYS

HELPED = ", with moves taken back or a bot asked"
MOST_WORDS = 500  # characters of what differs


class Played(BaseModel):
    """A finished game of people, as far as it is counted. changes: None in games that do not record them."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    game: str
    scenario: str
    ended: Annotated[str, Field(pattern=r"^2\d{3}-")]
    people: Annotated[dict[str, str], Field(min_length=1)]
    bots: dict[str, str] = {}
    switches: dict[str, Any] = {}
    decks: dict[str, str] = {}
    overlay: str = ""
    changes: tuple[Change, ...] | None = None
    position: str | None = None
    winner: str | None
    end_reason: str | None = None
    undone: int = 0
    hints: int = 0

    @property
    def altered(self) -> set[str] | None:
        """What was not as printed; None if that is not known."""
        if self.changes is None:
            return None if self.switches or self.decks or self.overlay else set()
        return _texts(self.changes)


@dataclass(frozen=True)
class Counted:
    """The games of a folder that are those of a run. people: their counts. left: why not -> other games."""

    people: People
    n: int
    left: Mapping[str, int]

    def line(self, folder: Path) -> str:
        """Return how many games count, and why the others do not."""
        every = self.n + sum(self.left.values())
        others = [f"{n:,} {why}" for why, n in self.left.items()]
        tail = f"; not counted: {', '.join(others)}" if others else ""
        return f"people: {self.n:,} of {words.plural(every, 'game')} in {folder} are counted{tail}"


def plays(folder: Path) -> list[Played]:
    """Return the finished games of people in a folder. Raises DataError.

    folder: of a workbench, or the folder `plays` in it.
    """
    within = user_path(folder)
    file = next((path for path in (within / PLAYS / GAMES, within / GAMES) if path.is_file()), None)
    if file is None:
        raise DataError(
            f"{folder} has no finished games of people ({PLAYS}/{GAMES}): name the folder of a workbench, or "
            "what --folder of 'mazarbul play' names"
        )
    lines = enumerate(file.read_text("utf-8", "replace").split("\n"), 1)  # names may have other line ends
    return [_played(line, f"{file}:{number}") for number, line in lines if line.strip()]


def counted(games: Sequence[Played], run: Run) -> Counted:
    """Return which games of people are those that a run plays, and their counts."""
    whys = [_why_not(each, run) for each in games]
    own = [each for each, why in zip(games, whys, strict=True) if not why]
    found: dict[str, list[Played]] = {}
    for each in own:
        found.setdefault(_group(each, run), []).append(each)
    counts = [count for group, rows in found.items() for count in _counts(group, rows, run)]
    return Counted(People(count=tuple(counts)), len(own), Counter(filter(None, whys)))


def _played(line: str, where: str) -> Played:
    try:
        return Played.model_validate(json.loads(line))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        what = f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    except (ValueError, RecursionError):
        what = "it is no JSON"
    raise DataError(f"{where}: this line is no game of people ({what}): remove it, or mend it")


def _why_not(play: Played, run: Run) -> str:
    """Return why a game is not one of those that a run plays; "" if it is."""
    scenario = run.catalogue.get("scenario", run.manifest["scenario"])
    if (play.game, play.scenario) != (run.manifest["game"], scenario):
        return "of other scenarios"
    if play.people.keys() | play.bots.keys() != {seat["id"] for seat in run.catalogue["seats"]}:
        return "with other seats"
    if play.position is not None:
        return "begun in a position of one's own"
    known = changes(run)
    now = (None if asked(run) else set()) if known is None else _texts(known)
    if now is None or play.altered != now:
        return "with other decks, cards or switches"
    return ""


def _texts(changed: Iterable[Change]) -> set[str]:
    return {each.model_dump_json() for each in changed}


def _sides(play: Played, run: Run) -> list[str]:
    """Return the sides that people play, in the order of the run."""
    own = {seat["side"] for seat in run.catalogue["seats"] if seat["id"] in play.people}
    return [side for side in run.sides if side in own]


def _group(play: Played, run: Run) -> str:
    """Return what kind of games it is of, in words that follow their number."""
    sides, whose = _sides(play, run), ""
    if len(run.sides) > 1:
        whose = f" as {run.side_noun(sides[0])}" if len(sides) == 1 else " of people on both sides"
    return f"games{whose}{HELPED if play.undone or play.hints else ''}"


def _counts(group: str, games: Sequence[Played], run: Run) -> Iterator[Count]:
    """Yield the counts of one kind of games: one for each year and each choice of bots at other seats."""
    sides, reasons = _sides(games[0], run), {each.end_reason for each in games if each.end_reason}
    parts: dict[tuple[str, str], list[Played]] = {}
    for each in games:
        parts.setdefault((each.ended[:4], _differs(each)), []).append(each)
    for (year, differs), rows in sorted(parts.items()):
        winners, ends = Counter(each.winner for each in rows), Counter(each.end_reason for each in rows)
        yield Count(
            scenario=rows[0].scenario,
            group=group,
            n=len(rows),
            seats=len(run.catalogue["seats"]),
            wins={side: winners[side] for side in sides},
            endings={reason: ends[reason] for reason in sorted(reasons)},
            source=f"{PLAYS}/{GAMES}",
            year=int(year),
            differs=differs[:MOST_WORDS],
            is_alike=True,
        )


def _differs(play: Played) -> str:
    """Return who sat at the other seats."""
    return f"{' and '.join(sorted(set(play.bots.values())))} at the other seats" if play.bots else ""
