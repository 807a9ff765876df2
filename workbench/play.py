"""One game that people play: who sits where, what they decide, and the way back.

A play is got ready in a thread, since kernels may have to be compiled first. Afterwards every request holds
its lock, so only one thread at a time is at its game.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mazarbul.formats.errors import REFUSALS, in_words
from mazarbul.sim.bots.python import BotFailure
from mazarbul.sim.engine.faults import GameFault
from mazarbul.sim.games.kit import Outlook
from mazarbul.sim.games.replay import document, text_of
from mazarbul.sim.games.seen import SeenMatch
from mazarbul.sim.runner.warming import announced
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION
from mazarbul.workbench import advice, shown
from mazarbul.workbench.asked import Rest
from mazarbul.workbench.dealt import beginning
from mazarbul.workbench.kept import Script, Shelf, is_position

PERSON = "a person"
FAULTS = (DataError, BotFailure, GameFault)


@dataclass(frozen=True)
class Taken:
    """A decision. is_own: whether a person made it and had a choice."""

    seat: str
    code: int
    move: str
    is_own: bool


@dataclass(frozen=True)
class Moment:
    """The game just before a decision of a person. taken, told: how many decisions and lines there were."""

    match: SeenMatch
    taken: int
    told: dict[str, int]


@dataclass
class Part:
    """What is kept of a part of a game. ahead: how likely the first side is to win, once that is asked."""

    table: shown.Table
    ahead: Outlook | None = None


class Play:
    """A game of people.

    name: of its file and address. shelf: where it is kept. home: the folder of all files that a script may
    name; None for any.
    """

    def __init__(self, name: str, shelf: Shelf, home: Path | None = None) -> None:
        self.name, self.shelf, self.home = name, shelf, home
        self.lock = threading.RLock()
        self.state = "getting ready"  # "playing", "over", "failed"
        self.said, self.began = "the game is read", time.time()
        self.undone = self.hints = 0
        self.open: str | None = None  # seat of the person who looks
        self.people: dict[str, str] = {}  # seat -> name
        self.told: dict[str, list[list[Any]]] = {}  # seat -> [depth, text] or [depth, text, own decision]
        self.taken: list[Taken] = []
        self.moments: list[Moment] = []
        self.frames: list[dict[str, Any]] | None = None  # while a turn is watched
        self.judging: advice.Judging | None = None
        self.is_recorded = False

    # Getting ready --------------------------------------------------------------------------------

    def prepare(self, script: Script) -> None:
        """Begin the game as `begin` does; an error is kept in words."""
        try:
            with announced(advice.Sayer(self)):
                self.begin(script)
        except (*FAULTS, *REFUSALS) as error:
            self.state, self.said = "failed", in_words(error)
        except Exception as error:
            self.state, self.said = "failed", f"the game cannot be played: {type(error).__name__}: {error}"
            raise

    def begin(self, script: Script) -> None:
        """Begin the game, or go on with a saved one, up to the first decision of a person."""
        with self.lock:
            self._set_up(script)
            self.is_recorded = self.match.is_over  # it was recorded when it ended, before it was saved
            self._go_on()

    def _set_up(self, script: Script) -> None:
        self.undone, self.hints = script.notes.get("undone", 0), script.notes.get("hints", 0)
        found = beginning(script, self.home, self._say)
        self.start, self.base, self.changes, self.match = found.start, found.base, found.changes, found.match
        self.state = "playing"
        names, seats = self.start.people, self.match.setup.seats
        self.people = {seat: names[seat] for seat in seats if seat in names}
        self.told = {seat: [] for seat in self.people}
        self.open = next(iter(self.people)) if len(self.people) == 1 else None
        self.origin = self.match.copy()
        self._parts: dict[int, Part] = {}
        self._listen(is_own=False)
        if not self.match.is_over:
            self.said = "the bots sit down"
            advice.warm_up(self.match, self.outlook())
        for seat, move in script.moves:
            self._repeat(seat, move)

    def _say(self, text: str) -> None:
        self.said = text

    # Playing --------------------------------------------------------------------------------------

    def check(self, version: int) -> None:
        """Raise DataError if a page shows another moment. version: how many decisions it has seen."""
        if not self.is_covered and version != len(self.taken):
            raise DataError("the game has gone on meanwhile: load the page again")

    def act(self, option: int, rest: Rest = "", *, is_watched: bool = False) -> list[Any]:
        """Take an option of the person who looks, then let bots play. Raises DataError.

        rest: what to take if the same is asked again at once: "same", "least", "most"; "" for nothing.
        is_watched: whether to return the table after each action, with the number of lines told by then.
        """
        codes = self.match.codes()
        if self.state != "playing" or self.open is None or self.match.actor != self.open:
            raise DataError("there is nothing for you to decide now")
        if option >= len(codes):
            raise DataError(f"there are only {len(codes)} options")
        asked, code = self.match.pending(), codes[option]
        self.frames = [] if is_watched else None
        try:
            self._answer(code)
            while rest and (following := self._again(asked, code, rest)) is not None:
                self._answer(code := following)
        finally:
            frames, self.frames = self.frames or [], None
        return frames

    def _again(self, asked: tuple[str, str], code: int, rest: Rest) -> int | None:
        """Return the answer to what is asked once more, if nobody else has decided meanwhile."""
        since = self.taken[self.moments[-1].taken :]
        if self.match.is_over or self.match.pending() != asked or any(t.seat != asked[0] for t in since):
            return None
        return shown.again(self.match, code, rest)

    def _answer(self, code: int) -> None:
        """Take an action of a person, then let bots play; not so after a fault, or if it cannot be kept."""
        self._decide(code)
        try:
            self._go_on()
        except (*FAULTS, *REFUSALS):
            self._back(len(self.moments) - 1)
            raise

    def _decide(self, code: int) -> None:
        """Take an action of a person."""
        told = {seat: len(lines) for seat, lines in self.told.items()}
        self.moments.append(Moment(self.match.copy(), len(self.taken), told))
        self._take(code, is_own=True)

    def _repeat(self, seat: str, move: str) -> None:
        """Take an action of a saved game. Raises DataError."""
        if self.match.actor != seat:
            raise DataError(f"the saved game is damaged: {self.match.actor or 'nobody'} decides, not {seat}")
        code = self.match.code(move)
        codes = self.match.codes()
        if code not in codes:
            raise DataError(f"the saved game is damaged: {seat} may not {move!r} there")
        if seat in self.people and len(codes) > 1:
            self._decide(code)
        else:
            self._take(code, is_own=False)

    def _go_on(self) -> None:
        """Play until a person has a choice, or to the end; keep the game."""
        match = self.match
        while not match.is_over:
            codes = match.codes()
            if match.actor in self.people and len(codes) > 1:
                break
            self._take(codes[0] if len(codes) == 1 else match.choice(), is_own=False)
        self.state = "over" if match.is_over else "playing"
        if match.is_over:
            self._finish()
        else:
            self.shelf.save("running", self.name, self.script())

    def _take(self, code: int, *, is_own: bool) -> None:
        """Take an action, and tell people."""
        seat, _ = self.match.pending()
        self.taken.append(Taken(seat, code, self.match.text(code), is_own))
        self.match.advance(code)
        self._listen(is_own=is_own)
        if self.frames is not None and self.open is not None:
            number = self.match.setup.seats.index(self.open)
            lines, step = len(self.told[self.open]), shown.step(self.table(), self.match, number)
            self.frames.append(
                {"part": self.table().number, "lines": lines, "step": step | {"decision": None}}
            )

    def _listen(self, *, is_own: bool) -> None:
        """Keep what people have seen happen; a decision of theirs has its number, from 0."""
        for seat, lines in self.told.items():
            new = [[depth, text] for depth, text in self.match.take(self.match.setup.seats.index(seat))]
            if is_own and new and self.taken[-1].seat == seat:
                new[0].append(len(self.moments) - 1)
            lines += new

    def undo(self, to: int) -> None:
        """Go back to a decision of a person, numbered from 0. Raises DataError."""
        if self.state not in ("playing", "over") or to >= len(self.moments):
            raise DataError("there is no such decision to go back to")
        self._back(to)
        self.undone += 1
        self._go_on()

    def _back(self, to: int) -> None:
        moment = self.moments[to]
        self.match = moment.match.copy()
        del self.moments[to:], self.taken[moment.taken :]
        for seat, n in moment.told.items():
            del self.told[seat][n:]
        if self.judging:
            self.judging.is_wanted, self.judging = False, None
        self.state, self.is_recorded = "playing", False

    def look(self, seat: str) -> None:
        """Note who looks at the screen: the person who decides. Raises DataError for another one."""
        if self.state not in ("playing", "over") or seat not in self.people:
            raise DataError("no person plays that seat")
        if self.state == "playing" and self.match.actor != seat:
            raise DataError("another one decides now")
        self.open = seat

    # What is seen -----------------------------------------------------------------------------------

    @property
    def is_covered(self) -> bool:
        """Return whether a person must come to the screen first."""
        return self.state == "playing" and self.match.actor != self.open

    def view(self, *, since: int | None = None) -> dict[str, Any]:
        """Return what may be seen now by the person who looks. since: lines that the page has."""
        found: dict[str, Any] = {"state": self.state, "said": self.said, "seconds": time.time() - self.began}
        if self.state in ("getting ready", "failed"):
            return found
        if self.is_covered or self.open is None:
            actor = self.match.actor or next(iter(self.people))
            return {"state": "covered", "seat": actor, "name": self.called(actor)}
        seat = self.match.setup.seats.index(self.open)
        lines = self.told[self.open]
        return found | {
            "seat": self.open,
            "version": len(self.taken),
            "part": self.table().number,
            "lines": lines[since or 0 :],
            "from": min(since or 0, len(lines)),
            "decisions": len(self.moments),
            "step": shown.step(self.table(), self.match, seat),
            "ending": shown.ending(self.match) if self.state == "over" else None,
            "review": self.judging.facts() if self.judging else None,
        }

    def called(self, seat: str) -> str:
        """Return the name of a seat, and of the person who plays it."""
        name = next(each["name"] for each in self.match.setup.catalogue["seats"] if each["id"] == seat)
        own = self.people.get(seat)
        return f"{name} ({own})" if own else str(name)

    def table(self) -> shown.Table:
        """Return the table of the part that is played."""
        return self._part().table

    def outlook(self) -> Outlook:
        """Return how likely the first side is to win the part that is played, as a function of the state."""
        part = self._part()
        if part.ahead is None:
            part.ahead = advice.outlook(self.match)
        return part.ahead

    def _part(self) -> Part:
        kit = self.match.kit
        if id(kit) not in self._parts:
            self._parts[id(kit)] = Part(shown.Table(kit, len(self._parts)))
        return self._parts[id(kit)]

    # Questions ------------------------------------------------------------------------------------

    def hint(self, text: str) -> dict[str, Any]:
        """Return what a bot says to the person who looks, as `advice.hint` does."""
        self._decider()
        found = advice.hint(self.match, text, self.outlook())
        self.hints += 1
        self.shelf.save("running", self.name, self.script())
        return found

    def why(self, asked: str, thing: str = "") -> str:
        """Return why an action, or what is about a thing, is not legal, in words that reveal nothing."""
        seat, things = self._decider(), self.table().things
        if thing:
            return advice.why_with(self.match, thing, seat, things)
        return advice.why(self.match, asked, seat, things)

    def _decider(self) -> int:
        """Return the number of the seat of the person who looks. Raises DataError if he does not decide."""
        if self.state != "playing" or self.is_covered or self.open is None:
            raise DataError("there is nothing for you to decide now")
        return self.match.setup.seats.index(self.open)

    def review(self) -> None:
        """Begin to look for better moves than those of people. Raises DataError while the game goes on."""
        if self.state != "over":
            raise DataError("the game is not over: a review would show what is hidden")
        if self.judging is None:
            own = [(each.taken, each.match, self.taken[each.taken].code) for each in self.moments]
            self.judging = advice.Judging(own)

    # Keeping --------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Return the game so far, to be saved."""
        notes = {"undone": self.undone, "hints": self.hints}
        return Script(self.start, self.base, [(each.seat, each.move) for each in self.taken], notes)

    def save(self, name: str) -> None:
        """Save the game under a name."""
        if self.state not in ("playing", "over"):
            raise DataError("the game is not ready yet")
        self.shelf.save("saved", name, self.script())

    def _finish(self) -> None:
        """Add the finished game to those of people, once."""
        if not self.is_recorded:
            self.shelf.add(self.record())
            self.is_recorded = True
            self.shelf.drop("running", self.name)

    def record(self) -> dict[str, Any]:
        """Return the finished game as a line of the file of games."""
        match, start = self.match, self.start
        outcome = match.outcome()
        bots = dict(zip(match.setup.seats, (bot.name for bot in match.bots), strict=True))
        return {
            "game": match.game.name,
            "scenario": match.setup.scenario,
            "seed": match.seed,
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
            "made_by": f"mazarbul {VERSION}",
            "people": self.people,
            "bots": {seat: bot for seat, bot in bots.items() if seat not in self.people},
            "switches": start.switches,
            "decks": start.decks,
            "overlay": start.overlay,
            "changes": [each.model_dump(mode="json") for each in self.changes],
            "position": self.base if is_position(self.base) else None,
            "winner": outcome.winner,
            "end_reason": outcome.end_reason,
            "rounds": outcome.rounds,
            "undone": self.undone,
            "hints": self.hints,
            "decisions": [[each.seat, each.move] for each in self.taken],
        }

    def replay(self) -> str:
        """Return the finished game as the document of a replay. Raises DataError while it goes on."""
        if self.state != "over":
            raise DataError("the game is not over: a replay would show what is hidden")
        codes = [each.code for each in self.taken]
        people = {seat: name or PERSON for seat, name in self.people.items()}
        better = self.judging.found if self.judging else None
        return text_of(document(self.origin.copy(), self.changes, codes, people, better=better))
