"""What operators have done to the archive's database."""

from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, writing
from galaxytables_lobby.adapters.archive.migrating import migrate
from galaxytables_lobby.adapters.archive.ratings import recompute
from galaxytables_serving import StartError


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
