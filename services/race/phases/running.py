"""What the running phase keeps, for those who act in it."""

from typing import TypeVar

from msgspec import Struct

from services.race.phases.state import (
    Consumer,
    Consuming,
    Developing,
    Placer,
    Producer,
    Producing,
    Settler,
    Settling,
)
from services.race.table import RacePlay

P = TypeVar("P", bound=Struct)


def running(play: RacePlay, kind: type[P]) -> P:
    """The running phase, which is of a kind."""
    phase = play.state.phase
    assert isinstance(phase, kind)  # noqa: S101 - its steps come only while it runs
    return phase


def placers(play: RacePlay) -> "enumerate[Placer]":
    """All seats in Develop or Settle."""
    phase = play.state.phase
    assert isinstance(phase, (Developing, Settling))  # noqa: S101 - nobody else places cards
    return enumerate(phase.seats)


def placer(play: RacePlay, seat: int) -> Placer:
    """A seat in Develop or Settle."""
    phase = play.state.phase
    assert isinstance(phase, (Developing, Settling))  # noqa: S101 - nobody else places cards
    return phase.seats[seat]


def settlers(play: RacePlay) -> "enumerate[Settler]":
    """All seats in Settle."""
    return enumerate(running(play, Settling).seats)


def settler(play: RacePlay, seat: int) -> Settler:
    """A seat in Settle."""
    phase = play.state.phase
    assert isinstance(phase, Settling)  # noqa: S101 - nobody else settles
    return phase.seats[seat]


def consumer(play: RacePlay, seat: int) -> Consumer:
    """A seat in Consume."""
    phase = play.state.phase
    assert isinstance(phase, Consuming)  # noqa: S101 - nobody else consumes
    return phase.seats[seat]


def producer(play: RacePlay, seat: int) -> Producer:
    """A seat in Produce."""
    phase = play.state.phase
    assert isinstance(phase, Producing)  # noqa: S101 - nobody else produces
    return phase.seats[seat]
