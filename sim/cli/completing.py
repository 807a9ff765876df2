"""What the shell completes: targets, bots and decks by name. Files are left to the shell."""

from __future__ import annotations

import typer


def targets(incomplete: str) -> list[str]:
    """Return the scenarios that begin so, as GAME/SCENARIO."""
    from sim import games

    known = [f"{game.name}/{name}" for game in games.playable()[0] for name in game.scenarios()]
    return [name for name in known if name.startswith(incomplete)]


def bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the bots of the target's game that begin so; SEAT= may stand before them."""
    return _named("bots", ctx, incomplete)


def decks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the decks of the target's game that begin so, behind SEAT=."""
    return _named("decks", ctx, incomplete)


def _named(word: str, ctx: typer.Context, incomplete: str) -> list[str]:
    from sim.runner import listing

    seat, equals, begun = incomplete.rpartition("=")
    target = ctx.params.get("target") or next(iter(ctx.args), "")  # there while the line is not complete
    game = str(target).partition("/")[0]
    try:
        known = sorted({row["id"] for row in listing.things(word, game or None)})
    except ValueError:  # a game that is not known, or not complete yet
        return []
    return [f"{seat}{equals}{name}" for name in known if name.startswith(begun)]
