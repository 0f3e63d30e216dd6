"""Directives: what operators set for the whole platform while it runs: announcements, switched off features, limits.

Each process keeps all directives in memory. It asks the store once a second whether they have changed, and looks at the
clock as often. So a directive begins and ends everywhere within two seconds. While the store is unavailable, the known
directives still hold.
"""

import asyncio
from collections.abc import Callable, Mapping

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.announcements import (
    MAX_ANNOUNCEMENTS,
    Announcement,
    decode_announcement,
    encode_announcement,
    in_order,
)
from galaxytables_lobby.domain.features import Feature, SwitchedOff, decode_switch, encode_switch
from galaxytables_lobby.domain.limits import ChangedLimit, Limit, decode_limit, encode_limit
from galaxytables_lobby.metrics import ANNOUNCEMENTS, FEATURES_OFF, LIMITS_CHANGED, SWITCHED_OFF
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

_log = structlog.get_logger(__name__)

_SECONDS = 1.0
_ANNOUNCEMENT, _SWITCH, _LIMIT = "announcement", "switch", "limit"


class Directives:
    """The directives that this process knows; operators change them here."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._store = store
        self._clock = clock
        self._count = -1
        self._listeners: list[Callable[[], None]] = []
        self._announcements: dict[str, Announcement] = {}
        self._known_off: dict[Feature, SwitchedOff] = {}
        self.limits: Mapping[Limit, ChangedLimit] = {}
        """The limits that have other values than the settings say."""
        self.shown: tuple[Announcement, ...] = ()
        """The announcements that players are shown, in order."""
        self.off: Mapping[Feature, SwitchedOff] = {}
        """The features that are switched off."""

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` from now on whenever players must learn of a change."""
        self._listeners.append(listener)

    async def announcement(self, announcement_id: str) -> Announcement | None:
        """Load an announcement; None if it was withdrawn or has ended. Raises STORE_UNAVAILABLE."""
        return next((each for each in await self.announcements() if each.id == announcement_id), None)

    async def announcements(self) -> tuple[Announcement, ...]:
        """Load all announcements from the store, and return those that have not ended. Raises STORE_UNAVAILABLE."""
        await self.load()
        now = self._now()
        return in_order(each for each in self._announcements.values() if not each.has_ended(now))

    async def announce(self, announcement: Announcement) -> None:
        """Put an announcement into force; one with the same id is replaced. Deletes those that have ended.

        Raises INVALID_REQUEST if there are too many, STORE_UNAVAILABLE.
        """
        others = [each for each in await self.announcements() if each.id != announcement.id]
        if len(others) >= MAX_ANNOUNCEMENTS:
            raise errors.invalid_request(f"There are {MAX_ANNOUNCEMENTS} announcements; withdraw one first.")
        now = self._now()
        for each in list(self._announcements.values()):
            if each.has_ended(now):
                await self._store.drop_directive(f"{_ANNOUNCEMENT} {each.id}")
        await self._store.direct(f"{_ANNOUNCEMENT} {announcement.id}", encode_announcement(announcement))
        await self.load()

    async def withdraw(self, announcement_id: str) -> None:
        """Delete an announcement. Raises UNKNOWN_ANNOUNCEMENT, STORE_UNAVAILABLE."""
        if not await self._store.drop_directive(f"{_ANNOUNCEMENT} {announcement_id}"):
            raise errors.unknown_announcement(announcement_id)
        await self.load()

    def check(self, feature: Feature) -> None:
        """Raise FEATURE_OFF if a feature is switched off."""
        if feature in self.off:
            SWITCHED_OFF.labels(feature.name.lower()).inc()
            raise errors.feature_off(feature.name.lower())

    async def switches(self) -> Mapping[Feature, SwitchedOff]:
        """Load the switches from the store, and return what is switched off. Raises STORE_UNAVAILABLE."""
        await self.load()
        return self.off

    async def switch(self, feature: Feature, switch: SwitchedOff | None) -> None:
        """Switch a feature off, or on (None). To do it again does no harm. Raises STORE_UNAVAILABLE."""
        name = f"{_SWITCH} {feature.name.lower()}"
        if switch is None:
            await self._store.drop_directive(name)
        else:
            await self._store.direct(name, encode_switch(switch))
        await self.load()

    async def all_limits(self) -> Mapping[Limit, ChangedLimit]:
        """Load the changed limits from the store, and return them. Raises STORE_UNAVAILABLE."""
        await self.load()
        return self.limits

    async def set_limit(self, limit: Limit, changed: ChangedLimit | None) -> None:
        """Give a limit other values, or those of the settings again (None). Raises STORE_UNAVAILABLE."""
        name = f"{_LIMIT} {limit.name.lower()}"
        if changed is None:
            await self._store.drop_directive(name)
        else:
            await self._store.direct(name, encode_limit(changed))
        await self.load()

    async def load(self) -> None:
        """Load the directives from the store if they have changed, and apply them. Raises STORE_UNAVAILABLE."""
        try:
            count = await self._store.directed()
            if count != self._count:
                self._keep(await self._store.directives())
                self._count = count
        finally:
            # Time passes even while the store is unavailable.
            self._apply()

    async def follow_forever(self) -> None:
        """Load the directives once a second, if they have changed."""
        while True:
            try:
                await self.load()
            except GalaxyError as error:
                _log.info("directives_not_loaded", reason=error.reason)
            await asyncio.sleep(until_next(_SECONDS))

    def _keep(self, stored: dict[str, bytes]) -> None:
        announcements: dict[str, Announcement] = {}
        off: dict[Feature, SwitchedOff] = {}
        limits: dict[Limit, ChangedLimit] = {}
        for name, value in stored.items():
            kind, _, key = name.partition(" ")
            if kind == _ANNOUNCEMENT:
                announcements[key] = decode_announcement(value)
            # What a later version knows means nothing here.
            elif kind == _SWITCH and key.upper() in Feature.__members__:
                off[Feature[key.upper()]] = decode_switch(value)
            elif kind == _LIMIT and key.upper() in Limit.__members__:
                limits[Limit[key.upper()]] = decode_limit(value)
        self._announcements = announcements
        self._known_off = off
        LIMITS_CHANGED.set(len(limits))
        if limits != self.limits:
            self.limits = limits
            for listener in self._listeners:
                listener()
        for feature in Feature:
            FEATURES_OFF.labels(feature.name.lower()).set(feature in off)

    def _apply(self) -> None:
        now = self._now()
        shown = in_order(each for each in self._announcements.values() if each.is_shown(now))
        ANNOUNCEMENTS.set(len(shown))
        if (shown, self._known_off) != (self.shown, self.off):
            self.shown, self.off = shown, self._known_off
            for listener in self._listeners:
                listener()

    def _now(self) -> int:
        return int(self._clock() * 1000)
