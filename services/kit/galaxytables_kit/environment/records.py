"""Replays finished games as environments, for analysis and for imitation learning."""

from collections.abc import Iterator
from functools import cache

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.environment.table import Environment, packs_of
from galaxytables_kit.game import AnyGame
from galaxytables_kit.installed import installed_game
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import options_of_version, read_options
from galaxytables_kit.pack import AnyPacks
from galaxytables_kit.prompt import Picks
from galaxytables_kit.wire import picks_of


def choices_of(record: game_pb2.Record, game: AnyGame | None = None) -> Iterator[tuple[Environment, Picks]]:
    """Yield an environment before each choice of a finished game, with the picks; then one at the end, without picks.

    In each environment it is the turn of the seat that chose. The caller may observe and clone it, but must not change
    it. `game` is needed for a game that is not installed. Raises the errors of `LiveGame.new` and `LiveGame.answer` if
    the record cannot be played here.
    """
    played = installed_game(record.game) if game is None else game
    packs = _pinned(played, record.pack_digest)
    options = options_of_version(played, record.rules_version, read_options(played.options_type, record.options))
    chance = SeededChance(chance_key(record.seed, record.entropy, record.seats))
    live = LiveGame.new(played, packs, record.seats, options, chance, rules_version=record.rules_version)
    environment = Environment(live, packs, record.options, 0)
    for choice in record.choices:
        environment.go_on(choice.seat, ())
        picks = picks_of(live.prompt_of(choice.seat)[1], choice.picks)
        yield environment, picks
        environment.answer(picks)
    if record.end_reason and not live.over:
        live.close(record.end_reason)
    yield Environment(live, packs, record.options, 0), ()


@cache
def _pinned(game: AnyGame, digest: bytes) -> AnyPacks:
    return packs_of(game).only(digest)
