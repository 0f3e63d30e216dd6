"""The calls of `AdminService` about announcements to players."""

from contextlib import nullcontext, suppress
from uuid import uuid4

from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.acts import Desk, Details, OperatorRequest, OtherAct
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.domain.announcements import MAX_TEXT, Announcement, Severity
from galaxytables_lobby.domain.notices import notice_id
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.wording import checked_text
from galaxytables_lobby.people.tokens import DAY
from galaxytables_lobby.play.platform import announcement_for
from galaxytables_lobby.subscriptions.sentences import lobby_languages

_LONGEST = 366 * DAY * 1000


async def _announce(desk: Desk, call: OperatorRequest[admin_pb2.AnnounceRequest]) -> admin_pb2.AnnounceResponse:
    announcement = _read(desk, call)
    await desk.directives.announce(announcement)
    return admin_pb2.AnnounceResponse(announcement=entry_for(announcement))


def _read(desk: Desk, call: OperatorRequest[admin_pb2.AnnounceRequest]) -> Announcement:
    """Return the announcement of a request. Raises INVALID_REQUEST, INVALID_TEXT, UNKNOWN_VALUE, UNKNOWN_GAME."""
    request, languages = call.request, lobby_languages()
    if set(request.texts) != set(languages):
        raise errors.invalid_request(f"Write the text in each of these languages: {', '.join(languages)}.")
    if request.severity not in {each.value for each in Severity}:
        raise errors.unknown_value("severity", request.severity)
    begins = _milliseconds(request.begins) if request.HasField("begins") else call.now
    ends = _milliseconds(request.ends) if request.HasField("ends") else 0
    if request.HasField("ends") and not max(begins, call.now) < ends <= begins + _LONGEST:
        raise errors.invalid_request("An announcement ends after now and after it begins, within a year.")
    if begins > call.now + _LONGEST:
        raise errors.invalid_request("An announcement begins within a year.")
    return Announcement(
        id=_id(call),
        texts={each: checked_text(request.texts[each], min_length=1, max_length=MAX_TEXT) for each in languages},
        severity=Severity(request.severity),
        games=tuple(desk.games.rules_of(game).name for game in dict.fromkeys(request.games)),
        begins=max(begins, 1),
        ends=ends,
        operator=call.operator,
    )


def _id(call: OperatorRequest[admin_pb2.AnnounceRequest]) -> str:
    """Return the id of a new announcement: the same for a repeated request, so that it is not made twice."""
    request_id = call.request.request_id
    return notice_id("announcement", call.operator, request_id) if request_id else uuid4().hex


def _milliseconds(time: Timestamp) -> int:
    try:
        return time.ToMilliseconds()
    except ValueError:
        raise errors.invalid_request("There is no such time.") from None


async def _withdraw(
    desk: Desk, call: OperatorRequest[admin_pb2.WithdrawAnnouncementRequest]
) -> admin_pb2.WithdrawAnnouncementResponse:
    with suppress(errors.NotFoundError) if call.interrupted else nullcontext():
        await desk.directives.withdraw(call.request.announcement_id)
    return admin_pb2.WithdrawAnnouncementResponse()


async def _list(desk: Desk, _: Operator, __: admin_pb2.ListAnnouncementsRequest) -> admin_pb2.ListAnnouncementsResponse:
    return admin_pb2.ListAnnouncementsResponse(announcements=map(entry_for, await desk.directives.announcements()))


def entry_for(announcement: Announcement) -> admin_pb2.AnnouncementEntry:
    """Return an announcement as a protobuf message for operators."""
    return admin_pb2.AnnouncementEntry(announcement=announcement_for(announcement), operator=announcement.operator)


def _platform(*_: object) -> str:
    return "platform"


def _what_announced(desk: Desk, call: OperatorRequest[admin_pb2.AnnounceRequest]) -> Details:
    announcement = _read(desk, call)
    return {
        "texts": announcement.texts,
        "severity": announcement.severity.name.lower(),
        "games": announcement.games,
        "begins": announcement.begins,
        "ends": announcement.ends,
    }


def _withdrawn(_: Desk, call: OperatorRequest[admin_pb2.WithdrawAnnouncementRequest]) -> str:
    return f"announcement:{call.request.announcement_id}"


ANNOUNCEMENT_CALLS = (
    OtherAct(admin_pb2.AnnounceRequest, _platform, _announce, _what_announced),
    OtherAct(admin_pb2.WithdrawAnnouncementRequest, _withdrawn, _withdraw),
    Call(admin_pb2.ListAnnouncementsRequest, Operators.caller, CallScope.NONE, _list),
)
