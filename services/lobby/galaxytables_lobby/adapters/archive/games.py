"""Adds games to the archive and reads their contents; each function is part of the caller's transaction."""

import zlib
from collections.abc import Sequence

from sqlalchemy import Column, Connection, Select, insert, select, update

from galaxytables_lobby.adapters.archive import names
from galaxytables_lobby.adapters.archive.moments import COMPRESSION_LEVEL, pack_moment, read_moment
from galaxytables_lobby.adapters.archive.schema import CONTENTS, GAMES, OPTIONS, SEATS, AnyRow, row_of
from galaxytables_lobby.adapters.archive.settling import settle
from galaxytables_lobby.domain.archived import ArchivedContents, ArchivedEntry, ArchivingOutcome, Moment
from galaxytables_lobby.ids import PlayerId, TableId

# So many games of an older version are settled with each new one.
_OLDER_AT_ONCE = 50


def add(connection: Connection, entries: Sequence[ArchivedEntry]) -> list[ArchivingOutcome]:
    """Archive and rate games in the order given. Returns what was done with each.

    For a game that is archived already, only its contents are updated. The connection must be in a transaction of
    `writing`. Raises `ValueError` if another game has the same table id.
    """
    rows = select(GAMES.c.table_id, GAMES.c.ordinal, GAMES.c.version, GAMES.c.finished)
    found = connection.execute(rows.where(GAMES.c.table_id.in_([entry.game.table_id for entry in entries])))
    present = {row.table_id: row for row in found}
    _insert(connection, [entry for entry in entries if entry.game.table_id not in present])
    return [
        _renew(connection, present[entry.game.table_id], entry)
        if entry.game.table_id in present
        else ArchivingOutcome.ADDED
        for entry in entries
    ]


def _renew(connection: Connection, present: AnyRow, entry: ArchivedEntry) -> ArchivingOutcome:
    game = entry.game
    if present.finished != game.finished:
        raise ValueError("another game with this table's id is in the archive")
    if present.version >= game.version:
        return ArchivingOutcome.PRESENT
    connection.execute(update(GAMES).where(GAMES.c.ordinal == present.ordinal).values(version=game.version))
    packed = _packed_contents(entry.contents)
    connection.execute(update(CONTENTS).where(CONTENTS.c.ordinal == present.ordinal).values(packed))
    return ArchivingOutcome.UPDATED


def _insert(connection: Connection, entries: Sequence[ArchivedEntry]) -> None:
    """Add new games, with one insert per table of the database for all of them."""
    if not entries:
        return
    into_games = insert(GAMES).returning(GAMES.c.ordinal, sort_by_parameter_order=True)
    ordinals = connection.execute(into_games, [row_of(entry.game, GAMES) for entry in entries]).scalars().all()
    numbered = list(zip(ordinals, entries, strict=True))
    seats = [
        {
            "ordinal": ordinal,
            "number": number,
            "bot": seat.who.bot,
            "who": seat.who.id,
            "name": seat.name,
            "persona": seat.persona,
            "resigned": seat.resigned,
            "rank": seat.rank,
            "finished": entry.game.finished,
            "score": seat.score,
        }
        for ordinal, entry in numbered
        for number, seat in enumerate(entry.game.seats)
    ]
    connection.execute(insert(SEATS), seats)
    people = [seat for entry in entries for seat in entry.game.seats if not seat.who.bot and seat.name]
    names.note_played(connection, {PlayerId(seat.who.id): seat.name for seat in people})
    options = [
        {"ordinal": ordinal, "name": name, "value": value}
        for ordinal, entry in numbered
        for name, value in entry.game.options.items()
    ]
    if options:
        connection.execute(insert(OPTIONS), options)
    contents = [{"ordinal": ordinal, **_packed_contents(entry.contents)} for ordinal, entry in numbered]
    connection.execute(insert(CONTENTS), contents)
    settle(connection, len(entries) + _OLDER_AT_ONCE)


def versions(connection: Connection, table_ids: Sequence[TableId]) -> dict[str, int]:
    """Return, for each of these tables, the version of it that was archived.

    Tables that are not archived are left out.
    """
    rows = connection.execute(select(GAMES.c.table_id, GAMES.c.version).where(GAMES.c.table_id.in_(table_ids)))
    return {row.table_id: row.version for row in rows}


def table_of_invitation(connection: Connection, code: str) -> TableId | None:
    """Return the id of the table with this invitation code, or None."""
    found = connection.execute(select(GAMES.c.table_id).where(GAMES.c.invitation == code)).scalar_one_or_none()
    return None if found is None else TableId(found)


def moment(connection: Connection, table_id: TableId) -> Moment | None:
    """Return a table as it was when it was archived, or None if it is not archived."""
    found = connection.execute(_content(CONTENTS.c.moment, table_id)).scalar_one_or_none()
    return None if found is None else read_moment(found)


def record(connection: Connection, table_id: TableId) -> bytes | None:
    """Return a game's serialized record, or None if the game is not archived."""
    found = connection.execute(_content(CONTENTS.c.record, table_id)).scalar_one_or_none()
    return None if found is None else zlib.decompress(found)


def _packed_contents(contents: ArchivedContents) -> dict[str, bytes]:
    return {"record": zlib.compress(contents.record, COMPRESSION_LEVEL), "moment": pack_moment(contents.moment)}


def _content(column: Column[bytes], table_id: TableId) -> Select[bytes]:
    return select(column).join(GAMES, GAMES.c.ordinal == CONTENTS.c.ordinal).where(GAMES.c.table_id == table_id)
