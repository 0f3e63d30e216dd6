"""Roll and Assign, behind the screens (R3)."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from services.kit.errors import ChoiceRefused
from services.kit.flow import Flow, together
from services.kit.prompt import Picks, Prompt
from services.roll.dice import (
    DIE_WORDS,
    FACES,
    OF_A_COLOUR,
    PHASE,
    PHASE_WORDS,
    PHASES,
    WILD,
    colour_shown,
    kind_of,
    name_dice,
    name_workers,
    phase_in,
)
from services.roll.kinds import DictateCount, DictateRepeat, Reassign, ReassignByMajority
from services.roll.phases.reveal import reveal
from services.roll.powers import in_lead
from services.roll.state import NONE, RollPlay, SeatState, Step
from services.roll.workers import lift_worker

Worker: TypeAlias = tuple[int, int]
"""The phase at which a rolled die stands, and the die."""

_WORKERS_FOR_DICTATE = 2


def begin_round(play: RollPlay) -> None:
    """Every player rolls all dice of his cup; faces put them on the strip (R3.2, R3.3)."""
    state = play.state
    state.round += 1
    state.step = Step.ASSIGN
    play.tell("round", round=state.round)
    rolls, below = play.pack.rolls, play.chance.below
    for mine in state.seats:
        mine.cup.sort()
        for die in mine.cup:
            face = rolls[die // OF_A_COLOUR][below(FACES)]
            (mine.wild if face == WILD else mine.strip[face]).append(die * FACES + face)
        mine.cup.clear()


def assign(play: RollPlay) -> Flow[None]:
    """All players assign in secret; then the screens are lifted (R3.3-R3.18, R4.1)."""
    yield from together(play, [_assign(play, seat) for seat in range(play.seats)])
    reveal(play)


def _assign(play: RollPlay, seat: int) -> Flow[None]:
    mine = play.state.seats[seat]
    yield from _select(mine, seat)
    yield from _place_wild(mine, seat)
    yield from _reassign(play, seat)


def _select(mine: SeatState, seat: int) -> Flow[None]:
    """One worker, whatever its face, selects one phase (R3.5, R3.6)."""
    counts = [len(dice) for dice in mine.strip]
    fullest = counts.index(max(counts))
    (word,) = yield Prompt(seat, "assign.phase", PHASE_WORDS, default=(PHASE_WORDS[fullest],))
    phase = mine.selected = PHASE[str(word)]
    fitting = [(phase, die) for die in (*mine.strip[phase], *mine.wild)]
    workers = name_workers([*fitting, *(worker for worker in _standing(mine) if worker[0] != phase)], 1)
    (pick,) = yield Prompt(seat, "assign.selector", tuple(workers), subject=word, pieces=workers)
    die = workers[pick]
    (mine.wild if die in mine.wild else mine.strip[phase_in(pick)]).remove(die)
    mine.selector = die


def _place_wild(mine: SeatState, seat: int) -> Flow[None]:
    """Wild dice join the selected phase unless the player sends them elsewhere (R3.4)."""
    wild = sorted(mine.wild)
    if not wild:
        return
    others = [word for phase, word in enumerate(PHASE_WORDS) if phase != mine.selected]
    dice = dict(zip(name_dice([die // FACES for die in wild]), wild, strict=True))
    options = {f"{name}>{word}": die for name, die in dice.items() for word in others}
    rule = _one_phase_each if len(wild) > 1 else None
    picks = yield Prompt(seat, "assign.wild", tuple(options), 0, len(wild), default=(), rule=rule, pieces=options)
    sent = dict(str(pick).split(">") for pick in picks)
    mine.wild.clear()
    for name, die in dice.items():
        phase = PHASE[sent[name]] if name in sent else mine.selected
        mine.strip[phase].append(die)


def _one_phase_each(picks: Picks) -> None:
    dice = {str(pick).partition(">")[0] for pick in picks}
    if len(dice) < len(picks):
        raise ChoiceRefused("each wild die goes to one phase", "R3.4", "one_phase_each")


def _reassign(play: RollPlay, seat: int) -> Flow[None]:
    """Dictate and the Reassign powers of the empire, each once, in any order (R3.8-R3.17)."""
    mine = play.state.seats[seat]
    unused = reassign_powers(play, seat)
    may_dictate = True
    while True:
        workers = _reassignable(play, mine)
        usable = [name for name, power in unused.items() if _can_use(mine, workers, power)] if unused else ()
        dictate = may_dictate and len(workers) >= _WORKERS_FOR_DICTATE
        (pick,) = yield Prompt(seat, "assign.power", ("done", *(["dictate"] if dictate else []), *usable))
        if pick == "done":
            return
        if pick == "dictate":
            yield from _dictate(play, seat)
            may_dictate = bool(play.pack.powers_of(mine.empire, "assign", DictateRepeat))
        else:
            yield from _use(mine, seat, workers, str(pick), unused.pop(str(pick)))


def reassign_powers(play: RollPlay, seat: int) -> dict[str, Reassign]:
    """The Reassign powers of an empire by tile; those that depend on a majority as what they come to."""
    mine = play.state.seats[seat]
    pack = play.pack
    powers: dict[str, Reassign] = {}
    holders = pack.by_phase.get("assign", {})
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


def _standing(mine: SeatState) -> list[Worker]:
    """All workers but the selecting die."""
    return [(phase, die) for phase, dice in enumerate(mine.strip) for die in dice]


def _reassignable(play: RollPlay, mine: SeatState) -> list[Worker]:
    """Workers that may move or rest, the selecting die among them unless the table locks it (R3.16)."""
    workers = _standing(mine)
    if play.options.selecting_die == "worker" and mine.selector != NONE:
        workers.append((mine.selected, mine.selector))
    return workers


def _movable(mine: SeatState, workers: list[Worker], power: Reassign) -> Iterator[Worker]:
    """Workers that a power can move somewhere."""
    goals = _goals(mine, power)
    for phase, die in workers:
        if (
            (power.from_phase is None or PHASE_WORDS[phase] == power.from_phase)
            and (power.die_colours is None or DIE_WORDS[colour_shown(die)] in power.die_colours)
            and any(goal != phase for goal in goals)
        ):
            yield phase, die


def _goals(mine: SeatState, power: Reassign) -> tuple[int, ...]:
    if power.to == "any":
        return tuple(range(PHASES))
    if power.to == "selected":
        return (mine.selected,)
    return tuple(PHASE[word] for word in power.to)


def _can_use(mine: SeatState, workers: list[Worker], power: Reassign) -> bool:
    phases = [phase for phase, _ in _movable(mine, workers, power)]
    if power.same_source:
        return any(phases.count(phase) >= power.min for phase in set(phases))
    return len(phases) >= power.min


def _use(mine: SeatState, seat: int, workers: list[Worker], name: str, power: Reassign) -> Flow[None]:
    workers = list(_movable(mine, workers, power))
    if power.same_source:
        phases = [phase for phase, _ in workers]
        sources = tuple(word for number, word in enumerate(PHASE_WORDS) if phases.count(number) >= power.min)
        (word,) = yield Prompt(seat, "assign.source", sources, subject=kind_of(name))
        workers = [worker for worker in workers if worker[0] == PHASE[str(word)]]
    yield from _move(mine, seat, workers, (power.min, power.max), _goals(mine, power), tile=kind_of(name))


def _dictate(play: RollPlay, seat: int) -> Flow[None]:
    """One worker rests in the Dictate area so that others move (R3.9, R3.17)."""
    mine = play.state.seats[seat]
    workers = name_workers(_reassignable(play, mine), 1)
    (pick,) = yield Prompt(seat, "assign.dictate", tuple(workers), pieces=workers)
    lift_worker(mine, phase_in(pick), workers[pick])
    mine.dictated.append(workers[pick])
    counts = play.pack.powers_of(mine.empire, "assign", DictateCount)
    most = max((power.max for power in counts), default=1)
    yield from _move(mine, seat, _reassignable(play, mine), (1, most), tuple(range(PHASES)))


def _move(
    mine: SeatState,
    seat: int,
    workers: list[Worker],
    bounds: tuple[int, int],
    goals: Iterable[int],
    *,
    tile: str | None = None,
) -> Flow[None]:
    """Pick workers and send each to another phase (R3.12, R3.13)."""
    named = name_workers(workers, bounds[1])
    most = min(bounds[1], len(named))
    picks = yield Prompt(seat, "assign.workers", tuple(named), bounds[0], most, subject=tile, pieces=named)
    for pick in picks:
        phase = phase_in(pick)
        words = tuple([PHASE_WORDS[goal] for goal in goals if goal != phase])
        (word,) = yield Prompt(seat, "assign.to", words, subject=pick, pieces=named)
        lift_worker(mine, phase, named[pick])
        mine.strip[PHASE[str(word)]].append(named[pick])
