"""Gives options of Beyond the Sun a value for one seat, in victory points."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.beyond.board import Board
from galaxytables_bots.beyond.printed import Printed
from galaxytables_bots.beyond.weights import Weights

_TYPES = {"scientific": 0.3, "commercial": 0.2, "economic": 0.1}
_NEVER = -99.0
_COPIED = 5
_NO_SYMBOL = "none"
_HIGHEST_LEVEL = 4
_CHEAPEST_COLONY = 3


class Evaluation:
    """The values of the options of one prompt, in victory points; an option that brings nothing has the value 0."""

    def __init__(
        self, view: beyond_pb2.BeyondView, printed: Printed, prompt: game_pb2.Prompt, weights: Weights
    ) -> None:
        seat = prompt.seat
        self._view = view
        self._asked = {fact.name: fact for fact in prompt.facts}
        self._printed = printed
        self._weights = weights
        self._own = next(faction for faction in view.factions if faction.seat == seat)
        self._researched = set(self._own.researched)

    @cached_property
    def _board(self) -> Board:
        return Board(self._view, self._printed, self._own.seat, self._weights)

    def action(self, option: game_pb2.Option) -> float:
        """Return the value of an action space, an action to copy, a power, or an exchange of discs."""
        place = option.targets[0].place
        if place in self._spaces:
            space = self._spaces[place]
            return self._deed(space.component, f"action_{space.action}", space.surcharge)
        power = next((power for power in self._own.powers if power.id == place), None)
        return 0.5 if power is None else self._deed(power.component, f"power_{power.number}", 0)

    def production(self, option: game_pb2.Option) -> float:
        """Return the value of one thing that the seat may take in production: population, ore, a trade or a power."""
        own, weights = self._own, self._weights
        action = option.targets[0].action
        if action == "grow":
            scarce = max(0, weights.plenty - own.population)
            used = min(scarce, own.growth)
            return used * weights.population + (own.growth - used) * weights.idle_population
        if action == "produce_ore":
            needed = max(0, 2 * weights.plenty + 1 - own.ore)
            used = min(needed, own.ore_income)
            return used * weights.ore + (own.ore_income - used) * weights.idle_population * weights.ore
        if action == "trade":
            affordable = own.ore // _CHEAPEST_COLONY if own.population < 1 else 0
            return affordable * weights.population * 0.5
        value = self.action(option)
        return value + self._weights.plenty if value > 0 else _NEVER

    def trade(self, option: game_pb2.Option) -> float:
        """Return the value of a trade. Only buying population has a value, and only while population is scarce."""
        if option.targets[0].action == "buy_population":
            return 1.0 if self._own.population < self._weights.plenty - 1 else _NEVER
        return _NEVER

    def achievement(self, option: game_pb2.Option) -> float:
        """Return the value of claiming an achievement: the points of its next free slot."""
        card = next(card for card in self._view.achievements if card.component == option.component)
        return next((slot.points for slot in card.slots if not slot.HasField("seat")), 0)

    def slot(self, option: game_pb2.Option) -> float:
        """Return the value of a slot to research.

        It depends on the slot's level, on its card or the chance of a good card, and on the slots that it opens.
        """
        slot = next(slot for slot in self._view.slots if slot.id == option.targets[0].place)
        return self._slot_value(slot)

    def tech_type(self, option: game_pb2.Option) -> float:
        """Return the value of a technology type to discover."""
        return _TYPES.get(option.targets[0].word, 0.0)

    def technology(self, option: game_pb2.Option) -> float:
        """Return the value of a card to put on a slot, or to keep."""
        return self._card(option.component) + 1

    def building_place(self, option: game_pb2.Option) -> float:
        """Return the value of a location for a new ship.

        The prompt does not give the level of the ship, so a medium level is assumed.
        """
        return 1 + self._board.after_change(option.targets[0].place, 0, 2) - self._board.now

    def upgrade(self, option: game_pb2.Option) -> float:
        """Return the value of raising a ship by one level."""
        place, level = self._board.ships[option.targets[0].piece]
        after = self._board.after_change(place, level, level + 1)
        return 0.1 + after - self._board.now

    def move(self, option: game_pb2.Option) -> float:
        """Return the value of moving a ship to another location."""
        ship, end = option.targets
        return self._board.after_move(ship.piece, end.place) - self._board.now

    def disc(self, option: game_pb2.Option) -> float:
        """Return the value of taking a disc from a track.

        The symbol that it uncovers now counts, and later ones a little.
        """
        own, weights = self._own, self._weights
        if option.targets[0].place == own.population_track.id:
            columns = self._printed.words(own.mat, "population_track")
            slots = [(column != _NO_SYMBOL) * weights.population for column in columns]
            discs = own.population_track.discs
        else:
            slots = [symbols * 2 * weights.ore for symbols in self._printed.numbers(own.mat, "ore_track")]
            discs = own.ore_track.discs
        covered = slots[len(slots) - discs :]
        return 0.01 + sum(value * share for value, share in zip(covered, (1.0, 0.5, 0.25), strict=False))

    def control_bonus(self, option: game_pb2.Option) -> float:
        """Return the value of a bonus for controlling a location.

        The seat takes all of them in some order; those that give it things should come first.
        """
        system = self._board.locations[option.targets[0].place].system
        return self._gains(system, "control") if system else 0.0

    def system(self, option: game_pb2.Option) -> float:
        """Return the value of colonising a system."""
        return self._colony(option.component)

    def column(self, option: game_pb2.Option) -> float:
        """Return the value of a column for a supply cube. Columns with a visible symbol and few cubes are best."""
        track = self._printed.words(self._own.mat, "population_track")
        shown = list(track)[: len(track) - self._own.population_track.discs]
        columns = [column.id for column in self._own.supply]
        number = columns.index(option.targets[0].place)
        return shown.count("ABCDE"[number]) * 2 - self._own.supply[number].cubes * 0.5

    def offer(self, _: game_pb2.Option) -> float:
        """Return the value of an optional part of an action, which the seat may do or leave.

        It is positive, unless the part spends the last population on a ship.
        """
        first = {fact.name: fact.word for fact in self._asked["effects"].groups.groups[0].facts}
        builds = first["op"] == "build" and first["source"] == "pop"
        return -1.0 if builds and self._own.population < 2 - (not self._own.fleet_strength) else 1.0

    def listed(self, option: game_pb2.Option) -> float:
        """Return the value of one of several choices that a card lists.

        The first on the list is taken to be the strongest.
        """
        return 1.0 - option.targets[0].number * 0.1

    def _deed(self, component: str, prefix: str, surcharge: int) -> float:
        """Return what an action or power brings, less its cost."""
        weights = self._weights
        level = self._fact(component, f"{prefix}_research")
        value = self._gains(component, prefix)
        population = self._fact(component, f"{prefix}_cost_population")
        if level:
            value += self._research(level)
        if self._fact(component, f"{prefix}_colonize"):
            value += self._colonize()
        value -= weights.ore * (self._fact(component, f"{prefix}_cost_ore") + surcharge)
        return value - weights.population * population

    def _gains(self, component: str, prefix: str) -> float:
        """Return the value of everything but research and colonising, which depend on the boards."""
        weights = self._weights
        ships = self._fact(component, f"{prefix}_ship_population")
        built = ships <= self._own.population
        strength = self._fact(component, f"{prefix}_strength") if built else 0
        automation = self._fact(component, f"{prefix}_automation")
        points = self._fact(component, f"{prefix}_jump")
        return (
            weights.ore * self._fact(component, f"{prefix}_ore")
            + self._population(self._fact(component, f"{prefix}_population"))
            + ((self._strength_worth + self._drive("fleet_strength")) * strength if strength else 0.0)
            - weights.population * (ships if built else 0) * 0.7
            + ((weights.automation + self._drive("automation_level")) * automation if automation else 0.0)
            + (weights.jump * points + self._gain_of_jump(points) if points else 0.0)
        )

    def _drive(self, *metrics: str) -> float:
        """Return the worth of one step towards an open achievement with these metrics."""
        total = sum([worth for metric, worth in self._steps if metric in metrics])
        return total * (1 + max(0, self._view.round - self._weights.long_game) * self._weights.impatience)

    @cached_property
    def _steps(self) -> Sequence[tuple[str, float]]:
        """For each open achievement: its metric, and the worth of one more of it."""
        steps = []
        for card in self._view.achievements:
            if any(slot.HasField("seat") and slot.seat == self._own.seat for slot in card.slots):
                continue
            metric, at_least = self._printed.condition(card.component)
            points = next((slot.points for slot in card.slots if not slot.HasField("seat")), 0)
            missing = max(1, at_least - self._reached.get(metric, 0))
            steps.append((metric, self._weights.achievement * points / missing))
        return steps

    @cached_property
    def _reached(self) -> Mapping[str, int]:
        """Return the own faction's count of each metric."""
        own = self._own
        levels = [self._fact(slot, "level") for slot in own.researched]
        return {
            "fleet_strength": own.fleet_strength,
            "colonies": len(own.colonies),
            "colonies_deck_b": sum(self._printed.word(colony.system, "deck") == "B" for colony in own.colonies),
            "automation_level": len(own.automation),
            "population": own.population,
            "controlled_locations": self._board.held,
            "techs_level_3": levels.count(3),
            "techs_level_4": levels.count(_HIGHEST_LEVEL),
        }

    def _population(self, cubes: int) -> float:
        scarce = max(0, self._weights.plenty - self._own.population)
        used = min(scarce, cubes)
        return used * self._weights.population + (cubes - used) * self._weights.idle_population

    def _gain_of_jump(self, points: int) -> float:
        if points not in self._jumps:
            self._jumps[points] = self._board.gain_of_jump(points)
        return self._jumps[points]

    @cached_property
    def _jumps(self) -> dict[int, float]:
        return {}

    def _research(self, level: int) -> float:
        """Return the value of the best slot that a research action of a level could reach, less the researcher."""
        levels = range(1, _HIGHEST_LEVEL + 1) if level >= _COPIED else (level,)
        best = [self._best_slots[each] for each in levels if each in self._best_slots]
        return max(best, default=0.0) - self._weights.population * 0.8

    @cached_property
    def _best_slots(self) -> Mapping[int, float]:
        """Return the value of the best slot that can be researched, by level."""
        best: dict[int, float] = {}
        for slot in self._view.slots:
            if self._open(slot):
                level, value = self._fact(slot.id, "level"), self._slot_value(slot)
                best[level] = max(value, best.get(level, value))
        return best

    def _open(self, slot: beyond_pb2.TechnologySlot) -> bool:
        return slot.id not in self._researched and self._missing[slot.id] <= 0

    @cached_property
    def _missing(self) -> Mapping[str, int]:
        """How many researchers are still missing before each slot."""
        return {
            slot.id: self._fact(slot.id, "required")
            - len(self._researched.intersection(self._printed.components(slot.id, "prerequisites")))
            for slot in self._view.slots
        }

    @cached_property
    def _one_missing(self) -> Sequence[Sequence[str]]:
        """Return the prerequisites of slots with one missing researcher."""
        return [self._printed.components(slot, "prerequisites") for slot, more in self._missing.items() if more == 1]

    def _slot_value(self, slot: beyond_pb2.TechnologySlot) -> float:
        weights = self._weights
        level = self._fact(slot.id, "level")
        value = weights.technology[level] + self._drive(f"techs_level_{level}")
        value -= weights.scarcity * max(0, weights.cubes - self._cubes)
        value += weights.follow_up * self._follow_ups(slot)
        return value + (self._card(slot.technology) if slot.technology else weights.unknown_card)

    def _follow_ups(self, slot: beyond_pb2.TechnologySlot) -> int:
        """Return how many slots one more researcher here opens."""
        return sum([slot.id in before for before in self._one_missing])

    def _card(self, component: str) -> float:
        """Return what a technology brings at once, and by its actions and powers in later turns."""
        weights = self._weights
        value = self._gains(component, "immediate")
        if self._fact(component, "immediate_private"):
            value += weights.technology[3]
        powers = self._printed.powers(component)
        for number in range(2):
            if f"action_{number}" in powers:
                value += weights.action * max(0.0, self._later(component, f"action_{number}"))
        if any(name.startswith("power_") for name in self._printed.figures(component)):
            value += weights.power
        level = self._fact(component, "level")
        return value + (self._fact(component, "vp") - 5 if level == _HIGHEST_LEVEL else 0)

    def _later(self, component: str, prefix: str) -> float:
        """Return the value of an action in general, whether or not it is possible now."""
        weights = self._weights
        level = min(self._fact(component, f"{prefix}_research"), _HIGHEST_LEVEL)
        return (
            weights.technology[level]
            + weights.ore * (self._fact(component, f"{prefix}_ore") - self._fact(component, f"{prefix}_cost_ore"))
            + weights.population
            * (self._fact(component, f"{prefix}_population") - self._fact(component, f"{prefix}_cost_population"))
            + weights.strength * self._fact(component, f"{prefix}_strength")
            + 2 * weights.colony * bool(self._fact(component, f"{prefix}_colonize"))
        )

    def _colonize(self) -> float:
        """Return the value of the best system that is ready to colonise."""
        values = [self._colony(self._board.locations[place].system) for place in self._board.ripe()]
        return max(values, default=self._weights.colony)

    def _colony(self, system: str) -> float:
        goals = ("colonies", "colonies_deck_b") if self._printed.word(system, "deck") == "B" else ("colonies",)
        return self._fact(system, "vp") + self._weights.colony + self._gains(system, "colonize") + self._drive(*goals)

    @cached_property
    def _cubes(self) -> int:
        """Return the number of cubes that are not researchers: without them nothing can be built or colonised."""
        ships = sum(map(len, self._board.fleets.values()))
        return sum(column.cubes for column in self._own.supply) + self._own.population + ships

    @cached_property
    def _spaces(self) -> dict[str, beyond_pb2.ActionSpace]:
        """Return every action space on the table, by id."""
        spaces = [*self._view.basic_spaces, *self._own.private_spaces]
        spaces += [space for guild in self._view.guilds for space in guild.spaces]
        spaces += [space for slot in self._view.slots for space in slot.spaces]
        return {space.id: space for space in spaces}

    @cached_property
    def _strength_worth(self) -> float:
        """Return the worth of one ship level: more if a colonisation is in reach, less with many ships."""
        spaces = [
            *self._view.basic_spaces,
            *(space for guild in self._view.guilds if guild.open for space in guild.spaces),
        ]
        spaces += [space for slot in self._view.slots if slot.id in self._researched for space in slot.spaces]
        ready = any(self._fact(space.component, f"action_{number}_colonize") for space in spaces for number in range(2))
        enough = self._own.fleet_strength > self._weights.fleet
        return self._weights.strength * (1.6 if ready else 1.0) * (0.5 if enough else 1.0)

    def _fact(self, component: str, name: str) -> int:
        return self._printed.number(component, name)
