"""Sessions: players stay who they are though each of their tokens is good for minutes only."""

from services.lobby.sessions.session import RefreshToken, Session, Use
from services.lobby.sessions.sessions import Pair, Sessions, sessions_of
from services.lobby.sessions.settings import SessionSettings

__all__ = ["Pair", "RefreshToken", "Session", "SessionSettings", "Sessions", "Use", "sessions_of"]
