"""Migrates the archive's database to the newest schema.

Every process that opens the archive does so; an operator may too.
"""

import threading
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading, writing
from galaxytables_lobby.adapters.archive.ratings import GAMES_AT_ONCE, recompute
from galaxytables_lobby.adapters.archive.settling import settle
from galaxytables_serving import StartError

_FOLDER = Path(__file__).with_name("migrations")
# Alembic's context is global to the process.
_ONE_AT_A_TIME = threading.Lock()


def reach(url: str) -> None:
    """Connect to the database and change nothing. Raises StartError if the address is wrong or no database responds."""
    try:
        engine = open_engine(read_url(url), connections=1)
        with reading(engine) as connection:
            _revision(connection)
        engine.dispose()
    except (SQLAlchemyError, OSError) as error:
        raise StartError(_silence(error)) from None


def _silence(error: Exception) -> str:
    """Return why the archive does not respond: the database's own message, without the statement and its values."""
    return f"the archive does not answer: {getattr(error, 'orig', None) or error}"


def migrate(engine: Engine) -> tuple[str | None, str]:
    """Run the missing migrations. Returns the database's revision before (None if it was empty) and after.

    Raises `OSError` if the folder of a SQLite file cannot be created.
    """
    if engine.dialect.name == "sqlite":
        Path(engine.url.database or "").parent.mkdir(parents=True, exist_ok=True)
    # Each file begins with its revision.
    revisions = {path.stem.partition("_")[0] for path in _FOLDER.glob("versions/[0-9]*.py")}
    newest = max(revisions)
    with _ONE_AT_A_TIME:
        with reading(engine) as connection:
            before = _revision(connection)
        if before == newest or (before is not None and before not in revisions):
            return before, before
        with writing(engine) as connection:
            if engine.dialect.name == "postgresql":
                # A migration may take its time, however large the archive.
                connection.execute(text("SET LOCAL statement_timeout = 0"))
            before = _revision(connection)
            if before != newest:  # another process may have been faster
                _upgrade(connection)
        return before, newest


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _upgrade(connection: Connection) -> None:
    # Most processes find the database up to date, and need not import Alembic, which takes long.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def look_after(url: str, *, rate_again: bool) -> str:
    """Migrate the database and, with `rate_again`, recompute all ratings. Returns a sentence about what was done.

    The migration is one transaction, and the recomputation another.

    Raises StartError if the address is wrong or the database does not respond.
    """
    try:
        engine = open_engine(read_url(url), connections=1)
        before, after = migrate(engine)
        if rate_again:
            with writing(engine) as connection:
                while settle(connection, GAMES_AT_ONCE):
                    pass
                rated, changed = recompute(connection)
            done = f"{rated} games rated, {changed} ratings changed"
        else:
            done = f"at revision {after}" if before == after else f"from revision {before or 'none'} to {after}"
        engine.dispose()
    except (SQLAlchemyError, OSError) as error:
        raise StartError(_silence(error)) from None
    return done
