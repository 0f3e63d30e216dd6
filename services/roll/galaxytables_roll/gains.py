"""Credits, chips and dice that players gain, and the immediate effects of tiles (R12.1-R12.3)."""

from collections.abc import Iterator

from galaxytables_kit import Barred, Component, Flow, Prompt, Reason, Seat
from galaxytables_roll.components.kinds import GainCredits, GainDie, Immediate, RemoveDie, StartingCredits
from galaxytables_roll.components.numbers import FaceNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS
from galaxytables_roll.dice import (
    DIE,
    DIE_OF,
    DIE_WORDS,
    FACES,
    PHASE_WORDS,
    PHASES,
    OwnedDie,
    colour_of,
    first_of_each_colour,
)
from galaxytables_roll.reasons import of_one_colour
from galaxytables_roll.state import NO_DIE, RollPlay, SeatState, new_dice
from galaxytables_roll.telling import die_fact, source_fact

MAX_CREDITS = 10


def gain_credits(play: RollPlay, seat: Seat, amount: int, source: str) -> None:
    """Move a player's credit marker up; what a single gain brings beyond the limit is lost (R4.10, R4.11).

    `source` is the component id or the task that gives the credits.
    """
    mine = play.state.seats[seat]
    gained = min(amount, MAX_CREDITS - mine.credits)
    if amount > 0:
        mine.credits += gained
        play.tell("credits", seat, amount=gained, source=source_fact(play.pack, source))
        if gained < amount:
            play.tell("lost", seat, amount=amount - gained)


def gain_chips(play: RollPlay, seat: Seat, amount: int, source: str) -> None:
    """Give a player chips worth `amount` VP; they are given even if the pool is empty (R8.9)."""
    if amount > 0:
        play.state.seats[seat].chips += amount
        play.tell("chips", seat, amount=amount, source=source_fact(play.pack, source))


def gain_die(play: RollPlay, seat: Seat, face: FaceNumber, effect: GainDie) -> None:
    """Move dice from the supply to the place that the effect of a tile names (R6.10)."""
    mine = play.state.seats[seat]
    colour = DIE[effect.colour]
    play.state.supply[colour] -= effect.count
    place = {"cup": mine.cup, "citizenry": mine.citizenry}.get(effect.to)
    place = mine.goods[face] if place is None else place
    dice = new_dice(mine, colour, effect.count)
    place.extend(dice)
    play.tell(
        "gained",
        seat,
        die=die_fact(dice[0]),
        count=effect.count,
        to=effect.to,
        source=Component(play.pack.faces[face].id),
    )


def carry_out(play: RollPlay, seat: Seat, face: FaceNumber, effects: tuple[Immediate, ...]) -> Flow[None]:
    """Carry out the immediate effects of a tile in their printed order."""
    for effect in effects:
        match effect:
            case GainDie():
                gain_die(play, seat, face, effect)
            case GainCredits():
                gain_credits(play, seat, effect.amount, play.pack.faces[face].id)
            case RemoveDie():
                yield from remove_dice(play, seat, face, effect.count)
            case StartingCredits():
                pass  # set-up only


def remove_dice(play: RollPlay, seat: Seat, face: FaceNumber, count: int) -> Flow[None]:
    """Let a player choose dice, wherever they are, and put them back into the supply (R12.1, R12.2)."""
    mine = play.state.seats[seat]
    for _ in range(count):
        dice = {
            f"{place}:{DIE_WORDS[colour]}": die
            for place, there in _places(play, mine)
            for colour, die in first_of_each_colour(there).items()
        }
        if not dice:
            return
        barred = Barred(lambda: _others(play, seat))
        tile = play.pack.faces[face].id
        (pick,) = yield Prompt(seat, "die.remove", tuple(dice), subject=tile, pieces=dice, barred=barred)
        die = dice[pick]
        _take(mine, die)
        play.state.supply[colour_of(die)] += 1
        play.tell("removed", seat, die=die_fact(die), place=pick.partition(":")[0])


def _places(play: RollPlay, mine: SeatState) -> Iterator[tuple[str, list[OwnedDie]]]:
    """Yield the places of own dice; those of home dice and resting dice first, as they matter least."""
    yield "citizenry", sorted(mine.citizenry)
    yield "cup", sorted(mine.cup)
    for phase, workers in enumerate(mine.strip):
        yield PHASE_WORDS[phase], [DIE_OF[die] for die in workers]
    if mine.selector != NO_DIE:
        yield "selector", [DIE_OF[mine.selector]]
    yield "developments", mine.builders[DEVELOPMENTS]
    yield "worlds", mine.builders[WORLDS]
    for world, goods in mine.goods.items():
        yield f"good:{play.pack.faces[world].id}", goods


def _others(play: RollPlay, seat: Seat) -> dict[OwnedDie, Reason]:
    """Return the reasons for dice that lie with an equal one that is offered."""
    return {
        die: reason
        for _, there in _places(play, play.state.seats[seat])
        for die, reason in of_one_colour(seat, "R12.1", there).items()
    }


def _take(mine: SeatState, die: OwnedDie) -> None:
    if mine.selector // FACES == die:
        mine.selector = NO_DIE
        return
    for dice in (mine.citizenry, mine.cup, *mine.builders, *mine.goods.values()):
        if die in dice:
            dice.remove(die)
            return
    for phase in range(PHASES):
        for shown in mine.strip[phase]:
            if shown // FACES == die:
                mine.strip[phase].remove(shown)
                return
