"""Checks a finished game's record: its chance was fixed before it began, and it replays to the same bytes."""

import hashlib
from dataclasses import dataclass

import grpc
import grpc.aio

from galaxy.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from services.serving import read_error

REPLAY_SECONDS = 120.0


@dataclass(frozen=True)
class Verdict:
    """Whether a record holds: `differences` says why not, `digest` names what was replayed."""

    differences: tuple[str, ...]
    digest: bytes = b""

    @property
    def verified(self) -> bool:
        """True if nothing differs."""
        return not self.differences


def check_claims(record: game_pb2.Record, commitment: bytes, scores: list[game_pb2.SeatScore]) -> list[str]:
    """Hold a record against what was published: the commitment when its table opened, the scores at its end.

    Gives the differences in words. What needs no rules is checked here, so that no service has to be trusted.
    """
    differences = []
    if record.commitment != commitment:
        differences.append("the record's commitment is not the one that was published when the table opened")
    if hashlib.sha256(record.seed).digest() != commitment:
        differences.append("SHA-256 of the revealed seed is not the published commitment")
    if list(record.scores) != scores:
        differences.append("the record's scores are not those of the table")
    if not record.choices:
        differences.append("the record holds no choices")
    return differences


async def verify(
    rules: grpc.aio.Channel,
    record: game_pb2.Record,
    commitment: bytes,
    scores: list[game_pb2.SeatScore],
) -> Verdict:
    """Check the claims, and have the rules service behind the channel replay the record."""
    differences = check_claims(record, commitment, scores)
    try:
        answer = await rules_pb2_grpc.RulesServiceStub(rules).Replay(
            rules_pb2.ReplayRequest(record=record),
            timeout=REPLAY_SECONDS,
        )
    except grpc.aio.AioRpcError as error:
        return Verdict((*differences, f"the replay failed: {read_error(error)}"))
    if not answer.verified:
        differences.append(f"the replay differs: {answer.difference}")
    return Verdict(tuple(differences), answer.digest)
