"""The checks that docs/how-to/check-a-game.md lists, each as a function."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import UnknownDigestError, record_digest

SEED_BYTES = 32
MAX_ENTROPY_BYTES = 64
_LABEL = b"galaxy-tables chance 1"


class Verdict(StrEnum):
    """The verdict of a check."""

    VERIFIED = "verified"
    DIFFERS = "DIFFERS"
    UNCHECKED = "NOT CHECKED"
    COMPUTED = "computed"
    """There is nothing to compare it with; it is printed so that others can compare."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its name, the verdict, and what was found or what differs."""

    check: str
    verdict: Verdict
    words: str

    @property
    def holds(self) -> bool:
        """Return whether this check found nothing wrong with the record."""
        return self.verdict in (Verdict.VERIFIED, Verdict.COMPUTED)

    def __str__(self) -> str:
        """Return one line for people."""
        return f"{self.check:<12}{self.verdict}: {self.words}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay by a rules service; `by` names that service."""

    verified: bool
    difference: str
    digest: bytes
    by: str


def check_commitment(record: game_pb2.Record, noted: bytes = b"") -> Finding:
    """Check that the SHA-256 of the seed is the record's commitment.

    If `noted` is given, the commitment that somebody noted before the game, it must be the same too.
    """
    name = "commitment"
    if len(record.seed) != SEED_BYTES:
        return Finding(
            name, Verdict.DIFFERS, f"the record holds {len(record.seed)} bytes of seed, not 32; is the game over?"
        )
    digest = sha256(record.seed).digest()
    if digest != record.commitment:
        return Finding(
            name, Verdict.DIFFERS, f"SHA-256 of the seed is {digest.hex()}, the commitment {record.commitment.hex()}"
        )
    if noted and noted != digest:
        return Finding(name, Verdict.DIFFERS, f"SHA-256 of the seed is {digest.hex()}, you noted {noted.hex()}")
    known = "; an introduction, so everybody could read the seed before" if record.introduction else ""
    known += "; a sandbox, so its host may have known the seed before" if record.sandbox else ""
    return Finding(name, Verdict.VERIFIED, f"SHA-256 of seed {record.seed.hex()} is {digest.hex()}{known}")


def check_table(record: game_pb2.Record, table: tables_pb2.Table) -> Finding:
    """Check that a record belongs to a table: same commitment, game, options, seats, pack, points and kind."""
    points = {score.seat: score.total for score in record.scores}
    pairs = {
        "commitment": (record.commitment, table.commitment),
        "game": (record.game, table.game),
        "options": (dict(record.options), dict(table.options)),
        "number of seats": (record.seats, len(table.seats)),
        "component pack": (record.pack_digest, table.pack_digest),
        "kind (introduction, sandbox or neither)": (
            (record.introduction, record.sandbox),
            (table.introduction, table.sandbox),
        ),
        "points": (points, {score.seat: score.total for score in table.scores}),
    }
    wrong = [name for name, (recorded, shown) in pairs.items() if recorded != shown]
    if wrong:
        return Finding("table", Verdict.DIFFERS, f"the table shows another {', another '.join(wrong)} than the record")
    return Finding("table", Verdict.VERIFIED, f"table {table.id} shows the same {', '.join(pairs)}")


def check_entropy(record: game_pb2.Record) -> Finding:
    """Check that every seat's entropy is in the record."""
    if len(record.entropy) != record.seats:
        return Finding(
            "entropy", Verdict.DIFFERS, f"the record holds that of {len(record.entropy)} seats, not of {record.seats}"
        )
    longest = max(map(len, record.entropy), default=0)
    if longest > MAX_ENTROPY_BYTES:
        return Finding("entropy", Verdict.DIFFERS, f"{longest} bytes of one seat, more than {MAX_ENTROPY_BYTES}")
    seats = (f"seat {seat} {part.hex() or 'added nothing'}" for seat, part in enumerate(record.entropy))
    return Finding("entropy", Verdict.VERIFIED, f"{', '.join(seats)} - compare your own")


def check_replay(record: game_pb2.Record, replayed: Replayed) -> Finding:
    """Check that the game was replayed from this very record, and that the replay gave the same bytes."""
    try:
        digest = record_digest(record)
    except UnknownDigestError as error:
        return Finding("replay", Verdict.DIFFERS, f"its digest cannot be computed: {error}")
    if not replayed.verified:
        return Finding("replay", Verdict.DIFFERS, f"{replayed.by} says: {replayed.difference}")
    if replayed.digest != digest:
        return Finding("replay", Verdict.DIFFERS, f"{replayed.by} replayed another record, {replayed.digest.hex()}")
    played = f"{len(record.choices)} choices led to the same {len(record.events)} events and the same scores"
    return Finding("replay", Verdict.VERIFIED, f"{played}, says {replayed.by}; record {digest.hex()}")


def compute_key(record: game_pb2.Record) -> Finding:
    """Return a finding with the key that determines all chance. Call it only if `check_entropy` holds."""
    key = chance_key(record.seed, record.entropy).hex()
    return Finding("key", Verdict.COMPUTED, f"{key} of seed and entropy; every draw follows from it")


def chance_key(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """Return the key of all draws: SHA-256 of the label, the seed, and each seat's entropy after its length."""
    return sha256(_LABEL + seed + b"".join(bytes([len(part)]) + part for part in entropy)).digest()
