"""The greedy bot in a faster form, which answers from the state. It plays all seats when games are played forward.

Views are made for clients and cost more time than the moves of a game; so the same values are computed from the state
here. A test compares the answers with those of the bot.
"""

from collections.abc import Sequence

from galaxytables_bots.jump.evaluation import USUAL, Weights, rounds_to_goal
from galaxytables_bots.jump.greedy import BONUS_FOR_LONE_DEVELOPMENT, DRAW_FOR_LONE_WORLD, GAIN_OF_EXPLORING
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.filters import Icon
from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.powers import Reach
from galaxytables_jump.scoring import card_value, empire_income, empire_vp
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import Pick, Picks, Prompt, Seat

_MAX_KEPT = 4096


class Standing:
    """The value of one empire compared with its rivals, and the value that each card would add to it.

    Each value is computed once.
    """

    def __init__(self, pack: Pack, empire: Cards, rivals: Sequence[Cards]) -> None:
        self.reach = Reach(pack, empire)
        self.vp, self.income = empire_vp(pack, empire, rivals), empire_income(pack, empire, rivals)
        self._pack, self._empire, self._rivals = pack, empire, rivals
        varied = [(pack.varied_vp.get(each), pack.varied_income.get(each)) for each in empire]
        self._vp_formulas = [vp for vp, _ in varied if vp is not None]
        self._income_formulas = [income for _, income in varied if income is not None]
        self._vp_now = sum(card_value(pack, each, empire, rivals) for each in self._vp_formulas)
        self._income_now = sum(card_value(pack, each, empire, rivals) for each in self._income_formulas)
        self._gains: dict[str, tuple[int, int]] = {}
        self._prices: dict[str, tuple[int | None, bool]] = {}

    def gains(self, number: CardNumber) -> tuple[int, int]:
        """Return how many VP, and how much income per round, a card would add to the empire."""
        card, pack = self._pack.cards[number], self._pack
        found = self._gains.get(card.id)
        if found is None:
            with_it, rivals = [*self._empire, number], self._rivals
            vp = card_value(pack, card.vp, with_it, rivals) - self._vp_now
            income = card_value(pack, card.income, with_it, rivals) - self._income_now
            vp += sum(card_value(pack, each, with_it, rivals) for each in self._vp_formulas)
            income += sum(card_value(pack, each, with_it, rivals) for each in self._income_formulas)
            found = self._gains[card.id] = vp, income
        return found

    def price(self, number: CardNumber) -> tuple[int | None, bool]:
        """Return how many cards a card costs (None if it cannot be paid for), and whether strength conquers it."""
        card = self._pack.cards[number]
        found = self._prices.get(card.id)
        if found is None:
            reach = self.reach
            if card.is_military:
                found = reach.negotiated_price(number), reach.strength_against(number) >= card.cost
            else:
                found = reach.price(number), False
            self._prices[card.id] = found
        return found


class Values:
    """The values of the options of one prompt for a seat. They equal those that `Evaluation` computes from a view."""

    def __init__(self, player: "StatePlayer", play: JumpPlay, prompt: Prompt) -> None:
        players, seat = play.state.players, prompt.seat
        self.weights, self._pack = player.weights, play.pack
        empires = [each.empire for each in players]
        standings = [player.standing(play.pack, empires, other) for other in play.all_seats]
        self.hand, self._standing = players[seat].hand, standings[seat]
        goal, growth = play.pack.goal_vp, self.weights.growth
        self.rounds = min(
            rounds_to_goal(sum(each.vp_by_round), standing.vp, goal, growth)
            for each, standing in zip(players, standings, strict=True)
        )
        kept_until_next = prompt.kind not in ("opening.discard", "limit.discard")
        self._scorings_at_next_placing = self.rounds - kept_until_next
        self._card_a_round = self.weights.card

    def cards_worth(self, cards: float) -> float:
        """Return how many VP this many more cards in hand (fewer if negative) are worth after this round."""
        return cards * self._card_a_round * (self.rounds - 1)

    def price(self, number: CardNumber) -> int:
        """Return how many cards a card costs; 0 if the seat can conquer it."""
        price, conquerable = self._standing.price(number)
        if conquerable:
            return 0
        return self._pack.cards[number].cost if price is None else price

    def net_value(self, number: CardNumber) -> float:
        """Return the VP expected from placing a card, minus the value of the cards that pay for it."""
        pack = self._pack
        if number in pack.survey_teams:
            card = pack.cards[number]
            vp, income, price = card.vp.base, card.income.base, card.cost
        else:
            vp, income = self._standing.gains(number)
            price = self.price(number)
        return self._gain(number, vp, income, self.rounds) - self.cards_worth(price)

    def alone(self, number: CardNumber | None) -> float:
        """Return the VP expected from a round in which the seat places only this card, or explores if it is None."""
        if number is None:
            return self.cards_worth(GAIN_OF_EXPLORING + self.weights.choice)
        bonus = DRAW_FOR_LONE_WORLD if self.is_world(number) else BONUS_FOR_LONE_DEVELOPMENT
        return self.net_value(number) + self.cards_worth(bonus)

    def is_world(self, number: CardNumber) -> bool:
        """Return whether a card is a world."""
        return self._pack.cards[number].is_world

    def worlds_among(self, options: Picks) -> list[CardNumber]:
        """Return the options that are worlds."""
        numbers = [number for number in map(_number, options) if number is not None]
        return [number for number in numbers if self.is_world(number)]

    def left_beside(self, development: CardNumber) -> int:
        """Return how many cards are left in hand after paying for a development."""
        if development in self._pack.survey_teams:
            return len(self.hand) - self._pack.cards[development].cost
        return len(self.hand) - 1 - self.price(development)

    def prospects(self, number: CardNumber) -> float:
        """Return the VP expected from a card if the seat keeps it in hand and places it next round, if it can."""
        scorings, weights = self._scorings_at_next_placing, self.weights
        vp, income = self._standing.gains(number)
        gain = self._gain(number, vp, income, scorings)
        price, conquerable = self._standing.price(number)
        if conquerable:
            return gain
        if price is not None:
            next_hand = len(self.hand) + max(self._standing.income, 0)
            chance = weights.price_step ** max(0, price + 1 - next_hand)
            return chance * (gain - price * weights.card * max(0, scorings - 1))
        missing = self._pack.cards[number].cost - self._standing.reach.strength_against(number)
        return float(weights.conquest_step ** max(1, missing)) * gain

    def _gain(self, number: CardNumber, vp: int, income: int, scorings: int) -> float:
        if scorings <= 0:
            return 0.0
        pack, weights = self._pack, self.weights
        drawn = income * weights.card * scorings * (scorings - 1) / 2
        icons = weights.strength * pack.icons[Icon.MILITARY][number]
        icons += weights.explore * pack.icons[Icon.EXPLORE][number]
        return vp * scorings + drawn + icons * (scorings - 1)


class StatePlayer:
    """A player that picks the option with the highest value, as `Greedy` does."""

    def __init__(self, weights: Weights = USUAL) -> None:
        self.weights = weights
        self._standings: dict[tuple[Seat, tuple[tuple[CardNumber, ...], ...]], Standing] = {}

    def standing(self, pack: Pack, empires: Sequence[Cards], seat: Seat) -> Standing:
        """Return the evaluation of a seat's empire. Cached: many options lead to the same empires."""
        key = seat, tuple([tuple(empire) for empire in empires])
        found = self._standings.get(key)
        if found is None:
            if len(self._standings) >= _MAX_KEPT:
                self._standings.clear()
            own, rivals = list(empires[seat]), [list(each) for other, each in enumerate(empires) if other != seat]
            found = self._standings[key] = Standing(pack, own, rivals)
        return found

    def answer(self, play: JumpPlay, prompt: Prompt) -> Picks:
        """Return a legal answer to a prompt."""
        values, kind, options = Values(self, play, prompt), prompt.kind, prompt.options
        match kind:
            case "choose.card":
                return (_best_card(values, options),)
            case "choose.world":
                return (_best_world(values, options, BONUS_FOR_LONE_DEVELOPMENT),)
            case "second.world":
                return (_best_world(values, options, 0),)
            case "choose.means":
                return options[:1]
            case _:
                numbers = [CardNumber(int(pick)) for pick in options]
                return tuple(sorted(numbers, key=values.prospects)[: prompt.least])


def _best_card(values: Values, options: Picks) -> Pick:
    """Return a development (perhaps with a world), a world, or exploring."""
    worlds = [(values.price(number), values.net_value(number)) for number in values.worlds_among(options)]

    def value(pick: Pick) -> float:
        number = _number(pick)
        if number is None or values.is_world(number):
            return values.alone(number)
        left = values.left_beside(number)
        company = [net for price, net in worlds if price < left] if left > 0 else []
        return values.net_value(number) + max(company) if company else values.alone(number)

    return max(options, key=value)


def _best_world(values: Values, options: Picks, saved: int) -> Pick:
    """Return a world, or the option without one if none is worth its price and the cards saved."""
    best, highest = next(pick for pick in options if _number(pick) is None), values.cards_worth(saved)
    for pick in options:
        number = _number(pick)
        if number is not None and values.net_value(number) > highest:
            best, highest = pick, values.net_value(number)
    return best


def _number(pick: Pick) -> CardNumber | None:
    """Return the card for which a pick stands; None for a word."""
    return CardNumber(pick) if isinstance(pick, int) else None
