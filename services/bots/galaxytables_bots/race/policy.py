"""A neural network for Race for the Galaxy: the names of the features that it reads and of the options it scores."""

from collections.abc import Sequence
from typing import ClassVar

from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.nets import Net
from galaxytables_bots.policy import NetPolicy
from galaxytables_bots.race.designs import Designs
from galaxytables_bots.strategy import Catalogue, view_as

MAX_SIZE = 14
"""Larger hands and tableaus count as this size."""

FARTHEST = 4
"""The most missing cards or points of military that are distinguished."""
GAIN, LEAD, PLACEABLE = 6, 10, 3
"""Divisors of VP, leads and numbers of cards."""
MAX_PAIRS = 12
"""The most pairs of chips that are distinguished."""

SECOND = "_2"
"""The suffix of the second card of an action."""

JOINT = frozenset({"actions.choose"})
"""Prompts whose picks are one answer together."""

HIDDEN_OTHERS = "setup."
"""The prefix of kinds of prompts at which nothing is known of others."""


def features_of(
    view: race_pb2.RaceView, seat: int, kind: str, catalogue: Catalogue, designs: Designs
) -> dict[str, float]:
    """Return the features of a prompt by name. The figures of all other players are added up."""
    own = next(empire for empire in view.empires if empire.seat == seat)
    features = {"kind:" + kind: 1.0}
    features |= _standing(own, "own", catalogue, designs)
    held = [*view.hand, *view.drawn]
    for card in held:
        name = "hand:" + card.component
        features[name] = features.get(name, 0.0) + 1
    features |= _reach(view, held, catalogue, designs)
    features[f"hand_size:{min(MAX_SIZE, len(held))}"] = 1.0
    features["round"] = view.round / 10
    features["pool"] = max(0, view.pool) / 24
    for action in own.actions:
        features["own_action:" + action] = 1.0
    if not kind.startswith(HIDDEN_OTHERS):
        for empire in view.empires:
            if empire.seat != seat:
                for name, value in _standing(empire, "their", catalogue, designs).items():
                    features[name] = features.get(name, 0.0) + value
                if kind in JOINT:
                    features["their_hand"] = features.get("their_hand", 0.0) + empire.hand_size / 10
                    continue
                for action in empire.actions:
                    features["their_action:" + action] = features.get("their_action:" + action, 0.0) + 1
        features |= _end(view, own)
    return features


def _reach(
    view: race_pb2.RaceView, held: Sequence[race_pb2.HeldCard], catalogue: Catalogue, designs: Designs
) -> dict[str, float]:
    """Return which own cards can be placed, how far the others are from it, and what they would bring."""
    spare, features, best = len(view.hand) - 1, dict[str, float](), {"world": 0.0, "development": 0.0}
    for card in held:
        design = designs.get(catalogue, card.component)
        ways = [card.price - spare] if card.HasField("price") else []
        if card.HasField("missing_military"):
            ways.append(card.missing_military)
        short = min(ways, default=FARTHEST)
        named = [("can:", 1.0)] if short <= 0 else [("short:", min(FARTHEST, short) / FARTHEST)]
        if design.scores_at_end:
            named.append(("gain:", card.vp_gain / GAIN))
        for name, value in named:
            features[name + card.component] = features.get(name + card.component, 0.0) + value
        if short <= 0:
            kind = "world" if design.is_world else "development"
            best[kind] = max(best[kind], (1 + card.vp_gain) / GAIN)
            features["can_" + kind] = features.get("can_" + kind, 0.0) + 1 / PLACEABLE
    return features | {"best_" + kind: value for kind, value in best.items() if value}


def _end(view: race_pb2.RaceView, own: race_pb2.Empire) -> dict[str, float]:
    """Return how near the end is, and who is ahead."""
    points = {empire.seat: empire.tally.chips + empire.tally.cards + empire.tally.endgame for empire in view.empires}
    longest = max([len(empire.cards) for empire in view.empires])
    lead = points.pop(own.seat) - max(points.values())
    late = lateness(longest, view.pool)
    return {
        f"chips_left:{chips_left(view.pool)}": 1.0,
        f"longest:{min(MAX_SIZE, longest)}": 1.0,
        "lead": lead / LEAD,
        "lead_late": lead * late / LEAD,
        "late": late,
    }


def lateness(longest: int, pool: int) -> float:
    """Return how far the game has come, from 0 to about 1, by the longest tableau or the VP chips left in the pool."""
    return max((longest - 1) / 11, 1 - max(0, pool) / 24)


def chips_left(pool: int) -> int:
    """Return how many VP chips are left, as a feature: in pairs, up to a maximum."""
    return min(MAX_PAIRS, (max(0, pool) + 1) // 2)


def _standing(empire: race_pb2.Empire, whose: str, catalogue: Catalogue, designs: Designs) -> dict[str, float]:
    """Return the features of what lies openly before a seat."""
    tally = empire.tally
    standing = {f"{whose}:{card.component}": 1.0 for card in empire.cards}
    standing[f"{whose}_cards:{min(MAX_SIZE, len(empire.cards))}"] = 1.0
    standing[whose + "_chips"] = empire.chips / 10
    standing[whose + "_military"] = empire.military / 5
    standing[whose + "_vp"] = (tally.chips + tally.cards + tally.endgame) / 20
    for card in empire.cards:
        design = designs.get(catalogue, card.component)
        if card.goods:
            name = f"{whose}_good:{design.holds}"
            standing[name] = standing.get(name, 0.0) + len(card.goods)
            standing[f"{whose}_full:{card.component}"] = 1.0
        elif design.good and not design.windfall:
            name = f"{whose}_empty:{design.good}"
            standing[name] = standing.get(name, 0.0) + 1
    return standing


def option_name(option: game_pb2.Option) -> str:
    """Return the name by which the net knows an option.

    It is the component, with a number if the option is one of its powers, or a word.
    """
    if not option.component:
        return option.id
    power = option.id.partition(".")[2]
    return f"{option.component}.{power}" if power else option.component


def differs(actions: Sequence[str]) -> bool:
    """Return whether a set of actions has an effect that no other set has (R3.5).

    A set with the second card of an action but without the first has the same effect as one with the first card.
    """
    return all(action.removesuffix(SECOND) in actions for action in actions)


class Policy(NetPolicy):
    """A strategy that picks the options to which its net gives the highest scores."""

    joint: ClassVar[frozenset[str]] = JOINT

    def __init__(self, net: Net) -> None:
        super().__init__(net)
        self._designs = Designs()

    def see(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> dict[str, float]:
        """Return the features of a prompt by name."""
        return features_of(view_as(race_pb2.RaceView, view), prompt.seat, prompt.kind, catalogue, self._designs)

    def differs(self, names: Sequence[str]) -> bool:
        """Return whether a set of actions has an effect that no other set has."""
        return differs(names)

    def option_name(self, option: game_pb2.Option) -> str:
        """Return the name by which the net knows an option."""
        return option_name(option)
