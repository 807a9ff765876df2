"""Does skill matter: bots that never use something, and a ladder of bots that blunder more or less often.

Restricted play: Jaffe, Miller, Andersen, Liu, Karlin and Popovic (2012), Evaluating competitive game
balance with restricted play, AIIDE. The win rate that a side loses when its bots may not use something is
what that thing is worth to bots of this skill.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from mazarbul.formats.declared import Declared
from mazarbul.sim.games.contract import Game, HasRestrictions, Restriction, Setup, able
from mazarbul.sim.games.seating import bot_of
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Execution, Experiment, bot_texts, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.collection import BASE, Member, changed

RESTRICTION_GAMES = 4_000
LADDER_GAMES = 2_000
BOT = "bot"  # the kind of restriction that uses the random bot instead
RANDOM = "random"
BLUNDERS = (0.5, 0.25, 0.1)


def restrict(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    kinds: Sequence[str] = (),
    only: Collection[str] = (),
    resume: bool = False,
) -> Path:
    """Play every restriction of a side's bots against the same games without it; return the folder.

    kinds: those of the game's restrictions, and `bot`, the random bot instead; the usual ones if empty.
    only: words such as card:gimli, instead of kinds.
    experiment.games: games per restriction. Raises DataError for an unknown kind or word.
    """
    game, setup, _ = prepare(experiment)
    kinds = checked_kinds(game, setup, kinds)
    members = restricted(experiment, kinds, only)
    info = collection.described(
        experiment,
        setup,
        "restrictions",
        "what the bots can do without",
        kinds=list(kinds),
        only=sorted(only),
    )
    path = folders.chosen(execution.out, f"restrictions-{setup.scenario}", resume=resume)
    with collection.opened(path, info, execution, display, resume=resume) as opened:
        opened.play(members, Member(BASE, experiment, BASE))
    return path


def restricted(experiment: Experiment, kinds: Sequence[str], only: Collection[str] = ()) -> list[Member]:
    """Return the runs that `restrict` compares with the unchanged games; raises DataError as it does."""
    game, setup, _ = prepare(experiment)
    kinds = checked_kinds(game, setup, kinds)
    names = bot_texts(experiment.bots, game, setup)
    known = able(game, HasRestrictions).restrictions(setup)
    for word in only:
        if word not in {each.word for each in known}:
            raise unknown("restriction", word, {each.word for each in known})
    found = [each for each in known if (each.word in only if only else each.kind in kinds)]
    members = [_restricted(experiment, setup, names, each) for each in found]
    if BOT in kinds and not only:
        members = [_random(experiment, setup, names, side) for side in setup.sides] + members
    return members


def checked_kinds(game: Game, setup: Setup, kinds: Sequence[str]) -> list[str]:
    """Return the requested kinds of restrictions, the usual ones by default. Raises DataError."""
    known = [BOT, *dict.fromkeys(each.kind for each in able(game, HasRestrictions).restrictions(setup))]
    for kind in kinds:
        if kind not in known:
            raise unknown("kind of restriction", kind, known)
    return list(kinds) or [
        BOT,
        *(kind for kind in Declared.of(setup.catalogue).usual("restrictions") if kind in known),
    ]


def ladder(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    bots: Sequence[str] = (),
    resume: bool = False,
) -> Path:
    """Play every bot on the first side against every bot on the second; return the collection's folder.

    If all seats are on one side, every bot plays at all of them: a curve of difficulty. bots: weakest first;
    by default the experiment's bot with fewer and fewer random moves (BLUNDERS). experiment.games: games per
    pairing, or per bot. Raises DataError unless there are at least two bots and the game has one or two sides
    with seats.
    """
    setup, named = rungs(experiment, bots)
    members = on_ladder(experiment, setup, named)
    info = collection.described(experiment, setup, "ladder", "does skill matter", bots=list(named.values()))
    path = folders.chosen(execution.out, f"ladder-{setup.scenario}", resume=resume)
    with collection.opened(path, info, execution, display, resume=resume) as opened:
        opened.play(members)
    return path


def rungs(experiment: Experiment, bots: Sequence[str]) -> tuple[Setup, dict[str, str]]:
    """Return the set-up and the bots of a ladder, label -> bot; raises DataError as `ladder` does."""
    game, setup, seated = prepare(experiment)
    sides = setup.sides
    if len(sides) not in (1, 2):
        raise DataError(f"{setup.game}/{setup.scenario} has {len(sides)} sides; a ladder needs one or two")
    usual = bot_texts(experiment.bots, game, setup)[setup.seats[0]]
    named = _labelled(game, setup, bots) or _blundering(seated[0].name, usual)
    if len(named) < 2:
        raise DataError("a ladder needs at least two bots, the weakest first: give more with --bot")
    return setup, named


def _labelled(game: Game, setup: Setup, bots: Sequence[str]) -> dict[str, str]:
    """Return label -> bot: its name, or its whole text if another one has that name. Raises DataError."""
    named: dict[str, str] = {}
    for text in dict.fromkeys(bots):
        name = bot_of(game, text, setup).name
        named[text if name in named else name] = text
    return named


def on_ladder(experiment: Experiment, setup: Setup, named: dict[str, str]) -> list[Member]:
    """Return the runs of a ladder. named: label -> bot, weakest first."""
    make = _pairings if len(setup.sides) == 2 else _levels
    return make(experiment, setup, named)


def _pairings(experiment: Experiment, setup: Setup, named: dict[str, str]) -> list[Member]:
    """Return every bot on the first side against every bot on the second. named: label -> bot."""
    members, first_side = [], setup.sides[0]
    for i, (first, one) in enumerate(named.items()):
        for j, (second, two) in enumerate(named.items()):
            seats = {
                seat: one if side == first_side else two
                for seat, side in zip(setup.seats, setup.seat_sides, strict=True)
            }
            facts = {"first_bot": first, "second_bot": second, "first_level": i, "second_level": j}
            members.append(Member(f"{i}-{j}", changed(experiment, bots=seats), f"pairings/{i}-{j}", facts))
    return members


def _levels(experiment: Experiment, setup: Setup, named: dict[str, str]) -> list[Member]:
    """Return every bot at all seats. named: label -> bot."""
    return [
        Member(
            str(i),
            changed(experiment, bots=dict.fromkeys(setup.seats, bot)),
            f"levels/{i}",
            {"first_bot": label, "first_level": i},
        )
        for i, (label, bot) in enumerate(named.items())
    ]


def both(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    kinds: Sequence[str],
    bots: Sequence[str],
    *,
    only: Collection[str] = (),
    resume: bool = False,
) -> Iterator[Path]:
    """Play the ladder and the restrictions in one folder; yield the folder of each when it is finished."""
    game, setup, _ = prepare(experiment)
    kinds = checked_kinds(game, setup, kinds)
    restricted(experiment, kinds, only)  # reports a mistake before anything is played
    out = folders.chosen(execution.out, f"skill-{setup.scenario}", resume=resume)
    with collection.stopping_at(out):
        own = execution.model_copy(update={"out": out / "ladder"})
        yield ladder(experiment, own, display, bots=bots, resume=resume)
        own = execution.model_copy(update={"out": out / "restrictions"})
        yield restrict(experiment, own, display, kinds=kinds, only=only, resume=resume)


def _blundering(label: str, bot: str) -> dict[str, str]:
    """Return label -> bot, from one that moves at random to one that never does. label: the bot's own."""
    between = {f"{share:.0%} random moves": f"{bot} blunder={share:g}" for share in BLUNDERS}
    return {RANDOM: RANDOM} | between | {label: bot}


def _restricted(
    experiment: Experiment, setup: Setup, names: dict[str, str], restriction: Restriction
) -> Member:
    seats = {
        seat: f"{names[seat]} avoid={restriction.word}" if side == restriction.side else names[seat]
        for seat, side in zip(setup.seats, setup.seat_sides, strict=True)
    }
    name = f"{restriction.side}.{restriction.word.replace(':', '.')}"
    return Member(name, changed(experiment, bots=seats), f"restricted/{name}", asdict(restriction))


def _random(experiment: Experiment, setup: Setup, names: dict[str, str], side: str) -> Member:
    seats = {
        seat: RANDOM if mine == side else names[seat]
        for seat, mine in zip(setup.seats, setup.seat_sides, strict=True)
    }
    facts = {"word": RANDOM, "kind": BOT, "thing": RANDOM, "name": "every move at random", "side": side,
             "label": "moves at random"}  # fmt: skip
    return Member(f"{side}.random", changed(experiment, bots=seats), f"restricted/{side}.random", facts)
