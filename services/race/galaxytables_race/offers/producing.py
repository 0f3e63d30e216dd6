"""Gives the facts of prompts and options in Produce, in the war effort and in repairs."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Facts, Pick, Prompt
from galaxytables_race.invasion.repair import repaired_by
from galaxytables_race.invasion.ways import FOR_CARDS
from galaxytables_race.offers.things import card_facts, good_facts
from galaxytables_race.table import RacePlay, abilities


def _paid_windfall(play: RacePlay, prompt: Prompt) -> Facts:
    powers = abilities(play, prompt.seat).windfall_powers
    discard = next(power.discard for number, power in powers if number == prompt.subject and power.discard)
    return {**card_facts(play, prompt), "discard": discard}


def _way_to_repair(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    worlds = repaired_by(play, prompt.seat, pick)
    return {"worlds": worlds, "discard": play.pack.invasion.repair_cards} if pick == FOR_CARDS else {"worlds": worlds}


ASKS: Mapping[str, Callable[[RacePlay, Prompt], Facts]] = {
    **dict.fromkeys(("produce.windfall", "produce.discard", "produce.discard_here"), card_facts),
    "produce.windfall_paid": _paid_windfall,
}
OFFERS: Mapping[str, Callable[[RacePlay, Prompt, Pick], Facts]] = {
    "produce.war_effort": good_facts,
    "repair.good": good_facts,
    "repair.way": _way_to_repair,
}
