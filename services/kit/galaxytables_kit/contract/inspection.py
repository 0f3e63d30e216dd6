"""Plays the games that a law of the contract looks at.

Records the game and step reached, and the situations (sights) seen.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from random import Random

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.contract.gallery import Gallery
from galaxytables_kit.contract.subject import Setup, Sight
from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.live import AnyLive
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.seat import Seat


class Answered(Struct, frozen=True):
    """The last answer in a game: its seat, its prompt, and the events that followed."""

    seat: Seat
    prompt_id: str
    events: list[EmittedEvent]


class Inspection:
    """Checks one law of the contract: plays random matches of a game, and records the step and the situations seen.

    All laws look at the same matches: one random generator draws the answers, and a second one draws whatever else a
    law needs, so that the matches stay the same.
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
        self._alike: Counter[tuple[str, str, frozenset[str]]] = Counter()

    @property
    def table(self) -> str:
        """Return a text with the seats, options and seed of the current table."""
        return self._where

    @property
    def where(self) -> str:
        """Return a text with the game, seats, options, seed and step: all that is needed to reproduce a failure."""
        place = f"{self.game.name}{self._where}"
        if self._step is None:
            return place
        return f"{place}, step {self._step}" + ("" if self._live is None else f" ({self._live.where})")

    def tables(self, seed: int | None = None) -> Iterator[tuple[int, Setup]]:
        """Yield each table of the subject as its number of seats and its options; `seed` only appears in messages."""
        for seats, setup in self.subject.tables(self.gallery.pack):
            self.stand(seats, setup, seed)
            yield seats, setup

    def stand(self, seats: int, setup: Setup, seed: int | None) -> None:
        """Record which table the law looks at, for the messages of failures."""
        self._where = f", {seats} seats, options {setup}" + ("" if seed is None else f", seed {seed}")
        self._step = self._live = None
        self._looked_at += 1

    def saw(self, sight: Sight, times: int = 1) -> None:
        """Record that the law saw a sight, once or several times."""
        self.seen[sight] += times

    def games(self, playouts: int, *, checkpoints: bool = True) -> Iterator[tuple[AnyLive, Random]]:
        """Yield `playouts` new games of each table, each with a random generator that has the game's seed."""
        for seats, setup in self.tables():
            options = read_options(self.game.options_type, setup)
            for seed in range(playouts):
                self.stand(seats, setup, seed)
                self._answers, self.answered = Random(seed), None
                self._live = begin(self.game, self.packs, seats, options, seed, checkpoints=checkpoints)
                yield self._live, Random(seed)

    def thorough_games(self, *, checkpoints: bool = True) -> Iterator[tuple[AnyLive, Random]]:
        """Yield new games that the law checks before each choice. The law plays them with `answer`."""
        for live, random in self.games(self.subject.thorough_playouts, checkpoints=checkpoints):
            self._step = 0
            yield live, random

    def moments(self) -> Iterator[tuple[AnyLive, Random]]:
        """Yield each thorough game, with a random generator, before each of its choices and at its end."""
        for live, random in self.thorough_games():
            while live.prompts:
                yield live, random
                self.answer(live)
            yield live, random

    def differing_moments(self) -> Iterator[tuple[AnyLive, Random]]:
        """Yield only some of the `moments`: many moments are alike, and only a few of those are yielded."""
        for live, random in self.moments():
            if not self.is_one_more(live):
                yield live, random

    def is_one_more(self, live: AnyLive) -> bool:
        """Return whether a moment can be skipped, since enough moments like it were looked at.

        Moments are alike if the table, the step and the kinds of the open prompts are the same. Of moments that are
        alike, only the first, second, fifth, tenth and so on are looked at.
        """
        moment = (self._where, live.play.where, frozenset(prompt.kind for prompt in live.prompts.values()))
        number, self._alike[moment] = self._alike[moment], self._alike[moment] + 1
        return isqrt(number) ** 2 != number

    def step(self) -> None:
        """Count one more choice."""
        self._step = (self._step or 0) + 1

    def answer(self, live: AnyLive) -> list[EmittedEvent]:
        """Answer one open prompt at random and return the events that followed."""
        self.step()
        key, prompt = self._answers.choice(list(live.prompts.items()))
        events = live.answer(prompt.seat, key, random_answer(prompt, self._answers))
        self.answered = Answered(prompt.seat, key, events)
        return events

    def catalogue(self) -> Mapping[str, rules_pb2.Component]:
        """Return every component of the built-in pack by its id."""
        self._looked_at += 1
        return self.gallery.catalogue

    def close(self, sights: tuple[Sight, ...]) -> None:
        """Fail if the law has not seen one of its sights, or has seen a sight that the game is declared to lack."""
        assert self._looked_at, f"{self.game.name}: no table was looked at"
        for sight in sights:
            if sight in self.subject.lacks:
                assert not self.seen[sight], f"{self.game.name} is said to lack this, but it was seen: {sight}"
            else:
                assert self.seen[sight], f"{self.game.name}: the law was never exercised; it never saw {sight}"


def law(*sights: Sight) -> Callable[[Callable[[Inspection], None]], Callable[[object, Gallery], None]]:
    """Return a decorator that turns a law about these sights into a test method."""

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
