"""The archive's database, SQLite or PostgreSQL: connections, transactions one after the other, and its shape.

All writing waits for one lock, so that games have one order, in which they are rated. SQLite has it in `BEGIN
IMMEDIATE`; PostgreSQL gets an advisory lock that ends with the transaction. Reading waits for nobody.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from galaxytables_lobby.adapters.archive.ratings import recompute
from galaxytables_serving import SettingError, StartError

# Seconds to wait for a connection, for a lock, for one statement.
CONNECT_SECONDS, LOCK_SECONDS, STATEMENT_SECONDS = 5, 10, 20

# Any number that other users of the same database do not lock.
_LOCK = 0x67616C6178790001
_IMMEDIATE = "galaxytables_writes"


def checked_url(text: str) -> str:
    """A URL that the archive can lie in, as it was written. Raises `SettingError`."""
    read_url(text)
    return text


def read_url(text: str) -> URL:
    """The database that a URL names. Raises `SettingError`, which never quotes it: it may hold a password."""
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
    """An engine with so many connections at most; nothing is connected yet, no file is made."""
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
    """A transaction that sees one state of the archive, and changes nothing."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is alone in writing; it ends with a commit, or as if nothing had happened."""
    with engine.connect() as connection:
        connection.execution_options(**{_IMMEDIATE: True})
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            yield connection


def _set_sqlite_up(connection: sqlite3.Connection, _: object) -> None:
    # Python's module would begin transactions by itself, and not before tables are made.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(_IMMEDIATE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


_FOLDER = Path(__file__).with_name("migrations")
# Alembic's context belongs to the whole process.
_ONE_AT_A_TIME = threading.Lock()


def migrate(engine: Engine) -> tuple[str | None, str]:
    """Run what is missing; gives the revision before (None: an empty database) and after.

    Raises `OSError` where the folder of a SQLite file cannot be made.
    """
    if engine.dialect.name == "sqlite":
        Path(engine.url.database or "").parent.mkdir(parents=True, exist_ok=True)
    with _ONE_AT_A_TIME:
        scripts = ScriptDirectory(str(_FOLDER))
        newest = scripts.get_current_head() or ""
        known = {script.revision for script in scripts.walk_revisions()}
        with reading(engine) as connection:
            before = _revision(connection)
        if before == newest or (before is not None and before not in known):
            return before, before
        with writing(engine) as connection:
            if engine.dialect.name == "postgresql":
                # However large the archive: a migration may take its time.
                connection.execute(text("SET LOCAL statement_timeout = 0"))
            before = _revision(connection)
            config = Config()
            config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        return before, newest


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def look_after(url: str, *, rate_again: bool) -> str:
    """Migrate the database, and compute all ratings again if asked, in one transaction each; return what was done.

    Raises StartError where the address is wrong or the database does not answer.
    """
    try:
        engine = open_engine(read_url(url), connections=1)
        before, after = migrate(engine)
        if rate_again:
            with writing(engine) as connection:
                rated, changed = recompute(connection)
            done = f"{rated} games rated, {changed} ratings changed"
        else:
            done = f"at revision {after}" if before == after else f"from revision {before or 'none'} to {after}"
        engine.dispose()
    except (SQLAlchemyError, CommandError, OSError) as error:
        # What the database said; the statement and its values are left out.
        raise StartError(f"the archive does not answer: {getattr(error, 'orig', None) or error}") from None
    return done
