"""Laws of undo: which choices can be undone, and how much others see of an undo."""

from galaxytables.rules.v1 import rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import Moment, viewer_of, views_by_viewer
from galaxytables_contract.inspection import Inspection, Sight, law
from galaxytables_contract.laws.refusing import accepted, refused
from galaxytables_contract.reading import strings_in


@law(Sight.UNDONE, Sight.UNDONE_IN_SECRET, Sight.NOT_UNDONE)
def undo_leads_to_where_the_game_stood(inspection: Inspection) -> None:
    """Undo restores the position before the choice. A seat that cannot undo is refused."""
    for moment in inspection.all_moments():
        undoable = set(moment.standing.undoable_seats)
        hold(undoable <= set(range(moment.game.setup.seats)), "undoable_seats has seats that nobody has")
        last = moment.game.steps[moment.step - 1] if moment.step else None
        if last is not None and last.prompt.seat in undoable:
            _take_back(inspection, moment, last.prompt.seat)
    for moment in inspection.some_moments():
        for seat in set(range(moment.game.setup.seats)) - set(moment.standing.undoable_seats):
            request = rules_pb2.UndoRequest(position=moment.position, seat=seat)
            words = f"seat {seat} is not among undoable_seats, and takes a choice back"
            refused(inspection.rules.undo, request, "NOTHING_TO_UNDO", "UNDO_REFUSED", values=("seat",), words=words)
            inspection.saw(Sight.NOT_UNDONE)


def _take_back(inspection: Inspection, moment: Moment, seat: int) -> None:
    """Undo the last choice of a game and check the position."""
    inspection.saw(Sight.UNDONE)
    last = moment.game.steps[moment.step - 1]
    undone = accepted(inspection.rules.undo, _request(moment, seat), f"seat {seat} is among undoable_seats")
    hold(undone.prompt_id == last.prompt.id, f"the prompt {undone.prompt_id} is open again, not {last.prompt.id}")
    hold(
        undone.withdrawn_events == len(last.response.events),
        f"{undone.withdrawn_events} events did not happen, not {len(last.response.events)}",
    )
    hold(undone.standing == last.before.standing, "the game does not stand as before the choice")
    views = views_by_viewer(undone.views)
    for viewer, view in views.items():
        hold(view == last.before.views[viewer], f"viewer {viewer} does not see what it saw before the choice")
    hold(undone.hidden == last.response.hidden, "a choice is hidden, and taking it back is not, or the other way round")
    if undone.hidden:
        inspection.saw(Sight.UNDONE_IN_SECRET)


@law(Sight.UNDONE)
def what_can_be_taken_back_told_nothing_hidden(inspection: Inspection) -> None:
    """A choice that can be undone has shown its seat only things that the seat had seen before."""
    names = frozenset(component.id for component in inspection.catalogue.components)
    for step in inspection.all_steps():
        seat = step.prompt.seat
        if seat not in step.after.standing.undoable_seats:
            continue
        inspection.saw(Sight.UNDONE)
        parts = [part for event in step.response.events for part in event.private_parts if part.seat == seat]
        revealed = frozenset[str]().union(*[strings_in(part.SerializeToString()) for part in parts])
        fresh = (revealed & names) - _shown_to(step.before, seat)
        hold(not fresh, f"seat {seat} learns of {', '.join(sorted(fresh))} by a choice that it can take back")


def _shown_to(moment: Moment, seat: int) -> frozenset[str]:
    """Return all texts in a seat's view and prompts."""
    prompts = [prompt.SerializeToString() for prompt in moment.standing.prompts if prompt.seat == seat]
    return strings_in(moment.views[seat].value).union(*map(strings_in, prompts))


@law(Sight.UNDONE_IN_SECRET)
def others_notice_nothing_of_a_secret_undo(inspection: Inspection) -> None:
    """Undoing a secret choice changes no view or prompt of other seats, even if these have chosen since."""
    for moment in inspection.all_moments():
        for seat in moment.standing.undoable_seats:
            if moment.step and moment.game.steps[moment.step - 1].prompt.seat == seat:
                continue
            undone = inspection.rules.undo(_request(moment, seat))
            open_ids = {prompt.id for prompt in undone.standing.prompts if prompt.seat == seat}
            hold(undone.prompt_id in open_ids, f"the prompt {undone.prompt_id} is not open again")
            if not undone.hidden:
                continue
            inspection.saw(Sight.UNDONE_IN_SECRET)
            for viewer, view in views_by_viewer(undone.views).items():
                hold(
                    viewer == seat or view == moment.views[viewer],
                    f"viewer {viewer} sees that seat {seat} takes a hidden choice back",
                )
            others = [prompt for prompt in undone.standing.prompts if prompt.seat != seat]
            same = others == [prompt for prompt in moment.standing.prompts if prompt.seat != seat]
            hold(same, "others are asked something else after a hidden choice was taken back")


def _request(moment: Moment, seat: int) -> rules_pb2.UndoRequest:
    viewers = map(viewer_of, moment.game.setup.viewers)
    return rules_pb2.UndoRequest(position=moment.position, seat=seat, viewers=viewers)
