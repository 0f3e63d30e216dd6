"""People in the archive: finding them by name, and erasing one; each function is part of the caller's transaction.

Whoever is erased stays in finished games as somebody without a name, under an id that says no more than that: what
others have played, and how they were rated for it, stays as it was.
"""

import zlib
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, delete, func, or_, select, update

from services.lobby.archive.entries import Moment
from services.lobby.archive.schema import CONTENTS, GAMES, RATINGS, SEATS
from services.lobby.ids import PlayerId
from services.lobby.table.people import without
from services.lobby.table.state import decode, encode

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Moment)
_GAMES_AT_ONCE = 100


@dataclass(frozen=True)
class ArchivedPerson:
    """Somebody who has played: id, the name at their last game, how many games."""

    id: PlayerId
    name: str
    games: int


def named(connection: Connection, search: str, *, most: int) -> list[ArchivedPerson]:
    """People with a part of whose names, or with whose id, something is searched for; those with most games first."""
    alike = func.lower(SEATS.c.name).contains(search.lower(), autoescape=True)
    rows = connection.execute(
        select(SEATS.c.who, func.count(), func.max(SEATS.c.ordinal))
        .where(SEATS.c.bot.is_(False), or_(SEATS.c.who == search, alike))
        .group_by(SEATS.c.who)
        .order_by(func.count().desc(), SEATS.c.who)
        .limit(most)
    ).all()
    people = []
    for who, games, last in rows:
        name = connection.execute(select(SEATS.c.name).where(SEATS.c.ordinal == last, SEATS.c.who == who)).scalars()
        people.append(ArchivedPerson(PlayerId(who), next(iter(name)), games))
    return people


def erase(connection: Connection, player_id: PlayerId, pseudonym: PlayerId) -> int:
    """Leave somebody whom nobody can tell in the place of a player; gives how many games were changed."""
    seated = select(SEATS.c.ordinal).where(SEATS.c.who == player_id, SEATS.c.bot.is_(False))
    theirs = or_(GAMES.c.ordinal.in_(seated), GAMES.c.host == player_id)
    ordinals = list(connection.execute(select(GAMES.c.ordinal).where(theirs).order_by(GAMES.c.ordinal)).scalars())
    for start in range(0, len(ordinals), _GAMES_AT_ONCE):
        wanted = CONTENTS.c.ordinal.in_(ordinals[start : start + _GAMES_AT_ONCE])
        for row in connection.execute(select(CONTENTS.c.ordinal, CONTENTS.c.moment).where(wanted)).all():
            moment = _DECODER.decode(zlib.decompress(row.moment))
            left = replace(moment, table=encode(without(decode(moment.table), player_id, pseudonym)))
            packed = zlib.compress(_ENCODER.encode(left))
            connection.execute(update(CONTENTS).where(CONTENTS.c.ordinal == row.ordinal).values(moment=packed))
    # The host has given the table its name.
    hosted = update(GAMES).where(GAMES.c.host == player_id)
    connection.execute(hosted.values(host=pseudonym, name=GAMES.c.game))
    sat = update(SEATS).where(SEATS.c.who == player_id, SEATS.c.bot.is_(False))
    connection.execute(sat.values(who=pseudonym, name=""))
    connection.execute(delete(RATINGS).where(RATINGS.c.who == player_id, RATINGS.c.bot.is_(False)))
    return len(ordinals)
