"""A small but whole rules service for the lobby's tests: secret simultaneous picks, chance, private events, undo.

Each seat holds three cards from 1 to 99. A round: everybody secretly picks a card; then all are shown, the highest
scores a point (ties: nobody), and each seat draws a new card. After the last round most points win. Option `unlucky`:
the card may not be divisible by 7 (paragraph C3), unless all are.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from typing import Any

import grpc
from google.protobuf import any_pb2, struct_pb2

from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_serving import GalaxyError, Limits, Server, Service
from galaxytables_serving.caller_keys import CallerKeys
from galaxytables_serving.settings import Address
from galaxytables_serving.tls import Credentials

NAME = "counting"
VERSION = 1
PACK = hashlib.sha256(b"the counting pack").digest()
HAND = 3

State = dict[str, Any]

WORDS = {
    "en": """
prompt-round-pick = Which card?
    .rule = An unlucky number may not be picked.
option-round-pick = The { $card }
event-dealt = { $seat } takes { $count } cards.
event-dealt-own = You hold { $hand }.
event-picked = { $seat } picks.
event-revealed = All cards are shown.
event-drew = { $seat } draws.
reason-unlucky = { $card } is unlucky.
reason-not-asked = This is not asked for.
kind-card = A card
""",
    "ja": """
prompt-round-pick = どのカードを選びますか？
    .rule = 不吉な数は選べません。
option-round-pick = { $card }
event-dealt = { $seat }は{ $count }枚引きました。
event-dealt-own = 手札：{ $hand }。
event-picked = { $seat }が選びました。
event-revealed = すべてのカードを公開しました。
event-drew = { $seat }が引きました。
reason-unlucky = { $card }は不吉です。
reason-not-asked = 対象ではありません。
kind-card = カード
""",
}


class Refused(GalaxyError):
    code = grpc.StatusCode.FAILED_PRECONDITION

    def __init__(self, reason: str, message: str, **metadata: object) -> None:
        super().__init__(message, **metadata)
        self.reason = reason


def draw(state: State) -> int:
    number = hashlib.sha256(f"{state['key']}:{state['drawn']}".encode()).digest()
    state["drawn"] += 1
    return 1 + int.from_bytes(number[:4], "big") % 99


def options_of(seats: int, given: dict[str, str]) -> dict[str, str]:
    if not 2 <= seats <= 4:
        raise Refused("INVALID_SEATS", "2 to 4 seats.", seats=seats, least=2, most=4)
    options = {"rounds": "3", "unlucky": "off"}
    for name, value in given.items():
        good = {"rounds": value.isdigit() and 1 <= int(value) <= 9999, "unlucky": value in ("on", "off")}
        if not good.get(name):
            raise Refused("INVALID_OPTION", "No such option or value.", option=name, value=value)
        options[name] = value
    if options["unlucky"] == "on" and options["rounds"] == "1":
        raise Refused("OPTIONS_CONFLICT", "One round cannot be unlucky.", options="rounds,unlucky", paragraph="C2")
    return options


def new_game(
    seats: int,
    given: dict[str, str],
    seed: bytes,
    entropy: Sequence[bytes],
    form: str = "",
    *,
    version: int = VERSION,
) -> tuple[State, list[Any]]:
    options = options_of(seats, given)
    if len(seed) != 32:
        raise Refused("INVALID_SEED", "32 bytes.")
    key = hashlib.sha256(seed + b"".join(hashlib.sha256(each).digest() for each in entropy)).hexdigest()
    state: State = {
        "key": key,
        "drawn": 0,
        "options": options,
        "round": 1,
        "points": [0] * seats,
        "hands": [],
        "form": form,
        "version": version,
    }
    state |= {"picks": {}, "last": None, "again": 0, "closed": 0}
    events = []
    for seat in range(seats):
        hand = [draw(state) for _ in range(HAND)]
        state["hands"].append(hand)
        fact = game_pb2.Fact(name="hand", components=game_pb2.ComponentList(ids=map(str, hand)))
        private = game_pb2.PrivatePart(seat=seat, facts=[fact])
        count = game_pb2.Fact(name="count", number=HAND)
        events.append(game_pb2.Event(kind="dealt", seat=seat, facts=[count], private_parts=[private]))
    return state, events


def prompt_id(state: State, seat: int) -> str:
    return f"{state['form']}r{state['round']}s{seat}"


def over(state: State) -> bool:
    return bool(state["closed"] or state["round"] > int(state["options"]["rounds"]))


def choose(state: State, choice: game_pb2.Choice) -> list[game_pb2.Event]:
    if over(state):
        raise Refused("GAME_OVER", "It is over.")
    seat = choice.seat
    if choice.prompt_id != prompt_id(state, seat) or str(seat) in state["picks"]:
        raise Refused("PROMPT_CLOSED", "Not open.", prompt=choice.prompt_id)
    if len(choice.picks) != 1:
        raise Refused("OUT_OF_BOUNDS", "Exactly one.", least=1, most=1, given=len(choice.picks))
    hand = state["hands"][seat]
    if choice.picks[0] not in {f"c{place}" for place in range(len(hand))}:
        raise Refused("UNKNOWN_OPTION", "No such option.", option=choice.picks[0])
    place = int(choice.picks[0][1:])
    card = hand[place]
    if state["options"]["unlucky"] == "on" and card % 7 == 0 and any(other % 7 for other in hand):
        # The secret goes where it must not be seen: only paragraph, rule and figures may pass the lobby.
        raise Refused(
            "CHOICE_REFUSED", "An unlucky number.", paragraph="C3", rule="unlucky", card=card, secret=state["key"]
        )
    state["picks"][str(seat)] = place
    state["last"] = seat
    private = game_pb2.PrivatePart(seat=seat, facts=[game_pb2.Fact(name="card", number=card)])
    events = [game_pb2.Event(kind="picked", seat=seat, private_parts=[private])]
    if len(state["picks"]) == len(state["hands"]):
        events += reveal(state)
    return events


def reveal(state: State) -> list[game_pb2.Event]:
    shown = [state["hands"][int(seat)].pop(place) for seat, place in sorted(state["picks"].items())]
    facts = [game_pb2.Fact(name=f"seat_{seat}", number=card) for seat, card in enumerate(shown)]
    facts.append(game_pb2.Fact(name="round", number=state["round"]))
    events = [game_pb2.Event(kind="revealed", facts=facts)]
    if shown.count(max(shown)) == 1:
        state["points"][shown.index(max(shown))] += 1
    for seat, hand in enumerate(state["hands"]):
        hand.append(draw(state))
        private = game_pb2.PrivatePart(seat=seat, facts=[game_pb2.Fact(name="card", number=hand[-1])])
        events.append(game_pb2.Event(kind="drew", seat=seat, private_parts=[private]))
    state |= {"round": state["round"] + 1, "picks": {}, "last": None}
    return events


def undo(state: State, seat: int) -> str:
    if str(seat) not in state["picks"]:
        raise Refused("NOTHING_TO_UNDO", "Nothing picked.", seat=seat)
    if state["last"] != seat:
        raise Refused("UNDO_REFUSED", "Somebody picked since.", seat=seat)
    del state["picks"][str(seat)]
    state["last"] = None
    return prompt_id(state, seat)


def option(place: int, card: int) -> game_pb2.Option:
    target = game_pb2.Target(piece=f"c{place}")
    return game_pb2.Option(id=f"c{place}", targets=[target], facts=[game_pb2.Fact(name="card", number=card)])


def standing(state: State) -> rules_pb2.Standing:
    position = json.dumps(state).encode()
    answer = rules_pb2.Standing(
        position=position,
        position_digest=hashlib.sha256(position).digest()[:16],
        position_form=state["form"].encode(),
    )
    if over(state):
        answer.over = True
        answer.end_reason = state["closed"] or game_pb2.END_REASON_PLAYED_OUT
        for seat, points in enumerate(state["points"]):
            rank = 1 + sum(other > points for other in state["points"])
            parts = [game_pb2.ScorePart(source="rounds", points=points)]
            answer.scores.append(game_pb2.SeatScore(seat=seat, total=points, rank=rank, parts=parts))
        return answer
    for seat, hand in enumerate(state["hands"]):
        if str(seat) in state["picks"]:
            continue
        choices = [option(place, card) for place, card in enumerate(hand)]
        lucky = next((place for place, card in enumerate(hand) if card % 7), 0)
        answer.prompts.add(
            id=prompt_id(state, seat), seat=seat, kind="round.pick", options=choices,
            least=1, most=1, default_picks=[f"c{lucky}"], paragraph="C1",
            has_rule=state["options"]["unlucky"] == "on",
        )  # fmt: skip
    if state["last"] is not None:
        answer.undoable_seats.append(state["last"])
    return answer


def unlucky_cards(state: State, seat: int) -> list[game_pb2.Bar]:
    """Why cards are unlucky: they are offered all the same, which is what a test looks for."""
    return [
        game_pb2.Bar(
            targets=[game_pb2.Target(piece=f"c{place}")],
            reason=game_pb2.Reason(kind="unlucky", paragraph="C3", facts=[game_pb2.Fact(name="card", number=card)]),
        )
        for place, card in enumerate(state["hands"][seat])
        if card % 7 == 0
    ]


def views(state: State, viewers: Iterable[rules_pb2.Viewer]) -> list[rules_pb2.View]:
    answers = []
    for viewer in viewers:
        seat = viewer.seat if viewer.HasField("seat") else None
        if seat is not None and seat >= len(state["hands"]):
            raise Refused("UNKNOWN_SEAT", "No such seat.", seat=seat)
        content = struct_pb2.Struct()
        content["points"] = list(state["points"])
        content["round"] = state["round"]
        content["hand"] = [] if seat is None else list(state["hands"][seat])
        packed = any_pb2.Any()
        packed.Pack(content)
        answers.append(rules_pb2.View(viewer=viewer, view=packed))
    return answers


class CountingRules(rules_pb2_grpc.RulesServiceServicer):
    """`calls` and `viewers` tell a test what was asked and shown; `cached` may be cleared to force resends.

    With `older` it is a service from before views could be asked for only with a prompt, games be closed, and a pack be
    named for a new game. New games get the first of `packs` and the newest of `versions`. Positions, and so prompts,
    are of a `form`; others it cannot read.
    """

    def __init__(self) -> None:
        self.cached: dict[bytes, bytes] = {}
        self.calls: list[str] = []
        self.viewers: list[int | None] = []
        self.packs = [PACK]
        self.versions = [VERSION]
        self.older = False
        self.form = ""
        self.introduction: rules_pb2.Introduction | None = None
        self.puzzles: list[rules_pb2.Puzzle] = []
        # Calls over sessions wait for it.
        self.answering = asyncio.Event()
        self.answering.set()

    async def Describe(self, request, context):  # noqa: ARG002
        return rules_pb2.DescribeResponse(
            game=NAME, title="Counting", rules_version=max(self.versions), least_seats=2, most_seats=4,
            options=[rules_pb2.OptionSpec(name="rounds", kind=rules_pb2.OPTION_KIND_NUMBER, least=1, most=99)],
            pack_digest=PACK, pack_digests=self.packs, view_type="google.protobuf.Struct",
            position_form=self.form.encode(), rules_versions=self.versions,
            introduction=self.introduction, puzzles=[puzzle.id for puzzle in self.puzzles],
        )  # fmt: skip

    async def Components(self, request, context):  # noqa: ARG002
        if request.pack_digest not in (b"", PACK):
            raise Refused("UNKNOWN_PACK", "No such pack.", pack=request.pack_digest.hex())
        return rules_pb2.ComponentsResponse(
            pack_digest=PACK, components=[rules_pb2.Component(id="1", name="One", kind="card")]
        )

    async def Words(self, request, context):
        if self.older:
            await context.abort(grpc.StatusCode.UNIMPLEMENTED, "What is that?")
        self.calls.append("words")
        if request.language not in WORDS:
            raise Refused("UNKNOWN_LANGUAGE", "No such words.", language=request.language, languages="en,ja")
        return rules_pb2.WordsResponse(
            language=request.language, languages=list(WORDS), messages=WORDS[request.language], names={"1": "One"}
        )

    async def Puzzle(self, request, context):  # noqa: ARG002
        self.calls.append("puzzle")
        return rules_pb2.PuzzleResponse(puzzle=next(each for each in self.puzzles if each.id == request.id))

    async def Explain(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(explain=request)).explain

    async def Replay(self, request, context):  # noqa: ARG002
        self.calls.append("replay")
        record = request.record
        state, events = new_game(record.seats, dict(record.options), record.seed, record.entropy)
        for choice in record.choices:
            now = game_pb2.Choice(seat=choice.seat, prompt_id=prompt_id(state, choice.seat), picks=choice.picks)
            events += choose(state, now)
        if record.end_reason != game_pb2.END_REASON_PLAYED_OUT:
            state["closed"] = record.end_reason
        same = list(record.events) == events and list(record.scores) == list(standing(state).scores)
        digest = hashlib.sha256(record.SerializeToString(deterministic=True)).digest()
        return rules_pb2.ReplayResponse(verified=same, difference="" if same else "events or scores", digest=digest)

    async def ReplayTo(self, request, context):  # noqa: ARG002
        self.calls.append("replay_to")
        start = request.start
        if request.HasField("start"):
            state, _ = new_game(
                start.seats,
                dict(start.options),
                start.seed,
                start.entropy,
                self.form,
                version=self.version_of(start.rules_version),
            )
        else:
            state = self.position(rules_pb2.PositionRef(position=request.position))
        positions = []
        for count, choice in enumerate(request.choices, 1):
            choice.prompt_id = prompt_id(state, choice.seat)
            choose(state, choice)
            if request.every and count % request.every == 0:
                positions.append(standing(state).position)
        if request.end_reason and not over(state):
            state["closed"] = request.end_reason
        return rules_pb2.ReplayToResponse(
            standing=standing(state), views=views(state, request.viewers), positions=positions
        )

    # Single calls are for others; the lobby uses the session alone.

    async def NewGame(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(new_game=request)).new_game

    async def Apply(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(apply=request)).apply

    async def Undo(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(undo=request)).undo

    async def Close(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(close=request)).close

    async def View(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(view=request)).view

    async def CheckOptions(self, request, context):  # noqa: ARG002
        return self.answer(rules_pb2.SessionCall(check_options=request)).check_options

    async def Session(self, request_iterator, context) -> AsyncIterator[rules_pb2.SessionResponse]:  # noqa: ARG002
        async for request in request_iterator:
            await self.answering.wait()
            yield rules_pb2.SessionResponse(answers=map(self.answer_or_refusal, request.calls))

    def answer_or_refusal(self, call: rules_pb2.SessionCall) -> rules_pb2.SessionAnswer:
        try:
            return self.answer(call)
        except Refused as error:
            refusal = rules_pb2.Refusal(
                code=error.number, reason=error.reason, message=error.message, metadata=error.metadata
            )
            return rules_pb2.SessionAnswer(id=call.id, refusal=refusal)

    def answer(self, request: rules_pb2.SessionCall) -> rules_pb2.SessionAnswer:  # noqa: PLR0911 - one a call
        kind = request.WhichOneof("call")
        assert kind is not None
        self.calls.append(kind)
        if kind == "check_options":
            check = request.check_options
            checked = rules_pb2.CheckOptionsResponse(options=options_of(check.seats, dict(check.options)))
            if check.form:
                checked.seats.extend((2, 3, 4))
            return rules_pb2.SessionAnswer(id=request.id, check_options=checked)
        call: Any = getattr(request, kind)
        if kind == "new_game":
            state, events = new_game(
                call.seats,
                dict(call.options),
                call.seed,
                call.entropy,
                self.form,
                version=self.version_of(call.rules_version),
            )
            named = b"" if self.older else call.pack_digest
            started = rules_pb2.NewGameResponse(
                standing=self.stood(state), events=events, views=self.shown(state, call),
                pack_digest=named or self.packs[0], rules_version=state["version"], options=state["options"],
            )  # fmt: skip
            return rules_pb2.SessionAnswer(id=request.id, new_game=started)
        if kind in ("close", "explain") and self.older:
            raise Refused("UNKNOWN_CALL", "What is that?")
        state = self.position(call.position)
        if kind == "explain":
            explained = rules_pb2.ExplainResponse(
                bars=unlucky_cards(state, call.seat), otherwise=game_pb2.Reason(kind="not_asked", paragraph="C1")
            )
            return rules_pb2.SessionAnswer(id=request.id, explain=explained)
        if kind == "view":
            return rules_pb2.SessionAnswer(id=request.id, view=rules_pb2.ViewResponse(views=self.shown(state, call)))
        if kind == "close":
            if over(state):
                raise Refused("GAME_OVER", "It is over.")
            state["closed"] = call.reason
            closed = rules_pb2.CloseResponse(standing=self.stood(state), views=self.shown(state, call))
            return rules_pb2.SessionAnswer(id=request.id, close=closed)
        if kind == "undo":
            prompt = undo(state, call.seat)
            undone = rules_pb2.UndoResponse(
                standing=self.stood(state), prompt_id=prompt, withdrawn_events=1, views=self.shown(state, call)
            )
            return rules_pb2.SessionAnswer(id=request.id, undo=undone)
        events = choose(state, call.choice)
        applied = rules_pb2.ApplyResponse(standing=self.stood(state), events=events, views=self.shown(state, call))
        return rules_pb2.SessionAnswer(id=request.id, apply=applied)

    def shown(self, state: State, call: Any) -> list[rules_pb2.View]:
        viewers = list(call.viewers)
        if not isinstance(call, rules_pb2.ViewRequest | rules_pb2.CloseRequest) and not self.older:
            asked = {prompt.seat for prompt in standing(state).prompts}
            viewers += [viewer for viewer in call.viewers_if_asked if viewer.seat in asked]
        answers = views(state, viewers)
        self.viewers += [viewer.seat if viewer.HasField("seat") else None for viewer in viewers]
        return answers

    def stood(self, state: State) -> rules_pb2.Standing:
        answer = standing(state)
        self.cached[answer.position_digest] = answer.position
        return answer

    def version_of(self, wanted: int) -> int:
        """The version of a game; the newest for 0."""
        if wanted and wanted not in self.versions:
            raise Refused("UNKNOWN_RULES_VERSION", "Not played here.", version=wanted)
        return wanted or max(self.versions)

    def position(self, reference: rules_pb2.PositionRef) -> State:
        content = reference.position if reference.HasField("position") else self.cached.get(reference.digest)
        if content is None:
            raise Refused("POSITION_NOT_CACHED", "Send it.")
        loaded: State = json.loads(content)
        self.version_of(loaded["version"])
        if loaded["form"] != self.form:
            raise Refused("OUTDATED_POSITION", "Play it again.")
        return loaded


class CountingService:
    """The service on a port; may be stopped and started again there."""

    def __init__(self, host: str = "127.0.0.1", tls: Credentials | None = None, keys: CallerKeys | None = None) -> None:
        self.rules = CountingRules()
        self.tls = tls
        self.keys = keys
        self.host = host
        self.port = 0
        self._server: Server | None = None

    @property
    def serves(self) -> bool:
        return self._server is not None

    async def start(self) -> None:
        service = Service(
            rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
            partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, self.rules),
        )
        self._server = Server(
            [service],
            domain="galaxytables.rules",
            limits=Limits(drain=0.2, stream_linger=0.1),
            tls=self.tls,
            keys=self.keys,
        )
        self.port = await self._server.start(Address(self.host, self.port))

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()
            self._server = None
