"""Laws of drawing: a front end can draw every prompt, and every reason against an option, without any words."""

from collections.abc import Iterable

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import Moment
from galaxytables_contract.inspection import Inspection, Sight, law
from galaxytables_contract.laws.refusing import refused
from galaxytables_contract.reading import strings_in


@law()
def every_option_stands_for_something_seen(inspection: Inspection) -> None:
    """The pieces and places of an option are in the view of its seat, and no two options have the same targets."""
    known = {component.id for component in inspection.catalogue.components}
    for moment in inspection.all_moments():
        for prompt in moment.standing.prompts:
            stood_for = [written(option.targets) for option in prompt.options]
            hold(all(stood_for), f"an option of {prompt.kind} stands for nothing")
            hold(len(set(stood_for)) == len(stood_for), f"two options of {prompt.kind} stand for the same")
            for option in prompt.options:
                _check_targets(moment, prompt, option.targets)
                in_catalogue = not option.component or option.component in known
                hold(in_catalogue, f"{prompt.kind}: the component {option.component} is not in the catalogue")


@law(Sight.BARRED)
def what_is_barred_has_a_reason(inspection: Inspection) -> None:
    """A pick that a rule forbids is visible in the view and is not an option, and the reason names a rule paragraph."""
    for moment in inspection.some_moments():
        for prompt in moment.standing.prompts:
            request = rules_pb2.ExplainRequest(position=moment.position, seat=prompt.seat, prompt_id=prompt.id)
            said = inspection.rules.explain(request)
            hold(said.otherwise.kind, f"{prompt.kind}: no reason for all else on the table")
            offered = {written(option.targets) for option in prompt.options}
            for bar in said.bars:
                inspection.saw(Sight.BARRED)
                hold(bar.targets, f"{prompt.kind}: what is barred stands for nothing")
                hold(written(bar.targets) not in offered, f"{prompt.kind} offers and bars the same")
                hold(bar.reason.kind, f"{prompt.kind}: what is barred has no reason")
                hold(bar.reason.paragraph, f"{prompt.kind}: the reason {bar.reason.kind} names no paragraph")
                _check_targets(moment, prompt, bar.targets)
            other = (prompt.seat + 1) % moment.game.setup.seats
            request.seat = other
            words, values = f"seat {other} asks for why of seat {prompt.seat}", ("seat", "prompt")
            if other != prompt.seat:
                refused(inspection.rules.explain, request, "NOT_YOUR_PROMPT", values=values, words=words)
            request.prompt_id = "no such prompt"
            words = "Explain of no open prompt"
            refused(inspection.rules.explain, request, "PROMPT_CLOSED", values=("prompt",), words=words)


def _check_targets(moment: Moment, prompt: game_pb2.Prompt, targets: Iterable[game_pb2.Target]) -> None:
    seen = strings_in(moment.views[prompt.seat].value)
    for target in targets:
        match target.WhichOneof("stands_for"):
            case "piece":
                hold(target.piece in seen, f"{prompt.kind}: the piece {target.piece} is not in the view")
            case "place":
                hold(target.place in seen, f"{prompt.kind}: the place {target.place} is not in the view")
            case "seat":
                hold(target.seat < moment.game.setup.seats, f"{prompt.kind}: nobody has seat {target.seat}")
            case stands_for:
                hold(stands_for, f"{prompt.kind}: a target of nothing")


def written(targets: Iterable[game_pb2.Target]) -> bytes:
    """Return targets as bytes; equal targets give equal bytes."""
    return b"\0".join(target.SerializeToString(deterministic=True) for target in targets)
