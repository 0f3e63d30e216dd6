"""Gives players the facts of prompts and options: what a prompt is about, and what an option costs and brings.

`things.py` finds the piece or place that an option stands for. The other modules give the costs and gains of an option,
one module per phase. All this is computed only when a prompt is shown to somebody, not in playouts.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from galaxytables_kit import Facts, Offer, Pick, Piece, Prompt
from galaxytables_race.components.cards import card_of
from galaxytables_race.ids import card_id
from galaxytables_race.offers import consuming, exploring, fighting, placing, producing
from galaxytables_race.offers.things import OF_ACTIONS, OF_GOODS, component_for, targets_of
from galaxytables_race.table import RacePlay

Asks: TypeAlias = Mapping[str, Callable[[RacePlay, Prompt], Facts]]
Offers: TypeAlias = Mapping[str, Callable[[RacePlay, Prompt, Pick], Facts]]

_MODULES = (placing, fighting, consuming, producing, exploring)
_ASKS: Asks = {kind: facts for module in _MODULES for kind, facts in module.ASKS.items()}
_OFFERS: Offers = {kind: facts for module in _MODULES for kind, facts in module.OFFERS.items()}
_NOTHING: Facts = {}


def prompt_facts(play: RacePlay, prompt: Prompt) -> Facts:
    """Return the facts that say what a prompt is about, such as the card to be paid for."""
    facts = _ASKS.get(prompt.kind)
    return _NOTHING if facts is None else facts(play, prompt)


def offer(play: RacePlay, prompt: Prompt, pick: Pick) -> Offer:
    """Return the thing that an option stands for, its costs and its gains.

    A pick that is not among the options of the prompt has no costs and gains.
    """
    if prompt.kind in OF_ACTIONS:
        return _of_action(str(pick))
    facts = _OFFERS.get(prompt.kind)
    known = _NOTHING if facts is None or pick not in prompt.options else facts(play, prompt, pick)
    if isinstance(pick, int) and prompt.kind not in OF_GOODS:
        return Offer((_piece(pick),), known, play.pack.cards[pick].id)
    return Offer(targets_of(play, prompt, pick), known, component_for(play, prompt, pick))


@cache
def _of_action(card: str) -> Offer:
    return Offer((Piece(card),), component=card)


@cache
def _piece(card: int) -> Piece:
    return Piece(card_id(card_of(card)))


__all__ = ["offer"]
