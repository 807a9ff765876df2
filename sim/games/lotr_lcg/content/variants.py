"""Every card and stage in play with its text removed, or with one of its numbers changed by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mazarbul.sim.data.variants import Subject, Variant, blank_variants, number_variants, text_variants
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.definitions import known_cards, trait_numbers
from mazarbul.sim.games.lotr_lcg.content.schema import (
    MOST_NUMBER,
    MOST_POINTS,
    Card,
    EncounterCard,
    GameData,
    Stage,
)
from mazarbul.sim.games.lotr_lcg.content.vocabulary import make_vocabulary

NUMBER_WORDS = {
    "threat_cost": "threat cost",
    "cost": "cost",
    "willpower": "willpower",
    "attack": "attack",
    "defense": "defense",
    "hit_points": "hit points",
    "engagement": "engagement cost",
    "threat": "threat",
    "quest_points": "quest points",
    "victory": "victory points",
    "doomed": "doomed",
}

#: The numbers that cards of a type always have. Other numbers only count if the card has them.
NUMBERS = {
    "hero": ("threat_cost", "willpower", "attack", "defense", "hit_points"),
    "ally": ("cost", "willpower", "attack", "defense", "hit_points"),
    "attachment": ("cost",),
    "event": ("cost",),
    "enemy": ("engagement", "threat", "attack", "defense", "hit_points"),
    "location": ("threat", "quest_points"),
}
EXTRA = ("victory", "doomed")
AT_LEAST_ONE = ("hit_points", "quest_points")
POINTS = ("engagement", "quest_points", "victory")  # at most MOST_POINTS, others MOST_NUMBER

#: The texts of an effect that compute with numbers.
COUNTING_TEXTS = ("if", "cost", "do")

PLAYERS, ENCOUNTER = ids.SIDES
Check = Callable[[Subject, Mapping[str, object], str], None]


def variants(data: GameData) -> list[Variant]:
    """Return the variants of every player card, encounter card and stage in play.

    A number changed by one stays in the range the data allow, and a text that does not compile with
    it is left out. A card without text, keywords and other words has no blank.
    """
    check = _checker(data)
    vocabulary = make_vocabulary(trait_numbers(data))
    found: list[Variant] = []
    for subject in _subjects(data):
        found += blank_variants(subject)
        found += filter(_is_possible, number_variants(subject, NUMBER_WORDS, MOST_POINTS))
        found += text_variants(subject, vocabulary, COUNTING_TEXTS, check)
    return found


def _is_possible(variant: Variant) -> bool:
    """Return whether the data allow a changed number."""
    assert variant.now is not None  # only called for numbers
    most = MOST_POINTS if variant.field in POINTS else MOST_NUMBER
    return int(variant.field in AT_LEAST_ONE) <= variant.now <= most


def _subjects(data: GameData) -> Iterator[Subject]:
    """Yield the cards and stages in play."""
    owners: dict[str, list[str]] = {}
    for seat, deck in data.decks.items():
        for name in (*deck.heroes, *deck.cards):
            owners.setdefault(name, []).append(seat)
    for name, seats in owners.items():
        yield _player_card(data, data.cards[name], seats)
    for name, quests in _quests_with({quest.id: data.encounter_deck(quest) for quest in data.quests}):
        yield _encounter_card(data.encounter[name], quests)
    for name, quests in _quests_with({quest.id: quest.quest for quest in data.quests}):
        yield _stage(data, data.stages[name], quests)


def _quests_with(parts: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of quests, each once with the quests it is in. parts: quest -> its parts."""
    found: dict[str, list[str]] = {}
    for quest, names in parts.items():
        for name in names:
            found.setdefault(name, []).append(quest)
    yield from found.items()


def _only(names: Sequence[str]) -> str:
    """Return the only name; "" for several."""
    return names[0] if len(names) == 1 else ""


def _player_card(data: GameData, card: Card, seats: list[str]) -> Subject:
    """Return a player card; it has a seat and deck if it is in only one deck."""
    owner = _only(seats)
    return Subject(
        kind="card",
        table="card",
        row=card.id,
        name=card.name,
        id=card.id,
        side=PLAYERS,
        seat=owner,
        deck=data.decks[owner].id if owner else "",
        facts={"faction": card.sphere, "type": card.type},
        numbers=_numbers(card),
        blanks=_blanks(_blank(card)),
        effects=card.effects,
    )


def _encounter_card(card: EncounterCard, quests: list[str]) -> Subject:
    """Return an encounter card; its deck is that of its quest, if it is in only one."""
    return Subject(
        kind="encounter",
        table="encounter",
        row=card.id,
        name=card.name,
        id=card.id,
        side=ENCOUNTER,
        seat="",
        deck=_only(quests),
        facts={"faction": card.set, "type": card.type},
        numbers=_numbers(card),
        blanks=_blanks(_blank(card)),
        effects=card.effects,
    )


def _stage(data: GameData, stage: Stage, quests: list[str]) -> Subject:
    """Return a stage of a quest."""
    is_taken = stage.id in data.cards or stage.id in data.encounter
    return Subject(
        kind="encounter",
        table="stage",
        row=stage.id,
        name=stage.name,
        id=f"stage.{stage.id}" if is_taken else stage.id,
        side=ENCOUNTER,
        seat="",
        deck=_only(quests),
        facts={"faction": "", "type": "stage"},
        # with 0 quest points progress never completes it (LCG-18.4), which is another rule; and
        # without its text nothing would complete it
        numbers={"quest_points": stage.quest_points} if stage.quest_points else {},
        blanks=_blanks({"text": "", "effects": []} if stage.effects and stage.quest_points else {}),
        effects=stage.effects,
    )


def _numbers(card: Card | EncounterCard) -> dict[str, int]:
    """Return the numbers of a card outside its text, without a cost of X."""
    found = {name: getattr(card, name) for name in NUMBERS.get(card.type, ())}
    found |= {name: n for name in EXTRA if (n := getattr(card, name, 0))}
    return {name: n for name, n in found.items() if isinstance(n, int)}


def _blanks(rows: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Return the blank of a card; none if it has nothing to lose."""
    return {"": rows} if rows else {}


def _blank(card: Card | EncounterCard) -> dict[str, object]:
    """Return the fields of a card without its words: no text, no keywords, no Doomed."""
    words_of: dict[str, object] = {}
    if card.keywords:
        words_of["keywords"] = []
    if isinstance(card, EncounterCard) and card.doomed:
        words_of["doomed"] = 0
    if card.effects or words_of:
        words_of |= {"text": "", "effects": []}
    return words_of


def _checker(data: GameData) -> Check:
    """Return a check that raises DataError for an invalid text of an effect."""
    known = {"card": known_cards(data)}
    vocabulary = make_vocabulary(trait_numbers(data))

    def check(subject: Subject, effect: Mapping[str, object], key: str) -> None:
        compiler = Compiler(vocabulary, known, Program())
        me = None if subject.table == "stage" else ("card", subject.row)
        text, is_static = str(effect[key]), effect["on"] == "static"
        if key == "if":
            compiler.value(text, "condition", me=me)
        else:
            compiler.block(text, "modifier" if is_static else "operation", me=me)

    return check
