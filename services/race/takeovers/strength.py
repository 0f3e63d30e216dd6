"""What both sides of a takeover have, before they add temporary military (R14.10, R14.11)."""

from services.race.abilities import Abilities
from services.race.cards import Card, Number, Pack
from services.race.powers.takeover import REBEL_MILITARY_WORLDS
from services.race.takeovers.targets import takeover_power


def as_target(card: Card) -> Card:
    """The attacked world, a peaceful one as the military world that a fleet makes of it (R14.19)."""
    return card if card.military else card.as_military


def attack_strength(pack: Pack, attacker: Abilities, world: Number, power: Number) -> int:
    """General and fitting specialised military, and what the power itself adds (R14.10)."""
    bonus = takeover_power(pack, power).attack_per_rebel_military
    if bonus:
        bonus *= attacker.own(REBEL_MILITARY_WORLDS)
    return attacker.strength_against(as_target(pack.cards[world])) + bonus


def defense_strength(pack: Pack, owner: Abilities, world: Number) -> int:
    """The world's own defense, general and fitting specialised military, and powers of defense (R14.11)."""
    target = as_target(pack.cards[world])
    if target is not pack.cards[world]:
        cards = [target if number == world else card for number, card in zip(owner.numbers, owner.cards, strict=True)]
        owner = Abilities(owner.numbers, cards)
    return target.cost + owner.strength_against(target) + owner.takeover_defense
