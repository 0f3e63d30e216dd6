"""Personal tokens: tokens that players make for their programs, with scopes and an expiry."""

import msgspec

from galaxytables_lobby.domain.scopes import TokenScope
from galaxytables_lobby.ids import PlayerId


class PersonalToken(msgspec.Struct, frozen=True, kw_only=True):
    """A personal token, without its secret; times are in milliseconds since the epoch."""

    token_id: str
    player_id: PlayerId
    # The player's name when the token was made, or since their last change of it.
    player_name: str
    name: str
    scopes: frozenset[TokenScope]
    created: int
    expires: int
    # When it was last used, to the hour; 0 if never.
    used: int = 0
    # When the player ended it; 0 if it was not ended.
    ended: int = 0
