"""The phase Manage Empire: recruiting and recalling dice (R9)."""

from galaxytables_kit import Flow, Pick, Prompt, Seat, together
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS, Pack
from galaxytables_roll.dice import OwnedDie, colour_of, name_dice
from galaxytables_roll.ending import is_last_round
from galaxytables_roll.state import NONE, RollPlay, SeatState
from galaxytables_roll.telling import dice_fact
from galaxytables_roll.workers import take_die


def manage(play: RollPlay) -> Flow[None]:
    """All players recruit dice from the citizenry and recall dice to the cup (R9.1-R9.7)."""
    last = is_last_round(play.state.seats)
    yield from together(play, [_manage(play, seat, last=last) for seat in play.all_seats])


def turn_phases_down(play: RollPlay) -> None:
    """All phase tiles are turned down again, so no phase is selected any more (R9.8)."""
    state = play.state
    for mine in state.seats:
        mine.selected = NONE
    state.executed, state.extra = [], NONE


def _manage(play: RollPlay, seat: Seat, *, last: bool) -> Flow[None]:
    mine = play.state.seats[seat]
    yield from _recruit(play, seat, last=last)
    if mine.credits == 0:
        mine.credits = 1
        play.tell("last_credit", seat)
    yield from _recall(play, seat)


def _recruit(play: RollPlay, seat: Seat, *, last: bool) -> Flow[None]:
    """Recruit as many dice as credits allow, $1 each (R9.1, R9.2).

    In the last round the choice does not matter (R14.14).
    """
    mine = play.state.seats[seat]
    count = min(mine.credits, len(mine.citizenry))
    if count == 0:
        return
    dice = sorted(mine.citizenry, reverse=True)
    if count < len(dice) and colour_of(dice[0]) != colour_of(dice[-1]) and not last:
        named = name_dice(dice)
        picks = yield Prompt(seat, "manage.recruit", tuple(named), count, count, pieces=named)
        recruited = [named[pick] for pick in picks]
        for die in recruited:
            mine.citizenry.remove(die)
    else:
        recruited = dice[:count]
        mine.citizenry = dice[count:]
    mine.cup += recruited
    mine.credits -= count
    if play.listening:
        play.tell("recruited", seat, dice=dice_fact(sorted(recruited)), count=count)


def _recall(play: RollPlay, seat: Seat) -> Flow[None]:
    """Recall any dice from worlds and the construction zone, free; at least one if the cup is empty (R9.4, R9.6)."""
    mine = play.state.seats[seat]
    if not any(mine.builders) and not any(mine.goods.values()):
        return
    named = _recallable(play.pack, mine)
    least = 0 if mine.cup else 1
    picks = yield Prompt(seat, "manage.recall", tuple(named), least, len(named), pieces=named)
    recalled = [named[pick] for pick in picks]
    for die in recalled:
        take_die(next(dice for dice in (*mine.builders, *mine.goods.values()) if die in dice), die)
    mine.cup += recalled
    if recalled:
        play.tell("recalled", seat, dice=dice_fact(sorted(recalled)), count=len(recalled))


def _recallable(pack: Pack, mine: SeatState) -> dict[Pick, OwnedDie]:
    """Return dice by name: `developments:colour`, `worlds:colour` or, for a good, the world's id and the colour."""
    places = [("developments", mine.builders[DEVELOPMENTS]), ("worlds", mine.builders[WORLDS])]
    places += [(pack.faces[world].id, goods) for world, goods in mine.goods.items()]
    return {f"{place}:{name}": die for place, dice in places if dice for name, die in name_dice(dice).items()}
