"""Plays games through the calls of a rules service and records them."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.digest import CANONICAL
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.chance import commitment
from galaxytables_kit.errors import ChoiceError

Chooser: TypeAlias = Callable[[game_pb2.Record, rules_pb2.PositionRef, game_pb2.Prompt], Sequence[str] | None]
"""Returns option ids for a prompt, given the record so far and the position; None leaves the choice open."""


def play_record(
    calls: RulesCalls, seats: int, setup: Mapping[str, str], random: Random, choose: Chooser = lambda *_: None
) -> game_pb2.Record:
    """Play a game through the calls of a rules service and return its record, written as a lobby writes it.

    If `choose` returns None, the picks are random; if a rule refuses the picks, the default is played.
    """
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
        digest_algorithm=CANONICAL,
    )
    standing = begun.standing
    while standing.prompts:
        prompt = random.choice(standing.prompts)
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        picks = choose(record, ref, prompt)
        picks = _at_random(prompt, random) if picks is None else picks
        standing = _play(calls, record, ref, prompt, picks)
    record.scores.extend(standing.scores)
    return record


def _at_random(prompt: game_pb2.Prompt, random: Random) -> Sequence[str]:
    return random.sample([option.id for option in prompt.options], random.randint(prompt.least, prompt.most))


def _play(
    calls: RulesCalls,
    record: game_pb2.Record,
    ref: rules_pb2.PositionRef,
    prompt: game_pb2.Prompt,
    picks: Sequence[str],
) -> rules_pb2.Standing:
    choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
    try:
        answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
    except ChoiceError:
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
        answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
    record.choices.append(choice)
    record.events.extend(answer.events)
    return answer.standing
