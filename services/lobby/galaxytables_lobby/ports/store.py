"""All that lobbies share."""

from collections.abc import Callable
from typing import Protocol

from galaxytables_lobby.ports.deadlines import ClockStore
from galaxytables_lobby.ports.lobbies import BotStore, HomeStore, OutageStore
from galaxytables_lobby.ports.notices import NoticeStore, SubscriberStore
from galaxytables_lobby.ports.operators import OperatorStore
from galaxytables_lobby.ports.pairing import PairingStore
from galaxytables_lobby.ports.people import PeopleStore, PresenceStore
from galaxytables_lobby.ports.relations import RelationStore
from galaxytables_lobby.ports.tables import TableStore
from galaxytables_lobby.ports.tournaments import TournamentStore


class Store(
    TableStore,
    OutageStore,
    BotStore,
    HomeStore,
    PresenceStore,
    PeopleStore,
    RelationStore,
    ClockStore,
    NoticeStore,
    SubscriberStore,
    OperatorStore,
    PairingStore,
    TournamentStore,
    Protocol,
):
    """Everything that lobbies share; `adapters/redis` implements it. Every method may raise STORE_UNAVAILABLE."""

    @property
    def origin(self) -> bytes:
        """Return the name of this process in the store, which no other process has."""

    @property
    def clock(self) -> Callable[[], float]:
        """Return the clock for deadlines, leases and outages, in seconds since the epoch."""
