"""Continues erasures of players that another process has begun."""

from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.tables import Tables


def people_of(connections: Connections) -> People:
    """Return the `People` with which a worker continues erasures of players."""
    store, archive, games, clock = connections.store, connections.archive, connections.games, connections.clock
    renewal = Renewal(store, games, archive)
    capacity = connections.settings.cached_tables
    tables = Tables(store, archive=archive, renewal=renewal, capacity=capacity, clock=clock)
    sanctions, relations = Sanctions(store, clock), Relations(store, archive, clock)
    return People(tables, games, TableAdmin(tables, games), archive, sanctions, relations=relations)
