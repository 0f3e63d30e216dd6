"""Steps: numbered acts, each of which makes the next state of a tournament, or is refused.

A step has the number of the state that it makes. So a step that is taken again after a crash is recognised by its
number and content, and changes nothing. Another step with that number is refused: somebody was faster.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.tournaments import acts, people, registration, repairs, rounds
from galaxytables_lobby.domain.tournaments.events import TournamentEvent
from galaxytables_lobby.domain.tournaments.permissions import check_allowed
from galaxytables_lobby.domain.tournaments.refusals import StepConflictError
from galaxytables_lobby.domain.tournaments.state import StepMark, Tournament

REMEMBERED = 64
"""So many steps are recognised when they are taken again."""

_DIGEST_BYTES = 8


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An act with its number, which is the tournament's version after it, and its time in milliseconds."""

    number: int
    at: int
    act: acts.AnyAct


class Taken(NamedTuple):
    """The tournament after a step, and the events that the step caused: none if it had been taken before."""

    tournament: Tournament
    events: tuple[TournamentEvent, ...]


def take(tournament: Tournament, step: Step) -> Taken:
    """Return the tournament after a step, and the events that the step caused.

    A step that was taken before changes nothing and causes no events. Raises a `TournamentError` if it is refused.
    """
    if step.number <= tournament.version:
        if was_taken(tournament, step):
            return Taken(tournament, ())
        raise StepConflictError(f"step {step.number} was another one; the tournament is at step {tournament.version}")
    if step.number > tournament.version + 1:
        raise StepConflictError(f"step {step.number} comes too soon; the tournament is at step {tournament.version}")
    check_allowed(tournament, step.act)
    changed, events = _ACTS[type(step.act)](tournament, step.act, step.at)
    marks = (*tournament.steps, StepMark(step.number, _digest(step.act)))[-REMEMBERED:]
    return Taken(replace(changed, version=step.number, steps=marks), events)


def was_taken(tournament: Tournament, step: Step) -> bool:
    """Return whether a tournament has taken this very step. Only its last steps are known."""
    return StepMark(step.number, _digest(step.act)) in tournament.steps


# Any: each function takes the act of its own kind.
_ACTS: dict[type[acts.Act], Callable[[Tournament, Any, int], registration.Changed]] = {
    acts.EditTerms: registration.edit_terms,
    acts.ChangeHelpers: registration.change_helpers,
    acts.Invite: registration.invite,
    acts.Register: registration.register,
    acts.CheckIn: registration.check_in,
    acts.Withdraw: registration.withdraw,
    acts.Start: registration.start,
    acts.PairRound: rounds.pair_round,
    acts.StartRound: rounds.start_round,
    acts.StartGame: rounds.start_game,
    acts.Report: rounds.report,
    acts.EndRound: rounds.end_round,
    acts.Finish: rounds.finish,
    acts.ChangePairings: repairs.change_pairings,
    acts.CorrectResult: repairs.correct_result,
    acts.Pause: repairs.pause,
    acts.Resume: repairs.resume,
    acts.Cancel: repairs.cancel,
    acts.ReplacePerson: people.replace_person,
}


def _digest(act: acts.AnyAct) -> bytes:
    """Return a digest of an act. The time of a step does not count: it is another one when it is taken again."""
    return blake2b(msgspec.msgpack.encode(act), digest_size=_DIGEST_BYTES).digest()
