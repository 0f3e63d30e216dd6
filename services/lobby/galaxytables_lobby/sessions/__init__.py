"""Sessions: players stay who they are though each of their tokens is good for minutes only."""

from galaxytables_lobby.sessions.session import RefreshToken, Session, Use
from galaxytables_lobby.sessions.sessions import Pair, Sessions, sessions_of
from galaxytables_lobby.sessions.settings import SessionSettings

__all__ = ["Pair", "RefreshToken", "Session", "SessionSettings", "Sessions", "Use", "sessions_of"]
