"""How a law goes through games: where it stands, and what it has seen."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from galaxy.rules.v1 import rules_pb2
from services.kit.contract.subject import Setup, Sight, Subject
from services.kit.event import Told
from services.kit.live import LiveGame
from services.kit.options import read_options
from services.kit.pack import Shelf
from services.kit.playout import begin, random_answer

if TYPE_CHECKING:
    from services.kit.contract.suite import GameContract

Live: TypeAlias = LiveGame[Any, Any, Any]


class Inspection:
    """One law on one game: the games that it plays, the place where it stands, the sights that it saw."""

    def __init__(self, subject: Subject, shelf: Shelf[Any]) -> None:
        self.subject = subject
        self.game = subject.game
        self.shelf = shelf
        self.seen: Counter[Sight] = Counter()
        self._where = ""
        self._step: int | None = None
        self._looked_at = 0

    @property
    def where(self) -> str:
        """Game, seats, options, seed and step: what it takes to play it again."""
        place = f"{self.game.name}{self._where}"
        return place if self._step is None else f"{place}, step {self._step}"

    def tables(self, seed: int | None = None) -> Iterator[tuple[int, Setup]]:
        """Each table of the subject."""
        for seats, setup in self.subject.tables():
            self.stand(seats, setup, seed)
            yield seats, setup

    def stand(self, seats: int, setup: Setup, seed: int | None) -> None:
        """Note which table is looked at."""
        self._where = f", {seats} seats, options {setup}" + ("" if seed is None else f", seed {seed}")
        self._step = None
        self._looked_at += 1

    def saw(self, sight: Sight, times: int = 1) -> None:
        """Count what the law is about."""
        self.seen[sight] += times

    def games(self, playouts: int, *, checkpoints: bool = True) -> Iterator[tuple[Live, Random]]:
        """Play so many games a table, each with the chance for its seed and a source of answers of the same seed."""
        for seats, setup in self.tables():
            options = read_options(self.game.options_type, setup)
            for seed in range(playouts):
                self.stand(seats, setup, seed)
                yield begin(self.game, self.shelf, seats, options, seed, checkpoints=checkpoints), Random(seed)

    def thorough_games(self, *, checkpoints: bool = True) -> Iterator[tuple[Live, Random]]:
        """Games to be looked at before each choice; `answer` is what plays them."""
        for live, random in self.games(self.subject.thorough_playouts, checkpoints=checkpoints):
            self._step = 0
            yield live, random

    def moments(self) -> Iterator[tuple[Live, Random]]:
        """Thoroughly looked-at games, before each choice and at the end."""
        for live, random in self.thorough_games():
            while live.prompts:
                yield live, random
                self.answer(live, random)
            yield live, random

    def step(self) -> None:
        """Note that a choice is made."""
        self._step = (self._step or 0) + 1

    def answer(self, live: Live, random: Random) -> list[Told]:
        """Answer one open prompt at random."""
        self.step()
        key, prompt = random.choice(list(live.prompts.items()))
        return live.answer(prompt.seat, key, random_answer(prompt, random))

    def catalogue(self) -> dict[str, rules_pb2.Component]:
        """Every component of the built-in pack by its id."""
        self._looked_at += 1
        return {each.id: each for each in self.game.components(self.shelf.get(self.shelf.default))}

    @cached_property
    def names(self) -> frozenset[str]:
        """Component ids of all pieces that lie on any of the tables."""
        subject, catalogue, names = self.subject, self.catalogue(), set()
        for seats, setup in subject.tables():
            options = read_options(self.game.options_type, setup)
            names |= {name for pieces in subject.box(catalogue, options, seats).values() for name in pieces}
        return frozenset(names & catalogue.keys())

    def close(self, sights: tuple[Sight, ...]) -> None:
        """Fail unless the law saw what it is about, and nothing of what the game is said to lack."""
        assert self._looked_at, f"{self.game.name}: no table was looked at"
        for sight in sights:
            if sight in self.subject.lacks:
                assert not self.seen[sight], f"{self.game.name} is said to lack this, but it was seen: {sight}"
            else:
                assert self.seen[sight], f"{self.game.name}: the law was never exercised; it never saw {sight}"


def law(*sights: Sight) -> Callable[[Callable[[Inspection], None]], Callable[["GameContract", Shelf[Any]], None]]:
    """Make a test of a law that is about these sights."""

    def test_of(holds: Callable[[Inspection], None]) -> Callable[["GameContract", Shelf[Any]], None]:
        def test(self: "GameContract", shelf: Shelf[Any]) -> None:
            inspection = Inspection(self.subject, shelf)
            try:
                holds(inspection)
            except BaseException as error:
                error.add_note(f"Seen at: {inspection.where}")
                raise
            inspection.close(sights)

        test.__name__, test.__qualname__ = holds.__name__, holds.__qualname__
        test.__doc__, test.__module__ = holds.__doc__, holds.__module__
        return test

    return test_of
