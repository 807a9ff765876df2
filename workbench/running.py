"""The addresses of runs, works and reports, and what each of them answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from mazarbul.sim.toml import DataError
from mazarbul.workbench import found, pages
from mazarbul.workbench.answers import body
from mazarbul.workbench.asked import Ask
from mazarbul.workbench.bench import Bench
from mazarbul.workbench.ordered import Order
from mazarbul.workbench.press import POLICY, Sheet

BEAT_SECONDS = 0.5

Path = Annotated[str, Field(min_length=1, max_length=1000)]


class Place(Ask):
    """A folder with work in it, by its path in that of the workbench."""

    path: Path


class Two(Ask):
    """Two runs to be compared. unpaired: as independent samples."""

    base: Path
    other: Path
    unpaired: bool = False


class Running:
    """What the addresses answer. bench: the runs, the queue and the reports."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def routes(self) -> list[Route]:
        """Return all addresses; GET changes nothing."""
        return [
            Route("/runs", self.first),
            Route("/works/{name}", self.page),
            Route("/reports/{name}/{path:path}", self.report),
            Route("/api/runs", self.runs),
            Route("/api/runs/headline", self.headline),
            Route("/api/runs/report", self.ask_report, methods=["POST"]),
            Route("/api/runs/compare", self.compare, methods=["POST"]),
            Route("/api/runs/resume", self.resume, methods=["POST"]),
            Route("/api/runs/drop", self.drop, methods=["POST"]),
            Route("/api/runs/back", self.back, methods=["POST"]),
            Route("/api/reports/{name}", self.sheet),
            Route("/api/works", self.works),
            Route("/api/orders", self.order, methods=["POST"]),
            Route("/api/works/{name}", self.work),
            Route("/api/works/{name}/events", self.events),
            Route("/api/works/{name}/stop", self.stop, methods=["POST"]),
            Route("/api/works/{name}/again", self.again, methods=["POST"]),
            Route("/api/works/{name}/drop", self.forget, methods=["POST"]),
        ]

    # Runs ------------------------------------------------------------------------------------------

    async def first(self, _request: Request) -> Response:
        """Return the page of all runs."""
        return HTMLResponse(pages.plain("runs.html"))

    async def runs(self, _request: Request) -> Response:
        """Return all that lies in the folder, and the queue."""
        return JSONResponse(await run_in_threadpool(self.bench.everything))

    async def headline(self, request: Request) -> Response:
        """Return what a folder says, in a sentence."""
        path = request.query_params.get("path", "")
        said = await run_in_threadpool(self.bench.headline, path)
        return JSONResponse({"said": said})

    async def ask_report(self, request: Request) -> Response:
        """Begin to write the report of a folder."""
        path = (await body(request, Place)).path
        return JSONResponse({"name": await run_in_threadpool(self.bench.report, path)})

    async def compare(self, request: Request) -> Response:
        """Begin to write the comparison of two runs."""
        two = await body(request, Two)
        name = await run_in_threadpool(
            lambda: self.bench.compare(two.base, two.other, is_paired=not two.unpaired)
        )
        return JSONResponse({"name": name})

    async def resume(self, request: Request) -> Response:
        """Go on with what is not finished."""
        path = (await body(request, Place)).path
        return JSONResponse({"name": await run_in_threadpool(self.bench.resume, path)})

    async def drop(self, request: Request) -> Response:
        """Move a folder to the bin."""
        path = (await body(request, Place)).path
        moved = await run_in_threadpool(found.to_bin, self.bench.folder, path)
        return JSONResponse({"moved": moved})

    async def back(self, request: Request) -> Response:
        """Move a folder back from the bin."""
        path = (await body(request, Place)).path
        return JSONResponse({"path": await run_in_threadpool(found.put_back, self.bench.folder, path)})

    # Reports ---------------------------------------------------------------------------------------

    async def sheet(self, request: Request) -> Response:
        """Return whether a report is ready."""
        sheet = self._sheet(request)
        return JSONResponse({"state": sheet.state, "said": sheet.said, "title": sheet.title})

    async def report(self, request: Request) -> Response:
        """Return a page or a file of a report; its pages say themselves which scripts they may run."""
        name, path = request.path_params["name"], request.path_params["path"]
        sheet = self._sheet(request)
        if sheet.state != "ready" and not path:
            return HTMLResponse(pages.plain("report.html", title=sheet.title))
        found_file = self.bench.press.page(name, path)
        if found_file is None:
            raise HTTPException(404)
        file, kind = found_file
        return FileResponse(file, media_type=kind, headers={"content-security-policy": POLICY})

    def _sheet(self, request: Request) -> Sheet:
        sheet = self.bench.press.sheet(request.path_params["name"])
        if sheet is None:
            raise HTTPException(404)
        return sheet

    # Works -----------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """Return the page of a work."""
        name = request.path_params["name"]
        await run_in_threadpool(self.bench.works.work, name)
        return HTMLResponse(pages.plain("work.html"))

    async def works(self, _request: Request) -> Response:
        """Return the queue."""
        return JSONResponse(await run_in_threadpool(self.bench.queue))

    async def order(self, request: Request) -> Response:
        """Put a work into the queue."""
        asked = await body(request, Order)
        return JSONResponse({"name": await run_in_threadpool(self.bench.order, asked)})

    async def work(self, request: Request) -> Response:
        """Return how a work is, and what it knows so far."""
        return JSONResponse(await run_in_threadpool(self.bench.look, request.path_params["name"]))

    async def events(self, request: Request) -> Response:
        """Return a stream that tells how a work is, twice a second, until it has ended."""
        name = request.path_params["name"]
        await run_in_threadpool(self.bench.works.work, name)

        async def told() -> AsyncIterator[str]:
            while not await request.is_disconnected():
                try:
                    look: dict[str, Any] = await run_in_threadpool(self.bench.look, name)
                except DataError as error:  # it has been forgotten meanwhile
                    look = {"state": "failed", "error": str(error)}
                yield f"data: {json.dumps(look, ensure_ascii=False)}\n\n"
                if look["state"] not in ("waiting", "running") or self.bench.is_closed:
                    return
                await asyncio.sleep(BEAT_SECONDS)

        return StreamingResponse(told(), media_type="text/event-stream")

    async def stop(self, request: Request) -> Response:
        """Stop a work; what it has is kept."""
        return await self._done(request, self.bench.works.stop)

    async def again(self, request: Request) -> Response:
        """Go on with a work that was stopped."""
        return await self._done(request, self.bench.works.again)

    async def forget(self, request: Request) -> Response:
        """Forget a work that has ended."""
        return await self._done(request, self.bench.works.drop)

    async def _done(self, request: Request, what: Any) -> Response:
        await body(request, Ask)
        name = request.path_params["name"]
        await run_in_threadpool(self.bench.works.work, name)
        await run_in_threadpool(what, name)
        return JSONResponse({})
