"""Decks against a quest: every group of decks, for every number of players, in a run of its own.

All runs share their luck. The groups for a number of players are the combinations of that many different
decks, in the order of the list: the first deck is the first player's.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from mazarbul.sim.games.contract import HasDecks, able
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.collection import Member, changed

GAMES = 5_000
PLAYERS = (1,)


def matrix(
    experiment: Experiment,
    decks: Sequence[str],
    players: Sequence[int],
    execution: Execution,
    display: Display,
    *,
    resume: bool = False,
) -> Path:
    """Play every group of decks of every number of players; return the collection's folder.

    decks: ids, or deck files. experiment.games: games per group. Raises DataError for an unknown deck, for
    decks that cannot play together, for more players than decks, or for a game of sides against each other.
    """
    wanted = groups(experiment, decks, players)
    _, setup, _ = prepare(experiment)
    info = collection.described(
        experiment, setup, "matrix", "decks against the quest", decks=list(decks), players=list(players)
    )
    path = folders.chosen(execution.out, f"matrix-{setup.scenario}", resume=resume)
    with collection.opened(path, info, execution, display, resume=resume) as members:
        members.play(wanted)
    return path


def groups(experiment: Experiment, decks: Sequence[str], players: Sequence[int]) -> list[Member]:
    """Return the member of every group; raises DataError as `matrix` does, before anything is played."""
    _, setup, _ = prepare(experiment)
    if len(setup.sides) != 1:
        raise DataError(
            f"a matrix of decks needs players together against a quest; {setup.game} has opposing sides"
        )
    found = []
    for number in players:
        if number > len(set(decks)):
            raise DataError(f"{number} players need as many different decks; there are {len(set(decks))}")
        found += list(_members(experiment, decks, number))
    for name, times in Counter(member.id for member in found).items():
        if times > 1:
            raise DataError(f"two groups of decks are called {name!r}: they would share a folder")
    return found


def _members(experiment: Experiment, decks: Sequence[str], number: int) -> Iterator[Member]:
    """Yield the groups of one number of players. The seats are player1, player2 ..."""
    for group in itertools.combinations(dict.fromkeys(decks), number):
        seats = {f"player{i + 1}": deck for i, deck in enumerate(group)}
        own = changed(experiment, decks=seats)
        game, setup, _ = prepare(own)
        named = able(game, HasDecks).decks()
        ids = [seat["deck"] for seat in setup.catalogue["seats"]]
        facts = {"players": number, "decks": ids, "names": [named.get(deck, deck) for deck in ids]}
        name = "-".join(Path(deck).stem for deck in group)
        yield Member(f"{number}.{name}", own, f"groups/{number}.{name}", facts)
