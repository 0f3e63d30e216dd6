"""The game in words for people: questions, options, sentences of the log."""

from collections.abc import Mapping

from services.jump.phases.choosing import ALONE, EXPLORE, LONE_DEVELOPMENT_BONUS
from services.jump.phases.following import NOTHING
from services.jump.powers import Reach, second_worlds
from services.jump.state import Means, Player
from services.jump.table import JumpPlay
from services.kit.game import Label, Question
from services.kit.prompt import Pick, Prompt

QUESTIONS: Mapping[str, Question] = {
    "opening.discard": Question("Discard {count} and keep the others.", "R1.4"),
    "choose.card": Question("Choose a development or a world to place, or explore.", "R2.2"),
    "choose.world": Question("Which world do you place together with {subject}?", "R2.7"),
    "choose.means": Question("How do you take {subject}?", "R4.4"),
    "choose.payment": Question("Discard {count} to pay for {placing}.", "R3.1"),
    "explore.discard": Question("You explored: discard {count} from your hand.", "R6.1"),
    "second.world": Question("Do you place a second world?", "R5.1"),
    "second.payment": Question("Discard {count} to pay for {placing}.", "R5.5"),
    "limit.discard": Question("You have more than {limit} cards: discard {count}.", "R8.2"),
}

SENTENCES: Mapping[str, str] = {
    "dealt": "{seat} begins with {count:card}.",
    "dealt.own": "You begin with {cards}.",
    "round_began": "Round {round} begins.",
    "discarded": "{seat} discards {count:card} ({why}).",
    "discarded.own": "You discard {cards} ({why}).",
    "placed": "{seat} places {card} for {paid:card}.",
    "conquered": "{seat} conquers {card}, defense {defense}.",
    "negotiated": "{seat} wins {card} over for {paid:card}.",
    "explored": "{seat} explores.",
    "drew": "{seat} draws {count:card} ({why}).",
    "drew.own": "You draw {cards} ({why}).",
    "gave_up": "{seat} gives up {card}.",
    "moved": "{card} goes from {origin} to {seat}.",
    "scored": "{seat} scores {vp} VP, {total} in all.",
    "reshuffled": "The discards are shuffled into a new deck of {cards:card}.",
    "ended": "The game ends after round {round}.",
}

_WORDS = {
    EXPLORE: "Explore",
    ALONE: "No world; the development costs 1 less",
    NOTHING: "No second world",
    "conquer": "Conquer it",
    "negotiate": "Pay for it as a non-military world",
}


def question(play: JumpPlay, prompt: Prompt) -> Question:
    """Put a prompt into words, with the number of cards and what they pay for."""
    asked = QUESTIONS[prompt.kind]
    player = play.state.players[prompt.seat]
    cards = play.pack.cards
    count = "1 card" if prompt.least == 1 else f"{prompt.least} cards"
    placing = " and ".join(cards[each.card].name for each in player.turn.placing)
    text = asked.text.replace("{count}", count).replace("{placing}", placing)
    return Question(text.replace("{limit}", str(play.pack.hand_limit)), asked.paragraph)


def label(play: JumpPlay, prompt: Prompt, pick: Pick) -> Label:
    """Name an option; a card to be placed with its price."""
    if isinstance(pick, str):
        return Label(_WORDS[pick])
    card = play.pack.cards[pick]
    price = "" if pick == prompt.subject else _price(play, prompt, pick)
    return Label(f"{card.name} ({price})" if price else card.name, card.id)


def _price(play: JumpPlay, prompt: Prompt, card: int) -> str:
    """How a card on offer is placed; empty where that is not what is asked."""
    player = play.state.players[prompt.seat]
    match prompt.kind:
        case "choose.card":
            reach = Reach(play.pack, player.empire)
            if play.pack.cards[card].is_world:
                return _prices(reach.prices(card, len(player.hand) - 1))
            price = reach.price(card)
            return f"pay {max(price - LONE_DEVELOPMENT_BONUS, 0)} alone, {price} with a world"
        case "choose.world":
            placed = [each.card for each in player.turn.placing]
            return _prices(Reach(play.pack, player.empire + placed).prices(card, _budget(player)))
        case "second.world":
            offer = second_worlds(play.pack, player.empire, player.turn.means, player.hand)[card]
            return _prices({offer.means: offer.price})
    return ""


def _budget(player: Player) -> int:
    return len(player.hand) - 1 - sum(each.price for each in player.turn.placing)


def _prices(ways: Mapping[Means, int]) -> str:
    said = {Means.PAY: "pay {}", Means.CONQUER: "conquer", Means.NEGOTIATE: "negotiate for {}"}
    return " or ".join(said[means].format(price) for means, price in ways.items())
