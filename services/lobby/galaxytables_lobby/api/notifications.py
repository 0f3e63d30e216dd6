"""`NotificationService`: the calls by which players say how they are notified of what happens at their tables."""

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar
from urllib.parse import urlsplit

from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import notifications_pb2 as pb
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.notices import CHOSEN, Kind
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.subscribers import EMAIL, Form, Preferences, Subscriber, Way
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.subscriptions.sentences import ENGLISH, lobby_languages
from galaxytables_serving.sources import Source

E = TypeVar("E", bound=IntEnum)

_PUSH, _WEBHOOK = "push:", "webhook:"


async def _get_settings(
    lobby: Lobby, caller: Asker, _: pb.GetNotificationSettingsRequest
) -> pb.GetNotificationSettingsResponse:
    subscriber = await lobby.notifications.of(caller.player.id)
    return pb.GetNotificationSettingsResponse(
        settings=_settings(subscriber.preferences),
        ways=[pb.NotificationWay.ValueType(way) for way in sorted(lobby.notifications.ways)],
        push_subscriptions=[_push(subscriber, target) for target in subscriber.push],
        email=_email(subscriber),
        webhooks=[_webhook(subscriber, target) for target in subscriber.webhooks],
    )


async def _set_settings(
    lobby: Lobby, caller: Asker, request: pb.SetNotificationSettingsRequest
) -> pb.SetNotificationSettingsResponse:
    preferences = _preferences(request.settings)
    await lobby.notifications.set_preferences(caller.player.id, preferences)
    return pb.SetNotificationSettingsResponse(settings=_settings(preferences))


async def _get_push_key(lobby: Lobby, _: Source, __: pb.GetPushKeyRequest) -> pb.GetPushKeyResponse:
    if not lobby.push_key:
        raise errors.notification_way_off(Way.PUSH.name.lower())
    return pb.GetPushKeyResponse(key=lobby.push_key)


async def _add_push(
    lobby: Lobby, caller: Asker, request: pb.AddPushSubscriptionRequest
) -> pb.AddPushSubscriptionResponse:
    await lobby.quotas.subscriptions.take(caller.source, caller.player.id)
    player_id = caller.player.id
    target = await lobby.notifications.add_push(player_id, request.endpoint, request.p256dh, request.auth, request.name)
    return pb.AddPushSubscriptionResponse(subscription=_push(await lobby.notifications.of(player_id), target))


async def _remove_push(
    lobby: Lobby, caller: Asker, request: pb.RemovePushSubscriptionRequest
) -> pb.RemovePushSubscriptionResponse:
    await lobby.notifications.remove(caller.player.id, _PUSH + request.subscription_id)
    return pb.RemovePushSubscriptionResponse()


async def _set_email(lobby: Lobby, caller: Asker, request: pb.SetEmailRequest) -> pb.SetEmailResponse:
    await lobby.quotas.addresses.take(caller.source, caller.player.id)
    await lobby.notifications.set_email(caller.player.id, request.address)
    return pb.SetEmailResponse(email=_email(await lobby.notifications.of(caller.player.id)))


async def _confirm_email(lobby: Lobby, source: Source, request: pb.ConfirmEmailRequest) -> pb.ConfirmEmailResponse:
    await lobby.quotas.subscriptions.take(source)
    await lobby.notifications.confirm_email(request.link_token)
    return pb.ConfirmEmailResponse()


async def _stop_email(lobby: Lobby, source: Source, request: pb.StopEmailRequest) -> pb.StopEmailResponse:
    await lobby.quotas.subscriptions.take(source)
    await lobby.notifications.stop_email(request.link_token)
    return pb.StopEmailResponse()


async def _remove_email(lobby: Lobby, caller: Asker, _: pb.RemoveEmailRequest) -> pb.RemoveEmailResponse:
    await lobby.notifications.remove_email(caller.player.id)
    return pb.RemoveEmailResponse()


async def _add_webhook(lobby: Lobby, caller: Asker, request: pb.AddWebhookRequest) -> pb.AddWebhookResponse:
    form = _value(Form, "form", request.form)
    await lobby.quotas.subscriptions.take(caller.source, caller.player.id)
    player_id = caller.player.id
    target, secret = await lobby.notifications.add_webhook(player_id, request.url, form, request.name)
    subscriber = await lobby.notifications.of(player_id)
    return pb.AddWebhookResponse(webhook=_webhook(subscriber, target), secret=secret)


async def _remove_webhook(lobby: Lobby, caller: Asker, request: pb.RemoveWebhookRequest) -> pb.RemoveWebhookResponse:
    await lobby.notifications.remove(caller.player.id, _WEBHOOK + request.webhook_id)
    return pb.RemoveWebhookResponse()


async def _test_webhook(lobby: Lobby, caller: Asker, request: pb.TestWebhookRequest) -> pb.TestWebhookResponse:
    await lobby.quotas.subscriptions.take(caller.source, caller.player.id)
    notice = await lobby.notifications.test(caller.player.id, _WEBHOOK + request.webhook_id)
    return pb.TestWebhookResponse(notification_id=notice)


def _preferences(settings: pb.NotificationSettings) -> Preferences:
    """Return the settings of a request. Raises UNKNOWN_VALUE, UNKNOWN_LANGUAGE."""
    ways: dict[Kind, frozenset[Way]] = {}
    for choice in settings.choices:
        kind = _value(Kind, "kind", choice.kind)
        if kind not in CHOSEN or kind in ways:
            raise errors.unknown_value("kind", choice.kind)
        ways[kind] = frozenset(_value(Way, "ways", way) for way in choice.ways)
    language = settings.language or ENGLISH
    if language not in lobby_languages():
        raise errors.unknown_language(language, lobby_languages())
    return Preferences(
        ways=ways,
        quiet_from=settings.quiet_hours.from_minute,
        quiet_to=settings.quiet_hours.to_minute,
        zone=settings.time_zone or "UTC",
        digest=settings.daily_digest,
        digest_minute=settings.digest_minute,
        language=language,
    )


def _value(kind: type[E], field: str, number: int) -> E:
    """Return a value of an enum. Raises UNKNOWN_VALUE."""
    try:
        return kind(number)
    except ValueError:
        raise errors.unknown_value(field, number) from None


def _settings(preferences: Preferences) -> pb.NotificationSettings:
    quiet = None
    if preferences.quiet_from != preferences.quiet_to:
        quiet = pb.QuietHours(from_minute=preferences.quiet_from, to_minute=preferences.quiet_to)
    return pb.NotificationSettings(
        choices=[
            pb.NotificationChoice(
                kind=pb.NotificationKind.ValueType(kind),
                ways=[pb.NotificationWay.ValueType(way) for way in sorted(preferences.ways_of(kind))],
            )
            for kind in CHOSEN
        ],
        quiet_hours=quiet,
        time_zone=preferences.zone,
        daily_digest=preferences.digest,
        digest_minute=preferences.digest_minute,
        language=preferences.language,
    )


def _push(subscriber: Subscriber, target: str) -> pb.PushSubscription:
    push = subscriber.push[target]
    return pb.PushSubscription(
        id=target.removeprefix(_PUSH), name=push.name, added=_time(push.added), **_last_sent(subscriber, target)
    )


def _email(subscriber: Subscriber) -> pb.Email | None:
    email = subscriber.email
    if email is None:
        return None
    return pb.Email(address=email.address, confirmed=email.confirmed, **_last_sent(subscriber, EMAIL))


def _webhook(subscriber: Subscriber, target: str) -> pb.Webhook:
    webhook = subscriber.webhooks[target]
    return pb.Webhook(
        id=target.removeprefix(_WEBHOOK),
        host=urlsplit(webhook.url).hostname or "",
        form=pb.WebhookForm.ValueType(webhook.form),
        name=webhook.name,
        added=_time(webhook.added),
        last_outcome=subscriber.state(target).outcome,
        **_last_sent(subscriber, target),
    )


def _last_sent(subscriber: Subscriber, target: str) -> Mapping[str, Timestamp]:
    sent = subscriber.state(target).last_sent
    return {"last_sent": _time(sent)} if sent else {}


def _time(milliseconds: int) -> Timestamp:
    time = Timestamp()
    time.FromMilliseconds(milliseconds)
    return time


CALLS = (
    Call(pb.GetNotificationSettingsRequest, Access.caller, CallScope.SIGN_IN, _get_settings),
    Call(pb.SetNotificationSettingsRequest, Access.caller, CallScope.SIGN_IN, _set_settings),
    Call(pb.GetPushKeyRequest, Access.source, CallScope.NONE, _get_push_key),
    Call(pb.AddPushSubscriptionRequest, Access.caller, CallScope.SIGN_IN, _add_push),
    Call(pb.RemovePushSubscriptionRequest, Access.caller, CallScope.SIGN_IN, _remove_push),
    Call(pb.SetEmailRequest, Access.caller, CallScope.SIGN_IN, _set_email),
    Call(pb.ConfirmEmailRequest, Access.source, CallScope.NONE, _confirm_email),
    Call(pb.StopEmailRequest, Access.source, CallScope.NONE, _stop_email),
    Call(pb.RemoveEmailRequest, Access.caller, CallScope.SIGN_IN, _remove_email),
    Call(pb.AddWebhookRequest, Access.caller, CallScope.SIGN_IN, _add_webhook),
    Call(pb.RemoveWebhookRequest, Access.caller, CallScope.SIGN_IN, _remove_webhook),
    Call(pb.TestWebhookRequest, Access.caller, CallScope.SIGN_IN, _test_webhook),
)
