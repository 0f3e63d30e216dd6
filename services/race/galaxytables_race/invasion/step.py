"""The invasion step at the end of each round from the third on (R22.5-R22.25)."""

from galaxytables_kit import Component, Flow, Prompt, Reason, Seat, seated, together
from galaxytables_race.components.cards import CardNumber, card_of
from galaxytables_race.components.invasion import InvaderNumber
from galaxytables_race.invasion.boosts import buy_strength
from galaxytables_race.invasion.track import (
    by_advancement,
    invasion_of,
    move_discs,
    place_discs,
    turn_stacks,
    value_against_xeno,
)
from galaxytables_race.reasons import barred
from galaxytables_race.rulings import rulings
from galaxytables_race.state.invasion import DEFEATED, NO_INVADER, REPULSED, Invasion
from galaxytables_race.state.phases import Invading
from galaxytables_race.table import RacePlay, abilities, component, discard, turn_order

_NOT_A_WORLD = Reason("not_a_world", "R22.19")
_DAMAGED = Reason("already_damaged", "R22.19")


def begin(play: RacePlay) -> Invading:
    """Return the state of the invasion step, which has no fields of its own."""
    del play
    return Invading()


def move_admirals(play: RacePlay) -> None:
    """The admirals' discs move on the track (R22.6-R22.8)."""
    invasion = invasion_of(play)
    for seat, admiral in seated(invasion.admirals):
        able = abilities(play, seat)
        admiral.value, admiral.military, admiral.defense = value_against_xeno(able), able.military, able.front.defense
        admiral.boost, admiral.invader = 0, NO_INVADER
    values = [admiral.value for admiral in invasion.admirals]
    if invasion.track:
        move_discs(invasion.track, values)
    else:
        place_discs(invasion.track, turn_order(play), values)
    for seat, value in seated(values):
        play.tell("stands", seat, value=value)


def repulse(play: RacePlay) -> None:
    """The Xeno are repulsed if the strength of all seats together is enough (R22.9)."""
    invasion = invasion_of(play)
    total = sum(admiral.value for admiral in invasion.admirals)
    if total >= invasion.repulse:
        invasion.end = REPULSED
        play.tell("repulsed", total=total, needed=invasion.repulse)


def xeno_are_not_repulsed(play: RacePlay) -> bool:
    """Return whether the seats have to fight, because the Xeno were not repulsed."""
    return invasion_of(play).end != REPULSED


def deal_invaders(play: RacePlay) -> None:
    """Each seat gets an invasion card, the most advanced disc the strongest; then the stacks turn (R22.10-R22.12).

    The order of the discs after that decides the rewards (R22.18).
    """
    book, invasion = play.pack.invasion, invasion_of(play)
    revealed = [_reveal(play, invasion) for _ in invasion.admirals]
    revealed.sort(key=lambda number: book.cards[number].rank, reverse=True)
    for rank, (seat, number) in enumerate(zip(by_advancement(invasion.track), revealed, strict=True), 1):
        admiral = invasion.admirals[seat]
        admiral.invader, admiral.rank, admiral.won = number, rank, False
        play.tell("faces", seat, invader=Component(book.cards[number].id), rank=rank)
    turn_stacks(invasion.track)
    if rulings(play).rewards_after_turning:
        for rank, seat in enumerate(by_advancement(invasion.track), 1):
            invasion.admirals[seat].rank = rank


def _reveal(play: RacePlay, invasion: Invasion) -> InvaderNumber:
    if not invasion.deck:
        invasion.deck, invasion.discards = invasion.discards, []
        play.chance.shuffle(invasion.deck)
        play.tell("wave_again", cards=len(invasion.deck))
    return invasion.deck.pop()


def defend(play: RacePlay) -> Flow[None]:
    """Each seat that would lose its fight may buy strength, in secret; then all seats fight (R22.13-R22.18, R22.22)."""
    invasion = invasion_of(play)
    losing = [(seat, gap) for seat in play.all_seats if (gap := missing_strength(play, invasion, seat)) > 0]
    if losing:
        yield from together(play, [buy_strength(play, seat, gap) for seat, gap in losing])
    rewards = play.pack.invasion.rewards[play.seats]
    for seat, admiral in seated(invasion.admirals):
        admiral.won = missing_strength(play, invasion, seat) <= 0
        strength = admiral.value + admiral.defense + admiral.boost
        invader = Component(play.pack.invasion.cards[admiral.invader].id)
        if admiral.won:
            reward = rewards[admiral.rank - 1]
            admiral.rewards += reward
            play.tell("held", seat, reward=reward, strength=strength, invader=invader)
        else:
            play.tell("overrun", seat, strength=strength, invader=invader)
    if not any(admiral.won for admiral in invasion.admirals):
        _all_lose(play, invasion)


def missing_strength(play: RacePlay, invasion: Invasion, seat: Seat) -> int:
    """Return the strength that a seat lacks to win its fight; with 0 or less it wins (R22.13, R22.16).

    A seat whose strength equals the card's loses (R22.17).
    """
    admiral = invasion.admirals[seat]
    against = play.pack.invasion.cards[admiral.invader].strength_against(admiral.military)
    return against + 1 - admiral.value - admiral.defense - admiral.boost


def _all_lose(play: RacePlay, invasion: Invasion) -> None:
    """Count a defeat of all seats: the first is a warning, the second loses the empire (R22.22)."""
    invasion.defeats += 1
    play.tell("all_lose", times=invasion.defeats)
    if invasion.defeats >= play.pack.invasion.most_defeats:
        invasion.end = DEFEATED


def worlds_are_lost(play: RacePlay) -> bool:
    """Return whether any seat that lost its fight has a world that can be damaged."""
    return bool(_losers(play))


def damage(play: RacePlay) -> Flow[None]:
    """Each seat that lost its fight chooses one of its worlds, which is damaged (R22.19)."""
    losers = _losers(play)
    chosen = yield from together(play, [_choose_world(play, *loser) for loser in losers])
    for (seat, _), world in zip(losers, chosen, strict=True):
        _damage(play, seat, world)


def _losers(play: RacePlay) -> list[tuple[Seat, tuple[CardNumber, ...]]]:
    """Return the seats that lost, each with the worlds of which one is damaged."""
    return [
        (seat, worlds)
        for seat, admiral in seated(invasion_of(play).admirals)
        if not admiral.won and (worlds := undamaged_worlds(play, seat))
    ]


def undamaged_worlds(play: RacePlay, seat: Seat) -> tuple[CardNumber, ...]:
    """Return the seat's worlds that are not damaged yet."""
    tableau = play.state.empires[seat].tableau
    return tuple([card for card in tableau if _why_not_damaged(play, seat, card) is None])


def _why_not_damaged(play: RacePlay, seat: Seat, card: CardNumber) -> Reason | None:
    """Return why a card cannot be damaged: it is a development, or already damaged (R22.19)."""
    if not play.pack.cards[card].is_world:
        return _NOT_A_WORLD
    return _DAMAGED if card in play.state.empires[seat].damaged else None


def _choose_world(play: RacePlay, seat: Seat, worlds: tuple[CardNumber, ...]) -> Flow[CardNumber]:
    reasons = barred(lambda: play.state.empires[seat].tableau, lambda card: _why_not_damaged(play, seat, card))
    (world,) = yield Prompt(seat, "invasion.damage", worlds, barred=reasons)
    return card_of(world)


def _damage(play: RacePlay, seat: Seat, world: CardNumber) -> None:
    """Turn a world face down: it stays in the tableau and counts for nothing else; its good is lost (R22.20)."""
    empire = play.state.empires[seat]
    empire.damaged = (*empire.damaged, world)
    discard(play, seat, empire.goods.pop(world, []))
    play.tell("damaged", seat, world=component(play, world))


def put_away(play: RacePlay) -> None:
    """Cards of the last wave are discarded and may return; all other invasion cards leave the game (R22.23)."""
    book, invasion = play.pack.invasion, invasion_of(play)
    for admiral in invasion.admirals:
        last = book.wave_of[admiral.invader] == len(book.waves)
        (invasion.discards if last else invasion.gone).append(admiral.invader)
