"""What the transcript placed, took over and gave for it."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Seat
from galaxytables_kit.prompt import Picks, Prompt
from galaxytables_race.components.cards import NO_CARD, CardNumber, card_of
from galaxytables_race.components.vocabulary import ConquerPeacefulWorld, TemporaryMilitary
from galaxytables_race.phases.takeovers.resolution import next_takeover
from galaxytables_race.phases.winning import CONQUER, PAY
from galaxytables_race.table.running import placer
from tests.oracle.difference import Difference
from tests.oracle.match import Match
from tests.oracle.segment import Payment, Segment


class Settling:
    """Answers about cards that are placed and worlds that are taken over."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def picks(self, prompt: Prompt, segment: Segment) -> Picks:
        """Give the answer to a question of Develop or Settle."""
        answer = _ANSWERS.get(prompt.kind)
        if answer is None:
            raise Difference(self._match.key, "question", prompt.kind, "unknown")
        return answer(self, prompt, segment)

    def _power_of_takeover(self, prompt: Prompt, segment: Segment) -> Picks:
        target = self._match.theirs[card_of(prompt.subject or 0)]
        power = next(power for world, power in segment.takeovers if world == target)
        segment.read("takeover", (target, power))
        return self._match.offered(prompt, [power])

    def _blocked(self, prompt: Prompt, segment: Segment) -> Picks:
        return prompt.options if segment.blocked == self._match.theirs[card_of(prompt.subject or 0)] else ()

    def _goods_spent(self, prompt: Prompt, segment: Segment) -> Picks:
        worlds = [world for world, _ in self._payment_for(prompt, segment).goods]
        return self._match.goods(prompt, worlds)[:1]

    def _discarded_for_good(self, prompt: Prompt, segment: Segment) -> Picks:
        return self._match.offered(prompt, segment.discarded)[:1]

    def _thrown(self, prompt: Prompt, segment: Segment) -> Picks:
        """What was discarded after drawing for a power."""
        del prompt
        return self._match.mapped(segment.thrown.pop(0))

    def _swapped(self, prompt: Prompt, segment: Segment) -> Picks:
        """The new or the old one of two worlds that were swapped."""
        segment.read("settle_power")
        return self._match.offered(prompt, segment.swap)

    def _placed(self, prompt: Prompt, segment: Segment) -> Picks:
        """The card placed from hand or taken over, or the power that reveals one."""
        segment.read("place", NO_CARD)
        flips = [use.card for use in segment.uses if use.kind == "flip_for_free_world" and use.card is not None]
        otherwise = (*(extra.card for extra in segment.extra.values()), *segment.swap[:1])
        placed = [card for card in segment.placed if card not in otherwise]
        if segment.takeover_first:
            return self._taken(prompt, segment, 0)
        return self._match.mapped(flips or placed)[:1]

    def _power_for_one_more(self, prompt: Prompt, segment: Segment) -> Picks:
        segment.read("settle_power")
        used = [use.card for use in segment.uses if use.kind in ("replace_world", "extra_world")]
        return self._match.offered(prompt, [*used, *segment.extra])[:1]

    def _placed_by_power(self, prompt: Prompt, segment: Segment) -> Picks:
        """The card placed, or the world taken over, by a power for one more."""
        power = self._match.theirs[card_of(prompt.subject or 0)]
        segment.read("settle_power")
        segment.read("place", power)
        extra = segment.extra.get(power)
        if extra is not None:
            return self._match.offered(prompt, [extra.card])
        return self._taken(prompt, segment, int(segment.takeover_first))

    def _taken(self, prompt: Prompt, segment: Segment, place: int) -> Picks:
        """The world of the first or the second takeover that was declared."""
        for target in segment.takeovers[place : place + 1]:
            picks = self._match.offered(prompt, target[:1])
            if picks:
                segment.read("takeover", target)
            return picks
        return ()

    def _means(self, prompt: Prompt, segment: Segment) -> Picks:
        """Whether the transcript paid, conquered, or discarded a card to conquer a peaceful world."""
        payment = segment.paid.get(self._match.theirs[card_of(prompt.subject or 0)], Payment())
        powers = self._match.mapped(payment.powers)
        disguises = [card for card in powers if card in prompt.options and self._has(card, ConquerPeacefulWorld)]
        if disguises:
            return (disguises[0],)
        by_force = [self._has(card, TemporaryMilitary) for card in powers]
        paid = not all(by_force) if powers else bool(payment.cards)
        return (PAY if paid or CONQUER not in prompt.options else CONQUER,)

    def _powers_to_fight(self, prompt: Prompt, segment: Segment) -> Picks:
        """Temporary military, for the card that is shown or in a fight for a world."""
        return self._match.offered(prompt, self._with_a_cost(prompt.seat, self._payment_for(prompt, segment)))

    def _powers_to_save(self, prompt: Prompt, segment: Segment) -> Picks:
        return self._match.offered(prompt, self._payment_for(prompt, segment).powers)

    def _price(self, prompt: Prompt, segment: Segment) -> Picks:
        return self._match.offered(prompt, self._payment_for(prompt, segment).cards)[: prompt.most]

    def _payment_for(self, prompt: Prompt, segment: Segment) -> Payment:
        """What was given for the card that is shown, in a fight for the world that is fought for."""
        play = self._match.live.play
        fought = next_takeover(play) if self._match.step == "fight" else None
        if fought is None:
            world = self._match.theirs[placer(play, prompt.seat).placing]
            segment.read("pay", world)
            return segment.paid.get(world, Payment())
        world = self._match.theirs[fought.world]
        if prompt.seat == fought.seat:
            segment.read("pay", world)
            return segment.paid.get(world, Payment())
        segment.read("defend", world)
        return self._all_given(segment)

    def _all_given(self, segment: Segment) -> Payment:
        """All that a defender gave in the phase: what was bought in vain before counts now in the engine as well."""
        payments = segment.payments()
        return Payment(
            [card for each in payments for card in each.cards],
            [card for each in payments for card in each.powers],
            [good for each in payments for good in each.goods],
            [card for each in payments for card in each.gone],
            sum(each.prestige for each in payments),
        )

    def _with_a_cost(self, seat: Seat, payment: Payment) -> list[int]:
        """The temporary powers for which something was given up: the engine lets them be chosen for nothing."""
        state = self._match.live.play.state
        hand, spent = state.empires[seat].hand, state.changes(seat).spent
        cards = sum(card in hand for card in self._match.mapped(payment.cards))
        used = []
        for card in payment.powers:
            uses = {power.cost: power.uses for power in self._powers(self._match.ours[card], TemporaryMilitary)}
            by_good, by_prestige = "good" in uses and payment.goods, "prestige" in uses and payment.prestige
            if card in payment.gone or by_good or by_prestige:
                used.append(card)
            elif cards > 0 and "hand_card" in uses:
                used.append(card)
                cards -= uses["hand_card"] - spent.get(self._match.ours[card], 0)
        return used

    def _has(self, card: CardNumber, kind: type) -> bool:
        return any(isinstance(power, kind) for power in self._match.pack.cards[card].powers)

    def _powers(self, card: CardNumber, kind: type[TemporaryMilitary]) -> list[TemporaryMilitary]:
        return [power for power in self._match.pack.cards[card].powers if isinstance(power, kind)]


_ANSWERS: Mapping[str, Callable[[Settling, Prompt, Segment], Picks]] = {
    "develop.place": Settling._placed,
    "develop.discard": Settling._thrown,
    "develop.saving_good": Settling._goods_spent,
    "settle.place": Settling._placed,
    "settle.power": Settling._power_for_one_more,
    "settle.extra": Settling._placed_by_power,
    "settle.means": Settling._means,
    "settle.temporary_good": Settling._goods_spent,
    "settle.saving_good": Settling._goods_spent,
    "settle.discard_for_good": Settling._discarded_for_good,
    "settle.discard": Settling._thrown,
    "settle.swap": Settling._swapped,
    "settle.swapped": Settling._swapped,
    "develop.pay": Settling._price,
    "settle.pay": Settling._price,
    "settle.temporary_cards": Settling._price,
    "develop.discount": Settling._powers_to_save,
    "settle.discount": Settling._powers_to_save,
    "settle.savings": Settling._powers_to_save,
    "settle.temporary": Settling._powers_to_fight,
    "takeover.attack": Settling._powers_to_fight,
    "takeover.defend": Settling._powers_to_fight,
    "takeover.power": Settling._power_of_takeover,
    "takeover.block": Settling._blocked,
}
"""How each kind of question is answered."""
