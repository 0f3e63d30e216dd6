"""The end of a round: cards that move, VP, the end of the game, income, hand limit (R7 to R9)."""

from galaxytables_jump.powers import movers, strongest
from galaxytables_jump.scoring import empire_income, empires_of, rivals_of, total, vp_by_source
from galaxytables_jump.state import Action, JumpState
from galaxytables_jump.table import JumpPlay, clockwise, discard_aside, draw, lay_aside
from galaxytables_kit import At, Flow, seated, together


def goes_on(play: JumpPlay) -> bool:
    """Return whether there is another round."""
    return not play.state.ended


def has_ended(play: JumpPlay) -> bool:
    """Return whether the game is over."""
    return play.state.ended


def is_stalled(state: JumpState) -> bool:
    """Return whether nobody placed or scored anything in this round and no card is left to draw (R9.4)."""
    if state.deck or state.discards:
        return False
    acted = any(player.turn.action is not Action.EXPLORE or player.vp_by_round[-1] > 0 for player in state.players)
    return not acted


def too_many_cards(play: JumpPlay) -> bool:
    """Return whether a player's hand exceeds the hand limit."""
    return max([len(player.hand) for player in play.state.players]) > play.pack.hand_limit


def hand_limit(play: JumpPlay) -> Flow[None]:
    """Once all have drawn their income, each player discards down to 10 cards (R8.2)."""
    surplus = [len(player.hand) - play.pack.hand_limit for player in play.state.players]
    yield from together(play, [lay_aside(play, seat, "limit.discard", surplus[seat]) for seat in play.all_seats])
    for seat, _ in clockwise(play):
        discard_aside(play, seat, "hand limit")


def move_to_strongest(play: JumpPlay) -> None:
    """All cards that go to the strongest player move at once, after one comparison of strengths (R7.1-R7.3)."""
    players, empires = play.state.players, empires_of(play.state)
    moving = movers(play.pack, empires)
    winner = strongest(play.pack, empires) if moving else None
    if winner is None:
        return
    for seat, number in moving:
        if seat != winner:
            players[seat].empire.remove(number)
            players[winner].empire.append(number)
            play.tell("moved", winner, card=play.pack.cards[number].component, origin=At(seat))


def score(play: JumpPlay) -> None:
    """Every player scores all cards of the empire, old and new (R7.4)."""
    empires = empires_of(play.state)
    for seat, player in seated(play.state.players):
        sources, booked = vp_by_source(play.pack, player.empire, rivals_of(empires, seat)), player.vp_by_source
        for source, vp in sources.items():
            booked[source] = booked.get(source, 0) + vp
        player.vp_by_round.append(sum(sources.values()))
        if play.listening:
            play.tell("scored", seat, vp=player.vp_by_round[-1], total=total(player))


def look_for_the_end(play: JumpPlay) -> None:
    """The game ends if a player has 50 VP, or if it is stalled (R9.2, R9.4)."""
    state = play.state
    if max([total(player) for player in state.players]) >= play.pack.goal_vp or is_stalled(state):
        state.ended = True
        play.tell("ended", round=state.round)


def draw_incomes(play: JumpPlay) -> None:
    """Every player draws the whole income of the empire, the leader first, then clockwise (R8.1, R8.4, R8.5)."""
    order = clockwise(play)
    totals = [total(player) for _, player in order]
    first = totals.index(max(totals))
    empires = empires_of(play.state)
    for seat, player in order[first:] + order[:first]:
        income = empire_income(play.pack, player.empire, rivals_of(empires, seat))
        draw(play, seat, max(income, 0), "income")
