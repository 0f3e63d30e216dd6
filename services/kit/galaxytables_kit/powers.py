"""Indexes the powers of a pack, to find quickly which components have a kind of power that works at a moment.

A caller asks for powers by the class of their kind and gets instances of that class. A moment without powers has an
empty index.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar, final

M = TypeVar("M", bound=Hashable)
P = TypeVar("P")
H = TypeVar("H", bound=int)

Power: TypeAlias = Any  # of one of the game's own classes, by which it is looked up; the kit needs nothing of it


@final
class Powers:
    """An index of powers by their kind and by the number of the component that has them."""

    __slots__ = ("_by_kind", "all")

    def __init__(self, held: Iterable[tuple[int, Power]] = ()) -> None:
        self.all: Mapping[int, tuple[Power, ...]]
        """All powers of each holder."""
        # A kind is looked up by its class, and has only powers of that class.
        by_kind: dict[type[Power], dict[int, tuple[Power, ...]]] = {}
        powers: dict[int, tuple[Power, ...]] = {}
        for holder, power in held:
            for holders in (powers, by_kind.setdefault(type(power), {})):
                holders[holder] = (*holders.get(holder, ()), power)
        self._by_kind: Mapping[type[Power], Mapping[int, tuple[Power, ...]]] = by_kind
        self.all = powers

    def of(self, kind: type[P], among: Collection[int]) -> list[P]:
        """Return every power of a kind that these components have, in the order of the components.

        A component that is listed twice counts twice.
        """
        holders = self._by_kind.get(kind)
        if holders is None or holders.keys().isdisjoint(among):
            return []
        return [power for holder in among if holder in holders for power in holders[holder]]

    def holders(self, kind: type[P]) -> Mapping[int, tuple[P, ...]]:
        """Return all components that have a power of a kind, each with its powers of that kind."""
        return self._by_kind.get(kind, {})

    def held(self, kind: type[P], among: Collection[H]) -> Iterator[tuple[H, P]]:
        """Yield every power of a kind that these components have, each with its component."""
        holders = self._by_kind.get(kind)
        if holders is None or holders.keys().isdisjoint(among):
            return iter(())
        return ((holder, power) for holder in among if holder in holders for power in holders[holder])


@final
class ByKind:
    """An index of powers by their kind alone, for example of the powers of one player."""

    __slots__ = ("_by_kind",)

    def __init__(self, powers: Iterable[Power]) -> None:
        self._by_kind: dict[type[Power], list[Power]] = {}
        for power in powers:
            self._by_kind.setdefault(type(power), []).append(power)

    def of(self, kind: type[P]) -> Sequence[P]:
        """Return every power of a kind, in the order in which they were given."""
        powers: Sequence[P] = self._by_kind.get(kind, ())
        return powers


@final
class Moments(dict[M, Powers], Generic[M]):
    """The powers of a pack by the moment at which they work."""

    def __init__(self, held: Iterable[tuple[M, int, Power]]) -> None:
        at: dict[M, list[tuple[int, Power]]] = {}
        for moment, holder, power in held:
            at.setdefault(moment, []).append((holder, power))
        super().__init__({moment: Powers(powers) for moment, powers in at.items()})

    def __missing__(self, moment: M) -> Powers:
        return _NONE


_NONE = Powers()
