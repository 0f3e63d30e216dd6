"""The lobby's ports: protocols for a store, rules services and an archive. `adapters` implements them."""

from galaxytables_lobby.ports.archive import Archive
from galaxytables_lobby.ports.deadlines import ClockStore, Due
from galaxytables_lobby.ports.known import KnownSubscribers, KnownTables
from galaxytables_lobby.ports.lobbies import BotOffer, BotStore, HomeStore, OutageStore
from galaxytables_lobby.ports.notices import NoticeStore, SubscribersChange, SubscriberStore
from galaxytables_lobby.ports.operators import OperatorStore
from galaxytables_lobby.ports.pairing import Added, PairingStore, TicketStage, TicketState, WaitingTicket
from galaxytables_lobby.ports.people import PeopleStore, PresenceStore
from galaxytables_lobby.ports.relations import RelationStore
from galaxytables_lobby.ports.rules import Games, Rules
from galaxytables_lobby.ports.store import Store
from galaxytables_lobby.ports.tables import Commit, CommitOutcome, Committed, News, Stored, TableStore
from galaxytables_lobby.ports.tournaments import TournamentStore

__all__ = [
    "Added",
    "Archive",
    "BotOffer",
    "BotStore",
    "ClockStore",
    "Commit",
    "CommitOutcome",
    "Committed",
    "Due",
    "Games",
    "HomeStore",
    "KnownSubscribers",
    "KnownTables",
    "News",
    "NoticeStore",
    "OperatorStore",
    "OutageStore",
    "PairingStore",
    "PeopleStore",
    "PresenceStore",
    "RelationStore",
    "Rules",
    "Store",
    "Stored",
    "SubscriberStore",
    "SubscribersChange",
    "TableStore",
    "TicketStage",
    "TicketState",
    "TournamentStore",
    "WaitingTicket",
]
