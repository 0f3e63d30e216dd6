"""Shared deals: all tables of a round have the same seed, so all play the same deal (duplicate).

A round's seed comes from the secret seed of the tournament. Its commitment is public as soon as the round is paired,
and the seed itself once the round is over: before that, a player could learn their deal from a table that is ahead.
Tables with a shared deal take no entropy from players, which would make their deals differ.
"""

import hashlib
import hmac

from galaxytables_lobby.domain.tournaments.refusals import WrongStageError
from galaxytables_lobby.domain.tournaments.state import RoundStage, Tournament


def deal_seed(tournament: Tournament, number: int, game: int = 0) -> bytes:
    """Return the secret seed of 32 bytes of a game of a round; games of a match are numbered from 0."""
    return hmac.new(tournament.seed, f"round {number} game {game}".encode(), hashlib.sha256).digest()


def deal_commitment(tournament: Tournament, number: int, game: int = 0) -> bytes:
    """Return the SHA-256 of a deal's seed, which everybody may see."""
    return hashlib.sha256(deal_seed(tournament, number, game)).digest()


def revealed_seed(tournament: Tournament, number: int, game: int = 0) -> bytes:
    """Return the seed of a deal that all tables have finished. Raises `WrongStageError` before that."""
    if tournament.round_numbered(number).stage is not RoundStage.OVER:
        raise WrongStageError(f"round {number} is not over, so its deals stay secret")
    return deal_seed(tournament, number, game)
