"""Checks that the parts of the data fit together, which no single model can see.

Every check gets models and the nodes they were built from, and raises a DataError at the line that
has to change. Texts of the effect language are checked where they are compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.effect_checks import (
    PLAYER,
    STAGE,
    check_effects,
    check_event_effects,
)
from mazarbul.sim.games.lotr_lcg.content.schema import (
    CHARACTERS,
    MOST_ENCOUNTER_CARDS,
    SEATS,
    Card,
    EncounterCard,
    Scenario,
    Stage,
    encounter_deck,
)
from mazarbul.sim.toml import DataError

STATS = ("willpower", "attack", "defense", "hit_points")
KEYWORD_TYPES = {
    "ranged": CHARACTERS,
    "sentinel": CHARACTERS,
    "restricted": ("attachment", "objective"),
    "surge": ("enemy", "location", "treachery", "objective"),
    "guarded": ("objective",),
}  # the types of cards that can have a keyword (LCG-21)
NUMBER_TYPES = {
    "engagement": ("enemy",),
    "threat": ("enemy", "location"),
    "attack": ("enemy",),
    "defense": ("enemy",),
    "hit_points": ("enemy",),
    "quest_points": ("location",),
    "victory": ("enemy", "location"),
    "attached_as": ("treachery", "objective"),
}  # the types of encounter cards that can have a number or key (LCG-1.5, LCG-21)


MOST_ROUND_SCORE = 100


def check_switches(switches: Mapping[str, object]) -> None:
    """Check what the kinds of switches leave open: the most rounds, and a score that can be recorded."""
    cap = switches["round_cap"]
    if not isinstance(cap, int) or not 1 <= cap <= ids.ROUNDS:
        raise DataError(f"switch 'round_cap' is a whole number from 1 to {ids.ROUNDS}, not {cap}", "switches")
    score = switches["round_score"]
    if not isinstance(score, int) or score > MOST_ROUND_SCORE:
        most = f"switch 'round_score' is a whole number from 0 to {MOST_ROUND_SCORE}, not {score}"
        raise DataError(most, "switches")


def check_cards(cards: Mapping[str, Card], nodes: Mapping[str, Node]) -> None:
    """Check every player card by itself: its keys must suit its type (LCG-1.6, LCG-6.10, LCG-21)."""
    for card_id, card in cards.items():
        node, what = nodes[card_id], f"card '{card_id}'"
        is_hero = card.type == "hero"
        _check_has(node, what, card.type, "threat_cost", given=card.threat_cost is not None, wanted=is_hero)
        _check_has(node, what, card.type, "cost", given=card.cost is not None, wanted=not is_hero)
        if is_hero and card.sphere == "neutral":
            raise node.error(f"{what} is a hero; every hero has a sphere (LCG-1.7)", ("sphere",))
        if card.type in CHARACTERS and card.hit_points == 0:
            raise node.error(f"{what}: {_a(card.type)} has at least 1 hit point", ("hit_points",))
        for key in STATS:
            if getattr(card, key) and card.type not in CHARACTERS:
                raise node.error(f"{what} is {_a(card.type)}; only characters have '{key}'", (key,), key=True)
        is_attachment = card.type == "attachment"
        _check_has(node, what, card.type, "attach", given=card.attach is not None, wanted=is_attachment)
        if card.attach_zone is not None and not is_attachment:
            message = f"{what} is {_a(card.type)}; only attachments have 'attach_zone'"
            raise node.error(message, ("attach_zone",), key=True)
        if card.pays == "apart" and (is_hero or card.cost == "X"):
            raise node.error(f"{what}: only a cost that is a number can be paid apart (LCG-6.13)", ("pays",))
        _check_words(node, what, card.type, card.traits, card.keywords)
        if card.type == "event":
            check_event_effects(card.effects, node, what)
        check_effects(card.effects, node, what, PLAYER)


def check_encounter(cards: Mapping[str, EncounterCard], nodes: Mapping[str, Node]) -> None:
    """Check every encounter card by itself: its keys must suit its type (LCG-1.5, LCG-21)."""
    for card_id, card in cards.items():
        node, what = nodes[card_id], f"encounter card '{card_id}'"
        for key, types in NUMBER_TYPES.items():
            if getattr(card, key) and card.type not in types:
                message = f"{what} is {_a(card.type)}; '{key}' is for {', '.join(map(_some, types))}"
                raise node.error(message, (key,), key=True)
        if card.type == "enemy" and card.engagement is None:
            raise node.error(f"{what} is an enemy and lacks 'engagement'", ("type",))
        if card.type == "enemy" and card.hit_points == 0:
            raise node.error(f"{what}: an enemy has at least 1 hit point", ("hit_points",))
        if card.type == "location" and card.quest_points == 0:
            raise node.error(f"{what}: a location has at least 1 quest point", ("quest_points",))
        _check_words(node, what, card.type, card.traits, card.keywords)
        check_effects(card.effects, node, what, card.type)


def check_stages(stages: Mapping[str, Stage], nodes: Mapping[str, Node]) -> None:
    """Check every quest card by itself: its texts, and that the next stages exist and lie deeper."""
    for stage_id, stage in stages.items():
        node, what = nodes[stage_id], f"stage '{stage_id}'"
        for i, name in enumerate(stage.next):
            place = node.find(("next", i))
            if name not in stages:
                raise place.unknown("stage", name, stages)
            if stages[name].depth <= stage.depth:
                message = f"{what} has depth {stage.depth}; '{name}' after it has {stages[name].depth}"
                raise place.error(message)
        _check_once(stage.next, node, what, "next")
        check_effects(stage.effects, node, what, STAGE)


def check_scenario(scenario: Scenario, node: Node) -> None:
    """Check a scenario by itself: it is a quest or a campaign, and its seats are in order."""
    what = f"scenario '{scenario.id}'"
    given = node.table()
    if scenario.is_campaign:
        for key in ("quest", "encounter_sets", "encounter_cards"):
            if key in given:
                message = f"{what} is a campaign; '{key}' belongs to its quests (change one with 'changes')"
                raise node.error(message, (key,), key=True)
    elif not scenario.quest:
        raise node.error(f"{what} lacks 'quest' (its stages), or 'quests' if it is a campaign", ("quest",))
    elif "carries_over" in given:
        raise node.error(f"{what} is not a campaign, so nothing is carried over", ("carries_over",), key=True)
    for i, (seat, wanted) in enumerate(zip(scenario.seats, SEATS, strict=False)):
        if seat.id != wanted:
            raise node.error(f"{what}: seat '{wanted}' is expected here", ("seat", i, "id"))
    if len(scenario.seats) > len(SEATS):
        message = f"a scenario has at most {len(SEATS)} seats; this one is too many"
        raise node.error(message, ("seat", len(SEATS)))


def check_quest(
    quest: Scenario, node: Node, encounter: Mapping[str, EncounterCard], stages: Mapping[str, Stage]
) -> None:
    """Check a quest: its encounter deck, and that its first stage leads to all the others (LCG-28)."""
    what = f"scenario '{quest.id}'"
    _check_names(quest.quest, node, what, "quest", "stage", stages)
    _check_once(quest.quest, node, what, "quest")
    reached = {quest.quest[0]}
    for i, name in enumerate(quest.quest):
        for after in stages[name].next:
            if after not in quest.quest:
                raise node.error(f"{what}: stage '{after}', which follows '{name}', is missing", ("quest", i))
            reached.add(after)
    for i, name in enumerate(quest.quest):
        if name not in reached:
            raise node.error(f"{what}: no stage leads to '{name}'", ("quest", i))
    sets = {card.set for card in encounter.values()}
    _check_names(quest.encounter_sets, node, what, "encounter_sets", "encounter set", sets)
    _check_once(quest.encounter_sets, node, what, "encounter_sets")
    deck = encounter_deck(quest, encounter)
    for name in quest.encounter_cards:
        if name not in encounter:
            raise node.find(("encounter_cards", name)).unknown("encounter card", name, encounter, key=True)
    total = sum(deck.values())
    if total == 0:
        raise node.error(f"{what} has no encounter cards", ("encounter_sets",))
    if total > MOST_ENCOUNTER_CARDS:
        message = f"{what} has {total} encounter cards, at most {MOST_ENCOUNTER_CARDS} fit"
        raise node.error(message, ("encounter_sets",))


def _check_has(node: Node, what: str, kind: str, key: str, *, given: bool, wanted: bool) -> None:
    """Check that a card has a key if its type needs it, and only then."""
    if wanted and not given:
        raise node.error(f"{what} is {_a(kind)} and lacks '{key}'", ("type",))
    if given and not wanted:
        raise node.error(f"{what} is {_a(kind)}; such a card has no '{key}'", (key,), key=True)


def _check_words(
    node: Node, what: str, kind: str, traits: tuple[str, ...], keywords: tuple[str, ...]
) -> None:
    """Check traits and keywords: none twice, and only keywords that a card of this type can have."""
    _check_once(traits, node, what, "traits")
    _check_once(keywords, node, what, "keywords")
    for i, keyword in enumerate(keywords):
        types = KEYWORD_TYPES[keyword]
        if kind not in types:
            message = f"{what} is {_a(kind)}; '{keyword}' is for {', '.join(map(_some, types))}"
            raise node.error(message, ("keywords", i))


def _check_names(
    names: Iterable[str], node: Node, what: str, key: str, kind: str, known: Iterable[str]
) -> None:
    """Check that every name of a list is known."""
    for i, name in enumerate(names):
        if name not in known:
            raise node.find((key, i)).unknown(kind, name, known, note=f" in '{key}' of {what}")


def _check_once(names: Iterable[str], node: Node, what: str, key: str) -> None:
    """Check that a list names nothing twice."""
    for name, times in Counter(names).items():
        if times > 1:
            raise node.error(f"{what} names '{name}' twice", (key,))


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _some(kind: str) -> str:
    return {"ally": "allies", "enemy": "enemies", "hero": "heroes", "treachery": "treacheries"}.get(
        kind, f"{kind}s"
    )
