"""Everything in the box, for drawing: what is printed on it and what it does, in facts."""

from collections.abc import Iterator, Mapping

from galaxy.rules.v1 import rules_pb2
from services.kit.declared import check
from services.kit.event import Component, Facts, FactValue, Groups, Numbers, Words
from services.kit.facts import fact_messages
from services.roll.components.printed import (
    COMPLETION,
    COMPONENT_KINDS,
    END,
    POWER_KINDS,
    SETUP,
    facts_of,
    kind_name,
    tiles,
)
from services.roll.components.tiles import Face, Pack
from services.roll.dice import PHASE_WORDS
from services.roll.gains import MOST_CREDITS
from services.roll.phases.explore import STOCK_CREDITS
from services.roll.pieces import DIE_COMPONENTS, PHASE_COMPONENTS
from services.roll.powers import VP_FOR_CONSUMING, VP_FOR_MATCHING

_PLAYERS = 5
_CHIPS: Mapping[int, int] = {1: 20, 5: 8, 10: 5}
"""VP chips in the box (R1.1), by what they are worth."""

Doing = tuple[str, str, Facts]
"""The kind of a power, its moment, its facts."""


def name(pack: Pack, component: str) -> str:
    """The printed name of a component."""
    number = pack.by_id.get(component)
    if number is not None:
        return pack.faces[number].name
    if component in DIE_COMPONENTS:
        return pack.dice[DIE_COMPONENTS.index(component)].name
    return _NAMES[component]


def components(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Faces of tiles in the order of the pack, the kinds of dice, and what else is printed."""
    numbers = {half: faction.number for faction in pack.factions for half in faction.halves}
    for face in pack.faces:
        printed = _printed(pack, face, numbers.get(face.number))
        yield _component(pack, face.id, face.kind, 1, printed, *_does(pack, face))
    for die, component in zip(pack.dice, DIE_COMPONENTS, strict=True):
        faces: Facts = {"colour": die.colour, "display": die.display, "faces": Words(die.faces)}
        yield _component(pack, component, "die", die.count, faces)
    for number, (phase, component) in enumerate(zip(PHASE_WORDS, PHASE_COMPONENTS, strict=True), 1):
        tasks = [(kind, phase, facts) for kind, facts in _tasks(pack, phase)]
        yield _component(pack, component, "phase_tile", 1, {"phase": phase, "number": number}, *tasks)
    dictate: Doing = ("dictate", "assign", {"most": 1})
    yield _component(pack, "phase_strip", "phase_strip", _PLAYERS, {"phases": Words(PHASE_WORDS)}, dictate)
    track = Numbers(tuple(range(MOST_CREDITS + 1)))
    yield _component(pack, "player_mat", "player_mat", _PLAYERS, {"credits": track})
    for vp, copies in _CHIPS.items():
        yield _component(pack, f"vp_chip_{vp}", "vp_chip", copies, {"vp": vp})


_NAMES: Mapping[str, str] = {
    **{component: word.title() for component, word in zip(PHASE_COMPONENTS, PHASE_WORDS, strict=True)},
    **{f"vp_chip_{vp}": f"{vp} VP chip" for vp in _CHIPS},
    "phase_strip": "Phase strip",
    "player_mat": "Player mat",
}


def _component(pack: Pack, component: str, kind: str, copies: int, facts: Facts, *powers: Doing) -> rules_pb2.Component:
    check(component, COMPONENT_KINDS[kind].facts, facts)
    message = rules_pb2.Component(
        id=component,
        name=name(pack, component),
        kind=kind,
        copies=copies,
        facts=fact_messages(facts),
        provenance=rules_pb2.PROVENANCE_SOURCED,
    )
    for power, moment, figures in powers:
        check(power, POWER_KINDS[power].facts, figures)
        message.powers.add(kind=power, moment=moment, facts=fact_messages(figures))
    return message


def _printed(pack: Pack, face: Face, faction: int | None) -> Facts:
    facts: dict[str, FactValue] = {"cost": face.cost, "vp": face.cost}
    if face.world:
        facts["colour"] = face.colour or ""
    else:
        facts["reassign"] = face.reassign
    if face.number < 2 * pack.tiles:
        facts["other_side"] = Component(pack.faces[face.number ^ 1].id)
    if faction is not None:
        facts["faction"] = faction
    if face.number in pack.home_worlds:
        facts["home_world"] = True
    return facts


def _does(pack: Pack, face: Face) -> list[Doing]:
    """Immediate effects, powers and the end bonus, as they are printed."""
    moment = COMPLETION if face.number < 2 * pack.tiles else SETUP
    does: list[Doing] = [(kind_name(effect), moment, facts_of(effect)) for effect in face.immediate]
    does += [(kind_name(power), power.phase, facts_of(power)) for power in face.powers]
    if face.bonus is not None:
        does.append((kind_name(face.bonus), END, facts_of(face.bonus)))
    return does


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
