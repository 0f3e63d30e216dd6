"""Plays games at random from a seed, through the calls of a rules service."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from time import perf_counter
from typing import NamedTuple

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import ChoiceError


class Played(NamedTuple):
    """An accepted choice, the response to it, and how many seconds the call took."""

    choice: game_pb2.Choice
    answer: rules_pb2.ApplyResponse
    seconds: float


def random_game(
    calls: RulesCalls, seats: int, options: Mapping[str, str], seed: int, viewers: Iterable[rules_pb2.Viewer] = ()
) -> Iterator[Played]:
    """Play a game to its end, and yield its choices. If a random answer is refused, the default is given."""
    random, watching = Random(seed), list(viewers)
    request = rules_pb2.NewGameRequest(seats=seats, options=options, seed=random.randbytes(32))
    standing = calls.new_game(request).standing
    while standing.prompts:
        prompt = random.choice(standing.prompts)
        count = random.randint(prompt.least, prompt.most)
        tries = [random.sample([option.id for option in prompt.options], count), list(prompt.default_picks)]
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        for picks in tries:
            choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
            begun = perf_counter()
            try:
                answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice, viewers=watching))
            except ChoiceError:
                continue
            yield Played(choice, answer, perf_counter() - begun)
            standing = answer.standing
            break
