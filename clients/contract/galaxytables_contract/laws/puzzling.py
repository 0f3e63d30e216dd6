"""The law of puzzles: the question and answers of a puzzle fit its game."""

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused

_TRIED = 3
_WIN_PERCENT = "win_percent"


@law()
def a_puzzle_asks_what_can_be_answered(inspection: Inspection) -> None:
    """A puzzle has a prompt for one seat, the view of this seat, and legal answers, best first."""
    said = inspection.description
    hold(len(set(said.puzzles)) == len(said.puzzles), "two puzzles have one id")
    outlined = [outline.id for outline in said.puzzle_outlines]
    hold(not outlined or outlined == list(said.puzzles), "the outlines are of other puzzles, or in another order")
    kinds = {outline.id: outline.kind for outline in said.puzzle_outlines}
    for puzzle_id in said.puzzles[:: max(1, len(said.puzzles) // _TRIED)]:
        inspection.where = f"puzzle {puzzle_id}"
        puzzle = inspection.rules.puzzle(rules_pb2.PuzzleRequest(id=puzzle_id))
        prompt, view = puzzle.prompt, puzzle.view
        hold(puzzle.id == puzzle_id, f"it says that it is {puzzle.id}")
        hold(kinds.get(puzzle_id, prompt.kind) == prompt.kind, f"its outline says that it asks {kinds.get(puzzle_id)}")
        hold(view.viewer.HasField("seat") and view.viewer.seat == prompt.seat, "another than who is asked looks on")
        hold(view.view.TypeName() == said.view_type, f"it shows a {view.view.TypeName()}, no {said.view_type}")
        hold(len(puzzle.answers) > 1, "it has no answers to choose from")
        for answer in puzzle.answers:
            _answers(answer, prompt)
        solving = [answer.solves for answer in puzzle.answers]
        hold(solving == sorted(solving, reverse=True), "an answer that solves it stands behind one that does not")
        hold(solving[0] and not solving[-1], "no answer solves it, or all do")
        chances = [_chance(answer) for answer in puzzle.answers]
        hold(chances == sorted(chances, reverse=True), "a better answer stands behind a worse one")
    if said.puzzles:
        request = rules_pb2.PuzzleRequest(id="none")
        refused(inspection.rules.puzzle, request, "UNKNOWN_PUZZLE", values=("puzzle",), words="no puzzle")


def _answers(answer: rules_pb2.PuzzleAnswer, prompt: game_pb2.Prompt) -> None:
    """Raise `LawBrokenError` unless an answer to a puzzle is one that the prompt allows."""
    offered = {option.id for option in prompt.options}
    hold(set(answer.picks) <= offered, f"{answer.picks} is not on offer")
    hold(len(set(answer.picks)) == len(answer.picks), f"{answer.picks} has an option twice")
    hold(prompt.least <= len(answer.picks) <= prompt.most, f"{answer.picks} are too few or too many")


def _chance(answer: rules_pb2.PuzzleAnswer) -> int:
    return next((fact.number for fact in answer.facts if fact.name == _WIN_PERCENT), 0)
