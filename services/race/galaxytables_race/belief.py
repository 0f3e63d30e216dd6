"""Draws complete states of a table for bots. Each state agrees with everything that a seat sees.

Hidden cards are dealt at random to the places where they may lie: deck, discard pile, goods, hands of other players.
Only the view is used: what could be concluded from the play of others, or remembered from the seat's own draft, is
ignored.
"""

from collections.abc import Sequence
from random import Random

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import CardNumber, Pack, card_of
from galaxytables_race.invasion.belief import believe_invasion
from galaxytables_race.options import RaceOptions
from galaxytables_race.orb.belief import believe_orb, believe_step
from galaxytables_race.sets import sets_of
from galaxytables_race.state import Empire, Prestige, RaceState
from galaxytables_race.table.agenda import DEVELOP, DEVELOP_2, SETTLE, SETTLE_2

_BEGINNINGS = {
    race_pb2.PHASE_ACTIONS: ("round/actions", ()),
    race_pb2.PHASE_ORB: ("round/orb/act_or_pass", ()),
    race_pb2.PHASE_EXPLORE: ("round/explore", ()),
    race_pb2.PHASE_DEVELOP: ("round/develop", (DEVELOP, DEVELOP_2)),
    race_pb2.PHASE_SETTLE: ("round/settle", (SETTLE, SETTLE_2)),
}
"""By phase: where a sampled state continues, and for which action cards the phase may be held."""


_GONE = 1_000
"""The number of a start world that is no longer there."""


def beginning(view: race_pb2.RaceView) -> tuple[str, tuple[str, ...]]:
    """Return the step with which the running phase begins, and the actions whose phases come later in the round.

    The actions are given as action cards. Raises `ValueError` in phases for which no state can be drawn.
    """
    found = _BEGINNINGS.get(view.phase)
    if found is None or (view.phase == race_pb2.PHASE_ORB and not _is_step(view)):
        raise ValueError(f"nothing is sampled in phase {view.phase}")
    path, turns = found
    if view.second:
        return path, turns[1:]
    return path, turns if view.phase in view.agenda else turns[:1]


def believe(pack: Pack, options: RaceOptions, view: race_pb2.RaceView, seat: Seat, random: Random) -> RaceState:
    """Return a random state that agrees with what the seat sees, as of the beginning of the current phase.

    In the orb step, it is the state when the current seat's turn began. The state agrees with the view only as long as
    the phase has revealed nothing, that is, until actions, explored cards, or a card to place have been chosen. Cards
    that were drawn in the phase lie on the deck again, in such an order that each seat would draw the same cards again.
    Raises `ValueError` in phases for which no state can be drawn.
    """
    beginning(view)
    hidden = _hidden(pack, options, view)
    random.shuffle(hidden)
    empires, drawn = [], list[list[CardNumber]]()
    for shown in view.empires:
        empire, taken = _empire(pack, view, shown, hidden, own=shown.seat == seat)
        empires.append(empire)
        drawn.append(taken)
    decks, discards = _piles(view, hidden, drawn, each_its_own=options.draft)
    first = _first_seat(pack, empires)
    state = RaceState(empires, decks, discards, view.pool, view.round, first_seat=first)
    state.aside = hidden
    if view.HasField("prestige_leader"):
        state.leader = Seat(view.prestige_leader)
    _lay_goals(state, view)
    if view.HasField("invasion"):
        state.invasion = believe_invasion(pack, view, random)
    if view.HasField("orb"):
        state.orb = believe_orb(pack, view, empires, seat, random)
        if view.phase == race_pb2.PHASE_ORB:
            state.phase = believe_step(view)
    return state


def _is_step(view: race_pb2.RaceView) -> bool:
    """Return whether the orb step is running, which Explore follows; teams are also placed at other times."""
    return race_pb2.PHASE_EXPLORE in view.agenda


def _hidden(pack: Pack, options: RaceOptions, view: race_pb2.RaceView) -> list[CardNumber]:
    """Return the cards whose place the seat does not know."""
    known = {card_of(card.id) for card in (*view.hand, *view.drawn, *view.saved)}
    known |= {card_of(card.id) for empire in view.empires for card in empire.cards}
    box = pack.box(sets_of(options, pack), second_edition=options.second_edition)
    return [number for number in box if number not in known]


def _empire(
    pack: Pack, view: race_pb2.RaceView, shown: race_pb2.Empire, hidden: list[CardNumber], *, own: bool
) -> tuple[Empire, list[CardNumber]]:
    """Return a sampled empire of a seat, and the cards that it has drawn in the phase."""
    tableau = tuple(card_of(card.id) for card in shown.cards)
    hand = [card_of(card.id) for card in view.hand] if own else _take(hidden, shown.hand_size)
    drawn = [card_of(card.id) for card in view.drawn] if own else _take(hidden, shown.drawn_size)
    if view.phase == race_pb2.PHASE_DEVELOP:
        drawn += _undraw(hand, abilities_of(pack, tableau).develop_draw)
    under = [card_of(card.id) for card in view.saved] if own else _take(hidden, sum(c.saved for c in shown.cards))
    prestige = shown.prestige
    empire = Empire(
        hand,
        tableau,
        {card_of(card.id): _take(hidden, len(card.goods)) for card in shown.cards if card.goods},
        shown.chips,
        actions=[] if view.phase == race_pb2.PHASE_ACTIONS else list(shown.actions),
        prestige=Prestige(prestige.chips, prestige.on_tile, prestige.boosted, prestige.used),
        saved={card_of(card.id): _take(under, card.saved) for card in shown.cards if card.saved},
        damaged=tuple(card_of(card.id) for card in shown.cards if card.damaged),
    )
    return empire, drawn


def _piles(
    view: race_pb2.RaceView, hidden: list[CardNumber], drawn: Sequence[Sequence[CardNumber]], *, each_its_own: bool
) -> tuple[list[list[CardNumber]], list[list[CardNumber]]]:
    """Return decks and discard piles, shared or one per seat (R18.6); cards drawn in the phase lie on top."""
    if each_its_own:
        discards = [_take(hidden, shown.discards) for shown in view.empires]
        decks = [_take(hidden, shown.deck) for shown in view.empires]
        return [[*deck, *reversed(taken)] for deck, taken in zip(decks, drawn, strict=True)], discards
    top = [card for taken in drawn for card in taken]
    shared = [_take(hidden, view.discards)]
    return [_take(hidden, view.deck) + top[::-1]], shared


def _first_seat(pack: Pack, empires: Sequence[Empire]) -> Seat:
    """Return the seat of the lowest start world that is still there (R2.8)."""
    starts = [pack.cards[empire.tableau[0]].start_world or _GONE for empire in empires]
    return Seat(starts.index(min(starts)))


def _lay_goals(state: RaceState, view: race_pb2.RaceView) -> None:
    """Lay out the goals, with their holders."""
    for goal in view.goals:
        state.goals.append(goal.component)
        holders = [Seat(holder) for holder in goal.holders]
        if goal.most and holders:
            state.most_goals[goal.component] = holders[0]
        elif holders:
            state.first_goals[goal.component] = holders


def _undraw(hand: list[CardNumber], count: int) -> list[CardNumber]:
    """Remove the cards drawn last from a hand and return them."""
    drawn = hand[len(hand) - count :]
    del hand[len(hand) - count :]
    return drawn


def _take(cards: list[CardNumber], count: int) -> list[CardNumber]:
    taken = cards[:count]
    del cards[:count]
    return taken
