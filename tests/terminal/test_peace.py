"""Reports, decisions and appeals in the terminal."""

import re
from datetime import UTC

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import accounts_pb2, players_pb2, reports_pb2, tables_pb2
from galaxytables_terminal.account import Account, Appeal, account_lines
from galaxytables_terminal.peace import KINDS, others_at, read_report
from galaxytables_terminal.wording import Wording, wording

ADA, BEA = players_pb2.Player(id="ada", name="Ada"), players_pb2.Player(id="bea", name="Bea")
TABLE = tables_pb2.Table(
    seats=[tables_pb2.Seat(player=ADA), tables_pb2.Seat(player=BEA), tables_pb2.Seat(number=2, bot="greedy")]
)


@pytest.mark.parametrize(
    ("language", "kinds"),
    [
        ("en", ["abuse", "cheating", "stalling", "name", "other"]),
        ("ja", ["暴言", "不正", "引き延ばし", "名前", "その他"]),
    ],
)
def test_a_report_is_typed_as_a_number_a_word_of_ones_language_and_what_happened(language: str, kinds: list[str]):
    say, others = wording(language), others_at(TABLE, "ada")
    assert others == [BEA]
    for typed, kind in zip(kinds, KINDS, strict=True):
        assert read_report(f"1 {typed} She insults  me", others, say) == (BEA, kind, "She insults  me")
        assert read_report(f"1 {typed}", others, say) == (BEA, kind, "")
        # The line that asks names every kind as it is typed, and its example can be typed.
        assert all(typed in say(asked, players="") for asked in ("report-how", "report-how-player"))
    assert read_report(re.split("[:：] ?", say("report-unread"))[-1], others, say)
    for line in ("", kinds[0], f"2 {kinds[0]} x", f"0 {kinds[0]} x", "1 rude x", f"one {kinds[0]} x"):
        assert read_report(line, others, say) is None


@pytest.mark.parametrize(
    ("language", "ban", "report"),
    [
        (
            "en",
            "You cannot play here · until 1970-01-02 00:00 · spam",
            "Bea · insults or threats · acted upon · Thanks.",
        ),
        ("ja", "ここでは遊べません · 1970-01-02 00:00まで · spam", "Bea · 暴言や脅し · 対処しました · Thanks."),
    ],
)
def test_decisions_and_reports_stand_under_the_account_and_what_can_be_appealed_is_an_act(language, ban, report):
    sanction = reports_pb2.PlayerSanction(
        sanction_id="7",
        kind=reports_pb2.PLAYER_SANCTION_KIND_BAN,
        reason="spam",
        until=Timestamp(seconds=86_400),
        in_force=True,
    )
    appealed = reports_pb2.PlayerSanction(
        kind=reports_pb2.PLAYER_SANCTION_KIND_VOIDED_GAME,
        reason="x",
        appeal=reports_pb2.Report(state=reports_pb2.REPORT_STATE_DISMISSED, answer="No."),
    )
    own = reports_pb2.Report(
        kind=reports_pb2.REPORT_KIND_ABUSE, state=reports_pb2.REPORT_STATE_DECIDED, reported=BEA, answer="Thanks."
    )
    account = Account(accounts_pb2.GetAccountResponse(), sanctions=[sanction, appealed], reports=[own])
    lines = account_lines(account, Wording(language), UTC)
    acts = {line.text: line.act for line in lines}
    assert acts[ban] == Appeal(sanction)
    assert report in acts
    [refused] = [line for line in lines if line.text.endswith("No.")]
    assert refused.act is None
