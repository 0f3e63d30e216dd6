"""Checks that calls in one `Session` stream have the same responses as the same calls made one by one."""

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import CallRefusedError, hold
from galaxytables_contract.games import opening
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.positions import Call, Request, calls_on, serialized

_IN_ONE_MESSAGE = 5
_FIELDS = {"View": "view", "Close": "close", "Apply": "apply", "Explain": "explain", "Undo": "undo"}
_NOBODY = 2**63 + 1
"""An id that does not fit into a signed 64-bit integer."""


@law()
def sessions_answer_as_single_calls_do(inspection: Inspection) -> None:
    """In a session, each call gets one response with its id, equal to that of a single call.

    An error is a response too, and does not end the stream.
    """
    calls: list[rules_pb2.SessionCall] = []
    alone: dict[int, tuple[str, Message | CallRefusedError]] = {}

    def ask(field: str, call: Call, request: Request) -> None:
        number = _NOBODY - len(calls)
        calls.append(rules_pb2.SessionCall(**{"id": number, field: request}))
        try:
            alone[number] = field, call(request)
        except CallRefusedError as refusal:
            alone[number] = "refusal", refusal

    for setup in inspection.setups:
        ask("new_game", inspection.rules.new_game, opening(setup, 1))
        checked = rules_pb2.CheckOptionsRequest(seats=setup.seats, options=setup.options, form=True)
        ask("check_options", inspection.rules.check_options, checked)
    ask("new_game", inspection.rules.new_game, rules_pb2.NewGameRequest())
    for moment in inspection.some_moments():
        for name, call, request in calls_on(inspection, moment):
            ask(_FIELDS[name], call, request)
        choice = game_pb2.Choice(prompt_id="no such prompt")
        ask("apply", inspection.rules.apply, rules_pb2.ApplyRequest(position=moment.position, choice=choice))
    calls.append(rules_pb2.SessionCall(id=0))
    requests = [
        rules_pb2.SessionRequest(calls=calls[at : at + _IN_ONE_MESSAGE]) for at in range(0, len(calls), _IN_ONE_MESSAGE)
    ]
    answers = list(inspection.rules.session(requests))
    ids = sorted(answer.id for answer in answers)
    hold(ids == sorted(call.id for call in calls), "not each call of a session has one answer under its id")
    for answer in answers:
        if answer.id:
            _check(answer, *alone[answer.id])
        else:
            hold(answer.refusal.reason == "UNKNOWN_CALL", "a call that is none is not answered with UNKNOWN_CALL")


def _check(answer: rules_pb2.SessionAnswer, field: str, alone: Message | CallRefusedError) -> None:
    got = answer.WhichOneof("answer")
    hold(got == field, f"a session answers {got}, a single call {field}")
    if isinstance(alone, CallRefusedError):
        said = answer.refusal.code, answer.refusal.reason, dict(answer.refusal.metadata)
        expected = alone.code, alone.reason, alone.metadata
        hold(said == expected, f"a session refuses with {said}, a single call with {expected}")
    else:
        hold(serialized(getattr(answer, field)) == serialized(alone), f"{field} is answered otherwise in a session")
