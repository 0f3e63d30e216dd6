"""Laws of chance: everything random follows from the seed and the seats' entropy."""

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import Setup, opening, reference
from galaxytables_contract.inspection import Inspection, Sight, law
from galaxytables_contract.laws.positions import serialized
from galaxytables_contract.laws.refusing import refused

_SEED_BYTES = 32
_MAX_ENTROPY_BYTES = 64
_TRIES = 4
_CHOICES = 30
"""How many choices of a game are played to see its chance."""


@law(Sight.CHANCE)
def seed_and_entropy_make_the_chance(inspection: Inspection) -> None:
    """Another seed, or other entropy of any seat, leads to another game."""
    for setup in inspection.setups[:2]:
        inspection.where = str(setup)
        known = _played(inspection, opening(setup, 0))
        others = [opening(setup, seed) for seed in range(1, _TRIES + 1)]
        if all(_played(inspection, other) == known for other in others):
            continue
        inspection.saw(Sight.CHANCE)
        for seat in range(setup.seats):
            differs = any(_played(inspection, _with_entropy(setup, seat, try_)) != known for try_ in range(_TRIES))
            hold(differs, f"what seat {seat} adds to the chance changes nothing")


def _with_entropy(setup: Setup, seat: int, number: int) -> rules_pb2.NewGameRequest:
    request = opening(setup, 0)
    request.entropy[seat] = bytes([number]) * (number + 1)
    return request


def _played(inspection: Inspection, request: rules_pb2.NewGameRequest) -> list[bytes]:
    """Return the serialized events of a game's first choices, all answered with defaults."""
    begun = inspection.rules.new_game(request)
    happened, standing = list(begun.events), begun.standing
    for _ in range(_CHOICES):
        if not standing.prompts:
            break
        prompt = standing.prompts[0]
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
        applied = inspection.rules.apply(rules_pb2.ApplyRequest(position=reference(standing), choice=choice))
        happened += applied.events
        standing = applied.standing
    return list(map(serialized, happened))


@law()
def seeds_that_do_not_fit_are_refused(inspection: Inspection) -> None:
    """A seed that does not have 32 bytes is refused, and so is entropy of more than 64 bytes."""
    setup = inspection.setups[0]
    wrong: dict[str, rules_pb2.NewGameRequest] = {}
    for count in (0, _SEED_BYTES - 1, _SEED_BYTES + 1):
        request = wrong[f"a seed of {count} bytes"] = opening(setup, 0)
        request.seed = bytes(count)
    request = wrong["entropy of too many seats"] = opening(setup, 0)
    request.entropy.append(b"")
    request = wrong["entropy of too many bytes"] = opening(setup, 0)
    request.entropy[0] = bytes(_MAX_ENTROPY_BYTES + 1)
    for words, request in wrong.items():
        refused(inspection.rules.new_game, request, "INVALID_SEED", words=words)
    request = opening(setup, 0)
    request.entropy[0] = bytes(_MAX_ENTROPY_BYTES)
    inspection.rules.new_game(request)
