"""What people do around tables, in a real browser: company, calls, chat, links, and being left alone."""

import json
from urllib.parse import urlsplit

import pytest

from galaxytables_web.openapi import FILE
from tests.browser.scenes import in_one_language
from tests.provider.running import running_provider

pytestmark = [pytest.mark.e2e, pytest.mark.long]


def test_people_around_a_table_find_all_that_they_do_now_and_then(stage, tmp_path):
    said = stage.played(tmp_path, "company")
    assert said[:-1] == [
        "seated",
        "taken back",
        "paused",
        "watched",
        "looked back",
        "in both languages",
        "played again",
    ]


def test_who_looks_elsewhere_is_called_to_the_table_and_finds_tables_by_game(stage, tmp_path):
    assert stage.played(tmp_path, "called")[:-1] == ["filtered", "called"]


def test_who_signs_in_at_a_provider_keeps_what_they_have_finds_it_elsewhere_and_is_never_locked_out(
    stage, platform, issuers, tmp_path
):
    client = {"redirect_uris": [f"http://{platform.web}/sign-in"]}
    one, two = (urlsplit(issuers[name]).port or 0 for name in ("one", "two"))
    with running_provider(one, **client), running_provider(two, **client):
        said = stage.played(tmp_path, "providers", *issuers.values())
    assert said[:-1] == [
        "told who does not answer",
        "told of cancelling",
        "kept the table",
        "told of a stranger's sign-in",
        "joined elsewhere",
        "linked another",
        "kept the last",
        "ended elsewhere",
        "signed out",
    ]


def test_who_makes_a_passkey_comes_back_by_it_and_a_copy_of_it_does_not(stage, tmp_path):
    assert stage.played(tmp_path, "passkeys")[:-1] == ["registered", "signed in", "refused a copy"]


def test_friends_challenge_each_other_and_who_is_blocked_sits_elsewhere(stage, tmp_path):
    assert stage.played(tmp_path, "relations")[:-1] == [
        "friends",
        "challenged",
        "reported",
        "blocked",
        "offered to others",
    ]


def test_two_find_each_other_by_one_press_and_the_wait_outlives_a_reload(stage, tmp_path):
    assert stage.played(tmp_path, "playnow")[:-1] == ["kept", "found each other"]


@pytest.mark.release
def test_who_finds_nobody_cancels_or_plays_bots_or_waits_for_days(stage, tmp_path):
    said = stage.played(tmp_path, "alone")
    assert said[:-1] == ["cancelled", "played bots at once", "bots came", "cancelled what waits for days"]


@pytest.mark.release
def test_what_somebody_waits_for_is_answered_by_one_press_in_the_lobby(stage, tmp_path):
    assert stage.played(tmp_path, "seeks")[:-1] == ["answered over days", "answered now"]


def test_a_newcomer_who_is_here_is_found_and_challenged_in_another_waiting_room(stage, tmp_path):
    assert stage.played(tmp_path, "challenged")[:-1] == ["found", "challenged", "accepted", "hidden"]


@pytest.mark.release
def test_what_belongs_to_people_can_be_read_on_a_phone_in_both_languages(stage, tmp_path):
    assert stage.played(tmp_path, "panels")[:-1] == ["looked at"]


def test_the_end_says_whether_the_game_counts_and_why_not_and_nothing_moves_as_it_is_known(stage, tmp_path):
    assert stage.played(tmp_path, "endings")[:-1] == ["explained the clock", "not rated, and why", "rated"]


def test_who_is_left_alone_at_a_table_may_end_it(stage, tmp_path):
    assert "ended" in stage.played(tmp_path, "abandoned")


def test_of_others_everybody_is_shown_what_is_true_now_and_called_once(stage, tmp_path):
    said = stage.played(tmp_path, "present")
    assert said[:-1] == ["in play", "played again, and closed", "called to no table that is looked at", "called once"]


def test_who_comes_back_is_told_what_happened_once_and_puts_away_what_has_ended(stage, tmp_path):
    said = stage.played(tmp_path, "returned")
    assert said[:-1] == ["told step by step", "told elsewhere", "put away and left"]


def test_the_page_can_be_installed_and_opens_without_a_network(stage, tmp_path):
    assert stage.played(tmp_path, "installed")[:-1] == ["opened without a network", "asked the server first"]


def test_nothing_is_lost_that_a_person_typed(stage, tmp_path):
    assert stage.played(tmp_path, "typed")[:-1] == ["called otherwise", "said all", "answered late"]


@in_one_language("ja")
def test_every_link_leads_somewhere_or_back_whatever_the_browser_keeps(stage, tmp_path, language):
    assert stage.played(tmp_path, "links", language)[:-1] == [f"found the way in {language}"]


def test_a_developer_makes_calls_by_hand_from_a_page_that_asks_nobody_else(stage, tmp_path):
    assert stage.played(tmp_path, "calls")[:-1] == [f"offered {len(json.loads(FILE.read_text())['paths'])} calls"]


@pytest.mark.release
def test_a_tournament_is_announced_entered_followed_and_leads_its_players_to_their_table(stage, tmp_path):
    assert stage.played(tmp_path, "tournament")[:-1] == ["announced", "led", "cancelled"]
