"""Whoever is erased is named nowhere any more: every key of the store and every column of the archive is searched."""

import zlib
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress

import pytest
import sqlalchemy
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import personal_tokens_pb2, personal_tokens_pb2_grpc, players_pb2, tables_pb2
from galaxytables_lobby.adapters.redis.history import History
from galaxytables_lobby.domain.accounts import Entry, NewWayIn, Proof, WayInKind
from galaxytables_lobby.domain.notices import DeadLetter, Kind
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.names import KeptNames
from galaxytables_lobby.play.people import RESUMED_MILLISECONDS
from tests.lobby.admin.test_admin import Operator, olga  # noqa: F401  # a fixture
from tests.lobby.house import Guest, House, refused
from tests.lobby.notifications.scenes import add_webhook
from tests.lobby.workers import open_archiver, open_erasing, open_notifications

NAME, SUBJECT = "Perpetua Quillfeather", "2482-8976-1001"
SLOW = tables_pb2.TimeControl(per_move=Duration(seconds=3600))


def parts_of(client, key: bytes) -> Iterator[bytes]:
    """All that a key holds, its name too."""
    yield key
    match client.type(key).decode():
        case "string":
            yield client.get(key)
        case "hash":
            for field, value in client.hgetall(key).items():
                yield from (field, value)
        case "list":
            yield from client.lrange(key, 0, -1)
        case "set":
            yield from client.smembers(key)
        case "zset":
            yield from client.zrange(key, 0, -1)
        case "stream":
            for _, entry in client.xrange(key):
                yield from (part for pair in entry.items() for part in pair)


def unpacked(key: bytes, parts: list[bytes]) -> Iterator[bytes]:
    """The parts, and what compressed blocks hold."""
    yield from parts
    if key.endswith(b":events"):
        yield from History(parts[1:]).events(1, None)


def places_in_store(redis_server, word: str) -> list[str]:
    with redis_server.client() as client:
        return sorted(
            {
                key.decode()
                for key in client.keys("*")
                if any(word.encode() in part for part in unpacked(key, list(parts_of(client, key))))
            }
        )


def places_in_archive(house: House, word: str) -> list[str]:
    found, engine = [], sqlalchemy.create_engine(house.settings.archive_url)
    with engine.connect() as connection:
        for name in sqlalchemy.inspect(engine).get_table_names():
            for row in connection.execute(sqlalchemy.text(f"SELECT * FROM {name}")).mappings():  # noqa: S608  # ours
                for column, value in row.items():
                    content = value if isinstance(value, bytes) else str(value).encode()
                    with suppress(zlib.error):
                        content = zlib.decompress(content)
                    if word.encode() in content:
                        found.append(f"{name}.{column}")
    engine.dispose()
    return sorted(set(found))


async def arrives(house: House) -> Guest:
    request = players_pb2.CreateGuestRequest(name=NAME, refreshable=True)
    made = await (await house.guest()).players.CreateGuest(request)
    return Guest(house.channels[0], made.token, made.player.id)


async def sits_with(host: Guest, *others: Guest, **fields) -> str:
    table = await host.create(1 + len(others), **fields)
    for other in others:
        await other.tables.JoinTable(
            tables_pb2.JoinTableRequest(table_id=table.id, request_id="i-join-this-once"), metadata=other.metadata
        )
        await other.ready(table.id)
    return table.id


async def lives(house: House, one: Guest, two: Guest) -> None:
    """Everything that leaves a name somewhere."""
    metadata = one.metadata
    ends = Timestamp(seconds=int(house.clock()) + 999)
    scopes = [personal_tokens_pb2.TOKEN_SCOPE_BOTS]
    made = personal_tokens_pb2.CreatePersonalTokenRequest(name=f"{NAME}'s bot", scopes=scopes, expires=ends)
    programs = personal_tokens_pb2_grpc.PersonalTokenServiceStub(house.channels[0])
    await programs.CreatePersonalToken(made, metadata=metadata)
    for number in range(2):
        # OperatorRequest twice: the second answer is a remembered one.
        for _ in range(2):
            request = tables_pb2.CreateTableRequest(
                game="counting", seats=2, name=f"{NAME}'s table", request_id=f"a-table-of-mine-{number}"
            )
            opened = (await one.tables.CreateTable(request, metadata=metadata)).table
        await one.leave(opened.id)
    handed_on = await sits_with(one, two, name=f"{NAME}'s table")
    await one.leave(handed_on)
    await one.relate(two, follow=True, note=f"I told {two.id} that I am {NAME}")
    await two.relate(one, follow=True, mute=True, note=f"{NAME} plays well")
    three = await house.guest("Cleo")
    await three.join(handed_on)
    await three.ready(handed_on)
    await two.start(handed_on)
    await three.resign(handed_on)
    kept = await sits_with(two, one)
    await two.kick(kept, 1)
    await sits_with(two, one)
    delayed = await sits_with(one, two, time_control=SLOW, spectators=tables_pb2.SpectatorRules(delay=3))
    await one.start(delayed)
    for player in (one, two, one, two):
        await player.pick(delayed)
    await one.say(delayed, f"{NAME} was here", request_id="i-said-it-only-once")
    await refused(one.submit(delayed, "no such prompt", "c0"))
    over = await sits_with(two, one, options={"rounds": "40"})
    await two.start(over)
    for _ in range(36):
        for player in (one, two):
            await player.pick(over)
    await one.resign(over)
    await two.rematch(over)
    await one.report(over, two.id, text=f"{NAME} was insulted")
    await two.report(over, one.id, text=f"{NAME} insulted me")
    await two.report(handed_on, three.id, text=f"{NAME} knows about it")
    async with one.watching(delayed) as updates:
        await updates.update()


async def is_notified(house: House, one: Guest, two: Guest) -> None:
    """Notices on every stage of their way: at their table, queued, about to be sent, given up."""
    await add_webhook(one, "https://quillfeather.example/", name=NAME)
    async with open_notifications(house.settings, clock=house.clock) as (notifier, _):
        table_id = await sits_with(two, one)
        await two.say(table_id, "one is queued")
        await notifier.notify()
        await two.say(table_id, "one is not")
        [unnoticed], _ = await notifier._claim()
        await notifier._look_at(unnoticed)
    store = house.lobbies[0].tables.store
    now = int(house.clock() * 1000)
    await store.claim_notices(now=now, lease=10**9, limit=9)
    await store.claim_targets(now=now, lease=10**9, limit=9)
    letter = DeadLetter(
        notice="n", kind=Kind.TEST, player=PlayerId(one.id), way=3, outcome="too slow", made=0, given_up=0
    )
    await store.add_dead([letter])


NOTIFIED = (":notices", ":routing", ":subscriber:", ":subscribers", ":waiting:", ":outbox", ":sending", ":dead")


async def has_an_account(house: House, one: Guest) -> None:
    """A guest who signed in, and who was called otherwise before."""
    lobby, player_id = house.lobbies[0], PlayerId(one.id)
    proof = Proof(kind=WayInKind.OIDC, issuer="https://id.example", subject=SUBJECT)
    entry = Entry(
        shown=NewWayIn(proof=proof, label="One"),
        guest=player_id,
        name=NAME,
        new_player_id=PlayerId("nobody"),
        session="a session",
        now=1,
    )
    await lobby.archive.enter(entry)
    await KeptNames(lobby.tables.store).keep("Perpetua", player_id, lasting=10**9)


@pytest.fixture
async def perpetua(house):
    one, two = await arrives(house), await house.guest("Bea")
    await lives(house, one, two)
    await has_an_account(house, one)
    await is_notified(house, one, two)
    async with AsyncExitStack() as stack:
        archiver = await stack.enter_async_context(open_archiver(house.settings, clock=house.clock))
        house.clock.ahead += 10
        assert await archiver.archive() == 2
    return one, two


async def test_whoever_is_erased_is_named_nowhere(house, redis_server, olga: Operator, perpetua):  # noqa: F811
    one, two = perpetua
    asked = admin_pb2.ExtendClocksRequest(
        table_id=(await olga.tables(search=NAME, states=[tables_pb2.TABLE_STATE_RUNNING]))[0],
        more=Duration(seconds=60),
        request_id="more-time-for-all",
        reason="a long day",
    )
    await olga.does("ExtendClocks", asked)
    before = places_in_store(redis_server, NAME)
    for place in (":past", ":chat", "sessions:", ":relations:note:", ":person:"):
        assert any(place in key for key in before), place
    notified = places_in_store(redis_server, one.id)
    for place in NOTIFIED:
        assert any(place in key for key in notified), place
    named = {"accounts.name", "personal_tokens.name", "personal_tokens.player_name"}
    assert named <= set(places_in_archive(house, NAME))
    assert places_in_archive(house, SUBJECT) == ["ways_in.subject"]
    await olga.does("ErasePlayer", admin_pb2.ErasePlayerRequest(player_id=one.id, reason="she asks"))
    assert places_in_store(redis_server, NAME) == []
    assert [key for key in places_in_store(redis_server, one.id) if any(place in key for place in NOTIFIED)] == []
    assert places_in_archive(house, NAME) == []
    assert places_in_archive(house, SUBJECT) == []
    async with AsyncExitStack() as stack:
        archiver = await stack.enter_async_context(open_archiver(house.settings, clock=house.clock))
        house.clock.ahead += 10
        await archiver.archive()
    assert places_in_archive(house, NAME) == []
    # Tables that they had left are as playable as before.
    for table_id in await olga.tables(search=two.id, states=[tables_pb2.TABLE_STATE_OPEN]):
        await two.tables.EditTable(
            tables_pb2.EditTableRequest(table_id=table_id, request_id="i-edit-this-once"), metadata=two.metadata
        )


class DiedError(Exception):
    """The process that erases has died."""


@contextmanager
def dying_after(owner: object, method: str) -> Iterator[None]:
    """The process dies once it has done one step of its work for the first time."""
    work = getattr(owner, method)

    async def work_and_die(*given, **named):
        await work(*given, **named)
        raise DiedError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, method, work_and_die)
        with pytest.raises(DiedError):
            yield


# In the order in which an erasure comes by them.
STEPS = (
    "begin_erasure", "sanction", "forget_answers", "commit", "replace_messages", "rewrite_past", "erase",
    "forget_subscriber", "end_sessions", "forget_account",
)  # fmt: skip


async def test_an_erasure_that_dies_after_any_step_is_gone_on_with_by_a_worker(house, redis_server):
    bea, people = await house.guest("Bea"), house.lobbies[0].people
    store, archive = people._tables.store, people._archive
    async with open_erasing(house.settings, clock=house.clock) as worker:
        for step in STEPS:
            # Nothing but the table where they sit tells their name, which the other one has in its own.
            one = await house.guest(NAME)
            left = await sits_with(one, bea, name=f"{NAME}'s table")
            await one.leave(left)
            await one.say(await sits_with(bea, one), "hello")
            await add_webhook(one, "https://quillfeather.example/", name=NAME)
            with dying_after(archive if step in ("erase", "forget_account") else store, step):
                await people.erase(PlayerId(one.id), operator="", reason="she asks")
            assert await worker.resume() == 0
            house.clock.ahead += RESUMED_MILLISECONDS / 1000
            assert (step, await worker.resume()) == (step, 1)
            assert (step, places_in_store(redis_server, NAME)) == (step, [])
            assert places_in_archive(house, NAME) == []
            assert await store.erasures() == []


async def test_sanctions_of_who_is_erased_go_with_their_reasons(house, olga):  # noqa: F811
    ada = await house.guest()
    for kind in (admin_pb2.SANCTION_KIND_BAN, admin_pb2.SANCTION_KIND_MUTE):
        request = admin_pb2.SanctionRequest(kind=kind, subject=f"player:{ada.id}", reason=f"{NAME} shouts")
        await olga.does("Sanction", request)
    await olga.does("ErasePlayer", admin_pb2.ErasePlayerRequest(player_id=ada.id, reason="she asks"))
    held = (await olga.does("ListSanctions", admin_pb2.ListSanctionsRequest())).sanctions
    assert [(each.kind, each.reason) for each in held] == [(admin_pb2.SANCTION_KIND_REVOCATION, "she asks")]
