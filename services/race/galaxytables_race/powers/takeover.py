"""Powers of takeovers (R14); at tables without takeovers they have no effect (R14.1)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.filters import Filter, FilterSpec
from galaxytables_race.components.vocabulary import BlockTakeover, Takeover, TakeoverDefense

MILITARY_WORLDS = Filter(FilterSpec(kind="world", military=True))
REBEL_MILITARY_WORLDS = Filter(FilterSpec(kind="world", military=True, keyword="rebel"))


@in_play(Takeover)
def takeover(abilities: Abilities, number: CardNumber, power: Takeover) -> None:
    """Let the owner take a world from another empire (R14.2)."""
    abilities.takeovers[number] = power


@in_play(TakeoverDefense)
def takeover_defense(abilities: Abilities, _: CardNumber, power: TakeoverDefense) -> None:
    """Let the owner have more strength when it defends against any takeover (R14.11)."""
    abilities.takeover_defense += power.per_military_world * abilities.own(MILITARY_WORLDS)
    abilities.takeover_defense += power.extra_per_rebel_military_world * abilities.own(REBEL_MILITARY_WORLDS)


@in_play(BlockTakeover)
def block_takeover(abilities: Abilities, number: CardNumber, power: BlockTakeover) -> None:
    """Let the owner spend prestige to defeat a takeover (R14.21)."""
    abilities.takeover_blocks += ((number, power.prestige_cost),)
