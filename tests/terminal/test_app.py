"""The client driven by its keys, against a fake lobby over a real socket."""

import re
from pathlib import Path

import pytest

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.play import Play
from galaxytables_terminal.drawing import gallery
from tests.terminal import scenes
from tests.terminal.driving import Player, playing
from tests.terminal.fake_lobby import FakeLobby

WITH_ONE_BOT = ("GAME=jump", "BOTS=1")


async def to_payment(ann: Player) -> None:
    await ann.sees("What do you place?")
    await ann.press("2", "enter")
    await ann.sees("Pay for Survey HQ.")


async def to_the_end(ann: Player) -> None:
    await to_payment(ann)
    await ann.press("3", "4", "enter")
    await ann.sees("In which order do the bonuses come?")
    await ann.press("3", "1", "enter")
    await ann.sees("A second world?")
    await ann.press("0", "enter")


async def test_the_end_says_why_a_game_does_not_count_once_the_archive_knows(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.worded, lobby.unrated = True, tables_pb2.UNRATED_REASON_SHORT
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_the_end(ann)
        screen = await ann.sees("Not rated: somebody left before everybody had made three choices.")
    assert "Rating of" not in screen


async def test_a_whole_game_is_played_by_its_numbers(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_the_end(ann)
        screen = await ann.sees("You win!", "seed promised before the game")
        await ann.sees("Rating of you: 1360 → 1435 (+75)", "Rating of Hasty bot: 1270 → 1216 (-54)")
    assert lobby.board.choices == [
        (scenes.PLACE.id, ("h0",)),
        (scenes.PAY.id, ("h3", "h4")),
        (scenes.ORDER.id, ("rest", "draw")),
        (scenes.SECOND.id, ()),
    ]
    assert "Survey bonus   12          0" in screen


async def test_the_table_shows_hands_empires_players_and_log(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.sees(
            "Your turn · Jump Drive · round 1 · choose and pay · deck 90",
            "▸ you 0 VP (+3) 5 cards (+2) military 1 dealer",
            "Hasty bot 5 VP (-1) 4 cards (+1) military 0",
            "Pirate Lair novelty conquer +3/+1",
            "Hasty bot · 1 card · +2 against rebel",
            "Keep what you can still use.",
            "(choose 2 R3.1)",
            "1 The game begins.",
            "2 You chose Survey HQ.",
        )


async def test_space_and_arrows_mark_and_a_mark_too_many_is_explained(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("down", "space", "down", "space")
        await ann.sees("2 [x] Space Marines", "3 [x] Pirate Lair", "2 marked (choose 2). Enter: answer.")
        await ann.press("4")
        await ann.sees("No more than 2: take one away first.")
        await ann.press("2")
        await ann.sees("2 [ ] Space Marines", "1 marked (choose 2).")
        await ann.press("enter")
        await ann.sees("Mark 1 more.")
        await ann.press("backspace")
        await ann.sees("3 [ ] Pirate Lair")
    assert len(lobby.board.choices) == 1


async def test_an_illegal_answer_is_explained_with_its_paragraph_and_kept(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("1", "3", "enter")
        await ann.sees("Not accepted: The Galactic Salon is set aside", "(R2.11)", "1 [x] Galactic Salon")
        await ann.press("1", "4", "enter")
        await ann.sees("In which order")
    assert lobby.board.choices[-1] == (scenes.PAY.id, ("h3", "h4"))


async def test_the_order_of_marks_is_shown_where_it_counts(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("3", "4", "enter")
        await ann.sees("In which order", "(choose 2 to 3, in order)")
        await ann.press("3", "2", "1")
        await ann.sees("1 [3] first draw", "2 [2] first score", "3 [1] first rest")
        await ann.press("3")
        await ann.sees("1 [2] first draw", "2 [1] first score", "3 [ ] first rest")


async def test_details_follow_the_cursor_over_options_and_table(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("down")
        await ann.sees("VP 1 for each 2 explore icons")
        await ann.press("shift+tab", "end")
        await ann.sees("• Cost 2 development, 2 military")
        await ann.press("d")
        await ann.sees("esc: back")
        await ann.press("escape")
        await ann.sees_no_longer("esc: back")


async def test_a_card_can_be_picked_where_it_lies_but_is_never_sent_unseen(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("shift+tab", "down", "down", "enter")
        await ann.sees("Enter: answer with it.")
        assert lobby.board.choices == []
        await ann.press("enter")
        await ann.sees("Pay for")
        await ann.press("shift+tab", "home", "space")
        await ann.sees("That is not among the options.")
    assert lobby.board.choices == [(scenes.PLACE.id, ("h2",))]


async def test_answering_with_nothing_is_asked_twice(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.script.steps[1].prompt.least = 0
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("enter")
        await ann.sees("Nothing is marked. Enter again: answer with none.")
        assert len(lobby.board.choices) == 1
        await ann.press("enter")
        await ann.sees("In which order")
    assert lobby.board.choices[-1] == (scenes.PAY.id, ())


async def test_a_choice_can_be_taken_back_while_that_is_fair(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("u")
        await ann.press("3", "4", "enter")
        await ann.sees("In which order", "u Undo", "Ann places Survey HQ.")
        assert "Undo" not in lobby.calls, "the first u came while nothing could be taken back"
        await ann.press("u")
        await ann.sees("Pay for Survey HQ.", "Ann places Survey HQ. (taken back)", "Ann takes it back.")


async def test_an_enter_too_many_answers_no_question_unseen(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.script.steps[1].prompt.least = lobby.script.steps[1].prompt.most = 1
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("enter")
        await ann.sees("Enter again: answer with this one.")
        assert len(lobby.board.choices) == 1
        await ann.press("down", "enter")
        await ann.sees("In which order")
    assert lobby.board.choices[-1] == (scenes.PAY.id, ("h2",))


async def test_a_new_question_takes_the_keys_back_from_the_log(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("tab", "2", "tab", "enter")
        await ann.sees("Pay for Survey HQ.")
        await ann.press("down", "space")
        await ann.sees("2 [x] Space Marines")


async def test_resigning_asks_first(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("R")
        await ann.sees("Resign?", "You rank behind all who play on")
        await ann.press("n")
        await ann.sees_no_longer("Resign?")
        assert "Resign" not in lobby.calls
        await ann.press("R")
        await ann.sees("Resign?")
        await ann.press("y")
        await ann.sees("You resigned.", "Ann resigns.", "resigned")


async def test_who_is_left_alone_may_end_the_game(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("E")
        await ann.sees("Only the last player left can end a game.")
        lobby.left_alone = True
        await lobby.tell(game_pb2.Event(kind="handed_over", seat=1, text="Nobody plays on for {seat 1}."))
        await ann.sees("Everybody else has left (E: end the game)")
        await ann.press("E")
        await ann.sees("End the game?", "you win it")
        assert "ClaimEnd" not in lobby.calls
        await ann.press("y")
        await ann.sees("The game is over", "You win!")
        assert "ClaimEnd" in lobby.calls


async def test_a_lost_connection_is_shown_and_mended(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await lobby.stop()
        await ann.sees("Connection lost, attempt")
        await lobby.start()
        await lobby.tell(scenes.event("news", "{seat 1} was here all the time."))
        await ann.sees("Hasty bot was here all the time.", "Your turn")
        await ann.sees_no_longer("Connection lost")
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")
    assert lobby.watched_from[0] == 1
    assert lobby.watched_from[-1] == 3, "history was asked for from the last event on"


async def test_an_answer_given_while_the_server_is_gone_arrives_once(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The server is back at once, which takes longer on a busy machine.
    monkeypatch.setattr("galaxytables_terminal.visit.CALL_PATIENCE_SECONDS", 30.0)
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await lobby.stop()
        await ann.press("3", "4", "enter")
        await ann.sees("Sending …")
        await lobby.start()
        await ann.sees("In which order")
    assert [prompt for prompt, _ in lobby.board.choices].count(scenes.PAY.id) == 1


async def test_a_resync_replaces_the_log(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        del lobby.board.events[0]
        await lobby.tell(scenes.event("news", "All is new."), resync=True)
        await ann.sees("All is new.")
        await ann.sees_no_longer("The game begins.")


def seconds_left(screen: str) -> int:
    found = re.search(r"(\d+):(\d\d) left", screen)
    assert found is not None, screen
    return 60 * int(found[1]) + int(found[2])


async def test_clocks_count_down(tmp_path: Path) -> None:
    lobby = FakeLobby(scenes.script(move_milliseconds=90_000))
    await lobby.start()
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        screen = await ann.sees(":", " left")
        left = seconds_left(screen)
        assert left <= 90
        while seconds_left(ann.screen) == left:
            await ann.pilot.pause(0.02)
        assert seconds_left(ann.screen) < left
    await lobby.stop()


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 60)])
async def test_every_size_of_terminal_can_be_played_on(lobby: FakeLobby, tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, size=size) as ann:
        await to_payment(ann)
        await ann.sees("Your turn", "▸ you", "Your hand", "1 [ ] Galactic Salon", "4 [ ] Trade Pact", "Answer")
        if "You chose Survey HQ." not in ann.screen:
            await ann.press("l")
        await ann.sees("You chose Survey HQ.")


async def test_the_first_table_screen_as_a_person_reads_it(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, size=(80, 24)) as ann:
        await ann.shows((Path(__file__).parent / "table_80x24.txt").read_text(encoding="utf-8"))


async def test_numbers_of_two_digits_reach_the_later_options(lobby: FakeLobby, tmp_path: Path) -> None:
    prompt = lobby.script.steps[0].prompt
    prompt.most = 2
    for number in range(4, 13):
        prompt.options.add(id=f"x{number}", label=f"Extra {number + 1}")
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("13 [ ] Extra 13")
        await ann.press("1")
        await ann.sees("1…: another digit, or space to mark")
        await ann.press("3", "5", "enter")
        await ann.sees("Pay for")
    assert lobby.board.choices == [(scenes.PLACE.id, ("x12", "x4"))]


async def test_several_open_questions_can_be_turned_over(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.also_asked = scenes.SECOND
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?", "1 more question: p")
        await ann.press("p")
        await ann.sees("A second world?")
        await ann.press("p")
        await ann.sees("What do you place?")


async def test_a_game_without_a_drawing_can_be_played_at_once(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "_drawings", dict)
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.sees("JumpView", "round 1", "Hasty bot · Cards", "▸ Space Marines", "1 [ ] Galactic Salon")
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")


async def test_the_last_page_may_be_gone_when_the_seed_comes(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Play.record
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:

        async def late(play: Play, table_id: str) -> game_pb2.Record:
            await ann.app.screen.query("#chance").remove()
            return await record(play, table_id)

        monkeypatch.setattr(Play, "record", late)
        await to_the_end(ann)
        await ann.sees("You win!")
        await ann.press("escape")
        await ann.sees_no_longer("You win!")


async def test_the_help_explains_the_keys(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, size=(120, 70)) as ann:
        await ann.sees("What do you place?")
        await ann.press("f1")
        await ann.sees("mark an option by its number", "take back your last choice", "a harmless answer")
        await ann.press("escape")
        await ann.sees_no_longer("mark an option by its number")


async def test_leaving_keeps_the_seat_and_the_menu_leads_back(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("q")
        await ann.sees("Leave? Your seat stays yours")
        await ann.press("y")
        await ann.sees("Your tables", "Jump Drive · Ann, Hasty bot · YOUR TURN", "make play TABLE=table")
        await ann.press("enter")
        await ann.sees("Pay for Survey HQ.", "You chose Survey HQ.")


async def test_one_comes_back_to_ones_seat_with_the_table_id(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        table = lobby.board.table.id
    async with playing(lobby, tmp_path, f"TABLE={table}") as ann:
        await ann.sees("Pay for Survey HQ.", "▸ you")


async def test_somebody_else_watches_without_hand_and_questions(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        table = lobby.board.table.id
        async with playing(lobby, tmp_path / "bob", f"TABLE={table}", name="Bob") as bob:
            screen = await bob.sees("Waiting for Ann", "Hasty bot · 1 card")
            assert "Your hand" not in screen
            await bob.press("enter")
            await bob.sees("Nothing to answer now.")


async def test_the_menu_offers_every_game_by_bots_and_by_people(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive", "against 1 bot", "against 3 bots", "4 seats, wait for people")
        await ann.press("enter")
        await ann.sees("What do you place?")
    assert [seat.bot for seat in lobby.board.table.seats] == ["", "greedy"]


async def test_after_the_end_a_new_table_like_the_last_can_be_had(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")
        await ann.press("1", "2", "enter")
        await ann.sees("A second world?")
        await ann.press("1", "enter")
        await ann.sees("You win!")
        await ann.press("escape")
        await ann.sees("The game is over")
        await ann.press("s")
        await ann.sees("You win!")
        await ann.press("n")
        await ann.sees("What do you place?")
    assert lobby.calls.count("CreateTable") == 2


async def test_two_people_meet_in_the_waiting_room(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=0", "SEATS=3", "PRIVATE=1") as ann:
        await ann.sees("Ann (you) host", "make play TABLE=COME-IN", "2 seats free")
        await ann.press("s")
        await ann.sees("There are free seats.")
        async with playing(lobby, tmp_path / "bob", "TABLE=COME-IN", name="Bob") as bob:
            await bob.sees("Bob (you) not ready")
            await ann.sees("Bob not ready")
            await ann.press("b")
            await ann.sees("Hasty bot", "Waiting until ready: Bob.")
            await ann.press("s")
            await ann.sees("Somebody is not ready.")
            await bob.press("r")
            await ann.sees("Bob ready", "All are there. s: start.")
            await bob.sees("All are there: the host may start.")
            await ann.press("s")
            await ann.sees("What do you place?")
            await bob.sees("Waiting for Ann", "Hasty bot")


async def test_what_is_known_of_the_components_is_said_when_a_table_opens(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.notice = "Of 137 components 16 are sourced."
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1", "SEATS=3") as ann:
        await ann.sees("1 seat free", lobby.notice)
        await ann.press("b", "s")
        await ann.sees("What do you place?", lobby.notice)


async def test_bots_can_be_sent_away_and_seats_given_back(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1", "SEATS=3") as ann:
        await ann.sees("Hasty bot", "1 seat free")
        await ann.press("x")
        await ann.sees("2 seats free")
        await ann.press("x")
        await ann.sees("No bot sits here.")
        await ann.press("f")
        await ann.sees("Give your seat to others?")
        await ann.press("y")
        await ann.sees("New table: Jump Drive")
    assert not any(seat.WhichOneof("occupant") for seat in lobby.board.table.seats)


async def test_a_waiting_room_outlives_a_lost_connection(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=0", "SEATS=2") as ann:
        await ann.sees("1 seat free")
        await lobby.stop()
        await ann.sees("Connection lost, trying again")
        await lobby.start()
        await ann.sees("Connected again.")


async def test_what_goes_wrong_at_the_start_is_said_and_can_be_tried_again(lobby: FakeLobby, tmp_path: Path) -> None:
    await lobby.stop()
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees(f"The server {lobby.address} does not answer", "r: try again")
        await lobby.start()
        await ann.press("r")
        await ann.sees("What do you place?")


async def test_a_table_that_is_not_there_is_said_in_words(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "TABLE=nowhere") as ann:
        await ann.sees("There is no table nowhere.", "r: try again")


async def test_a_table_closed_before_it_began_leads_to_the_menu(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=0", "SEATS=2") as ann:
        await ann.sees("1 seat free")
        lobby.board.table.state = tables_pb2.TABLE_STATE_CLOSED
        lobby.board.table.version += 1
        await ann.sees("That table was closed before it began.")


async def test_a_finished_table_is_shown_with_its_scores(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
    board = lobby.board
    board.step = len(lobby.script.steps)
    board.table.state = tables_pb2.TABLE_STATE_FINISHED
    board.table.scores.extend(scenes.scores())
    board.table.version += 1
    async with playing(lobby, tmp_path, f"TABLE={board.table.id}") as ann:
        await ann.sees("You win!")
        await ann.press("escape")
        await ann.sees("The game is over", "Galactic Salon 2/1")
