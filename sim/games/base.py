"""A game with TOML data: the part of the game contract that follows from the data alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, Unpack

from pydantic import BaseModel

from mazarbul.formats import ladders, people
from mazarbul.formats.changes import Change
from mazarbul.sim.bots.bot import Bot, check_avoided
from mazarbul.sim.bots.files import BotSpec, available_bots, load_bot
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.compile.once import compiled
from mazarbul.sim.data.book import Book
from mazarbul.sim.data.changes import SCENARIO, SWITCHES, changes_of
from mazarbul.sim.data.ladders import load_ladders
from mazarbul.sim.data.loading import texts_at
from mazarbul.sim.data.people import load_people
from mazarbul.sim.data.switches import switch_help, switch_words
from mazarbul.sim.data.values import value_at
from mazarbul.sim.engine.faults import run_kernel
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.games.content import Content
from mazarbul.sim.games.contract import Families, Given, HasDecks, Setup, Swap, Variant, able
from mazarbul.sim.toml import DataError

if TYPE_CHECKING:
    from mazarbul.sim.games.kit import Kit
    from mazarbul.sim.notation.script import ScriptPlayer

D = TypeVar("D")  # the checked data of a scenario


class Named(Protocol):
    """A card as its data describes it."""

    id: str
    name: str


class DataGame(Generic[D]):
    """A game of `mazarbul.sim.games.contract` made from a book of rows, scenarios and switches.

    content: what it is made from. bot_spec: what its bots can be made from. people: the file with what is
    known of people's games, if there is one. ladders: the file with what audits of its scenarios found.
    kit_at, script_at: the class of its kits and that of its scripts, by their path from the folder of the
    game's module; they take long to import.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    content: ClassVar[Content]
    bot_spec: ClassVar[BotSpec]
    people: ClassVar[Path | None] = None
    ladders: ClassVar[Path | None] = None
    kit_at: ClassVar[str] = "kit.Kit"
    script_at: ClassVar[str] = "text.script.Script"

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        return self._class_at(self.kit_at)

    def printed(self) -> Book:
        """Return the game as printed."""
        return self.content.printed.book()

    def load(self, scenario: str | Path, **given: Unpack[Given]) -> D:
        """Read, merge and check everything a scenario needs."""
        return self.content.load(scenario, **given)

    def values_of(self, data: D) -> Mapping[str, object]:
        """Return everything that an overlay can change, as nested tables."""
        return self.content.values(data)

    def known_words(self, setup: Setup) -> Collection[str]:  # noqa: ARG002
        """Return every word that a bot may avoid: none, unless the game says otherwise."""
        return ()

    def models(self) -> Mapping[str, type[BaseModel]]:
        """Return the models of what an overlay changes: kind of row, `scenario`, `seat` -> model."""
        return self.content.printed.models

    def value_words(self) -> Mapping[str, str]:
        """Return names of values and kinds of rows whose ids say too little: dotted path in a row -> name."""
        return self.content.value_words

    def scenarios(self) -> dict[str, str]:
        """Return the scenarios that come with the game: id -> title."""
        return texts_at(self.printed().scenarios, "title")

    def switches(self) -> dict[str, str]:
        """Return the rule switches: id -> meaning, values and default."""
        return switch_help(self.printed().switches)

    def switch_words(self) -> dict[str, tuple[str, ...]]:
        """Return the values of each rule switch as they are typed: id -> values."""
        return switch_words(self.printed().switches)

    def bots(self) -> dict[str, str]:
        """Return bot name -> one line of help."""
        return available_bots(self.bot_spec)

    def bot(self, name: str, setup: Setup | None = None) -> Bot:
        """Return the bot given as a name or TOML file with added words (see `mazarbul.sim.bots.bot`).

        setup: the set-up that it will play, for its weights there; it must know what the bot avoids.
        """
        spec = replace(self.bot_spec, scenarios=self.scenarios())
        if setup is not None:
            spec = replace(spec, scenario=setup.scenario, parts=setup.parts)
        bot = load_bot(spec, name)
        if setup is not None:
            check_avoided([bot], self.known_words(setup))
        return bot

    def weights(self) -> Weights:
        """Return the weights of its bots."""
        return self.bot_spec.weights

    def weighed_sides(self) -> Sequence[str]:
        """Return the sides whose weights a bot has, in the order of `Bot.weights`."""
        return self.bot_spec.sides

    def setup(self, scenario: str, **given: Unpack[Given]) -> Setup:
        """Make a scenario (an id, or the path of a TOML file) ready to play."""
        if "decks" in given:
            able(self, HasDecks)
        found = self.content.setup(self.content.tables(self.load(scenario, **given)))
        known = {
            key: load(path).about(found.scenario).model_dump(mode="json", exclude_defaults=True)
            for key, path, load in (
                (people.KEY, self.people, load_people),
                (ladders.KEY, self.ladders, load_ladders),
            )
            if path is not None
        }
        return replace(found, catalogue=found.catalogue | {key: each for key, each in known.items() if each})

    def value(self, path: str, scenario: str, **given: Unpack[Given]) -> int | float | bool | str:
        """Return the value of a dotted overlay path such as `card.gimli.icons.path`, defaults included."""
        return value_at(path, self.values(scenario, **given))

    def values(self, scenario: str, **given: Unpack[Given]) -> Mapping[str, object]:
        """Return everything that an overlay can change, as nested tables, defaults included."""
        return self.values_of(self.load(scenario, **given))

    def variants(self, scenario: str, **given: Unpack[Given]) -> list[Variant]:
        """Return every variant of the things in play: blank, or one of its numbers changed by one."""
        return self.content.variants(self.load(scenario, **given))

    def changes(self, scenario: str, setup: Setup, **given: Unpack[Given]) -> list[Change]:
        """Return what is not as printed in a set-up. scenario, given: what it was made from."""
        is_printed = scenario in self.printed().scenarios
        if is_printed and not given:
            return []
        switches = tuple(sorted(setup.switches.items()))
        base = dict(_printed_values(self, scenario if is_printed else next(iter(self.scenarios())), switches))
        now = self.values(scenario, **given) if setup.data is None else self.values_of(setup.data)
        if not is_printed:  # its things are compared with the printed ones, the scenario with itself
            own = _values_of(self, scenario, switches) or now
            base |= {name: own[name] for name in (SCENARIO, SWITCHES)}
        seats, chosen = setup.catalogue["seats"], given.get("decks", ())
        decks = {seat["id"]: seat["deck"] for seat in seats if seat["id"] in chosen}
        return changes_of(base, now, self.value_words(), decks)

    def play(self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> Families:
        """Play games `first` .. `first + n - 1` of a run seed: family -> column -> n values.

        Raises ValueError for bots that decide outside of this kernel: `mazarbul.sim.games.whole.play` seats
        them.
        """
        if any(bot.search for bot in bots):
            raise ValueError("bots that search play move by move, see mazarbul.sim.games.seating")
        kit = self.kit_class()
        s, kept, mind = empty_record(kit.state), kit.parts.recorder(setup, n), kit.parts.mind(bots, setup)
        arguments = s, setup.tables, mind, seed, first, *kept.arrays
        run_kernel(kit.steps.play_batch, self.name, *arguments, seed=seed)
        return kept.families(first)

    def kit(self, setup: Setup) -> Kit:
        """Return the kit that plays a set-up step by step."""
        return self.kit_class()(setup)

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""
        from mazarbul.sim.games import tracing

        return tracing.lines(self, setup, bots, seed, index)

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        return self._class_at(self.script_at)(self, file)

    def _class_at(self, path: str) -> Any:
        """Return the class at a path from the folder of the game's module."""
        folder, (module, name) = type(self).__module__.rpartition(".")[0], path.rsplit(".", 1)
        return getattr(import_module(f"{folder}.{module}"), name)

    def run_script(self, path: Path) -> list[str]:
        """Replay a script file and return its report; raises a DataError if an expectation fails."""
        return self.script(path).play()

    def warm_up(self, setup: Setup, bots: Sequence[Bot]) -> bool:
        """Compile or load every kernel that playing needs; return whether any was compiled."""
        return compiled(self.name, lambda: self.play(setup, bots, 0, 0, 1))


@lru_cache(maxsize=8)
def _printed_values(game: DataGame, scenario: str, switches: tuple[tuple[str, object], ...]) -> Mapping:
    """Return the values of a printed scenario under some switches; they are asked for once a run."""
    return _values_of(game, scenario, switches)


def _values_of(game: DataGame, scenario: str, switches: tuple[tuple[str, object], ...]) -> Mapping:
    """Return the values of a scenario: under some switches, but with its own values of the switches.

    Where it cannot be played so without what else is given (its own decks may break a rule that a switch
    turns on), it is as printed; nothing if it cannot be played alone at all.
    """
    try:
        own = game.values_of(game.load(scenario))
    except DataError:
        return {}
    try:
        switched = game.values_of(game.load(scenario, switches=dict(switches)))
    except DataError:
        return own
    return {**switched, SWITCHES: own[SWITCHES]}


class DeckGame(DataGame[D]):
    """A game made from data, whose seats play decks of cards."""

    def decks(self) -> dict[str, str]:
        """Return the decks that come with the game: id -> name."""
        return texts_at(self.printed().rows["deck"], "name")

    def swaps(self, scenario: str, seat: str, **given: Unpack[Given]) -> list[Swap]:
        """Return every exchange of one card of a seat's deck that its deck rules allow."""
        return self.content.swaps(self.load(scenario, **given), seat)


def exchange(seat: str, deck: str, held: Mapping[str, int], out: Named, put: Named) -> Swap:
    """Return the exchange of one copy of a card for one of another. held: card id -> copies in the deck."""
    copies = {out.id: held[out.id] - 1, put.id: held.get(put.id, 0) + 1}
    return Swap(
        id=f"{out.id}.{put.id}",
        seat=seat,
        out=out.id,
        out_name=out.name,
        put=put.id,
        put_name=put.name,
        overlay={"deck": {deck: {"cards": copies}}},
    )
