"""The achievement phase, and the trigger of the end of the game (R6, R7.1, R7.2)."""

from functools import cache

from galaxytables_beyond.state import AchievementState, BeyondPlay, ClaimedDisc, Disc, this_turn
from galaxytables_beyond.table.metrics import measure
from galaxytables_kit import Barred, Component, Flow, Prompt, Reason, Seat

_FOUR = 4
_NO_SLOT_LEFT = Reason("no_slot_left", "R6.3")
_CLAIMED_BEFORE = Reason("claimed_before", "R6.4")


def achievement(play: BeyondPlay) -> Flow[None]:
    """Let the seat whose turn it is claim one achievement whose condition is met (R6.1-R6.7)."""
    seat, cards = this_turn(play).seat, play.pack.achievements
    met = {cards[card.card].id: card for card in play.state.achievements if can_claim(play, seat, card)}
    if not met:
        return
    (picked,) = yield Prompt(seat, "achievement.claim", tuple(met), barred=Barred(lambda: _barred(play, seat)))
    card = met[str(picked)]
    play.state.factions[seat].achievement_discs -= 1
    card.discs.append(ClaimedDisc(seat, Disc.ACHIEVEMENT))
    points = cards[card.card].slots[len(card.discs) - 1]
    play.tell("achieved", seat, achievement=Component(str(picked)), points=points)
    if not play.state.last_round and discs_claimed(play) >= discs_to_end(play):
        play.state.last_round = play.state.round + 1
        play.tell("end_triggered", seat, round=play.state.last_round)


def can_claim(play: BeyondPlay, seat: Seat, card: AchievementState) -> bool:
    """Return whether a seat can claim an achievement card (R6.1, R6.3, R6.4)."""
    printed = play.pack.achievements[card.card]
    if card.discs and (len(card.discs) == len(printed.slots) or seat in [claimed.seat for claimed in card.discs]):
        return False
    return measure(play, seat, printed.condition.metric) >= printed.condition.at_least


def why_not_claim(play: BeyondPlay, seat: Seat, card: AchievementState) -> Reason | None:
    """Return the reason why a seat cannot claim an achievement card; None if it can (R6.1, R6.3, R6.4).

    The card has no free slot, the seat has claimed it before, or the card's condition is not met.
    """
    printed = play.pack.achievements[card.card]
    if card.discs and seat in [claimed.seat for claimed in card.discs]:
        return _CLAIMED_BEFORE
    if len(card.discs) == len(printed.slots):
        return _NO_SLOT_LEFT
    metric, at_least = printed.condition.metric, printed.condition.at_least
    reached = measure(play, seat, metric)
    return None if reached >= at_least else _condition_unmet(metric, reached, at_least)


@cache
def _condition_unmet(metric: str, reached: int, at_least: int) -> Reason:
    return Reason("condition_unmet", "R6.6", {"metric": metric, "reached": reached, "at_least": at_least})


def _barred(play: BeyondPlay, seat: Seat) -> dict[str, Reason]:
    cards = play.pack.achievements
    return {
        cards[card.card].id: reason
        for card in play.state.achievements
        if (reason := why_not_claim(play, seat, card)) is not None
    }


def discs_to_end(play: BeyondPlay) -> int:
    """Return how many discs on achievement cards trigger the end of the game (R7.1, R7.2).

    An option of the table decides whether this is the number for the players at the table, or that for four players.
    """
    return play.pack.end_trigger[_FOUR if play.options.achievements_to_end == "four" else play.seats]


def discs_claimed(play: BeyondPlay) -> int:
    """Return the number of achievement discs on all cards (R7.1)."""
    return sum(len(card.discs) for card in play.state.achievements)
