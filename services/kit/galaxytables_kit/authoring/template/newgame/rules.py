"""New Game from set-up to end: its table of contents and its declarations. README.md explains the rules."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from galaxytables_kit import (
    Chance,
    Component,
    ComponentKind,
    Contents,
    EventKind,
    Game,
    Offer,
    OneOf,
    Pick,
    Piece,
    Printed,
    Prompt,
    PromptKind,
    Score,
    Seat,
    one_file,
    phase,
    step,
)
from google.protobuf.struct_pb2 import Struct as View

from newgame.phases import everybody, row_is_empty, take
from newgame.scoring import scores
from newgame.state import COLOURS, CardPlay, Options, Pack, State, faults
from newgame.view import view


class NewgameRules(Game[State, Pack, Options]):
    """The rules of New Game."""

    name = "newgame"
    title = "New Game"
    rules_version = 1
    stall_after = 10  # nobody answers any more: this many answers by the clock, for each seat, end the game
    min_seats = 2
    max_seats = 4
    options_type = Options
    state_type = State
    view_type = View
    loader: ClassVar = one_file(Pack, faults)
    components_path: ClassVar[Path] = Path(__file__).with_name("cards.json")
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    prompts: ClassVar = {"take": PromptKind("2.1", {}, {"points": int})}
    events: ClassVar = {
        "taken": EventKind({"card": Component, "round": int}),
        "turned_up": EventKind({"card": Component}),
    }
    component_kinds: ClassVar = {"card": ComponentKind({"colour": OneOf(COLOURS), "points": int})}
    contents: ClassVar = Contents(phase("round", step(take).each(everybody)).until(row_is_empty))

    def setup(self, seats: int, options: Options, pack: Pack, chance: Chance) -> State:
        """Return the table as it is when the game begins: cards shuffled, some laid open (1.1, 1.2).

        All randomness of a game comes from `chance`.
        """
        deck = [card.id for card in pack.cards]
        chance.shuffle(deck)
        return State(deck[options.row :], deck[: options.row], [[] for _ in range(seats)])

    def scores(self, play: CardPlay) -> Sequence[Score]:
        """Return the points of all seats (3.2 to 3.4)."""
        return scores(play)

    def view(self, play: CardPlay, frozen: State, viewer: Seat | None) -> View:
        """Return the view of the table for a seat, or for a spectator (None)."""
        return view(play, frozen, viewer)

    def offer(self, play: CardPlay, prompt: Prompt, pick: Pick) -> Offer:
        """Return an option as clients receive it: the card that it stands for, and what the card is worth."""
        del prompt
        card = play.pack.card(str(pick))
        return Offer((Piece(card.id),), {"points": card.points}, component=card.id)

    def printed(self, pack: Pack) -> Iterable[Printed]:
        """Return every card, for the catalogue and for the names."""
        return (
            Printed(card.id, card.name, "card", 1, {"colour": card.colour, "points": card.points})
            for card in pack.cards
        )


GAME = NewgameRules()
