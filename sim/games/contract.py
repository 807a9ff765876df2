"""What a game provides, so that runner, studies, trace and command line depend on no particular game.

Every game has the core, `Game`. What only some games have, such as decks, is a capability: a small protocol
that a game may follow. Code checks for it with `isinstance` or, if the user asked for it, with `able`.

Sides and seats. Every seat has a side (`Setup.seat_sides`), and `catalogue["sides"]` names the sides. In a
game of sides against each other all of them have seats. In a game of players together against a quest one
side has all seats. The other side, the quest, has cards in the catalogue (side "encounter", seat "") and
wins the games that the players lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, Unpack, runtime_checkable

from mazarbul.formats.changes import Change
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.overlays import Overlays
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.data.variants import Variant
from mazarbul.sim.games.records import Families
from mazarbul.sim.games.records import Labelled as Labelled
from mazarbul.sim.toml import DataError

if TYPE_CHECKING:
    from mazarbul.sim.bots.weights import Weights
    from mazarbul.sim.effects.vocabulary import Vocabulary
    from mazarbul.sim.games.kit import Kit
    from mazarbul.sim.notation.script import ScriptPlayer


@dataclass(frozen=True)
class Restriction:
    """Something that the bots of a side can be made to avoid.

    word: the word after `avoid=` in a bot's text, such as "card:gimli". kind, thing: its parts; the game
    declares the kind among its `subjects`. name: of the thing. side: the side whose bots are restricted.
    label: what a restricted bot does, such as "does not use Gimli".
    """

    word: str
    kind: str
    thing: str
    name: str
    side: str
    label: str


@dataclass(frozen=True)
class Swap:
    """One card of a seat's deck exchanged for another: one copy out, one copy in, at the same deck size.

    It needs no kind, as restrictions and variants do: decks contain nothing but cards.

    id: valid in a file name. seat: the deck's seat. out, out_name: id and name of the card that leaves; put,
    put_name: of the card that enters. overlay: the change, to be laid over the base's own overlays.
    """

    id: str
    seat: str
    out: str
    out_name: str
    put: str
    put_name: str
    overlay: dict[str, Any]

    @property
    def label(self) -> str:
        """Return the exchange in words."""
        return f"{self.out_name} out, {self.put_name} in"


class Given(TypedDict, total=False):
    """What a scenario can be given; anything left out is as printed.

    switches: id -> value. overlay: changes to the data, later ones laid over earlier ones; for games that
    follow `HasValues`. decks: seat -> deck id or file; for games that follow `HasDecks`.
    """

    switches: Mapping[str, object]
    overlay: Overlays
    decks: Mapping[str, str | Path]


class Game(Protocol):
    """The core of a game. User mistakes raise `mazarbul.sim.toml.DataError`."""

    @property
    def name(self) -> str:
        """Its id."""

    @property
    def title(self) -> str:
        """Its name."""

    def scenarios(self) -> dict[str, str]:
        """Return scenario id -> title."""

    def switches(self) -> dict[str, str]:
        """Return switch id -> one line of help."""

    def bots(self) -> dict[str, str]:
        """Return bot name -> one line of help."""

    def setup(self, scenario: str, **given: Unpack[Given]) -> Setup:
        """Make a scenario (an id, or the path of a TOML file) ready to play."""

    def bot(self, name: str, setup: Setup | None = None) -> Bot:
        """Return the bot given as a name or TOML file with added words (see `mazarbul.sim.bots.bot`).

        setup: the set-up that it will play, for its weights there and to check what it avoids.
        """

    def warm_up(self, setup: Setup, bots: Sequence[Bot]) -> bool:
        """Compile or load every kernel that playing needs; return whether any was compiled."""

    def play(self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> Families:
        """Play games `first` .. `first + n - 1` of a run seed."""


@runtime_checkable
class HasKit(Protocol):
    """Its games can be played one at a time: by `match`, traces and Python bots."""

    def kit(self, setup: Setup) -> Kit:
        """Return the kit that plays a set-up step by step."""


@runtime_checkable
class HasDecks(Protocol):
    """Its seats play decks that can be chosen: its methods accept `decks`."""

    def decks(self) -> dict[str, str]:
        """Return deck id -> name."""


class DeckInFile(Protocol):
    """A user's deck, read and checked."""

    def facts(self) -> dict[str, Any]:
        """Return what is in it as plain data."""

    def lines(self) -> list[str]:
        """Return what is in it in words."""

    def written(self, form: str) -> str:
        """Return it in another form."""


@runtime_checkable
class HasDeckLists(Protocol):
    """It reads decks as sites and programs for building decks export them, and writes them."""

    def deck_forms(self) -> tuple[str, ...]:
        """Return the names of the forms in which a deck can be written."""

    def deck_in(self, deck: str | Path) -> DeckInFile:
        """Return a deck by its id or from a file. Raises DataError with all its mistakes."""


@runtime_checkable
class HasValues(Protocol):
    """Overlays can change its data: its methods accept `overlay`."""

    def value(self, path: str, scenario: str, **given: Unpack[Given]) -> int | float | bool | str:
        """Return the value at an overlay's dotted path in the game that `setup` makes from the same input.

        path: as for `mazarbul.sim.data.overlays.overlay_at`. Defaults count. Raises DataError naming the
        unknown part of a path and the nearest known one.
        """


@runtime_checkable
class HasKeys(Protocol):
    """It can list everything that an overlay can change."""

    def values(self, scenario: str, **given: Unpack[Given]) -> Mapping[str, object]:
        """Return the game that `setup` makes from the same input as nested tables, defaults included."""


@runtime_checkable
class HasChanges(Protocol):
    """It can say what of a set-up is not as printed."""

    def changes(self, scenario: str, setup: Setup, **given: Unpack[Given]) -> list[Change]:
        """Return what is not as printed: switches, decks, things, the scenario.

        scenario, given: what `setup` was made from.
        """


@runtime_checkable
class HasVariants(Protocol):
    """It can list the small changes of its cards, places or other things that are worth trying."""

    def variants(self, scenario: str, **given: Unpack[Given]) -> list[Variant]:
        """Return every variant of the things in play, in the game that `setup` makes from the same input."""


@runtime_checkable
class HasSwaps(Protocol):
    """It knows which cards of a deck can be exchanged."""

    def swaps(self, scenario: str, seat: str, **given: Unpack[Given]) -> list[Swap]:
        """Return every exchange of one card of a seat's deck that its deck rules allow.

        The game is the one that `setup` makes from the same input. Raises DataError for an unknown seat.
        """


@runtime_checkable
class HasRestrictions(Protocol):
    """Its bots can be made to avoid something."""

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what makes sense for the bots of each side to avoid in this set-up."""


@runtime_checkable
class HasWeights(Protocol):
    """Its bots weigh what they do by numbers that a bot's file can change."""

    def weights(self) -> Weights:
        """Return the weights of its bots."""

    def weighed_sides(self) -> Sequence[str]:
        """Return the sides whose weights a bot has, in the order of `Bot.weights`: one vector for each."""


@runtime_checkable
class HasVocabulary(Protocol):
    """Its cards' texts are programs in the effect language."""

    def vocabulary(self) -> Vocabulary:
        """Return the words of its texts."""


@runtime_checkable
class HasTrace(Protocol):
    """It can print a game of a run step by step."""

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""


@runtime_checkable
class HasScripts(Protocol):
    """Its situations can be written as scripts."""

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file of this game."""


#: The message for a game that lacks a capability, after the game's title.
_LACKS = {
    HasKit: "cannot be played step by step",
    HasDecks: "has no decks to choose",
    HasDeckLists: "reads and writes no lists of decks",
    HasValues: "has no data that an overlay could change",
    HasKeys: "has no data that an overlay could change",
    HasChanges: "cannot say what is not as printed",
    HasVariants: "lists no variants to try",
    HasSwaps: "has no decks whose cards could be exchanged",
    HasRestrictions: "has nothing that bots could avoid",
    HasWeights: "has no weights for its bots",
    HasVocabulary: "has no texts in the effect language",
    HasTrace: "cannot be printed step by step",
    HasScripts: "has no scripts",
}
C = TypeVar("C")


def able(game: Game, capability: type[C]) -> C:
    """Return the game, typed as having a capability; raises DataError if it lacks it."""
    if not isinstance(game, capability):
        raise DataError(f"{game.title} ({game.name}) {_LACKS[capability]}")
    return game
