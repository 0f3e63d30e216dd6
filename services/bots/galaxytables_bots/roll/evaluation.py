"""Gives workers in each phase of Roll for the Galaxy a value for one seat, in expected VP."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias

PHASES: Mapping[str, int] = {"explore": 0, "develop": 1, "settle": 2, "produce": 3, "ship": 4}
EXPLORE, DEVELOP, SETTLE, PRODUCE, SHIP = range(5)
ANY, SELECTED = "any", "selected"
"""The goals of Reassign powers that do not name phases."""
_PRICES = {"novelty": 3, "rare": 4, "genes": 5, "alien": 6}
_MAX_CREDITS = 10


@dataclass(frozen=True, slots=True)
class Tile:
    """The printed figures of a tile.

    `colour` is empty for a development. `goals` are the phases to which the tile's powers move workers.
    """

    cost: int
    colour: str = ""
    granted: int = 0
    goals: tuple[str, ...] = ()


Tiles: TypeAlias = Callable[[str], Tile]
"""Returns a tile by its component id."""


@dataclass(slots=True)
class Stack:
    """One stack of tiles in the seat's construction zone.

    It has the component ids, the top tile first; the dice on the stack; and the cost of the top tile.
    """

    tiles: Sequence[str]
    dice: int
    cost: int


@dataclass(slots=True)
class Standing:
    """The figures of a table from which the heuristic decides for a seat.

    `workers` counts the workers at each phase, the selecting die included; `wild` counts dice that are not placed yet.
    `goods` are pairs of the colours of world and die, `room` is how many more goods fit, and `drawn` are the sides of
    tiles in hand. `selected` is -1 before a phase is selected. `ending` says that this may be the last or
    second-to-last round.
    """

    seats: int
    round: int
    credits: int
    citizens: int
    workers: Sequence[int]
    selected: int
    wild: int
    developments: Stack
    worlds: Stack
    goods: Sequence[tuple[str, str]]
    room: int
    drawn: Sequence[tuple[str, str]]
    ending: bool


@dataclass(frozen=True)
class Weights:
    """The weights of the evaluation, in VP."""

    needed_credit: float = 0.7
    """A credit for a die that could not be recruited otherwise."""
    spare_credit: float = 0.12
    wanted_tile: float = 1.3
    """A tile drawn while there is too little to build."""
    spare_tile: float = 0.25
    zone_work: float = 7
    """The work, in workers, to have under construction."""
    progress: float = 0.75
    """A worker on a tile that is not completed yet."""
    completion: float = 0.6
    """Completing a tile, besides its cost."""
    new_die: float = 1.6
    """A die from a world, in an early round."""
    good: float = 0.8
    """A good to be shipped later."""
    others: float = 0.3
    """The chance per other player that they select a phase."""
    rounds: float = 13
    """The number of rounds that a game is expected to last."""
    consumed: float = 1.3
    """Consuming a good, without the shipper's colour."""
    matching: float = 1.0
    """A good that matches its world's colour."""
    dear: float = 5
    """The cost from which a tile is abandoned early."""
    early_rounds: float = 5
    """The number of rounds in which tiles are abandoned."""
    small_gain: float = 0.05
    """The minimum gain of a reassigned worker."""
    waiting: float = 0.25
    """What a tile loses per worker that the tiles above it in its stack need."""


USUAL = Weights()


class Evaluation:
    """The values of the options of one prompt for a seat, in VP."""

    def __init__(self, own: Standing, tile: Tiles, weights: Weights) -> None:
        self.own, self.tile, self.weights = own, tile, weights
        self.early = max(0.0, 1 - own.round / weights.rounds)
        self.short = max(0, own.citizens - own.credits)
        self.chance_of_others = 1 - (1 - weights.others) ** max(1, own.seats - 1)
        self._gains: dict[tuple[int, int], float] = {}

    def goals(self, tile: str) -> set[int]:
        """Return the phases to which the Reassign powers of a tile move workers."""
        words = self.tile(tile).goals
        if ANY in words:
            return set(PHASES.values())
        return {self.own.selected if word == SELECTED else PHASES[word] for word in words}

    def credits_worth(self, amount: int, more_citizens: int = 0) -> float:
        """Return how many VP it is worth to gain this many credits."""
        gained = min(amount, _MAX_CREDITS - self.own.credits)
        needed = min(gained, self.short + more_citizens)
        return self.weights.needed_credit * needed + self.weights.spare_credit * (gained - needed)

    def worth(self, counts: Sequence[int], selected: int) -> float:
        """Return the VP expected if the workers are assigned to phases like this.

        The selected phase counts in full, other phases by the chance that they are executed.
        """
        likely, gain = self.chance_of_others, self.gain
        total = 0.0
        for phase, count in enumerate(counts):
            if count > 0:
                total += gain(phase, count) * (1.0 if phase == selected else likely)
        return total

    def gain(self, phase: int, count: int) -> float:
        """Return the VP that this many workers bring in a phase, if the phase is executed."""
        cached = self._gains.get((phase, count))
        if cached is None:
            cached = self._gains[phase, count] = self._gain(phase, count)
        return cached

    def _gain(self, phase: int, count: int) -> float:
        match phase:
            case 0:
                return self._explore(count)
            case 1:
                return self._build(self.own.developments, count)
            case 2:
                return self._build(self.own.worlds, count)
            case 3:
                return self.weights.good * min(count, self.own.room)
            case _:
                return self._ship(count)

    def zone_work(self) -> int:
        """Return how many workers the tiles in the construction zone still need."""
        stacks = self.own.developments, self.own.worlds
        return sum(self.tile(tile).cost for stack in stacks for tile in stack.tiles) - sum(each.dice for each in stacks)

    def tile_worth(self) -> float:
        """Return how many VP it is worth to draw one more tile."""
        missing = self.weights.zone_work - self.zone_work()
        return self.weights.wanted_tile if missing > 0 else self.weights.spare_tile

    def stock_worth(self) -> float:
        """Return how many VP it is worth to do the task Stock."""
        return self.credits_worth(2, 1)

    def _explore(self, count: int) -> float:
        missing = max(0, self.weights.zone_work - self.zone_work())
        scouts = min(count, ceil(missing / 3))
        value = scouts * self.weights.wanted_tile
        return value + (count - scouts) * max(self.stock_worth(), self.weights.spare_tile)

    def _build(self, stack: Stack, count: int) -> float:
        """Return the VP of filling the stack from the top: a started tile counts a little, a completed one in full."""
        value, left = 0.0, count + stack.dice
        lying = stack.dice
        for place, tile in enumerate(stack.tiles):
            cost = stack.cost if place == 0 else self.tile(tile).cost
            used = min(left, cost)
            left -= used
            fresh = max(0, used - lying)
            lying = max(0, lying - used)
            value += fresh * self.weights.progress
            if used < cost:
                break
            value += self.completed_worth(tile)
        return value

    def completed_worth(self, component: str) -> float:
        """Return how many VP it is worth to complete a tile, not counting the work that went into it."""
        tile = self.tile(component)
        bonus = tile.cost * (1 - self.weights.progress) + self.weights.completion
        bonus += self.weights.new_die * tile.granted * self.early
        if tile.colour not in ("", "grey"):
            bonus += self.weights.good * self.early
        return bonus

    def _ship(self, count: int) -> float:
        values = sorted((self.shipment_worth(*good) for good in self.own.goods), reverse=True)
        return sum(values[:count])

    def shipment_worth(self, world: str, good: str) -> float:
        """Return how many VP it is worth to ship a good in the better way: to trade it or to consume it.

        The colour of the shipper does not count.
        """
        return max(self.consume_worth(world, good), self.trade_worth(world))

    def consume_worth(self, world: str, good: str) -> float:
        """Return how many VP it is worth to consume a good, whatever the shipper's colour."""
        return self.weights.consumed + self.weights.matching * (good in (world, "consumption"))

    def trade_worth(self, world: str) -> float:
        """Return how many VP it is worth to trade a good of a world."""
        return self.credits_worth(_PRICES.get(world, 0), 2)
