"""What the running phase keeps, for those who act in it: its steps come only while it runs, so its kind is known."""

from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from galaxytables_kit import Seat, seated
from galaxytables_race.phases.state import (
    Consumer,
    Consuming,
    Developing,
    Placer,
    Producer,
    Producing,
    Settler,
    Settling,
)
from galaxytables_race.table import RacePlay

P = TypeVar("P", bound=Struct)


def running(play: RacePlay, kind: type[P]) -> P:
    """The running phase, which is of a kind."""
    del kind
    phase: P = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase


def placers(play: RacePlay) -> Iterator[tuple[Seat, Placer]]:
    """All seats in Develop or Settle."""
    phase: Developing | Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return seated(phase.seats)


def placer(play: RacePlay, seat: Seat) -> Placer:
    """A seat in Develop or Settle."""
    phase: Developing | Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]


def settlers(play: RacePlay) -> Iterator[tuple[Seat, Settler]]:
    """All seats in Settle."""
    phase: Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return seated(phase.seats)


def settler(play: RacePlay, seat: Seat) -> Settler:
    """A seat in Settle."""
    phase: Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]


def consumer(play: RacePlay, seat: Seat) -> Consumer:
    """A seat in Consume."""
    phase: Consuming = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]


def producer(play: RacePlay, seat: Seat) -> Producer:
    """A seat in Produce."""
    phase: Producing = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]
