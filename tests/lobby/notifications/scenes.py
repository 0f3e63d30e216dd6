"""Scenes of players who are notified: the clock's part, and what they set."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from galaxytables.lobby.v1 import notifications_pb2 as pb
from galaxytables_lobby.clock.delivering import Deliverer
from galaxytables_lobby.clock.notifying import Notifier
from tests.lobby.house import Guest, House
from tests.lobby.workers import open_notifications


class Desk:
    """The worker that notifies."""

    def __init__(self, notifier: Notifier, deliverer: Deliverer) -> None:
        self.notifier = notifier
        self.deliverer = deliverer

    async def work(self) -> None:
        """Notice all that happened, and send all that is due."""
        await self.notifier.notify()
        await self.deliverer.deliver(wait=True)


@asynccontextmanager
async def desk(house: House) -> AsyncIterator[Desk]:
    async with open_notifications(house.settings, clock=house.clock) as (notifier, deliverer):
        yield Desk(notifier, deliverer)


def with_private_endpoints(house: House) -> None:
    """Endpoints of the test's own machine are good; holds for lobbies opened from now on."""
    house.settings = replace(house.settings, webhooks="private")


async def add_webhook(guest: Guest, url: str, **fields: Any) -> pb.AddWebhookResponse:
    request = pb.AddWebhookRequest(**{"url": url, "form": pb.WEBHOOK_FORM_STANDARD, **fields})
    return await guest.notifications.AddWebhook(request, metadata=guest.metadata)


async def set_ways(guest: Guest, kinds: dict[int, Iterable[int]], **fields: Any) -> pb.NotificationSettings:
    choices = [pb.NotificationChoice(kind=kind, ways=ways) for kind, ways in kinds.items()]  # type: ignore[arg-type]
    request = pb.SetNotificationSettingsRequest(settings=pb.NotificationSettings(choices=choices, **fields))
    return (await guest.notifications.SetNotificationSettings(request, metadata=guest.metadata)).settings


async def settings_of(guest: Guest) -> pb.GetNotificationSettingsResponse:
    return await guest.notifications.GetNotificationSettings(
        pb.GetNotificationSettingsRequest(), metadata=guest.metadata
    )
