"""A seat: which prompts it asks for an answer, what it shows beside them, and what answers it takes."""

from contextlib import aclosing

import pytest
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Lost
from galaxytables_client.building import option_ids
from galaxytables_client.seat import Seat
from tests.client.fake_lobby import TABLE

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


A, B = (game_pb2.Option(id=each, label=each.upper()) for each in ("12", "b"))


@pytest.mark.parametrize(
    ("picks", "ids"),
    [
        ("12", ["12"]),
        (A, ["12"]),
        (["12", "b"], ["12", "b"]),
        ((A, B), ["12", "b"]),
        ([A, "b"], ["12", "b"]),
        ((each for each in (B, A)), ["b", "12"]),
        ([], []),
    ],
)
def test_an_answer_is_an_option_its_id_or_several_of_these(picks, ids):
    assert option_ids(picks) == ids


@pytest.mark.parametrize("picks", [12, None, [12], [["12"]], b"12", game_pb2.Prompt(id="12")])
async def test_an_answer_that_is_something_else_is_a_type_error_that_says_so(fake, lobby, picks):
    fake.prompts = 1
    with pytest.raises(TypeError, match=r"an answer (is|consists of) .*, not (of )?\w+"):
        await lobby.play.seat(TABLE).answer(game_pb2.Prompt(id="p1"), picks)
    assert not fake.calls["SubmitChoice"]


async def test_a_single_option_answers_over_the_wire(fake, lobby):
    fake.prompts = 2
    seat = lobby.play.seat(TABLE)
    async with aclosing(seat.prompts()) as prompts:
        async for prompt in prompts:
            assert await seat.answer(prompt, prompt.options[0] if prompt.id == "p1" else "c")
    assert list(fake.choices.values()) == [("p1", "a"), ("p2", "c")]


async def test_a_prompt_comes_with_the_view_of_that_moment_and_nothing_more_is_asked(fake, lobby):
    fake.prompts = 3
    seat, seen = lobby.play.seat(TABLE), []
    async with aclosing(seat.prompts()) as prompts:
        async for prompt in prompts:
            view = Struct()
            assert seat.view.Unpack(view)
            seen.append((prompt.id, view["asked"]))
            await seat.answer(prompt, "a")
    assert seen == [("p1", 1), ("p2", 2), ("p3", 3)]
    assert not fake.calls["GetView"]
    assert not seat.last.prompts


async def test_a_bot_that_does_not_look_gets_no_views(fake, lobby):
    fake.prompts = 1
    seat = lobby.play.seat(TABLE)
    async with aclosing(seat.prompts(views=False)) as prompts:
        async for prompt in prompts:
            assert not seat.view.type_url
            await seat.answer(prompt, "a")
