"""Powers of the Explore phase."""

from galaxytables_kit import Count
from galaxytables_race.components.filters import Filter
from galaxytables_race.components.vocabulary.power import Power


class ExploreDraw(Power, frozen=True, tag="explore_draw"):
    """The owner draws `cards` more cards or, if `per` is given, `cards` for each of its own cards that match `per`."""

    cards: Count
    per: Filter | None = None


class ExploreKeep(Power, frozen=True, tag="explore_keep"):
    """The owner keeps more of the drawn cards."""

    cards: Count


class ExploreMix(Power, frozen=True, tag="explore_mix"):
    """The owner takes the drawn cards into the hand, then discards from the whole hand."""


class ExploreDiscardForPrestige(Power, frozen=True, tag="explore_discard_for_prestige"):
    """Before anybody draws, the owner may discard a hand card for prestige."""

    prestige: Count
