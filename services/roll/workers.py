"""Workers at a phase: counting them, using them, sending them home."""

from services.roll.dice import FACES
from services.roll.state import NONE, SeatState


def workers_at(mine: SeatState, phase: int) -> list[int]:
    """Colours of the real workers at a phase, the selecting die included (R3.6)."""
    colours = [die // FACES for die in mine.strip[phase]]
    if mine.selected == phase and mine.selector != NONE:
        colours.append(mine.selector // FACES)
    return colours


def any_at(mine: SeatState, phase: int) -> bool:
    """Whether a player has workers at a phase, real or virtual."""
    return bool(mine.strip[phase] or mine.virtual) or (mine.selected == phase and mine.selector != NONE)


def take_worker(mine: SeatState, phase: int, colour: int) -> None:
    """Take a real worker of a colour away from its phase: it is about to lie elsewhere."""
    for die in mine.strip[phase]:
        if die // FACES == colour:
            mine.strip[phase].remove(die)
            return
    mine.selector = NONE


def take_workers(mine: SeatState, phase: int) -> None:
    """Take all real workers away from a phase: they are about to lie elsewhere."""
    mine.strip[phase].clear()
    if mine.selected == phase:
        mine.selector = NONE


def send_home(mine: SeatState, phase: int) -> int:
    """Workers without a task go back to the cup, virtual ones vanish (R4.9, R13.19); give the number of real ones."""
    if not any_at(mine, phase):
        return 0
    left = workers_at(mine, phase)
    mine.cup += left
    take_workers(mine, phase)
    mine.virtual.clear()
    return len(left)
