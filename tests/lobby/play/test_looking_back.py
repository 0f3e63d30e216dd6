"""Tables as they stood: what `GetView` shows of the past equals what was seen then."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace as with_fields
from functools import partial
from random import Random
from typing import Any

import grpc.aio
import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_arena.games import game_names, load_game
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_kit.server import DOMAIN
from galaxytables_kit.service import RulesServicer
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.domain import history
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play import looking_back
from galaxytables_serving import Limits, Server, Service, read_error
from galaxytables_serving.settings import Address
from tests.lobby.clock.test_archiving import archiving, let_go
from tests.lobby.counting import NAME
from tests.lobby.house import House, eventually, refused
from tests.lobby.play.test_takebacks import hand
from tests.lobby.seats import S0, S1

GAMES: dict[str, Game[Any, Any, Any]] = {name: load_game(name) for name in game_names()}
OPTIONS = {
    "race": {"expansion": "brink_of_war", "takeovers": "on", "goals": "on"},
    "beyond": {"round_limit": "20"},
}


@pytest.fixture
async def played(redis_server, counting):
    """A lobby with all games."""
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        targets = {NAME: f"dns:///127.0.0.1:{counting.port}"}
        for name, game in GAMES.items():
            servicer = RulesServicer(RulesCalls(game, load_packs(game)))
            service = Service(
                rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
                partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer),
            )
            server = Server([service], domain=DOMAIN, limits=Limits(drain=0.2, stream_linger=0.1))
            targets[name] = f"dns:///127.0.0.1:{await server.start(Address('127.0.0.1', 0))}"
            stack.push_async_callback(server.stop)
        house.settings = with_fields(house.settings, games=targets)
        lobby = await house.open_lobby()
        await eventually(lambda: all(lobby.games.rules_of(name).available for name in GAMES))
        yield house


class Witness:
    """What somebody saw of a table, by the number of the last event: the first update that had it."""

    def __init__(self, guest) -> None:
        self.guest = guest
        self.seen: dict[int, play_pb2.TableUpdate] = {}

    async def look(self, table_id: str) -> play_pb2.TableUpdate:
        update: play_pb2.TableUpdate = await self.guest.view(table_id)
        self.seen.setdefault(update.last_event, update)
        return update

    def at(self, event: int) -> play_pb2.TableUpdate:
        return self.seen[min(last for last in self.seen if last >= event)]


def essence(update: play_pb2.TableUpdate) -> bytes:
    """What of an update is told of the past too."""
    past = play_pb2.TableUpdate()
    past.CopyFrom(update)
    past.ClearField("now")
    past.ClearField("clocks")
    past.ClearField("version")
    past.ClearField("last_message")
    past.ClearField("takeback")
    past.ClearField("takebacks")
    past.ClearField("paused")
    past.ClearField("wishes")
    past.ClearField("attending")
    past.ClearField("chose_at_event")
    past.ClearField("hint")
    past.ClearField("unrated")
    past.may_claim_end = past.resync = False
    return past.SerializeToString(deterministic=True)


async def past(guest, table_id, event, **fields):
    request = play_pb2.GetViewRequest(table_id=table_id, at_event=event, **fields)
    return await guest.play.GetView(request, metadata=guest.metadata)


class Player:
    """Plays at random for everybody, goes back now and then, and has all witnesses look after every step."""

    def __init__(self, table_id: str, guests, witnesses, random: Random) -> None:
        self.table_id = table_id
        self.guests = guests
        self.witnesses = witnesses
        self.random = random
        self.steps = self.undone = self.taken_back = 0

    async def look(self) -> list[play_pb2.TableUpdate]:
        return [await witness.look(self.table_id) for witness in self.witnesses]

    async def step(self) -> bool:
        """One choice, undo or taking back; says whether the game goes on."""
        updates = await self.look()
        self.steps += 1
        asked = [seat for seat, update in enumerate(updates[: len(self.guests)]) if update.prompts]
        if not asked:
            return False
        undoable = [seat for seat, update in enumerate(updates[: len(self.guests)]) if update.undoable]
        if undoable and self.random.random() < 0.2:
            await self.undo(self.random.choice(undoable))
        elif self.random.random() < 0.02 and updates[0].last_event > 20:
            await self.take_back()
        else:
            seat = self.random.choice(asked)
            (prompt,) = updates[seat].prompts
            await self.guests[seat].submit(self.table_id, prompt.id, *self.picks(prompt))
        return True

    def picks(self, prompt: game_pb2.Prompt) -> list[str]:
        if self.random.random() < 0.3 or prompt.has_rule:
            return list(prompt.default_picks)
        count = self.random.randint(prompt.least, prompt.most)
        return self.random.sample([option.id for option in prompt.options], count)

    async def undo(self, seat: int) -> None:
        try:
            await self.guests[seat].undo(self.table_id)
        except grpc.aio.AioRpcError as error:
            # What the lobby told since stands in the way.
            if read_error(error).reason != "UNDO_REFUSED":
                raise
        else:
            self.undone += 1

    async def one_leaves_and_the_others_pause(self) -> None:
        await self.look()
        await self.guests.pop().resign(self.table_id)
        await self.look()
        for paused in (True, False):
            request = play_pb2.SetPauseRequest(table_id=self.table_id, paused=paused)
            for guest in self.guests:
                await guest.play.SetPause(request, metadata=guest.metadata)
                updates = await self.look()
            assert bool(updates[0].waiting_for) != paused

    async def all_leave(self) -> None:
        await self.look()
        for guest in reversed(self.guests):
            if (await guest.table(self.table_id)).state == tables_pb2.TABLE_STATE_RUNNING:
                await guest.resign(self.table_id)
                await self.look()

    async def take_back(self) -> None:
        seat = self.random.randrange(len(self.guests))
        update = (await self.guests[seat].view(self.table_id)).takeback
        if update.id:
            return
        try:
            proposed = await self.guests[seat].propose(self.table_id, 1)
        except grpc.aio.AioRpcError as error:
            if read_error(error).reason not in ("NOTHING_TO_UNDO", "TAKEBACK_DECLINED"):
                raise
            return
        await self.look()
        for number, guest in enumerate(self.guests):
            if number != seat and proposed.takeback.id:
                await guest.accept(self.table_id, proposed.takeback.id)
                await self.look()
        self.taken_back += 1


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("beyond", "resigned"),
        ("jump", "played"),
        ("race", "played"),
        ("roll", "resigned"),
        pytest.param("beyond", "played", marks=pytest.mark.release),
        pytest.param("jump", "resigned", marks=pytest.mark.release),
        pytest.param("race", "resigned", marks=pytest.mark.release),
        pytest.param("roll", "played", marks=pytest.mark.release),
    ],
)
async def test_at_every_event_a_table_is_shown_as_everybody_saw_it(played, name, ending):
    house, random = played, Random(f"{name} {ending}")
    # Long games are played by two, so that all is over soon.
    seats = 2 if ending == "played" and name in ("race", "roll") else 3
    table_id, guests = await house.started(seats, game=name, options=OPTIONS.get(name, {}))
    stranger = await house.guest()
    witnesses = [Witness(guest) for guest in (*guests, stranger)]
    player = Player(table_id, list(guests), witnesses, random)
    while await player.step():
        if name != "jump" and player.steps == 90:
            # The others would go on for long at random, and Jump Drive is played to its end.
            break
        if ending == "resigned" and player.steps == 40:
            await player.one_leaves_and_the_others_pause()
    # A seat that was left keeps the others waiting: nobody plays it, and no clock runs here.
    await player.all_leave()
    last = (await player.look())[0]
    assert last.state == tables_pb2.TABLE_STATE_FINISHED
    assert player.undone or ending == "resigned"
    # Forwards, as somebody steps through it, each event for one of them; then here and there for all.
    for event in range(1, last.last_event + 1):
        await check(random.choice(witnesses), table_id, event)
    for event in random.sample(range(1, last.last_event + 1), 30):
        for witness in witnesses:
            await check(witness, table_id, event)


async def check(witness: Witness, table_id: str, event: int) -> None:
    shown = (await past(witness.guest, table_id, event)).update
    assert essence(shown) == essence(witness.at(event)), event


def hands(answer: play_pb2.GetViewResponse) -> list[list[float]]:
    return [hand(play_pb2.TableUpdate(view=each.view)) for each in answer.hands]


async def test_only_events_that_were_told_can_be_looked_back_at(house):
    table_id, (one, two) = await house.started()
    last = (await one.view(table_id)).last_event
    assert (await past(one, table_id, last)).update.last_event == last
    error = await refused(past(one, table_id, last + 1))
    assert (error.reason, error.metadata) == ("UNKNOWN_EVENT", {"event": str(last + 1), "last": str(last)})
    opened = await two.create(2)
    assert (await refused(past(two, opened.id, 1))).reason == "TABLE_NOT_STARTED"
    private = await two.create(2, visibility=tables_pb2.VISIBILITY_PRIVATE)
    assert (await refused(past(one, private.id, 1))).reason == "TABLE_NOT_FOUND"


async def test_events_that_were_told_together_are_shown_together(house):
    table_id, (one, two) = await house.started()
    for guest in (one, two):
        await guest.pick(table_id)
    now = await one.view(table_id)
    # Both of them picked, and the second pick told four events.
    for event in range(now.last_event - 3, now.last_event + 1):
        assert essence((await past(one, table_id, event)).update) == essence(now)
    assert (await past(one, table_id, now.last_event - 4)).update.last_event == now.last_event - 4


async def test_an_event_that_was_withdrawn_shows_what_it_had_led_to(house):
    table_id, (one, _) = await house.started()
    await one.pick(table_id)
    picked = await one.view(table_id)
    await one.undo(table_id)
    undone = await one.view(table_id)
    assert essence((await past(one, table_id, picked.last_event)).update) == essence(picked)
    assert essence((await past(one, table_id, undone.last_event)).update) == essence(undone)
    assert not picked.prompts
    assert undone.prompts


async def test_a_spectator_with_a_delay_cannot_look_past_it(house):
    rules = tables_pb2.SpectatorRules(delay=2)
    table_id, guests = await house.started(2, options={"rounds": "3"}, spectators=rules)
    stranger = await house.guest()
    for number in range(5):
        await guests[number % 2].pick(table_id)
        told = (await stranger.view(table_id)).last_event
        assert (await past(stranger, table_id, told)).update.last_event == told
        error = await refused(past(stranger, table_id, told + 1))
        assert (error.reason, error.metadata["last"]) == ("UNKNOWN_EVENT", str(told))
    assert told < (await guests[0].view(table_id)).last_event
    await guests[1].pick(table_id)
    everything = (await guests[0].view(table_id)).last_event
    assert (await past(stranger, table_id, everything)).update.last_event == everything


async def test_all_hands_are_open_once_the_game_is_over(house):
    table_id, guests = await house.started(2, options={"rounds": "2"})
    assert (await refused(past(guests[0], table_id, 0, open_hands=True))).reason == "GAME_NOT_OVER"
    assert (await refused(past(guests[0], table_id, 1, open_hands=True))).reason == "GAME_NOT_OVER"
    seen = {}
    for number in range(4):
        seen[(await guests[0].view(table_id)).last_event] = [hand(await guest.view(table_id)) for guest in guests]
        await guests[number % 2].pick(table_id)
    now = await past(guests[0], table_id, 0, open_hands=True)
    assert [each.seat for each in now.hands] == [0, 1]
    assert hands(now) == [hand(await guest.view(table_id)) for guest in guests]
    stranger = await house.guest()
    for event, then in seen.items():
        shown = await past(stranger, table_id, event, open_hands=True)
        assert hands(shown) == then
        assert hand(shown.update) == []
        assert not (await past(stranger, table_id, event)).hands


async def test_archived_tables_can_be_looked_back_at(house):
    table_id, guests = await house.started(2, options={"rounds": "2"})
    await guests[0].pick(table_id)
    await guests[0].undo(table_id)
    for number in range(4):
        await guests[number % 2].pick(table_id)
    last = (await guests[0].view(table_id)).last_event
    before = [essence((await past(guests[0], table_id, event)).update) for event in range(1, last + 1)]
    async with archiving(house) as archiver:
        await archiver.archive()
        await let_go(house, archiver)
    await house.open_lobby()
    anew = house.at(guests[0], 1)
    assert [essence((await past(anew, table_id, event)).update) for event in range(1, last + 1)] == before
    assert len((await past(anew, table_id, 3, open_hands=True)).hands) == 2


def lose_places(redis_server: Any, table_id: str) -> None:
    """Make a journal as it was before its entries had their places."""
    journal = keys.choices(TableId(table_id))
    with redis_server.client() as client:
        for number in range(client.llen(journal)):
            entry = client.lindex(journal, number)
            client.lset(journal, number, entry[:1].lower() + entry[9:])


async def test_a_table_whose_journal_has_no_places_says_that_its_past_was_not_kept(house, redis_server):
    table_id, (one, _) = await house.started()
    await one.pick(table_id)
    lose_places(redis_server, table_id)
    error = await refused(past(one, table_id, 2))
    assert (error.reason, error.metadata) == ("PAST_NOT_KEPT", {"table": table_id})


async def test_a_bot_host_looks_back_from_its_seat(house):
    host = house.host()
    async with host.hosting("random") as offer:
        await offer.next()
        one = await house.guest()
        table = await one.create(2)
        await one.add_bot(table.id)
        await one.start(table.id)
        before = await host.view(table.id, seat=1)
        await host.submit(table.id, "r1s1", "c0", seat=1)
        assert essence((await past(host, table.id, before.last_event, seat=1)).update) == essence(before)
        assert (await refused(past(one, table.id, before.last_event, seat=1))).reason == "NOT_SEATED"


async def test_stepping_through_a_game_plays_few_choices_at_a_step(house, monkeypatch):
    table_id, guests = await house.started(2, options={"rounds": "60"})
    for number in range(120):
        await guests[number % 2].pick(table_id)
    last = (await guests[0].view(table_id)).last_event
    game, played = house.lobbies[0].games.rules_of(NAME), []
    original = game.replay_to

    async def replay_to(request, pin):
        played.append(len(request.choices))
        return await original(request, pin)

    monkeypatch.setattr(game, "replay_to", replay_to)
    await past(guests[0], table_id, last)
    assert played == [120]
    for event in [*range(last, 0, -1), *range(1, last + 1)]:
        await past(guests[0], table_id, event)
    assert max(played[1:]) <= looking_back.EVERY
    # Of the same moment the same answer.
    steps = len(played)
    for _ in range(5):
        await past(guests[0], table_id, last)
    assert len(played) == steps


async def test_only_a_few_tables_are_looked_back_at_at_once_and_one_by_one(house, monkeypatch):
    tables = [await house.started() for _ in range(2)]
    monkeypatch.setattr(looking_back, "MAX_REPLAYS", 3)
    game, go_on = house.lobbies[0].games.rules_of(NAME), asyncio.Event()
    original, under_way = game.replay_to, []

    async def replay_to(request, pin):
        under_way.append(request)
        await go_on.wait()
        return await original(request, pin)

    monkeypatch.setattr(game, "replay_to", replay_to)
    looks = [asyncio.ensure_future(past(tables[number % 2][1][0], tables[number % 2][0], 1)) for number in range(3)]
    await eventually(lambda: len(under_way) == 2)
    await asyncio.sleep(0.2)
    assert len(under_way) == 2
    error = await refused(past(tables[0][1][1], tables[0][0], 2))
    assert (error.reason, error.metadata, error.retry_after) == ("TOO_MANY_REQUESTS", {"most": "3"}, 1.0)
    go_on.set()
    assert [look.update.viewer for look in await asyncio.gather(*looks)] == [0, 0, 0]
    assert (await past(tables[0][1][1], tables[0][0], 2)).update.viewer == 1


def test_a_journal_says_which_choices_held_when_an_event_was_told():
    first, second = (game_pb2.Choice(seat=seat, prompt_id=f"p{seat}", picks=["x"]) for seat in (0, 1))
    entries = [
        *history.placed((), 0, 2),
        # A choice in secret, taken back and made again; then one that others see, and one more.
        *history.placed([history.chosen(first)], 2, 2),
        *history.placed([history.withdrawn(S0, "p0")], 2, 2),
        *history.placed([history.chosen(first)], 2, 2),
        *history.placed([history.chosen(second)], 2, 5),
        *history.placed([history.withdrawn(S1, "p1")], 5, 6),
        *history.placed((), 6, 7),
    ]
    stood = {event: history.stood_at(entries, event) for event in range(1, 9)}
    told = {event: (each.choices, each.last_event) for event, each in stood.items() if each is not None}
    assert told == {
        **dict.fromkeys((1, 2), ([], 2)),
        **dict.fromkeys((3, 4, 5), ([first, second], 5)),
        6: ([first], 6),
        7: ([first], 7),
    }
    assert history.choices_that_hold(entries) == [first]
    assert history.stood_at([history.chosen(first), *entries], 3) is None
    assert history.choices_that_hold([history.chosen(first), history.chosen(second)]) == [first, second]
