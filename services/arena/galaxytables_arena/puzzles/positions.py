"""Finds questions in whole games of a bot against itself, with the choices that lead to each question."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import TypeAlias

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.strategy import Catalogue, Strategy
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.errors import ChoiceError
from galaxytables_kit.game import AnyGame
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import AnyPacks, load_packs
from galaxytables_kit.wire import picks_of, prompt_message

Picks: TypeAlias = tuple[str, ...]

_MIN_ANSWERS, _MAX_ANSWERS = 3, 64
"""Of two answers one is guessed as often as not, and more are not all tried."""


class Position(Struct):
    """A question: its prompt, the view of its seat, its legal answers, and the bot's own answer.

    Each entry of `answers` is a group of answers that differ only in which of several equal pieces they pick.
    """

    prompt: game_pb2.Prompt
    view: Message
    choices: list[tuple[int, list[str]]]
    round: int
    answers: list[list[Picks]]
    usual: Picks


class Games:
    """Plays games of a bot against itself at tables of one kind. Each game has a seed."""

    def __init__(self, game: AnyGame, bot: Strategy, seats: int, options: Mapping[str, str]) -> None:
        """Raises `InvalidOption`."""
        self._game, self._bot, self._seats = game, bot, seats
        self._packs: AnyPacks = load_packs(game)
        self._options = read_options(game.options_type, options)
        components = RulesCalls(game, self._packs).components(rules_pb2.ComponentsRequest()).components
        self.catalogue: Catalogue = {component.id: component for component in components}

    def positions(self, seed: bytes) -> Iterator[Position]:
        """Play a game, and yield the questions in it that may become puzzles, in order."""
        chance = SeededChance(chance_key(seed, (), self._seats))
        live: AnyLive = LiveGame.new(self._game, self._packs, self._seats, self._options, chance)
        choices: list[tuple[int, list[str]]] = []
        while not live.over:
            key, asked = next(iter(live.prompts.items()))
            prompt, view = prompt_message(live, key, asked), live.view(asked.seat)
            picks = tuple(self._bot.choose(prompt, view, self.catalogue))
            if not asked.allows(picks_of(asked, picks)):
                picks = tuple(prompt.default_picks)
            answers = answers_of(live, prompt)
            if len(answers) >= _MIN_ANSWERS:
                yield Position(prompt, view, [*choices], int(getattr(view, "round", 0)), answers, picks)
            try:
                live.answer(prompt.seat, key, picks_of(asked, picks))
            except ChoiceError:
                return
            choices.append((prompt.seat, [*picks]))


def seed_of(game: str, deal: int) -> bytes:
    """Return the seed of the deal with this number."""
    return sha256(f"puzzle {game} {deal}".encode()).digest()


def answers_of(live: AnyLive, prompt: game_pb2.Prompt) -> list[list[Picks]]:
    """Return all legal answers to an open prompt; empty if there are too many to try.

    Each entry is a group of answers that differ only in which of several equal pieces they pick.
    """
    asked = live.prompts[prompt.id]
    if prompt.ordered:
        return []
    ids = [option.id for option in prompt.options]
    allowed: list[Picks] = []
    count = 0
    for size in range(prompt.least, prompt.most + 1):
        for picks in combinations(ids, size):
            count += 1
            if count > _MAX_ANSWERS:
                return []
            if asked.allows(picks_of(asked, picks)):
                allowed.append(picks)
    return equal_together(prompt, allowed)


def equal_together(prompt: game_pb2.Prompt, answers: Iterable[Picks]) -> list[list[Picks]]:
    """Sort answers into groups.

    Answers that differ only in which of several equal pieces they pick are in the same group.
    """
    names = {option.id: _name(option) for option in prompt.options}
    found: dict[tuple[str, ...], list[Picks]] = {}
    for picks in answers:
        found.setdefault(tuple(sorted(names[pick] for pick in picks)), []).append(picks)
    return list(found.values())


def _name(option: game_pb2.Option) -> str:
    """Return what an option is: the title of a card, or the die without its number among equal ones."""
    if option.component and option.id.isdigit():
        return option.component
    return option.id if ">" in option.id else option.id.partition("#")[0]


def same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two answers have the same picks, in any order."""
    return sorted(one) == sorted(other)
