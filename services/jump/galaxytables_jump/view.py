"""The view of the table for one viewer. It is built field by field, so nothing is shown by accident."""

from galaxytables.jump.v1 import jump_pb2
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.figures import figures
from galaxytables_jump.scoring import total
from galaxytables_jump.state import JumpState, Player
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import END, Encoding, Seat, seated

_PHASES = {
    "opening/keep": jump_pb2.PHASE_OPENING,
    "round/choose": jump_pb2.PHASE_CHOOSE,
    "round/follow": jump_pb2.PHASE_FOLLOW,
    "round/upkeep/hand_limit": jump_pb2.PHASE_HAND_LIMIT,
    END: jump_pb2.PHASE_OVER,
}

_CARDS = ("world", "development")

ENCODING = Encoding(
    "jump-1",
    by_seat=frozenset({"empires"}),
    seats=frozenset({"dealer"}),
    words={
        "empires.cards.component": _CARDS,
        "empires.targeted.against": (),
        "empires.survey_team": (),
        "hand.component": _CARDS,
        "aside.placing.component": _CARDS,
        "aside.discarding.component": _CARDS,
        "aside.convoy": (),
    },
)


def view(play: JumpPlay, frozen: JumpState, viewer: Seat | None) -> jump_pb2.JumpView:
    """Return the view of a seat, or of a spectator (None).

    The viewer's own cards are shown as they are now, everything else as it was before the secret choices.
    """
    pack = play.pack
    worth = figures(pack, tuple([tuple(player.empire) for player in frozen.players]))
    shown = jump_pb2.JumpView(
        round=max(frozen.round, 1),  # the opening is shown as part of the first round
        phase=_PHASES[play.where],
        deck=len(frozen.deck),
        discards=len(frozen.discards),
        dealer=play.options.dealer,
        goal_vp=pack.goal_vp,
        hand_limit=pack.hand_limit,
    )
    for seat, before in seated(frozen.players):
        state = play.state if seat == viewer else frozen
        team = pack.survey_team(seat)
        team_left = team in state.survey_teams
        shown.survey_teams += team_left
        empire = shown.empires.add()
        empire.CopyFrom(worth.empire(seat))
        empire.hand_size = len(state.players[seat].hand)
        empire.vp = total(before)
        empire.vp_by_round.extend(before.vp_by_round)
        empire.survey_team = str(team) if team_left else ""
        empire.action = jump_pb2.Action.ValueType(before.turn.action)
    if viewer is not None:
        own = play.state.players[viewer]
        shown.hand.extend([worth.hand_card(viewer, number) for number in own.hand])
        shown.aside.CopyFrom(_aside(pack, own))
    return shown


def _aside(pack: Pack, player: Player) -> jump_pb2.Aside:
    """Return what the viewer has set aside, face down for everybody else."""
    turn = player.turn
    return jump_pb2.Aside(
        placing=[jump_pb2.AsideCard(id=str(each.card), component=pack.cards[each.card].id) for each in turn.placing],
        discarding=[jump_pb2.HandCard(id=str(each), component=pack.cards[each].id) for each in turn.discarding],
        convoy="" if turn.convoy is None else str(turn.convoy),
        action=jump_pb2.Action.ValueType(turn.action),
    )
