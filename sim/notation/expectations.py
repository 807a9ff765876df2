"""What the expectations of all games' scripts share: ways to compare, and checks of the decision.

A check has the form `check(names, s, line)`: it reads an expectation from the line and raises
ScriptError if it does not hold for the state `s` or cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.notation.lines import Line, ScriptError, Token
from mazarbul.sim.notation.moves import Moves
from mazarbul.sim.notation.names import N, Names

Check = Callable[[N, Any, Line], None]

MOST_NUMBER = 2**63  # in an expectation: no field holds more
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def expect(checks: Mapping[str, Check[N]], names: N, s: np.record, line: Line) -> None:
    """Check what the line expects; raises ScriptError if it does not hold or cannot be read.

    checks: first word -> check of the rest.
    """
    word = line.word("what is expected")
    if word.text not in checks:
        raise line.unknown("expectation", word, checks)
    with np.errstate(over="ignore"):
        checks[word.text](names, s, line)


# Ways to compare --------------------------------------------------------------------------------


def check_number(line: Line, actual: int, details: str = "") -> None:
    """Check `= 3`, `>= 3` and so on; `details` are added to the error."""
    sign = line.peek()
    if sign not in COMPARISONS:
        raise line.error(f"one of {' '.join(COMPARISONS)} and a number are expected here")
    line.next_i += 1
    at = Token(line.peek(), line.column)
    wanted = line.number_of("a number", -MOST_NUMBER, MOST_NUMBER)
    if not COMPARISONS[sign](int(actual), wanted):
        raise failure(line, at, f"{sign} {wanted}", f"{actual}{f': {details}' if details else ''}")


def check_value(
    line: Line, actual: str, kind: str, known: Iterable[str], pairs: Mapping[str, str] | None = None
) -> None:
    """Check `= word`; the sign may be left out.

    kind: name of the word in errors. pairs: word that another word follows -> name of that one, as in
    `on gimli`.
    """
    is_not = line.skip("!=")
    if not is_not:
        line.skip("=")
    at = line.word(f"a {kind}")
    if pairs and at.text in pairs and not line.is_done:
        at = Token(f"{at.text} {line.word(pairs[at.text]).text}", at.column)
    if at.text not in known and at.text != actual:
        raise line.unknown(kind, at, known)
    if (at.text == actual) == is_not:
        raise failure(line, at, f"{'not ' if is_not else ''}{at.text}", actual)


def check_truth(line: Line, actual: bool) -> None:
    """Check `= yes` or `= no`; an empty rest means yes."""
    if line.is_done:
        if not actual:
            raise failure(line, Token("", line.column), "yes", "no")
        return
    check_value(line, "yes" if actual else "no", "answer", ("yes", "no"))


def check_cards(line: Line, names: Names, cards: Sequence[int]) -> None:
    """Check a list of cards in any order; a card without `#copy` stands for any copy."""
    left = list(cards)
    start = Token("", line.column)
    for exact in (True, False):
        before = line.next_i
        for token in line.words("a card"):
            found = names.find_card(line, token)
            if (len(found) == 1) != exact:
                continue
            card = next((card for card in left if card in found), None)
            if card is None:
                raise line.error(f"{token.text} is not among: {card_texts(names, cards)}", token)
            left.remove(card)
        if exact:
            line.next_i = before
    if left:
        raise line.error(f"there is also: {card_texts(names, left)}", start)


def check_pile(line: Line, names: Names, cards: Sequence[int]) -> None:
    """Check the cards of a pile in any order (`: gimli legolas`), or their number (`= 2`)."""
    if line.skip(":"):
        check_cards(line, names, cards)
    else:
        check_number(line, len(cards), card_texts(names, cards))


def read_once(line: Line, what: str, find: Callable[[Line, Token], int]) -> list[int]:
    """Return the numbers of the things that words name; raises ScriptError for one that is named twice."""
    found: list[int] = []
    for token in line.words(what):
        number = find(line, token)
        if number in found:
            raise line.error(f"{token.text} is named twice", token)
        found.append(number)
    return found


def check_field(name: str) -> Check[Names]:
    """Return the check of a number that is a field of the state."""
    return lambda _names, s, line: check_number(line, int(s[name]))


def failure(line: Line, at: Token, wanted: str, actual: str) -> ScriptError:
    """Return the error of an expectation that does not hold."""
    return line.error(f"expected {wanted}, but it is {actual}; {line.text.strip()}", at)


def card_texts(names: Names, cards: Iterable[int]) -> str:
    """Return the texts of cards."""
    return " ".join(names.card(card) for card in cards) or "nothing"


def read_seat(names: Names, line: Line) -> int:
    """Read the number of a seat."""
    return names.find_seat(line, line.word("a seat"))


# Who decides what -------------------------------------------------------------------------------


def decision_checks(moves: Moves) -> dict[str, Check[Names]]:
    """Return the checks of the pending decision: actor, decision, legal, illegal, options."""

    def actor(names: Names, s: Any, line: Line) -> None:
        actual = "nobody" if s.actor == NONE else names.seats[s.actor]
        check_value(line, actual, "seat", [*names.seats, "nobody"])

    def decision(_names: Names, s: Any, line: Line) -> None:
        actual = "none" if s.actor == NONE else moves.kinds[s.decision].name
        check_value(line, actual, "decision", [*moves.kinds.names[1:], "none"])

    def legal(names: Names, s: Any, line: Line) -> None:
        at = Token("", line.column)
        code = moves.read(names, s, line)
        if code not in s.options[: s.option_n]:
            reason = moves.why_illegal(names, s, code)
            what = f"'{moves.text(names, code)}' is not legal: {reason}; legal: {moves.legal(names, s)}"
            raise line.error(what, at)

    def illegal(names: Names, s: Any, line: Line) -> None:
        at = Token("", line.column)
        code = moves.read(names, s, line)
        if code in s.options[: s.option_n]:
            raise line.error(f"'{moves.text(names, code)}' is legal", at)

    def options(names: Names, s: Any, line: Line) -> None:
        _check_options(moves, names, s, line)

    return {"actor": actor, "decision": decision, "legal": legal, "illegal": illegal, "options": options}


def _check_options(moves: Moves, names: Names, s: Any, line: Line) -> None:
    """Check the legal actions: `options = 3`, or all of them, separated by commas."""
    legal = {int(code) for code in s.options[: s.option_n]}
    if not line.skip(":"):
        check_number(line, len(legal), moves.legal(names, s))
        return
    at = Token("", line.column)
    wanted: set[int] = set()
    while not line.is_done:
        here = Token("", line.column)
        code = moves.read(names, s, line)
        if code in wanted:
            raise line.error(f"'{moves.text(names, code)}' is named twice", here)
        wanted.add(code)
        if not line.skip(","):
            break
    for what, codes in (("not legal", wanted - legal), ("legal too", legal - wanted)):
        if codes:
            texts = ", ".join(moves.text(names, code) for code in sorted(codes))
            raise line.error(f"{what}: {texts}", at)
