"""The pages of the workbench and the files that they load: those of replays, and a few of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment

from mazarbul.formats.declared import Declared
from mazarbul.reports.embedded import in_script
from mazarbul.reports.html import coloured, environment, inlined
from mazarbul.sim.bots.bot import RANDOM_BOT
from mazarbul.sim.games.seating import default_bot
from mazarbul.workbench.play import Play

#: What a replay's page is drawn with, in this order; all but the player of a replay.
DRAWING = ("game.js", "cards.js", "zoom.js", "map.js", "table.js", "log.js", "tip.js")
OWN = (
    "common.js", "form.js", "play.js", "dialog.js", "wait.js",
    "runs.js", "work.js", "watch.js", "report.js",
    "change.js", "draft.js", "newcard.js", "fields.js", "decks.js",
)  # fmt: skip
STYLES = ("page.css", "table.css")
OWN_STYLES = ("workbench.css",)
TYPES = {"js": "text/javascript", "css": "text/css"}


@cache
def static(name: str) -> tuple[bytes, str] | None:
    """Return a file that pages load, and its type; None if there is none with this name."""
    if name in DRAWING:
        text = str(inlined(f"replay/{name}"))
    elif name in STYLES:
        text = str(coloured(f"replay/{name}"))
    elif name in (*OWN, *OWN_STYLES):
        text = files("mazarbul.workbench").joinpath(f"templates/{name}").read_text(encoding="utf-8")
    else:
        return None
    return text.encode(), TYPES[name.rpartition(".")[2]]


@cache
def _environment() -> Environment:
    """Return what reads the templates: those of the workbench, and the icons of replays."""
    return environment("mazarbul.workbench")


def form() -> str:
    """Return the first page: games to go on with, and the form that begins one."""
    return plain("form.html")


def plain(name: str, **given: Any) -> str:
    """Return a page that its script fills. given: what its template needs."""
    return _environment().get_template(name).render(styles=(*STYLES, *OWN_STYLES), **given)


def play(shown: Play, bots: Sequence[str] = ()) -> str:
    """Return the page of a game: its table, or what is to be waited for. bots: further ones to ask."""
    view = shown.view()
    common = {"styles": (*STYLES, *OWN_STYLES), "play": shown}
    if "step" not in view:
        return _environment().get_template("wait.html").render(common | {"data": in_script(view)})
    document = _document(shown, view)
    names = [name for name in shown.match.game.bots() if name != RANDOM_BOT]
    view["bots"] = sorted(names, key=default_bot(shown.match.game).__ne__) + list(bots)
    given = {"document": document, "shapes": [shown.table().shapes], "view": view}
    return (
        _environment()
        .get_template("play.html")
        .render(common | {"data": in_script(given), "drawing": DRAWING, "document": document})
    )


def _document(play: Play, view: dict[str, Any]) -> dict[str, Any]:
    """Return a game as the document of a replay whose only step is now."""
    setup, game = play.match.setup, play.match.game
    bots = dict(zip(setup.seats, (bot.name for bot in play.match.bots), strict=True))
    part = play.table().part() | {"things": view["step"]["things"], "steps": [view["step"]]}
    return {
        "game_title": game.title,
        "title": setup.title,
        "round_name": Declared.of(setup.catalogue).words.round,
        "sides": [{"id": side["id"], "name": side["name"]} for side in setup.catalogue["sides"]],
        "seats": [
            {
                "id": seat["id"],
                "name": seat["name"],
                "side": seat["side"],
                "bot": play.people[seat["id"]] or "you" if seat["id"] in play.people else bots[seat["id"]],
            }
            for seat in setup.catalogue["seats"]
        ],
        "parts": [part],
        "winner": None,
        "result": [],
    }
