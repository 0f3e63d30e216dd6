"""Race for the Galaxy, told from top to bottom."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

from google.protobuf.message import Message

from galaxy.race.v1 import race_pb2
from galaxy.rules.v1 import rules_pb2
from services.kit.chance import Chance
from services.kit.contents import Contents, step
from services.kit.declared import ComponentKind, EventKind, PowerKind, PromptKind, ReasonKind
from services.kit.errors import OptionsConflict
from services.kit.event import Facts
from services.kit.flow import Flow
from services.kit.game import Game, Score
from services.kit.prompt import Pick, Prompt
from services.kit.target import Offer
from services.race.cards import Pack, load_pack
from services.race.catalogue import COMPONENT_KINDS, catalogue, component_names, power_kinds
from services.race.conflicts import check_options, idle_options
from services.race.declared import EVENTS, PROMPTS, REASONS
from services.race.goals import goal_points
from services.race.invasion.ending import tile_points
from services.race.invasion.repair import repair, war_effort
from services.race.invasion.step import damage, defend, invade
from services.race.offers import ask, offer
from services.race.options import RaceOptions
from services.race.orb.layout import layout_of
from services.race.orb.setting_up import place_ship, set_up_orb
from services.race.orb.step import begin_orb_step, orb_turn
from services.race.orb.tokens import artifact_points
from services.race.phases.actions import choose_actions, choose_last
from services.race.phases.consume import consume, trade
from services.race.phases.develop import develop, develop_discard, develop_pay, develop_start
from services.race.phases.draft import draft
from services.race.phases.explore import explore, explore_draw
from services.race.phases.produce import produce, produce_goods, produce_late
from services.race.phases.round_end import round_end
from services.race.phases.search import search
from services.race.phases.settle import settle, settle_discard, settle_extra, settle_pay, takeover
from services.race.phases.setup import draw_hands, lay_out, set_up
from services.race.prestige import plays_prestige
from services.race.scoring import tally
from services.race.sets import LEAST_SEATS, most_seats_of_all
from services.race.state import RaceState, Step
from services.race.table import RacePlay
from services.race.view import show

_OVER = Step.OVER
_COMPONENTS = Path(__file__).with_name("components")

_STRETCHES: Mapping[Step, Callable[[RacePlay], Flow[None]]] = {
    Step.DRAFT: draft,
    Step.OPENING: draw_hands,
    Step.SETUP: set_up,
    Step.ACTIONS: choose_actions,
    Step.ACTIONS_LAST: choose_last,
    Step.SEARCH: search,
    Step.EXPLORE_DRAW: explore_draw,
    Step.EXPLORE: explore,
    Step.DEVELOP_START: develop_start,
    Step.DEVELOP_DISCARD: develop_discard,
    Step.DEVELOP: develop,
    Step.DEVELOP_PAY: develop_pay,
    Step.SETTLE: settle,
    Step.SETTLE_PAY: settle_pay,
    Step.SETTLE_DISCARD: settle_discard,
    Step.SETTLE_EXTRA: settle_extra,
    Step.TAKEOVER: takeover,
    Step.TRADE: trade,
    Step.CONSUME: consume,
    Step.PRODUCE_GOODS: produce_goods,
    Step.PRODUCE: produce,
    Step.PRODUCE_LATE: produce_late,
    Step.ROUND_END: round_end,
    Step.WAR_EFFORT: war_effort,
    Step.REPAIR: repair,
    Step.INVASION: invade,
    Step.DEFENSE: defend,
    Step.DAMAGE: damage,
    Step.ORB_SETUP: set_up_orb,
    Step.ORB_START: begin_orb_step,
    Step.ORB: orb_turn,
    Step.ORB_SHIP: place_ship,
}


def _stretch(play: RacePlay) -> Flow[None]:
    yield from _STRETCHES[play.state.step](play)


def _runs(play: RacePlay) -> bool:
    return play.state.step is not _OVER


@cache
def built_in_pack() -> Pack:
    """The component pack that comes with these rules; what can be played is worked out from it."""
    return load_pack(_COMPONENTS)


class Race(Game[RaceState, Pack, RaceOptions]):
    """The game; each step of a round is a stretch of its own."""

    name = "race"
    title = "Race for the Galaxy"
    rules_version = 3
    continues: ClassVar[frozenset[int]] = frozenset({2})
    older_options: ClassVar[Mapping[int, Mapping[str, str]]] = {
        2: {"draft_packs": "by_seats", "draft_base_alone": "on"}
    }
    stall_after = 200
    least_seats = LEAST_SEATS
    most_seats = most_seats_of_all(built_in_pack())
    options_type = RaceOptions
    state_type = RaceState
    view_type = race_pb2.RaceView
    components_path: ClassVar[Path] = _COMPONENTS
    prompts: ClassVar[Mapping[str, PromptKind]] = PROMPTS
    events: ClassVar[Mapping[str, EventKind]] = EVENTS
    reasons: ClassVar[Mapping[str, ReasonKind]] = REASONS
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    component_kinds: ClassVar[Mapping[str, ComponentKind]] = COMPONENT_KINDS
    power_kinds: ClassVar[Mapping[str, PowerKind]] = power_kinds(built_in_pack())
    contents: ClassVar[Contents[RacePlay]] = Contents(step(_stretch).as_long_as(_runs))

    def check(self, options: RaceOptions, seats: int) -> None:
        """Raise `InvalidSeats` or `OptionsConflict` if the game cannot be played so."""
        check_options(options, seats, built_in_pack())

    def without_effect(self, options: RaceOptions, seats: int) -> Iterable[OptionsConflict]:
        """Options that make no difference now."""
        return idle_options(options, seats)

    def load_pack(self, path: Path) -> Pack:
        """Load and check a component pack."""
        return load_pack(path)

    def setup(self, seats: int, options: RaceOptions, pack: Pack, chance: Chance) -> RaceState:
        """Deal start worlds and shuffle."""
        return lay_out(seats, options, pack, chance)

    def scores(self, play: RacePlay) -> Sequence[Score]:
        """Points by source; ties are broken by cards in hand plus goods (R11.4, R11.5)."""
        scores, goals = [], goal_points(play, play.state)
        for seat, empire in enumerate(play.state.empires):
            points = tally(play.pack, empire, orb=play.state.orb is not None)
            parts = {"cards": points.cards, "chips": points.chips, "endgame": points.endgame}
            if plays_prestige(play):
                parts["prestige"] = empire.prestige.chips
            if play.state.goals:
                parts["goals"] = goals[seat]
            if play.state.invasion is not None:
                parts["defense"] = play.state.invasion.admirals[seat].rewards
                parts["tiles"] = tile_points(play.pack, play.state, play.options, seat)
            if play.state.orb is not None:
                stations = layout_of(play.pack.orb, play.state.orb.laid).stations
                parts["artifacts"] = artifact_points(play.pack, empire, stations)
            scores.append(Score(seat, parts, (len(empire.hand) + sum(map(len, empire.goods.values())),)))
        return scores

    def view(self, play: RacePlay, frozen: RaceState, viewer: int | None) -> Message:
        """Show the table to a viewer."""
        return show(play, frozen, viewer)

    def ask(self, play: RacePlay, prompt: Prompt) -> Facts:
        """What a question is about."""
        return ask(play, prompt)

    def offer(self, play: RacePlay, prompt: Prompt, pick: Pick) -> Offer:
        """What an option stands for, costs and brings."""
        return offer(play, prompt, pick)

    def component_name(self, pack: Pack, component: str) -> str:
        """Give the printed name of a card or of whatever else the catalogue has."""
        return component_names(pack)[component]

    def components(self, pack: Pack) -> Iterable[rules_pb2.Component]:
        """Every card of the sets that can be played, with changed printings, and all that lies beside the cards."""
        return catalogue(pack)


RACE = Race()

__all__ = ["RACE", "Race", "built_in_pack"]
