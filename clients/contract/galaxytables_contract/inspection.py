"""A service under inspection: the games that all laws share, and how often a law saw the situations it needs."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from random import Random

from galaxytables.rules.v1 import rules_pb2
from galaxytables_contract.errors import CallRefusedError, ContractError, LawBrokenError, hold
from galaxytables_contract.games import Game, Moment, Setup, Step, play
from galaxytables_contract.rules import RulesAt

_TRIED_SETUPS = 200


class Sight(StrEnum):
    """A situation that a law needs to see. If it cannot occur in a game, the user names it in `--lacks`."""

    BARRED = "barred"
    BROKEN_RULE = "broken_rule"
    CHANCE = "chance"
    OPTIONS_CONFLICT = "options_conflict"
    SECRET_CHOICE = "secret_choice"  # noqa: S105 - no password
    SEVERAL_ASKED = "several_asked"
    SEVERAL_PICKS = "several_picks"
    TOLD_TO_ONE = "told_to_one"
    UNDONE = "undone"
    UNDONE_IN_SECRET = "undone_in_secret"  # noqa: S105 - no password
    NOT_UNDONE = "not_undone"


class Inspection:
    """A service under inspection. `where` names the table, game or moment that the current law is checking.

    It plays `games` games. Laws that make calls of their own check only about `moments` moments, spread over all games.
    """

    def __init__(self, rules: RulesAt, games: int = 6, moments: int = 60) -> None:
        self.rules = rules
        self._moments = moments
        self.where = ""
        self.seen: Counter[Sight] = Counter()
        self.notes: list[str] = []
        self._games = games

    @cached_property
    def description(self) -> rules_pb2.DescribeResponse:
        """Return the service's response to the call Describe."""
        return self.rules.describe()

    @cached_property
    def catalogue(self) -> rules_pb2.ComponentsResponse:
        """Return the catalogue of the service's components."""
        return self.rules.components(rules_pb2.ComponentsRequest())

    @cached_property
    def setups(self) -> list[Setup]:
        """Return the tables to play on.

        First come tables with default options for the fewest and the most seats, then tables with random options.
        """
        playable = (setup for setup in islice(self._drawn(), _TRIED_SETUPS) if self._is_playable(setup))
        found = list(islice(playable, self._games))
        hold(found, "no table of defaults can be played")
        return found

    @cached_property
    def games(self) -> list[Game]:
        """One game for each table. Raises `LawBrokenError` if a game cannot be played."""
        return [play(self.rules, setup, seed) for seed, setup in enumerate(self.setups)]

    def each_setup(self) -> Iterator[Setup]:
        """Yield each table, and set `where` to it."""
        for setup in self.setups:
            self.where = str(setup)
            yield setup

    def each_game(self) -> Iterator[Game]:
        """Yield each game, and set `where` to it."""
        for game in self.games:
            self.where = str(game)
            yield game

    def all_moments(self) -> Iterator[Moment]:
        """Yield the moments of all inspected games: what the service showed before the first choice, and after each."""
        for game in self.games:
            for moment in game.moments:
                self.where = str(moment)
                yield moment

    def all_steps(self) -> Iterator[Step]:
        """Yield each choice of each game."""
        for game in self.games:
            for step in game.steps:
                self.where = str(step.before)
                yield step

    def some_moments(self) -> Iterator[Moment]:
        """Yield some moments of each game, its first and last among them."""
        each = max(2, self._moments // len(self.games))
        for game in self.games:
            last = len(game.moments) - 1
            for number in sorted({last * at // (each - 1) for at in range(each)}):
                self.where = str(game.moments[number])
                yield game.moments[number]

    def some_steps(self) -> Iterator[Step]:
        """Yield some choices of each game."""
        for moment in self.some_moments():
            if moment.standing.prompts:
                yield moment.game.steps[moment.step]

    def saw(self, sight: Sight, times: int = 1) -> None:
        """Record that the law saw a situation that it needs, `times` times."""
        self.seen[sight] += times

    def note(self, words: str) -> None:
        """Record something that breaks no law but should be reported."""
        self.notes.append(words)

    def _drawn(self) -> Iterator[Setup]:
        description, random = self.description, Random(0)
        usual = {option.name: option.default_value for option in description.options}
        yield from (Setup(seats, usual) for seats in (description.least_seats, description.most_seats))
        while True:
            options = {option.name: random.choice(values_of(option)) for option in description.options}
            yield Setup(random.randint(description.least_seats, description.most_seats), options)

    def _is_playable(self, setup: Setup) -> bool:
        request = rules_pb2.CheckOptionsRequest(seats=setup.seats, options=setup.options)
        try:
            self.rules.check_options(request)
        except CallRefusedError as refusal:
            if refusal.reason not in ("OPTIONS_CONFLICT", "INVALID_SEATS"):
                raise LawBrokenError(f"{setup}: {refusal}") from None
            return False
        return True


def values_of(option: rules_pb2.OptionSpec) -> list[str]:
    """Return the values to try for an option. Raises `LawBrokenError` if the option's kind is unknown."""
    match option.kind:
        case rules_pb2.OPTION_KIND_FLAG:
            return ["off", "on"]
        case rules_pb2.OPTION_KIND_WORD if option.values:
            return list(option.values)
        case rules_pb2.OPTION_KIND_NUMBER if option.least <= option.most:
            return [str(number) for number in range(option.least, option.most + 1)]
        case _:
            raise LawBrokenError(f"option {option.name}: its kind of values is unknown")


@dataclass(frozen=True)
class Law:
    """A law: its name, the function that checks it, and the situations that the function needs to see."""

    name: str
    holds: Callable[[Inspection], None]
    sights: tuple[Sight, ...]


LAWS: list[Law] = []


def law(*sights: Sight) -> Callable[[Callable[[Inspection], None]], Callable[[Inspection], None]]:
    """Return a decorator that registers a function as a law.

    The function raises `LawBrokenError` if the service breaks the law.
    """

    def put(holds: Callable[[Inspection], None]) -> Callable[[Inspection], None]:
        LAWS.append(Law(holds.__name__, holds, sights))
        return holds

    return put


class Verdict(StrEnum):
    """The result of checking a law."""

    HOLDS = "holds"
    BROKEN = "BROKEN"
    NOT_SEEN = "NOT SEEN"


@dataclass(frozen=True)
class Finding:
    """The verdict on a law. If the law is broken, the finding says how; otherwise it may have a note."""

    law: str
    verdict: Verdict
    words: str = ""

    def __str__(self) -> str:
        said = f"{self.verdict:<9} {self.law.replace('_', ' ')}"
        return f"{said}: {self.words}" if self.words else said


def find(inspected: Law, inspection: Inspection, lacks: frozenset[Sight] = frozenset()) -> Finding:
    """Check a law and return the finding.

    The verdict is NOT_SEEN if the games lacked a situation that the law needs.
    """
    inspection.where = ""
    inspection.seen.clear()
    inspection.notes.clear()
    try:
        inspected.holds(inspection)
    except ContractError as error:
        where = f" (at {inspection.where})" if inspection.where else ""
        return Finding(inspected.name, Verdict.BROKEN, f"{error}{where}")
    for sight in inspected.sights:
        seen = inspection.seen[sight]
        if sight in lacks and seen:
            return Finding(inspected.name, Verdict.BROKEN, f"the game is said to lack it, but it was seen: {sight}")
        if sight not in lacks and not seen:
            return Finding(inspected.name, Verdict.NOT_SEEN, f"{sight}; --lacks {sight} says that the game has none")
    return Finding(inspected.name, Verdict.HOLDS, "; ".join(inspection.notes))
