"""Links to games that are over: what messengers read of them, and the picture that they show."""

from collections.abc import MutableMapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_web.page import Page
from galaxytables_web.picture import HEIGHT, WIDTH, EndOfGame, Painter, Result
from galaxytables_web.shared_games import SharedGames
from tests.lobby.house import Guest, House
from tests.web.gateway import HOST, RunningGateway, open_gateway

INDEX = "<!doctype html><html><head><title>Tables</title></head><body></body></html>"
NAME = 'Ada "<script>" & Bo'


@pytest.fixture
async def site(house: House, tmp_path: Path):
    (tmp_path / "index.html").write_text(INDEX)
    async with open_gateway(house.addresses[0], page=tmp_path) as running:
        yield running


async def over(house: House, *, played: bool = True, **fields) -> tuple[str, list[Guest]]:
    table_id, guests = await house.started(options={"rounds": "1"}, **fields)
    if played:
        for guest in guests:
            await guest.pick(table_id)
    else:
        await guests[0].resign(table_id)
    return table_id, guests


def tags(text: str) -> dict[str, str]:
    """What a page says of itself, by name."""
    lines = [line for line in text.splitlines() if "<meta " in line]
    parts = [line[line.index("<meta ") :].split('"') for line in lines]
    return {part[1]: part[3] for part in parts}


async def test_a_link_to_a_game_that_is_over_tells_who_won_and_leads_to_a_picture(house, site: RunningGateway):
    table_id, _ = await over(house, name=NAME)
    page = await site.ask("GET", f"/replay/{table_id}")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    text = page.body.decode()
    assert text.startswith(INDEX.partition("</head>")[0])
    assert text.endswith(INDEX.partition("</head>")[2])
    told = tags(text)
    assert "🏆 Guest" in told["og:title"]
    assert all(f"Guest {seat} " in told["og:title"] for seat in (0, 1))
    assert told["og:description"].endswith("Ada &quot;&lt;script&gt;&quot; &amp; Bo")
    picture = told["og:image"].removeprefix(f"http://{HOST}:{site.port}")
    assert picture == f"/replay/{table_id}.png"
    painted = await site.ask("GET", picture)
    assert (painted.status, painted.headers["content-type"]) == (200, "image/png")
    image = Image.open(BytesIO(painted.body))
    assert image.size == (WIDTH, HEIGHT) == (int(told["og:image:width"]), int(told["og:image:height"]))
    again = await site.ask("GET", picture)
    assert again.body == painted.body


async def test_of_a_game_that_was_resigned_names_are_told_and_no_points(house, site: RunningGateway):
    table_id, _ = await over(house, played=False)
    told = tags((await site.ask("GET", f"/replay/{table_id}")).body.decode())
    assert told["og:title"] == "🏆 Guest 1 · Guest 0"


async def test_of_all_other_games_there_is_the_page_alone(house, site: RunningGateway):
    running, guests = await house.started()
    private, _ = await over(house, visibility=tables_pb2.VISIBILITY_PRIVATE)
    code = (await guests[0].create(visibility=tables_pb2.VISIBILITY_PRIVATE)).invitation
    for name in (running, private, code, "bcdfghjkmnpqrstv", "none", "..%2F..", "a" * 4_000):
        page = await site.ask("GET", f"/replay/{name}")
        assert (page.status, page.body.decode()) == (200, INDEX)
        assert (await site.ask("GET", f"/replay/{name}.png")).status == 404
    assert (await site.ask("POST", f"/replay/{running}")).status == 405


async def test_a_page_that_says_something_else_is_not_taken_for_the_one_that_a_browser_has(house, site: RunningGateway):
    table_id, _ = await over(house)
    plain, shared = [await site.ask("GET", path) for path in ("/", f"/replay/{table_id}")]
    assert plain.headers["etag"] != shared.headers["etag"]
    asked = {"if-none-match": shared.headers["etag"]}
    assert (await site.ask("GET", f"/replay/{table_id}", asked)).status == 304


async def test_links_are_as_the_proxy_before_the_gateway_is_called(house, site: RunningGateway):
    table_id, _ = await over(house)
    proxied = {"host": "tables.example", "x-forwarded-proto": "https"}
    told = tags((await site.ask("GET", f"/replay/{table_id}", proxied)).body.decode())
    assert told["og:url"] == f"https://tables.example/replay/{table_id}"
    odd = {"host": 'a"><script>', "x-forwarded-proto": "javascript"}
    told = tags((await site.ask("GET", f"/replay/{table_id}", odd)).body.decode())
    assert told["og:url"] == f"/replay/{table_id}"


async def test_whoever_is_erased_later_is_named_no_more_and_bots_are_not_called_as_programs_call_them(tmp_path):
    (tmp_path / "index.html").write_text(INDEX)
    names = iter(("Ada", "", ""))
    otter = tables_pb2.Seat(number=1, bot="random", persona="tin_otter")
    seats = [tables_pb2.Seat(number=0), otter, tables_pb2.Seat(number=2, bot="random")]

    async def table(*_: object) -> bytes:
        seats[0].player.name = next(names)
        return tables_pb2.GetTableResponse(table=tables_pb2.Table(seats=seats)).SerializeToString()

    async def view(*_: object) -> bytes:
        scores = [game_pb2.SeatScore(seat=seat, rank=seat + 1) for seat in (0, 1, 2)]
        return play_pb2.GetViewResponse(update=play_pb2.TableUpdate(scores=scores)).SerializeToString()

    async def games(*_: object) -> bytes:
        return b""

    page = Page(tmp_path)
    await page.start()
    shared = SharedGames(table, view, games, page, Painter())
    told = [await asked(shared, "/replay/bcdfghjkmnpqrstv") for _ in range(2)]
    assert ["Ada" in each for each in told] == [True, False]
    assert all("Tin Otter" in each and "Bot 3" in each and "random" not in each for each in told)
    assert "public, max-age=600" in await asked(shared, "/replay/bcdfghjkmnpqrstv.png")


async def asked(shared: SharedGames, path: str) -> str:
    """All that an answer says, heads too."""
    said: list[str] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        said.append(str(message))

    scope = {
        "method": "GET",
        "path": path,
        "scheme": "http",
        "http_version": "1.1",
        "headers": [],
        "client": ("127.0.0.1", 1),
    }
    await shared(scope, send)
    return "".join(said)


def drawn(*results: Result) -> Image.Image:
    return Image.open(BytesIO(Painter().paint(EndOfGame("Race for the Galaxy", "a table", results)))).convert("RGB")


def test_bars_are_as_long_as_points_and_in_the_colour_of_the_seat():
    image = drawn(Result(0, "Ada", True, 40, (30, 10)), Result(1, "Bo", False, 20, (20,)))
    blue, orange = (0x7F, 0xD1, 0xFF), (0xFF, 0x9D, 0x7A)
    first = [sum(image.getpixel((x, y)) == blue for x in range(520, WIDTH)) for y in range(240, 400)]
    second = [sum(image.getpixel((x, y)) == orange for x in range(520, WIDTH)) for y in range(240, 400)]
    assert max(first) == pytest.approx(1.5 * max(second), rel=0.02)


def test_a_name_that_no_font_can_write_is_left_out_and_other_letters_than_latin_ones_are_written():
    def name(written: str) -> Image.Image:
        # Where the first row has its name; no star is there, or the same ones.
        return drawn(Result(0, written, True, None, ())).crop((104, 250, 420, 310))

    ink = (0xE9, 0xED, 0xF8)
    counts = {
        each: sum(pixel == ink for pixel in name(each).get_flattened_data())
        for each in ("あおい", "Jörg", "Žižek", "Ольга")
    }
    assert counts.pop("あおい") == 0
    assert min(counts.values()) > 15


def test_a_file_that_is_no_font_is_told_at_the_start(tmp_path: Path):
    (tmp_path / "font.ttf").write_text("none")
    with pytest.raises(OSError, match="unknown file format"):
        Painter(tmp_path / "font.ttf")


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_as_many_as_can_play_have_room(seats):
    results = [Result(seat, "W" * 40, True, 99, (50, -5, 54)) for seat in range(seats)]
    assert drawn(*results).size == (WIDTH, HEIGHT)
