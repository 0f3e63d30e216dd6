"""Records of games that were played here: a program with none of the platform's code computes the lobby's digests."""

import asyncio

import pytest

from bench.people import FINISHED, Person
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client.digest import CANONICAL
from tests.verify.test_digest import by_stranger

pytestmark = pytest.mark.e2e

GAMES = ("jump", "race", "roll", "beyond")


async def played_by_bots(host: Person, game: str) -> str:
    """Have bots play a game to its end; give the table."""
    table = await host.create(game, 2, time_control=tables_pb2.TimeControl(successor="random"))
    await host.add_bot(table)
    await host.start(table)
    await host.play.resign(table.id)
    async for update in host.play.watch(table.id):
        if update.state == FINISHED:
            break
    return str(table.id)


async def test_a_stranger_computes_the_digests_of_games_that_were_played_here(platform):
    host = await Person.arrive(platform.lobby, "Ada")
    tables = await asyncio.gather(*(played_by_bots(host, game) for game in GAMES))
    records = [await host.play.record(table) for table in tables]
    answers = [await host.play.verify(table) for table in tables]
    assert [record.game for record in records] == list(GAMES)
    assert {record.digest_algorithm for record in records} == {CANONICAL}
    assert all(answer.verified for answer in answers)
    heard = by_stranger(*(record.SerializeToString(deterministic=True) for record in records))
    assert [digest for _, digest in heard] == [answer.digest.hex() for answer in answers]
