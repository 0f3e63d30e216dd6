"""The steps Roll and Assign, behind the screens (R3)."""

from galaxytables_kit import Barred, ChoiceRefused, Flow, Picks, Prompt, Reason, Seat, together
from galaxytables_roll.dice import (
    DIE_OF,
    FACES,
    OF_A_COLOUR,
    PHASE,
    PHASE_WORDS,
    SHOWING,
    WILD,
    name_dice,
    name_workers,
    phase_in,
)
from galaxytables_roll.phases.reassign import reassign, standing
from galaxytables_roll.reasons import like_workers
from galaxytables_roll.state import RollPlay, SeatState

NOT_WILD = Reason("not_wild", "R3.4")


def roll(play: RollPlay) -> None:
    """Every player rolls all dice of the cup; the faces decide where they lie on the strip (R3.2, R3.3)."""
    state = play.state
    state.round += 1
    play.tell("round", round=state.round)
    rolls, below = play.pack.rolls, play.chance.below
    for mine in state.seats:
        mine.cup.sort()
        for die in mine.cup:
            face = rolls[die // OF_A_COLOUR][below(FACES)]
            (mine.wild if face == WILD else mine.strip[face]).append(SHOWING[die][face])
        mine.cup.clear()


def assign(play: RollPlay) -> Flow[None]:
    """All players assign their dice in secret (R3.3-R3.18)."""
    yield from together(play, [_assign(play, seat) for seat in play.all_seats])


def _assign(play: RollPlay, seat: Seat) -> Flow[None]:
    mine = play.state.seats[seat]
    yield from _select(mine, seat)
    yield from _place_wild(mine, seat)
    yield from reassign(play, seat)


def _select(mine: SeatState, seat: Seat) -> Flow[None]:
    """Let one worker, whatever its face, select one phase (R3.5, R3.6)."""
    counts = [len(dice) for dice in mine.strip]
    fullest = counts.index(max(counts))
    (word,) = yield Prompt(seat, "assign.phase", PHASE_WORDS, default=(PHASE_WORDS[fullest],))
    phase = mine.selected = PHASE[str(word)]
    fitting = [(phase, die) for die in (*mine.strip[phase], *mine.wild)]
    candidates = fitting + [worker for worker in standing(mine) if worker[0] != phase]
    workers = name_workers(candidates, 1)

    alike = Barred(lambda: like_workers(seat, "R3.6", candidates, workers))
    (pick,) = yield Prompt(seat, "assign.selector", tuple(workers), subject=word, pieces=workers, barred=alike)
    die = workers[pick]
    (mine.wild if die in mine.wild else mine.strip[phase_in(pick)]).remove(die)
    mine.selector = die


def _place_wild(mine: SeatState, seat: Seat) -> Flow[None]:
    """Put wild dice at the selected phase, unless the player sends them elsewhere (R3.4)."""
    wild = sorted(mine.wild)
    if not wild:
        return
    others = [word for phase, word in enumerate(PHASE_WORDS) if phase != mine.selected]
    dice = dict(zip(name_dice([DIE_OF[die] for die in wild]), wild, strict=True))
    options = {f"{name}>{word}": die for name, die in dice.items() for word in others}
    rule = _one_phase_each if len(wild) > 1 else None
    barred = Barred(lambda: {DIE_OF[die]: NOT_WILD for _, die in standing(mine)})
    picks = yield Prompt(
        seat, "assign.wild", tuple(options), 0, len(wild), default=(), rule=rule, pieces=options, barred=barred
    )
    sent = dict(str(pick).split(">") for pick in picks)
    mine.wild.clear()
    for name, die in dice.items():
        phase = PHASE[sent[name]] if name in sent else mine.selected
        mine.strip[phase].append(die)


def _one_phase_each(picks: Picks) -> None:
    dice = {str(pick).partition(">")[0] for pick in picks}
    if len(dice) < len(picks):
        raise ChoiceRefused("each wild die goes to one phase", "R3.4", "one_phase_each")
