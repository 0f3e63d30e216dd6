"""Loads component packs: one file of dice and tiles, which is checked and whose faces are numbered."""

from collections.abc import Iterator

from galaxytables_kit import WHOLE, Fault, Loader
from galaxytables_roll.components.kinds import (
    AnyPower,
    CompletionDiceToCup,
    GainDie,
    Reassign,
    RemoveDie,
    StartingCredits,
    word_of,
)
from galaxytables_roll.components.tiles import (
    HOME_DICE_IN_CITIZENRY,
    HOME_DICE_IN_CUP,
    MAX_SEATS,
    PackFile,
    PrintedFace,
    make_pack,
)
from galaxytables_roll.dice import COLOURS, DIE_WORDS


def contradictions(file: PackFile) -> Iterator[Fault]:
    """Yield each fault in a pack that the field types cannot rule out."""
    yield from _dice(file)
    yield from _faces(file)
    yield from _factions(file)
    for colour in (face.colour for face in file.faces() if face.holds_goods):
        if colour is not None and colour not in file.trade:
            yield Fault(WHOLE, f"trade.{colour}", "no price")
    for field, count, least in (
        ("game_tiles", len(file.game_tiles), 2 * MAX_SEATS),
        ("factions", len(file.factions), MAX_SEATS),
        ("home_worlds", len(file.home_worlds), MAX_SEATS),
    ):
        if count < least:
            yield Fault(WHOLE, field, f"at least {least} wanted for {MAX_SEATS} players")
    yield from _supply(file)


def _dice(file: PackFile) -> Iterator[Fault]:
    if tuple(die.colour for die in file.dice) != DIE_WORDS:
        yield Fault(WHOLE, "dice", f"wanted once each, in order: {', '.join(DIE_WORDS)}")
    elif "wild" in file.dice[0].faces:
        yield Fault("dice[0]", "faces", "the spare die of R4.2 shows a phase, never wild")


def _faces(file: PackFile) -> Iterator[Fault]:
    ids: set[str] = set()
    for tile in file.game_tiles:
        for face, kind in ((tile.development, "development"), (tile.world, "world")):
            yield from _face(face, kind, ids, StartingCredits)
    for faction in file.factions:
        for face in faction.halves:
            yield from _face(face, face.kind, ids, RemoveDie)
    for face in file.home_worlds:
        yield from _face(face, "world", ids, RemoveDie)


def _face(face: PrintedFace, kind: str, ids: set[str], never: type[RemoveDie | StartingCredits]) -> Iterator[Fault]:
    """Yield the faults of a face that should be of a kind, on a tile that never has a certain immediate effect."""
    if face.kind != kind:
        yield Fault(face.id, "kind", f"{kind} wanted, not {face.kind}")
    if face.id in ids:
        yield Fault(face.id, "id", "stands twice")
    ids.add(face.id)
    if (face.colour is not None) != face.is_world:
        yield Fault(face.id, "colour", "worlds have a colour, developments have none")
    if face.is_world and (face.powers or face.bonus):
        yield Fault(face.id, "powers", "only developments have powers and bonuses")
    yield from _powers(face)
    for number, effect in enumerate(face.immediate):
        if isinstance(effect, GainDie) and effect.to == "world" and not face.holds_goods:
            yield Fault(face.id, f"immediate[{number}]", "no good can lie here")
        if isinstance(effect, never):
            yield Fault(face.id, f"immediate[{number}]", f"{word_of(effect)} has no place here")


def _powers(face: PrintedFace) -> Iterator[Fault]:
    for number, power in enumerate(face.powers):
        if power.phase not in power.moments:
            yield Fault(face.id, f"powers[{number}]", f"{word_of(power)} does not act in {power.phase}")
        if not _bounds_fit(power):
            yield Fault(face.id, f"powers[{number}]", f"{word_of(power)}: min above max, or a colour missing")


def _bounds_fit(power: AnyPower) -> bool:
    if isinstance(power, CompletionDiceToCup) and power.mode == "all":
        return power.die_colour is not None
    return power.min <= power.max if isinstance(power, Reassign | CompletionDiceToCup) else True


def _factions(file: PackFile) -> Iterator[Fault]:
    numbers: set[int] = set()
    for place, faction in enumerate(file.factions):
        if faction.number in numbers:
            yield Fault(f"factions[{place}]", "number", f"{faction.number} stands twice")
        numbers.add(faction.number)


def _supply(file: PackFile) -> Iterator[Fault]:
    """Yield a fault unless the supply is always enough: for all printed gains, and the home dice of five players."""
    needed = [0] * COLOURS
    needed[0] = MAX_SEATS * (HOME_DICE_IN_CUP + HOME_DICE_IN_CITIZENRY)
    for face in file.faces():
        for effect in face.immediate:
            if isinstance(effect, GainDie):
                needed[DIE_WORDS.index(effect.colour)] += effect.count
    for place, (die, most) in enumerate(zip(file.dice, needed, strict=False)):  # `_dice` reports missing ones
        if most > die.count:
            yield Fault(f"dice[{place}]", "count", f"tiles can grant {most}, there are {die.count}")


LOADER = Loader(lambda files: files.whole(PackFile), make_pack, contradictions)
