"""`ArchiveService` over gRPC: who may ask what, pages, filters, and what is refused."""

from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from sqlalchemy import delete, insert, update

from galaxytables.lobby.v1 import archive_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, writing
from galaxytables_lobby.adapters.archive.schema import GAMES, RATINGS
from galaxytables_lobby.clock.archiving import SETTLING_MILLISECONDS
from galaxytables_lobby.domain.endings import MIN_CHOICES
from galaxytables_lobby.domain.ratings import DAY_MILLISECONDS, day_of, first_day, season_number, season_of
from tests.lobby.counting import NAME, PACK, VERSION
from tests.lobby.house import Guest, House, refused
from tests.lobby.workers import open_archiver

MORE = archive_pb2.SEATS_KIND_MORE
WON, LOST = archive_pb2.GAME_RESULT_WON, archive_pb2.GAME_RESULT_LOST


async def history(guest: Guest, **fields: Any) -> archive_pb2.ListHistoryResponse:
    return await guest.archive.ListHistory(archive_pb2.ListHistoryRequest(**fields), metadata=guest.metadata)


async def ids(guest: Guest, **fields: Any) -> list[str]:
    return [game.table_id for game in (await history(guest, **fields)).games]


async def summary(guest: Guest, table_id: str) -> archive_pb2.FinishedGame:
    request = archive_pb2.GetSummaryRequest(table_id=table_id)
    return (await guest.archive.GetSummary(request, metadata=guest.metadata)).game


async def download(guest: Guest, table_id: str) -> archive_pb2.DownloadRecordResponse:
    request = archive_pb2.DownloadRecordRequest(table_id=table_id)
    return await guest.archive.DownloadRecord(request, metadata=guest.metadata)


async def ratings(guest: Guest, player_id: str = "") -> list[archive_pb2.GameRating]:
    request = archive_pb2.ListRatingsRequest(player_id=player_id)
    return list((await guest.archive.ListRatings(request, metadata=guest.metadata)).ratings)


async def board(guest: Guest, **fields: Any) -> archive_pb2.ListLeaderboardResponse:
    request = archive_pb2.ListLeaderboardRequest(**{"game": NAME, **fields})
    return await guest.archive.ListLeaderboard(request, metadata=guest.metadata)


async def played(*guests: Guest, bot: str = "", host: Guest | None = None, **fields: Any) -> str:
    """A game of one round between these guests, and perhaps a bot, to its end."""
    table = await guests[0].create(len(guests) + bool(bot), **{"options": {"rounds": "1"}, **fields})
    for guest in guests[1:]:
        await guest.join(table.invitation or table.id)
        await guest.ready(table.id)
    if bot:
        await guests[0].add_bot(table.id, bot)
    await guests[0].start(table.id)
    for guest in guests:
        await guest.pick(table.id)
    if host is not None:
        await host.pick(table.id, seat=len(guests))
    return table.id


async def archived(house: House) -> None:
    house.clock.ahead += SETTLING_MILLISECONDS / 1000
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        await archiver.archive()


async def test_a_finished_game_is_summed_up_for_everybody(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    table_id = await played(ada, bea, name="A short one")
    await archived(house)
    game, table = await summary(await house.guest("Stranger"), table_id), await ada.table(table_id)
    assert (game.table_id, game.name, game.named, game.game) == (table_id, "A short one", True, NAME)
    assert dict(game.options) == {"rounds": "1", "unlucky": "off"}
    assert (game.choices, game.rounds, game.rules_version, game.pack_digest) == (2, 1, VERSION, PACK)
    assert (game.private, game.rated) == (False, True)
    assert [seat.score for seat in game.seats] == list(table.scores)
    assert [(seat.who.player.id, seat.who.player.name) for seat in game.seats] == [(ada.id, "Ada"), (bea.id, "Bea")]
    assert game.duration.ToMilliseconds() == game.finished.ToMilliseconds() - game.started.ToMilliseconds() > 0
    assert all((seat.before.mean, seat.before.deviation, seat.before.value) == (1750, 250, 1000) for seat in game.seats)
    assert game.seats[0].after != game.seats[1].after or game.seats[0].score.rank == game.seats[1].score.rank


async def test_records_are_downloaded_before_and_after_archiving_byte_for_byte(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    table_id = await played(ada, bea)
    fresh = await download(bea, table_id)
    assert (await refused(summary(ada, table_id))).reason == "GAME_NOT_ARCHIVED"
    await archived(house)
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        house.clock.ahead += house.settings.retention + 5
        assert await archiver.forget() == 1
    kept = await download(bea, table_id)
    assert kept == fresh
    assert kept.digest == sha256(kept.record).digest()
    assert game_pb2.Record.FromString(kept.record) == await ada.record(table_id)


async def test_only_finished_games_that_one_may_know_of_have_a_past(house):
    ada, bea, stranger = [await house.guest(name) for name in ("Ada", "Bea", "Cal")]
    running, _ = await house.started()
    private = await played(ada, bea, visibility=VISIBILITY_PRIVATE)
    await archived(house)
    for ask in (summary, download):
        assert (await refused(ask(ada, running))).reason == "GAME_NOT_OVER"
        assert (await refused(ask(ada, "b" * 16))).reason == "TABLE_NOT_FOUND"
        assert (await refused(ask(stranger, private))).reason == "TABLE_NOT_FOUND"
    assert (await summary(bea, private)).private
    assert await ids(ada) == await ids(bea, player_id=ada.id) == [private]
    assert await ids(stranger, player_id=ada.id) == []
    assert await ratings(stranger, ada.id) == []
    assert list((await board(stranger)).places) == []
    nobody = Guest(house.channels[0], "no token")
    for call in (history(nobody), ratings(nobody), board(nobody), summary(nobody, private)):
        assert (await refused(call)).reason == "TOKEN_INVALID"


async def test_a_history_is_filtered_and_paged(house):
    ada, bea, cal = [await house.guest(name) for name in ("Ada", "Bea", "Cal")]
    host = house.host()
    async with host.hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        with_bea = await played(ada, bea)
        with_both = await played(cal, ada, bea, options={"rounds": "1", "unlucky": "off"})
        with_bot = await played(ada, bot="random", host=host)
    await archived(house)
    assert await ids(ada) == [with_bot, with_both, with_bea]
    assert await ids(cal, player_id=ada.id) == [with_bot, with_both, with_bea]
    assert await ids(ada, opponents=[bea.id]) == [with_both, with_bea]
    assert await ids(ada, opponents=[bea.id, cal.id]) == [with_both]
    assert await ids(ada, bots=["random"]) == [with_bot]
    appeared = [seat.persona for seat in (await ada.table(with_bot)).seats]
    assert [seat.persona for seat in (await summary(ada, with_bot)).seats] == appeared != ["", ""]
    assert await ids(ada, game=NAME, options={"rounds": "1"}) == [with_bot, with_both, with_bea]
    assert await ids(ada, options={"rounds": "2"}) == await ids(ada, game="jump") == []
    won, lost = await ids(ada, result=WON), await ids(ada, result=LOST)
    assert sorted(won + lost) == sorted([with_bot, with_both, with_bea])
    for table_id in won:
        assert [seat.score.rank for seat in (await summary(ada, table_id)).seats if seat.who.player.id == ada.id] == [1]
    ended = (await summary(ada, with_both)).finished
    assert await ids(ada, finished_from=ended) == [with_bot, with_both]
    assert await ids(ada, finished_before=ended) == [with_bea]
    first = await history(ada, page_size=2)
    rest = await history(ada, page_size=2, page_token=first.next_page_token)
    assert [game.table_id for game in (*first.games, *rest.games)] == [with_bot, with_both, with_bea]
    assert (bool(first.next_page_token), rest.next_page_token) == (True, "")


async def test_equal_ratings_share_a_place_on_one_page_or_several(house):
    one, two, three, four = [await house.guest(name) for name in ("One", "Two", "Three", "Four")]
    today = day_of(int(house.clock() * 1000))
    # Of the same mean and deviation, or of the same value in points; the last one is provisional.
    skills = {one.id: (30.0, 2.0), two.id: (26.0, 2.0001), three.id: (26.0, 2.0), four.id: (40.0, 6.0)}
    with writing(open_engine(read_url(house.settings.archive_url), connections=1)) as connection:
        for who, (mean, deviation) in skills.items():
            row = {"game": NAME, "pool": "two:live", "bot": False, "who": who, "name": who, "games": 20, "won": 0}
            row |= {"vouched": 99.0, "day": today, "season": season_of(today), "opponents": 5}
            connection.execute(insert(RATINGS).values(**row, mean=mean, deviation=deviation))
    whole = [(each.place, each.rating.rating.value) for each in (await board(one)).places]
    assert whole == [(1, 1720), (2, 1600), (2, 1600), (4, 1660)]
    for size in (1, 2, 3):
        pages: list[tuple[int, float]] = []
        token = ""
        while not pages or token:
            page = await board(one, page_size=size, page_token=token)
            pages += [(each.place, each.rating.rating.value) for each in page.places]
            token = page.next_page_token
        assert pages == whole
    for guest, (place, value) in zip((one, two, three, four), whole, strict=True):
        (own,) = await ratings(guest)
        assert (own.place, own.rating.value, own.provisional) == (place, value, guest is four)


async def test_ratings_and_leaderboard_of_people_and_bots(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    host = house.host()
    async with host.hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        tables = [await played(ada, bea, bot="random", host=host) for _ in range(4)]
    await archived(house)
    (own,) = await ratings(ada)
    assert [own] == await ratings(bea, ada.id)
    assert (own.game, own.who.player.id, own.games) == (NAME, ada.id, 4)
    assert own.pool == archive_pb2.RatingPool(game=NAME, seats=MORE, speed=archive_pb2.RATING_SPEED_LIVE)
    ends = [await summary(ada, table_id) for table_id in tables]
    assert own.rating == ends[-1].seats[0].after
    assert own.pool == ends[-1].pool
    assert own.won == sum(game.seats[0].score.rank == 1 for game in ends)
    for earlier, later in pairwise(ends):
        assert [seat.after for seat in earlier.seats] == [seat.before for seat in later.seats]
    people = list((await board(bea, seats=MORE)).places)
    values = [place.rating.rating.value for place in people]
    assert [place.place for place in people] == [1 + sum(other > value for other in values) for value in values]
    assert values == sorted(values, reverse=True)
    assert own in [place.rating for place in people]
    bots = list((await board(bea, seats=MORE, bots=True)).places)
    assert [(place.place, place.rating.who.bot) for place in bots] == [(1, "random")]
    first = await board(bea, seats=MORE, page_size=1)
    second = await board(bea, seats=MORE, page_size=1, page_token=first.next_page_token)
    assert [*first.places, *second.places] == people
    assert second.next_page_token == ""
    assert list((await board(bea)).places) == []


async def test_seasons_that_are_over_can_be_read(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    await played(ada, bea)
    await archived(house)
    now = list((await board(ada)).places)
    assert list((await ada.archive.ListSeasons(archive_pb2.ListSeasonsRequest(), metadata=ada.metadata)).seasons) == []
    this = season_of(day_of(int(house.clock() * 1000)))
    archive = house.lobbies[0].tables._archive
    assert await archive.end_season((first_day(this + 1) + 1) * DAY_MILLISECONDS) == this
    answer = await ada.archive.ListSeasons(archive_pb2.ListSeasonsRequest(), metadata=ada.metadata)
    [season] = answer.seasons
    assert (season.season, season.began.ToSeconds() < season.ended.ToSeconds()) == (season_number(this), True)
    then = list((await board(ada, season=season.season)).places)
    assert [(each.place, each.rating.who, each.rating.games) for each in then] == [
        (each.place, each.rating.who, each.rating.games) for each in now
    ]
    assert list((await board(ada, season=10_011)).places) == []
    for fields in ({"season": 20265}, {"seats": 9}, {"speed": 9}):
        assert (await refused(board(ada, **fields))).reason == "INVALID_FILTER"


async def test_a_game_that_somebody_left_too_early_is_not_rated_and_older_games_get_their_pool(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    early, late = [(await ada.create(2, options={"rounds": "9"})).id for _ in range(2)]
    for table_id, choices in ((early, MIN_CHOICES - 1), (late, MIN_CHOICES)):
        await bea.join(table_id)
        await bea.ready(table_id)
        await ada.start(table_id)
        for guest in (ada, bea) * choices:
            await guest.pick(table_id)
        await bea.resign(table_id)
    await archived(house)
    game = await summary(ada, early)
    assert (game.rated, game.unrated) == (False, tables_pb2.UNRATED_REASON_SHORT)
    before = await summary(ada, late)
    assert (before.rated, before.pool.seats) == (True, archive_pb2.SEATS_KIND_TWO)
    # As an older version has archived it.
    with writing(open_engine(read_url(house.settings.archive_url), connections=1)) as connection:
        connection.execute(update(GAMES).values(pool="", settled=False))
        connection.execute(delete(RATINGS))
    assert await ratings(ada) == []
    assert await house.lobbies[0].tables._archive.settle(9) == 2
    assert await summary(ada, late) == before
    assert [each.games for each in await ratings(ada)] == [1]


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("INVALID_FILTER", {"player_id": "\0"}),
        ("INVALID_FILTER", {"game": "x" * 129}),
        ("INVALID_FILTER", {"options": {"a": "\n"}}),
        ("INVALID_FILTER", {"options": {str(number): "" for number in range(21)}}),
        ("INVALID_FILTER", {"opponents": [str(number) for number in range(9)]}),
        ("INVALID_FILTER", {"bots": ["\x7f"]}),
        ("INVALID_FILTER", {"result": 9}),
        ("INVALID_FILTER", {"finished_from": Timestamp(seconds=2**62)}),
        ("INVALID_PAGE_TOKEN", {"page_token": "%"}),
        ("INVALID_PAGE_TOKEN", {"page_token": "AAAA"}),
        # Longer than any database counts: (2**63, 1).
        ("INVALID_PAGE_TOKEN", {"page_token": "ks-AAAAAAAAAAAE="}),
    ],
)
async def test_questions_that_make_no_sense_are_refused_in_words(house, reason, fields):
    guest = await house.guest()
    assert (await refused(history(guest, **fields))).reason == reason


async def test_leaderboards_are_refused_for_games_and_pages_that_are_none(house):
    guest = await house.guest()
    error = await refused(board(guest, game="chess"))
    assert (error.reason, error.metadata["game"]) == ("UNKNOWN_GAME", "chess")
    # The last two: nobody that a database would take; the place after 2**31, (2**31, 0.0, False, "x", 1).
    for token in ("%", "AAAA", "lQHLAAAAAAAAAADDoQAB", "lc6AAAAAywAAAAAAAAAAwqF4AQ=="):
        assert (await refused(board(guest, page_token=token))).reason == "INVALID_PAGE_TOKEN"
    assert (await refused(ratings(guest, "\0"))).reason == "INVALID_FILTER"
