"""Server-sent events: a game followed over plain HTTP, cut off and gone on with; nothing hidden, nobody waited for."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_serving.settings import read_settings, variables_of
from galaxytables_web.metrics import CUT_OFF
from tests.lobby.house import Guest, House, eventually
from tests.web.flood import Flood
from tests.web.gateway import HOST, SECONDS, Browser, RunningGateway, open_gateway


@dataclass(frozen=True)
class Event:
    """An event as a reader of the specification reads it."""

    data: Any
    name: str = "message"
    id: str = ""


@dataclass
class Listener:
    """Reads a stream of events by the letter: lines of `field: value`, an event a blank line."""

    browser: Browser
    headers: Mapping[str, str]
    comments: list[str] = field(default_factory=list)
    _rest: str = ""
    _parts: Any = None

    async def next(self) -> Event | None:
        """The next event; None at the end of the answer."""
        async with asyncio.timeout(SECONDS):
            while True:
                while "\n\n" not in self._rest:
                    part = await anext(self._parts, None)
                    if part is None:
                        assert not self._rest
                        return None
                    self._rest += part.decode()
                block, _, self._rest = self._rest.partition("\n\n")
                if (event := self._read(block)) is not None:
                    return event

    def _read(self, block: str) -> Event | None:
        told: dict[str, str] = {}
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            if name:
                assert name in {"id", "event", "data", "retry"}
                told[name] = value.removeprefix(" ")
            else:
                self.comments.append(value.strip())
        if "data" not in told:
            return None
        return Event(json.loads(told["data"]), told.get("event", "message"), told.get("id", ""))

    async def rest(self) -> list[Event]:
        events = []
        while (event := await self.next()) is not None:
            events.append(event)
        return events


@asynccontextmanager
async def listening(
    gateway: RunningGateway,
    path: str,
    guest: Guest | None = None,
    after: str = "",
    headers: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[Any]:
    browser = gateway.browser()
    head = {**({"authorization": f"Bearer {guest.token}"} if guest else {}), **headers}
    await browser.send("GET", f"/events/{path}", head | ({"last-event-id": after} if after else {}))
    answer = await browser.head()
    assert answer.status == 200, [part async for part in browser.parts(answer)]
    try:
        yield Listener(browser, answer.headers, _parts=browser.parts(answer))
    finally:
        browser.leave()


async def play_on(guests: list[Guest], table: str) -> None:
    """Answer everything by its default, to the end."""
    while True:
        for guest in guests:
            update = await guest.view(table)
            if update.state == tables_pb2.TABLE_STATE_FINISHED:
                return
            for prompt in update.prompts:
                await guest.submit(table, prompt.id, *prompt.default_picks)


def watchers() -> float:
    return float(WATCHERS.labels("table")._value.get())


def numbers(events: list[Event]) -> list[int]:
    return [int(each["number"]) for event in events for each in event.data.get("update", {}).get("events", ())]


async def test_a_whole_game_is_followed_with_a_cut_and_nothing_is_lost_or_shown_to_others(
    house: House, gateway: RunningGateway
) -> None:
    table, (ada, bob) = await house.started()
    path = f"WatchTable?tableId={table}&fromEvent=1&views=true"
    before = watchers()
    async with listening(gateway, path, bob) as all_along, listening(gateway, path, ada) as cut:
        assert cut.headers["content-type"] == "text/event-stream"
        assert cut.headers["cache-control"] == "no-store"
        first = await cut.next()
        assert first.data["update"]["prompts"]
        cut.browser.leave()
        await eventually(lambda: watchers() == before + 1)
        await ada.say(table, "said meanwhile")
        async with listening(gateway, path, ada, after=first.id) as again:
            seen, whole, _ = await asyncio.gather(again.rest(), all_along.rest(), play_on([ada, bob], table))
        seen.insert(0, first)
    for events in (seen, whole):
        assert (events[-1].name, events[-1].data) == ("end", {})
        assert events[-2].data["update"]["state"] == "TABLE_STATE_FINISHED"
        assert events[-2].data["update"]["scores"]
        assert {event.name for event in events[:-1]} == {"message"}
    last = int(whole[-2].data["update"]["lastEvent"])
    assert numbers(seen) == numbers(whole) == list(range(1, last + 1))
    said = [each["text"] for event in seen for each in event.data.get("update", {}).get("messages", ())]
    assert said == ["said meanwhile"]
    # What Ada held at first is told to her alone.
    held = first.data["update"]["view"]["value"]["hand"]
    assert len(held) == 3
    assert held not in [event.data["update"]["view"]["value"].get("hand") for event in whole[:-1]]
    assert str(held) not in str([event.data["update"].get("events") for event in whole[:-1]])


async def test_own_tables_are_told_as_they_change_and_a_silent_stream_has_comments(
    house: House, gateway: RunningGateway
) -> None:
    ada = await house.guest("Ada")
    async with listening(gateway, "WatchMyTables", ada) as listener:
        assert "platform" in (await listener.next()).data
        assert (await listener.next()).data["caughtUp"]
        table = await ada.create()
        assert (await listener.next()).data["table"]["table"]["id"] == table.id
    async with listening(gateway, f"WatchTables?tableId={table.id}", ada) as room:
        assert "platform" in (await room.next()).data
        assert (await room.next()).data["table"]["id"] == table.id


async def test_heartbeats_are_comments() -> None:
    beat = play_pb2.WatchTableResponse()
    beat.now.FromSeconds(1)
    lobby = Flood(beat.SerializeToString(), at_once=3)
    port = await lobby.start()
    async with open_gateway(f"{HOST}:{port}") as gateway, listening(gateway, "WatchTable?tableId=x") as listener:
        reading = asyncio.ensure_future(listener.next())
        await eventually(lambda: len(listener.comments) == 3)
        assert json.loads(listener.comments[0]) == {"now": "1970-01-01T00:00:01Z"}
        reading.cancel()
    await lobby.stop()


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("WatchTable?tableId=none", 404, "TABLE_NOT_FOUND"),
        ("WatchTable?tableId=x&tableId=y", 400, "MALFORMED_REQUEST"),
        ("WatchTable?tableId=x&views=perhaps", 400, "MALFORMED_REQUEST"),
        ("WatchTable?tableId=x&fromEvent=first", 400, "MALFORMED_REQUEST"),
        (f"WatchTable?tableId={'x' * 300}", 400, "FIELD_TOO_LARGE"),
        (f"WatchTable?{'a=b&' * 40}", 400, "MALFORMED_REQUEST"),
        (f"WatchTable?tableId={'x' * 5000}", 400, "MALFORMED_REQUEST"),
        ("WatchTable?tableId=%ff", 400, "MALFORMED_REQUEST"),
        ("HostBots", 404, "UNKNOWN_CALL"),
        ("GetTable?tableId=x", 404, "UNKNOWN_CALL"),
    ],
)
async def test_what_is_refused_is_refused_before_the_stream_begins(
    house: House, gateway: RunningGateway, path: str, status: int, reason: str
) -> None:
    ada = await house.guest()
    answer = await gateway.ask("GET", f"/events/{path}", {"authorization": f"Bearer {ada.token}"})
    assert (answer.status, answer.headers["content-type"]) == (status, "application/json")
    assert answer.json["details"][0]["debug"]["reason"] == reason


async def test_a_parameter_that_cannot_be_read_is_named(gateway: RunningGateway) -> None:
    unread = {
        "fromEvent=abc": "fromEvent",
        "from_event=-1": "fromEvent",
        "views=perhaps": "views",
        "tableId=y": "tableId",
    }
    for query, parameter in unread.items():
        answer = await gateway.ask("GET", f"/events/WatchTable?tableId=x&{query}")
        told = answer.json["details"][0]["debug"]
        assert (told["reason"], told["metadata"]["field"]) == ("MALFORMED_REQUEST", parameter)
        assert parameter in answer.json["message"]


async def test_an_unknown_parameter_is_named_in_a_refusal_too(house: House, gateway: RunningGateway) -> None:
    ada = await house.guest()
    answer = await gateway.ask("GET", "/events/WatchTable?table=x", {"authorization": f"Bearer {ada.token}"})
    assert answer.status == 404
    assert answer.headers["galaxytables-unknown-fields"] == "table"


async def test_who_has_no_token_or_asks_otherwise_is_refused(house: House, gateway: RunningGateway) -> None:
    table, (ada, _) = await house.started()
    path = f"/events/WatchTable?tableId={table}"
    stranger = await gateway.ask("GET", path)
    assert (stranger.status, stranger.json["details"][0]["debug"]["reason"]) == (401, "TOKEN_MISSING")
    odd = await gateway.ask("GET", path, {"authorization": "Bearer \xff"})
    assert odd.json["details"][0]["debug"]["reason"] == "MALFORMED_REQUEST"
    posted = await gateway.ask("POST", path, {"authorization": f"Bearer {ada.token}"})
    assert (posted.status, posted.headers["allow"]) == (405, "GET")
    token = {"authorization": f"Bearer {ada.token}"}
    nowhere = await gateway.ask("GET", path, token | {"last-event-id": "yesterday"})
    assert nowhere.json["details"][0]["debug"]["reason"] == "MALFORMED_REQUEST"
    strict = await gateway.ask("GET", f"{path}&veiws=true", token | {"galaxytables-strict": "1"})
    assert strict.json["details"][0]["debug"]["reason"] == "UNKNOWN_FIELDS"
    async with listening(gateway, f"WatchTable?tableId={table}&veiws=true", ada) as listener:
        assert listener.headers["galaxytables-unknown-fields"] == "veiws"


async def test_they_count_among_all_streams_and_end_in_a_drain(house: House) -> None:
    table, (ada, _) = await house.started()
    path = f"WatchTable?tableId={table}&fromEvent=1"
    async with (
        open_gateway(house.addresses[0], max_streams=1) as gateway,
        listening(gateway, path, ada) as listener,
    ):
        more = await gateway.ask("GET", "/events/WatchMyTables", {"authorization": f"Bearer {ada.token}"})
        assert (more.status, more.json["details"][0]["debug"]["reason"]) == (429, "TOO_MANY_REQUESTS")
        assert (await listener.next()).name == "message"
        await gateway.stop()
        end = await listener.next()
        assert end.name == "end"
        assert end.data["error"]["details"][0]["debug"]["reason"] == "DRAINING"


async def test_the_lobby_counts_them_by_address_beside_other_streams(house: House) -> None:
    variables = {variable.name: "off" for variable in variables_of(LimitSettings) if "_LIMIT_" in variable.name}
    bound = {"GALAXYTABLES_LIMIT_STREAMS": "address=2", "GALAXYTABLES_TRUSTED_PROXIES": "127.0.0.0/8"}
    house.limits = read_settings(LimitSettings, {**variables, **bound})
    await house.open_lobby()
    table, (ada, bob) = await house.started()
    path, elsewhere = f"WatchTable?tableId={table}&fromEvent=1", {"x-forwarded-for": "203.0.113.9"}
    here = {"x-forwarded-for": "198.51.100.7"}
    by_grpc = house.at(ada, 1)
    by_grpc.metadata = (*by_grpc.metadata, *here.items())
    async with (
        open_gateway(house.addresses[1]) as gateway,
        by_grpc.watching(table) as stream,
        listening(gateway, path, ada, headers=here) as second,
    ):
        await stream.next()
        await second.next()
        refused = await gateway.ask("GET", f"/events/{path}", {"authorization": f"Bearer {bob.token}"} | here)
        assert (refused.status, refused.json["details"][0]["debug"]["metadata"]) == (429, {"most": "2"})
        async with listening(gateway, path, bob, headers=elsewhere) as other:
            assert (await other.next()).name == "message"
        second.browser.leave()

        async def again() -> bool:
            browser = gateway.browser()
            await browser.send("GET", f"/events/{path}", {"authorization": f"Bearer {bob.token}"} | here)
            answer = await browser.head()
            browser.leave()
            return answer.status == 200

        await eventually(again)


async def test_a_listener_that_takes_nothing_is_cut_off() -> None:
    update = play_pb2.WatchTableResponse(update=play_pb2.TableUpdate(table_id="x" * 10_000))
    lobby = Flood(update.SerializeToString())
    port = await lobby.start()
    cut = CUT_OFF.labels("slow")._value.get()
    async with open_gateway(f"{HOST}:{port}", patience=1.0) as gateway:
        loop = asyncio.get_running_loop()
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        await loop.sock_connect(connection, (HOST, gateway.port))
        await loop.sock_sendall(connection, b"GET /events/WatchTable?tableId=x HTTP/1.1\r\nhost: x\r\n\r\n")
        async with asyncio.timeout(60):
            await lobby.left.wait()
        assert lobby.sent * 10_000 < 16_000_000
        assert CUT_OFF.labels("slow")._value.get() == cut + 1
        connection.close()
    await lobby.stop()
