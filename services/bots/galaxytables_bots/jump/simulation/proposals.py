"""Proposes answers that are worth trying: those to which the greedy bot gives a high value."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from galaxytables_bots.jump.simulation.player import Values
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.numbers import CardNumber
from galaxytables_jump.phases.choosing import ALONE
from galaxytables_jump.powers import Reach
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import Pick, Prompt

Plan: TypeAlias = Mapping[str, Sequence[str]]
"""Answers of a seat in one phase, by kind of prompt."""

Proposal: TypeAlias = tuple[float, Plan]


def proposed(play: JumpPlay, prompt: Prompt, values: Values) -> list[Proposal]:
    """Return answers to a prompt, each with its value in VP, best first."""
    match prompt.kind:
        case "choose.card":
            found = _turns(play, prompt, values)
        case "choose.world" | "second.world":
            found = [
                (values.net_value(world), {prompt.kind: [str(world)]}) for world in values.worlds_among(prompt.options)
            ]
            saved = 1 if prompt.kind == "choose.world" else 0
            found.append((values.cards_worth(saved), {prompt.kind: [str(prompt.options[-1])]}))
        case _:
            found = _discards(play.pack, prompt, values)
    return sorted(found, key=lambda each: -each[0])


def _turns(play: JumpPlay, prompt: Prompt, values: Values) -> list[Proposal]:
    """Return every card alone, every development with every world that can be placed with it, and exploring."""
    found: list[Proposal] = []
    for pick in prompt.options:
        number = CardNumber(pick) if isinstance(pick, int) else None
        if number is None or values.is_world(number):
            found.append((values.alone(number), {prompt.kind: [str(pick)]}))
            continue
        found.append((values.alone(number), {prompt.kind: [str(pick)], "choose.world": [ALONE]}))
        left = values.left_beside(number)
        reach = Reach(play.pack, [*play.state.players[prompt.seat].empire, number])
        worlds = [card for card in values.hand if values.is_world(card)] if left > 0 else []
        found += [
            (
                values.net_value(number) + values.net_value(world),
                {prompt.kind: [str(pick)], "choose.world": [str(world)]},
            )
            for world in reach.placeable(worlds, left - 1)
        ]
    return found


def _discards(pack: Pack, prompt: Prompt, values: Values) -> list[Proposal]:
    """Return the cards with the lowest prospects, and the same with one of them exchanged."""
    worth = {pick: values.prospects(CardNumber(int(pick))) for pick in prompt.options}
    ordered = sorted(prompt.options, key=worth.__getitem__)
    given, kept = ordered[: prompt.least], ordered[prompt.least :]
    total = sum(worth[pick] for pick in given)
    found: list[Proposal] = [(-total, {prompt.kind: _ids(given)})]
    seen: set[tuple[str, str]] = set()
    for back in reversed(given):
        for instead in kept:
            exchange = _title(pack, back), _title(pack, instead)
            if exchange not in seen and exchange[0] != exchange[1]:
                seen.add(exchange)
                others = [pick for pick in given if pick != back]
                found.append((worth[back] - worth[instead] - total, {prompt.kind: _ids([*others, instead])}))
    return found


def _ids(picks: Sequence[Pick]) -> list[str]:
    return [str(pick) for pick in picks]


def _title(pack: Pack, pick: Pick) -> str:
    return pack.cards[int(pick)].id
