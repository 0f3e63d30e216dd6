"""The effects of powers.

No power here acts by itself. Powers change what can be placed and at what price (`Reach`), how strong an empire is,
whether a second world may follow, and who holds a card when VP are scored.
"""

from collections.abc import Sequence
from typing import final

from galaxytables_jump.components.cards import Card, Pack
from galaxytables_jump.components.filters import Icon
from galaxytables_jump.components.kinds import (
    CostReduction,
    MovesToStrongest,
    NegotiateMilitaryWorld,
    OnePerEmpire,
    PlacementRequirement,
    SecondConqueredWorld,
    SecondPeacefulWorld,
    StrengthPerIcon,
    TargetedMilitary,
)
from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.state import Means
from galaxytables_kit import Reason, Seat, seated

ONE_PER_EMPIRE = Reason("one_per_empire", "R7.9")
REQUIREMENT_MISSING = Reason("requirement_missing", "R3.3")

_MILITARY = Icon.MILITARY


def general_strength(pack: Pack, empire: Cards) -> int:
    """Return the general strength of an empire: its military icons plus strength per icon (R4.2, R4.10).

    Strength against particular worlds does not count.
    """
    strength = sum(map(pack.icons[_MILITARY].__getitem__, empire))
    for power in pack.powers.of(StrengthPerIcon, empire):
        strength += power.amount * sum(map(pack.icons[power.icon].__getitem__, empire))
    return strength


def targeted_strength(pack: Pack, empire: Cards, world: CardNumber) -> int:
    """Return the strength of an empire that counts only against worlds like this one (R4.2)."""
    return sum(power.amount for power in pack.powers.of(TargetedMilitary, empire) if world in power.against.cards)


def targets(pack: Pack, empire: Cards) -> dict[str, int]:
    """Return the strength of an empire that counts only against some worlds, by the word for these worlds."""
    strengths: dict[str, int] = {}
    for power in pack.powers.of(TargetedMilitary, empire):
        strengths[power.against.word] = strengths.get(power.against.word, 0) + power.amount
    return strengths


@final
class Reach:
    """The cards that one empire can place, with their prices, and its strength. Computed once for many cards."""

    __slots__ = ("_negotiations", "_pack", "_reductions", "_strength", "_targeted", "empire")

    def __init__(self, pack: Pack, empire: Cards) -> None:
        self._pack = pack
        self.empire = empire
        self._reductions: Sequence[CostReduction] = ()
        self._negotiations: Sequence[NegotiateMilitaryWorld] = ()
        self._targeted: Sequence[TargetedMilitary] = ()
        helpers = pack.helpers.intersection(empire)
        if helpers:
            helping = [number for number in empire if number in helpers]
            self._reductions = pack.powers.of(CostReduction, helping)
            self._negotiations = pack.powers.of(NegotiateMilitaryWorld, helping)
            self._targeted = pack.powers.of(TargetedMilitary, helping)
        self._strength = -1

    def may_hold(self, card: CardNumber) -> bool:
        """Return whether the conditions printed on the card allow it in this empire (R3.3, R7.9)."""
        return card not in self._pack.conditional or self._why_not_hold(card) is None

    def _why_not_hold(self, card: CardNumber) -> Reason | None:
        pack = self._pack
        if card in pack.powers.holders(OnePerEmpire) and self._holds(pack.cards[card].entry.id):
            return ONE_PER_EMPIRE
        for requirement in pack.powers.holders(PlacementRequirement).get(card, ()):
            if not any(way.military_strength == self.strength or self._holds(way.card) for way in requirement.any_of):
                return REQUIREMENT_MISSING
        return None

    def _holds(self, title: str | None) -> bool:
        return title is not None and not self._pack.copies[title].isdisjoint(self.empire)

    @property
    def strength(self) -> int:
        """Return the general strength of the empire."""
        if self._strength < 0:
            self._strength = general_strength(self._pack, self.empire)
        return self._strength

    def price(self, card: CardNumber) -> int:
        """Return how many cards the empire must discard to pay for a card (R3.1, R3.2)."""
        return self._reduced(self._pack.cards[card].cost, card)

    def _reduced(self, price: int, card: CardNumber) -> int:
        for reduction in self._reductions:
            if card in reduction.on.cards:
                price -= reduction.amount
        return price if price > 0 else 0  # noqa: FURB136 - max() costs three times as much here

    def strength_against(self, world: CardNumber) -> int:
        """Return the whole strength of the empire that counts against a world (R4.2)."""
        strength = self.strength
        for power in self._targeted:
            if world in power.against.cards:
                strength += power.amount
        return strength

    def negotiated_price(self, world: CardNumber) -> int | None:
        """Return how many cards a negotiated military world costs; None if it cannot be negotiated (R4.4)."""
        if not self._negotiations:
            return None
        card = self._pack.cards[world]
        colour = card.entry.colour
        changes = [power.cost_change for power in self._negotiations if power.excluded_colour is not colour]
        if not changes or not card.is_military:
            return None
        return self._reduced(card.cost + sum(changes), world)

    def placeable(  # noqa: C901 - sifts in one go
        self, numbers: Sequence[CardNumber], budget: int, bonus: int = 0, barred: dict[CardNumber, Reason] | None = None
    ) -> Cards:
        """Return the cards among `numbers` that a player with `budget` cards to pay can place in at least one way.

        A development may cost `bonus` cards more than that. If `barred` is given, it receives the reasons against all
        other cards. Every choice checks whole hands, so for speed this is one loop without calls for single cards.
        """
        cards, conditional = self._pack.cards, self._pack.conditional
        offered = []
        for number in numbers:
            card = cards[number]
            if card.is_military:
                if self.strength_against(number) < card.cost:
                    price = self.negotiated_price(number)
                    if price is None or price > budget:
                        if barred is not None:
                            barred[number] = self._unconquered(number, price, budget)
                        continue
            else:
                payable = budget if card.is_world else budget + bonus
                if card.cost > payable:
                    price = self._reduced(card.cost, number)
                    if price > payable:
                        if barred is not None:
                            barred[number] = Reason("too_dear", "R2.10", {"price": price, "cards": max(payable, 0)})
                        continue
            if number in conditional:
                reason = self._why_not_hold(number)
                if reason is not None:
                    if barred is not None:
                        barred[number] = reason
                    continue
            offered.append(number)
        return offered

    def _unconquered(self, world: CardNumber, price: int | None, budget: int) -> Reason:
        """Return why a world that is too strong cannot be negotiated either (R4.1, R4.4)."""
        if price is None:
            facts = {"defense": self._pack.cards[world].cost, "strength": self.strength_against(world)}
            return Reason("too_strong", "R4.1", facts)
        return Reason("too_dear", "R4.4", {"price": price, "cards": max(budget, 0)})

    def prices(self, card: CardNumber, budget: int) -> dict[Means, int]:
        """Return, for each way to place a card with a budget of `budget` cards, its price; free ways come first."""
        if not self.may_hold(card):
            return {}
        printed: Card = self._pack.cards[card]
        if not printed.is_military:
            price = self.price(card)
            return {Means.PAY: price} if price <= budget else {}
        ways = {}
        if self.strength_against(card) >= printed.cost:
            ways[Means.CONQUER] = 0
        negotiated = self.negotiated_price(card)
        if negotiated is not None and negotiated <= budget:
            ways[Means.NEGOTIATE] = negotiated
        return ways


@final
class SecondWorld:
    """A way to place a second world: its price, how it is placed (`Means`), and the card given up for it."""

    __slots__ = ("convoy", "means", "price")

    def __init__(self, price: int, means: Means, convoy: CardNumber | None = None) -> None:
        self.price = price
        self.means = means
        self.convoy = convoy


def second_worlds(pack: Pack, empire: Cards, first: Means, hand: Cards) -> dict[CardNumber, SecondWorld]:
    """Return the worlds of a hand that can follow the first world, which is the last card of the empire (R5).

    `first` says whether the first world was paid for, conquered or negotiated.
    """
    return {
        **_second_peaceful_worlds(pack, empire, first, hand),
        **_second_conquered_worlds(pack, empire, first, hand),
    }


def _second_peaceful_worlds(pack: Pack, empire: Cards, first: Means, hand: Cards) -> dict[CardNumber, SecondWorld]:
    """Return second worlds that are paid for or negotiated, after one that was.

    One card is given up first (R5.5, R5.9).
    """
    found: dict[CardNumber, SecondWorld] = {}
    if first is Means.CONQUER:
        return found
    for number, power in pack.powers.held(SecondPeacefulWorld, empire):
        if first is Means.NEGOTIATE and not power.works_with_negotiation:
            continue
        convoy = number if power.sacrifice_self else None
        reach = Reach(pack, [other for other in empire if other != convoy])
        for world in hand:
            price, means = _peaceful_price(pack, reach, world, power)
            if price is None or price >= len(hand) or (world in found and found[world].price <= price):
                continue
            found[world] = SecondWorld(price, means, convoy)
    return found


def _peaceful_price(
    pack: Pack, reach: Reach, world: CardNumber, power: SecondPeacefulWorld
) -> tuple[int | None, Means]:
    """Return the price of a second world, and whether it is paid for or negotiated.

    The price is None if it cannot be placed.
    """
    card = pack.cards[world]
    price: int | None = None
    means = Means.NEGOTIATE if card.is_military else Means.PAY
    if card.is_world and reach.may_hold(world):
        if not card.is_military:
            price = reach.price(world)
        elif power.works_with_negotiation:
            price = reach.negotiated_price(world)
    return None if price is None else max(price + power.cost_change, 0), means


def _second_conquered_worlds(pack: Pack, empire: Cards, first: Means, hand: Cards) -> dict[CardNumber, SecondWorld]:
    """Return second worlds that the strength left over by a first conquered world can conquer (R5.7, R5.8)."""
    convoys = pack.powers.of(SecondConqueredWorld, empire)
    negotiated = first is Means.NEGOTIATE and any(convoy.works_with_negotiation for convoy in convoys)
    if not convoys or not (first is Means.CONQUER or negotiated):
        return {}
    reach = Reach(pack, empire)
    return {
        world: SecondWorld(0, Means.CONQUER)
        for world in hand
        if pack.cards[world].is_military
        and reach.may_hold(world)
        and pack.cards[world].cost <= strength_left(pack, empire, first, world)
    }


def why_no_second_world(pack: Pack, empire: Cards, first: Means, world: CardNumber, cards: int) -> Reason:
    """Return the reason why a world cannot be the second one (R5).

    Call it only for a world that is not among the `second_worlds` of a hand of `cards` cards.
    """
    reach = Reach(pack, empire)
    if not reach.may_hold(world):
        return REQUIREMENT_MISSING
    if pack.cards[world].is_military and pack.powers.of(SecondConqueredWorld, empire) and first is not Means.PAY:
        strength = max(strength_left(pack, empire, first, world), 0)
        return Reason("too_strong", "R5.7", {"defense": pack.cards[world].cost, "strength": strength})
    if first is Means.CONQUER:
        return Reason("not_after_a_conquest", "R5.9")
    prices = [_peaceful_price(pack, reach, world, power)[0] for power in pack.powers.of(SecondPeacefulWorld, empire)]
    affordable = [price for price in prices if price is not None]
    if affordable:
        return Reason("too_dear", "R5.5", {"price": min(affordable), "cards": cards - 1})
    return Reason("no_convoy", "R5.1")


def strength_left(pack: Pack, empire: Cards, first: Means, second: CardNumber) -> int:
    """Return the strength left for a second world after the first, which is the last card of the empire (R5.7).

    The two worlds together use each point of strength once. The first world uses up strength equal to its defense,
    beginning with strength that counts only against that world. The result is the part of the rest that counts against
    the second world.
    """
    *before, world = empire
    fitting = general_strength(pack, empire) + targeted_strength(pack, empire, second)
    if first is not Means.CONQUER:
        return fitting
    only_first = sum(
        power.amount
        for power in pack.powers.of(TargetedMilitary, before)
        if world in power.against.cards and second not in power.against.cards
    )
    return min(fitting, fitting + only_first - pack.cards[world].cost)


def strongest(pack: Pack, empires: Sequence[Cards]) -> Seat | None:
    """Return the seat with strictly the highest general strength; None if there is a tie (R7.1)."""
    strengths = [general_strength(pack, empire) for empire in empires]
    highest = max(strengths)
    return Seat(strengths.index(highest)) if strengths.count(highest) == 1 else None


def movers(pack: Pack, empires: Sequence[Cards]) -> list[tuple[Seat, CardNumber]]:
    """Return the cards that go to the strongest player before scoring, each with its current seat (R7.1, R7.3)."""
    return [
        (seat, number) for seat, empire in seated(empires) for number, _ in pack.powers.held(MovesToStrongest, empire)
    ]
