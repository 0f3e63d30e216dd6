"""What is put in one by one and taken out together."""

import asyncio

from galaxytables_lobby.concurrency import take


async def test_what_has_come_is_taken_together_and_in_order():
    numbers = asyncio.Queue[int]()
    numbers.put_nowait(1)
    numbers.put_nowait(2)
    assert (await take(numbers), numbers.qsize()) == ([1, 2], 0)


async def test_so_many_are_taken_at_most_and_the_rest_stays():
    numbers = asyncio.Queue[int]()
    for number in range(5):
        numbers.put_nowait(number)
    assert [await take(numbers, 2), await take(numbers, 2), await take(numbers, 2)] == [[0, 1], [2, 3], [4]]


async def test_whoever_waits_gets_all_that_came_in_the_same_turn():
    numbers = asyncio.Queue[int]()
    taking = asyncio.create_task(take(numbers))
    await asyncio.sleep(0)
    numbers.put_nowait(1)
    numbers.put_nowait(2)
    assert await taking == [1, 2]
