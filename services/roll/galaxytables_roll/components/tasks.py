"""The tasks of workers in their phase, and Dictate, as printed on phase tiles and strips (R3.9, R5-R8)."""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from galaxytables_kit import Group
from galaxytables_roll.components.kinds import BUILDING, Kind, Moment
from galaxytables_roll.dice import WorldWord


class Task(Kind, frozen=True, tag=str.lower):
    """Base class of all tasks."""

    moments: ClassVar[frozenset[Moment]]


class Dictate(Task, frozen=True):
    """The player puts a die aside to move workers of other phases (R3.9)."""

    moments = frozenset(("assign",))
    most: int


class Scout(Task, frozen=True):
    """The worker draws tiles (R5.2)."""

    moments = frozenset(("explore",))
    count: int


class Stock(Task, frozen=True):
    """The worker gains credits (R5.4)."""

    moments = frozenset(("explore",))
    amount: int


class Build(Task, frozen=True):
    """The worker works on a tile under construction (R6.1)."""

    moments = BUILDING
    tiles: Group


class Produce(Task, frozen=True):
    """The worker becomes a good of a world, which holds up to `capacity` goods (R7.1)."""

    moments = frozenset(("produce",))
    capacity: int


class Price(Struct, frozen=True):
    """The price of a good, by the colour of its world."""

    colour: WorldWord
    credits: int


class Trade(Task, frozen=True):
    """The worker sells a good (R8.3)."""

    moments = frozenset(("ship",))
    prices: tuple[Price, ...]


class Consume(Task, frozen=True):
    """The worker turns a good into VP.

    There are more VP if the good or the shipper has the colour of the world (R8.4).
    """

    moments = frozenset(("ship",))
    vp: int
    good: int
    shipper: int


AnyTask: TypeAlias = Dictate | Scout | Stock | Build | Produce | Trade | Consume
