"""The part of a view that shows takeovers: those that are declared, and the worlds under threat."""

from collections.abc import Iterator

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat, seated
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import CardNumber, card_of
from galaxytables_race.ids import card_id
from galaxytables_race.state import RaceState
from galaxytables_race.state.phases import Settling
from galaxytables_race.state.takeovers import NO_FLEET, Declared, Outcome, Takeovers
from galaxytables_race.table import RacePlay, working
from galaxytables_race.takeovers.strength import strengths_for
from galaxytables_race.takeovers.targets import Targets, closed_powers, ways_to_take

_OUTCOMES = {
    Outcome.OPEN: race_pb2.TAKEOVER_OUTCOME_OPEN,
    Outcome.WON: race_pb2.TAKEOVER_OUTCOME_WON,
    Outcome.FAILED: race_pb2.TAKEOVER_OUTCOME_FAILED,
    Outcome.VOID: race_pb2.TAKEOVER_OUTCOME_VOID,
}


def show_takeovers(play: RacePlay, frozen: RaceState, viewer: Seat | None, view: race_pb2.RaceView) -> None:
    """Add the takeovers, and the worlds under threat, to a view, if the table plays with takeovers.

    `frozen` is the state before the secret choices of others.
    """
    if not play.options.takeovers:
        return
    ables = [abilities_of(play.pack, working(frozen, seat)) for seat in play.all_seats]
    own = play.state.phase.seats[viewer] if viewer is not None and isinstance(play.state.phase, Settling) else None
    claim = None if own is None else own.claim
    takeovers = _takeovers(frozen)
    declared = [] if takeovers is None else takeovers.declared
    for each in (*declared, *([claim] if claim is not None else [])):
        view.takeovers.append(_takeover(play, frozen, ables, each))
    for owner, empire in seated(view.empires):
        threats = dict[CardNumber, list[tuple[race_pb2.Threat, int]]]()
        for seat, targets in _targets(play, frozen, ables, owner):
            for world, ways in targets.items():
                for way in ways:
                    attack, defense = strengths_for(play.pack, ables[seat], ables[owner], world, way.power)
                    threat = race_pb2.Threat(seat=seat, power_id=card_id(way.power))
                    threat.attack = frozen.changes(seat).temporary + attack
                    if way.fleet != NO_FLEET:
                        threat.fleet_id = card_id(way.fleet)
                    threats.setdefault(world, []).append((threat, defense))
        for card in empire.cards if threats else ():
            against = threats.get(card_of(card.id), [])
            if against:
                card.threats.extend(threat for threat, _ in against)
                card.defense = frozen.changes(owner).temporary + max(defense for _, defense in against)


def _takeovers(state: RaceState) -> Takeovers | None:
    return state.phase.takeovers if isinstance(state.phase, Settling) else None


def _targets(play: RacePlay, state: RaceState, ables: list[Abilities], owner: Seat) -> Iterator[tuple[Seat, Targets]]:
    """Yield who could take which worlds of an empire, and by which powers."""
    takeovers = _takeovers(state)
    tableau = state.empires[owner].tableau
    standing = tuple(card for card in tableau if card not in state.changes(owner).fresh)
    for seat, able in seated(ables):
        if seat != owner and able.takeovers:
            declared = [] if takeovers is None else takeovers.of(seat)
            closed = closed_powers(able, declared, state.empires[seat].prestige.chips)
            before = standing if takeovers is None else takeovers.tableaus[owner]
            ways = ways_to_take(play.pack, able, closed, before)
            yield seat, {world: ways[world] for world in ways if world in tableau}


def _takeover(play: RacePlay, state: RaceState, ables: list[Abilities], declared: Declared) -> race_pb2.Takeover:
    cards = play.pack.cards
    shown = race_pb2.Takeover(
        seat=declared.seat,
        owner=declared.owner,
        world_id=card_id(declared.world),
        world=cards[declared.world].id,
        power=cards[declared.power].id,
        fleet="" if declared.fleet == NO_FLEET else cards[declared.fleet].id,
        attack=declared.attack,
        defense=declared.defense,
        outcome=_OUTCOMES[declared.outcome],
    )
    if declared.outcome is Outcome.OPEN:
        attacker, owner = ables[declared.seat], ables[declared.owner]
        attack, defense = strengths_for(play.pack, attacker, owner, declared.world, declared.power)
        shown.attack = attack + state.changes(declared.seat).temporary
        shown.defense = defense + state.changes(declared.owner).temporary
    return shown
