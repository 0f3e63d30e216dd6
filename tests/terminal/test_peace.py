"""Reports, decisions and appeals in the terminal."""

from datetime import UTC

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import accounts_pb2, players_pb2, reports_pb2, tables_pb2
from galaxytables_terminal.account import Account, Appeal, account_lines
from galaxytables_terminal.peace import others_at, read_report
from galaxytables_terminal.wording import Wording

ADA, BEA = players_pb2.Player(id="ada", name="Ada"), players_pb2.Player(id="bea", name="Bea")
TABLE = tables_pb2.Table(
    seats=[tables_pb2.Seat(player=ADA), tables_pb2.Seat(player=BEA), tables_pb2.Seat(number=2, bot="greedy")]
)


def test_a_report_is_typed_as_a_number_a_word_and_what_happened():
    others = others_at(TABLE, "ada")
    assert others == [BEA]
    assert read_report("1 abuse She insults  me", others) == (BEA, "abuse", "She insults  me")
    assert read_report("1 cheating", others) == (BEA, "cheating", "")
    for line in ("", "abuse", "2 abuse x", "0 abuse x", "1 rude x", "one abuse x"):
        assert read_report(line, others) is None


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
