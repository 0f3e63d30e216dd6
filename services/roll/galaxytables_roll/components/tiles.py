"""The component pack: dice and tiles, as written in the file and as used in play.

Faces of tiles are numbered consecutively: game tile `t` has its development side at `2 * t` and its world side at `2 *
t + 1`; the halves of the faction tiles and the home worlds follow. Tiles are numbered too, in the same order.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from galaxytables_kit import Amount, Count, Moments
from galaxytables_roll.components.kinds import AnyPower, Bonus, Immediate, Moment
from galaxytables_roll.components.numbers import FaceNumber, TileNumber
from galaxytables_roll.dice import FACE, FACES, MAX_OF_A_COLOUR, DieWord, FaceWord, WorldWord

DEVELOPMENTS, WORLDS = 0, 1
"""The sides of a game tile, and the two construction stacks."""

HOME_DICE_IN_CUP, HOME_DICE_IN_CITIZENRY = 3, 2
MAX_SEATS = 5

Slug: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")]


class DieType(Struct, frozen=True, forbid_unknown_fields=True):
    """One colour of dice: the number of dice, and the six faces of each."""

    colour: DieWord
    name: str
    display: str
    count: Annotated[int, Meta(ge=1, le=MAX_OF_A_COLOUR)]
    faces: Annotated[tuple[FaceWord, ...], Meta(min_length=FACES, max_length=FACES)]


class PrintedFace(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a game tile, a half of a faction tile, or a home world, as it is printed."""

    id: Slug
    name: Annotated[str, Meta(min_length=1)]
    kind: Literal["development", "world"]
    cost: Amount
    colour: WorldWord | None = None
    immediate: tuple[Immediate, ...] = ()
    powers: tuple[AnyPower, ...] = ()
    bonus: Bonus | None = None

    @property
    def is_world(self) -> bool:
        """Return whether this face is a world and not a development."""
        return self.kind == "world"

    @property
    def holds_goods(self) -> bool:
        """Return whether this face is a world that can hold goods (R1.4)."""
        return self.is_world and self.colour != "grey"


class Face(PrintedFace, frozen=True, kw_only=True):
    """A face with its number, and with values that are computed from its printed figures."""

    number: FaceNumber
    tile: TileNumber
    world: bool
    reassign: bool
    """Whether it is one of the Reassign-power developments (R12.13)."""
    goods: bool
    """Whether it is a world that can hold goods (R1.4)."""


class PrintedTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A game tile with its two sides."""

    development: PrintedFace
    world: PrintedFace


class PrintedFaction(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction tile as printed: its number and its two halves, each a tile of its own (R2.5)."""

    number: Count
    halves: tuple[PrintedFace, PrintedFace]


class Faction(Struct, frozen=True):
    """A faction tile, given by the numbers of its two faces."""

    number: int
    halves: tuple[FaceNumber, FaceNumber]


class PackFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a pack file. `trade` is the price of a good by the colour of its world."""

    game: Literal["roll"]
    dice: tuple[DieType, ...]
    trade: dict[WorldWord, Amount]
    game_tiles: tuple[PrintedTile, ...]
    factions: tuple[PrintedFaction, ...]
    home_worlds: tuple[PrintedFace, ...]

    def faces(self) -> Iterator[PrintedFace]:
        """Yield all faces in the order of their numbers."""
        for tile in self.game_tiles:
            yield from (tile.development, tile.world)
        for faction in self.factions:
            yield from faction.halves
        yield from self.home_worlds


class Pack(Struct, frozen=True):
    """Everything in the box. `dice` are in the order of `DIE_WORDS`; `trade` is the price of a good by world colour."""

    dice: tuple[DieType, ...]
    trade: dict[WorldWord, int]
    faces: tuple[Face, ...]
    sides: tuple[tuple[Face, Face], ...]
    """The two sides of game tiles: the development, then the world."""
    factions: tuple[Faction, ...]
    home_worlds: tuple[FaceNumber, ...]
    by_id: dict[str, FaceNumber]
    powers: Moments[Moment]
    """The powers of faces by phase."""
    rolls: tuple[tuple[int, ...], ...]
    """By colour: the six faces on which such a die can fall."""


def make_pack(file: PackFile) -> Pack:
    """Return a pack from a checked file. Its faces and tiles have numbers."""
    tiles = len(file.game_tiles)
    first_half = 2 * tiles
    first_home = first_half + 2 * len(file.factions)
    faces = tuple(
        _face(number, number // 2 if number < first_half else number - tiles, face)
        for number, face in enumerate(file.faces())
    )
    numbers = tuple(face.number for face in faces)
    return Pack(
        dice=file.dice,
        trade=file.trade,
        faces=faces,
        sides=tuple(zip(faces[:first_half:2], faces[1:first_half:2], strict=True)),
        factions=tuple(
            Faction(faction.number, halves)
            for faction, halves in zip(
                file.factions,
                zip(numbers[first_half:first_home:2], numbers[first_half + 1 : first_home : 2], strict=True),
                strict=True,
            )
        ),
        home_worlds=numbers[first_home:],
        by_id={face.id: face.number for face in faces},
        powers=Moments((power.phase, face.number, power) for face in faces for power in face.powers),
        rolls=tuple(tuple(FACE[face] for face in die.faces) for die in file.dice),
    )


def _face(number: int, tile: int, printed: PrintedFace) -> Face:
    return Face(
        **{name: getattr(printed, name) for name in PrintedFace.__struct_fields__},
        number=FaceNumber(number),
        tile=TileNumber(tile),
        world=printed.is_world,
        reassign=any(power.phase == "assign" for power in printed.powers),
        goods=printed.holds_goods,
    )
