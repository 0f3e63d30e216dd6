"""Pages that many ask for are read once for all."""

import asyncio

from galaxytables_lobby import errors
from galaxytables_lobby.play import shared_pages
from tests.lobby.house import refused


async def test_callers_who_ask_at_the_same_time_share_a_page_and_what_changed_here_shows_at_once(house, monkeypatch):
    monkeypatch.setattr(shared_pages, "TABLES_SECONDS", 60.0)
    await house.open_lobby()
    store, reads = house.lobbies[0].tables.store, []
    newest_public = store.newest_public

    async def counted(*asked, **more):
        reads.append(asked)
        return await newest_public(*asked, **more)

    monkeypatch.setattr(store, "newest_public", counted)
    ada, bea = await house.guest(), await house.guest()
    first = await ada.create(2)
    answers = await asyncio.gather(*(guest.list() for guest in (ada, bea) * 5))
    assert [[table.id for table in answer.tables] for answer in answers] == [[first.id]] * 10
    assert len(reads) == 1
    # Another page is another question, and a page of one's own is nobody else's.
    await ada.list(free_seats=True)
    assert [table.id for table in (await ada.list(mine=True)).tables] == [first.id]
    assert len(reads) == 2
    await ada.leave(first.id)
    assert not (await bea.list()).tables
    second = await bea.create(2)
    assert [table.id for table in (await ada.list()).tables] == [second.id]


async def test_a_page_that_could_not_be_read_is_read_again(house, monkeypatch):
    guest = await house.guest()
    await guest.create(2)

    async def away(*_, **__):
        raise errors.store_unavailable()

    with monkeypatch.context() as patched:
        patched.setattr(house.lobbies[0].tables.store, "newest_public", away)
        assert (await refused(guest.list())).reason == "STORE_UNAVAILABLE"
    assert len((await guest.list()).tables) == 1
