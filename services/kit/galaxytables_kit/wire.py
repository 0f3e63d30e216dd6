"""Converts the kit's own types to messages of `galaxytables.rules.v1` and back.

Parts that recur are cached in serialized form and joined as bytes, since a submessage would be serialized again each
time.
"""

from collections.abc import Iterable
from functools import lru_cache

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.declared import UndeclaredError, check
from galaxytables_kit.errors import UnknownOption
from galaxytables_kit.event import At, Component, EmittedEvent, Facts, FactValue, Piece, Place
from galaxytables_kit.facts import fact_message, fact_messages, target_message
from galaxytables_kit.game import AnyGame, Score, ranks
from galaxytables_kit.live import AnyLive
from galaxytables_kit.prompt import Pick, Picks, Prompt
from galaxytables_kit.reason import NOT_ASKED, Reason
from galaxytables_kit.seat import Seat
from galaxytables_kit.target import Target
from galaxytables_serving.framing import framed, tag

_KEPT_OPTIONS = 8_192
_KEPT_FACTS = 8_192
_KEPT_HEADS = 2_048
_PLAIN = frozenset({bool, int, str, Component, At, Piece, Place})
"""Facts that may be cached. Others compare equal although they differ, such as a flag and a number in groups."""
_OF_PROMPT = tag(game_pb2.Prompt, "facts")
_OF_EVENT = tag(game_pb2.Event, "facts")
_OF_PRIVATE_PART = tag(game_pb2.PrivatePart, "facts")
_PRIVATE_PARTS = tag(game_pb2.Event, "private_parts")
_OPTIONS = tag(game_pb2.Prompt, "options")
_PROMPTS = tag(rules_pb2.Standing, "prompts")
_EVENTS = {response: tag(response, "events") for response in (rules_pb2.NewGameResponse, rules_pb2.ApplyResponse)}


def prompt_message(live: AnyLive, prompt_id: str, prompt: Prompt) -> game_pb2.Prompt:
    """Return a prompt as a protobuf message, with its facts and options. Raises `UndeclaredError`."""
    return game_pb2.Prompt.FromString(_serialized(live, prompt_id, prompt))


def add_prompts(live: AnyLive, standing: rules_pb2.Standing) -> None:
    """Add every open prompt of a game to the standing in a response.

    The messages of prompts that stay open are reused: choices of other seats never change these messages.
    """
    shown = live.shown
    live.shown = {
        key: cached
        if (cached := shown.get(key)) and cached[0] is prompt
        else (prompt, framed(_PROMPTS, _serialized(live, key, prompt)))
        for key, prompt in live.prompts.items()
    }
    standing.MergeFromString(b"".join([field for _, field in live.shown.values()]))


def _serialized(live: AnyLive, prompt_id: str, prompt: Prompt) -> bytes:
    game, play = live.game, live.play
    kind = game.prompts.get(prompt.kind)
    if kind is None:
        raise UndeclaredError(prompt.kind, "the kind")
    asked = game.prompt_facts(play, prompt)
    check(prompt.kind, kind.facts, asked)
    message = game_pb2.Prompt(
        id=prompt_id,
        seat=prompt.seat,
        kind=prompt.kind,
        least=prompt.least,
        most=prompt.most,
        ordered=prompt.ordered,
        default_picks=map(str, prompt.default_picks),
        has_rule=prompt.rule is not None,
        one_each=kind.one_each,
        payment=kind.payment,
        paragraph=kind.paragraph,
    )
    parts = [message.SerializeToString(), _facts(_OF_PROMPT, asked)]
    for pick in prompt.options:
        offer = game.offer(play, prompt, pick)
        facts = offer.facts
        parts.append(_option(game, prompt.kind, pick, offer.component, offer.targets, tuple(facts), *facts.values()))
    return b"".join(parts)


@lru_cache(_KEPT_OPTIONS, typed=True)
def _option(  # noqa: PLR0917 - what it is kept by, each with its type: a flag is not the number it equals
    game: AnyGame,
    kind: str,
    pick: Pick,
    component: str,
    targets: tuple[Target, ...],
    names: tuple[str, ...],
    *values: FactValue,
) -> bytes:
    """Return a serialized option. It is cached, since the same options come up often. Raises `UndeclaredError`."""
    facts = dict(zip(names, values, strict=True))
    check(kind, game.prompts[kind].options, facts)
    option = game_pb2.Option(
        id=str(pick), component=component, targets=map(target_message, targets), facts=fact_messages(facts)
    )
    return framed(_OPTIONS, option.SerializeToString())


def bar_messages(live: AnyLive, prompt: Prompt) -> list[game_pb2.Bar]:
    """Return the picks that a player might expect, but that are not options of a prompt, each with the reason."""
    bars = []
    for pick, reason in prompt.barred.items():
        offer = live.game.offer(live.play, prompt, pick)
        bar = game_pb2.Bar(component=offer.component, targets=map(target_message, offer.targets))
        bar.reason.CopyFrom(reason_message(live.game, reason))
        bars.append(bar)
    return bars


def reason_message(game: AnyGame, reason: Reason) -> game_pb2.Reason:
    """Return a reason as a protobuf message. Raises `UndeclaredError`."""
    if reason.kind != NOT_ASKED:
        kind = game.reasons.get(reason.kind)
        if kind is None:
            raise UndeclaredError(reason.kind, "the reason")
        check(reason.kind, kind.facts, reason.facts)
    return game_pb2.Reason(kind=reason.kind, facts=fact_messages(reason.facts), paragraph=reason.paragraph)


def component_of(live: AnyLive, prompt: Prompt, pick: Pick) -> str:
    """Return the id of the component that an option stands for, or an empty string."""
    return live.game.offer(live.play, prompt, pick).component


def picks_of(prompt: Prompt, ids: Iterable[str]) -> Picks:
    """Return the picks of a prompt whose options have the given ids. Raises `UnknownOption`."""
    by_id = {str(pick): pick for pick in prompt.options}
    picks = []
    for option in ids:
        if option not in by_id:
            raise UnknownOption(option)
        picks.append(by_id[option])
    return tuple(picks)


def event_message(event: EmittedEvent) -> game_pb2.Event:
    """Return an event as a protobuf message, with the private parts of all seats."""
    return game_pb2.Event.FromString(_event(event))


def add_events(events: Iterable[EmittedEvent], response: rules_pb2.NewGameResponse | rules_pb2.ApplyResponse) -> None:
    """Add the messages of events to a response."""
    field = _EVENTS[type(response)]
    response.MergeFromString(b"".join([framed(field, _event(event)) for event in events]))


def _event(event: EmittedEvent) -> bytes:
    parts = [_event_head(event.kind, event.seat), _facts(_OF_EVENT, event.facts)]
    for seat, facts in sorted(event.private.items()):
        head = game_pb2.PrivatePart(seat=seat).SerializeToString()
        parts.append(framed(_PRIVATE_PARTS, head + _facts(_OF_PRIVATE_PART, facts)))
    return b"".join(parts)


@lru_cache(_KEPT_HEADS)
def _event_head(kind: str, seat: Seat | None) -> bytes:
    return game_pb2.Event(kind=kind, seat=seat).SerializeToString()


def _facts(field: bytes, facts: Facts) -> bytes:
    """Return facts as a field of a serialized message."""
    kept, plain = _fact, _PLAIN
    return b"".join([(kept if type(value) in plain else _made)(field, name, value) for name, value in facts.items()])


def _made(field: bytes, name: str, value: FactValue) -> bytes:
    return framed(field, fact_message(name, value).SerializeToString())


_fact = lru_cache(_KEPT_FACTS, typed=True)(_made)


def score_messages(scores: Iterable[Score]) -> list[game_pb2.SeatScore]:
    """Return scores as protobuf messages, with ranks."""
    scores = list(scores)
    rank = ranks(scores)
    return [
        game_pb2.SeatScore(
            seat=score.seat,
            total=score.total,
            rank=rank[score.seat],
            parts=[game_pb2.ScorePart(source=source, points=points) for source, points in score.parts.items()],
            tie_breaks=score.tie_breaks,
        )
        for score in scores
    ]
