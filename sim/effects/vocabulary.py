"""How a game declares the words of its effects.

A `Vocabulary` lists statements (`Operation`, `Modifier`), values (`Condition`, `Quantity`, `Term`)
and the words of its sets (`Attribute`, `Changing`, `Relation`, `Live`). Each word has a help line and, as
keyword arguments, the types of its parameters in the order of the row. The codes of words and the
columns of their arguments follow from that; kernels take them from `codes` and `columns`.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from mazarbul.sim.effects.codes import FIRST_CODE, ROW_WIDTH, VALUE_LIMIT, VALUE_WIDTH
from mazarbul.sim.engine.declared import Numbers, numbered, valued

VALUES = "value"  # the space of codes that all values share
END_OF_BLOCK = "end"  # the column of a word with a block that has the first row after the block

# --- types of arguments ------------------------------------------------------------------------


class _Names:
    """Some names, each with an int.

    label: what the names are, e.g. "player". names: the names, numbered in order, or name -> int.
    """

    def __init__(self, label: str, names: Mapping[str, int] | Iterable[str]) -> None:
        self.label = label
        self.names = dict(names) if isinstance(names, Mapping) else self._numbered(tuple(names))

    def _numbered(self, names: tuple[str, ...]) -> dict[str, int]:
        return {name: i for i, name in enumerate(names)}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.label!r}, {self.names})"

    @property
    def codes(self) -> Numbers:
        """The names in capitals as a named tuple of their ints, for kernels."""
        return valued(self.label.capitalize(), {name.upper(): code for name, code in self.names.items()})


class Choice(_Names):
    """Exactly one of some names."""


class Flags(_Names):
    """One name or several joined by `|`; their ints are bit masks and are joined in the same way."""

    def _numbered(self, names: tuple[str, ...]) -> dict[str, int]:
        return {name: 1 << i for i, name in enumerate(names)}


@dataclass(frozen=True)
class Value:
    """An expression of a sort: "number", "condition", or a game's own.

    names: further words that may replace the whole expression or a branch of `a if c else b`, with the
    constant of each.
    """

    sort: str
    names: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Set:
    """A set of things of one sort, e.g. "card"; becomes its index in `Program.sets(sort)`."""

    sort: str


@dataclass(frozen=True)
class SetOr:
    """A set, or one of some names instead; the ints of the names must be negative."""

    sort: str
    names: Mapping[str, int]


@dataclass(frozen=True)
class Block:
    """Statements of one sort: the last parameter of a word, taking all further arguments."""

    sort: str


Type = Choice | Flags | Value | Set | SetOr | Block

NUMBER = Value("number")
CONDITION = Value("condition")


@dataclass(frozen=True)
class Optional:
    """A type with a default, written in the language itself."""

    type: Type
    default: str


def optional(kind: Type, default: str | int) -> Optional:
    """Return a parameter type that may be left out; `default` is a text of the language or a number."""
    return Optional(kind, str(default))


# --- words ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """One parameter of a word. default: the text that is compiled if it is left out; None = required."""

    name: str
    type: Type
    default: str | None = None


class Word:
    """A word of the language. meaning: one line for the reader of cards.

    marks: features shared with other words, for classes of words (see `classes`), separated by spaces.
    Parameters are given as keyword arguments, name = type or optional(type, default).
    """

    sort = ""

    def __init__(self, name: str, meaning: str, marks: str = "", /, **parameters: Type | Optional) -> None:
        self.name = name
        self.help = meaning
        self.marks = tuple(marks.split())
        self.parameters = tuple(
            Parameter(key, kind.type, kind.default) if isinstance(kind, Optional) else Parameter(key, kind)
            for key, kind in parameters.items()
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def block(self) -> Block | None:
        """The block this word ends with, or None."""
        last = self.parameters[-1].type if self.parameters else None
        return last if isinstance(last, Block) else None

    @property
    def space(self) -> str:
        """The space of its code: `VALUES`, or for a statement its sort."""
        return VALUES

    @property
    def columns(self) -> dict[str, int]:
        """Argument -> column of the word's row. For a value, arguments that are values are on the stack."""
        in_row = [p.name for p in self.parameters if not isinstance(p.type, Value)]
        return {name: column for column, name in enumerate(in_row, 1)}


class Statement(Word):
    """A word that does something; its arguments, except a block, are in its row."""

    @property
    def space(self) -> str:
        """Each sort of statements has its own codes."""
        return self.sort

    @property
    def columns(self) -> dict[str, int]:
        """Argument -> column of the word's row; the end of a block comes first."""
        names = [p.name for p in self.parameters]
        if self.block:
            names = [END_OF_BLOCK, *names[:-1]]
        return {name: column for column, name in enumerate(names, 1)}


class Operation(Statement):
    """A statement carried out once: the words of `do` and `cost`."""

    sort = "operation"


class Modifier(Statement):
    """A statement that applies for a while: the words of standing effects."""

    sort = "modifier"


class Term(Word):
    """A value of a sort of the game's own, e.g. "player". Values share one space of codes."""

    def __init__(
        self, sort: str, name: str, meaning: str, marks: str = "", /, **parameters: Type | Optional
    ) -> None:
        super().__init__(name, meaning, marks, **parameters)
        self.sort = sort


class Condition(Term):
    """A value that is true (1) or false (0)."""

    def __init__(self, name: str, meaning: str, marks: str = "", /, **parameters: Type | Optional) -> None:
        super().__init__("condition", name, meaning, marks, **parameters)


class Quantity(Term):
    """A value that is a number."""

    def __init__(self, name: str, meaning: str, marks: str = "", /, **parameters: Type | Optional) -> None:
        super().__init__("number", name, meaning, marks, **parameters)


# --- words of sets -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attribute:
    """`faction(rohan, elf)`: the things whose attribute has one of the values.

    key: the attribute's name in the catalogue ("id" = the id itself); by default the word. values:
    further values that are valid even if nothing in the catalogue has them.
    """

    name: str
    help: str
    key: str = ""
    values: tuple[str | int, ...] = ()


@dataclass(frozen=True)
class Changing:
    """`ready`: things in a state that changes during the game, which kernels know by bits.

    required, forbidden: bits that must be set, or must be clear. "exhausted" can forbid the bit that
    "ready" requires.
    """

    name: str
    help: str
    required: int = 0
    forbidden: int = 0


@dataclass(frozen=True)
class Relation:
    """`near(set, 2)`: things with a fixed relation to those of another set of the same sort.

    find: (ids of the set as frozenset, number) -> ids that match: everything that matches any one of them,
    since the set may change during the game. A text may leave out the number if `default` is given.
    """

    name: str
    help: str
    find: Callable[[frozenset[str], int], Iterable[str]]
    default: int | None = None


@dataclass(frozen=True)
class Live:
    """`fellowship`: a set that kernels compute whenever it is needed.

    of: the sort of the set in its brackets, as in `where(type(companion))`; "" for a word without brackets.
    """

    name: str
    help: str
    of: str = ""


@dataclass(frozen=True)
class Alias:
    """`character`: a short word for a longer text of the language, such as `type(hero, ally)`."""

    name: str
    help: str
    text: str


SetWord = Attribute | Changing | Relation | Live | Alias


@dataclass(frozen=True)
class Field:
    """A key of a game's effect tables, for the documentation. type: of its text; None = no text."""

    name: str
    type: Type | None
    help: str


BITS = 63  # of changing states: those of an int64 without its sign
RESERVED = ("everything", "nothing", "self")  # set words that every game has


class Vocabulary:
    """All words of one game.

    game: the id of the game. title: its name for readers. words: statements and values. sets: the
    words of each sort of set. fields: the keys of an effect table. phrases: word.parameter -> what
    a number there counts, for readers: "cards drawn". Raises ValueError if the declaration contradicts
    itself.
    """

    def __init__(
        self,
        game: str,
        title: str,
        *,
        words: Iterable[Word] = (),
        sets: Mapping[str, Iterable[SetWord]] | None = None,
        fields: Iterable[Field] = (),
        phrases: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.title = title
        self.words: dict[str, dict[str, Word]] = {}
        listed = {sort: tuple(words_of) for sort, words_of in (sets or {}).items()}
        self.sets = {sort: {word.name: word for word in words_of} for sort, words_of in listed.items()}
        self.fields = tuple(fields)
        self._spaces: dict[str, dict[str, Word]] = {}
        for word in words:
            _check_word(word, self.sets)
            space = self._spaces.setdefault(word.space, {})
            _require(word.name not in space, word, "is declared twice")
            space[word.name] = word
            self.words.setdefault(word.sort, {})[word.name] = word
        _check_sets(listed)
        for word in self:
            if word.block:
                sort = word.block.sort
                _require(sort in self.statement_sorts, word, f"has a block of the unknown sort {sort!r}")

        self.phrases = dict(phrases or {})
        unknown = self.phrases.keys() - self.counted()
        _require(not unknown, sorted(unknown), "are phrases of no number")

    def counted(self) -> set[str]:
        """Return word.parameter of every number that a text may give."""
        return {
            f"{word.name}.{each.name}"
            for word in self
            for each in word.parameters
            if isinstance(each.type, Value) and each.type.sort == NUMBER.sort
        }

    def phrase(self, word: str, place: int | str) -> str:
        """Return what a number at an argument of a word counts. place: the argument's name or number."""
        known = next((named[word] for named in self.words.values() if word in named), None)
        if known is None:
            return word.replace("_", " ")
        names = [each.name for each in known.parameters]
        name = names[min(place, len(names) - 1)] if isinstance(place, int) else place
        return self.phrases.get(f"{word}.{name}", f"{word} {name}".replace("_", " "))

    def __iter__(self) -> Iterator[Word]:
        return (word for named in self.words.values() for word in named.values())

    @property
    def statement_sorts(self) -> tuple[str, ...]:
        """The sorts that blocks can have."""
        return tuple(dict.fromkeys(word.sort for word in self if isinstance(word, Statement)))

    def code(self, word: Word) -> int:
        """Return the code of a word in rows: from FIRST_CODE up, in the order declared."""
        return FIRST_CODE + list(self._spaces[word.space]).index(word.name)

    def codes(self, space: str) -> Numbers:
        """Return the words of a sort of statements, or all VALUES, in capitals as a tuple of their codes."""
        return numbered(space.capitalize(), (name.upper() for name in self._spaces[space]), FIRST_CODE)

    def live_code(self, sort: str, word: Live) -> int:
        """Return the code of a live word in rows of sets of a sort: from FIRST_CODE up, as declared."""
        return FIRST_CODE + [each for each in self.sets[sort].values() if isinstance(each, Live)].index(word)

    def live_codes(self, sort: str) -> Numbers:
        """Return the live words of sets of a sort, in capitals as a tuple of their codes."""
        words = (name.upper() for name, word in self.sets[sort].items() if isinstance(word, Live))
        return numbered(f"Live{sort.capitalize()}s", words, FIRST_CODE)

    def columns(self, space: str, *names: str) -> Numbers:
        """Return the columns of the arguments in a word's row, as a named tuple with names in capitals.

        A word with a block also has a column END: the first row after its block. For several words, only the
        arguments that all of them have in the same column remain. KeyError if there is no such word.
        """
        found = [self._spaces[space][name].columns.items() for name in names]
        shared = {name: column for name, column in found[0] if all((name, column) in of for of in found)}
        return valued(f"{names[0].capitalize()}Columns", {name.upper(): i for name, i in shared.items()})


def _require(is_right: bool, word: object, fault: str) -> None:
    if not is_right:
        raise ValueError(f"vocabulary: {word!r} {fault}")


def _check_word(word: Word, sets: Mapping[str, object]) -> None:
    _require(word.name.isidentifier() and not keyword.iskeyword(word.name), word, "is not a plain name")
    _require(word.name != "nothing", word, "has a name that the language reserves")
    _require(bool(word.sort), word, "has no sort")
    is_statement = isinstance(word, Statement)
    width = ROW_WIDTH if is_statement else VALUE_WIDTH
    _require(len(word.columns) < width, word, "has too many parameters for a row")
    for index, parameter in enumerate(word.parameters):
        is_plain = not keyword.iskeyword(parameter.name)
        _require(is_plain, word, f"has a parameter {parameter.name!r}, which is a Python keyword")
        _check_type(word, parameter.type, sets)
        if isinstance(parameter.type, Block):
            is_last = index == len(word.parameters) - 1
            _require(is_statement and is_last, word, "may have a block only as a statement, at its end")
            _require(parameter.default is None, word, "has a block that may be left out")


def _check_type(word: Word, kind: Type, sets: Mapping[str, object]) -> None:
    if isinstance(kind, Set | SetOr):
        _require(kind.sort in sets, word, f"has a parameter of the unknown set sort {kind.sort!r}")
    if isinstance(kind, SetOr):
        is_negative = all(code < 0 for code in kind.names.values())
        _require(is_negative, word, "has a name that may replace a set, with a number that is not negative")
    if isinstance(kind, Value):
        is_in_range = all(abs(code) <= VALUE_LIMIT for code in kind.names.values())
        _require(is_in_range, word, "has a name for a number out of range")


def _check_sets(sets: Mapping[str, tuple[SetWord, ...]]) -> None:
    for sort, words in sets.items():
        seen: set[str] = set()
        for word in words:
            _require(word.name not in seen, word, f"is declared twice for sets of {sort}")
            is_plain = word.name.isidentifier() and not keyword.iskeyword(word.name)
            _require(is_plain, word, "is not a plain name")
            _require(word.name not in RESERVED, word, "has a name that the language reserves")
            if isinstance(word, Changing):
                bits = word.required | word.forbidden
                is_sound = bits > 0 and not word.required & word.forbidden
                _require(is_sound, word, "needs bits, and none both required and forbidden")
                _require(bits < 2**BITS, word, f"has a bit beyond the {BITS} available")
            if isinstance(word, Live):
                _require(not word.of or word.of in sets, word, f"takes a set of the unknown sort {word.of!r}")
            seen.add(word.name)
