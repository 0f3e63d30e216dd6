"""Between the kit's own types and the messages of `galaxy.rules.v1`."""

from collections.abc import Iterable
from functools import lru_cache

from galaxy.rules.v1 import game_pb2
from services.kit.declared import Undeclared, check
from services.kit.errors import UnknownOption
from services.kit.event import FactValue, Told
from services.kit.facts import fact_messages, target_message
from services.kit.game import AnyGame, Score, ranks
from services.kit.live import AnyLive
from services.kit.prompt import Pick, Picks, Prompt
from services.kit.reason import NOT_ASKED, Reason
from services.kit.target import Target

_KEPT_OPTIONS = 8_192


def prompt_message(live: AnyLive, prompt_id: str, prompt: Prompt) -> game_pb2.Prompt:
    """A prompt with what it is about, and what its options stand for. Raises `Undeclared`."""
    game, play = live.game, live.play
    kind = game.prompts.get(prompt.kind)
    if kind is None:
        raise Undeclared(prompt.kind, "the kind")
    asked = game.ask(play, prompt)
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
        paragraph=kind.paragraph,
        facts=fact_messages(asked),
    )
    options = []
    for pick in prompt.options:
        offer = game.offer(play, prompt, pick)
        facts = offer.facts
        options.append(
            option_message(game, prompt.kind, pick, offer.component, offer.targets, tuple(facts), *facts.values())
        )
    message.options.extend(options)
    return message


def prompt_messages(live: AnyLive) -> list[game_pb2.Prompt]:
    """Every open prompt. Those that stay open stay as they were told: choices of other seats never change them."""
    told = live.shown
    live.shown = {
        key: known if (known := told.get(key)) and known[0] is prompt else (prompt, prompt_message(live, key, prompt))
        for key, prompt in live.prompts.items()
    }
    return [message for _, message in live.shown.values()]


@lru_cache(_KEPT_OPTIONS, typed=True)
def option_message(  # noqa: PLR0917 - what it is kept by, each with its type: a flag is not the number it equals
    game: AnyGame,
    kind: str,
    pick: Pick,
    component: str,
    targets: tuple[Target, ...],
    names: tuple[str, ...],
    *values: FactValue,
) -> game_pb2.Option:
    """An option, checked when it is made; the same ones are on offer again and again. Raises `Undeclared`."""
    facts = dict(zip(names, values, strict=True))
    check(kind, game.prompts[kind].options, facts)
    return game_pb2.Option(
        id=str(pick), component=component, targets=map(target_message, targets), facts=fact_messages(facts)
    )


def bar_messages(live: AnyLive, prompt: Prompt) -> list[game_pb2.Bar]:
    """Why picks that a player might expect are no options of a prompt."""
    bars = []
    for pick, reason in prompt.barred.items():
        offer = live.game.offer(live.play, prompt, pick)
        bar = game_pb2.Bar(component=offer.component, targets=map(target_message, offer.targets))
        bar.reason.CopyFrom(reason_message(live.game, reason))
        bars.append(bar)
    return bars


def reason_message(game: AnyGame, reason: Reason) -> game_pb2.Reason:
    """A reason as the contract has it. Raises `Undeclared`."""
    if reason.kind != NOT_ASKED:
        kind = game.reasons.get(reason.kind)
        if kind is None:
            raise Undeclared(reason.kind, "the reason")
        check(reason.kind, kind.facts, reason.facts)
    return game_pb2.Reason(kind=reason.kind, facts=fact_messages(reason.facts), paragraph=reason.paragraph)


def component_of(live: AnyLive, prompt: Prompt, pick: Pick) -> str:
    """The component that an option stands for, empty if none."""
    return live.game.offer(live.play, prompt, pick).component


def picks_of(prompt: Prompt, ids: Iterable[str]) -> Picks:
    """Read option ids as picks of a prompt. Raises `UnknownOption`."""
    by_id = {str(pick): pick for pick in prompt.options}
    picks = []
    for option in ids:
        if option not in by_id:
            raise UnknownOption(option)
        picks.append(by_id[option])
    return tuple(picks)


def event_message(told: Told) -> game_pb2.Event:
    """An event with all its parts."""
    message = game_pb2.Event(kind=told.kind, facts=fact_messages(told.facts))
    if told.seat is not None:
        message.seat = told.seat
    for seat, facts in sorted(told.private.items()):
        message.private_parts.add(seat=seat, facts=fact_messages(facts))
    return message


def score_messages(scores: Iterable[Score]) -> list[game_pb2.SeatScore]:
    """Scores with ranks."""
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
