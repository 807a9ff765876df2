"""Everything that an overlay can change in a scenario, as nested tables."""

from __future__ import annotations

from mazarbul.sim.data.values import scenario_table, table_of, tables_of
from mazarbul.sim.games.card_game.content.schema import GameData


def all_values(data: GameData) -> dict[str, object]:
    """Return tables of rows, scenario and switches with defaults for `mazarbul.sim.data.values.value_at`."""
    scenario = scenario_table(data.scenario)
    decks = {}
    for name, deck in data.deck_models.items():
        none = {card.id: 0 for card in data.cards.values() if card.side == deck.side}
        decks[name] = table_of(deck) | {"cards": none | dict(deck.cards)}
    return {
        "card": tables_of(data.cards),
        "path": tables_of(data.paths),
        "battleground": tables_of(data.battlegrounds),
        "deck": decks,
        "scenario": scenario,
        "switches": dict(data.switches),
    }
