"""What a training is about: the tables, the sides and the weights that may change, and their opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.games.contract import Game, HasDecks, HasWeights, Setup, able
from mazarbul.sim.games.seating import bot_of, is_stepped
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Experiment, bot_texts
from mazarbul.sim.toml import DataError
from mazarbul.studies import targets


@dataclass(frozen=True)
class Table:
    """Where a training plays: a scenario, its decks, and who sits there.

    label: in words, different for every table. start: the bots to begin with, in seat order. league: name ->
    bot, further opponents. Bots have the weights that they have in this scenario.
    """

    label: str
    experiment: Experiment
    setup: Setup
    start: tuple[Bot, ...]
    league: Mapping[str, Bot]

    @property
    def target(self) -> str:
        """The table as on the command line (`mazarbul.studies.targets.text`)."""
        return targets.text(self.experiment)


@dataclass(frozen=True)
class Aim:
    """What is trained. sides, weights: those that may change. like: text of the bot that they begin with.

    first: that bot for each side. With several scenarios it has its general weights. scenario: the one that
    the weights are written for, None for general weights.
    """

    game: Game
    tables: tuple[Table, ...]
    sides: tuple[str, ...]
    weights: tuple[int, ...]
    like: str
    first: Mapping[str, Bot]
    scenario: str | None = None

    @property
    def title(self) -> str:
        """The table, or how many tables of which game."""
        if len(self.tables) == 1:
            return self.tables[0].setup.title
        return f"{self.game.title}, {len(self.tables)} tables"

    @property
    def scenarios(self) -> list[str]:
        """The different scenarios."""
        return list(dict.fromkeys(table.setup.scenario for table in self.tables))


def aim(
    experiments: Sequence[Experiment],
    side: str | None = None,
    names: Collection[str] = (),
    *,
    against: Sequence[str] = (),
    for_scenario: bool = False,
) -> Aim:
    """Return what to train, at a table for each experiment.

    side: None for all. names: of the weights that may change, all if empty. against: texts of further
    opponents. for_scenario: write the weights for the scenario alone. Raises DataError for tables that cannot
    be trained together, an unknown side or weight, bots that have no weights or differ, or an opponent that
    is too slow. The league of a table has the bots that come with the game, except those that search, which
    are slow, and the further opponents.
    """
    game, tables = _tables(experiments, against)
    own = able(game, HasWeights)
    weighed = own.weighed_sides()
    known = [each for each in tables[0].setup.sides if each in weighed]
    if side is not None and side not in known:
        raise unknown(f"side of {game.name}/{tables[0].setup.scenario} with weights", side, known)
    rows = [row.name for row in own.weights().rows]
    for name in names:
        if name not in rows:
            raise unknown(f"weight of {game.title}", name, rows)
    sides = (side,) if side else tuple(known)
    scenarios = {table.setup.scenario for table in tables}
    first = _first(game, tables, sides, is_general=len(scenarios) > 1)
    if for_scenario and not (len(scenarios) == 1 and scenarios <= set(game.scenarios())):
        raise DataError(
            "--for-scenario writes weights for one scenario that comes with the game; these tables need"
            " general weights: leave it out"
        )
    return Aim(
        game=game,
        tables=tables,
        sides=sides,
        weights=tuple(i for i, row in enumerate(rows) if not names or row in names),
        like=_text(game, tables[0], tables[0].setup.seat_sides.index(sides[0])),
        first=first,
        scenario=scenarios.pop() if for_scenario else None,
    )


def _tables(experiments: Sequence[Experiment], against: Sequence[str]) -> tuple[Game, tuple[Table, ...]]:
    """Return the game and its tables; raises DataError if they cannot be trained together."""
    experiments = targets.by_weights(experiments)
    ready = targets.ready(experiments)
    game, setups = ready[0][0], [setup for _, setup, _ in ready]
    labels = _labels(game, setups)
    return game, tuple(
        Table(label, experiment, setup, bots, _league(game, setup, bots, against))
        for label, experiment, (_, setup, bots) in zip(labels, experiments, ready, strict=True)
    )


def _labels(game: Game, setups: Sequence[Setup]) -> list[str]:
    """Return a different label for every table: its title, with the decks and a number if need be."""
    found = [setup.title for setup in setups]
    if len(set(found)) < len(found):
        named = game.decks() if isinstance(game, HasDecks) else {}
        for place, setup in enumerate(setups):
            decks = [seat["deck"] for seat in setup.catalogue["seats"]]
            found[place] += f", {' + '.join(named.get(deck, deck) for deck in decks)}"
    times = Counter(found)
    numbers: Counter[str] = Counter()
    for place, label in enumerate(found):
        if times[label] > 1:
            numbers[label] += 1
            found[place] = f"{label} ({numbers[label]})"
    return found


def _league(game: Game, setup: Setup, bots: Sequence[Bot], against: Sequence[str]) -> dict[str, Bot]:
    """Return name -> opponent, without those who play like one of the bots."""
    shipped = {name: game.bot(name, setup) for name in sorted(game.bots())}
    found = {name: bot for name, bot in shipped.items() if not is_stepped([bot])}
    for text in against:
        bot = game.bot(text, setup)
        check_fast(bot, "too slow for an opponent of all candidates: name one that does not search")
        found[text if bot.name in found else bot.name] = bot
    seated = set(map(manifests.bot_hash, bots))
    return {name: bot for name, bot in found.items() if manifests.bot_hash(bot) not in seated}


def _first(game: Game, tables: Sequence[Table], sides: Sequence[str], *, is_general: bool) -> dict[str, Bot]:
    """Return side -> the bot that it begins with, the same at all tables; raises DataError if it is not."""
    found: dict[str, list[Bot]] = {side: [] for side in sides}
    for table in tables:
        for place, side in enumerate(table.setup.seat_sides):
            if side in found:
                own = bot_of(game, _text(game, table, place)) if is_general else table.start[place]
                found[side].append(own)
    check_alike(
        [bot for bots in found.values() for bot in bots],
        "which is too slow to train; train the bot that plays its simulated games, such as heuristic",
        "the seats to be trained have different bots: give them the same one, or name a --side",
    )
    return {side: bots[0] for side, bots in found.items()}


def _text(game: Game, table: Table, place: int) -> str:
    """Return the text of the bot in a seat."""
    return bot_texts(table.experiment.bots, game, table.setup)[table.setup.seats[place]]


def check_alike(bots: Sequence[Bot], slow: str, unlike: str) -> None:
    """Raise DataError unless all bots are the same, one that plays in a kernel.

    slow: why one that decides move by move will not do. unlike: the message for different bots.
    """
    for bot in bots:
        check_fast(bot, slow)
    if len(set(map(manifests.bot_hash, bots))) > 1:
        raise DataError(unlike)


def check_fast(bot: Bot, slow: str) -> None:
    """Raise DataError for a bot that decides move by move. slow: why it will not do."""
    if is_stepped([bot]):
        raise DataError(f"bot {bot.name!r} decides move by move, {slow}")
