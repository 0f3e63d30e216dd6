"""Proves the chance of a record of Race for the Galaxy with nothing of the platform but its messages.

`python -m tests.race.stranger <record> <components> [<commitment noted before the game, in hex>]`; the second file is
the catalogue as `GetComponents` gives it. Written after docs/reference/chance.md. Prints `fair`, or what is wrong, with
exit code 1.
"""

import hmac
import sys
from collections import Counter
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from galaxytables.rules.v1 import game_pb2, rules_pb2

ARCS = {
    "gathering_storm": ["gathering_storm"],
    "rebel_vs_imperium": ["gathering_storm", "rebel_vs_imperium"],
    "brink_of_war": ["gathering_storm", "rebel_vs_imperium", "brink_of_war"],
    "alien_artifacts": ["alien_artifacts"],
    "xeno_invasion": ["xeno_invasion"],
}
PACKS = {2: (5, 2), 3: (5, 4), 4: (7, 6), 5: (9, 7), 6: (9, 9)}
ON_CELLS = {"artifact_a": "A", "breeding_tube": "A", "artifact_b": "B"}


class Unfair(Exception):
    """What does not fit."""


def draws(key):
    """The numbers that all luck comes from: four of 8 bytes from each block."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))
        counter += 1


def shuffle(items, numbers):
    """Swap each item, from the last to the second, with one that is not behind it."""
    for last in range(len(items) - 1, 0, -1):
        fair = 2**64 - 2**64 % (last + 1)
        number = next(number for number in numbers if number < fair) % (last + 1)
        items[last], items[number] = items[number], items[last]
    return items


def value(fact):
    """What a fact says, in types of this language."""
    form = fact.WhichOneof("value")
    match form:
        case "components":
            return list(fact.components.ids)
        case "numbers":
            return list(fact.numbers.numbers)
        case "group":
            return facts(fact.group)
        case "groups":
            return [facts(group) for group in fact.groups.groups]
        case _:
            return getattr(fact, form)


def facts(message):
    return {fact.name: value(fact) for fact in message.facts}


def told(event):
    """All that an event says, with what single seats alone were told."""
    found = facts(event)
    for part in event.private_parts:
        found |= facts(part)
    return found


class Table:
    """A table as it is laid out before the first question."""

    def __init__(self, record, catalogue, numbers):
        self.record, self.numbers, self.seats = record, numbers, record.seats
        self.kinds = {each.id: each.kind for each in catalogue.components}
        self.facts = {each.id: facts(each) for each in catalogue.components}
        self.copies = {each.id: each.copies for each in catalogue.components}
        self.sets = ["base", *ARCS.get(self.option("expansion"), [])]
        self.sets += ["new_worlds"] if self.on("new_worlds") else []
        self.deck = self.box()
        self.starts = self.deal_start_worlds()
        self.hands = self.deal_preset_hands() if self.on("preset_hands") else []
        shuffle(self.deck, numbers)
        self.goals = self.deal_goals() if self.on("goals") else []
        self.invaders = self.deal_invaders() if self.on("invasion") else []
        self.orb, self.artifacts = self.deal_orb() if self.on("orb") else ([], {})

    def option(self, name):
        return self.record.options[name]

    def on(self, name):
        return self.option(name) == "on"

    def each(self, kind, **wanted):
        """Ids of the components of a kind with these facts, in the order of the catalogue."""
        return [
            each
            for each, of in self.kinds.items()
            if of == kind and all(self.facts[each].get(name) == value for name, value in wanted.items())
        ]

    def box(self):
        """All cards of the sets in play."""
        cards = []
        changed = {printed["replaces"]: each for each, printed in self.facts.items() if "replaces" in printed}
        for each, kind in self.kinds.items():
            printed = self.facts[each]
            if kind not in ("world", "development") or printed["set"] not in self.sets or "replaces" in printed:
                continue
            more = [change["copies"] for change in printed.get("copies_with", ()) if change["set"] in self.sets]
            instead = changed.get(each, each) if self.on("second_edition") else each
            cards += [instead] * (self.copies[each] + sum(more))
        return cards

    def chooses_start_world(self):
        if self.option("start_worlds") != "standard":
            return self.option("start_worlds") == "choice"
        if self.on("preset_hands") or self.on("takeover_scenario"):
            return False
        return self.option("expansion") not in ("base", "gathering_storm") or self.on("new_worlds") or self.on("draft")

    def deal_start_worlds(self):
        """The start worlds from which each seat chooses, taken out of the deck."""
        worlds = [card for card in self.deck if "start_world" in self.facts[card]]
        if self.on("takeover_scenario"):
            dealt = [
                [world] for world in shuffle([card for card in worlds if "brings" in self.facts[card]], self.numbers)
            ]
            for (world,) in dealt:
                self.deck.remove(self.facts[world]["brings"])
        else:
            if self.on("preset_hands"):
                worlds = [card for card in worlds if "first_hand" in self.facts[card]]
            if self.chooses_start_world():
                odd = shuffle([card for card in worlds if self.facts[card]["start_world"] % 2], self.numbers)
                even = shuffle([card for card in worlds if not self.facts[card]["start_world"] % 2], self.numbers)
                dealt = [list(pair) for pair in zip(odd, even, strict=False)]
            else:
                dealt = [[world] for world in shuffle(worlds, self.numbers)]
        dealt = dealt[: self.seats]
        for card in (card for cards in dealt for card in cards):
            self.deck.remove(card)
        return dealt

    def deal_preset_hands(self):
        hands: list[list[str]] = []
        for (world,) in self.starts:
            hands.append([])
            for wanted in self.facts[world]["first_hand"]:
                printings = (wanted, *(each for each in self.facts if self.facts[each].get("replaces") == wanted))
                card = next(card for card in self.deck if card in printings)
                self.deck.remove(card)
                hands[-1].append(card)
        return hands

    def deal_goals(self):
        goals = []
        for kind, count in (("first", 4), ("most", 2)):
            tiles = [each for each in self.each("goal", type=kind) if self.facts[each]["set"] in self.sets]
            goals += shuffle(tiles, self.numbers)[:count]
        return goals

    def deal_invaders(self):
        """The invasion deck; its top is the end."""
        (tile,) = self.each("repulse_tile", seats=self.seats)
        used = self.facts[tile]["wave_cards"]
        deck = []
        for wave in range(len(used), 0, -1):
            cards = [card for card in self.each("invasion", wave=wave) for _ in range(self.copies[card])]
            deck += shuffle(cards, self.numbers)[: used[wave - 1]]
        return deck

    def deal_orb(self):
        """The orb deck, its top at the end, and the artifacts of both series, the next one at the end."""
        first = shuffle(self.each("orb_card", deck="A"), self.numbers)[6 * (5 - self.seats) :]
        second = shuffle(self.each("orb_card", deck="B"), self.numbers)[3 * (5 - self.seats) :]
        artifacts = {}
        for series in ("A", "B"):
            stack = [each for each in self.each("artifact", series=series) for _ in range(self.copies[each])]
            artifacts[series] = shuffle(stack, self.numbers)
        return [*second, *first], artifacts

    def pack_size(self):
        """How many cards each gets for the next round of the draft; 0 when it is over."""
        full, last = PACKS[self.seats] if self.option("draft_packs") == "by_seats" else (5, 5)
        if self.option("expansion") != "brink_of_war":
            full = last = 5
        size = min(full, len(self.deck) // self.seats)
        return size if size >= last else 0


def check_draft(table, events):
    """Follow the packs from hand to hand; the decks that are made of the drafted cards."""
    drafted: list[list[str]] = [[] for _ in range(table.seats)]
    takes = iter([event for event in events if event.kind == "drafted"])
    step = 1
    while size := table.pack_size():
        packs = [[table.deck.pop() for _ in range(size)] for _ in range(table.seats)]
        while packs[0]:
            for _ in range(table.seats):
                event = next(takes)
                card = told(event)["card"]
                if card not in packs[event.seat]:
                    raise Unfair("a card drafted was not in the pack")
                packs[event.seat].remove(card)
                drafted[event.seat].append(card)
            packs = [packs[(seat - step) % table.seats] for seat in range(table.seats)]
        step = -step
    return [shuffle(deck, table.numbers) for deck in drafted]


def check_hands(table, decks, events):
    """Start worlds and first hands; a shared deck stands once for each seat."""
    hands = table.hands or [[decks[seat].pop() for _ in range(6)] for seat in range(table.seats)]
    for event in events:
        if event.kind == "begins":
            said = told(event)
            if said["world"] not in table.starts[event.seat]:
                raise Unfair("a start world is not one of those dealt")
            held = Counter([*said["hand"], *said["discarded"]])
            if held - Counter(hands[event.seat]) or held.total() < len(hands[event.seat]) - 1:
                raise Unfair("a first hand is not that of the seed")


def check_draws(decks, events):
    """Cards told to be drawn lie in the deck in that order, until it is shuffled anew; goods lie between them."""
    left = {id(deck): list(deck) for deck in decks}
    drawn = {"drew": "cards", "explored": "drawn"}
    for event in takewhile(lambda event: event.kind != "reshuffled", events):
        if event.kind in drawn:
            deck = left[id(decks[event.seat])]
            for card in told(event).get(drawn[event.kind], ()):
                while deck and deck[-1] != card:
                    deck.pop()
                if not deck:
                    raise Unfair("the cards drawn are not those of the seed")
                deck.pop()


def check_goals(table, events, names):
    won = {told(event)["goal"] for event in events if event.kind == "goal_gained"}
    if won - {names[goal] for goal in table.goals}:
        raise Unfair("a goal was won that was not laid out")


def check_invaders(table, events):
    """Those that come are the top cards of the deck, one a seat; then those of the last wave that were fought.

    Numbers with which the deck of cards is shuffled anew in between are passed over.
    """
    fought: list[str] = []
    deck, last = table.invaders, max(table.facts[each]["wave"] for each in table.each("invasion"))
    facing = {}
    for event in events:
        if event.kind == "reshuffled":
            shuffle([None] * told(event)["cards"], table.numbers)
        elif event.kind == "wave_again":
            deck[:0], fought = shuffle(fought, table.numbers), []
        elif event.kind == "faces":
            facing[event.seat] = told(event)["invader"]
            if len(facing) == table.seats:
                if Counter(facing.values()) != Counter(deck.pop() for _ in range(table.seats)):
                    raise Unfair("the invaders are not those of the seed")
                fought += [facing[seat] for seat in sorted(facing) if table.facts[facing[seat]]["wave"] == last]
                facing = {}


def check_orb(table, events):
    """Orb cards come from the top of the deck, artifacts from their stacks when their card is played."""
    lying: Counter[str] = Counter()
    for event in events:
        said = told(event)
        if event.kind in ("orb_dealt", "orb_drew"):
            cards = said["cards"] if event.kind == "orb_dealt" else [said["card"]]
            if cards != [table.orb.pop() for _ in cards]:
                raise Unfair("an orb card is not that of the seed")
        elif event.kind == "orb_played":
            kinds = [cell["kind"] for cell in table.facts[said["card"]]["cells"]]
            stacks = [table.artifacts[ON_CELLS[kind]] for kind in kinds if kind in ON_CELLS]
            lying.update([stack.pop() for stack in stacks if stack])
        elif event.kind == "took_artifact":
            if not lying[said["artifact"]]:
                raise Unfair("an artifact is not one that was laid out")
            lying[said["artifact"]] -= 1


def key(record, noted=b""):
    """The key of all draws, once seed and entropy were looked at."""
    if sha256(record.seed).digest() != record.commitment or noted not in (b"", record.commitment):
        raise Unfair("the seed does not fit the commitment")
    if len(record.seed) != 32 or len(record.entropy) != record.seats:
        raise Unfair("seed or entropy is missing")
    mixed = b"".join(bytes([len(part)]) + part for part in record.entropy)
    return sha256(b"galaxy-tables chance 1" + record.seed + mixed).digest()


def check(record, catalogue, numbers):
    """Lay the table out anew, and hold what the events tell against it."""
    if catalogue.pack_digest != record.pack_digest:
        raise Unfair("the game was not played with these components")
    table, events = Table(record, catalogue, numbers), record.events
    decks = check_draft(table, events) if table.on("draft") else [table.deck] * table.seats
    check_hands(table, decks, events)
    check_draws(decks, events)
    check_goals(table, events, {each.id: each.name for each in catalogue.components})
    if table.on("invasion"):
        check_invaders(table, events)
    check_orb(table, events)


def wrong(record, catalogue, noted=b""):
    """What does not fit, empty if all does; `noted` is the commitment seen before the game."""
    try:
        check(record, catalogue, draws(key(record, noted)))
    except Unfair as found:
        return str(found)
    return ""


if __name__ == "__main__":
    found = wrong(
        game_pb2.Record.FromString(Path(sys.argv[1]).read_bytes()),
        rules_pb2.ComponentsResponse.FromString(Path(sys.argv[2]).read_bytes()),
        bytes.fromhex("".join(sys.argv[3:])),
    )
    sys.stdout.write(f"{found or 'fair'}\n")
    sys.exit(bool(found))
