"""The names of a setup's stages and texts, in addition to those of its cards and seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.catalogue import of_quest
from mazarbul.sim.games.lotr_lcg.content.schema import GameData
from mazarbul.sim.notation import names
from mazarbul.sim.notation.lines import Line, Token


class Names(names.Names):
    """The names of one quest of a setup, both ways.

    data: data that the setup was made from; positions can then name every card. Without it, only those
    of the setup. quest: which quest of a campaign. stages: ids of the quest cards by stage number.
    `tables` is the record of that quest only.
    """

    def __init__(self, setup: Setup, data: GameData | None = None, quest: int = 0) -> None:
        catalogue = of_quest(setup.catalogue, quest)
        super().__init__(replace(setup, tables=setup.tables[quest], catalogue=catalogue))
        self.whole = setup
        self.quest = quest
        self.data = data
        self.stage_entries = catalogue["stages"]
        self.stages = [entry["id"] for entry in self.stage_entries]

    def source(self, index: int) -> str:
        """Return the text of a source of effects: a card or a stage."""
        return self.stages[index - ids.STAGE_SOURCE] if index >= ids.STAGE_SOURCE else self.card(index)

    def find_source(self, line: Line, token: Token) -> list[int]:
        """Return the sources a word can mean: a stage, or a card with all its copies; raises ScriptError."""
        if token.text in self.stages:
            return [ids.STAGE_SOURCE + self.stages.index(token.text)]
        return self.find_card(line, token)

    def texts(self, source: int, kinds: Iterable[int]) -> list[int]:
        """Return the numbers, among the texts of a source, that work on any of these (ON)."""
        t, wanted = self.tables, set(kinds)
        first, n = int(t.effect_first[source]), int(t.effect_n[source])
        return [i for i in range(n) if int(t.effects[first + i].on) in wanted]

    def responses(self, source: int) -> list[int]:
        """Return the numbers, among the texts of a source, that are responses."""
        t = self.tables
        first, n = int(t.effect_first[source]), int(t.effect_n[source])
        return [i for i in range(n) if t.effects[first + i].may]
