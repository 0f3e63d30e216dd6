"""A rules service of newer code reads other positions: tables go on, from seed and journal."""

import asyncio
from dataclasses import replace as with_fields

from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.adapters.rules.client import RulesClient
from galaxytables_lobby.domain.game import ANY_RULES
from galaxytables_lobby.metrics import POSITIONS_RENEWED
from galaxytables_lobby.play.renewal import MAX_REPLAYS, Renewal
from tests.lobby.clock.test_archiving import archiving, let_go
from tests.lobby.clock.test_clock import per_move, sweeping
from tests.lobby.counting import NAME
from tests.lobby.house import PATIENCE, eventually, refused
from tests.lobby.play.test_looking_back import lose_places


async def upgraded(house, form="x"):
    """The rules service reads positions of another form from now on, and all lobbies know."""
    house.counting.rules.form = form
    house.counting.rules.cached.clear()
    for lobby in house.lobbies:
        await eventually(lambda lobby=lobby: lobby.games.rules_of(NAME).description.position_form == form.encode())


def renewed():
    return POSITIONS_RENEWED.labels(NAME)._value.get()


async def test_a_table_goes_on_where_it_stood(house):
    table_id, (one, two) = await house.started(options={"rounds": "5"})
    await one.pick(table_id)
    await two.pick(table_id)
    await one.pick(table_id)
    before = await two.view(table_id)
    count = renewed()
    await upgraded(house)
    after = await two.view(table_id)
    assert after.view == before.view
    assert [prompt.id for prompt in after.prompts] == ["x" + prompt.id for prompt in before.prompts]
    await one.undo(table_id)
    for _ in range(4):
        await one.pick(table_id)
        await two.pick(table_id)
    assert renewed() == count + 1
    record = await one.record(table_id)
    assert [choice.prompt_id[:1] for choice in record.choices] == ["r"] * 2 + ["x"] * 8


async def test_who_watches_is_asked_anew(house):
    table_id, (one, two) = await house.started()
    async with one.watching(table_id) as updates:
        (prompt,) = (await updates.update()).prompts
        await upgraded(house)
        assert (await refused(one.submit(table_id, prompt.id, "c0"))).reason == "PROMPT_CLOSED"
        await one.pick(table_id)
        await two.pick(table_id)
        told = await updates.until(lambda message: bool(message.update.prompts))
        assert told[-1].update.prompts[0].id == "xr2s0"


async def test_another_lobby_makes_it_anew_for_itself(house):
    table_id, (one, two) = await house.started()
    await one.pick(table_id)
    await house.open_lobby()
    elsewhere = house.at(two, 1)
    await upgraded(house)
    await elsewhere.pick(table_id)
    assert (await one.view(table_id)).prompts[0].id == "xr2s0"


async def test_what_the_lobby_alone_changes_leaves_the_position_to_be_made_anew_by_the_next(house):
    table_id, (one, two) = await house.started()
    await upgraded(house)
    await one.say(table_id, "Hello")
    await house.open_lobby()
    await house.at(two, 1).pick(table_id)
    assert [prompt.id for prompt in (await one.view(table_id)).prompts] == ["xr1s0"]


async def test_the_clock_plays_on(house):
    table_id, (one, _) = await house.started(time_control=per_move(60))
    await upgraded(house)
    house.clock.ahead = 70
    async with sweeping(house) as sweep:
        await sweep.sweep()
    assert "clocked_out" in [event.event.kind async for event in told(one, table_id)]


async def told(guest, table_id):
    async with guest.watching(table_id) as updates:
        for event in (await updates.update()).events:
            yield event


async def test_finished_tables_are_shown(house):
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    for _ in range(2):
        await one.pick(table_id)
        await two.pick(table_id)
    before = await one.view(table_id)
    await upgraded(house)
    assert (await one.view(table_id)).view == before.view


async def test_tables_at_which_nothing_happens_are_played_again_once_for_all_who_look(house):
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    for _ in range(2):
        await one.pick(table_id)
        await two.pick(table_id)
    before = await one.view(table_id)
    async with archiving(house) as archiver:
        await let_go(house, archiver)
    await upgraded(house)
    count, house.counting.rules.calls = renewed(), []
    looks = await asyncio.gather(*(guest.view(table_id) for guest in [one, two] * 5))
    assert [look.view for look in looks[::2]] == [before.view] * 5
    assert (renewed(), house.counting.rules.calls.count("replay_to")) == (count + 1, 1)


async def test_what_is_kept_is_bounded(house):
    tables = [await house.started() for _ in range(3)]
    renewal = Renewal(house.lobbies[0].tables.store, house.lobbies[0].games, capacity=2)
    loaded = [await house.lobbies[0].tables.load(table_id) for table_id, _ in tables]
    await upgraded(house)
    count = renewed()
    for place in (0, 1, 1, 2, 1, 0):
        await renewal.renewed(loaded[place].table, loaded[place].position)
    assert renewed() == count + 4


async def test_only_some_tables_are_played_again_at_once(house, monkeypatch):
    tables = [await house.started() for _ in range(MAX_REPLAYS + 2)]
    house.lobbies[0].tables.memory.forget_all()
    await upgraded(house)
    running, most, replay_to = 0, 0, RulesClient.replay_to
    as_many_as_may = asyncio.Event()

    async def counted(*args, **kwargs):
        nonlocal running, most
        running += 1
        most = max(most, running)
        if running >= MAX_REPLAYS:
            as_many_as_may.set()
        await asyncio.wait_for(as_many_as_may.wait(), PATIENCE)
        await asyncio.sleep(0.02)
        try:
            return await replay_to(*args, **kwargs)
        finally:
            running -= 1

    monkeypatch.setattr(RulesClient, "replay_to", counted)
    await asyncio.gather(*(one.view(table_id) for table_id, (one, _) in tables))
    assert most == MAX_REPLAYS


async def test_tables_of_a_game_that_is_no_longer_configured_are_left_as_they_are(house):
    table_id, (one, _) = await house.started()
    house.settings = with_fields(house.settings, games={"another": house.settings.games[NAME]})
    await house.open_lobby()
    elsewhere = house.at(one, 1)
    assert (await elsewhere.table(table_id)).id == table_id
    await elsewhere.say(table_id, "Hello")
    assert not house.lobbies[1].games.position_form(NAME, ANY_RULES)


async def test_a_delayed_past_without_places_in_the_journal_is_not_shown_as_another(house, redis_server):
    table_id, (one, two) = await house.started(options={"rounds": "9"}, spectators={"delay": 2})
    for _ in range(3):
        await one.pick(table_id)
        await two.pick(table_id)
    lose_places(redis_server, table_id)
    spectator = await house.guest()
    await upgraded(house)
    assert (await refused(spectator.view(table_id))).reason == "GAME_UNAVAILABLE"
    assert (await one.view(table_id)).prompts[0].id == "xr4s0"


async def test_who_steps_through_a_game_goes_on_stepping(house):
    table_id, (one, two) = await house.started(options={"rounds": "9"})
    for _ in range(3):
        await one.pick(table_id)
        await two.pick(table_id)
    last = (await one.view(table_id)).last_event
    early = await one.view(table_id, at_event=5)
    await upgraded(house)
    later = [await one.view(table_id, at_event=event) for event in range(5, last)]
    assert later[0].view == early.view
    assert len({look.view.SerializeToString() for look in later}) > 1


async def test_a_game_that_was_ended_early_stays_ended(house):
    table_id, (one, two) = await house.started()
    await one.pick(table_id)
    await one.resign(table_id)
    before = await two.view(table_id)
    await upgraded(house)
    assert await two.view(table_id) is not None
    assert (await two.view(table_id)).view == before.view


async def test_choices_of_before_can_be_taken_back_by_agreement(house):
    table_id, (one, two) = await house.started(options={"rounds": "5"})
    for _ in range(2):
        await one.pick(table_id)
        await two.pick(table_id)
    await upgraded(house)
    proposed = await one.propose(table_id)
    await two.accept(table_id, proposed.takeback.id)
    assert [prompt.id for prompt in (await one.view(table_id)).prompts] == ["xr2s0"]


async def test_delayed_spectators_see_no_more_than_before(house):
    table_id, (one, two) = await house.started(options={"rounds": "9"}, spectators={"delay": 2})
    for _ in range(3):
        await one.pick(table_id)
        await two.pick(table_id)
    spectator = await house.guest()
    before = await spectator.view(table_id)
    await upgraded(house)
    after = await spectator.view(table_id)
    assert (after.view, after.last_event) == (before.view, before.last_event)
    assert after.view != (await one.view(table_id)).view


async def test_until_the_lobby_knows_the_game_is_away(house, monkeypatch):
    table_id, (one, two) = await house.started(options={"rounds": "5"})
    await one.pick(table_id)
    await two.pick(table_id)
    last = (await one.view(table_id, at_event=4)).last_event
    monkeypatch.setattr(Renewal, "is_due", lambda *_: False)
    monkeypatch.setattr(Directory, "position_form", lambda *_: b"")
    await upgraded(house)
    assert (await refused(one.pick(table_id))).reason == "GAME_UNAVAILABLE"
    assert (await refused(one.view(table_id, at_event=last + 1))).reason == "GAME_UNAVAILABLE"
    monkeypatch.undo()
    assert (await one.view(table_id, at_event=last + 1)).last_event > last
    await one.pick(table_id)


async def test_a_journal_that_cannot_be_played_changes_nothing(house):
    table_id, (one, two) = await house.started()
    await one.pick(table_id)
    await upgraded(house)
    await house.counting.stop()
    assert (await refused(two.pick(table_id))).reason == "GAME_UNAVAILABLE"
    await house.counting.start()
    await eventually(lambda: house.lobbies[0].games.rules_of(NAME).available)
    await asyncio.sleep(0)
    await two.pick(table_id)
