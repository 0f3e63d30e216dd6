"""What is put in one by one and taken out together."""

import asyncio

from galaxytables_lobby.concurrency import BatchQueue


async def test_what_has_come_is_taken_together_and_in_order():
    numbers = BatchQueue[int]()
    numbers.put(1)
    numbers.put(2)
    assert (len(numbers), await numbers.take(), len(numbers)) == (2, [1, 2], 0)


async def test_so_many_are_taken_at_most_and_the_rest_stays():
    numbers = BatchQueue[int]()
    for number in range(5):
        numbers.put(number)
    assert [await numbers.take(2), await numbers.take(2), await numbers.take(2)] == [[0, 1], [2, 3], [4]]


async def test_whoever_waits_gets_all_that_came_in_the_same_turn():
    numbers = BatchQueue[int]()
    taking = asyncio.create_task(numbers.take())
    await asyncio.sleep(0)
    numbers.put(1)
    numbers.put(2)
    assert await taking == [1, 2]


async def test_a_taker_that_gave_up_takes_nothing_from_the_next():
    numbers = BatchQueue[int]()
    taking = asyncio.create_task(numbers.take())
    await asyncio.sleep(0)
    taking.cancel()
    await asyncio.wait([taking])
    numbers.put(1)
    assert await numbers.take() == [1]
