"""Drives tournaments, in a worker of the clock."""

from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.play.tournaments.driver import Driver
from galaxytables_lobby.play.tournaments.game_tables import GameTables
from galaxytables_lobby.tables import Tables


def driver_of(connections: Connections) -> Driver:
    """Return the driver of all tournaments, for a worker with these connections."""
    store, games, clock = connections.store, connections.games, connections.clock
    subscribers = Subscribers(store, clock)
    tables = Tables(
        store,
        renewal=Renewal(store, games),
        capacity=connections.settings.cached_tables,
        clock=clock,
        subscribers=subscribers,
    )
    return Driver(
        tables,
        games,
        GameTables(tables, games, connections.archive),
        sanctions=Sanctions(store, clock),
        directives=Directives(store, clock),
        subscribers=subscribers,
    )
