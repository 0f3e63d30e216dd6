"""Scopes: the rights of a personal token, and the right that each call needs."""

from collections.abc import Collection, Mapping
from enum import Enum, IntEnum

from galaxytables_lobby import errors


class TokenScope(IntEnum):
    """The rights that a personal token may have; the numbers are those of `galaxytables.lobby.v1.TokenScope`."""

    READ = 1
    PLAY = 2
    HOST_TABLES = 3
    BOTS = 4


class CallScope(Enum):
    """The scope that a call needs, if it is made with a personal token. Other tokens of players allow every call."""

    # Nothing: the call takes no token, or another one than a player's.
    NONE = "none"
    READ = "read"
    PLAY = "play"
    HOST_TABLES = "host_tables"
    # What no personal token has: the call changes who the player is, or is for hosts of bots.
    SIGN_IN = "sign_in"


_SUFFICIENT: Mapping[CallScope, frozenset[TokenScope]] = {
    CallScope.READ: frozenset({TokenScope.READ}),
    CallScope.PLAY: frozenset({TokenScope.PLAY, TokenScope.BOTS}),
    CallScope.HOST_TABLES: frozenset({TokenScope.HOST_TABLES}),
    CallScope.SIGN_IN: frozenset(),
}


def check_scope(needed: CallScope, held: Collection[TokenScope]) -> None:
    """Raise an error unless a personal token with the scopes `held` may make a call that needs the scope `needed`.

    Raises SCOPE_MISSING, NOT_BY_PERSONAL_TOKEN.
    """
    if needed is CallScope.NONE or not _SUFFICIENT[needed].isdisjoint(held):
        return
    if needed is CallScope.SIGN_IN:
        raise errors.not_by_personal_token()
    raise errors.scope_missing(needed.value)
