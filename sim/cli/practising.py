"""The command practise: networks learnt by playing."""

from __future__ import annotations

from typing import Annotated

import typer

from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import tell_found
from mazarbul.sim.cli.tail import DONE, PLAYED, Work, tail


@app.command(short_help="Let bots practise: networks learnt by playing against themselves.")
@tail(PLAYED, DONE, out=opt.OutNetwork)
def practise(
    targets: opt.Targets,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="How long they practise; 30 if not given.", show_default=False),
    ] = None,
    games: Annotated[
        int | None,
        opt.games("How many games they play, in place of --minutes: the same number gives the same file."),
    ] = None,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side that practises; all if not given.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="A bot that they also meet; give it again for more."),
    ] = None,
    teacher: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="A bot to imitate, in games that it plays, instead of practising."),
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Pairs of games that measure the gain; 4,000 if not given.",
            show_default=False,
        ),
    ] = None,
    *,
    work: Work,
) -> None:
    """Let bots play against themselves and learn which moves win: a small network that corrects their scores.

    They begin with the network that they have: to go on, name a bot whose file has the last result. In the
    end the bots that practised and those from the start play the same games, which no one has learnt from;
    the difference is the gain. With --side and --against expert it is a best response: how much a bot that
    knows its opponent can gain on it.

    Several targets are tables at which they practise together, for one network that plays all of them. Their
    scenarios, decks and players may differ, not their sides; overlay=FILE after a target is for that table
    alone. Other options hold for all of them. Most games against a quest go where a quarter of them is won:
    easier tables, by overlays, lead to one that is nearly always lost.

    With --teacher they do not practise, but learn to move as another bot does: in minutes a bot with other
    weights, or with none learnt, is nearly as strong as its teacher, and can practise on from there.

    Ctrl-C keeps what was learnt, and --resume goes on from there.

    \b
    Examples:
      mazarbul practise card_game/duel --minutes 30 --out duel.npz
      mazarbul practise my_scenario.toml --games 200000
      mazarbul practise card_game/trilogy --side shadow --bot expert --minutes 60
      mazarbul practise card_game/duel --bot my_weights.toml --teacher expert --games 25000
      mazarbul practise "lotr_lcg/passage_through_mirkwood player1=spirit" \\
          "lotr_lcg/passage_through_mirkwood player1=tactics player2=lore overlay=easier.toml"
    """
    from mazarbul.studies import practice

    experiments, execution = work.tables(targets, None, 1)
    effort, pairs = practice.Effort(minutes, games), confirm or practice.CONFIRM
    if work.foretells(
        "practice", execution, lambda planned: planned.practised(experiments, effort, pairs, side)
    ):
        return
    done = practice.practise(
        experiments, execution, work.display, effort=effort, side=side, against=against or (),
        teacher=teacher, confirm=pairs, resume=work.resume,
    )  # fmt: skip
    tell_found(done, as_json=work.as_json)
