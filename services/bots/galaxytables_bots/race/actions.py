"""Chooses the actions of a round by their expected VP."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.consumption import consume
from galaxytables_bots.race.designs import TRADE_VALUE
from galaxytables_bots.race.evaluation import Evaluation
from galaxytables_bots.race.invasion import repair_gain
from galaxytables_bots.race.orb import artifacts_near
from galaxytables_bots.race.policy import differs
from galaxytables_bots.race.prestige import search_gain
from galaxytables_bots.race.takeovers import best_takeover_gain

_REMEMBERED = 1_000
_SMALL_HAND = 3
_EXPLORING = 1.2
"""VP that an orb step is worth to a team with an artifact in reach."""
_ORB_ACTION = 0.8
"""VP of a third orb action and the first turn."""


def best_actions(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the set of actions with the greatest expected VP."""
    options = [option.id for option in prompt.options]
    sets = list(combinations(options, prompt.least))
    best: Sequence[str] = max(sets, key=Gains(evaluation).of)
    return list(best)


class Gains:
    """Computes the VP expected from sets of actions. Parts that several sets have in common are computed once."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self._developments, self._worlds = _in_hand(evaluation)
        self._placed: dict[tuple[bool, int, bool], tuple[float, int]] = {}
        self._found: dict[int, list[str]] = {}
        self._consumed: dict[tuple[bool, bool, tuple[tuple[str, int], ...]], float] = {}
        self._made: dict[bool, float] = {}
        self._explored: dict[tuple[bool, bool, bool], float] = {}
        self._taken_over: float | None = None
        self._near = artifacts_near(evaluation) if evaluation.view.HasField("orb") else 0.0

    def of(self, actions: Sequence[str]) -> float:
        """Return the VP expected from one set of actions."""
        evaluation = self._evaluation
        if not _differs(tuple(actions)):
            return -1.0
        total, found = self._explore(actions), list[str]()
        if "search" in actions:
            total += search_gain(evaluation)
        spare = evaluation.hand - 1
        if "develop" in actions:
            value, price = self._place(worlds=False, spare=spare, twice="develop_2" in actions)
            total, spare = total + value, spare - price
        if "settle" in actions:
            value, _ = self._place(worlds=True, spare=spare, twice="settle_2" in actions)
            value = max(value, self._take_over())
            if value > 0:
                total += evaluation.card + (0 if _settles_anyway(evaluation) else value)
                found = self._windfall(spare)
        total += self._consume(actions, found)
        if "produce" in actions or "produce_repair" in actions:
            total += self._produce(bonus="produce" in actions)
        if "produce_repair" in actions:
            total += repair_gain(evaluation)
        return total

    def _place(self, *, worlds: bool, spare: int, twice: bool) -> tuple[float, int]:
        cached = self._placed.get((worlds, spare, twice))
        if cached is None:
            cards, saved = (self._worlds, 0) if worlds else (self._developments, 1)
            cached = self._placed[worlds, spare, twice] = _place(cards, self._evaluation, spare, saved, twice)
        return cached

    def _windfall(self, spare: int) -> list[str]:
        cached = self._found.get(spare)
        if cached is None:
            cached = self._found[spare] = _windfall(self._worlds, self._evaluation, spare)
        return cached

    def _explore(self, actions: Sequence[str]) -> float:
        key = "explore_1_1" in actions, "explore_5_0" in actions, "explore_orb" in actions
        if not any(key):
            return 0.0
        cached = self._explored.get(key)
        if cached is None:
            cached = self._explored[key] = _explore(actions, self._evaluation, self._near)
        return cached

    def _consume(self, actions: Sequence[str], found: Sequence[str]) -> float:
        trading, doubling = "consume_trade" in actions, "consume_x2" in actions
        if not trading and not doubling:
            return 0.0
        goods = self._evaluation.goods()
        goods.update(found)
        key = trading, doubling, tuple(goods.items())
        cached = self._consumed.get(key)
        if cached is None:
            cached = self._consumed[key] = _consume(self._evaluation, goods, trading=trading, doubling=doubling)
        return cached

    def _produce(self, *, bonus: bool) -> float:
        cached = self._made.get(bonus)
        if cached is None:
            cached = self._made[bonus] = _produce(self._evaluation, bonus=bonus)
        return cached

    def _take_over(self) -> float:
        if self._taken_over is None:
            self._taken_over = best_takeover_gain(self._evaluation)
        return self._taken_over


@lru_cache(_REMEMBERED)
def _differs(actions: tuple[str, ...]) -> bool:
    return differs(actions)


def _settles_anyway(evaluation: Evaluation) -> bool:
    """Return whether all settle anyway: in the first round of the invasion game."""
    return evaluation.view.HasField("invasion") and evaluation.view.round == 1


def _explore(actions: Sequence[str], evaluation: Evaluation, near: float) -> float:
    """Return the worth of the cards kept and of the choice among those seen, and of artifacts nearby."""
    kept = 1 + ("explore_1_1" in actions) + sum(power.number("cards") for _, power in evaluation.powers("explore_keep"))
    seen = 2 + ("explore_1_1" in actions) + 5 * ("explore_5_0" in actions)
    hunger = 1.5 if evaluation.hand < _SMALL_HAND else 1.0
    found = _EXPLORING * near
    if "explore_orb" in actions:
        found += _ORB_ACTION
    return evaluation.card * evaluation.weights.explore * (kept + 0.1 * seen) * hunger + found


def _in_hand(evaluation: Evaluation) -> tuple[list[race_pb2.HeldCard], list[race_pb2.HeldCard]]:
    developments = [card for card in evaluation.view.hand if not evaluation.design(card.component).is_world]
    worlds = [card for card in evaluation.view.hand if evaluation.design(card.component).is_world]
    own = {card.component for card in evaluation.own.cards}
    return [card for card in developments if card.component not in own], worlds


def _place(
    cards: Iterable[race_pb2.HeldCard], evaluation: Evaluation, spare: int, saved: int, twice: bool
) -> tuple[float, int]:
    """Return what placing the best card (or two) brings, and the cards paid."""
    total, paid, used = 0.0, 0, set[str]()
    for _ in range(2 if twice else 1):
        left = spare - paid - len(used)
        can = [card for card in cards if card.id not in used and evaluation.placeable(card, left + saved)]
        best = max(can, key=lambda card: evaluation.net(card, saved), default=None)
        if best is None or evaluation.net(best, saved) <= 0:
            break
        total += evaluation.net(best, saved)
        paid += max(0, int(evaluation.price(best)) - saved)
        used.add(best.id)
    return total, paid + len(used)


def _windfall(worlds: Iterable[race_pb2.HeldCard], evaluation: Evaluation, spare: int) -> list[str]:
    """Return the good that the best world would bring at once."""
    can = [card for card in worlds if evaluation.placeable(card, spare)]
    best = max(can, key=evaluation.net, default=None)
    design = None if best is None else evaluation.design(best.component)
    return [design.good] if design is not None and design.windfall and design.good in TRADE_VALUE else []


def _consume(evaluation: Evaluation, goods: Counter[str], *, trading: bool, doubling: bool) -> float:
    total = 0.0
    if trading and goods:
        kind = max(goods, key=lambda good: TRADE_VALUE.get(good, 0))
        placed = [card.component for card in evaluation.own.cards if card.goods]
        total += evaluation.card * max([TRADE_VALUE[kind], *map(evaluation.sale, placed)])
        goods = goods - Counter([kind])
    total += consume(evaluation, goods, doubled=doubling)
    spent = evaluation.powers("consume_hand") and evaluation.hand > _SMALL_HAND
    return total - 0.12 * goods.total() + (0.6 if spent else 0)


def _produce(evaluation: Evaluation, *, bonus: bool) -> float:
    """Return what the goods of a production are expected to bring in the next Consume phase."""
    empty = [
        (card, evaluation.design(card.component))
        for card in evaluation.own.cards
        if not card.goods and not card.damaged
    ]
    made = Counter(design.good for _, design in empty if design.good and not design.windfall)
    windfalls = [design.good for _, design in empty if design.windfall]
    if windfalls and bonus:
        made[max(windfalls, key=lambda good: TRADE_VALUE.get(good, 0))] += 1
    if evaluation.rounds <= 1 or not made:
        return 0.0
    doubled = consume(evaluation, made, doubled=True)
    sold = evaluation.card * max(TRADE_VALUE.get(good, 0) for good in made)
    draws = sum(
        power.number("cards")
        for kind in ("draw", "draw_if_produced_here", "draw_per_good_produced", "draw_per_kind_produced")
        for _, power in evaluation.powers(kind)
        if power.phase == "produce"
    )
    return 0.85 * max(doubled, sold) + 0.1 * made.total() + evaluation.card * draws
