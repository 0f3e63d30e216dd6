"""The catalogue of components: everything in the box with its printed figures and effects, as facts."""

from collections.abc import Iterator, Mapping

from galaxytables_kit import Component, Printed, PrintedPower
from galaxytables_kit import facts_of as fields_of
from galaxytables_roll.components.kinds import word_of
from galaxytables_roll.components.printed import (
    COMPLETION,
    END,
    SETUP,
    Development,
    Die,
    PhaseStrip,
    PhaseTile,
    PlayerMat,
    VpChip,
    World,
    facts_of,
    tiles,
)
from galaxytables_roll.components.tasks import AnyTask, Build, Consume, Dictate, Price, Produce, Scout, Stock, Trade
from galaxytables_roll.components.tiles import MAX_SEATS, Face, Pack
from galaxytables_roll.dice import PHASE_WORDS, PhaseWord
from galaxytables_roll.gains import MAX_CREDITS
from galaxytables_roll.phases.explore import STOCK_CREDITS
from galaxytables_roll.pieces import DIE_COMPONENTS, PHASE_COMPONENTS
from galaxytables_roll.powers import VP_FOR_CONSUMING, VP_FOR_MATCHING

_CHIPS: Mapping[int, int] = {1: 20, 5: 8, 10: 5}
"""VP chips in the box (R1.1), by value."""


def printed(pack: Pack) -> Iterator[Printed]:
    """Yield the faces of tiles in the order of the pack, then the kinds of dice, then all other printed components."""
    numbers = {half: faction.number for faction in pack.factions for half in faction.halves}
    for face in pack.faces:
        facts = fields_of(_face(pack, face, numbers.get(face.number)))
        yield Printed(face.id, face.name, face.kind, 1, facts, tuple(_does(pack, face)))
    for die, component in zip(pack.dice, DIE_COMPONENTS, strict=True):
        yield Printed(component, die.name, "die", die.count, fields_of(Die(die.colour, die.display, die.faces)))
    for number, (phase, component) in enumerate(zip(PHASE_WORDS, PHASE_COMPONENTS, strict=True), 1):
        tasks = tuple(_task(task, phase) for task in _tasks(pack, phase))
        yield Printed(component, phase.title(), "phase_tile", 1, fields_of(PhaseTile(phase, number)), tasks)
    strip = fields_of(PhaseStrip(PHASE_WORDS))
    yield Printed("phase_strip", "Phase strip", "phase_strip", MAX_SEATS, strip, (_task(Dictate(most=1), "assign"),))
    track = fields_of(PlayerMat(tuple(range(MAX_CREDITS + 1))))
    yield Printed("player_mat", "Player mat", "player_mat", MAX_SEATS, track)
    for vp, copies in _CHIPS.items():
        yield Printed(f"vp_chip_{vp}", f"{vp} VP chip", "vp_chip", copies, fields_of(VpChip(vp)))


def _face(pack: Pack, face: Face, faction: int | None) -> Development | World:
    other = Component(pack.sides[face.tile][not face.world].id) if face.tile < len(pack.sides) else None
    if face.colour is None:
        return Development(face.cost, face.cost, face.reassign, other, faction)
    return World(face.cost, face.cost, face.colour, other, faction, face.number in pack.home_worlds or None)


def _does(pack: Pack, face: Face) -> Iterator[PrintedPower]:
    """Yield immediate effects, powers and the end bonus, in printed order."""
    moment = COMPLETION if face.tile < len(pack.sides) else SETUP
    for effect in face.immediate:
        yield PrintedPower(word_of(effect), moment, facts_of(effect))
    for power in face.powers:
        yield PrintedPower(word_of(power), power.phase, facts_of(power))
    if face.bonus is not None:
        yield PrintedPower(word_of(face.bonus), END, facts_of(face.bonus))


def _task(task: AnyTask, phase: str) -> PrintedPower:
    return PrintedPower(word_of(task), phase, fields_of(task))


def _tasks(pack: Pack, phase: PhaseWord) -> tuple[AnyTask, ...]:
    match phase:
        case "explore":
            return Scout(count=1), Stock(amount=STOCK_CREDITS)
        case "develop":
            return (Build(tiles=tiles("development")),)
        case "settle":
            return (Build(tiles=tiles("world")),)
        case "produce":
            return (Produce(capacity=1),)
        case "ship":
            prices = tuple(Price(colour, price) for colour, price in pack.trade.items())
            consume = Consume(vp=VP_FOR_CONSUMING, good=VP_FOR_MATCHING, shipper=VP_FOR_MATCHING)
            return Trade(prices=prices), consume
