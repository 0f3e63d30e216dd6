"""The view of the table for one viewer: a seat or a spectator."""

from functools import cache

import msgspec

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import END, NOBODY, Encoding, Seat, fact_messages
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import NO_CARD, CardNumber, Pack
from galaxytables_race.components.filters import Filter
from galaxytables_race.goals import counted, goal_points, needed
from galaxytables_race.ids import card_id, good_id
from galaxytables_race.invasion.ending import tile_points
from galaxytables_race.invasion.view import show_admiral, show_invasion
from galaxytables_race.orb.layout import layout_of
from galaxytables_race.orb.view import show_artifacts, show_orb, waiting
from galaxytables_race.phases.actions import action_cards
from galaxytables_race.phases.bonuses import bonus_on
from galaxytables_race.phases.round import is_last_round
from galaxytables_race.prestige import plays_prestige
from galaxytables_race.reach import development_price, reach_of
from galaxytables_race.scoring import tally, tally_with
from galaxytables_race.state import Empire, Prestige, RaceState
from galaxytables_race.state.orb import Orb
from galaxytables_race.state.phases import (
    Consuming,
    Developing,
    Drafting,
    Exploring,
    Opening,
    Searching,
    Settling,
    TwicePhase,
)
from galaxytables_race.table import RacePlay, abilities, working
from galaxytables_race.table.agenda import SEARCH, phases_to_come
from galaxytables_race.table.tokens import artifact_points
from galaxytables_race.takeovers.view import show_takeovers

_PHASES = {
    "draft": race_pb2.PHASE_DRAFT,
    "opening": race_pb2.PHASE_SETUP,
    "orb_setup": race_pb2.PHASE_ORB,
    "actions": race_pb2.PHASE_ACTIONS,
    "search": race_pb2.PHASE_SEARCH,
    "orb": race_pb2.PHASE_ORB,
    "explore": race_pb2.PHASE_EXPLORE,
    "develop": race_pb2.PHASE_DEVELOP,
    "ships": race_pb2.PHASE_ORB,
    "settle": race_pb2.PHASE_SETTLE,
    "consume": race_pb2.PHASE_CONSUME,
    "produce": race_pb2.PHASE_PRODUCE,
    "round_end": race_pb2.PHASE_ROUND_END,
    "invasion": race_pb2.PHASE_INVASION,
}
_DEFENSE = "round/invasion/fights/defend"

_CARDS = ("world", "development")

ENCODING = Encoding(
    "race-2",
    by_seat=frozenset({"empires", "goals.values", "orb.hand_sizes"}),
    seats=frozenset(
        {
            "empires.cards.threats.seat",
            "goals.holders",
            "invasion.greatest_admirals",
            "invasion.greatest_contributors",
            "invasion.track.seats",
            "orb.teams.seat",
            "orb.track",
            "orb.waiting",
            "prestige_leader",
            "takeovers.owner",
            "takeovers.seat",
        }
    ),
    rows={"action_cards": 10, "goals": 9, "invasion.waves": 3, "orb.track": 6, "orb.waiting": 6},
    words={
        "action_cards.id": ("action",),
        "draft_pack.component": _CARDS,
        "drawn.component": _CARDS,
        "empires.actions": ("action",),
        "empires.admiral.fight.invader": ("invasion",),
        "empires.artifacts.component": ("artifact",),
        "empires.cards.component": _CARDS,
        "empires.cards.goods": (),
        "empires.placing.component": _CARDS,
        "empires.prestige.boosted": ("action",),
        "empires.revealed.component": _CARDS,
        "goals.component": ("goal",),
        "hand.component": _CARDS,
        "orb.beside": (),
        "orb.laid.card": ("orb_card",),
        "orb.removed": ("orb_card",),
        "orb_hand": ("orb_card",),
        "paid.component": _CARDS,
        "saved.component": _CARDS,
        "start_worlds.component": ("world",),
        "takeovers.fleet": _CARDS,
        "takeovers.power": _CARDS,
        "takeovers.world": ("world",),
    },
    slots=96,
)


def show(play: RacePlay, frozen: RaceState, viewer: Seat | None) -> race_pb2.RaceView:
    """Return the view of a seat, or of a spectator (None).

    The viewer's own things are shown as they are now. Everything else is shown as in `frozen`, the state before the
    secret choices.
    """
    pack = play.pack
    view = race_pb2.RaceView(
        round=frozen.round,
        phase=_phase(play.where),
        second=isinstance(frozen.phase, TwicePhase) and frozen.phase.second,
        agenda=[_PHASES[phase.removesuffix("_2")] for phase in phases_to_come(play)],
        pool=frozen.pool,
        last_round=is_last_round(pack, frozen),
        aside=len(frozen.aside),
    )
    if frozen.invasion is not None:
        view.invasion.CopyFrom(show_invasion(pack, frozen, frozen.invasion, play.options))
    if frozen.orb is not None:
        placing = view.phase == race_pb2.PHASE_ORB and viewer in waiting(frozen.phase, frozen.orb)[:1]
        view.orb.CopyFrom(show_orb(pack, frozen.orb, frozen.phase, placing=placing))
    view.goals.extend(_goal(play, frozen, name) for name in frozen.goals)
    if frozen.leader != NOBODY:
        view.prestige_leader = frozen.leader
    if len(frozen.decks) == 1:
        view.deck, view.discards = len(frozen.decks[0]), len(frozen.discards[0])
    for seat in play.all_seats:
        _show_empire(view.empires.add(seat=seat), play, frozen, seat, own=seat == viewer)
    for shown, points in zip(view.empires, goal_points(play, frozen), strict=True):
        shown.tally.goals = points
        shown.tally.total += points
    show_takeovers(play, frozen, viewer, view)
    if viewer is not None:
        _show_own(view, play, viewer)
    return view


@cache
def _phase(where: str) -> race_pb2.Phase.ValueType:
    """Return the phase to show for the path of a step: the innermost one with a name for players."""
    shown = [_PHASES[name] for name in where.split("/") if name in _PHASES]
    return shown[-1] if shown else race_pb2.PHASE_OVER


def _show_empire(shown: race_pb2.Empire, play: RacePlay, frozen: RaceState, seat: Seat, *, own: bool) -> None:
    """Fill in what lies before a seat: its own viewer sees it as it is, others as it was before secret choices."""
    pack = play.pack
    state = play.state if own else frozen
    empire = state.empires[seat]
    open_ = own or play.where == END
    _fill(shown, pack, state, seat, empire if open_ else _without_hidden(empire))
    _fill_changes(shown, pack, state)
    if plays_prestige(play):
        _fill_prestige(shown, empire.prestige)
        shown.tally.total += empire.prestige.chips
    if frozen.orb is not None:
        _fill_artifacts(shown, pack, empire, frozen.orb, open_=open_)
    if state.invasion is not None:
        _fill_invasion(shown, play, state, frozen, seat)
    if len(frozen.decks) > 1:
        shown.deck, shown.discards = len(state.decks[seat]), len(state.discards[seat])


def _show_own(view: race_pb2.RaceView, play: RacePlay, viewer: Seat) -> None:
    """Fill in what only its owner sees."""
    own, orb = play.state.empires[viewer], play.state.orb
    view.hand.extend(_held(play, viewer, own.hand))
    view.drawn.extend(_held(play, viewer, _drawn(play.state, viewer)))
    view.start_worlds.extend(_held(play, viewer, own.dealt))
    view.saved.extend(_held(play, viewer, [card for cards in own.saved.values() for card in cards]))
    phase = play.state.phase
    if isinstance(phase, Drafting):
        view.draft_pack.extend(_held(play, viewer, phase.packs[viewer]))
    if isinstance(phase, (Developing, Settling)):
        view.paid.extend(_shown(play.pack, card) for card in phase.seats[viewer].paid)
    if len(play.state.decks) > 1:
        view.deck, view.discards = view.empires[viewer].deck, view.empires[viewer].discards
    if orb is not None:
        view.orb_hand.extend(play.pack.orb.cards[card].id for card in orb.hands[viewer])
    for action in action_cards(play):
        gone = own.prestige.used and action == SEARCH
        view.action_cards.add(id=action, chosen=action in own.actions, gone=gone)


def _held(play: RacePlay, viewer: Seat, numbers: list[CardNumber]) -> list[race_pb2.HeldCard]:
    """Return own cards, with what each would cost and bring."""
    pack, empire, bought = play.pack, play.state.empires[viewer], play.state.changes(viewer).temporary
    able = abilities(play, viewer)
    orb = play.state.orb is not None
    now = tally(pack, empire, orb=orb).total
    held = []
    for number in numbers:
        card = pack.cards[number]
        bonus = bonus_on(play.state, viewer, card)
        shown = race_pb2.HeldCard(id=card_id(number), component=card.id)
        if card.kind == "development":
            shown.price = max(0, development_price(able, card) - bonus)
        else:
            reach = reach_of(able, card)
            if reach.price is not None:
                shown.price = max(0, reach.price - bonus)
            if reach.gap is not None:
                shown.missing_military = max(0, reach.gap - bought)
        shown.vp_gain = tally_with(pack, empire, number, orb=orb) - now
        held.append(shown)
    return held


def _fill(shown: race_pb2.Empire, pack: Pack, state: RaceState, seat: Seat, empire: Empire) -> None:
    """Fill in what lies openly before a seat."""
    able, changes = abilities_of(pack, working(state, seat)), state.changes(seat)
    points = tally(pack, empire, orb=state.orb is not None)
    shown.hand_size = len(empire.hand)
    shown.drawn_size = len(_drawn(state, seat))
    shown.chips = empire.chips
    shown.actions.extend(empire.actions)
    shown.military = able.military
    shown.targeted.extend(_targeted(able))
    shown.temporary_military = changes.temporary
    shown.tableau_end = able.tableau_end
    shown.hand_limit = able.hand_limit
    shown.tally.chips = points.chips
    shown.tally.cards = points.cards
    shown.tally.endgame = points.endgame
    shown.tally.total = points.total
    for number, vp in zip(empire.tableau, points.by_card, strict=True):
        shown.cards.add(
            id=card_id(number),
            component=pack.cards[number].id,
            goods=[good_id(number, nth) for nth in range(1, len(empire.goods.get(number, ())) + 1)],
            vp=vp,
            fresh=number in changes.fresh,
            saved=len(empire.saved.get(number, ())),
            damaged=number in empire.damaged,
        )


def _fill_changes(shown: race_pb2.Empire, pack: Pack, state: RaceState) -> None:
    """Fill in the cards of the running phase that do not lie in the tableau."""
    match state.phase:
        case Developing(seats=placers) | Settling(seats=placers):
            own = placers[shown.seat]
            card = own.chosen if own.placing == NO_CARD else own.placing
            if card != NO_CARD:
                shown.placing.CopyFrom(_shown(pack, card))
        case Searching(revealed=piles):
            shown.revealed.extend(_shown(pack, card) for card in piles[shown.seat])
        case Consuming(seats=consumers):
            shown.revealed.extend(_shown(pack, card) for card in consumers[shown.seat].revealed)


def _drawn(state: RaceState, seat: Seat) -> list[CardNumber]:
    """Return cards drawn and not kept yet."""
    return state.phase.drawn[seat] if isinstance(state.phase, (Opening, Exploring)) else []


def _without_hidden(empire: Empire) -> Empire:
    """Return an empire without its hidden artifacts, which count once they are used (R20.31)."""
    return msgspec.structs.replace(empire, artifacts=[]) if empire.artifacts else empire


def _fill_artifacts(shown: race_pb2.Empire, pack: Pack, empire: Empire, orb: Orb, *, open_: bool) -> None:
    """Fill in the artifacts of a seat and their points, without those hidden from the viewer."""
    shown.artifacts.extend(show_artifacts(pack, empire, open_=open_))
    stations = layout_of(pack.orb, orb.laid).stations
    shown.tally.artifacts = artifact_points(pack, empire if open_ else _without_hidden(empire), stations)
    shown.tally.total += shown.tally.artifacts


def _fill_prestige(shown: race_pb2.Empire, prestige: Prestige) -> None:
    shown.prestige.chips = shown.tally.prestige = prestige.chips
    shown.prestige.on_tile = prestige.on_tile
    shown.prestige.boosted = prestige.boosted
    shown.prestige.used = prestige.used


def _fill_invasion(shown: race_pb2.Empire, play: RacePlay, state: RaceState, frozen: RaceState, seat: Seat) -> None:
    """Fill in a seat's admiral, and its current points of the invasion game."""
    if state.invasion is None:
        return
    admiral = state.invasion.admirals[seat]
    able = abilities_of(play.pack, working(state, seat))
    shown.admiral.CopyFrom(show_admiral(play.pack, admiral, able, fought=play.where != _DEFENSE))
    shown.tally.invasion = admiral.rewards + tile_points(play.pack, frozen, play.options, seat)
    shown.tally.total += shown.tally.invasion


def _goal(play: RacePlay, state: RaceState, name: str) -> race_pb2.GoalTile:
    goal = play.pack.goals[name]
    most = goal.type == "most"
    holder = state.most_goals.get(name, NOBODY)
    return race_pb2.GoalTile(
        component=name,
        most=most,
        holders=[holder] if most and holder != NOBODY else state.first_goals.get(name, []),
        values=counted(play, state, goal),
        needed=needed(goal),
    )


def _shown(pack: Pack, card: CardNumber) -> race_pb2.ShownCard:
    return race_pb2.ShownCard(id=card_id(card), component=pack.cards[card].id)


def _targeted(able: Abilities) -> list[race_pb2.TargetedStrength]:
    strengths: dict[Filter, int] = {}
    for filter_, amount in able.specialised:
        strengths[filter_] = strengths.get(filter_, 0) + amount
    return [
        race_pb2.TargetedStrength(against=fact_messages(filter_.facts), strength=amount)
        for filter_, amount in strengths.items()
    ]
