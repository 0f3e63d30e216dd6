"""A table in this process, played through the calls that a lobby makes: one person, and bots at the other seats."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.game import AnyGame

Bot: TypeAlias = Callable[[game_pb2.Prompt, Random], Sequence[str]]
"""Returns the ids of the options that are picked."""

SEED_BYTES = 32
_TRIES = 20


def picks_at_random(prompt: game_pb2.Prompt, random: Random) -> Sequence[str]:
    """Return options drawn at random, as many as the prompt allows."""
    ids = [option.id for option in prompt.options]
    return random.sample(ids, random.randint(prompt.least, prompt.most))


def picks_the_default(prompt: game_pb2.Prompt, _: Random) -> Sequence[str]:
    """Return the default answer of a prompt."""
    return list(prompt.default_picks)


class Table:
    """A game in progress, seen from one seat. `events` holds the events since the last call of `news`."""

    def __init__(
        self, calls: RulesCalls, request: rules_pb2.NewGameRequest, *, viewer: int, bot: Bot, random: Random
    ) -> None:
        """Lay out the table of a request. Raises `OptionError`."""
        self._calls, self._viewer, self._bot, self._random = calls, viewer, bot, random
        request.viewers.add(seat=viewer)
        answer = calls.new_game(request)
        self.standing = answer.standing
        self._view = answer.views[0].view
        self._events = list(answer.events)

    @property
    def game(self) -> AnyGame:
        """Return the game that is played here."""
        return self._calls.game

    @property
    def view(self) -> Message:
        """Return the viewer's view of the table, as the game's own message."""
        return unpacked(self.game, self._view)

    @property
    def question(self) -> game_pb2.Prompt | None:
        """Return the viewer's open prompt; None if there is none."""
        return next((prompt for prompt in self.standing.prompts if prompt.seat == self._viewer), None)

    def news(self) -> list[game_pb2.Event]:
        """Return the events since the last call of `news`."""
        events, self._events = self._events, []
        return events

    def answer(self, prompt: game_pb2.Prompt, picks: Sequence[str]) -> None:
        """Answer a prompt. Raises `ChoiceError` for an illegal answer, which changes nothing."""
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
        viewers = [rules_pb2.Viewer(seat=self._viewer)]
        answer = self._calls.apply(rules_pb2.ApplyRequest(position=self._position(), choice=choice, viewers=viewers))
        self._moved(answer.standing, answer.views[0].view)
        self._events += answer.events

    def undo(self) -> None:
        """Take back the viewer's last choice. Raises `UndoError`."""
        viewers = [rules_pb2.Viewer(seat=self._viewer)]
        request = rules_pb2.UndoRequest(position=self._position(), seat=self._viewer, viewers=viewers)
        answer = self._calls.undo(request)
        self._moved(answer.standing, answer.views[0].view)

    def play_bots(self) -> None:
        """Let the bots answer until the viewer has a prompt or the game is over."""
        while not self.standing.over and self.question is None:
            self._bot_answers(self.standing.prompts[0])

    def _bot_answers(self, prompt: game_pb2.Prompt) -> None:
        for _ in range(_TRIES):
            try:
                self.answer(prompt, self._bot(prompt, self._random))
            except ChoiceRefused:
                continue
            return
        self.answer(prompt, list(prompt.default_picks))

    def _position(self) -> rules_pb2.PositionRef:
        return rules_pb2.PositionRef(position=self.standing.position)

    def _moved(self, standing: rules_pb2.Standing, view: AnyMessage) -> None:
        self.standing, self._view = standing, view


def unpacked(game: AnyGame, view: AnyMessage) -> Message:
    """Return a view, given as `Any`, as the game's own message."""
    message = game.view_type()
    view.Unpack(message)
    return message
