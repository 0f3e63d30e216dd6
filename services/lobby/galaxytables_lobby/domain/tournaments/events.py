"""Events of a step: what entrants and organisers are notified of."""

import enum
from typing import NamedTuple

from galaxytables_lobby.domain.tournaments.state import EntrantNumber


class EventKind(enum.IntEnum):
    """The kinds of events of a tournament."""

    TERMS_EDITED = 1
    HELPERS_CHANGED = 2
    INVITED = 3
    REGISTERED = 4
    # Put on the waiting list, and given a place from it.
    WAITING = 5
    PROMOTED = 6
    CHECKED_IN = 7
    WITHDREW = 8
    NO_SHOW = 9
    REPLACED = 10
    RETURNED = 11
    STARTED = 12
    ROUND_PAIRED = 13
    # A round that was not started is paired anew.
    ROUND_UNPAIRED = 14
    PAIRINGS_CHANGED = 15
    ROUND_STARTED = 16
    GAME_STARTED = 17
    GAME_OVER = 19
    ADJUDICATED = 20
    ROUND_OVER = 21
    RESULT_CORRECTED = 22
    PAUSED = 23
    RESUMED = 24
    FINISHED = 25
    CANCELLED = 26


NOTIFIED = frozenset({EventKind.TERMS_EDITED, EventKind.PROMOTED, EventKind.CANCELLED})
"""Events that a worker tells entrants of, who may not be here (`domain.tournaments.notices`)."""


class TournamentEvent(NamedTuple):
    """Something that happened in a tournament, with its round and pairing if it has them.

    `entrants` are those whom it concerns; if it is empty, it concerns all.
    """

    kind: EventKind
    entrants: tuple[EntrantNumber, ...] = ()
    round: int = 0
    pairing: int | None = None
    reason: str = ""
