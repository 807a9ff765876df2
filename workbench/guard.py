"""Who may ask the server, and for what: nobody but pages of its own, opened with its token.

A page of another site cannot read answers (they come from another origin), but it can make a browser ask, and
by a name of its own that means this machine it could even read them. So the Host must be this machine's, what
changes something must come from a page of this server, and every request needs the cookie, which only the
address with the token gives.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from typing import Any
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response

MOST_BYTES = 64_000  # of what a page sends
TOO_LARGE = "this is more than a page sends"
READS, WRITES = ("GET", "HEAD"), ("POST",)
RULES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",  # attributes set sizes and colours alone
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "content-security-policy": "; ".join(RULES),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class Guard:
    """Refuses what does not come from a page of this server. token: its secret. port: where it listens."""

    def __init__(self, app: App, token: str, port: int) -> None:
        self.app, self.token, self.port = app, token, port
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.cookie = f"mazarbul-{port}"

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else is spoken here: the connection is closed
        guarded = self._sending(send)
        refused = self._refusal(scope, Headers(scope=scope))
        if refused is not None:
            await refused(scope, receive, guarded)
            return
        await self.app(scope, self._receiving(receive), guarded)

    def _refusal(self, scope: Message, headers: Headers) -> Response | None:
        """Return the answer to a request that goes no further; None if it may."""
        host, method = headers.get("host", ""), scope["method"]
        if host not in self.hosts or len(headers.getlist("host")) != 1:
            return _said("this server answers to 127.0.0.1 and localhost alone", 403)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return _said("another site asks this", 403)
        if method not in (*READS, *WRITES):
            return _said("there is nothing of this kind here", 405)
        given = parse_qs(scope["query_string"].decode("latin-1"))
        if method in READS and "token" in given:
            return self._enter(scope, given)
        if not self._is_known(headers):
            return _said("open the address that `mazarbul workbench` has printed: its token is missing", 403)
        return self._refused_write(headers, host) if method in WRITES else None

    def _enter(self, scope: Message, given: dict[str, list[str]]) -> Response:
        """Exchange a token in the address for a cookie."""
        if not _same(given.pop("token")[0], self.token):
            return _said("this token is of another server: open the address that it has printed", 403)
        rest = urlencode(given, doseq=True)
        path = "/" + scope["path"].lstrip("/\\")
        found = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
        found.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")
        return found

    def _is_known(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return found is not None and _same(found.value, self.token)

    def _refused_write(self, headers: Headers, host: str) -> Response | None:
        """Return the answer to something that changes the state but is not from a page of ours."""
        if headers.get("origin") != f"http://{host}":
            return _said("only pages of this server may do this", 403)
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _said("JSON is expected", 415)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or int(length[:12]) > MOST_BYTES:
            return _said(TOO_LARGE, 413)
        return None

    def _receiving(self, receive: Receive) -> Receive:
        """Return a receiver that takes only so many bytes."""
        taken = 0

        async def received() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                raise HTTPException(413, TOO_LARGE)
            return message

        return received

    def _sending(self, send: Send) -> Send:
        """Return a sender that adds our headers to every answer; a page may have a policy of its own."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        return sent


def _said(sentence: str, status: int) -> Response:
    return PlainTextResponse(f"{sentence}\n", status)


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
