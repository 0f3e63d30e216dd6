"""Games going into the archive, and their contents coming out; each function is part of the caller's transaction."""

import zlib
from collections.abc import Sequence

import msgspec
from sqlalchemy import Column, Connection, Select, insert, select, update

from services.lobby.archive.entries import ArchivedContents, ArchivedGame, ArchivingOutcome, Moment
from services.lobby.archive.ratings import rate_seats
from services.lobby.archive.schema import CONTENTS, GAMES, OPTIONS, SEATS
from services.lobby.ids import TableId

# A third of the work of zlib's own choice, for a fifteenth more bytes.
_LEVEL = 3
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Moment)


def add(connection: Connection, game: ArchivedGame, contents: ArchivedContents) -> ArchivingOutcome:
    """Archive and rate a game, once; a game that is there only gets newer contents. The transaction must write.

    Raises `ValueError` for another game under the id of one that is there: neither may be lost.
    """
    packed = {"record": _packed(contents.record), "moment": _packed(_ENCODER.encode(contents.moment))}
    present = connection.execute(
        select(GAMES.c.ordinal, GAMES.c.version, GAMES.c.finished).where(GAMES.c.table_id == game.table_id)
    ).one_or_none()
    if present is not None:
        if present.finished != game.finished:
            raise ValueError("another game with this table's id is in the archive")
        if present.version >= game.version:
            return ArchivingOutcome.PRESENT
        connection.execute(update(GAMES).where(GAMES.c.ordinal == present.ordinal).values(version=game.version))
        connection.execute(update(CONTENTS).where(CONTENTS.c.ordinal == present.ordinal).values(packed))
        return ArchivingOutcome.UPDATED
    ordinal = connection.execute(insert(GAMES).values(_game_row(game)).returning(GAMES.c.ordinal)).scalar_one()
    seats = [
        {
            "ordinal": ordinal,
            "number": number,
            "bot": seat.who.bot,
            "who": seat.who.id,
            "name": seat.name,
            "resigned": seat.resigned,
            "rank": seat.rank,
            "finished": game.finished,
            "score": seat.score,
        }
        for number, seat in enumerate(game.seats)
    ]
    connection.execute(insert(SEATS), seats)
    if game.options:
        options = [{"ordinal": ordinal, "name": name, "value": value} for name, value in game.options.items()]
        connection.execute(insert(OPTIONS), options)
    connection.execute(insert(CONTENTS).values(ordinal=ordinal, **packed))
    if game.rated:
        rate_seats(connection, game.game, ordinal, [(seat.who, seat.name, seat.rank) for seat in game.seats])
    return ArchivingOutcome.ADDED


def versions(connection: Connection, table_ids: Sequence[TableId]) -> dict[str, int]:
    """The archived versions of those tables that are there."""
    rows = connection.execute(select(GAMES.c.table_id, GAMES.c.version).where(GAMES.c.table_id.in_(table_ids)))
    return {row.table_id: row.version for row in rows}


def table_of_invitation(connection: Connection, code: str) -> TableId | None:
    """The table that an invitation code leads to."""
    found = connection.execute(select(GAMES.c.table_id).where(GAMES.c.invitation == code)).scalar_one_or_none()
    return None if found is None else TableId(found)


def moment(connection: Connection, table_id: TableId) -> Moment | None:
    """All that a table was when it was archived."""
    found = connection.execute(_content(CONTENTS.c.moment, table_id)).scalar_one_or_none()
    return None if found is None else _DECODER.decode(zlib.decompress(found))


def record(connection: Connection, table_id: TableId) -> bytes | None:
    """A game's serialized record."""
    found = connection.execute(_content(CONTENTS.c.record, table_id)).scalar_one_or_none()
    return None if found is None else zlib.decompress(found)


def _packed(content: bytes) -> bytes:
    return zlib.compress(content, _LEVEL)


def _content(column: Column[bytes], table_id: TableId) -> Select[bytes]:
    return select(column).join(GAMES, GAMES.c.ordinal == CONTENTS.c.ordinal).where(GAMES.c.table_id == table_id)


def _game_row(game: ArchivedGame) -> dict[str, object]:
    return {column.name: getattr(game, column.name) for column in GAMES.c if column.name != "ordinal"}
