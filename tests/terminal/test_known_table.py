import pytest
from rich.console import Console

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import PlayerId
from galaxytables_client.words import Words
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.people import People
from galaxytables_terminal.screens.menu import menu_entries
from galaxytables_terminal.settings import Settings
from galaxytables_terminal.summary import log_text, score_table, seat_lines, thinking_words, turn_words, winner_words
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import ENGLISH, Wording
from tests.terminal import scenes
from tests.terminal.test_people import seat

NOW = 1_000_000.0
SEATS = [seat(0, "Ann", player="a"), seat(1, bot="greedy")]


def state(say: Wording = ENGLISH) -> KnownTable:
    return KnownTable(tables_pb2.Table(id="t", seats=SEATS), People(SEATS, PlayerId("a"), say))


def update(
    version: int,
    *events: tuple[int, game_pb2.Event],
    prompts: tuple[game_pb2.Prompt, ...] = (),
    waiting: tuple[int, ...] = (),
    resync: bool = False,
    finished: bool = False,
) -> play_pb2.TableUpdate:
    made = play_pb2.TableUpdate(
        table_id="t",
        viewer=0,
        version=version,
        prompts=prompts,
        waiting_for=waiting,
        resync=resync,
        last_event=events[-1][0] if events else 0,
        state=tables_pb2.TABLE_STATE_FINISHED if finished else tables_pb2.TABLE_STATE_RUNNING,
        scores=scenes.scores() if finished else (),
    )
    for number, event in events:
        made.events.add(number=number, event=event)
    return made


def told(table: KnownTable) -> list[str]:
    return [line.text for line in table.log if not line.withdrawn]


def test_events_are_told_once_and_in_order_even_when_they_come_again() -> None:
    table = state()
    table.take(update(1, (1, scenes.event("a", "one")), (2, scenes.event("b", "{seat 1} two"))), NOW)
    table.take(update(2, (2, scenes.event("b", "two again")), (3, scenes.event("c", "three"))), NOW)
    assert told(table) == ["one", "Hasty bot two", "three"]


def test_the_private_sentence_replaces_the_public_one() -> None:
    table = state()
    table.take(update(1, (1, scenes.event("drew", "{seat 0} draws 2.", 0, private="You draw Pirate Lair."))), NOW)
    assert told(table) == ["You draw Pirate Lair."]


def test_an_event_without_words_is_told_by_its_facts() -> None:
    silent = game_pb2.Event(kind="second_world", seat=1, facts=[game_pb2.Fact(name="cost", number=2)])
    table = state()
    table.take(update(1, (1, silent)), NOW)
    assert told(table) == ["Hasty bot: Second world (cost 2)"]


def test_an_older_update_brings_its_events_but_changes_nothing_else() -> None:
    table = state()
    table.take(update(5, waiting=(0,), prompts=(scenes.PAY,)), NOW)
    changes = table.take(update(4, (1, scenes.event("a", "late"))), NOW)
    assert told(table) == ["late"]
    assert not changes.state
    assert [prompt.id for prompt in table.open_prompts()] == [scenes.PAY.id]


def test_a_resync_replaces_everything() -> None:
    table = state()
    table.take(update(9, (1, scenes.event("a", "one")), (2, scenes.event("b", "two")), waiting=(0,)), NOW)
    table.take(update(12, (7, scenes.event("g", "seven")), resync=True, waiting=(1,)), NOW)
    assert told(table) == ["seven"]
    assert table.last_event == 7
    assert turn_words(table) == "waiting for Hasty bot"


def undone(count: int) -> game_pb2.Event:
    return game_pb2.Event(
        kind="undone", seat=0, facts=[game_pb2.Fact(name="withdrawn", number=count)], text="{seat 0} takes back"
    )


def test_an_undo_strikes_out_what_did_not_happen() -> None:
    table = state()
    events = [(number, scenes.event("e", f"e{number}")) for number in range(1, 5)]
    table.take(update(1, *events), NOW)
    table.take(update(2, (5, undone(2))), NOW)
    assert told(table) == ["e1", "e2", "Ann takes back"]
    table.take(update(3, (6, undone(1))), NOW)
    assert told(table) == ["e1", "Ann takes back", "Ann takes back"]
    assert "e3 (taken back)" in log_text(table.log, 60, ENGLISH).plain


def test_the_log_is_numbered_and_its_long_lines_are_indented() -> None:
    table = state()
    table.take(update(1, (1, scenes.event("a", "Ann places Survey HQ.")), (2, scenes.event("b", "Go."))), NOW)
    assert [line.rstrip() for line in log_text(table.log, 20, ENGLISH).plain.splitlines()] == [
        "  1 Ann places",
        "    Survey HQ.",
        "  2 Go.",
    ]


def test_an_answered_question_is_hidden_until_the_table_has_moved_on() -> None:
    table = state()
    table.take(update(3, prompts=(scenes.PAY, scenes.ORDER)), NOW)
    table.answered(scenes.PAY.id, 4)
    assert [prompt.id for prompt in table.open_prompts()] == [scenes.ORDER.id]
    table.take(update(4, prompts=(scenes.PAY,)), NOW)
    assert [prompt.id for prompt in table.open_prompts()] == [scenes.PAY.id], "undone since: asked again"


def test_who_has_to_choose_is_marked_without_colour() -> None:
    table = state()
    table.take(update(1, waiting=(1,)), NOW)
    assert seat_lines(table, {0: "3 VP", 1: "5 VP"}, NOW, 60).plain.splitlines() == [
        "  you            3 VP",
        "▸ Hasty bot      5 VP",
    ]
    assert turn_words(table) == "waiting for Hasty bot"
    table.take(update(2, waiting=(0, 1), prompts=(scenes.PLACE,)), NOW)
    assert turn_words(table) == "your turn"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "its version of the rules is not served"), ("ja", "現在提供されていません")]
)
def test_a_stranded_table_says_that_it_stands_still_and_why(language: str, said: str) -> None:
    table = state(Wording(language))
    made = update(1, waiting=(0,), prompts=(scenes.PLACE,))
    made.stranded = True
    table.take(made, NOW)
    assert said in turn_words(table)
    listed = tables_pb2.MyTable(table=tables_pb2.Table(id="t", stranded=True), your_turn=True)
    entry = menu_entries([], [listed], [], Settings(), table.say, words=Words("en", (), {}))[1]
    assert table.say("menu-stranded") in entry.text
    table.take(update(2, waiting=(0,), prompts=(scenes.PLACE,)), NOW)
    assert turn_words(table) == table.say("turn-yours")


def test_bots_that_think_are_told_with_their_time() -> None:
    table = state()
    table.take(update(1, waiting=(1,)), NOW)
    assert [thinking_words(table, NOW + seconds) for seconds in (0, 1.9, 2, 7.5)] == [
        "",
        "",
        "thinks 2 s",
        "thinks 7 s",
    ]
    # Another question of the same turn.
    table.take(update(2, waiting=(1,)), NOW + 3)
    assert thinking_words(table, NOW + 5) == "thinks 5 s"
    # A person is waited for too; nobody is; and the bot again.
    table.take(update(3, waiting=(0, 1)), NOW + 6)
    assert thinking_words(table, NOW + 9) == ""
    table.take(update(4), NOW + 10)
    assert thinking_words(table, NOW + 13) == ""
    table.take(update(5, waiting=(1,)), NOW + 20)
    assert thinking_words(table, NOW + 23) == "thinks 3 s"


def test_nobody_thinks_while_the_table_stands_still() -> None:
    table = state()
    stranded = update(1, waiting=(1,))
    stranded.stranded = True
    table.take(stranded, NOW)
    assert thinking_words(table, NOW + 9) == ""
    paused = update(2, waiting=(1,))
    paused.paused.FromSeconds(5)
    table.take(paused, NOW)
    assert thinking_words(table, NOW + 9) == ""


def test_clocks_and_misses_stand_beside_the_names() -> None:
    table = state()
    made = update(1, waiting=(0,))
    clock = made.clocks.add(seat=0, misses=2)
    clock.deadline.FromMilliseconds(int((NOW + 65) * 1000))
    made.now.FromMilliseconds(int(NOW * 1000))
    table.take(made, NOW)
    assert "1:05 left  2 missed" in seat_lines(table, {}, NOW, 80).plain
    assert "0:55 left" in seat_lines(table, {}, NOW + 10, 80).plain


def test_finishing_is_told_once_with_the_scores() -> None:
    table = state()
    assert table.take(update(1, (1, scenes.event("started", "Go."))), NOW).seating
    assert table.take(update(2, finished=True), NOW).finished
    assert not table.take(update(2, finished=True), NOW).finished
    assert [score.total for score in table.scores] == [52, 47]
    assert turn_words(table) == "the game is over"


def test_scores_are_shown_by_source_with_what_broke_the_tie() -> None:
    people = People(SEATS, PlayerId("a"))
    console = Console(width=60, record=True)
    console.print(score_table(scenes.scores(), people, 0, Vocabulary("en")))
    rows = [line.split() for line in console.export_text().splitlines() if line.strip()]
    assert rows == [
        ["you", "Hasty", "bot"],
        ["Cards", "40", "47"],
        ["Survey", "bonus", "12", "0"],
        ["Total", "52", "47"],
        ["Tie-break", "9", "3"],
        ["Place", "1.", "2."],
    ]


def test_the_winner_is_named() -> None:
    people = People(SEATS, PlayerId("a"))
    scores = scenes.scores()
    assert winner_words(scores, people, 0) == "You win!"
    assert winner_words(scores, people, 1) == "Ann wins."
    scores[1].rank = 1
    assert winner_words(scores, people, 0) == "Hasty bot and you share the victory."
    assert winner_words([], people, 0) == "The game is over."


def did(number: int, seat: int | None, text: str, kind: str = "built") -> tuple[int, game_pb2.Event]:
    return number, game_pb2.Event(kind=kind, seat=seat, text=text)


def missed(seen: int, chose_at: int, *events: tuple[int, game_pb2.Event], finished: bool = False) -> list[str]:
    table = state()
    made = update(1, *events, finished=finished)
    made.chose_at_event = chose_at
    table.take(made, NOW)
    return [line.text for line in table.missed(seen)]


def test_who_comes_back_is_told_what_happened_since_they_looked_or_chose_and_what_held() -> None:
    game = (did(1, None, "begins"), did(2, 0, "mine"), did(3, 1, "theirs"), did(4, None, "round"))
    assert missed(2, 0, *game) == ["theirs", "round"]
    assert missed(0, 2, *game) == ["theirs", "round"]
    assert missed(1, 3, *game) == []
    undone = game_pb2.Event(kind="undone", seat=1, facts=[game_pb2.Fact(name="withdrawn", number=2)])
    assert missed(2, 0, *game[:3], did(4, 1, "too"), (5, undone)) == []
    assert missed(1, 0, *game) == ["theirs", "round"]
    clock = (did(2, 0, "mine"), did(3, 0, "time was up", "clocked_out"), did(4, 0, "by the clock"))
    assert missed(1, 0, game[0], *clock) == ["time was up", "by the clock"]


def test_nothing_was_missed_by_who_was_never_here_before_or_where_the_game_is_over() -> None:
    game = (did(1, None, "begins"), did(2, 1, "theirs"))
    assert missed(0, 0, *game) == []
    assert missed(1, 0, *game, finished=True) == []
    assert missed(1, 0, *game) == ["theirs"]
