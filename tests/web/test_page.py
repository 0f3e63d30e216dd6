"""The page: what browsers may keep, what it may load, and that nothing else of the machine can be had."""

import gzip
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from galaxytables_web.page import MISSING
from tests.web.gateway import RunningGateway, open_gateway

INDEX = '<!doctype html><script type="module" src="/assets/main-Bx3_9aQz.js"></script>'
SCRIPT = "console.log(1);\n" * 500
HERE = {
    "index.html": INDEX,
    "assets/main-Bx3_9aQz.js": SCRIPT,
    "assets/main-Bx3_9aQz.js.map": "{}",
    "assets/plain.css": "a{}",
    "favicon.svg": "<svg/>",
    "site.webmanifest": "{}",
    ".hidden/key": "secret",
    "assets/.env": "secret",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_text("secret")
    built = tmp_path / "dist"
    for name, text in HERE.items():
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text(text)
    (built / "link.txt").symlink_to(tmp_path / "outside.txt")
    return built


@pytest.fixture
async def site(folder: Path) -> AsyncIterator[RunningGateway]:
    async with open_gateway("127.0.0.1:1", page=folder) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/assets/main-Bx3_9aQz.js", "text/javascript; charset=utf-8"),
        ("/assets/plain.css", "text/css; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml; charset=utf-8"),
        ("/site.webmanifest", "application/manifest+json; charset=utf-8"),
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
    ],
)
async def test_files_come_as_what_they_are(site: RunningGateway, path: str, kind: str) -> None:
    answer = await site.ask("GET", path)
    assert (answer.status, answer.headers["content-type"]) == (200, kind)
    assert answer.body.decode() == HERE[path.removeprefix("/") or "index.html"]


async def test_what_is_named_by_its_content_is_kept_for_ever_and_nothing_else(site: RunningGateway) -> None:
    for_ever = "public, max-age=31536000, immutable"
    kept = {path: (await site.ask("GET", path)).headers["cache-control"] for path in map("/".__add__, HERE)}
    assert kept["/assets/main-Bx3_9aQz.js"] == kept["/assets/main-Bx3_9aQz.js.map"] == for_ever
    assert kept["/index.html"] == kept["/assets/plain.css"] == kept["/favicon.svg"] == "no-cache"


@pytest.mark.parametrize("path", ["/table/abc", "/invite/q-r", "/replay/x/12", "/deep/er/place"])
async def test_places_of_the_page_are_the_page(site: RunningGateway, path: str) -> None:
    answer = await site.ask("GET", path)
    assert (answer.status, answer.body.decode()) == (200, INDEX)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone-Bx3_9aQz.js",
        "/assets/gone",
        "/nothing.png",
        "/link.txt",
        "/.hidden/key",
        "/assets/.env",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/assets/../../outside.txt",
        "/assets/%2e%2e/%2e%2e/outside.txt",
        "//etc/host.conf",
        "/etc/host.conf",
        "/%2fetc%2fhost.conf",
        "/..\\outside.txt",
        "/assets/main-Bx3_9aQz.js%00.png",
        "/%00.html",
    ],
)
async def test_nothing_but_the_built_files_can_be_had(site: RunningGateway, path: str) -> None:
    answer = await site.ask("GET", path)
    assert (answer.status, answer.body) == (404, b"There is no such file.\n")
    assert answer.headers["cache-control"] == "no-store"


async def test_every_answer_of_the_page_is_guarded(site: RunningGateway) -> None:
    for method, path in (("GET", "/"), ("HEAD", "/"), ("GET", "/nothing.png"), ("POST", "/"), ("GET", "/favicon.svg")):
        headers = (await site.ask(method, path)).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["font-src"] == "'self'"
        # The page paints its own pictures; nothing else is shown that does not come from here.
        assert policy.pop("img-src") == "'self' blob:"
        allowed = {source for sources in policy.values() for source in sources.split()}
        assert allowed == {"'none'", "'self'"}
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers


async def test_a_file_that_is_known_is_not_sent_again(site: RunningGateway) -> None:
    first = await site.ask("GET", "/")
    tag = first.headers["etag"]
    assert re.fullmatch(r'"[0-9a-f]{32}"', tag)
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = await site.ask("GET", "/", {"if-none-match": known})
        assert (again.status, again.headers["etag"], again.body) == (304, tag, b"")
    other = await site.ask("GET", "/", {"if-none-match": '"other"'})
    assert other.status == 200
    assert (await site.ask("GET", "/favicon.svg")).headers["etag"] != tag


async def test_head_tells_of_a_file_without_it(site: RunningGateway) -> None:
    browser = site.browser()
    asked = await browser.ask("GET", "/assets/main-Bx3_9aQz.js")
    head = await browser.ask("HEAD", "/assets/main-Bx3_9aQz.js")
    told = {name: value for name, value in head.headers.items() if name != "date"}
    assert told == {name: value for name, value in asked.headers.items() if name != "date"}
    assert int(head.headers["content-length"]) == len(SCRIPT)
    assert (await browser.ask("GET", "/")).status == 200, "a body would have come in between"


async def test_long_files_are_compressed_once_for_those_who_take_it(site: RunningGateway) -> None:
    zipped = await site.ask("GET", "/assets/main-Bx3_9aQz.js", {"accept-encoding": "gzip, br"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped.body).decode() == SCRIPT
    assert zipped.headers["vary"] == "accept-encoding"
    short = await site.ask("GET", "/favicon.svg", {"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


async def test_the_page_is_only_read(site: RunningGateway) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        answer = await site.ask(method, "/")
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


async def test_a_new_build_is_served_without_a_restart(site: RunningGateway, folder: Path) -> None:
    assert (await site.ask("GET", "/")).body.decode() == INDEX
    (folder / "assets" / "main-C0ffee42.js").write_text("new")
    (folder / "index.html").write_text("new page")
    os.utime(folder / "index.html", ns=(10**18, 2 * 10**18))
    assert (await site.ask("GET", "/")).body == b"new page"
    assert (await site.ask("GET", "/assets/main-C0ffee42.js")).body == b"new"


async def test_without_a_build_one_line_says_what_to_do_and_calls_are_answered(tmp_path: Path) -> None:
    async with open_gateway("127.0.0.1:1", page=tmp_path / "dist") as running:
        answer = await running.ask("GET", "/")
        assert (answer.status, answer.body.decode()) == (503, f"{MISSING}\n")
        assert "`make web`" in MISSING
        told = await running.ask(
            "POST", "/galaxytables.lobby.v1.Nothing/At", {"content-type": "application/json"}, b"{}"
        )
        assert told.json["code"] == "unimplemented"
        (tmp_path / "dist").mkdir()
        (tmp_path / "dist" / "index.html").write_text("built meanwhile")
        assert (await running.ask("GET", "/")).body == b"built meanwhile"
