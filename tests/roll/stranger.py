"""Proves the chance of a Roll for the Galaxy record with nothing of the platform but its messages.

Written after docs/reference/chance.md: it rebuilds set-up, every roll and every tile that is drawn from the record's
seed, the entropy, and the catalogue as `GetComponents` gives it.
"""

import hmac
from collections import Counter
from hashlib import sha256
from itertools import pairwise

PHASES = ("explore", "develop", "settle", "produce", "ship")
LISTS = ("components", "words")


def draws(key):
    """The numbers that all luck comes from: four of 8 bytes from each block."""
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24))
        block += 1


def below(outcomes, numbers):
    """One of so many outcomes; numbers that would favour some are thrown away."""
    fair = 2**64 - 2**64 % outcomes
    return next(number for number in numbers if number < fair) % outcomes


def shuffle(items, numbers):
    """Swap each item, from the last to the second, with one that is not behind it."""
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1, numbers)
        items[last], items[other] = items[other], items[last]


def facts(given):
    """Facts by name, lists as lists."""
    plain = {}
    for fact in given:
        form = fact.WhichOneof("value")
        value = getattr(fact, form)
        plain[fact.name] = list(value.ids if form == "components" else value.words) if form in LISTS else value
    return plain


class Box:
    """What the catalogue says of tiles and dice."""

    def __init__(self, components):
        printed = [(each, facts(each.facts)) for each in components]
        self.tiles = [
            (each.id, has["other_side"]) for each, has in printed if each.kind == "development" and "other_side" in has
        ]
        self.tile_of = {side: tile for tile in self.tiles for side in tile}
        halves: dict[int, list[str]] = {}
        for each, has in printed:
            if "faction" in has:
                halves.setdefault(has["faction"], []).append(each.id)
        self.factions = list(halves.items())
        self.homes = [each.id for each, has in printed if has.get("home_world")]
        self.faces = {each.id: has["faces"] for each, has in printed if each.kind == "die"}


class Table:
    """The bag, the tiles abandoned, and the numbers still to come."""

    def __init__(self, box, numbers):
        self.box, self.numbers = box, numbers
        self.bag, self.abandoned = list(box.tiles), []
        self.factions, self.homes = list(box.factions), list(box.homes)
        for pile in (self.bag, self.factions, self.homes):
            shuffle(pile, numbers)

    def take(self, count):
        """Tiles from the top of the bag, which is the end of the list."""
        return [self.bag.pop() for _ in range(min(count, len(self.bag)))]

    def refill(self):
        """Abandoned tiles on top of the bag, in the order in which they were abandoned; then it is shuffled."""
        self.bag += self.abandoned
        self.abandoned.clear()
        shuffle(self.bag, self.numbers)

    def roll(self, cup):
        """The faces of the dice of a cup, rolled in the order of the catalogue."""
        return [(die, self.box.faces[die][below(6, self.numbers)]) for die in self.box.faces for _ in range(cup[die])]


def wrong(record, components):
    """What does not fit, empty if all does."""
    if sha256(record.seed).digest() != record.commitment:
        return "the seed does not fit the commitment"
    mixed = b"".join(bytes([len(part)]) + part for part in record.entropy)
    box = Box(components)
    table = Table(box, draws(sha256(b"galaxy-tables chance 1" + record.seed + mixed).digest()))
    events = [(event, facts(event.facts)) for event in record.events]
    return wrong_setup(table, events) or wrong_play(table, record, events)


def wrong_setup(table, events):
    """Start tiles in the order of seats, and two tiles from the bag for each."""
    dealt = [told for event, told in events if event.kind == "dealt"]
    for told, (number, halves), home in zip(dealt, table.factions, table.homes, strict=False):
        if (told["faction"], [told["first"], told["second"]], told["home"]) != (number, halves, home):
            return "the start tiles are not those of the seed"
    for told in [told for event, told in events if event.kind == "began"]:
        if {table.box.tile_of[told["development"]], table.box.tile_of[told["world"]]} != set(table.take(2)):
            return "the tiles to begin with are not those of the seed"
    return ""


def wrong_play(table, record, events):
    """Every roll and every draw after set-up."""
    play = Play(table, record, events)
    for place, (event, _) in enumerate(events):
        found = play.follow(event.kind, place)
        if found:
            return found
    return ""


class Play:
    """Follows the events that chance had a part in; each says what does not fit."""

    def __init__(self, table, record, events):
        self.table, self.events = table, events
        self.scouts, self.rounds = scouts_of(record), rounds_of(record)
        self.out = []

    def follow(self, kind, place):
        """Go on by one event."""
        step = getattr(self, f"on_{kind}", None)
        return (step(place, self.events[place][1]) if step is not None else None) or ""

    def on_round(self, place, told):
        """All cups are rolled, in the order of seats."""
        selected = in_round(self.events, place)
        rolls = [self.table.roll(cup_of(each)) for each in selected]
        for seat, (roll, standing) in enumerate(zip(rolls, selected, strict=True)):
            if not fits(roll, standing, self.rounds[told["round"] - 1].get(seat, [])):
                return f"round {told['round']}: the dice of seat {seat} are not those of the seed"
        return ""

    def on_extra_die(self, _, told):
        """The spare die of a game for two."""
        fallen = self.table.box.faces["home_die"][below(6, self.table.numbers)]
        return "" if told["face"] == fallen else "the spare die is not that of the seed"

    def on_scouted(self, _, told):
        """What is abandoned was picked right after the choice to scout."""
        abandoned = self.scouts.pop(0)
        if told["abandoned"]:
            self.table.abandoned += [self.table.box.tile_of[side] for side in abandoned]

    def on_bag_refilled(self, place, told):
        """At the end of a phase; or in a draw, when all of the bag was drawn."""
        if len(self.table.abandoned) != told["count"]:
            return "other tiles were abandoned"
        if self.events[place + 1][0].kind in ("drew", "gave"):
            self.out += self.table.take(len(self.table.bag))
        self.table.refill()
        return ""

    def on_gave(self, place, _):
        """Gifts go into a bag of which everything was drawn."""
        if self.events[place - 1][0].kind != "gave":
            self.out += self.table.take(len(self.table.bag))
        self.table.bag.append(self.table.box.tile_of[self.own(place)["tile"]])

    def on_drew(self, place, told):
        """Tiles from the top, after the last gift from a bag that is shuffled once."""
        if self.events[place - 1][0].kind == "gave":
            shuffle(self.table.bag, self.table.numbers)
        drawn = self.out + self.table.take(told["count"] - len(self.out))
        self.out = []
        fits_seed = [side for tile in drawn for side in tile] == self.own(place)["sides"]
        return "" if fits_seed else "the tiles drawn are not those of the seed"

    def own(self, place):
        """What an event told its own seat."""
        return facts(self.events[place][0].private_parts[0].facts)


def in_round(events, place):
    """What the seats selected in the round that is told here."""
    selected = []
    for event, told in events[place + 1 :]:
        if event.kind == "round":
            break
        if event.kind == "selected":
            selected.append(told)
    return selected


def cup_of(standing):
    """All dice that were rolled, wherever they stand at the reveal."""
    dice = Counter(die for phase in (*PHASES, "dictated") for die in standing[phase])
    return dice if standing["die"] == "die elsewhere" else dice + Counter([standing["die"]])


def fits(roll, standing, choices):
    """Whether the dice named in choices were rolled; and, where none moved, whether all stand where they fell."""
    for pick in (pick for picks in choices for pick in picks if ":" in pick and "@" in pick):
        colour, face = pick.partition("@")[0].split(":")
        if (f"{colour}_die", face) not in roll:
            return False
    if [picks for picks in choices if len(picks) != 1 or picks[0] == "dictate" or ">" in picks[0]]:
        return True
    phase, *more = (picks[0] for picks in choices)
    if len(choices) != 3 or more[-1] != "done":
        return True
    colour, face = more[0].partition("@")[0].split(":")
    left = list(roll)
    left.remove((f"{colour}_die", face))
    columns: dict[str, Counter[str]] = {each: Counter() for each in PHASES}
    for die, shown in left:
        columns[phase if shown == "wild" else shown][die] += 1
    return standing["phase"] == phase and all(columns[each] == Counter(standing[each]) for each in PHASES)


def scouts_of(record):
    """What was picked after each choice to scout."""
    return [
        list(after.picks)
        for choice, after in pairwise(record.choices)
        if choice.picks and choice.picks[0].partition(":")[0] == "scout"
    ]


def rounds_of(record):
    """The choices of each seat behind the screens, round by round: steps that begin with a phase."""
    steps: dict[str, dict[int, list[list[str]]]] = {}
    for choice in record.choices:
        step, _, number = choice.prompt_id.split(".")
        if number == "0" and choice.picks and choice.picks[0] in PHASES:
            steps.setdefault(step, {})
    for choice in record.choices:
        step = choice.prompt_id.split(".")[0]
        if step in steps:
            steps[step].setdefault(choice.seat, []).append(list(choice.picks))
    return list(steps.values())
