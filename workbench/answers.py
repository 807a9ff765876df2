"""How requests are read, for all addresses of the workbench."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import ValidationError
from starlette.requests import Request

from mazarbul.sim.toml import DataError
from mazarbul.workbench.asked import Ask

A = TypeVar("A", bound=Ask)


async def body(request: Request, model: type[A]) -> A:
    """Return what a page sends. Raises DataError for anything else."""
    try:
        sent = json.loads(await request.body())
        # a number or a letter that JSON cannot have, which Python reads, could be neither kept nor answered
        json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
        return model.model_validate(sent)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(map(str, fault["loc"]))
        raise DataError(f"{where}: {fault['msg'][:1].lower()}{fault['msg'][1:]}".strip(": ")) from None
    except (ValueError, RecursionError):
        raise DataError("JSON is expected") from None
