"""A seat: which prompts it asks for an answer."""

from galaxy.lobby.v1 import play_pb2
from galaxy.rules.v1 import game_pb2
from galaxy_client import Lost
from galaxy_client.seat import Seat

LOST = Lost(error=None, wait=0.0, attempt=0)  # type: ignore[arg-type]


class Shown:
    """Tells updates one after another; choices are accepted at the version that is next."""

    def __init__(self, *updates):
        self.updates = updates
        self.version = 0

    async def watch(self, _table_id, *, on_lost, **_):
        for update in self.updates:
            if update is LOST:
                on_lost(update)
                continue
            self.version = update.version
            yield update

    async def submit(self, _table_id, _prompt_id, _picks):
        return play_pb2.SubmitChoiceResponse(version=self.version + 1)


def update(version, *prompts, resync=False):
    return play_pb2.TableUpdate(version=version, prompts=[game_pb2.Prompt(id=each) for each in prompts], resync=resync)


async def asked(*updates, answering=True):
    seat = Seat(Shown(*updates), "t")  # type: ignore[arg-type]  # as much of it as a seat needs
    found = []
    async for prompt in seat.prompts():
        found.append(prompt.id)
        if answering:
            assert await seat.answer(prompt, [])
    return found


async def test_a_prompt_that_stays_open_is_asked_once():
    assert await asked(update(1, "a"), update(2, "a", "b"), update(3, "a", "b"), answering=False) == ["a", "b"]


async def test_an_update_from_before_the_answer_asks_nothing_and_one_from_after_it_asks_again():
    assert await asked(update(5, "a"), update(5, "a"), update(4, "a")) == ["a"]
    assert await asked(update(5, "a"), update(5, "a"), update(6, "a")) == ["a", "a"]


async def test_a_store_that_lost_the_answer_has_it_given_again():
    assert await asked(update(5, "a"), update(5), LOST, update(3, "a")) == ["a", "a"]
    assert await asked(update(5, "a"), update(5), update(3, "a", resync=True)) == ["a", "a"]
