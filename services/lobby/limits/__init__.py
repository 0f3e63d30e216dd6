"""How much a player, an address, and all together may ask for: rates, and how much is held at once."""

from services.lobby.limits.quotas import ConcurrencyLimit, LocalBuckets, Quotas
from services.lobby.limits.settings import NO_LIMITS, LimitSettings
from services.lobby.limits.source import Asker
from services.serving.sources import Source

__all__ = ["NO_LIMITS", "Asker", "ConcurrencyLimit", "LimitSettings", "LocalBuckets", "Quotas", "Source"]
