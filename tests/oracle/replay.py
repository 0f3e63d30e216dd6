"""Transcripts played again through the rules: same draws, same choices; every phase and the score are compared."""

from collections.abc import Sequence
from contextlib import ExitStack
from unittest.mock import patch

from services.kit.errors import ChoiceError
from services.kit.flow import Flow
from services.kit.live import LiveGame
from services.kit.pack import Shelf
from services.kit.prompt import Pick, Picks, Prompt
from services.race.abilities import Source
from services.race.cards import Number, Pack
from services.race.goals import goal_points, held_goals
from services.race.options import RaceOptions
from services.race.phases.agenda import next_phase
from services.race.rules import Race
from services.race.scoring import tally
from services.race.state import RaceState, Step
from services.race.table import Place, RacePlay, abilities, world_of
from services.race.vocabulary import PayForMilitary, TemporaryMilitary
from tests.oracle.scripted import DealtChance, Difference
from tests.oracle.transcript import Key, Segment, Transcript, Use

TAKE_TOP = (
    "services.race.table.take_top",
    "services.race.powers.consume.take_top",
    "services.race.phases.settle.take_top",
)
TAKE = ("services.race.table.take", "services.race.phases.explore.take", "services.race.phases.setup.take")
"""Where the rules take cards from the deck."""

MOST_ROUNDS = 30
"""The engine stops then, the rules do not (R11.3)."""
MOVED = {
    "setup.discard": "discarded",
    "round_end.discard": "discarded",
    "trade.good": "traded",
    "explore.discard": "discarded",
}
"""Choices that are the cards which moved, by the field of the segment that holds them."""

PAID_PRODUCTION = ("produce.discard_here", "produce.windfall_paid", "produce.discard")
_PLACING = ("develop.place", "settle.place", "settle.power", "settle.extra")
DRAWS_FOR_GOODS = ("draw_per_good_produced", "draw_per_goods_produced", "draw_per_kind_produced")


class _Watched(Race):
    """The rules, with a look at the table whenever a stretch begins."""

    def __init__(self, replay: "Replay") -> None:
        self._replay = replay

    def flow(self, play: RacePlay) -> Flow[None]:
        self._replay.reached(play.state)
        return super().flow(play)


class Replay:
    """One transcript played through the rules; `run` raises `Difference`."""

    def __init__(self, transcript: Transcript, shelf: Shelf[Pack], options: RaceOptions) -> None:
        self.transcript = transcript
        self._pack = shelf.get(shelf.default)
        self._ours = _numbers(transcript.deck, self._pack)
        self._theirs = {ours: theirs for theirs, ours in enumerate(self._ours)}
        self._key: Key = (0, "")
        self._assigned: dict[tuple[Key, int, str], Use] = {}
        self._loans: list[tuple[int, Number, Number]] = []
        self._shelf = shelf
        self._options = options
        self._live: LiveGame[RaceState, Pack, RaceOptions]

    def run(self) -> None:
        """Play the game to its end. Raises `Difference`."""
        starts = self._starts()
        with ExitStack() as stack:
            for name in TAKE_TOP:
                stack.enter_context(patch(name, self._take_top))
            stack.enter_context(patch("services.race.phases.settle.next_phase", self._end_settle))
            for name in TAKE:
                stack.enter_context(patch(name, self._take))
            live = self._live = LiveGame.new(
                _Watched(self),
                self._shelf,
                self.transcript.players,
                self._options,
                DealtChance(*starts),
                checkpoints=False,
            )
            live.play.state.goals = list(self.transcript.goals)
            while live.prompts and live.play.state.round <= MOST_ROUNDS:
                key, prompt = min(live.prompts.items(), key=lambda item: item[1].seat)
                self._answer(key, prompt)
            self.reached(live.play.state)
            self._compare_scores(live)

    def _starts(self) -> list[list[Number]]:
        """Start worlds by seat: those dealt, or the odd and the even ones to choose from."""
        opening = self.transcript.opening
        if "worlds_dealt" not in opening[0]:
            return [[self._ours[seat["start_world"]] for seat in opening]]
        dealt = [[self._ours[card] for card in seat["worlds_dealt"]] for seat in opening]
        numbers = [{(self._pack.cards[card].start_world or 0) % 2: card for card in cards} for cards in dealt]
        return [[each[1] for each in numbers], [each[0] for each in numbers]]

    def reached(self, state: RaceState) -> None:
        """Compare the table if a phase has ended."""
        key = (state.round, state.phase)
        if key == self._key:
            return
        ended, self._key = self._key, key
        self._settle_loans(state)
        if ended[1] or ended == (0, ""):
            self._compare(ended, state)
        if ended[1] not in ("", "round_end") and not key[1]:
            self._compare((ended[0], "round_end"), state)

    def _answer(self, prompt_id: str, prompt: Prompt) -> None:
        self._settle_loans(self._live.play.state)
        picks = self._picks(prompt)
        try:
            self._live.answer(prompt.seat, prompt_id, picks)
        except ChoiceError as error:
            raise Difference(self._key, prompt.kind, f"{error} of {prompt.options}", picks) from None

    def _segment(self, seat: int) -> Segment:
        return self.transcript.segments[self._key, seat]

    def _take_top(self, play: RacePlay, seat: int, place: Place) -> Number:
        segment = self.transcript.segments[(play.state.round, play.state.phase), seat]
        if place == "hand":
            queue: list[int] = segment.to_hand
        else:
            queue = segment.to_open if place == "open" else segment.goods.get(self._theirs[int(place)], [])
        if not queue:
            raise Difference((play.state.round, play.state.phase), f"draw of seat {seat}", f"one for {place}", "none")
        card = self._ours[queue.pop(0)]
        state = play.state
        deck = state.decks[0]
        if card not in deck:
            deck.extend(state.discards[0])
            state.discards[0].clear()
        if card not in deck:
            return self._lend(play, seat, card)
        deck.remove(card)
        return card

    def _take(self, play: RacePlay, seat: int, count: int) -> list[Number]:
        return [self._take_top(play, seat, "hand") for _ in range(count)]

    def _lend(self, play: RacePlay, seat: int, card: Number) -> Number:
        """Give another card for one that is not to be had yet.

        The transcript consumes seat by seat, so a deck made new in between can hold what earlier seats discarded in
        the same phase; by the rules all draw at once. The cards are exchanged as soon as both can be.
        """
        state = play.state
        if not state.decks[0]:
            raise Difference((state.round, state.phase), "deck", "empty", self._theirs[card])
        stand_in = state.decks[0].pop()
        self._loans.append((seat, stand_in, card))
        return stand_in

    def _settle_loans(self, state: RaceState) -> None:
        for loan in list(self._loans):
            seat, stand_in, card = loan
            hand = state.empires[seat].hand
            pile = state.decks[0] if card in state.decks[0] else state.discards[0]
            if stand_in in hand and card in pile:
                hand[hand.index(stand_in)] = card
                pile[pile.index(card)] = stand_in
                self._loans.remove(loan)

    def _picks(self, prompt: Prompt) -> Picks:
        segment = self._segment(prompt.seat)
        if prompt.kind in MOVED:
            return self._mapped(getattr(segment, MOVED[prompt.kind]))
        phase = _BY_PHASE.get(prompt.kind.partition(".")[0])
        if phase is not None:
            return phase(self, prompt, segment)
        if prompt.kind in _PLACING:
            return self._placed(prompt, segment)
        if prompt.kind == "actions.choose":
            return tuple(self.transcript.actions[self._key[0], prompt.seat])
        if prompt.kind == "explore.keep":
            return tuple(pick for pick in prompt.options if pick not in self._mapped(segment.discarded))
        return self._paying_picks(prompt, segment)

    def _placed(self, prompt: Prompt, segment: Segment) -> Picks:
        """The card placed from hand, or the power that reveals one instead; a power for one more, and its card."""
        if prompt.kind == "settle.power":
            return self._offered(prompt, list(segment.extra))[:1]
        if prompt.kind == "settle.extra":
            return self._offered(prompt, [segment.extra.get(self._theirs[int(prompt.subject or 0)])])
        flips = [use.card for use in segment.uses if use.kind == "flip_for_free_world" and use.card is not None]
        placed = [card for card in segment.placed if card not in segment.extra.values()]
        return self._mapped(flips or placed)[:1]

    def _setup_picks(self, prompt: Prompt, segment: Segment) -> Picks:
        del segment
        return self._mapped([self.transcript.opening[prompt.seat]["start_world"]])

    def _paying_picks(self, prompt: Prompt, segment: Segment) -> Picks:
        """Means, cards and powers used for the card that is being placed."""
        if prompt.kind == "settle.means":
            return ("pay" if self._paid(prompt, segment) else "conquer",)
        placing = self._theirs[self._live.play.state.empires[prompt.seat].placing]
        paid, powers = segment.paid.get(placing, []), segment.pay_powers.get(placing, [])
        if prompt.kind == "settle.temporary_good":
            return self._goods(prompt, segment.spent)[:1]
        if prompt.kind == "settle.discard_for_good":
            return self._offered(prompt, segment.discarded)[:1]
        if prompt.kind == "settle.temporary":
            powers = [card for card in powers if self._had_a_cost(card, segment, paid)]
        if prompt.kind == "settle.pay":
            return self._offered(prompt, paid[: prompt.least])
        by_power = prompt.kind in ("settle.temporary", "settle.discount")
        return self._offered(prompt, powers if by_power else paid)

    def _overpaid(self, play: RacePlay, seat: int, world: int, powers: list[int]) -> int:
        """How much too much was paid for a military world by a worse power than the best, which alone counts (R7.4)."""
        able = abilities(play, seat)
        card = self._pack.cards[self._ours[world]]
        best = max((power.discount for power in able.pay_for_military if power.when.fits(card)), default=0)
        used = [
            power.discount
            for card in self._mapped(powers)
            for power in self._pack.cards[card].powers
            if isinstance(power, PayForMilitary)
        ]
        return best - max(used) if used else 0

    def _had_a_cost(self, card: int, segment: Segment, paid: list[int]) -> bool:
        """Whether something was given up for a temporary power: the engine lets it be chosen for nothing."""
        if card in segment.left_tableau:
            return True
        costs = {
            power.cost for power in self._pack.cards[self._ours[card]].powers if isinstance(power, TemporaryMilitary)
        }
        return ("hand_card" in costs and bool(paid)) or ("good" in costs and bool(segment.spent))

    def _produce_picks(self, prompt: Prompt, segment: Segment) -> Picks:
        late = self._live.play.state.step == Step.PRODUCE_LATE
        if prompt.kind in PAID_PRODUCTION:
            return self._paid_production(prompt, segment) if late or not self._draws_first(segment) else ()
        if prompt.kind == "produce.bonus":
            return self._mapped(next((use.worlds for use in segment.uses if use.kind == "produce_bonus"), []))
        if prompt.kind == "produce.windfall":
            return self._mapped(self._use_of(prompt, self._theirs[int(prompt.subject or 0)], None).worlds)
        return self._offered(prompt, [use.card for use in segment.uses if use.kind == "windfall_produce"])[:1]

    def _paid_production(self, prompt: Prompt, segment: Segment) -> Picks:
        """World or card of a power that cost a card."""
        card = self._theirs[int(prompt.subject or 0)]
        use = next((use for use in segment.uses if use.card == card and use.hand), Use("", card))
        return self._offered(prompt, use.worlds if prompt.kind == "produce.windfall_paid" else use.hand)[:1]

    def _draws_first(self, segment: Segment) -> bool:
        """Whether draws for goods came before a power that cost a card."""
        kinds = [use.kind for use in segment.uses]
        draws = [place for place, kind in enumerate(kinds) if kind in DRAWS_FOR_GOODS]
        paid = [place for place, use in enumerate(segment.uses) if use.hand]
        return bool(draws and paid) and draws[0] < paid[0]

    def _consume_picks(self, prompt: Prompt, segment: Segment) -> Picks:
        if prompt.kind == "consume.gamble":
            return (str(segment.guess.pop(0)),) if segment.guess else ()
        if prompt.kind in ("consume.power", "consume.option"):
            return self._next_power(prompt, segment)
        source = self._source(prompt.seat, prompt.subject)
        if prompt.kind == "consume.hand" and not self._uses_hand(prompt.seat, source):
            return ()
        use = self._use_of(prompt, self._theirs[source.card], source)
        match prompt.kind:
            case "consume.hand":
                lent = {wanted: stand_in for seat, stand_in, wanted in self._loans if seat == prompt.seat}
                return tuple(lent.get(card, card) for card in self._mapped(use.hand))
            case "consume.kinds":
                cards = self._pack.cards
                return tuple(str(cards[world].stores) for world in self._mapped(use.worlds))
            case _:
                return self._goods(prompt, use.worlds)[: prompt.most]

    def _paid(self, prompt: Prompt, segment: Segment) -> bool:
        """Whether the transcript paid for a military world that could be conquered too."""
        able = abilities(self._live.play, prompt.seat)
        temporary = {number for number, _ in able.temporary}
        world = self._theirs[int(prompt.subject or 0)]
        powers = self._mapped(segment.pay_powers.get(world, []))
        by_force = any(card in temporary for card in powers)
        return any(card not in temporary for card in powers) or (not by_force and bool(segment.paid.get(world)))

    def _mapped(self, cards: Sequence[int]) -> tuple[Number, ...]:
        return tuple(self._ours[card] for card in cards)

    def _offered(self, prompt: Prompt, cards: Sequence[int | None]) -> Picks:
        ours = (self._ours[card] for card in cards if card is not None)
        return tuple(card for card in ours if card in prompt.options)

    def _goods(self, prompt: Prompt, worlds: Sequence[int]) -> Picks:
        """Goods on offer that lie on the worlds; a world named several times gives several."""
        left = list(prompt.options)
        picks: list[Pick] = []
        for world in self._mapped(worlds):
            good = next((pick for pick in left if world_of(pick) == world), None)
            if good is not None:
                left.remove(good)
                picks.append(good)
        return tuple(picks)

    def _sources(self, seat: int) -> list[Source]:
        able = abilities(self._live.play, seat)
        return [*able.consume, *able.optional_consume]

    def _source(self, seat: int, pick: Pick | None) -> Source:
        return next(source for source in self._sources(seat) if source.pick == pick)

    def _use_of(self, prompt: Prompt, card: int, source: Source | None) -> Use:
        """The use in the transcript that fits a power: of the same card, or of one with the same power."""
        name = (self._key, prompt.seat, str(prompt.subject))
        if name not in self._assigned:
            kind = "windfall_produce" if source is None else _tag(source)
            free = [use for use in self._segment(prompt.seat).uses if use.kind == kind and not self._is_assigned(use)]
            same = [use for use in free if use.card == card]
            if source is not None and not same:
                same = [use for use in free if self._power(prompt.seat, use) == source.power]
            if not same:
                raise Difference(self._key, prompt.kind, f"asked for {self._pack.cards[self._ours[card]].id}", "no use")
            self._assigned[name] = same[0]
        return self._assigned[name]

    def _uses_hand(self, seat: int, source: Source) -> bool:
        uses = self._segment(seat).uses
        return any(use.card is not None and self._ours[use.card] == source.card for use in uses if use.hand)

    def _is_assigned(self, use: Use) -> bool:
        return any(use is other for other in self._assigned.values())

    def _power(self, seat: int, use: Use) -> object:
        for source in self._sources(seat):
            if use.card is not None and source.card == self._ours[use.card] and _tag(source) == use.kind:
                return source.power
        return None

    def _next_power(self, prompt: Prompt, segment: Segment) -> Picks:
        """The first use of the transcript, not carried out yet, whose power is on offer."""
        sources = {source.pick: source for source in self._sources(prompt.seat)}
        for use in segment.uses:
            if self._is_assigned(use):
                continue
            power = self._power(prompt.seat, use)
            exact = [p for p in prompt.options if use.card is not None and sources[str(p)].card == self._ours[use.card]]
            equal = [pick for pick in prompt.options if sources[str(pick)].power == power]
            fitting = [pick for pick in exact if pick in equal] or equal
            if fitting:
                self._assigned[self._key, prompt.seat, str(fitting[0])] = use
                return (fitting[0],)
        return ()

    def _end_settle(self, play: RacePlay) -> None:
        self._discard_for_nothing((play.state.round, play.state.phase), play)
        next_phase(play)

    def _discard_for_nothing(self, key: Key, play: RacePlay) -> None:
        """Discard what the engine let be discarded for nothing, where the rules do not.

        That is temporary military that changed nothing, and cards paid by a worse power than the best. What else
        happened in the phase is compared all the same.
        """
        state = play.state
        for seat, empire in enumerate(state.empires):
            segment = self.transcript.segments[key, seat]
            for world, paid in segment.paid.items():
                surplus = self._overpaid(play, seat, world, segment.pay_powers[world])
                for card in self._mapped(paid[len(paid) - surplus :] if surplus else []):
                    empire.hand.remove(card)
                    state.discards[0].append(card)
            for world in self._mapped(segment.spent):
                state.discards[0].extend(empire.goods.pop(world, []))
            for card in self._mapped(segment.left_tableau):
                powers = self._pack.cards[card].powers
                if card in empire.tableau and any(isinstance(power, TemporaryMilitary) for power in powers):
                    empire.tableau.remove(card)
                    state.discards[0].append(card)

    def _compare(self, key: Key, state: RaceState) -> None:
        snapshot = self.transcript.snapshots.get(key)
        if snapshot is None:
            raise Difference(key, "phase", "held", "not held")
        for seat, theirs in enumerate(snapshot["seats"]):
            empire = state.empires[seat]
            ours = {
                "hand": sorted(self._theirs[card] for card in empire.hand),
                "tableau": [self._theirs[card] for card in empire.tableau],
                "goods": sorted([self._theirs[w], self._theirs[g]] for w, goods in empire.goods.items() for g in goods),
                "vp": empire.chips,
                "military": abilities(self._live_play(state), seat).military,
            }
            for field, value in ours.items():
                if value != theirs[field]:
                    raise Difference(key, f"{field} of seat {seat}", value, theirs[field])
            held = held_goals(state, seat)
            if sorted(held) != sorted(theirs.get("goals", [])):
                raise Difference(key, f"goals of seat {seat}", held, theirs["goals"])
        if state.pool != snapshot["pool"]:
            raise Difference(key, "pool", state.pool, snapshot["pool"])
        deck, discards = len(state.decks[0]), len(state.discards[0])
        if self.transcript.first_reshuffle is None and (deck, discards) != (snapshot["deck"], snapshot["discard"]):
            raise Difference(key, "piles", (deck, discards), (snapshot["deck"], snapshot["discard"]))
        if deck + discards != snapshot["deck"] + snapshot["discard"]:
            raise Difference(key, "cards not in play", deck + discards, snapshot["deck"] + snapshot["discard"])

    def _live_play(self, state: RaceState) -> RacePlay:
        return RacePlay(self.transcript.players, self._options, self._pack, DealtChance(), state)

    def _compare_scores(self, live: LiveGame[RaceState, Pack, RaceOptions]) -> None:
        key = (self.transcript.final["rounds"], "final score")
        rounds = min(live.play.state.round, MOST_ROUNDS)
        if rounds != key[0]:
            raise Difference(key, "rounds", rounds, key[0])
        scores = live.game.scores(live.play)
        best = max((score.total, score.tie_breaks) for score in scores)
        for score, theirs in zip(scores, self.transcript.final["seats"], strict=True):
            empire = live.play.state.empires[score.seat]
            points = tally(self._pack, empire)
            bonus = {
                str(self._theirs[number]): vp
                for number, vp in zip(empire.tableau, points.by_card, strict=True)
                if self._pack.cards[number].vp is None
            }
            ours = {
                "total": score.total,
                "chips": points.chips,
                "cards": points.cards,
                "bonus": bonus,
                "goals": goal_points(self._pack, live.play.state, score.seat),
                "tie_break": score.tie_breaks[0],
                "winner": (score.total, score.tie_breaks) == best,
            }
            for field, value in ours.items():
                if value != theirs[field]:
                    raise Difference(key, f"{field} of seat {score.seat}", value, theirs[field])


_BY_PHASE = {
    "setup": Replay._setup_picks,
    "consume": Replay._consume_picks,
    "produce": Replay._produce_picks,
}


def _tag(source: Source) -> str:
    return str(type(source.power).__struct_config__.tag)


def _numbers(deck: list[str], pack: Pack) -> list[Number]:
    """The pack's number for each card of a transcript's deck."""
    free = {design: list(pack.numbers[design]) for design in set(deck)}
    return [free[design].pop(0) for design in deck]
