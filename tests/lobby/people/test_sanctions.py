"""What operators keep others from holds at every lobby, whatever the call, and streams end with it."""

import json
import time
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from uuid import uuid4

import grpc.aio
import pytest

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject, encode
from galaxytables_serving import read_error
from tests.lobby.admin.test_admin import Operator, olga  # noqa: F401  # a fixture
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, eventually, refused
from tests.lobby.people.test_revocations import error_info
from tests.web.gateway import RunningGateway, open_gateway

YEAR = 365 * 24 * 3600 * 1000


def sanction(kind: Kind, subject: Subject, lasting: int = 0) -> Sanction:
    now = int(time.time() * 1000)
    until = now + lasting if lasting else 0
    return Sanction(kind=kind, subject=str(subject), reason="spam", operator="olga", since=now, until=until)


@pytest.fixture
async def hand(house) -> Sanctions:
    """An operator's, at another process than the lobby."""
    return Sanctions(house.lobbies[0].tables.store, house.clock)


async def is_refused(call, reason: str) -> bool:
    try:
        await call()
    except grpc.aio.AioRpcError as error:
        return read_error(error).reason == reason
    return False


async def test_a_banned_player_is_told_until_when_and_why_and_their_stream_ends_at_once(house, hand):
    timer = house.lobbies[0].heartbeat._timer
    assert timer is not None
    timer.cancel()
    table_id, (ada, bea) = await house.started()
    async with bea.watching(table_id) as updates:
        await updates.next()
        await hand.impose(sanction(Kind.BAN, Subject.player(PlayerId(bea.id)), YEAR))
        await eventually(lambda: is_refused(lambda: bea.table(table_id), "BANNED"))
        error = await refused(bea.table(table_id))
        assert error.reason == "BANNED"
        assert error.metadata["why"] == "spam"
        assert error.metadata["until"].endswith(" UTC")
        assert (await refused(updates.rest())).reason == "BANNED"
    assert (await ada.table(table_id)).id == table_id


async def test_a_ban_ends_by_itself(house, hand):
    ada = await house.guest()
    await hand.impose(sanction(Kind.BAN, Subject.player(PlayerId(ada.id)), 60_000))
    await eventually(lambda: is_refused(ada.my_tables, "BANNED"))
    house.clock.ahead = 61.0
    await ada.my_tables()


async def test_what_has_ended_is_forgotten_unless_another_has_taken_its_place(house, hand):
    ada, bea = await house.guest(), await house.guest()
    about, store = Subject.player(PlayerId(ada.id)), house.lobbies[0].tables.store
    old, new = sanction(Kind.MUTE, about, 60_000), sanction(Kind.MUTE, about, YEAR)
    await hand.impose(old)
    house.clock.ahead = 61.0
    await hand.impose(sanction(Kind.MUTE, Subject.player(PlayerId(bea.id))))
    assert list(await store.sanctions()) == [f"mute player:{bea.id}"]
    await hand.impose(new)
    await store.forget_sanction(old.name, encode(old))
    assert {each.subject for each in await hand.all()} == {f"player:{ada.id}", f"player:{bea.id}"}


async def test_a_banned_address_neither_calls_nor_makes_guests(house, hand):
    ada = await house.guest()
    await hand.impose(sanction(Kind.BAN, Subject.parse("address:127.0.0.0/8"), YEAR))
    await eventually(lambda: is_refused(ada.my_tables, "BANNED"))
    assert (await refused(house.guest())).reason == "BANNED"
    await hand.lift(Kind.BAN, Subject.parse("address:127.0.0.0/8"))
    await eventually(lambda: allowed(ada.my_tables))


async def allowed(call) -> bool:
    return not await is_refused(call, "BANNED")


async def test_a_muted_player_plays_but_does_not_talk(house, hand):
    table_id, (ada, bea) = await house.started()
    await hand.impose(sanction(Kind.MUTE, Subject.player(PlayerId(ada.id))))
    await eventually(lambda: is_refused(lambda: ada.say(table_id, "hello"), "MUTED"))
    assert (await refused(ada.say(table_id, "hello"))).metadata["until"] == ""
    await ada.pick(table_id)
    await bea.say(table_id, "hello")


async def test_tokens_of_before_are_worthless_and_those_of_others_are_not(house, hand):
    ada, bea = await house.guest(), await house.guest()
    await hand.impose(sanction(Kind.REVOCATION, Subject.player(PlayerId(ada.id))))
    await eventually(lambda: is_refused(ada.my_tables, "TOKEN_REVOKED"))
    await bea.my_tables()


async def test_a_draining_game_opens_no_tables_nor_rematches_and_goes_on(house, hand):
    table_id, (ada, bea) = await house.started()
    await hand.impose(sanction(Kind.DRAIN, Subject.game(NAME)))
    await eventually(lambda: is_refused(ada.create, "GAME_DRAINING"))
    await ada.pick(table_id)
    await bea.resign(table_id)
    assert (await refused(ada.rematch(table_id))).reason == "GAME_DRAINING"


async def test_a_banned_ipv6_address_is_its_network_of_64_bits():
    known = Sanctions(Store("redis://127.0.0.1:1/0", origin=b"nobody"), time.time)
    banned = sanction(Kind.BAN, Subject.parse("address:2001:db8::1"))
    assert banned.subject == "address:2001:db8::/64"
    known._keep({banned.name: banned})
    with pytest.raises(Exception, match="banned"):
        known.check_address("2001:db8::/64")
    known.check_address("2001:db9::/64")
    known.check_address("unix:")


@dataclass(frozen=True)
class Place:
    """Two lobbies and a gateway, at which a player calls."""

    house: House
    gateway: RunningGateway
    ada: Guest
    table_id: str

    async def refused_everywhere(self, reason: str) -> bool:
        """Say whether every process refuses the player's calls with a reason; empty: no process refuses them."""
        return {await self._at_lobby(0), await self._at_lobby(1), await self._at_gateway()} == {reason}

    async def _at_lobby(self, number: int) -> str:
        guest = Guest(self.house.channels[number], self.ada.token, self.ada.id)
        try:
            await guest.say(self.table_id, "hello")
        except grpc.aio.AioRpcError as error:
            return read_error(error).reason
        return ""

    async def _at_gateway(self) -> str:
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.ada.token}"}
        body = json.dumps({"tableId": self.table_id, "text": "hello", "requestId": uuid4().hex}).encode()
        answer = await self.gateway.ask("POST", "/galaxytables.lobby.v1.PlayService/SendMessage", headers, body)
        if answer.status == HTTPStatus.OK:
            return ""
        return next((each for each in ("BANNED", "MUTED") if each.encode() in error_info(answer)), "another")


ACTS = ((admin_pb2.SANCTION_KIND_MUTE, "MUTED"), (admin_pb2.SANCTION_KIND_BAN, "BANNED"))


async def test_an_act_of_a_moderator_is_in_force_at_two_lobbies_and_a_gateway(house, olga):  # noqa: F811
    await house.open_lobby()
    async with open_gateway(house.addresses[1]) as gateway:
        table_id, (ada, _) = await house.started()
        place = Place(house, gateway, ada, table_id)
        assert await place.refused_everywhere("")
        for kind, reason in ACTS:
            await acts(olga, kind, ada)
            await eventually(partial(place.refused_everywhere, reason))


async def acts(operator: Operator, kind: admin_pb2.SanctionKind.ValueType, guest: Guest) -> None:
    request = admin_pb2.SanctionRequest(kind=kind, subject=f"player:{guest.id}", reason="spam")
    await operator.does("Sanction", request)
