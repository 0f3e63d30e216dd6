"""The test suite that every game passes, for pytest.

A game author writes one line in a test module::

    TestContract = contract(Subject(MY_GAME, census=census, permute_hidden=permute_hidden))

`census(state)` counts everything that can neither appear nor vanish (cards, dice, cubes); it must be the same at
every moment of a game. `permute_hidden(state, viewer, random)` exchanges, in place, whatever the viewer may not know
(cards between other hands, the deck and face-down piles); no view may change by it.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.kit.calls import RulesCalls
from services.kit.chance import commitment
from services.kit.errors import (
    ChoiceError,
    NotYourPrompt,
    OutOfBounds,
    PromptClosed,
    UndoError,
    UnknownOption,
)
from services.kit.game import Game
from services.kit.live import LiveGame
from services.kit.options import read_options
from services.kit.pack import Shelf, load_shelf
from services.kit.play import Play
from services.kit.playout import begin, play_out, random_answer
from services.kit.prompt import Picks, Prompt
from services.kit.wire import event_message, prompt_message

_SEARCHED_ANSWERS = 400
"""How many answers are tried before an option of a prompt with a rule counts as never accepted."""

_IDENTIFIER = re.compile(r"[a-z]_[a-z]")
"""What gives an id away in a text for people."""

Live = LiveGame[Any, Any, Any]


class Subject(Struct, frozen=True):
    """A game under test: see the module. `setups` are the options to test with; `playouts` the games a setup."""

    game: Game[Any, Any, Any]
    census: Callable[[Any], Hashable]
    permute_hidden: Callable[[Any, int | None, Random], None]
    setups: tuple[dict[str, str], ...] = ({},)
    seats: tuple[int, ...] = ()
    playouts: int = 200
    thorough_playouts: int = 3

    def tables(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Every number of seats with every setup that allows it."""
        for setup in self.setups:
            options = read_options(self.game.options_type, setup)
            for seats in self.seats or range(self.game.least_seats, self.game.most_seats + 1):
                try:
                    self.game.check(options, seats)
                except ValueError as error:
                    raise TypeError("check raises kit errors only") from error
                except Exception:  # noqa: BLE001, S112 - this setup is not for so many
                    continue
                yield seats, setup


def contract(subject: Subject) -> type["GameContract"]:
    """Make the test class of a game."""
    return type("GameContract", (GameContract,), {"subject": subject, "__test__": True})


class GameContract:
    """Laws that hold for every game."""

    __test__ = False
    subject: ClassVar[Subject]

    @pytest.fixture(scope="class")
    @classmethod
    def shelf(cls) -> Shelf[Any]:
        """Load the packs of the game under test."""
        return load_shelf(cls.subject.game)

    def _games(self, shelf: Shelf[Any], playouts: int, *, checkpoints: bool = True) -> Iterator[tuple[Live, Random]]:
        for seats, setup in self.subject.tables():
            options = read_options(self.subject.game.options_type, setup)
            for seed in range(playouts):
                yield (
                    begin(self.subject.game, shelf, seats, options, seed, checkpoints=checkpoints),
                    Random(seed),
                )

    def _moments(self, shelf: Shelf[Any]) -> Iterator[tuple[Live, Random]]:
        """Thoroughly looked-at games, before each choice and at the end."""
        for live, random in self._games(shelf, self.subject.thorough_playouts):
            while live.prompts:
                yield live, random
                _step(live, random)
            yield live, random

    def test_random_games_end_and_conserve_components(self, shelf: Shelf[Any]) -> None:
        """Random games end with scores for all; nothing appears or vanishes on the way."""
        played = 0
        for live, random in self._games(shelf, self.subject.playouts, checkpoints=False):
            before = self.subject.census(live.play.state)
            decisions = play_out(live, random)
            assert live.over
            assert decisions > 0
            assert self.subject.census(live.play.state) == before
            assert [score.seat for score in live.scores()] == list(range(live.play.seats))
            played += 1
        assert played > 0

    def test_components_are_conserved_at_every_choice(self, shelf: Shelf[Any]) -> None:
        """Nothing appears or vanishes, not even for a moment between two questions."""
        for live, random in self._games(shelf, self.subject.thorough_playouts, checkpoints=False):
            before = self.subject.census(live.play.state)
            while live.prompts:
                _step(live, random)
                assert self.subject.census(live.play.state) == before

    def test_positions_restore_to_the_same_game(self, shelf: Shelf[Any]) -> None:
        """A restored position is the live game: same bytes, prompts, views, scores, way back."""
        for live, _ in self._moments(shelf):
            again = LiveGame.restore(self.subject.game, shelf, live.position())
            assert again.position() == live.position()
            assert _shown(again) == _shown(live)
            assert again.undoable_seats() == live.undoable_seats()
            assert again.scores() == live.scores()

    def test_states_survive_encoding(self, shelf: Shelf[Any]) -> None:
        """`decode(encode(state)) == state` in the middle of phases too."""
        for live, _ in self._moments(shelf):
            assert _copy(live.play.state) == live.play.state

    def test_records_replay_to_the_same_bytes(self, shelf: Shelf[Any]) -> None:
        """A game played over the wire gives a record that verifies; a forged one does not."""
        for seats, setup in self.subject.tables():
            calls = RulesCalls(self.subject.game, shelf)
            record = play_record(calls, seats, setup, Random(seats))
            answer = calls.replay(rules_pb2.ReplayRequest(record=record))
            assert answer.verified, answer.difference
            record.scores[0].total += 1
            assert not calls.replay(rules_pb2.ReplayRequest(record=record)).verified

    def test_the_cache_changes_nothing(self, shelf: Shelf[Any]) -> None:
        """With and without cached live games the same record comes out."""
        seats, setup = next(self.subject.tables())
        with_cache = play_record(RulesCalls(self.subject.game, shelf), seats, setup, Random(7))
        without = play_record(RulesCalls(self.subject.game, shelf, cached_games=0), seats, setup, Random(7))
        assert with_cache == without

    def test_every_option_is_accepted(self, shelf: Shelf[Any]) -> None:
        """Each option belongs to a legal answer, and the game takes that answer."""
        for live, random in self._moments(shelf):
            for prompt in live.prompts.values():
                missing = [option for option in prompt.options if not _answer_with(prompt, option, random)]
                assert not missing, f"{prompt.kind}: no legal answer holds {missing}"
            self._take_all(shelf, live, random)

    def _take_all(self, shelf: Shelf[Any], live: Live, random: Random) -> None:
        """Play every option of one open prompt, each in a game of its own."""
        if not live.prompts:
            return
        position = live.position()
        key, prompt = random.choice(list(live.prompts.items()))
        for option in prompt.options:
            again = LiveGame.restore(self.subject.game, shelf, position)
            reopened = again.prompts[key]
            again.answer(prompt.seat, key, _answer_with(reopened, option, random) or reopened.default_picks)

    def test_everything_else_is_refused(self, shelf: Shelf[Any]) -> None:
        """Wrong seats, prompts, options and counts are refused and change nothing."""
        for live, _ in self._moments(shelf):
            before = live.position()
            for key, prompt in live.prompts.items():
                picks = prompt.default_picks
                with pytest.raises(NotYourPrompt):
                    live.answer((prompt.seat + 1) % live.play.seats, key, picks)
                with pytest.raises(PromptClosed):
                    live.answer(prompt.seat, "0.0.0", picks)
                with pytest.raises(OutOfBounds):
                    live.answer(prompt.seat, key, prompt.options + ("surplus",) * (prompt.most + 1))
                if prompt.most > 0:
                    with pytest.raises(UnknownOption):
                        live.answer(prompt.seat, key, ("no such option",) * max(1, prompt.least))
                if prompt.most > 1:
                    with pytest.raises(UnknownOption):
                        live.answer(prompt.seat, key, (prompt.options[0],) * max(2, prompt.least))
            assert live.position() == before

    def test_defaults_are_legal(self, shelf: Shelf[Any]) -> None:
        """What the clock would play is legal, and games of defaults alone end or go on without error."""
        for live, _ in self._games(shelf, self.subject.thorough_playouts):
            for _ in range(2000):
                if not live.prompts:
                    break
                for key in list(live.prompts):
                    prompt = live.prompts.get(key)
                    if prompt is not None:
                        live.answer(prompt.seat, key, prompt.default_picks)

    def test_views_hold_nothing_hidden(self, shelf: Shelf[Any]) -> None:
        """Exchanging what a viewer may not know changes no byte of the view."""
        game = self.subject.game
        for live, random in self._moments(shelf):
            for viewer in (None, *range(live.play.seats)):
                seen = live.view(viewer).SerializeToString(deterministic=True)
                seed = random.random()
                state, frozen = _copy(live.play.state), _copy(live.frozen_state())
                self.subject.permute_hidden(state, viewer, Random(seed))
                self.subject.permute_hidden(frozen, viewer, Random(seed))
                now = live.play
                play = Play(now.seats, now.options, now.pack, now.chance, state, rules_version=now.rules_version)
                play.holding = live.play.holding
                shown = game.view(play, frozen if play.holding else state, viewer)
                assert shown.SerializeToString(deterministic=True) == seen, f"viewer {viewer}"

    def test_secret_choices_are_frozen_for_others(self, shelf: Shelf[Any]) -> None:
        """While seats choose in secret, a choice of one changes no view of another until the last is in."""
        for live, random in self._moments(shelf):
            if len(live.prompts) < 2 or not live.play.holding:
                continue
            again = LiveGame.restore(self.subject.game, shelf, live.position())
            key, prompt = random.choice(list(again.prompts.items()))
            others = [viewer for viewer in (None, *range(again.play.seats)) if viewer != prompt.seat]
            before = [again.view(viewer) for viewer in others]
            told = again.answer(prompt.seat, key, random_answer(prompt, random))
            if again.play.holding:
                assert [again.view(viewer) for viewer in others] == before
                assert not told

    def test_undo_restores_the_position(self, shelf: Shelf[Any]) -> None:
        """What can be taken back leads to the position before; everything else is refused.

        What one takes back in secret changes nothing that another sees.
        """
        for live, random in self._moments(shelf):
            again = LiveGame.restore(self.subject.game, shelf, live.position())
            allowed = again.undoable_seats()
            for seat in range(again.play.seats):
                if seat in allowed:
                    undone, reopened, _ = again.undo(seat)
                    assert reopened.split(".")[1] == str(seat)
                    if again.play.holding:
                        other = random.choice([viewer for viewer in range(again.play.seats) if viewer != seat])
                        assert undone.view(other) == again.view(other)
                else:
                    with pytest.raises(UndoError):
                        again.undo(seat)
            if not again.prompts:
                continue
            before, events_before = again.position(), len(again.play.told)
            key, prompt = random.choice(list(again.prompts.items()))
            told = again.answer(prompt.seat, key, random_answer(prompt, random))
            assert events_before == 0
            if prompt.seat in again.undoable_seats():
                undone, reopened, withdrawn = again.undo(prompt.seat)
                assert (undone.position(), reopened, withdrawn) == (before, key, len(told))

    def test_everything_has_words(self, shelf: Shelf[Any]) -> None:
        """Every prompt, option and event can be told to people, without a name that only programs know."""
        for live, random in self._games(shelf, self.subject.thorough_playouts):
            told = list(live.play.told)
            while live.prompts:
                for key, prompt in live.prompts.items():
                    message = prompt_message(live, key, prompt)
                    texts = [message.text, *(option.label for option in message.options)]
                    assert all(texts)
                    assert not any(map(_IDENTIFIER.search, texts)), texts
                    assert len({option.id for option in message.options}) == len(message.options)
                told += _step(live, random)
            for each in told:
                sentence = event_message(self.subject.game, live.play, each).text
                assert sentence
                assert "{" not in sentence.replace("{seat ", "")
                assert not _IDENTIFIER.search(sentence), sentence

    def test_score_parts_are_told(self, shelf: Shelf[Any]) -> None:
        """Totals are the sums of their parts, and every seat has the same sources."""
        for live, random in self._games(shelf, self.subject.thorough_playouts, checkpoints=False):
            play_out(live, random)
            scores = live.scores()
            assert len({tuple(score.parts) for score in scores}) == 1
            assert all(score.total == sum(score.parts.values()) for score in scores)

    def test_the_catalogue_names_every_component(self, shelf: Shelf[Any]) -> None:
        """Component ids are unique, have names, and say how well they are known."""
        pack = shelf.get(shelf.default)
        components = list(self.subject.game.components(pack))
        assert len({component.id for component in components}) == len(components) > 0
        for component in components:
            assert component.name == self.subject.game.component_name(pack, component.id)
            assert component.provenance != rules_pb2.PROVENANCE_UNSPECIFIED


def play_record(calls: RulesCalls, seats: int, setup: dict[str, str], random: Random) -> game_pb2.Record:
    """Play a random game through the calls of a rules service and write its record, as a lobby does."""
    seed, entropy = random.randbytes(32), [random.randbytes(8) for _ in range(seats)]
    begun = calls.new_game(rules_pb2.NewGameRequest(seats=seats, options=setup, seed=seed, entropy=entropy))
    record = game_pb2.Record(
        game=calls.game.name,
        rules_version=begun.rules_version,
        pack_digest=begun.pack_digest,
        seats=seats,
        options=begun.options,
        seed=seed,
        commitment=commitment(seed),
        entropy=entropy,
        events=begun.events,
    )
    standing = begun.standing
    while standing.prompts:
        prompt = random.choice(standing.prompts)
        standing = _choose(calls, record, standing, prompt, random)
    record.scores.extend(standing.scores)
    return record


def _choose(
    calls: RulesCalls,
    record: game_pb2.Record,
    standing: rules_pb2.Standing,
    prompt: game_pb2.Prompt,
    random: Random,
) -> rules_pb2.Standing:
    picks = random.sample([option.id for option in prompt.options], random.randint(prompt.least, prompt.most))
    ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
    choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
    try:
        answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
    except ChoiceError:
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
        answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
    record.choices.append(choice)
    record.events.extend(answer.events)
    return answer.standing


def _step(live: Live, random: Random) -> list[Any]:
    key, prompt = random.choice(list(live.prompts.items()))
    return live.answer(prompt.seat, key, random_answer(prompt, random))


def _shown(live: Live) -> list[bytes]:
    viewers: list[int | None] = [None, *range(live.play.seats)]
    messages = [prompt_message(live, key, prompt) for key, prompt in live.prompts.items()]
    views = [live.view(viewer) for viewer in viewers]
    return [message.SerializeToString(deterministic=True) for message in (*messages, *views)]


def _copy(state: Any) -> Any:  # noqa: ANN401 - any game's state
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))


def _answer_with(prompt: Prompt, option: Any, random: Random) -> Picks | None:  # noqa: ANN401 - a Pick
    """Find a legal answer that holds the option."""
    if prompt.most == 0:
        return None
    for picks in islice(_answers_with(prompt, option, random), _SEARCHED_ANSWERS):
        if prompt.rule is None or prompt.allows(picks):
            return picks
    return None


def _answers_with(prompt: Prompt, option: Any, random: Random) -> Iterator[Picks]:  # noqa: ANN401 - a Pick
    others = [other for other in prompt.options if other != option]
    if option in prompt.default_picks:
        yield prompt.default_picks
    while True:
        size = random.randint(max(1, prompt.least), prompt.most)
        yield (option, *random.sample(others, size - 1))
