"""The addresses under which changes are written, checked and kept."""

from __future__ import annotations

import shlex
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from mazarbul.sim.runner.experiment import KNOBS, shipped
from mazarbul.workbench import drafts, pages
from mazarbul.workbench.added import Added, added
from mazarbul.workbench.answers import body
from mazarbul.workbench.bench import Bench
from mazarbul.workbench.drafts import Draft, Kept
from mazarbul.workbench.setting import Setting
from mazarbul.workbench.sheets import sheets


class Changing:
    """What the addresses answer. bench: the folder."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def routes(self) -> list[Route]:
        """Return all addresses; GET changes nothing."""
        return [
            Route("/change", self.first),
            Route("/api/drafts/sheets", self.sheets, methods=["POST"]),
            Route("/api/drafts/check", self.check, methods=["POST"]),
            Route("/api/drafts/add", self.add, methods=["POST"]),
            Route("/api/drafts/keep", self.keep, methods=["POST"]),
            Route("/api/drafts/file", self.file),
        ]

    async def first(self, _request: Request) -> Response:
        """Return the page on which changes are written."""
        return HTMLResponse(pages.plain("change.html"))

    async def sheets(self, request: Request) -> Response:
        """Return what can be changed in a scenario."""
        setting = await body(request, Setting)
        bench = self.bench

        def found() -> dict[str, Any]:
            known = sheets(setting.experiment(bench.folder, bench.bots))
            return known | {"knobs": list(shipped(KNOBS))}

        return JSONResponse(await run_in_threadpool(found))

    async def check(self, request: Request) -> Response:
        """Return what is known of a draft: its text, its mistakes, what it changes."""
        draft = await body(request, Draft)
        known = await run_in_threadpool(drafts.checked, draft, self.bench.folder, self.bench.bots)
        return JSONResponse(vars(known))

    async def add(self, request: Request) -> Response:
        """Return a draft with a new card, and the card's id."""
        asked = await body(request, Added)
        return JSONResponse(await run_in_threadpool(added, asked, self.bench.folder, self.bench.bots))

    async def keep(self, request: Request) -> Response:
        """Write a draft to a file of the folder."""
        kept = await body(request, Kept)
        path = await run_in_threadpool(drafts.keep, kept, self.bench.folder)
        return JSONResponse({"file": path.name, "path": shlex.quote(str(path))})

    async def file(self, request: Request) -> Response:
        """Return the text of an overlay in the folder."""
        name = request.query_params.get("name", "")
        return JSONResponse({"text": await run_in_threadpool(drafts.load, name, self.bench.folder)})
