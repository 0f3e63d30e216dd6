"""Boards that games bring: where they are, what browsers may keep, and that nothing else can be had."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from galaxytables_platform.games import board_of
from galaxytables_web.page import File, file_of
from tests.web.gateway import RunningGateway, open_gateway

MODULE = "export default () => ({ update() {} });"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules.py").write_text("secret")
    board = tmp_path / "board"
    (board / "pictures").mkdir(parents=True)
    (board / "board.js").write_text(MODULE)
    (board / "pictures" / "card.svg").write_text("<svg/>")
    (board / ".hidden").write_text("secret")
    (board / "link.py").symlink_to(tmp_path / "rules.py")
    return board


@pytest.fixture
async def site(folder: Path, tmp_path: Path) -> AsyncIterator[RunningGateway]:
    boards = {"stones": folder, "gone": tmp_path / "gone"}
    async with open_gateway("127.0.0.1:1", boards=boards) as running:
        yield running


async def test_a_board_is_kept_under_an_address_that_changes_with_it(site: RunningGateway, folder: Path) -> None:
    index = await site.ask("GET", "/boards.json")
    assert index.headers["cache-control"] == "no-cache"
    (address,) = index.json.values()
    assert index.json.keys() == {"stones"}, "a folder without a module is no board"
    module = await site.ask("GET", address)
    assert (module.status, module.body.decode()) == (200, MODULE)
    assert module.headers["content-type"] == "text/javascript; charset=utf-8"
    assert module.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "script-src 'self';" in module.headers["content-security-policy"]
    picture = await site.ask("GET", address.replace("board.js", "pictures/card.svg"))
    assert picture.headers["content-type"].startswith("image/svg+xml")
    (folder / "pictures" / "card.svg").write_text("<svg>2</svg>")
    (other,) = (await site.ask("GET", "/boards.json")).json.values()
    assert other != address
    assert (await site.ask("GET", other)).status == 200
    assert (await site.ask("GET", address)).status == 404, "an old board is not had under its address any more"


async def test_boards_that_have_not_changed_are_not_read_again_however_often_they_are_asked_for(
    site: RunningGateway, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(name: str, body: bytes) -> File:
        read.append(name)
        return file_of(name, body)

    monkeypatch.setattr("galaxytables_web.page.file_of", noted)
    for _ in range(3):
        await site.ask("GET", "/boards.json")
    assert read == []
    (folder / "board.js").write_text(f"{MODULE}\n")
    await site.ask("GET", "/boards.json")
    assert sorted(read) == ["board.js", "pictures/card.svg"]


@pytest.mark.parametrize("name", ["link.py", ".hidden", "../rules.py", "%2e%2e/rules.py", "missing.js", ""])
async def test_nothing_else_can_be_had(site: RunningGateway, name: str) -> None:
    (address,) = (await site.ask("GET", "/boards.json")).json.values()
    answer = await site.ask("GET", address.replace("board.js", name))
    assert answer.status == 404
    assert b"secret" not in answer.body


async def test_boards_are_only_read(site: RunningGateway) -> None:
    answer = await site.ask("POST", "/boards.json")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_the_board_of_a_package_is_found_in_it() -> None:
    board = board_of("goofspiel")
    assert board is not None
    assert (board / "board.css").is_file()
    assert board_of("galaxytables_jump") is None
    assert board_of("no.such") is None
