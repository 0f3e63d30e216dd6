"""The demo: what it checks, what it prints, and that it fails when it should."""

import asyncio
import hashlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
from google.protobuf import any_pb2, wrappers_pb2

from galaxytables.jump.v1 import jump_pb2
from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_client import Lobby, NotFoundError, Rules
from galaxytables_kit.environment.records import choices_of
from galaxytables_platform.demo.demo import Show, run_demo
from galaxytables_platform.demo.hosting import best_bots_last
from galaxytables_platform.demo.report import FinishedTable, cards_by_seat, report
from galaxytables_platform.demo.settings import DemoSettings
from galaxytables_platform.demo.verify import Verdict, check_claims, verify
from galaxytables_platform.settings import RunSettings
from galaxytables_serving import Address, Limits, Server, Service, SettingError
from galaxytables_serving.settings import read_settings
from tests.e2e.running import TOP
from tests.platform.processes import Screen

SEED = bytes(range(32))
COMMITMENT = hashlib.sha256(SEED).digest()
SCORES = [
    game_pb2.SeatScore(
        seat=0,
        total=7,
        rank=2,
        parts=[game_pb2.ScorePart(source="worlds", points=7)],
    ),
    game_pb2.SeatScore(
        seat=1,
        total=50,
        rank=1,
        parts=[
            game_pb2.ScorePart(source="worlds", points=30),
            game_pb2.ScorePart(source="developments", points=20),
        ],
    ),
]


def record(**changes: Any) -> game_pb2.Record:
    values = {
        "game": "jump",
        "seed": SEED,
        "commitment": COMMITMENT,
        "choices": [game_pb2.Choice(seat=0, prompt_id="p")],
        "scores": SCORES,
        **changes,
    }
    return game_pb2.Record(**values)


class Replaying(rules_pb2_grpc.RulesServiceServicer):
    """Replays by saying what it is told to say."""

    answer = rules_pb2.ReplayResponse(verified=True, digest=b"\xab" * 32)

    async def Replay(self, request: rules_pb2.ReplayRequest, _context: object) -> rules_pb2.ReplayResponse:
        if request.record.game == "chess":
            raise ValueError("no chess here")
        return self.answer

    def _unused(self, request: Any, context: Any) -> Any:
        raise NotImplementedError

    Describe = CheckOptions = NewGame = Apply = Undo = Close = View = Components = Explain = Words = ReplayTo = _unused
    Puzzle = _unused

    def Session(self, request_iterator: Any, context: Any) -> Any:
        raise NotImplementedError


@pytest.fixture
async def rules() -> AsyncIterator[tuple[Replaying, Rules]]:
    servicer = Replaying()
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer),
    )
    server = Server([service], domain="galaxytables.rules", limits=Limits(drain=0.1))
    port = await server.start(Address("127.0.0.1", 0))
    async with Rules(f"127.0.0.1:{port}") as client:
        yield servicer, client
    await server.stop()


def test_a_record_that_holds_its_claims_has_no_differences() -> None:
    assert check_claims(record(), COMMITMENT, SCORES) == []


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"seed": bytes(32)}, "SHA-256 of the revealed seed is not the published commitment"),
        (
            {"seed": bytes(32), "commitment": hashlib.sha256(bytes(32)).digest()},
            "the record's commitment is not the one that was published when the table opened",
        ),
        ({"scores": SCORES[:1]}, "the record's scores are not those of the table"),
        ({"choices": []}, "the record holds no choices"),
    ],
)
def test_every_broken_claim_is_found(changes: dict[str, Any], difference: str) -> None:
    assert difference in check_claims(record(**changes), COMMITMENT, SCORES)


async def test_a_record_is_replayed_by_the_rules(rules: tuple[Replaying, Rules]) -> None:
    servicer, client = rules
    assert await verify(client, record(), COMMITMENT, SCORES) == Verdict((), b"\xab" * 32)
    servicer.answer = rules_pb2.ReplayResponse(verified=False, difference="event 3: 2 cards, not 3")
    verdict = await verify(client, record(), COMMITMENT, SCORES)
    assert verdict.differences == ("the replay differs: event 3: 2 cards, not 3",)
    verdict = await verify(client, record(game="chess"), COMMITMENT, SCORES)
    assert not verdict.verified
    assert verdict.differences[0].startswith("the replay failed: INTERNAL")


def jump_view() -> any_pb2.Any:
    view = jump_pb2.JumpView(
        hand=[jump_pb2.HandCard(id="c9", component="gem_world")],
        empires=[
            jump_pb2.Empire(seat=1, cards=[jump_pb2.EmpireCard(component="old_earth")]),
            jump_pb2.Empire(
                seat=0,
                cards=[jump_pb2.EmpireCard(component="trade_pact"), jump_pb2.EmpireCard(component="old_earth")],
            ),
            jump_pb2.Empire(seat=2),
        ],
    )
    packed = any_pb2.Any()
    packed.Pack(view)
    return packed


NAMES = {"gem_world": "Gem World", "old_earth": "Old Earth", "trade_pact": "Trade Pact"}


def test_what_lies_before_each_seat_is_found_in_a_view_of_any_game() -> None:
    assert cards_by_seat(jump_view(), NAMES) == {0: ["Trade Pact", "Old Earth"], 1: ["Old Earth"], 2: []}


def test_a_view_that_nobody_here_knows_shows_nothing() -> None:
    strange = any_pb2.Any()
    strange.Pack(wrappers_pb2.StringValue(value="gem_world"))
    assert cards_by_seat(strange, NAMES) == {}
    assert cards_by_seat(any_pb2.Any(type_url="type.googleapis.com/galaxytables.chess.v1.ChessView"), NAMES) == {}


def finished(verdict: Verdict) -> FinishedTable:
    return FinishedTable(
        number=3,
        of=20,
        title="Jump Drive",
        bots=["greedy", "random"],
        events=81,
        seconds=4.25,
        scores=SCORES,
        cards={0: ["Trade Pact", "Old Earth"], 1: []},
        verdict=verdict,
        commitment=COMMITMENT,
    )


VERIFIED = (
    "  verified: replays to the same bytes (abababababababab), and its seed is the one committed to (630dcd2966c43366)"
)


def test_a_finished_table_is_told_with_scores_by_source_and_a_verified_line() -> None:
    assert report(finished(Verdict((), b"\xab" * 32))) == [
        "table 3 of 20: Jump Drive, 81 events, 4.2 s",
        "  seat     bot  rank  total  worlds  developments",
        "     1  random     1     50      30            20",
        "     0  greedy     2      7       7             0",
        "  seat 0: Trade Pact, Old Earth",
        "  seat 1: nothing",
        VERIFIED,
    ]


def test_a_table_that_does_not_verify_says_why_and_never_says_verified() -> None:
    lines = report(finished(Verdict(("the replay differs: x", "the record holds no choices"))))
    assert lines[-2:] == ["  NOT VERIFIED: the replay differs: x", "  NOT VERIFIED: the record holds no choices"]
    assert not [line for line in lines if "verified" in line]


class Host:
    """A lobby that is not there: tables finish at once, or never, or fail."""

    def __init__(self, final: game_pb2.Record, *, ends: bool = True) -> None:
        self.final, self.ends = final, ends
        self.tables = self.play = self

    async def create(self, *_: Any, name: str, **__: Any) -> tables_pb2.Table:
        return tables_pb2.Table(id=name, commitment=COMMITMENT)

    async def leave(self, *_: Any) -> None:
        pass

    async def add_bot(self, *_: Any, **__: Any) -> None:
        pass

    async def start(self, *_: Any) -> None:
        pass

    async def watch(self, *_: Any, **__: Any) -> AsyncIterator[play_pb2.TableUpdate]:
        if not self.ends:
            await asyncio.Event().wait()
        yield play_pb2.TableUpdate(last_event=9, state=tables_pb2.TABLE_STATE_FINISHED)

    async def view(self, table_id: str) -> play_pb2.TableUpdate:
        if table_id == "Demo 2":
            raise NotFoundError(grpc.StatusCode.NOT_FOUND, "gone")
        return play_pb2.TableUpdate(scores=SCORES, view=jump_view())

    async def record(self, *_: Any, **__: Any) -> game_pb2.Record:
        return self.final


def show(
    host: Any, rules: Rules, screen: Screen, *, tables: int = 1, timeout: float = 60.0, save: Path | None = None
) -> Show:
    settings = DemoSettings(game="jump", seats=2, tables=tables, bots=(), options={}, timeout=timeout, save=save)
    return Show(settings, host, rules, screen, title="Jump Drive", bots=["greedy", "random"], names=NAMES)


class Offering:
    """A lobby that is not there, and offers one game."""

    def __init__(self, *bots: str) -> None:
        self.tables = self
        self.offer = tables_pb2.GameOffer(bots=bots, description=rules_pb2.DescribeResponse(game="jump"))

    async def games(self) -> tables_pb2.ListGamesResponse:
        return tables_pb2.ListGamesResponse(games=[self.offer])


async def test_a_bot_that_is_not_there_is_told_with_those_that_are(rules: tuple[Replaying, Rules]) -> None:
    demo, lobby = read_settings(DemoSettings, {"BOTS": "greedy,guru"}), cast(Lobby, Offering("greedy", "random"))
    with pytest.raises(SettingError, match=r"^BOTS: jump has no bot 'guru'; it has random, greedy\.$"):
        await Show.prepare(demo, lobby, rules[1], Screen())


async def test_all_tables_verified_give_code_0(rules: tuple[Replaying, Rules]) -> None:
    screen = Screen()
    assert await show(Host(record()), rules[1], screen).play() == 0
    assert screen.lines[-1].startswith("1 of 1 tables verified in ")


def kept_in(folder: Path) -> dict[str, game_pb2.Record]:
    return {file.name: game_pb2.Record.FromString(file.read_bytes()) for file in folder.iterdir()}


async def test_records_that_were_verified_are_kept_and_no_others(
    rules: tuple[Replaying, Rules], tmp_path: Path
) -> None:
    assert await show(Host(record(seed=bytes(32))), rules[1], Screen(), save=tmp_path).play() == 1
    assert kept_in(tmp_path) == {}
    assert await show(Host(record()), rules[1], Screen(), save=tmp_path).play() == 0
    assert kept_in(tmp_path) == {"Demo 1.binpb": record()}


async def test_a_folder_for_records_that_cannot_be_made_is_told_before_anything_starts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    demo = read_settings(DemoSettings, {"SAVE": str(tmp_path / "file" / "records")})
    with pytest.raises(SettingError, match=r"^SAVE: .*/file/records cannot be made: Not a directory\.$"):
        await run_demo(demo, read_settings(RunSettings, {}), Screen())


async def test_a_table_that_does_not_verify_gives_code_1(rules: tuple[Replaying, Rules]) -> None:
    screen = Screen()
    assert await show(Host(record(seed=bytes(32))), rules[1], screen).play() == 1
    assert screen.lines[-1].startswith("0 of 1 tables verified in ")


async def test_a_table_that_fails_is_told_and_gives_code_1(rules: tuple[Replaying, Rules]) -> None:
    screen = Screen()
    assert await show(Host(record()), rules[1], screen, tables=2).play() == 1
    assert "table 2 of 2 FAILED: NOT_FOUND: gone" in screen.lines


async def test_a_table_that_never_ends_gives_code_1_after_the_timeout(
    rules: tuple[Replaying, Rules],
) -> None:
    screen = Screen()
    assert await show(Host(record(), ends=False), rules[1], screen, timeout=0.2).play() == 1
    assert screen.lines[-1] == "1 not finished after 0.2 s"


def test_what_is_not_said_is_as_the_game_offers_it() -> None:
    demo = read_settings(DemoSettings, {})
    assert (demo.game, demo.tables, demo.options) == ("jump", 1, {})
    assert (demo.seats_of(4), demo.seats_of(3), demo.seats_of(6)) == (4, 3, 4)
    assert demo.bots_of(3, ("random", "greedy")) == ["greedy"] * 3
    offer = tables_pb2.GameOffer(bots=["greedy", "random", "wise"])
    assert best_bots_last(offer) == ("random", "greedy", "wise")


def test_what_is_said_is_read() -> None:
    said = {"GAME": "race", "SEATS": "5", "TABLES": "200", "BOTS": "greedy, random", "OPTIONS": "a=on,b=2"}
    demo = read_settings(DemoSettings, said)
    assert (demo.seats, demo.tables, demo.options, demo.patience) == (5, 200, {"a": "on", "b": "2"}, 2000.0)
    assert demo.bots_of(5, ()) == ["greedy", "random", "greedy", "random", "greedy"]
    with pytest.raises(SettingError, match=r"^TABLES='0'"):
        read_settings(DemoSettings, {"TABLES": "0"})


class Terminal(Screen):
    @property
    def live(self) -> bool:
        return True


def test_on_a_terminal_one_line_is_rewritten_below_the_others() -> None:
    terminal = Terminal()
    terminal.progress("1 of 2")
    terminal.say("table 1")
    terminal.progress("")
    terminal.say("end")
    clear = "\r\x1b[2K"
    assert terminal.text.getvalue() == f"1 of 2{clear}table 1\n1 of 2{clear}end\n"


def test_elsewhere_progress_is_lines() -> None:
    screen = Screen()
    screen.progress("1 of 2")
    screen.progress("")
    screen.say("end")
    assert screen.lines == ["1 of 2", "end"]


@pytest.mark.e2e
def test_a_demo_plays_and_verifies_on_a_platform_of_its_own_and_leaves_nothing(tmp_path: Path) -> None:
    variables = {"GAME": "jump", "GAMES": "jump", "SEATS": "2", "TABLES": "3", "BOTS": "greedy,random"}
    variables["SAVE"] = str(tmp_path / "new" / "records")
    ended = subprocess.run(
        [sys.executable, "-m", "galaxytables_platform", "demo"],
        cwd=TOP,
        env=os.environ | {"TMPDIR": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    lines = ended.stdout.splitlines()
    assert sum(line.startswith("  verified: ") for line in lines) == 3
    assert lines[-1].startswith("3 of 3 tables verified in ")
    kept = kept_in(tmp_path / "new" / "records")
    assert [[*choices_of(each)][-1][0].over for each in kept.values()] == [True] * 3
    assert list(tmp_path.glob("galaxytables-demo-*/1/logs/*")) == []
    assert "what it ran on is kept in" not in ended.stdout


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"GAME": "chess"}, "GAME: there is no game 'chess'; there are jump.\n"),
        pytest.param(
            {"BOTS": "guru"},
            "BOTS: jump has no bot 'guru'; it has random, best, easy, greedy, hard, normal.\n",
            marks=pytest.mark.release,
        ),
    ],
)
def test_a_demo_of_what_is_not_there_gives_one_line_and_code_2(variables: dict[str, str], told: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "galaxytables_platform", "demo"],
        cwd=TOP,
        env=os.environ | {"GAMES": "jump", **variables},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (2, told)


@pytest.mark.e2e
@pytest.mark.release
def test_logs_are_kept_where_something_went_wrong(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "galaxytables_platform", "demo"],
        cwd=TOP,
        env=os.environ | {"GAMES": "jump", "TMPDIR": str(tmp_path), "OPTIONS": "hands=x"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ended.returncode == 1
    assert list(tmp_path.glob("galaxytables-demo-*/1/logs/lobby.log"))
    assert "what it ran on is kept in" in ended.stdout
