"""Ids of tournaments."""

import secrets
from hashlib import sha256

from galaxytables_lobby.ids import PlayerId, TournamentId

_BYTES = 10
_DIGITS = frozenset("0123456789abcdef")


def new_tournament_id() -> TournamentId:
    """Return a random id of a tournament that nobody can guess."""
    return TournamentId(secrets.token_hex(_BYTES))


def tournament_id_of_request(player_id: PlayerId, request_id: str) -> TournamentId:
    """Return the id for the tournament that a player's request creates; a repeated request gets the same id."""
    return TournamentId(sha256(f"tournament\0{player_id}\0{request_id}".encode()).hexdigest()[: 2 * _BYTES])


def is_tournament_id(text: str) -> bool:
    """Return whether a text has the form of a tournament's id."""
    return len(text) == 2 * _BYTES and _DIGITS.issuperset(text)
