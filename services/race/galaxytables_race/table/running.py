"""Gives the steps of a phase the state of the running phase, or of one seat in it, with its exact type."""

from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from galaxytables_kit import Seat, seated
from galaxytables_race.state.phases import (
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
    """Return the state of the running phase as the given type."""
    del kind
    phase: P = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase


def placers(play: RacePlay) -> Iterator[tuple[Seat, Placer]]:
    """Yield each seat that takes part in Develop or Settle, with its state in that phase."""
    phase: Developing | Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return seated(phase.seats)


def placer(play: RacePlay, seat: Seat) -> Placer:
    """Return a seat's state in Develop or Settle."""
    phase: Developing | Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]


def settlers(play: RacePlay) -> Iterator[tuple[Seat, Settler]]:
    """Yield each seat that takes part in Settle, with its state in that phase."""
    phase: Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return seated(phase.seats)


def settler(play: RacePlay, seat: Seat) -> Settler:
    """Return a seat's state in Settle."""
    phase: Settling = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]


def consumer(play: RacePlay, seat: Seat) -> Consumer:
    """Return a seat's state in Consume."""
    phase: Consuming = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]


def producer(play: RacePlay, seat: Seat) -> Producer:
    """Return a seat's state in Produce."""
    phase: Producing = play.state.phase  # type: ignore[assignment]  # as the caller knows
    return phase.seats[seat]
