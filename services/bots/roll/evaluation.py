"""What workers at each phase are worth to one seat of Roll for the Galaxy, in expected VP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galaxy.roll.v1 import roll_pb2
from galaxy.rules.v1 import rules_pb2
from services.bots.strategy import Catalogue

PHASES: Mapping[str, int] = {"explore": 0, "develop": 1, "settle": 2, "produce": 3, "ship": 4}
EXPLORE, DEVELOP, SETTLE, PRODUCE, SHIP = range(5)
_PRICES = {"novelty": 3, "rare": 4, "genes": 5, "alien": 6}
_COLOURS: Mapping[int, str] = {
    roll_pb2.DIE_COLOUR_HOME: "home",
    roll_pb2.DIE_COLOUR_MILITARY: "military",
    roll_pb2.DIE_COLOUR_CONSUMPTION: "consumption",
    roll_pb2.DIE_COLOUR_NOVELTY: "novelty",
    roll_pb2.DIE_COLOUR_RARE: "rare",
    roll_pb2.DIE_COLOUR_GENES: "genes",
    roll_pb2.DIE_COLOUR_ALIEN: "alien",
}
_ENDING_TILES = 12
_MOST_CREDITS = 10


@dataclass(frozen=True)
class Weights:
    """What the bot believes, in VP."""

    needed_credit: float = 0.7
    """A credit for a die that could not be recruited otherwise."""
    spare_credit: float = 0.12
    wanted_tile: float = 1.3
    """A tile drawn while there is too little to build."""
    spare_tile: float = 0.25
    zone_work: int = 7
    """Workers' worth of tiles to have under construction."""
    progress: float = 0.75
    """A worker on a tile that is not completed yet."""
    completion: float = 0.6
    """Completing a tile, besides its cost."""
    new_die: float = 1.6
    """A die that a world grants, in an early round."""
    good: float = 0.8
    """A good to be shipped later."""
    others: float = 0.3
    """How likely a phase is that only others may select, for each other player."""
    rounds: int = 13
    """Rounds that a game is expected to last."""


USUAL = Weights()


class Evaluation:
    """Values for one decision of a seat."""

    def __init__(self, view: roll_pb2.RollView, catalogue: Catalogue, seat: int, weights: Weights) -> None:
        """Look at the view of a seat."""
        self.view = view
        self.weights = weights
        self._catalogue = catalogue
        self.own = next(empire for empire in view.empires if empire.seat == seat)
        self.early = max(0.0, 1 - view.round / weights.rounds)
        self.short = max(0, len(self.own.citizenry.dice) - self.own.credits)
        self.chance_of_others = 1 - (1 - weights.others) ** max(1, len(view.empires) - 1)
        self._known: dict[tuple[int, int], float] = {}

    def fact(self, component: str, name: str) -> int:
        """A figure of the catalogue; 0 where the tile has none."""
        return next((fact.number for fact in self.tile(component).facts if fact.name == name), 0)

    def word(self, component: str, name: str) -> str:
        """A word of the catalogue; empty where the tile has none."""
        return next((fact.word for fact in self.tile(component).facts if fact.name == name), "")

    def colour(self, component: str) -> str:
        """The colour of a world; empty for a development."""
        return self.word(component, "colour")

    def goals(self, tile: str) -> set[int]:
        """Phases to which the Reassign powers of a tile move workers."""
        goals: set[int] = set()
        for power in self.tile(tile).powers:
            if power.kind == "reassign_by_majority":
                return set(PHASES.values())
            if power.kind == "reassign":
                words = next(fact.words.words for fact in power.facts if fact.name == "to")
                if "any" in words:
                    return set(PHASES.values())
                goals |= {self.own.selected - 1 if word == "selected" else PHASES[word] for word in words}
        return goals

    def granted(self, tile: str) -> int:
        """How many dice a tile grants."""
        return sum(
            fact.number
            for power in self.tile(tile).powers
            if power.kind == "gain_die"
            for fact in power.facts
            if fact.name == "count"
        )

    def tile(self, component: str) -> rules_pb2.Component:
        """A component of the catalogue."""
        return self._catalogue[component]

    def goods(self) -> list[tuple[str, str]]:
        """Own goods: the colour of the world and of the die."""
        return [(self.colour(tile.component), _COLOURS[die.colour]) for tile in self.own.tiles for die in tile.goods]

    def free_worlds(self) -> int:
        """How many goods own worlds could still take."""
        return sum(max(0, tile.goods_capacity - len(tile.goods)) for tile in self.own.tiles)

    def credits_worth(self, amount: int, more_citizens: int = 0) -> float:
        """VP that a gain of credits is worth."""
        gained = min(amount, _MOST_CREDITS - self.own.credits)
        needed = min(gained, self.short + more_citizens)
        return self.weights.needed_credit * needed + self.weights.spare_credit * (gained - needed)

    def worth(self, counts: Sequence[int], selected: int) -> float:
        """VP of an assignment: what the selected phase brings, and the others as likely as they are."""
        likely = self.chance_of_others
        return sum(
            self.gain(phase, count) * (1.0 if phase == selected else likely) for phase, count in enumerate(counts)
        )

    def gain(self, phase: int, count: int) -> float:
        """VP that so many workers bring in a phase that is executed."""
        if count <= 0:
            return 0.0
        known = self._known.get((phase, count))
        if known is None:
            known = self._known[phase, count] = self._gain(phase, count)
        return known

    def _gain(self, phase: int, count: int) -> float:
        match phase:
            case 0:
                return self._explore(count)
            case 1:
                return self._build(self.own.developments, count)
            case 2:
                return self._build(self.own.worlds, count)
            case 3:
                return self.weights.good * min(count, self.free_worlds())
            case _:
                return self._ship(count)

    def zone_work(self) -> int:
        """Workers that everything under construction still needs."""
        own = self.own
        tiles = [*own.developments.tiles, *own.worlds.tiles]
        costs = sum(self.fact(tile.component, "cost") for tile in tiles)
        return costs - len(own.developments.dice) - len(own.worlds.dice)

    def tile_worth(self) -> float:
        """VP of drawing one more tile."""
        missing = self.weights.zone_work - self.zone_work()
        return self.weights.wanted_tile if missing > 0 else self.weights.spare_tile

    def stock_worth(self) -> float:
        """VP of a Stock."""
        return self.credits_worth(2, 1)

    def _explore(self, count: int) -> float:
        missing = max(0, self.weights.zone_work - self.zone_work())
        scouts = min(count, -(-missing // 3))
        value = scouts * self.weights.wanted_tile
        return value + (count - scouts) * max(self.stock_worth(), self.weights.spare_tile)

    def _build(self, stack: roll_pb2.Stack, count: int) -> float:
        """Fill the stack from the top: a started tile counts a little, a completed one in full."""
        value, left = 0.0, count + len(stack.dice)
        lying = len(stack.dice)
        for place, tile in enumerate(stack.tiles):
            cost = stack.cost if place == 0 else self.fact(tile.component, "cost")
            used = min(left, cost)
            left -= used
            fresh = max(0, used - lying)
            lying = max(0, lying - used)
            value += fresh * self.weights.progress
            if used < cost:
                break
            value += self.completed_worth(tile.component)
        return value

    def completed_worth(self, tile: str) -> float:
        """VP of completing a tile, beyond the work that went into it."""
        bonus = self.fact(tile, "cost") * (1 - self.weights.progress) + self.weights.completion
        bonus += self.weights.new_die * self.granted(tile) * self.early
        if self.colour(tile) not in ("", "grey"):
            bonus += self.weights.good * self.early
        return bonus

    def _ship(self, count: int) -> float:
        values = sorted((self.shipment_worth(*good) for good in self.goods()), reverse=True)
        return sum(values[:count])

    def shipment_worth(self, world: str, good: str) -> float:
        """VP of shipping a good the better way, with a shipper of any colour."""
        return max(self.consume_worth(world, good), self.trade_worth(world))

    def consume_worth(self, world: str, good: str) -> float:
        """VP of consuming a good, the shipper's colour left out."""
        return 1.3 + (good in (world, "consumption"))

    def trade_worth(self, world: str) -> float:
        """VP of trading a good."""
        return self.credits_worth(_PRICES.get(world, 0), 2)

    def workers(self) -> list[int]:
        """How many workers stand at each phase, the selecting one included."""
        return [len(column.workers) for column in self.own.strip]

    def wild(self) -> int:
        """How many wild dice stand nowhere yet."""
        return len(self.own.wild)

    def ending(self) -> bool:
        """Whether this may be the last round or the one before."""
        tiles = max(len(empire.tiles) for empire in self.view.empires)
        return self.view.last_round or tiles >= _ENDING_TILES - 2 or self.view.vp_pool * 4 < self.view.vp_pool_size
