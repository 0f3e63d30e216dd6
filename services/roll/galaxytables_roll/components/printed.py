"""Makes the facts of printed components: tiles, dice, phase tiles, chips, strips and mats, with their effects.

The facts of a power are the fields of its class in `kinds` (`_NAMES` renames some of them), or of a Struct of this
module to which the power is converted. A condition on tiles is always one group of facts, whatever fields the data have
for it. Tasks (tasks.py) are powers too.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct

from galaxytables_kit import Component, ComponentKind, Dispatched, Facts, Form, Group, PowerKind, Words, forms_of
from galaxytables_kit import facts_of as fields_of
from galaxytables_roll.components import kinds
from galaxytables_roll.components.kinds import AnyPower, Bonus, Immediate, Kind, word_of
from galaxytables_roll.components.tasks import AnyTask
from galaxytables_roll.dice import DieWord, FaceWord, PhaseWord, WorldWord

COMPLETION, SETUP, END = "completion", "setup", "end"
"""Moments outside of phases: immediate effects, those of start tiles, end bonuses."""


class Development(Struct, frozen=True):
    """A development. If it is half of a faction tile, `faction` is the number of that tile."""

    cost: int
    vp: int
    reassign: bool
    other_side: Component | None
    faction: int | None


class World(Struct, frozen=True):
    """A world. If it is half of a faction tile, `faction` is the number of that tile."""

    cost: int
    vp: int
    colour: WorldWord
    other_side: Component | None
    faction: int | None
    home_world: bool | None


class Die(Struct, frozen=True):
    """One kind of die."""

    colour: DieWord
    display: str
    faces: tuple[FaceWord, ...]


class PhaseTile(Struct, frozen=True):
    """A phase tile, with the number of its phase."""

    phase: PhaseWord
    number: int


class PhaseStrip(Struct, frozen=True):
    """A phase strip."""

    phases: tuple[PhaseWord, ...]


class PlayerMat(Struct, frozen=True):
    """A player mat with its track of credits."""

    credits: tuple[int, ...]


class VpChip(Struct, frozen=True):
    """A VP chip."""

    vp: int


COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    "development": ComponentKind(forms_of(Development)),
    "world": ComponentKind(forms_of(World)),
    "die": ComponentKind(forms_of(Die)),
    "phase_tile": ComponentKind(forms_of(PhaseTile)),
    "phase_strip": ComponentKind(forms_of(PhaseStrip)),
    "player_mat": ComponentKind(forms_of(PlayerMat)),
    "vp_chip": ComponentKind(forms_of(VpChip)),
}


class OfTiles(Struct, frozen=True):
    """An amount that a power gives once for each tile that meets a condition."""

    amount: int
    tiles: Group


class Reassigned(Struct, frozen=True):
    """The workers that a power may move, and the phases they may go to.

    `least` and `most` are how many workers may move. If only `most` is possible, `least` is None.
    """

    least: int | None
    most: int
    workers: Group
    to: tuple[str, ...]


class ByMajority(Struct, frozen=True):
    """How many workers a power may move if its owner has the most tiles of some sort, alone or tied."""

    sole: int
    tied: int
    tiles: Group


class Reduction(Struct, frozen=True):
    """A reduction of the workers that certain tiles need, and the number of workers that they need at least."""

    amount: int
    tiles: Group
    floor: int


class ToCup(Struct, frozen=True):
    """The dice that go to the cup after they completed a tile."""

    mode: Literal["all", "choose"]
    least: int
    most: int
    colours: tuple[DieWord, ...]
    tiles: Group


class Fraction(Struct, frozen=True):
    """A bonus that divides the printed costs of certain tiles by `divisor`."""

    divisor: int
    tiles: Group


def tiles(kind: str, colours: tuple[str, ...] = (), reassign: str = "any") -> Group:
    """Return a condition on tiles as a group of facts.

    The facts are the kind of the tiles, their colours (empty for all), and whether they have Reassign powers.
    """
    return Group({"kind": kind, "colours": Words(colours), "reassign": reassign})


def _worlds(colours: frozenset[WorldWord] | None) -> Group:
    return tiles("world", tuple(sorted(colours or ())))


def _built(phase: str) -> str:
    return "development" if phase == "develop" else "world"


def _reassign(power: kinds.Reassign) -> Reassigned:
    """Return which workers move: colours (none for all), and whether from one phase, from any, or all from the same."""
    workers = Group(
        {
            "colours": Words(tuple(sorted(power.die_colours or ()))),
            "from": power.from_phase or "any",
            "same_phase": power.same_source,
        }
    )
    to = (power.to,) if isinstance(power.to, str) else power.to
    return Reassigned(power.min if power.min < power.max else None, power.max, workers, to)


def _by_majority(power: kinds.ReassignByMajority) -> ByMajority:
    return ByMajority(power.sole_max, power.tied_max, tiles("world", (power.world_colour,)))


def _reduction(power: kinds.CostReduction) -> Reduction:
    colours = tuple(sorted(power.world_colours or ()))
    which = tiles(_built(power.phase), colours, "only" if power.reassign_only else "any")
    return Reduction(power.amount, which, power.floor or 0)


def _completed(power: kinds.CreditsOnCompletion) -> OfTiles:
    colours = () if power.world_colour is None else (power.world_colour,)
    return OfTiles(power.amount, tiles(_built(power.phase), colours))


def _to_cup(power: kinds.CompletionDiceToCup) -> ToCup:
    colours = () if power.die_colour is None else (power.die_colour,)
    return ToCup(power.mode, power.min, power.max, colours, tiles(_built(power.phase)))


def _of_world(kind: kinds.CreditsPerGoodOnWorld | kinds.VpPerWorld) -> OfTiles:
    return OfTiles(kind.amount, tiles("world", (kind.world_colour,)))


def _of_worlds(power: kinds.TradeCredits | kinds.ConsumeCredits | kinds.ConsumeChips) -> OfTiles:
    return OfTiles(power.amount, _worlds(power.world_colours))


def _of_developments(bonus: kinds.VpPerDevelopment) -> OfTiles:
    return OfTiles(bonus.amount, tiles("development", reassign="none" if bonus.exclude_reassign else "any"))


def _fraction(bonus: kinds.VpFractionOfCost) -> Fraction:
    colours = () if bonus.world_colour is None else (bonus.world_colour,)
    kind = "development" if bonus.of == "developments" else "world"
    return Fraction(bonus.divisor, tiles(kind, colours, "only" if bonus.reassign_only else "any"))


_CONVERSIONS: Mapping[type[Kind], Callable[[Dispatched], Struct]] = {
    kinds.Reassign: _reassign,
    kinds.ReassignByMajority: _by_majority,
    kinds.CostReduction: _reduction,
    kinds.CreditsOnCompletion: _completed,
    kinds.CompletionDiceToCup: _to_cup,
    kinds.CreditsPerGoodOnWorld: _of_world,
    kinds.TradeCredits: _of_worlds,
    kinds.ConsumeCredits: _of_worlds,
    kinds.ConsumeChips: _of_worlds,
    kinds.VpPerDevelopment: _of_developments,
    kinds.VpFractionOfCost: _fraction,
    kinds.VpPerWorld: _of_world,
}
"""How kinds with conditions are converted for their facts."""
_NAMES: Mapping[str, str] = {
    **{name: name for name in ("amount", "count", "to", "colour", "colours", "group", "extra")},
    "die_colour": "colour",
    "cost": "price",
    "chips": "vp",
    "max": "most",
}
"""The names of fields that are facts by themselves, in display order."""


def facts_of(kind: Immediate | AnyPower | Bonus) -> Facts:
    """Return the facts of an effect, power or bonus: its figures and conditions."""
    convert = _CONVERSIONS.get(type(kind))
    if convert is not None:
        return fields_of(convert(kind))
    fields = fields_of(kind)
    return {name: fields[field] for field, name in _NAMES.items() if field in fields}


def _forms(kind: type[Kind]) -> dict[str, Form]:
    convert = _CONVERSIONS.get(kind)
    if convert is not None:
        return forms_of(get_type_hints(convert)["return"])
    forms = forms_of(kind)
    return {name: forms[field] for field, name in _NAMES.items() if field in forms}


def _kinds(union: Any, *moments: str) -> dict[str, PowerKind]:  # noqa: ANN401 - a union of kinds
    every: frozenset[str] = frozenset(moments)
    return {word_of(kind): PowerKind(_forms(kind), every or kind.moments) for kind in get_args(union)}


POWER_KINDS: Mapping[str, PowerKind] = {
    **_kinds(Immediate, COMPLETION, SETUP),
    **_kinds(AnyPower),
    **_kinds(Bonus, END),
    **{word_of(task): PowerKind(forms_of(task), frozenset(task.moments)) for task in get_args(AnyTask)},
}
