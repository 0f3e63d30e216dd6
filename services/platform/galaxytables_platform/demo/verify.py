"""Verifies the record of a finished game: its chance was fixed before the start, and its replay gives the same game."""

import hashlib
from dataclasses import dataclass

from galaxytables.rules.v1 import game_pb2
from galaxytables_client import ClientError, Rules


@dataclass(frozen=True)
class Verdict:
    """The result of a verification: the `differences`, none if the record is right, and the record's `digest`."""

    differences: tuple[str, ...]
    digest: bytes = b""

    @property
    def verified(self) -> bool:
        """Return whether there are no differences."""
        return not self.differences


def check_claims(record: game_pb2.Record, commitment: bytes, scores: list[game_pb2.SeatScore]) -> list[str]:
    """Compare a record with what was published about its table.

    That is the commitment from the opening of the table, and the scores at its end. Returns the differences as
    sentences. This needs no rules service, so nobody has to trust one.
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
    rules: Rules,
    record: game_pb2.Record,
    commitment: bytes,
    scores: list[game_pb2.SeatScore],
) -> Verdict:
    """Check a record by itself (`check_claims`), and then let the rules service replay it."""
    differences = check_claims(record, commitment, scores)
    try:
        answer = await rules.replay(record)
    except ClientError as error:
        return Verdict((*differences, f"the replay failed: {error.line}"))
    if not answer.verified:
        differences.append(f"the replay differs: {answer.difference}")
    return Verdict(tuple(differences), answer.digest)
