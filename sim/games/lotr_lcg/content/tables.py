"""Turns data into the tables records: copies numbers, numbers cards; `programs.py` adds the texts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.data.tables import Tables
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.rng import stable_key
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.definitions import GUARD, Definitions
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X, TABLES
from mazarbul.sim.games.lotr_lcg.content.numbering import number_cards
from mazarbul.sim.games.lotr_lcg.content.programs import TextBuilder, find_gains
from mazarbul.sim.games.lotr_lcg.content.schema import Card, EncounterCard, GameData, Scenario, Stage


@dataclass(frozen=True)
class QuestTables(Tables[GameData]):
    """The tables records of a game with the names for their numbers.

    record: TABLES recarray (quests,): one quest, or those of a campaign in their order, all with the
    same players. cards: the physical cards of each quest, the players' first. definitions: of each quest.
    """

    cards: tuple[tuple[PhysicalCard, ...], ...]
    definitions: tuple[Definitions, ...]


def make_tables(data: GameData) -> QuestTables:
    """Build the tables records of checked data, read-only; raises EffectError for a faulty effect text."""
    records = np.zeros(len(data.quests), dtype=TABLES).view(np.recarray)
    builders = [_Builder(records[i], data, quest) for i, quest in enumerate(data.quests)]
    for builder in builders:
        builder.build()
    records.base.flags.writeable = False  # type: ignore[union-attr]
    records.flags.writeable = False
    return QuestTables(
        records,
        data,
        tuple(builder.cards for builder in builders),
        tuple(builder.definitions for builder in builders),
    )


class _Builder:
    """Fills the tables record of one quest; the order of the steps in `build` matters."""

    def __init__(self, t: np.record, data: GameData, quest: Scenario) -> None:
        self.t = t
        self.data = data
        self.quest = quest
        self.cards = number_cards(data, quest)
        self.definitions = Definitions(data, self.cards, find_gains(data, quest, self.cards))
        self.titles: dict[str, int] = {}

    def build(self) -> None:
        """Fill the record."""
        self._game()
        self._stages()
        self._cards()
        TextBuilder(self.t, self.data, self.quest, self.cards, self.definitions).build()

    def _game(self) -> None:
        t, switches = self.t, self.data.switches
        t.player_n = len(self.data.decks)
        t.is_basic = switches["mode"] == "basic"
        t.carries_over = self.data.scenario.carries_over
        t.is_first_random = switches["first_player"] == "random"
        t.prunes = switches["prune"]
        t.round_cap = switches["round_cap"]
        t.round_score = switches["round_score"]
        t.attack_goes_on = switches["returned_attack"] == "goes_on"
        t.guards_attached = switches["guards"] == "attached"
        t.start_resources = self.data.scenario.resources
        t.threat_limit = self.data.scenario.threat_limit

    def _stages(self) -> None:
        t = self.t
        stages = [self.data.stages[name] for name in self.quest.quest]
        index = {stage.id: i for i, stage in enumerate(stages)}
        t.stage_n = len(stages)
        for i, stage in enumerate(stages):
            t.stage_points[i] = stage.quest_points
            t.stage_next[i] = mask_of(index[name] for name in stage.next)
            t.stage_depth[i] = stage.depth
        t.depth_n = max(stage.depth for stage in stages)
        t.quest_length = _longest(stages, index, 0)

    def _cards(self) -> None:
        t = self.t
        t.type[:] = t.title[:] = t.cost[:] = t.attach_to[:] = t.engagement[:] = ids.NONE
        t.guard_definition = self.definitions.number(GUARD)
        t.form_definition[:] = t.guard_definition
        copies: dict[tuple[int, str], int] = {}
        for card in self.cards:
            i, block, bit = card.index, card.index // ids.BLOCK, 1 << card.index % ids.BLOCK
            printed = self.data.encounter.get(card.id) or self.data.cards[card.id]
            t.card_n[block] = max(int(t.card_n[block]), card.index % ids.BLOCK + 1)
            t.type[i] = ids.TYPES.index(printed.type)
            t.of_type[block, t.type[i]] |= bit
            masks = t.heroes if printed.type == "hero" else t.deck
            masks[block] |= bit
            t.unique[block] |= bit * printed.unique
            for keyword in printed.keywords:
                t.keyword[block, ids.KEYWORDS.index(keyword)] |= bit
            t.title[i] = self.titles.setdefault(printed.name, len(self.titles))
            t.card_key[i] = stable_key(f"{card.id}#{card.copy}")
            t.twins[i] = copies.get((block, card.id), 0)
            copies[block, card.id] = int(t.twins[i]) | bit
            for form in range(ids.FORMS):
                t.form_definition[i, form] = self.definitions.number(card.id, form)
            if isinstance(printed, Card):
                self._player_card(i, printed)
            else:
                self._encounter_card(i, printed)

    def _player_card(self, i: int, card: Card) -> None:
        t = self.t
        t.sphere[i] = ids.SPHERES.index(card.sphere)
        t.stats[i] = (card.willpower, card.attack, card.defense, card.hit_points, 0)
        t.pays_apart[i] = card.pays == "apart"
        if card.type == "hero":
            t.threat_cost[i] = card.threat_cost
            t.icons[i] = [self.definitions.spheres(card, form) for form in range(ids.FORMS)]
        else:
            t.cost[i] = COST_X if card.cost == "X" else card.cost

    def _encounter_card(self, i: int, card: EncounterCard) -> None:
        t = self.t
        t.sphere[i] = ids.SPHERES.index("neutral")
        t.stats[i] = (0, card.attack, card.defense, card.hit_points, card.threat)
        t.engagement[i] = ids.NONE if card.engagement is None else card.engagement
        t.quest_points[i] = card.quest_points
        t.victory[i], t.doomed[i] = card.victory, card.doomed


def _longest(stages: list[Stage], index: dict[str, int], first: int) -> int:
    """Return the most quest points needed from a stage to the end of the quest."""
    after = [_longest(stages, index, index[name]) for name in stages[first].next]
    return stages[first].quest_points + max(after, default=0)
