"""Goofspiel from set-up to end: its table of contents and its declarations. README.md has the paragraphs."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from galaxytables.goofspiel.v1 import goofspiel_pb2
from galaxytables_kit import (
    Chance,
    ComponentKind,
    Components,
    Contents,
    EventKind,
    Facts,
    Game,
    Offer,
    Pick,
    Piece,
    Printed,
    Prompt,
    PromptKind,
    Score,
    Seat,
    one_file,
    phase,
    seated,
)
from goofspiel.phases import award, bid, deck_is_empty, turn_up
from goofspiel.state import GoofspielPlay, Options, Pack, Player, State, faults
from goofspiel.view import bid_id, view


class Goofspiel(Game[State, Pack, Options]):
    """The rules of Goofspiel."""

    name = "goofspiel"
    title = "Goofspiel"
    rules_version = 1
    stall_after = 30
    min_seats = 2
    max_seats = 5
    options_type = Options
    state_type = State
    view_type = goofspiel_pb2.GoofspielView
    loader: ClassVar = one_file(Pack, faults)
    components_path: ClassVar[Path] = Path(__file__).with_name("prizes.json")
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    prompts: ClassVar = {"bid": PromptKind("2.2", {"prizes": Components, "points": int}, {"value": int})}
    events: ClassVar = {
        "turned_up": EventKind({"round": int, "prizes": Components}),
        "bid": EventKind({"value": int}),
        "won": EventKind({"prizes": Components, "points": int}),
        "stayed": EventKind({"prizes": Components}),
        "lost": EventKind({"prizes": Components}),
    }
    component_kinds: ClassVar = {"prize": ComponentKind({"points": int})}
    contents: ClassVar = Contents(phase("round", turn_up, bid, award).until(deck_is_empty))

    def setup(self, seats: int, options: Options, pack: Pack, chance: Chance) -> State:
        """Return a new table: the prizes face down, and a bid card of each value for everybody (1.1, 1.2)."""
        deck = [prize.id for prize in pack.prizes[: options.prizes]]
        chance.shuffle(deck)
        return State(deck, [Player([*range(1, options.prizes + 1)]) for _ in range(seats)])

    def scores(self, play: GoofspielPlay) -> Sequence[Score]:
        """Return each seat's points for prizes; the number of prizes breaks ties (4.2)."""
        won = [player.won for player in play.state.players]
        return [Score(seat, {"prizes": play.pack.points(ids)}, (len(ids),)) for seat, ids in seated(won)]

    def view(self, play: GoofspielPlay, frozen: State, viewer: Seat | None) -> goofspiel_pb2.GoofspielView:
        """Return the view of the table for a seat, or for a spectator (None)."""
        return view(play, frozen, viewer)

    def prompt_facts(self, play: GoofspielPlay, prompt: Prompt) -> Facts:
        """Return the facts of a prompt: the prizes to bid for, and their value."""
        del prompt
        prizes = play.state.prizes
        return {"prizes": Components(tuple(prizes)), "points": play.pack.points(prizes)}

    def offer(self, play: GoofspielPlay, prompt: Prompt, pick: Pick) -> Offer:
        """Return the thing that an option stands for: a card in the seat's hand."""
        del play
        return Offer((Piece(bid_id(prompt.seat, int(pick))),), {"value": int(pick)})

    def printed(self, pack: Pack) -> Iterable[Printed]:
        """Return every prize, for the catalogue and for the names."""
        return (Printed(prize.id, prize.name, "prize", 1, {"points": prize.points}) for prize in pack.prizes)


GOOFSPIEL = Goofspiel()
