"""What the transcript did with powers of Consume and Produce, found by what moved."""

from galaxytables_kit import Seat
from galaxytables_kit.prompt import Pick, Picks, Prompt
from galaxytables_race.abilities import Source
from galaxytables_race.components.cards import NO_CARD, card_of
from galaxytables_race.powers.consume import TRADE_BOOST, trade_boost
from galaxytables_race.table import abilities
from tests.oracle.dealing import Dealer
from tests.oracle.difference import Difference
from tests.oracle.match import Match
from tests.oracle.segment import Segment, Use
from tests.oracle.transcript import Key

PAID_PRODUCTION = ("produce.discard_here", "produce.windfall_paid", "produce.discard")
DRAWS_FOR_GOODS = ("draw_per_good_produced", "draw_per_goods_produced", "draw_per_kind_produced")


class Using:
    """Answers about powers that are used one after another."""

    def __init__(self, match: Match, dealer: Dealer) -> None:
        self._match = match
        self._dealer = dealer
        self._assigned: dict[tuple[Key, int, str], Use] = {}

    def produce(self, prompt: Prompt, segment: Segment) -> Picks:
        """Give the answer to a question of Produce."""
        late = self._match.step == "pay_late"
        if prompt.kind in PAID_PRODUCTION:
            return self._paid_production(prompt, segment) if late or not self._draws_first(segment) else ()
        if prompt.kind == "produce.bonus":
            segment.read("windfall", NO_CARD)
            worlds = [world for use in segment.uses if use.kind == "produce_bonus" for world in use.worlds]
            return self._match.mapped(worlds)
        if prompt.kind == "produce.windfall":
            use = self._use_of(prompt, self._match.theirs[card_of(prompt.subject or 0)], None)
            segment.read("windfall", use.card)
            return self._match.mapped(use.worlds)
        if prompt.kind == "produce.power":
            return self._match.offered(prompt, [use.card for use in segment.uses if use.kind == "windfall_produce"])[:1]
        raise Difference(self._match.key, "question", prompt.kind, "unknown")

    def _paid_production(self, prompt: Prompt, segment: Segment) -> Picks:
        """World or card of a power that cost a card."""
        card = self._match.theirs[card_of(prompt.subject or 0)]
        segment.read("discard_to_produce", card)
        use = next((use for use in segment.uses if use.card == card and use.hand), Use("", card))
        return self._match.offered(prompt, use.worlds if prompt.kind == "produce.windfall_paid" else use.hand)[:1]

    def _draws_first(self, segment: Segment) -> bool:
        """Whether draws for goods came before a power that cost a card."""
        kinds = [use.kind for use in segment.uses]
        draws = [place for place, kind in enumerate(kinds) if kind in DRAWS_FOR_GOODS]
        paid = [place for place, use in enumerate(segment.uses) if use.hand]
        return bool(draws and paid) and draws[0] < paid[0]

    def consume(self, prompt: Prompt, segment: Segment) -> Picks:
        """Give the answer to a question of Consume."""
        match prompt.kind:
            case "consume.gamble":
                return tuple(str(number) for number in segment.guess[:1])
            case "consume.ante":
                return self._match.mapped(segment.bets[:1])
            case "consume.take":
                return self._match.mapped(segment.kept[:1])
            case "consume.power" | "consume.option":
                return self._next_power(prompt, segment)
            case "consume.prestige" | "consume.hand" | "consume.goods" | "consume.kinds" | "consume.sell":
                return self._use(prompt)
            case _:
                raise Difference(self._match.key, "question", prompt.kind, "unknown")

    def _use(self, prompt: Prompt) -> Picks:
        """Give what a power was used on."""
        source = self._source(prompt.seat, prompt.subject)
        if prompt.kind == "consume.prestige":
            uses = self._match.segment(prompt.seat).uses
            used = any(use.kind == _tag(source) and use.card == self._match.theirs[source.card] for use in uses)
            return prompt.options if used else ()
        if prompt.kind == "consume.hand" and not self._uses_hand(prompt.seat, source):
            return ()
        use = self._use_of(prompt, self._match.theirs.get(source.card), source)
        segment, about = self._match.segment(prompt.seat), NO_CARD if use.card is None else use.card
        segment.read("choose_goods", about)
        match prompt.kind:
            case "consume.hand":
                segment.read("consume_hand", about)
                lent = {loan.wanted: loan.stand_in for loan in self._dealer.loans if loan.seat == prompt.seat}
                return tuple(lent.get(card, card) for card in self._match.mapped(use.hand))
            case "consume.kinds":
                cards = self._match.pack.cards
                return tuple(str(cards[world].stores) for world in self._match.mapped(use.worlds))
            case _:
                return self._match.goods(prompt, use.worlds)[: prompt.most]

    def _sources(self, seat: Seat) -> list[Source]:
        able = abilities(self._match.live.play, seat)
        return [*able.consume, *trade_boost(self._match.live.play, seat), *able.optional_consume]

    def _source(self, seat: Seat, pick: Pick | None) -> Source:
        return next(source for source in self._sources(seat) if source.pick == pick)

    def _use_of(self, prompt: Prompt, card: int | None, source: Source | None) -> Use:
        """The use in the transcript that fits a power: of the same card, or of one with the same power."""
        name = (self._match.key, prompt.seat, str(prompt.subject))
        if name not in self._assigned:
            kind = "windfall_produce" if source is None else _tag(source)
            free = [
                use for use in self._match.segment(prompt.seat).uses if use.kind == kind and not self._is_assigned(use)
            ]
            same = [use for use in free if use.card == card]
            if source is not None and not same:
                same = [use for use in free if self._power(prompt.seat, use) == source.power]
            if not same:
                raise Difference(
                    self._match.key,
                    prompt.kind,
                    f"asked for {prompt.subject}",
                    "no use",
                )
            self._assigned[name] = same[0]
        return self._assigned[name]

    def _uses_hand(self, seat: Seat, source: Source) -> bool:
        uses = self._match.segment(seat).uses
        return any(use.card == self._match.theirs.get(source.card) for use in uses if use.hand)

    def _is_assigned(self, use: Use) -> bool:
        return any(use is other for other in self._assigned.values())

    def _power(self, seat: Seat, use: Use) -> object:
        for source in self._sources(seat):
            if self._match.theirs.get(source.card) == use.card and _tag(source) == use.kind:
                return source.power
        return None

    def _next_power(self, prompt: Prompt, segment: Segment) -> Picks:
        """The first use of the transcript, not carried out yet, whose power is on offer."""
        sources = {source.pick: source for source in self._sources(prompt.seat)}
        for use in segment.uses:
            if self._is_assigned(use):
                continue
            power = self._power(prompt.seat, use)
            exact = [pick for pick in prompt.options if self._match.theirs.get(sources[str(pick)].card) == use.card]
            equal = [pick for pick in prompt.options if sources[str(pick)].power == power]
            fitting = [pick for pick in exact if pick in equal] or equal
            if fitting:
                self._assigned[self._match.key, prompt.seat, str(fitting[0])] = use
                return (fitting[0],)
        return ()


def _tag(source: Source) -> str:
    if source is TRADE_BOOST:
        return source.pick
    return str(type(source.power).__struct_config__.tag)
