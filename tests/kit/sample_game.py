"""A small game that uses every part of the kit: secret bids with cards, a public draft, draws, dice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from google.protobuf import struct_pb2
from google.protobuf.message import Message
from msgspec import Meta, Struct

from galaxytables_kit import Seat
from galaxytables_kit.advance import Flow
from galaxytables_kit.chance import Chance
from galaxytables_kit.components import one_file
from galaxytables_kit.contents import Contents, phase
from galaxytables_kit.contract import Pieces
from galaxytables_kit.declared import EventKind, Forms, OneOf, PromptKind, ReasonKind
from galaxytables_kit.errors import ChoiceRefused, OptionsConflict
from galaxytables_kit.event import Component, Facts, Piece
from galaxytables_kit.faults import Fault
from galaxytables_kit.flow import together
from galaxytables_kit.game import Game, Score
from galaxytables_kit.play import Play
from galaxytables_kit.printed import Printed
from galaxytables_kit.prompt import Pick, Picks, Prompt
from galaxytables_kit.reason import Reason, sift
from galaxytables_kit.target import Offer


class AuctionOptions(Struct, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=5, description="rounds to play")] = 3
    pace: Annotated[Literal["slow", "quick"], Meta(description="how many cards a hand has")] = "slow"
    dice: Annotated[bool, Meta(description="roll a bonus each round")] = False


class Pack(Struct):
    game: str
    values: list[int]


def faults(pack: Pack) -> Iterator[Fault]:
    if len(pack.values) != 40:
        yield Fault("values", "length", "40 values wanted")


class AuctionState(Struct):
    deck: list[int]
    discards: list[int]
    hands: list[list[int]]
    points: list[int]
    round: int = 1
    market: list[int] = []
    auctioned: list[int] = []
    """What lay in the market when the draft began."""
    order: list[int] = []
    bids: dict[int, int] = {}
    """Cards set aside in secret, by seat."""


AuctionPlay = Play[AuctionState, Pack, AuctionOptions]


def bid(play: AuctionPlay, seat: Seat) -> Flow[None]:
    """One card in secret, then up to two cards for new ones, an even and an odd one (A1.1-A1.3)."""
    hand = play.state.hands[seat]

    def even_and_odd(picks: Picks) -> None:
        if len(picks) == 2 and sum(map(int, picks)) % 2 == 0:
            raise ChoiceRefused("two swapped cards are an even and an odd one", "A1.3", "even_and_odd")

    (card,) = yield Prompt(seat, "bid.card", tuple(hand))
    hand.remove(card)
    play.state.bids[seat] = int(card)
    spare = yield Prompt(seat, "bid.swap", tuple(hand), 0, min(2, len(hand)), ordered=True, rule=even_and_odd)
    for old in spare:
        hand.remove(old)
        play.state.discards.append(old)
    drawn = [play.state.deck.pop() for _ in spare]
    hand.extend(drawn)
    if drawn:
        play.tell("swapped", seat, count=len(drawn), private={seat: {"first": Component(str(drawn[0]))}})


def bidding(play: AuctionPlay) -> Flow[None]:
    state = play.state
    yield from together(play, [bid(play, seat) for seat in play.all_seats])
    bids = [state.bids[seat] for seat in play.all_seats]
    for seat, card in enumerate(bids):
        play.tell("revealed", Seat(seat), card=Component(str(card)))
    bonus = play.chance.below(6) if play.options.dice else 0
    best = max(range(play.seats), key=lambda seat: (play.pack.values[bids[seat]], bids[seat]))
    state.points[best] += play.pack.values[bids[best]] + bonus
    state.order = [(best + i) % play.seats for i in range(play.seats)]
    state.market, state.auctioned = bids, list(bids)
    state.bids.clear()


def draft(play: AuctionPlay) -> Flow[None]:
    """In turn, each takes one card from the market after thinking about one."""
    state = play.state
    for seat in list(state.order):
        (looked,) = yield Prompt(Seat(seat), "draft.look", tuple(state.market))
        play.tell("looked", Seat(seat), card=Component(str(looked)))
        offered, barred = sift(state.auctioned, lambda card: None if card in state.market else Reason("taken", "A2.2"))
        (card,) = yield Prompt(Seat(seat), "draft.take", tuple(offered), subject=looked, barred=barred)
        state.market.remove(int(card))
        state.hands[seat].append(int(card))
        play.tell("took", Seat(seat), card=Component(str(card)))
    state.auctioned = []
    state.round += 1


def over(play: AuctionPlay) -> bool:
    return play.state.round > play.options.rounds


_WORTH: Forms = {"worth": int}


class Auction(Game[AuctionState, Pack, AuctionOptions]):
    name = "auction"
    title = "Auction"
    rules_version = 1
    stall_after = 40
    min_seats = 2
    max_seats = 4
    options_type = AuctionOptions
    state_type = AuctionState
    view_type = struct_pb2.Struct
    loader: ClassVar = one_file(Pack, faults)
    components_path: ClassVar[Path] = Path(__file__).with_name("sample_cards.json")
    words_path: ClassVar[Path] = Path(__file__).with_name("sample_words")
    introduction_path: ClassVar[Path | None] = Path(__file__).with_name("sample_introduction.json")
    puzzles_path: ClassVar[Path | None] = Path(__file__).with_name("sample_puzzles.json")
    prompts: ClassVar = {
        "bid.card": PromptKind("A1.1", options=_WORTH),
        "bid.swap": PromptKind("A1.3", options=_WORTH),
        "draft.look": PromptKind("A2.1", options=_WORTH),
        "draft.take": PromptKind("A2.2", {"looked": Component}, _WORTH),
    }
    events: ClassVar = {
        "swapped": EventKind({"count": int}, {"first": Component}),
        "revealed": EventKind({"card": Component}),
        "looked": EventKind({"card": Component}),
        "took": EventKind({"card": Component}),
        "paused": EventKind({"steps": OneOf(("bid", "draft"), joined=True)}),
    }
    reasons: ClassVar = {"taken": ReasonKind()}
    contents: ClassVar = Contents(phase("round", bidding, draft).until(over))

    def check(self, options: AuctionOptions, seats: int, pack: Pack) -> None:
        super().check(options, seats, pack)
        if options.pace == "quick" and options.rounds > 4:
            message = "quick games have at most 4 rounds"
            raise OptionsConflict(message, ["pace", "rounds"], "A0.2", "too_many_rounds", most=4)

    def setup(self, seats: int, options: AuctionOptions, pack: Pack, chance: Chance) -> AuctionState:
        deck = list(range(len(pack.values)))
        chance.shuffle(deck)
        size = 4 if options.pace == "slow" else 3
        hands = [[deck.pop() for _ in range(size)] for _ in range(seats)]
        return AuctionState(deck, [], hands, [0] * seats)

    def scores(self, play: AuctionPlay) -> Sequence[Score]:
        state = play.state
        return [Score(Seat(s), {"bids": state.points[s]}, (len(state.hands[s]),)) for s in range(play.seats)]

    def view(self, play: AuctionPlay, frozen: AuctionState, viewer: Seat | None) -> Message:
        view = struct_pb2.Struct()
        view.update(
            {
                "deck": len(frozen.deck),
                "discards": len(frozen.discards),
                "market": list(map(str, frozen.market)),
                "points": list(frozen.points),
                "hands": [len(hand) for hand in frozen.hands],
                "auctioned": list(map(str, frozen.auctioned)),
                "own": [] if viewer is None else list(map(str, play.state.hands[viewer])),
            }
        )
        return view

    def prompt_facts(self, play: AuctionPlay, prompt: Prompt) -> Facts:
        del play
        return {} if prompt.subject is None else {"looked": Component(str(prompt.subject))}

    def offer(self, play: AuctionPlay, prompt: Prompt, pick: Pick) -> Offer:
        del prompt
        return Offer((Piece(str(pick)),), {"worth": play.pack.values[int(pick)]}, str(pick))

    def printed(self, pack: Pack) -> Iterable[Printed]:
        return (Printed(str(number), f"Card {number}", "card", 1, {}) for number in range(len(pack.values)))


AUCTION = Auction()


def census(state: AuctionState) -> Pieces:
    cards = [*state.deck, *state.discards, *state.market, *state.bids.values()]
    return {"card": Counter(str(card) for cards in (cards, *state.hands) for card in cards)}


def permute_hidden(state: AuctionState, viewer: Seat | None, random: Random) -> None:
    places: list[list[Any]] = [state.deck, state.discards]
    places += [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    secret = [seat for seat in state.bids if seat != viewer]
    cards = [card for place in places for card in place] + [state.bids[seat] for seat in secret]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    for seat in secret:
        state.bids[seat] = cards.pop()
