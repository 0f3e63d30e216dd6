"""Everything in the box, for drawing: names, figures, what tiles do in words."""

from collections.abc import Iterable, Iterator

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.roll.dice import DIE_WORDS
from services.roll.kinds import AnyPower, GainDie, Reassign, ReassignByMajority
from services.roll.kindwords import in_words
from services.roll.tiles import DieType, Face, Pack


def name(pack: Pack, component: str) -> str:
    """The printed name of a component."""
    number = pack.by_id.get(component)
    return _die(pack, component).name if number is None else pack.faces[number].name


def components(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Faces of tiles, then kinds of dice."""
    numbers = {half: faction.number for faction in pack.factions for half in faction.halves}
    for face in pack.faces:
        yield rules_pb2.Component(
            id=face.id,
            name=face.name,
            kind=face.kind,
            copies=1,
            facts=_facts(pack, face, numbers.get(face.number)),
            lines=[
                _heading(face),
                *map(in_words, (*face.immediate, *face.powers, *([face.bonus] if face.bonus else []))),
            ],
            provenance=rules_pb2.PROVENANCE_SOURCED,
        )
    for die in pack.dice:
        yield rules_pb2.Component(
            id=f"{die.colour}_die",
            name=die.name,
            kind="die",
            copies=die.count,
            facts=[game_pb2.Fact(name="colour", word=die.colour), game_pb2.Fact(name="display", word=die.display)],
            lines=[", ".join(die.faces)],
            provenance=rules_pb2.PROVENANCE_SOURCED,
        )


def _goals(power: AnyPower) -> tuple[str, ...]:
    """Where a power reassigns workers to: phases, `any` or `selected`."""
    if isinstance(power, ReassignByMajority):
        return ("any",)
    if not isinstance(power, Reassign):
        return ()
    return (power.to,) if isinstance(power.to, str) else power.to


def _heading(face: Face) -> str:
    kind = f"{(face.colour or '').title()} world" if face.world else "Development"
    return f"{kind}, cost {face.cost}, {face.cost} VP{', Reassign power' if face.reassign else ''}"


def _facts(pack: Pack, face: Face, faction: int | None) -> Iterable[game_pb2.Fact]:
    yield game_pb2.Fact(name="cost", number=face.cost)
    if face.colour is not None:
        yield game_pb2.Fact(name="colour", word=face.colour)
    dice = sum(effect.count for effect in face.immediate if isinstance(effect, GainDie))
    if dice:
        yield game_pb2.Fact(name="dice", number=dice)
    if face.reassign:
        yield game_pb2.Fact(name="reassign_power", flag=True)
    goals = [goal for power in face.powers for goal in _goals(power)]
    if goals:
        yield game_pb2.Fact(name="reassign_to", word=" ".join(goals))
    if face.bonus is not None:
        yield game_pb2.Fact(name="end_bonus", flag=True)
    if face.number < 2 * pack.tiles:
        yield game_pb2.Fact(name="other_side", component=pack.faces[face.number ^ 1].id)
    if faction is not None:
        yield game_pb2.Fact(name="faction", number=faction)
    if face.number in pack.home_worlds:
        yield game_pb2.Fact(name="home_world", flag=True)


def _die(pack: Pack, component: str) -> DieType:
    return pack.dice[DIE_WORDS.index(component.removesuffix("_die"))]
