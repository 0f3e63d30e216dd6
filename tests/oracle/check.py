"""All transcripts of a folder replayed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from services.kit.errors import OptionsConflict
from services.kit.pack import load_shelf
from services.race.options import Expansion, RaceOptions
from services.race.rules import RACE
from tests.oracle.replay import Replay
from tests.oracle.scripted import Difference
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
    """How many games agree, the first difference of each that does not, and files whose sets cannot be played.

    `departures` are the games in which the engine is known not to follow the rules, and in what; they agree otherwise.
    """

    passed: int = 0
    failures: list[str] = []
    notes: list[str] = []
    departures: list[str] = []


def check_folder(folder: Path) -> Result:
    """Replay every game of every file."""
    result = Result()
    for _ in check_games(folder, result):
        pass
    return result


def check_games(folder: Path, result: Result) -> Iterator[str]:
    """Replay game by game; give each game's name when it is done."""
    shelf = load_shelf(RACE)
    for path, game in read(folder):
        dealt: Literal["dealt", "choice"] = "choice" if "worlds_dealt" in game["opening"][0] else "dealt"
        options = RaceOptions(
            expansion=EXPANSIONS[game["level"]], start_worlds=dealt, takeovers=game["options"]["takeovers"]
        )
        try:
            RACE.check(options, game["players"])
        except OptionsConflict as conflict:
            note = f"{path.name}: {conflict}"
            if note not in result.notes:
                result.notes.append(note)
            continue
        try:
            departures = Replay(Transcript(game), shelf, options).run()
        except Difference as difference:
            result.failures.append(f"{game['id']}: {difference}")
        else:
            result.passed += 1
            result.departures += [f"{game['id']}: {departure}" for departure in departures]
        yield str(game["id"])
