"""The bonus of an action in the running Develop or Settle phase (R3.5, R6.3, R16.13)."""

from galaxytables_kit import Seat
from galaxytables_race.components.cards import Card
from galaxytables_race.prestige import BOOSTED_DISCOUNT, boosted
from galaxytables_race.state import RaceState
from galaxytables_race.state.phases import Developing, Settling
from galaxytables_race.table.agenda import DEVELOP, DEVELOP_2, SETTLE, SETTLE_2

DEVELOP_DISCOUNT = 1
"""The discount of the Develop bonus (R6.3)."""


def has_bonus(state: RaceState, seat: Seat) -> bool:
    """Return whether a seat has the bonus of the running Develop or Settle phase.

    In a round with two such phases, only a seat that chose the action twice has the bonus in the second one (R3.5).
    """
    phase, actions = state.phase, state.empires[seat].actions
    if not isinstance(phase, (Developing, Settling)):
        return False
    first, second = _cards(phase)
    if phase.second:
        return first in actions and second in actions
    return first in actions or second in actions


def has_boost(state: RaceState, seat: Seat) -> bool:
    """Return whether a seat's bonus in the running Develop or Settle phase is boosted (R16.13).

    If a round has two such phases, only the phase whose card was boosted counts.
    """
    phase, empire = state.phase, state.empires[seat]
    if not empire.prestige.boosted or not isinstance(phase, (Developing, Settling)):
        return False
    first, second = _cards(phase)
    if first in empire.actions and second in empire.actions:
        return boosted(empire, second if phase.second else first)
    return not phase.second and boosted(empire, first, second)


def bonus_discount(state: RaceState, seat: Seat) -> int:
    """Return the discount that a seat's bonus gives in the running phase (R6.3, R16.13)."""
    if has_boost(state, seat):
        return BOOSTED_DISCOUNT
    return DEVELOP_DISCOUNT * (isinstance(state.phase, Developing) and has_bonus(state, seat))


def bonus_on(state: RaceState, seat: Seat, card: Card) -> int:
    """Return the discount that a seat's bonus gives on a card; 0 if the phase does not place such cards."""
    placed = Developing if card.kind == "development" else Settling
    return bonus_discount(state, seat) if isinstance(state.phase, placed) else 0


def _cards(phase: Developing | Settling) -> tuple[str, str]:
    return (DEVELOP, DEVELOP_2) if isinstance(phase, Developing) else (SETTLE, SETTLE_2)
