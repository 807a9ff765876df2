"""The server answers pages of its own on this machine, and nobody else."""

from __future__ import annotations

import itertools
import json

import pytest
from starlette.testclient import TestClient

from mazarbul.sim.toml import DataError
from mazarbul.workbench import guard, pages
from mazarbul.workbench.desk import Desk
from mazarbul.workbench.server import HOST, application, listening
from tests.workbench.conftest import HOME, PORT, TOKEN, Browser

START = {"game": "card_game", "scenario": "duel", "people": {"gandalf": ""}}
WRITES = (
    "/api/plays",
    "/api/files/saved",
    "/api/plays/x/act",
    "/api/plays/x/undo",
    "/api/plays/x/hint",
    "/api/plays/x/why",
    "/api/plays/x/review",
    "/api/plays/x/save",
    "/api/plays/x/look",
    "/api/orders",
    "/api/works/x/stop",
    "/api/works/x/again",
    "/api/works/x/drop",
    "/api/runs/report",
    "/api/runs/compare",
    "/api/runs/resume",
    "/api/runs/drop",
    "/api/runs/back",
    "/api/drafts/sheets",
    "/api/drafts/check",
    "/api/drafts/add",
    "/api/drafts/keep",
)
METHODS = ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
READS = (
    "/", "/api/games", "/api/files", "/plays/x", "/plays/x/replay", "/static/play.js",
    "/runs", "/change", "/works/x", "/reports/x/", "/api/runs", "/api/works", "/api/works/x/events",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One for all: nothing here may change anything."""
    return Browser(tmp_path_factory.mktemp("folder"))


def stranger(folder):
    """A client without a cookie."""
    return TestClient(application(Desk(folder), TOKEN, PORT), base_url=HOME)


@pytest.mark.parametrize("address", READS)
def test_without_the_token_nothing_is_answered(tmp_path, address):
    found = stranger(tmp_path).get(address)
    assert found.status_code == 403
    assert "token is missing" in found.text


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], f"{TOKEN}x", "\u00e9"])
def test_a_wrong_token_opens_nothing(tmp_path, token):
    client = stranger(tmp_path)
    assert client.get("/", params={"token": token}).status_code == 403
    assert client.get("/", headers={"cookie": f"mazarbul-{PORT}={token}".encode()}).status_code == 403
    assert not client.cookies


def test_the_token_becomes_a_cookie_that_no_script_and_no_other_site_gets(tmp_path):
    found = stranger(tmp_path).get(f"/?token={TOKEN}&x=1", follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, "/?x=1")
    cookie = found.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example"])
def test_the_token_leads_to_no_other_site(tmp_path, path):
    found = stranger(tmp_path).request("GET", f"{HOME}{path}?token={TOKEN}", follow_redirects=False)
    assert found.headers["location"].startswith("/evil")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "127.0.0.1",
        "127.0.0.1:1",
        f"[::1]:{PORT}",
        f"127.0.0.1:{PORT}.evil.example",
        "",
    ],
)
@pytest.mark.parametrize("address", READS)
def test_by_another_name_nothing_is_answered(browser, host, address):
    """A name of another site that means this machine: DNS rebinding."""
    assert browser.client.get(address, headers={"host": host}).status_code == 403


@pytest.mark.parametrize("value", ['"\\ud800"', "NaN", "Infinity", "-1e999", "[" * 10_000, "1" * 5_000])
def test_what_json_cannot_have_is_refused(browser, value):
    """Python reads some of it, and could neither keep it nor answer with it."""
    text = f'{{"game": "card_game", "scenario": "duel", "tables": {{"card": {{"gimli": {{"x": {value}}}}}}}}}'
    headers = {"content-type": "application/json"}
    found = browser.client.post("/api/drafts/check", content=text, headers=headers)
    assert (found.status_code, found.json()) == (400, {"error": "JSON is expected"})


HOSTILE = (
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": f"https://127.0.0.1:{PORT}"},
    {"origin": f"http://localhost:{PORT}"},
    {"origin": HOME, "sec-fetch-site": "cross-site"},
    {"origin": HOME, "sec-fetch-site": "same-site"},
    {"origin": HOME, "content-type": "text/plain"},
    {"origin": HOME, "content-type": "application/x-www-form-urlencoded"},
    {"origin": HOME, "content-type": "multipart/form-data; boundary=x"},
    {"origin": HOME, "content-length": "99999999"},
    {"origin": HOME, "content-length": "-1"},
    {"origin": HOME, "cookie": ""},
    {"origin": HOME, "cookie": f"mazarbul-{PORT}=wrong"},
)


@pytest.mark.parametrize("headers", HOSTILE, ids=str)
@pytest.mark.parametrize("address", WRITES)
def test_what_another_site_sends_changes_nothing(tmp_path, headers, address):
    desk = Desk(tmp_path)
    client = TestClient(application(desk, TOKEN, PORT), base_url=HOME)
    sent = {"content-type": "application/json", "cookie": f"mazarbul-{PORT}={TOKEN}"} | headers
    found = client.post(address, content=json.dumps(START), headers=sent)
    assert found.status_code in (403, 413, 415)
    assert not desk._plays
    assert len(found.text.splitlines()) == 1


def test_a_page_without_an_origin_changes_nothing(tmp_path):
    browser = Browser(tmp_path)
    del browser.client.headers["origin"]
    assert browser.tell("/api/plays", **START).status_code == 403


@pytest.mark.parametrize(("method", "address"), list(itertools.product(METHODS, WRITES)))
def test_nothing_but_posting_changes_anything(browser, method, address):
    found = browser.client.request(method, address, params=START)
    assert found.status_code in (404, 405)
    assert not browser.desk._plays


def test_more_than_a_page_sends_is_refused_even_without_a_length(browser):
    def parts():
        for _ in range(20):
            yield b" " * (guard.MOST_BYTES // 10)

    found = browser.client.post("/api/plays", content=parts(), headers={"content-type": "application/json"})
    assert found.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b"null",
        b'{"game": 1}',
        b"[" * 30_000,
        b"\xff",
        b'{"game":"card_game","scenario":"duel","people":{"gandalf":""},"more":1}',
    ],
)
def test_what_is_no_request_is_refused_in_a_sentence(browser, body):
    found = browser.client.post("/api/plays", content=body, headers={"content-type": "application/json"})
    assert found.status_code == 400
    assert len(found.json()["error"].splitlines()) == 1


PATHS = (
    "../pyproject.toml",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..\\..\\etc",
    "play.js%00",
    "/etc/passwd",
    "replay/table.js",
    "form.html",
    "workbench.css/..",
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("root", ["/static/", "/plays/", "/api/plays/"])
def test_no_path_leads_out(browser, root, path):
    assert browser.client.get(f"{root}{path}").status_code in (400, 404, 405)


@pytest.mark.parametrize("address", ["/", "/static/play.js", "/api/games", "/nowhere", "/plays/x"])
def test_every_answer_says_what_a_browser_may_run(browser, address):
    headers = browser.get(address).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", [*pages.DRAWING, *pages.OWN, *pages.STYLES, *pages.OWN_STYLES])
def test_every_file_is_there_and_needs_no_network(browser, name):
    found = browser.get(f"/static/{name}")
    assert found.status_code == 200
    text = found.text.replace('"http://www.w3.org/2000/svg"', "")
    assert "http://" not in text
    assert "https://" not in text
    assert "eval(" not in text


def test_it_listens_on_this_machine_alone_and_finds_a_free_port():
    first = listening(None)
    first.listen()
    port = first.getsockname()[1]
    second = listening(None)
    try:
        assert first.getsockname()[0] == second.getsockname()[0] == HOST == "127.0.0.1"
        assert second.getsockname()[1] != port
        with pytest.raises(DataError, match=f"port {port} of 127.0.0.1 is taken"):
            listening(port)
    finally:
        first.close()
        second.close()
