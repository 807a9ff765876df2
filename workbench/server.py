"""The server of the workbench: its addresses, and what each of them answers."""

from __future__ import annotations

import json
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from mazarbul.formats.errors import REFUSALS, in_words
from mazarbul.reports.replay import render
from mazarbul.sim.bots.python import BotFailure
from mazarbul.sim.engine.faults import GameFault
from mazarbul.sim.toml import DataError
from mazarbul.workbench import advice, asked, pages
from mazarbul.workbench.answers import body
from mazarbul.workbench.bench import Bench
from mazarbul.workbench.changing import Changing
from mazarbul.workbench.desk import Desk
from mazarbul.workbench.guard import Guard
from mazarbul.workbench.kept import DRAWERS, Drawer
from mazarbul.workbench.play import Play
from mazarbul.workbench.running import Running

HOST, PORT = "127.0.0.1", 8642
TRIES = 20  # ports that are tried
GRACE_SECONDS = 2  # for pages that listen when the server ends


class Listener(uvicorn.Server):
    """A server that tells the streams of its pages when it ends; they would hold it up. bench: theirs."""

    def __init__(self, config: uvicorn.Config, bench: Bench) -> None:
        super().__init__(config)
        self.bench = bench

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        self.bench.is_closed = True
        await super().shutdown(sockets)


class Server:
    """What the addresses answer. desk: the games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def routes(self) -> list[Route]:
        """Return all addresses; GET changes nothing."""
        game = "/api/plays/{name}"
        return [
            Route("/", self.first),
            Route("/favicon.ico", self.nothing),
            Route("/static/{name}", self.static),
            Route("/plays/{name}", self.page),
            Route("/plays/{name}/replay", self.replay),
            Route("/api/games", self.games),
            Route("/api/table", self.table),
            Route("/api/plays", self.begin, methods=["POST"]),
            Route("/api/files", self.files),
            Route("/api/files/{drawer}", self.resume, methods=["POST"]),
            Route(game, self.view),
            Route(f"{game}/look", self.look, methods=["POST"]),
            Route(f"{game}/act", self.act, methods=["POST"]),
            Route(f"{game}/undo", self.undo, methods=["POST"]),
            Route(f"{game}/hint", self.hint, methods=["POST"]),
            Route(f"{game}/why", self.why, methods=["POST"]),
            Route(f"{game}/review", self.review, methods=["POST"]),
            Route(f"{game}/save", self.save, methods=["POST"]),
        ]

    # Pages -----------------------------------------------------------------------------------------

    async def first(self, _request: Request) -> Response:
        """Return the first page."""
        return HTMLResponse(pages.form())

    async def nothing(self, _request: Request) -> Response:
        """Return nothing: there is no icon."""
        return Response(status_code=204)

    async def static(self, request: Request) -> Response:
        """Return a script or style."""
        found = pages.static(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return Response(found[0], media_type=found[1])

    async def page(self, request: Request) -> Response:
        """Return the page of a game."""
        return HTMLResponse(await self._of(request, self._page, is_early=True))

    def _page(self, play: Play) -> str:
        return pages.play(play, self.desk.bots)

    async def replay(self, request: Request) -> Response:
        """Return the page that replays a finished game; it says itself which scripts it may run."""
        text = await self._of(request, Play.replay)
        page = await run_in_threadpool(lambda: render(json.loads(text)))
        return HTMLResponse(page, headers={"content-security-policy": "frame-ancestors 'none'"})

    # Choosing --------------------------------------------------------------------------------------

    async def games(self, _request: Request) -> Response:
        """Return what can be played."""
        return JSONResponse(await run_in_threadpool(self.desk.games))

    async def table(self, request: Request) -> Response:
        """Return what can be chosen for a scenario."""
        game, scenario = (request.query_params.get(name, "") for name in ("game", "scenario"))
        return JSONResponse(await run_in_threadpool(self.desk.table, game, scenario))

    async def files(self, _request: Request) -> Response:
        """Return the games to go on with."""
        shelf = self.desk.shelf
        found: dict[str, Any] = {drawer: shelf.times(drawer) for drawer in DRAWERS}
        return JSONResponse(found | {"finished": shelf.finished(), "folder": str(shelf.folder)})

    async def begin(self, request: Request) -> Response:
        """Begin a game."""
        start = await body(request, asked.Start)
        play = await run_in_threadpool(self.desk.begin, start)
        return JSONResponse({"name": play.name})

    async def resume(self, request: Request) -> Response:
        """Go on with a game in a file."""
        drawer: Drawer | None = next((d for d in DRAWERS if d == request.path_params["drawer"]), None)
        if drawer is None:
            raise HTTPException(404)
        name = (await body(request, asked.Named)).checked()
        play = await run_in_threadpool(self.desk.resume, drawer, name)
        return JSONResponse({"name": play.name})

    # Playing ---------------------------------------------------------------------------------------

    async def view(self, request: Request) -> Response:
        """Return what the person who looks may see."""
        return JSONResponse(await self._of(request, Play.view, is_early=True))

    async def look(self, request: Request) -> Response:
        """Note who looks at the screen."""
        seat = (await body(request, asked.Opened)).seat
        await self._of(request, lambda play: play.look(seat))
        return JSONResponse({})

    async def act(self, request: Request) -> Response:
        """Take an option, and return what follows."""
        act = await body(request, asked.Act)

        def done(play: Play) -> dict[str, Any]:
            since = len(play.told.get(play.open or "", ()))
            frames = play.act(act.option, act.rest, is_watched=act.is_watched)
            return play.view(since=since) | {"frames": frames}

        return JSONResponse(await self._of(request, done, version=act.version))

    async def undo(self, request: Request) -> Response:
        """Go back to a decision."""
        undo = await body(request, asked.Undo)
        await self._of(request, lambda play: play.undo(undo.to), version=undo.version)
        return JSONResponse({})

    async def hint(self, request: Request) -> Response:
        """Return what a bot would do."""
        hint = await body(request, asked.Hint)

        def asked_bot(play: Play) -> dict[str, Any]:
            bot = asked.checked_bot(hint.bot, play.match.game, self.desk.folder, self.desk.bots)
            return play.hint(bot)

        return JSONResponse(await self._of(request, asked_bot, version=hint.version))

    async def why(self, request: Request) -> Response:
        """Return why an action, or what is about a thing, is not legal."""
        why = await body(request, asked.Why)
        said = await self._of(request, lambda play: play.why(why.action, why.thing))
        return JSONResponse({"said": said, "rules": list(advice.cited(said))})

    async def review(self, request: Request) -> Response:
        """Begin to look for better moves than those of people."""
        await self._of(request, Play.review)
        return JSONResponse({})

    async def save(self, request: Request) -> Response:
        """Save a game under a name."""
        name = (await body(request, asked.Named)).checked()
        await self._of(request, lambda play: play.save(name))
        return JSONResponse({"saved": str(self.desk.shelf.folder / "saved" / f"{name}.txt")})

    async def _of(
        self,
        request: Request,
        ask: Callable[[Play], Any],
        *,
        is_early: bool = False,
        version: int | None = None,
    ) -> Any:
        """Return what is asked of a game, by one thread at a time.

        is_early: whether it can be asked before the game is ready. version: of the moment that the page shows
        (see `Play.check`), if it must be the present one.
        """
        play = self.desk.play(request.path_params["name"])

        def answered() -> Any:
            if play.state in ("getting ready", "failed"):
                if is_early:
                    return ask(play)
                raise DataError(play.said if play.state == "failed" else "the game is not ready yet")
            with play.lock:
                if version is not None:
                    play.check(version)
                return ask(play)

        return await run_in_threadpool(answered)


async def _mistake(request: Request, error: Exception) -> Response:
    """Return an expected error as a sentence."""
    if isinstance(error, HTTPException):
        sentence = "there is nothing here" if error.status_code == 404 else str(error.detail).lower()
        return _said(request, sentence, error.status_code)
    return _said(request, str(error), 400)


async def _trouble(request: Request, error: Exception) -> Response:
    """Return what the machine refuses as a sentence."""
    return _said(request, in_words(error), 500)


async def _failure(request: Request, error: Exception) -> Response:
    """Return an error that nobody expected as a sentence."""
    return _said(request, f"something went wrong: {type(error).__name__}", 500)


def _said(request: Request, sentence: str, status: int) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    return PlainTextResponse(f"{sentence}\n", status)


def application(desk: Desk, token: str, port: int, bench: Bench | None = None) -> Guard:
    """Return the application that a server runs. bench: of the desk's folder; made here if not given."""
    bench = bench or Bench(desk.folder, desk.bots)
    routes = [*Server(desk).routes(), *Running(bench).routes(), *Changing(bench).routes()]
    handlers: dict[Any, Any] = dict.fromkeys((DataError, BotFailure, GameFault, HTTPException), _mistake)
    handlers |= dict.fromkeys(REFUSALS, _trouble) | {Exception: _failure}
    inner = Starlette(routes=routes, exception_handlers=handlers)
    return Guard(inner, token, port)


def listening(port: int | None) -> socket.socket:
    """Return a socket of this machine alone. port: 0 for any; None for the usual one or the next free one.

    Raises DataError if the port is taken.
    """
    tried = range(PORT, PORT + TRIES) if port is None else [port]
    for each in tried:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, each))
        except OSError:
            found.close()
        else:
            return found
    raise DataError(f"port {tried[0]} of {HOST} is taken: choose another --port, or 0 for any free one")


def serve(
    folder: Path, bots: tuple[str, ...], port: int | None, say: Callable[[str], None], *, opens: bool
) -> None:
    """Serve a folder until Ctrl-C. say: prints a line. opens: whether a browser is opened."""
    if not folder.is_dir():
        raise DataError(f"{folder} is no folder")
    heard = listening(port)
    number = heard.getsockname()[1]
    token = secrets.token_urlsafe(24)
    address = f"http://{HOST}:{number}/?token={token}"
    say(f"workbench: {address}")
    say(f"games are kept in {folder.resolve() / 'plays'}; stop with Ctrl-C")
    if opens:
        import webbrowser

        webbrowser.open(address)
    with _opened(folder, token, number, bots) as server:
        server.run(sockets=[heard])


@contextmanager
def beside(folder: Path, token: str) -> Iterator[str]:
    """Serve a folder in a thread, for a program that drives a browser; yield its address."""
    heard = listening(0)
    number = heard.getsockname()[1]
    with _opened(folder, token, number) as server:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [heard]}, daemon=True)
        thread.start()
        try:
            yield f"http://{HOST}:{number}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def _opened(folder: Path, token: str, port: int, bots: tuple[str, ...] = ()) -> Iterator[uvicorn.Server]:
    """Open the bench of a folder while its server, which is yielded, runs."""
    bench = Bench(folder, bots)
    config = uvicorn.Config(
        application(Desk(folder, bots), token, port, bench),
        log_level="warning",
        ws="none",
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    bench.open()
    try:
        yield Listener(config, bench)
    finally:
        bench.close()
