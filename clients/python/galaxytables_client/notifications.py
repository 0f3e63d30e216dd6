"""The calls of `NotificationService`: notifying a player about tables at which they are not looking."""

from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import notifications_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import notifications_pb2_grpc


class Notifications(Uncopied):
    """The player's notifications. Every call raises `ClientError`; `notifications.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "notifications_pb2_grpc.NotificationServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def settings(self) -> notifications_pb2.GetNotificationSettingsResponse:
        """Return the player's settings and subscriptions, and the ways of notification that the platform supports."""
        return await self._calls.call(
            self.stub.GetNotificationSettings, notifications_pb2.GetNotificationSettingsRequest()
        )

    async def set(self, settings: notifications_pb2.NotificationSettings) -> notifications_pb2.NotificationSettings:
        """Replace the player's settings. Returns the new settings."""
        request = build(notifications_pb2.SetNotificationSettingsRequest, settings=settings)
        return (await self._calls.call(self.stub.SetNotificationSettings, request)).settings

    async def push_key(self) -> str:
        """Return the platform's public key, which a browser needs as `applicationServerKey`."""
        return (await self._calls.call(self.stub.GetPushKey, notifications_pb2.GetPushKeyRequest())).key

    async def add_push_subscription(
        self, endpoint: str, *, p256dh: str, auth: str, name: str = ""
    ) -> notifications_pb2.PushSubscription:
        """Add a browser to be notified. The values are those that its `PushSubscription.toJSON()` returns."""
        request = build(
            notifications_pb2.AddPushSubscriptionRequest, endpoint=endpoint, p256dh=p256dh, auth=auth, name=name
        )
        return (await self._calls.call(self.stub.AddPushSubscription, request)).subscription

    async def remove_push_subscription(self, subscription_id: str) -> None:
        """Remove a browser. `subscription_id` is the id of its subscription."""
        request = build(notifications_pb2.RemovePushSubscriptionRequest, subscription_id=subscription_id)
        await self._calls.call(self.stub.RemovePushSubscription, request)

    async def set_email(self, address: str) -> notifications_pb2.Email:
        """Set the player's e-mail address.

        The platform sends a link to the address; opening it confirms the address.
        """
        return (
            await self._calls.call(self.stub.SetEmail, build(notifications_pb2.SetEmailRequest, address=address))
        ).email

    async def confirm_email(self, link_token: str) -> None:
        """Confirm an e-mail address. `link_token` is the end of the link in the e-mail."""
        request = build(notifications_pb2.ConfirmEmailRequest, link_token=link_token)
        await self._calls.call(self.stub.ConfirmEmail, request)

    async def stop_email(self, link_token: str) -> None:
        """Stop e-mails to an address. `link_token` is the end of the link that each e-mail contains."""
        request = build(notifications_pb2.StopEmailRequest, link_token=link_token)
        await self._calls.call(self.stub.StopEmail, request)

    async def remove_email(self) -> None:
        """Delete the player's e-mail address."""
        await self._calls.call(self.stub.RemoveEmail, notifications_pb2.RemoveEmailRequest())

    async def add_webhook(
        self,
        url: str,
        form: notifications_pb2.WebhookForm.ValueType = notifications_pb2.WEBHOOK_FORM_STANDARD,
        *,
        name: str = "",
    ) -> notifications_pb2.AddWebhookResponse:
        """Add a webhook. The response has the secret that verifies signatures; it is not shown again."""
        request = build(notifications_pb2.AddWebhookRequest, url=url, form=form, name=name)
        return await self._calls.call(self.stub.AddWebhook, request)

    async def remove_webhook(self, webhook_id: str) -> None:
        """Remove a webhook, so that it gets no more notifications."""
        request = build(notifications_pb2.RemoveWebhookRequest, webhook_id=webhook_id)
        await self._calls.call(self.stub.RemoveWebhook, request)

    async def test_webhook(self, webhook_id: str) -> str:
        """Send a test notification to a webhook. Returns the notification's id, which the webhook receives too."""
        request = build(notifications_pb2.TestWebhookRequest, webhook_id=webhook_id)
        return (await self._calls.call(self.stub.TestWebhook, request)).notification_id
