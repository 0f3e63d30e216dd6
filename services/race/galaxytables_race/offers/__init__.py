"""What questions are about and what their options stand for, in facts.

`things.py` finds the piece or place of an option; the other modules say what it costs and brings, phase by phase. All
of this is computed only when a question is shown to somebody, not in playouts.
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


def ask(play: RacePlay, prompt: Prompt) -> Facts:
    """Return what a question is about."""
    facts = _ASKS.get(prompt.kind)
    return _NOTHING if facts is None else facts(play, prompt)


def offer(play: RacePlay, prompt: Prompt, pick: Pick) -> Offer:
    """Return what an option stands for, costs and brings; a barred pick has no cost and brings nothing."""
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


__all__ = ["ask", "offer"]
