"""Goals: a First tile goes to the first seat that reaches it, a Most tile to the seat that has the most (R13)."""

from collections.abc import Callable
from functools import lru_cache

from galaxytables_kit import NOBODY, Seat, seated, seats_of
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import Goal, Pack
from galaxytables_race.components.vocabulary import Power, Takeover, TakeoverDefense
from galaxytables_race.options import RaceOptions
from galaxytables_race.rulings import rulings
from galaxytables_race.state import RaceState
from galaxytables_race.state.phases import RoundEnding
from galaxytables_race.table import RacePlay

FIRST_VP = 3
MAX_VP = 5
MAX_TIE_VP = 3
FIRST_GOALS = 4
MAX_GOALS = 2
WAYS = "ways"
"""The test of a goal that can be reached in several ways."""
TAKEOVER_POWERS = "takeover_powers"
_DEFENCE = {TAKEOVER_POWERS: "takeover_or_defence_powers"}
_WITHOUT_TAKEOVERS = {"phases_with_power": "phases_with_power_but_takeovers"}
"""The tests that count takeover powers, and their replacements when these are void (R13.17)."""

_REMEMBERED = 4_000

_CLASSES = frozenset(("explore", "develop", "settle", "trade", "consume", "produce"))


def counted(play: RacePlay, state: RaceState, goal: Goal) -> list[int]:
    """Return, for each seat, how much it has of the thing that a goal counts.

    If the goal can be reached in several ways, the seat's best way decides: the result is the number that the goal
    needs, minus what the seat still lacks on that way.
    """
    ables = [abilities_of(play.pack, empire.tableau) for empire in state.empires]
    return _values(play.options, state, goal, ables)


def _values(options: RaceOptions, state: RaceState, goal: Goal, ables: list[Abilities]) -> list[int]:
    if goal.test != WAYS:
        test = goal.test if options.takeovers else _WITHOUT_TAKEOVERS.get(goal.test, goal.test)
        return _count(test, state, ables)
    missing = [_missing(way, state, ables) for way in _ways(goal, options)]
    return [needed(goal) - min(lacking) for lacking in zip(*missing, strict=True)]


def _missing(way: dict[str, int], state: RaceState, ables: list[Abilities]) -> list[int]:
    """Return what each seat lacks on a way to a goal."""
    lacks = [[max(0, number - count) for count in _count(test, state, ables)] for test, number in way.items()]
    return [sum(each) for each in zip(*lacks, strict=True)]


def needed(goal: Goal) -> int:
    """Return the number that a goal needs.

    If there are several ways to reach the goal, this is the number for the way that needs most.
    """
    if goal.type == "most":
        return goal.minimum
    if isinstance(goal.threshold, dict):
        return max(sum(way.values()) for way in goal.threshold.values())
    return goal.threshold or 0


def uncounted_goals(pack: Pack, name: str) -> list[str]:
    """Return the ids of the goals of a set that these rules cannot count."""
    goals = (goal for goal in pack.goals.values() if goal.set == name)
    return [f"goal {goal.id}" for goal in goals if not _tests(goal) <= _OF_SEAT.keys() | _OF_TABLEAU.keys()]


def check_goals(play: RacePlay, phase: str) -> None:
    """Check all goals at the end of a phase, and move each tile whose holder changes (R13.8).

    A seat can lose a Most tile after any phase. All other changes happen only after the phases that the tile names.
    """
    state, pack = play.state, play.pack
    ables = [abilities_of(pack, empire.tableau) for empire in state.empires]
    for name in state.goals:
        goal = pack.goals[name]
        if goal.type == "most":
            _check_most(play, goal, _values(play.options, state, goal, ables), may_gain=phase in goal.checked)
        elif name not in state.first_goals and phase in _checked(goal, play.options):
            _check_first(play, goal, _values(play.options, state, goal, ables))


def _checked(goal: Goal, options: RaceOptions) -> tuple[str, ...]:
    """Return after which phases a goal is checked; an option may change that (R13.14)."""
    return next((phases for name, phases in goal.checked_by_option.items() if getattr(options, name)), goal.checked)


def _check_first(play: RacePlay, goal: Goal, had: list[int]) -> None:
    """Give the goal for good to everybody who meets it at the first check at which anybody does (R13.2)."""
    threshold = needed(goal)
    winners = [seat for seat, value in seated(had) if value >= threshold]
    if winners:
        play.state.first_goals[goal.id] = winners
    for seat in winners:
        play.tell("goal_gained", seat, goal=goal.name)


def _check_most(play: RacePlay, goal: Goal, had: list[int], *, may_gain: bool) -> None:
    """Give the tile to the only seat with most.

    A holder keeps it in a tie and loses it at once to more (R13.3-R13.6, R13.10).
    """
    holders = play.state.most_goals
    holder = holders.get(goal.id, NOBODY)
    highest = max(had)
    keeps = holder != NOBODY and had[holder] == highest and highest >= goal.minimum
    if rulings(play).goals_by_last_check:
        _remember(play.state, goal, had, anew=may_gain or (holder != NOBODY and not keeps))
    if keeps:
        return
    if holder != NOBODY:
        holders[goal.id] = NOBODY
        play.tell("goal_lost", holder, goal=goal.name)
    if may_gain and highest >= goal.minimum and had.count(highest) == 1:
        holder = holders[goal.id] = Seat(had.index(highest))
        play.tell("goal_gained", holder, goal=goal.name)


def _remember(state: RaceState, goal: Goal, had: list[int], *, anew: bool) -> None:
    """Store each seat's count at a check; between checks a holder's count may only fall (`goals_by_last_check`)."""
    holder = state.most_goals.get(goal.id, NOBODY)
    if anew:
        state.most_values[goal.id] = had
    elif holder != NOBODY:
        known = state.most_values[goal.id]
        known[holder] = min(known[holder], had[holder])


def held_goals(state: RaceState, seat: Seat) -> list[str]:
    """Return the ids of the goal tiles that a seat holds, in the order in which all tiles were laid out."""
    return [
        name
        for name in state.goals
        if seat in state.first_goals.get(name, ()) or state.most_goals.get(name, NOBODY) == seat
    ]


def goal_points(play: RacePlay, state: RaceState) -> list[int]:
    """Return each seat's points for goals, from the holders and counts in this state (R13.2, R13.7)."""
    points = [0] * len(state.empires)
    for name in state.goals:
        goal = play.pack.goals[name]
        if goal.type == "first":
            for seat in state.first_goals.get(name, ()):
                points[seat] += FIRST_VP
            continue
        holder = state.most_goals.get(name, NOBODY)
        for seat in _most_without_tile(play, state, goal, holder):
            points[seat] += MAX_TIE_VP
        if holder != NOBODY:
            points[holder] += MAX_VP
    return points


def _most_without_tile(play: RacePlay, state: RaceState, goal: Goal, holder: Seat) -> list[Seat]:
    """Return the seats with most of a Most goal, and its minimum, but not its tile (R13.7)."""
    if rulings(play).goals_by_last_check:
        had = state.most_values.get(goal.id) or [0] * len(state.empires)
    else:
        had = counted(play, state, goal)
    others = [seat for seat in play.all_seats if seat != holder]
    compared = others if play.options.most_goals_without_holder else play.all_seats
    threshold = max(goal.minimum, *(had[seat] for seat in compared))
    return [seat for seat in others if had[seat] >= threshold]


def _ways(goal: Goal, options: RaceOptions) -> list[dict[str, int]]:
    """Return what is counted on each way to a goal; without takeovers, ways with takeover powers are void (R14.1)."""
    ways = goal.threshold.values() if isinstance(goal.threshold, dict) else ()
    if not options.takeovers:
        return [way for way in ways if TAKEOVER_POWERS not in way]
    if options.peace_war_counts_defence:
        return [{_DEFENCE.get(test, test): number for test, number in way.items()} for way in ways]
    return list(ways)


def _tests(goal: Goal) -> set[str]:
    tests = {goal.test}
    if isinstance(goal.threshold, dict):
        tests = {test for way in goal.threshold.values() for test in way}
    return {test.partition(":")[0] for test in tests}


def _count(test: str, state: RaceState, ables: list[Abilities]) -> list[int]:
    """Return how much each seat has of one thing."""
    of_seat = _OF_SEAT.get(test)
    if of_seat is not None:
        return [of_seat(state, seat) for seat in seats_of(len(ables))]
    return [_count_tableau(test, able) for able in ables]


@lru_cache(_REMEMBERED)
def _count_tableau(test: str, able: Abilities) -> int:
    name, _, word = test.partition(":")
    return _OF_TABLEAU[name](able, word)


def _phases_with_power(able: Abilities, _: str) -> int:
    return len(_CLASSES & frozenset().union(*(card.power_phases for card in able.cards)))


def _phases_with_power_but_takeovers(able: Abilities, _: str) -> int:
    """Count phases with powers; void powers do not count (R13.17)."""
    return len(_CLASSES & frozenset().union(*(card.power_phases_but_takeovers for card in able.cards)))


def _six_cost_variable(able: Abilities, _: str) -> int:
    six = 6
    return sum(card.kind == "development" and card.cost == six and bool(card.endgame) for card in able.cards)


def _good_kinds(able: Abilities, _: str) -> int:
    return len({card.good for card in able.cards if card.good is not None})


def _goods_worlds(*goods: str) -> Callable[[Abilities, str], int]:
    counted = (*goods, "any")
    return lambda able, _: sum(card.good in counted for card in able.cards)


def _powers(*kinds: type[Power]) -> Callable[[Abilities, str], int]:
    return lambda able, _: sum(isinstance(power, kinds) for card in able.cards for power in card.powers)


def _over_limit(state: RaceState, seat: Seat) -> int:
    return state.phase.over_limit[seat] if isinstance(state.phase, RoundEnding) else 0


_OF_SEAT: dict[str, Callable[[RaceState, Seat], int]] = {
    "cards_discarded_to_hand_limit": _over_limit,
    "vp_chips": lambda state, seat: state.empires[seat].chips,
    "goods_on_worlds": lambda state, seat: sum(map(len, state.empires[seat].goods.values())),
    "prestige": lambda state, seat: state.empires[seat].prestige.chips,
}
_OF_TABLEAU: dict[str, Callable[[Abilities, str], int]] = {
    "phases_with_power": _phases_with_power,
    "phases_with_power_but_takeovers": _phases_with_power_but_takeovers,
    "six_cost_variable_developments": _six_cost_variable,
    "good_kinds_of_worlds": _good_kinds,
    "keyword_cards": lambda able, word: sum(word in card.keywords for card in able.cards),
    "tableau_cards": lambda able, _: len(able.cards),
    "production_worlds": lambda able, _: sum(card.production == "production" for card in able.cards),
    "developments": lambda able, _: sum(card.kind == "development" for card in able.cards),
    "permanent_military": lambda able, _: able.military,
    "novelty_or_rare_worlds": _goods_worlds("novelty", "rare"),
    "cards_with_power": lambda able, word: sum(word in card.power_phases for card in able.cards),
    "worlds": lambda able, _: sum(card.is_world for card in able.cards),
    "military_worlds": lambda able, _: sum(card.military for card in able.cards),
    "negative_military": lambda able, _: max(0, -able.military),
    TAKEOVER_POWERS: _powers(Takeover),
    "takeover_or_defence_powers": _powers(Takeover, TakeoverDefense),
    "rebel_military_worlds": lambda able, _: sum(card.military and "rebel" in card.keywords for card in able.cards),
}
