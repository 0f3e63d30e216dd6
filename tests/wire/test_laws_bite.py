"""Each law of the contract finds the mistakes that are about it, planted in the calls of an honest service."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf import any_pb2, struct_pb2
from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract import laws  # noqa: F401 - knows all laws
from galaxytables_contract.inspection import LAWS, Finding, Inspection, Sight, Verdict, find
from galaxytables_contract.rules import RulesAt
from galaxytables_kit import Seat
from galaxytables_kit.errors import ChoiceRefused, RulesError, UnknownOption
from galaxytables_kit.service import RulesServicer
from tests.kit.sample_game import Auction, AuctionPlay, AuctionState
from tests.wire.serving import Hook, served

GAMES = 4
MOVING = ("new_game", "apply", "undo", "close")
VIEWING = (*MOVING, "view", "replay_to")


def inspect(name: str, rules: RulesAt, games: int = GAMES) -> Finding:
    (wanted,) = [each for each in LAWS if each.name == name]
    return find(wanted, Inspection(rules, games))


def changing(change: Callable[[Any], object]) -> Hook:
    """Answer honestly, then change what is answered."""

    def hook(call: Callable[[Any], Any], request: Any) -> Message:
        answer = call(request)
        change(answer)
        assert isinstance(answer, Message)
        return answer

    return hook


def on(names: Iterable[str], change: Callable[[Any], object]) -> dict[str, Hook]:
    return dict.fromkeys(names, changing(change))


def of_prompts(change: Callable[[game_pb2.Prompt], object]) -> dict[str, Hook]:
    """Change every prompt, whichever call tells it."""

    def change_all(answer: Any) -> None:
        for prompt in answer.standing.prompts:
            change(prompt)

    return on(("new_game", "apply", "undo", "replay_to"), change_all)


def of_views(change: Callable[[struct_pb2.Struct, rules_pb2.Viewer], object]) -> dict[str, Hook]:
    def change_all(answer: Any) -> None:
        for view in answer.views:
            shown = struct_pb2.Struct()
            view.view.Unpack(shown)
            change(shown, view.viewer)
            view.view.value = shown.SerializeToString(deterministic=True)

    return on(VIEWING, change_all)


def of_events(change: Callable[[game_pb2.Event], object]) -> dict[str, Hook]:
    def change_all(answer: Any) -> None:
        for event in answer.events:
            change(event)

    return on(("new_game", "apply"), change_all)


def of_introduction(change: Callable[[rules_pb2.Introduction], object]) -> dict[str, Hook]:
    return on(["describe"], lambda answer: change(answer.introduction))


def of_puzzle(change: Callable[[rules_pb2.Puzzle], object]) -> dict[str, Hook]:
    return on(["puzzle"], lambda answer: change(answer.puzzle))


def of_standing(change: Callable[[rules_pb2.Standing], object]) -> dict[str, Hook]:
    return on((*MOVING, "replay_to"), lambda answer: change(answer.standing))


def lenient(*errors: type[RulesError], answer: Callable[[Any, Any], Message]) -> Hook:
    """Answer what should be refused."""

    def hook(call: Callable[[Any], Any], request: Any) -> Message:
        try:
            answered = call(request)
        except errors:
            answered = answer(call, request)
        assert isinstance(answered, Message)
        return answered

    return hook


def with_request(change: Callable[[Any], object]) -> Hook:
    """Change what is asked, then answer that."""

    def hook(call: Callable[[Any], Any], request: Any) -> Message:
        change(request)
        answer = call(request)
        assert isinstance(answer, Message)
        return answer

    return hook


def instead_of(error: type[RulesError], other: Exception) -> Hook:
    """Refuse for another reason."""

    def hook(call: Callable[[Any], Any], request: Any) -> Message:
        try:
            answer = call(request)
        except error:
            raise other from None
        assert isinstance(answer, Message)
        return answer

    return hook


def noisily(answer: Any) -> None:
    answer.standing.position_form = Random().randbytes(4)


def with_counted_prompts(answer: Any) -> None:
    for prompt in answer.standing.prompts:
        prompt.facts.add(name="open", number=len(answer.standing.prompts))


def with_a_second_prompt(answer: Any) -> None:
    for prompt in answer.standing.prompts[:1]:
        answer.standing.prompts.add().CopyFrom(prompt)
        answer.standing.prompts[-1].id += " again"


def asking_twice(call: Callable[[Any], Any], request: Any) -> Message:
    request.choice.prompt_id = request.choice.prompt_id.removesuffix(" again")
    return changing(with_a_second_prompt)(call, request)


class OddlyCoded(UnknownOption):
    """An error of the contract under another code than the contract says."""

    code = grpc.StatusCode.NOT_FOUND


def swaps_twice(call: Callable[[Any], Any], request: Any) -> Message:
    """Takes an option that is picked twice as one."""
    picks = list(dict.fromkeys(request.choice.picks))
    del request.choice.picks[:]
    request.choice.picks.extend(picks)
    answer = call(request)
    assert isinstance(answer, Message)
    return answer


def any_seat(call: Callable[[Any], Any], request: Any) -> Message:
    """Takes an answer from whichever seat, by the seat in the id of the prompt."""
    parts = request.choice.prompt_id.split(".")
    if len(parts) == 3:
        request.choice.seat = int(parts[1])
    answer = call(request)
    assert isinstance(answer, Message)
    return answer


def spectators_view(call: Callable[[Any], Any], request: Any) -> Message:
    for viewer in request.viewers:
        if viewer.seat > 3:
            viewer.ClearField("seat")
    answer = call(request)
    assert isinstance(answer, Message)
    return answer


def with_hidden_event(answer: Any) -> None:
    if answer.hidden:
        answer.events.add(kind="revealed", seat=0)


def told_to_all(event: game_pb2.Event) -> None:
    for part in event.private_parts:
        event.facts.extend(part.facts)


def without_paragraphs(answer: Any) -> None:
    for bar in answer.bars:
        bar.reason.paragraph = ""


def keeps_no_entropy_of_others(request: Any) -> None:
    for seat in range(1, len(request.entropy)):
        request.entropy[seat] = b""


def tells_the_top_card(call: Callable[[Any], Any], request: Any) -> Message:
    """A choice that can be taken back tells its seat what lies on the deck."""
    answer = call(request)
    assert isinstance(answer, rules_pb2.ApplyResponse)
    seat = request.choice.seat
    if seat in answer.standing.undoable_seats:
        part = answer.events.add(kind="looked", seat=seat).private_parts.add(seat=seat)
        part.facts.add(name="card", component="39")
    return answer


def seed_in_view(call: Callable[[Any], Any], request: Any) -> Message:
    answer = call(request)
    assert isinstance(answer, rules_pb2.NewGameResponse)
    for view in answer.views:
        shown = struct_pb2.Struct()
        view.view.Unpack(shown)
        shown.update({"seed": request.seed.hex()})
        view.view.value = shown.SerializeToString(deterministic=True)
    return answer


class Shows(Auction):
    """Shows in each view something of the state."""

    def __init__(self, what: Callable[[AuctionPlay, AuctionState], Any]) -> None:
        super().__init__()
        self.what = what

    def view(self, play: AuctionPlay, frozen: AuctionState, viewer: Seat | None) -> Message:
        view = super().view(play, frozen, viewer)
        assert isinstance(view, struct_pb2.Struct)
        view.update({"shown": self.what(play, frozen)})
        return view


def with_two_options_for_one_piece(prompt: game_pb2.Prompt) -> None:
    if prompt.most > 1:
        prompt.one_each = True
        prompt.options[1].targets[0].CopyFrom(prompt.options[0].targets[0])


def with_a_default_of_even_cards(prompt: game_pb2.Prompt) -> None:
    even = [option.id for option in prompt.options if int(option.id) % 2 == 0]
    if prompt.has_rule and len(even) > 1:
        prompt.default_picks.extend(even[:2])


def without_digest(answer: Any) -> None:
    answer.standing.position_digest = answer.standing.position[:16]


def with_the_old_digest(call: Callable[[Any], Any], request: Any) -> Message:
    """Knows one digest, and takes the name for no part of the record."""
    answer: rules_pb2.ReplayResponse = call(request)
    request.record.ClearField("digest_algorithm")
    answer.digest = sha256(request.record.SerializeToString(deterministic=True)).digest()
    return answer


def by_value(call: Callable[[Any], Any], request: Any) -> Message:
    """Names positions by digests of its own, and never looks at them."""
    request.position.ClearField("digest")
    return changing(without_digest)(call, request)


def with_a_large_last_position(standing: rules_pb2.Standing) -> None:
    """Only the last one, which no choice sends back."""
    if standing.over:
        standing.position = bytes(65_537)


def without_paragraph(call: Callable[[Any], Any], request: Any) -> Message:
    try:
        answer = call(request)
    except ChoiceRefused:
        raise ChoiceRefused("no", "") from None
    assert isinstance(answer, Message)
    return answer


def crashing(call: Callable[[Any], Any], request: Any) -> Message:
    if not request.position.position:
        raise ZeroDivisionError
    answer = call(request)
    assert isinstance(answer, Message)
    return answer


def verified(_: Callable[[Any], Any], request: Any) -> Message:
    del request
    return rules_pb2.ReplayResponse(verified=True)


def by_their_ids(call: Callable[[Any], Any], request: Any) -> Message:
    """Plays no choice again whose prompt has another id by now."""
    del request.choices[sum(bool(choice.prompt_id) for choice in request.choices) :]
    answer = call(request)
    assert isinstance(answer, Message)
    return answer


def of_a_new_kind(event: game_pb2.Event) -> None:
    event.kind = "invented"


def without_targets(prompt: game_pb2.Prompt) -> None:
    for option in prompt.options:
        option.ClearField("targets")


def with_winners_only(standing: rules_pb2.Standing) -> None:
    for score in standing.scores:
        score.rank = 1


def with_more_points(standing: rules_pb2.Standing) -> None:
    for score in standing.scores:
        score.total += 1


def without_dice(answer: Any) -> None:
    answer.messages = answer.messages.replace("setting-dice", "setting-other")


def in_japanese_only(answer: Any) -> None:
    answer.messages += "\nmore = more\n" if answer.language == "ja" else ""


MISTAKES: list[tuple[str, dict[str, Hook], str]] = [
    (
        "a_service_says_what_it_is",
        {"describe": changing(lambda answer: answer.rules_versions.append(7))},
        "the newest is first",
    ),
    (
        "a_service_says_what_it_is",
        {"describe": changing(lambda answer: answer.options[0].__setattr__("default_value", "9"))},
        "the default is no value of it",
    ),
    (
        "unknown_versions_and_packs_are_refused",
        {"new_game": with_request(lambda request: request.ClearField("rules_version"))},
        "it was accepted; UNKNOWN_RULES_VERSION is due",
    ),
    (
        "defaults_are_written_out",
        {"check_options": changing(lambda answer: answer.options.pop("pace"))},
        "does not write all options out",
    ),
    (
        "what_is_no_option_is_refused",
        {"new_game": with_request(lambda request: [request.options.pop(name) for name in list(request.options)])},
        "INVALID_OPTION is due",
    ),
    (
        "seats_are_bounded",
        {"check_options": with_request(lambda request: request.__setattr__("seats", min(4, request.seats)))},
        "5 seats: it was accepted",
    ),
    (
        "forms_offer_what_can_be_chosen",
        on(["check_options"], lambda answer: [offer.ClearField("beyond") for offer in answer.offers]),
        "`beyond` says why",
    ),
    (
        "forms_offer_what_can_be_chosen",
        on(
            ["check_options"],
            lambda answer: [value.ClearField("conflict") for offer in answer.offers for value in offer.values],
        ),
        "OPTIONS_CONFLICT",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.__setattr__("seed", b"short")),
        "its seed has 5 bytes",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps.append(told.steps[0])),
        "its last answer is not one of seat 0",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps[-1].ClearField("lesson")),
        "not named in lower case and dashes",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps[-1].__setattr__("lesson", "bid")),
        "two answers have one lesson",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps[0].__setattr__("lesson", "more")),
        "for another seat than 0",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.options.clear()),
        "its options are not written out",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps.pop(0)),
        "is asked, which no step answers",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps.insert(1, told.steps[0])),
        "is not asked of seat",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps[0].__setattr__("kind", "bid.other")),
        "is no bid.other",
    ),
    (
        "an_introduction_plays_as_it_says",
        of_introduction(lambda told: told.steps[0].picks.append("elsewhere")),
        "Apply was refused",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        on(["describe"], lambda answer: answer.puzzles.append(answer.puzzles[0])),
        "two puzzles have one id",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        on(["describe"], lambda answer: answer.puzzle_outlines.add(id="another")),
        "the outlines are of other puzzles",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.prompt.__setattr__("kind", "another")),
        "its outline says that it asks ",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.__setattr__("id", "another")),
        "it says that it is another",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.view.viewer.__setattr__("seat", 1)),
        "another than who is asked looks on",
    ),
    ("a_puzzle_asks_what_can_be_answered", of_puzzle(lambda told: told.view.view.Clear()), "it shows a "),
    ("a_puzzle_asks_what_can_be_answered", of_puzzle(lambda told: told.ClearField("answers")), "no answers"),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.answers[0].picks.append("elsewhere")),
        "is not on offer",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.answers[0].picks.append(told.answers[0].picks[0])),
        "has an option twice",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.answers[0].ClearField("picks")),
        "are too few or too many",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.answers[2].__setattr__("solves", True)),
        "stands behind one that does not",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.answers[0].__setattr__("solves", False)),
        "no answer solves it",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        of_puzzle(lambda told: told.answers[1].facts[0].__setattr__("number", 99)),
        "a better answer stands behind a worse one",
    ),
    (
        "a_puzzle_asks_what_can_be_answered",
        {"puzzle": lenient(RulesError, answer=lambda _, __: rules_pb2.PuzzleResponse())},
        "UNKNOWN_PUZZLE",
    ),
    ("the_same_request_has_the_same_answer", on(MOVING, noisily), "answered otherwise"),
    (
        "viewers_change_nothing",
        {"apply": lambda call, request: changing(lambda a: None if request.viewers else a.events.add())(call, request)},
        "who looks changes what happens",
    ),
    (
        "positions_are_named_by_their_digests",
        {"new_game": changing(without_digest), "apply": by_value, "undo": by_value, "close": by_value},
        "first 16 bytes of SHA-256",
    ),
    (
        "positions_are_named_by_their_digests",
        of_standing(lambda standing: standing.__setattr__("position_form", b"another")),
        "not that of Describe",
    ),
    (
        "positions_fit_into_requests",
        of_standing(with_a_large_last_position),
        "a request may hold 65536",
    ),
    (
        "what_is_no_position_is_refused",
        {"apply": crashing},
        "Apply failed with INTERNAL",
    ),
    (
        "what_is_no_position_is_refused",
        {"view": lenient(RulesError, answer=lambda *_: rules_pb2.ViewResponse())},
        "View at",
    ),
    (
        "prompts_are_whole",
        on(("new_game", "apply"), lambda answer: answer.standing.prompts.extend(answer.standing.prompts[:1])),
        "the same id",
    ),
    (
        "prompts_are_whole",
        {"new_game": changing(with_a_second_prompt), "apply": asking_twice},
        "a seat has two open prompts",
    ),
    ("prompts_are_whole", of_prompts(lambda prompt: prompt.default_picks.append("more")), "the default of"),
    ("prompts_are_whole", of_standing(lambda standing: standing.__setattr__("over", True)), "if and only if"),
    ("defaults_are_legal", of_prompts(with_a_default_of_even_cards), "CHOICE_REFUSED"),
    ("every_option_is_accepted", of_prompts(lambda prompt: prompt.__setattr__("has_rule", False)), "has no rule"),
    ("what_is_acted_upon_once_is_not_acted_upon_twice", of_prompts(with_two_options_for_one_piece), "the same piece"),
    ("rules_of_answers_name_their_paragraph", {"apply": without_paragraph}, "names no paragraph"),
    (
        "rules_of_answers_name_their_paragraph",
        of_prompts(lambda prompt: prompt.__setattr__("has_rule", False)),
        "says that any answer is legal",
    ),
    ("everything_else_is_refused", {"apply": swaps_twice}, "twice"),
    ("everything_else_is_refused", {"apply": any_seat}, "NOT_YOUR_PROMPT is due"),
    (
        "everything_else_is_refused",
        {"apply": instead_of(UnknownOption, ChoiceRefused("no", "A1"))},
        "UNKNOWN_OPTION is due",
    ),
    (
        "everything_else_is_refused",
        {"apply": instead_of(UnknownOption, OddlyCoded("some"))},
        "its gRPC code is 5, not 3",
    ),
    ("choices_of_others_change_no_prompt", on(("new_game", "apply"), with_counted_prompts), "says something else"),
    (
        "every_option_stands_for_something_seen",
        of_views(lambda view, _: view.update({"own": [], "market": [], "auctioned": []})),
        "is not in the view",
    ),
    (
        "every_option_stands_for_something_seen",
        of_prompts(without_targets),
        "stands for nothing",
    ),
    ("what_is_barred_has_a_reason", {"explain": changing(without_paragraphs)}, "names no paragraph"),
    (
        "views_are_those_that_were_asked_for",
        on(["view"], lambda answer: answer.views.reverse()),
        "not in the order",
    ),
    (
        "views_are_those_that_were_asked_for",
        on(VIEWING, lambda answer: [each.view.Pack(any_pb2.Any()) for each in answer.views]),
        "not the view_type",
    ),
    ("nobody_sees_from_a_seat_that_is_not_there", {"view": spectators_view}, "UNKNOWN_SEAT is due"),
    (
        "views_for_whoever_is_asked_come_only_then",
        {"apply": with_request(lambda request: request.viewers.extend(request.viewers_if_asked))},
        "have a view",
    ),
    ("secret_choices_change_nothing_for_others", {"apply": changing(with_hidden_event)}, "an event tells"),
    ("private_parts_tell_more_than_the_public_one", of_events(told_to_all), "what everybody sees: first"),
    ("views_hold_no_key", {"new_game": seed_in_view}, "the seed stands"),
    (
        "undo_leads_to_where_the_game_stood",
        on(["undo"], lambda answer: answer.__setattr__("withdrawn_events", answer.withdrawn_events + 1)),
        "events did not happen",
    ),
    (
        "undo_leads_to_where_the_game_stood",
        on(["undo"], lambda answer: answer.standing.prompts[0].facts.add(name="again")),
        "does not stand as before",
    ),
    (
        "undo_leads_to_where_the_game_stood",
        on(["apply"], lambda answer: answer.standing.ClearField("undoable_seats")),
        "it was accepted; NOTHING_TO_UNDO",
    ),
    (
        "what_can_be_taken_back_told_nothing_hidden",
        {"apply": tells_the_top_card},
        "by a choice that it can take back",
    ),
    (
        "others_notice_nothing_of_a_secret_undo",
        on(["undo"], lambda answer: [each.view.ClearField("value") for each in answer.views]),
        "takes a hidden choice back",
    ),
    ("seed_and_entropy_make_the_chance", {"new_game": with_request(keeps_no_entropy_of_others)}, "seat 1 adds"),
    (
        "seeds_that_do_not_fit_are_refused",
        {"new_game": with_request(lambda request: request.__setattr__("seed", request.seed.ljust(32, b"0")))},
        "a seed of 0 bytes: it was accepted",
    ),
    (
        "games_end_with_scores_and_a_reason",
        of_standing(with_winners_only),
        "is of rank 1, not",
    ),
    (
        "games_end_with_scores_and_a_reason",
        of_standing(with_more_points),
        "do not add up",
    ),
    (
        "defaults_alone_end_every_game",
        of_standing(lambda standing: standing.ClearField("scores")),
        "not each seat has one score",
    ),
    (
        "a_game_can_be_closed_at_any_moment",
        on(["close"], lambda answer: answer.standing.__setattr__("end_reason", game_pb2.END_REASON_STALLED)),
        "another reason",
    ),
    ("records_replay", on(["replay"], lambda answer: answer.__setattr__("digest", b"")), "the digest"),
    ("records_replay", {"replay": with_the_old_digest}, "algorithm canonical-1"),
    ("records_replay", on(["replay"], lambda answer: answer.__setattr__("verified", False)), "is not verified"),
    ("forged_records_do_not", {"replay": verified}, "with other points is verified"),
    ("choices_played_again_lead_to_the_same", {"replay_to": by_their_ids}, "ends otherwise"),
    (
        "choices_played_again_lead_to_the_same",
        on(["replay_to"], lambda answer: answer.ClearField("positions")),
        "not a position after every",
    ),
    (
        "the_catalogue_is_whole",
        on(["components"], lambda answer: answer.components.append(answer.components[0])),
        "the same id",
    ),
    (
        "what_is_told_is_in_the_catalogue",
        on(["components"], lambda answer: answer.ClearField("components")),
        "which the catalogue has not",
    ),
    ("languages_say_the_same", {"words": changing(in_japanese_only)}, "en lacks what ja says: more"),
    ("everything_that_comes_up_has_words", {"words": changing(without_dice)}, "setting-dice is missing"),
    ("everything_that_comes_up_has_words", of_events(of_a_new_kind), "en: invented has no words"),
]


@pytest.mark.parametrize(("name", "mistake", "said"), MISTAKES, ids=[f"{name}: {said}" for name, _, said in MISTAKES])
def test_a_mistake_is_found_by_the_law_that_is_about_it(name: str, mistake: dict[str, Hook], said: str) -> None:
    with served(hooks=mistake) as rules:
        finding = inspect(name, rules)
    assert finding.verdict is Verdict.BROKEN
    assert said in finding.words


def test_an_honest_service_keeps_every_law() -> None:
    with served() as rules:
        inspection = Inspection(rules, GAMES)
        found = [finding for each in LAWS if (finding := find(each, inspection)).verdict is not Verdict.HOLDS]
    assert not found, "\n".join(map(str, found))


def test_each_law_has_a_mistake_that_it_finds() -> None:
    elsewhere = {"a_service_is_healthy", "what_one_seat_is_told_no_other_sees", "sessions_answer_as_single_calls_do"}
    assert {name for name, _, _ in MISTAKES} | elsewhere == {each.name for each in LAWS}


def test_a_service_without_health_is_none_for_a_lobby() -> None:
    server = grpc.server(ThreadPoolExecutor(1))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with RulesAt(f"127.0.0.1:{port}") as rules:
        finding = inspect("a_service_is_healthy", rules)
    server.stop(None).wait()
    assert "Health.Check is answered with UNIMPLEMENTED" in finding.words


def leaks(what: Callable[[AuctionPlay, AuctionState], Any], name: str) -> Finding:
    with served(Shows(what)) as rules:
        return inspect(name, rules, games=8)


def test_views_that_show_hands() -> None:
    def hands(_: AuctionPlay, frozen: AuctionState) -> list[list[str]]:
        return [list(map(str, hand)) for hand in frozen.hands]

    finding = leaks(hands, "what_one_seat_is_told_no_other_sees")
    assert "alone of first, and" in finding.words
    assert "then in their view (among its names)" in finding.words


def test_views_that_show_the_next_card() -> None:
    finding = leaks(lambda _, frozen: list(map(str, frozen.deck[-8:])), "what_one_seat_is_told_no_other_sees")
    assert "before in their view (among its names)" in finding.words


@pytest.mark.parametrize("named", [True, False])
def test_views_that_show_a_number_at_a_place_of_its_own(named: bool) -> None:
    def tell(answer: Any) -> None:
        drawn = {}
        for event in answer.events:
            for part in event.private_parts:
                drawn[part.seat] = part.facts[0].number = int(part.facts[0].component)
        for view in answer.views:
            shown = struct_pb2.Struct()
            view.view.Unpack(shown)
            in_lists = [[drawn.get(seat, -1)] for seat in range(4)]
            shown.update(
                {f"drawn by {seat}": card for seat, card in drawn.items()} if named else {"drawn by": in_lists}
            )
            view.view.value = shown.SerializeToString(deterministic=True)

    with served(hooks={"apply": changing(tell)}) as rules:
        finding = inspect("what_one_seat_is_told_no_other_sees", rules, games=8)
    assert "then in their view (at " in finding.words
    assert "drawn by" in finding.words


def test_views_that_show_who_has_chosen_in_secret() -> None:
    finding = leaks(lambda play, _: len(play.state.bids), "secret_choices_change_nothing_for_others")
    assert "changes what viewer None sees" in finding.words


def test_a_session_that_answers_under_another_id(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RulesServicer._answer

    def answer(servicer: RulesServicer, call: rules_pb2.SessionCall) -> bytes:
        answered = rules_pb2.SessionAnswer.FromString(honest(servicer, call))
        answered.id &= 2**53 - 1
        return answered.SerializeToString()

    monkeypatch.setattr(RulesServicer, "_answer", answer)
    with served() as rules:
        assert "one answer under its id" in inspect("sessions_answer_as_single_calls_do", rules).words


def test_a_session_that_refuses_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RulesServicer._answer

    def answer(servicer: RulesServicer, call: rules_pb2.SessionCall) -> bytes:
        answered = rules_pb2.SessionAnswer.FromString(honest(servicer, call))
        if answered.WhichOneof("answer") == "refusal":
            answered.refusal.metadata.clear()
        return answered.SerializeToString()

    monkeypatch.setattr(RulesServicer, "_answer", answer)
    with served() as rules:
        assert "a session refuses with" in inspect("sessions_answer_as_single_calls_do", rules).words


def test_a_law_that_saw_nothing_does_not_hold() -> None:
    (wanted,) = [each for each in LAWS if each.name == "rules_of_answers_name_their_paragraph"]
    with served() as rules:
        inspection = Inspection(rules, GAMES)
        lacking = find(wanted, inspection, frozenset({Sight.BROKEN_RULE}))
        for game in inspection.games:
            game.refused.clear()
        assert find(wanted, inspection).verdict is Verdict.NOT_SEEN
        assert find(wanted, inspection, frozenset({Sight.BROKEN_RULE})).verdict is Verdict.HOLDS
    assert (lacking.verdict, "is said to lack it" in lacking.words) == (Verdict.BROKEN, True)
