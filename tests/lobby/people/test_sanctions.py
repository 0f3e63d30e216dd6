"""What operators keep others from holds at every lobby, whatever the call, and streams end with it."""

import time

import grpc.aio
import pytest

from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject
from galaxytables_serving import read_error
from tests.lobby.counting import NAME
from tests.lobby.house import eventually, refused

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


async def test_a_banned_player_is_told_until_when_and_why_and_their_stream_ends(house, hand):
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
    with pytest.raises(Exception, match="kept away"):
        known.check_address("2001:db8::/64")
    known.check_address("2001:db9::/64")
    known.check_address("unix:")
