"""Devices: sessions are listed and ended, and an ended one is refused everywhere within two seconds."""

import asyncio
import sys
import time
from base64 import b64decode
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import grpc.aio
import pytest

from galaxytables.lobby.v1 import accounts_pb2, players_pb2
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_serving import read_error
from tests.lobby.house import Guest, House, eventually, refused
from tests.web.gateway import Answer, RunningGateway, open_gateway


@dataclass
class Device:
    """Somebody at one of their devices."""

    house: House
    token: str
    refresh_token: str
    player_id: str

    @classmethod
    async def of_guest(cls, house: House, name: str = "Ada") -> "Device":
        made = await Guest(house.channels[0]).players.CreateGuest(
            players_pb2.CreateGuestRequest(name=name, refreshable=True)
        )
        return cls(house, made.token, made.refresh_token, made.player.id)

    @classmethod
    async def another(cls, house: House, player_id: str) -> "Device":
        """Another device of a player."""
        lobby = house.lobbies[0]
        pair = await lobby.sessions.begin(Person(PlayerId(player_id), "Ada"), label="Firefox on Linux")
        return cls(house, pair.token, pair.refresh_token, player_id)

    def at(self, lobby: int = 0) -> Guest:
        return Guest(self.house.channels[lobby], self.token, self.player_id)

    async def shown(self) -> accounts_pb2.GetAccountResponse:
        return await self.at().accounts.GetAccount(accounts_pb2.GetAccountRequest(), metadata=self.at().metadata)

    async def end(self, session_id: str, lobby: int = 0) -> None:
        request = accounts_pb2.EndSessionRequest(session_id=session_id)
        await self.at(lobby).accounts.EndSession(request, metadata=self.at().metadata)

    async def end_others(self) -> None:
        await self.at().accounts.EndOtherSessions(accounts_pb2.EndOtherSessionsRequest(), metadata=self.at().metadata)

    async def is_refused(self, lobby: int = 0) -> bool:
        guest = self.at(lobby)
        try:
            await guest.players.GetMe(players_pb2.GetMeRequest(), metadata=guest.metadata)
        except grpc.aio.AioRpcError as error:
            return read_error(error).reason == "SESSION_ENDED"
        return False

    async def refresh(self) -> players_pb2.RefreshResponse:
        return await self.at().players.Refresh(players_pb2.RefreshRequest(refresh_token=self.refresh_token))


async def test_devices_are_listed_with_what_they_are_called_and_which_is_ones_own(house):
    house.clock.stand_still()
    phone = await Device.of_guest(house)
    house.clock.ahead += 60
    laptop = await Device.another(house, phone.player_id)
    shown = await laptop.shown()
    assert [(each.label, each.current) for each in shown.sessions] == [("Firefox on Linux", True), ("", False)]
    assert shown.sessions[0].begun.seconds - shown.sessions[1].begun.seconds == 60
    assert list(shown.ways_in) == []
    assert not shown.HasField("created")
    house.clock.ahead += 60
    await phone.refresh()
    assert [each.current for each in (await laptop.shown()).sessions] == [False, True]


async def test_an_ended_session_is_refused_by_every_lobby_and_its_streams_end_without_waiting_for_the_timer(house):
    timer = (await house.open_lobby()).heartbeat._timer
    assert timer is not None
    timer.cancel()
    phone = await Device.of_guest(house)
    laptop = await Device.another(house, phone.player_id)
    table = await phone.at().create()
    async with phone.at(1).watching(table.id) as updates:
        await updates.next()
        [ended] = [each.id for each in (await phone.shown()).sessions if each.current]
        await laptop.end(ended)
        assert await phone.is_refused()
        await eventually(lambda: phone.is_refused(1))
        assert (await refused(updates.rest())).reason == "SESSION_ENDED"
    assert (await refused(phone.refresh())).reason == "REFRESH_TOKEN_INVALID"
    assert not await laptop.is_refused(1)
    assert [each.current for each in (await laptop.shown()).sessions] == [True]
    assert (await refused(laptop.end(ended))).reason == "SESSION_NOT_FOUND"


async def test_an_ended_session_is_refused_by_two_lobbies_and_a_gateway(house):
    await house.open_lobby()
    async with open_gateway(house.addresses[1]) as gateway:
        phone = await Device.of_guest(house)
        laptop = await Device.another(house, phone.player_id)
        for place in places(phone, gateway):
            assert not await place()
        await laptop.end(next(each.id for each in (await phone.shown()).sessions if each.current))
        for place in places(phone, gateway):
            await eventually(place)


@pytest.mark.release
async def test_an_ended_session_is_refused_by_two_lobbies_and_a_gateway_within_two_seconds(house):
    await house.open_lobby()
    longest = 0.0
    async with open_gateway(house.addresses[1]) as gateway:
        phone = await Device.of_guest(house)
        for _ in range(40):
            laptop = await Device.another(house, phone.player_id)
            ended = next(each.id for each in (await laptop.shown()).sessions if each.current)
            began = time.monotonic()
            await phone.end(ended)
            waits = [seconds_until(place, began) for place in places(laptop, gateway)]
            longest = max(longest, *await asyncio.gather(*waits))
    sys.stdout.write(f"an ended session was refused everywhere after {longest:.2f} s at most\n")
    assert longest < 2


def places(device: Device, gateway: RunningGateway) -> list[Callable[[], Awaitable[bool]]]:
    """Ask each lobby, and the gateway, whether the device is refused."""

    async def at_gateway() -> bool:
        headers = {"content-type": "application/json", "authorization": f"Bearer {device.token}"}
        answer = await gateway.ask("POST", "/galaxytables.lobby.v1.PlayerService/GetMe", headers, b"{}")
        assert answer.status in {200, 401}, answer
        return b"SESSION_ENDED" in error_info(answer) if answer.status == 401 else False

    return [partial(device.is_refused, 0), partial(device.is_refused, 1), at_gateway]


def error_info(answer: Answer) -> bytes:
    """The details of an error, as Connect sends them."""
    return b"".join(b64decode(each["value"] + "==") for each in answer.json["details"])


async def seconds_until(place: Callable[[], Awaitable[bool]], began: float) -> float:
    await eventually(place)
    return time.monotonic() - began


async def test_nobody_ends_the_sessions_of_another(house):
    ada, mallory = await Device.of_guest(house), await Device.of_guest(house, "Mallory")
    [session] = (await ada.shown()).sessions
    assert (await refused(mallory.end(session.id))).reason == "SESSION_NOT_FOUND"
    assert not await ada.is_refused()


async def test_all_other_devices_are_ended_at_once_and_tokens_without_a_session_too(house):
    house.clock.stand_still()
    phone = await Device.of_guest(house)
    lasting, _ = house.tokens.make(house.lobbies[0].access._tokens.read(phone.token).player)
    old = Device(house, lasting, "", phone.player_id)
    house.clock.ahead += 1
    laptop = await Device.another(house, phone.player_id)
    await laptop.end_others()
    for other in (phone, old):
        assert await other.is_refused()
    assert not await laptop.is_refused()
    assert (await refused(phone.refresh())).reason == "REFRESH_TOKEN_INVALID"
    # Nobody gets back in by a token of before.
    renewal = players_pb2.RenewTokenRequest(refreshable=True)
    assert (await refused(old.at().players.RenewToken(renewal, metadata=old.at().metadata))).reason == "SESSION_ENDED"
    house.clock.ahead += 1
    assert not await (await Device.another(house, phone.player_id)).is_refused()


async def test_a_lobby_that_starts_later_knows_what_had_ended(house):
    phone = await Device.of_guest(house)
    laptop = await Device.another(house, phone.player_id)
    await laptop.end(next(each.id for each in (await phone.shown()).sessions if each.current))
    await house.open_lobby()
    assert await phone.is_refused(1)


async def test_what_has_ended_is_forgotten_once_no_token_of_it_can_be_good(house, redis_server):
    house.clock.stand_still()
    for _ in range(3):
        phone = await Device.of_guest(house)
        await phone.end((await phone.shown()).sessions[0].id)
        house.clock.ahead += 25 * 3600
    with redis_server.client() as client:
        assert client.zcard(keys.REVOCATIONS) == client.zcard(keys.REVOCATIONS_UNTIL) == 1


async def test_a_store_that_was_put_back_from_a_copy_is_read_from_its_beginning(house, redis_server):
    first = await Device.of_guest(house)
    await first.end((await first.shown()).sessions[0].id)
    with redis_server.client() as client:
        client.delete(keys.REVOCATIONS, keys.REVOCATIONS_UNTIL, keys.REVOKED)
    revocations = house.lobbies[0].access.revocations
    await revocations.load()
    second = await Device.of_guest(house)
    await second.end((await second.shown()).sessions[0].id)
    assert await second.is_refused()


async def test_a_guest_has_no_way_in_to_remove(house):
    ada = await Device.of_guest(house)
    request = accounts_pb2.UnlinkWayInRequest(way_in_id="1")
    error = await refused(ada.at().accounts.UnlinkWayIn(request, metadata=ada.at().metadata))
    assert error.reason == "WAY_IN_NOT_FOUND"


@pytest.mark.parametrize("way_in_id", ["", "x", "-1", "9" * 19, "\u0661"])
async def test_ids_that_are_none_are_refused_alike(house, way_in_id):
    ada = await Device.of_guest(house)
    request = accounts_pb2.UnlinkWayInRequest(way_in_id=way_in_id)
    error = await refused(ada.at().accounts.UnlinkWayIn(request, metadata=ada.at().metadata))
    assert error.reason == "WAY_IN_NOT_FOUND"


async def test_a_guests_own_data_are_theirs_to_have(house):
    ada = await Device.of_guest(house)
    answer = await ada.at().accounts.ExportMyData(accounts_pb2.ExportMyDataRequest(), metadata=ada.at().metadata)
    assert ada.player_id in answer.json
