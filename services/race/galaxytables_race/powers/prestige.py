"""Powers that bring prestige (R16)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import (
    ExploreDiscardForPrestige,
    PrestigeAfterPlacing,
    PrestigeIfMost,
    PrestigeIfProducedHere,
    PrestigeWhenPayingForMilitary,
)


@in_play(ExploreDiscardForPrestige)
def explore_discard_for_prestige(abilities: Abilities, number: CardNumber, power: ExploreDiscardForPrestige) -> None:
    """Let the owner discard a hand card for prestige before anybody draws (R5.5)."""
    abilities.prestige.for_discards += ((number, power.prestige),)


@in_play(PrestigeAfterPlacing)
def prestige_after_placing(abilities: Abilities, number: CardNumber, power: PrestigeAfterPlacing) -> None:
    """Let the owner gain prestige for placing a matching card (R6.5, R7.9)."""
    abilities.prestige.after_placing += ((number, power),)


@in_play(PrestigeWhenPayingForMilitary)
def prestige_when_paying_for_military(
    abilities: Abilities, number: CardNumber, power: PrestigeWhenPayingForMilitary
) -> None:
    """Let the owner gain prestige for a military world that it pays for."""
    abilities.prestige.when_paying += ((number, power.prestige),)


@in_play(PrestigeIfProducedHere)
def prestige_if_produced_here(abilities: Abilities, number: CardNumber, power: PrestigeIfProducedHere) -> None:
    """Let the owner gain prestige when a good is produced on this world."""
    abilities.prestige.produced_here += ((number, power.prestige),)


@in_play(PrestigeIfMost)
def prestige_if_most(abilities: Abilities, number: CardNumber, power: PrestigeIfMost) -> None:
    """Let the owner gain prestige in Produce if it has strictly more of something than everybody else."""
    abilities.prestige.if_most += ((number, power),)
