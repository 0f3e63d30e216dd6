"""Questions, options and events in words."""

from services.kit.game import Label, Question
from services.kit.prompt import Pick, Prompt
from services.race.cards import Number
from services.race.invasion.boosts import BUNKER
from services.race.invasion.ways import FOR_CARDS, FOR_GOOD
from services.race.orb.telling import QUESTIONS as ORB_QUESTIONS
from services.race.orb.telling import SENTENCES as ORB_SENTENCES
from services.race.orb.telling import orb_label
from services.race.phases.agenda import bonus_discount
from services.race.phases.winning import reach_with
from services.race.state import NO_CARD
from services.race.table import RacePlay, abilities, world_of
from services.race.takeovers.resolution import strengths
from services.race.takeovers.state import Declared
from services.race.words import ACTIONS, CATEGORIES, GOODS, power_line

QUESTIONS = {
    **ORB_QUESTIONS,
    "draft.take": Question("Take a card for your deck.", "R18.3"),
    "setup.start_world": Question("Choose your start world.", "R2.3"),
    "setup.discard": Question("Discard cards of your opening hand.", "R2.4"),
    "actions.choose": Question("Choose your actions for this round.", "R3.1"),
    "explore.discard": Question("Discard from your hand and what you explored.", "R5.3"),
    "actions.boost": Question("Spend a prestige to boost an action? Once a game, instead of Search.", "R16.12"),
    "search.category": Question("What do you search for?", "R17.6"),
    "search.keep": Question("{subject} fits. Do you take it?", "R17.3"),
    "explore.discard_for_prestige": Question("Discard a card for prestige by {subject}, or none.", "R5.5"),
    "explore.keep": Question("Keep cards of those you explored.", "R5.1"),
    "develop.place": Question("Place a development, or none.", "R6.2"),
    "develop.discount": Question(
        "Use powers or artifacts to pay less for {subject}?", "R6.4", "The rest can be paid from hand."
    ),
    "develop.saving_good": Question("Spend a good for {subject}.", "R6.4"),
    "develop.discard": Question("Discard from your hand.", "R6.1"),
    "setup.put_under": Question("Lay cards face down under {subject}.", "R2.5"),
    "develop.pay": Question("Pay for {subject}.", "R4.3"),
    "settle.place": Question("Settle a world, or none.", "R7.1"),
    "settle.means": Question("How do you win {subject}?", "R7.4"),
    "settle.temporary": Question(
        "Discard cards for the military that {subject} still needs.", "R7.5", "Together they reach its defense."
    ),
    "settle.power": Question("Which power for one more world do you use, if any?", "R7.11"),
    "settle.extra": Question("Settle one more world with {subject}, or none.", "R7.11"),
    "takeover.power": Question("By which power do you take {subject} over?", "R14.6"),
    "takeover.block": Question("Spend prestige to defeat the takeover of {subject}, or not?", "R14.21"),
    "takeover.attack": Question("Add military to take {subject} over, or none.", "R14.9"),
    "takeover.defend": Question("Add military to defend {subject}, or none.", "R14.9"),
    "settle.temporary_cards": Question("Discard hand cards for the military of {subject}.", "R7.5"),
    "settle.temporary_good": Question("Spend a good for the military of {subject}.", "R7.5"),
    "settle.discard_for_good": Question("Discard a card to put a good on {subject}, or none.", "R7.9"),
    "settle.discount": Question("Discard a card to have {subject} for nothing?", "R7.7"),
    "settle.savings": Question("Use powers to pay less for {subject}?", "R6.4", "The rest can be paid from hand."),
    "settle.saving_good": Question("Spend a good for {subject}.", "R6.4"),
    "settle.put_under": Question("Lay one of the cards paid face down under {subject}?", "R4.3"),
    "settle.discard": Question("Discard from your hand.", "R7.9"),
    "settle.swap": Question("Replace one of your worlds with {subject}, or none?", "R7.16"),
    "settle.swapped": Question("Which world does {subject} replace?", "R7.16"),
    "settle.pay": Question("Pay for {subject}.", "R4.3"),
    "trade.good": Question("Sell a good.", "R8.1"),
    "consume.power": Question("Which power do you use next?", "R8.2"),
    "consume.option": Question("Use one of these powers, or none.", "R8.10"),
    "consume.goods": Question("Choose goods for {subject}.", "R8.2"),
    "consume.kinds": Question("Choose kinds of goods for {subject}.", "R8.9"),
    "consume.sell": Question("Sell a good with {subject}.", "R8.7"),
    "consume.hand": Question("Discard hand cards for {subject}, or none.", "R8.10"),
    "consume.prestige": Question("Spend prestige for {subject}?", "R8.10"),
    "consume.gamble": Question("Guess the cost of the top card, or pass.", "R8.10"),
    "consume.ante": Question("Bet a hand card on {subject}, or pass.", "R8.11"),
    "consume.take": Question("Take one of the cards that {subject} revealed.", "R8.11"),
    "produce.power": Question("Which power puts a good on a windfall world next?", "R9.4"),
    "produce.windfall": Question("Choose a windfall world for the good of {subject}.", "R9.4"),
    "produce.windfall_paid": Question("Choose a windfall world for {subject}, or none.", "R9.4"),
    "produce.discard": Question("Discard a card for the good of {subject}.", "R9.4"),
    "produce.discard_here": Question("Discard a card to put a good on {subject}, or none.", "R9.4"),
    "produce.bonus": Question("Choose a windfall world for your bonus good, or none.", "R9.3"),
    "round_end.discard": Question("Discard down to your hand limit.", "R10.1"),
    "produce.war_effort": Question("Give goods to the war effort, or none: 1 VP each.", "R22.26"),
    "repair.way": Question("How do you repair a damaged world? None: not now.", "R22.28"),
    "repair.world": Question("Choose what is repaired.", "R22.28"),
    "repair.discard": Question("Discard cards for the repair.", "R22.28"),
    "repair.good": Question("Discard a good for the repair.", "R22.28"),
    "invasion.defend": Question("Buy strength against {subject}, or none.", "R22.13", "Together it wins the fight."),
    "invasion.good": Question("Spend a good for the strength of {subject}.", "R22.13"),
    "invasion.discard": Question("Discard hand cards for strength.", "R22.15"),
    "invasion.damage": Question("The Xeno have won: choose a world that they damage.", "R22.19"),
}

SENTENCES = {
    **ORB_SENTENCES,
    "drafted": "{seat} takes a card.",
    "drafted.own": "You take {card}.",
    "draft_ends": "The draft ends after {rounds:round}.",
    "begins": "{seat} starts with {world}.",
    "begins.own": "You start with {world}, keep {hand}, discard {discarded}.",
    "reinforced": "{seat} adds {card} to the hand.",
    "round_begins": "Round {round}.",
    "chose": "{seat} chose {actions}.",
    "phase_begins": "The {phase} phase begins.",
    "explored": "{seat} explores {draws:card} and keeps {keeps}.",
    "boosts": "{seat} spends a prestige to boost {action}.",
    "leads": "{seat} takes the prestige tile with {prestige} prestige.",
    "lost_lead": "{seat} gives the prestige tile back.",
    "gained_prestige": "{seat} gains {prestige} prestige by {card}.",
    "searches": "{seat} searches for: {category}.",
    "found": "{seat} takes {card}; {revealed} are discarded.",
    "search_failed": "{seat} finds nothing; {revealed} are discarded.",
    "took": "{seat} takes what others discarded: {count:card}.",
    "took.own": "You take {cards} from those that others discarded.",
    "explored.own": "You explore {drawn} and keep {kept}.",
    "drew": "{seat} draws {count:card} ({why}).",
    "drew.own": "You draw {cards} ({why}).",
    "reshuffled": "The discard pile becomes the deck: {cards:card}.",
    "shows": "{seat} shows {card}.",
    "saved": "{seat} discards {card} to pay {amount} less.",
    "developed": "{seat} develops {card} for {cost:card}.",
    "developed.own": "You develop {card} for {paid}.",
    "settled": "{seat} settles {card} for {cost:card}.",
    "settled.own": "You settle {card} for {paid}.",
    "conquered": "{seat} conquers {card} (defense {defense}).",
    "boosted": "{seat} gains {military} military by {card} for this phase.",
    "goal_gained": "{seat} takes the goal {goal}.",
    "goal_lost": "{seat} loses the goal {goal}.",
    "declares_takeover": "{seat} declares a takeover of {card} of {owner} with {power}.",
    "took_over": "{seat} takes {card} of {owner} over: attack {attack}, defense {defense}.",
    "takeover_failed": "{seat} fails to take {card} of {owner} over: attack {attack}, defense {defense}.",
    "takeover_void": "{seat}'s takeover of {card} comes to nothing.",
    "disguised": "{seat} discards {card} to conquer a peaceful world.",
    "flipped": "{seat} reveals {card} with {by}.",
    "gave_up": "{seat} discards {card}.",
    "freed": "{seat} discards {card} and pays nothing.",
    "traded": "{seat} sells the {good} good of {world} for {cards:card}.",
    "consumed": "{seat} consumes with {card} what lies on {worlds}: {vp} VP.",
    "gained_vp": "{seat} gains {vp} VP.",
    "discarded_by_boost": "{seat} discards {count:card} by the boost of Trade: {vp} VP.",
    "spent_prestige": "{seat} spends {prestige} prestige for {card}.",
    "consumed_prestige": "{seat} spends {prestige} prestige for {card}: {vp} VP.",
    "put_under": "{seat} lays a card under {card}.",
    "put_under.own": "You lay {saved} under {card}.",
    "took_saved": "{seat} takes the cards saved under a world: {count:card}.",
    "took_saved.own": "You take the saved cards {cards}.",
    "swapped": "{seat} replaces {old} with {card}.",
    "blocked_takeover": "{seat} defeats the takeover of {card} with {power}.",
    "discarded_for_vp": "{seat} discards {count:card} for {card}: {vp} VP.",
    "ante": "{seat} bets {card} and reveals {revealed}.",
    "ante_won": "{seat} keeps the bet and takes {card}.",
    "ante_lost": "{seat} loses the bet {card}.",
    "gamble_won": "{seat} guesses {guess} and wins {card}.",
    "gamble_lost": "{seat} guesses {guess}; it was {card}.",
    "produced": "{seat} produces on {worlds}.",
    "gathered": "{seat} moves the goods of {worlds} to {card}.",
    "windfall": "{seat} puts a good on {world}.",
    "war_effort": "{seat} gives the goods of {worlds} to the war effort: {vp} VP; the Xeno are repulsed at {repulse}.",
    "repaired": "{seat} repairs {worlds}.",
    "stands": "{seat} stands against the Xeno at {value}.",
    "repulsed": "The Xeno are repulsed: {total} of {needed}.",
    "faces": "{seat} as admiral {rank} faces {invader}.",
    "wave_again": "The last wave comes again: {cards:card}.",
    "fortified": "{seat} gains {strength} strength by {card}.",
    "manned": "{seat} discards {count:card} for {strength} strength.",
    "manned.own": "You discard {cards} for {strength} strength.",
    "held": "{seat} holds with {strength} against {invader}: {reward:reward}.",
    "overrun": "{seat} loses with {strength} against {invader}.",
    "all_lose": "All have lost: empire defeat {times}.",
    "damaged": "{world} of {seat} is damaged.",
    "discarded": "{seat} discards {count:card}.",
    "discarded.own": "You discard {cards}.",
}

WORDS = {
    **GOODS,
    **ACTIONS,
    **CATEGORIES,
    "develop_2": "second Develop",
    "settle_2": "second Settle",
    "settle_bonus": "bonus of Settle",
    "trade": "Trade",
    "explore": "Explore",
    "orb": "Orb",
    "consume": "Consume",
    "produce": "Produce",
    "invasion": "Invasion",
}

_PLACING = frozenset({"develop.place", "settle.place", "settle.extra"})
_PICKED = {
    **ACTIONS,
    **GOODS,
    **CATEGORIES,
    "conquer": "Conquer it",
    "pay": "Pay for it",
    "take": "Take it",
    "go_on": "Go on to the next that fits",
    "ignore": "Let it not count, and go on",
    "spend": "Spend it",
    "trade_boost": "The boost of Trade",
    FOR_CARDS: "Discard hand cards",
    FOR_GOOD: "Discard a good",
    BUNKER: "The bunker: discard a hand card",
}


def pick_label(play: RacePlay, prompt: Prompt, pick: Pick) -> Label:
    """Show an option of the game or of the orb game."""
    return orb_label(play, prompt, pick) or _race_label(play, prompt, pick)


def _race_label(play: RacePlay, prompt: Prompt, pick: Pick) -> Label:
    """Show an option: a card, a power, a good, a word."""
    asked_about = pick == prompt.subject
    if prompt.kind == "takeover.power" and not asked_about:
        return _way_label(play, prompt, pick)
    if isinstance(pick, int):
        card = play.pack.cards[pick]
        means = _means(play, prompt, pick) if prompt.kind in _PLACING and not asked_about else ""
        return Label(f"{card.name} ({means})" if means else card.name, card.id)
    if pick in _PICKED:
        return Label(_PICKED[pick])
    if ":" in pick:
        card = play.pack.cards[world_of(pick)]
        return Label(f"{card.name}, good {pick.partition(':')[2]}", card.id)
    invader = play.pack.invasion.designs.get(pick)
    return _power_label(play, prompt, pick) if invader is None else Label(invader.name, invader.id)


def _power_label(play: RacePlay, prompt: Prompt, pick: str) -> Label:
    able = abilities(play, prompt.seat)
    for source in (*able.consume, *able.optional_consume):
        if source.pick == pick:
            card = play.pack.cards[source.card]
            return Label(f"{card.name}: {power_line(source.power)}", card.id)
    return Label(pick)


def _means(play: RacePlay, prompt: Prompt, pick: Number) -> str:
    """How a card on offer would be placed, optional powers left out."""
    seat, card = prompt.seat, play.pack.cards[pick]
    if pick in play.state.empires[seat].tableau:
        return "instead of a card from hand"
    if pick not in play.state.empires[seat].hand:
        return "take it over"
    if card.kind == "development":
        return _cards(max(0, abilities(play, seat).development_price(card) - bonus_discount(play.state, seat)))
    by = int(prompt.subject) if prompt.kind == "settle.extra" and prompt.subject is not None else NO_CARD
    reach = reach_with(play, seat, card, by)
    bought = play.state.empires[seat].temporary
    conquered = ["conquered"] if reach.gap is not None and reach.gap <= bought else []
    paid = [] if reach.price is None else [_cards(max(0, reach.price - bonus_discount(play.state, seat)))]
    for number, disguised in reach.disguises:
        if disguised.gap is not None and disguised.gap <= bought:
            paid.append(f"conquered with {play.pack.cards[number].name}")
    return " or ".join(conquered + paid) or f"{(reach.gap or 0) - bought} short of its defense"


def _cards(price: int) -> str:
    return "for 1 card" if price == 1 else f"for {price} cards"


def _way_label(play: RacePlay, prompt: Prompt, pick: Pick) -> Label:
    """Show a way to take a world over, with what it comes to before anybody adds military."""
    cards = [int(each) for each in str(pick).split("+")]
    names = " and ".join(play.pack.cards[card].name for card in cards)
    world = int(prompt.subject or 0)
    owner = next(other for other, empire in enumerate(play.state.empires) if world in empire.tableau)
    attack, defense = strengths(play, Declared(prompt.seat, owner, world, cards[0]))
    return Label(f"{names}: attack {attack}, defense {defense}", play.pack.cards[cards[0]].id)
