"""The things on the table of this game: cards, figures, regions, dice and Hunt tiles."""

from __future__ import annotations

from collections.abc import Iterator

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.text.names import LETTERS, Names
from mazarbul.sim.games.scene import Counter, Group, Thing, human

#: Nations in the colours of their figures.
HUES = {
    "dwarves": 30, "elves": 130, "gondor": 215, "north": 195, "rohan": 95,
    "sauron": 5, "isengard": 50, "southrons": 320,
}  # fmt: skip
BEARERS = "bearers"


def groups(names: Names) -> list[Group]:
    """Return the Nations, and the sides for everything else."""
    catalogue = names.setup.catalogue
    nations = [
        Group(row["id"], row["name"], HUES.get(row["id"], -1), row["side"]) for row in catalogue["nations"]
    ]
    hues = dict(zip(names.sides, (225, 15), strict=True))
    return nations + [
        Group(side["id"], side["name"], hues[side["id"]], side["id"]) for side in catalogue["sides"]
    ]


def things(names: Names) -> list[Thing]:
    """Return everything that can lie on the table."""
    return [
        *_cards(names),
        *_pieces(names),
        *_figures(names),
        *_regions(names),
        *_dice(names),
        *_tiles(names),
    ]


def _cards(names: Names) -> Iterator[Thing]:
    """Yield the event cards, with the text of their combat half after that of their event."""
    tactics = {row["id"]: row for row in names.setup.catalogue["tactics"]}
    for card, entry in names.entries.items():
        tactic = tactics.get(entry["tactic"])
        text = entry["text"] + (f"\nIn battle, {tactic['name']}: {tactic['text']}" if tactic else "")
        yield Thing(names.card(card), entry["name"], f"{entry['deck']} event", entry["side"], text=text)


def _pieces(names: Names) -> Iterator[Thing]:
    """Yield the counted figures of each Nation, and the Ring-bearers."""
    for nation, row in enumerate(names.setup.catalogue["nations"]):
        for piece, word in enumerate(ids.PIECES):
            name = "Nazgûl" if piece == ids.PIECE.NAZGUL else f"{row['name']} {word}"
            yield Thing(
                names.pieces[nation * ids.PIECE_N + piece], name, word, row["id"], short=LETTERS[piece]
            )
    yield Thing(BEARERS, "The Fellowship", "Ring-bearers", "free_peoples", short="Ring")


def _figures(names: Names) -> Iterator[Thing]:
    """Yield the Characters."""
    for row in names.setup.catalogue["figures"]:
        facts = (Counter("Level", row["level"] if row["level"] < ids.LEVELS else "any"),)
        yield Thing(
            f"figure:{row['id']}", row["name"], row["kind"], row["side"], facts, short=row["name"][:2]
        )


def _regions(names: Names) -> Iterator[Thing]:
    """Yield the regions, whose ids are also those of their areas."""
    for row in names.setup.catalogue["regions"]:
        facts = (Counter("VP", row["points"]),) if row["points"] else ()
        yield Thing(f"region:{row['id']}", row["name"], human(row["kind"]), row["nation"], facts)


def _dice(names: Names) -> Iterator[Thing]:
    """Yield the results of Action dice."""
    faces = {row["id"].removeprefix(f"{row['side']}_"): row["name"] for row in names.setup.catalogue["faces"]}
    for face in ids.FACES:
        yield Thing(f"die:{face}", faces.get(face, human(face)), "die")


def _tiles(names: Names) -> Iterator[Thing]:
    """Yield the kinds of Hunt tiles."""
    for row in names.setup.catalogue["tiles"]:
        group = row["kind"] if row["kind"] in names.sides else ""
        yield Thing(f"tile:{row['id']}", row["name"], "Hunt tile", group, text=row["text"])
