"""How well and how fast tournaments are paired: a large Swiss, the Dutch system beside ours, tables of more seats."""

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from random import Random
from statistics import mean
from time import process_time

from bench.figures import Figure
from bench.swiss_field import Field
from galaxytables_lobby.domain.tournaments.rotation import MOVES, plan, repeats
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, PlannedRound
from galaxytables_lobby.domain.tournaments.swiss import Paired, SwissEntrant, pair

LARGE, LARGE_ROUNDS, LARGE_SECONDS = 1_000, 10, 2.0
# Fields for both systems: entrants, rounds, and from how many seeds.
BESIDE_DUTCH = ((16, 5, 80), (32, 6, 40), (64, 7, 20), (128, 8, 8))
DUTCH_PERCENT = 105
# Entrants, seats and rounds of planned tables. The last ones have a design.
ROTATIONS = (
    (12, 4, 5),
    (15, 3, 7),
    (20, 4, 8),
    (24, 4, 8),
    (24, 6, 6),
    (30, 5, 8),
    (32, 4, 10),
    (36, 6, 7),
    (40, 5, 9),
    (64, 4, 16),
)
# The long-run optimiser makes so many times more moves, which takes minutes.
LONG_RUN, LONG_RUN_PERCENT = 60, 110


def tournaments() -> Iterable[Figure]:
    """Return the figures of all methods, in turn."""
    yield from large_swiss()
    if find_spec("py4swiss") is not None:
        yield from beside_dutch()
    yield from rotations()


def large_swiss() -> Iterable[Figure]:
    """Pair a field as large as any, round by round."""
    field, times = Field(LARGE, seed=1), list[float]()

    def timed(entrants: Sequence[SwissEntrant]) -> Paired:
        begun = process_time()
        paired = pair(entrants)
        times.append(process_time() - begun)
        return paired

    field.play(LARGE_ROUNDS, timed)
    name = f"Swiss of {LARGE}, {LARGE_ROUNDS} rounds"
    yield Figure(f"{name}: longest round, processor time", max(times), "s", f"{LARGE_SECONDS:g} or less")
    yield Figure(f"{name}: pairs who met before", field.rematches, "pairs", "0")
    yield Figure(f"{name}: mean difference of points in a pair", mean(field.differences), "points")
    yield Figure(f"{name}: one seat more often than the other", field.uneven, "times")


def beside_dutch() -> Iterable[Figure]:
    """Pair the same fields by ours and by the Dutch system: results are those of the same lots."""
    from bench.dutch import dutch

    for count, rounds, seeds in BESIDE_DUTCH:
        ours, theirs, rematches = list[float](), list[float](), 0
        for seed in range(seeds):
            field, other = Field(count, seed), Field(count, seed)
            field.play(rounds)
            for _ in range(rounds):
                other.play_round(dutch(other, rounds))
            ours += field.differences
            theirs += other.differences
            rematches += field.rematches
        name = f"Swiss of {count}, {rounds} rounds, {seeds} fields"
        yield Figure(f"{name}: mean difference, ours", mean(ours), "points")
        yield Figure(f"{name}: mean difference, Dutch", mean(theirs), "points")
        yield Figure(f"{name}: ours of Dutch", 100 * mean(ours) / mean(theirs), "%", f"{DUTCH_PERCENT} or less")
        yield Figure(f"{name}: pairs who met before, ours", rematches, "pairs", "0")


def rotations() -> Iterable[Figure]:
    """Plan tables of more seats, and let the same search run for minutes."""
    all_ours = all_theirs = uneven = 0
    longest = 0.0
    for count, seats, rounds in ROTATIONS:
        begun = process_time()
        planned = _plan(count, seats, rounds, MOVES)
        longest = max(longest, process_time() - begun)
        ours, theirs = repeats(planned), repeats(_plan(count, seats, rounds, LONG_RUN * MOVES))
        all_ours, all_theirs = all_ours + ours, all_theirs + theirs
        uneven = max(uneven, unevenness(planned, seats))
        name = f"{count} at tables of {seats}, {rounds} rounds"
        yield Figure(f"{name}: meetings repeated", ours, "meetings")
        yield Figure(f"{name}: meetings repeated after a long run", theirs, "meetings")
    percent = 100 * all_ours / max(all_theirs, 1)
    yield Figure("all of these: repeated, of those after a long run", percent, "%", f"{LONG_RUN_PERCENT} or less")
    yield Figure("all of these: one seat more often than another one", uneven, "times", "1 or less")
    yield Figure("all of these: longest plan, processor time", longest, "s")


def unevenness(planned: Sequence[PlannedRound], seats: int) -> int:
    """Return how much more often anybody had one seat than another one, after any round."""
    counts: dict[EntrantNumber, list[int]] = {}
    found = 0
    for each in planned:
        for table in each.tables:
            for seat, entrant in enumerate(table):
                counts.setdefault(entrant, [0] * seats)[seat] += 1
        found = max(found, *(max(had) - min(had) for had in counts.values()))
    return found


def _plan(count: int, seats: int, rounds: int, moves: int) -> tuple[PlannedRound, ...]:
    return plan([EntrantNumber(number) for number in range(count)], seats, rounds, Random(1), moves=moves)
