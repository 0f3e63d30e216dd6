"""A rules service as its callers see it: real gRPC on loopback."""

from functools import partial
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf import struct_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.server import DOMAIN
from galaxytables_kit.service import RulesServicer
from galaxytables_serving import Address, Limits, Server, Service, read_error
from tests.kit.sample_game import AUCTION
from tests.serving.traces import traced


@pytest.fixture
async def channel():
    calls = RulesCalls(AUCTION, load_packs(AUCTION))
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, RulesServicer(calls)),
    )
    server = Server([service], domain=DOMAIN, limits=Limits())
    port = await server.start(Address("127.0.0.1", 0))
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel
    await server.stop()


@pytest.fixture
def rules(channel):
    return rules_pb2_grpc.RulesServiceStub(channel)


def new_game(**changes):
    values: dict[str, Any] = {"seats": 2, "seed": b"s" * 32, "entropy": [b"", b"x"]}
    return rules_pb2.NewGameRequest(**(values | changes))


def apply_first(standing, *, by_digest=False, picks=None):
    prompt = standing.prompts[0]
    ref = rules_pb2.PositionRef(digest=standing.position_digest)
    if not by_digest:
        ref.position = standing.position
    choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks or prompt.default_picks)
    return rules_pb2.ApplyRequest(position=ref, choice=choice, viewers=[rules_pb2.Viewer(), rules_pb2.Viewer(seat=0)])


async def test_a_service_says_what_it_is(rules):
    description = await rules.Describe(rules_pb2.DescribeRequest())
    assert (description.game, description.least_seats, description.most_seats) == ("auction", 2, 4)
    assert description.pack_digests[0] == description.pack_digest
    assert [option.name for option in description.options] == ["rounds", "pace", "dice"]
    assert description.introduction.seed == bytes(range(32))
    assert dict(description.introduction.options) == {"rounds": "2", "pace": "slow", "dice": "off"}
    assert description.introduction.steps[-1].lesson == "bid-again"
    catalogue = await rules.Components(rules_pb2.ComponentsRequest())
    assert len(catalogue.components) == 40


async def test_the_service_is_healthy(channel):
    health: Any = health_pb2_grpc.HealthStub(channel)
    answer = await health.Check(health_pb2.HealthCheckRequest(service="galaxytables.rules.v1.RulesService"))
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_a_choice_leads_to_a_standing_events_and_only_the_views_asked_for(rules):
    begun = await rules.NewGame(new_game())
    assert not begun.views
    applied = await rules.Apply(apply_first(begun.standing))
    assert len(applied.views) == 2
    own = struct_pb2.Struct()
    applied.views[1].view.Unpack(own)
    assert isinstance(own["own"], struct_pb2.ListValue)
    assert len(own["own"]) == 3
    assert applied.standing.undoable_seats == [0]


async def test_views_for_whoever_must_choose_come_only_then(rules):
    """Bids are secret and simultaneous, so that who has bid waits for the others."""
    everybody = [rules_pb2.Viewer(seat=seat) for seat in range(3)]
    begun = await rules.NewGame(
        new_game(
            seats=3, entropy=[b""] * 3, viewers=everybody[2:], viewers_if_asked=[*everybody[:2], rules_pb2.Viewer()]
        )
    )
    assert [view.viewer.seat for view in begun.views] == [2, 0, 1]
    standing = begun.standing
    while [prompt.seat for prompt in standing.prompts] == [0, 1, 2]:
        request = apply_first(standing)
        del request.viewers[:]
        request.viewers_if_asked.extend(everybody)
        applied = await rules.Apply(request)
        standing = applied.standing
        assert [view.viewer.seat for view in applied.views] == [prompt.seat for prompt in standing.prompts]
    assert [prompt.seat for prompt in standing.prompts] == [1, 2]
    position = rules_pb2.PositionRef(position=standing.position)
    undone = await rules.Undo(rules_pb2.UndoRequest(position=position, seat=0, viewers_if_asked=everybody))
    assert [view.viewer.seat for view in undone.views] == [0, 1, 2]


async def test_a_digest_never_names_another_position(rules):
    one = await rules.NewGame(new_game(seed=b"1" * 32))
    other = await rules.NewGame(new_game(seed=b"2" * 32))
    await rules.Apply(apply_first(one.standing))  # takes it out of the cache
    mixed = rules_pb2.PositionRef(digest=one.standing.position_digest, position=other.standing.position)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.View(rules_pb2.ViewRequest(position=mixed, viewers=[rules_pb2.Viewer()]))
    assert read_error(refused.value).reason == "INVALID_POSITION"


async def test_a_position_may_be_named_by_its_digest_while_it_is_cached(rules):
    begun = await rules.NewGame(new_game())
    applied = await rules.Apply(apply_first(begun.standing, by_digest=True))
    assert applied.standing.prompts
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.Apply(apply_first(begun.standing, by_digest=True))
    assert read_error(refused.value).reason == "POSITION_NOT_CACHED"
    again = await rules.Apply(apply_first(begun.standing))
    assert again.standing.position == applied.standing.position


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"prompt_id": "9.9.9"}, "PROMPT_CLOSED"),
        ({"seat": 1}, "NOT_YOUR_PROMPT"),
        ({"picks": []}, "OUT_OF_BOUNDS"),
        ({"picks": ["joker"]}, "UNKNOWN_OPTION"),
    ],
)
async def test_refused_choices_say_why_and_change_nothing(rules, change, reason):
    begun = await rules.NewGame(new_game())
    request = apply_first(begun.standing)
    choice = {"seat": request.choice.seat, "prompt_id": request.choice.prompt_id, "picks": request.choice.picks}
    request.choice.CopyFrom(game_pb2.Choice(**(choice | change)))
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.Apply(request)
    error = read_error(refused.value)
    assert (error.reason, error.domain) == (reason, "galaxytables.rules")
    assert (await rules.Apply(apply_first(begun.standing, by_digest=True))).standing.prompts


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": b"short"}, "INVALID_SEED"),
        ({"entropy": [b"only one"]}, "INVALID_SEED"),
        ({"seats": 9, "entropy": []}, "INVALID_SEATS"),
        ({"options": {"rounds": "99"}}, "INVALID_OPTION"),
        ({"options": {"pace": "quick", "rounds": "5"}}, "OPTIONS_CONFLICT"),
    ],
)
async def test_games_that_cannot_be_set_up_are_refused(rules, changes, reason):
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.NewGame(new_game(**changes))
    assert read_error(refused.value).reason == reason


async def test_a_session_answers_every_request_and_outlives_refusals(rules):
    begun = await rules.NewGame(new_game())
    calls = [
        rules_pb2.SessionCall(id=1, new_game=new_game(seed=b"no")),
        rules_pb2.SessionCall(id=2),
        rules_pb2.SessionCall(id=3, apply=apply_first(begun.standing)),
        rules_pb2.SessionCall(id=4, check_options=rules_pb2.CheckOptionsRequest(seats=2)),
    ]
    requests = [rules_pb2.SessionRequest(calls=calls[:2]), rules_pb2.SessionRequest(calls=calls[2:])]
    answers = {answer.id: answer async for response in rules.Session(iter(requests)) for answer in response.answers}
    assert answers[1].refusal.reason == "INVALID_SEED"
    assert answers[2].refusal.reason == "UNKNOWN_CALL"
    assert answers[3].apply.standing.prompts
    assert answers[4].check_options.options["rounds"] == "3"


async def test_a_call_in_a_session_goes_on_with_its_callers_trace(rules):
    begun = await rules.NewGame(new_game())
    trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
    with traced(ratio=0.0) as kept:
        calls = [
            rules_pb2.SessionCall(id=1, apply=apply_first(begun.standing), traceparent=f"00-{trace}-{parent}-01"),
            rules_pb2.SessionCall(id=2, new_game=new_game(seed=b"no"), traceparent=f"00-{trace}-{parent}-01"),
            rules_pb2.SessionCall(id=3, apply=apply_first(begun.standing), traceparent=f"00-{trace}-{parent}-00"),
            rules_pb2.SessionCall(id=4, apply=apply_first(begun.standing), traceparent="nonsense"),
            rules_pb2.SessionCall(id=5, apply=apply_first(begun.standing)),
        ]
        requests = [rules_pb2.SessionRequest(calls=calls)]
        answers = [answer async for response in rules.Session(iter(requests)) for answer in response.answers]
    assert [answer.WhichOneof("answer") for answer in answers] == ["apply", "refusal", *["apply"] * 3]
    spans = kept.get_finished_spans()
    assert [span.name for span in spans] == [
        f"galaxytables.rules.v1.RulesService/{name}" for name in ("Apply", "NewGame")
    ]
    parents = [span.parent for span in spans if span.parent is not None]
    assert {(f"{each.trace_id:032x}", f"{each.span_id:016x}") for each in parents} == {(trace, parent)}
    assert dict(spans[1].attributes or {})["error.type"] == "INVALID_SEED"


async def test_an_undone_choice_can_be_made_again(rules):
    begun = await rules.NewGame(new_game())
    applied = await rules.Apply(apply_first(begun.standing))
    ref = rules_pb2.PositionRef(position=applied.standing.position)
    undone = await rules.Undo(rules_pb2.UndoRequest(position=ref, seat=0))
    assert undone.standing.position == begun.standing.position
    assert undone.prompt_id == begun.standing.prompts[0].id
    ref = rules_pb2.PositionRef(position=begun.standing.position)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.Undo(rules_pb2.UndoRequest(position=ref, seat=1))
    assert read_error(refused.value).reason == "NOTHING_TO_UNDO"


async def test_options_are_checked_for_a_form_without_refusing_what_does_not_go_together(rules):
    wanted = {"pace": "quick", "rounds": "5"}
    form = await rules.CheckOptions(rules_pb2.CheckOptionsRequest(seats=2, options=wanted, form=True))
    assert (form.conflict.paragraph, [offer.name for offer in form.offers]) == ("A0.2", ["rounds", "pace", "dice"])
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.CheckOptions(rules_pb2.CheckOptionsRequest(seats=2, options=wanted))
    assert read_error(refused.value).reason == "OPTIONS_CONFLICT"
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.CheckOptions(rules_pb2.CheckOptionsRequest(seats=2, options={"speed": "1"}, form=True))
    assert read_error(refused.value).reason == "INVALID_OPTION"


async def test_a_puzzle_shows_what_its_seat_saw_and_what_each_answer_is_worth(rules):
    (puzzle_id,) = (await rules.Describe(rules_pb2.DescribeRequest())).puzzles
    puzzle = (await rules.Puzzle(rules_pb2.PuzzleRequest(id=puzzle_id))).puzzle
    replay = rules_pb2.ReplayToRequest(
        start=rules_pb2.NewGameRequest(seats=2, options={"rounds": "2"}, seed=bytes(range(32))),
        choices=[game_pb2.Choice(seat=1, picks=["20"]), game_pb2.Choice(seat=1)],
        viewers=[rules_pb2.Viewer(seat=0)],
    )
    then = await rules.ReplayTo(replay)
    assert ([puzzle.prompt], [puzzle.view]) == (list(then.standing.prompts), list(then.views))
    assert dict(puzzle.options) == {"rounds": "2", "pace": "slow", "dice": "off"}
    position = rules_pb2.PositionRef(position=then.standing.position)
    explained = await rules.Explain(rules_pb2.ExplainRequest(position=position, prompt_id=puzzle.prompt.id))
    assert puzzle.explanation == explained
    assert [(list(each.picks), each.solves) for each in puzzle.answers[:2]] == [(["23"], True), (["17"], False)]
    assert {fact.name: fact.number for fact in puzzle.answers[0].facts} == {"win_percent": 80, "tables": 64}
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.Puzzle(rules_pb2.PuzzleRequest(id="another"))
    assert (refused.value.code(), read_error(refused.value).reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_PUZZLE")


async def test_choices_are_replayed_to_where_applying_them_one_by_one_leads(rules):
    started = await rules.NewGame(new_game())
    standing, choices, stood = started.standing, [], [started.standing]
    while not standing.over:
        request = apply_first(standing)
        choices.append(request.choice)
        standing = (await rules.Apply(request)).standing
        stood.append(standing)
    viewers = [rules_pb2.Viewer(), rules_pb2.Viewer(seat=1)]
    for count in (0, 1, len(choices) // 2, len(choices)):
        request = rules_pb2.ReplayToRequest(start=new_game(), choices=choices[:count], viewers=viewers, every=3)
        answer = await rules.ReplayTo(request)
        assert answer.standing == stood[count]
        reference = rules_pb2.PositionRef(position=stood[count].position)
        shown = await rules.View(rules_pb2.ViewRequest(position=reference, viewers=viewers))
        assert list(answer.views) == list(shown.views)
        assert list(answer.positions) == [each.position for each in stood[3 : count + 1 : 3]]
    on = rules_pb2.ReplayToRequest(position=stood[4].position, choices=choices[4:6])
    assert (await rules.ReplayTo(on)).standing == stood[6]
    closed = rules_pb2.ReplayToRequest(start=new_game(), end_reason=game_pb2.END_REASON_RESIGNED)
    ended = (await rules.ReplayTo(closed)).standing
    assert (ended.over, ended.end_reason) == (True, game_pb2.END_REASON_RESIGNED)
    nobody = game_pb2.Choice(seat=9)
    wrong = rules_pb2.ReplayToRequest(start=new_game(), choices=[nobody])
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await rules.ReplayTo(wrong)
    assert read_error(refused.value).reason == "PROMPT_CLOSED"
