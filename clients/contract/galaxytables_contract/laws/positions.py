"""Laws of positions: a position is the whole state of a game, and equal requests have equal responses."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeAlias

from google.protobuf.message import Message

from galaxytables.bounds.v1 import bounds_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import CallRefusedError, hold
from galaxytables_contract.games import Moment, opening, viewer_of
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused

_DIGEST_BYTES = 16
_NOT_CACHED = "POSITION_NOT_CACHED"
_OPTIONS = rules_pb2.PositionRef.DESCRIPTOR.fields_by_name["position"].GetOptions()
_MAX_BYTES: int = _OPTIONS.Extensions[bounds_pb2.max_bytes]

Request: TypeAlias = Any  # the type system cannot relate the request to its call
Call: TypeAlias = Callable[[Request], Message]


def serialized(message: Message) -> bytes:
    """Return a message as bytes; equal messages give equal bytes."""
    return message.SerializeToString(deterministic=True)


def calls_on(inspection: Inspection, moment: Moment) -> list[tuple[str, Call, Request]]:
    """Return every call that can be made with the position of a moment: its name, its method and its request."""
    rules, position, standing = inspection.rules, moment.position, moment.standing
    viewers = [viewer_of(viewer) for viewer in moment.game.setup.viewers]
    reason = game_pb2.END_REASON_ABANDONED
    calls: list[tuple[str, Call, Request]] = [
        ("View", rules.view, rules_pb2.ViewRequest(position=position, viewers=viewers))
    ]
    if not standing.over:
        calls.append(("Close", rules.close, rules_pb2.CloseRequest(position=position, reason=reason, viewers=viewers)))
    if standing.prompts:
        prompt = moment.game.steps[moment.step].prompt
        explain = rules_pb2.ExplainRequest(position=position, seat=prompt.seat, prompt_id=prompt.id)
        choice = rules_pb2.ApplyRequest()
        choice.CopyFrom(moment.game.steps[moment.step].request)
        calls += [("Apply", rules.apply, choice), ("Explain", rules.explain, explain)]
    for seat in standing.undoable_seats:
        calls.append(("Undo", rules.undo, rules_pb2.UndoRequest(position=position, seat=seat, viewers=viewers)))
    return calls


@law()
def the_same_request_has_the_same_answer(inspection: Inspection) -> None:
    """Equal requests have responses that are equal byte for byte, whatever calls were made in between.

    Two games with the same seed and choices are equal.
    """
    for game in inspection.each_game():
        again = inspection.rules.new_game(opening(game.setup, game.seed))
        hold(serialized(again) == serialized(game.begun), "NewGame is answered otherwise than before")
    first: list[tuple[str, Call, Request, bytes]] = []
    for moment in inspection.some_moments():
        for name, call, request in calls_on(inspection, moment):
            first.append((name, call, request, serialized(call(request))))
        if moment.standing.prompts:
            step = moment.game.steps[moment.step]
            hold(
                serialized(inspection.rules.apply(step.request)) == serialized(step.response),
                "Apply is answered otherwise",
            )
    for name, call, request, answer in reversed(first):
        hold(serialized(call(request)) == answer, f"{name} is answered otherwise than before")


@law()
def viewers_change_nothing(inspection: Inspection) -> None:
    """The state and events of a game do not depend on the viewers that a request asks for."""
    for step in inspection.some_steps():
        request = rules_pb2.ApplyRequest(position=step.request.position, choice=step.request.choice)
        unseen = inspection.rules.apply(request)
        hold(not unseen.views, "Apply returns views that nobody asked for")
        hold(unseen.standing == step.response.standing, "who looks changes the standing")
        hold(list(unseen.events) == list(step.response.events), "who looks changes what happens")


@law()
def positions_are_named_by_their_digests(inspection: Inspection) -> None:
    """A digest identifies its position.

    A service that gets only a digest finds the position by it, or answers POSITION_NOT_CACHED.
    """
    form = inspection.description.position_form
    for moment in inspection.some_moments():
        standing = moment.standing
        hold(standing.position_form == form, "position_form is not that of Describe")
        digest = sha256(standing.position).digest()[:_DIGEST_BYTES]
        hold(standing.position_digest == digest, "position_digest is not the first 16 bytes of SHA-256 of position")
        for name, call, request in calls_on(inspection, moment):
            answer = serialized(call(request))
            request.position.ClearField("position")
            try:
                hold(serialized(call(request)) == answer, f"{name} by digest is answered otherwise")
            except CallRefusedError as refusal:
                hold(refusal.reason == _NOT_CACHED, f"{name} by digest: {refusal}")


@law()
def positions_fit_into_requests(inspection: Inspection) -> None:
    """Every position fits into the largest request that a service must accept."""
    for moment in inspection.some_moments():
        size = len(moment.standing.position)
        hold(size <= _MAX_BYTES, f"position has {size} bytes; a request may hold {_MAX_BYTES}")


@law()
def what_is_no_position_is_refused(inspection: Inspection) -> None:
    """Bytes that are not a position of the service, and digests of such bytes, are refused."""
    for moment in list(inspection.some_moments())[:: max(1, len(inspection.games))]:
        position = moment.standing.position
        for wrong in (b"", b"no position", position[: len(position) // 2], position + b"x"):
            ref = rules_pb2.PositionRef(digest=sha256(wrong).digest()[:_DIGEST_BYTES], position=wrong)
            _refused_everywhere(inspection, moment, ref, "INVALID_POSITION", "OUTDATED_POSITION")
            words, request = "ReplayTo from what is no position", rules_pb2.ReplayToRequest(position=wrong)
            refused(inspection.rules.replay_to, request, "INVALID_POSITION", "OUTDATED_POSITION", words=words)
        ref = rules_pb2.PositionRef(digest=bytes(_DIGEST_BYTES))
        _refused_everywhere(inspection, moment, ref, _NOT_CACHED)
        _refused_everywhere(inspection, moment, rules_pb2.PositionRef(), _NOT_CACHED, "INVALID_POSITION")


def _refused_everywhere(inspection: Inspection, moment: Moment, ref: rules_pb2.PositionRef, *reasons: str) -> None:
    for name, call, request in calls_on(inspection, moment):
        request.position.CopyFrom(ref)
        refused(call, request, *reasons, words=f"{name} at {ref.position[:20]!r}")
