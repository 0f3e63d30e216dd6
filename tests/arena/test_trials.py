"""Answers that are tried at the game itself: which ones, and what they lead to."""

from random import Random

import pytest

from galaxytables_arena.learning.trials import Trials
from galaxytables_bots.nets import load_net
from galaxytables_bots.race.search import TWO_SEATS_NET
from galaxytables_bots.race.simulation.netplayer import NetPlayer
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import random_answer
from galaxytables_kit.wire import prompt_message
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE

NET = load_net(TWO_SEATS_NET)
PLAYER = NetPlayer(NET)
HIDDEN = NET.hidden({})
PACKS = load_packs(RACE)


def games(kind: str, count: int, options: int) -> list[tuple[AnyLive, str]]:
    """Games in which a seat is asked something of a kind, with the id of the prompt."""
    found, seed = list[tuple[AnyLive, str]](), 0
    while len(found) < count:
        seed += 1
        live = LiveGame.new(RACE, PACKS, 2, RaceOptions(), SeededChance(seed.to_bytes(32)))
        random = Random(seed)
        while not live.over:
            key, prompt = next(iter(live.prompts.items()))
            if prompt.kind == kind and len(prompt.options) >= options:
                found.append((live, key))
                break
            live.answer(prompt.seat, key, random_answer(prompt, random))
    return found


def tried(live: AnyLive, key: str, answers: int = 8, tables: int = 2) -> dict[tuple[str, ...], float]:
    prompt = prompt_message(live, key, live.prompts[key])
    usual = tuple(option.id for option in prompt.options[: prompt.least])
    return Trials(NET, PLAYER, answers, tables, 2).tried(live, prompt, HIDDEN, usual)


def test_the_usual_answer_and_others_are_tried_and_the_game_stays_as_it_is():
    ((live, key),) = games("setup.discard", 1, 6)
    before, asked = live.position(), live.prompts[key]
    found = tried(live, key)
    assert len(found) == 8
    assert next(iter(found)) == tuple(str(pick) for pick in asked.options[:2])
    assert len({frozenset(picks) for picks in found}) == len(found)
    assert all(-1 <= value <= 1 for value in found.values())
    assert len(set(found.values())) > 1
    assert live.position() == before
    assert found == tried(live, key)


def test_each_answer_is_tried_once_in_whatever_order_the_usual_one_comes():
    ((live, key),) = games("setup.discard", 1, 6)
    prompt = prompt_message(live, key, live.prompts[key])
    usual = (prompt.options[3].id, prompt.options[1].id)
    found = Trials(NET, PLAYER, 15, 1, 2).tried(live, prompt, HIDDEN, usual)
    assert len({frozenset(picks) for picks in found}) == len(found) == 15


@pytest.mark.parametrize("kind", ["consume.power", "consume.goods", "trade.good"])
def test_all_answers_are_tried_where_there_are_few(kind):
    checked = 0
    for live, key in games(kind, 6, 2):
        asked = live.prompts[key]
        if asked.least == asked.most == 1 and len(asked.options) <= 4:
            assert {pick for (pick,) in tried(live, key, tables=1)} == {str(pick) for pick in asked.options}
            checked += 1
    assert checked


def test_nothing_is_tried_where_there_is_one_answer_or_too_many(monkeypatch):
    ((live, key),) = games("setup.discard", 1, 6)
    monkeypatch.setattr("galaxytables_arena.learning.trials._MAX_SETS", 14)
    assert tried(live, key) == {}
    monkeypatch.setattr("galaxytables_arena.learning.trials._MAX_SETS", 15)
    assert tried(live, key)
