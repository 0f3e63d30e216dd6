"""Limits for new players: what newcomers who mean harm do most, they may do less often for a while.

A player is new until they are old enough and have finished enough games, both. Age counts from when an account was
made, or for guests from when they first did something that is limited. Each process remembers who is not new any more.
While the archive is unavailable, what it would say limits nobody.
"""

from collections import OrderedDict
from collections.abc import Callable

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import HistoryQuery
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import LIMITED
from galaxytables_lobby.people.limit_settings import Activity, LimitSettings
from galaxytables_lobby.people.tokens import DAY, Asker
from galaxytables_lobby.ports import Archive, Store
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

MAX_KNOWN = 50_000


class NewPlayers:
    """Limits how often new players may do what `Activity` lists, such as writing messages."""

    def __init__(self, settings: LimitSettings, store: Store, archive: Archive, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._age = settings.new_players.days * DAY * 1000
        self._games = settings.new_players.games
        self._rates = settings.new_player_rates
        self._store = store
        self._archive = archive
        self._clock = clock
        # Those who are not new any more; the least recently seen is forgotten first.
        self._old: OrderedDict[PlayerId, None] = OrderedDict()

    async def take(self, activity: Activity, asker: Asker) -> None:
        """Count one action of a player, if the player is new and the activity is limited.

        Raises NEW_PLAYER_LIMITED if the player has done this too often, and STORE_UNAVAILABLE.
        """
        rate = self._rates.get(activity)
        if rate is None or asker.source.exempt or not (self._age or self._games):
            return
        player_id, now = asker.player.id, int(self._clock() * 1000)
        if player_id in self._old:
            self._old.move_to_end(player_id)
            return
        since, finished = await self.since(asker, now), await self._finished(player_id)
        until = now if since is None else since + self._age
        missing = 0 if finished is None else self._games - finished
        if until <= now and missing <= 0:
            if since is not None and finished is not None:
                self._remember(player_id)
            return
        wait = await self._store.take(
            f"new_players:{activity.value}:{player_id}",
            1,
            now=now,
            capacity=rate.capacity,
            milliseconds=rate.seconds * 1000,
        )
        if wait:
            LIMITED.labels(f"new_players_{activity.value}", "player").inc()
            raise errors.new_player_limited(
                activity.value,
                rate.capacity,
                rate.seconds,
                hours=max(0, -(-(until - now) // 3_600_000)),
                games=max(0, missing),
                retry_after=wait / 1000,
            )

    async def since(self, asker: Asker, now: int) -> int | None:
        """Return the time since which a player is known, in milliseconds since the epoch.

        Returns None if only the archive knows it, and the archive is unavailable.
        """
        since = await self._store.seen_since(asker.player.id)
        if since is not None:
            return since
        # A personal token does not say whether its player has an account.
        may_have_account = asker.account or asker.token_id
        try:
            account = await self._archive.account(asker.player.id) if may_have_account else None
        except GalaxyError as error:
            _log.info("new_player_of_unknown_age", reason=error.reason)
            return None
        return await self._store.note_seen(asker.player.id, now if account is None else account.created)

    def _remember(self, player_id: PlayerId) -> None:
        """Remember that a player is not new any more."""
        self._old[player_id] = None
        if len(self._old) > MAX_KNOWN:
            self._old.popitem(last=False)

    async def _finished(self, player_id: PlayerId) -> int | None:
        """Return how many games a player has finished, counting no further than the limit needs.

        Returns None if the archive is unavailable.
        """
        if not self._games:
            return 0
        query = HistoryQuery(player=player_id, asker=player_id, before=None, limit=self._games)
        try:
            return len(await self._archive.history(query))
        except GalaxyError as error:
            _log.info("new_players_not_counted", reason=error.reason)
            return None
