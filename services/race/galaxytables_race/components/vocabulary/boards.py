"""Powers of the orb game and of the invasion game."""

from typing import Literal

from galaxytables_kit import Count
from galaxytables_race.components.filters import AnyGood
from galaxytables_race.components.vocabulary.power import Power


class OrbExtraSquares(Power, frozen=True, tag="orb_extra_squares"):
    """Each of the owner's teams may move this many more squares."""

    squares: Count


class OrbExtraTeam(Power, frozen=True, tag="orb_extra_team"):
    """When this card is placed, its owner gets one more airlock card and one more team."""


class XenoDefense(Power, frozen=True, tag="xeno_defense"):
    """The owner has more strength, but only in the fights of the invasion step."""

    amount: Count


class TemporaryXenoDefense(Power, frozen=True, tag="temporary_xeno_defense"):
    """The owner may buy strength that lasts for one invasion step."""

    amount: Count
    cost: Literal["discard_self", "hand_card", "good"]
    uses: Count
    good: AnyGood | None = None
