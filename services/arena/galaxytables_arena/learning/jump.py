"""The features of a seat of Jump Drive, read from the state, as in `galaxytables_bots.jump.policy`."""

from galaxytables_arena.learning.selfplay import NamedSight
from galaxytables_bots.jump.policy import MAX_SIZE, standing
from galaxytables_jump.figures import figures
from galaxytables_jump.scoring import total
from galaxytables_jump.state import JumpState
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import Pick, Prompt, Seat, seated


def features_of(play: JumpPlay, shown: JumpState, seat: Seat, kind: str) -> dict[str, float]:
    """Return the features of a prompt by name.

    The seat's own cards are read as they are, everything else as other players may see it.
    """
    cards, own = play.pack.cards, play.state.players[seat]
    turn = max(shown.round, 1)
    features = {"kind:" + kind: 1.0, "round": turn / 10, f"round:{min(turn, 8)}": 1.0}
    features[f"hand_size:{min(MAX_SIZE, len(own.hand))}"] = 1.0
    for number in own.hand:
        name = "hand:" + cards[number].id
        features[name] = features.get(name, 0.0) + 1
    for placing in own.turn.placing:
        name = "aside:" + cards[placing.card].id
        features[name] = features.get(name, 0.0) + 1
    for other, player in seated(shown.players):
        whose = "own" if other == seat else "their"
        for name, value in _standing(play, shown, other, whose).items():
            features[name] = features.get(name, 0.0) + value
        features[whose + "_vp"] = features.get(whose + "_vp", 0.0) + total(player) / 50
    return features


def _standing(play: JumpPlay, shown: JumpState, seat: Seat, whose: str) -> dict[str, float]:
    """Return the features of an empire, computed once as long as no empire changes."""
    empires = tuple([tuple(player.empire) for player in shown.players])
    known: tuple[object, dict[str, float]] | None = play.memo.get((features_of, seat, whose))
    if known is None or known[0] != empires:
        known = play.memo[features_of, seat, whose] = (
            empires,
            standing(figures(play.pack, empires).empire(seat), whose),
        )
    return known[1]


class JumpSight(NamedSight):
    """Reads the states and options of Jump Drive for self-play."""

    joint = frozenset[str]()

    def features_of(self, play: JumpPlay, seat: Seat, kind: str) -> dict[str, float]:
        """Return the features of a seat by name."""
        return features_of(play, play.state, seat, kind)

    def option_name(self, play: JumpPlay, prompt: Prompt, pick: Pick) -> str:
        """Return the name by which the net knows an option."""
        del prompt
        return play.pack.cards[pick].id if isinstance(pick, int) else pick


SIGHT = JumpSight()
