"""The achievement phase, and the trigger of the end (R6, R7.1, R7.2)."""

from services.beyond.metrics import measure
from services.beyond.state import AchievementState, BeyondPlay, ClaimedDisc, Disc
from services.kit.event import Component
from services.kit.flow import Flow
from services.kit.prompt import Prompt

_FOUR = 4


def achievement(play: BeyondPlay, seat: int) -> Flow[None]:
    """Claim one achievement whose condition is met; which is the seat's choice (R6.1-R6.7)."""
    cards = play.pack.achievements
    met = {cards[card.card].id: card for card in play.state.achievements if can_claim(play, seat, card)}
    if not met:
        return
    (picked,) = yield Prompt(seat, "achievement.claim", tuple(met))
    card = met[str(picked)]
    play.state.factions[seat].achievement_discs -= 1
    card.discs.append(ClaimedDisc(seat, Disc.ACHIEVEMENT))
    points = cards[card.card].slots[len(card.discs) - 1]
    play.tell("achieved", seat, achievement=Component(str(picked)), points=points)
    if not play.state.last_round and discs_claimed(play) >= discs_to_end(play):
        play.state.last_round = play.state.round + 1
        play.tell("end_triggered", seat, round=play.state.last_round)


def can_claim(play: BeyondPlay, seat: int, card: AchievementState) -> bool:
    """Whether a seat meets a condition, has not claimed the card before and finds a free slot (R6.3, R6.4)."""
    printed = play.pack.achievements[card.card]
    if len(card.discs) == len(printed.slots) or seat in [claimed.seat for claimed in card.discs]:
        return False
    return measure(play, seat, printed.condition.metric) >= printed.condition.at_least


def discs_to_end(play: BeyondPlay) -> int:
    """Discs on achievement cards that trigger the end: by the number of players, or as with four (R7.1, R7.2)."""
    return play.pack.end_trigger[_FOUR if play.options.achievements_to_end == "four" else play.seats]


def discs_claimed(play: BeyondPlay) -> int:
    """Achievement discs on all cards (R7.1)."""
    return sum(len(card.discs) for card in play.state.achievements)
