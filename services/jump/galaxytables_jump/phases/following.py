"""The step after the reveal: explorers discard, and players with a convoy place a second world (R5, R6).

A convoy is a power that lets its owner place two worlds in a round.
"""

from collections.abc import Container

from galaxytables_jump.components.numbers import CardNumber
from galaxytables_jump.phases.choosing import EXPLORE_GAIN, place
from galaxytables_jump.powers import second_worlds, why_no_second_world
from galaxytables_jump.state import Action, Placing, Player
from galaxytables_jump.table import JumpPlay, clockwise, discard_aside, lay_aside
from galaxytables_kit import Barred, Flow, Prompt, Reason, Seat, seated, together

NOTHING = "nothing"


def follow(play: JumpPlay) -> Flow[None]:
    """Explorers discard and other players choose second worlds, all at the same time."""
    yield from together(
        play,
        [follow_action(play, seat, player) for seat, player in seated(play.state.players)],
    )


def reveal_second(play: JumpPlay) -> None:
    """The second worlds are placed."""
    for seat, player in clockwise(play):
        discard_aside(play, seat, "exploring" if player.turn.action is Action.EXPLORE else "payment")
        give_up_convoy(play, seat, player)
        place(play, seat, player)


def follow_action(play: JumpPlay, seat: Seat, player: Player) -> Flow[None]:
    """Let a player finish the chosen action: discard after exploring, or choose a second world."""
    if player.turn.action is Action.EXPLORE:
        yield from lay_aside(play, seat, "explore.discard", player.turn.explored - EXPLORE_GAIN)
    elif player.turn.action in (Action.SETTLE, Action.DEVELOP_AND_SETTLE):
        yield from second_world(play, seat, player)


def second_world(play: JumpPlay, seat: Seat, player: Player) -> Flow[None]:
    """Let a player place a second world of the same type by a convoy power, or decline (R5.1, R5.10)."""
    turn = player.turn
    offers = second_worlds(play.pack, player.empire, turn.means, player.hand)
    if not offers:
        return
    barred = Barred(lambda: _no_second_worlds(play, player, offers))
    (world,) = yield Prompt(seat, "second.world", (*offers, NOTHING), default=(NOTHING,), barred=barred)
    if world == NOTHING:
        return
    offer = offers[world]
    player.hand.remove(world)
    turn.placing.append(Placing(world, offer.price, offer.means))
    turn.convoy = offer.convoy
    yield from lay_aside(play, seat, "second.payment", offer.price)


def _no_second_worlds(play: JumpPlay, player: Player, offers: Container[CardNumber]) -> dict[CardNumber, Reason]:
    """Return why the other worlds of the hand are not on offer."""
    pack, hand = play.pack, player.hand
    return {
        card: why_no_second_world(pack, player.empire, player.turn.means, card, len(hand))
        for card in hand
        if pack.cards[card].is_world and card not in offers
    }


def give_up_convoy(play: JumpPlay, seat: Seat, player: Player) -> None:
    """Discard the card that a player's convoy power demands for a second world (R5.5, R5.6)."""
    convoy = player.turn.convoy
    if convoy is not None:
        player.empire.remove(convoy)
        play.state.discards.append(convoy)
        play.tell("gave_up", seat, card=play.pack.cards[convoy].component)
