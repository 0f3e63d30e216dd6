"""The table of contents of Roll for the Galaxy. RULES.md has the numbered paragraphs."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from galaxytables.roll.v1 import roll_pb2
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
    seated,
    step,
)
from galaxytables_roll.catalogue import printed
from galaxytables_roll.components.loading import LOADER
from galaxytables_roll.components.printed import COMPONENT_KINDS, POWER_KINDS
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.declared import EVENTS, PROMPTS, REASONS
from galaxytables_roll.dice import Phase
from galaxytables_roll.ending import last_round_is_over, tell_end
from galaxytables_roll.offers import offer, prompt_facts
from galaxytables_roll.phases import explore, reveal, start
from galaxytables_roll.phases.assign import assign, roll
from galaxytables_roll.phases.bag import return_abandoned
from galaxytables_roll.phases.build import build
from galaxytables_roll.phases.manage import manage, turn_phases_down
from galaxytables_roll.phases.produce import produce
from galaxytables_roll.phases.ship import ship
from galaxytables_roll.phases.turns import announce, executed, seats_at_work, work_at
from galaxytables_roll.powers import gain_at_phase_end
from galaxytables_roll.scoring import score_parts, tie_break
from galaxytables_roll.setup import lay_out
from galaxytables_roll.state import RollOptions, RollPlay, RollState
from galaxytables_roll.view import ENCODING, view

_COMPONENTS = Path(__file__).with_name("components")

SETUP = phase(
    "setup",
    start.deal,
    step(start.choose_sides).when(start.sides_are_chosen),
    step(start.put_cheaper_sides_up).when(start.cheaper_sides_are_up),
    start.show_start_tiles,
)
REVEAL = phase(
    "reveal",
    reveal.lift_screens,
    step(reveal.roll_spare_die).when(reveal.two_players),
    reveal.send_idle_home,
)
EXPLORE = phase(
    "explore",
    announce,
    step(explore.explore).each(explore.explorers),
    step(explore.draw_at_the_end).when(explore.tiles_come_at_the_end),
    return_abandoned,
    gain_at_phase_end,
    state=explore.begin_exploring,
)
DEVELOP = phase("develop", announce, step(build).each(seats_at_work), gain_at_phase_end, state=work_at(Phase.DEVELOP))
SETTLE = phase("settle", announce, step(build).each(seats_at_work), gain_at_phase_end, state=work_at(Phase.SETTLE))
PRODUCE = phase("produce", announce, step(produce).each(seats_at_work), gain_at_phase_end, state=work_at(Phase.PRODUCE))
SHIP = phase("ship", announce, step(ship).each(seats_at_work), gain_at_phase_end, state=work_at(Phase.SHIP))
ROUND = phase(
    "round",
    roll,
    assign,
    REVEAL,
    EXPLORE.when(executed(Phase.EXPLORE)),
    DEVELOP.when(executed(Phase.DEVELOP)),
    SETTLE.when(executed(Phase.SETTLE)),
    PRODUCE.when(executed(Phase.PRODUCE)),
    SHIP.when(executed(Phase.SHIP)),
    manage,
    turn_phases_down,
)


class Roll(Game[RollState, Pack, RollOptions]):
    """Roll for the Galaxy as a game of the kit. A round: roll, assign in secret, execute phases, manage (R3.1)."""

    name = "roll"
    title = "Roll for the Galaxy"
    rules_version = 2
    continues: ClassVar[frozenset[int]] = frozenset({1})
    older_options: ClassVar[Mapping[int, Mapping[str, str]]] = {1: {"selecting_die": "locked"}}
    stall_after = 500
    min_seats = 2
    max_seats = 5
    options_type = RollOptions
    state_type = RollState
    view_type = roll_pb2.RollView
    loader = LOADER
    components_path: ClassVar[Path] = _COMPONENTS / "tiles.json"
    earlier_packs: ClassVar[tuple[Path, ...]] = (_COMPONENTS / "tiles_1.json",)
    encoding = ENCODING
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    introduction_path: ClassVar[Path | None] = Path(__file__).with_name("introduction.json")
    puzzles_path: ClassVar[Path | None] = Path(__file__).with_name("puzzles.json")
    prompts = PROMPTS
    events = EVENTS
    reasons = REASONS
    component_kinds = COMPONENT_KINDS
    power_kinds = POWER_KINDS
    contents = Contents(SETUP, ROUND.until(last_round_is_over), tell_end)

    def setup(self, seats: int, options: RollOptions, pack: Pack, chance: Chance) -> RollState:
        """Return the table as it is when the game begins: factions, home worlds, dice and two tiles each (R2)."""
        del options
        return lay_out(seats, pack, chance)

    def scores(self, play: RollPlay) -> Sequence[Score]:
        """Return the points of all seats: chips, printed costs and bonuses (R10.2-R10.8).

        Dice in the cup plus credits break ties.
        """
        return [
            Score(seat, score_parts(play.pack, mine), (tie_break(mine),)) for seat, mine in seated(play.state.seats)
        ]

    def view(self, play: RollPlay, frozen: RollState, viewer: Seat | None) -> roll_pb2.RollView:
        """Return the view of the table for a seat, or for a spectator (None)."""
        return view(play, frozen, viewer)

    def prompt_facts(self, play: RollPlay, prompt: Prompt) -> Facts:
        """Return the facts of a prompt: the tile whose effect it belongs to, the phase, the worker or the shipment."""
        return prompt_facts(play, prompt)

    def offer(self, play: RollPlay, prompt: Prompt, pick: Pick) -> Offer:
        """Return the thing that an option stands for: a die or a tile with its destination and effect, or an action."""
        return offer(play, prompt, pick)

    def printed(self, pack: Pack) -> Iterable[Printed]:
        """Yield everything printed: the faces of tiles, the dice, and all other components."""
        return printed(pack)


ROLL = Roll()
