"""Phases II and III: Develop and Settle (R6)."""

from galaxytables_kit import Component, Flow, Prompt, Reason, Seat
from galaxytables_roll.components.kinds import CompletionDiceToCup
from galaxytables_roll.components.tiles import Face
from galaxytables_roll.dice import DIE, PHASE_WORDS, OwnedDie, Phase, colour_of, name_dice
from galaxytables_roll.gains import carry_out
from galaxytables_roll.phases.turns import at_work
from galaxytables_roll.powers import BUILD_MOMENTS, cost, pay_for_completion
from galaxytables_roll.state import RollPlay, SeatState, working
from galaxytables_roll.telling import dice_fact
from galaxytables_roll.workers import send_home, take_die, take_worker, take_workers, workers_at

GOES_TO_THE_CUP = Reason("goes_to_the_cup", "R13.18")


def build(play: RollPlay, seats: list[Seat]) -> Flow[None]:
    """Developers of these seats complete developments, or their settlers complete worlds (R6)."""
    yield from at_work(play, seats, _build)


def _build(play: RollPlay, seat: Seat) -> Flow[None]:
    """Fill the top tile of the stack, complete it, and continue with the next (R6.1-R6.8)."""
    phase = working(play).phase
    side = phase - Phase.DEVELOP
    mine = play.state.seats[seat]
    stack, lying = mine.stacks[side], mine.builders[side]
    while stack:
        face = play.pack.sides[stack[0]][side]
        needed = cost(play.pack, mine, face)
        if len(lying) <= needed:
            yield from _fill(play, seat, phase, face, needed - len(lying))
            if len(lying) < needed:
                return
            used = list(lying)
        else:
            used = yield from _some_of(seat, f"{PHASE_WORDS[phase]}.used", lying, needed, face)
        yield from _complete(play, seat, face, used)
    _leave_empty_stack(play, seat, phase, lying)


def _fill(play: RollPlay, seat: Seat, phase: int, face: Face, missing: int) -> Flow[None]:
    """Put workers on the top tile, as many as it still needs (R6.4, R6.6)."""
    mine = play.state.seats[seat]
    workers = workers_at(mine, phase)
    if len(workers) > missing:
        workers = yield from _some_of(seat, f"{PHASE_WORDS[phase]}.workers", workers, missing, face)
        for die in workers:
            take_worker(mine, phase, die)
    elif workers:
        take_workers(mine, phase)
    if workers:
        mine.builders[face.world] += workers
        if play.listening:
            play.tell("put", seat, tile=Component(face.id), dice=dice_fact(workers))


def _some_of(seat: Seat, kind: str, dice: list[OwnedDie], count: int, face: Face) -> Flow[list[OwnedDie]]:
    """Let the player choose some dice, and return them; equal dice need no choice."""
    if count == 0 or len(set(map(colour_of, dice))) == 1:
        return dice[:count]
    named = name_dice(sorted(dice))
    picks = yield Prompt(seat, kind, tuple(named), count, count, subject=face.id, pieces=named)
    return [named[pick] for pick in picks]


def _complete(play: RollPlay, seat: Seat, face: Face, used: list[OwnedDie]) -> Flow[None]:
    """Move the tile to the empire and its workers away, pay for it, then apply its own effect (R6.16)."""
    mine = play.state.seats[seat]
    mine.stacks[face.world].pop(0)
    mine.empire.append(face.number)
    if face.goods:
        mine.goods[face.number] = []
    play.tell("completed", seat, tile=Component(face.id), workers=len(used))
    to_cup = yield from _to_cup(play, seat, face, used)
    for die in used:
        take_die(mine.builders[face.world], die)
    mine.cup += to_cup
    mine.citizenry += [die for die in used if die not in to_cup]
    if to_cup:
        play.tell("back", seat, count=len(to_cup))
    pay_for_completion(play, seat, face)
    yield from carry_out(play, seat, face.number, face.immediate)


def _to_cup(play: RollPlay, seat: Seat, face: Face, used: list[OwnedDie]) -> Flow[list[OwnedDie]]:
    """Return which of the used dice go to the cup instead of the citizenry (R13.17, R13.18)."""
    mine = play.state.seats[seat]
    others = [other for other in mine.empire if other != face.number]
    powers = play.pack.powers[BUILD_MOMENTS[face.world]].of(CompletionDiceToCup, others)
    to_cup: list[OwnedDie] = []
    chosen: list[OwnedDie] = []
    left = sorted(used)
    for power in powers:
        if power.mode == "all" and power.die_colour is not None:
            colour = DIE[power.die_colour]
            to_cup = [die for die in used if colour_of(die) == colour]
        elif left:
            most = min(power.max, len(left))
            least = min(power.min, most)
            kind = f"{BUILD_MOMENTS[face.world]}.to_cup"
            named = name_dice(left)
            barred = {die: GOES_TO_THE_CUP for die in (*to_cup, *chosen) if die not in left}
            picks = yield Prompt(seat, kind, tuple(named), least, most, subject=face.id, pieces=named, barred=barred)
            for pick in picks:
                chosen.append(named[pick])
                left.remove(named[pick])
    return to_cup + [die for die in chosen if die not in to_cup]


def _leave_empty_stack(play: RollPlay, seat: Seat, phase: int, lying: list[OwnedDie]) -> None:
    """Send workers and surplus dice to the cup when there is nothing left to build (R6.8, R6.9)."""
    mine: SeatState = play.state.seats[seat]
    count = send_home(mine, phase) + len(lying)
    mine.cup += lying
    lying.clear()
    if count:
        play.tell("idle", seat, count=count)
