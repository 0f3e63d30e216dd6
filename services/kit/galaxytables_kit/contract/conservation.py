"""Laws of conservation: no piece appears or vanishes, and the census counts every piece."""

from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.contract.places import places_of_pieces
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin, play_out


@law()
def the_census_counts_what_the_box_holds(inspection: Inspection) -> None:
    """When a table has just been set up, the census counts exactly what is in the box.

    The box holds all copies of every kind in the catalogue.
    """
    subject, catalogue = inspection.subject, inspection.catalogue()
    kinds = {component.kind for component in catalogue.values()}
    assert subject.printed | subject.absent <= kinds, "printed and absent are kinds of the catalogue"
    counted: set[str] = set()
    for live, _ in inspection.games(1, checkpoints=False):
        census = subject.census(live.play.state)
        box = subject.box(catalogue, live.play.options, live.play.seats)
        for kind in sorted({*box, *census}):
            assert dict(census.get(kind, {})) == box.get(kind, {}), f"{kind}: the census is not what the box holds"
        counted |= {kind for kind, pieces in census.items() if pieces}
    missing = kinds - counted - subject.printed - subject.absent
    assert not missing, f"no census of any table counts {sorted(missing)}"
    wrong = counted & (subject.printed | subject.absent)
    assert not wrong, f"declared as no pieces of these tables, but counted: {sorted(wrong)}"


@law()
def the_census_looks_at_the_state(inspection: Inspection) -> None:
    """The census really counts each piece in the state.

    If the value that stands for a piece is removed, the count is one less.
    """
    subject = inspection.subject
    for seats, setup in inspection.tables(seed=0):
        options = read_options(inspection.game.options_type, setup)
        live = begin(inspection.game, inspection.packs, seats, options, 0, checkpoints=False)
        census = subject.census(live.play.state)
        found = places_of_pieces(subject.census, live.play.state)
        nowhere = [(kind, name) for kind, pieces in census.items() for name in pieces if (kind, name) not in found]
        assert not nowhere, f"counted wherever they lie, or not at all: {nowhere}"


@law()
def random_games_end_and_conserve_components(inspection: Inspection) -> None:
    """Random games end with scores for all seats, and with the same pieces as at the start."""
    census = inspection.subject.census
    for live, random in inspection.games(inspection.subject.playouts, checkpoints=False):
        before = census(live.play.state)
        decisions = play_out(live, random)
        assert live.over
        assert decisions > 0
        assert census(live.play.state) == before
        assert [score.seat for score in live.scores()] == list(range(live.play.seats))


@law()
def components_are_conserved_at_every_choice(inspection: Inspection) -> None:
    """No choice makes a piece appear or vanish, not even between two prompts of one step."""
    census = inspection.subject.census
    for live, _ in inspection.thorough_games(checkpoints=False):
        before = census(live.play.state)
        while live.prompts:
            inspection.answer(live)
            assert census(live.play.state) == before
