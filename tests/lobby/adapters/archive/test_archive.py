"""The archive's database, on SQLite and on a real PostgreSQL."""

import asyncio
import contextlib
import itertools
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import MetaData, delete, event, insert, select, text, update
from sqlalchemy import Pool as ConnectionPool

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading, writing
from galaxytables_lobby.adapters.archive.games import add, versions
from galaxytables_lobby.adapters.archive.migration import _FOLDER
from galaxytables_lobby.adapters.archive.people import erase
from galaxytables_lobby.adapters.archive.ratings import recompute
from galaxytables_lobby.adapters.archive.schema import CONTENTS, GAMES, METADATA, RATINGS, SEATS, row_of
from galaxytables_lobby.domain.archived import (
    ArchivedContents,
    ArchivedEntry,
    ArchivedGame,
    ArchivedSeat,
    ArchivingOutcome,
    HistoryQuery,
    LeaderboardKey,
    LeaderboardQuery,
    Moment,
    Pool,
    Result,
    SeatsKind,
    Speed,
    Who,
)
from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.ratings import DAY_MILLISECONDS, Standing, after_game, first_day, season_of
from galaxytables_lobby.ids import PlayerId
from galaxytables_serving import GalaxyError, SettingError
from tests.lobby.archives import migrate_now, sqlite_archive
from tests.lobby.house import eventually

TOP = Path(__file__).parents[4]
ADA_ID = PlayerId("ada")
ADA, BEA, CAL = (Who(False, name) for name in ("ada", "bea", "cal"))
GREEDY, RANDOM = Who(True, "greedy"), Who(True, "random")
NEWEST = "0007"
_numbers = itertools.count(1)
# Long enough between two games for any two players to play all of them rated.
APART = 4 * DAY_MILLISECONDS


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path) -> str:
    if request.param == "sqlite":
        return sqlite_archive(tmp_path)
    made: str = request.getfixturevalue("postgres").new_archive()
    return made


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request, tmp_path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/archive.db"
    made: str = request.getfixturevalue("postgres").new_database()
    return made


@pytest.fixture
def engine(url):
    opened = open_engine(read_url(url), connections=8)
    yield opened
    opened.dispose()


@contextlib.asynccontextmanager
async def opened(url: str):
    archive = Archive(url)
    try:
        await archive.start()
        yield archive
    finally:
        await archive.close()


@pytest.fixture
async def archive(url):
    async with opened(url) as ready:
        yield ready


def game(*ranking: tuple[Who, int], **fields) -> ArchivedGame:
    number = next(_numbers)
    seats = [
        ArchivedSeat(
            who=who,
            name=who.id.capitalize(),
            persona="tin_otter" if who.bot else "",
            resigned=False,
            rank=rank,
            score=b"s%d" % rank,
        )
        for who, rank in ranking or ((ADA, 1), (BEA, 2))
    ]
    given = {
        "table_id": f"table{number}",
        "version": 9,
        "name": "A table",
        "game": "jump",
        "options": {"expansion": "off"},
        "host": "ada",
        "private": False,
        "rated": True,
        "started": APART * number,
        "finished": APART * number + 500,
        "rounds": 7,
        "choices": 40,
        "rules_version": 2,
        "pack_digest": b"\x00\xff",
        "pool": "two:live" if len(seats) == 2 else "more:live",
        "seats": seats,
        **fields,
    }
    return ArchivedGame(**given)


def contents(words: bytes = b"record") -> ArchivedContents:
    return ArchivedContents(
        words, Moment(b"meta" + words, b"standing", b"position", (StoredEvent(1, b"l", b"payload"),))
    )


async def added(archive: Archive, *games: ArchivedGame) -> None:
    for each in games:
        assert await archive.add([ArchivedEntry(each, contents())]) == [ArchivingOutcome.ADDED]


def run(command: str, url: str) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", "galaxytables_lobby.archive", command]
    return subprocess.run(
        arguments, cwd=TOP, env={"GALAXYTABLES_ARCHIVE_URL": url}, capture_output=True, text=True, check=False
    )


def everything(engine) -> list[list[tuple[object, ...]]]:
    with reading(engine) as connection:
        tables = [select(table).order_by(*table.primary_key.columns) for table in (GAMES, SEATS, RATINGS)]
        return [[tuple(row) for row in connection.execute(query)] for query in tables]


# The database itself


def test_migrations_make_what_the_schema_says(engine):
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        connection.execute(text("DROP INDEX ix_ratings_who_bot"))
        assert [change[0] for change in compare_metadata(MigrationContext.configure(connection), METADATA)] == [
            "add_index"
        ]


def test_several_processes_migrate_at_once_and_one_does_it(empty_url):
    command = [sys.executable, "-m", "galaxytables_lobby.archive", "migrate"]
    environment = {"GALAXYTABLES_ARCHIVE_URL": empty_url}
    started = [
        subprocess.Popen(command, cwd=TOP, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(2)
    ]
    printed = sorted(process.communicate(timeout=60)[0].strip() for process in started)
    assert [process.returncode for process in started] == [0, 0], printed
    assert printed == [f"at revision {NEWEST}", f"from revision none to {NEWEST}"]
    assert migrate_now(empty_url) == (NEWEST, NEWEST)


def test_the_folder_of_a_new_archive_is_made(tmp_path):
    assert migrate_now(f"sqlite:///{tmp_path}/data/here/archive.db") == (None, NEWEST)


def test_a_migration_that_fails_leaves_nothing(empty_url):
    engine = open_engine(read_url(empty_url), connections=1)
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE options (other INTEGER)"))
    with pytest.raises(Exception, match="already exists"):
        migrate_now(empty_url)
    with writing(engine) as connection:
        connection.execute(text("DROP TABLE options"))
    assert migrate_now(empty_url) == (None, NEWEST)
    engine.dispose()


def test_of_older_games_those_are_named_whose_table_is_called_after_nobody_there(empty_url, tmp_path):
    folder = tmp_path / "migrations"
    shutil.copytree(_FOLDER, folder)
    for newer in (folder / "versions").glob("000[4-9]_*.py"):
        newer.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("galaxytables_lobby.adapters.archive.migration._FOLDER", folder)
        assert migrate_now(empty_url) == (None, "0003")
    engine = open_engine(read_url(empty_url), connections=1)
    older = MetaData()
    older.reflect(engine)
    with writing(engine) as connection:
        for ordinal, name in enumerate(("Ada's table", "Friday", "Bea's table", "Cal's table"), 1):
            given = game(name=name)
            row = {**row_of(given, GAMES), "ordinal": ordinal}
            for newer in ("named", "pool", "settled"):
                row.pop(newer)
            connection.execute(insert(older.tables["games"]), row)
            seats = [
                {"ordinal": ordinal, "number": number, "bot": False, "who": seat.who.id, "name": seat.name}
                | {"resigned": False, "rank": seat.rank, "finished": given.finished, "score": seat.score}
                for number, seat in enumerate(given.seats)
            ]
            connection.execute(insert(older.tables["seats"]), seats)
    assert migrate_now(empty_url) == ("0003", NEWEST)
    with reading(engine) as connection:
        named = connection.execute(select(GAMES.c.name).where(GAMES.c.named).order_by(GAMES.c.ordinal)).scalars().all()
        assert named == ["Friday", "Cal's table"]
        assert set(connection.execute(select(SEATS.c.persona)).scalars()) == {""}
    engine.dispose()


async def test_a_database_of_a_newer_version_is_used_as_it_is(url, engine):
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert migrate_now(url) == ("9999", "9999")
    async with opened(url) as archive:
        await added(archive, game())


NEWER = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0099", "{NEWEST}"


def upgrade():
    op.add_column("games", sa.Column("mood", sa.Text, nullable=False, server_default="calm"))
    op.create_index("ix_games_mood", "games", ["mood"])
    op.create_table("notes", sa.Column("ordinal", sa.Integer, primary_key=True))
"""


@pytest.fixture
def next_release(monkeypatch, tmp_path):
    """Says what happens while the migrations are those of a release to come."""

    @contextlib.contextmanager
    def released():
        folder = tmp_path / "migrations"
        if not folder.exists():
            shutil.copytree(_FOLDER, folder)
            (folder / "versions" / "0099_moods.py").write_text(NEWER)
        with monkeypatch.context() as patch:
            patch.setattr("galaxytables_lobby.adapters.archive.migration._FOLDER", folder)
            yield

    return released


async def test_an_archive_is_migrated_forward_and_back_while_games_are_added_and_read(url, engine, next_release):
    running = True
    made: list[ArchivedGame] = []

    async def add_and_read(archive):
        while running:
            one = game()
            assert await archive.add([ArchivedEntry(one, contents())]) == [ArchivingOutcome.ADDED]
            made.append(one)
            assert await archive.record(one.table_id) == b"record"
            count = len(made)
            assert (await archive.ratings(ADA))[0].games >= count

    async def grown():
        count = len(made)
        await eventually(lambda: len(made) > count + 4)

    async with opened(url) as archive:
        at_work = [asyncio.create_task(add_and_read(archive)) for _ in range(2)]
        await grown()
        with next_release():
            assert await asyncio.to_thread(migrate_now, url) == (NEWEST, "0099")
            await grown()
            # The next release beside this one, at the same database.
            async with opened(url) as newer:
                await added(newer, one := game())
                made.append(one)
                await grown()
        # And back: this release begins anew on what the next one left.
        async with opened(url) as again:
            await added(again, one := game())
            made.append(one)
            assert await again.moment(one.table_id) == contents().moment
            await grown()
        running = False
        await asyncio.gather(*at_work)
    with next_release():
        assert migrate_now(url) == ("0099", "0099")
    with reading(engine) as connection:
        assert connection.execute(text("SELECT mood, count(*) FROM games GROUP BY mood")).all() == [("calm", len(made))]
        kept = [table_id for (table_id,) in connection.execute(select(GAMES.c.table_id).order_by(GAMES.c.ordinal))]
        (rated,) = connection.execute(select(RATINGS.c.games).where(RATINGS.c.who == "ada")).one()
    assert sorted(kept) == sorted(each.table_id for each in made)
    assert rated == len(made)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://u:secret@h/d", "secret", "://secret"])
def test_urls_of_no_use_are_refused_and_never_quoted(url):
    with pytest.raises(SettingError) as caught:
        read_url(url)
    assert "GALAXYTABLES_ARCHIVE_URL" in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_while_the_database_is_away_calls_say_so_and_it_is_found_again(tmp_path):
    (tmp_path / "taken").mkdir()
    async with opened(f"sqlite:///{tmp_path}/taken") as archive:
        with pytest.raises(GalaxyError) as caught:
            await archive.versions([])
        assert caught.value.reason == "ARCHIVE_UNAVAILABLE"
        (tmp_path / "taken").rmdir()

        async def back() -> bool:
            with contextlib.suppress(GalaxyError):
                return not await archive.versions(["t"])
            return False

        await eventually(back)


async def test_a_folder_that_cannot_be_made_is_awaited_like_any_other_trouble(tmp_path):
    (tmp_path / "file").touch()
    async with opened(f"sqlite:///{tmp_path}/file/archive.db") as archive:
        with pytest.raises(GalaxyError) as caught:
            await archive.versions([])
        assert caught.value.reason == "ARCHIVE_UNAVAILABLE"


async def test_a_database_that_breaks_later_is_a_matter_of_retrying(archive, engine):
    with writing(engine) as connection:
        connection.execute(text("ALTER TABLE ratings RENAME TO elsewhere"))
    lost = game()
    with pytest.raises(GalaxyError) as caught:
        await archive.add([ArchivedEntry(lost, contents())])
    assert caught.value.reason == "ARCHIVE_UNAVAILABLE"
    assert await archive.versions([lost.table_id]) == {}
    with writing(engine) as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO ratings"))
    assert await archive.add([ArchivedEntry(lost, contents())]) == [ArchivingOutcome.ADDED]


# Games


async def test_what_goes_in_comes_out(archive):
    kept = game((ADA, 1), (GREEDY, 2), options={"b": "1", "a": "ä"}, name="Adas Tisch", named=True)
    await added(archive, kept)
    found = await archive.summary(kept.table_id)
    assert found is not None
    seats = [replace(seat, before=None, after=None) for seat in found.seats]
    assert replace(found, seats=seats, settled=False) == kept
    assert await archive.record(kept.table_id) == b"record"
    assert await archive.moment(kept.table_id) == contents().moment
    assert await archive.summary("other") is await archive.record("other") is await archive.moment("other") is None


async def test_an_invitation_leads_to_its_table(archive):
    private = game(private=True, rated=False, invitation="COME")
    await added(archive, game(), private)
    assert await archive.table_of_invitation("COME") == private.table_id
    assert await archive.table_of_invitation("GO") is None


async def test_a_game_is_added_and_rated_once_however_often_it_comes(archive, engine):
    first, later = game(), game((BEA, 1), (ADA, 2))
    await added(archive, first, later)
    before = everything(engine)
    assert await archive.add([ArchivedEntry(first, contents(b"other"))]) == [ArchivingOutcome.PRESENT]
    assert await archive.record(first.table_id) == b"record"
    assert everything(engine) == before


async def test_something_after_the_end_renews_the_contents_and_nothing_else(archive, engine):
    kept = game()
    await added(archive, kept)
    _, seats, ratings = everything(engine)
    assert await archive.add([ArchivedEntry(replace(kept, version=10), contents(b"newer"))]) == [
        ArchivingOutcome.UPDATED
    ]
    assert await archive.record(kept.table_id) == b"newer"
    assert await archive.versions([kept.table_id, "other"]) == {kept.table_id: 10}
    assert everything(engine)[1:] == [seats, ratings]


@pytest.fixture
def careless_sqlite():
    """SQLite as it is by default; some systems build theirs so that it overwrites what is deleted."""

    def careless(connection: object, _: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.execute("PRAGMA secure_delete=OFF")

    event.listen(ConnectionPool, "connect", careless)
    yield
    event.remove(ConnectionPool, "connect", careless)


@pytest.mark.usefixtures("careless_sqlite")
def test_a_name_that_is_erased_is_nowhere_in_the_file(tmp_path):
    name = "Perpetua Quillfeather"
    engine = open_engine(read_url(sqlite_archive(tmp_path)), connections=1)

    def in_file() -> bool:
        with engine.connect() as connection:
            connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return name.encode() in (tmp_path / "archive.db").read_bytes()

    with writing(engine) as connection:
        for _ in range(20):
            played = game()
            seats = [replace(played.seats[0], name=name), *played.seats[1:]]
            add(connection, [ArchivedEntry(replace(played, seats=seats), contents())])
    assert in_file()
    with writing(engine) as connection:
        # Contents are compressed, and these are no table's.
        connection.execute(delete(CONTENTS))
        erase(connection, ADA_ID, PlayerId("nobody"), [name])
    assert not in_file()
    engine.dispose()


def test_another_game_under_an_id_that_is_taken_is_refused_and_nothing_changes(engine):
    kept = game()
    with writing(engine) as connection:
        add(connection, [ArchivedEntry(kept, contents())])
    before = everything(engine)
    other = ArchivedEntry(replace(kept, version=99, finished=kept.finished + 1), contents(b"other"))
    with pytest.raises(ValueError, match="another game"), writing(engine) as connection:
        add(connection, [ArchivedEntry(game(), contents()), other])
    assert everything(engine) == before


async def test_games_that_come_together_are_what_they_are_one_after_the_other(archive, engine):
    games = [
        game((ADA, 1), (BEA, 2)),
        game((BEA, 1), (ADA, 2), options={}),
        game((ADA, 1), (GREEDY, 2), private=True, rated=False),
    ]
    games.append(game((GREEDY, 1), (BEA, 2), options={"a": "1", "b": "2"}))

    def kept() -> tuple[list[str], list[tuple[object, ...]], list[tuple[object, ...]]]:
        """Games in their order, all that is known of their seats, and ratings."""
        rows, seats, ratings = everything(engine)
        return [str(row[1]) for row in rows], [row[1:] for row in seats], ratings

    await added(archive, *games)
    apart = kept()
    with writing(engine) as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(delete(table))
    entries = [ArchivedEntry(each, contents(each.table_id.encode())) for each in games]
    await archive.add(entries[:1])
    newer = ArchivedEntry(replace(games[0], version=10), contents(b"newer"))
    outcomes = await archive.add([entries[1], newer, *entries[2:]])
    assert outcomes == [ArchivingOutcome.ADDED, ArchivingOutcome.UPDATED, *[ArchivingOutcome.ADDED] * 2]
    assert kept() == apart
    assert await archive.record(games[0].table_id) == b"newer"
    for each in games[1:]:
        assert await archive.record(each.table_id) == each.table_id.encode()
        summary = await archive.summary(each.table_id)
        assert summary is not None
        assert summary.options == each.options


def test_writers_that_race_add_each_game_once_and_rate_all_in_one_order(engine):
    games = [game((ADA, 1 + number % 2), (BEA, 2 - number % 2)) for number in range(12)]

    def put(each: ArchivedGame) -> ArchivingOutcome:
        with writing(engine) as connection:
            return add(connection, [ArchivedEntry(each, contents())])[0]

    with ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(put, games * 3))
    assert outcomes.count(ArchivingOutcome.ADDED) == len(games)
    assert outcomes.count(ArchivingOutcome.PRESENT) == 2 * len(games)
    with reading(engine) as connection:
        assert len(versions(connection, [each.table_id for each in games])) == len(games)
    before = everything(engine)
    with writing(engine) as connection:
        assert recompute(connection) == (len(games), 0)
    assert everything(engine) == before


# Ratings


async def test_ratings_follow_the_model_game_by_game(archive):
    rankings = [(ADA, 1), (BEA, 2), (CAL, 2)], [(ADA, 2), (BEA, 1), (GREEDY, 3)]
    await added(archive, *[game(*ranking, finished=5) for ranking in rankings])
    first: dict[Who, Standing] = after_game(rankings[0], {}, {}, 0)
    second = after_game(rankings[1], first, {ADA: [BEA, CAL], BEA: [ADA, CAL]}, 0)
    (ada,) = await archive.ratings(ADA)
    assert (ada.skill, ada.games, ada.won, ada.name) == (second[ADA].skill, 2, 1, "Ada")
    (greedy,) = await archive.ratings(GREEDY)
    assert (greedy.skill, greedy.games, greedy.won) == (second[GREEDY].skill, 1, 0)
    (latest, _) = await archive.history(HistoryQuery(player=ADA_ID, asker=ADA_ID))
    assert (latest.game.seats[0].before, latest.game.seats[0].after) == (first[ADA].skill, second[ADA].skill)


async def test_each_pool_has_ratings_of_its_own(archive):
    await added(archive, game(), game((ADA, 2), (BEA, 1), (CAL, 3)), game(pool="two:slow"), game(pool="two:slow"))
    parts = [(each.pool.part, each.games, each.won) for each in await archive.ratings(ADA)]
    assert parts == [("two:slow", 2, 2), ("two:live", 1, 1), ("more:live", 1, 0)]


async def test_the_same_pair_counts_ten_times_in_thirty_days_whoever_else_sits_there(archive):
    often = [game((ADA, 1), (BEA, 2), finished=DAY_MILLISECONDS * day) for day in range(100, 111)]
    others = game((ADA, 1), (CAL, 2), finished=DAY_MILLISECONDS * 110)
    later = game((ADA, 1), (BEA, 2), finished=DAY_MILLISECONDS * 130)
    elsewhere = game((ADA, 1), (BEA, 2), finished=DAY_MILLISECONDS * 110, pool="two:slow")
    bots = [game((GREEDY, 1), (RANDOM, 2), finished=DAY_MILLISECONDS * 110) for _ in range(12)]
    await added(archive, *often, others, elsewhere, *bots, later)
    counted = {}
    for each in (*often, others, elsewhere, *bots, later):
        found = await archive.summary(each.table_id)
        assert found is not None
        counted[each.table_id] = found.rated
        if not found.rated:
            assert (found.unrated, found.seats[0].after) == (tables_pb2.UNRATED_REASON_REPEATED, None)
    assert [each for each, rated in counted.items() if not rated] == [often[-1].table_id]
    (slow, live) = await archive.ratings(ADA)
    assert (slow.games, live.games) == (1, 12)


async def test_who_met_five_people_in_many_games_is_no_longer_provisional_and_comes_first(archive):
    people = [Who(False, f"p{number}") for number in range(5)]
    await added(archive, *[game((ADA, 1), (people[number % 4], 2), finished=5) for number in range(12)])
    await added(
        archive,
        *[game((BEA, 2), (each, 1), finished=5) for each in people * 4],
    )
    (ada,), (bea,) = await archive.ratings(ADA), await archive.ratings(BEA)
    assert (ada.games, ada.provisional, ada.skill.value > bea.skill.value) == (12, True, True)
    assert (bea.games, bea.provisional, bea.place) == (20, False, 1)
    first, second = (await archive.leaderboard(board()))[:2]
    assert (first.who, second.who, ada.place) == (BEA, ADA, 2)
    (away,) = await archive.ratings(BEA, day=400)
    assert (away.provisional, away.skill.deviation > bea.skill.deviation) == (True, True)


async def test_places_count_what_is_shown_as_the_leaderboard_does(archive):
    people = [Who(False, f"p{number}") for number in range(6)]
    random = Random(3)
    for _ in range(60):
        await added(archive, game(*zip(random.sample(people, 2), (1, 2), strict=True), finished=5))
    listed = await archive.leaderboard(board(day=40))
    for each in listed:
        (own,) = await archive.ratings(each.who, day=40)
        ahead = [
            other
            for other in listed
            if (other.provisional, -other.skill.shown_value) < (own.provisional, -own.skill.shown_value)
        ]
        assert (own.skill, own.place) == (each.skill, 1 + len(ahead))


async def test_a_season_ends_with_standings_that_stay(archive, engine):
    begin = first_day(season_of(90)) * DAY_MILLISECONDS
    played = [game((ADA, 1), (BEA, 2), finished=begin + number) for number in range(3)]
    bots = game((GREEDY, 1), (RANDOM, 2), finished=begin)
    end = first_day(season_of(90) + 1) * DAY_MILLISECONDS
    await added(archive, *played, bots, game((CAL, 1), (BEA, 2), finished=end + 1))
    assert await archive.end_season(end) is None
    assert await archive.end_season(end + DAY_MILLISECONDS) == season_of(90)
    assert await archive.end_season(end + DAY_MILLISECONDS) is None
    assert await archive.seasons() == [season_of(90)]
    standings = await archive.leaderboard(board(season=season_of(90)))
    assert [(each.who, each.games, each.won) for each in standings] == [(ADA, 3, 3), (BEA, 3, 0)]
    last = await archive.summary(played[-1].table_id)
    assert last is not None
    assert last.seats[0].after is not None
    assert standings[0].skill.mean == last.seats[0].after.mean
    assert standings[0].skill.deviation > last.seats[0].after.deviation
    assert [each.who for each in await archive.leaderboard(board(season=season_of(90), bots=True))] == [GREEDY, RANDOM]
    (after,) = await archive.leaderboard(board(season=season_of(90), after=key(standings[0])))
    assert after == standings[1]
    await archive.void_game(played[0].table_id)
    assert await archive.leaderboard(board(season=season_of(90))) == standings
    assert [season for season, _ in await archive.standings(BEA)] == [season_of(90)]
    with writing(engine) as connection:
        # Those here are no table's.
        connection.execute(delete(CONTENTS))
        erase(connection, PlayerId("bea"), PlayerId("erased-1"), ["Bea"])
    assert [each.who for each in await archive.leaderboard(board(season=season_of(90)))] == [ADA]


async def test_ratings_go_on_with_widened_certainty(archive):
    people = [Who(False, f"p{number}") for number in range(20)]
    await added(archive, *[game((ADA, 1 + n % 2), (each, 2 - n % 2), finished=5) for n, each in enumerate(people)])
    (then,), (month,) = await archive.ratings(ADA), await archive.ratings(ADA, day=31)
    (season,) = await archive.ratings(ADA, day=90)
    assert month.skill.deviation == pytest.approx(then.skill.deviation + 0.02)
    assert season.skill.deviation == pytest.approx(then.skill.deviation + 0.02 * 60 + 0.5)
    assert season.skill.mean == then.skill.mean
    await added(archive, game(finished=90 * DAY_MILLISECONDS))
    (latest,) = await archive.history(HistoryQuery(player=ADA_ID, asker=ADA_ID, limit=1))
    assert latest.game.seats[0].before == season.skill


async def test_games_of_an_older_version_are_settled_before_newer_ones(archive, engine):
    games = [game((ADA, 1), (BEA, 2)), game((BEA, 1), (ADA, 2)), game(), game((CAL, 1), (ADA, 2))]
    await added(archive, *games)
    before = everything(engine)
    with writing(engine) as connection:
        connection.execute(update(GAMES).where(GAMES.c.ordinal > 1).values(settled=False))
        connection.execute(update(SEATS).where(SEATS.c.ordinal > 1).values(mean_after=None))
        connection.execute(delete(RATINGS))
        recompute(connection)
    assert everything(engine) != before
    assert await archive.settle(2) == 2
    assert await archive.settle(2) == 1
    assert await archive.settle(2) == 0
    assert everything(engine) == before


async def test_games_that_are_not_rated_do_not_count_and_say_why(archive):
    reason = tables_pb2.UNRATED_REASON_PRIVATE
    await added(archive, game(private=True, rated=False, unrated=reason), game((GREEDY, 1), (GREEDY, 2), rated=False))
    assert await archive.ratings(ADA) == await archive.ratings(GREEDY) == []
    (found,) = await archive.history(HistoryQuery(player=ADA_ID, asker=ADA_ID))
    assert (found.game.rated, found.game.unrated) == (False, reason)
    assert found.game.seats[0].after is None


async def test_each_game_has_ratings_of_its_own(archive):
    await added(archive, game(game="race"), game(game="jump"), game((ADA, 2), (BEA, 1), game="roll"))
    assert [(each.pool.game, each.won) for each in await archive.ratings(ADA)] == [
        ("jump", 1),
        ("race", 1),
        ("roll", 0),
    ]


async def test_recomputing_gives_the_same_numbers_and_repairs_others(archive, engine, url):
    random = Random(7)
    for _ in range(60):
        players = random.sample([ADA, BEA, CAL, GREEDY, RANDOM], random.randint(2, 4))
        ranks = [random.randint(1, 3) for _ in players]
        await added(archive, game(*zip(players, ranks, strict=True), game=random.choice(["jump", "race"])))
    before = everything(engine)
    with writing(engine) as connection:
        assert recompute(connection) == (60, 0)
    assert everything(engine) == before
    with writing(engine) as connection:
        connection.execute(
            update(RATINGS)
            .where(RATINGS.c.who == "ada", RATINGS.c.game == "jump", RATINGS.c.pool == "two:live")
            .values(mean=99.0)
        )
        connection.execute(update(SEATS).where(SEATS.c.who == "bea").values(mean_after=None))
    done = await asyncio.to_thread(run, "recompute", url)
    assert done.stdout == "60 games rated, 1 ratings changed\n"
    assert everything(engine) == before


def test_a_command_that_fails_says_why_in_one_line(tmp_path):
    failed = run("migrate", f"sqlite:///{tmp_path}")
    assert (failed.returncode, failed.stderr) == (2, "the archive does not answer: unable to open database file\n")


def board(**fields) -> LeaderboardQuery:
    return LeaderboardQuery(Pool("jump", SeatsKind.TWO, Speed.LIVE), **{"day": 0, "limit": 9, **fields})


def key(rating) -> LeaderboardKey:
    return LeaderboardKey(rating.provisional, rating.skill.value, rating.who)


async def test_a_leaderboard_is_paged_by_value_people_and_bots_apart(archive):
    await added(archive, *[game(*pair, finished=5) for pair in ([(ADA, 1), (BEA, 2)], [(CAL, 1), (GREEDY, 2)])])
    people = await archive.leaderboard(board())
    assert [each.who for each in people] == [ADA, CAL, BEA]
    assert [each.who for each in await archive.leaderboard(board(bots=True))] == [GREEDY]
    after, paged = None, []
    while page := await archive.leaderboard(board(after=after, limit=1)):
        paged += page
        after = key(page[-1])
    assert paged == people
    assert await archive.leaderboard(board()._replace(pool=Pool("none", SeatsKind.TWO, Speed.LIVE))) == []


# Histories


async def ids(archive: Archive, player: str = "ada", asker: str = "ada", **fields) -> list[str]:
    found = await archive.history(HistoryQuery(player=PlayerId(player), asker=PlayerId(asker), **fields))
    return [each.game.table_id for each in found]


async def test_a_history_is_filtered_by_everything_at_once_or_by_one(archive):
    plain = game((ADA, 1), (BEA, 2))
    lost = game((ADA, 2), (CAL, 1), options={"expansion": "on", "length": "long"})
    bots = game((ADA, 1), (BEA, 1), (GREEDY, 3), game="race")
    other = game((BEA, 1), (CAL, 2))
    await added(archive, plain, lost, bots, other)
    assert await ids(archive) == [bots.table_id, lost.table_id, plain.table_id]
    for fields, expected in (
        ({"game": "race"}, [bots]),
        ({"options": {"expansion": "off"}}, [bots, plain]),
        ({"options": {"expansion": "on", "length": "long"}}, [lost]),
        ({"options": {"expansion": "on", "length": "short"}}, []),
        ({"others": [BEA]}, [bots, plain]),
        ({"others": [BEA, GREEDY]}, [bots]),
        ({"others": [Who(True, "bea")]}, []),
        ({"result": Result.WON}, [bots, plain]),
        ({"result": Result.LOST}, [lost]),
        ({"finished_from": lost.finished}, [bots, lost]),
        ({"finished_before": lost.finished}, [plain]),
        ({"finished_from": lost.finished, "finished_before": bots.finished, "result": Result.LOST}, [lost]),
        ({"player": "bea", "asker": "x", "game": "jump"}, [other, plain]),
    ):
        assert await ids(archive, **fields) == [each.table_id for each in expected], fields


async def test_a_history_is_paged_without_loss_even_where_games_end_at_once(archive):
    games = [game(finished=5_000 + number // 3) for number in range(10)]
    await added(archive, *games)
    seen, before = [], None
    while page := await archive.history(HistoryQuery(player=ADA_ID, asker=ADA_ID, before=before, limit=2)):
        seen += [each.game.table_id for each in page]
        before = page[-1].game.finished, page[-1].ordinal
    assert seen == [each.table_id for each in reversed(games)]


async def test_private_games_are_for_those_who_were_there(archive):
    private = game((ADA, 1), (BEA, 2), private=True, rated=False, host="dan")
    await added(archive, private)
    for asker, shown in (("ada", True), ("bea", True), ("dan", True), ("cal", False)):
        assert (await ids(archive, player="ada", asker=asker) == [private.table_id]) == shown, asker


async def test_too_many_calls_at_once_are_refused_rather_than_kept(archive, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.adapters.archive.archive.MAX_CALLS", 3)
    answers = await asyncio.gather(*[archive.versions(["t"]) for _ in range(9)], return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, GalaxyError)]
    assert len(refused) == 6
    assert await archive.versions(["t"]) == {}
