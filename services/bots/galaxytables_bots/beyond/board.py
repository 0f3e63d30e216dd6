"""Values the exploration board for one seat.

Counted are locations that its fleets control or can reach, and systems that it could soon colonise.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables_bots.beyond.printed import Printed
from galaxytables_bots.beyond.weights import Weights

_FAR = 9

Fleets = Mapping[str, Sequence[int]]
"""Own ships: levels by location."""


class Board:
    """The exploration board, and its value for one seat."""

    def __init__(self, view: beyond_pb2.BeyondView, printed: Printed, seat: int, weights: Weights) -> None:
        self._view, self._seat, self._weights = view, seat, weights
        self.locations = {location.id: location for location in view.locations}
        self.fleets = {location.id: _levels(location, seat) for location in view.locations}
        self._own = {
            location.id for location in view.locations if location.HasField("outpost") and location.outpost.seat == seat
        }
        self._nearest: dict[tuple[str, ...], Mapping[str, int]] = {}
        self._needed = {
            location.id: printed.number(location.system, "strength") if location.system else 0
            for location in view.locations
        }
        self._goals = [
            (
                location.id,
                max([fleet.strength for fleet in location.fleets if fleet.seat != seat], default=0),
                location.id in self._own,
                self._needed[location.id],
                weights.colony + (printed.number(location.system, "vp") if location.system else 0),
            )
            for location in view.locations
            if location.kind == beyond_pb2.LOCATION_KIND_SHIPYARD or location.system
        ]
        """Where it is good to be, with the strength of the strongest rival, whether it is held, the strength that its
        system asks for, and what that is worth."""

    @cached_property
    def now(self) -> float:
        """Return the value of the board with the seat's ships where they stand now."""
        return self.potential(self.fleets)

    @cached_property
    def _distances(self) -> Mapping[str, Mapping[str, int]]:
        return _all_distances(tuple(self.locations), tuple([(lane.start, lane.end) for lane in self._view.lanes]))

    @cached_property
    def ships(self) -> Mapping[str, tuple[str, int]]:
        """Return the seat's ships: location and level by id."""
        return {
            ship.id: (location.id, ship.level)
            for location in self._view.locations
            for fleet in location.fleets
            if fleet.seat == self._seat
            for ship in fleet.ships
        }

    @property
    def held(self) -> int:
        """Return the number of locations where the seat has an outpost."""
        return len(self._own)

    def strength_needed(self, place: str) -> int:
        """Return the strength that is needed to colonise the system of a location; 0 if the location has no system."""
        return self._needed[place]

    def ripe(self) -> list[str]:
        """Return the locations whose systems the seat could colonise now."""
        return [
            place
            for place in self._own
            if self.locations[place].system and sum(self.fleets[place]) >= self.strength_needed(place)
        ]

    def potential(self, fleets: Fleets) -> float:
        """Return the value that the board would have if the seat's ships stood as in `fleets`."""
        weights = self._weights
        total = 0.0
        targets = []
        for place, rivals, held, needed, worth in self._goals:
            levels = fleets.get(place)
            strength = sum(levels) if levels else 0
            if strength > rivals or (held and not strength and not rivals):
                total += weights.outpost
            else:
                targets.append(place)
            if needed and strength:
                total += weights.progress * worth * (min(strength, needed) / needed) ** 2
        return total + self._approach(fleets, targets)

    def _approach(self, fleets: Fleets, targets: Sequence[str]) -> float:
        """Return what the ships' distances from their nearest goals take off the value: 0 or less.

        Goals are the `targets`, and systems where the seat has an outpost.
        """
        away = self._away(tuple(targets))
        if not away:
            return 0.0
        total = 0.0
        for place, levels in fleets.items():
            if levels:
                total -= self._weights.distance * away[place] * len(levels)
        return total

    def _away(self, targets: tuple[str, ...]) -> Mapping[str, int]:
        """Return the distance of each location from its nearest goal (see `_approach`); empty if there is no goal."""
        cached = self._nearest.get(targets)
        if cached is None:
            goals = [*targets, *(place for place in self._own if self._needed[place])]
            cached = self._nearest[targets] = {
                place: min([distances.get(goal, _FAR) for goal in goals])
                for place, distances in self._distances.items()
                if goals
            }
        return cached

    def after_move(self, ship: str, end: str) -> float:
        """Return the value that the board would have after a ship has moved to another location."""
        start, level = self.ships[ship]
        fleets = {place: list(levels) for place, levels in self.fleets.items()}
        fleets[start].remove(level)
        fleets[end].append(level)
        return self.potential(fleets)

    def after_change(self, place: str, gone: int, come: int) -> float:
        """Return the value that the board would have after one of the seat's ships at a location is replaced.

        A ship of level `gone` leaves the location, and a ship of level `come` arrives; 0 means none.
        """
        fleets = {each: list(levels) for each, levels in self.fleets.items()}
        if gone:
            fleets[place].remove(gone)
        if come:
            fleets[place].append(come)
        return self.potential(fleets)

    def gain_of_jump(self, points: int) -> float:
        """Return how much the value of the board rises if the seat spends these points of movement, one at a time."""
        fleets = {place: list(levels) for place, levels in self.fleets.items()}
        start = now = self.now
        for _ in range(points):
            best, move = now, None
            for place, levels in fleets.items():
                for level in set(levels):
                    for end, away in self._distances[place].items():
                        if away == 1:
                            levels.remove(level)
                            fleets[end].append(level)
                            value = self.potential(fleets)
                            fleets[end].remove(level)
                            levels.append(level)
                            if value > best:
                                best, move = value, (place, level, end)
            if move is None:
                break
            place, level, end = move
            fleets[place].remove(level)
            fleets[end].append(level)
            now = best
        return now - start


def _levels(location: beyond_pb2.Location, seat: int) -> list[int]:
    return [ship.level for fleet in location.fleets if fleet.seat == seat for ship in fleet.ships]


@lru_cache(64)
def _all_distances(places: tuple[str, ...], lanes: tuple[tuple[str, str], ...]) -> Mapping[str, Mapping[str, int]]:
    ends: dict[str, list[str]] = {place: [] for place in places}
    for start, end in lanes:
        ends[start].append(end)
        ends[end].append(start)
    return {start: _distances(ends, start) for start in places}


def _distances(ends: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    found, front = {start: 0}, [start]
    for here in front:
        for there in ends[here]:
            if there not in found:
                found[there] = found[here] + 1
                front.append(there)
    return found
