"""Pairs the tickets of those who wait for others, in a worker of the clock."""

from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.pairing.waves import Waves
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.tables import Tables


def waves_of(connections: Connections) -> Waves:
    """Return the `Waves` with which a worker pairs waiting tickets."""
    store, games, clock = connections.store, connections.games, connections.clock
    subscribers = Subscribers(store, clock)
    tables = Tables(
        store,
        renewal=Renewal(store, games),
        capacity=connections.settings.cached_tables,
        clock=clock,
        subscribers=subscribers,
    )
    blocked_among = Relations(store, connections.archive, clock).blocked_among
    return Waves(
        tables, games, Sanctions(store, clock), subscribers, blocked_among, directives=Directives(store, clock)
    )
