"""Features that are switched off are refused at every process, each in words of its own, until they are on again."""

from collections.abc import Awaitable, Callable

import pytest

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import (
    pairing_pb2,
    platform_pb2,
    play_pb2,
    relations_pb2,
    reports_pb2,
    tables_pb2,
    tournaments_pb2,
)
from galaxytables_lobby.clock.wording import notification_words
from galaxytables_lobby.domain.features import Feature
from tests.lobby.admin.test_admin import Operator, olga, types  # noqa: F401  # a fixture
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, eventually, refused
from tests.lobby.people.test_sanctions import is_refused
from tests.lobby.workers import open_pairing


async def switch(olga: Operator, feature: Feature, *, off: bool = True) -> None:  # noqa: F811
    request = admin_pb2.SwitchFeatureRequest(
        feature=platform_pb2.Feature.ValueType(feature), off=off, reason="it breaks"
    )
    await olga.does("SwitchFeature", request)


async def off_at(guest: Guest) -> list[int]:
    return list((await guest.platform.GetPlatform(platform_pb2.GetPlatformRequest())).status.off)


class Place:
    """A running table, and what players do there and elsewhere."""

    def __init__(self, house: House, ada: Guest, bea: Guest, table_id: str) -> None:
        self.house, self.ada, self.bea, self.table_id = house, ada, bea, table_id

    def needing(self, feature: Feature) -> Callable[[], Awaitable[object]]:
        """A call that needs a feature."""
        ada, table_id = self.ada, self.table_id
        rated = pairing_pb2.TicketOffer(game=NAME, seats=[2], preset="slow", rating=tables_pb2.RATING_TERMS_RATED)
        ticket = pairing_pb2.CreateTicketRequest(terms=pairing_pb2.TicketTerms(offers=[rated]))
        calls: dict[Feature, Callable[[], Awaitable[object]]] = {
            Feature.GUESTS: self.house.guest,
            Feature.TABLES: ada.create,
            Feature.RATED_GAMES: lambda: ada.create(rating=tables_pb2.RATING_TERMS_RATED),
            Feature.PAIRING: lambda: ada.pairing.CreateTicket(ticket, metadata=ada.metadata),
            Feature.CHAT: lambda: ada.say(table_id, "hello"),
            Feature.HINTS: lambda: ada.play.Hint(
                play_pb2.HintRequest(table_id=table_id, prompt_id="p"), metadata=ada.metadata
            ),
            Feature.INVITATIONS: lambda: ada.relations.InvitePlayer(
                relations_pb2.InvitePlayerRequest(table_id=table_id, player_id=self.bea.id), metadata=ada.metadata
            ),
            Feature.TOURNAMENTS: lambda: ada.tournaments.CreateTournament(
                tournaments_pb2.CreateTournamentRequest(), metadata=ada.metadata
            ),
            Feature.REPORTS: lambda: ada.reports.ReportPlayer(
                reports_pb2.ReportPlayerRequest(
                    table_id=table_id, player_id=self.bea.id, kind=reports_pb2.REPORT_KIND_NAME
                ),
                metadata=ada.metadata,
            ),
        }
        return calls[feature]


async def test_each_feature_is_refused_where_it_is_switched_off_and_comes_back(house, olga):  # noqa: F811
    await house.open_lobby()
    table_id, (ada, bea) = await house.started()
    place = Place(house, house.at(ada, 1), bea, table_id)
    for feature in Feature:
        assert not await is_refused(place.needing(feature), "FEATURE_OFF")
    for feature in Feature:
        await switch(olga, feature)
    watched = Updates(bea.tables.WatchMyTables(tables_pb2.WatchMyTablesRequest(), metadata=bea.metadata))

    async def all_are_off() -> bool:
        return [int(each) for each in (await watched.platform()).off] == [each.value for each in Feature]

    await eventually(all_are_off)
    for feature in Feature:
        await eventually(lambda feature=feature: is_refused(place.needing(feature), "FEATURE_OFF"))
        error = await refused(place.needing(feature)())
        named = Feature.TABLES if feature is Feature.RATED_GAMES else feature
        assert error.metadata["feature"] in (feature.name.lower(), named.name.lower())
    # What has begun goes on.
    await ada.pick(table_id)
    for feature in Feature:
        await switch(olga, feature, off=False)
    await eventually(lambda: watched_is_on(watched))
    for feature in Feature:
        await eventually(lambda feature=feature: is_allowed(place.needing(feature)))
    watched.call.cancel()


async def watched_is_on(watched: Updates) -> bool:
    return not (await watched.platform()).off


async def is_allowed(call: Callable[[], Awaitable[object]]) -> bool:
    return not await is_refused(call, "FEATURE_OFF")


async def test_without_rated_games_a_table_is_casual_unless_somebody_asks(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    await switch(olga, Feature.RATED_GAMES)
    await eventually(lambda: is_off(ada, Feature.RATED_GAMES))
    assert (await ada.create()).rating == tables_pb2.RATING_TERMS_CASUAL
    strict = ada.create(rating=tables_pb2.RATING_TERMS_STRICT)
    assert (await refused(strict)).reason == "FEATURE_OFF"
    await ada.resign(table_id)
    assert (await ada.rematch(table_id)).rating == tables_pb2.RATING_TERMS_CASUAL
    open_table = await bea.create()
    assert (await refused(bea.edit(open_table.id, rating=tables_pb2.RATING_TERMS_RATED))).reason == "FEATURE_OFF"
    await bea.edit(open_table.id, name="Casual")


async def is_off(guest: Guest, feature: Feature) -> bool:
    return feature in await off_at(guest)


async def test_a_worker_pairs_nobody_while_pairing_is_off_and_loses_no_ticket(house, olga):  # noqa: F811
    offer = pairing_pb2.TicketOffer(game=NAME, seats=[2], preset="slow")
    request = pairing_pb2.CreateTicketRequest(terms=pairing_pb2.TicketTerms(offers=[offer]))
    for guest in (await house.guest(), await house.guest()):
        await guest.pairing.CreateTicket(request, metadata=guest.metadata)
    async with open_pairing(house.settings, clock=house.clock) as waves:
        await switch(olga, Feature.PAIRING)
        house.clock.ahead += 60
        assert await waves.pair() == 0
        await switch(olga, Feature.PAIRING, off=False)
        house.clock.ahead += 60
        assert await waves.pair() == 1


async def test_a_worker_makes_no_rated_table_while_rated_games_are_off(house, olga):  # noqa: F811
    offers = {
        rating: pairing_pb2.TicketOffer(game=NAME, seats=[2], preset="slow", rating=rating)
        for rating in (tables_pb2.RATING_TERMS_RATED, tables_pb2.RATING_TERMS_CASUAL)
    }
    for offer in offers.values():
        request = pairing_pb2.CreateTicketRequest(terms=pairing_pb2.TicketTerms(offers=[offer]))
        for guest in (await house.guest(), await house.guest()):
            await guest.pairing.CreateTicket(request, metadata=guest.metadata)
    async with open_pairing(house.settings, clock=house.clock) as waves:
        await switch(olga, Feature.RATED_GAMES)
        house.clock.ahead += 60
        assert await waves.pair() == 1
        await switch(olga, Feature.RATED_GAMES, off=False)
        house.clock.ahead += 60
        assert await waves.pair() == 1


async def test_drained_games_are_in_the_status(house, olga):  # noqa: F811
    ada = await house.guest()
    await types(olga, "drain", NAME)

    async def drained() -> bool:
        status = (await ada.platform.GetPlatform(platform_pb2.GetPlatformRequest())).status
        return list(status.drained_games) == [NAME]

    await eventually(drained)


async def test_the_command_switches_and_lists(olga):  # noqa: F811
    lines = await types(olga, "switch", "chat", "off")
    assert lines[1].split()[:2] == ["chat", "off"]
    assert lines[1].split()[-1] == "olga"
    await types(olga, "switch", "chat", "off")
    assert [act[1:] for act in await olga.acts()] == [("switch_feature", "feature:chat", "done")] * 2
    assert await types(olga, "switch", "chat", "on") == ["feature      since  by", "chat     on"]
    error = await refused(
        olga.does(
            "SwitchFeature", admin_pb2.SwitchFeatureRequest(feature=platform_pb2.Feature.ValueType(99), reason="x")
        )
    )
    assert error.reason == "UNKNOWN_VALUE"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_refusal_has_words_of_its_own(language):
    words = notification_words(language)
    said = [words.error("FEATURE_OFF", {"feature": feature.name.lower()}) for feature in Feature]
    unknown = words.error("FEATURE_OFF", {"feature": "another"})
    assert len({*said, unknown}) == len(Feature) + 1
    assert all(said)


def test_the_features_are_those_of_the_contract():
    contract = {name.removeprefix("FEATURE_"): number for name, number in platform_pb2.Feature.items() if number}
    assert contract == {feature.name: feature.value for feature in Feature}
