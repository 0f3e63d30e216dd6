from random import Random

import pytest

from galaxytables_beyond.components.cards import Pack
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.state import BeyondState
from galaxytables_kit.errors import UndoError
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer

PACKS = load_packs(BEYOND)


def answer(live: LiveGame[BeyondState, Pack, BeyondOptions], *picks: str) -> int:
    ((key, prompt),) = live.prompts.items()
    live.answer(prompt.seat, key, picks)
    return prompt.seat


def test_a_turn_can_be_taken_back_choice_by_choice() -> None:
    live = begin(BEYOND, PACKS, 2, BeyondOptions(), 1)
    before = live.position()
    seat = answer(live, "b_ship.0")
    answer(live, "yes")
    answer(live)
    for _ in range(3):
        live, _, _ = live.undo(seat)
    assert live.position() == before


def test_turning_a_card_up_cannot_be_taken_back() -> None:
    """Whatever turned up a technology, an event or a system stays."""
    refused = 0
    for seed in range(12):
        live, random = begin(BEYOND, PACKS, 2, BeyondOptions(), seed), Random(seed)
        for _ in range(150):
            if not live.prompts:
                break
            ((key, prompt),) = live.prompts.items()
            kinds = {told.kind for told in live.answer(prompt.seat, key, random_answer(prompt, random))}
            if kinds & {"turned_up", "event", "system_revealed", "turned_up_privately", "system_added"}:
                with pytest.raises(UndoError):
                    live.undo(prompt.seat)
                refused += 1
    assert refused > 20
