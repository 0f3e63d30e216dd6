"""Credits, chips and dice that players gain, and the immediate effects of tiles (R12.1-R12.3)."""

from collections.abc import Iterator

from services.kit.event import Component
from services.kit.flow import Flow
from services.kit.prompt import Prompt
from services.roll.dice import DIE, DIE_WORDS, PHASE_WORDS, colour_of
from services.roll.kinds import GainCredits, GainDie, Immediate, RemoveDie, StartingCredits
from services.roll.state import NONE, RollPlay, SeatState
from services.roll.telling import die_fact, source_fact
from services.roll.tiles import DEVELOPMENTS, WORLDS

MOST_CREDITS = 10


def gain_credits(play: RollPlay, seat: int, amount: int, source: str) -> None:
    """Credits, each gain capped at once (R4.10, R4.11). `source` is a component id or a task."""
    mine = play.state.seats[seat]
    gained = min(amount, MOST_CREDITS - mine.credits)
    if amount > 0:
        mine.credits += gained
        play.tell("credits", seat, amount=gained, source=source_fact(play.pack, source))
        if gained < amount:
            play.tell("lost", seat, amount=amount - gained)


def gain_chips(play: RollPlay, seat: int, amount: int, source: str) -> None:
    """VP in chips; never denied (R8.9)."""
    if amount > 0:
        play.state.seats[seat].chips += amount
        play.tell("chips", seat, amount=amount, source=source_fact(play.pack, source))


def gain_die(play: RollPlay, seat: int, face: int, effect: GainDie) -> None:
    """Dice from the supply to where the tile says (R6.10)."""
    mine = play.state.seats[seat]
    colour = DIE[effect.colour]
    play.state.supply[colour] -= effect.count
    place = {"cup": mine.cup, "citizenry": mine.citizenry}.get(effect.to)
    place = mine.goods[face] if place is None else place
    place.extend([colour] * effect.count)
    play.tell(
        "gained",
        seat,
        die=die_fact(colour),
        count=effect.count,
        to=effect.to,
        source=Component(play.pack.faces[face].id),
    )


def carry_out(play: RollPlay, seat: int, face: int, effects: tuple[Immediate, ...]) -> Flow[None]:
    """The immediate effects of a tile in their printed order."""
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


def remove_dice(play: RollPlay, seat: int, face: int, count: int) -> Flow[None]:
    """The owner returns dice to the supply, wherever they are (R12.1, R12.2)."""
    mine = play.state.seats[seat]
    for _ in range(count):
        options = tuple(dict.fromkeys(_places(play, mine)))
        if not options:
            return
        (pick,) = yield Prompt(seat, "die.remove", options, subject=play.pack.faces[face].id)
        place, _, colour = str(pick).rpartition(":")
        _take(play, mine, place, DIE[colour])
        play.state.supply[DIE[colour]] += 1
        play.tell("removed", seat, die=die_fact(DIE[colour]), place=place.partition(":")[0])


def _places(play: RollPlay, mine: SeatState) -> Iterator[str]:
    """Own dice as `place:colour`; home dice and resting ones first, as they are missed least."""
    for colour in sorted(mine.citizenry):
        yield f"citizenry:{DIE_WORDS[colour]}"
    for colour in sorted(mine.cup):
        yield f"cup:{DIE_WORDS[colour]}"
    for phase, workers in enumerate(mine.strip):
        for die in workers:
            yield f"{PHASE_WORDS[phase]}:{DIE_WORDS[colour_of(die)]}"
    if mine.selector != NONE:
        yield f"selector:{DIE_WORDS[colour_of(mine.selector)]}"
    for side, place in (DEVELOPMENTS, "developments"), (WORLDS, "worlds"):
        for colour in mine.builders[side]:
            yield f"{place}:{DIE_WORDS[colour]}"
    for world, goods in mine.goods.items():
        for colour in goods:
            yield f"good:{play.pack.faces[world].id}:{DIE_WORDS[colour]}"


def _take(play: RollPlay, mine: SeatState, place: str, colour: int) -> None:
    resting = {
        "citizenry": mine.citizenry,
        "cup": mine.cup,
        "developments": mine.builders[DEVELOPMENTS],
        "worlds": mine.builders[WORLDS],
    }.get(place)
    if resting is not None:
        resting.remove(colour)
    elif place == "selector":
        mine.selector = NONE
    elif place.startswith("good:"):
        mine.goods[play.pack.by_id[place.removeprefix("good:")]].remove(colour)
    else:
        workers = mine.strip[PHASE_WORDS.index(place)]
        workers.remove(next(die for die in workers if colour_of(die) == colour))
