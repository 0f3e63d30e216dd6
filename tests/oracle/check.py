"""All transcripts of a folder replayed."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_race.components.cards import Pack
from galaxytables_race.options import Expansion, RaceOptions
from galaxytables_race.rules import RACE
from tests.oracle.departures import Departure
from tests.oracle.difference import Difference
from tests.oracle.replay import Replay
from tests.oracle.transcript import Transcript, read

EXPANSIONS: tuple[Expansion, ...] = (
    "base",
    "gathering_storm",
    "rebel_vs_imperium",
    "brink_of_war",
    "alien_artifacts",
    "xeno_invasion",
)
"""What is in play at each level."""


class Result(Struct):
    """How many games agree, the first difference of each that does not, and how often each known departure was met."""

    passed: int = 0
    failures: list[str] = []
    departures: Counter[Departure] = field(default_factory=Counter)


def check_folder(folder: Path, *, every: int = 1) -> Result:
    """Replay the games of every file, or of each file those whose place is a multiple of `every`."""
    result, packs = Result(), load_packs(RACE)
    for game in read(folder, every=every):
        try:
            result.departures.update(replay(game, packs))
        except Difference as difference:
            result.failures.append(f"{game['id']}: {difference}")
        else:
            result.passed += 1
    return result


def replay(game: dict[str, Any], packs: PackRegistry[Pack]) -> Counter[Departure]:
    """Replay a game; give the known departures that were met. Raises `Difference`."""
    match = Replay(Transcript(game), packs, options_of(game, packs))
    match.run()
    return match.match.departures


def options_of(game: Mapping[str, Any], packs: PackRegistry[Pack]) -> RaceOptions:
    """The options of a game, which the rules must allow."""
    dealt: Literal["dealt", "choice"] = "choice" if "worlds_dealt" in game["opening"][0] else "dealt"
    options = RaceOptions(
        expansion=EXPANSIONS[game["level"]],
        start_worlds=dealt,
        takeovers=game["options"]["takeovers"],
        extra_worlds_before_takeovers=True,
    )
    RACE.check(options, game["players"], packs.get(packs.default))
    return options
