"""The contract suite fails games with planted mistakes: each mistake by the law that is about it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, ClassVar

import pytest
from google.protobuf import struct_pb2
from google.protobuf.message import Message
from msgspec.structs import replace

from galaxytables_kit import Seat
from galaxytables_kit.advance import Flow
from galaxytables_kit.contents import Contents, phase
from galaxytables_kit.contract import Pieces, Sight, Subject, contract
from galaxytables_kit.contract.gallery import Gallery
from galaxytables_kit.contract.wording import WordsMissing
from galaxytables_kit.declared import ComponentKind, EventKind, Maybe, OneOf, PowerKind, PromptKind
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.event import Component, Facts, Groups, Piece
from galaxytables_kit.game import Game, Score
from galaxytables_kit.pack import load_packs
from galaxytables_kit.printed import Printed, PrintedPower
from galaxytables_kit.prompt import Pick, Picks, Prompt
from galaxytables_kit.reason import Reason
from galaxytables_kit.target import Action, Offer
from tests.kit.sample_game import (
    AUCTION,
    Auction,
    AuctionOptions,
    AuctionPlay,
    AuctionState,
    Pack,
    bidding,
    census,
    draft,
    over,
    permute_hidden,
)

TAKEN = Reason("taken", "A2.2")


def subject(game: Game[Any, Any, Any] = AUCTION, **changes: Any) -> Subject:
    declared: dict[str, Any] = {"census": census, "permute_hidden": permute_hidden, "playouts": 3, "seats": (3,)}
    return Subject(game, **(declared | {"thorough_playouts": 2} | changes))


def failure(law: str, tested: Subject) -> str:
    """Run one law of the suite; give what it says of the game, and where."""
    with pytest.raises((Exception, pytest.fail.Exception)) as failed:
        check(law, tested)
    return "\n".join([str(failed.value), *getattr(failed.value, "__notes__", ())])


def hold(tested: Subject, *laws: str) -> None:
    """The laws find nothing: so another one must."""
    for law in laws:
        check(law, tested)


def check(law: str, tested: Subject) -> None:
    getattr(contract(tested)(), f"test_{law}")(Gallery(tested, load_packs(tested.game)))


def steps_within(around: Callable[[AuctionPlay, Flow[None]], Flow[None]]) -> Contents[AuctionPlay]:
    """The contents of the auction, with something around each of its steps."""

    def bid(play: AuctionPlay) -> Flow[None]:
        yield from around(play, bidding(play))

    def take(play: AuctionPlay) -> Flow[None]:
        yield from around(play, draft(play))

    return Contents(phase("round", bid, take).until(over))


class ShowsTheDeck(Auction):
    """The view shows the secret order of the deck."""

    def view(self, play: AuctionPlay, frozen: AuctionState, viewer: Seat | None) -> Message:
        view = super().view(play, frozen, viewer)
        assert isinstance(view, struct_pb2.Struct)
        view.update({"order": list(frozen.deck)})
        return view


def nothing_exchanged(state: AuctionState, viewer: Seat | None, random: Random) -> None:
    del state, viewer, random


def always_the_same(state: AuctionState) -> Pieces:
    del state
    return {"card": {str(card): 1 for card in range(40)}}


def test_a_view_that_shows_the_deck() -> None:
    said = failure("views_hold_nothing_hidden", subject(ShowsTheDeck()))
    assert "viewer None" in said


def test_a_view_that_shows_the_deck_where_nothing_is_exchanged_and_the_census_is_constant() -> None:
    lazy = subject(ShowsTheDeck(), census=always_the_same, permute_hidden=nothing_exchanged)
    assert "never saw a piece hidden from a seat" in failure("views_hold_nothing_hidden", lazy)
    assert "never exchanged" in failure("what_one_seat_sees_is_exchanged_for_others", lazy)
    assert "counted wherever they lie" in failure("the_census_looks_at_the_state", lazy)


def test_an_exchange_that_forgets_the_deck() -> None:
    def forgets(state: AuctionState, viewer: Seat | None, random: Random) -> None:
        deck = list(state.deck)
        state.deck.clear()
        permute_hidden(state, viewer, random)
        state.deck += deck

    lazy = subject(ShowsTheDeck(), permute_hidden=forgets)
    hold(lazy, "views_hold_nothing_hidden", "what_one_seat_sees_is_exchanged_for_others")
    assert "never exchanged" in failure("what_comes_to_light_was_exchanged", lazy)


def test_an_exchange_that_forgets_the_hands() -> None:
    def forgets(state: AuctionState, viewer: Seat | None, random: Random) -> None:
        del viewer
        random.shuffle(state.deck)

    said = failure("what_one_seat_sees_is_exchanged_for_others", subject(permute_hidden=forgets))
    assert "never exchanged" in said


def test_an_exchange_of_what_the_viewer_knows() -> None:
    def exchanges_all(state: AuctionState, viewer: Seat | None, random: Random) -> None:
        del viewer
        permute_hidden(state, None, random)

    assert "viewer 0" in failure("views_hold_nothing_hidden", subject(permute_hidden=exchanges_all))


def test_an_exchange_that_loses_a_piece() -> None:
    def loses(state: AuctionState, viewer: Seat | None, random: Random) -> None:
        permute_hidden(state, viewer, random)
        state.deck[:] = state.deck[1:]

    assert "loses pieces" in failure("views_hold_nothing_hidden", subject(permute_hidden=loses))


def test_a_view_that_shows_all_hands() -> None:
    class ShowsHands(Auction):
        def view(self, play: AuctionPlay, frozen: AuctionState, viewer: Seat | None) -> Message:
            view = super().view(play, frozen, viewer)
            assert isinstance(view, struct_pb2.Struct)
            view.update({"all": [str(card) for hand in play.state.hands for card in hand]})
            return view

    def only_the_deck(state: AuctionState, viewer: Seat | None, random: Random) -> None:
        del viewer
        random.shuffle(state.deck)

    assert "viewer None" in failure("views_hold_nothing_hidden", subject(ShowsHands()))
    lazy = subject(ShowsHands(), permute_hidden=only_the_deck)
    assert "spectators see it" in failure("events_tell_what_views_show", lazy)
    assert failure("secret_choices_are_frozen_for_others", lazy)


def test_a_census_that_misses_a_place() -> None:
    def no_hands(state: AuctionState) -> Pieces:
        return {"card": {str(card): 1 for card in [*state.deck, *state.discards, *state.market]}}

    assert "card: the census is not what the box holds" in failure(
        "the_census_counts_what_the_box_holds", subject(census=no_hands)
    )


def test_a_census_that_misses_a_kind() -> None:
    assert "the census is not what the box holds" in failure(
        "the_census_counts_what_the_box_holds", subject(census=lambda _: {})
    )
    none_needed = subject(census=lambda _: {}, copies=lambda *_: 0)
    assert "no census of any table counts ['card']" in failure("the_census_counts_what_the_box_holds", none_needed)


def test_pieces_declared_printed_and_counted() -> None:
    said = failure("the_census_counts_what_the_box_holds", subject(printed=frozenset({"card"}), besides=_forty_cards))
    assert "declared as no pieces of these tables, but counted: ['card']" in said


def _forty_cards(options: AuctionOptions, seats: int) -> Pieces:
    del options, seats
    return always_the_same(AuctionState([], [], [], []))


def test_a_card_that_vanishes() -> None:
    def losing(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        yield from flow
        if play.state.deck:
            play.state.deck.pop()

    class Loses(Auction):
        contents: ClassVar = steps_within(losing)

    assert failure("random_games_end_and_conserve_components", subject(Loses()))
    said = failure("components_are_conserved_at_every_choice", subject(Loses()))
    assert re.search(r"auction, 3 seats, options {}, seed 0, step \d+ \(round 1 / take\)", said)


@pytest.mark.parametrize("error", [TypeError("a crash"), ValueError("a crash"), KeyError("a crash")])
def test_a_crash_in_check(error: Exception) -> None:
    class Crashes(Auction):
        def check(self, options: AuctionOptions, seats: int, pack: Pack) -> None:
            super().check(options, seats, pack)
            if seats == 4:
                raise error

    crashing = subject(Crashes(), seats=())
    assert "a crash" in failure("random_games_end_and_conserve_components", crashing)
    assert "a crash" in failure("states_survive_encoding", crashing)


def test_a_setup_that_nobody_can_play() -> None:
    unplayable = subject(setups=({}, {"pace": "quick", "rounds": "5"}))
    assert "nobody can play with" in failure("tables_are_refused_by_kit_errors", unplayable)


def test_chance_from_elsewhere() -> None:
    elsewhere = Random(1)

    def rolling(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        play.state.points[0] += elsewhere.randrange(1000)
        yield from flow

    class Rolls(Auction):
        contents: ClassVar = steps_within(rolling)

    assert failure("records_replay_to_the_same_bytes", subject(Rolls()))
    assert failure("positions_restore_to_the_same_game", subject(Rolls()))


def test_an_event_that_tells_everybody_what_one_drew() -> None:
    def telling(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        before = [set(hand) for hand in play.state.hands]
        yield from flow
        for seat, hand in enumerate(play.state.hands):
            for card in set(hand) - before[seat] - set(play.state.market):
                play.tell("swapped_open", Seat(seat), card=Component(str(card)))

    class Tells(Auction):
        events: ClassVar = {**Auction.events, "swapped_open": EventKind({"card": Component})}
        contents: ClassVar = steps_within(telling)

    lacks = frozenset({Sight.TOLD_TO_ONE})
    assert "swapped_open" in failure("events_tell_what_views_show", subject(Tells(), lacks=lacks))
    hold(subject(Tells(), lacks=lacks, passing=frozenset({"swapped_open"})), "events_tell_what_views_show")


def test_an_option_that_is_never_accepted() -> None:
    def never_the_last(picks: Picks) -> None:
        if 0 in picks:
            raise ChoiceRefused("not this card", "A9")

    def asking(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        del play
        yield Prompt(Seat(0), "draft.look", tuple(range(8)), rule=never_the_last, default=(1,))
        yield from flow

    class Refuses(Auction):
        contents: ClassVar = steps_within(asking)

    assert "no legal answer holds [0]" in failure("every_option_is_accepted", subject(Refuses()))
    assert "draft.look" in failure("rules_of_prompts_allow_and_refuse", subject(Refuses()))


def test_a_rule_that_refuses_by_another_error() -> None:
    def crashes(picks: Picks) -> None:
        if picks == (0,):
            raise IndexError("not this card")

    def asking(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        del play
        yield Prompt(Seat(0), "draft.look", tuple(range(8)), rule=crashes)
        yield from flow

    class Refuses(Auction):
        contents: ClassVar = steps_within(asking)

    assert "not this card" in failure("rules_of_prompts_allow_and_refuse", subject(Refuses()))


def test_a_choice_taken_back_that_showed_the_next_card() -> None:
    class Peeks(Auction):
        def offer(self, play: AuctionPlay, prompt: Prompt, pick: Pick) -> Offer:
            offer = super().offer(play, prompt, pick)
            peeks = prompt.kind == "draft.take"
            return Offer(offer.targets, offer.facts, str(play.state.deck[-1]) if peeks else offer.component)

    assert "by a choice that can be taken back" in failure("undo_restores_the_position", subject(Peeks()))


def test_a_view_that_shows_secret_choices() -> None:
    class ShowsBids(Auction):
        def view(self, play: AuctionPlay, frozen: AuctionState, viewer: Seat | None) -> Message:
            view = super().view(play, frozen, viewer)
            assert isinstance(view, struct_pb2.Struct)
            view.update({"chosen": len(play.state.bids)})
            return view

    shows = subject(ShowsBids())
    hold(shows, "views_hold_nothing_hidden")
    assert failure("secret_choices_are_frozen_for_others", shows)


def auction_openly(play: AuctionPlay) -> None:
    play.state.market = [hand.pop() for hand in play.state.hands]
    play.state.auctioned = list(play.state.market)
    play.state.order = list(range(play.seats))


class Openly(Auction):
    """One after another, in the open."""

    contents: ClassVar = Contents(phase("round", auction_openly, draft).until(over))


def test_a_law_that_was_never_exercised() -> None:
    assert "never saw a choice while seats choose in secret" in failure(
        "secret_choices_are_frozen_for_others", subject(Openly())
    )
    hold(subject(Openly(), lacks=frozenset({Sight.SECRET_CHOICE})), "secret_choices_are_frozen_for_others")


def test_something_declared_as_lacking_that_is_there() -> None:
    declared = subject(lacks=frozenset({Sight.SECRET_CHOICE}))
    assert "is said to lack" in failure("secret_choices_are_frozen_for_others", declared)


class Endless(Auction):
    """No round ends the game."""

    contents: ClassVar = Contents(phase("round", bidding, draft).until(lambda _: False))


def test_a_game_that_defaults_never_end() -> None:
    class NeverStalls(Endless):
        stall_after = 1_000_000

    assert "defaults did not end it" in failure("defaults_alone_end_every_game", subject(NeverStalls()))


def test_a_game_that_stalls_at_its_bound_ends() -> None:
    hold(subject(Endless()), "defaults_alone_end_every_game")


def test_scores_that_cannot_be_counted_before_the_end() -> None:
    class CountsAtTheEnd(Auction):
        def scores(self, play: AuctionPlay) -> Sequence[Score]:
            if not over(play):
                raise LookupError("not yet")
            return super().scores(play)

    assert "not yet" in failure("a_game_can_be_counted_at_any_moment", subject(CountsAtTheEnd()))


def test_a_kind_without_words() -> None:
    class Mute(Auction):
        prompts = {**Auction.prompts, "draft.ponder": PromptKind("A2.1")}  # noqa: RUF012

    assert "prompt-draft-ponder is missing" in failure("every_kind_has_words", subject(Mute()))


def test_a_sentence_with_a_variable_that_nobody_gives() -> None:
    class Wordy(Auction):
        events = {**Auction.events, "took": EventKind()}  # noqa: RUF012

    assert "event-took has no card" in failure("every_kind_has_words", subject(Wordy()))


def test_a_language_that_lacks_a_message(tmp_path: Path) -> None:
    copytree(Auction.words_path, tmp_path, dirs_exist_ok=True)
    japanese = tmp_path / "ja" / "auction.ftl"
    japanese.write_text(japanese.read_text(encoding="utf-8").replace("word-bid", "word-bids"), encoding="utf-8")

    class Halved(Auction):
        words_path = tmp_path

    assert "ja has what en lacks: word-bids" in failure("languages_say_the_same", subject(Halved()))


def test_what_a_language_lacks_is_reported_and_said_in_english(tmp_path: Path) -> None:
    copytree(Auction.words_path, tmp_path, dirs_exist_ok=True)
    japanese = tmp_path / "ja" / "auction.ftl"
    words = japanese.read_text(encoding="utf-8")
    japanese.write_text("\n".join(line for line in words.splitlines() if "word-bid " not in line), encoding="utf-8")

    class Halved(Auction):
        words_path = tmp_path

    with pytest.warns(WordsMissing, match="auction: ja lacks word-bid; they fall back to en"):
        hold(subject(Halved()), "languages_say_the_same")
    hold(subject(Halved()), "every_kind_has_words", "everything_that_comes_up_has_words")


def offering(change: Callable[[Prompt, Pick, Offer], Offer]) -> Subject:
    class Offers(Auction):
        def offer(self, play: AuctionPlay, prompt: Prompt, pick: Pick) -> Offer:
            return change(prompt, pick, super().offer(play, prompt, pick))

    return subject(Offers())


def test_an_option_that_stands_for_nothing() -> None:
    nothing = offering(lambda _prompt, _pick, offer: Offer((), offer.facts, offer.component))
    assert "stands for nothing" in failure("every_option_is_drawn", nothing)


def test_two_options_that_stand_for_the_same() -> None:
    same = offering(lambda prompt, _, offer: Offer((Piece(str(prompt.options[0])),), offer.facts, offer.component))
    assert "stand for the same" in failure("every_option_is_drawn", same)


def test_an_option_that_nobody_can_draw() -> None:
    elsewhere = offering(lambda _, pick, offer: Offer((Piece(f"card {pick}"),), offer.facts, offer.component))
    assert "is not in the view" in failure("every_option_is_drawn", elsewhere)


def test_an_open_prompt_that_choices_of_others_change() -> None:
    class Asks(Auction):
        prompts: ClassVar = {
            name: PromptKind(kind.paragraph, {**kind.facts, "answered": bool}, kind.options)
            for name, kind in Auction.prompts.items()
        }

        def prompt_facts(self, play: AuctionPlay, prompt: Prompt) -> Facts:
            return {**super().prompt_facts(play, prompt), "answered": play.answered}

    assert "stays open and changed" in failure("open_prompts_say_the_same", subject(Asks()))


def test_an_option_told_as_one_that_is_kept() -> None:
    kinds = {
        name: PromptKind(kind.paragraph, kind.facts, {**kind.options, "held": Groups})
        for name, kind in Auction.prompts.items()
    }

    class Offers(Auction):
        prompts = kinds

        def offer(self, play: AuctionPlay, prompt: Prompt, pick: Pick) -> Offer:
            offer = super().offer(play, prompt, pick)
            held = Groups(({"first": prompt.seat == 0 or 1},))
            return Offer(offer.targets, {**offer.facts, "held": held}, offer.component)

    assert "is cached and out of date" in failure("kept_options_say_the_same", subject(Offers()))


def test_an_action_without_words() -> None:
    acts = offering(lambda _, pick, offer: Offer((Action(f"take_{pick}"),), offer.facts, offer.component))
    assert "action-take-" in failure("everything_that_comes_up_has_words", acts)


def test_something_offered_and_barred() -> None:
    def asking(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        yield Prompt(Seat(0), "bid.card", tuple(play.state.hands[0]), barred={play.state.hands[0][0]: TAKEN})
        yield from flow

    class Offers(Auction):
        contents: ClassVar = steps_within(asking)

    assert "offers and bars the same" in failure("every_reason_is_drawn", subject(Offers()))


def test_a_default_that_breaks_the_rule() -> None:
    def not_the_first(picks: Picks) -> None:
        if picks == (0,):
            raise ChoiceRefused("not this card", "A9")

    def asking(play: AuctionPlay, flow: Flow[None]) -> Flow[None]:
        del play
        yield Prompt(Seat(0), "draft.look", tuple(range(8)), rule=not_the_first, default=(0,))
        yield from flow

    class Refuses(Auction):
        contents: ClassVar = steps_within(asking)

    assert "not this card" in failure("defaults_alone_end_every_game", subject(Refuses()))


class Catalogued(Auction):
    """A catalogue with facts, powers and what it declares of them."""

    component_kinds: ClassVar[Mapping[str, ComponentKind]] = {
        "card": ComponentKind({"value": int, "colour": Maybe(OneOf(("red", "blue"))), "with": Maybe(Groups)})
    }
    power_kinds: ClassVar[Mapping[str, PowerKind]] = {"double": PowerKind({"times": int}, frozenset({"end"}))}
    told: ClassVar[Facts] = {"value": 1, "colour": "red", "with": Groups(({"card": Component("3")},))}
    power: ClassVar[PrintedPower] = PrintedPower("double", "end", {"times": 2})

    def printed(self, pack: Pack) -> Iterable[Printed]:
        return (replace(card, facts=self.told, powers=(self.power,)) for card in super().printed(pack))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"component_kinds": {"tile": ComponentKind()}}, "card is not declared"),
        ({"told": {"colour": "red"}}, "lacks value"),
        ({"told": {"value": 1, "size": 2}}, "size is not declared"),
        ({"told": {"value": "1"}}, "value is not as declared"),
        ({"told": {"value": 1, "colour": "green"}}, "colour is not as declared"),
        ({"told": {"value": 1, "with": Groups(({"card": Component("joker")},))}}, "names joker"),
        ({"power": PrintedPower("triple", "end", {})}, "triple is not declared"),
        ({"power": PrintedPower("double", "end", {})}, "lacks times"),
        ({"power": PrintedPower("double", "start", {"times": 2})}, "double at start"),
    ],
)
def test_a_catalogue_that_says_something_else_than_is_declared(changes: dict[str, Any], said: str) -> None:
    hold(subject(Catalogued()), "the_catalogue_is_as_declared")
    assert said in failure("the_catalogue_is_as_declared", subject(type("Wrong", (Catalogued,), changes)()))
