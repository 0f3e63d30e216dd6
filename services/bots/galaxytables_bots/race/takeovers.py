"""How the bot plays takeovers: it declares those that pay off, adds military if that decides, and defends."""

from collections.abc import Iterator, Sequence

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.designs import Power
from galaxytables_bots.race.evaluation import Evaluation

_LIKELY = 0.6
"""The chance that a takeover succeeds which its owner could still repel."""
_TAKEN = 0.5
"""The worth of an opponent's loss, per VP of the world."""
_SPENT = 1.5
"""VP of a card of the tableau that is discarded for its power."""


def takeover_gain(world: str, evaluation: Evaluation) -> float:
    """Return the VP expected from declaring a takeover of a world; 0 if the takeover cannot succeed.

    `world` is the id of the option that stands for the world.
    """
    for empire in evaluation.view.empires:
        for card in empire.cards:
            if card.id == world:
                return max(
                    (_gain(card, empire, each, evaluation) for each in _own_threats(card, evaluation)), default=0.0
                )
    return 0.0


def best_takeover_gain(evaluation: Evaluation) -> float:
    """Return the VP expected from the best takeover; 0 if none pays off."""
    cards = (card.id for empire in evaluation.view.empires for card in empire.cards if _own_threats(card, evaluation))
    return max((takeover_gain(card, evaluation) for card in cards), default=0.0)


def fight(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """Return the answer to a prompt about takeovers.

    It picks a takeover power, or military for the attack or the defense.
    """
    match prompt.kind:
        case "takeover.power":
            return [min(prompt.options, key=lambda option: _cost(option.component, evaluation)).id]
        case "takeover.attack":
            return _military(prompt, evaluation, missing_military(evaluation))
        case "takeover.defend":
            return _military(prompt, evaluation, missing_military(evaluation))
        case _:
            return list(prompt.default_picks)


def missing_military(evaluation: Evaluation) -> int:
    """Return how much military the seat still lacks to win the current takeover; 0 if it lacks none."""
    fought = next((each for each in evaluation.view.takeovers if each.outcome == race_pb2.TAKEOVER_OUTCOME_OPEN), None)
    if fought is None:
        return 0
    if fought.seat == evaluation.own.seat:
        return max(0, fought.defense - fought.attack)
    return max(0, fought.attack + 1 - fought.defense)


def cards_for_military(prompt: game_pb2.Prompt, evaluation: Evaluation) -> int:
    """Return how many hand cards to discard for military: never more than the takeover needs."""
    return min(prompt.most, max(prompt.least, missing_military(evaluation)))


def _own_threats(card: race_pb2.PlacedCard, evaluation: Evaluation) -> list[race_pb2.Threat]:
    return [each for each in card.threats if each.seat == evaluation.own.seat]


def _gain(card: race_pb2.PlacedCard, owner: race_pb2.Empire, threat: race_pb2.Threat, evaluation: Evaluation) -> float:
    attack = threat.attack + _could_add(evaluation.own, evaluation.hand, evaluation)
    if attack < card.defense:
        return 0.0
    safe = threat.attack >= card.defense + _could_add(owner, owner.hand_size, evaluation)
    good = evaluation.card * evaluation.sale(card.component) * len(card.goods)
    won = evaluation.worth(card.component, card.vp) + _TAKEN * card.vp + good
    power = next(own.component for own in evaluation.own.cards if own.id == threat.power_id)
    return (1.0 if safe else _LIKELY) * won - _cost(power, evaluation)


def _could_add(empire: race_pb2.Empire, hand: int, evaluation: Evaluation) -> int:
    """Return the military that an empire could add for cards of its tableau and hand."""
    sure, cards = 0, 0
    for power in _temporary(empire, evaluation):
        if power.word("cost") == "hand_card":
            cards += power.number("amount") * power.number("uses")
        elif power.word("cost") == "discard_self":
            sure += power.number("amount")
    return sure + min(cards, hand)


def _temporary(empire: race_pb2.Empire, evaluation: Evaluation) -> Iterator[Power]:
    for card in empire.cards:
        for power in evaluation.design(card.component).powers:
            if power.kind == "temporary_military" and not card.fresh:
                yield power


def _cost(power: str, evaluation: Evaluation) -> float:
    """Return the VP that using a takeover power costs."""
    costs = {each.word("cost") for each in evaluation.design(power).powers if each.kind == "takeover"}
    return _SPENT if "discard_self" in costs else 1.0 if "prestige" in costs else 0.0


def _military(prompt: game_pb2.Prompt, evaluation: Evaluation, missing: int) -> list[str]:
    """Return the strongest powers that are enough together; none if all are not enough."""
    chosen: list[str] = []
    amounts = {option.id: _amount(option.component, evaluation) for option in prompt.options}
    for option in sorted(amounts, key=lambda option: -amounts[option]):
        if missing <= 0:
            break
        chosen.append(option)
        missing -= amounts[option]
    return chosen if missing <= 0 else []


def _amount(component: str, evaluation: Evaluation) -> int:
    """Return the military that a temporary power can add, limited by the own hand."""
    amount = 0
    for power in evaluation.design(component).powers:
        if power.kind == "temporary_military":
            uses = min(power.number("uses"), evaluation.hand) if power.word("cost") == "hand_card" else 1
            amount = max(amount, power.number("amount") * uses)
    return amount
