"""The points of an empire (R11)."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from galaxytables_kit import Dispatched
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of, named
from galaxytables_race.components.cards import Card, CardNumber, Pack
from galaxytables_race.components.filters import GOODS
from galaxytables_race.components.vocabulary import endgame
from galaxytables_race.components.vocabulary.endgame import Clause
from galaxytables_race.state import Empire

_NOTHING: Counter[str | None] = Counter()
_REMEMBERED = 1_000


class Tally(Struct, frozen=True):
    """The points of an empire by source.

    `by_card` lists the points of each card of the tableau, in the tableau's order.
    """

    chips: int
    cards: int
    endgame: int
    by_card: tuple[int, ...]

    @property
    def total(self) -> int:
        """Return the sum of all points."""
        return self.chips + self.cards + self.endgame


def tally(pack: Pack, empire: Empire, *, orb: bool = False) -> Tally:
    """Return the current points of an empire (R11.4). Damaged worlds score nothing (R22.35).

    A world of variable kind counts as the kind that is best for its owner (R11.7). With `orb`, powers for the orb count
    as powers of Explore (R19.2).
    """
    damaged = empire.damaged
    counting = tuple([card for card in empire.tableau if card not in damaged]) if damaged else empire.tableau
    able = abilities_of(pack, counting)
    found = _found(pack, empire) if empire.artifacts or empire.spent_artifacts else _NOTHING
    ways = [named(able, kind) for kind in GOODS] if able.variable else [able]
    points = max((_points(empire, way, found, orb=orb) for way in ways), key=sum)
    variable = sum(vp for vp, card in zip(points, able.cards, strict=True) if card.vp is None)
    by_card = points
    if damaged:
        scored = dict(zip(counting, points, strict=True))
        by_card = tuple(scored.get(card, 0) for card in empire.tableau)
    return Tally(empire.chips, sum(points) - variable, variable, by_card)


def _points(empire: Empire, able: Abilities, found: Mapping[str | None, int], *, orb: bool) -> tuple[int, ...]:
    return tuple(
        [
            vp + sum([_counted(clause, empire, able, found) for clause in clauses]) if clauses else vp
            for vp, clauses in _by_cards(able, orb)
        ]
    )


@lru_cache(_REMEMBERED)
def _by_cards(able: Abilities, orb: bool) -> list[tuple[int, list[Clause]]]:
    """Return what each card of a tableau scores for cards alone, and its clauses that count something else."""
    own = [card.in_orb for card in able.cards] if orb else able.cards
    return [(_endgame(card, own), _others(card)) if card.vp is None else (card.vp, []) for card in own]


def tally_with(pack: Pack, empire: Empire, card: CardNumber, *, orb: bool = False) -> int:
    """Return the points that an empire would have with one more card in its tableau."""
    more = msgspec.structs.replace(empire, tableau=(*empire.tableau, card))
    return tally(pack, more, orb=orb).total


def _found(pack: Pack, empire: Empire) -> Counter[str | None]:
    """Count the own artifacts by class."""
    return Counter(pack.orb.tokens[token].artifact_class for token in (*empire.artifacts, *empire.spent_artifacts))


def _endgame(card: Card, own: list[Card]) -> int:
    """Return the points of a scoring card for own cards: each card scores for the first clause that it matches."""
    by_cards = [clause for clause in card.endgame if isinstance(clause.per, endgame.Cards)]
    return sum(next((clause.vp for clause in by_cards if _matches(clause, each)), 0) for each in own)


def _others(card: Card) -> list[Clause]:
    return [clause for clause in card.endgame if not isinstance(clause.per, endgame.Cards)]


def _counted(clause: Clause, empire: Empire, able: Abilities, found: Mapping[str | None, int]) -> int:
    """Return the points of a clause that counts something other than cards.

    `found` are the artifacts by class (R20.41).
    """
    if isinstance(clause.per, endgame.Artifacts):
        return clause.vp * found[clause.per.artifact_class]
    count = _COUNTS.get(type(clause.per))
    return 0 if count is None else clause.vp * count(clause.per, empire, able)


def _matches(clause: Clause, card: Card) -> bool:
    measure = clause.per
    return isinstance(measure, endgame.Cards) and measure.match.fits(card)


def _vp_chips(measure: endgame.VpChips, empire: Empire, _: Abilities) -> int:
    return empire.chips // measure.size


def _military(_: endgame.MilitaryStrength, __: Empire, able: Abilities) -> int:
    """Return the military, even if it is negative (R11.6)."""
    return able.military


def _negative_military(_: endgame.NegativeMilitary, __: Empire, able: Abilities) -> int:
    return max(0, -able.military)


def _prestige(_: endgame.Prestige, empire: Empire, __: Abilities) -> int:
    """Return the prestige chips; the point of each is counted elsewhere (R16.4)."""
    return empire.prestige.chips


def _good_kinds(measure: endgame.GoodKinds, _: Empire, able: Abilities) -> int:
    return measure.table[len({card.good for card in able.cards if card.good is not None})]


def _goods_on_worlds(_: endgame.GoodsOnWorlds, empire: Empire, __: Abilities) -> int:
    return sum(map(len, empire.goods.values()))


_COUNTS: dict[type[endgame.Measure], Callable[[Dispatched, Empire, Abilities], int]] = {
    endgame.VpChips: _vp_chips,
    endgame.MilitaryStrength: _military,
    endgame.NegativeMilitary: _negative_military,
    endgame.Prestige: _prestige,
    endgame.GoodKinds: _good_kinds,
    endgame.GoodsOnWorlds: _goods_on_worlds,
}


def missing_measures(cards: list[Card]) -> list[str]:
    """Return the names of endgame measures on these cards that are not implemented."""
    known = {endgame.Cards, endgame.Artifacts, *_COUNTS}
    kinds = {type(clause.per) for card in cards for clause in card.endgame}
    return sorted(str(kind.__struct_config__.tag) for kind in kinds - known)
