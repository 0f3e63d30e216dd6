"""Powers of the invasion game; at other tables they have no effect (R21.5)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import RepairWorld, TemporaryXenoDefense, XenoDefense


@in_play(XenoDefense)
def xeno_defense(abilities: Abilities, _: CardNumber, power: XenoDefense) -> None:
    """Let the owner have more strength in the fights of the invasion step (R22.13)."""
    abilities.front.defense += power.amount


@in_play(TemporaryXenoDefense)
def temporary_xeno_defense(abilities: Abilities, number: CardNumber, power: TemporaryXenoDefense) -> None:
    """Let the owner buy strength that lasts for one invasion step (R22.13)."""
    abilities.front.temporary += ((number, power),)


@in_play(RepairWorld)
def repair_world(abilities: Abilities, number: CardNumber, power: RepairWorld) -> None:
    """Let the owner repair damaged worlds in Produce at no cost (R22.28)."""
    abilities.front.repairs += ((number, power),)
