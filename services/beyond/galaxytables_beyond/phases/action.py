"""The action phase: a seat moves its pawn, pays for the action and carries it out (R4)."""

from operator import attrgetter

from galaxytables_beyond.components.cards import Space
from galaxytables_beyond.operations.basic import perform
from galaxytables_beyond.operations.feasible import barred_spaces, usable_spaces
from galaxytables_beyond.phases.interlude import barred_powers, interlude, offers, take_up
from galaxytables_beyond.state import BeyondPlay, this_turn
from galaxytables_kit import Barred, Component, Flow, Prompt

_COMMITMENT = attrgetter("commitment")


def action(play: BeyondPlay) -> Flow[None]:
    """Let the seat whose turn it is choose a space and carry out its action (R4.1-R4.10).

    Before that, the seat may use once-per-turn powers.
    """
    turn = this_turn(play)
    seat = turn.seat
    while True:
        spaces = usable_spaces(play, seat)
        if not spaces:
            if (yield from interlude(play, seat)):
                continue
            play.tell("no_action", seat)
            return
        ready = offers(play, seat)
        barred = Barred(lambda: {**barred_spaces(play, seat), **barred_powers(play, seat)})
        (picked,) = yield Prompt(seat, "turn.action", (*spaces, *ready), default=(_plainest(spaces),), barred=barred)
        if picked in spaces:
            break
        yield from take_up(play, seat, str(picked))
    space = spaces[str(picked)]
    play.state.factions[seat].pawn = space.id
    turn.takeovers = [0] * play.seats
    play.tell("action", seat, card=Component(space.deed.component), space=space.id)
    yield from perform(play, seat, space.deed, space.surcharge)


def _plainest(spaces: dict[str, Space]) -> str:
    """Return the default space: the one that may be kept, or else the one with the least commitment."""
    return min(spaces.values(), key=_COMMITMENT).id
