"""How much a player, an address, and all together may ask for: rates, and how much is held at once."""

from galaxytables_lobby.limits.quotas import ConcurrencyLimit, LocalBuckets, Quotas
from galaxytables_lobby.limits.settings import NO_LIMITS, LimitSettings
from galaxytables_lobby.limits.source import Asker
from galaxytables_serving.sources import Source

__all__ = ["NO_LIMITS", "Asker", "ConcurrencyLimit", "LimitSettings", "LocalBuckets", "Quotas", "Source"]
