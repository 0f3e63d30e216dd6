"""The VP and income of empires, in each round and at the end."""

from collections.abc import Iterable, Sequence

from galaxytables_jump.components.cards import SOURCES, Pack
from galaxytables_jump.components.filters import Formula, Scope, Selector
from galaxytables_jump.components.numbers import Cards
from galaxytables_jump.powers import general_strength
from galaxytables_jump.state import JumpState, Player
from galaxytables_kit import Score, Seat

_AND_A_RIVAL = Scope.OWN_PLUS_CHOSEN_RIVAL

ALL_SOURCES = ("developments", *SOURCES.values())
"""The sources of VP, in display order."""


def empire_vp(pack: Pack, empire: Cards, rivals: Sequence[Cards]) -> int:
    """Return the VP of all cards of an empire (R7.4)."""
    cards = pack.cards
    return sum([card_value(pack, cards[number].vp, empire, rivals) for number in empire])


def empire_income(pack: Pack, empire: Cards, rivals: Sequence[Cards]) -> int:
    """Return the income of an empire: how many cards it draws (R8.1)."""
    fixed, varied = pack.fixed_income, pack.varied_income
    income = sum(map(fixed.__getitem__, empire))
    for number in empire:
        if number in varied:
            income += card_value(pack, varied[number], empire, rivals)
    return income


def vp_by_source(pack: Pack, empire: Cards, rivals: Sequence[Cards]) -> dict[str, int]:
    """Return the VP of all cards of an empire, by source."""
    sources: dict[str, int] = {}
    fixed, varied, booked = pack.fixed_vp, pack.varied_vp, pack.sources
    for number in empire:
        value = fixed[number]
        if number in varied:
            value += card_value(pack, varied[number], empire, rivals)
        if value:
            source = booked[number]
            sources[source] = sources.get(source, 0) + value
    return sources


def card_value(pack: Pack, formula: Formula, empire: Cards, rivals: Sequence[Cards]) -> int:
    """Return the value of a formula (VP or income) of one card, in an empire that has this card (R7.5, R7.6)."""
    value = formula.base
    for entry in formula.per:
        amount, group, counted = entry.amount, entry.group, entry.counted
        if group:
            value += amount * (count(pack, counted, empire) // group)
            if entry.scope is _AND_A_RIVAL:
                value += max([amount * (count(pack, counted, rival) // group) for rival in rivals])
        else:
            where: Iterable[Cards] = rivals if entry.scope is Scope.ANY_RIVAL else (empire,)
            value += amount * any(count(pack, counted, each) for each in where)
    return value


def count(pack: Pack, counted: Selector, empire: Cards) -> int:
    """Return how many things of the kind that a selector counts are in an empire."""
    weights = counted.weights
    return general_strength(pack, empire) if weights is None else sum(map(weights.__getitem__, empire))


def total(player: Player) -> int:
    """Return the VP that a player has so far."""
    return sum(player.vp_by_round)


def empires_of(state: JumpState) -> list[Cards]:
    """Return every empire, by seat."""
    return [player.empire for player in state.players]


def rivals_of(empires: Sequence[Cards], seat: Seat) -> list[Cards]:
    """Return the empires of all other seats."""
    return [*empires[:seat], *empires[seat + 1 :]]


def final_score(pack: Pack, state: JumpState, seat: Seat) -> Score:
    """Return a seat's VP by source, and its tie break: its hand size plus the income that it did not draw (R9.3)."""
    player = state.players[seat]
    income = empire_income(pack, player.empire, rivals_of(empires_of(state), seat))
    parts = {source: player.vp_by_source.get(source, 0) for source in ALL_SOURCES}
    return Score(seat, parts, (len(player.hand) + income,))
