"""Everything in a scenario that an overlay can change, as nested tables."""

from __future__ import annotations

from mazarbul.sim.data.values import scenario_table, table_of, tables_of
from mazarbul.sim.games.lotr_lcg.content.schema import DECK_TYPES, GameData, Scenario


def all_values(data: GameData) -> dict[str, object]:
    """Return tables of rows, scenario and switches with defaults for `mazarbul.sim.data.values.value_at`.

    In a scenario, `encounter_cards` has every encounter card in play with its copies; a campaign
    has the same of each of its quests under `changes`.
    """
    scenario = scenario_table(data.scenario)
    if data.scenario.is_campaign:
        scenario["changes"] = {quest.id: _quest(data, quest) for quest in data.quests}
    else:
        scenario |= _quest(data, data.scenario)
    none = {card.id: 0 for card in data.cards.values() if card.type in DECK_TYPES}
    return {
        "card": tables_of(data.cards),
        "encounter": tables_of(data.encounter),
        "stage": tables_of(data.stages),
        "deck": {
            name: table_of(deck) | {"cards": none | dict(deck.cards)}
            for name, deck in data.deck_models.items()
        },
        "scenario": scenario,
        "switches": dict(data.switches),
    }


def _quest(data: GameData, quest: Scenario) -> dict[str, object]:
    """Return the values of one quest that an overlay can change."""
    copies = dict.fromkeys(data.encounter, 0) | data.encounter_deck(quest)
    keys = ("title", "summary", "difficulty", "encounter_sets", "quest")
    return {key: getattr(quest, key) for key in keys} | {"encounter_cards": copies}
