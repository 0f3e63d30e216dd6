"""The Python client at a real lobby: it refreshes in time, comes back, and its streams miss nothing."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from galaxytables.lobby.v1 import players_pb2
from galaxytables_client import Bearer, ClientError, Guest, Keyring, Lobby, Lost, UnauthenticatedError
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_serving.settings import read_settings
from tests.lobby import house as scenes
from tests.lobby.house import House

DAY = 24 * 3600


async def test_a_guest_comes_back_from_a_keyring_for_as_long_as_nobody_stole_it(house: House, tmp_path):
    address = house.addresses[0]
    async with Lobby(address, Guest("Ada", Keyring(tmp_path))) as ada:
        me = (await ada.players.me()).id
    stolen = Keyring(tmp_path).token(address, "Ada")
    assert stolen is not None
    assert stolen.player == me
    for _ in range(2):
        house.clock.ahead += 30 * DAY
        async with Lobby(address, Guest("Ada", Keyring(tmp_path))) as ada:
            assert (await ada.players.me()).id == me
    thief = scenes.Guest(house.channels[0])
    request = players_pb2.RefreshRequest(refresh_token=stolen.refresh, request_id="of the thief")
    assert (await scenes.refused(thief.players.Refresh(request))).reason == "REFRESH_TOKEN_SPENT"
    async with Lobby(address, Guest("Ada", Keyring(tmp_path))) as ada:
        assert (await ada.players.me()).id != me


async def test_a_client_of_before_keeps_its_player_and_one_of_now_takes_it_over(house: House, tmp_path):
    address, before = house.addresses[0], await house.guest("Ada")
    (tmp_path / "tokens.json").write_text(f'{{"{address}": {{"Ada": "{before.token}"}}}}')
    for _ in range(2):
        async with Lobby(address, Guest("Ada", Keyring(tmp_path))) as ada:
            assert (await ada.players.me()).id == before.id
    kept = Keyring(tmp_path).token(address, "Ada")
    assert kept is not None
    assert kept.refresh
    async with Lobby(address, Bearer(before.token)) as ada:
        assert (await ada.players.me()).id == before.id


async def test_a_client_takes_another_name_and_goes_on_as_the_same_player(house: House, tmp_path):
    address = house.addresses[0]
    async with Lobby(address, Guest("Ada", Keyring(tmp_path))) as ada:
        me = (await ada.players.me()).id
        first = ada.token
        with pytest.raises(ClientError) as refused:
            await ada.rename("{seat 1}")
        assert refused.value.reason == "INVALID_NAME"
        assert ada.token == first
        renamed = await ada.rename("Bea")
        assert (renamed.id, renamed.name) == (me, "Bea")
        assert ada.token != first
        now = await ada.players.me()
        assert (now.id, now.name) == (me, "Bea")
        table = await ada.tables.create("counting", seats=2)
        assert table.seats[0].player.name == "Bea"
    # The refresh token in the keyring still leads to the player.
    async with Lobby(address, Guest("Ada", Keyring(tmp_path))) as ada:
        assert (await ada.players.me()).id == me


async def test_a_first_call_may_be_to_take_another_name(house: House):
    async with Lobby(house.addresses[0], Guest("Ada")) as ada:
        assert (await ada.rename("Bea")).name == "Bea"
        assert (await ada.players.me()).name == "Bea"


async def test_streams_end_with_their_token_and_go_on_without_a_gap(house: House):
    house.settings = replace(house.settings, heartbeat=1.0)
    house.sessions = read_settings(SessionSettings, {"GALAXYTABLES_ACCESS_SECONDS": "60"})
    await house.open_lobby()
    losses: list[Lost] = []
    async with Lobby(house.addresses[1], Guest("Ada")) as ada:
        table = await ada.tables.create("counting", seats=2)
        first = ada.token
        seen: list[str] = []
        async with aclosing(ada.play.watch(table.id, on_lost=losses.append, from_message=1)) as updates:
            for number in range(3):
                await ada.play.say(table.id, f"message {number}")
                while f"message {number}" not in seen:
                    async with asyncio.timeout(60):
                        seen += [each.text for each in (await anext(updates)).messages]
                # The token is over; whoever is asked for the next update opens the stream again.
                house.clock.ahead += 61
        assert seen == [f"message {number}" for number in range(3)]
        assert ada.token != first
    assert losses == []
    with pytest.raises(UnauthenticatedError):
        async with Lobby(house.addresses[1], Bearer(first)) as late:
            await late.players.me()
