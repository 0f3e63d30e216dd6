"""Manage Empire, and whether the game goes on (R9, R10.1)."""

from collections.abc import Iterator

from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.roll.dice import DIE, DIE_WORDS, die_options, kind_of, picked_colour
from services.roll.phases.assign import begin_round
from services.roll.phases.reveal import is_last_round
from services.roll.state import NONE, RollPlay, SeatState, Step
from services.roll.telling import dice_fact
from services.roll.tiles import DEVELOPMENTS, WORLDS, Pack


def manage(play: RollPlay) -> Flow[None]:
    """All players recruit and recall; then the next round, or the end (R9.8, R9.9)."""
    state = play.state
    last = is_last_round(state.seats)
    yield from together(play, [_manage(play, seat, last=last) for seat in range(play.seats)])
    for mine in state.seats:
        mine.selected = NONE
    state.executed, state.extra = [], NONE
    if last:
        state.step = Step.OVER
        play.tell("over", round=state.round)
    else:
        begin_round(play)


def _manage(play: RollPlay, seat: int, *, last: bool) -> Flow[None]:
    mine = play.state.seats[seat]
    yield from _recruit(play, seat, last=last)
    if mine.credits == 0:
        mine.credits = 1
        play.tell("last_credit", seat)
    yield from _recall(play, seat)


def _recruit(play: RollPlay, seat: int, *, last: bool) -> Flow[None]:
    """As many dice as credits allow, $1 each (R9.1, R9.2); in the last round it does not matter which (R14.14)."""
    mine = play.state.seats[seat]
    count = min(mine.credits, len(mine.citizenry))
    if count == 0:
        return
    dice = sorted(mine.citizenry, reverse=True)
    if count < len(dice) and dice[0] != dice[-1] and not last:
        picks = yield Prompt(seat, "manage.recruit", die_options(dice), count, count)
        recruited = [picked_colour(str(pick)) for pick in picks]
        for colour in recruited:
            mine.citizenry.remove(colour)
    else:
        recruited = dice[:count]
        mine.citizenry = dice[count:]
    mine.cup += recruited
    mine.credits -= count
    play.tell("recruited", seat, dice=dice_fact(sorted(recruited)), count=count)


def _recall(play: RollPlay, seat: int) -> Flow[None]:
    """Any dice from worlds and the construction zone, free; at least one if the cup is empty (R9.4, R9.6)."""
    mine = play.state.seats[seat]
    if not any(mine.builders) and not any(mine.goods.values()):
        return
    options = tuple(_numbered(_recallable(play.pack, mine)))
    least = 0 if mine.cup else 1
    picks = yield Prompt(seat, "manage.recall", options, least, len(options))
    recalled = []
    for pick in picks:
        place, _, word = kind_of(str(pick)).partition(":")
        _dice_at(play.pack, mine, place).remove(DIE[word])
        recalled.append(DIE[word])
    mine.cup += recalled
    if recalled:
        play.tell("recalled", seat, dice=dice_fact(sorted(recalled)), count=len(recalled))


def _recallable(pack: Pack, mine: SeatState) -> Iterator[str]:
    """Dice as `developments:colour`, `worlds:colour` or, for a good, the world's id and the colour."""
    for side, place in (DEVELOPMENTS, "developments"), (WORLDS, "worlds"):
        for colour in mine.builders[side]:
            yield f"{place}:{DIE_WORDS[colour]}"
    for world, goods in mine.goods.items():
        for colour in goods:
            yield f"{pack.faces[world].id}:{DIE_WORDS[colour]}"


def _numbered(names: Iterator[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name}#{seen[name]}"


def _dice_at(pack: Pack, mine: SeatState, place: str) -> list[int]:
    if place == "developments":
        return mine.builders[DEVELOPMENTS]
    return mine.builders[WORLDS] if place == "worlds" else mine.goods[pack.by_id[place]]
