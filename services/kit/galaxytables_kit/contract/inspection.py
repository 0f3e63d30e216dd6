"""How a law goes through games: where it stands, and what it has seen."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.contract.gallery import Gallery
from galaxytables_kit.contract.subject import Setup, Sight
from galaxytables_kit.event import Told
from galaxytables_kit.live import AnyLive
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.seat import Seat


class Answered(Struct, frozen=True):
    """The last answer in a game: who gave it to which prompt, and what was told of it."""

    seat: Seat
    prompt_id: str
    told: list[Told]


class Inspection:
    """One law on one game: the games that it plays, the place where it stands, the sights that it saw.

    All laws look at the same games: their answers are drawn apart from what else a law draws.
    """

    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery
        self.subject = gallery.subject
        self.game = gallery.subject.game
        self.packs = gallery.packs
        self.seen: Counter[Sight] = Counter()
        self.answered: Answered | None = None
        self._answers = Random(0)
        self._where = ""
        self._step: int | None = None
        self._live: AnyLive | None = None
        self._looked_at = 0

    @property
    def table(self) -> str:
        """Seats and options of the table that is looked at, and its seed."""
        return self._where

    @property
    def where(self) -> str:
        """Game, seats, options, seed and step: what it takes to play it again."""
        place = f"{self.game.name}{self._where}"
        if self._step is None:
            return place
        return f"{place}, step {self._step}" + ("" if self._live is None else f" ({self._live.where})")

    def tables(self, seed: int | None = None) -> Iterator[tuple[int, Setup]]:
        """Each table of the subject."""
        for seats, setup in self.subject.tables(self.gallery.pack):
            self.stand(seats, setup, seed)
            yield seats, setup

    def stand(self, seats: int, setup: Setup, seed: int | None) -> None:
        """Note which table is looked at."""
        self._where = f", {seats} seats, options {setup}" + ("" if seed is None else f", seed {seed}")
        self._step = self._live = None
        self._looked_at += 1

    def saw(self, sight: Sight, times: int = 1) -> None:
        """Count what the law is about."""
        self.seen[sight] += times

    def games(self, playouts: int, *, checkpoints: bool = True) -> Iterator[tuple[AnyLive, Random]]:
        """Begin so many games a table, each with the chance for its seed, and something to draw from."""
        for seats, setup in self.tables():
            options = read_options(self.game.options_type, setup)
            for seed in range(playouts):
                self.stand(seats, setup, seed)
                self._answers, self.answered = Random(seed), None
                self._live = begin(self.game, self.packs, seats, options, seed, checkpoints=checkpoints)
                yield self._live, Random(seed)

    def thorough_games(self, *, checkpoints: bool = True) -> Iterator[tuple[AnyLive, Random]]:
        """Games to be looked at before each choice; `answer` is what plays them."""
        for live, random in self.games(self.subject.thorough_playouts, checkpoints=checkpoints):
            self._step = 0
            yield live, random

    def moments(self) -> Iterator[tuple[AnyLive, Random]]:
        """Thoroughly looked-at games, before each choice and at the end."""
        for live, random in self.thorough_games():
            while live.prompts:
                yield live, random
                self.answer(live)
            yield live, random

    def step(self) -> None:
        """Note that a choice is made."""
        self._step = (self._step or 0) + 1

    def answer(self, live: AnyLive) -> list[Told]:
        """Answer one open prompt at random."""
        self.step()
        key, prompt = self._answers.choice(list(live.prompts.items()))
        told = live.answer(prompt.seat, key, random_answer(prompt, self._answers))
        self.answered = Answered(prompt.seat, key, told)
        return told

    def catalogue(self) -> Mapping[str, rules_pb2.Component]:
        """Every component of the built-in pack by its id."""
        self._looked_at += 1
        return self.gallery.catalogue

    def close(self, sights: tuple[Sight, ...]) -> None:
        """Fail unless the law saw what it is about, and nothing of what the game is said to lack."""
        assert self._looked_at, f"{self.game.name}: no table was looked at"
        for sight in sights:
            if sight in self.subject.lacks:
                assert not self.seen[sight], f"{self.game.name} is said to lack this, but it was seen: {sight}"
            else:
                assert self.seen[sight], f"{self.game.name}: the law was never exercised; it never saw {sight}"


def law(*sights: Sight) -> Callable[[Callable[[Inspection], None]], Callable[[object, Gallery], None]]:
    """Make a test of a law that is about these sights."""

    def test_of(holds: Callable[[Inspection], None]) -> Callable[[object, Gallery], None]:
        def test(_: object, gallery: Gallery) -> None:
            inspection = Inspection(gallery)
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
