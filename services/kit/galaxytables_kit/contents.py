"""The table of contents of a game: its phases and steps in the order of play, and the current place in it.

    SETTLE = phase("settle", choose, pay.when(placing), discard.when(owed), state=Settling)
    ROUND = phase("round", choose_actions, EXPLORE.when(chosen), SETTLE.each(settles))
    RACE = Contents(SETUP, ROUND.until(over))

A step is a function that is given the table. It is either a flow, which may open prompts, or a plain function, which
only acts. There is a checkpoint before each flow. At a checkpoint the state and the place describe the whole game, and
no generator is running.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Concatenate, Final, Generic, TypeVar, final

from msgspec import Struct

from galaxytables_kit.advance import Flow
from galaxytables_kit.mark import Mark, Turn
from galaxytables_kit.play import AnyPlay
from galaxytables_runtime.native import docstring, is_generator_function, name_of

T = TypeVar("T", bound=AnyPlay)

_MAX_SILENT_ROUNDS: Final = 1_000
_NAME_WIDTH = 26

END = ""
"""Where a game stands once it has been played to its end."""


class Part(Generic[T]):
    """A step or a phase, with the condition under which it is played and how often it is played."""

    def __init__(self, name: str) -> None:
        self.name = name

    def when(self, condition: Callable[[T], bool]) -> "Part[T]":
        """Return this part so that it is played only if a condition holds when its turn comes."""
        return _When(self, condition)

    def until(self, condition: Callable[[T], bool]) -> "Part[T]":
        """Return this part so that it repeats until a condition holds, which is checked after each repetition."""
        return _Until(self, condition)

    def as_long_as(self, condition: Callable[[T], bool]) -> "Part[T]":
        """Return this part so that it repeats while a condition holds, which is checked before each repetition."""
        return _AsLongAs(self, condition)

    def each(self, turns: Callable[[T], Sequence[Turn]]) -> "Part[T]":
        """Return this part so that it is played once for each of some turns (the seats, for example).

        The turns are plain data, and are computed when the first of them begins. A step receives its turn as second
        argument, and so does the function that makes the state of a phase.
        """
        return _Each(self, turns)


@final
class Step(Part[T]):
    """A function that is given the table: a flow, which may open prompts, or a plain function, which only acts."""

    def __init__(self, action: Callable[..., Flow[None] | None]) -> None:
        super().__init__(name_of(action).lstrip("_"))
        self.action = action
        self.asks = is_generator_function(action)
        self.says = (docstring(action).splitlines() or [""])[0]


def step(action: Callable[Concatenate[T, ...], Flow[None] | None]) -> Step[T]:
    """Return a step that runs a function."""
    return Step(action)


@final
class Phase(Part[T]):
    """A sequence of steps and phases.

    `state` makes the data that only this phase needs: `play.state.phase` holds it while the phase runs, and None
    afterwards. A `whole` phase has no checkpoint inside, so a player can take all of it back until something is
    revealed or somebody else chooses. It consists of steps only, each with at most one condition.
    """

    def __init__(
        self, name: str, parts: Sequence[Part[T]], state: Callable[..., Struct] | None, *, whole: bool
    ) -> None:
        super().__init__(name)
        self.parts = parts
        self.state = state
        self.whole = whole


def phase(
    name: str,
    *parts: Part[T] | Callable[[T], Flow[None] | None],
    state: Callable[..., Struct] | None = None,
    whole: bool = False,
) -> Phase[T]:
    """Return a phase that consists of the given parts; plain functions become steps."""
    return Phase(name, [part if isinstance(part, Part) else Step(part) for part in parts], state, whole=whole)


class _Conditional(Part[T]):
    word: ClassVar[str] = ""

    def __init__(self, part: Part[T], condition: Callable[[T], object]) -> None:
        super().__init__(part.name)
        self.part = part
        self.condition = condition


@final
class _When(_Conditional[T]):
    word: ClassVar[str] = "when"


@final
class _Until(_Conditional[T]):
    word: ClassVar[str] = "until"


@final
class _AsLongAs(_Conditional[T]):
    word: ClassVar[str] = "as long as"


@final
class _Each(_Conditional[T]):
    word: ClassVar[str] = "each of"


@final
class Place:
    """The place that a game has reached in its table of contents."""

    __slots__ = ("index", "left", "times")

    def __init__(self, index: int, times: dict[str, int], left: dict[str, list[Turn]]) -> None:
        self.index = index
        self.times = times
        self.left = left


# What instructions do. They are plain numbers, since a playout spends most of its time between questions on them.
_ACT: Final = 0
_TEST: Final = 1
_ASK: Final = 2
_END: Final = 3
_BACK_UNLESS: Final = 4
_NEXT: Final = 5
_TURNS: Final = 6
_ACT_IN_TURN: Final = 7
_COUNT: Final = 8
_FORGET: Final = 9


@final
class _Instruction:
    """One instruction of the small program to which contents are compiled.

    It calls `acts`, then `does` something with its `function`, and continues at `then`, or at `otherwise` if the
    function says no. `index` is its place in the program.
    """

    __slots__ = ("acts", "does", "function", "index", "otherwise", "path", "then", "turns")

    def __init__(self, index: int, does: int, path: str, function: Any, turns: str) -> None:  # noqa: ANN401 - steps, conditions
        self.index = index
        self.does = does
        self.path = path
        self.function = function
        self.turns = turns
        self.acts: tuple[Callable[[AnyPlay], object], ...] = ()
        self.then = self.otherwise = self


@final
class Contents(Generic[T]):
    """The table of contents of a game: all its phases.

    Raises `ValueError` if two steps have the same path or phases with a state are nested, and `TypeError` if a `whole`
    phase contains anything but steps.
    """

    def __init__(self, *parts: Part[T] | Callable[[T], Flow[None] | None], above: str = "") -> None:
        self.parts = phase("", *parts).parts
        self._code: list[_Instruction] = []
        self._otherwise: dict[int, int] = {}
        self._starts: dict[str, int] = {}
        self._steps: dict[str, int] = {}
        for part in self.parts:
            self._compile(part, above, "", stateful=False)
        self._steps[END] = len(self._code)
        self._emit(_END, END)
        self._link()

    def start(self, path: str | None = None, *turns: Turn) -> Place:
        """Return the place before the first step or, if a path is given, before the phase or step at that path.

        Raises `KeyError` if there is no such path. `turns` replaces the turns that a part with `each` would compute.
        """
        if path is None:
            return Place(0, {}, {})
        index = self._starts[path]
        return Place(index + 1, {path: 1}, {path: list(turns)}) if turns else Place(index, {}, {})

    def place(self, mark: Mark) -> Place:
        """Return the place that a mark describes. Raises `KeyError` if the contents have no such place."""
        left = {path: list(turns) for path, turns in mark.left.items()}
        return Place(self._steps[mark.at], dict(mark.times), left)

    def mark(self, place: Place) -> Mark:
        """Return a place in the table of contents as plain data, which is stored with the position.

        It shares the place's dicts: serialize it before the game goes on.
        """
        return Mark(self._code[place.index].path, place.times, place.left)

    def ended(self, place: Place) -> bool:
        """Return whether the game has been played to its end."""
        return place.index == len(self._code) - 1

    def go_on(self, play: T, place: Place) -> bool:
        """Play steps that only act, up to the next step that may open a prompt. Returns False at the end of the game.

        Raises `RuntimeError` if a loop repeats without any prompt, which is a mistake of the game.
        """
        it, rounds = self._code[place.index], 0
        while True:
            for act in it.acts:
                act(play)
            does = it.does
            if does == _TEST:
                holds = it.function
                it = it.then if holds(play) else it.otherwise
            elif does <= _END:
                place.index = it.index
                play.where = it.path
                return does == _ASK
            elif does == _BACK_UNLESS:
                holds = it.function
                it = it.then if holds(play) else it.otherwise
                rounds += 1
                if rounds > _MAX_SILENT_ROUNDS:
                    raise RuntimeError(f"{it.path}: {_MAX_SILENT_ROUNDS} times without a question")
            else:
                it = self._take_turns(it, play, place)

    def flow(self, play: T, place: Place) -> Flow[None]:
        """Return the flow of the step at a place, and move the place past this step."""
        it = self._code[place.index]
        place.index += 1
        begin: Callable[..., Flow[None]] = it.function
        return begin(play, place.left[it.turns][0]) if it.turns else begin(play)

    def _take_turns(self, it: _Instruction, play: T, place: Place) -> _Instruction:
        """Handle the rarer instructions: compute and take turns, count rounds."""
        does, path, times, left = it.does, it.path, place.times, place.left
        if does == _NEXT:
            del left[path][0]
            if left[path]:
                times[path] += 1
                return it.otherwise
            del left[path], times[path]
        elif does == _TURNS:
            turns = list(it.function(play))
            if not turns:
                return it.otherwise
            left[path], times[path] = turns, 1
        elif does == _ACT_IN_TURN:
            it.function(play, left[it.turns][0])
        elif does == _COUNT:
            times[path] = times.get(path, 0) + 1
        else:
            times.pop(path, None)
        return it.then

    def marked_by(self) -> list[tuple[int, str, str]]:
        """Return the parts of the contents that a stored mark depends on.

        These parts are the steps that may open prompts, their turns, and the loops. If one of them changes, earlier
        marks are no longer valid.
        """
        made_of = [it for index, it in enumerate(self._code) if it.index == index]
        return [(it.does, it.path, it.turns) for it in made_of if it.does in (_ASK, _TURNS, _COUNT)]

    def lines(self) -> Iterator[str]:
        """Yield the table of contents as lines of text.

        Each line shows a phase or step with its name, conditions and summary.
        """
        return _lines(self.parts, 0)

    def _emit(self, does: int, path: str, function: Any = None, turns: str = "") -> _Instruction:  # noqa: ANN401  # steps, conditions
        instruction = _Instruction(len(self._code), does, path, function, turns)
        self._code.append(instruction)
        return instruction

    def _compile(self, part: Part[T], above: str, turns: str, *, stateful: bool) -> None:
        path = f"{above}/{part.name}" if above else part.name
        if isinstance(part, _When):
            test = self._emit(_TEST, path, part.condition)
            self._compile(part.part, above, turns, stateful=stateful)
            self._else_here(test)
            return
        self._starts.setdefault(path, len(self._code))
        if isinstance(part, _Until):
            self._compile_loop(part, path, above, turns, part.condition, stateful=stateful)
        elif isinstance(part, _AsLongAs):
            condition = part.condition
            test = self._emit(_TEST, path, condition)
            self._compile_loop(part, path, above, turns, lambda play: not condition(play), stateful=stateful)
            self._else_here(test)
        elif isinstance(part, _Each):
            begin = self._emit(_TURNS, path, part.condition)
            self._compile(part.part, above, path, stateful=stateful)
            self._else_to(self._emit(_NEXT, path), begin.index + 1)
            self._else_here(begin)
        elif isinstance(part, Phase):
            self._compile_phase(part, path, turns, stateful=stateful)
        else:
            self._compile_step(path, part, turns)

    def _compile_loop(
        self,
        part: _Conditional[T],
        path: str,
        above: str,
        turns: str,
        until: Callable[[T], object],
        *,
        stateful: bool,
    ) -> None:
        count = self._emit(_COUNT, path)
        self._compile(part.part, above, turns, stateful=stateful)
        self._else_to(self._emit(_BACK_UNLESS, path, until), count.index)
        self._emit(_FORGET, path)

    def _compile_step(self, path: str, step: Part[T], turns: str) -> None:
        assert isinstance(step, Step)  # noqa: S101 - there are no other parts
        if step.asks:
            self._emit_ask(path, step.action, turns)
        else:
            self._emit_act(path, step.action, turns)

    def _emit_ask(self, path: str, action: Callable[..., object], turns: str) -> None:
        if path in self._steps:
            raise ValueError(f"two steps are called {path}")
        self._steps[path] = len(self._code)
        self._emit(_ASK, path, action, turns)

    def _emit_act(self, path: str, action: Callable[..., object], turns: str) -> None:
        self._emit(_ACT_IN_TURN if turns else _ACT, path, action, turns)

    def _compile_phase(self, phase: Phase[T], path: str, turns: str, *, stateful: bool) -> None:
        if phase.state is not None:
            if stateful:
                raise ValueError(f"{path} has a state inside of a phase with one")
            self._emit_act(path, _giving_state(phase.state, turns), turns)
        if phase.whole:
            self._emit_ask(path, _unbroken(phase, path), turns="")
        else:
            for part in phase.parts:
                self._compile(part, path, "", stateful=stateful or phase.state is not None)
        if phase.state is not None:
            self._emit_act(path, _take_state, turns="")

    def _else_here(self, it: _Instruction) -> None:
        self._else_to(it, len(self._code))

    def _else_to(self, it: _Instruction, index: int) -> None:
        self._otherwise[it.index] = index

    def _link(self) -> None:
        """Connect each instruction with those that may follow it. An act becomes a part of the next instruction."""
        code = self._code
        for it, behind in reversed(list(pairwise(code))):
            if it.does == _ACT:
                it.acts = (it.function, *behind.acts)
                it.index, it.does, it.path, it.turns = behind.index, behind.does, behind.path, behind.turns
                it.function, it.then, it.otherwise = behind.function, behind.then, behind.otherwise
            else:
                it.then = behind
                it.otherwise = code[self._otherwise.get(it.index, behind.index)]


def _unbroken(phase: Phase[T], path: str) -> Callable[[T], Flow[None]]:
    """Return all steps of a phase as one flow."""
    steps = [_whole_step(part, path) for part in phase.parts]

    def run(play: T) -> Flow[None]:
        for where, condition, action, asks in steps:
            if condition is not None and not condition(play):
                continue
            if asks:
                play.where = where
                yield from action(play)
            else:
                action(play)

    return run


# Any: a flow, if the step asks.
def _whole_step(part: Part[T], above: str) -> tuple[str, Callable[[T], object] | None, Callable[..., Any], bool]:
    """Return the path of a step, its condition if it has one, its function, and whether it asks."""
    step, condition = (part.part, part.condition) if isinstance(part, _When) else (part, None)
    if not isinstance(step, Step):
        raise TypeError(f"{above} is whole, and {part.name} is no step")
    return f"{above}/{step.name}", condition, step.action, step.asks


def _giving_state(made: Callable[..., Struct], turns: str) -> Callable[..., None]:
    def give(play: AnyPlay) -> None:
        play.state.phase = made(play)

    def give_in_turn(play: AnyPlay, turn: Turn) -> None:
        play.state.phase = made(play, turn)

    return give_in_turn if turns else give


def _take_state(play: AnyPlay) -> None:
    play.state.phase = None


def _lines(parts: Sequence[Part[T]], depth: int) -> Iterator[str]:
    for part in parts:
        inner, notes = part, []
        while isinstance(inner, _Conditional):
            notes.append(f"{inner.word} {name_of(inner.condition).lstrip('_').replace('_', ' ')}")
            inner = inner.part
        said = inner.says if isinstance(inner, Step) else ""
        name = f"{'  ' * depth}{part.name.replace('_', ' ')}"
        yield f"{name:{_NAME_WIDTH}}{'; '.join(filter(None, [*notes, said]))}".rstrip()
        if isinstance(inner, Phase):
            yield from _lines(inner.parts, depth + 1)
