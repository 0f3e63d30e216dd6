"""What the transcript placed, took over and gave for it."""

from collections.abc import Callable, Mapping, Sequence

from services.kit.prompt import Picks, Prompt
from services.race.cards import Number
from services.race.phases.agenda import next_phase
from services.race.phases.winning import CONQUER, PAY
from services.race.state import RaceState
from services.race.table import RacePlay, abilities
from services.race.takeovers.resolution import next_takeover
from services.race.vocabulary import ConquerPeacefulWorld, PayForMilitary, TemporaryMilitary
from tests.oracle.match import Match
from tests.oracle.transcript import Payment, Segment


class Settling:
    """Answers about cards that are placed and worlds that are taken over."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def picks(self, prompt: Prompt, segment: Segment) -> Picks:
        """Give the answer to a question of Develop or Settle."""
        answer = _ANSWERS.get(prompt.kind, Settling._payment)
        return answer(self, prompt, segment)

    def _power_of_takeover(self, prompt: Prompt, segment: Segment) -> Picks:
        return self._match.offered(prompt, [segment.takeovers[self._match.theirs[int(prompt.subject or 0)]]])

    def _blocked(self, prompt: Prompt, segment: Segment) -> Picks:
        return prompt.options if segment.blocked == self._match.theirs[int(prompt.subject or 0)] else ()

    def _goods_spent(self, prompt: Prompt, segment: Segment) -> Picks:
        return self._match.goods(prompt, segment.spent)[:1]

    def _discarded_for_good(self, prompt: Prompt, segment: Segment) -> Picks:
        return self._match.offered(prompt, segment.discarded)[:1]

    def _thrown(self, prompt: Prompt, segment: Segment) -> Picks:
        """What was discarded after drawing for a power."""
        del prompt
        return self._match.mapped(segment.thrown.pop(0))

    def _swapped(self, prompt: Prompt, segment: Segment) -> Picks:
        """The new or the old one of two worlds that were swapped."""
        return self._match.offered(prompt, segment.swap)

    def end(self, play: RacePlay) -> None:
        """End the phase when all that the engine gave for nothing is gone."""
        self._discard_for_nothing(play)
        next_phase(play)

    def _placed(self, prompt: Prompt, segment: Segment) -> Picks:
        """The card placed from hand or taken over, or the power that reveals one; a power for one more, its card."""
        taken = list(segment.takeovers)
        if prompt.kind == "settle.power":
            used = [use.card for use in segment.uses if use.kind in ("replace_world", "extra_world")]
            return self._match.offered(prompt, [*used, *segment.extra])[:1]
        if prompt.kind == "settle.extra":
            extra = segment.extra.get(self._match.theirs[int(prompt.subject or 0)])
            later = taken[segment.takeover_first :]
            return self._match.offered(prompt, [extra] if extra is not None else later[:1])
        flips = [use.card for use in segment.uses if use.kind == "flip_for_free_world" and use.card is not None]
        otherwise = (*segment.extra.values(), *segment.swap[:1])
        placed = [card for card in segment.placed if card not in otherwise]
        return self._match.mapped(taken if segment.takeover_first else flips or placed)[:1]

    def _means(self, prompt: Prompt, segment: Segment) -> Picks:
        """Whether the transcript paid, conquered, or discarded a card to conquer a peaceful world."""
        payment = segment.paid.get(self._match.theirs[int(prompt.subject or 0)], Payment())
        powers = self._match.mapped(payment.powers)
        disguises = [card for card in powers if card in prompt.options and self._has(card, ConquerPeacefulWorld)]
        if disguises:
            return (disguises[0],)
        by_force = [self._has(card, TemporaryMilitary) for card in powers]
        paid = not all(by_force) if powers else bool(payment.cards)
        return (PAY if paid or CONQUER not in prompt.options else CONQUER,)

    def _payment(self, prompt: Prompt, segment: Segment) -> Picks:
        """Cards and powers given for the card that is being placed, or for a takeover."""
        payment = self._payment_for(prompt, segment)
        match prompt.kind:
            case "takeover.defend":
                used = self._with_a_cost(prompt.seat, payment, segment)
                return self._match.offered(prompt, [*used, *segment.left_tableau])
            case "settle.temporary" | "takeover.attack":
                return self._match.offered(prompt, self._with_a_cost(prompt.seat, payment, segment))
            case "settle.discount" | "develop.discount" | "settle.savings":
                return self._match.offered(prompt, payment.powers)
            case "settle.pay":
                return self._match.offered(prompt, payment.cards[: prompt.least])
            case _:
                return self._match.offered(prompt, payment.cards)[: prompt.most]

    def _payment_for(self, prompt: Prompt, segment: Segment) -> Payment:
        play = self._match.live.play
        fought = next_takeover(play) if play.state.step == "takeover" else None
        if fought is None:
            return segment.paid.get(self._match.theirs[play.state.empires[prompt.seat].placing], Payment())
        payments = segment.paid if prompt.seat == fought.seat else segment.defended
        return payments.get(self._match.theirs[fought.world], Payment())

    def _with_a_cost(self, seat: int, payment: Payment, segment: Segment) -> list[int]:
        """The temporary powers for which something was given up: the engine lets them be chosen for nothing."""
        cards = len(payment.cards)
        used = []
        for card in payment.powers:
            uses = {power.cost: power.uses for power in self._powers(self._match.ours[card], TemporaryMilitary)}
            if card in segment.left_tableau or "prestige" in uses or ("good" in uses and segment.spent):
                used.append(card)
            elif cards > 0 and "hand_card" in uses:
                used.append(card)
                spent = self._match.live.play.state.empires[seat].spent
                cards -= uses["hand_card"] - spent.get(self._match.ours[card], 0)
        return used

    def _has(self, card: Number, kind: type) -> bool:
        return any(isinstance(power, kind) for power in self._match.pack.cards[card].powers)

    def _powers(self, card: Number, kind: type[TemporaryMilitary]) -> list[TemporaryMilitary]:
        return [power for power in self._match.pack.cards[card].powers if isinstance(power, kind)]

    def _overpaid(self, play: RacePlay, seat: int, world: int, powers: Sequence[int]) -> int:
        """How much too much was paid for a military world by a worse power than the best, which alone counts (R7.4)."""
        able = abilities(play, seat)
        card = self._match.pack.cards[self._match.ours[world]]
        best = max((power.discount for power in able.pay_for_military if power.when.fits(card)), default=0)
        used = [
            power.discount
            for card in self._match.mapped(powers)
            for power in self._match.pack.cards[card].powers
            if isinstance(power, PayForMilitary)
        ]
        return best - max(used) if used else 0

    def _discard_for_nothing(self, play: RacePlay) -> None:
        """Discard what the engine let be discarded for nothing, where the rules do not.

        That is temporary military that changed nothing, and cards paid by a worse power than the best. What else
        happened in the phase is compared all the same.
        """
        state = play.state
        for seat, empire in enumerate(state.empires):
            segment = self._match.transcript.segments[(state.round, state.phase), seat]
            surplus: list[int] = []
            for world, payment in segment.paid.items():
                too_much = self._overpaid(play, seat, world, payment.powers)
                surplus += payment.cards[len(payment.cards) - too_much :] if too_much else []
            for payment in (*segment.paid.values(), *segment.defended.values()):
                if any(self._has(card, TemporaryMilitary) for card in self._match.mapped(payment.powers)):
                    surplus += payment.cards
            for card in self._match.mapped(surplus):
                if card in empire.hand:
                    empire.hand.remove(card)
                    state.discards[0].append(card)
            surplus_goods = [world for world in self._match.mapped(segment.spent) if world in empire.goods]
            for world in surplus_goods:
                state.discards[0].extend(empire.goods.pop(world))
                self._give_back(state, seat, world)
            for card in self._match.mapped(segment.left_tableau):
                if card in empire.tableau and self._has(card, TemporaryMilitary):
                    empire.tableau.remove(card)
                    state.discards[0].append(card)

    def _give_back(self, state: RaceState, seat: int, spent: Number) -> None:
        """Give a good back that was spent in place of one on a world of this phase, which cannot pay (R7.12)."""
        goods = state.empires[seat].goods
        if spent not in state.empires[seat].fresh:
            return
        for world, pile in self._match.goods_before[seat].items():
            if world not in goods and set(pile) <= set(state.discards[0]):
                for card in pile:
                    state.discards[0].remove(card)
                goods[world] = list(pile)
                self._match.departures.append("a good on a world placed in the phase paid for another (R7.12)")
                return


_ANSWERS: Mapping[str, Callable[[Settling, Prompt, Segment], Picks]] = {
    "develop.place": Settling._placed,
    "develop.discard": Settling._thrown,
    "develop.saving_good": Settling._goods_spent,
    "settle.place": Settling._placed,
    "settle.power": Settling._placed,
    "settle.extra": Settling._placed,
    "settle.means": Settling._means,
    "settle.temporary_good": Settling._goods_spent,
    "settle.saving_good": Settling._goods_spent,
    "settle.discard_for_good": Settling._discarded_for_good,
    "settle.discard": Settling._thrown,
    "settle.swap": Settling._swapped,
    "settle.swapped": Settling._swapped,
    "takeover.power": Settling._power_of_takeover,
    "takeover.block": Settling._blocked,
}
"""How each kind of question is answered, all others as payments."""
