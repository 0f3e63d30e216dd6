"""A neural network for Jump Drive: the names of the features that it reads, and of the options that it scores."""

from google.protobuf.message import Message

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.policy import NetPolicy
from galaxytables_bots.strategy import Catalogue, view_as

MAX_SIZE = 14
"""Larger hands count as this size."""


def standing(empire: jump_pb2.Empire, whose: str) -> dict[str, float]:
    """Return the features of one player's empire by name: its cards, and its VP, income and other figures.

    `whose` is the part of the names that says whose empire it is.
    """
    features = {
        whose + "_vp_per_round": empire.vp_per_round / 10,
        whose + "_income": empire.income / 5,
        whose + "_military": empire.military / 5,
        whose + "_explore": empire.explore_icons / 5,
    }
    for card in empire.cards:
        name = f"{whose}:{card.component}"
        features[name] = features.get(name, 0.0) + 1
    return features


def features_of(view: jump_pb2.JumpView, seat: int, kind: str) -> dict[str, float]:
    """Return the features of a prompt by name. The figures of all other players are added up."""
    features = {"kind:" + kind: 1.0, "round": view.round / 10, f"round:{min(view.round, 8)}": 1.0}
    features[f"hand_size:{min(MAX_SIZE, len(view.hand))}"] = 1.0
    for name in ["hand:" + card.component for card in view.hand] + [
        "aside:" + card.component for card in view.aside.placing
    ]:
        features[name] = features.get(name, 0.0) + 1
    for empire in view.empires:
        whose = "own" if empire.seat == seat else "their"
        for name, value in standing(empire, whose).items():
            features[name] = features.get(name, 0.0) + value
        features[whose + "_vp"] = features.get(whose + "_vp", 0.0) + empire.vp / 50
    return features


class Policy(NetPolicy):
    """A strategy that picks the options to which its net gives the highest scores."""

    def see(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> dict[str, float]:
        """Return the features of a prompt by name."""
        del catalogue
        return features_of(view_as(jump_pb2.JumpView, view), prompt.seat, prompt.kind)

    def option_name(self, option: game_pb2.Option) -> str:
        """Return the name by which the net knows an option: its component, or its word."""
        return option.component or option.id
