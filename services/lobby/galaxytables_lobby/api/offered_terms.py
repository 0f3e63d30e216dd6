"""Checks terms that tables and tournaments have in common against what this platform offers now."""

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.calls import Lobby
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.state import RatingTerms, TimeControl


def offered_rating(lobby: Lobby, given: tables_pb2.RatingTerms.ValueType) -> RatingTerms | None:
    """Return whether a request asks for a rated or a casual game; None if it does not say.

    Raises UNKNOWN_VALUE, FEATURE_OFF.
    """
    terms = requests.rating_terms(given)
    if terms not in (None, RatingTerms.CASUAL):
        lobby.directives.check(Feature.RATED_GAMES)
    return terms


async def offered_control(lobby: Lobby, game: str, message: tables_pb2.TimeControl) -> TimeControl:
    """Check a request's time control, and return it as plain data.

    Raises INVALID_TIME_CONTROL, and UNKNOWN_BOT if nobody offers its successor: the bot that plays on for people who
    leave.
    """
    control = requests.time_control(message)
    if control.successor and control.successor not in await lobby.bots.bots_of(game):
        raise errors.unknown_bot(control.successor, game)
    return control
