"""What the table may be like for all that a seat knows: complete states that show the seat what it sees.

Hidden cards are dealt at random to wherever they may lie: deck, discard pile, goods, hands of others. That is all that
a view tells; what a seat could conclude from how others play is not weighed. Tables of the base game and of expansions
whose pieces are cards alone can be sampled; goals, prestige, drafts, takeovers, the orb and the invasion cannot yet.
"""

from random import Random

from galaxy.race.v1 import race_pb2
from services.kit import Seat
from services.race.components.cards import CardNumber, Pack, card_of
from services.race.components.sets import sets_of
from services.race.options import RaceOptions
from services.race.phases.agenda import DEVELOP, DEVELOP_2, SETTLE, SETTLE_2
from services.race.prestige import PRESTIGE
from services.race.state import Empire, RaceState
from services.race.tableau import abilities_of

_BEGINNINGS = {
    race_pb2.PHASE_ACTIONS: ("round/actions", ()),
    race_pb2.PHASE_EXPLORE: ("round/explore", ()),
    race_pb2.PHASE_DEVELOP: ("round/develop", (DEVELOP, DEVELOP_2)),
    race_pb2.PHASE_SETTLE: ("round/settle", (SETTLE, SETTLE_2)),
}
"""By phase, where a state that is sampled goes on, and for which action cards the phase may be held."""


def beginning(view: race_pb2.RaceView) -> tuple[str, tuple[str, ...]]:
    """Where the running phase begins, and the action cards for which it is still to be held.

    Raises `ValueError` in phases that are not sampled.
    """
    found = _BEGINNINGS.get(view.phase)
    if found is None:
        raise ValueError(f"nothing is sampled in phase {view.phase}")
    path, turns = found
    if view.second:
        return path, turns[1:]
    return path, turns if view.phase in view.agenda else turns[:1]


def believe(pack: Pack, options: RaceOptions, view: race_pb2.RaceView, seat: Seat, random: Random) -> RaceState:
    """Sample a table as it was when the running phase began.

    It is what the seat sees as long as nothing has come to light in the phase: up to the choice of actions, of explored
    cards, of a card to place. What was drawn in the phase lies on the deck again, to be drawn by those who drew it.
    Raises `ValueError` in other phases, and for tables with pieces that are not sampled yet.
    """
    beginning(view)
    if not _all_cards(pack, view, options):
        raise ValueError("tables with more than cards are not sampled yet")
    own, drawn = [card_of(card.id) for card in view.hand], [card_of(card.id) for card in view.drawn]
    tableaus = [tuple(card_of(card.id) for card in empire.cards) for empire in view.empires]
    known = {*own, *drawn, *(number for tableau in tableaus for number in tableau)}
    box = pack.box(sets_of(options, pack), second_edition=options.second_edition)
    hidden = [number for number in box if number not in known]
    random.shuffle(hidden)
    empires, top = [], list[CardNumber]()
    for shown, tableau in zip(view.empires, tableaus, strict=True):
        hand = list(own) if shown.seat == seat else _take(hidden, shown.hand_size)
        top += drawn if shown.seat == seat else _take(hidden, shown.drawn_size)
        if view.phase == race_pb2.PHASE_DEVELOP:
            top += _undraw(hand, abilities_of(pack, tableau).develop_draw)
        goods = {card_of(card.id): _take(hidden, len(card.goods)) for card in shown.cards if card.goods}
        actions = [] if view.phase == race_pb2.PHASE_ACTIONS else list(shown.actions)
        empires.append(Empire(hand, tableau, goods, shown.chips, actions=actions))
    discards = _take(hidden, view.discards)
    starts = [pack.cards[tableau[0]].start_world or 0 for tableau in tableaus]
    first = Seat(starts.index(min(starts)))
    return RaceState(empires, [hidden + top[::-1]], [discards], view.pool, view.round, first_seat=first)


def cards_alone(pack: Pack, options: RaceOptions) -> bool:
    """Whether options bring nothing into play but cards and chips."""
    more = options.goals or options.takeovers or options.draft or options.orb or options.invasion
    return not (more or PRESTIGE in pack.sets[options.expansion].rules)


def _all_cards(pack: Pack, view: race_pb2.RaceView, options: RaceOptions) -> bool:
    """Whether cards and chips are all that lies on the table."""
    beside = view.goals or view.aside or view.saved
    saved = any(card.saved for empire in view.empires for card in empire.cards)
    return cards_alone(pack, options) and not (beside or saved)


def _undraw(hand: list[CardNumber], count: int) -> list[CardNumber]:
    """Take the cards back that were drawn last."""
    drawn = hand[len(hand) - count :]
    del hand[len(hand) - count :]
    return drawn


def _take(cards: list[CardNumber], count: int) -> list[CardNumber]:
    taken = cards[:count]
    del cards[:count]
    return taken
