"""A game in progress: runs its flows, records choices, makes and restores positions."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Generic, NoReturn, SupportsIndex, TypeAlias, TypeVar, final

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.advance import Ended, Opened, Running, advance, reply, run
from galaxytables_kit.chance import Chance, SeededChance
from galaxytables_kit.contents import Place
from galaxytables_kit.errors import (
    GameOver,
    InvalidEndReason,
    InvalidPosition,
    NothingToUndo,
    NotYourPrompt,
    PromptClosed,
    UndoRefused,
    UnknownRulesVersion,
    UnknownSeat,
)
from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.game import Game, Score
from galaxytables_kit.mark import Mark, Turn, words
from galaxytables_kit.options import options_of_version
from galaxytables_kit.pack import PackRegistry
from galaxytables_kit.play import Play
from galaxytables_kit.position import (
    Checkpoint,
    Made,
    Position,
    decode_checkpoint,
    decode_position,
    encode,
    position_form,
)
from galaxytables_kit.prompt import Picks, Prompt
from galaxytables_kit.seat import Seat

S = TypeVar("S", bound=Struct)
P = TypeVar("P")
OptionsT = TypeVar("OptionsT", bound=Struct)

_MAX_SILENT_STEPS = 1_000

CLOSING_REASONS = frozenset(game_pb2.EndReason.values()) - {
    game_pb2.END_REASON_UNSPECIFIED,
    game_pb2.END_REASON_PLAYED_OUT,
}
"""The reasons for which a lobby may end a game before its rules do."""


@final
class LiveGame(Generic[S, P, OptionsT]):
    """One game in progress.

    `prompts` holds the open prompts by id, and `shown` the serialized form of those already sent. `answer` and `undo`
    change the game; if they raise an error, it is unchanged. Seats are plain numbers here, as callers send them.
    `checkpoints=False` saves time where no position, clone, undo or view of others is needed, as in playouts.

    `copy.copy` and `copy.deepcopy` return a clone. A live game runs in generators, which cannot be pickled: store its
    `position` instead.
    """

    __slots__ = (
        "_checkpoint",
        "_choices",
        "_closed",
        "_flow",
        "_idle",
        "_opened",
        "_place",
        "checkpoints",
        "game",
        "number",
        "pack_digest",
        "play",
        "prompts",
        "shown",
    )

    def __init__(
        self,
        game: Game[S, P, OptionsT],
        pack_digest: bytes,
        play: Play[S, P, OptionsT],
        number: int,
        place: Place,
        *,
        checkpoints: bool = True,
    ) -> None:
        self.game = game
        self.pack_digest = pack_digest
        self.play = play
        play.declared = game.events
        self.number = number
        self.checkpoints = checkpoints
        self.prompts: dict[str, Prompt] = {}
        self.shown: dict[str, tuple[Prompt, bytes]] = {}
        self._opened: Opened = ()
        self._choices: list[Made] = []
        self._checkpoint = b""
        self._flow: Running[None] | None = None
        self._idle = 0
        self._closed = 0
        self._place = place

    @classmethod
    def new(
        cls,
        game: Game[S, P, OptionsT],
        packs: PackRegistry[P],
        seats: int,
        options: OptionsT,
        chance: Chance,
        *,
        checkpoints: bool = True,
        rules_version: int | None = None,
    ) -> "LiveGame[S, P, OptionsT]":
        """Set up a game with the pack for new games, and run it to the first prompt.

        It uses the newest rules, or an older `rules_version`. Raises `InvalidSeats`, `OptionsConflict`,
        `UnknownRulesVersion`.
        """
        version = game.rules_version if rules_version is None else rules_version
        if not game.plays(version):
            raise UnknownRulesVersion(version, game.rules_version)
        pack = packs.get(packs.default)
        game.check(options, seats, pack)
        state = game.setup(seats, options, pack, chance)
        play = Play(seats, options, pack, chance, state, rules_version=version)
        return cls.begin(game, packs.default, play, checkpoints=checkpoints)

    @classmethod
    def begin(
        cls,
        game: Game[S, P, OptionsT],
        pack_digest: bytes,
        play: Play[S, P, OptionsT],
        *,
        checkpoints: bool = True,
        at: str | None = None,
        turns: Sequence[Turn] = (),
    ) -> "LiveGame[S, P, OptionsT]":
        """Begin a game on a table that is set up already, and run it to the first prompt.

        The game begins at its start, or at the step or phase `at`. `turns` replaces the turns that a part with `each`
        would compute.
        """
        live = cls(game, pack_digest, play, 0, game.contents.start(at, *turns), checkpoints=checkpoints)
        live._go_on()
        live._number_prompts()
        return live

    @classmethod
    def restore(
        cls, game: Game[S, P, OptionsT], packs: PackRegistry[P], position: bytes, chance: Chance | None = None
    ) -> "LiveGame[S, P, OptionsT]":
        """Return the game of a position: decode the position and replay the choices since its checkpoint.

        `chance` replaces the seeded chance, for games that began with another one; its counter is set to that of the
        position. Raises `InvalidPosition`, `OutdatedPosition`, `UnknownRulesVersion`, `UnknownPack`.
        """
        stored = decode_position(game, position)
        if not game.plays(stored.rules_version):
            raise UnknownRulesVersion(stored.rules_version, game.rules_version)
        pack = packs.get(stored.pack)
        return cls._from(game, stored, pack, decode_checkpoint(game, stored.checkpoint), chance)

    @classmethod
    def _from(
        cls,
        game: Game[S, P, OptionsT],
        stored: Position,
        pack: P,
        checkpoint: Checkpoint[S, OptionsT],
        chance: Chance | None,
    ) -> "LiveGame[S, P, OptionsT]":
        """Begin the step of a checkpoint and replay its choices without emitting their events again."""
        if chance is None:
            chance = SeededChance(checkpoint.key, checkpoint.counter)
        else:
            chance.counter = checkpoint.counter
        version = stored.rules_version
        options = options_of_version(game, version, checkpoint.options)
        play = Play(checkpoint.seats, options, pack, chance, checkpoint.state, rules_version=version)
        live = cls(game, stored.pack, play, checkpoint.number, game.contents.place(checkpoint.place))
        play.where = checkpoint.place.at
        live._checkpoint = stored.checkpoint
        live._idle = checkpoint.idle
        play.declared = {}  # the events of this step were checked when they were first emitted
        live._begin_step()
        for seat, picks in stored.choices:
            prompt = next((each for each in live._open if each.seat == seat), None)
            if prompt is None or not prompt.allows(picks):
                raise InvalidPosition
            live._play_choice(prompt, picks)
        play.events.clear()
        play.declared = game.events
        live._number_prompts()
        if stored.closed:
            live.close(stored.closed)
        return live

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._flow is None

    @property
    def end_reason(self) -> game_pb2.EndReason.ValueType:
        """Return the reason why the game is over; `END_REASON_UNSPECIFIED` before its end."""
        if self._flow is not None:
            return game_pb2.END_REASON_UNSPECIFIED
        if self._closed:
            return game_pb2.EndReason.ValueType(self._closed)
        played_out = self.game.contents.ended(self._place)
        return game_pb2.END_REASON_PLAYED_OUT if played_out else game_pb2.END_REASON_STALLED

    @property
    def where(self) -> str:
        """Where the game is in its contents, in words: `round 4 / settle / pay`."""
        return words(Mark(self.play.where, self._place.times))

    def answer(self, seat: int, prompt_id: str, picks: Picks) -> list[EmittedEvent]:
        """Play a choice and return the events that followed.

        Raises `NotYourPrompt`, `PromptClosed`, `OutOfBounds`, `UnknownOption`, `ChoiceRefused`, `GameOver`.
        """
        prompt = self.open_prompt(seat, prompt_id)
        prompt.check(picks)
        self.play.events.clear()
        self._play_choice(prompt, picks)
        self._number_prompts()
        return list(self.play.events)

    def close(self, reason: int) -> None:
        """End the game at once, for an `EndReason` of the lobby. From then on everything is public.

        Raises `GameOver`, `InvalidEndReason`.
        """
        if self._flow is None:
            raise GameOver
        if reason not in CLOSING_REASONS:
            raise InvalidEndReason(reason)
        self._flow.close()
        self._flow = None
        self._opened, self.prompts = (), {}
        self.play.holding = 0
        self._closed = reason

    def play_on(self, answer: Callable[[Prompt], Picks], fraction: Callable[[], float]) -> int:
        """Play to the end without recording choices or events. Returns the number of choices.

        This is for playouts. `answer` returns a legal answer to a prompt. `fraction` returns a number from 0 to below
        1, which selects one of several open prompts.
        """
        contents, place, play, decisions = self.game.contents, self._place, self.play, 0
        flow = self._flow
        opened: Opened | Ended[None] = self._opened
        play.listening = False
        play.events.clear()
        while flow is not None:
            while not isinstance(opened, Ended):
                decisions += 1
                if isinstance(opened, tuple):
                    prompt = opened[int(fraction() * len(opened))] if len(opened) > 1 else opened[0]
                    opened = advance(flow, (prompt, answer(prompt)))
                else:
                    opened = advance(flow, answer(opened))
            flow = run(contents.flow(play, place)) if contents.go_on(play, place) else None
            if flow is not None:
                opened = advance(flow, None)
        self._end()
        self.prompts = {}
        if self.checkpoints:
            self._keep()
        return decisions

    def open_prompt(self, seat: int, prompt_id: str) -> Prompt:
        """Return the open prompt of a seat that has this id. Raises `GameOver`, `PromptClosed`, `NotYourPrompt`."""
        if self._flow is None:
            raise GameOver
        prompt = self.prompts.get(prompt_id)
        if prompt is None:
            raise PromptClosed(prompt_id[:40])
        if prompt.seat != seat:
            raise NotYourPrompt(seat, prompt_id)
        return prompt

    def prompt_of(self, seat: int) -> tuple[str, Prompt]:
        """Return the id of the prompt that is open for a seat, and the prompt. A seat has at most one open prompt.

        Raises `GameOver`, `PromptClosed`.
        """
        if self._flow is None:
            raise GameOver
        for prompt_id, prompt in self.prompts.items():
            if prompt.seat == seat:
                return prompt_id, prompt
        raise PromptClosed("")

    def undoable_seats(self) -> list[Seat]:
        """Return the seats that could take back their last choice now."""
        if self._flow is None:
            return []
        return [seat for seat in sorted({made.seat for made in self._choices}) if self._undoable(seat) is not None]

    def undo(self, seat: int) -> tuple["LiveGame[S, P, OptionsT]", str, int]:
        """Take back the last choice of a seat.

        Return the game without the choice, the id of the prompt that is open again, and how many events are withdrawn.
        Raises `NothingToUndo`, `UndoRefused`.
        """
        if not any(made.seat == seat for made in self._choices):
            raise NothingToUndo(seat)
        index = self._undoable(seat)
        if index is None:
            raise UndoRefused(seat)
        again = self._without(index)
        reopened = next(key for key, prompt in again.prompts.items() if prompt.seat == seat)
        return again, reopened, self._choices[index].events

    def _without(self, index: int) -> "LiveGame[S, P, OptionsT]":
        """Replay the step without one of its choices, or with all of them for an index after the last.

        Raises `InvalidPosition` if another choice is then no longer legal.
        """
        stored = self._stored(self._choices[:index] + self._choices[index + 1 :])
        checkpoint = decode_checkpoint(self.game, self._checkpoint)
        chance = None if isinstance(self.play.chance, SeededChance) else copy(self.play.chance)
        return self._from(self.game, stored, self.play.pack, checkpoint, chance)

    def clone(self) -> "LiveGame[S, P, OptionsT]":
        """Return an independent copy of this game, which continues with the same chance.

        The copy does not have the earlier events. Raises `ValueError` for a game without checkpoints.
        """
        if not self.checkpoints:
            raise ValueError("a game without checkpoints cannot be copied: begin it with checkpoints=True")
        return self._without(len(self._choices))

    def __copy__(self) -> "LiveGame[S, P, OptionsT]":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "LiveGame[S, P, OptionsT]":
        return self.clone()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError("a live game cannot be pickled: keep its position(), and give that to LiveGame.restore")

    def position(self) -> bytes:
        """Return the position: the game as bytes. Equal games give equal bytes."""
        return encode(self._stored(self._choices))

    def _stored(self, choices: list[Made]) -> Position:
        kept = [(made.seat, made.picks) for made in choices]
        version = self.play.rules_version
        form = position_form(self.game)
        return Position(self.game.name, version, self.pack_digest, self._checkpoint, kept, self._closed, form)

    def view(self, viewer: int | None) -> Message:
        """Return the view of the table for a seat, or for a spectator (None). Raises `UnknownSeat`."""
        if viewer is not None and not 0 <= viewer < self.play.seats:
            raise UnknownSeat(viewer)
        return self.game.view(self.play, self.frozen_state(), None if viewer is None else Seat(viewer))

    def frozen_state(self) -> S:
        """Return the state that a viewer sees of other seats.

        While seats choose in secret, this is an earlier state, otherwise the current one.
        """
        if not self.play.holding:
            return self.play.state
        if self.play.frozen is not None:
            return self.play.frozen
        frozen: S = decode_checkpoint(self.game, self._checkpoint).state
        return frozen

    def scores(self) -> list[Score]:
        """Return the points of all seats at the end of the game, however it ended; an empty list before."""
        return list(self.game.scores(self.play)) if self.over else []

    def _undoable(self, seat: int) -> int | None:
        """Return the index of the seat's last choice, or None if it cannot be taken back."""
        index = max(i for i, made in enumerate(self._choices) if made.seat == seat)
        made = self._choices[index]
        if made.revealing:
            return None
        if made.secret:
            running = self.play.holding and made.secret == self.play.secret_part
            return index if running and not self._was_built_on(index) else None
        last = index == len(self._choices) - 1
        return index if last and all(prompt.seat == seat for prompt in self.prompts.values()) else None

    def _was_built_on(self, index: int) -> bool:
        """Return whether another seat has since seen something that depends on this choice, such as the next card."""
        seat = self._choices[index].seat
        seers = {made.seat for made in self._choices[index + 1 :] if made.revealing and made.seat != seat}
        if not seers:
            return False
        try:
            without = self._without(index)
        except InvalidPosition:
            return True
        return any(without.view(seer) != self.view(seer) for seer in seers)

    def _play_choice(self, prompt: Prompt, picks: Picks) -> None:
        play = self.play
        secret = play.secret_part if play.holding else 0
        play.answered = True
        showings, draws, events = play.showings, play.chance.counter, len(play.events)
        assert self._flow is not None  # noqa: S101 - callers found the prompt open
        self._idle = self._idle + 1 if picks == prompt.default_picks else 0
        opened = advance(self._flow, reply(self._opened, prompt, picks))
        if isinstance(opened, Ended):
            self._go_on()
            return
        revealing = (showings, draws) != (play.showings, play.chance.counter)
        self._choices.append(Made(prompt.seat, picks, secret, revealing, len(play.events) - events))
        self._opened = opened

    @property
    def _open(self) -> tuple[Prompt, ...]:
        return self._opened if isinstance(self._opened, tuple) else (self._opened,)

    def _number_prompts(self) -> None:
        """Give each prompt an id: checkpoint, seat, and how many choices the seat has made since."""
        chosen = [made.seat for made in self._choices]
        self.prompts = {f"{self.number}.{each.seat}.{chosen.count(each.seat)}": each for each in self._open}
        if len(self.prompts) != len(self._open):
            raise ValueError("two open prompts for one seat")

    def _go_on(self) -> None:
        """Keep checkpoints and run steps until one asks something, or the game ends or stalls.

        Raises `RuntimeError` if a game runs on without ever asking, which is a mistake of the game.
        """
        last = self.number + _MAX_SILENT_STEPS
        contents = self.game.contents
        while contents.go_on(self.play, self._place) and not self._stalled():
            if self.number == last:
                raise RuntimeError(f"{self.game.name}: {_MAX_SILENT_STEPS} steps without a question")
            self._keep()
            if self._begin_step():
                return
        self._keep()
        self._end()

    def _keep(self) -> None:
        """Keep a checkpoint."""
        self.number += 1
        if self.checkpoints:
            self._checkpoint = self._encode_checkpoint()

    def _end(self) -> None:
        self._flow = None
        self._opened = ()
        self._choices.clear()

    def _begin_step(self) -> bool:
        """Begin the step at which the game stands; return False if it ended without a question, or there is none."""
        self._choices.clear()
        self.play.begin_step()
        if self._stalled() or self.game.contents.ended(self._place):
            self._end()
            return False
        self._flow = run(self.game.contents.flow(self.play, self._place))
        opened = advance(self._flow, None)
        if isinstance(opened, Ended):
            return False
        self._opened = opened
        return True

    def _stalled(self) -> bool:
        """Return whether so many defaults came in a row that the game ends."""
        return self._idle >= self.game.stall_after * self.play.seats

    def _encode_checkpoint(self) -> bytes:
        play = self.play
        key = play.chance.key if isinstance(play.chance, SeededChance) else b""
        counter, place = play.chance.counter, self.game.contents.mark(self._place)
        return encode(Checkpoint(self.number, key, counter, play.seats, play.options, play.state, self._idle, place))


AnyLive: TypeAlias = LiveGame[Any, Any, Any]  # of `AnyGame`
