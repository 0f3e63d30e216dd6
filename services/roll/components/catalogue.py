"""Everything in the box, for drawing: what is printed on it and what it does, in facts."""

from collections.abc import Iterator, Mapping

from services.kit import Component, Facts, Groups, Printed, PrintedPower
from services.kit import facts_of as fields_of
from services.roll.components.kinds import word_of
from services.roll.components.printed import (
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
from services.roll.components.tiles import MOST_SEATS, Face, Pack
from services.roll.dice import PHASE_WORDS
from services.roll.gains import MOST_CREDITS
from services.roll.phases.explore import STOCK_CREDITS
from services.roll.pieces import DIE_COMPONENTS, PHASE_COMPONENTS
from services.roll.powers import VP_FOR_CONSUMING, VP_FOR_MATCHING

_CHIPS: Mapping[int, int] = {1: 20, 5: 8, 10: 5}
"""VP chips in the box (R1.1), by what they are worth."""


def printed(pack: Pack) -> Iterator[Printed]:
    """Faces of tiles in the order of the pack, the kinds of dice, and what else is printed."""
    numbers = {half: faction.number for faction in pack.factions for half in faction.halves}
    for face in pack.faces:
        facts = fields_of(_face(pack, face, numbers.get(face.number)))
        yield Printed(face.id, face.name, face.kind, 1, facts, tuple(_does(pack, face)))
    for die, component in zip(pack.dice, DIE_COMPONENTS, strict=True):
        yield Printed(component, die.name, "die", die.count, fields_of(Die(die.colour, die.display, die.faces)))
    for number, (phase, component) in enumerate(zip(PHASE_WORDS, PHASE_COMPONENTS, strict=True), 1):
        tasks = tuple(PrintedPower(kind, phase, facts) for kind, facts in _tasks(pack, phase))
        yield Printed(component, phase.title(), "phase_tile", 1, fields_of(PhaseTile(phase, number)), tasks)
    dictate = PrintedPower("dictate", "assign", {"most": 1})
    strip = fields_of(PhaseStrip(PHASE_WORDS))
    yield Printed("phase_strip", "Phase strip", "phase_strip", MOST_SEATS, strip, (dictate,))
    track = fields_of(PlayerMat(tuple(range(MOST_CREDITS + 1))))
    yield Printed("player_mat", "Player mat", "player_mat", MOST_SEATS, track)
    for vp, copies in _CHIPS.items():
        yield Printed(f"vp_chip_{vp}", f"{vp} VP chip", "vp_chip", copies, fields_of(VpChip(vp)))


def _face(pack: Pack, face: Face, faction: int | None) -> Development | World:
    other = Component(pack.faces[face.number ^ 1].id) if face.number < 2 * pack.tiles else None
    if face.colour is None:
        return Development(face.cost, face.cost, face.reassign, other, faction)
    return World(face.cost, face.cost, face.colour, other, faction, face.number in pack.home_worlds or None)


def _does(pack: Pack, face: Face) -> Iterator[PrintedPower]:
    """Immediate effects, powers and the end bonus, as they are printed."""
    moment = COMPLETION if face.number < 2 * pack.tiles else SETUP
    for effect in face.immediate:
        yield PrintedPower(word_of(effect), moment, facts_of(effect))
    for power in face.powers:
        yield PrintedPower(word_of(power), power.phase, facts_of(power))
    if face.bonus is not None:
        yield PrintedPower(word_of(face.bonus), END, facts_of(face.bonus))


def _tasks(pack: Pack, phase: str) -> Iterator[tuple[str, Facts]]:
    """What a worker can do in a phase (R5.2, R5.4, R6.1, R7.1, R8.3, R8.4)."""
    match phase:
        case "explore":
            yield "scout", {"count": 1}
            yield "stock", {"amount": STOCK_CREDITS}
        case "develop":
            yield "build", {"tiles": tiles("development")}
        case "settle":
            yield "build", {"tiles": tiles("world")}
        case "produce":
            yield "produce", {"capacity": 1}
        case _:
            prices: list[Facts] = [{"colour": colour, "credits": price} for colour, price in pack.trade.items()]
            yield "trade", {"prices": Groups(tuple(prices))}
            yield "consume", {"vp": VP_FOR_CONSUMING, "good": VP_FOR_MATCHING, "shipper": VP_FOR_MATCHING}
