"""What a seat sees of Race for the Galaxy, read from the state: the features of `services.bots.race.policy`.

Views are for clients and cost more than the moves of a game; here the same features come from the state, for self-play
and for games that are played forward. A test holds them against those of the view.
"""

from services.bots.race.policy import HIDDEN_OTHERS, JOINT, MOST_SIZE
from services.kit import Pick, Prompt, Seat, seated
from services.race.phases.state import Exploring, Opening
from services.race.scoring import tally
from services.race.state import RaceState
from services.race.table import RacePlay, working
from services.race.tableau import abilities_of

_NUMBERED = frozenset({"consume.gamble"})
"""Prompts whose options are numbers that are no cards'."""


def seen(play: RacePlay, shown: RaceState, seat: Seat, kind: str) -> dict[str, float]:
    """The features of a prompt: own cards as they lie, everything else as in the state that others may see."""
    cards, state = play.pack.cards, play.state
    own = state.empires[seat]
    features = {"kind:" + kind: 1.0}
    features |= _standing(play, state, seat, "own")
    held = own.hand
    if isinstance(state.phase, (Opening, Exploring)):
        held = held + state.phase.drawn[seat]
    for number in held:
        name = "hand:" + cards[number].id
        features[name] = features.get(name, 0.0) + 1
    features[f"hand_size:{min(MOST_SIZE, len(held))}"] = 1.0
    features["round"] = shown.round / 10
    features["pool"] = max(0, shown.pool) / 24
    for action in own.actions:
        features["own_action:" + action] = 1.0
    if not kind.startswith(HIDDEN_OTHERS):
        for other, empire in seated(shown.empires):
            if other != seat:
                for name, value in _standing(play, shown, other, "their").items():
                    features[name] = features.get(name, 0.0) + value
                if kind in JOINT:
                    features["their_hand"] = features.get("their_hand", 0.0) + len(empire.hand) / 10
                    continue
                for action in empire.actions:
                    features["their_action:" + action] = features.get("their_action:" + action, 0.0) + 1
    return features


def _standing(play: RacePlay, state: RaceState, seat: Seat, whose: str) -> dict[str, float]:
    """What lies open before a seat."""
    empire, cards = state.empires[seat], play.pack.cards
    counted = working(state, seat)
    made_of = (empire.tableau, empire.chips, counted)
    known: tuple[object, dict[str, float]] | None = play.memo.get((seen, seat, whose))
    if known is None or known[0] != made_of:
        standing = {f"{whose}:{cards[number].id}": 1.0 for number in empire.tableau}
        standing[f"{whose}_cards:{min(MOST_SIZE, len(empire.tableau))}"] = 1.0
        standing[whose + "_chips"] = empire.chips / 10
        standing[whose + "_military"] = abilities_of(play.pack, counted).military / 5
        standing[whose + "_vp"] = tally(play.pack, empire, orb=state.orb is not None).total / 20
        known = play.memo[seen, seat, whose] = (made_of, standing)
    if not empire.goods:
        return known[1]
    standing = dict(known[1])
    for world, goods in empire.goods.items():
        name = f"{whose}_good:{cards[world].stores}"
        standing[name] = standing.get(name, 0.0) + len(goods)
    return standing


def option_name(play: RacePlay, prompt: Prompt, pick: Pick) -> str:
    """What an option is called: its component, with the place of a power on it, or its word."""
    cards = play.pack.cards
    if isinstance(pick, int):
        return cards[pick].id
    number, mark, nth = pick.replace(":", ".").partition(".")
    if not mark or not number.isdecimal() or prompt.kind in _NUMBERED:
        return pick
    return f"{cards[int(number)].id}.{nth}" if "." in pick else cards[int(number)].id
