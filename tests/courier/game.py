"""The Courier as the rest of the program sees it: the game contract of `sim.games.contract`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sim.bots.bot import Bot, check_avoided
from sim.bots.files import BotSpec
from sim.data.setup import Setup
from sim.data.values import table_of, tables_of
from sim.data.variants import Subject, Variant, blank_variants, text_variants
from sim.effects import Compiler, Program
from sim.engine.bits import bit
from sim.engine.faults import check_fault
from sim.engine.records import empty_record
from sim.engine.sets import add
from sim.games import kit
from sim.games.base import DataGame
from sim.games.contract import Restriction
from tests.courier import actions, ids, kernel
from tests.courier.bots import POLICIES, WEIGHTS, choose, make_mind, prepare
from tests.courier.catalogue import make_setup
from tests.courier.kernel import DEAL, DECIDE, DECISION_CAP, GO_ON, drive, keep, play_batch
from tests.courier.loading import load_data, printed
from tests.courier.moves import end_game
from tests.courier.position import PositionReader, position_text
from tests.courier.results import RECORD, families
from tests.courier.schema import GameData
from tests.courier.state import STATE
from tests.courier.tables import make_tables, things, words_of_map
from tests.courier.text import MOVES, Names, Story, view


class Courier(DataGame[GameData]):
    """A courier rides across a map of hidden places while hunters search for it."""

    name = "courier"
    title = "The Courier"
    bot_spec = BotSpec("courier", POLICIES, WEIGHTS, ids.SIDES, Path(__file__).parent / "data" / "bots")

    def printed(self):
        """Return the game as printed."""
        return printed()

    def load(self, scenario, **given) -> GameData:
        """Read, merge and check everything a scenario needs."""
        return load_data(scenario, **given)

    def setup_of(self, data: GameData) -> Setup:
        """Make a scenario's data ready to play."""
        return make_setup(make_tables(data))

    def values_of(self, data: GameData) -> dict[str, object]:
        """Return all that an overlay can change."""
        return {
            "region": tables_of(data.regions),
            "card": tables_of(data.cards),
            "deck": tables_of(data.decks),
            "scenario": table_of(data.scenario),
            "switches": dict(data.switches),
        }

    def variants(self, scenario, **given) -> list[Variant]:
        """Return the variants of every card in play: blank, or a number of its text one up or down."""
        data = self.load(scenario, **given)
        check = partial(_check, data)
        found: list[Variant] = []
        for subject in _subjects(data):
            found += blank_variants(subject)
            found += text_variants(subject, words_of_map(data), ("if", "do"), check)
        return found

    def known_words(self, setup: Setup) -> list[str]:
        """Return every word that a bot may avoid."""
        cards = dict.fromkeys(card["id"] for card in setup.catalogue["cards"])
        regions = (region["id"] for region in setup.catalogue["regions"])
        return [
            *(f"card:{card}" for card in cards),
            *(f"action:{name}" for name in actions.KINDS.avoidable),
            *(f"region:{region}" for region in regions),
        ]

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what the bots of each side can sensibly be told to avoid: their cards and actions."""
        cards = {card["id"]: card for card in setup.catalogue["cards"]}
        found = [
            Restriction(
                f"card:{name}", "card", name, card["name"], card["side"], f"does not use {card['name']}"
            )
            for name, card in cards.items()
        ]
        for side in ids.SIDES:
            for name, kind in actions.KINDS.avoidable.items():
                if kind.number != actions.SEARCH or side == ids.SIDES[1]:
                    label = kind.avoided
                    found.append(Restriction(f"action:{name}", "action", name, name, side, label))
        return found

    def play(self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int):
        """Play games `first` .. `first + n - 1` of a run seed."""
        records = Records(setup, n)
        s = empty_record(STATE)
        play_batch(s, setup.tables, seated(bots, setup), seed, first, records.rows)
        check_fault(s, self.name, seed)
        return records.families(first)

    def kit(self, setup: Setup) -> Kit:
        """Return what playing a set-up step by step takes."""
        return Kit(setup)

    def script(self, file: Path):
        """Return what plays a script file."""
        from tests.courier.script import CourierScript

        return CourierScript(file)


class Records(kit.Recorder):
    """The records of n games."""

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.rows = np.zeros(n, RECORD).view(np.recarray)

    def end(self, i: int, s: np.record) -> None:
        """Note what game `i` comes to."""
        keep(s, self.rows[i])

    def families(self, first: int):
        """Return the records of all games."""
        return families(self.setup, first, self.rows)


class Kit(kit.Kit):
    """What playing one set-up takes."""

    state = STATE
    moves = MOVES
    cap = DECISION_CAP
    steps = kit.Steps(kernel.new_game, kernel.decide, kernel.advance, kernel.is_over, prepare, choose)
    names: Names

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = setup.tables
        self.names = Names(setup)

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up game `index` of the run with `seed` and go on to its first decision."""
        self._drive(s, DEAL, seed, index)

    def apply(self, s: np.record, code: int, halt: int | None = None) -> None:
        """Apply a legal action and go on to the next decision or the end."""
        self._drive(s, DECIDE, code, halt=halt)

    def go_on(self, s: np.record, halt: int | None = None) -> None:
        """Go on to the next decision, or to where the phase `halt` begins."""
        self._drive(s, GO_ON, halt=halt)

    def _drive(self, s: np.record, step: int, a: int = 0, b: int = 0, halt: int | None = None) -> None:
        with np.errstate(over="ignore"):  # hashes wrap round on purpose; without JIT numpy would warn
            drive(s, self.tables, step, a, b, ids.NONE if halt is None else halt)
        check_fault(s, "courier")

    def is_over(self, s: np.record) -> bool:
        """Tell whether the game has ended."""
        return bool(s.phase == ids.PHASE.OVER)

    def give_up(self, s: np.record) -> None:
        """End a game that has reached `cap` decisions."""
        end_game(s, ids.NONE, ids.END.CAPPED)

    def recorder(self, n: int) -> Records:
        """Return what writes down n games of the set-up."""
        return Records(self.setup, n)

    def mind(self, bots: Sequence[Bot]) -> np.record:
        """Return the record that the kernels of bots read."""
        return seated(bots, self.setup)

    def view(self, s: np.record, seat: int) -> dict[str, Any]:
        """Return what a seat may know of the state."""
        return view(self.names, s, seat)

    def story(self) -> Story:
        """Return what tells the events of a game."""
        return Story(self.names)

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield the lines that end a trace."""
        yield f"{record['rounds']} rounds, {record['decisions']} decisions; {record['end_reason']}"

    def position_text(self, s: np.record) -> str:
        """Return the position as text."""
        return position_text(self.names, s)

    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return this kit and the state of a position."""
        reader = PositionReader(self.names)
        reader.read_text(text, file)
        s = reader.state()
        self.go_on(s)
        return self, s


def seated(bots: Sequence[Bot], setup: Setup) -> np.record:
    """Return the mind of a table with what its bots avoid. Raises DataError for an unknown word."""
    check_avoided(bots, Courier().known_words(setup))
    mind = make_mind(bots, [ids.SIDES.index(side) for side in setup.seat_sides])
    regions = [region["id"] for region in setup.catalogue["regions"]]
    for seat, bot in enumerate(bots):
        for word in bot.avoid:
            kind, _, thing = word.partition(":")
            if kind == "action":
                mind.no_kind[seat] |= bit(actions.KINDS.avoidable[thing].number)
            elif kind == "region":
                add(mind.no_region[seat], regions.index(thing))
            else:
                for card in setup.catalogue["cards"]:
                    mind.no_card[seat] |= bit(card["index"]) if card["id"] == thing else 0
    return mind


def _subjects(data: GameData) -> Iterator[Subject]:
    """Yield the cards in play, each once."""
    seen: set[str] = set()
    for seat in data.scenario.seats:
        for card in (data.cards[name] for deck in seat.piles for name in data.decks[deck].cards):
            if card.id not in seen:
                seen.add(card.id)
                yield Subject(
                    kind="card", table="card", row=card.id, name=card.name, id=card.id, side=card.side,
                    seat=seat.id, deck="+".join(seat.piles), facts={}, numbers={},
                    blanks={"": {"text": "", "effects": []}}, effects=card.effects,
                )  # fmt: skip


def _check(data: GameData, _subject: Subject, effect: dict, key: str) -> None:
    """Raise DataError if a text of an effect does not compile."""
    compiler = Compiler(words_of_map(data), {"region": things(data)}, Program())
    if key == "if":
        compiler.value(str(effect[key]), "condition")
    else:
        compiler.block(str(effect[key]))


GAME = Courier()
