"""Workers at a phase: counting them, using them, sending them home."""

from services.roll.dice import FACES, colour_of
from services.roll.state import NONE, SeatState


def workers_at(mine: SeatState, phase: int) -> list[int]:
    """Colours of the real workers at a phase, the selecting die included (R3.6)."""
    colours = [die // FACES for die in mine.strip[phase]]
    if mine.selected == phase and mine.selector != NONE:
        colours.append(mine.selector // FACES)
    return colours


def take_worker(mine: SeatState, phase: int, colour: int) -> None:
    """Take a real worker of a colour away from its phase: it is about to lie elsewhere."""
    for die in mine.strip[phase]:
        if colour_of(die) == colour:
            mine.strip[phase].remove(die)
            return
    mine.selector = NONE


def send_home(mine: SeatState, phase: int) -> int:
    """Workers without a task go back to the cup, virtual ones vanish (R4.9, R13.19); give the number of real ones."""
    left = workers_at(mine, phase)
    if left:
        mine.cup += left
        mine.strip[phase].clear()
        if mine.selected == phase:
            mine.selector = NONE
    mine.virtual.clear()
    return len(left)
