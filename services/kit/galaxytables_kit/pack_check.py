"""Lists everything that is wrong with a component pack, for its author.

`python -m galaxytables_<game> check-pack FILE`
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from galaxytables_kit.errors import ComponentError
from galaxytables_kit.faults import WHOLE, Fault
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import game_of
from galaxytables_kit.sources import sources
from galaxytables_kit.trial import trial_faults

GOOD, FAULTY, NO_PACK = 0, 1, 2
"""Exit codes."""


class Report(Struct, frozen=True):
    """The result of checking a pack: its faults, the parts from the built-in pack, and the notice about sources.

    Players see the notice when a table opens.
    """

    faults: tuple[Fault, ...]
    built_in: tuple[str, ...]
    notice: str = ""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the printed report."""
        for title, missing in (("Missing", True), ("Wrong or contradictory", False)):
            found = [fault for fault in self.faults if fault.missing is missing]
            if found:
                yield f"{title}: {len(found)}"
                yield from (f"  {fault.file}: {fault.entry}: {fault.field}: {fault.message}" for fault in found)
        if self.built_in:
            yield f"Taken from the built-in pack: {', '.join(self.built_in)}."
        if not self.faults:
            yield f"Nothing is missing or contradictory. {self.notice}".strip()


def check_pack(game: AnyGame, path: Path) -> Report:
    """Check a pack and return everything that is wrong with it.

    Raises `ComponentError` if there is no pack of this game at the path.
    """
    belongs_to = game_of(path)
    if belongs_to not in (game.name, game.title):
        raise ComponentError(path.name, WHOLE, "game", f"this is a pack of {belongs_to!r}, not of {game.name!r}")
    found = game.loader.find(path)
    if found.pack is None:
        return Report(found.faults, found.built_in)
    faults = found.faults or tuple(replace(fault, file=path.name) for fault in trial_faults(game, found.pack))
    found_sources = sources(game, found.pack)
    return Report(faults, found.built_in, found_sources.notice if found_sources is not None else "")


def report(game: AnyGame, path: Path) -> int:
    """Print everything that is wrong with a pack. Returns the exit code of the command."""
    try:
        found = check_pack(game, path)
    except ComponentError as error:
        print(error)  # noqa: T201 - what it is asked for
        return NO_PACK
    print(*found.lines(), sep="\n")  # noqa: T201 - what it is asked for
    return FAULTY if found.faults else GOOD
