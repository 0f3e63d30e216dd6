"""What the engine did in a phase and the rules do not, carried out on the table: known departures and nothing else."""

from galaxytables_kit import Seat
from galaxytables_race.components.cards import NO_CARD, CardNumber
from galaxytables_race.components.vocabulary import (
    ConsumeHand,
    DiscardSelfForDiscount,
    ExtraWorld,
    PayForMilitary,
    SpendGoodForDiscount,
    TemporaryMilitary,
)
from galaxytables_race.phases.winning import reach_with
from galaxytables_race.prestige import spend_prestige
from galaxytables_race.state.phases import Settling
from galaxytables_race.table import RacePlay, abilities, discard, discard_from_hand, discard_from_tableau
from galaxytables_race.table.running import running, settler
from tests.oracle.departures import Departure
from tests.oracle.match import Match
from tests.oracle.segment import Extra, Payment, Segment
from tests.oracle.transcript import Key


class Carrying:
    """Carries out what a seat gave, placed and drew in departure from the rules."""

    def __init__(self, match: Match, play: RacePlay, key: Key, seat: Seat) -> None:
        self._match = match
        self._play = play
        self._key = key
        self._seat = seat
        self._empire = play.state.empires[seat]
        self._segment: Segment = match.transcript.segments[key, seat]

    def phase(self) -> None:
        """Carry out what is left at the end of a phase."""
        for by, extra in self._segment.extra.items():
            self._extra_world(by, extra)
        for world, payment in self._segment.paid.items():
            self._weaker_power(world, payment)
        for payment in self._segment.payments():
            self._needless(payment)
        self._needless_prestige()
        self._fresh_good()
        self._same_world_twice()
        self._too_few_cards()

    def placement(self) -> None:
        """Carry out what was given to conquer a world that needs no help, before anything else is counted."""
        own = settler(self._play, self._seat)
        if own.placing == NO_CARD or self._is_attacked():
            return
        card = self._match.pack.cards[own.placing]
        gap = reach_with(self._play, self._seat, abilities(self._play, self._seat), card, own.by).gap
        payment = self._segment.paid.get(self._match.theirs[own.placing], Payment())
        by_force = payment.powers and all(map(self._temporary, payment.powers))
        if gap is not None and gap <= own.temporary and by_force:
            self._needless(payment)

    def _is_attacked(self) -> bool:
        takeovers = running(self._play, Settling).takeovers
        return takeovers is not None and any(each.owner == self._seat for each in takeovers.declared)

    def _needless(self, payment: Payment) -> None:
        self._needless_goods(payment)
        self._needless_cards(payment)
        self._needless_powers(payment)

    def boosted_sale(self) -> None:
        """Draw the cards of a boosted Trade that come with a sale which is not that of the action."""
        for last, cards in list(self._segment.for_boost.items()):
            if last not in self._segment.to_hand:
                del self._segment.for_boost[last]
                self._draw(cards)
                self._match.met(Departure.BOOST_WITH_EVERY_SALE)

    def _draw(self, cards: list[int]) -> None:
        for card in self._match.mapped(cards):
            piles = (self._play.state.decks[0], self._play.state.discards[0])
            next(pile for pile in piles if card in pile).remove(card)
            self._empire.hand.append(card)

    def _extra_world(self, by: int, extra: Extra) -> None:
        """A world placed by a power after a takeover was declared, before it was fought."""
        world = self._match.ours[extra.card]
        if world in self._empire.tableau:
            self._placed_before_fighting(world)
        declared = self._segment.takeovers and not set(self._segment.placed) - {extra.card}
        if world not in self._empire.hand or not declared or not self._match.powers(by, ExtraWorld):
            return
        self._match.met(Departure.EXTRA_WORLD_AFTER_DECLARING)
        self._segment.read("place", by)
        for move in extra.moves:
            cards = list(self._match.mapped(move["cards"]))
            match move["from"].partition(":")[0], move["to"].partition(":")[0]:
                case "hand", "tableau":
                    self._empire.hand.remove(world)
                    self._empire.tableau += (world,)
                case "deck", "hand":
                    self._draw(move["cards"])
                    for card in move["cards"]:
                        self._segment.to_hand.remove(card)
                case "tableau", "discard":
                    for card in cards:
                        discard_from_tableau(self._play, self._seat, card)

    def _placed_before_fighting(self, world: CardNumber) -> None:
        """The same where the rules place the world as well, once the takeover is won: it lies before that one."""
        won = [card for card in map(self._taken, self._segment.takeovers) if card in self._empire.tableau]
        places = [self._empire.tableau.index(card) for card in won]
        if places and min(places) < self._empire.tableau.index(world):
            before = [card for card in self._empire.tableau if card != world]
            before.insert(min(places), world)
            self._empire.tableau = tuple(before)
            self._match.met(Departure.EXTRA_WORLD_AFTER_DECLARING)

    def _taken(self, takeover: tuple[int, int]) -> CardNumber:
        return self._match.ours[takeover[0]]

    def _weaker_power(self, world: int, payment: Payment) -> None:
        """What a weaker power to pay for a military world cost more than the best."""
        card = self._match.pack.cards[self._match.ours[world]]
        used = [power.discount for each in payment.powers for power in self._paying(each) if power.when.fits(card)]
        before = [each for each in self._empire.tableau if self._match.theirs[each] not in self._segment.placed]
        best = [power.discount for each in before for power in self._paying(self._match.theirs[each])]
        left = [each for each in self._match.mapped(payment.cards) if each in self._empire.hand]
        if used and left and len(left) <= max(best, default=0) - max(used):
            discard_from_hand(self._play, self._seat, tuple(left))
            self._segment.read("pay", world)
            self._match.met(Departure.WEAKER_POWER)

    def _paying(self, card: int) -> list[PayForMilitary]:
        powers = self._match.pack.cards[self._match.ours[card]].powers
        return [power for power in powers if isinstance(power, PayForMilitary)]

    def _needless_goods(self, payment: Payment) -> None:
        """Goods given for a discount on nothing, or for military that was there."""
        takers = sum(
            sum(power.cost == "good" for power in self._temporary(card))
            + len(self._match.powers(card, SpendGoodForDiscount))
            for card in payment.powers
        )
        for world, good in payment.goods[:takers]:
            goods = self._empire.goods.get(self._match.ours[world], [])
            if self._match.ours[good] in goods:
                goods.remove(self._match.ours[good])
                discard(self._play, self._seat, [self._match.ours[good]])
                if not goods:
                    del self._empire.goods[self._match.ours[world]]
                self._match.met(Departure.NEEDLESS)

    def _needless_cards(self, payment: Payment) -> None:
        """Hand cards given for military that was there."""
        uses = sum(
            power.uses for card in payment.powers for power in self._temporary(card) if power.cost == "hand_card"
        )
        left = tuple(card for card in self._match.mapped(payment.cards) if card in self._empire.hand)
        if left and len(left) <= uses:
            discard_from_hand(self._play, self._seat, left)
            self._match.met(Departure.NEEDLESS)

    def _needless_powers(self, payment: Payment) -> None:
        """Cards of the tableau discarded for a discount on nothing, or for military that was there."""
        for card in payment.gone:
            may_go = [power for power in self._temporary(card) if power.cost == "discard_self"]
            may_save = self._match.powers(card, DiscardSelfForDiscount)
            if self._match.ours[card] in self._empire.tableau and (may_go or may_save):
                discard_from_tableau(self._play, self._seat, self._match.ours[card])
                self._match.met(Departure.NEEDLESS)

    def _needless_prestige(self) -> None:
        """Prestige spent for military that was there."""
        snapshot = self._match.transcript.snapshots[self._key]["seats"][self._seat]
        more = self._empire.prestige.chips - snapshot.get("prestige", 0)
        spent = sum(payment.prestige for payment in self._segment.payments())
        if 0 < more <= spent:
            spend_prestige(self._play, self._seat, more)
            self._match.met(Departure.NEEDLESS)

    def _temporary(self, card: int) -> list[TemporaryMilitary]:
        powers = self._match.pack.cards[self._match.ours[card]].powers
        return [power for power in powers if isinstance(power, TemporaryMilitary)]

    def _same_world_twice(self) -> None:
        """A second takeover of a world, void whether the first is won or not."""
        for place, (world, power) in enumerate(self._segment.takeovers):
            if any(each == world for each, _ in self._segment.takeovers[:place]):
                self._segment.read("takeover", (world, power))
                self._match.met(Departure.SAME_WORLD_TWICE)

    def _too_few_cards(self) -> None:
        """Fewer hand cards named for a power than it takes: nothing happened."""
        for decision in self._segment.unread():
            if decision.ask == "consume_hand" and isinstance(decision.about, int):
                powers = self._match.powers(decision.about, ConsumeHand)
                if any(isinstance(power, ConsumeHand) and len(decision.answer) < power.discard for power in powers):
                    decision.read = True
                    self._match.met(Departure.TOO_FEW_CARDS)

    def _fresh_good(self) -> None:
        """A good given up on a world of this phase, in place of which the rules took another."""
        snapshot = self._match.transcript.snapshots[self._key]["seats"][self._seat]
        for payment in self._segment.payments():
            for world, _ in payment.goods:
                if world in self._segment.placed:
                    self._give_back(dict(map(tuple, snapshot["goods"])))

    def _give_back(self, theirs: dict[int, int]) -> None:
        discards = self._play.state.discards[0]
        for world, good in theirs.items():
            ours: tuple[CardNumber, CardNumber] = self._match.ours[world], self._match.ours[good]
            if ours[0] not in self._empire.goods and ours[1] in discards:
                discards.remove(ours[1])
                self._empire.goods[ours[0]] = [ours[1]]
                self._match.met(Departure.FRESH_GOOD)
