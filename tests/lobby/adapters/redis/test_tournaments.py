"""Tournaments in the store: one commit changes all or nothing, leases end, and lists show each tournament once."""

import asyncio

import pytest
from msgspec.structs import replace

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.state import TournamentStage
from galaxytables_lobby.ids import TournamentId
from tests.lobby.adapters.redis.test_store import cluster, store_at
from tests.lobby.domain.tournaments.organised import BEGIN, ORGANISER, announced, done, entry, player

__all__ = ["cluster"]
LEASE = 1_000


@pytest.fixture(params=["server", "cluster"])
async def tournaments(request, redis_server):
    """A store on a server, and on a cluster, which refuses scripts whose keys lie on several slots."""
    at = redis_server if request.param == "server" else request.getfixturevalue("cluster")
    with at.client() as client:
        client.flushall()
    async with store_at(at.url) as opened:
        yield opened


def named(name: str, starts: int = BEGIN):
    return replace(announced(), id=TournamentId(name), next_start=starts)


async def test_a_commit_is_what_is_loaded(tournaments):
    first = announced()
    assert await tournaments.tournament(first.id) is None
    assert await tournaments.commit_tournament(None, first, look=BEGIN)
    assert await tournaments.tournament(first.id) == first
    second = done(first, entry(0))
    assert await tournaments.commit_tournament(first, second, look=BEGIN)
    assert await tournaments.tournament(first.id) == second
    assert await tournaments.load_tournaments([first.id, TournamentId("none")]) == [second, None]


async def test_of_many_commits_on_one_version_one_is_made_and_the_others_change_nothing(tournaments):
    first = announced()
    assert await tournaments.commit_tournament(None, first, look=BEGIN)
    rivals = [done(first, entry(number)) for number in range(8)]
    made = await asyncio.gather(*[tournaments.commit_tournament(first, each, look=BEGIN + 5) for each in rivals])
    assert made.count(True) == 1
    won = rivals[made.index(True)]
    assert await tournaments.tournament(first.id) == won
    listed = [await tournaments.tournaments_of(player(number).id) for number in range(8)]
    assert [bool(each) for each in listed] == made


async def test_it_is_made_once_under_one_id(tournaments):
    first = announced()
    assert await tournaments.commit_tournament(None, first, look=None)
    assert not await tournaments.commit_tournament(None, announced(seed=1), look=None)
    assert await tournaments.tournament(first.id) == first


async def test_lists_show_each_tournament_at_its_stage_the_latest_first(tournaments):
    made = [named(f"t{number}", BEGIN + number // 2) for number in range(9)]
    for each in made:
        assert await tournaments.commit_tournament(None, each, look=None)
    stages = [TournamentStage.REGISTRATION, TournamentStage.RUNNING]
    cancelled = done(made[3], acts.Cancel(by=ORGANISER.id, reason="rain"))
    assert await tournaments.commit_tournament(made[3], cancelled, look=None)
    pages, before = [], None
    while page := await tournaments.tournaments_at(stages, before=before, limit=3):
        pages += page
        before = page[-1]
    assert pages == sorted(pages, reverse=True)
    assert {name for _, name in pages} == {each.id for each in made} - {cancelled.id}
    [(_, name)] = await tournaments.tournaments_at([TournamentStage.CANCELLED], before=None, limit=9)
    assert name == cancelled.id


async def test_people_find_their_tournaments_for_as_long_as_they_belong_to_them(tournaments):
    first = done(announced(), entry(0))
    assert await tournaments.commit_tournament(None, first, look=None)
    assert await tournaments.tournaments_of(player(0).id) == [first.id]
    assert await tournaments.tournaments_of(ORGANISER.id) == [first.id]
    other = replace(first, entrants=(replace(first.entrants[0], player=player(7)),), version=first.version + 1)
    assert await tournaments.commit_tournament(first, other, look=None)
    assert await tournaments.tournaments_of(player(0).id) == []
    assert await tournaments.tournaments_of(player(7).id) == [first.id]


async def test_a_worker_has_a_lease_which_ends_with_its_time_or_its_rest(tournaments):
    first = announced()
    assert await tournaments.commit_tournament(None, first, look=BEGIN)

    async def claimed(now: int):
        return await tournaments.claim_tournaments(now=now, lease=LEASE, limit=9)

    assert await claimed(BEGIN - 1) == []
    assert await claimed(BEGIN) == [first.id]
    assert await claimed(BEGIN + LEASE - 1) == []
    assert await claimed(BEGIN + LEASE + 1) == [first.id]
    await tournaments.rest_tournament(first.id, version=first.version, look=BEGIN + 9 * LEASE)
    assert await claimed(BEGIN + 9 * LEASE - 1) == []
    assert await claimed(BEGIN + 9 * LEASE) == [first.id]
    await tournaments.rest_tournament(first.id, version=first.version, look=None)
    assert await claimed(BEGIN + 99 * LEASE) == []


async def test_who_rests_does_not_put_off_what_has_become_due_meanwhile(tournaments):
    first = announced()
    assert await tournaments.commit_tournament(None, first, look=BEGIN)
    assert await tournaments.claim_tournaments(now=BEGIN, lease=LEASE, limit=9)
    second = done(first, entry(0))
    assert await tournaments.commit_tournament(first, second, look=BEGIN + 1)
    await tournaments.rest_tournament(first.id, version=first.version, look=BEGIN + 9 * LEASE)
    assert await tournaments.claim_tournaments(now=BEGIN + 1, lease=LEASE, limit=9) == [first.id]


async def test_what_is_over_is_kept_for_a_year_and_leaves_nothing_to_look_at(store, client):
    first = announced()
    assert await store.commit_tournament(None, first, look=BEGIN)
    assert client.pttl(keys.tournament(first.id)) == -1
    over = done(first, acts.Cancel(by=ORGANISER.id, reason="rain"))
    assert await store.commit_tournament(first, over, look=None)
    assert client.pttl(keys.tournament(first.id)) > 0
    await store.rest_tournament(TournamentId("gone"), version=1, look=BEGIN)
    assert await store.claim_tournaments(now=10 * BEGIN, lease=LEASE, limit=9) == []
