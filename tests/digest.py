"""The results of some games and scripts, and scores of networks, as JSON on stdout.

python -m tests.digest [GAME ...]; without a name, of all games. In every mode of tests/modes.py it must print
the same as without.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from mazarbul.sim import games
from mazarbul.sim.games.contract import Game, Labelled, Setup
from tests.courier.game import GAME as COURIER
from tests.every_game.networks import first_scores

SEED, GAMES = 515, 2
BOTS = ("random", "heuristic")
#: Game, scenario, decks by seat. The slowest to compile comes first, see tests/modes.py.
WORLDS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("lotr_lcg", "passage_through_mirkwood", {}),
    ("lotr_lcg", "journey_down_the_anduin", {"player1": "spirit", "player2": "tactics"}),
    ("lotr_lcg", "escape_from_dol_guldur", {"player1": "lore"}),
    ("lotr_lcg", "nightmare_campaign", {"player1": "leadership", "player2": "spirit"}),
    ("card_game", "trilogy", {}),
    ("card_game", "duel", {}),
    ("card_game", "duel3", {}),
    ("card_game", "fellowship", {}),
    (COURIER.name, "chase", {}),
    (COURIER.name, "pack", {}),
)
#: The first decisions of bots with networks: game, scenario, decks and how many.
NETWORKS: tuple[tuple[str, str, dict[str, str], int], ...] = (
    ("lotr_lcg", "passage_through_mirkwood", {"player1": "spirit"}, 60),
    ("card_game", "duel", {}, 60),
    ("board_game", "two_player", {}, 15),
)


def some_scripts() -> dict[str, list[Path]]:
    """Return for each game about fifteen of its rule scripts, or all if it has fewer."""
    found = {}
    for game in dict.fromkeys(world[0] for world in WORLDS):
        scripts = sorted((Path(__file__).parent / game / "scripts").glob("*.txt"))
        found[game] = scripts[:: max(len(scripts) // 15, 1)]
    return found


def name_of(game: str, scenario: str, bot: str) -> str:
    """Return the name of the games of a world and a bot."""
    return f"{game}/{scenario}, {bot} bots"


def values(column: np.ndarray | Labelled) -> list:
    """Return a column of a table as plain values."""
    if isinstance(column, Labelled):
        return [column.labels[code] if code >= 0 else None for code in column.codes]
    return column.tolist()


def name_of_networks(game: str, scenario: str) -> str:
    """Return the name of the decisions of bots with networks."""
    return f"{game}/{scenario}, networks"


def setup_of(game: Game, scenario: str, decks: dict[str, str]) -> Setup:
    """Return a set-up; only some games have decks."""
    return game.setup(scenario, **({"decks": decks} if decks else {}))


def table(game: str, scenario: str, decks: dict[str, str], bot: str) -> dict[str, dict[str, list]]:
    """Return the tables of a few games: family -> column -> values."""
    made = games.get(game)
    setup = setup_of(made, scenario, decks)
    families = made.play(setup, [made.bot(bot, setup)] * len(setup.seats), SEED, 0, GAMES)
    return {
        family: {name: values(column) for name, column in columns.items()}
        for family, columns in families.items()
    }


def digest(*wanted: str) -> dict[str, object]:
    """Return the results of games of every world with either bot, and of some scripts. wanted: games."""
    found: dict[str, object] = {}
    with np.errstate(over="ignore"):
        for game, scripts in some_scripts().items():
            if wanted and game not in wanted:
                continue
            for _, scenario, decks in (world for world in WORLDS if world[0] == game):
                for bot in BOTS:
                    found[name_of(game, scenario, bot)] = table(game, scenario, decks, bot)
            for script in scripts:
                found[f"{game}: {script.stem}"] = games.get(game).run_script(script)
        for game, scenario, decks, n in NETWORKS:
            if not wanted or game in wanted:
                made = games.get(game)
                scores = first_scores(made, setup_of(made, scenario, decks), SEED, n)
                found[name_of_networks(game, scenario)] = scores
    return found


if __name__ == "__main__":
    games.register(COURIER)
    json.dump(digest(*sys.argv[1:]), sys.stdout)
