"""Laws of drawing: a client without words can draw every question, and every reason against an option."""

from collections.abc import Iterable

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.facts import fact_messages, target_message
from galaxytables_kit.live import AnyLive
from galaxytables_kit.wire import add_prompts, bar_messages, prompt_message


@law()
def every_option_is_drawn(inspection: Inspection) -> None:
    """Each option stands for something that its seat sees, and no two options of a prompt stand for the same."""
    for live, _ in inspection.differing_moments():
        for key, prompt in live.prompts.items():
            message = prompt_message(live, key, prompt)
            seen = inspection.gallery.strings_seen(live, prompt.seat)
            stood_for = [_written(option.targets) for option in message.options]
            assert all(stood_for), f"an option of {prompt.kind} stands for nothing"
            assert len(set(stood_for)) == len(stood_for), f"two options of {prompt.kind} stand for the same"
            for option in message.options:
                _check_is_drawn(live, prompt.kind, option.targets, seen)


@law()
def every_reason_is_drawn(inspection: Inspection) -> None:
    """Each pick that a rule forbids is on the table, is no option, and has a declared reason with a rule paragraph."""
    for live, _ in inspection.differing_moments():
        for key, prompt in live.prompts.items():
            if not prompt.barred:
                continue
            message = prompt_message(live, key, prompt)
            offered = {_written(option.targets) for option in message.options}
            seen = inspection.gallery.strings_seen(live, prompt.seat)
            for bar in bar_messages(live, prompt):
                assert _written(bar.targets) not in offered, f"{prompt.kind} offers and bars the same"
                assert bar.reason.paragraph, bar.reason.kind
                _check_is_drawn(live, prompt.kind, bar.targets, seen)


@law()
def open_prompts_say_the_same(inspection: Inspection) -> None:
    """A prompt that stays open while others choose equals the prompt as it would be built now."""
    for live, _ in inspection.differing_moments():
        standing = rules_pb2.Standing()
        add_prompts(live, standing)
        for sent, (key, prompt) in zip(standing.prompts, live.prompts.items(), strict=True):
            assert sent == prompt_message(live, key, prompt), f"{prompt.kind} stays open and changed"


@law()
def kept_options_say_the_same(inspection: Inspection) -> None:
    """A cached option equals the option as it would be built now."""
    for live, _ in inspection.differing_moments():
        for key, prompt in live.prompts.items():
            for pick, sent in zip(prompt.options, prompt_message(live, key, prompt).options, strict=True):
                offer = live.game.offer(live.play, prompt, pick)
                anew = game_pb2.Option(
                    id=str(pick),
                    component=offer.component,
                    targets=map(target_message, offer.targets),
                    facts=fact_messages(offer.facts),
                )
                assert sent == anew, f"an option of {prompt.kind} is cached and out of date"


def _check_is_drawn(live: AnyLive, kind: str, targets: Iterable[game_pb2.Target], seen: frozenset[str]) -> None:
    for target in targets:
        match target.WhichOneof("stands_for"):
            case "piece":
                assert target.piece in seen, f"{kind}: the piece {target.piece} is not in the view"
            case "place":
                assert target.place in seen, f"{kind}: the place {target.place} is not in the view"
            case "seat":
                assert target.seat < live.play.seats, kind
            case stands_for:
                assert stands_for, f"{kind}: a target of nothing"


def _written(targets: Iterable[game_pb2.Target]) -> bytes:
    return b"\0".join(target.SerializeToString(deterministic=True) for target in targets)
