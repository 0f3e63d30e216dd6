"""The documentation at `/docs/`: what is in its folder, and nothing else, under a policy of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.gateway import RunningGateway, open_gateway

HERE = {"index.html": "all of it", "how-to/hosting.html": "hosting", "_static/theme.js": "1;", ".buildinfo": "secret"}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[RunningGateway]:
    built = tmp_path / "built"
    for name, text in HERE.items():
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text(text)
    (tmp_path / "outside.txt").write_text("secret")
    (built / "link.txt").symlink_to(tmp_path / "outside.txt")
    async with open_gateway("127.0.0.1:1", docs=built) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/docs/", "index.html"),
        ("/docs/how-to/hosting.html", "how-to/hosting.html"),
        ("/docs/_static/theme.js", "_static/theme.js"),
    ],
)
async def test_its_files_are_served(site: RunningGateway, path: str, name: str) -> None:
    for _ in range(2):
        answer = await site.ask("GET", path)
        assert (answer.status, answer.body.decode()) == (200, HERE[name])
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none';" in policy


async def test_without_a_slash_it_is_found_too(site: RunningGateway) -> None:
    answer = await site.ask("GET", "/docs")
    assert (answer.status, answer.headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path",
    ["/docs/none.html", "/docs/../outside.txt", "/docs/%2e%2e/outside.txt", "/docs/link.txt", "/docs/.buildinfo"],
)
async def test_nothing_else_is(site: RunningGateway, path: str) -> None:
    answer = await site.ask("GET", path)
    assert answer.status == 404
    assert b"secret" not in answer.body


async def test_it_is_only_read(site: RunningGateway) -> None:
    answer = await site.ask("POST", "/docs/")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
