"""Powers of the Explore phase (R5)."""

from services.race.abilities import Abilities
from services.race.components.cards import CardNumber
from services.race.components.vocabulary import ExploreDraw, ExploreKeep, ExploreMix
from services.race.powers.registry import in_play


@in_play(ExploreDraw)
def explore_draw(abilities: Abilities, _: CardNumber, power: ExploreDraw) -> None:
    """Draw more cards, with `per` for each matching own card (R5.2)."""
    abilities.explore_draw += power.cards * (1 if power.per is None else abilities.own(power.per))


@in_play(ExploreKeep)
def explore_keep(abilities: Abilities, _: CardNumber, power: ExploreKeep) -> None:
    """Keep more of the drawn cards (R5.2)."""
    abilities.explore_keep += power.cards


@in_play(ExploreMix)
def explore_mix(abilities: Abilities, _: CardNumber, power: ExploreMix) -> None:
    """Discard from the whole hand (R5.3)."""
    del power
    abilities.explore_mix = True
