"""Helpers that many phases share: draw and discard cards, put and spend goods, and gain chips."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, final

from galaxytables_kit import Component, Components, Pick, Play, Seat, seats_of
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of, spent
from galaxytables_race.components.cards import NO_CARD, CardNumber, Pack, card_of
from galaxytables_race.components.orb import TokenNumber
from galaxytables_race.options import RaceOptions
from galaxytables_race.state import Empire, RaceState, RunningPhase
from galaxytables_race.state.phases import Consuming, InOrb, Settling
from galaxytables_race.table.tokens import artifact_of, token_of, token_pick

RacePlay: TypeAlias = Play[RaceState, Pack, RaceOptions]
GoodPick: TypeAlias = CardNumber | str
"""An own good: its world, its number on a world with several, or an artifact."""


@final
class _Known:
    """The cached abilities of a tableau.

    They are valid as long as the tuples are the same objects: then nothing was placed, lost, given up, damaged or
    repaired. If something had been placed, lost or given up before, they are valid in this `phase` only; otherwise
    `phase` is None.
    """

    __slots__ = ("able", "damaged", "phase", "tableau")

    def __init__(self, empire: Empire, phase: RunningPhase, able: Abilities) -> None:
        self.tableau = empire.tableau
        self.damaged = empire.damaged
        self.phase = phase
        self.able = able


def abilities(play: RacePlay, seat: Seat) -> Abilities:
    """Return the abilities of a seat's tableau in the running phase.

    Cards placed in this phase do not count yet (R4.4); worlds lost to takeovers in this phase still do (R14.13).
    """
    return _able(play, seat, play.state.empires[seat])


def _able(play: RacePlay, seat: Seat, empire: Empire) -> Abilities:
    known: _Known | None = play.memo.get(seat)
    if (
        known is None
        or known.tableau is not empire.tableau
        or known.damaged is not empire.damaged
        or (known.phase is not None and known.phase is not play.state.phase)
    ):
        known = play.memo[seat] = _look(play, seat)
    return known.able


def _look(play: RacePlay, seat: Seat) -> _Known:
    state = play.state
    empire, cards = state.empires[seat], _counted(state, seat)
    able = abilities_of(play.pack, _undamaged(cards, empire.damaged))
    return _Known(empire, None if cards is empire.tableau else state.phase, able)


def all_abilities(play: RacePlay) -> list[Abilities]:
    """Return the abilities of all tableaus in the running phase, by seat."""
    empires = play.state.empires
    return [_able(play, seat, empires[seat]) for seat in play.all_seats]


def who(play: RacePlay, has: Callable[[Abilities], object]) -> tuple[Seat, ...]:
    """Return the seats for whose abilities the condition `has` is true."""
    empires = play.state.empires
    return tuple([seat for seat in play.all_seats if has(_able(play, seat, empires[seat]))])


def turn_order(play: RacePlay) -> Sequence[Seat]:
    """Return the seats in turn order: clockwise from the seat whose start world has the lowest number (R2.8)."""
    return seats_of(play.seats, play.state.first_seat)


def working(state: RaceState, seat: Seat) -> tuple[CardNumber, ...]:
    """Return the cards whose powers work for a seat: all that count in its tableau and are not damaged (R22.20)."""
    return _undamaged(_counted(state, seat), state.empires[seat].damaged)


def _undamaged(cards: tuple[CardNumber, ...], damaged: tuple[CardNumber, ...]) -> tuple[CardNumber, ...]:
    return tuple([card for card in cards if card not in damaged]) if damaged else cards


def _counted(state: RaceState, seat: Seat) -> tuple[CardNumber, ...]:
    """Return the cards that count in the running phase: not those placed in it, but those lost in it (R4.4, R14.13).

    Discarded cards count until the phase ends, with their permanent military only (R4.8, R7.20).
    """
    changes, standing = state.changes(seat), state.empires[seat].tableau
    if not (changes.fresh or changes.lost or changes.gone):
        return standing
    return (*[card for card in standing if card not in changes.fresh], *changes.lost, *map(spent, changes.gone))


def take_top(play: RacePlay, seat: Seat) -> CardNumber | None:
    """Remove the top card of the deck from which a seat draws, and return it.

    An empty deck is remade from the discard pile. Returns None if both are empty (R1.12).
    """
    deck = play.state.deck_of(seat)
    if not deck:
        discards = play.state.discards_of(seat)
        if not discards:
            return None
        deck.extend(discards)
        discards.clear()
        play.chance.shuffle(deck)
        play.tell("reshuffled", cards=len(deck))
    return deck.pop()


def take(play: RacePlay, seat: Seat, count: int) -> list[CardNumber]:
    """Remove up to `count` cards from the deck from which a seat draws, and return them."""
    deck = play.state.deck_of(seat)
    if 0 < count <= len(deck):
        taken = deck[: -count - 1 : -1]
        del deck[-count:]
        return taken
    taken = []
    for _ in range(count):
        card = take_top(play, seat)
        if card is None:
            break
        taken.append(card)
    return taken


def draw(play: RacePlay, seat: Seat, count: int, why: str) -> None:
    """Draw cards into a seat's hand; fewer if not enough are left. `why` is the cause that the event names."""
    if count <= 0:
        return
    taken = take(play, seat, count)
    if not taken:
        return
    play.state.empires[seat].hand.extend(taken)
    if play.listening:
        play.tell("drew", seat, count=len(taken), why=why, private={seat: {"cards": components(play, taken)}})


def discard(play: RacePlay, seat: Seat, cards: list[CardNumber] | tuple[CardNumber, ...]) -> None:
    """Put cards on the discard pile that a seat uses."""
    play.state.discards_of(seat).extend(cards)


def take_back(play: RacePlay, seat: Seat, cards: tuple[CardNumber, ...] | list[CardNumber]) -> None:
    """Remove these cards from the discard pile that a seat uses; the caller puts them elsewhere."""
    pile = play.state.discards_of(seat)
    for card in cards:
        pile.remove(card)


def discard_from_hand(play: RacePlay, seat: Seat, cards: tuple[CardNumber, ...]) -> None:
    """Discard cards from a seat's hand."""
    hand = play.state.empires[seat].hand
    for card in cards:
        hand.remove(card)
    discard(play, seat, cards)


def discard_from_tableau(play: RacePlay, seat: Seat, card: CardNumber) -> None:
    """Discard a card from the tableau with all that lies on and under it; its points and powers are lost (R4.7).

    In Settle and in the orb step its permanent military lasts until the end of the phase (R7.20, R20.17). Powers that
    count such cards also count it until then (R4.8).
    """
    empire, phase = play.state.empires[seat], play.state.phase
    if isinstance(phase, (InOrb, Settling)) and card not in phase.seats[seat].fresh:
        phase.seats[seat].gone.append(card)
    empire.tableau = without(empire.tableau, card)
    discard(play, seat, [card, *empire.goods.pop(card, []), *empire.saved.pop(card, [])])


def without(cards: tuple[CardNumber, ...], card: CardNumber) -> tuple[CardNumber, ...]:
    """Return these cards without `card`."""
    return tuple([each for each in cards if each != card])


def put_good(play: RacePlay, seat: Seat, world: CardNumber) -> bool:
    """Put a good on an empty world. Returns False if no card is left to serve as the good (R1.6, R1.12)."""
    good = take_top(play, seat)
    if good is None:
        return False
    play.state.empires[seat].goods[world] = [good]
    return True


def good_picks(play: RacePlay, seat: Seat, good: str = "any") -> list[GoodPick]:
    """Return a seat's goods of a kind as options: a world for its first good, `<world>:2` and so on for more (R1.5).

    They include artifacts that serve as Alien goods in the running Consume phase (R20.33).
    """
    empire, cards = play.state.empires[seat], play.pack.cards
    goods = empire.goods
    picks: list[GoodPick] = []
    for world in empire.tableau:
        if world in goods and (good == "any" or cards[world].stores in (good, "any")):
            picks.append(world)
            if len(goods[world]) > 1:
                picks += [f"{world}:{number}" for number in range(2, len(goods[world]) + 1)]
    if empire.artifacts and good in ("any", "alien"):
        picks += map(token_pick, _offered(play, seat))
    return picks


def good_of(pick: Pick) -> GoodPick:
    """Return the good that an option stands for."""
    return pick if isinstance(pick, str) else CardNumber(pick)


def good_kind(pack: Pack, good: GoodPick) -> str:
    """Return the kind of the good that an option stands for."""
    return "alien" if token_of(good) is not None else str(pack.cards[world_of(good)].stores)


def good_place(pack: Pack, good: GoodPick) -> Component:
    """Return the place of a good as a fact for an event: its world, or the artifact that serves as the good."""
    token = token_of(good)
    return Component(pack.cards[world_of(good)].id if token is None else artifact_of(pack, token).id)


def good_count(play: RacePlay, seat: Seat) -> int:
    """Return how many goods a seat can consume, including artifacts that it offered as goods."""
    empire = play.state.empires[seat]
    goods = sum(map(len, empire.goods.values()))
    return goods + len(_offered(play, seat)) if empire.artifacts else goods


def _offered(play: RacePlay, seat: Seat) -> list[TokenNumber]:
    phase = play.state.phase
    return phase.seats[seat].offered if isinstance(phase, Consuming) else []


def world_of(good: GoodPick) -> CardNumber:
    """Return the world on which a good lies, or `NO_CARD` for an artifact that serves as a good."""
    if isinstance(good, int):
        return good
    return NO_CARD if token_of(good) is not None else card_of(good.partition(":")[0])


def spend_good(play: RacePlay, seat: Seat, good: GoodPick) -> None:
    """Discard a good from its world, or use up the artifact that serves as the good."""
    token = token_of(good)
    if token is not None:
        spend_token(play, seat, token)
        return
    world = world_of(good)
    goods = play.state.empires[seat].goods
    discard(play, seat, [goods[world].pop()])
    if not goods[world]:
        del goods[world]


def spend_token(play: RacePlay, seat: Seat, token: TokenNumber) -> None:
    """Reveal and use up a token; it stays with its owner and scores (R20.36)."""
    empire = play.state.empires[seat]
    empire.artifacts.remove(token)
    empire.spent_artifacts.append(token)
    phase = play.state.phase
    if isinstance(phase, Consuming) and token in phase.seats[seat].offered:
        phase.seats[seat].offered.remove(token)
    play.tell("used_artifact", seat, artifact=Component(artifact_of(play.pack, token).id))


def gain_chips(play: RacePlay, seat: Seat, chips: int) -> None:
    """Give a seat VP chips; the pool always pays in full (R8.12)."""
    play.state.empires[seat].chips += chips
    play.state.pool -= chips


def component(play: RacePlay, card: CardNumber) -> Component:
    """Return a card as a fact for an event."""
    return Component(play.pack.cards[card].id)


def components(play: RacePlay, cards: list[CardNumber] | tuple[CardNumber, ...]) -> Components:
    """Return several cards as one fact for an event."""
    known = play.pack.cards
    return Components(tuple([known[card].id for card in cards]))
