"""Dictate and the Reassign powers, behind the screens (R3.8-R3.17)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from galaxytables_kit import AnyPick, Barred, Flow, Prompt, Reason, Reasons, Seat
from galaxytables_roll.components.kinds import DictateCount, DictateRepeat, Reassign, ReassignByMajority
from galaxytables_roll.dice import (
    DIE_OF,
    DIE_WORDS,
    PHASE,
    PHASE_WORDS,
    PHASES,
    OwnedDie,
    RolledDie,
    colour_shown,
    kind_of,
    name_workers,
    phase_in,
)
from galaxytables_roll.powers import in_lead
from galaxytables_roll.reasons import as_tile, like_workers
from galaxytables_roll.state import NO_DIE, RollPlay, SeatState
from galaxytables_roll.workers import lift_worker

Worker: TypeAlias = tuple[int, RolledDie]
"""The phase at which a rolled die stands, and the die."""

WORKERS_FOR_DICTATE = 2

DICTATED = Reason("power_used", "R3.9")
USED = Reason("power_used", "R3.8")
CHANGES_DICTATE = Reason("changes_dictate", "R12.4")
NO_REASSIGN_POWER = Reason("no_reassign_power", "R12.13")
NOBODY_TO_MOVE = Reason("nobody_to_move", "R3.11")
OTHER_PHASE = Reason("other_phase", "R13.7")
OTHER_COLOUR = Reason("other_colour", "R3.11")
STANDS_THERE = Reason("stands_there", "R3.9")
OTHER_GOAL = Reason("other_goal", "R3.13")
RESTS = Reason("rests", "R3.10")
LOCKED = Reason("selecting_die_stays", "R3.16")


def reassign(play: RollPlay, seat: Seat) -> Flow[None]:
    """Let a player use Dictate and the Reassign powers of the empire, each once, in any order."""
    mine = play.state.seats[seat]
    unused = reassign_powers(play, seat)
    may_dictate = True
    while True:
        workers = reassignable(play, mine)
        usable = [name for name, power in unused.items() if _why_not_use(mine, workers, power) is None]
        no_dictate = _why_no_dictate(workers, may_dictate=may_dictate)
        options = ("done", *(["dictate"] if no_dictate is None else []), *usable)
        barred = Barred(_unusable(play, seat, unused, usable, no_dictate))
        (pick,) = yield Prompt(seat, "assign.power", options, barred=barred)
        if pick == "done":
            return
        if pick == "dictate":
            yield from _dictate(play, seat)
            may_dictate = bool(play.pack.powers["assign"].of(DictateRepeat, mine.empire))
        else:
            yield from _use(play, seat, workers, str(pick), unused.pop(str(pick)))


def reassign_powers(play: RollPlay, seat: Seat) -> dict[str, Reassign]:
    """Return the Reassign powers of a player's empire, by tile.

    The effect of some powers depends on whether the player has the most of something now.
    """
    mine = play.state.seats[seat]
    pack = play.pack
    powers: dict[str, Reassign] = {}
    holders = pack.powers["assign"].all
    if holders.keys().isdisjoint(mine.empire):
        return {}
    for face in mine.empire:
        tile = pack.faces[face]
        for number, power in enumerate(holders.get(face, ()), 1):
            name = tile.id if number == 1 else f"{tile.id}#{number}"
            if isinstance(power, Reassign):
                powers[name] = power
            elif isinstance(power, ReassignByMajority):
                lead = in_lead(play.state, pack, seat, power.world_colour)
                if lead is not False:
                    powers[name] = Reassign(phase="assign", max=power.sole_max if lead else power.tied_max)
    return powers


def standing(mine: SeatState) -> list[Worker]:
    """Return all workers of a player, except the die that selects the phase."""
    return [(phase, die) for phase, dice in enumerate(mine.strip) for die in dice]


def reassignable(play: RollPlay, mine: SeatState) -> list[Worker]:
    """Return the workers that a player may move to another phase, or let rest.

    The die that selects the phase is one of them, unless the table's options lock it (R3.16).
    """
    workers = standing(mine)
    if play.options.selecting_die == "worker" and mine.selector != NO_DIE:
        workers.append((mine.selected, mine.selector))
    return workers


def _why_no_dictate(workers: Sequence[Worker], *, may_dictate: bool) -> Reason | None:
    """Return why Dictate cannot be used: it works once per round, with a worker to rest and one to move (R3.17)."""
    if not may_dictate:
        return DICTATED
    if len(workers) < WORKERS_FOR_DICTATE:
        return Reason("too_few_workers", "R3.17", {"workers": len(workers), "needed": WORKERS_FOR_DICTATE})
    return None


def _why_not_use(mine: SeatState, workers: Sequence[Worker], power: Reassign) -> Reason | None:
    """Return why a power cannot be used: it cannot move its minimum of workers."""
    phases = [phase for phase, _ in _movable(mine, workers, power)]
    if power.same_source:
        enough = any(phases.count(phase) >= power.min for phase in set(phases))
    else:
        enough = len(phases) >= power.min
    return None if enough else NOBODY_TO_MOVE


def _unusable(
    play: RollPlay, seat: Seat, unused: Mapping[str, Reassign], usable: Sequence[str], no_dictate: Reason | None
) -> Callable[[], Reasons]:
    """Return a function that says why tiles of the empire, or Dictate, cannot be used now."""

    def reasons() -> Reasons:
        found: dict[AnyPick, Reason] = {} if no_dictate is None else {"dictate": no_dictate}
        for face in play.state.seats[seat].empire:
            tile = play.pack.faces[face]
            if any(kind_of(name) == tile.id for name in usable):
                continue
            powers = [power for power in tile.powers if power.phase == "assign"]
            if not powers:
                found[as_tile(face)] = NO_REASSIGN_POWER
            elif any(kind_of(name) == tile.id for name in unused):
                found[as_tile(face)] = NOBODY_TO_MOVE
            elif all(isinstance(power, DictateRepeat | DictateCount) for power in powers):
                found[as_tile(face)] = CHANGES_DICTATE
            else:
                found[as_tile(face)] = _behind(play, seat, powers) or USED
        return found

    return reasons


def _behind(play: RollPlay, seat: Seat, powers: Sequence[object]) -> Reason | None:
    for power in powers:
        if isinstance(power, ReassignByMajority) and in_lead(play.state, play.pack, seat, power.world_colour) is False:
            return Reason("behind_in_worlds", "R13.12", {"colour": power.world_colour})
    return None


def why_not_move(power: Reassign, goals: Sequence[int], phase: int, die: RolledDie) -> Reason | None:
    """Return the reason why a power cannot move a worker; None if it can (R3.11-R3.13).

    It cannot if the worker has the wrong phase or colour, or if there is no phase to which it could go.
    """
    if power.from_phase is not None and PHASE_WORDS[phase] != power.from_phase:
        return OTHER_PHASE
    if power.die_colours is not None and DIE_WORDS[colour_shown(die)] not in power.die_colours:
        return OTHER_COLOUR
    return None if any(goal != phase for goal in goals) else STANDS_THERE


def _movable(mine: SeatState, workers: Iterable[Worker], power: Reassign) -> list[Worker]:
    """Return workers that a power can move somewhere."""
    goals = _goals(mine, power)
    return [worker for worker in workers if why_not_move(power, goals, *worker) is None]


def _goals(mine: SeatState, power: Reassign) -> tuple[int, ...]:
    if power.to == "any":
        return tuple(range(PHASES))
    if power.to == "selected":
        return (mine.selected,)
    return tuple(PHASE[word] for word in power.to)


def _use(play: RollPlay, seat: Seat, workers: list[Worker], name: str, power: Reassign) -> Flow[None]:
    mine = play.state.seats[seat]
    goals = _goals(mine, power)
    movable = _movable(mine, workers, power)
    source = None
    if power.same_source:
        phases = [phase for phase, _ in movable]
        counts = {word: phases.count(phase) for phase, word in enumerate(PHASE_WORDS)}
        sources = tuple([word for word, count in counts.items() if count >= power.min])
        barred = {
            word: Reason("too_few_workers", "R13.7", {"workers": count, "needed": power.min})
            for word, count in counts.items()
            if count < power.min
        }
        (word,) = yield Prompt(seat, "assign.source", sources, subject=kind_of(name), barred=barred)
        source = PHASE[str(word)]
        movable = [worker for worker in movable if worker[0] == source]

    def why_not(phase: int, die: RolledDie) -> Reason | None:
        reason = why_not_move(power, goals, phase, die)
        return OTHER_PHASE if reason is None and source not in (None, phase) else reason

    yield from _move(play, seat, (movable, power.min, power.max), goals, why_not, tile=kind_of(name))


def _dictate(play: RollPlay, seat: Seat) -> Flow[None]:
    """Rest one worker in the Dictate area so that others move (R3.9, R3.17)."""
    mine = play.state.seats[seat]
    resting = reassignable(play, mine)
    workers = name_workers(resting, 1)
    barred = Barred(lambda: {**_locked(play, mine), **like_workers(seat, "R3.9", resting, workers)})
    (pick,) = yield Prompt(seat, "assign.dictate", tuple(workers), pieces=workers, barred=barred)
    lift_worker(mine, phase_in(pick), workers[pick])
    mine.dictated.append(workers[pick])
    counts = play.pack.powers["assign"].of(DictateCount, mine.empire)
    most = max((power.max for power in counts), default=1)
    yield from _move(play, seat, (reassignable(play, mine), 1, most), tuple(range(PHASES)), lambda _, __: None)


def _move(
    play: RollPlay,
    seat: Seat,
    movers: tuple[list[Worker], int, int],
    goals: Iterable[int],
    why_not: Callable[[int, RolledDie], Reason | None],
    *,
    tile: str | None = None,
) -> Flow[None]:
    """Let the player pick some of the workers and send each to another phase (R3.12, R3.13)."""
    mine = play.state.seats[seat]
    workers, least, most = movers
    named = name_workers(workers, most)

    def unmovable() -> Reasons:
        found = {DIE_OF[die]: RESTS for die in mine.dictated} | _locked(play, mine)
        for worker in reassignable(play, mine):
            reason = why_not(*worker)
            if reason is not None:
                found[DIE_OF[worker[1]]] = reason
        return {**found, **like_workers(seat, "R3.12", workers, named)}

    most = min(most, len(named))
    barred = Barred(unmovable)
    picks = yield Prompt(seat, "assign.workers", tuple(named), least, most, subject=tile, pieces=named, barred=barred)
    for pick in picks:
        phase = phase_in(pick)
        words = tuple([PHASE_WORDS[goal] for goal in goals if goal != phase])
        elsewhere = Barred(_no_goals(phase, words))
        (word,) = yield Prompt(seat, "assign.to", words, subject=pick, pieces=named, barred=elsewhere)
        lift_worker(mine, phase, named[pick])
        mine.strip[PHASE[str(word)]].append(named[pick])


def _no_goals(phase: int, words: tuple[str, ...]) -> Callable[[], Reasons]:
    """Return a function that says why a worker cannot go to the other phases."""
    return lambda: {
        word: STANDS_THERE if PHASE[word] == phase else OTHER_GOAL for word in PHASE_WORDS if word not in words
    }


def _locked(play: RollPlay, mine: SeatState) -> dict[OwnedDie, Reason]:
    """Return the die that selects the phase, with the reason, if the table's options lock it (R3.16)."""
    if play.options.selecting_die == "worker" or mine.selector == NO_DIE:
        return {}
    return {DIE_OF[mine.selector]: LOCKED}
