"""Homes of tables: which lobby serves which, and what lobbies say to each other so that each does its own work only."""

from services.lobby.homes.handshake import PeerKeys
from services.lobby.homes.homes import Homes, Peers
from services.lobby.homes.listeners import Listeners
from services.lobby.homes.visitors import Visitors

__all__ = ["Homes", "Listeners", "PeerKeys", "Peers", "Visitors"]
