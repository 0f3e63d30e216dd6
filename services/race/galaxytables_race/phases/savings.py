"""Powers by which a card, a good or an artifact lowers a price while a seat pays (R6.4, R20.34)."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit import Barred, ChoiceRefused, Flow, Pick, Picks, Prompt, Reason, Seat
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import SpendGoodForDiscount
from galaxytables_race.powers.military import spendable, unspendable
from galaxytables_race.reasons import USED, barred
from galaxytables_race.table import RacePlay, component, discard_from_tableau, spend_good, spend_token
from galaxytables_race.table.running import placer
from galaxytables_race.table.tokens import development_discounts, token_of, token_pick


class Saving(Struct, frozen=True, gc=False):
    """An optional discount and its cost.

    The cost is a good of this kind or, if `good` is None, the card or artifact that has the power.
    """

    amount: int
    good: str | None


Savings: TypeAlias = Mapping[Pick, Saving]
"""Powers to pay less, by their cards; artifacts by their options."""

_NO_GOOD = Reason("no_good", "R6.4")
_QUESTIONS = {"develop": "develop.discount", "settle": "settle.savings"}


def savings(play: RacePlay, seat: Seat, able: Abilities, phase: str) -> Savings:
    """Return the powers with which a seat can lower a price now."""
    empire = play.state.empires[seat]
    if not (able.develop_savings or able.savings or empire.artifacts):
        return {}
    found: dict[Pick, Saving] = {}
    if phase == "develop":
        found |= {number: Saving(power.amount, None) for number, power in able.develop_savings}
        artifacts = development_discounts(play.pack, empire) if empire.artifacts else {}
        found |= {token_pick(token): Saving(amount, None) for token, amount in artifacts.items()}
    for number, power in able.savings:
        if power.phase == phase and _why_not_used(play, seat, number, power) is None:
            found[number] = Saving(power.amount, power.good)
    return found


def _why_not_used(play: RacePlay, seat: Seat, number: CardNumber, power: SpendGoodForDiscount) -> Reason | None:
    """Return why a power that costs a good cannot be used now (R4.6, R6.4)."""
    if number in play.state.changes(seat).spent:
        return USED
    return None if spendable(play, seat, power.good) else _NO_GOOD


def _unusable(play: RacePlay, seat: Seat, able: Abilities, phase: str) -> Barred:
    """Return why powers that cost a good cannot be used."""
    known = {number: power for number, power in able.savings if power.phase == phase}
    return barred(lambda: known, lambda number: _why_not_used(play, seat, number, known[number]))


def max_saved(play: RacePlay, seat: Seat, powers: Savings) -> int:
    """Return the greatest discount that a seat can get from these powers together, with the goods that it has."""
    by_good: dict[str, list[int]] = {}
    total = 0
    for power in powers.values():
        if power.good is None:
            total += power.amount
        else:
            by_good.setdefault(power.good, []).append(power.amount)
    return total + sum(
        sum(sorted(amounts, reverse=True)[: len(spendable(play, seat, good))]) for good, amounts in by_good.items()
    )


def save(play: RacePlay, seat: Seat, able: Abilities, phase: str, price: int) -> Flow[int]:
    """Let a seat choose powers that lower a price; return the price that is left (R6.4)."""
    powers = savings(play, seat, able, phase) if price else {}
    if not powers:
        return price
    own = placer(play, seat)
    short = price - len(play.state.empires[seat].hand)

    def enough(picks: Picks) -> None:
        chosen = [powers[pick] for pick in picks]
        goods = Counter(power.good for power in chosen if power.good is not None)
        if any(count > len(spendable(play, seat, good)) for good, count in goods.items()):
            raise ChoiceRefused("there are not goods enough for all these powers", "R6.4", "too_few_goods")
        saved = sum(power.amount for power in chosen)
        if saved < short:
            raise ChoiceRefused(
                f"{short - saved} cards are missing to pay the rest", "R6.4", "too_few_cards", missing=short - saved
            )

    options, subject = tuple(powers), own.placing
    rule = enough if len(options) > 1 else None
    default, least = (_enough(play, seat, powers, short), 1) if short > 0 else ((), 0)
    kind = _QUESTIONS[phase]
    picks = yield Prompt(
        seat,
        kind,
        options,
        least,
        len(options),
        default=default,
        rule=rule,
        subject=subject,
        barred=_unusable(play, seat, able, phase),
    )
    for pick in picks:
        token, good = token_of(pick), powers[pick].good
        if token is not None:
            spend_token(play, seat, token)
            continue
        if good is None:
            discard_from_tableau(play, seat, pick)
        else:
            goods = tuple(spendable(play, seat, good))
            kept = unspendable(play, seat, good)
            (spent,) = yield Prompt(seat, f"{phase}.saving_good", goods, subject=pick, barred=kept)
            spend_good(play, seat, spent)
            own.spent[pick] = 1
        play.tell("saved", seat, card=component(play, pick), amount=powers[pick].amount)
    return max(0, price - sum(powers[pick].amount for pick in picks))


def _enough(play: RacePlay, seat: Seat, powers: Savings, short: int) -> Picks:
    """Return the strongest powers that can be used together, until they save enough."""
    chosen: list[Pick] = []
    spent: Counter[str] = Counter()
    for pick in sorted(powers, key=lambda pick: -powers[pick].amount):
        good = powers[pick].good
        if good is not None:
            spent[good] += 1
            if spent[good] > len(spendable(play, seat, good)):
                continue
        if sum(powers[each].amount for each in chosen) < short:
            chosen.append(pick)
    return tuple(chosen)
