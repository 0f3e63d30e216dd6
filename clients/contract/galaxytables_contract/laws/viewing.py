"""Laws of views: each view belongs to the viewer for whom it was requested."""

from galaxytables.rules.v1 import rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import Viewer, seat_of, viewer_of
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused


@law()
def views_are_those_that_were_asked_for(inspection: Inspection) -> None:
    """Views come in the order of the request, and have the type that Describe names.

    A view is the same whatever other views are requested in the same call.
    """
    for moment in inspection.some_moments():
        viewers: list[Viewer] = [*reversed(moment.game.setup.viewers), 0]
        request = rules_pb2.ViewRequest(position=moment.position, viewers=map(viewer_of, viewers))
        views = inspection.rules.view(request).views
        hold([seat_of(view.viewer) for view in views] == viewers, "views are not in the order of the request")
        for viewer, view in zip(viewers, views, strict=True):
            name = view.view.type_url.rpartition("/")[2]
            hold(name == inspection.description.view_type, f"a view is a {name}, not the view_type of Describe")
            hold(view.view == moment.views[viewer], f"viewer {viewer} sees something else than with the choice before")
            alone = rules_pb2.ViewRequest(position=moment.position, viewers=[viewer_of(viewer)])
            hold(inspection.rules.view(alone).views[0] == view, f"viewer {viewer} sees something else alone")


@law()
def nobody_sees_from_a_seat_that_is_not_there(inspection: Inspection) -> None:
    """A view for a seat that does not exist is refused with UNKNOWN_SEAT."""
    for moment in inspection.some_moments():
        for seat in (moment.game.setup.seats, 2**32 - 1):
            request = rules_pb2.ViewRequest(position=moment.position, viewers=[viewer_of(seat)])
            words = f"a view from seat {seat} of {moment.game.setup.seats}"
            refused(inspection.rules.view, request, "UNKNOWN_SEAT", values=("seat",), words=words)


@law()
def views_for_whoever_is_asked_come_only_then(inspection: Inspection) -> None:
    """A seat that a request names in `viewers_if_asked` gets a view only if it has an open prompt.

    A service may also send no such views at all.
    """
    for step in inspection.some_steps():
        everybody = map(viewer_of, step.before.game.setup.viewers)
        request = rules_pb2.ApplyRequest(
            position=step.request.position, choice=step.request.choice, viewers_if_asked=everybody
        )
        views = {seat_of(view.viewer): view.view for view in inspection.rules.apply(request).views}
        asked = {prompt.seat for prompt in step.after.standing.prompts}
        hold(not views or views.keys() == asked, f"seats {asked} are asked, and {set(views)} have a view")
        for viewer, view in views.items():
            hold(view == step.after.views[viewer], f"viewer {viewer} sees something else than if always asked for")
