"""Records of games played at random over the calls of a rules service."""

from random import Random

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.kit.calls import RulesCalls
from services.kit.chance import commitment
from services.kit.errors import ChoiceError


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
