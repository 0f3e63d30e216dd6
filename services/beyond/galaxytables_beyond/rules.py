"""The table of contents of Beyond the Sun. RULES.md has the numbered paragraphs."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from google.protobuf.message import Message

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_beyond.components.cards import Pack
from galaxytables_beyond.components.catalogue import printed
from galaxytables_beyond.components.entries import COMPONENT_KINDS, POWER_KINDS, PROVENANCES
from galaxytables_beyond.components.loading import BUILT_IN, LOADER
from galaxytables_beyond.declared import EVENTS, PROMPTS, REASONS
from galaxytables_beyond.offers import offer, prompt_facts
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.phases.achievement import achievement
from galaxytables_beyond.phases.action import action
from galaxytables_beyond.phases.interlude import exchange_at_end, use_powers
from galaxytables_beyond.phases.production import production
from galaxytables_beyond.phases.turn import (
    announce,
    begin_round,
    begin_turn,
    end_by_limit,
    final_round_is_over,
    limit_is_reached,
    seats_clockwise,
    tell_end,
)
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.setup import set_up
from galaxytables_beyond.state import BeyondPlay, BeyondState
from galaxytables_beyond.view import ENCODING, view
from galaxytables_kit import (
    Chance,
    Contents,
    Facts,
    Game,
    Offer,
    Pick,
    Printed,
    Prompt,
    Score,
    Seat,
    phase,
    step,
)

TURN = phase("turn", announce, action, production, use_powers, achievement, state=begin_turn, whole=True)
ROUND = phase("round", begin_round, step(end_by_limit).when(limit_is_reached), TURN.each(seats_clockwise))


class BeyondTheSun(Game[BeyondState, Pack, BeyondOptions]):
    """Beyond the Sun as a game of the kit. Each turn has an action, a production and an achievement.

    A turn is one step: a player can take back all of it until a card is revealed or somebody else chooses.
    """

    name = "beyond"
    title = "Beyond the Sun"
    rules_version = 3
    continues = frozenset({2})
    stall_after = 300
    min_seats = 2
    max_seats = 4
    options_type = BeyondOptions
    state_type = BeyondState
    view_type = beyond_pb2.BeyondView
    loader = LOADER
    components_path: ClassVar[Path] = BUILT_IN
    earlier_packs: ClassVar[tuple[Path, ...]] = (BUILT_IN.with_name("pack_2"), BUILT_IN.with_name("pack_3"))
    encoding = ENCODING
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    introduction_path: ClassVar[Path | None] = Path(__file__).with_name("introduction.json")
    puzzles_path: ClassVar[Path | None] = Path(__file__).with_name("puzzles.json")
    prompts = PROMPTS
    events = EVENTS
    reasons = REASONS
    component_kinds = COMPONENT_KINDS
    power_kinds = POWER_KINDS
    contents = Contents(ROUND.until(final_round_is_over), exchange_at_end, tell_end)

    def setup(self, seats: int, options: BeyondOptions, pack: Pack, chance: Chance) -> BeyondState:
        """Return a new table: everything is laid out (R2)."""
        return set_up(seats, options, pack, chance)

    def scores(self, play: BeyondPlay) -> Sequence[Score]:
        """Return the points of all seats (R8)."""
        return scores(play)

    def view(self, play: BeyondPlay, frozen: BeyondState, viewer: Seat | None) -> Message:
        """Return the view of the table.

        It is the same for all, since nobody chooses in secret and nobody has a hand.
        """
        del frozen, viewer
        return view(play)

    def prompt_facts(self, play: BeyondPlay, prompt: Prompt) -> Facts:
        """Return the facts that say what a prompt is about."""
        return prompt_facts(play, prompt)

    def offer(self, play: BeyondPlay, prompt: Prompt, pick: Pick) -> Offer:
        """Return the thing that an option stands for, its costs and its gains."""
        return offer(play, prompt, pick)

    def provenances(self, pack: Pack) -> Mapping[rules_pb2.Provenance.ValueType, int]:
        """Return, for each provenance, how many components of the printed game have it.

        An exploration board counts as one component, though the catalogue lists its places.
        """
        return {PROVENANCES[known]: count for known, count in pack.provenances.items()}

    def printed(self, pack: Pack) -> Iterable[Printed]:
        """Yield everything that lies on the table."""
        return printed(pack)


BEYOND = BeyondTheSun()
