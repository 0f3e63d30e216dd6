"""What players agree to take back, at a real game with its secret choices, before a spectator who is kept behind."""

import asyncio
import contextlib
from random import Random

import pytest

from bench.people import FINISHED, Person, random_picks
from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables_client import ClientError

pytestmark = pytest.mark.e2e

DELAY = 4
CHOICES = 40
# Nothing of one's own to take back yet; somebody has chosen meanwhile, perhaps the bot.
_PASSING = {"NOTHING_TO_UNDO", "TAKEBACK_DECLINED", "TAKEBACK_CLOSED", "PROMPT_CLOSED", "GAME_OVER"}


@contextlib.contextmanager
def unless_the_table_moved_on():
    try:
        yield
    except ClientError as error:
        if error.reason not in _PASSING:
            raise


async def take_back(proposer: Person, other: Person, table_id: str, choices: int) -> None:
    with unless_the_table_moved_on():
        proposed = (await proposer.play.propose_takeback(table_id, choices, accept_unrated=True)).takeback
        await other.play.answer_takeback(table_id, proposed.id, accept=True, accept_unrated=True)


async def answer_one(guest: Person, table_id: str, random: Random) -> None:
    prompts = (await guest.play.view(table_id)).prompts
    if prompts:
        with unless_the_table_moved_on():
            await guest.play.submit(table_id, prompts[0].id, random_picks(prompts[0], random))


async def seen_by(guest: Person, table_id: str) -> list[play_pb2.TableUpdate]:
    return [update async for update in guest.play.watch(table_id, views=True)]


async def test_a_game_that_went_back_now_and_then_verifies_in_the_end(channel):
    random = Random(7)
    people = [await Person.arrive(channel, name) for name in ("Ada", "Bea")]
    spectator = await Person.arrive(channel, "Cleo")
    table = await people[0].create(seats=3, spectators=tables_pb2.SpectatorRules(delay=DELAY))
    await people[1].join(table)
    await people[0].add_bot(table)
    await people[0].start(table)
    watching = asyncio.create_task(seen_by(spectator, table.id))
    for number in range(1, CHOICES + 1):
        await answer_one(random.choice(people), table.id, random)
        if number % 8 == 0:
            proposer, other = random.sample(people, 2)
            await take_back(proposer, other, table.id, random.randint(1, 3))
    await asyncio.gather(*(guest.play_to_the_end(table.id, random) for guest in people))
    seen = await watching
    numbers = [event.number for update in seen for event in update.events]
    assert numbers == list(range(1, seen[-1].last_event + 1))
    assert [update.version for update in seen] == sorted({update.version for update in seen})
    assert seen[-1].state == FINISHED
    told = [event.event.kind for update in seen for event in update.events]
    assert "taken_back" in told
    answer = await people[0].play.verify(table.id)
    assert answer.verified, answer.difference
