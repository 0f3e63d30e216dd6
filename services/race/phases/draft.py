"""The draft: cards are drafted into decks of one's own before the game (R18)."""

from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.race.cards import Draft, Number, Pack
from services.race.options import RaceOptions
from services.race.state import RaceState, Step
from services.race.table import RacePlay, component


def deal_packs(state: RaceState, figures: Draft) -> None:
    """Deal a pack to each seat for the next draft round; the rest leaves the game when it is too small (R18.3-R18.5).

    After the last round the drafted cards stand ready to be shuffled into decks.
    """
    deck = state.decks[0]
    size = figures.pack_size(len(state.empires), len(deck))
    if not size:
        state.aside.extend(deck)
        deck.clear()
        state.step = Step.OPENING
        return
    state.draft_round += 1
    for empire in state.empires:
        empire.pack = [deck.pop() for _ in range(size)]


def figures_of(options: RaceOptions, pack: Pack) -> Draft:
    """How a table with these options drafts: packs of five unless they go by the seats (R18.5)."""
    figures = pack.sets[options.expansion].draft
    if figures is None:
        raise LookupError(f"there is no draft with {options.expansion}")
    return figures if options.draft_packs == "by_seats" else Draft(figures.most_seats)


def draft(play: RacePlay) -> Flow[None]:
    """All take one card of their packs and pass the rest, in turns to the next and to the previous seat (R18.3)."""
    taken = yield from together(play, [_take(play, seat) for seat in range(play.seats)])
    for seat, card in enumerate(taken):
        play.tell("drafted", seat, private={seat: {"card": component(play, card)}})
    state = play.state
    packs = [empire.pack for empire in state.empires]
    step = 1 if state.draft_round % 2 else -1
    for seat, pack in enumerate(packs):
        state.empires[(seat + step) % play.seats].pack = pack
    if packs[0]:
        return
    deal_packs(state, figures_of(play.options, play.pack))
    if state.step == Step.OPENING:
        _shuffle_decks(play)


def _take(play: RacePlay, seat: int) -> Flow[Number]:
    empire = play.state.empires[seat]
    (card,) = yield Prompt(seat, "draft.take", tuple(empire.pack))
    empire.pack.remove(card)
    empire.hand.append(card)
    return int(card)


def _shuffle_decks(play: RacePlay) -> None:
    """Make the drafted cards each seat's own deck (R18.6)."""
    state = play.state
    state.decks, state.discards = [], []
    for empire in state.empires:
        deck, empire.hand = empire.hand, []
        play.chance.shuffle(deck)
        state.decks.append(deck)
        state.discards.append([])
    play.tell("draft_ends", rounds=state.draft_round)
