"""Every card, Combat card, Character, tile, die, Nation and Settlement with one small change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mazarbul.sim.data.variants import Subject, Variant, blank_variants, number_variants, text_variants
from mazarbul.sim.effects import Compiler
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.cards import Card
from mazarbul.sim.games.board_game.content.joined import JoinedProgram
from mazarbul.sim.games.board_game.content.schema import MOST_LIMIT, MOST_STEPS, GameData
from mazarbul.sim.games.board_game.content.things import catalogue_of, ground_of
from mazarbul.sim.games.board_game.content.triggers import WITH_MANOEUVRES
from mazarbul.sim.games.board_game.content.vocabulary import make_vocabulary

NUMBER_WORDS = {
    "level": "Level",
    "leadership": "Leadership",
    "dice": "Action dice",
    "value": "number",
    "copies": "copies",
    "start": "Action dice",
    "steps": "steps to war",
    "points": "points",
    **{f"figures.{piece}": f"{piece} figures" for piece in ids.PIECES},
}
#: The texts of an effect that compute with numbers.
COUNTING_TEXTS = ("if", "while", "do")
#: Effects that do nothing, of an event and of a tactic.
NO_EVENT = {"table": False, "text": "", "effects": [{"on": "play", "do": "nothing"}]}
NO_TACTIC = {"text": "", "effects": [{"initiative": 0, "do": "nothing"}]}
#: What a Character can lose: its abilities, or what it does as Guide.
PARTS = {"guide": "Guide", "abilities": "abilities"}


def variants(data: GameData) -> list[Variant]:
    """Return the variants of the things in play, in the order of the data.

    A changed number stays in the range that the data allow; variants whose text then does not compile are
    left out. A card's blank lacks the event; the combat half is the blank of its tactic.
    """
    vocabulary = make_vocabulary(ground_of(data))
    known = catalogue_of(data)

    def check(subject: Subject, effect: Mapping[str, object], key: str) -> None:
        compiler = Compiler(vocabulary, known, JoinedProgram())
        if key == "do":
            compiler.block(str(effect[key]), _sort(subject, effect))
        else:
            compiler.value(str(effect[key]), "condition")

    found: list[Variant] = []
    for subject in _subjects(data):
        found += blank_variants(subject)
        numbers = number_variants(subject, NUMBER_WORDS, MOST_LIMIT)
        found += (variant for variant in numbers if _is_possible(data, variant))
        found += text_variants(subject, vocabulary, COUNTING_TEXTS, check)
    return found


def _sort(subject: Subject, effect: Mapping[str, object]) -> str:
    """Return the sort of statements of a text."""
    if subject.kind == "tactic" or effect["on"] in WITH_MANOEUVRES:
        return "manoeuvre"
    return "modifier" if effect["on"] == "static" else "operation"


def _is_possible(data: GameData, variant: Variant) -> bool:
    """Return whether the rules allow a changed number; the Guide keeps the highest Level (BG-15.6)."""
    assert variant.now is not None  # only called for numbers
    if variant.field == "steps":
        return variant.now <= MOST_STEPS
    if variant.field == "level" and data.figures[variant.subject].fellowship:
        levels = {name: figure.level for name, figure in data.figures.items() if figure.fellowship}
        levels[variant.subject] = variant.now
        return variant.now > 0 and levels[data.scenario.fellowship.guide] == max(levels.values())
    return variant.field not in ("level", "copies") or variant.now > 0


def _subjects(data: GameData) -> Iterator[Subject]:
    """Yield everything that has variants."""
    for card in data.cards.values():
        yield _card(data, card)
    for tactic in data.tactics.values():
        sides = {card.side for card in data.cards.values() if card.tactic == tactic.id}
        side = sides.pop() if len(sides) == 1 else ""
        yield _subject("tactic", tactic.id, tactic.name, side, blanks={"": NO_TACTIC}, effects=tactic.effects)
    yield from _characters(data)
    for tile in data.tiles.values():
        numbers = {"value": tile.value} if tile.symbol == "number" else {}
        numbers |= {"copies": tile.copies} if tile.sort == "standard" else {}
        side = tile.sort if tile.sort in ids.SIDES else ""
        yield _subject("tile", tile.id, tile.name, side, numbers, facts={"type": tile.symbol})
    for die in data.dice.values():
        yield _subject("die", die.id, die.name, die.id, {"start": die.start} if die.start < die.most else {})
    for nation in data.nations.values():
        pool = data.pool(nation.id)
        numbers = {"steps": nation.steps} if nation.steps else {}
        numbers |= {f"figures.{p}": getattr(nation.figures, p) for p in ids.PIECES if getattr(pool, p)}
        yield _subject("nation", nation.id, nation.name, nation.side, numbers)
    for region in data.regions.values():
        if data.points_of(region.id):
            side = data.side_of(region.id) or ""
            numbers = {"points": data.points_of(region.id)}
            yield _subject("region", region.id, region.name, side, numbers)


def _card(data: GameData, card: Card) -> Subject:
    """Return a card; it has a seat if its side has only one."""
    seats = [seat.id for seat in data.scenario.seats if seat.side == card.side]
    return _subject(
        "card", card.id, card.name, card.side, blanks={"": NO_EVENT}, effects=card.effects,
        facts={"type": card.icon}, seat=seats[0] if len(seats) == 1 else "", deck=card.deck,
    )  # fmt: skip


def _characters(data: GameData) -> Iterator[Subject]:
    """Yield the Characters."""
    for figure in data.figures.values():
        given = {"level": figure.level, "leadership": figure.leadership, "dice": figure.dice}
        numbers = {name: n for name, n in given.items() if n}
        blanks: dict[str, dict[str, object]] = {
            word: {part: []} for part, word in PARTS.items() if getattr(figure, part)
        }
        facts = {"type": figure.kind}
        yield _subject("figure", figure.id, figure.name, figure.side, numbers, blanks=blanks, facts=facts)


def _subject(
    kind: str,
    name: str,
    printed: str,
    side: str,
    numbers: Mapping[str, int] | None = None,
    *,
    blanks: Mapping[str, Mapping[str, object]] | None = None,
    effects: tuple = (),
    facts: Mapping[str, str] | None = None,
    seat: str = "",
    deck: str = "",
) -> Subject:
    """Return a subject; its kind is a part of its id where several kinds may have the same."""
    return Subject(
        kind=kind,
        table=kind,
        row=name,
        name=printed,
        id=name if kind in ("card", "figure") else f"{kind}.{name}",
        side=side,
        seat=seat,
        deck=deck,
        facts=facts or {"type": ""},
        numbers=numbers or {},
        blanks=blanks or {},
        effects=effects,
    )
