"""A game of people in a terminal: what they are told, and what they may type."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

from mazarbul.formats.changes import line as changes_line
from mazarbul.formats.declared import Declared
from mazarbul.formats.errors import REFUSALS, in_words
from mazarbul.sim.games import seen
from mazarbul.sim.games.seating import default_bot
from mazarbul.sim.games.tracing import INDENT, told
from mazarbul.sim.notation import rulebook
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.toml import DataError, user_path
from mazarbul.workbench.kept import MARK, text_of
from mazarbul.workbench.play import FAULTS, Play
from mazarbul.workbench.spoken import Spoken, Zones

Look = Literal["", "game", "table", "news", "decision", "options", "card", "fault", "end"]

PROMPT = "> "
MOST_OPTIONS = 40  # printed unasked
MOST_SCORES = 8
MOST_THINGS = 6
#: Command -> what stands behind it ("" for nothing), and what it does. In square brackets: may be left out.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "?": ("", "this help"),
    "options": ("", "all your options"),
    "table": ("", "the whole table, as you see it"),
    "card": ("NAME", "what a thing on the table says"),
    "hint": ("[BOT]", "what a bot would do, the usual one or another, and how it scores your options"),
    "why": ("ACTION", "which rule forbids an action, as in '{example}', or what is about a thing"),
    "rule": ("ID", "a rule, by the id that a message cites"),
    "undo": ("", "take your last decision back"),
    "save": ("FILE", "write the game so far, to go on from here later"),
    "quit": ("", "stop; the game is kept"),
}


class Say(Protocol):
    """Prints lines. look: what they are, where a terminal can show it; the lines alone tell all."""

    def __call__(self, text: str, look: Look = "") -> None:
        """Print a line, or several."""


class Sitting:
    """A game that is played in a terminal.

    play: the game, begun. ask: returns the line that is typed at a prompt, raises EOFError if none comes.
    """

    def __init__(self, play: Play, ask: Callable[[str], str], say: Say) -> None:
        self.play, self._ask, self._say = play, ask, say
        self._heard: dict[str, int] = {}  # seat -> lines of its story that were printed
        self._seen: dict[str, Zones] = {}  # seat -> the table when it was printed last
        self._is_left = False

    def run(self) -> None:
        """Play until the game is over, the person quits, or nothing more is typed."""
        self._greet()
        self._tell()
        while self.play.state == "playing" and not self._is_left:
            try:
                typed = self._ask(PROMPT).strip()
            except EOFError:
                self._say("")
                return
            except KeyboardInterrupt:
                self._say("")
                raise
            try:
                self._heed(typed)
            except (*FAULTS, *REFUSALS) as error:
                self._say(in_words(error), "fault")

    def farewell(self) -> Iterator[str]:
        """Yield where the game is kept, and how to go on with one that is not over."""
        shelf, name = self.play.shelf, self.play.name
        if self.play.state == "over":
            yield f"kept in {shelf.games}"
        else:
            words = ["mazarbul", "play", "--load", str(shelf.path("running", name))]
            words += [] if shelf.folder.parent == Path() else ["--folder", str(shelf.folder.parent)]
            yield f"the game is kept; to go on: {shlex.join(words)}"

    # What is typed --------------------------------------------------------------------------------

    def _heed(self, line: str) -> None:
        """Do what a line says. Raises DataError for a mistake."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        takes = COMMANDS.get(word, (None, ""))[0]
        if takes is None or (rest and not takes):
            self._act(self._chosen(line))
        elif takes and not rest and not takes.startswith("["):
            raise DataError(f"write it as: {word} {takes}")
        elif word == "?":
            self._help()
        else:
            getattr(self, f"_{word}")(*([rest] if takes else []))

    def _chosen(self, text: str) -> int:
        """Return the index of the option that a number or some letters pick. Raises DataError."""
        options = self._options_now()
        right = f"type a number from 1 to {len(options)}, letters that only one option has, or ? for help"
        if text.isascii() and text.isdecimal():
            if not 1 <= int(text[:9]) <= len(options):
                raise DataError(f"there is no option {text}: {right}")
            return int(text) - 1
        wanted = text.casefold()
        both = [(move.casefold(), said.casefold()) for move, said in options]
        found = [i for i, names in enumerate(both) if wanted in names] if wanted else []
        found = found or [i for i, names in enumerate(both) if any(wanted in name for name in names)]
        if len(found) == 1:
            return found[0]
        if not wanted or not found:
            raise DataError(f"no option has {text!r}: {right}" if wanted else right)
        raise DataError(
            "\n".join(
                [f"{len(found)} options have {text!r}; which one?", *self._listed(found[:MOST_OPTIONS])]
            )
        )

    def _act(self, option: int) -> None:
        self.play.act(option)
        self._tell()

    def _undo(self) -> None:
        if not self.play.moments:
            raise DataError("you have decided nothing yet")
        self.play.undo(len(self.play.moments) - 1)
        self._say("your last decision is taken back")
        self._tell()

    def _hint(self, text: str) -> None:
        found = self.play.hint(text or default_bot(self.play.match.game))
        (chosen,) = self._listed([found["chosen"]])
        self._say(f"{found['bot']} would take {chosen.strip()}")
        scores = found["scores"]
        best = sorted(range(len(scores)), key=lambda i: -scores[i])[:MOST_SCORES] if scores else []
        width = max((len(f"{scores[i]:g}") for i in best), default=0)
        for i, line in zip(best, self._listed(best), strict=True):
            self._say(f"{scores[i]:{width}g} {line}")

    def _why(self, action: str) -> None:
        self._say(self.play.why(action))

    def _rule(self, name: str) -> None:
        self._print(rulebook.report(name))

    def _card(self, text: str) -> None:
        """Print what things say that the person sees; their names have a text in them."""
        named = [thing for thing in self.play.view()["step"]["things"] if not _is_back(thing)]
        wanted = text.casefold()
        found = [each for each in named if each["name"].casefold() == wanted] or [
            each for each in named if wanted in f"{each['name']}\n{each['id']}".casefold()
        ]
        if not found:
            raise DataError(f"you see nothing that is called {text!r}: 'table' lists what there is")
        for said in list(dict.fromkeys(map(_described, found)))[:MOST_THINGS]:
            self._say(said, "card")

    def _table(self) -> None:
        self._print(self._spoken().whole(), "table")

    def _options(self) -> None:
        self._print(self._listed(range(len(self._options_now()))), "options")

    def _save(self, name: str) -> None:
        path = user_path(name)
        if path.exists() and not (path.is_file() and MARK in path.read_text("utf-8", "replace")):
            raise DataError(f"{path} is there and is no saved game: name another file")
        write_whole(path, text_of(self.play.script()).encode())
        self._say(f"saved; to go on from here: {shlex.join(['mazarbul', 'play', '--load', str(path)])}")

    def _quit(self) -> None:
        self._is_left = True

    def _help(self) -> None:
        self._say("take an option by its number, or by letters that only it has; else type")
        example, _ = self._options_now()[0]
        for word, (takes, does) in COMMANDS.items():
            self._say(f"{INDENT}{f'{word} {takes}':12} {does.format(example=example)}")

    # What is told ---------------------------------------------------------------------------------

    def _greet(self) -> None:
        """Print what is played, and by whom."""
        match, people = self.play.match, self.play.people
        said = [f"{match.setup.title} ({match.game.name}/{match.setup.scenario}), seed {match.seed}"]
        for seat, bot in zip(match.setup.seats, match.bots, strict=True):
            said.append(f"{INDENT}{self.play.called(seat)}: {'you' if seat in people else bot.name}")
        if self.play.changes:
            said.append(f"not as printed: {changes_line(self.play.changes)}")
        self._print([*said, "type ? for help"], "game")

    def _tell(self) -> None:
        """Print what has happened, what is new on the table, and the options; or the end."""
        play = self.play
        if play.is_covered or play.open is None:
            play.look(play.match.actor or next(iter(play.people)))
        seat = play.open
        assert seat is not None, "somebody looks"
        lines = play.told[seat]
        heard, self._heard[seat] = min(self._heard.get(seat, 0), len(lines)), len(lines)
        self._print(told((each[0], each[1]) for each in lines[heard:]))
        spoken = self._spoken()
        before, self._seen[seat] = self._seen.get(seat), spoken.zones
        self._say("")
        if play.state == "over":
            self._print(play.view()["ending"]["lines"], "end")
            return
        if before is None:
            self._print(spoken.whole(), "table")
        else:
            self._print(spoken.news(seat, before), "news")
        _, kind = play.match.pending()
        self._say(f"{self._clock()}: {play.called(seat)} decides ({kind.replace('_', ' ')})", "decision")
        n = len(play.match.codes())
        self._print(self._listed(range(min(n, MOST_OPTIONS))), "options")
        if n > MOST_OPTIONS:
            self._say(f"{INDENT}and {n - MOST_OPTIONS} more: 'options' lists them, letters find them")

    def _print(self, lines: Iterable[str], look: Look = "") -> None:
        if text := "\n".join(lines):
            self._say(text, look)

    def _clock(self) -> str:
        """Return when it is: "Round 3, action"."""
        match, table = self.play.match, self.play.table()
        number, phase = table.scenery.clock(table.names, match.state)
        return f"{Declared.of(match.setup.catalogue).words.round.capitalize()} {number}, {phase}"

    def _spoken(self) -> Spoken:
        """Return the table as the person sees it who decides."""
        match, seat = self.play.match, self.play.open
        zones = seen.zones(match.kit, match.state, match.setup.seats.index(seat or ""))
        return Spoken(self.play.table(), zones)

    def _options_now(self) -> list[tuple[str, str]]:
        """Return the options: as scripts write them, and in words."""
        match = self.play.match
        seat, _ = match.pending()
        number = match.setup.seats.index(seat)
        return [(match.text(code), match.act(number, code)) for code in match.codes()]

    def _listed(self, numbers: Iterable[int]) -> list[str]:
        """Return options in words with their numbers; as scripts write them, too, where words do not tell."""
        options = self._options_now()
        texts, width = Counter(text for _, text in options), len(str(len(options)))
        found = ((i, *options[i]) for i in numbers)
        return [
            f"{INDENT}{i + 1:{width}}  {text}{f' ({move})' if texts[text] > 1 else ''}"
            for i, move, text in found
        ]


def _is_back(thing: Mapping[str, Any]) -> bool:
    return str(thing["id"]).startswith(f"{seen.BACK}:")


def _described(thing: Mapping[str, Any]) -> str:
    """Return what a thing is and says."""
    facts = ", ".join(f"{each['label']} {each['value']}" for each in thing.get("facts", ()))
    head = "; ".join(each for each in (thing.get("kind", ""), facts) if each)
    return "\n".join(filter(None, [f"{thing['name']}: {head}", thing.get("text", "")]))
