"""Powers of the Produce phase (R9)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import (
    DiscardToProduce,
    DrawIfMostProduced,
    DrawIfProducedHere,
    DrawPerCard,
    DrawPerGoodProduced,
    DrawPerGoodsProduced,
    DrawPerKindProduced,
    GatherGoodsHere,
    Produce,
    WindfallProduce,
)


@in_play(Produce)
def produce(abilities: Abilities, number: CardNumber, _: Produce) -> None:
    """The production world gets a good if it holds none (R9.2)."""
    abilities.production_worlds += (number,)


@in_play(DiscardToProduce, plays=lambda power: power.discard == 1)
def discard_to_produce(abilities: Abilities, number: CardNumber, power: DiscardToProduce) -> None:
    """The production world gets a good if its owner discards a hand card (R9.4)."""
    abilities.paid_production += ((number, power),)


@in_play(WindfallProduce)
def windfall_produce(abilities: Abilities, number: CardNumber, power: WindfallProduce) -> None:
    """Let the owner put a good on one of its empty windfall worlds (R9.4)."""
    abilities.windfall_powers += ((number, power),)


@in_play(GatherGoodsHere)
def gather_goods_here(abilities: Abilities, number: CardNumber, power: GatherGoodsHere) -> None:
    """Before anything is produced, the owner's goods of a kind move to this world (R9.1)."""
    abilities.gathering += ((number, power.good),)


@in_play(DrawIfProducedHere)
def draw_if_produced_here(abilities: Abilities, number: CardNumber, power: DrawIfProducedHere) -> None:
    """Let the owner draw whenever a good arrives on this world in Produce (R9.5)."""
    abilities.draw_here[number] = abilities.draw_here.get(number, 0) + power.cards


@in_play(DrawPerGoodProduced)
def draw_per_good_produced(abilities: Abilities, _: CardNumber, power: DrawPerGoodProduced) -> None:
    """Let the owner draw for each good of a kind that it produced (R9.6)."""
    abilities.draw_per_good += ((power.good, power.cards),)


@in_play(DrawPerGoodsProduced)
def draw_per_goods_produced(abilities: Abilities, _: CardNumber, power: DrawPerGoodsProduced) -> None:
    """Let the owner draw for each full group of goods that it produced (R9.6)."""
    abilities.draw_per_goods += ((power.each, power.cards),)


@in_play(DrawPerKindProduced)
def draw_per_kind_produced(abilities: Abilities, _: CardNumber, power: DrawPerKindProduced) -> None:
    """Let the owner draw for each kind of good that it produced (R9.6)."""
    abilities.draw_per_kind += power.cards


@in_play(DrawPerCard)
def draw_per_card(abilities: Abilities, _: CardNumber, power: DrawPerCard) -> None:
    """Let the owner draw for each full group of its matching cards, counted at the start of the phase (R4.8)."""
    abilities.produce_draw += abilities.own(power.of) // power.each * power.cards


@in_play(DrawIfMostProduced)
def draw_if_most_produced(abilities: Abilities, _: CardNumber, power: DrawIfMostProduced) -> None:
    """Let the owner draw if it produced strictly more goods of a kind than everybody else (R9.6)."""
    abilities.draw_if_most += (power,)
