"""The names by which players are found, on SQLite and on a real PostgreSQL."""

import shutil
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, MetaData, insert

from galaxytables_lobby.adapters.archive import accounts, merging, names
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading, writing
from galaxytables_lobby.adapters.archive.migration import _FOLDER
from galaxytables_lobby.adapters.archive.people import erase
from galaxytables_lobby.domain.accounts import Entry, NewWayIn, Proof, WayInKind
from galaxytables_lobby.ids import PlayerId
from tests.lobby.archives import migrate_now, sqlite_archive

ADA, BEA, GUEST = PlayerId("ada"), PlayerId("bea"), PlayerId("guest")


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request, tmp_path) -> Iterator[Engine]:
    url = sqlite_archive(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres").new_archive()
    engine = open_engine(read_url(url), connections=2)
    yield engine
    engine.dispose()


def signs_in(engine: Engine, player_id: PlayerId, name: str) -> None:
    proof = Proof(kind=WayInKind.OIDC, issuer="https://a.example", subject=player_id)
    entry = Entry(
        shown=NewWayIn(proof=proof, label="A"), guest=None, name=name, new_player_id=player_id, session="s", now=1_000
    )
    with writing(engine) as connection:
        accounts.enter(connection, entry)


def found(engine: Engine, beginning: str, limit: int = 20) -> list[tuple[str, str]]:
    with reading(engine) as connection:
        return [(each.id, each.name) for each in names.beginning_with(connection, beginning, limit=limit)]


def plays(engine: Engine, **called: str) -> None:
    with writing(engine) as connection:
        names.note_played(connection, {PlayerId(each): name for each, name in called.items()})


def test_players_are_found_by_how_their_names_begin_whatever_the_case(engine):
    plays(engine, ada="ADAM", bea="Adele", cal="adx", dan="Bad", eve="あだ", zoe="Ad%_")
    assert found(engine, "aDa") == [("ada", "ADAM")]
    assert [each for each, _ in found(engine, "ad")] == ["zoe", "ada", "bea", "cal"]
    assert [each for each, _ in found(engine, "ad", limit=2)] == ["zoe", "ada"]
    assert found(engine, "あ") == [("eve", "あだ")]
    assert found(engine, "Ad%") == [("zoe", "Ad%_")]
    assert found(engine, "zz") == []


def test_a_guest_is_found_by_the_last_name_and_an_account_by_its_own(engine):
    plays(engine, ada="Ada")
    plays(engine, ada="Lovelace")
    assert (found(engine, "ada"), found(engine, "love")) == ([], [("ada", "Lovelace")])
    signs_in(engine, BEA, "Bea")
    plays(engine, bea="Older name")
    assert (found(engine, "older"), found(engine, "bea")) == ([], [("bea", "Bea")])
    with writing(engine) as connection:
        accounts.rename(connection, BEA, "Beatrice", 2_000, 0)
    assert found(engine, "bea") == [("bea", "Beatrice")]


def test_whoever_is_erased_or_has_become_another_is_not_found(engine):
    plays(engine, ada="Ada", guest="Guest")
    signs_in(engine, BEA, "Bea")
    with writing(engine) as connection:
        erase(connection, ADA, PlayerId("nobody"), ["Ada"])
        merging.merge(connection, GUEST, BEA)
        accounts.forget(connection, BEA)
    assert [found(engine, each) for each in ("ada", "gu", "bea")] == [[], [], []]


def test_who_played_or_signed_in_before_there_was_a_search_is_found(tmp_path):
    folder, url = tmp_path / "migrations", f"sqlite:///{tmp_path}/archive.db"
    shutil.copytree(_FOLDER, folder)
    [own] = (folder / "versions").glob("*_player_names.py")
    for path in (folder / "versions").glob("0*.py"):
        if path.name >= own.name:
            path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("galaxytables_lobby.adapters.archive.migration._FOLDER", folder)
        migrate_now(url)
    engine = open_engine(read_url(url), connections=2)
    older = MetaData()
    older.reflect(engine)
    seat: dict[str, object] = {"bot": False, "resigned": False, "rank": 1, "finished": 1, "score": b""}
    game: dict[str, object] = dict.fromkeys(("started", "finished", "rounds", "choices", "rules_version", "version"), 0)
    game |= {"name": "", "game": "jump", "host": "", "private": False, "rated": False, "pack_digest": b""}
    with writing(engine) as connection:
        connection.execute(insert(older.tables["games"]), [game | {"table_id": "t1"}, game | {"table_id": "t2"}])
        names_then = [(1, 0, "ada", "Ada"), (1, 1, "bea", "Bea"), (2, 0, "ada", "Adele"), (2, 1, "gone", "")]
        connection.execute(
            insert(older.tables["seats"]),
            [seat | {"ordinal": o, "number": n, "who": who, "name": name} for o, n, who, name in names_then],
        )
        connection.execute(
            insert(older.tables["accounts"]), [{"player_id": "bea", "name": "BEATRICE", "created": 1, "renamed": 0}]
        )
    migrate_now(url)
    assert [found(engine, each) for each in ("ad", "be", "go")] == [[("ada", "Adele")], [("bea", "BEATRICE")], []]
    engine.dispose()
