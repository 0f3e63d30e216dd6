"""The law of undo: a choice that is taken back leaves no trace."""

from random import Random

import pytest

from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.contract.naming import names_asked
from galaxytables_kit.contract.secrecy import exchanged_and_not
from galaxytables_kit.contract.subject import Sight
from galaxytables_kit.errors import NothingToUndo, UndoRefused
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.seat import Seat


@law(Sight.UNDONE, Sight.UNDONE_IN_SECRET, Sight.NOT_UNDONE, Sight.NOTHING_TO_UNDO)
def undo_restores_the_position(inspection: Inspection) -> None:
    """Undo restores the position before the choice, and is refused if the choice cannot be undone.

    A choice that can be undone has revealed nothing hidden to its seat. If it was made in secret, it has changed no
    other viewer's view. The search for anything revealed takes long, so it covers one seat at a time.
    """
    before = b""
    for live, random in inspection.moments():
        if inspection.is_one_more(live):
            before = live.position()
            continue
        again = LiveGame.restore(inspection.game, inspection.packs, live.position())
        assert not again.play.events
        allowed = again.undoable_seats()
        searched = random.choice(list(allowed)) if allowed else None
        for seat in again.play.all_seats:
            if seat in allowed:
                undone = _take_back(inspection, again, seat, before, random)
                if seat == searched:
                    _showed_nothing(inspection, undone, again, seat, random)
                inspection.saw(Sight.UNDONE)
            else:
                with pytest.raises((NothingToUndo, UndoRefused)) as refused:
                    again.undo(seat)
                inspection.saw(Sight.NOT_UNDONE if refused.type is UndoRefused else Sight.NOTHING_TO_UNDO)
        before = live.position()


def _take_back(inspection: Inspection, live: AnyLive, seat: Seat, before: bytes, random: Random) -> AnyLive:
    """Undo the last choice of a seat; if nobody has chosen since, check that it restores the position before."""
    undone, reopened, withdrawn = live.undo(seat)
    assert reopened.split(".")[1] == str(seat)
    if live.play.holding:
        other = random.choice([viewer for viewer in live.play.all_seats if viewer != seat])
        assert inspection.gallery.view(undone, other) == inspection.gallery.view(live, other), f"viewer {other}"
        inspection.saw(Sight.UNDONE_IN_SECRET)
    last = inspection.answered
    if last is not None and last.seat == seat:
        assert (undone.position(), reopened, withdrawn) == (before, last.prompt_id, len(last.events))
    return undone


def _showed_nothing(inspection: Inspection, undone: AnyLive, live: AnyLive, seat: Seat, random: Random) -> None:
    """Check that nothing was hidden from the seat that its choice showed."""
    gallery = inspection.gallery
    before = gallery.names_seen(undone, seat).keys() | names_asked(undone, seat)
    shown = (gallery.names_seen(live, seat).keys() | (names_asked(live, seat) & gallery.names)) - before
    if shown:
        hidden, _ = exchanged_and_not(inspection, undone.play.state, seat, names=shown, seen=before, random=random)
        assert not hidden, f"seat {seat} saw {sorted(hidden)} by a choice that can be taken back"
