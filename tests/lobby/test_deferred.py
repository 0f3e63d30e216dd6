"""Waiting without tasks."""

import asyncio
import gc

import pytest

from galaxytables_lobby.concurrency import Deferred, drive


def test_what_is_driven_goes_on_in_the_moment_in_which_the_value_comes() -> None:
    number, seen = Deferred[int](), list[int]()

    async def note() -> None:
        seen.append(await number)

    drive(note())
    assert seen == []
    number.succeed(7)
    assert seen == [7]


def test_a_value_that_came_before_is_not_waited_for() -> None:
    number, seen = Deferred[int](), list[int]()
    number.succeed(7)

    async def note() -> None:
        seen.append(await number)

    drive(note())
    assert seen == [7]


def test_an_error_is_raised_where_it_is_awaited() -> None:
    number, seen = Deferred[int](), list[str]()

    async def note() -> None:
        try:
            await number
        except KeyError as error:
            seen.append(str(error))

    drive(note())
    number.fail(KeyError("gone"))
    assert seen == ["'gone'"]


def test_only_the_first_of_value_and_error_counts() -> None:
    number = Deferred[int]()
    number.succeed(1)
    number.succeed(2)
    number.fail(KeyError("late"))
    assert number.result() == 1
    with pytest.raises(asyncio.InvalidStateError):
        Deferred[int]().result()


def test_what_is_driven_and_fails_harms_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    number = Deferred[int]()

    async def fail() -> None:
        await number
        raise RuntimeError("a mistake")

    drive(fail())
    number.succeed(1)
    assert "a mistake" in "".join(capsys.readouterr())


async def test_tasks_wait_for_it_too() -> None:
    number = Deferred[int]()

    async def wait() -> int:
        return await number

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    assert not task.done()
    number.succeed(7)
    assert await task == 7


async def test_a_task_that_is_cancelled_does_not_wait_any_more() -> None:
    number = Deferred[int]()

    async def wait() -> int:
        return await number

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    number.succeed(7)
    assert number.done()


async def test_a_time_limit_of_a_task_holds() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await Deferred[int]()


async def test_what_is_driven_may_await_futures_and_let_others_have_their_turn() -> None:
    done, over = asyncio.get_running_loop().create_future(), asyncio.Event()
    seen = []

    async def note() -> None:
        await asyncio.sleep(0)
        seen.append("turn")
        await asyncio.sleep(0.001)
        seen.append("slept")
        seen.append(await done)
        over.set()

    drive(note())
    assert seen == []
    done.set_result("told")
    async with asyncio.timeout(60):
        await over.wait()
    assert seen == ["turn", "slept", "told"]


async def test_what_has_come_leaves_nothing_to_the_garbage_collector() -> None:
    """A collection that finds what each choice left behind stops a busy lobby for tens of milliseconds."""

    async def wait(number: Deferred[int]) -> int:
        return await number

    gc.collect()
    gc.disable()
    try:
        number = Deferred[int]()
        task = asyncio.create_task(wait(number))
        await asyncio.sleep(0)
        number.succeed(7)
        assert await task == 7
        del number, task
        assert not [each for each in gc.get_objects() if isinstance(each, Deferred)]
    finally:
        gc.enable()
