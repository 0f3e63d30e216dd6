"""Bringing the database to the shape that this version of the archive needs.

Any number of processes may do so at once: the first does it in one transaction, the others wait and find it done. A
database that a newer version has migrated is used as it is: migrations only add, until a release says otherwise.
"""

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from galaxytables_lobby.adapters.archive.engine import reading, writing

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
