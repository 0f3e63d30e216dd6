"""The secret choices of a round, paying for them, and the reveal (R2 to R4, R6.1)."""

from functools import partial

from galaxytables_jump.components.filters import Icon
from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.powers import Reach
from galaxytables_jump.state import Action, Means, Placing, Player, Turn
from galaxytables_jump.table import JumpPlay, clockwise, discard_aside, draw, lay_aside
from galaxytables_kit import Flow, Noted, Prompt, Reason, Seat, together

EXPLORE = "explore"
ALONE = "alone"

MEANS = {means: means.name.lower() for means in Means}
"""The word for each means in a prompt."""

LONE_DEVELOPMENT_BONUS = 1
EXPLORE_GAIN = 2


def begin(play: JumpPlay) -> None:
    """A round begins."""
    play.state.round += 1
    for player in play.state.players:
        player.turn = Turn()
    play.tell("round_began", round=play.state.round)


def choose(play: JumpPlay) -> Flow[None]:
    """All players choose their cards in secret and pay for them (R2.1)."""
    yield from together(play, [choose_action(play, seat) for seat in play.all_seats])


def reveal(play: JumpPlay) -> None:
    """All placed cards are revealed; then players who explored, or placed only a world, draw cards (R2.4, R6.1)."""
    for seat, player in clockwise(play):
        discard_aside(play, seat, "payment")
        place(play, seat, player)
    for seat, player in clockwise(play):
        draw_after_reveal(play, seat, player)


def choose_action(play: JumpPlay, seat: Seat) -> Flow[None]:
    """Let a player choose a development, a world, one of each, or exploring (R2.2).

    Only cards that the player can pay for or conquer are options (R2.10). Exploring always is one (R2.6).
    """
    player = play.state.players[seat]
    reach = Reach(play.pack, player.empire)
    offered = placeable(play, seat, reach)
    barred = Noted(partial(placeable, play, seat, reach))
    (pick,) = yield Prompt(seat, "choose.card", (*offered, EXPLORE), default=(EXPLORE,), barred=barred)
    if pick == EXPLORE:
        player.turn.action = Action.EXPLORE
    elif play.pack.cards[pick].is_world:
        player.turn.action = Action.SETTLE
        yield from choose_means(play, seat, pick, reach.prices(pick, len(player.hand) - 1))
    else:
        yield from choose_company(play, seat, pick, reach.price(pick))
    price = sum([placing.price for placing in player.turn.placing])
    if price:
        yield from lay_aside(play, seat, "choose.payment", price)


def placeable(play: JumpPlay, seat: Seat, reach: Reach, barred: dict[CardNumber, Reason] | None = None) -> Cards:
    """Return the cards that a player can place alone, the Survey Team on the table included (R2.3, R2.4, R3.5)."""
    hand = play.state.players[seat].hand
    budget = len(hand) - 1
    offered = reach.placeable(hand, budget, LONE_DEVELOPMENT_BONUS, barred)
    team = play.pack.survey_team(seat)
    if team in play.state.survey_teams:
        # It is not in hand, so the whole hand can pay for it.
        offered += reach.placeable([team], budget + 1, LONE_DEVELOPMENT_BONUS, barred)
    return offered


def choose_company(play: JumpPlay, seat: Seat, development: CardNumber, price: int) -> Flow[None]:
    """Let a player also place a world along with the chosen development, whose powers already apply to it (R2.7)."""
    state, pack = play.state, play.pack
    player = state.players[seat]
    (state.survey_teams if development in state.survey_teams else player.hand).remove(development)
    placing = Placing(development, price)
    player.turn.placing.append(placing)
    reach = Reach(pack, [*player.empire, development])
    budget = len(player.hand) - price - 1
    hand = [number for number in player.hand if pack.cards[number].is_world] if budget >= 0 else []
    worlds = reach.placeable(hand, budget)
    barred = Noted(partial(reach.placeable, hand, budget, 0))
    (world,) = yield Prompt(
        seat, "choose.world", (*worlds, ALONE), default=(ALONE,), subject=development, barred=barred
    )
    if world == ALONE:
        placing.price = max(price - LONE_DEVELOPMENT_BONUS, 0)
        player.turn.action = Action.DEVELOP
    else:
        player.turn.action = Action.DEVELOP_AND_SETTLE
        yield from choose_means(play, seat, world, reach.prices(world, budget))


def choose_means(play: JumpPlay, seat: Seat, world: CardNumber, ways: dict[Means, int]) -> Flow[None]:
    """Let a player choose one of the `ways` to place a world, and set the world aside.

    A military world is conquered or, if a power allows it, paid for (R4.1, R4.4).
    """
    names = {MEANS[means]: means for means in ways}
    (name,) = yield Prompt(seat, "choose.means", tuple(names), subject=world)
    means = names[name]
    player = play.state.players[seat]
    player.hand.remove(world)
    player.turn.placing.append(Placing(world, ways[means], means))
    player.turn.means = means


def place(play: JumpPlay, seat: Seat, player: Player) -> None:
    """Place the cards that a player set aside, the development first (R2.7)."""
    for placing in player.turn.placing:
        card = play.pack.cards[placing.card]
        player.empire.append(placing.card)
        if placing.means is Means.CONQUER:
            play.tell("conquered", seat, card=card.component, defense=card.cost)
        elif placing.means is Means.NEGOTIATE:
            play.tell("negotiated", seat, card=card.component, paid=placing.price)
        else:
            play.tell("placed", seat, card=card.component, paid=placing.price)
    player.turn.placing.clear()


def draw_after_reveal(play: JumpPlay, seat: Seat, player: Player) -> None:
    """Draw a player's cards: 1 for a world placed without a development (R2.4), or those of an exploration.

    An exploration draws one card per icon, the marker's included, and 2 more (R6.1, R6.2).
    """
    if player.turn.action is Action.SETTLE:
        draw(play, seat, 1, "lone world")
    elif player.turn.action is Action.EXPLORE:
        play.tell("explored", seat)
        player.turn.explored = draw(play, seat, explore_icons(play, player) + EXPLORE_GAIN, "exploring")


def explore_icons(play: JumpPlay, player: Player) -> int:
    """Return how many explore icons count for a player's exploration, the marker's included (R6.1)."""
    return play.pack.marker_icons + sum(map(play.pack.icons[Icon.EXPLORE].__getitem__, player.empire))
