"""Makes the page of the lobby: calls, errors, events, words."""

from collections.abc import Iterator

from galaxytables_lobby.domain.history import KINDS
from galaxytables_lobby.subscriptions.sentences import lobby_words
from tools.reference.calls import Call, Calls, every_service, named, summary
from tools.reference.markdown import BREAK, code, codes, page, section, table
from tools.reference.refused import Refused, every_error
from tools.reference.sentences import Messages, parsed

_CALLS = """What `protos/galaxytables/lobby/v1` and, for operators, `protos/galaxytables/admin/v1` tell in full, with
their errors. Calls marked `reads` change nothing (`NO_SIDE_EFFECTS`): they may be repeated at any time. Those marked
`id` take a `request_id`. All want a token but those marked `open`. A [personal token](../how-to/personal-tokens.md)
needs the scope that is named; where there is none, none is enough. An operator needs the role that is named, or a
greater one."""

_ERRORS = """`reason` of the `google.rpc.ErrorInfo`, its gRPC code, and the values in its `metadata`. ↻: a
`google.rpc.RetryInfo` may say after how long the same request may succeed."""


def lobby_page() -> str:
    """Return the page of the lobby."""
    words = Messages(parsed(lobby_words("en").messages))
    refused = every_error()
    reasons = frozenset(each.reason for each in refused)
    return page(
        "Lobby",
        section("Calls", _CALLS, *(_service(service, reasons) for service in every_service())),
        section(
            "Errors",
            _ERRORS,
            table(["reason", "code", "", "values", "meaning", "sentence"], (_error(each, words) for each in refused)),
        ),
        section("Events", table(["kind", "facts", "sentence"], _events(words))),
        section("Other words", table(["message", ""], _others(words))),
    )


def _service(service: Calls, reasons: frozenset[str]) -> str:
    all_calls = codes(named(service.comment, reasons))
    about = summary(service.comment) + (f" Named for all calls: {all_calls}." if all_calls else "")
    columns = ["call", "", "request and answer", "what it does", "errors"]
    return f"### {service.name}\n\n{about}\n\n{table(columns, (_call(call, reasons) for call in service.calls))}"


def _call(call: Call, reasons: frozenset[str]) -> tuple[str, ...]:
    marks = {"open": not call.token, "reads": call.read_only, "id": call.request_id}
    rights = [code(each) for each in (call.scope, call.role) if each]
    marked = ", ".join([*(mark for mark, holds in marks.items() if holds), *rights])
    messages = f"{code(call.request)}{BREAK}{code(call.response)}"
    return code(call.name), marked, messages, summary(call.comment), codes(named(call.comment, reasons))


def _error(refused: Refused, words: Messages) -> tuple[str, ...]:
    values = codes(refused.values) + (", and the figures of the rule" if refused.figures else "")
    again = "↻" if refused.retry else ""
    return (
        code(refused.reason),
        refused.code.name,
        again,
        values,
        refused.meaning,
        words.say("error", refused.reason),
    )


def _events(words: Messages) -> Iterator[tuple[str, ...]]:
    for kind, facts in KINDS.items():
        yield code(kind), codes(facts), words.say("event", kind)


def _others(words: Messages) -> Iterator[tuple[str, ...]]:
    for name in words.left_over():
        yield code(name), words.say(name)
