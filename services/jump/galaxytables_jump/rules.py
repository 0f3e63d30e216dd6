"""The table of contents of Jump Drive. RULES.md has the numbered paragraphs."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from galaxytables.jump.v1 import jump_pb2
from galaxytables_jump.catalogue import COMPONENT_KINDS, printed
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.kinds import POWER_KINDS
from galaxytables_jump.components.loading import LOADER
from galaxytables_jump.declared import EVENTS, PROMPTS, REASONS
from galaxytables_jump.offers import offer, prompt_facts
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.phases import choosing, ending, following, opening
from galaxytables_jump.scoring import final_score
from galaxytables_jump.setup import lay_out
from galaxytables_jump.state import JumpState
from galaxytables_jump.table import JumpPlay
from galaxytables_jump.view import ENCODING, view
from galaxytables_kit import (
    Chance,
    Contents,
    Facts,
    Game,
    Offer,
    OptionsConflict,
    Pick,
    Printed,
    Prompt,
    Score,
    Seat,
    phase,
    step,
)

OPENING = phase("opening", opening.deal, opening.keep)
UPKEEP = phase("upkeep", ending.draw_incomes, step(ending.hand_limit).when(ending.too_many_cards))
ROUND = phase(
    "round",
    choosing.begin,
    choosing.choose,
    choosing.reveal,
    following.follow,
    following.reveal_second,
    ending.move_to_strongest,
    ending.score,
    ending.look_for_the_end,
    UPKEEP.when(ending.goes_on),
)


class JumpDrive(Game[JumpState, Pack, JumpOptions]):
    """Jump Drive as a game of the kit."""

    name = "jump"
    title = "Jump Drive"
    rules_version = 1
    stall_after = 100
    min_seats = 2
    max_seats = 4
    options_type = JumpOptions
    state_type = JumpState
    view_type = jump_pb2.JumpView
    loader = LOADER
    components_path: ClassVar[Path] = Path(__file__).with_name("components") / "cards.json"
    encoding = ENCODING
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    introduction_path: ClassVar[Path | None] = Path(__file__).with_name("introduction.json")
    puzzles_path: ClassVar[Path | None] = Path(__file__).with_name("puzzles.json")
    prompts = PROMPTS
    events = EVENTS
    reasons = REASONS
    component_kinds = COMPONENT_KINDS
    power_kinds = POWER_KINDS
    contents = Contents(OPENING, ROUND.until(ending.has_ended))

    def check(self, options: JumpOptions, seats: int, pack: Pack) -> None:
        """Raise `InvalidSeats` unless 2 to 4 seats play, or `OptionsConflict` if the dealer is not one of them."""
        super().check(options, seats, pack)
        if options.dealer >= seats:
            message = f"seat {options.dealer} cannot deal at a table of {seats}"
            raise OptionsConflict(message, ["dealer"], "R1.6", "no_such_dealer", dealer=options.dealer, seats=seats)

    def setup(self, seats: int, options: JumpOptions, pack: Pack, chance: Chance) -> JumpState:
        """Return a new table: a Survey Team for each player, and 7 cards or a preset hand (R1.2-R1.4)."""
        return lay_out(seats, options, pack, chance)

    def scores(self, play: JumpPlay) -> Sequence[Score]:
        """Return the points of all seats: VP by source. Cards in hand and income break ties (R9.3)."""
        return [final_score(play.pack, play.state, seat) for seat in play.all_seats]

    def view(self, play: JumpPlay, frozen: JumpState, viewer: Seat | None) -> jump_pb2.JumpView:
        """Return the view of the table for a seat, or for a spectator (None)."""
        return view(play, frozen, viewer)

    def prompt_facts(self, play: JumpPlay, prompt: Prompt) -> Facts:
        """Return the facts of a prompt: the card paid for, the card placed with it, or the hand limit."""
        return prompt_facts(play, prompt)

    def offer(self, play: JumpPlay, prompt: Prompt, pick: Pick) -> Offer:
        """Return the thing that an option stands for: a card with its price, or an action."""
        return offer(play, prompt, pick)

    def printed(self, pack: Pack) -> Iterable[Printed]:
        """Yield every card title, then all other components and limits."""
        return printed(pack)


JUMP = JumpDrive()
