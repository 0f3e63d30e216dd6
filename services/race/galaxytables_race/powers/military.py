"""Temporary military, bought until the end of a phase: how much it adds, and how a seat pays for it (R7.5, R7.6)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from galaxytables_kit import Barred, ChoiceRefused, Flow, Picks, Prompt, Reason, Seat
from galaxytables_race.abilities import Reach
from galaxytables_race.components.cards import CardNumber, card_of
from galaxytables_race.components.vocabulary import TemporaryMilitary
from galaxytables_race.prestige import spend_prestige
from galaxytables_race.reasons import USED, barred, other_kind
from galaxytables_race.table import (
    GoodPick,
    RacePlay,
    abilities,
    component,
    discard_from_hand,
    discard_from_tableau,
    good_kind,
    good_picks,
    spend_good,
    world_of,
)
from galaxytables_race.table.tokens import alien_goods, token_pick

Temporary: TypeAlias = Iterable[tuple[CardNumber, TemporaryMilitary]]
Powers: TypeAlias = Mapping[CardNumber, TemporaryMilitary]
"""Temporary powers by their cards."""

_CANNOT_BE_PAID = Reason("cannot_be_paid", "R7.5")
_NOT_AGAINST_IT = Reason("not_against_it", "R7.5")
_ON_A_NEW_WORLD = Reason("on_a_new_world", "R7.12")


def can_conquer(play: RacePlay, seat: Seat, reach: Reach, spare: int) -> bool:
    """Return whether a seat can have enough military to conquer a world (R7.3).

    All temporary military that the seat can buy with its goods and `spare` hand cards counts.
    """
    if reach.gap is None:
        return False
    gap = reach.gap - play.state.changes(seat).temporary - reach.sure
    if gap <= 0 or not reach.temporary:
        return gap <= 0
    gap -= _for_prestige(play, seat, reach.temporary)
    return gap <= _for_cards(play, seat, reach.temporary, spare) + _for_goods(play, seat, reach.temporary)


def usable(play: RacePlay, seat: Seat, temporary: Temporary) -> Powers:
    """Return the temporary powers that a seat can still use and pay for in this phase (R7.5, R14.14)."""
    return {number: power for number, power in temporary if why_not_used(play, seat, number, power) is None}


def why_not_used(play: RacePlay, seat: Seat, number: CardNumber, power: TemporaryMilitary) -> Reason | None:
    """Return the reason why a temporary power cannot be used now; None if it can."""
    if power.uses <= play.state.changes(seat).spent.get(number, 0):
        return USED
    return None if _payable(play, seat, number, power) else _CANNOT_BE_PAID


def unusable(play: RacePlay, seat: Seat, fitting: Temporary, powers: Powers) -> Barred:
    """Return why a seat cannot use its other temporary powers: they do not fit, or cost more than it has."""
    against = dict(fitting)

    def why_not(number: CardNumber) -> Reason | None:
        power = against.get(number)
        return _NOT_AGAINST_IT if power is None else why_not_used(play, seat, number, power)

    return barred(
        lambda: [number for number, _ in abilities(play, seat).temporary if number not in powers],
        why_not,
    )


def max_added(play: RacePlay, seat: Seat, powers: Powers) -> int:
    """Return the greatest total of military that a seat can add with these powers now."""
    sure = sum(power.amount for power in powers.values() if power.cost == "discard_self")
    sure += _for_prestige(play, seat, powers.items())
    spare = len(play.state.empires[seat].hand)
    return sure + _for_cards(play, seat, powers.items(), spare) + _for_goods(play, seat, powers.items())


def conquer(play: RacePlay, seat: Seat, world: CardNumber, reach: Reach) -> Flow[None]:
    """Let a seat reach the military that the conquest of a world needs.

    If its permanent military is not enough, it buys temporary military (R7.3, R7.5).
    """
    gap = (reach.gap or 0) - play.state.changes(seat).temporary
    if gap <= 0:
        return
    powers = usable(play, seat, reach.temporary)

    def enough(picks: Picks) -> None:
        chosen = [(card, powers[card]) for card in map(card_of, picks)]
        check_goods(play, seat, powers, picks)
        gained = sum(power.amount for _, power in chosen if power.cost != "hand_card")
        gained += _for_cards(play, seat, chosen, len(play.state.empires[seat].hand))
        if gained < gap:
            raise ChoiceRefused(
                f"{gap - gained} more military is needed", "R7.3", "more_military", missing=gap - gained
            )

    options = tuple(powers)
    rule = enough if len(options) > 1 else None
    default = _all_usable(play, seat, powers)
    picks = yield Prompt(
        seat,
        "settle.temporary",
        options,
        1,
        len(options),
        default=default,
        rule=rule,
        subject=world,
        barred=unusable(play, seat, reach.temporary, powers),
    )
    yield from buy(play, seat, {card: powers[card] for card in picks}, gap)


def check_goods(play: RacePlay, seat: Seat, powers: Powers, picks: Picks) -> None:
    """Raise `ChoiceRefused` unless the seat has a good for each picked power that costs one."""
    spent = Counter(power.good for pick in picks if (power := powers[card_of(pick)]).cost == "good")
    if any(count > len(spendable(play, seat, good)) for good, count in spent.items()):
        raise ChoiceRefused("there are not goods enough for all these powers", "R7.5", "too_few_goods")


def buy(play: RacePlay, seat: Seat, powers: Powers, gap: int = 0) -> Flow[int]:
    """Use these powers for a seat. Returns how much military they added.

    Powers that cost hand cards come last, and only as many of them are used as are needed to close the gap.
    """
    used = play.state.changes(seat).spent
    gained = 0
    picks = sorted(powers, key=lambda card: powers[card].cost == "hand_card")
    for place, card in enumerate(picks):
        power = powers[card]
        if power.cost == "hand_card":
            later = [(other, powers[other]) for other in picks[place + 1 :]]
            gained += yield from _buy_for_cards(play, seat, (card, power), later, gap - gained)
            continue
        if power.cost == "good":
            goods = tuple(spendable(play, seat, power.good))
            kept = unspendable(play, seat, power.good)
            (spent,) = yield Prompt(seat, "settle.temporary_good", goods, subject=card, barred=kept)
            spend_good(play, seat, spent)
            used[card] = 1
        elif power.cost == "prestige":
            spend_prestige(play, seat, 1)
            used[card] = 1
        else:
            discard_from_tableau(play, seat, card)
        gained += _boost(play, seat, card, power, power.amount)
    return gained


def _buy_for_cards(
    play: RacePlay,
    seat: Seat,
    source: tuple[CardNumber, TemporaryMilitary],
    others: list[tuple[CardNumber, TemporaryMilitary]],
    gap: int,
) -> Flow[int]:
    """Discard hand cards for military: as few as the later powers allow (R7.5). Return the military added."""
    hand, used = play.state.empires[seat].hand, play.state.changes(seat).spent
    number, power = source
    most = min(power.uses - used.get(number, 0), len(hand))
    least = min(1, most)
    while least < most and least * power.amount + _for_cards(play, seat, others, len(hand) - least) < gap:
        least += 1
    cards = yield Prompt(seat, "settle.temporary_cards", tuple(hand), least, most, subject=number)
    discard_from_hand(play, seat, cards)
    used[number] = used.get(number, 0) + len(cards)
    return _boost(play, seat, number, power, power.amount * len(cards))


def _boost(play: RacePlay, seat: Seat, card: CardNumber, power: TemporaryMilitary, amount: int) -> int:
    """Add military until the end of the phase and return the amount; with a condition it helps only once (R7.6)."""
    if power.when is None:
        play.state.changes(seat).temporary += amount
    play.tell("boosted", seat, card=component(play, card), military=amount)
    return amount


def _for_cards(play: RacePlay, seat: Seat, temporary: Temporary, spare: int) -> int:
    """Return the most military that this many hand cards buy."""
    used = play.state.changes(seat).spent
    worth = [
        power.amount
        for number, power in temporary
        if power.cost == "hand_card"
        for _ in range(power.uses - used.get(number, 0))
    ]
    return sum(sorted(worth, reverse=True)[:spare])


def _for_goods(play: RacePlay, seat: Seat, temporary: Temporary) -> int:
    """Return the most military that own goods buy."""
    used = play.state.changes(seat).spent
    by_good: dict[str | None, list[int]] = {}
    for number, power in temporary:
        if power.cost == "good" and not used.get(number, 0):
            by_good.setdefault(power.good, []).append(power.amount)
    return sum(
        sum(sorted(amounts, reverse=True)[: len(spendable(play, seat, good))]) for good, amounts in by_good.items()
    )


def _for_prestige(play: RacePlay, seat: Seat, temporary: Temporary) -> int:
    """Return the most military that own prestige buys, one chip per power."""
    used = play.state.changes(seat).spent
    worth = [power.amount for number, power in temporary if power.cost == "prestige" and not used.get(number, 0)]
    return sum(sorted(worth, reverse=True)[: play.state.empires[seat].prestige.chips])


def _payable(play: RacePlay, seat: Seat, number: CardNumber, power: TemporaryMilitary) -> bool:
    empire = play.state.empires[seat]
    match power.cost:
        case "discard_self":
            return number in empire.tableau
        case "good":
            return bool(spendable(play, seat, power.good))
        case "prestige":
            return empire.prestige.chips > 0
        case _:
            return bool(empire.hand)


def spendable(play: RacePlay, seat: Seat, good: str | None) -> list[GoodPick]:
    """Return a seat's goods of a kind, except those on worlds placed in this phase (R7.12)."""
    empire = play.state.empires[seat]
    goods = [pick for pick in good_picks(play, seat) if _why_not_spent(play, seat, good, pick) is None]
    if empire.artifacts and good == "alien":
        goods += map(token_pick, alien_goods(play.pack, empire))
    return goods


def unspendable(play: RacePlay, seat: Seat, good: str | None) -> Barred:
    """Return, for each other good of a seat, the reason why it cannot be spent where a good of this kind is needed."""
    return barred(lambda: good_picks(play, seat), lambda pick: _why_not_spent(play, seat, good, pick))


def _why_not_spent(play: RacePlay, seat: Seat, good: str | None, pick: GoodPick) -> Reason | None:
    if world_of(pick) in play.state.changes(seat).fresh:
        return _ON_A_NEW_WORLD
    fits = good in (None, "any") or good_kind(play.pack, pick) in (good, "any")
    return None if fits else other_kind(str(good), "R7.5")


def _all_usable(play: RacePlay, seat: Seat, powers: Powers) -> tuple[CardNumber, ...]:
    """Return the powers to use: all, but of those that cost a good only the strongest for which there are goods."""
    chosen: list[CardNumber] = []
    spent: Counter[str | None] = Counter()
    for number in sorted(powers, key=lambda number: -powers[number].amount):
        power = powers[number]
        if power.cost == "good":
            spent[power.good] += 1
            if spent[power.good] > len(spendable(play, seat, power.good)):
                continue
        chosen.append(number)
    return tuple(chosen)
