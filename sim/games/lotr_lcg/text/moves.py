"""The numbers of an action as text and in stories, by their sorts; positions are in `position.py`.

A verb may belong to several kinds of decision: `choose gandalf` answers every text that asks for a card.
As only one decision is pending, the state decides which is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.actions import TEXTS
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.moves import CARD, Part, is_end

# As text ------------------------------------------------------------------------------------------


def _number_text(texts: list[int], text: int) -> str:
    """Return the number of a text among those of its source that could be meant, "" if it is the only one."""
    return str(texts.index(text) + 1) if len(texts) > 1 else ""


def _action_text(names: Names, text: int, source: int) -> str:
    """Return the number of an action among those of its source, "" if it is the only one."""
    return _number_text(names.texts(source, (ids.ON.ACTION,)), text)


def _occasion_text(names: Names, occasion: int, source: int) -> str:
    """Return the number of a response and what it responds to, as far as they are not obvious."""
    place, text = divmod(occasion, TEXTS)
    number = _number_text(names.responses(source), text)
    return f"{number} to {place + 1}".lstrip() if place else number


# From text ----------------------------------------------------------------------------------------


def _read_card(names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    """Read a card."""
    return names.find_card(line, line.word("a card"))


def _read_source(names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    """Read a card or a stage."""
    return names.find_source(line, line.word("a card"))


def _read_number(texts: list[int], what: str, line: Line) -> list[int]:
    """Read which text of the source just read is meant; its number may be left out."""
    at = line.tokens[line.next_i - 1]
    if not texts:
        raise line.error(f"{at.text} has no {what}", at)
    if is_end(line) or line.peek() == "to":
        return texts
    return [texts[line.number_of(f"the number of the {what} of {at.text}", 1, len(texts)) - 1]]


def _read_action(names: Names, _s: np.record, line: Line, source: int) -> list[int]:
    """Read which action of a source is used."""
    return _read_number(names.texts(source, (ids.ON.ACTION,)), "action", line)


def _read_occasion(names: Names, _s: np.record, line: Line, source: int) -> list[int]:
    """Read which response of a source is used, and to what."""
    texts = _read_number(names.responses(source), "response", line)
    places: Iterable[int] = range(ids.PENDING)
    if line.skip("to"):
        places = (line.number_of("its place among what has happened", 1, ids.PENDING) - 1,)
    return [place * TEXTS + text for place in places for text in texts]


def _read_place(_names: Names, _s: np.record, line: Line, _source: int) -> range | list[int]:
    """Read the place of a pending text, which may be left out."""
    if is_end(line):
        return range(ids.PENDING)
    return [line.number_of("its place among what is pending", 1, ids.PENDING) - 1]


def _read_option(_names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    """Read the number of an option."""
    return [line.number_of("the number of an option", 1, ids.BLOCK) - 1]


def _counted(_names: Names, value: int, _a: int) -> str:
    """Return the number of something that users count from 1."""
    return str(value + 1)


def _silent(*_: Any) -> str:
    """Return no words; the rest of the sentence is enough."""
    return ""


#: Sort of a or b -> how it is written, read and put in a story.
PARTS = {
    "card": replace(CARD, read=_read_card),
    "source": Part(
        lambda names, source, _: names.source(source),
        _read_source,
        lambda story, source, _: story.source(source),
    ),
    "text": Part(_action_text, _read_action, _silent),
    "occasion": Part(_occasion_text, _read_occasion, _silent),
    "place": Part(_counted, _read_place, _silent),
    "player": Part(
        lambda names, player, _: names.seats[player],
        lambda names, _s, line, _: [names.find_seat(line, line.word("a player"))],
        lambda story, player, _: story.seats[player],
    ),
    "option": Part(_counted, _read_option, _counted),
    "number": Part(
        lambda _names, x, _: str(x),
        lambda _names, _s, line, _: [line.number_of("a number", 0, ids.BLOCK)],
        lambda _story, x, _: str(x),
    ),
    "answer": Part(_silent, lambda *_: (0, 1), _silent),
}
