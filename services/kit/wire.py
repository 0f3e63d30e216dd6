"""Between the kit's own types and the messages of `galaxy.rules.v1`."""

from collections.abc import Iterable
from typing import Any

from galaxy.rules.v1 import game_pb2
from services.kit.errors import UnknownOption
from services.kit.event import At, Component, Components, Facts, FactValue, Told
from services.kit.game import Game, Score, ranks
from services.kit.live import LiveGame
from services.kit.play import Play
from services.kit.prompt import Picks, Prompt

Live = LiveGame[Any, Any, Any]


def prompt_message(live: Live, prompt_id: str, prompt: Prompt) -> game_pb2.Prompt:
    """Put a prompt into words for people and ids for programs."""
    game, play = live.game, live.play
    question = game.question(play, prompt)
    text = question.text.replace("{count}", _count(prompt))
    if prompt.subject is not None and "{subject}" in text:
        text = text.replace("{subject}", game.label(play, prompt, prompt.subject).text)
    message = game_pb2.Prompt(
        id=prompt_id,
        seat=prompt.seat,
        kind=prompt.kind,
        text=text,
        least=prompt.least,
        most=prompt.most,
        ordered=prompt.ordered,
        default_picks=map(str, prompt.default_picks),
        rule=question.rule,
        paragraph=question.paragraph,
    )
    for pick in prompt.options:
        label = game.label(play, prompt, pick)
        message.options.add(id=str(pick), label=label.text, component=label.component)
    return message


def _count(prompt: Prompt) -> str:
    return str(prompt.least) if prompt.least == prompt.most else f"{prompt.least} to {prompt.most}"


def picks_of(prompt: Prompt, ids: Iterable[str]) -> Picks:
    """Read option ids as picks of a prompt. Raises `UnknownOption`."""
    by_id = {str(pick): pick for pick in prompt.options}
    picks = []
    for option in ids:
        if option not in by_id:
            raise UnknownOption(option)
        picks.append(by_id[option])
    return tuple(picks)


def event_message(game: Game[Any, Any, Any], play: Play[Any, Any, Any], told: Told) -> game_pb2.Event:
    """An event with all its parts, each with its sentence."""
    message = game_pb2.Event(
        kind=told.kind,
        facts=_facts(told.facts),
        text=_sentence(game, play, told.kind, told.seat, told.facts),
    )
    if told.seat is not None:
        message.seat = told.seat
    own = f"{told.kind}.own"
    for seat, facts in sorted(told.private.items()):
        text = _sentence(game, play, own, told.seat, {**told.facts, **facts}) if own in game.sentences else ""
        message.private_parts.add(seat=seat, facts=_facts(facts), text=text)
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


def _facts(facts: Facts) -> list[game_pb2.Fact]:
    return [_fact(name, value) for name, value in facts.items()]


def _fact(name: str, value: FactValue) -> game_pb2.Fact:
    match value:
        case bool():
            return game_pb2.Fact(name=name, flag=value)
        case int():
            return game_pb2.Fact(name=name, number=value)
        case str():
            return game_pb2.Fact(name=name, word=value)
        case Component(id=component):
            return game_pb2.Fact(name=name, component=component)
        case Components(ids=components):
            return game_pb2.Fact(name=name, components=game_pb2.ComponentList(ids=components))
        case At(seat=seat):
            return game_pb2.Fact(name=name, seat=seat)


def _sentence(game: Game[Any, Any, Any], play: Play[Any, Any, Any], kind: str, seat: int | None, facts: Facts) -> str:
    words = {name: _word(game, play, value) for name, value in facts.items()}
    return game.sentences[kind].format_map({"seat": "" if seat is None else f"{{seat {seat}}}", **words})


class _Count(int):
    """A number that a sentence can put before a noun."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        return f"{int(self)} {noun}" if self == 1 else f"{int(self)} {noun}s"


def _word(game: Game[Any, Any, Any], play: Play[Any, Any, Any], value: FactValue) -> str | _Count:
    match value:
        case Component(id=component):
            return game.component_name(play.pack, component)
        case Components(ids=components):
            return ", ".join(game.component_name(play.pack, each) for each in components) or "none"
        case At(seat=seat):
            return f"{{seat {seat}}}"
        case bool():
            return "yes" if value else "no"
        case int():
            return _Count(value)
        case str():
            return ", ".join(game.words.get(word, word) for word in value.split(", "))
