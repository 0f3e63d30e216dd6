"""Roll for the Galaxy passes the suite that every game passes."""

from random import Random

from services.kit.contract import Subject, contract
from services.roll.dice import FACES, WILD
from services.roll.rules import ROLL
from services.roll.state import NONE, RollState, SeatState, Step, dice_of


def census(state: RollState) -> tuple[int, ...]:
    """Each tile once; dice of each colour, of players and in the supply."""
    tiles = [*state.bag, *state.abandoned]
    for seat in state.seats:
        tiles += [*seat.drawn, *seat.stacks[0], *seat.stacks[1]]
        tiles += [face // 2 for face in seat.empire if face < 110]
    assert sorted(tiles) == list(range(55))
    dice = list(state.supply)
    for seat in state.seats:
        assert 0 <= seat.credits <= 10
        for colour in dice_of(seat):
            dice[colour] += 1
    assert min(state.supply) >= 0
    assert sum(dice) == 111
    return tuple(dice)


def permute_hidden(state: RollState, viewer: int | None, random: Random) -> None:
    """Exchange unseen tiles; roll the dice behind other screens again."""
    others = [seat for number, seat in enumerate(state.seats) if number != viewer]
    places = [(state.bag, 0), (state.abandoned, 0), *((seat.drawn, 0) for seat in others)]
    places += [(stack, 1) for seat in others for stack in seat.stacks]
    tiles = [tile for place, top in places for tile in place[top:]]
    random.shuffle(tiles)
    for place, top in places:
        place[top:] = [tiles.pop() for _ in place[top:]]
    if state.step == Step.ASSIGN:
        for seat in others:
            _assign_anew(seat, random)


def _assign_anew(seat: SeatState, random: Random) -> None:
    """Other faces, at other phases; if a phase is selected another one, by another die or by one that moved since."""
    dice = [*seat.wild, *seat.dictated, *(die for dice in seat.strip for die in dice)]
    dice += [seat.selector] if seat.selector != NONE else []
    random.shuffle(dice)
    seat.wild, seat.dictated, seat.strip, seat.selector = [], [], [[] for _ in seat.strip], NONE
    if seat.selected != NONE:
        seat.selected = random.randrange(len(seat.strip))
        if random.random() < 0.5:
            seat.selector = dice.pop() // FACES * FACES + random.randrange(FACES)
    for die in dice:
        face = random.randrange(FACES)
        shown = die // FACES * FACES + face
        (seat.wild if face == WILD else seat.strip[face]).append(shown)


TestContract = contract(Subject(ROLL, census, permute_hidden, playouts=25, thorough_playouts=1))
TestContractWithCheaperSides = contract(
    Subject(ROLL, census, permute_hidden, setups=({"sides": "cheaper"},), seats=(2,), playouts=10, thorough_playouts=1)
)
