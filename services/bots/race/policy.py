"""A player of Race for the Galaxy that answers by a net: what it sees by name, and what its options are called."""

from typing import ClassVar

from google.protobuf.message import Message

from galaxy.race.v1 import race_pb2
from galaxy.rules.v1 import game_pb2
from services.bots.nets import Net
from services.bots.policy import NetPolicy
from services.bots.race.designs import Designs
from services.bots.strategy import Catalogue, view_as

MOST_SIZE = 14
"""Larger hands and tableaus count as this large."""

JOINT = frozenset({"actions.choose"})
"""Prompts whose picks are one answer together."""

HIDDEN_OTHERS = "setup."
"""Kinds of prompts at which nothing is known of others."""


def seen(view: race_pb2.RaceView, seat: int, kind: str, catalogue: Catalogue, designs: Designs) -> dict[str, float]:
    """The features of a prompt; figures of several others are added up."""
    own = next(empire for empire in view.empires if empire.seat == seat)
    features = {"kind:" + kind: 1.0}
    features |= _standing(own, "own", catalogue, designs)
    held = [*view.hand, *view.drawn]
    for card in held:
        name = "hand:" + card.component
        features[name] = features.get(name, 0.0) + 1
    features[f"hand_size:{min(MOST_SIZE, len(held))}"] = 1.0
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
    return features


def _standing(empire: race_pb2.Empire, whose: str, catalogue: Catalogue, designs: Designs) -> dict[str, float]:
    """What lies open before a seat."""
    tally = empire.tally
    standing = {f"{whose}:{card.component}": 1.0 for card in empire.cards}
    standing[f"{whose}_cards:{min(MOST_SIZE, len(empire.cards))}"] = 1.0
    standing[whose + "_chips"] = empire.chips / 10
    standing[whose + "_military"] = empire.military / 5
    standing[whose + "_vp"] = (tally.chips + tally.cards + tally.endgame) / 20
    for card in empire.cards:
        if card.goods:
            name = f"{whose}_good:{designs.get(catalogue, card.component).holds}"
            standing[name] = standing.get(name, 0.0) + len(card.goods)
    return standing


def option_name(option: game_pb2.Option) -> str:
    """What an option is called: its component, with the place of a power on it, or its word."""
    if not option.component:
        return option.id
    power = option.id.partition(".")[2]
    return f"{option.component}.{power}" if power else option.component


class Policy(NetPolicy):
    """Picks what scores most."""

    joint: ClassVar[frozenset[str]] = JOINT

    def __init__(self, net: Net) -> None:
        """Take a net."""
        super().__init__(net)
        self._designs = Designs()

    def see(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> dict[str, float]:
        """The features of a prompt."""
        return seen(view_as(race_pb2.RaceView, view), prompt.seat, prompt.kind, catalogue, self._designs)

    def option_name(self, option: game_pb2.Option) -> str:
        """What an option is called."""
        return option_name(option)
