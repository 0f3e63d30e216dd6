"""How long bots seem to think, by a clock that only the test moves."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import bots_pb2, play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.pace import AT_ONCE, SHARE_OF_CLOCK, Pace
from galaxytables_bots.player import SeatPlayer
from galaxytables_bots.stream import PlayedSeats

BOT, PERSON = 1, 0


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def asked(
    *, options: int = 8, least: int = 1, attending=(PERSON,), left: float | None = None, version: int = 1
) -> play_pb2.TableUpdate:
    """A bot is asked, by this version of the table; `left` are the seconds on its clock."""
    prompt = game_pb2.Prompt(
        id=str(version),
        seat=BOT,
        options=[game_pb2.Option(id=f"o{number}") for number in range(options)],
        least=least,
        most=least,
        default_picks=[f"o{number}" for number in range(least)],
    )
    update = play_pb2.TableUpdate(
        prompts=[prompt],
        version=version,
        state=tables_pb2.TABLE_STATE_RUNNING,
        attending=attending,
        now=Timestamp(seconds=50),
    )
    if left is not None:
        deadline = Timestamp()
        deadline.FromMilliseconds(50_000 + int(left * 1000))
        update.clocks.add(seat=PERSON, deadline=Timestamp(seconds=51))
        update.clocks.add(seat=BOT, remaining=Duration(seconds=int(left)), deadline=deadline)
    return update


def thought(update: play_pb2.TableUpdate, pace: Pace, request: str = "r") -> float:
    return pace.left(pace.due(update.prompts[0], update, request))


def paced(usual: float = 1.0, delay: float = 0.0) -> tuple[Pace, Clock]:
    clock = Clock()
    return Pace(delay, usual, clock=clock), clock


def test_an_answer_is_due_at_once_where_only_bots_play_or_nobody_is_there():
    pace, _ = paced()
    assert thought(asked(attending=()), pace) == 0
    assert thought(asked(), AT_ONCE) == 0
    assert thought(asked(), pace) > 0


def test_what_has_waited_longer_than_the_host_lets_it_is_hurried():
    clock = Clock()
    pace, asked_at = Pace(longest_wait=1.5, clock=clock), clock()
    clock.now += 1.5
    assert not pace.hurries(asked_at)
    clock.now += 0.1
    assert pace.hurries(asked_at)


def test_the_more_there_is_to_choose_from_the_longer_it_takes_up_to_a_bound():
    pace, _ = paced()
    times = [thought(asked(options=options), pace) for options in (1, 2, 8, 32, 64, 1024)]
    assert times == sorted(times)
    assert times[0] < times[1] < times[2] < times[3]
    assert times[-1] == times[-2] <= 1.6 * 1.25
    assert 0.7 < times[2] < 1.3
    # All three must be picked: nothing to think about.
    assert thought(asked(options=3, least=3), pace) == times[0]


def test_like_prompts_take_different_times_and_the_same_one_always_the_same():
    pace, _ = paced()
    times = {request: thought(asked(), pace, request) for request in map(str, range(200))}
    assert len(set(times.values())) > 100
    assert 0.75 <= min(times.values()) < 0.8
    assert 1.2 < max(times.values()) <= 1.25
    other, _ = paced()
    assert all(thought(asked(), other, request) == pytest.approx(time) for request, time in times.items())


def test_no_answer_takes_more_than_a_small_share_of_the_seats_own_clock():
    pace, _ = paced(usual=60.0)
    for left in (600.0, 30.0, 2.0, 0.0, -5.0):
        assert thought(asked(left=left), pace) == pytest.approx(max(0.0, left) * SHARE_OF_CLOCK)
    # The clock of another seat, who has a second left, does not matter; nor is there one without time control.
    assert thought(asked(), pace) > 40


def test_a_delay_holds_for_all_tables():
    pace, clock = paced(delay=3.0)
    assert thought(asked(attending=()), pace) == 3.0
    due = pace.due(asked().prompts[0], asked(), "r")
    clock.now += 2.0
    assert pace.left(due) == pytest.approx(1.0)
    clock.now += 2.0
    assert pace.left(due) == 0


class Picks:
    """Picks the first option; `ponders` in a thread that the test is."""

    needs_view = False

    def choose(self, prompt, _view, _catalogue):
        return [prompt.options[0].id]


class Ponders(Picks):
    ponders = True


class Stream:
    """A play stream that is open, keeps what is sent, and tells what the test says."""

    is_open = True

    def __init__(self) -> None:
        self.sent: list[play_pb2.SubmitChoiceRequest] = []
        self.respond: list[Callable[[play_pb2.SubmitChoiceResponse], None]] = []
        self.tell: list[Callable[[play_pb2.TableUpdate], None]] = []

    def watch(self, _request, told):
        self.tell.append(told)
        return object()

    def submit(self, request, told):
        self.sent.append(request)
        self.respond.append(told)


class StandInLobby:
    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def play_stream(self, *, on_lost: Any) -> Stream:
        del on_lost
        return self._stream


class Thoughts(Executor):
    """Thinks only when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def submit(self, work, /, *args, **kwargs):
        future: Future[Any] = Future()
        self.waiting.append(lambda: future.set_result(work(*args, **kwargs)))
        return future


class Scene:
    """Seats of bots at tables of their own, over one stream; timers of the loop wait for the test's clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, usual: float = 1.0, delay: float = 0.0) -> None:
        pace, self.clock = paced(usual, delay)
        self.pace, self.stream, self.thoughts = pace, Stream(), Thoughts()
        self.seats = PlayedSeats(StandInLobby(self.stream), pace, self.thoughts)  # type: ignore[arg-type]  # all that it asks of one
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self.pauses = 0
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self._later)

    def _later(self, delay: float, call: Callable[..., None], *args: object) -> None:
        self.timers.append((self.clock.now + delay, lambda: call(*args)))
        self.pauses += 1

    def sit(self, table: str, strategy: Any) -> Callable[[play_pb2.TableUpdate], None]:
        seat = bots_pb2.BotSeat(table_id=table, seat=BOT, game="fake", bot="bot")
        self.seats.add(SeatPlayer(seat, strategy, {}, self.pace))
        return self.stream.tell[-1]

    def passes(self, seconds: float) -> None:
        self.clock.now += seconds
        due = [call for at, call in self.timers if at <= self.clock.now]
        self.timers = [timer for timer in self.timers if timer[0] > self.clock.now]
        for call in due:
            call()

    @property
    def answered(self) -> list[str]:
        return [request.table_id for request in self.stream.sent]


async def test_an_answer_waits_for_its_time_and_no_other_seat_waits_with_it(monkeypatch):
    scene = Scene(monkeypatch)
    watched, alone = scene.sit("watched", Picks()), scene.sit("alone", Picks())
    watched(asked())
    alone(asked(attending=()))
    assert scene.answered == ["alone"]
    scene.passes(0.5)
    watched(asked())  # told once more: it becomes due no later for that
    scene.passes(0.2)
    assert scene.answered == ["alone"]
    scene.passes(0.8)
    assert scene.answered == ["alone", "watched"]
    scene.passes(100)
    assert scene.answered == ["alone", "watched"]


async def test_what_was_thought_about_for_longer_than_a_person_would_is_answered_at_once(monkeypatch):
    scene = Scene(monkeypatch)
    scene.sit("t", Ponders())(asked())
    scene.passes(5.0)
    assert scene.answered == []
    scene.thoughts.waiting.pop()()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert scene.answered == ["t"]


async def test_what_was_thought_about_for_less_waits_for_the_rest(monkeypatch):
    scene = Scene(monkeypatch)
    scene.sit("t", Ponders())(asked())
    scene.passes(0.3)
    scene.thoughts.waiting.pop()()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert scene.answered == []
    scene.passes(1.0)
    assert scene.answered == ["t"]


def accepts(scene: Scene, version: int) -> None:
    """The lobby accepts what was sent last, which made this version of the table."""
    scene.stream.respond[-1](play_pb2.SubmitChoiceResponse(version=version))


@pytest.mark.parametrize("response_first", [True, False], ids=["response first", "update first"])
@pytest.mark.parametrize("strategy", [Picks(), Ponders()], ids=["at once", "ponders"])
async def test_several_questions_in_a_row_make_one_pause(monkeypatch, strategy, response_first):
    scene = Scene(monkeypatch)
    hear = scene.sit("t", strategy)

    async def thinks() -> None:
        while scene.thoughts.waiting:
            scene.thoughts.waiting.pop()()
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    hear(asked(version=1))
    await thinks()
    scene.passes(2.0)
    for version in (2, 3, 4, 5):
        assert len(scene.answered) == version - 1
        steps = [lambda version=version: accepts(scene, version), lambda version=version: hear(asked(version=version))]
        for step in steps if response_first else reversed(steps):
            step()
        await thinks()
    assert len(scene.answered) == 5
    # One that waited for its response has a timer that finds it sent.
    assert scene.clock.now == 1_002.0
    scene.passes(100)
    assert len(scene.answered) == 5


async def test_a_question_that_another_seat_has_opened_makes_a_pause_of_its_own(monkeypatch):
    scene = Scene(monkeypatch)
    hear = scene.sit("t", Picks())
    hear(asked(version=1))
    scene.passes(2.0)
    accepts(scene, 2)
    hear(asked(version=3))
    assert (len(scene.answered), scene.pauses) == (1, 2)
    scene.passes(2.0)
    assert len(scene.answered) == 2


async def test_a_delay_holds_for_each_question_of_a_row(monkeypatch):
    scene = Scene(monkeypatch, delay=3.0)
    hear = scene.sit("t", Picks())
    hear(asked(version=1))
    scene.passes(3.0)
    hear(asked(version=2))
    accepts(scene, 2)
    assert len(scene.answered) == 1
    scene.passes(3.0)
    assert len(scene.answered) == 2
