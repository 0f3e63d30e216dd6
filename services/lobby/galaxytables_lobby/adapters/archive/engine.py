"""Opens the archive's database, SQLite or PostgreSQL, and makes sure that only one transaction writes at a time.

All writes take one lock, so that games have a definite order, in which they are rated. In SQLite that lock is `BEGIN
IMMEDIATE`; in PostgreSQL it is an advisory lock that ends with the transaction. Reads take no lock.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError

from galaxytables_serving import SettingError

# Seconds to wait for a connection, for a lock, and for one statement.
CONNECT_SECONDS, LOCK_SECONDS, STATEMENT_SECONDS = 5, 10, 20

# An arbitrary number that other users of the same database do not lock.
_LOCK = 0x67616C6178790001
_IMMEDIATE = "galaxytables_writes"


def checked_url(text: str) -> str:
    """Return a URL unchanged if the archive can use it. Raises `SettingError`."""
    read_url(text)
    return text


def read_url(text: str) -> URL:
    """Parse a database URL. Raises `SettingError`, which never quotes the URL: it may contain a password."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise SettingError(f"GALAXYTABLES_ARCHIVE_URL: not a database URL; {_EXAMPLE}.") from None
    backend = url.get_backend_name()
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise SettingError(f"GALAXYTABLES_ARCHIVE_URL: an archive in memory would be lost; {_EXAMPLE}.")
        return url.set(drivername="sqlite")
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise SettingError(f"GALAXYTABLES_ARCHIVE_URL: {backend!r} is no database that can hold the archive; {_EXAMPLE}.")


_EXAMPLE = "for example sqlite:////var/lib/galaxytables/archive.db or postgresql://user:password@host/galaxytables"


def open_engine(url: URL, *, connections: int) -> Engine:
    """Return an engine with at most `connections` connections. It does not connect yet, and creates no file yet."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url,
            pool_size=connections,
            max_overflow=0,
            connect_args={"timeout": LOCK_SECONDS, "check_same_thread": False},
            hide_parameters=True,
        )
        event.listen(engine, "connect", _set_sqlite_up)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    milliseconds = {"lock_timeout": LOCK_SECONDS * 1000, "statement_timeout": STATEMENT_SECONDS * 1000}
    options = " ".join(f"-c {name}={value}" for name, value in milliseconds.items())
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "options": options,
            "application_name": "galaxytables-archive",
        },
        hide_parameters=True,
    )


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Run a transaction that only reads, and sees the archive in one unchanging state."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Run a transaction that writes, while no other does. It is committed at the end, or rolled back after an error."""
    with engine.connect() as connection:
        connection.execution_options(**{_IMMEDIATE: True})
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            yield connection


def _set_sqlite_up(connection: sqlite3.Connection, _: object) -> None:
    # Python's module would begin transactions itself, and not around DDL.
    connection.isolation_level = None
    # `secure_delete` overwrites what is deleted, so that an erased name does not stay in free pages of the file.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(_IMMEDIATE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
