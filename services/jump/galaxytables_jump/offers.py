"""Gives players the facts of prompts and options: what a prompt is about, and what an option stands for."""

from collections.abc import Mapping

from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.phases.choosing import ALONE, EXPLORE, LONE_DEVELOPMENT_BONUS
from galaxytables_jump.phases.following import NOTHING
from galaxytables_jump.powers import Reach, second_worlds
from galaxytables_jump.state import Means, Player
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import Action, Facts, FactValue, Offer, Pick, Piece, Prompt

_REACH = "offers.reach"

_ACTIONS: Mapping[Pick, str] = {EXPLORE: "explore", ALONE: "no_world", NOTHING: "no_second_world"}


def prompt_facts(play: JumpPlay, prompt: Prompt) -> Facts:
    """Return the facts of a prompt: the card paid for, the card placed with it, or the hand limit."""
    cards, player = play.pack.cards, play.state.players[prompt.seat]
    match prompt.kind:
        case "choose.world" | "choose.means":
            return {"card": cards[int(prompt.subject or 0)].component}
        case "choose.payment" | "second.payment":
            return {"placing": play.pack.components([each.card for each in player.turn.placing])}
        case "limit.discard":
            return {"limit": play.pack.hand_limit}
    return {}


def offer(play: JumpPlay, prompt: Prompt, pick: Pick) -> Offer:
    """Return the thing that an option stands for: a card with the ways to place it and their prices, or an action."""
    if isinstance(pick, str):
        if prompt.kind == "choose.means":
            return Offer((Action(pick),), {"price": _price_of_means(play, prompt, pick)})
        return Offer((Action(_ACTIONS[pick]),))
    facts = _ways(play, prompt, CardNumber(pick)) if pick in prompt.options else {}
    return Offer((Piece(str(pick)),), facts, play.pack.cards[pick].id)


def _ways(play: JumpPlay, prompt: Prompt, card: CardNumber) -> Facts:
    """Return how a card on offer can be placed; nothing for questions about something else."""
    player = play.state.players[prompt.seat]
    match prompt.kind:
        case "choose.card":
            reach = _reach(play, player.empire)
            if play.pack.cards[card].is_world:
                return _prices(reach.prices(card, len(player.hand) - 1))
            price = reach.price(card)
            return {"pay": max(price - LONE_DEVELOPMENT_BONUS, 0), "pay_with_world": price}
        case "choose.world":
            return _prices(_reach_with_placed(play, player).prices(card, _budget(player)))
        case "second.world":
            found = second_worlds(play.pack, player.empire, player.turn.means, player.hand)[card]
            return _prices({found.means: found.price})
    return {}


def _price_of_means(play: JumpPlay, prompt: Prompt, means: Pick) -> int:
    player = play.state.players[prompt.seat]
    ways = _reach_with_placed(play, player).prices(CardNumber(int(prompt.subject or 0)), len(player.hand))
    return ways[Means[str(means).upper()]]


def _reach_with_placed(play: JumpPlay, player: Player) -> Reach:
    """Return what the empire can place once the development before the world is in it."""
    return _reach(play, player.empire + [each.card for each in player.turn.placing])


def _reach(play: JumpPlay, empire: Cards) -> Reach:
    """Return what an empire can place, computed once for all options of a question."""
    kept: Reach | None = play.memo.get(_REACH)
    if kept is None or kept.empire != empire:
        kept = play.memo[_REACH] = Reach(play.pack, list(empire))
    return kept


def _budget(player: Player) -> int:
    return len(player.hand) - 1 - sum(each.price for each in player.turn.placing)


def _prices(ways: Mapping[Means, int]) -> Facts:
    facts: dict[str, FactValue] = {}
    for means, price in ways.items():
        match means:
            case Means.PAY:
                facts["pay"] = price
            case Means.CONQUER:
                facts["conquer"] = True
            case Means.NEGOTIATE:
                facts["negotiate"] = price
    return facts
