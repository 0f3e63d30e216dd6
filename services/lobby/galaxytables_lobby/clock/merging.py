"""Continues merges of guests into accounts that other processes have begun."""

from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.personal_tokens import PersonalTokens
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.revocations import Revocations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.merging import Merges
from galaxytables_lobby.tables import Tables
from galaxytables_serving.settings import read_settings


def merges_of(connections: Connections) -> Merges:
    """Return the `Merges` with which a worker continues merges of guests into accounts."""
    store, archive, clock = connections.store, connections.archive, connections.clock
    # It reads nothing of them: any account may be a subscriber.
    subscribers = Subscribers(store, clock)
    capacity = connections.settings.cached_tables
    tables = Tables(store, archive=archive, capacity=capacity, clock=clock, subscribers=subscribers)
    revocations = Revocations(store, read_settings(SessionSettings), clock)
    accounts = Accounts(archive, store, revocations, PersonalTokens(archive, revocations, clock), clock)
    return Merges(tables, archive, accounts, Sanctions(store, clock), Relations(store, archive, clock))
