"""Acts of moderators and operators hold within two seconds at two lobbies, two gateways and the clock's worker.

Each place is asked again and again from the moment at which an act is sent, and the time ends where its answer arrives.
Then each lobby is killed, and the first answer of the one that takes its place is as before.
"""

import asyncio
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from bench.people import Person
from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables.lobby.v1 import (
    archive_pb2,
    pairing_pb2,
    platform_pb2,
    play_pb2,
    players_pb2,
    reports_pb2,
    tables_pb2,
)
from galaxytables_serving import RemoteError
from tests.e2e.running import RunningPlatform
from tests.faults.places import GAP_SECONDS, Caller, GatewayPlace, LobbyPlace, Place
from tests.faults.test_homes import lobby_at
from tests.lobby.house import eventually
from tests.lobby.test_processes import is_alive, process
from tests.ports import free_port

pytestmark = [pytest.mark.e2e, pytest.mark.release]

SECRET = "the secret of Olga that nobody else has"  # noqa: S105  # nobody's
ROUNDS = 5
MOST_SECONDS = 2.0
LASTING_SECONDS = 3
BOTS_AFTER_SECONDS = 4
ELSEWHERE = "203.0.113.7"
"""An address for which limits hold, other than this machine's own."""
_numbers = count()


Holds = Callable[[Place], Awaitable[bool]]


class Operator:
    """An operator, at `AdminService`."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = admin_pb2_grpc.AdminServiceStub(channel)

    async def does(self, call: str, request: Any) -> Any:  # any call
        request.reason = "a test of how fast this holds"
        return await getattr(self._stub, call)(request, metadata=(("authorization", f"Bearer {SECRET}"),))


@dataclass
class Scene:
    """The platform, all places where players call, and the longest that each act took."""

    platform: RunningPlatform
    places: Sequence[Place]
    olga: Operator
    longest: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(float)))

    @property
    def lobbies(self) -> list[LobbyPlace]:
        return [each for each in self.places if isinstance(each, LobbyPlace)]

    async def guest(self, address: str = "127.0.0.1") -> Caller:
        request = players_pb2.CreateGuestRequest(name=f"Guest {next(_numbers)}")
        made = await self.places[0].ask(request, Caller(address=address))
        assert isinstance(made, players_pb2.CreateGuestResponse), made
        return Caller(made.token, address, made.player.id)

    async def does(self, act: str, call: str, request: Message, holds: Holds) -> Any:  # any answer
        """Have the operator act, and time until that holds at every place, from before it is sent."""
        began = time.monotonic()
        answer = await self.olga.does(call, request)
        await self.timed(act, holds, began)
        return answer

    async def timed(self, act: str, holds: Holds, began: float) -> None:
        await asyncio.gather(*(self._timed(act, place, holds, began) for place in self.places))

    async def _timed(self, act: str, place: Place, holds: Holds, began: float) -> None:
        while not await holds(place):
            assert time.monotonic() < began + 60, f"{act} never held at {place.name}"
            await asyncio.sleep(GAP_SECONDS)
        self.note(act, place.name, began)

    def ended(self, place: str, began: float, _: "asyncio.Task[str]") -> None:
        self.note("end a stream by a ban", place, began)

    def note(self, act: str, place: str, began: float) -> None:
        self.longest[act][place] = max(self.longest[act][place], time.monotonic() - began)


@asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    platform = RunningPlatform(folder / "data", GAMES="jump", LOBBIES="2", GALAXYTABLES_ADMIN_KEYS=f"olga:{SECRET}")
    platform.start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_stopped, platform)
        port, metrics = free_port(), free_port()
        second = process(
            *(sys.executable, "-m", "galaxytables_web"),
            folder=folder,
            GALAXYTABLES_LISTEN=f"127.0.0.1:{port}",
            GALAXYTABLES_METRICS_PORT=str(metrics),
            GALAXYTABLES_LOBBY=f"127.0.0.1:{platform.homes + 1}",
            GALAXYTABLES_TRUSTED_PROXIES="127.0.0.0/8",
            GALAXYTABLES_WEB_PAGE=str(folder),
        )
        await stack.enter_async_context(second)
        await is_alive(metrics)
        lobbies = [LobbyPlace(f"lobby {number + 1}", f"127.0.0.1:{platform.homes + number}") for number in (0, 1)]
        ports = (int(platform.web.rpartition(":")[2]), port)
        gateways = [GatewayPlace(f"gateway {number + 1}", each) for number, each in enumerate(ports)]
        for place in (*lobbies, *gateways):
            stack.push_async_callback(place.leave)
        admin = await stack.enter_async_context(grpc.aio.insecure_channel(platform.admin))
        yield Scene(platform, (*lobbies, *gateways), Operator(admin))


async def _stopped(platform: RunningPlatform) -> None:
    assert await asyncio.to_thread(platform.stop) == 0


def says(caller: Caller, reason: str, **metadata: str) -> Holds:
    """Say whether a message of the caller is refused for a reason; empty for no reason but that there is no table."""

    async def holds(place: Place) -> bool:
        request = play_pb2.SendMessageRequest(table_id="nowhere", text="hello", request_id=uuid4().hex)
        answer = await place.ask(request, caller)
        assert not isinstance(answer, Message)
        values = dict(answer.metadata if isinstance(answer, RemoteError) else answer.values)
        return answer.reason == (reason or "TABLE_NOT_FOUND") and metadata.items() <= values.items()

    return holds


def seeks(caller: Caller, reason: str) -> Holds:
    """Say whether a ticket of the caller is refused for a reason; it has no time control, so it is never made."""

    async def holds(place: Place) -> bool:
        terms = pairing_pb2.TicketTerms(offers=[pairing_pb2.TicketOffer(game="jump", seats=[2])])
        answer = await place.ask(pairing_pb2.CreateTicketRequest(terms=terms), caller)
        assert not isinstance(answer, Message)
        return answer.reason == (reason or "INVALID_TICKET")

    return holds


def not_yet(holds: Holds) -> Holds:
    async def otherwise(place: Place) -> bool:
        return not await holds(place)

    return otherwise


async def status_at(place: Place) -> platform_pb2.PlatformStatus:
    answer = await place.ask(platform_pb2.GetPlatformRequest(), Caller())
    assert isinstance(answer, platform_pb2.GetPlatformResponse), answer
    return answer.status


def shows(announcement_id: str) -> Holds:
    async def holds(place: Place) -> bool:
        return announcement_id in {each.announcement_id for each in (await status_at(place)).announcements}

    return holds


def is_warned(caller: Caller) -> Holds:
    async def holds(place: Place) -> bool:
        answer = await place.ask(reports_pb2.ListMySanctionsRequest(), caller)
        assert isinstance(answer, reports_pb2.ListMySanctionsResponse), answer
        return [each.kind for each in answer.sanctions] == [reports_pb2.PLAYER_SANCTION_KIND_WARNING]

    return holds


def is_rated(player_id: str, games: int, caller: Caller) -> Holds:
    async def holds(place: Place) -> bool:
        answer = await place.ask(archive_pb2.ListRatingsRequest(player_id=player_id), caller)
        assert isinstance(answer, archive_pb2.ListRatingsResponse), answer
        return sum(each.games for each in answer.ratings) == games

    return holds


def sanction(kind: str, subject: str, **fields: Any) -> admin_pb2.SanctionRequest:
    number = admin_pb2.SanctionKind.Value(f"SANCTION_KIND_{kind.upper()}")
    return admin_pb2.SanctionRequest(kind=number, subject=subject, **fields)


def lift(kind: str, subject: str) -> admin_pb2.LiftSanctionRequest:
    number = admin_pb2.SanctionKind.Value(f"SANCTION_KIND_{kind.upper()}")
    return admin_pb2.LiftSanctionRequest(kind=number, subject=subject)


def switch(feature: int, *, off: bool) -> admin_pb2.SwitchFeatureRequest:
    return admin_pb2.SwitchFeatureRequest(feature=platform_pb2.Feature.ValueType(feature), off=off)


def limited(most: int) -> admin_pb2.SetLimitRequest:
    """A limit of messages; 0 for that of the settings."""
    value = admin_pb2.LimitValue(scope=admin_pb2.LIMIT_SCOPE_PLAYER, most=most, per=Duration(seconds=3600))
    return admin_pb2.SetLimitRequest(limit=admin_pb2.LIMIT_MESSAGES, values=[value] if most else [])


def announcement() -> admin_pb2.AnnounceRequest:
    texts = {"en": "The server restarts at 8.", "ja": "8時に再起動します。"}
    return admin_pb2.AnnounceRequest(texts=texts, severity=platform_pb2.ANNOUNCEMENT_SEVERITY_INFO)


async def warns_mutes_and_lifts(scene: Scene) -> None:
    ada = await scene.guest()
    await scene.does("warn", "Sanction", sanction("warning", ada.subject), is_warned(ada))
    await scene.does("mute", "Sanction", sanction("mute", ada.subject), says(ada, "MUTED"))
    await scene.does("lift a mute", "LiftSanction", lift("mute", ada.subject), says(ada, ""))


async def bans_until_it_ends(scene: Scene) -> None:
    ada = await scene.guest()
    streams = [(place, asyncio.Event()) for place in scene.places]
    async with asyncio.TaskGroup() as group:
        following = [
            group.create_task(place.follow(tables_pb2.WatchMyTablesRequest(), ada, begun)) for place, begun in streams
        ]
        await asyncio.gather(*(begun.wait() for _, begun in streams))
        began = time.monotonic()
        for place, each in zip(scene.places, following, strict=True):
            each.add_done_callback(partial(scene.ended, place.name, began))
        request = sanction("ban", ada.subject, lasting=Duration(seconds=LASTING_SECONDS))
        answer = await scene.does("ban", "Sanction", request, says(ada, "BANNED"))
    assert {each.result() for each in following} == {"BANNED"}
    until = answer.sanction.until.ToMilliseconds() / 1000
    waits = until - time.time()
    assert waits > 0
    await asyncio.sleep(waits - 0.5)
    assert all([await says(ada, "BANNED")(place) for place in scene.places])
    # By the clocks of who asks.
    await scene.timed("end a ban", says(ada, ""), time.monotonic() + until - time.time())


async def ends_tokens(scene: Scene) -> None:
    ada = await scene.guest()
    request = admin_pb2.RevokeTokensRequest(player_id=ada.player_id)
    await scene.does("end all tokens", "RevokeTokens", request, says(ada, "TOKEN_REVOKED"))


async def bans_an_address(scene: Scene) -> None:
    ada, subject = await scene.guest(), f"address:{ELSEWHERE}"
    there = replace(ada, address=ELSEWHERE)
    await scene.does("ban an address", "Sanction", sanction("ban", subject), says(there, "BANNED"))
    assert all([await says(ada, "")(place) for place in scene.places])
    await scene.does("lift the ban of an address", "LiftSanction", lift("ban", subject), not_yet(says(there, "BANNED")))


async def switches(scene: Scene) -> None:
    ada = await scene.guest()
    refused = says(ada, "FEATURE_OFF", feature="chat")
    off, on = (switch(platform_pb2.FEATURE_CHAT, off=each) for each in (True, False))
    await scene.does("switch a feature off", "SwitchFeature", off, refused)
    await scene.does("switch a feature on", "SwitchFeature", on, says(ada, ""))


async def drains(scene: Scene) -> None:
    ada, request = await scene.guest(), admin_pb2.DrainGameRequest(game="jump")
    await scene.does("drain a game", "DrainGame", request, seeks(ada, "GAME_DRAINING"))
    await scene.does("lift a drain", "LiftSanction", lift("drain", "game:jump"), seeks(ada, ""))


async def limits(scene: Scene) -> None:
    ada = replace(await scene.guest(), address=ELSEWHERE)
    refused = says(ada, "RATE_LIMITED", most="2")
    await scene.does("change a limit", "SetLimit", limited(2), refused)
    await scene.does("put a limit back", "SetLimit", limited(0), not_yet(refused))


async def announces(scene: Scene) -> None:
    began = time.monotonic()
    made = await scene.olga.does("Announce", announcement())
    announcement_id = made.announcement.announcement.announcement_id
    await scene.timed("announce", shows(announcement_id), began)
    request = admin_pb2.WithdrawAnnouncementRequest(announcement_id=announcement_id)
    await scene.does("withdraw an announcement", "WithdrawAnnouncement", request, not_yet(shows(announcement_id)))


async def voids(scene: Scene, table_id: str, player_id: str) -> None:
    ada = await scene.guest()
    void = admin_pb2.VoidGameRequest(table_id=table_id, player_id=player_id)
    await scene.does("void a rating", "VoidGame", void, is_rated(player_id, 0, ada))
    back = admin_pb2.RestoreGameRequest(table_id=table_id, player_id=player_id)
    await scene.does("let a game count again", "RestoreGame", back, is_rated(player_id, 1, ada))


ACTS = (warns_mutes_and_lifts, bans_until_it_ends, ends_tokens, bans_an_address, switches, drains, limits, announces)


async def rated_game(stack: AsyncExitStack, scene: Scene) -> tuple[str, str]:
    """A game that is over, archived and rated; the ids of its table and of a player."""
    people = [await stack.enter_async_context(await Person.arrive(scene.platform.lobby)) for _ in range(2)]
    table = await people[0].create("jump", seats=2)
    await people[1].join(table)
    await people[0].start(table)
    await asyncio.gather(*(each.play_to_the_end(table.id, Random(number)) for number, each in enumerate(people)))
    player_id, ada = people[0].player.id, await scene.guest()
    await eventually(lambda: is_rated(player_id, 1, ada)(scene.places[0]))
    return table.id, player_id


async def switches_the_worker(stack: AsyncExitStack, scene: Scene) -> None:
    """Switch pairing off while somebody waits for a bot: the worker seats nobody, and does once it is on again."""
    person = await stack.enter_async_context(await Person.arrive(scene.platform.lobby))
    offer = pairing_pb2.TicketOffer(game="jump", seats=[2], preset="live")
    waiting = asyncio.create_task(person.pairing.find_table(offer, bot="random", bots_after=BOTS_AFTER_SECONDS))
    await eventually(lambda: has_ticket(person))
    ada = await scene.guest()
    off, on = (switch(platform_pb2.FEATURE_PAIRING, off=each) for each in (True, False))
    await scene.does("switch pairing off", "SwitchFeature", off, seeks(ada, "FEATURE_OFF"))
    await asyncio.sleep(BOTS_AFTER_SECONDS + MOST_SECONDS)
    assert not waiting.done()
    began = time.monotonic()
    await scene.olga.does("SwitchFeature", on)
    await waiting
    scene.note("switch pairing on", "clock", began)


async def has_ticket(person: Person) -> bool:
    return bool(await person.pairing.list())


async def outlive(scene: Scene) -> None:
    """Kill each lobby in turn, and act while it is away: the first answers of the next process are as they must be."""
    muted, banned, ended, anybody, *others = [await scene.guest() for _ in range(4 + len(scene.lobbies))]
    await scene.olga.does("Sanction", sanction("mute", muted.subject))
    await scene.olga.does("Sanction", sanction("ban", banned.subject, lasting=Duration(seconds=3600)))
    await scene.olga.does("RevokeTokens", admin_pb2.RevokeTokensRequest(player_id=ended.player_id))
    await scene.olga.does("Sanction", sanction("ban", f"address:{ELSEWHERE}"))
    await scene.olga.does("SwitchFeature", switch(platform_pb2.FEATURE_PAIRING, off=True))
    made = await scene.olga.does("Announce", announcement())
    stays = [
        says(muted, "MUTED"),
        says(banned, "BANNED"),
        says(ended, "TOKEN_REVOKED"),
        says(replace(anybody, address=ELSEWHERE), "BANNED"),
        seeks(anybody, "FEATURE_OFF"),
        shows(made.announcement.announcement.announcement_id),
    ]
    for lobby, other in zip(scene.lobbies, others, strict=True):
        os.kill(lobby_at(scene.platform, lobby.address), signal.SIGKILL)
        await scene.olga.does("Sanction", sanction("mute", other.subject))
        stays.append(says(other, "MUTED"))
        await lobby.connect_again()
        assert all(await asyncio.gather(*(holds(lobby) for holds in stays)))
        for holds in stays:
            await asyncio.gather(*(eventually(partial(holds, place)) for place in scene.places))


@pytest.mark.timeout(900)
async def test_each_act_holds_everywhere_within_two_seconds_and_outlives_killed_lobbies(tmp_path):
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(scene(tmp_path))
        table_id, player_id = await rated_game(stack, place)
        for _ in range(ROUNDS):
            for act in ACTS:
                await act(place)
            await voids(place, table_id, player_id)
        await switches_the_worker(stack, place)
        longest = {name: max(waits.values()) for name, waits in place.longest.items()}
        for name, seconds in longest.items():
            sys.stdout.write(f"{name}: {seconds:.2f} s\n")
        await outlive(place)
    assert max(longest.values()) < MOST_SECONDS
