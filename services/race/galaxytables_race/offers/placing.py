"""Gives the facts of prompts and options in Develop and Settle, and about cards that are kept, saved or discarded."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Components, Facts, FactValue, Pick, Prompt, Seat
from galaxytables_race.components.cards import NO_CARD, CardNumber, card_of
from galaxytables_race.offers.things import card_facts, good_facts
from galaxytables_race.orb.helping import discount_for, military_for
from galaxytables_race.phases.bonuses import bonus_discount
from galaxytables_race.phases.develop import price_to_develop
from galaxytables_race.phases.savings import savings
from galaxytables_race.phases.winning import CONQUER, PAY, reach_with
from galaxytables_race.table import RacePlay, abilities
from galaxytables_race.table.running import settler
from galaxytables_race.table.tokens import token_of


def _prestige_for_card(play: RacePlay, prompt: Prompt) -> Facts:
    powers = dict(abilities(play, prompt.seat).prestige.for_discards)
    return {**card_facts(play, prompt), "prestige": powers[card_of(prompt.subject or 0)]}


def _hand_limit(play: RacePlay, prompt: Prompt) -> Facts:
    return {"limit": abilities(play, prompt.seat).hand_limit}


def _price_of_development(play: RacePlay, prompt: Prompt) -> Facts:
    return {
        **card_facts(play, prompt),
        "price": price_to_develop(play, prompt.seat, abilities(play, prompt.seat), card_of(prompt.subject or 0)),
    }


def _military_for_cards(play: RacePlay, prompt: Prompt) -> Facts:
    powers = abilities(play, prompt.seat).temporary
    military = next(each.amount for card, each in powers if card == prompt.subject and each.cost == "hand_card")
    return {**card_facts(play, prompt), "military": military}


def _develop(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    return {"pay": price_to_develop(play, prompt.seat, abilities(play, prompt.seat), card_of(pick))}


def _ways(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return how a world on offer would be placed, without optional powers."""
    empire, world = play.state.empires[prompt.seat], card_of(pick)
    if world in empire.tableau:
        return {"reveal": True}
    if world not in empire.hand:
        return {"takeover": True}
    by = NO_CARD if prompt.subject is None else card_of(prompt.subject)
    return _ways_from_hand(play, prompt.seat, world, by)


def _ways_from_hand(play: RacePlay, seat: Seat, world: CardNumber, by: CardNumber) -> Facts:
    cards, bought = play.pack.cards, play.state.changes(seat).temporary
    reach = reach_with(play, seat, abilities(play, seat), cards[world], by)
    ways: dict[str, FactValue] = {}
    if reach.gap is not None and reach.gap <= bought:
        ways["conquer"] = True
    if reach.price is not None:
        ways["pay"] = max(0, reach.price - bonus_discount(play.state, seat))
    disguises = [number for number, each in reach.disguises if each.gap is not None and each.gap <= bought]
    if disguises:
        ways["disguises"] = Components(tuple(cards[number].id for number in disguises))
    return ways or {"short": (reach.gap or 0) - bought}


def _means(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return what a way to win the shown world costs, or what it must reach."""
    card = play.pack.cards[int(prompt.subject or 0)]
    reach = reach_with(play, prompt.seat, abilities(play, prompt.seat), card, settler(play, prompt.seat).by)
    if pick == PAY:
        return {"pay": max(0, (reach.price or 0) - bonus_discount(play.state, prompt.seat))}
    return {"defense": card.cost if pick == CONQUER else dict(reach.disguises)[card_of(pick)].defense}


def _help_of_artifact(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    card, token = play.pack.cards[int(prompt.subject or 0)], token_of(pick)
    if token is None:
        return {}
    helps = {"saving": discount_for(play, token, card), "military": military_for(play.pack, token, card)}
    return {name: amount for name, amount in helps.items() if amount}


def _saving(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    able = abilities(play, prompt.seat)
    saving = savings(play, prompt.seat, able, prompt.kind.partition(".")[0])[pick]
    return {"saving": saving.amount} if saving.good is None else {"saving": saving.amount, "good": saving.good}


ASKS: Mapping[str, Callable[[RacePlay, Prompt], Facts]] = {
    **dict.fromkeys(
        (
            "setup.put_under",
            "develop.saving_good",
            "develop.pay",
            "settle.extra",
            "settle.artifacts",
            "settle.means",
            "settle.temporary",
            "settle.temporary_good",
            "settle.discount",
            "settle.savings",
            "settle.saving_good",
            "settle.pay",
            "settle.put_under",
            "settle.discard_for_good",
            "settle.swap",
            "settle.swapped",
            "search.keep",
        ),
        card_facts,
    ),
    "explore.discard_for_prestige": _prestige_for_card,
    "round_end.discard": _hand_limit,
    "develop.discount": _price_of_development,
    "settle.temporary_cards": _military_for_cards,
}
OFFERS: Mapping[str, Callable[[RacePlay, Prompt, Pick], Facts]] = {
    "develop.place": _develop,
    "develop.discount": _saving,
    "develop.saving_good": good_facts,
    "settle.place": _ways,
    "settle.extra": _ways,
    "settle.artifacts": _help_of_artifact,
    "settle.means": _means,
    "settle.savings": _saving,
    "settle.saving_good": good_facts,
    "settle.temporary_good": good_facts,
}
