"""Table life by its keys: kicking, editing, talking, agreeing to take back, playing once more, whose turn it is."""

from pathlib import Path

import pytest

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from tests.terminal import scenes
from tests.terminal.driving import Player, playing
from tests.terminal.fake_lobby import FakeLobby

WITH_ONE_BOT = ("GAME=jump", "BOTS=1")
FOR_TWO = ("GAME=jump", "BOTS=0", "SEATS=2")
BOB = players_pb2.Player(id="bob", name="Bob")


async def sit_down(lobby: FakeLobby, player: players_pb2.Player) -> None:
    """Let somebody else take the first free seat of the table."""
    table = lobby.board.table
    seat = next(seat for seat in table.seats if not seat.WhichOneof("occupant"))
    seat.player.CopyFrom(player)
    table.version += 1


async def with_bob(lobby: FakeLobby, ann: Player) -> None:
    """Begin a game of two people."""
    await ann.sees("1 seat free")
    await sit_down(lobby, BOB)
    await ann.sees("Bob not ready")
    lobby.board.table.seats[1].ready = True
    await ann.press("s")
    await ann.sees("What do you place?")


async def test_an_option_that_is_a_number_says_its_bounds_and_what_it_usually_is(
    lobby: FakeLobby, tmp_path: Path
) -> None:
    rounds = rules_pb2.OptionSpec(
        name="round_limit", kind=rules_pb2.OPTION_KIND_NUMBER, least=20, most=200, default_value="100"
    )
    mats = rules_pb2.OptionSpec(name="mats", kind=rules_pb2.OPTION_KIND_WORD, values=["basic", "advanced"])
    lobby.options = (rounds, mats)
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await ann.sees("1 seat free")
        await ann.press("o")
        shown = await ann.sees("round_limit: ", "from 20 to 200, usually 100")
        assert "mats:" not in shown


@pytest.mark.parametrize(
    ("terms", "rating"),
    [
        ((), tables_pb2.RATING_TERMS_RATED),
        (("RATING=rated",), tables_pb2.RATING_TERMS_RATED),
        (("RATING=strict",), tables_pb2.RATING_TERMS_STRICT),
        (("RATING=casual",), tables_pb2.RATING_TERMS_CASUAL),
    ],
)
async def test_a_table_is_opened_with_the_rating_terms_of_the_settings(
    lobby: FakeLobby, tmp_path: Path, terms: tuple[str, ...], rating: "tables_pb2.RatingTerms.ValueType"
) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO, *terms) as ann:
        await ann.sees("1 seat free")
    assert lobby.board.table.rating == rating


async def test_the_host_edits_and_sends_away_in_the_waiting_room(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO[:2], "SEATS=3", "OPTIONS=hands=dealt") as ann:
        await ann.sees("2 seats free", "Options: hands=dealt")
        await ann.press("k")
        await ann.sees("Nobody else sits here.")
        await ann.press("o")
        await ann.sees("Options of the game")
        await ann.press(*"x", "enter")
        await ann.sees("Options: hands=dealtx")
        await ann.press("o", *",bad=1", "enter")
        await ann.sees("There is no option bad.")
        await ann.press("o", *",worse", "enter")
        await ann.sees("it must be name=value,name=value")
        await sit_down(lobby, BOB)
        await ann.sees("Bob not ready")
        await ann.press("k")
        await ann.sees("Send Bob away for good?")
        await ann.press("n", "k", "y")
        await ann.sees("2 seats free")
        for name in ("Bob", "Cleo"):
            await sit_down(lobby, players_pb2.Player(id=name, name=name))
        await ann.sees("Cleo not ready")
        await ann.press("k")
        await ann.sees("Who shall go?", "(2 Bob, 3 Cleo)")
        await ann.press("9", "enter")
        await ann.sees("Nobody whom you could send away sits on seat 9.")
        await ann.press("k", "3", "enter", "y")
        await ann.sees_no_longer("Cleo")
    assert lobby.calls.count("KickPlayer") == 2


async def test_who_is_sent_away_is_told_and_back_in_the_menu(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await ann.sees("1 seat free")
        table = lobby.board.table
        table.seats[0].ClearField("occupant")
        table.version += 1
        await ann.sees("You have no seat there any more", "New table: Jump Drive")


async def test_people_talk_in_the_waiting_room_and_at_the_table(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await ann.sees("1 seat free")
        await lobby.say(lobby.board, BOB, "May I? [b]x[/b]")
        await ann.sees("Bob (watching): May I? [b]x[/b]")
        await ann.press("c", *"Do", "enter")
        await ann.sees("Ann: Do")
        await with_bob(lobby, ann)
        await ann.sees("Ann: Do")
        await lobby.say(lobby.board, BOB, "Good luck", seat=1)
        await ann.sees("Bob says: Good luck", "Bob: Good luck")
        await ann.press("c", *"spam", "enter")
        await ann.sees("Wait a moment.")
        await ann.press("c", *"Hush", "escape")
        await ann.press("l", "l", "l")
        await ann.sees("Talk", "Ann: Do", "Bob: Good luck")
    assert [message.text for message in lobby.board.messages] == ["May I? [b]x[/b]", "Do", "Good luck"]


async def test_a_choice_is_taken_back_once_all_agree(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await with_bob(lobby, ann)
        await ann.press("2", "enter")
        await ann.sees("Pay for Survey HQ.")
        await ann.press("U")
        await ann.sees("Propose to take back your last choice? All must agree.")
        await ann.press("y")
        await ann.sees("You propose to take back a choice; Bob must agree (n: withdraw)")
        await lobby.answer_takeback(lobby.board, accept=True)
        await ann.sees("What do you place?", "You chose Survey HQ. (taken back)", "Ann takes back a choice.")
        screen = await ann.sees("The game begins.")
        assert "The game begins. (taken back)" not in screen
        await ann.press("U")
        await ann.sees("Propose to take back your last choice? All must agree.")
        await ann.press("y")
        await ann.sees("You have not made so many choices.")


async def test_what_others_propose_is_answered_by_a_key(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await with_bob(lobby, ann)
        await ann.press("2", "enter")
        await ann.sees("Pay for Survey HQ.")
        await ann.press("y", "n")
        await lobby.propose(lobby.board, 1)
        await ann.sees("Bob proposes to take back a choice (y: accept, n: decline)", "y Accept", "n Decline")
        await ann.press("n")
        await ann.sees("declines to take back.", "Your turn")
        await lobby.propose(lobby.board, 1)
        await ann.sees("(y: accept, n: decline)")
        await ann.press("y")
        await ann.sees("What do you place?")
    assert lobby.calls.count("AnswerTakeback") == 2


async def test_after_the_end_the_same_people_play_once_more(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await with_bob(lobby, ann)
        board = lobby.board
        board.step = len(lobby.script.steps)
        board.table.state = tables_pb2.TABLE_STATE_FINISHED
        board.table.scores.extend(scenes.scores())
        board.table.version += 1
        await ann.sees("You win!", "r: rematch")
        await ann.press("r")
        await ann.sees("Bob", "host", "Waiting until ready: Bob.")
    assert [board.table.rematch_of for board in lobby.boards.values()] == ["", lobby.board.table.id]


async def test_after_the_end_the_same_is_opened_for_others(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await with_bob(lobby, ann)
        board = lobby.board
        board.step = len(lobby.script.steps)
        board.table.state = tables_pb2.TABLE_STATE_FINISHED
        board.table.scores.extend(scenes.scores())
        board.table.version += 1
        await ann.sees("You win!", "o: open seats")
        await ann.press("o")
        await ann.sees("1 seat free")
    old, new = (board.table for board in lobby.boards.values())
    assert (new.game, new.options, len(new.seats), new.rating) == (old.game, old.options, len(old.seats), old.rating)
    assert (new.rematch_of, new.time_control, new.visibility) == ("", old.time_control, old.visibility)


async def test_the_menu_says_whose_turn_it_is_as_it_changes(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO) as ann:
        await ann.sees("1 seat free")
        await ann.press("q")
        await ann.sees("Your tables", "Ann, free · waiting for players")
        await ann.press("down", "down")
        before = ann.app.screen.query_one("#menu").highlighted  # type: ignore[attr-defined]
        await sit_down(lobby, BOB)
        await ann.sees("Ann, Bob · waiting for players")
        assert ann.app.screen.query_one("#menu").highlighted == before  # type: ignore[attr-defined]
        lobby.board.table.state = tables_pb2.TABLE_STATE_RUNNING
        lobby.board.table.version += 1
        await ann.sees("Ann, Bob · YOUR TURN")


async def test_the_menu_outlives_a_lost_connection(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await lobby.stop()
        await ann.sees("does not answer")
        await lobby.start()
        await ann.sees("Connected again.")


async def test_a_table_is_opened_with_rules_for_spectators(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *FOR_TWO, "DELAY=5", "TALK=1") as ann:
        await ann.sees("1 seat free", "Spectators: 5 choices behind, may talk")
    assert lobby.board.table.spectators == tables_pb2.SpectatorRules(delay=5, chat=True)


async def test_a_table_is_paused_and_goes_on_by_a_key(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("z")
        await ann.sees("Paused (z: wish to go on)", "The game is paused.")
        await ann.sees_no_longer("What do you place?")
        await ann.press("z")
        await ann.sees("What do you place?", "The game goes on.")


async def test_slow_tables_are_opened_by_a_presets_name_and_have_vacations(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, "TIME=slow") as ann:
        await ann.sees("What do you place?")
        assert lobby.board.table.time_control.per_move.seconds == 86_400
        await ann.press("v")
        await ann.sees("on vacation")
        await ann.press("v")
        await ann.sees_no_longer("on vacation")


async def test_an_unknown_preset_is_named_with_those_that_there_are(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, "TIME=soon") as ann:
        await ann.sees("TIME=soon cannot be used: the server knows slow.")


async def test_tables_without_vacation_say_so(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("v")
        await ann.sees("There is no vacation at this table.")


async def test_who_comes_back_sees_what_others_did_above_the_question_until_one_key(
    lobby: FakeLobby, tmp_path: Path
) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        screen = await ann.sees("What do you place?")
        assert "While you were away" not in screen
        table = lobby.board.table.id
    for number in range(8):
        await lobby.tell(game_pb2.Event(kind="built", seat=1, text=f"{{seat 1}} builds {number}."))
    async with playing(lobby, tmp_path, f"TABLE={table}") as ann:
        screen = await ann.sees(
            "While you were away:", "· Hasty bot builds 7.", "2 more before that", "What do you place?"
        )
        assert "· Hasty bot builds 1." not in screen
        await ann.press("b")
        await ann.sees("Hasty bot builds 0.", "step 2 of 9")
        await ann.press("escape")
        await ann.sees("While you were away:")
        await ann.press("escape")
        await ann.sees_no_longer("While you were away:")
    async with playing(lobby, tmp_path, f"TABLE={table}") as ann:
        assert "While you were away" not in await ann.sees("What do you place?")
