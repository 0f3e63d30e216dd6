"""Powers of the Explore phase (R5)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import ExploreDraw, ExploreKeep, ExploreMix


@in_play(ExploreDraw)
def explore_draw(abilities: Abilities, _: CardNumber, power: ExploreDraw) -> None:
    """Let the owner draw more cards in Explore; with `per`, that many for each matching card (R5.2)."""
    abilities.explore_draw += power.cards * (1 if power.per is None else abilities.own(power.per))


@in_play(ExploreKeep)
def explore_keep(abilities: Abilities, _: CardNumber, power: ExploreKeep) -> None:
    """Let the owner keep more of the drawn cards (R5.2)."""
    abilities.explore_keep += power.cards


@in_play(ExploreMix)
def explore_mix(abilities: Abilities, _: CardNumber, power: ExploreMix) -> None:
    """Let the owner discard from the whole hand instead of the drawn cards only (R5.3)."""
    del power
    abilities.explore_mix = True
