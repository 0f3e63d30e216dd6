"""Features of hand cards for a net.

They say which cards a seat can place, how much it lacks to place the others, and what each would bring.
"""

from collections.abc import Sequence

from galaxytables_bots.race.policy import FARTHEST, GAIN, PLACEABLE
from galaxytables_bots.race.simulation.rows import Named, RowOf, Rows
from galaxytables_kit import Seat
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import Card, CardNumber
from galaxytables_race.phases.bonuses import bonus_on
from galaxytables_race.reach import development_price, reach_of
from galaxytables_race.scoring import tally_with
from galaxytables_race.state import Empire
from galaxytables_race.table import RacePlay, abilities

_REMEMBERED = 20_000
_KINDS = ("development", "world")


class Reach:
    """Computes features of the cards in a seat's hand, as rows of a net."""

    def __init__(self, row_of: RowOf) -> None:
        """`row_of` returns a feature's row by its name."""
        self._can, self._short, self._gain = [Named(begin, row_of) for begin in ("can:", "short:", "gain:")]
        self._of_kinds = [(row_of("can_" + kind), row_of("best_" + kind)) for kind in _KINDS]
        self._gains: dict[tuple[object, ...], int] = {}

    def look(self, play: RacePlay, seat: Seat, held: Sequence[CardNumber], points: int) -> Rows:
        """Return the features of the cards that a seat has in hand, as rows of the net.

        `points` are the seat's points.
        """
        state, cards = play.state, play.pack.cards
        own, bought, able = state.empires[seat], state.changes(seat).temporary, abilities(play, seat)
        spare, placeable, best = len(own.hand) - 1, [0, 0], [0, 0]
        scoring = None in [cards[number].vp for number in own.tableau]
        rows, values = list[int](), list[float]()
        for number in held:
            card = cards[number]
            short = _missing(able, card, spare, bonus_on(state, seat, card), bought)
            gain = self._gain_of(play, own, number, points) if scoring or card.vp is None else card.vp
            if card.vp is None:
                rows.append(self._gain[card.id])
                values.append(gain / GAIN)
            if short <= 0:
                kind = int(card.kind != "development")
                placeable[kind] += 1
                best[kind] = max(best[kind], 1 + gain)
            rows.append(self._can[card.id] if short <= 0 else self._short[card.id])
            values.append(1.0 if short <= 0 else min(FARTHEST, short) / FARTHEST)
        for (count, brings), number_placeable, gained in zip(self._of_kinds, placeable, best, strict=True):
            if number_placeable:
                rows += (count, brings)
                values += (number_placeable / PLACEABLE, gained / GAIN)
        return rows, values

    def _gain_of(self, play: RacePlay, own: Empire, number: CardNumber, points: int) -> int:
        """Return the VP that a card brings if something scores for other cards."""
        orb, goods = play.state.orb is not None, sum(map(len, own.goods.values()))
        key = (play.pack.cards[number].id, own.tableau, own.chips, goods, own.prestige.chips, own.damaged)
        gain = None if orb else self._gains.get(key)
        if gain is None:
            if len(self._gains) >= _REMEMBERED:
                self._gains.clear()
            gain = self._gains[key] = tally_with(play.pack, own, number, orb=orb) - points
        return gain


def _missing(able: Abilities, card: Card, spare: int, bonus: int, bought: int) -> int:
    """Return how many cards or points of military are missing to place a card, by the nearer way."""
    if card.kind == "development":
        return max(0, development_price(able, card) - bonus) - spare
    reach = reach_of(able, card)
    ways = [] if reach.price is None else [max(0, reach.price - bonus) - spare]
    if reach.gap is not None:
        ways.append(max(0, reach.gap - bought))
    return min(ways, default=FARTHEST)
