"""Formats answers of `AdminService` about the whole platform for the terminal."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import platform_pb2
from galaxytables_lobby.admin.columns import columns, time_of

_LIMIT = ("limit", "values", "since", "by")
_FEATURE = ("feature", "", "since", "by")
_ANNOUNCEMENT = ("announcement", "severity", "begins", "ends", "games", "by", "text")

PLATFORM_ANSWERS = (
    admin_pb2.AnnounceResponse,
    admin_pb2.WithdrawAnnouncementResponse,
    admin_pb2.ListAnnouncementsResponse,
    admin_pb2.SwitchFeatureResponse,
    admin_pb2.ListFeaturesResponse,
    admin_pb2.SetLimitResponse,
    admin_pb2.ListLimitsResponse,
)
PlatformAnswer: TypeAlias = (
    admin_pb2.AnnounceResponse
    | admin_pb2.WithdrawAnnouncementResponse
    | admin_pb2.ListAnnouncementsResponse
    | admin_pb2.SwitchFeatureResponse
    | admin_pb2.ListFeaturesResponse
    | admin_pb2.SetLimitResponse
    | admin_pb2.ListLimitsResponse
)


def printed_platform(answer: PlatformAnswer) -> Iterator[str]:
    """Yield the lines to print for an answer about the whole platform."""
    match answer:
        case admin_pb2.AnnounceResponse():
            yield from columns(_ANNOUNCEMENT, [_announcement(answer.announcement)])
        case admin_pb2.ListAnnouncementsResponse():
            yield from columns(_ANNOUNCEMENT, map(_announcement, answer.announcements))
        case admin_pb2.SwitchFeatureResponse():
            yield from columns(_FEATURE, [_feature(answer.feature)])
        case admin_pb2.ListFeaturesResponse():
            yield from columns(_FEATURE, map(_feature, answer.features))
        case admin_pb2.SetLimitResponse():
            yield from columns(_LIMIT, [_limit(answer.limit)])
        case admin_pb2.ListLimitsResponse():
            yield from columns(_LIMIT, map(_limit, answer.limits))
        case _:
            yield "Taken back."


def _limit(entry: admin_pb2.LimitEntry) -> Sequence[object]:
    name = admin_pb2.Limit.Name(entry.limit).removeprefix("LIMIT_").lower()
    values = ",".join(map(_value, entry.values)) or "default"
    return name, values, time_of(entry.since) if entry.HasField("since") else "", entry.operator


def _value(value: admin_pb2.LimitValue) -> str:
    scope = admin_pb2.LimitScope.Name(value.scope).removeprefix("LIMIT_SCOPE_").lower()
    return f"{scope}={value.most}/{value.per.seconds}" if value.HasField("per") else f"{scope}={value.most}"


def _feature(entry: admin_pb2.FeatureEntry) -> Sequence[object]:
    name = platform_pb2.Feature.Name(entry.feature).removeprefix("FEATURE_").lower()
    since = time_of(entry.since) if entry.HasField("since") else ""
    return name, "off" if entry.off else "on", since, entry.operator


def _announcement(entry: admin_pb2.AnnouncementEntry) -> Sequence[object]:
    shown = entry.announcement
    return (
        shown.announcement_id,
        platform_pb2.AnnouncementSeverity.Name(shown.severity).removeprefix("ANNOUNCEMENT_SEVERITY_").lower(),
        time_of(shown.begins),
        time_of(shown.ends) if shown.HasField("ends") else "",
        ", ".join(shown.games),
        entry.operator,
        " ".join(shown.texts["en"].split()),
    )
