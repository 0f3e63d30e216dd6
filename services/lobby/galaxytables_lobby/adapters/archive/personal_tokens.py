"""Personal tokens in the archive's database; each function is part of the caller's transaction.

A token that has ended is kept until it would have expired, so that ending it again does no harm.
"""

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from galaxytables_lobby.adapters.archive.schema import PERSONAL_TOKENS, AnyRow
from galaxytables_lobby.domain.personal_tokens import PersonalToken
from galaxytables_lobby.domain.scopes import TokenScope
from galaxytables_lobby.ids import PlayerId

_C = PERSONAL_TOKENS.c


def add(connection: Connection, token: PersonalToken, digest: bytes, *, now: int, limit: int) -> bool:
    """Store a personal token under the digest of its secret.

    Returns False if its player already has `limit` valid tokens.
    """
    connection.execute(delete(PERSONAL_TOKENS).where(_C.player_id == token.player_id, _C.expires <= now))
    held = select(func.count()).where(_C.player_id == token.player_id, _C.ended == 0)
    if connection.execute(held).scalar_one() >= limit:
        return False
    connection.execute(insert(PERSONAL_TOKENS).values(**_columns(token), digest=digest))
    return True


def of_digest(connection: Connection, digest: bytes) -> PersonalToken | None:
    """Return the personal token whose secret has this digest, or None."""
    row = connection.execute(select(PERSONAL_TOKENS).where(_C.digest == digest)).first()
    return None if row is None else _token(row)


def of_player(connection: Connection, player_id: PlayerId) -> list[PersonalToken]:
    """Return all personal tokens of a player, newest first, including tokens that have ended."""
    theirs = select(PERSONAL_TOKENS).where(_C.player_id == player_id)
    return [_token(row) for row in connection.execute(theirs.order_by(_C.created.desc(), _C.token_id))]


def end(connection: Connection, player_id: PlayerId, token_id: str, *, now: int) -> bool:
    """End a player's personal token, unless it has ended already. Returns whether the player has such a token."""
    theirs = (_C.token_id == token_id) & (_C.player_id == player_id)
    connection.execute(update(PERSONAL_TOKENS).where(theirs, _C.ended == 0).values(ended=now))
    return connection.execute(select(_C.token_id).where(theirs)).first() is not None


def use(connection: Connection, token_id: str, used: int) -> None:
    """Record that a personal token was used at the time `used`, in milliseconds since the epoch."""
    earlier = (_C.token_id == token_id) & (_C.used < used)
    connection.execute(update(PERSONAL_TOKENS).where(earlier).values(used=used))


def rename(connection: Connection, player_id: PlayerId, player_name: str) -> None:
    """Change a player's name in all of the player's personal tokens."""
    theirs = update(PERSONAL_TOKENS).where(_C.player_id == player_id)
    connection.execute(theirs.values(player_name=player_name))


def erase(connection: Connection, player_id: PlayerId) -> None:
    """Delete all personal tokens of a player."""
    connection.execute(delete(PERSONAL_TOKENS).where(_C.player_id == player_id))


def _columns(token: PersonalToken) -> dict[str, Any]:  # values of any column
    values = {name: getattr(token, name) for name in token.__struct_fields__}
    return {**values, "scopes": sum(1 << scope for scope in token.scopes)}


def _token(row: AnyRow) -> PersonalToken:
    values = {name: getattr(row, name) for name in PersonalToken.__struct_fields__}
    scopes = frozenset(scope for scope in TokenScope if row.scopes >> scope & 1)
    return PersonalToken(**{**values, "scopes": scopes})
