"""The reveal, which shows the phases that are executed (R4.1-R4.3)."""

from collections.abc import Sequence

from galaxytables_kit import Seat, seated
from galaxytables_roll.dice import DIE_OF, FACES, PHASE_WORDS, PHASES, Colour
from galaxytables_roll.state import NO_DIE, RollPlay, SeatState
from galaxytables_roll.telling import NO_DICE, dice_fact, die_fact
from galaxytables_roll.workers import send_home

_PLAYERS_WITH_SPARE_DIE = 2


def lift_screens(play: RollPlay) -> None:
    """The screens are lifted, and each phase that any player selected will be executed (R4.1)."""
    state = play.state
    if play.listening:
        for seat, mine in seated(state.seats):
            _tell_assignment(play, seat, mine)
    state.executed = sorted({mine.selected for mine in state.seats})


def two_players(play: RollPlay) -> bool:
    """Return whether this is a two-player game."""
    return play.seats == _PLAYERS_WITH_SPARE_DIE


def roll_spare_die(play: RollPlay) -> None:
    """In a two-player game, a spare home die selects a phase too (R4.2)."""
    state = play.state
    state.extra = play.pack.rolls[Colour.HOME][play.chance.below(FACES)]
    play.tell("extra_die", face=PHASE_WORDS[state.extra], new=state.extra not in state.executed)
    state.executed = sorted({*state.executed, state.extra})


def send_idle_home(play: RollPlay) -> None:
    """Resting workers go back into the cup, and so do workers at phases that are not executed (R3.10, R4.3)."""
    inactive = [phase for phase in range(PHASES) if phase not in play.state.executed]
    for seat, mine in seated(play.state.seats):
        _clear_screen(play, seat, mine, inactive)


def _tell_assignment(play: RollPlay, seat: Seat, mine: SeatState) -> None:
    """Emit the selection, its die unless that was reassigned since, and where all others are (R3.16)."""
    places = [*zip(PHASE_WORDS, mine.strip, strict=True), ("dictate", mine.dictated)]
    explore, develop, settle, produce, ship, dictated = (
        dice_fact([DIE_OF[die] for die in dice]) if dice else NO_DICE for _, dice in places
    )
    play.tell(
        "selected",
        seat,
        phase=PHASE_WORDS[mine.selected],
        die="die elsewhere" if mine.selector == NO_DIE else die_fact(DIE_OF[mine.selector]),
        workers=", ".join(f"{place} {len(dice)}" for place, dice in places if dice) or "no other",
        explore=explore,
        develop=develop,
        settle=settle,
        produce=produce,
        ship=ship,
        dictated=dictated,
    )


def _clear_screen(play: RollPlay, seat: Seat, mine: SeatState, inactive: Sequence[int]) -> None:
    idle = len(mine.dictated)
    mine.cup += [DIE_OF[die] for die in mine.dictated]
    mine.dictated.clear()
    for phase in inactive:
        idle += send_home(mine, phase)
    if idle:
        play.tell("idle", seat, count=idle)
