"""The calls of `galaxytables.rules.v1` for one game, as plain functions from request to response."""

from collections.abc import Iterable
from functools import lru_cache, partial

from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.cache import LiveCache, position_digest
from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.form import option_form
from galaxytables_kit.game import AnyGame
from galaxytables_kit.introduction import introduction
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.options import option_specs, options_of_version, read_options, write_options
from galaxytables_kit.pack import AnyPacks
from galaxytables_kit.position import position_form
from galaxytables_kit.prompt import Prompt
from galaxytables_kit.puzzles import Puzzles, answer_messages
from galaxytables_kit.reason import NOT_ASKED, Reason
from galaxytables_kit.record import verify
from galaxytables_kit.sources import sources
from galaxytables_kit.wire import (
    add_events,
    add_prompts,
    bar_messages,
    picks_of,
    prompt_message,
    reason_message,
    score_messages,
)
from galaxytables_kit.wording import ENGLISH, component_names, languages, messages

CACHED_GAMES = 4096
_CACHED_FORMS = 1024
_CACHED_NAMES = 32
_CACHED_PUZZLES = 64


class RulesCalls:
    """The calls of a rules service.

    Each raises the errors that the contract lists; a call that raises changes nothing.
    """

    def __init__(self, game: AnyGame, packs: AnyPacks, cached_games: int = CACHED_GAMES) -> None:
        self.game = game
        self.packs = packs
        self.cache = LiveCache(game, packs, cached_games)
        # Forms for new tables ask for the same few tables often, and one form may try many values.
        self._form = lru_cache(_CACHED_FORMS)(partial(option_form, game, packs))
        # Asking for words needs no token, and collecting the names reads every component.
        self._names = lru_cache(_CACHED_NAMES)(partial(component_names, game, packs))
        self._introduction = introduction(game, packs)
        self._puzzles = Puzzles(game, packs)
        # Asking for a puzzle needs no token, and plays most of a game.
        self._puzzle = lru_cache(_CACHED_PUZZLES)(self._played_puzzle)

    def describe(self, _: rules_pb2.DescribeRequest) -> rules_pb2.DescribeResponse:
        """Return the game's name, title, versions, seats, options and packs."""
        game = self.game
        return rules_pb2.DescribeResponse(
            game=game.name,
            title=game.title,
            rules_version=game.rules_version,
            least_seats=game.min_seats,
            most_seats=game.max_seats,
            options=option_specs(game.options_type),
            pack_digest=self.packs.default,
            pack_digests=self.packs.digests,
            view_type=game.view_type.DESCRIPTOR.full_name,
            rules_versions=sorted({game.rules_version, *game.continues}, reverse=True),
            sources=sources(game, self.packs.get(self.packs.default)),
            position_form=position_form(game),
            introduction=self._introduction,
            puzzles=self._puzzles.ids,
            puzzle_outlines=self._puzzles.outlines,
        )

    def check_options(self, request: rules_pb2.CheckOptionsRequest) -> rules_pb2.CheckOptionsResponse:
        """Check options for a number of seats, and return all options with defaults filled in.

        Raises `OptionError` if the game cannot be played with these options and seats.
        """
        options = read_options(self.game.options_type, request.options)
        digest = request.pack_digest or self.packs.default
        if request.form:
            return self._form(options, request.seats, digest)
        self.game.check(options, request.seats, self.packs.get(digest))
        return rules_pb2.CheckOptionsResponse(options=write_options(options))

    def new_game(self, request: rules_pb2.NewGameRequest) -> rules_pb2.NewGameResponse:
        """Set up a new game and return its position, events and views."""
        live = self._new(request)
        response = rules_pb2.NewGameResponse(
            pack_digest=live.pack_digest,
            rules_version=live.play.rules_version,
            options=write_options(live.play.options),
        )
        add_events(live.play.events, response)
        self._fill_and_cache(live, response.standing)
        _show(live, _viewers(live, request), response.views)
        return response

    def apply(self, request: rules_pb2.ApplyRequest) -> rules_pb2.ApplyResponse:
        """Play one choice and return the new position, events and views."""
        live = self.cache.take(request.position)
        choice = request.choice
        try:
            prompt = live.open_prompt(choice.seat, choice.prompt_id)
            picks = picks_of(prompt, choice.picks)
            prompt.check(picks)
        except Exception:
            self._put_back(request.position, live)
            raise
        step, secret = live.number, live.play.holding > 0
        events = live.answer(choice.seat, choice.prompt_id, picks)
        response = rules_pb2.ApplyResponse(hidden=secret and live.number == step and live.play.holding > 0)
        add_events(events, response)
        self._fill_and_cache(live, response.standing)
        _show(live, _viewers(live, request), response.views)
        return response

    def undo(self, request: rules_pb2.UndoRequest) -> rules_pb2.UndoResponse:
        """Take back a seat's last choice and return the position before it."""
        live = self.cache.take(request.position)
        try:
            again, prompt_id, withdrawn = live.undo(request.seat)
        except Exception:
            self._put_back(request.position, live)
            raise
        response = rules_pb2.UndoResponse(prompt_id=prompt_id, withdrawn_events=withdrawn, hidden=live.play.holding > 0)
        self._fill_and_cache(again, response.standing)
        _show(again, _viewers(again, request), response.views)
        return response

    def close(self, request: rules_pb2.CloseRequest) -> rules_pb2.CloseResponse:
        """End a game early, before its rules would end it, and return the scores as they are then."""
        live = self.cache.take(request.position)
        try:
            live.close(request.reason)
        except Exception:
            self._put_back(request.position, live)
            raise
        response = rules_pb2.CloseResponse()
        self._fill_and_cache(live, response.standing)
        _show(live, request.viewers, response.views)
        return response

    def view(self, request: rules_pb2.ViewRequest) -> rules_pb2.ViewResponse:
        """Return the view of a position for each viewer."""
        live = self.cache.take(request.position)
        try:
            response = rules_pb2.ViewResponse()
            _show(live, request.viewers, response.views)
            return response
        finally:
            self._put_back(request.position, live)

    def explain(self, request: rules_pb2.ExplainRequest) -> rules_pb2.ExplainResponse:
        """Return why certain things that a player might expect are not among the options of a prompt."""
        live = self.cache.take(request.position)
        try:
            return self._explained(live, live.open_prompt(request.seat, request.prompt_id))
        finally:
            self._put_back(request.position, live)

    def words(self, request: rules_pb2.WordsRequest) -> rules_pb2.WordsResponse:
        """Return all words of the game in one language."""
        language = request.language or ENGLISH
        return rules_pb2.WordsResponse(
            language=language,
            languages=languages(self.game),
            messages=messages(self.game, language),
            names=self._names(request.pack_digest or self.packs.default, language),
        )

    def replay(self, request: rules_pb2.ReplayRequest) -> rules_pb2.ReplayResponse:
        """Replay the record of a finished game, and return whether the replay equals the record."""
        verdict = verify(self.game, self.packs, request.record)
        return rules_pb2.ReplayResponse(
            verified=not verdict.difference, difference=verdict.difference, digest=verdict.digest
        )

    def replay_to(self, request: rules_pb2.ReplayToRequest) -> rules_pb2.ReplayToResponse:
        """Play choices from the start of a game or from a position, and return the position that they lead to.

        It does not use the cache, so it may run on a thread.
        """
        live, positions = self._replayed(request)
        response = rules_pb2.ReplayToResponse(positions=positions)
        self._fill(response.standing, live)
        _show(live, request.viewers, response.views)
        return response

    def puzzle(self, request: rules_pb2.PuzzleRequest) -> rules_pb2.PuzzleResponse:
        """Return a puzzle. It does not use the cache of live games, so it may run on a thread."""
        return self._puzzle(request.id)

    def _played_puzzle(self, puzzle_id: str) -> rules_pb2.PuzzleResponse:
        puzzle, replay = self._puzzles.find(puzzle_id)
        live, _ = self._replayed(replay)
        prompt_id, prompt = live.prompt_of(puzzle.seat)
        views = rules_pb2.ViewResponse()
        _show(live, replay.viewers, views.views)
        return rules_pb2.PuzzleResponse(
            puzzle=rules_pb2.Puzzle(
                id=puzzle.id,
                seats=replay.start.seats,
                options=replay.start.options,
                prompt=prompt_message(live, prompt_id, prompt),
                view=views.views[0],
                answers=answer_messages(puzzle),
                explanation=self._explained(live, prompt),
            )
        )

    def components(self, request: rules_pb2.ComponentsRequest) -> rules_pb2.ComponentsResponse:
        """Return the catalogue of a pack: all its components."""
        digest = request.pack_digest or self.packs.default
        pack = self.packs.get(digest)
        return rules_pb2.ComponentsResponse(pack_digest=digest, components=self.game.components(pack))

    def _new(self, request: rules_pb2.NewGameRequest) -> AnyLive:
        version = request.rules_version or self.game.rules_version
        options = options_of_version(self.game, version, read_options(self.game.options_type, request.options))
        packs = self.packs.only(request.pack_digest or self.packs.default)
        self.game.check(options, request.seats, packs.get(packs.default))  # before work is done for that many seats
        chance = SeededChance(chance_key(request.seed, request.entropy, request.seats))
        return LiveGame.new(self.game, packs, request.seats, options, chance, rules_version=version)

    def _replayed(self, request: rules_pb2.ReplayToRequest) -> tuple[AnyLive, list[bytes]]:
        """Return the game after the choices, and its positions along the way as far as they are wanted."""
        live = self._new(request.start) if request.HasField("start") else self._restored(request.position)
        positions = []
        for count, choice in enumerate(request.choices, 1):
            prompt_id, prompt = live.prompt_of(choice.seat)
            live.answer(choice.seat, prompt_id, picks_of(prompt, choice.picks))
            if request.every and count % request.every == 0:
                positions.append(live.position())
        if request.end_reason and not live.over:
            live.close(request.end_reason)
        return live, positions

    def _explained(self, live: AnyLive, prompt: Prompt) -> rules_pb2.ExplainResponse:
        paragraph = self.game.prompts[prompt.kind].paragraph
        return rules_pb2.ExplainResponse(
            bars=bar_messages(live, prompt), otherwise=reason_message(self.game, Reason(NOT_ASKED, paragraph))
        )

    def _restored(self, position: bytes) -> AnyLive:
        return LiveGame.restore(self.game, self.packs, position)

    def _fill_and_cache(self, live: AnyLive, standing: rules_pb2.Standing) -> None:
        """Fill in how a game stands, and cache the game for the next call."""
        self._fill(standing, live)
        self.cache.put(standing.position_digest, live)

    def _fill(self, standing: rules_pb2.Standing, live: AnyLive) -> None:
        """Fill in how a game stands.

        The response is filled in place, since setting a submessage would copy all of it.
        """
        standing.position = position = live.position()
        standing.position_digest = position_digest(position)
        standing.position_form = position_form(self.game)
        add_prompts(live, standing)
        standing.undoable_seats.extend(live.undoable_seats())
        if live.over:
            standing.over = True
            standing.end_reason = live.end_reason
            standing.scores.extend(score_messages(live.scores()))

    def _put_back(self, ref: rules_pb2.PositionRef, live: AnyLive) -> None:
        self.cache.put(ref.digest or position_digest(ref.position), live)


def _show(
    live: AnyLive, viewers: Iterable[rules_pb2.Viewer], views: RepeatedCompositeFieldContainer[rules_pb2.View]
) -> None:
    """Add what each viewer may see of a game."""
    for viewer in viewers:
        view = live.view(viewer.seat if viewer.HasField("seat") else None)
        views.add(viewer=viewer).view.Pack(view)


def _viewers(
    live: AnyLive, request: rules_pb2.NewGameRequest | rules_pb2.ApplyRequest | rules_pb2.UndoRequest
) -> list[rules_pb2.Viewer]:
    """Return the viewers to show the game to: some always, others only if they have an open prompt."""
    viewers = list(request.viewers)
    if request.viewers_if_asked:
        asked = {prompt.seat for prompt in live.prompts.values()}
        viewers += [viewer for viewer in request.viewers_if_asked if viewer.HasField("seat") and viewer.seat in asked]
    return viewers
