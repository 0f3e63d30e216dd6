"""Plays games at one table. Its players receive what clients would receive."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from time import perf_counter, thread_time

from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.players import Insider, Player
from galaxytables_bots.strategy import Catalogue
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.errors import ChoiceError
from galaxytables_kit.game import AnyGame, Score, ranks
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import AnyPacks, load_packs
from galaxytables_kit.wire import picks_of, prompt_message

MAX_TRIES = 4


class Seated(Struct):
    """The result of one seat in a game.

    `refused` counts answers that the game refused, so that the player had to try again. `micros` are the wall-clock
    times of its decisions, `spent_micros` their processor times, both in microseconds.
    """

    rank: int = 0
    points: int = 0
    refused: int = 0
    defaults: int = 0
    micros: list[int] = []
    spent_micros: list[int] = []


class Played(Struct):
    """A finished game. `round` is its last round; 0 if the game's view has no rounds."""

    seats: list[Seated]
    round: int


class Table:
    """A table at which games of one kind are played, one after another."""

    def __init__(self, game: AnyGame, options: Mapping[str, str]) -> None:
        """Raises `InvalidOption`."""
        self._game = game
        self._packs: AnyPacks = load_packs(game)
        self._options = read_options(game.options_type, options)
        components = RulesCalls(game, self._packs).components(rules_pb2.ComponentsRequest()).components
        self._catalogue: Catalogue = {component.id: component for component in components}

    def play(self, deal: str, players: Sequence[Player]) -> Played:
        """Play a game. Two calls with the same `deal` use the same seed.

        Raises the error that the game raises for wrong options.
        """
        key = chance_key(sha256(deal.encode()).digest(), (), len(players))
        live: AnyLive = LiveGame.new(self._game, self._packs, len(players), self._options, SeededChance(key))
        seats = [Seated() for _ in players]
        while not live.over:
            prompt = prompt_message(live, *next(iter(live.prompts.items())))
            self._choose(live, prompt, players[prompt.seat], seats[prompt.seat])
        scores = live.scores()
        _count(scores, seats)
        return Played(seats, int(getattr(live.view(None), "round", 0)))

    def _choose(self, live: AnyLive, prompt: game_pb2.Prompt, player: Player, seat: Seated) -> None:
        for _ in range(MAX_TRIES):
            spent = thread_time()
            picks, micros = self._ask(live, prompt, player)
            seat.micros.append(micros)
            seat.spent_micros.append(int(1e6 * (thread_time() - spent)))
            try:
                _answer(live, prompt, picks)
            except ChoiceError:
                seat.refused += 1
            else:
                return
        seat.defaults += 1
        _answer(live, prompt, prompt.default_picks)

    def _ask(self, live: AnyLive, prompt: game_pb2.Prompt, player: Player) -> tuple[Sequence[str], int]:
        """Return a player's picks and the time of the decision in microseconds, without that of making the view."""
        if isinstance(player, Insider):
            view = live.view(prompt.seat)
            began = perf_counter()
            picks = player.choose_inside(live, prompt, view, self._catalogue)
        else:
            seen = live.view(prompt.seat) if player.needs_view else None
            began = perf_counter()
            picks = player.choose(prompt, seen, self._catalogue if player.needs_view else {})
        return picks, int(1e6 * (perf_counter() - began))


def _answer(live: AnyLive, prompt: game_pb2.Prompt, picks: Sequence[str]) -> None:
    live.answer(prompt.seat, prompt.id, picks_of(live.prompts[prompt.id], picks))


def _count(scores: Sequence[Score], seats: Sequence[Seated]) -> None:
    rank = ranks(scores)
    for score in scores:
        seats[score.seat].rank = rank[score.seat]
        seats[score.seat].points = score.total
