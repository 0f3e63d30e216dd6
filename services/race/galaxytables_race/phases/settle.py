"""The Settle phase: each seat may place one world from hand, and more worlds by powers (R7)."""

from functools import partial

from galaxytables_kit import Barred, Flow, Noted, Pick, Prompt, Reason, Seat, seated, together
from galaxytables_race.abilities import Abilities, Reach
from galaxytables_race.components.cards import NO_CARD, CardNumber, card_of
from galaxytables_race.components.vocabulary import ExtraWorld
from galaxytables_race.orb.helping import helpful, reach_by_tokens
from galaxytables_race.phases.bonuses import has_boost
from galaxytables_race.phases.placing import (
    choose_card,
    choose_from_hand,
    discard_owed,
    held_designs,
    placed,
    prestige_for_icon,
    settle_bonuses,
    show_cards,
    to_tableau,
)
from galaxytables_race.phases.swapping import swap, swaps, why_not_swapping
from galaxytables_race.phases.takeovers.declaration import (
    choose_takeover,
    declare,
    has_declared,
    has_won,
    placed_from_hand,
    targets,
    why_not_taken,
)
from galaxytables_race.phases.takeovers.resolution import takeovers_are_declared
from galaxytables_race.phases.winning import CONQUER, PAY, acquire, can_be_won, reach_with, saved_in_settle
from galaxytables_race.prestige import BOOSTED_MILITARY, gain_prestige, plays_prestige
from galaxytables_race.reach import reach_of
from galaxytables_race.reasons import NOT_A_WORLD, ONE_OF_EACH, too_dear, too_weak
from galaxytables_race.rulings import rulings
from galaxytables_race.state.phases import Settler, Settling, Won
from galaxytables_race.state.takeovers import Takeovers
from galaxytables_race.table import RacePlay, abilities, all_abilities, component, components, put_good, take_top
from galaxytables_race.table.agenda import SETTLE_2
from galaxytables_race.table.running import settler, settlers
from galaxytables_race.takeovers.targets import Targets

_NOT_SERVED = Reason("not_served", "R7.11")
_USED_OR_DECLINED = Reason("used_or_declined", "R7.11")
_NO_FIRST_WORLD = Reason("no_first_world", "R7.12")
_NO_WORLD_FOR_IT = Reason("no_world_for_it", "R7.11")


def begin(play: RacePlay, card: str) -> Settling:
    """Return the state with which Settle begins; `card` is the action card that brought the phase about.

    The state keeps the tableaus of this moment. They decide for the whole phase who is vulnerable to takeovers (R14.4).
    """
    empires = play.state.empires
    takeovers = Takeovers([empire.tableau for empire in empires]) if play.options.takeovers else None
    return Settling(card == SETTLE_2, [Settler() for _ in empires], takeovers)


def strengthen(play: RacePlay) -> None:
    """Each seat whose Settle bonus is boosted gets its extra military for this phase (R16.13)."""
    for seat, own in settlers(play) if plays_prestige(play) else ():
        if has_boost(play.state, seat):
            own.temporary = BOOSTED_MILITARY


def choose(play: RacePlay) -> Flow[None]:
    """All choose in secret to place a world, to take one over, or to reveal the top card (R7.1, R7.17, R14.5)."""
    choices = []
    for seat, able in seated(all_abilities(play)):
        options = (*_placeable(play, seat, able), *able.flips)
        others = targets(play, seat) if play.options.takeovers else {}
        if options or others:
            choices.append((seat, able, options, others))
    if choices:
        yield from together(play, [_choose_first(play, *choice) for choice in choices])


def reveal(play: RacePlay) -> None:
    """The top cards that seats chose to reveal, the takeovers and the chosen worlds are shown (R7.1, R7.17, R14.6)."""
    for seat, own in settlers(play):
        if own.by != NO_CARD:
            _flip(play, seat, own)
    show(play)


def show(play: RacePlay) -> None:
    """The chosen takeovers and worlds are shown (R7.12, R14.6)."""
    declare(play)
    show_cards(play)


def win(play: RacePlay) -> Flow[None]:
    """All pay for the worlds that they showed, or conquer them (R7.2-R7.7)."""
    seats = [seat for seat, own in settlers(play) if own.placing != NO_CARD]
    wins = yield from together(play, [acquire(play, seat) for seat in seats])
    for seat, won in zip(seats, wins, strict=True):
        settler(play, seat).won = won


def place(play: RacePlay) -> None:
    """The worlds that were paid for or conquered are placed, and windfall worlds get their goods (R7.8)."""
    for seat, own, won in _winners(play):
        world, own.by = to_tableau(play, seat), NO_CARD
        if won.means == PAY:
            private = {seat: {"paid": components(play, won.paid)}} if won.paid else {}
            play.tell("settled", seat, card=component(play, world), cost=len(won.paid), private=private)
        else:
            if won.means == CONQUER:
                own.conquered = world
            play.tell("conquered", seat, card=component(play, world), defense=won.defense)
        prestige_for_icon(play, seat, world)
        if won.with_good or play.pack.cards[world].production == "windfall":
            put_good(play, seat, world)


def take_bonuses(play: RacePlay) -> None:
    """Seats get the bonuses of powers and of the action for each placed world (R7.9)."""
    for seat, own, won in _winners(play):
        able, world = abilities(play, seat), own.fresh[-1]
        card = play.pack.cards[world]
        settle_bonuses(play, seat, able, world, first=len(placed(own)) == 1 and not has_won(play, seat))
        if won.means == PAY and card.military:
            for number, prestige in able.prestige.when_paying:
                gain_prestige(play, seat, prestige, number)
        without_good = world not in play.state.empires[seat].goods
        if able.goods_when_placed and card.production == "production" and without_good:
            put_good(play, seat, world)
        own.won = None


def _winners(play: RacePlay) -> list[tuple[Seat, Settler, Won]]:
    """Return the seats that have won the world they showed, and how."""
    return [(seat, own, own.won) for seat, own in settlers(play) if own.won is not None]


def discard(play: RacePlay) -> Flow[None]:
    """Each seat that drew by a power "draw, then discard" now discards (R7.9)."""
    yield from discard_owed(play, "settle.discard")


def somebody_may_place_more(play: RacePlay) -> bool:
    """Return whether a seat has a power for one more world, and a world for it (R7.11-R7.16)."""
    return bool(_offers_of_more(play))


def choose_more(play: RacePlay) -> Flow[None]:
    """Each seat with a power for one more world may choose such a world (R7.11-R7.15).

    A seat with several such powers uses them in any order.
    """
    offers = _offers_of_more(play)
    swapped = yield from together(play, [_choose_extra(play, seat, powers) for seat, powers in offers])
    for (seat, _), world in zip(offers, swapped, strict=True):
        if world is not None and play.pack.cards[world].production == "windfall":
            put_good(play, seat, world)


def worlds_are_still_won(play: RacePlay) -> bool:
    """Return whether a takeover is still to be fought, or a seat may still place one more world (R7.11, R14.7)."""
    return takeovers_are_declared(play) or somebody_may_place_more(play)


def extra_worlds_come_first(play: RacePlay) -> bool:
    """Return whether powers for one more world are used before takeovers are fought (R14.7)."""
    return play.options.extra_worlds_before_takeovers


def close_powers(play: RacePlay) -> None:
    """Powers that could have been used before the takeovers can no longer be used (R14.7)."""
    for seat, own in settlers(play):
        able = abilities(play, seat)
        powers = [number for number, power in able.extra_worlds if _follows(play, seat, power)]
        own.extra.extend(number for number in (*powers, *dict(able.replacements)) if number not in own.extra)


def _choose_first(
    play: RacePlay, seat: Seat, able: Abilities, options: tuple[CardNumber, ...], others: Targets
) -> Flow[None]:
    """Choose a hand card, a world to take over, the power that reveals the top card instead, or nothing."""
    empire = play.state.empires[seat]
    if not others and not able.flips:
        yield from choose_card(play, seat, "settle.place", options, _barred(play, seat, able))
        return
    reasons = _barred(play, seat, able, to_take=True)
    picks = yield Prompt(seat, "settle.place", (*options, *others), 0, 1, default=(), barred=reasons)
    if picks and picks[0] in others:
        yield from choose_takeover(play, seat, picks[0], others[picks[0]])
    elif picks and picks[0] in empire.hand:
        choose_from_hand(play, seat, picks[0])
    elif picks:
        settler(play, seat).by = picks[0]


def _flip(play: RacePlay, seat: Seat, own: Settler) -> None:
    """Reveal the top card: a non-military world is placed for nothing, anything else goes to the hand (R7.17)."""
    number = take_top(play, seat)
    if number is None:
        own.by = NO_CARD
        return
    play.show()
    card = play.pack.cards[number]
    play.tell("flipped", seat, card=component(play, number), by=component(play, own.by))
    if card.kind == "world" and not card.military and card not in abilities(play, seat).designs:
        own.chosen = number
    else:
        play.state.empires[seat].hand.append(number)
        own.by = NO_CARD


def _offers_of_more(play: RacePlay) -> list[tuple[Seat, dict[CardNumber, tuple[CardNumber, ...]]]]:
    """Return the seats that may place one more world now, with the worlds for each power (R14.7, R14.17).

    While a takeover waits to be fought, these are the seats that have won one, unless extra worlds come first.
    """
    winners_only = not extra_worlds_come_first(play) and takeovers_are_declared(play)
    return [
        (seat, powers)
        for seat, able in seated(all_abilities(play))
        if (powers := _extra_powers(play, seat, able)) and (not winners_only or has_won(play, seat))
    ]


def _extra_powers(play: RacePlay, seat: Seat, able: Abilities) -> dict[CardNumber, tuple[CardNumber, ...]]:
    """Return the worlds to place or take over by each power for one more that is still unused in this phase."""
    if not able.extra_worlds and not able.replacements:
        return {}
    powers = swaps(play, seat)
    for number, power in able.extra_worlds:
        served = _served(play, seat, able, number, power)
        if not isinstance(served, Reason):
            powers[number] = served
    return powers


def _served(
    play: RacePlay, seat: Seat, able: Abilities, number: CardNumber, power: ExtraWorld
) -> tuple[CardNumber, ...] | Reason:
    """Return the worlds to place or take over by a power for one more, or why there are none (R7.11-R7.15)."""
    if number in settler(play, seat).extra:
        return _USED_OR_DECLINED
    if not _follows(play, seat, power):
        return _NO_FIRST_WORLD
    options = _placeable(play, seat, able, number)
    if power.mode == "any":
        options += tuple(targets(play, seat))
    return options or _NO_WORLD_FOR_IT


def _unserved(play: RacePlay, seat: Seat) -> dict[CardNumber, Reason]:
    """Return why powers for one more world, or for replacing one, cannot be used now."""
    able = abilities(play, seat)
    served = {number: _served(play, seat, able, number, power) for number, power in able.extra_worlds}
    closed = {number: reason for number, reason in served.items() if isinstance(reason, Reason)}
    return why_not_swapping(play, seat) | closed


def _follows(play: RacePlay, seat: Seat, power: ExtraWorld) -> bool:
    """Return whether a power that needs a first world has one: placed, or for some powers taken over (R7.12)."""
    if power.mode == "free" or placed_from_hand(play, seat):
        return True
    counts = has_declared if rulings(play).extra_world_on_declaring else has_won
    return power.mode == "any" and counts(play, seat)


def _choose_extra(
    play: RacePlay, seat: Seat, powers: dict[CardNumber, tuple[CardNumber, ...]]
) -> Flow[CardNumber | None]:
    """Choose a power, then a world for it; each power is used or declined once. Return a world that was swapped in."""
    own = settler(play, seat)
    picks: tuple[Pick, ...] = tuple(powers)
    if len(powers) > 1:
        closed = Barred(lambda: _unserved(play, seat))
        picks = yield Prompt(seat, "settle.power", tuple(powers), 0, 1, default=(), barred=closed)
        if not picks:
            own.extra.extend(powers)
            return None
    power = card_of(picks[0])
    own.extra.append(power)
    able = abilities(play, seat)
    if power in dict(able.replacements):
        return (yield from swap(play, seat, power, powers[power]))
    to_take = any(number == power and each.mode == "any" for number, each in able.extra_worlds)
    reasons = _barred(play, seat, able, power, to_take=to_take)
    cards = yield Prompt(seat, "settle.extra", powers[power], 0, 1, default=(), subject=power, barred=reasons)
    if cards and cards[0] not in play.state.empires[seat].hand:
        yield from choose_takeover(play, seat, cards[0], targets(play, seat)[cards[0]])
    elif cards:
        choose_from_hand(play, seat, cards[0])
        own.by = power
    return None


def _placeable(
    play: RacePlay,
    seat: Seat,
    able: Abilities,
    by: CardNumber = NO_CARD,
    barred: dict[CardNumber, Reason] | None = None,
) -> tuple[CardNumber, ...]:
    """Return hand cards that could be placed, by a power if given (R4.5, R7.1-R7.18).

    Add reasons for others to `barred`.
    """
    empire, cards = play.state.empires[seat], play.pack.cards
    spare = len(empire.hand) - 1
    held, saved = held_designs(play, seat, able), saved_in_settle(play, seat, able)
    offered = []
    for number in empire.hand:
        card = cards[number]
        if card.kind == "world" and card not in held:
            reach = reach_of(able, card) if by == NO_CARD else reach_with(play, seat, able, card, by)
            if empire.artifacts:
                reach = reach_by_tokens(play, card, reach, helpful(play, seat, card, reach))
            if can_be_won(play, seat, reach, spare, saved):
                offered.append(number)
            elif barred is not None:
                barred[number] = _out_of_reach(play, seat, reach, spare, saved)
        elif barred is not None:
            barred[number] = ONE_OF_EACH if card.kind == "world" else NOT_A_WORLD
    return tuple(offered)


def _out_of_reach(play: RacePlay, seat: Seat, reach: Reach, spare: int, saved: int) -> Reason:
    """Return why a world cannot be won: the military that is missing, or its price (R7.1)."""
    if reach.gap is not None:
        return too_weak(reach.gap - play.state.changes(seat).temporary)
    if reach.price is not None:
        return too_dear(reach.price - saved, spare)
    return _NOT_SERVED


def _barred(play: RacePlay, seat: Seat, able: Abilities, by: CardNumber = NO_CARD, *, to_take: bool = False) -> Barred:
    """Return why hand cards cannot be placed, and worlds of others not taken over."""
    hand = Noted(partial(_placeable, play, seat, able, by))
    return Barred(lambda: {**hand, **why_not_taken(play, seat)}) if to_take else hand
