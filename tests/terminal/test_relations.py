"""Other people as lines: who comes first, what can be done about each, and what is said of them."""

import pytest

from galaxytables.lobby.v1 import players_pb2, relations_pb2, tables_pb2
from galaxytables_terminal.relations import (
    Accept,
    Block,
    Challenge,
    Decline,
    Follow,
    Hide,
    Invite,
    Mute,
    Note,
    Open,
    Others,
    Report,
    lines,
)
from galaxytables_terminal.wording import wording

SAY = wording("en")


def relation(name: str, **fields) -> relations_pb2.Relation:
    return relations_pb2.Relation(player=players_pb2.Player(id=name.lower(), name=name), **fields)


def test_friends_come_first_then_who_is_here_then_those_who_are_kept_away():
    others = Others(
        relations=[
            relation("Abe", blocked=True, note="left early"),
            relation("Bea", follows=True, presence=relations_pb2.PRESENCE_STATE_AT_TABLE),
            relation("Cy", follows=True, friend=True, presence=relations_pb2.PRESENCE_STATE_AWAY),
            relation("Dan", follows=True, presence=relations_pb2.PRESENCE_STATE_ONLINE),
        ],
        met=[players_pb2.Player(id="eve", name="Eve")],
    )
    assert [each.text for each in lines(others, "", SAY)] == [
        "Online now",
        "Nobody else is online now.",
        "You follow",
        "Cy · away · friend",
        "Bea · at a table",
        "Dan · online",
        "Blocked, muted and noted",
        "Abe · blocked · left early",
        "Met at your tables",
        "Eve",
        "[ ] Hide where I am",
    ]


@pytest.mark.parametrize("blocked", [False, True])
def test_of_the_player_who_is_opened_one_sees_what_can_be_done(blocked):
    known = relation("Abe", follows=not blocked, muted=True, blocked=blocked, note="quick")
    table = tables_pb2.Table(id="t", game="jump", state=tables_pb2.TABLE_STATE_OPEN)
    shown = lines(Others(relations=[known], tables=[table], hidden=True), "abe", SAY)
    acts = [each.act for each in shown if each.act]
    report = Report(known.player)
    always = [Mute("abe", False), Block("abe", "Abe", not blocked), report, Note("abe", "quick")]
    follow, invite = [Follow("abe", False)], [Invite("abe", "Abe", "t")]
    wanted = always if blocked else [*follow, *always, *invite]
    assert acts == [Open("abe"), *wanted, Hide(False)]


def test_a_challenge_leads_to_its_table_or_is_declined():
    invitation = relations_pb2.Invitation(
        table=tables_pb2.Table(id="t", game="jump"), by=players_pb2.Player(id="bob", name="Bob"), join_id="code"
    )
    shown = lines(Others(invitations=[invitation], titles={"jump": "Jump Drive"}), "", SAY)
    assert [(each.text.strip(), each.act) for each in shown[:3]] == [
        ("Challenges", None),
        ("Bob challenges you to Jump Drive. Enter accepts.", Accept("code")),
        ("Decline", Decline("t")),
    ]


def test_who_is_online_stands_once_and_can_be_challenged_at_once():
    here = [relation(name, presence=relations_pb2.PRESENCE_STATE_ONLINE) for name in ("Bea", "Cy")]
    friend = relation("Bea", follows=True, note="quick", presence=relations_pb2.PRESENCE_STATE_ONLINE)
    shown = lines(Others(online=here, relations=[friend], games=["jump"], titles={"jump": "Jump Drive"}), "cy", SAY)
    assert [each.text for each in shown[:4]] == [
        "Online now",
        "Bea · online · quick",
        "Cy · online",
        "  Challenge to Jump Drive",
    ]
    assert shown[3].act == Challenge("cy", "jump")
    assert sum("Bea" in each.text for each in shown) == 1


def test_whom_a_search_has_found_comes_first_with_what_can_be_done():
    known = relation("Abe", muted=True)
    found = [players_pb2.Player(id="abe", name="Abe"), players_pb2.Player(id="abi", name="Abi")]
    shown = lines(Others(relations=[known], searched="ab", found=found), "abi", SAY)
    assert [each.text for each in shown[:4]] == ["Names that begin with ab", "Abe · muted", "Abi", "  Follow"]
    assert shown[4].act == Mute("abi", True)
    assert lines(Others(searched="ab"), "", SAY)[1].text.startswith("Nobody.")
