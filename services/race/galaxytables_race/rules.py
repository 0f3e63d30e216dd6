"""The table of contents of Race for the Galaxy."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import (
    Chance,
    ComponentKind,
    Contents,
    EventKind,
    Facts,
    Game,
    Offer,
    OptionsConflict,
    Phase,
    Pick,
    PowerKind,
    Printed,
    Prompt,
    PromptKind,
    ReasonKind,
    Score,
    Seat,
    phase,
    seated,
    step,
)
from galaxytables_race.catalogue import COMPONENT_KINDS, power_kinds, printed
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.loading import LOADER
from galaxytables_race.conflicts import check_options, idle_options
from galaxytables_race.declared import EVENTS, PROMPTS, REASONS
from galaxytables_race.goals import goal_points
from galaxytables_race.invasion import repair
from galaxytables_race.invasion import step as xeno
from galaxytables_race.invasion.ending import tile_points
from galaxytables_race.offers import offer, prompt_facts
from galaxytables_race.options import RaceOptions
from galaxytables_race.orb import setup as orb_setup
from galaxytables_race.orb import step as orb_step
from galaxytables_race.orb.layout import layout_of
from galaxytables_race.phases import (
    actions,
    consume,
    develop,
    draft,
    explore,
    opening,
    produce,
    round_end,
    search,
    settle,
)
from galaxytables_race.phases.placing import cards_are_owed, cards_are_shown
from galaxytables_race.phases.round import begin_phase, begin_round, end_phase, game_is_over, look_at_goals
from galaxytables_race.phases.takeovers import resolution
from galaxytables_race.prestige import plays_prestige
from galaxytables_race.scoring import tally
from galaxytables_race.sets import MIN_SEATS, max_seats_of_all
from galaxytables_race.setup import lay_out
from galaxytables_race.state import RaceState
from galaxytables_race.table import RacePlay, agenda
from galaxytables_race.table.tokens import artifact_points
from galaxytables_race.takeovers import scenario
from galaxytables_race.view import ENCODING, show

_COMPONENTS = Path(__file__).with_name("components") / "pack"

DRAFT_ROUND = phase("draft_round", draft.deal_packs, step(draft.take_and_pass).as_long_as(draft.packs_hold_cards))
DRAFT = phase("draft", DRAFT_ROUND.as_long_as(draft.there_are_cards_for_packs), draft.shuffle_decks, state=draft.begin)

OPENING = phase(
    "opening",
    step(opening.draw_hands).when(opening.hands_are_drawn),
    opening.choose_start,
    opening.find_first_seat,
    step(scenario.hand_out).when(scenario.is_the_scenario),
    state=opening.begin,
)

ORB_SETUP = phase(
    "orb_setup",
    orb_setup.deal_orb_cards,
    step(orb_setup.place_team).as_long_as(orb_setup.seats_wait),
    state=orb_setup.begin,
)

ACTIONS = phase("actions", actions.choose_actions, step(actions.choose_last).when(actions.somebody_has_still_to_choose))

SEARCH = phase(
    "search",
    begin_phase,
    step(search.look_through_the_deck).each(search.searchers),
    end_phase,
    state=search.begin,
)

ORB = phase(
    "orb",
    begin_phase,
    orb_step.order_discs,
    step(orb_step.act_or_pass).as_long_as(orb_step.seats_wait),
    end_phase,
    state=orb_step.begin,
)

EXPLORE = phase(
    "explore",
    begin_phase,
    step(explore.discard_for_prestige).when(explore.somebody_may_discard_for_prestige),
    explore.draw,
    explore.keep,
    end_phase,
    state=explore.begin,
)

SHIPS = phase("ships", orb_setup.await_ships, step(orb_setup.place_ship).as_long_as(orb_setup.ships_wait))
DEVELOP = phase(
    "develop",
    begin_phase,
    develop.draw_first,
    step(develop.discard).when(cards_are_owed),
    develop.choose,
    develop.show,
    step(develop.pay).when(cards_are_shown),
    SHIPS.when(orb_setup.orb_is_played),
    end_phase,
    state=develop.begin,
)

PLACING = phase("placing", settle.win, settle.place, settle.take_bonuses, step(settle.discard).when(cards_are_owed))
MORE = phase("more", settle.choose_more, settle.show, PLACING.when(cards_are_shown))
TAKEOVER = phase("takeover", step(settle.close_powers).when(settle.extra_worlds_come_first), resolution.fight)
FURTHER = phase(
    "further",
    MORE.as_long_as(settle.somebody_may_place_more),
    TAKEOVER.when(resolution.takeovers_are_declared),
)
SETTLE = phase(
    "settle",
    begin_phase,
    settle.strengthen,
    settle.choose,
    settle.reveal,
    PLACING.when(cards_are_shown),
    FURTHER.as_long_as(settle.worlds_are_still_won),
    end_phase,
    state=settle.begin,
)

CONSUME = phase(
    "consume",
    begin_phase,
    step(consume.trade).when(consume.somebody_trades),
    consume.draw_and_gain,
    consume.consume,
    end_phase,
    state=consume.begin,
)


def _windfalls(name: str) -> Phase[RacePlay]:
    """Return the phase that serves windfall worlds, and repeats it as long as worlds are repaired (R22.28)."""
    return phase(
        name,
        step(repair.repair_and_work).as_long_as(repair.worlds_can_be_repaired),
        step(produce.serve_windfalls).when(produce.windfalls_are_due),
    )


WAR_EFFORT = phase("war_effort", repair.give_goods, step(repair.repair).when(repair.worlds_can_be_repaired))
PRODUCE = phase(
    "produce",
    begin_phase,
    WAR_EFFORT.when(repair.is_invaded),
    produce.produce_goods,
    _windfalls("windfalls").until(repair.nothing_can_be_repaired),
    produce.draw_for_goods,
    step(produce.pay_late).when(produce.somebody_may_pay_late),
    _windfalls("late_repairs").as_long_as(repair.worlds_can_be_repaired),
    produce.reward_the_most,
    end_phase,
    state=produce.begin,
)

ROUND_END = phase(
    "round_end",
    step(round_end.discard_down).when(round_end.hands_are_large),
    look_at_goals,
    state=round_end.begin,
)

FIGHTS = phase(
    "fights",
    xeno.deal_invaders,
    xeno.defend,
    step(xeno.damage).when(xeno.worlds_are_lost),
    xeno.put_away,
)
INVASION = phase(
    "invasion",
    begin_phase,
    xeno.move_admirals,
    xeno.repulse,
    FIGHTS.when(xeno.xeno_are_not_repulsed),
    state=xeno.begin,
)

ROUND = phase(
    "round",
    begin_round,
    ACTIONS,
    SEARCH.when(agenda.search_is_chosen),
    ORB.when(agenda.orb_is_explored),
    EXPLORE.when(agenda.explore_is_chosen),
    DEVELOP.each(agenda.developments),
    SETTLE.each(agenda.settlements),
    CONSUME.when(agenda.consume_is_chosen),
    PRODUCE.when(agenda.produce_is_chosen),
    ROUND_END,
    INVASION.when(agenda.xeno_come),
)

CONTENTS = Contents(
    DRAFT.when(draft.is_drafted),
    OPENING,
    ORB_SETUP.when(orb_setup.orb_is_played),
    ROUND.until(game_is_over),
)


@cache
def built_in_pack() -> Pack:
    """Return the component pack that is delivered with these rules.

    Its cards decide which sets can be played.
    """
    return LOADER.load(_COMPONENTS)


class Race(Game[RaceState, Pack, RaceOptions]):
    """Race for the Galaxy as a game of the kit."""

    name = "race"
    title = "Race for the Galaxy"
    rules_version = 4
    continues: ClassVar[frozenset[int]] = frozenset({2, 3})
    older_options: ClassVar[Mapping[int, Mapping[str, str]]] = {
        2: {"draft_packs": "by_seats", "draft_base_alone": "on", "extra_worlds_before_takeovers": "on"},
        3: {"extra_worlds_before_takeovers": "on"},
    }
    stall_after = 200
    min_seats = MIN_SEATS
    max_seats = max_seats_of_all(built_in_pack())
    options_type = RaceOptions
    state_type = RaceState
    view_type = race_pb2.RaceView
    loader = LOADER
    components_path: ClassVar[Path] = _COMPONENTS
    prompts: ClassVar[Mapping[str, PromptKind]] = PROMPTS
    events: ClassVar[Mapping[str, EventKind]] = EVENTS
    reasons: ClassVar[Mapping[str, ReasonKind]] = REASONS
    encoding = ENCODING
    words_path: ClassVar[Path] = Path(__file__).with_name("words")
    introduction_path: ClassVar[Path | None] = Path(__file__).with_name("introduction.json")
    puzzles_path: ClassVar[Path | None] = Path(__file__).with_name("puzzles.json")
    component_kinds: ClassVar[Mapping[str, ComponentKind]] = COMPONENT_KINDS
    power_kinds: ClassVar[Mapping[str, PowerKind]] = power_kinds(built_in_pack())
    contents: ClassVar[Contents[RacePlay]] = CONTENTS

    def check(self, options: RaceOptions, seats: int, pack: Pack) -> None:
        """Raise `InvalidSeats` or `OptionsConflict` if the game cannot be played with these options and seats."""
        check_options(options, seats, pack)

    def without_effect(self, options: RaceOptions, seats: int) -> Iterable[OptionsConflict]:
        """Return a conflict for each option that would change nothing at a table with these options and seats."""
        return idle_options(options, seats)

    def setup(self, seats: int, options: RaceOptions, pack: Pack, chance: Chance) -> RaceState:
        """Return the table as it is when the game begins: start worlds dealt and the deck shuffled."""
        return lay_out(seats, options, pack, chance)

    def scores(self, play: RacePlay) -> Sequence[Score]:
        """Return the points of all seats by source; cards in hand plus goods break ties (R11.4, R11.5)."""
        scores, goals = [], goal_points(play, play.state)
        for seat, empire in seated(play.state.empires):
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

    def view(self, play: RacePlay, frozen: RaceState, viewer: Seat | None) -> Message:
        """Return the view of the table for a seat, or for a spectator (None)."""
        return show(play, frozen, viewer)

    def prompt_facts(self, play: RacePlay, prompt: Prompt) -> Facts:
        """Return the facts that say what a prompt is about."""
        return prompt_facts(play, prompt)

    def offer(self, play: RacePlay, prompt: Prompt, pick: Pick) -> Offer:
        """Return the thing that an option stands for, its costs and its gains."""
        return offer(play, prompt, pick)

    def printed(self, pack: Pack) -> Iterable[Printed]:
        """Return every card of the playable sets, with its changed printing if it has one, and all other components."""
        return printed(pack)


RACE = Race()

__all__ = ["RACE", "Race", "built_in_pack"]
