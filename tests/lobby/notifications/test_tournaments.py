"""Entrants are notified of their tournaments while no page is open: nothing is lost, and repeats have the same id."""

import pytest

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.state import EntryLimits, Schedule, TournamentStage
from galaxytables_lobby.ids import PlayerId
from tests.lobby.domain.tournaments.organised import ORGANISER, entry, terms
from tests.lobby.notifications.receivers import Receiver, receiving
from tests.lobby.notifications.scenes import add_webhook, desk, with_private_endpoints
from tests.lobby.play.cup import KINDS, Cup
from tests.lobby.workers import open_driver

pytestmark = pytest.mark.usefixtures("_time_stands_still")
HOUR = 3_600_000


def said(receiver: Receiver) -> list[str]:
    return [request.json["data"]["text"] for request in receiver.got]


async def announced(house, **fields) -> Cup:
    """A Swiss that starts in two hours, with check-in an hour before."""
    starts = int(house.clock() * 1000) + 2 * HOUR
    values = {"schedule": Schedule(starts=starts, check_in=HOUR), **fields}
    return await Cup.announced(house, "swiss", 0, **values)


async def enters(cup: Cup, guest) -> None:
    person = Person(PlayerId(guest.id), guest.id)
    await cup.tournaments.take(cup.id, acts.Register(player=person, rating=1.0, account_since=0))


async def withdraws(cup: Cup, guest) -> None:
    player_id = PlayerId(guest.id)
    await cup.tournaments.take(cup.id, acts.Withdraw(by=player_id, player=player_id))


async def test_entrants_hear_of_their_place_a_new_start_check_in_and_the_end(house):
    with_private_endpoints(house)
    await house.open_lobby()
    ada, bea = [await house.guest(name, lobby=1) for name in ("Ada", "Bea")]
    cup = await announced(house, limits=EntryLimits(max_entrants=2))
    async with (
        receiving() as at_ada,
        receiving() as at_bea,
        desk(house) as worker,
        open_driver(house.settings, clock=house.clock) as driver,
    ):
        cup.look = driver.drive
        await cup.tournaments.take(cup.id, entry(1))

        async def looked(seconds: float = 0) -> None:
            await cup.looked(seconds)
            await worker.work()

        for guest, receiver in ((ada, at_ada), (bea, at_bea)):
            await add_webhook(guest, receiver.url)
            await enters(cup, guest)
        await withdraws(cup, ada)
        await looked()
        assert [text.partition(".")[0] for text in said(at_bea)] == ["You have a place in Cup now"]
        schedule = cup.tournament.terms.schedule
        moved = terms(
            KINDS["swiss"][0],
            game=cup.tournament.terms.game,
            options=cup.tournament.terms.options,
            schedule=Schedule(starts=schedule.starts + HOUR, check_in=HOUR),
        )
        await cup.tournaments.take(cup.id, acts.EditTerms(by=ORGANISER.id, terms=moved))
        await looked()
        assert said(at_bea)[1].startswith("Cup now starts at ")
        await looked(2 * 3600)
        await looked(60)
        assert [text.partition(".")[0] for text in said(at_bea)[2:]] == ["Check-in to Cup is open"]
        await looked(3600)
        assert cup.tournament.stage is TournamentStage.CANCELLED
        assert said(at_bea)[3:] == ["Cup is cancelled."]
        data = at_bea.got[-1].json["data"]
        assert (data["tournament_id"], data["tournament"]) == (cup.id, "Cup")
        assert data["url"].endswith(f"/#/tournament/{cup.id}")
        assert said(at_ada) == []


async def test_entrants_are_called_to_their_game_and_told_their_place(house):
    with_private_endpoints(house)
    await house.open_lobby()
    cup = await Cup.announced(house, "round robin", 0)
    ada, bea = [await house.guest(name, lobby=1) for name in ("Ada", "Bea")]
    async with (
        receiving() as at_ada,
        desk(house) as worker,
        open_driver(house.settings, clock=house.clock) as driver,
    ):
        cup.look = driver.drive
        await add_webhook(ada, at_ada.url)
        for guest in (ada, bea):
            await enters(cup, guest)
        await cup.looked(1)
        await worker.work()
        kinds = [request.json["type"] for request in at_ada.got]
        assert kinds.count("notification.tournament") == 1
        assert "notification.started" not in kinds
        assert any(text.startswith("You are called to your game of ") for text in said(at_ada))
        [table] = await cup.running()
        await cup._admin.remove(table.id, PlayerId(bea.id))
        for _ in range(3):
            await cup.looked(2)
        assert cup.tournament.stage is TournamentStage.FINISHED
        await worker.work()
        assert said(at_ada).count("Cup is over. Your place: 1.") == 1
        assert [request.json["data"]["place"] for request in at_ada.got if "place" in request.json["data"]] == [1]


async def test_a_worker_that_dies_before_it_marks_what_it_found_leads_to_the_same_notices(house, monkeypatch):
    with_private_endpoints(house)
    await house.open_lobby()
    cup = await announced(house)
    ada = await house.guest("Ada", lobby=1)
    async with (
        receiving() as at_ada,
        desk(house) as worker,
        open_driver(house.settings, clock=house.clock) as driver,
    ):
        await add_webhook(ada, at_ada.url)
        await enters(cup, ada)
        await cup.tournaments.take(cup.id, acts.Cancel(by=ORGANISER.id, reason="rain"))

        async def dies(*_: object) -> None:
            raise RuntimeError("killed")

        with monkeypatch.context() as broken:
            broken.setattr(type(driver._store), "keep_noticed_in_tournament", dies)
            await driver.drive()
        await worker.work()
        house.clock.ahead += 61
        await driver.drive()
        await worker.work()
        house.clock.ahead += 61
        await driver.drive()
        await worker.work()
        assert set(said(at_ada)) == {"Cup is cancelled."}
        assert len({request.json["id"] for request in at_ada.got}) == 1
        assert len(at_ada.got) == 2
