"""Lobbies that have tables at home: any serves any table, and watchers hear of it all, whatever becomes of either."""

import asyncio

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables_lobby.ids import SHARDS
from tests.lobby.house import Guest, eventually, refused
from tests.lobby.subscriptions.homes.lobbies import LOBBIES, home_of, impatient, laden, table_at, told, vanish


async def test_a_table_is_at_home_where_it_was_opened_and_a_rematch_where_it_was_asked_for(house):
    for number in range(LOBBIES):
        for _ in range(4):
            table_id, _ = await house.started(opened_at=number)
            assert home_of(house, table_id) == number
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "1"})
    for guest in (one, two):
        await guest.pick(table_id)
    for number in (1, 2):
        # Whoever asks first.
        assert home_of(house, (await house.at(two, number).rematch(table_id)).id) == 1


async def test_a_lobby_with_more_tables_than_its_share_opens_others_anywhere_until_it_is_even(house):
    lobby = house.lobbies[0]
    me = await house.guest()

    async def opened() -> set[int]:
        return {home_of(house, (await me.create(2)).id) for _ in range(30)}

    laden(lobby)
    assert await opened() == set(range(LOBBIES))
    lobby.homes.weigh([100] * SHARDS)
    assert await opened() == {0}


async def test_a_lobby_that_is_the_home_of_no_shard_opens_tables_all_the_same(house, monkeypatch):
    homes = house.lobbies[0].homes
    monkeypatch.setattr(homes, "_homes", dict.fromkeys(range(SHARDS), next(iter(homes._others))))
    me = await house.guest()
    table = await me.create(2)
    assert (await me.table(table.id)).id == table.id


async def test_whoever_commits_watchers_of_tables_lists_and_players_hear_of_it_at_every_lobby(house):
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "3"})
    me = await house.guest()
    async with (
        house.at(one, 1).watching(table_id, views=True) as nears,
        house.at(two, 2).watching(table_id, views=True) as fars,
        house.at(me, 1).noticing() as notices,
        house.at(me, 2).lobby_watching() as lists,
    ):
        await notices.until(lambda message: message.caught_up)
        await lists.changed()
        last = (await one.view(table_id)).last_event
        assert await told(nears, last) == await told(fars, last)
        for chooser, number in ((one, 0), (two, 1), (one, 2), (two, 0)):
            last = (await house.at(chooser, number).pick(table_id)).last_event
            for watching in (nears, fars):
                assert (await told(watching, last))[-1] == last
        for number in range(LOBBIES):
            table = await house.at(me, number).create(2)
            await notices.until(lambda message, table=table: message.table.table.id == table.id)
            await lists.when(lambda listed, table=table: table.id in listed.tables)


async def test_a_request_made_twice_at_two_lobbies_is_one(house):
    table_id, (one, _) = await table_at(house, 0)
    [prompt] = (await one.view(table_id)).prompts
    answers = [
        await house.at(one, number).submit(table_id, prompt.id, *prompt.default_picks, request_id="the same")
        for number in (1, 0, 2)
    ]
    assert len({(answer.version, answer.last_event) for answer in answers}) == 1


async def test_a_refusal_away_from_home_reads_as_any_other(house):
    table_id, (one, _) = await table_at(house, 0)
    for guest, prompt, reason in [(one, "no such", "PROMPT_CLOSED"), (await house.guest(), "x", "NOT_SEATED")]:
        here = await refused(house.at(guest, 0).submit(table_id, prompt))
        there = await refused(house.at(guest, 1).submit(table_id, prompt))
        assert (here.reason, here.code, here.message, here.metadata) == (
            reason,
            there.code,
            there.message,
            there.metadata,
        )


async def test_when_a_home_dies_under_play_no_choice_is_lost_or_doubled_and_no_event_missed(house, monkeypatch):
    with impatient(monkeypatch):
        table_id, (one, two) = await table_at(house, 0, options={"rounds": "8"})
        players = house.at(one, 1), house.at(two, 2)
        async with players[0].watching(table_id) as nears, players[1].watching(table_id) as fars:
            accepted: list[str] = []

            async def play(player: Guest) -> None:
                while (update := await player.view(table_id)).state != TABLE_STATE_FINISHED:
                    for prompt in update.prompts:
                        await player.submit(table_id, prompt.id, *prompt.default_picks)
                        accepted.append(prompt.id)
                        if len(accepted) == 5:
                            vanish(house, 0)
                    await asyncio.sleep(0.02)

            async with asyncio.timeout(60):
                await asyncio.gather(*map(play, players))
            last = (await one.view(table_id)).last_event
            assert await told(nears, last) == await told(fars, last) == list(range(1, last + 1))
            made = [choice.prompt_id for choice in (await house.at(one, 1).record(table_id)).choices]
            assert sorted(made) == sorted(accepted)


async def test_lobbies_that_disagree_about_the_home_of_a_table_play_it_all_the_same(house, monkeypatch):
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "3"})
    # The last of them takes itself for the home of everything.
    stubborn = house.lobbies[2].homes
    stubborn._homes = {}
    monkeypatch.setattr(stubborn, "_assign", lambda _: None)
    players = house.at(one, 1), house.at(two, 2)
    async with players[0].watching(table_id) as nears, players[1].watching(table_id) as fars:
        accepted = []
        while (update := await one.view(table_id)).state != TABLE_STATE_FINISHED:
            asked = [player for player in players if (await player.view(table_id)).prompts]
            accepted += [(await player.pick(table_id)).last_event for player in asked]
        assert accepted == sorted(set(accepted))
        assert await told(nears, update.last_event) == await told(fars, update.last_event)


async def test_a_lobby_that_stops_is_no_home_any_more(house):
    await house.lobbies[0].homes.close()
    others = house.lobbies[1:]
    await eventually(lambda: all(house.addresses[0] not in lobby.homes.for_gateways() for lobby in others))
