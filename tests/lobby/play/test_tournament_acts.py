"""What people do in tournaments: each act is one step, whoever is faster and whatever answer is lost."""

import asyncio
import json

import pytest

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.ratings import NEWCOMER
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.refusals import (
    InvalidTermsError,
    NotEligibleError,
    NotOrganiserError,
    UnknownTournamentError,
)
from galaxytables_lobby.domain.tournaments.state import (
    Attendance,
    EntryLimits,
    Schedule,
    TournamentStage,
    encode_tournament,
)
from galaxytables_lobby.ids import PlayerId, TournamentId
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.tournaments.entering import Entering
from galaxytables_lobby.play.tournaments.loop import Tournaments
from galaxytables_lobby.play.tournaments.organising import Organising
from galaxytables_lobby.play.tournaments.replacing import merge_in_tournaments
from galaxytables_serving import GalaxyError
from galaxytables_serving.sources import Source
from tests.lobby.counting import NAME
from tests.lobby.domain.tournaments.organised import ORGANISER, entry, player, terms

CUP = TournamentId("cup")


class Scene:
    """The use cases of a lobby."""

    def __init__(self, house, lobby: int = 0) -> None:
        there = house.lobbies[lobby]
        self.store = there.tables.store
        self.starts = int(house.clock() * 1000) + 3_600_000
        self.tournaments = Tournaments(there.tables)
        self.organising = Organising(self.tournaments, there.tables, there.games)
        self.entering = Entering(self.tournaments, there.tables, there.archive, there.new_players)

    def terms(self, **fields):
        return terms(**{"game": NAME, "schedule": Schedule(starts=self.starts), **fields})

    async def create(self, **fields):
        return await self.organising.create(CUP, self.terms(**fields), ORGANISER)


@pytest.fixture
def scene(house):
    return Scene(house)


def asker(number: int) -> Asker:
    return Asker(player(number), role="", expires=0, source=Source("127.0.0.1"))


async def test_a_tournament_has_all_options_of_its_game(scene):
    made = await scene.create(options={"rounds": "1"})
    assert made.terms.options == {"rounds": "1", "unlucky": "off"}
    assert await scene.tournaments.load(CUP) == made


async def test_what_the_rules_or_the_terms_refuse_is_not_created(scene):
    with pytest.raises(GalaxyError):
        await scene.create(options={"rounds": "none"})
    with pytest.raises(InvalidTermsError):
        await scene.create(name="")
    with pytest.raises(UnknownTournamentError):
        await scene.tournaments.load(CUP)


async def test_it_is_created_once_under_one_id(scene):
    first, second = await asyncio.gather(scene.create(), scene.create())
    assert first == second


async def test_players_enter_with_their_ratings_however_many_do_at_once(house, scene):
    await house.open_lobby()
    other = Scene(house, 1)
    await scene.create()
    await asyncio.gather(*[(scene, other)[number % 2].entering.register(CUP, asker(number)) for number in range(6)])
    entrants = (await scene.tournaments.load(CUP)).entrants
    assert {each.player for each in entrants} == {player(number) for number in range(6)}
    assert {each.rating for each in entrants} == {NEWCOMER.value}


async def test_whose_account_is_too_young_stays_out(scene):
    await scene.create(limits=EntryLimits(min_account_age=1_000_000))
    with pytest.raises(NotEligibleError, match="young"):
        await scene.entering.register(CUP, asker(0))


async def test_an_act_whose_answer_is_lost_is_done_once(scene, monkeypatch):
    await scene.create()
    commit = scene.store.commit_tournament

    async def lose_the_answer(*given, **named) -> bool:
        await commit(*given, **named)
        return False

    monkeypatch.setattr(scene.store, "commit_tournament", lose_the_answer)
    taken = await scene.tournaments.take(CUP, entry(0, rating=20.0))
    assert taken.tournament.version == 1
    assert taken.events
    assert await scene.tournaments.load(CUP) == taken.tournament


async def test_only_organiser_and_helpers_organise(scene):
    await scene.create()
    helper, stranger = Person(PlayerId("helper"), "Hela"), PlayerId("stranger")
    with pytest.raises(NotOrganiserError):
        await scene.organising.name_helpers(CUP, [helper], by=stranger)
    await scene.organising.name_helpers(CUP, [helper], by=ORGANISER.id)
    await scene.entering.register(CUP, asker(0))
    for by in (stranger, helper.id):
        with pytest.raises(NotOrganiserError):
            await scene.organising.cancel(CUP, "rain", by=by)
        with pytest.raises(NotOrganiserError):
            await scene.organising.edit(CUP, scene.terms(name="Other"), by=by)
    for refused in (
        scene.organising.pause(CUP, "lunch", by=stranger),
        scene.organising.invite(CUP, [player(1).id], by=stranger),
        scene.entering.withdraw(CUP, player(0).id, by=player(1).id),
    ):
        with pytest.raises(NotOrganiserError):
            await refused
    await scene.organising.pause(CUP, "lunch", by=helper.id)
    await scene.organising.resume(CUP, by=helper.id)
    await scene.organising.invite(CUP, [player(1).id], by=helper.id)
    await scene.entering.withdraw(CUP, player(0).id, by=helper.id)
    assert (await scene.organising.edit(CUP, scene.terms(name="Other"), by=ORGANISER.id)).terms.name == "Other"
    cancelled = await scene.organising.cancel(CUP, "rain", by=ORGANISER.id)
    assert cancelled.stage is TournamentStage.CANCELLED


async def test_who_is_erased_leaves_and_is_named_nowhere(house, scene):
    guest = await house.guest("Ada")
    ada = Person(PlayerId(guest.id), "Ada")
    await scene.create()
    await scene.organising.name_helpers(CUP, [ada], by=ORGANISER.id)
    await scene.entering.register(CUP, Asker(ada, role="", expires=0, source=Source("127.0.0.1")))
    await scene.organising.invite(CUP, [ada.id, player(1).id], by=ORGANISER.id)
    [exported] = json.loads(await house.lobbies[0].people.export(ada.id))["tournaments"]
    assert (exported["id"], exported["helper"], exported["organiser"], exported["invited"]) == (CUP, True, False, True)
    assert [(each["number"], each["attendance"]) for each in exported["entries"]] == [(0, "registered")]
    erased = await house.lobbies[0].people.erase(ada.id, operator="", reason="asked")
    tournament = await scene.tournaments.load(CUP)
    assert tournament.entrants[0].attendance is Attendance.WITHDRAWN
    stored = encode_tournament(tournament)
    assert ada.id.encode() not in stored
    assert b"Ada" not in stored
    assert erased.pseudonym in tournament.members
    assert await scene.store.tournaments_of(ada.id) == []


async def test_an_account_is_in_the_place_of_its_guest_under_the_name_that_all_know(house, scene):
    await scene.create()
    guest, account = player(0), PlayerId("account")
    await scene.entering.register(CUP, asker(0))
    await scene.entering.register(CUP, asker(1))
    for _ in range(2):
        await merge_in_tournaments(house.lobbies[0].tables, guest.id, account)
    entrants = (await scene.tournaments.load(CUP)).entrants
    assert [each.player for each in entrants] == [Person(account, guest.name), player(1)]
    # Two who have entered stay two.
    await merge_in_tournaments(house.lobbies[0].tables, player(1).id, account)
    assert (await scene.tournaments.load(CUP)).entrants == entrants


def test_each_act_of_people_says_who_does_it():
    """So that nobody forgets to say who may do a new one (`permissions`)."""
    by_people = {each.__name__ for each in acts.Act.__subclasses__() if "by" in each.__struct_fields__}
    assert by_people == {
        *("EditTerms", "ChangeHelpers", "Cancel"),
        *("Invite", "ChangePairings", "CorrectResult", "Pause", "Resume"),
        *("Withdraw", "CheckIn"),
    }
