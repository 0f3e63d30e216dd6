"""`make verify`: every check can fail, is told in words, and decides the exit code."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import grpc.aio
import pytest

from galaxytables.lobby.v1 import play_pb2, play_pb2_grpc, players_pb2, players_pb2_grpc, tables_pb2, tables_pb2_grpc
from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_client.digest import record_digest
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.server import DOMAIN
from galaxytables_kit.service import RulesServicer
from galaxytables_serving import Address, GalaxyError, Limits, Server, Service
from galaxytables_verify import checks, source
from galaxytables_verify.__main__ import main, run
from galaxytables_verify.checks import Replayed, Verdict
from galaxytables_verify.errors import SettingsError
from galaxytables_verify.settings import Settings, read_settings

TOP = Path(__file__).parents[2]
GOLDEN = TOP / "tests" / "jump" / "golden" / "seats_3.binpb"
TOKEN = "a-token"  # noqa: S105


@pytest.fixture
def record():
    return game_pb2.Record.FromString(GOLDEN.read_bytes())


def digest(record):
    return record_digest(record)


def table_of(record):
    """The table that a record came from."""
    return tables_pb2.Table(
        id="t1",
        game=record.game,
        options=record.options,
        seats=[tables_pb2.Seat(number=seat) for seat in range(record.seats)],
        commitment=record.commitment,
        pack_digest=record.pack_digest,
        scores=record.scores,
    )


# The checks


def test_commitment(record):
    assert checks.check_commitment(record).verdict is Verdict.VERIFIED
    assert checks.check_commitment(record, record.commitment).holds
    assert "you noted 0000" in checks.check_commitment(record, bytes(32)).words
    assert "introduction" not in checks.check_commitment(record).words
    record.introduction = True
    assert "an introduction, so everybody could read the seed before" in checks.check_commitment(record).words
    assert "sandbox" not in checks.check_commitment(record).words
    record.sandbox = True
    assert "a sandbox, so its host may have known the seed before" in checks.check_commitment(record).words
    record.seed = bytes(32)
    assert checks.check_commitment(record).verdict is Verdict.DIFFERS
    record.ClearField("seed")
    assert "0 bytes of seed" in checks.check_commitment(record).words


def test_entropy(record):
    found = checks.check_entropy(record)
    assert found.holds
    assert all(part.hex() in found.words for part in record.entropy)
    record.entropy[1] = b""
    assert "seat 1 added nothing" in checks.check_entropy(record).words
    record.entropy[1] = b"x" * 65
    assert not checks.check_entropy(record).holds
    del record.entropy[1]
    assert "2 seats, not of 3" in checks.check_entropy(record).words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("commitment", {"commitment": b"c"}),
        ("game", {"game": "race"}),
        ("options", {"options": {"dealer": "1"}}),
        ("number of seats", {"seats": [tables_pb2.Seat()]}),
        ("component pack", {"pack_digest": b"p"}),
        ("kind (introduction, sandbox or neither)", {"introduction": True}),
        ("kind (introduction, sandbox or neither)", {"sandbox": True}),
        ("points", {"scores": [game_pb2.SeatScore(total=99)]}),
    ],
)
def test_a_record_of_another_table(record, field, value):
    table = table_of(record)
    assert checks.check_table(record, table).holds
    table.MergeFrom(tables_pb2.Table(**value))
    found = checks.check_table(record, table)
    assert found.verdict is Verdict.DIFFERS
    assert found.words == f"the table shows another {field} than the record"


def test_replay(record):
    good = Replayed(verified=True, difference="", digest=digest(record), by="somebody")
    assert checks.check_replay(record, good).holds
    bad = Replayed(verified=False, difference="scores differ", digest=digest(record), by="somebody")
    assert checks.check_replay(record, bad).words == "somebody says: scores differ"
    other = Replayed(verified=True, difference="", digest=b"d", by="somebody")
    assert "another record" in checks.check_replay(record, other).words
    record.digest_algorithm = "canonical-1"
    named = Replayed(verified=True, difference="", digest=record_digest(record), by="somebody")
    assert checks.check_replay(record, named).holds
    assert not checks.check_replay(record, good).holds
    record.digest_algorithm = "canonical-9"
    assert "no digest is known by the name 'canonical-9'" in checks.check_replay(record, named).words


# Settings


def test_settings():
    assert read_settings({"TABLE": "t", "GALAXYTABLES_LOBBY": "a:1"}) == Settings(table="t", server="a:1")
    assert read_settings({"TABLE": "t", "RECORD": ""}, ["SERVER=b:2", "RULES=c:3"]).rules == "c:3"
    assert read_settings({"TABLE": "t", "GALAXYTABLES_RULES_KEYS": "one, two"}).rules_key == "one"
    read = read_settings({"RECORD": "file", "COMMITMENT": "ab" * 32, "SAVE": "copy", "GALAXYTABLES_TOKEN": "k"})
    assert (read.record, read.commitment, read.save, read.token) == (Path("file"), b"\xab" * 32, Path("copy"), "k")


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({}, "RECORD or TABLE"),
        ({"RECORD": "r", "TABLE": "t"}, "RECORD or TABLE"),
        ({"TABLE": "t", "SERVER": "nowhere"}, "SERVER"),
        ({"TABLE": "t", "RULES": "nowhere:x"}, "RULES"),
        ({"TABLE": "t", "COMMITMENT": "abc"}, "COMMITMENT"),
    ],
)
def test_wrong_settings_are_named(values, name, capsys):
    with pytest.raises(SettingsError) as refused:
        read_settings(values)
    assert refused.value.name == name
    assert main(values, []) == 2
    assert name in capsys.readouterr().err


def test_help(capsys):
    assert main({}, ["--help"]) == 0
    assert "RECORD=file" in capsys.readouterr().out


# The command, against a real rules service and a lobby that shows what it is told to


class Shown(
    players_pb2_grpc.PlayerServiceServicer, tables_pb2_grpc.TableServiceServicer, play_pb2_grpc.PlayServiceServicer
):
    """Shows one table and its record, as a platform would; `tries` calls are answered by TOO_MANY_REQUESTS."""

    def __init__(self, record):
        self.record, self.shown = record, table_of(record)
        self.answer = play_pb2.VerifyRecordResponse(verified=True, digest=digest(record))
        self.tries = 0

    async def CreateGuest(self, request, context):  # noqa: ARG002
        return players_pb2.CreateGuestResponse(token=TOKEN)

    async def GetTable(self, request, context):
        assert ("authorization", f"Bearer {TOKEN}") in [(key, value) for key, value in context.invocation_metadata()]
        if request.table_id != self.shown.id:
            raise Missing("There is no such table.")
        return tables_pb2.GetTableResponse(table=self.shown)

    async def GetRecord(self, request, context):  # noqa: ARG002
        return play_pb2.GetRecordResponse(record=self.record)

    async def VerifyRecord(self, request, context):  # noqa: ARG002
        if self.tries:
            self.tries -= 1
            raise TooMany("At most 0 at once.")
        return self.answer


class Missing(GalaxyError):
    reason = "TABLE_NOT_FOUND"
    code = grpc.StatusCode.NOT_FOUND


class TooMany(GalaxyError):
    retry_after = 0.01
    reason = "TOO_MANY_REQUESTS"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.fixture
async def rules():
    servicer = RulesServicer(RulesCalls(JUMP, load_packs(JUMP)))
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer),
    )
    server = Server([service], domain=DOMAIN, limits=Limits())
    yield f"127.0.0.1:{await server.start(Address('127.0.0.1', 0))}"
    await server.stop()


@pytest.fixture
def shown(record):
    return Shown(record)  # type: ignore[abstract]  # only what is called


@pytest.fixture
async def lobby(shown):
    services = [
        Service(module.DESCRIPTOR.services_by_name[name], partial(add, shown))
        for module, name, add in (
            (players_pb2, "PlayerService", players_pb2_grpc.add_PlayerServiceServicer_to_server),
            (tables_pb2, "TableService", tables_pb2_grpc.add_TableServiceServicer_to_server),
            (play_pb2, "PlayService", play_pb2_grpc.add_PlayServiceServicer_to_server),
        )
    ]
    server = Server(services, domain="galaxytables.lobby", limits=Limits())
    yield f"127.0.0.1:{await server.start(Address('127.0.0.1', 0))}"
    await server.stop()


async def test_a_saved_record_is_verified_by_a_rules_service_of_ones_own(rules, capsys):
    assert await run(Settings(record=GOLDEN, rules=rules))
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in printed[:-1]] == ["verified:", "verified:", "computed:", "verified:"]
    assert [line.split()[0] for line in printed] == ["commitment", "entropy", "key", "replay", "verified"]


async def test_a_forged_choice_differs(rules, record, tmp_path, capsys):
    record.choices[-1].picks[:] = ["0"]
    forged = tmp_path / "forged"
    source.save_record(forged, record)
    assert not await run(Settings(record=forged, rules=rules))
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("commitment  verified")
    assert printed[-2].startswith(f"replay      DIFFERS: the rules service {rules} says: ")
    assert printed[-1] == "NOT verified"


async def test_without_a_replay_nothing_is_verified(capsys):
    assert not await run(Settings(record=GOLDEN))
    assert "NOT CHECKED: nobody replayed the record" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "No such file"), (b"\xff\xff", "is no serialized galaxytables.rules.v1.Record"), (b"", "0 bytes of seed")],
)
async def test_a_file_that_is_no_record(content, words, tmp_path, capsys):
    path = tmp_path / "record"
    if content is not None:
        path.write_bytes(content)
    assert not await run(Settings(record=path))
    assert words in capsys.readouterr().out


async def test_a_table_is_verified_by_its_server_and_its_record_saved(lobby, record, tmp_path, capsys):
    kept = tmp_path / "kept"
    assert await run(Settings(table="t1", server=lobby, save=kept, commitment=record.commitment))
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == ["commitment", "entropy", "key", "table", "replay", "verified"]
    assert source.read_record(kept) == record


async def test_a_table_is_verified_by_a_rules_service_of_ones_own(lobby, rules, shown, capsys):
    shown.answer = play_pb2.VerifyRecordResponse(difference="never asked for")
    assert await run(Settings(table="t1", server=lobby, rules=rules, token=TOKEN))
    assert f"says the rules service {rules}" in capsys.readouterr().out


async def test_a_server_that_shows_another_commitment_is_caught(lobby, shown, capsys):
    shown.shown.commitment = bytes(32)
    assert not await run(Settings(table="t1", server=lobby))
    assert "table       DIFFERS: the table shows another commitment" in capsys.readouterr().out


async def test_a_server_that_replays_another_record_is_caught(lobby, shown, capsys):
    shown.answer.digest = bytes(32)
    assert not await run(Settings(table="t1", server=lobby))
    assert "replay      DIFFERS" in capsys.readouterr().out


async def test_a_busy_server_is_asked_again(lobby, shown):
    shown.tries = 3
    assert await run(Settings(table="t1", server=lobby))
    assert shown.tries == 0


async def test_refusals_are_told_in_the_servers_words(lobby, capsys):
    assert not await run(Settings(table="t2", server=lobby))
    assert "TABLE_NOT_FOUND: There is no such table." in capsys.readouterr().out


def test_as_a_program():
    command = [sys.executable, "-m", "galaxytables_verify"]
    environment = os.environ | {"RECORD": str(GOLDEN)}
    unreplayed = subprocess.run(command, cwd=TOP, env=environment, capture_output=True, text=True, check=False)
    assert unreplayed.returncode == 1
    assert unreplayed.stdout.endswith("NOT verified\n")
    wrong = subprocess.run([*command, "COLOUR=blue"], cwd=TOP, capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "COLOUR" in wrong.stderr
