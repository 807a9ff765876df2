"""What a person may ask at the table: a bot's opinion, who is ahead, why not, and afterwards his blunders."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any

from mazarbul.formats.errors import REFUSALS, in_words
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.python import PythonBot
from mazarbul.sim.bots.search import Search
from mazarbul.sim.compile.once import compiled
from mazarbul.sim.engine.actions import packed, unpacked
from mazarbul.sim.engine.faults import GameFault
from mazarbul.sim.games import seen
from mazarbul.sim.games.kit import Outlook
from mazarbul.sim.games.match import in_kernels
from mazarbul.sim.games.replay import DIGITS, Judged, scores_of
from mazarbul.sim.games.searching import Better
from mazarbul.sim.games.seating import bot_of, default_bot
from mazarbul.sim.games.seen import SeenMatch
from mazarbul.sim.notation import rulebook
from mazarbul.sim.notation.lines import ScriptError
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.reviewed import is_clear
from mazarbul.sim.runner.warming import announced
from mazarbul.sim.toml import DataError
from mazarbul.studies.review import ROLLOUTS, WORLDS, searcher_of
from mazarbul.workbench.shown import called, names

UNSEEN = "it is about a card that you do not see, so nothing is said of it"
NOT_ABOUT = "your decision is not about it"
LEGAL = "what you may do with it is among your options"
PILE = "deck"  # sort of a pile to draw from; no thing of the table is one, though a die has the same word
MOST_REASONS = 4
ID = re.compile(r"\b[a-z0-9_#]+")  # as scripts write what has a name
NAMED = ("places", "regions", "figures", "factions", "seats", "sides")  # in a catalogue, besides cards
COPY = re.compile(r"#\d+$")
PATIENCE_SECONDS = 150  # a page that is hidden looks once a minute

Things = Mapping[str, Mapping[str, Any]]
"""What a table may have: the id of a thing -> its name and what it says."""


class Sayer(Quiet):
    """Hands on what is going on. hears: what is told, which has `said`."""

    def __init__(self, hears: Any) -> None:
        self.hears = hears

    def say(self, text: str) -> None:
        """Hand on a line."""
        self.hears.said = text


def usual(match: SeenMatch) -> Bot:
    """Return the usual bot of a game."""
    return bot_of(match.game, default_bot(match.game), match.setup)


def outlook(match: SeenMatch) -> Outlook:
    """Return how likely the first side is to win as the usual bot sees it, as a function of the state."""
    return match.kit.outlook([usual(match)] * len(match.bots))


def warm_up(match: SeenMatch, ahead: Outlook) -> None:
    """Compile or load what is asked of bots, so that nobody waits for it later. ahead: `outlook`, kept."""
    bot = usual(match)
    compiled(match.game.name, lambda: (match.choice(bot), _scores(match, bot), ahead(match.state)))


def hint(match: SeenMatch, text: str, ahead: Outlook) -> dict[str, Any]:
    """Return what a bot would do, how it scores the options, and who is ahead as the usual bot sees it.

    ahead: `outlook`, kept, since to load the usual bot takes longer than all else. chance: how likely the
    first side is to win, as far as the deciding seat knows the table; None if unknown.
    """
    bot = bot_of(match.game, text, match.setup)
    codes, chosen = match.codes(), match.choice(bot)
    scores = None if isinstance(bot, PythonBot) else _scores(match, bot)
    chance = ahead(match.state)
    share = None if chance is None else round(chance, DIGITS)
    return {"bot": bot.name, "chosen": codes.index(chosen), "scores": scores, "chance": share}


def _scores(match: SeenMatch, bot: Bot) -> list[float] | None:
    return scores_of(match.kit.scorer(in_kernels([bot] * len(match.bots))), match.state)


def why(match: SeenMatch, asked: str, seat: int, things: Things) -> str:
    """Return why an action is not legal for a seat, or what is about a thing, in words that reveal nothing.

    asked: the action, or the thing by its name. things: as for `why_with`.
    """
    hidden = seen.unseen(match.kit, match.state, seat)
    try:
        code = match.code(asked)
        text, reason = match.text(code), match.why_not(code)
    except ScriptError:
        thing = _thing_called(asked, things, hidden)
        if thing is not None:
            return why_with(match, thing, seat, things)
        form = f"write it as the options are written: '{match.legal()[0]}'"
        return f"'{asked}' is no action of this game, and nothing on the table has this name; {form}"
    if _is_named(hidden, f"{text} {reason or ''}"):
        return UNSEEN
    said = f'"{match.act(seat, code)}"'
    return f"{said} is legal now" if reason is None else f"{said}: {_in_names(match, things, reason)}"


def _thing_called(text: str, things: Things, hidden: Container[str]) -> str | None:
    """Return the id of the thing that has a name, also that of scripts; of several, one that is seen."""
    wanted = text.casefold()
    known = {thing: (each["name"].casefold(), called(thing).casefold()) for thing, each in things.items()}
    found = [thing for thing, its in known.items() if wanted in its]
    return min(found, key=lambda thing: called(thing) in hidden, default=None)


def why_with(match: SeenMatch, thing: str, seat: int, things: Things) -> str:
    """Return why a seat may not do anything else with a thing of the table now, as `why` does.

    thing: its id. things: all things that a table may have by their ids, but for backs.
    """
    hidden = seen.unseen(match.kit, match.state, seat)
    if thing.startswith(f"{seen.BACK}:") or called(thing) in hidden:
        return UNSEEN
    if thing not in things:
        return NOT_ABOUT
    found: dict[str, int] = {}  # reason -> the first action that it forbids
    is_legal = False
    for text in _actions_with(match, thing):
        try:
            reason = match.why_not(code := match.code(text))
        except ScriptError:
            continue
        is_legal = is_legal or reason is None
        if reason is not None and not _is_named(hidden, f"{text} {reason}"):
            found.setdefault(_in_names(match, things, reason), code)
    reasons = _told_apart(found, things[thing]["name"])
    lines = [f'"{match.act(seat, found[reason])}": {reason}' for reason in reasons]
    return "\n".join([*lines, *[LEGAL] * is_legal]) or NOT_ABOUT


def _in_names(match: SeenMatch, things: Things, text: str) -> str:
    """Return a text with the names of cards and of all that is `NAMED` instead of their ids."""
    known = {
        each: things[each]["name"] + "".join(f" {copy}" for copy in COPY.findall(each)) for each in things
    }
    for group in NAMED:
        known |= {each["id"]: each["name"] for each in match.setup.catalogue.get(group, ())}
    return ID.sub(lambda found: str(known.get(found[0], found[0])), text)


def _told_apart(reasons: Iterable[str], name: str) -> list[str]:
    """Return a few reasons: one for each rule that is cited, such as has the name of the thing."""
    by_rule: dict[Any, str] = {}
    for reason in sorted(reasons, key=lambda reason: name not in reason):
        by_rule.setdefault(tuple(rulebook.ID.findall(reason)) or reason, reason)
    return list(by_rule.values())[:MOST_REASONS]


def _actions_with(match: SeenMatch, thing: str) -> Iterable[str]:
    """Return the actions that could answer the decision and name a thing, each once, for many are alike.

    thing: its id. Where it comes second, as the place to which something goes, only what can go elsewhere.
    """
    moves, known = match.kit.moves, match.kit.names
    legal = {unpacked(code)[:2] for code in match.codes()}

    def values(sort: str, a: int = 0) -> Iterator[tuple[int, str]]:
        for value in range(moves.kinds.sorts[sort] if sort else 1):
            with suppress(LookupError, TypeError, ValueError):
                yield value, moves.parts[sort].text(known, value, a) if sort in moves.parts else ""

    def about(a: str, own: str, b: str = "", other: str = "") -> bool:
        said = " ".join(text for sort, text in ((a, own), (b, other)) if sort != PILE)
        return names(said, thing)

    kinds = [kind for kind in moves.kinds if moves.kinds.fits(int(match.state.decision), kind.number)]
    found = (
        match.text(packed(kind.number, a, b))
        for kind in kinds
        for a, own in values(kind.a)
        if about(kind.a, own) or called(thing).startswith(own) or (kind.number, a) in legal
        for b, other in values(kind.b, a)
        if about(kind.a, own, kind.b, other)
    )
    return dict.fromkeys(found)


def _is_named(cards: Container[str], text: str) -> bool:
    """Return whether a text names one of the cards that a seat does not see."""
    return any(word.strip("',.;:()") in cards for word in text.split())


def cited(said: str) -> Iterator[str]:
    """Yield the texts of the rules that a sentence cites, paragraph by paragraph."""
    known = rulebook.rules()
    for name in dict.fromkeys(rulebook.ID.findall(said)):
        if name in known:
            yield from _paragraphs(known[name].lines())


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """Return a head and its lines with those joined that a terminal keeps apart; lists and tables stay."""
    found: list[str] = []
    for line in lines:
        if len(found) > 1 and not line.lstrip().startswith(("- ", "|")):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


class Judging:
    """Looks for better moves than those of people, decision by decision, in a thread of its own.

    It rests when no page has looked at it for a while, and goes on when one does.

    decisions: (number of the decision, the game before it, what was done). done: how many are judged. said:
    what goes on, or what went wrong. found: decision -> the move that is clearly better there. lines: of
    each, by the gain.
    """

    def __init__(self, decisions: Sequence[tuple[int, SeenMatch, int]]) -> None:
        self.decisions, self.done, self.said, self.is_over = decisions, 0, "", False
        self.found: dict[int, Judged] = {}
        self.lines: list[dict[str, Any]] = []
        self.is_wanted = True
        self._begin()

    def _begin(self) -> None:
        self._seen = time.monotonic()
        self._thread = threading.Thread(target=self._judge, daemon=True, name="review")
        self._thread.start()

    def facts(self) -> dict[str, Any]:
        """Return how far it is, and what it has found, for a page that looks at it."""
        self._seen = time.monotonic()
        if self.is_wanted and not self.is_over and not self._thread.is_alive():
            self._begin()
        worst = sorted(self.lines, key=lambda line: -line["gain"])
        return {
            "done": self.done,
            "planned": len(self.decisions),
            "said": self.said,
            "is_over": self.is_over,
            "worst": worst,
        }

    def _judge(self) -> None:
        try:
            with announced(Sayer(self)):
                self.is_over = self._look()
        except (DataError, GameFault, *REFUSALS) as error:
            self.said, self.is_over = in_words(error), True
        except BaseException:
            self.is_over = True
            raise

    def _look(self) -> bool:
        """Judge what is left, and return whether nothing is."""
        judges: dict[int, Any] = {}
        for decision, before, code in self.decisions[self.done :]:
            if not self.is_wanted or time.monotonic() - self._seen > PATIENCE_SECONDS:
                return False
            kit = before.kit
            if id(kit) not in judges:  # a campaign goes on with the kit of its next quest
                bots = [usual(before)] * len(before.bots)
                judges[id(kit)] = searcher_of(kit).judge(copy(kit), bots, Search(rollouts=ROLLOUTS), WORLDS)
            self._weigh(decision, before, code, judges[id(kit)])
            self.done, self.said = self.done + 1, ""
        return True

    def _weigh(self, decision: int, before: SeenMatch, code: int, judge: Any) -> None:
        """Note what is clearly better at a decision."""
        found: list[Better | None] = []
        compiled(before.game.name, lambda: found.append(judge(before.state, code)))
        if found[-1] is None:
            return
        gain = float(found[-1].gain.mean())
        error = float(found[-1].gain.std(ddof=1) / WORLDS**0.5)
        if not is_clear(gain, error):
            return
        (seat, kind), other = before.pending(), found[-1].other
        number = before.setup.seats.index(seat)
        self.found[decision] = Judged(seat, kind, before.text(other), gain, error)
        own, better = before.act(number, code), before.act(number, other)
        at = {"gain": round(100 * gain), "error": round(100 * error)}
        self.lines.append({"seat": seat, "own": own, "better": better, **at})
