"""A guest becomes an account, or part of one, while lobby, worker and store are killed: all or nothing in the end."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import grpc
import pytest
from sqlalchemy import Connection, select

from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, writing
from galaxytables_lobby.adapters.archive.ratings import recompute
from galaxytables_lobby.adapters.archive.schema import ACCOUNTS, GAMES, MERGES, SEATS, WAYS_IN
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.play.merging import SETTLED_MILLISECONDS
from galaxytables_serving import GalaxyError
from tests.lobby.house import Guest, House, eventually
from tests.lobby.people.authenticator import Authenticator
from tests.lobby.people.test_passkeys import Visitor
from tests.lobby.play.merging_killed import resume_and_die, shown, sign_in_and_die, use_passkey_and_die
from tests.lobby.play.test_merging import archived, finished
from tests.lobby.redis_server import RedisServer
from tests.lobby.workers import open_merges

# Longer than a merge takes, so that some are killed in its midst and some after it.
LONGEST = 0.12


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server of these tests' own, which kill it."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.kill()


async def returns(house: House, subject: str, guest: Guest | None = None) -> str:
    """Sign in once more, as somebody does who got no answer."""
    caller: Caller | None = None if guest is None else house.lobbies[0].access._tokens.read(guest.token)
    entered, _ = await house.lobbies[0].entering.enter(caller, shown(subject), "again", lambda _: None)
    return entered.player_id


async def store_is_back(house: House) -> None:
    """Wait until the lobby has noticed that its store is there."""

    async def answers() -> bool:
        try:
            await house.lobbies[0].access.revocations.load()
        except GalaxyError:
            return False
        return True

    await eventually(answers)


async def answered(house: House, passkey: Authenticator, guest: Guest) -> str:
    """The passkey's answer to a challenge that the guest asked for."""
    caller = house.lobbies[0].access._tokens.read(guest.token)
    return passkey.uses(await house.lobbies[0].passkeys.begin_sign_in(caller))


async def uses(house: House, passkey: Authenticator, guest: Guest) -> str:
    """Sign in by the passkey once more, as somebody does who got no answer."""
    caller = house.lobbies[0].access._tokens.read(guest.token)
    credential = await answered(house, passkey, guest)
    player, _ = await house.lobbies[0].passkeys.sign_in(caller, credential, "again", lambda _: None)
    return player.id


async def settled(house: House) -> None:
    """Everything that was begun is done."""
    for _ in range(3):
        house.clock.ahead += SETTLED_MILLISECONDS / 1000 + 1
        async with open_merges(house.settings, clock=house.clock) as merges:
            await merges.resume()
    assert await house.lobbies[0].archive.merges(limit=10) == []


async def guest_of(house: House, bea: Guest) -> tuple[Guest, set[str], str]:
    """A guest with an open table, a running one and a finished game."""
    guest = await house.guest("Ada away")
    game = await finished(guest, bea)
    running = await guest.create(2)
    await bea.join(running.id)
    await bea.ready(running.id)
    await guest.start(running.id)
    await guest.say(running.id, "hello")
    return guest, {(await guest.create(2)).id, running.id}, game


async def comes(house: House, bea: Guest) -> tuple[Guest, set[str], str]:
    """The same; somebody else comes if the rules do not answer in time, as on a busy machine."""
    while True:
        try:
            return await guest_of(house, bea)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise


async def kill_and_look(
    house: House,
    store_server: RedisServer,
    chance: Random,
    rounds: int,
    *,
    into_account: bool,
    passkey: Authenticator | None = None,
) -> None:
    """Kill lobby and worker in each round, and the store in every third one."""
    bea = await house.guest("Bea")
    settings, store = house.settings, house.lobbies[0].tables.store
    engine = open_engine(read_url(settings.archive_url), connections=1)
    account = ""
    if passkey is not None:
        account = (await (await Visitor.comes(house)).registers(passkey)).guest.id
    elif into_account:
        account = await returns(house, "ada")
    done, guests, games = [], set(), []
    for number in range(rounds):
        guest, tables, game = await comes(house, bea)
        await archived(house)
        subject = "ada" if into_account else f"subject {number}"
        moment = chance.uniform(0, LONGEST)
        player_id = PlayerId(guest.id)
        ahead, after, dies = house.clock.ahead, chance.uniform(0, LONGEST), store_server if number % 3 == 1 else None
        if passkey is None:
            done.append(sign_in_and_die(settings, subject, player_id, ahead=ahead, after=after, store=dies))
        else:
            credential = await answered(house, passkey, guest)
            done.append(use_passkey_and_die(settings, credential, player_id, ahead=ahead, after=after, store=dies))
        resume_and_die(settings, ahead=house.clock.ahead + 11, after=moment)
        await store_is_back(house)
        # Whoever got no answer signs in again: with the guest's token if that is still good.
        who = await (returns(house, subject, guest) if passkey is None else uses(house, passkey, guest))
        await settled(house)
        owner = account or guest.id
        assert who == owner
        sat = {table_id for _, table_id in await store.newest_of_player(PlayerId(owner), before=None, limit=1000)}
        assert tables <= sat
        if into_account:
            assert await store.newest_of_player(player_id, before=None, limit=10) == []
        [table] = await store.load_states([TableId(next(iter(tables)))])
        assert table is not None
        assert [person.id for person in table.people].count(PlayerId(guest.id)) == (0 if into_account else 2)
        guests.add(guest.id)
        games.append(game)
    with writing(engine) as connection:
        look(connection, bea, guests, account, games)
    engine.dispose()
    assert not all(done), "nothing was killed before its end"


def look(connection: Connection, bea: Guest, guests: set[str], account: str, games: list[str]) -> None:
    """These games, and all accounts and merges, are there once; an empty `account`: each guest became one."""
    rounds = len(games)
    seats = select(SEATS.c.who).join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal).where(GAMES.c.table_id.in_(games))
    sat_there = list(connection.execute(seats).scalars())
    assert sat_there.count(bea.id) == rounds
    if account:
        assert sat_there.count(account) == rounds
    else:
        assert {each for each in sat_there if each != bea.id} == guests
    # Ratings are those that all games give.
    assert recompute(connection).changed == 0
    expected = 1 if account else rounds
    assert len(connection.execute(select(ACCOUNTS)).all()) == expected
    assert len(connection.execute(select(WAYS_IN)).all()) == expected
    assert len(connection.execute(select(MERGES).where(MERGES.c.done.is_(None))).all()) == 0


@pytest.mark.parametrize("into_account", [True, False], ids=["into an account", "becomes one"])
async def test_killed_at_any_moment_nothing_is_lost_and_nothing_doubled(house, redis_server, into_account):
    await kill_and_look(house, redis_server, Random(5), 5, into_account=into_account)


async def test_killed_while_a_passkey_joins_nothing_is_lost_and_nothing_doubled(house, redis_server):
    await kill_and_look(house, redis_server, Random(17), 4, into_account=True, passkey=Authenticator())


@pytest.mark.release
async def test_killed_at_a_hundred_moments_while_a_passkey_joins_nothing_is_lost_and_nothing_doubled(
    house, redis_server
):
    await kill_and_look(house, redis_server, Random(13), 100, into_account=True, passkey=Authenticator())


@pytest.mark.release
@pytest.mark.parametrize("into_account", [True, False], ids=["into an account", "becomes one"])
async def test_killed_at_two_hundred_moments_nothing_is_lost_and_nothing_doubled(house, redis_server, into_account):
    await kill_and_look(house, redis_server, Random(7), 100, into_account=into_account)
