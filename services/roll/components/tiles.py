"""The component pack: dice and tiles, loaded from JSON and checked.

Faces of tiles are numbered through: game tile `t` has its development side at `2 * t` and its world side at
`2 * t + 1`; the halves of the faction tiles and the home worlds follow.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from services.kit.errors import ComponentError
from services.kit.pack import place_in
from services.roll.components.kinds import (
    AnyPower,
    Bonus,
    CompletionDiceToCup,
    GainDie,
    Immediate,
    Moment,
    Reassign,
    RemoveDie,
    StartingCredits,
)
from services.roll.dice import (
    COLOURS,
    DIE_WORDS,
    FACE,
    FACES,
    MOST_OF_A_COLOUR,
    DieWord,
    FaceWord,
    WorldWord,
)

DEVELOPMENTS, WORLDS = 0, 1
"""The sides of a game tile, and the two construction stacks."""

HOME_DICE_IN_CUP, HOME_DICE_IN_CITIZENRY = 3, 2
_MOST_SEATS = 5

Slug: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")]
T = TypeVar("T")
P = TypeVar("P", bound=Struct)


class DieType(Struct, frozen=True, forbid_unknown_fields=True):
    """One colour of dice: how many there are, and the six faces of each."""

    colour: DieWord
    name: str
    display: str
    count: Annotated[int, Meta(ge=1, le=MOST_OF_A_COLOUR)]
    faces: Annotated[tuple[FaceWord, ...], Meta(min_length=FACES, max_length=FACES)]


class PrintedFace(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a tile, or half of a faction tile, as it is printed."""

    id: Slug
    name: Annotated[str, Meta(min_length=1)]
    kind: Literal["development", "world"]
    cost: Annotated[int, Meta(ge=0, le=99)]
    colour: WorldWord | None = None
    immediate: tuple[Immediate, ...] = ()
    powers: tuple[AnyPower, ...] = ()
    bonus: Bonus | None = None


class Face(PrintedFace, frozen=True, kw_only=True):
    """A face with its number and what is often asked of it."""

    number: int
    world: bool
    reassign: bool
    """One of the Reassign-power developments (R12.13)."""
    goods: bool
    """A world that can hold goods (R1.4)."""


class PrintedTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A game tile with its two sides."""

    development: PrintedFace
    world: PrintedFace


class PrintedFaction(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction tile: its number and its two halves, each a tile of its own (R2.5)."""

    number: Annotated[int, Meta(ge=1, le=99)]
    halves: tuple[PrintedFace, PrintedFace]


class Faction(Struct, frozen=True):
    """A faction tile by the numbers of its faces."""

    number: int
    halves: tuple[int, int]


class _File(Struct, forbid_unknown_fields=True):
    game: Literal["roll"]
    dice: list[msgspec.Raw]
    trade: msgspec.Raw
    game_tiles: list[msgspec.Raw]
    factions: list[msgspec.Raw]
    home_worlds: list[msgspec.Raw]


class Pack(Struct, frozen=True):
    """Everything in the box. `dice` stand in the order of `DIE_WORDS`; `trade` is the price by world colour."""

    dice: tuple[DieType, ...]
    trade: dict[WorldWord, int]
    faces: tuple[Face, ...]
    tiles: int
    factions: tuple[Faction, ...]
    home_worlds: tuple[int, ...]
    by_id: dict[str, int]
    powers: dict[tuple[Moment, type[AnyPower]], dict[int, tuple[AnyPower, ...]]]
    """For each phase and kind the faces that have such powers."""
    by_phase: dict[Moment, dict[int, tuple[AnyPower, ...]]]
    """For each phase the faces that have powers in it."""
    rolls: tuple[tuple[int, ...], ...]
    """For each colour the six faces on which such a die can fall."""

    def powers_of(self, empire: list[int], moment: Moment, kind: type[P]) -> list[P]:
        """All powers of a kind that act in a phase, in the order of the empire."""
        holders = self.powers.get((moment, kind))  # type: ignore[arg-type]
        if holders is None or holders.keys().isdisjoint(empire):
            return []
        return [power for face in empire if face in holders for power in holders[face]]  # type: ignore[misc]


def load(path: Path) -> Pack:
    """Load and check a pack. Raises `ComponentError` naming file, entry and field."""
    return _Loader(path).pack()


class _Loader:
    def __init__(self, path: Path) -> None:
        self.file = path.name
        try:
            self.read = msgspec.json.decode(path.read_bytes(), type=_File)
        except OSError as error:
            raise ComponentError(self.file, "pack", "file", error.strerror or "cannot be read") from None
        except msgspec.DecodeError as error:
            raise ComponentError(self.file, "pack", *_where(error)) from None
        self.faces: list[Face] = []

    def pack(self) -> Pack:
        dice = self._dice()
        tiles = [self._entry(f"game tile {n}", raw, PrintedTile) for n, raw in enumerate(self.read.game_tiles, 1)]
        for number, tile in enumerate(tiles, 1):
            self._add(f"game tile {number}", tile.development, "development")
            self._add(f"game tile {number}", tile.world, "world")
        factions = tuple(self._factions())
        homes = tuple(self._homes())
        trade = self._trade()
        by_id = {face.id: face.number for face in self.faces}
        self._check_counts(len(tiles), len(factions), len(homes))
        self._check_supply(dice)
        return Pack(
            dice=dice,
            trade=trade,
            faces=tuple(self.faces),
            tiles=len(tiles),
            factions=factions,
            home_worlds=homes,
            by_id=by_id,
            powers=_by_moment_and_kind(self.faces),
            by_phase=_by_phase(self.faces),
            rolls=tuple(tuple(FACE[face] for face in die.faces) for die in dice),
        )

    def _entry(self, entry: str, raw: msgspec.Raw, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(raw, type=kind)
        except msgspec.DecodeError as error:
            raise ComponentError(self.file, entry, *_where(error)) from None

    def _dice(self) -> tuple[DieType, ...]:
        dice = tuple(self._entry(f"die {n}", raw, DieType) for n, raw in enumerate(self.read.dice, 1))
        if tuple(die.colour for die in dice) != DIE_WORDS:
            raise ComponentError(self.file, "dice", "colour", f"wanted once each, in order: {', '.join(DIE_WORDS)}")
        if "wild" in dice[0].faces:
            raise ComponentError(self.file, "die home", "faces", "the spare die of R4.2 shows a phase, never wild")
        return dice

    def _trade(self) -> dict[WorldWord, int]:
        trade = self._entry("trade", self.read.trade, dict[WorldWord, int])
        for colour in (face.colour for face in self.faces if face.goods):
            if colour is not None and colour not in trade:
                raise ComponentError(self.file, "trade", colour, "no price")
        return trade

    def _factions(self) -> Iterator[Faction]:
        numbers: set[int] = set()
        for place, raw in enumerate(self.read.factions, 1):
            entry = f"faction {place}"
            faction = self._entry(entry, raw, PrintedFaction)
            if faction.number in numbers:
                raise ComponentError(self.file, entry, "number", f"{faction.number} stands twice")
            numbers.add(faction.number)
            first, second = (self._add(entry, half, half.kind) for half in faction.halves)
            yield Faction(faction.number, (first, second))

    def _homes(self) -> Iterator[int]:
        for place, raw in enumerate(self.read.home_worlds, 1):
            entry = f"home world {place}"
            yield self._add(entry, self._entry(entry, raw, PrintedFace), "world")

    def _add(self, entry: str, face: PrintedFace, kind: str) -> int:
        """Check a face and give it its number."""
        entry = f"{entry} ({face.id})"

        def need(holds: bool, field: str, message: str) -> None:
            if not holds:
                raise ComponentError(self.file, entry, field, message)

        need(face.kind == kind, "kind", f"{kind} wanted, not {face.kind}")
        need(all(face.id != other.id for other in self.faces), "id", "stands twice")
        world = face.kind == "world"
        need((face.colour is not None) == world, "colour", "worlds have a colour, developments have none")
        need(not (world and (face.powers or face.bonus)), "powers", "only developments have powers and bonuses")
        for power in face.powers:
            need(power.phase in power.moments, "powers", f"{_tag(power)} does not act in {power.phase}")
            need(_bounds_fit(power), "powers", f"{_tag(power)}: min above max, or a colour missing")
        for effect in face.immediate:
            onto = isinstance(effect, GainDie) and effect.to == "world"
            need(not onto or (world and face.colour != "grey"), "immediate", "no good can lie here")
            never = StartingCredits if entry.startswith("game") else RemoveDie
            need(not isinstance(effect, never), "immediate", f"{_tag(effect)} has no place here")
        number = len(self.faces)
        self.faces.append(
            Face(
                **{name: getattr(face, name) for name in PrintedFace.__struct_fields__},
                number=number,
                world=world,
                reassign=any(power.phase == "assign" for power in face.powers),
                goods=world and face.colour != "grey",
            )
        )
        return number

    def _check_counts(self, tiles: int, factions: int, homes: int) -> None:
        for field, count, least in (
            ("game_tiles", tiles, 2 * _MOST_SEATS),
            ("factions", factions, _MOST_SEATS),
            ("home_worlds", homes, _MOST_SEATS),
        ):
            if count < least:
                raise ComponentError(self.file, "pack", field, f"at least {least} wanted for {_MOST_SEATS} players")

    def _check_supply(self, dice: tuple[DieType, ...]) -> None:
        """The supply can never be short: all printed gains, and the home dice of five, fit into it."""
        wanted = [0] * COLOURS
        wanted[0] = _MOST_SEATS * (HOME_DICE_IN_CUP + HOME_DICE_IN_CITIZENRY)
        for face in self.faces:
            for effect in face.immediate:
                if isinstance(effect, GainDie):
                    wanted[DIE_WORDS.index(effect.colour)] += effect.count
        for die, most in zip(dice, wanted, strict=True):
            if most > die.count:
                raise ComponentError(
                    self.file, f"die {die.colour}", "count", f"tiles can grant {most}, there are {die.count}"
                )


def _bounds_fit(power: AnyPower) -> bool:
    if isinstance(power, CompletionDiceToCup) and power.mode == "all":
        return power.die_colour is not None
    return power.min <= power.max if isinstance(power, Reassign | CompletionDiceToCup) else True


def _tag(kind: AnyPower | Immediate) -> str:
    return str(kind.__struct_config__.tag)


def _where(error: msgspec.DecodeError) -> tuple[str, str]:
    field, message = place_in(error)
    return field or "entry", message


def _by_phase(faces: list[Face]) -> dict[Moment, dict[int, tuple[AnyPower, ...]]]:
    index: dict[Moment, dict[int, tuple[AnyPower, ...]]] = {}
    for face in faces:
        for power in face.powers:
            holders = index.setdefault(power.phase, {})
            holders[face.number] = (*holders.get(face.number, ()), power)
    return index


def _by_moment_and_kind(faces: list[Face]) -> dict[tuple[Moment, type[Any]], dict[int, tuple[AnyPower, ...]]]:
    index: dict[tuple[Moment, type[Any]], dict[int, tuple[AnyPower, ...]]] = {}
    for face in faces:
        for power in face.powers:
            holders = index.setdefault((power.phase, type(power)), {})
            holders[face.number] = (*holders.get(face.number, ()), power)
    return index
