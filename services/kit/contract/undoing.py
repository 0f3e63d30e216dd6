"""What can be taken back, and what stands."""

from random import Random

import pytest

from services.kit.contract.inspection import Inspection, Live, law
from services.kit.contract.naming import names_asked, names_in
from services.kit.contract.secrecy import exchanged_and_not
from services.kit.contract.subject import Sight
from services.kit.errors import NothingToUndo, UndoRefused
from services.kit.live import LiveGame
from services.kit.playout import random_answer


@law(Sight.UNDONE, Sight.UNDONE_IN_SECRET, Sight.NOT_UNDONE, Sight.NOTHING_TO_UNDO)
def undo_restores_the_position(inspection: Inspection) -> None:
    """What can be taken back leads to the position before; everything else is refused.

    What one takes back showed him nothing that was hidden; in secret, it changes nothing that another sees.
    """
    for live, random in inspection.moments():
        again = LiveGame.restore(inspection.game, inspection.shelf, live.position())
        allowed = again.undoable_seats()
        for seat in range(again.play.seats):
            if seat in allowed:
                undone, reopened, _ = again.undo(seat)
                assert reopened.split(".")[1] == str(seat)
                _showed_nothing(inspection, undone, again, seat, random)
                inspection.saw(Sight.UNDONE)
                if again.play.holding:
                    other = random.choice([viewer for viewer in range(again.play.seats) if viewer != seat])
                    assert undone.view(other) == again.view(other), f"viewer {other}"
                    inspection.saw(Sight.UNDONE_IN_SECRET)
            else:
                with pytest.raises((NothingToUndo, UndoRefused)) as refused:
                    again.undo(seat)
                inspection.saw(Sight.NOT_UNDONE if refused.type is UndoRefused else Sight.NOTHING_TO_UNDO)
        if not again.prompts:
            continue
        before, events_before = again.position(), len(again.play.told)
        key, prompt = random.choice(list(again.prompts.items()))
        told = again.answer(prompt.seat, key, random_answer(prompt, random))
        assert events_before == 0
        if prompt.seat in again.undoable_seats():
            undone, reopened, withdrawn = again.undo(prompt.seat)
            assert (undone.position(), reopened, withdrawn) == (before, key, len(told))


def _showed_nothing(inspection: Inspection, undone: Live, live: Live, seat: int, random: Random) -> None:
    """What the seat sees by its choice, and did not see before, was not hidden from it."""
    known = inspection.names
    before = names_in(undone.view(seat), known).keys() | names_asked(undone, seat)
    shown = (names_in(live.view(seat), known).keys() | (names_asked(live, seat) & known)) - before
    if shown:
        hidden, _ = exchanged_and_not(inspection, undone.play.state, seat, names=shown, seen=before, random=random)
        assert not hidden, f"seat {seat} saw {sorted(hidden)} by a choice that can be taken back"
