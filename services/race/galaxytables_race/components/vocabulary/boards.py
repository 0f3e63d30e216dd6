"""Powers of the orb game and of the invasion game."""

from typing import Literal

from galaxytables_kit import Count
from galaxytables_race.components.filters import AnyGood
from galaxytables_race.components.vocabulary.power import Power


class OrbExtraSquares(Power, frozen=True, tag="orb_extra_squares"):
    """Each team may move this many more squares."""

    squares: Count


class OrbExtraTeam(Power, frozen=True, tag="orb_extra_team"):
    """On placement: one more airlock card and one more team."""


class XenoDefense(Power, frozen=True, tag="xeno_defense"):
    """Strength in the fights of the invasion step only."""

    amount: Count


class TemporaryXenoDefense(Power, frozen=True, tag="temporary_xeno_defense"):
    """Strength in one invasion step, for a cost."""

    amount: Count
    cost: Literal["discard_self", "hand_card", "good"]
    uses: Count
    good: AnyGood | None = None
