"""What a viewer sees of takeovers: those declared, and who threatens whom."""

from collections.abc import Iterator

from galaxy.race.v1 import race_pb2
from services.race.abilities import Abilities, abilities_of
from services.race.cards import Number
from services.race.state import Empire, RaceState
from services.race.table import RacePlay
from services.race.takeovers.state import NO_FLEET, Declared, Outcome
from services.race.takeovers.strength import attack_strength, defense_strength
from services.race.takeovers.targets import Targets, ways_to_take

_OUTCOMES = {
    Outcome.OPEN: race_pb2.TAKEOVER_OUTCOME_OPEN,
    Outcome.WON: race_pb2.TAKEOVER_OUTCOME_WON,
    Outcome.FAILED: race_pb2.TAKEOVER_OUTCOME_FAILED,
    Outcome.VOID: race_pb2.TAKEOVER_OUTCOME_VOID,
}


def show_takeovers(play: RacePlay, frozen: RaceState, viewer: int | None, view: race_pb2.RaceView) -> None:
    """Fill in takeovers and threats where they are played; what others choose in secret is not in `frozen` yet."""
    if not play.options.takeovers:
        return
    ables = [abilities_of(play.pack, tuple(_counting(empire))) for empire in frozen.empires]
    claim = None if viewer is None else play.state.empires[viewer].claim
    declared = [] if frozen.takeovers is None else frozen.takeovers.declared
    for each in (*declared, *([claim] if claim is not None else [])):
        view.takeovers.append(_takeover(play, frozen, ables, each))
    for owner, empire in enumerate(view.empires):
        threats = dict[Number, list[race_pb2.Threat]]()
        for seat, targets in _targets(play, frozen, ables, owner):
            for world, ways in targets.items():
                for way in ways:
                    threat = race_pb2.Threat(seat=seat, power_id=str(way.power))
                    threat.attack = frozen.empires[seat].temporary
                    threat.attack += attack_strength(play.pack, ables[seat], world, way.power)
                    if way.fleet != NO_FLEET:
                        threat.fleet_id = str(way.fleet)
                    threats.setdefault(world, []).append(threat)
        for card in empire.cards if threats else ():
            world = int(card.id)
            if world in threats:
                card.threats.extend(threats[world])
                card.defense = frozen.empires[owner].temporary + defense_strength(play.pack, ables[owner], world)


def _counting(empire: Empire) -> list[Number]:
    """The cards whose powers count now (R14.13)."""
    return [*(card for card in empire.tableau if card not in empire.fresh), *empire.lost]


def _targets(play: RacePlay, state: RaceState, ables: list[Abilities], owner: int) -> Iterator[tuple[int, Targets]]:
    """Who could take which worlds of an empire by which powers."""
    takeovers = state.takeovers
    tableau = state.empires[owner].tableau
    standing = [card for card in tableau if card not in state.empires[owner].fresh]
    for seat, able in enumerate(ables):
        if seat != owner and able.takeovers:
            used = [] if takeovers is None else [each.power for each in takeovers.of(seat)]
            before = standing if takeovers is None else takeovers.tableaus[owner]
            ways = ways_to_take(play.pack, able, used, before)
            yield seat, {world: ways[world] for world in ways if world in tableau}


def _takeover(play: RacePlay, state: RaceState, ables: list[Abilities], declared: Declared) -> race_pb2.Takeover:
    cards = play.pack.cards
    shown = race_pb2.Takeover(
        seat=declared.seat,
        owner=declared.owner,
        world_id=str(declared.world),
        world=cards[declared.world].id,
        power=cards[declared.power].id,
        fleet="" if declared.fleet == NO_FLEET else cards[declared.fleet].id,
        attack=declared.attack,
        defense=declared.defense,
        outcome=_OUTCOMES[declared.outcome],
    )
    if declared.outcome is Outcome.OPEN:
        attack = attack_strength(play.pack, ables[declared.seat], declared.world, declared.power)
        defense = defense_strength(play.pack, ables[declared.owner], declared.world)
        shown.attack = attack + state.empires[declared.seat].temporary
        shown.defense = defense + state.empires[declared.owner].temporary
    return shown
