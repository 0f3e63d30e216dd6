"""Declared takeovers are fought one by one, in turn order (R14.8-R14.16)."""

from galaxytables_kit import At, Flow, Picks, Prompt, Seat
from galaxytables_race.components.cards import CardNumber, card_of
from galaxytables_race.phases.placing import discard_own_share, placed, settle_bonuses
from galaxytables_race.phases.winning import prestige_for_disguise
from galaxytables_race.powers.military import Powers, Temporary, buy, check_goods, max_added, unusable, usable
from galaxytables_race.prestige import gain_prestige, spend_prestige, tile_after_spending
from galaxytables_race.reach import temporary_against
from galaxytables_race.rulings import rulings
from galaxytables_race.state.phases import Settling
from galaxytables_race.state.takeovers import NO_FLEET, Declared, Outcome
from galaxytables_race.table import RacePlay, abilities, component, components, discard, turn_order, without
from galaxytables_race.table.running import running, settler
from galaxytables_race.takeovers.strength import as_target, strengths_for
from galaxytables_race.takeovers.targets import takeover_power


def next_takeover(play: RacePlay) -> Declared | None:
    """Return the declared takeover that is fought next, or None if none is left (R14.8)."""
    takeovers = running(play, Settling).takeovers
    if takeovers is None:
        return None
    waiting = [each for each in takeovers.declared if each.outcome is Outcome.OPEN]
    return min(waiting, key=lambda each: turn_order(play).index(each.seat), default=None)


def takeovers_are_declared(play: RacePlay) -> bool:
    """Return whether a takeover is still to be fought."""
    return next_takeover(play) is not None


def fight(play: RacePlay) -> Flow[None]:
    """The next takeover is blocked, or the attacker and then the defender may add military (R14.8, R14.9)."""
    declared = next_takeover(play)
    if declared is not None:
        if _stands(play, declared):
            blocked = yield from _is_blocked(play, declared)
            if not blocked:
                yield from _fight(play, declared)
        else:
            declared.outcome = Outcome.VOID
            play.tell("takeover_void", declared.seat, card=component(play, declared.world))


def strengths(play: RacePlay, declared: Declared) -> tuple[int, int]:
    """Return the attack and the defense of a takeover, military bought in this phase included (R14.13, R14.14)."""
    state = play.state
    attacker, owner = abilities(play, declared.seat), abilities(play, declared.owner)
    attack, defense = strengths_for(play.pack, attacker, owner, declared.world, declared.power)
    return attack + state.changes(declared.seat).temporary, defense + state.changes(declared.owner).temporary


def _stands(play: RacePlay, declared: Declared) -> bool:
    """Return whether the world is still there (R14.16).

    A second takeover that was declared with the first is void unless that is won (R14.17).
    """
    takeovers = running(play, Settling).takeovers
    if rulings(play).extra_world_on_declaring and takeovers is not None:
        earlier = takeovers.of(declared.seat)
        if any(each.outcome in (Outcome.FAILED, Outcome.VOID) for each in earlier):
            return False
    return declared.world in play.state.empires[declared.owner].tableau


def _fight(play: RacePlay, declared: Declared) -> Flow[None]:
    attack, defense = strengths(play, declared)
    card = component(play, declared.world)
    powers = _powers(play, declared.seat, declared.world)
    if powers and attack + max_added(play, declared.seat, powers) >= defense:
        attack += yield from _strengthen(play, declared.seat, "takeover.attack", declared.world, powers)
    powers = _powers(play, declared.owner, declared.world)
    if powers and defense <= attack < defense + max_added(play, declared.owner, powers):
        defense += yield from _strengthen(play, declared.owner, "takeover.defend", declared.world, powers)
    declared.attack, declared.defense = attack, defense
    if attack >= defense:
        play.tell("took_over", declared.seat, card=card, owner=At(declared.owner), attack=attack, defense=defense)
        _win(play, declared)
        if settler(play, declared.seat).owed:
            cards = yield from discard_own_share(play, declared.seat, "settle.discard")
            private = {declared.seat: {"cards": components(play, cards)}}
            play.tell("discarded", declared.seat, count=len(cards), private=private)
    else:
        declared.outcome = Outcome.FAILED
        play.tell("takeover_failed", declared.seat, card=card, owner=At(declared.owner), attack=attack, defense=defense)


def _is_blocked(play: RacePlay, declared: Declared) -> Flow[bool]:
    """Let others spend prestige to defeat a takeover, against anybody, once per phase each (R14.21).

    Return whether one did.
    """
    if play.options.security_council_any_target_only:
        target = takeover_power(play.pack, declared.power).target
        if target != "any_owner":
            return False
    for seat in turn_order(play):
        empire, spent = play.state.empires[seat], play.state.changes(seat).spent
        for number, cost in abilities(play, seat).takeover_blocks:
            if seat == declared.seat or number in spent or empire.prestige.chips < cost:
                continue
            picks = yield Prompt(seat, "takeover.block", (number,), 0, 1, default=(), subject=declared.world)
            if picks:
                spend_prestige(play, seat, cost)
                tile_after_spending(play, seat)
                spent[number] = 1
                declared.outcome = Outcome.FAILED
                card, by = component(play, declared.world), component(play, number)
                play.tell("blocked_takeover", seat, card=card, power=by)
                return True
    return False


def _powers(play: RacePlay, seat: Seat, world: CardNumber) -> Powers:
    """Return temporary powers that a seat can use for or against the takeover of a world."""
    return usable(play, seat, _temporary(play, seat, world))


def _temporary(play: RacePlay, seat: Seat, world: CardNumber) -> Temporary:
    return temporary_against(abilities(play, seat), as_target(play.pack.cards[world]))


def _strengthen(play: RacePlay, seat: Seat, kind: str, world: CardNumber, powers: Powers) -> Flow[int]:
    """Ask a seat which powers to use for temporary military; return the strength gained (R14.9)."""

    def payable(picks: Picks) -> None:
        check_goods(play, seat, powers, picks)

    options = tuple(powers)
    rule = payable if sum(power.cost == "good" for power in powers.values()) > 1 else None
    reasons = unusable(play, seat, _temporary(play, seat, world), powers)
    picks = yield Prompt(seat, kind, options, 0, len(options), default=(), rule=rule, subject=world, barred=reasons)
    gained = yield from buy(play, seat, {card: powers[card] for card in picks})
    if any(powers[card_of(card)].cost == "prestige" for card in picks):
        tile_after_spending(play, seat)
    return gained


def _win(play: RacePlay, declared: Declared) -> None:
    """Move the world with its good, or destroy it; then take the bonuses of a placement (R14.15, R14.20)."""
    state = play.state
    seat, world = declared.seat, declared.world
    loser, winner = state.empires[declared.owner], state.empires[seat]
    able = abilities(play, seat)
    takeovers = running(play, Settling).takeovers
    earlier = [] if takeovers is None else [each for each in takeovers.of(seat) if each.outcome is Outcome.WON]
    first = not placed(settler(play, seat)) and not earlier
    declared.outcome = Outcome.WON
    loser.tableau = without(loser.tableau, world)
    settler(play, declared.owner).lost.append(world)
    goods, saved = loser.goods.pop(world, []), loser.saved.pop(world, [])
    power = takeover_power(play.pack, declared.power)
    if power.destroy:
        discard(play, declared.owner, [world, *goods, *saved])
    else:
        winner.tableau = (*winner.tableau, world)
        settler(play, seat).fresh.append(world)
        if goods:
            winner.goods[world] = goods
        if saved:
            winner.saved[world] = saved
    if power.prestige:
        gain_prestige(play, seat, power.prestige, declared.power)
    if declared.fleet != NO_FLEET:
        prestige_for_disguise(play, seat, declared.fleet)
    settle_bonuses(play, seat, able, world, first=first)
