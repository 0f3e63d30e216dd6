"""Makes the views of the empires of a table, and keeps them until the empires change.

All views of a table between two reveals show the same empires, so each is computed once.
"""

from functools import lru_cache
from typing import TypeAlias

from galaxytables.jump.v1 import jump_pb2
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.filters import Icon
from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.powers import Reach, general_strength, targets
from galaxytables_jump.scoring import card_value, empire_income, empire_vp
from galaxytables_kit import Seat

Empires: TypeAlias = tuple[tuple[CardNumber, ...], ...]

_TABLES = 1024


@lru_cache(maxsize=_TABLES)
def figures(pack: Pack, empires: Empires) -> "Figures":
    """Return the cache that holds the views of these empires."""
    return Figures(pack, empires)


class Figures:
    """The views of the empires of one table, each computed once."""

    def __init__(self, pack: Pack, empires: Empires) -> None:
        self._pack = pack
        self._empires: list[Cards] = [list(empire) for empire in empires]
        self._shown: dict[Seat, jump_pb2.Empire] = {}
        self._worth: dict[Seat, tuple[int, int]] = {}
        self._reach: dict[Seat, Reach] = {}
        self._hand_cards: dict[tuple[Seat, CardNumber], jump_pb2.HandCard] = {}

    def empire(self, seat: Seat) -> jump_pb2.Empire:
        """Return the view of a seat's empire, which is the same for all viewers. The caller must copy it."""
        if seat not in self._shown:
            self._shown[seat] = self._show(seat)
        return self._shown[seat]

    def hand_card(self, seat: Seat, number: CardNumber) -> jump_pb2.HandCard:
        """Return the view of a hand card, with the effect that it would have in the seat's empire.

        The caller must copy it.
        """
        key = seat, number
        if key not in self._hand_cards:
            self._hand_cards[key] = self._weigh(seat, number)
        return self._hand_cards[key]

    def _show(self, seat: Seat) -> jump_pb2.Empire:
        pack, empire, rivals = self._pack, self._empires[seat], self._rivals(seat)
        cards = [
            jump_pb2.EmpireCard(
                id=str(number),
                component=card.id,
                vp=card_value(pack, card.vp, empire, rivals),
                income=card_value(pack, card.income, empire, rivals),
            )
            for number in empire
            for card in (pack.cards[number],)
        ]
        return jump_pb2.Empire(
            seat=seat,
            cards=cards,
            vp_per_round=sum(card.vp for card in cards),
            income=max(sum(card.income for card in cards), 0),
            military=general_strength(pack, empire),
            targeted=[
                jump_pb2.TargetedStrength(against=name, strength=strength)
                for name, strength in targets(pack, empire).items()
            ],
            explore_icons=sum(pack.icons[Icon.EXPLORE][number] for number in empire),
            chromosome_icons=sum(pack.icons[Icon.CHROMOSOME][number] for number in empire),
        )

    def _weigh(self, seat: Seat, number: CardNumber) -> jump_pb2.HandCard:
        pack, empire, rivals = self._pack, self._empires[seat], self._rivals(seat)
        if seat not in self._worth:
            self._worth[seat] = empire_vp(pack, empire, rivals), empire_income(pack, empire, rivals)
            self._reach[seat] = Reach(pack, empire)
        card, reach = pack.cards[number], self._reach[seat]
        vp, income = self._worth[seat]
        with_it = [*empire, number]
        return jump_pb2.HandCard(
            id=str(number),
            component=card.id,
            price=reach.negotiated_price(number) if card.is_military else reach.price(number),
            conquerable=card.is_military and reach.strength_against(number) >= card.cost,
            vp_gain=empire_vp(pack, with_it, rivals) - vp,
            income_gain=empire_income(pack, with_it, rivals) - income,
        )

    def _rivals(self, seat: Seat) -> list[Cards]:
        return [empire for other, empire in enumerate(self._empires) if other != seat]
