"""Laws of completeness: scores name all sources of points, and the catalogue lists all components."""

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.playout import play_out


@law()
def score_parts_are_told(inspection: Inspection) -> None:
    """Totals are the sums of their parts, and every seat has the same sources of points."""
    for live, random in inspection.thorough_games(checkpoints=False):
        play_out(live, random)
        scores = live.scores()
        assert len({tuple(score.parts) for score in scores}) == 1
        assert all(score.total == sum(score.parts.values()) for score in scores)


@law()
def the_catalogue_names_every_component(inspection: Inspection) -> None:
    """Component ids are unique, and each component has a name, a kind, a number of copies and a provenance."""
    game = inspection.game
    catalogue = inspection.catalogue()
    assert len(catalogue) == len(list(game.components(inspection.gallery.pack))) > 0
    for component in catalogue.values():
        assert component.name, component.id
        assert component.kind, component.id
        assert component.copies > 0 or component.kind in inspection.subject.printed, component.id
        assert component.provenance != rules_pb2.PROVENANCE_UNSPECIFIED
