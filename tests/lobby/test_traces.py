"""Traces through a lobby: what a choice waits for belongs to it, however many are made at once."""

import re

from prometheus_client import REGISTRY
from prometheus_client.openmetrics.exposition import generate_latest

from galaxytables.lobby.v1 import play_pb2
from tests.lobby.house import House
from tests.serving.traces import Tree, collecting

CHOICE = "server galaxytables.lobby.v1.PlayService/SubmitChoice"
RULES: Tree = ("client galaxytables.rules.v1.RulesService/Apply", ())
STORE: Tree = ("client EVALSHA commit", ())
ROUNDS = 4


async def play(house: House) -> tuple[list[str], int]:
    """Choices of all seats of two tables at once over one stream each, with one that is refused; tables and choices."""
    tables = [await house.started(seats=3, options={"rounds": str(ROUNDS)}) for _ in range(2)]
    streams = {
        (table_id, seat): guest.play.PlayMany(metadata=guest.metadata)
        for table_id, guests in tables
        for seat, guest in enumerate(guests)
    }
    for number in range(1, ROUNDS):
        for (table_id, seat), stream in streams.items():
            submit = play_pb2.SubmitChoiceRequest(
                table_id=table_id, prompt_id=f"r{number}s{seat}", picks=["c0"], request_id=f"{table_id}-{number}"
            )
            refused = play_pb2.SubmitChoiceRequest(
                table_id=table_id, prompt_id="r99s0", picks=["c0"], request_id=f"{table_id}-{number}-no"
            )
            both = [play_pb2.PlayRequest(id=1, submit=submit), play_pb2.PlayRequest(id=2, submit=refused)]
            await stream.write(play_pb2.PlayManyRequest(requests=both))
        for stream in streams.values():
            answers: dict[int, str] = {}
            while len(answers) < 2:
                told = await stream.read()
                assert isinstance(told, play_pb2.PlayManyResponse)
                answers |= {each.id: each.failure.reason for each in told.responses}
            assert answers == {1: "", 2: "PROMPT_CLOSED"}
    for stream in streams.values():
        stream.cancel()
    return [table_id for table_id, _ in tables], (ROUNDS - 1) * len(streams)


async def test_each_choice_of_many_at_once_is_a_trace_of_its_own(house: House) -> None:
    async with collecting() as collector:
        tables, made = await play(house)
    choices = [tree for tree in collector.trees() if tree[0] == CHOICE]
    assert [tree[1] for tree in choices if tree[1]] == [(RULES, STORE)] * made
    assert len(choices) == 2 * made
    told = [{each.key: each.value.string_value for each in span.attributes} for span in collector.spans]
    refused = [each for each in told if each.get("galaxytables.outcome") == "prompt_closed"]
    assert [each["error.type"] for each in refused] == ["PROMPT_CLOSED"] * made
    assert {each["galaxytables.table"] for each in refused} == set(tables)
    assert collector.failed() == [], "a refusal is the caller's"


async def test_figures_of_traced_choices_name_their_traces(house: House) -> None:
    async with collecting() as collector:
        await play(house)
    traces = {span.trace_id.hex() for span in collector.spans}
    page = generate_latest(REGISTRY).decode()
    for name in ("galaxytables_submit_seconds", "galaxytables_rules_seconds", "galaxytables_commit_seconds"):
        buckets = [line for line in page.splitlines() if line.startswith(f"{name}_bucket")]
        assert traces.intersection(re.findall(r'trace_id="(\w+)"', "".join(buckets))), name


async def test_what_is_not_sampled_leaves_no_span_anywhere(house: House) -> None:
    async with collecting(ratio=0.0) as collector:
        await play(house)
    assert collector.spans == []
