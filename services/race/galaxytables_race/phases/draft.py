"""The draft: each seat drafts its own deck before the game (R18)."""

from galaxytables_kit import Flow, Prompt, Seat, seated, together
from galaxytables_race.components.cards import CardNumber, Draft, Pack, card_of
from galaxytables_race.options import RaceOptions
from galaxytables_race.state.phases import Drafting
from galaxytables_race.table import RacePlay, component
from galaxytables_race.table.running import running


def begin(play: RacePlay) -> Drafting:
    """Return the state with which the draft begins."""
    return Drafting([[] for _ in range(play.seats)])


def is_drafted(play: RacePlay) -> bool:
    """Return whether this table plays with the draft."""
    return play.options.draft


def there_are_cards_for_packs(play: RacePlay) -> bool:
    """Return whether the deck has enough cards for the packs of one more draft round (R18.4, R18.5)."""
    return pack_size(play) > 0


def packs_hold_cards(play: RacePlay) -> bool:
    """Return whether cards are left in the packs."""
    return bool(running(play, Drafting).packs[0])


def deal_packs(play: RacePlay) -> None:
    """Deal each seat a pack of cards, from which the seats draft in turn (R18.3)."""
    drafting, deck, size = running(play, Drafting), play.state.decks[0], pack_size(play)
    drafting.round += 1
    drafting.packs = [[deck.pop() for _ in range(size)] for _ in range(play.seats)]


def pack_size(play: RacePlay) -> int:
    """Return the number of cards in a pack of the next draft round (R18.5)."""
    return figures_of(play.options, play.pack).pack_size(play.seats, len(play.state.decks[0]))


def figures_of(options: RaceOptions, pack: Pack) -> Draft:
    """Return the pack sizes of the draft at a table with these options (R18.5).

    A pack has five cards, or a number that depends on the number of seats if an option says so. Raises `LookupError` if
    these options play without a draft.
    """
    figures = pack.sets[options.expansion].draft
    if figures is None:
        raise LookupError(f"there is no draft with {options.expansion}")
    return figures if options.draft_packs == "by_seats" else Draft(figures.most_seats)


def take_and_pass(play: RacePlay) -> Flow[None]:
    """All take one card of their packs and pass the rest on, by turns to the next and the previous seat (R18.3)."""
    taken = yield from together(play, [_take(play, seat) for seat in play.all_seats])
    for seat, card in seated(taken):
        play.tell("drafted", seat, private={seat: {"card": component(play, card)}})
    drafting = running(play, Drafting)
    step = 1 if drafting.round % 2 else -1
    drafting.packs = [drafting.packs[(seat - step) % play.seats] for seat in play.all_seats]


def _take(play: RacePlay, seat: Seat) -> Flow[CardNumber]:
    pack = running(play, Drafting).packs[seat]
    (card,) = yield Prompt(seat, "draft.take", tuple(pack))
    pack.remove(card)
    play.state.empires[seat].hand.append(card)
    return card_of(card)


def shuffle_decks(play: RacePlay) -> None:
    """The drafted cards become each seat's own deck; cards that are left over leave the game (R18.5, R18.6)."""
    state = play.state
    state.aside.extend(state.decks[0])
    state.decks, state.discards = [], []
    for empire in state.empires:
        deck, empire.hand = empire.hand, []
        play.chance.shuffle(deck)
        state.decks.append(deck)
        state.discards.append([])
    play.tell("draft_ends", rounds=running(play, Drafting).round)
