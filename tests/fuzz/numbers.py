"""Numbers of positions: the state has exactly the accepted number, whatever its fields can hold."""

from __future__ import annotations

from pathlib import Path
from random import Random

from mazarbul.sim import games
from tests.fuzz.kind import InputKind
from tests.fuzz.mutators import ODD_NUMBERS

#: Position with numbers {0}, {1} ... and the expectations that must then hold.
SCENES = {
    "card_game": (
        """scenario trilogy
position
round {0}
phase action
hand frodo: gimli sting
corruption {1}
expect round = {0}
expect corruption = {1}
""",
        """position
round 5
turn frodo
path egladil attack {0} defense {1}: gimli(attack {2})
hand frodo: narya sting
expect tokens egladil attack = {0}
expect tokens egladil defense = {1}
expect tokens gimli attack = {2}
""",
        """position
round 3
turn frodo
hand frodo: narya sting
resolved {0}
last_path {1}
counted {2} turns {3} decisions
shuffles frodo {4}
expect last_path = {1}
""",
        "seed {0} game {1}\nposition\nhand frodo: narya sting\nturn frodo\nexpect actor frodo\n",
        "position\nluck {0} {1}\nhand frodo: narya sting\nturn frodo\nexpect actor frodo\n",
    ),
    "lotr_lcg": (
        """position
round {0}
phase quest
halt quest
threat player1 {1}
heroes player1: aragorn(damage {2}, resources {3}) theodred gloin
stage textless 99 progress {4}
expect round = {0}
expect threat player1 = {1}
expect damage aragorn = {2}
expect resources aragorn = {3}
expect progress = {4}
""",
        """position
round 2
window P1
heroes player1: aragorn
hand player1: gandalf
active: old_forest_road(progress {0})
lasting attack {1} until round: aragorn
allies_played {2}
random {3}
decisions {4}
shuffles player1 {5}
expect progress old_forest_road = {0}
""",
        "seed {0} game {1}\nposition\nwindow P1\nheroes player1: aragorn\nexpect actor player1\n",
        "position\nluck {0} {1}\nwindow P1\nheroes player1: aragorn\nexpect actor player1\n",
    ),
}
NUMBERS = (*(str(n) for n in (0, 1, 2, 3, 5, 9, 15, 16, 49, 50, 51, 63, 64, 65, 98, 99, 100)), *ODD_NUMBERS)


def _numbers_kind(game: str) -> InputKind:
    def make(random: Random, sample: str) -> bytes:
        small = [random.choice("01234") for _ in range(6)]
        for _ in range(random.choice((1, 1, 2))):
            small[random.randrange(6)] = random.choice(NUMBERS)
        return sample.format(*small).encode()

    def attempt(raw: bytes, folder: Path) -> None:
        path = folder / "input.txt"
        path.write_bytes(raw)
        games.get(game).run_script(path)

    return InputKind(f"positions of {game}, their numbers", lambda: SCENES[game], attempt, make, seconds=60)


KINDS = (_numbers_kind("card_game"), _numbers_kind("lotr_lcg"))
