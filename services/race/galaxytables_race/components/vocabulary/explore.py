"""Powers of the Explore phase."""

from galaxytables_kit import Count
from galaxytables_race.components.filters import Filter
from galaxytables_race.components.vocabulary.power import Power


class ExploreDraw(Power, frozen=True, tag="explore_draw"):
    """Draw more cards; if `per` is given, that many for each own card that matches."""

    cards: Count
    per: Filter | None = None


class ExploreKeep(Power, frozen=True, tag="explore_keep"):
    """Keep more of the drawn cards."""

    cards: Count


class ExploreMix(Power, frozen=True, tag="explore_mix"):
    """Take the drawn cards into the hand, then discard from the whole hand."""


class ExploreDiscardForPrestige(Power, frozen=True, tag="explore_discard_for_prestige"):
    """Before anybody draws, discard a hand card for prestige."""

    prestige: Count
