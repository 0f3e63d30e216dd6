"""Gives the facts of prompts and options about temporary military, takeovers, and fights against the Xeno."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Component, Facts, FactValue, Pick, Prompt, seated
from galaxytables_race.components.cards import card_of
from galaxytables_race.components.vocabulary import TemporaryMilitary
from galaxytables_race.invasion.boosts import boosts_of
from galaxytables_race.invasion.step import missing_strength
from galaxytables_race.invasion.track import invasion_of
from galaxytables_race.offers.things import card_facts, good_facts
from galaxytables_race.phases.takeovers.resolution import next_takeover, strengths
from galaxytables_race.reach import temporary_against
from galaxytables_race.state.takeovers import Declared
from galaxytables_race.table import RacePlay, abilities
from galaxytables_race.takeovers.strength import as_target


def temporary_facts(power: TemporaryMilitary) -> Facts:
    """Return the facts of a temporary military power: the strength that each use adds, and its cost."""
    facts: dict[str, FactValue] = {"military": power.amount, "cost": power.cost}
    if power.good is not None:
        facts["good"] = power.good
    if power.uses > 1:
        facts["times"] = power.uses
    return facts


def _temporary(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    world = as_target(play.pack.cards[int(prompt.subject or 0)])
    return temporary_facts(dict(temporary_against(abilities(play, prompt.seat), world))[card_of(pick)])


def _fought(play: RacePlay, prompt: Prompt) -> Facts:
    """Return the takeover that is fought, with its current attack and defense."""
    declared = next_takeover(play)
    attack, defense = (0, 0) if declared is None else strengths(play, declared)
    return {**card_facts(play, prompt), "attack": attack, "defense": defense}


def _way_to_take(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return attack and defense of a way to take a world over, before anybody adds military."""
    cards = [card_of(each) for each in str(pick).split("+")]
    world = card_of(prompt.subject or 0)
    owner = next(other for other, empire in seated(play.state.empires) if world in empire.tableau)
    attack, defense = strengths(play, Declared(prompt.seat, owner, world, cards[0]))
    facts: dict[str, FactValue] = {"attack": attack, "defense": defense}
    if len(cards) > 1:
        facts["fleet"] = Component(play.pack.cards[cards[1]].id)
    return facts


def _block(play: RacePlay, prompt: Prompt) -> Facts:
    costs = dict(abilities(play, prompt.seat).takeover_blocks)
    return {**card_facts(play, prompt), "spend": costs[card_of(prompt.options[0])]}


def _invader(play: RacePlay, prompt: Prompt) -> Facts:
    invasion = invasion_of(play)
    return {
        "invader": Component(str(prompt.subject)),
        "missing": missing_strength(play, invasion, prompt.seat),
    }


def _boost(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    boost = {each.pick: each for each in boosts_of(play, prompt.seat)}[pick]
    facts: dict[str, FactValue] = {"strength": boost.amount, "cost": boost.cost}
    if boost.good is not None:
        facts["good"] = boost.good
    if boost.uses > 1:
        facts["times"] = boost.uses
    return facts


ASKS: Mapping[str, Callable[[RacePlay, Prompt], Facts]] = {
    "takeover.power": card_facts,
    "takeover.block": _block,
    "takeover.attack": _fought,
    "takeover.defend": _fought,
    "invasion.defend": _invader,
    "invasion.good": card_facts,
}
OFFERS: Mapping[str, Callable[[RacePlay, Prompt, Pick], Facts]] = {
    "settle.temporary": _temporary,
    "takeover.power": _way_to_take,
    "takeover.attack": _temporary,
    "takeover.defend": _temporary,
    "invasion.defend": _boost,
    "invasion.good": good_facts,
}
