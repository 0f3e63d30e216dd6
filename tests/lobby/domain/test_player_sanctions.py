"""What holds for a player follows from the log of acts and from appeals."""

import json

from galaxytables_lobby.domain.archived import DONE, Act
from galaxytables_lobby.domain.player_sanctions import PlayerSanction, sanctions_of
from galaxytables_lobby.domain.reports import Report, ReportKind, ReportState
from galaxytables_lobby.ids import PlayerId

HOUR = 3_600_000


def act(number: int, name: str, outcome: str = DONE, **details: str) -> Act:
    return Act(
        number=number, time=number, operator="olga", act=name, subject="player:ada", reason="why",
        details=json.dumps(details), outcome=outcome,
    )  # fmt: skip


def appeal(number: int, state: ReportState) -> Report:
    return Report(
        report_id=f"r{number}",
        kind=ReportKind.APPEAL,
        made=0,
        reporter=PlayerId("ada"),
        text="",
        act=number,
        state=state,
    )


def states(sanctions: list[PlayerSanction]) -> list[tuple[int, bool, bool]]:
    return [(each.number, each.in_force, each.lifted) for each in sanctions]


def test_a_sanction_holds_until_its_end():
    acts = [act(1, "ban", until="1970-01-01T01:00:00+00:00")]
    assert states(sanctions_of(acts, [], now=HOUR - 1)) == [(1, True, False)]
    assert states(sanctions_of(acts, [], now=HOUR)) == [(1, False, False)]


def test_another_one_of_the_kind_replaces_it_and_lifting_ends_only_the_last():
    acts = [act(1, "ban", until=""), act(2, "mute", until=""), act(3, "ban", until="")]
    assert states(sanctions_of(acts, [], now=HOUR)) == [(3, True, False), (2, True, False), (1, False, False)]
    acts.append(act(4, "lift_sanction", kind="ban"))
    assert states(sanctions_of(acts, [], now=HOUR)) == [(3, False, True), (2, True, False), (1, False, False)]
    acts.append(act(5, "ban", until=""))
    assert states(sanctions_of(acts, [], now=HOUR))[0] == (5, True, False)


def test_what_was_refused_or_is_no_sanction_is_none():
    acts = [act(1, "ban", "ARCHIVE_UNAVAILABLE", until=""), act(2, "export_player"), act(3, "revoke_tokens", until="")]
    assert sanctions_of(acts, [], now=HOUR) == []


def test_warnings_stand_side_by_side_and_a_granted_appeal_takes_one_back():
    acts = [act(1, "warning", until=""), act(2, "warning", until="")]
    found = sanctions_of(acts, [appeal(1, ReportState.DECIDED), appeal(2, ReportState.DISMISSED)], now=HOUR)
    assert states(found) == [(2, True, False), (1, False, True)]
    assert [each.appeal and each.appeal.report_id for each in found] == ["r2", "r1"]


def test_a_restored_game_counts_and_may_be_voided_once_more():
    acts = [act(1, "void_game", table="t"), act(2, "restore_game", table="t"), act(3, "void_game", table="u")]
    assert states(sanctions_of(acts, [], now=HOUR)) == [(3, True, False), (1, False, True)]
    acts.append(act(4, "void_game", table="t"))
    assert states(sanctions_of(acts, [], now=HOUR)) == [(4, True, False), (3, True, False), (1, False, True)]
