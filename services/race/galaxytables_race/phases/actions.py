"""Action selection: all seats choose in secret and reveal together (R3.1-R3.4)."""

from collections.abc import Sequence
from functools import cache

from galaxytables_kit import Barred, Flow, Picks, Prompt, Reason, Seat, together
from galaxytables_race.abilities import Abilities
from galaxytables_race.goals import check_goals
from galaxytables_race.prestige import may_boost, pay_for_boosts, plays_prestige
from galaxytables_race.table import RacePlay, who
from galaxytables_race.table.agenda import (
    ACTIONS,
    EXPLORE_1_1,
    EXPLORE_5,
    EXPLORE_ORB,
    PRODUCE_REPAIR,
    SEARCH,
    TWO_PLAYER_ACTIONS,
)

_CHOSEN = Reason("chosen", "R3.8")
_NOT_CHOSEN = Reason("action_not_chosen", "R16.12")
_SEARCH_USED = Reason("search_used", "R16.15")
_ORDER = (*TWO_PLAYER_ACTIONS, SEARCH, EXPLORE_ORB, PRODUCE_REPAIR)


def actions_per_round(play: RacePlay) -> int:
    """Return how many actions a seat chooses in a round (R3.3, R3.4, R3.7).

    In a two-player game there are two, or one if an option says so. In all other games there is one.
    """
    two_players = 2
    return 2 if play.seats == two_players and play.options.two_player_actions == "two" else 1


def choose_actions(play: RacePlay) -> Flow[None]:
    """All choose actions in secret, except the last one of a seat that chooses after the others (R3.1, R3.8)."""
    count, late, cards = actions_per_round(play), _last(play), action_cards(play)
    seats = [seat for seat in play.all_seats if count > 1 or seat not in late]
    yield from together(play, [_choose(play, seat, cards, count - (seat in late)) for seat in seats])
    _reveal(play, seats)


def somebody_has_still_to_choose(play: RacePlay) -> bool:
    """Return whether a seat has to choose an action now that the others have revealed theirs (R3.8)."""
    count = actions_per_round(play)
    return any([len(empire.actions) < count for empire in play.state.empires])  # noqa: C419 - faster than a generator


def choose_last(play: RacePlay) -> Flow[None]:
    """Each seat with that power chooses its action, now that the others have revealed theirs (R3.8)."""
    late, cards = _last(play), action_cards(play)
    yield from together(play, [_choose(play, seat, cards, 1) for seat in late])
    _reveal(play, late)


def _last(play: RacePlay) -> tuple[Seat, ...]:
    return who(play, _chooses_last)


def _chooses_last(able: Abilities) -> bool:
    return able.chooses_last


def _reveal(play: RacePlay, seats: Sequence[Seat]) -> None:
    """Show the actions; boosts are paid now (R3.1, R16.12)."""
    state = play.state
    for seat in seats if play.listening else ():
        play.tell("chose", seat, actions=", ".join(state.empires[seat].actions))
    if plays_prestige(play):
        for seat in seats:
            empire = state.empires[seat]
            empire.prestige.used = empire.prestige.used or SEARCH in empire.actions
        pay_for_boosts(play, seats)
        if state.goals:
            check_goals(play, "reveal")


@cache
def _prompt(seat: Seat, options: Picks, count: int, cards: tuple[str, ...]) -> Prompt:
    default = (EXPLORE_1_1, EXPLORE_5) if count > 1 else None
    barred = {card: _SEARCH_USED if card == SEARCH else _CHOSEN for card in cards if card not in options}
    return Prompt(seat, "actions.choose", options, count, count, default=default, barred=barred)


def action_cards(play: RacePlay) -> tuple[str, ...]:
    """Return the action cards that each seat has at this table (R3.1, R3.4, R17.1, R20.9, R22.32)."""
    cards: tuple[str, ...] = ACTIONS if actions_per_round(play) == 1 else TWO_PLAYER_ACTIONS
    if plays_prestige(play):
        cards = (*cards, SEARCH)
    if play.options.orb:
        cards = (*cards, EXPLORE_ORB)
    return cards if play.state.invasion is None else (*cards, PRODUCE_REPAIR)


def _choose(play: RacePlay, seat: Seat, cards: tuple[str, ...], count: int) -> Flow[None]:
    empire = play.state.empires[seat]
    options: Picks = cards
    if empire.prestige.used:
        options = tuple(action for action in options if action != SEARCH)
    if empire.actions:
        options = tuple(action for action in options if action not in empire.actions)
    chosen: tuple[str, ...] = yield _prompt(seat, options, count, cards)
    empire.actions = sorted([*empire.actions, *chosen], key=_ORDER.index)
    if may_boost(empire) and SEARCH not in empire.actions:
        others = Barred(lambda: {card: _NOT_CHOSEN for card in cards if card not in chosen})
        picks = yield Prompt(seat, "actions.boost", chosen, 0, 1, barred=others)
        empire.prestige.boosted = str(picks[0]) if picks else ""
