"""Attack and defense of a takeover before temporary military (R14.10, R14.11)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import add_up
from galaxytables_race.components.cards import Card, CardNumber, Pack
from galaxytables_race.components.filters import GOODS
from galaxytables_race.powers.takeover import REBEL_MILITARY_WORLDS
from galaxytables_race.reach import strength_against
from galaxytables_race.takeovers.targets import takeover_power


def as_target(card: Card) -> Card:
    """Return the world that a takeover attacks (R14.19).

    A peaceful world attacked by a fleet counts as a military world.
    """
    return card if card.military else card.as_military


def strengths_for(
    pack: Pack, attacker: Abilities, owner: Abilities, world: CardNumber, power: CardNumber
) -> tuple[int, int]:
    """Return attack and defense of a takeover before temporary military.

    They are the sum of general military, fitting specialised military, powers, and the world's own defense. The owner
    of a world of variable kind names the kind that is best for the defense.
    """
    card = pack.cards[world]
    target = as_target(card)
    if target is not card:
        cards = [target if number == world else own for number, own in zip(owner.numbers, owner.cards, strict=True)]
        owner = add_up(owner.numbers, cards)
    bonus = takeover_power(pack, power).attack_per_rebel_military
    if bonus:
        bonus *= attacker.own(REBEL_MILITARY_WORLDS)
    kinds = [target.as_kind(kind) for kind in GOODS] if target.good == "any" else [target]
    figures = (
        (strength_against(attacker, kind) + bonus, kind.cost + strength_against(owner, kind) + owner.takeover_defense)
        for kind in kinds
    )
    return min(figures, key=lambda both: both[0] - both[1])
