"""Homes of tables: which lobby serves which, as clients and gateways are told."""

from galaxytables_lobby.homes.homes import HomeAddress, Homes

__all__ = ["HomeAddress", "Homes"]
