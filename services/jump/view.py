"""What one viewer sees of the table: an allow-list."""

from collections.abc import Sequence

from galaxy.jump.v1 import jump_pb2
from services.jump.cards import Cards, Pack
from services.jump.powers import Reach, general_strength, targets
from services.jump.scoring import card_value, empire_income, empire_vp, rivals_of, total
from services.jump.state import JumpState, Player, Step
from services.jump.table import JumpPlay

_PHASES = {
    Step.OPENING: jump_pb2.PHASE_OPENING,
    Step.CHOOSE: jump_pb2.PHASE_CHOOSE,
    Step.FOLLOW: jump_pb2.PHASE_FOLLOW,
    Step.HAND_LIMIT: jump_pb2.PHASE_HAND_LIMIT,
    Step.OVER: jump_pb2.PHASE_OVER,
}


def view(play: JumpPlay, frozen: JumpState, viewer: int | None) -> jump_pb2.JumpView:
    """Show the viewer's own cards as they lie now, and everything else as it lay before the secret choices."""
    pack = play.pack
    players = [play.state.players[seat] if seat == viewer else other for seat, other in enumerate(frozen.players)]
    teams = [
        pack.survey_team(seat) in (play.state if seat == viewer else frozen).survey_teams for seat in range(play.seats)
    ]
    shown = jump_pb2.JumpView(
        round=frozen.round,
        phase=_PHASES[frozen.step],
        empires=[_empire(pack, players, seat) for seat in range(play.seats)],
        deck=len(frozen.deck),
        discards=len(frozen.discards),
        survey_teams=sum(teams),
        dealer=play.options.dealer,
        goal_vp=pack.goal_vp,
        hand_limit=pack.hand_limit,
    )
    for empire, team_left, before in zip(shown.empires, teams, frozen.players, strict=True):
        empire.survey_team_left = team_left
        empire.action = jump_pb2.Action.ValueType(before.turn.action)
    if viewer is not None:
        own = players[viewer]
        shown.hand.extend(_hand(pack, own, rivals_of(players, viewer)))
        shown.aside.CopyFrom(_aside(pack, own))
    return shown


def _empire(pack: Pack, players: Sequence[Player], seat: int) -> jump_pb2.Empire:
    player = players[seat]
    empire, rivals = player.empire, rivals_of(players, seat)
    cards = [
        jump_pb2.EmpireCard(
            component=card.id,
            vp=card_value(pack, card.vp, empire, rivals),
            income=card_value(pack, card.income, empire, rivals),
        )
        for card in (pack.cards[number] for number in empire)
    ]
    return jump_pb2.Empire(
        seat=seat,
        cards=cards,
        hand_size=len(player.hand),
        vp=total(player),
        vp_per_round=sum(card.vp for card in cards),
        income=max(sum(card.income for card in cards), 0),
        military=general_strength(pack, empire),
        targeted=[
            jump_pb2.TargetedStrength(against=name, strength=strength)
            for name, strength in targets(pack, empire).items()
        ],
        explore_icons=sum(pack.explore[number] for number in empire),
        chromosome_icons=sum(pack.chromosomes[number] for number in empire),
        vp_by_round=player.vp_by_round,
    )


def _hand(pack: Pack, player: Player, rivals: Sequence[Cards]) -> list[jump_pb2.HandCard]:
    """Own hand, each card with what it would do now."""
    empire = player.empire
    reach = Reach(pack, empire)
    vp, income = empire_vp(pack, empire, rivals), empire_income(pack, empire, rivals)
    hand = []
    for number in player.hand:
        card = pack.cards[number]
        with_it = [*empire, number]
        hand.append(
            jump_pb2.HandCard(
                id=str(number),
                component=card.id,
                price=reach.negotiated_price(number) if card.is_military else reach.price(number),
                conquerable=card.is_military and reach.strength_against(number) >= card.cost,
                vp_gain=empire_vp(pack, with_it, rivals) - vp,
                income_gain=empire_income(pack, with_it, rivals) - income,
            )
        )
    return hand


def _aside(pack: Pack, player: Player) -> jump_pb2.Aside:
    """What the viewer has set aside, face down for everybody else."""
    turn = player.turn
    return jump_pb2.Aside(
        placing=[pack.cards[each.card].id for each in turn.placing],
        discarding=[jump_pb2.HandCard(id=str(each), component=pack.cards[each].id) for each in turn.discarding],
        convoy="" if turn.convoy is None else pack.cards[turn.convoy].id,
        action=jump_pb2.Action.ValueType(turn.action),
    )
