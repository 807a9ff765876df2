"""The numbers of an action as text and in stories, by their sorts; positions are in `position.py`.

A verb may belong to several kinds of decision: `cycle gimli` is an action of a turn, the answer to a text
that cycles a card, and more. As only one decision is pending, the state decides which is meant.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.moves import CARD, Part, is_end


def action_effects(names: Names, card: int) -> list[int]:
    """Return the numbers of those effects of a card that are actions."""
    t = names.tables
    first, n = int(t.effect_first[card]), int(t.effect_n[card])
    return [i for i in range(n) if t.effects[first + i].on == ids.ON.ACTION]


def _on_side(card: int, local: int) -> int:
    """Return the card of the same side as `card` with a local index."""
    return card // ids.SIDE_CARDS * ids.SIDE_CARDS + local


# As text ------------------------------------------------------------------------------------------


def _effect_text(names: Names, effect: int, card: int) -> str:
    """Return the number of an action among those of its card, "" if it is the only one."""
    uses = action_effects(names, card)
    return str(uses.index(effect) + 1) if len(uses) > 1 else ""


def _spot_text(names: Names, spot: int, card: int) -> str:
    """Return the text of a spot after the card."""
    if spot >= ids.SPOT.WIELDER:
        return f"on {names.card(_on_side(card, spot - ids.SPOT.WIELDER))}"
    if spot >= ids.SPOT.BATTLEGROUND:
        return names.place(spot - ids.SPOT.BATTLEGROUND)
    return {ids.SPOT.EVENT: "", ids.SPOT.RESERVE: "reserve", ids.SPOT.PATH: "path"}[spot]


# From text ----------------------------------------------------------------------------------------


def _read_spot(names: Names, s: np.record, line: Line, card: int) -> list[int]:
    """Read a spot: several codes if a wielder has copies."""
    kind = names.entries[card]["type"]
    if is_end(line):
        if kind != "event":
            wanted = "'on' and a wielder" if kind == "item" else "reserve, path or an active battleground"
            raise line.error(f"{wanted} is expected after {names.entries[card]['id']}")
        return [ids.SPOT.EVENT]
    if line.skip("on"):
        wielders = names.find_card(line, line.word("a wielder"))
        return [ids.SPOT.WIELDER + wielder % ids.SIDE_CARDS for wielder in wielders]
    if line.skip("reserve"):
        return [ids.SPOT.RESERVE]
    if line.skip("path"):
        return [ids.SPOT.PATH]
    token = line.word("a spot")
    if token.text not in names.place_index:
        raise line.unknown("spot", token, ["reserve", "path", "on", *names.place_index])
    place = names.place_index[token.text]
    if place < ids.BATTLEGROUNDS:
        return [ids.SPOT.BATTLEGROUND + place]
    if s.path != place - ids.BATTLEGROUNDS:
        raise line.error(f"{token.text} is not the active path", token)
    return [ids.SPOT.PATH]


def _read_place(names: Names, s: np.record, line: Line, _card: int) -> list[int]:
    """Read a location; `path` means the active path."""
    if line.peek() == "path" and s.path != ids.NONE:
        line.next_i += 1
        return [ids.BATTLEGROUNDS + int(s.path)]
    return [names.find_place(line, line.word("a location"))]


def _read_path(names: Names, _s: np.record, line: Line, _card: int) -> list[int]:
    """Read a path."""
    token = line.word("a location")
    place = names.find_place(line, token)
    if place < ids.BATTLEGROUNDS:
        raise line.error(f"{token.text} is a battleground, not a path", token)
    return [place - ids.BATTLEGROUNDS]


def _read_battleground(names: Names, _s: np.record, line: Line, _card: int) -> list[int]:
    """Read a battleground."""
    token = line.word("a location")
    place = names.find_place(line, token)
    if place >= ids.BATTLEGROUNDS:
        raise line.error(f"{token.text} is a path, not a battleground", token)
    return [place]


def _read_effect(names: Names, _s: np.record, line: Line, card: int) -> list[int]:
    """Read which action of a card is used; its number may be left out."""
    uses = action_effects(names, card)
    if not uses:
        at = line.tokens[line.next_i - 1]
        raise line.error(f"{names.entries[card]['id']} has no action to use", at)
    if is_end(line):
        return uses
    n = line.number_of(f"the number of an action of {names.entries[card]['id']}", 1, len(uses))
    return [uses[n - 1]]


def _read_leader(names: Names, _s: np.record, line: Line, _card: int) -> list[int]:
    """Read the character an army supports, or `nobody`."""
    if line.skip("nobody"):
        return [actions.NOBODY]
    return [card % ids.SIDE_CARDS for card in names.find_card(line, line.word("a character, or nobody,"))]


def _leader(cards: Any, leader: int, army: int) -> str:
    """Return the character an army supports, in the words of the names or of a story."""
    return "nobody" if leader == actions.NOBODY else cards.card(_on_side(army, leader))


#: Sort of a or b -> how it is written, read and put in a story.
PARTS = {
    "card": CARD,
    "spot": Part(_spot_text, _read_spot, lambda story, spot, card: story.spot(card, spot)),
    "effect": Part(_effect_text, _read_effect, lambda *_: ""),
    "path": Part(
        lambda names, path, _: names.path(path),
        _read_path,
        lambda story, path, _: story.place(ids.BATTLEGROUNDS + path),
    ),
    "place": Part(
        lambda names, place, _: names.place(place),
        _read_place,
        lambda story, place, _: story.place(place),
    ),
    "battleground": Part(
        lambda names, place, _: names.place(place),
        _read_battleground,
        lambda story, place, _: story.place(place),
    ),
    "leader": Part(_leader, _read_leader, _leader),
    "answer": Part(
        lambda _names, yes, _: ("no", "yes")[yes],
        lambda _names, _s, line, _: [int(line.choice("answer", ("yes", "no")) == "yes")],
        lambda *_: "",
    ),
}
