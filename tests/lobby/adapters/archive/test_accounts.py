"""Accounts and their ways in, on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine

from galaxytables_lobby.adapters.archive import accounts
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading, writing
from galaxytables_lobby.domain.accounts import Entered, Entry, NewWayIn, Proof, WayInKind
from galaxytables_lobby.ids import PlayerId
from galaxytables_serving import GalaxyError
from tests.lobby.archives import sqlite_archive

ADA, BEA, GUEST = PlayerId("ada"), PlayerId("bea"), PlayerId("guest")
MONTH = 30 * 24 * 3600 * 1000


def proof(subject: str, issuer: str = "https://a.example") -> Proof:
    return Proof(kind=WayInKind.OIDC, issuer=issuer, subject=subject)


def new(subject: str, issuer: str = "https://a.example") -> NewWayIn:
    return NewWayIn(proof=proof(subject, issuer), label="A")


def entry(subject: str, guest: PlayerId | None = None, *, new_id: PlayerId = ADA, now: int = 1_000) -> Entry:
    return Entry(shown=new(subject), guest=guest, name="Ada", new_player_id=new_id, session="s1", now=now)


@contextmanager
def refused(reason: str) -> Iterator[None]:
    with pytest.raises(GalaxyError) as caught:
        yield
    assert caught.value.reason == reason


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request, tmp_path) -> Iterator[Engine]:
    url = sqlite_archive(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres").new_archive()
    engine = open_engine(read_url(url), connections=8)
    yield engine
    engine.dispose()


def enter(engine: Engine, entry: Entry) -> Entered:
    with writing(engine) as connection:
        return accounts.enter(connection, entry)


def test_a_guest_who_signs_in_for_the_first_time_stays_who_they_are(engine):
    entered = enter(engine, entry("1", GUEST))
    assert (entered.player_id, entered.is_new) == (GUEST, True)
    assert entered.merge is not None
    assert entered.merge.is_one
    again = enter(engine, entry("1", now=2_000))
    assert (again.player_id, again.is_new, again.merge) == (GUEST, False, None)
    with reading(engine) as connection:
        account = accounts.account(connection, GUEST)
    assert account is not None
    assert [(each.subject, each.added, each.used) for each in account.ways_in] == [("1", 1_000, 2_000)]


def test_a_guest_who_signs_in_to_an_account_joins_it_once(engine):
    enter(engine, entry("1"))
    entered = enter(engine, entry("1", GUEST))
    assert entered.player_id == ADA
    assert entered.merge is not None
    assert (entered.merge.guest, entered.merge.account) == (GUEST, ADA)
    # The guest is nobody any more: their token makes no account, and joins no other.
    assert enter(engine, entry("1", GUEST)).merge is None
    other = enter(engine, entry("2", GUEST, new_id=BEA))
    assert (other.player_id, other.merge) == (BEA, None)
    with reading(engine) as connection:
        assert [each.guest for each in accounts.merges(connection, 10)] == [GUEST]
        assert accounts.guests_of(connection, ADA) == [GUEST]
        assert accounts.guests_of(connection, BEA) == []


def test_an_account_never_joins_another(engine):
    enter(engine, entry("1"))
    enter(engine, entry("2", new_id=BEA))
    entered = enter(engine, entry("1", BEA))
    assert (entered.player_id, entered.merge) == (ADA, None)


def test_the_same_subject_at_another_issuer_is_somebody_else(engine):
    enter(engine, entry("1"))
    with reading(engine) as connection:
        assert accounts.way_in(connection, proof("1", "https://b.example")) is None
        assert accounts.way_in(connection, proof("1")) is not None


def test_many_who_sign_in_at_once_by_one_way_in_are_one_account(engine):
    ids = [PlayerId(f"player {number}") for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        entered = list(threads.map(lambda new_id: enter(engine, entry("1", new_id=new_id)), ids))
    assert len({each.player_id for each in entered}) == 1
    assert [each.is_new for each in entered].count(True) == 1


def test_a_second_way_in_is_linked_and_unlinked_but_never_the_last(engine):
    enter(engine, entry("1"))
    with writing(engine) as connection:
        linked = accounts.link(connection, ADA, new("2"), 2_000)
        assert accounts.link(connection, ADA, new("2"), 3_000) == linked
    assert enter(engine, entry("2")).player_id == ADA
    with writing(engine) as connection:
        account = accounts.account(connection, ADA)
        assert account is not None
        first, second = (each.number for each in account.ways_in)
        accounts.unlink(connection, ADA, first)
    with refused("LAST_WAY_IN"), writing(engine) as connection:
        accounts.unlink(connection, ADA, second)
    with refused("WAY_IN_NOT_FOUND"), writing(engine) as connection:
        accounts.unlink(connection, ADA, first)


def test_two_who_each_remove_one_of_two_ways_in_at_once_leave_one(engine):
    enter(engine, entry("1"))
    with writing(engine) as connection:
        accounts.link(connection, ADA, new("2"), 2_000)
        account = accounts.account(connection, ADA)
    assert account is not None

    def unlink(number: int) -> str:
        try:
            with writing(engine) as connection:
                accounts.unlink(connection, ADA, number)
        except GalaxyError as error:
            return error.reason
        return ""

    with ThreadPoolExecutor(2) as threads:
        outcomes = list(threads.map(unlink, [each.number for each in account.ways_in]))
    assert sorted(outcomes) == ["", "LAST_WAY_IN"]


def test_a_way_in_of_one_account_is_linked_to_no_other(engine):
    enter(engine, entry("1"))
    enter(engine, entry("2", new_id=BEA))
    with refused("WAY_IN_TAKEN"), writing(engine) as connection:
        accounts.link(connection, ADA, new("2"), 2_000)
    with refused("NO_ACCOUNT"), writing(engine) as connection:
        accounts.link(connection, GUEST, new("3"), 2_000)
    with refused("WAY_IN_NOT_FOUND"), writing(engine) as connection:
        bea = accounts.account(connection, BEA)
        assert bea is not None
        accounts.unlink(connection, ADA, bea.ways_in[0].number)


def test_an_account_has_so_many_ways_in(engine):
    enter(engine, entry("0"))
    with refused("TOO_MANY_WAYS_IN"), writing(engine) as connection:
        for number in range(accounts.MAX_WAYS_IN + 1):
            accounts.link(connection, ADA, new(str(number)), 2_000)


def test_a_name_is_changed_once_in_a_while(engine):
    enter(engine, entry("1"))
    with writing(engine) as connection:
        assert accounts.rename(connection, ADA, "Countess", 5_000, MONTH) == "Ada"
        # Asked again after a lost answer.
        assert accounts.rename(connection, ADA, "Countess", 5_001, MONTH) == "Countess"
    with refused("RENAMED_TOO_SOON"), writing(engine) as connection:
        accounts.rename(connection, ADA, "Ada", 4_999 + MONTH, MONTH)
    with writing(engine) as connection:
        assert accounts.rename(connection, ADA, "Ada", 5_000 + MONTH, MONTH) == "Countess"
    with refused("NO_ACCOUNT"), writing(engine) as connection:
        accounts.rename(connection, GUEST, "Ada", 5_000, MONTH)


def test_a_joining_is_done_in_two_steps_and_then_found_no_more(engine):
    enter(engine, entry("1"))
    merge = enter(engine, entry("1", GUEST)).merge
    assert merge is not None
    with writing(engine) as connection:
        accounts.note_moved(connection, merge.number, 2_000)
        accounts.note_moved(connection, merge.number, 3_000)
        assert [each.moved for each in accounts.merges(connection, 10)] == [2_000]
        accounts.note_done(connection, merge.number, 4_000)
        assert accounts.merges(connection, 10) == []


def test_an_account_that_is_forgotten_leaves_nothing_and_its_way_in_is_free_again(engine):
    enter(engine, entry("1"))
    enter(engine, entry("1", GUEST))
    with writing(engine) as connection:
        accounts.forget(connection, ADA)
        assert accounts.account(connection, ADA) is None
        assert accounts.guests_of(connection, ADA) == []
    assert enter(engine, entry("1", new_id=BEA)).player_id == BEA
