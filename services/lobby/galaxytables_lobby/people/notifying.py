"""Queues a notice that is about no change of a table for the targets that its player chose."""

import structlog

from galaxytables_lobby.domain.notices import Notice
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)


async def notify(store: Store, notice: Notice, *, now: int) -> None:
    """Queue a notice for the targets of its player, if there are any. `now` is in milliseconds since the epoch.

    Raises STORE_UNAVAILABLE.
    """
    subscriber = await store.subscriber(notice.player)
    targets = {target: subscriber.due(target, now) for target in subscriber.targets(notice.kind)}
    if targets:
        await store.queue(notice, targets)


async def try_to_notify(store: Store, notice: Notice, *, now: int) -> None:
    """Queue a notice as `notify` does, but only log a failure: what the notice is about has happened already."""
    try:
        await notify(store, notice, now=now)
    except GalaxyError as error:
        _log.warning("player_not_notified", kind=notice.kind.name.lower(), reason=error.reason)
