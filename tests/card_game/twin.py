"""A naive twin of combat: plain Python straight from the rules, sharing nothing with the kernels.

It works on a description of the table in names (`Table`), with the printed texts that matter in combat
written out by hand, so that a fault in the effect language, the tables or the kernels shows as a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

FREE, SHADOW = "free_peoples", "shadow"
GANDALFS = {"gandalf_the_grey", "gandalf_the_white"}
RANGERS = {"strider", "aragorn"}

# (card, location): icons it gains there; "attack", "defense" on battlegrounds, "path" on a path
HOME_BONUS = {
    ("knights_of_dol_amroth", "dol_amroth"): {"defense": 1},
    ("guards_of_the_citadel", "minas_tirith"): {"defense": 1},
    ("the_great_gate", "minas_tirith"): {"defense": 3},
    ("treebeard", "orthanc"): {"attack": 1},
    ("coastal_raiders", "dol_amroth"): {"attack": 1},
    ("haradrim_cavalry", "minas_tirith"): {"attack": 1},
    ("the_black_fleet", "pelargir"): {"attack": 1},
    ("the_black_easterling", "dol_guldur"): {"defense": 1},
    ("balrog_of_moria", "khazad_dum"): {"path": 1},
    ("candles_of_corpses", "dead_marshes"): {"path": 1},
    ("shelob", "shelobs_lair"): {"path": 1},
}
ALWAYS_CYCLED = {"frodo_baggins": "eliminated", "bilbo_baggins": "cycled"}  # where their items go
CYCLED_AFTER_PATHS = {"merry_brandybuck", "pippin_took", "smeagol", "gollum"}


@dataclass
class Piece:
    """A card on the table. place: "reserve", "path" or a battleground; for an item, that of its wielder."""

    text: str
    id: str
    side: str
    faction: str
    type: str
    traits: tuple[str, ...]
    printed: dict[str, int]  # path, bg_attack, bg_defense, lead_attack, lead_defense
    place: str
    attack: int = 0
    defense: int = 0
    items: list[Piece] = field(default_factory=list)


@dataclass
class Table:
    """What combat depends on. pieces: armies and characters in play, with their items."""

    pieces: list[Piece]
    path: str | None
    defenders: dict[str, str]  # battleground -> side that defends it
    printed_defense: dict[str, int]
    tokens: dict[str, tuple[int, int]]  # location -> attack, defense
    bare: set[str] = field(default_factory=set)
    hunters: bool = False  # The Three Hunters were played this round
    strict: bool = False
    zero_icon_lost: bool = True


@dataclass
class Result:
    """The result of a combat. winner: side, or None if nobody scores."""

    attack: int
    shield: int
    defense: int
    winner: str | None
    corruption: int
    eliminated: set[str]
    cycled: set[str]


def here(table: Table, place: str, side: str) -> list[Piece]:
    """Return the side's armies and characters at a location."""
    spot = "path" if place == table.path else place
    return [piece for piece in table.pieces if piece.place == spot and piece.side == side]


def attacker(table: Table, place: str) -> str:
    """On paths the Shadow attacks; a battleground is attacked by the side that does not own it."""
    if place == table.path:
        return SHADOW
    return SHADOW if table.defenders[place] == FREE else FREE


def may_support(table: Table, army: Piece, character: Piece) -> bool:
    """An army supports a character of its faction; Merry, Pippin and the Three Hunters also allow others."""
    if army.faction == character.faction:
        return True
    if character.id == "merry_brandybuck" and army.faction == "rohan":
        return True
    if character.id == "pippin_took" and army.faction == "dunedain":
        return True
    return table.hunters and army.side == FREE and character.id in RANGERS | {"gimli", "legolas"}


def assignments(table: Table, place: str, side: str) -> Iterator[dict[str, str]]:
    """Yield every assignment of armies to characters there: army -> character."""
    pieces = here(table, place, side)
    armies = [piece for piece in pieces if piece.type == "army"]
    choices = [
        [None, *(c.text for c in pieces if c.type == "character" and may_support(table, army, c))]
        for army in armies
    ]
    for chosen in product(*choices):
        yield {army.text: c for army, c in zip(armies, chosen, strict=True) if c is not None}


def own_bonus(table: Table, piece: Piece, place: str, kind: str, support: dict[str, str]) -> int:
    """Return the icons a card gains by its own text. kind: path, attack or defense."""
    bonus = HOME_BONUS.get((piece.id, place), {}).get(kind, 0)
    everyone = [*here(table, place, FREE), *here(table, place, SHADOW)]
    if piece.id == "dead_men_of_dunharrow" and kind != "path":
        leader = next((p.id for p in everyone if p.text == support.get(piece.text)), None)
        bonus += 2 if leader in RANGERS else 0
    if piece.id == "theoden" and kind != "path":
        bonus += any(other.id in GANDALFS for other in table.pieces)
    if piece.id == "quickbeam" and kind != "path":
        bonus += sum(p.faction == "isengard" for p in everyone) // 2
    if piece.id == "sting" and kind == "path":
        bonus += any(p.faction == "monstrous" and p.type == "character" for p in everyone)
    return bonus


def icons(table: Table, piece: Piece, place: str, is_attack: bool, support: dict[str, str]) -> int:
    """Return what a card brings to the combat, including its items."""
    kind = "path" if place == table.path else ("attack" if is_attack else "defense")
    column = kind if kind == "path" else f"bg_{kind}"
    total = 0
    for part in [piece, *piece.items]:
        total += part.printed[column] + own_bonus(table, part, place, kind, support)
        total += part.attack if is_attack else part.defense
    if piece.id in RANGERS and kind != "attack":
        total += any(other.id == "arwen" and other.place == "reserve" for other in table.pieces)
    if kind != "path" and piece.text in support.values():
        total += sum(part.printed[f"lead_{kind}"] for part in [piece, *piece.items])
    return total


def total_icons(table: Table, place: str, side: str, support: dict[str, str]) -> int:
    """Return the icons of a side's cards at a location."""
    is_attack = side == attacker(table, place)
    return sum(icons(table, piece, place, is_attack, support) for piece in here(table, place, side))


def location_shield(table: Table, place: str) -> int:
    """Return what the location itself cancels."""
    shield = 0 if place in table.bare else table.printed_defense[place]
    shield += table.tokens.get(place, (0, 0))[1]
    if place == table.path:
        for piece in here(table, place, FREE):
            shield += 2 * sum(item.id == "phial_of_galadriel" for item in piece.items)
    return shield


def is_saved(piece: Piece, on_path: bool) -> str | None:
    """Return where the items go if the card is cycled instead of eliminated, else None."""
    saved = ALWAYS_CYCLED.get(piece.id)
    if on_path and piece.id in CYCLED_AFTER_PATHS:
        saved = "cycled"
    for item in piece.items:
        if item.id in ("nazguls_mantle", "woven_of_all_colours") or (item.id == "elven_cloak" and on_path):
            saved = "cycled"
    return saved


def resolve(
    table: Table, place: str, support: dict[str, str], picks: Iterable[str], saves: Iterable[str]
) -> Result:
    """Resolve a combat. picks: casualties in the order chosen; after them, all the rest are lost.

    saves: the cards that Ioreth saved.
    """
    strong, weak = attacker(table, place), SHADOW if attacker(table, place) == FREE else FREE
    attackers, defenders = here(table, place, strong), here(table, place, weak)
    attack = total_icons(table, place, strong, support) + table.tokens.get(place, (0, 0))[0]
    shield = location_shield(table, place)
    defense = shield + total_icons(table, place, weak, support)
    worth = {piece.text: icons(table, piece, place, False, support) for piece in defenders}
    lost: set[str] = set()
    need = max(0, attack - shield)
    waiting = list(picks)
    while need > 0 and any(n for text, n in worth.items() if text not in lost):
        rest = [text for text, n in worth.items() if n and text not in lost]
        pick = waiting.pop(0) if waiting else rest[0]
        assert pick in rest, f"{pick} cancels nothing or is already lost"
        lost.add(pick)
        need -= worth[pick]
    if need > 0 and table.zero_icon_lost:
        lost |= set(worth)
    on_path = place == table.path
    winner: str | None = strong if attack > defense else weak
    if on_path and table.strict and attack == defense:
        winner = None
    result = Result(attack, shield, defense, winner, 0, set(), set())
    if on_path and winner == SHADOW:
        result.corruption = attack - defense
    ioreth = {piece.text for piece in table.pieces if piece.id == "ioreth"} if list(saves) else set()
    for piece in [*attackers, *defenders]:
        is_lost = piece in attackers or piece.text in lost
        items = "cycled"
        if is_lost:
            items = is_saved(piece, on_path)
            if items is None and piece.text in {*saves, *ioreth}:
                items = "eliminated"
                result.cycled.add(piece.text)
            elif items is None:
                result.eliminated |= {piece.text, *(item.text for item in piece.items)}
                continue
        result.cycled.add(piece.text)
        (result.cycled if items == "cycled" else result.eliminated).update(item.text for item in piece.items)
    return result
