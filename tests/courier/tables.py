"""Turns data into the tables record: copies numbers, numbers cards, compiles texts, measures ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.data.tables import Tables
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.effects.codes import ROW_WIDTH, SET_WIDTH, VALUE_WIDTH
from mazarbul.sim.engine.records import empty_record, fill, frozen
from mazarbul.sim.engine.rng import stable_key
from mazarbul.sim.engine.sets import words_of
from tests.courier.ids import (
    CARDS,
    EFFECTS,
    EXPRESSIONS,
    NONE,
    PILES,
    REGIONS,
    RELATIONS,
    RIDERS,
    ROWS,
    SEATS,
    SET_ROWS,
    SETS,
    SIDES,
    WORDS,
)  # fmt: skip
from tests.courier.schema import GameData, Region
from tests.courier.vocabulary import vocabulary

EFFECT = np.dtype([("condition", "i4"), ("cost", "i4"), ("do", "i4")], align=True)

TABLES = np.dtype(
    [
        ("seat_n", "i2"),
        ("seat_side", "i2", (SEATS,)),
        ("last", "i2"),  # last round                                    CO-7.3
        ("sight", "i2"),  # rounds between sightings                      CO-5.1
        ("first_sight", "i2"),  # 1: the courier is seen in round 1 too   CO-5.1
        ("hand", "i2"),  # most cards in hand                             CO-2.3
        ("dice", "i2"),  # dice of a hunter                               CO-4.1
        ("starts", "i8", (WORDS,)),  # set of towns to set out from       CO-1.2
        ("rider_n", "i2"),
        ("rider_seat", "i2", (RIDERS,)),
        ("rider_start", "i2", (RIDERS,)),  # [rider] region
        # The map
        ("region_n", "i2"),
        ("beside", "i8", (REGIONS, WORDS)),  # [region] set of regions
        ("harbours", "i8", (WORDS,)),
        ("way", "i2", (REGIONS, REGIONS)),  # [from, to] steps, REGIONS if there is no way
        ("to_harbour", "i2", (REGIONS,)),  # [region] steps
        # Cards
        ("card_n", "i2"),
        ("owner", "i2", (CARDS,)),  # [card] seat
        ("pile", "i2", (CARDS,)),  # [card] pile of its seat
        ("card_key", "i8", (CARDS,)),  # [card] what its shuffling key is hashed from
        ("twins", "i8", (CARDS,)),  # [card] lower-numbered copies of the same card of that seat
        ("effect", "i2", (CARDS,)),  # [card] its first effect
        ("effect_n", "i2", (CARDS,)),
        # Texts
        ("effects", EFFECT, (EFFECTS,)),
        ("rows", "i4", (ROWS, ROW_WIDTH)),
        ("expressions", "i4", (EXPRESSIONS, VALUE_WIDTH)),
        ("sets", "i8", (SETS, WORDS)),  # [set] its members, if it is one mask
        ("set_start", "i4", (SETS,)),  # [set] its first row, 0 if it is one mask
        ("set_rows", "i4", (SET_ROWS, SET_WIDTH)),
        ("set_near", "i8", (RELATIONS, REGIONS, WORDS)),
    ],
    align=True,
)


@dataclass(frozen=True)
class CourierTables(Tables[GameData]):
    """A scenario as kernels read it, with the data it was made from."""

    cards: tuple[PhysicalCard, ...]

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Regions by their numbers."""
        return tuple(self.data.regions.values())


def make_tables(data: GameData) -> CourierTables:
    """Return the tables of a scenario; raises DataError if a text does not compile."""
    record = empty_record(TABLES)
    cards = number_cards(data)
    _copy_scenario(record, data)
    _copy_map(record, data)
    _copy_cards(record, data, cards)
    _compile(record, data, cards)
    return CourierTables(frozen(record), data, cards)


def number_cards(data: GameData) -> tuple[PhysicalCard, ...]:
    """Number the physical cards seat by seat, pile by pile."""
    found: list[PhysicalCard] = []
    for seat, row in enumerate(data.scenario.seats):
        for deck in row.piles:
            for card, copies in data.decks[deck].cards.items():
                for copy in range(1, copies + 1):
                    found.append(PhysicalCard(len(found), card, copy, copies, seat, row.id))
    return tuple(found)


def _copy_scenario(record: np.record, data: GameData) -> None:
    scenario, numbers = data.scenario, _numbers(data)
    record.seat_n = len(scenario.seats)
    record.last, record.sight, record.hand, record.dice = (
        scenario.last, scenario.sight, scenario.hand, scenario.dice
    )  # fmt: skip
    record.first_sight = bool(data.switches["first_sight"])
    record.starts = words_of((numbers[start] for start in scenario.starts), WORDS)
    riders = [(i, numbers[start]) for i, seat in enumerate(scenario.seats) for start in seat.riders]
    record.rider_n = len(riders)
    for i, (seat, start) in enumerate(riders):
        record.rider_seat[i], record.rider_start[i] = seat, start
    for i, seat in enumerate(scenario.seats):
        record.seat_side[i] = SIDES.index(seat.side)


def _copy_map(record: np.record, data: GameData) -> None:
    numbers, regions = _numbers(data), list(data.regions.values())
    record.region_n = len(regions)
    for i, region in enumerate(regions):
        record.beside[i] = words_of((numbers[other] for other in region.near), WORDS)
    harbours = [i for i, region in enumerate(regions) if region.terrain == "harbour"]
    record.harbours = words_of(harbours, WORDS)
    record.way = ways(data)
    record.to_harbour = record.way[:, harbours].min(axis=1, initial=REGIONS)


def ways(data: GameData) -> np.ndarray:
    """Return the number of steps from each region to each other, int16 (REGIONS, REGIONS)."""
    numbers = _numbers(data)
    found = np.full((REGIONS, REGIONS), REGIONS, np.int16)
    for start in numbers.values():
        front, steps = {start}, 0
        while front:
            found[start, list(front)] = steps
            steps += 1
            beside = {
                numbers[o] for name, i in numbers.items() if i in front for o in data.regions[name].near
            }
            front = {i for i in beside if found[start, i] == REGIONS}
    return found


def _copy_cards(record: np.record, data: GameData, cards: tuple[PhysicalCard, ...]) -> None:
    record.card_n = len(cards)
    record.owner[:] = NONE
    seen: dict[tuple[int, str], int] = {}
    for card in cards:
        i, seat = card.index, data.scenario.seats[card.seat]
        record.owner[i] = card.seat
        record.pile[i] = next(p for p in range(PILES) if card.id in data.decks[seat.piles[p]].cards)
        record.card_key[i] = stable_key(card.column)
        record.twins[i] = seen.get((card.seat, card.id), 0)
        seen[card.seat, card.id] = int(record.twins[i]) | 1 << i


def _compile(record: np.record, data: GameData, cards: tuple[PhysicalCard, ...]) -> None:
    program = Program()
    compiler = Compiler(words_of_map(data), {"region": things(data)}, program)
    firsts: dict[str, tuple[int, int]] = {}
    effects: list[tuple[int, int, int]] = []
    for name in dict.fromkeys(card.id for card in cards):
        firsts[name] = len(effects), len(data.cards[name].effects)
        for effect in data.cards[name].effects:
            condition = 1 if effect.condition is None else compiler.value(effect.condition, "condition")
            effects.append((condition, NONE, compiler.block(effect.do)))
    for card in cards:
        record.effect[card.index], record.effect_n[card.index] = firsts[card.id]
    fill(record.effects, np.array(effects, EFFECT), "effects")
    fill(record.rows, program.rows_array(), "operation rows")
    fill(record.expressions, program.exprs_array(), "expression rows")
    masks = [words_of(mask.members, WORDS) for mask in program.sets("region")]
    fill(record.sets, np.array(masks, np.int64).reshape(-1, WORDS), "sets")
    fill(record.set_start, program.set_starts("region"), "sets")
    fill(record.set_rows, program.set_rows("region"), "rows of sets")
    near = np.zeros((len(program.relations("region")), REGIONS, WORDS), np.int64)
    for i, relation in enumerate(program.relations("region")):
        for j, members in enumerate(relation):
            near[i, j] = words_of(members, WORDS)
    fill(record.set_near, near, "relations")


def words_of_map(data: GameData):
    """Return the vocabulary for the map of a scenario."""
    numbers, way = _numbers(data), ways(data)
    names = list(numbers)

    def near(regions: frozenset[str], steps: int) -> frozenset[str]:
        return frozenset(names[i] for r in regions for i in np.flatnonzero(way[numbers[r]] <= steps))

    return vocabulary(near)


def things(data: GameData) -> Mapping[str, Mapping[str, object]]:
    """Return the regions as members of sets."""
    return {name: {"terrain": region.terrain} for name, region in data.regions.items()}


def _numbers(data: GameData) -> dict[str, int]:
    """Return the number of each region."""
    return {name: i for i, name in enumerate(data.regions)}
