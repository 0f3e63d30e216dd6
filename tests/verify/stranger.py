"""Proves the chance of a Jump Drive record with nothing of the platform but its messages.

`python -m tests.verify.stranger <record> <components> [<commitment noted before the game, in hex>]`; the second file is
the catalogue as `GetComponents` gives it. Written after docs/reference/chance.md. Prints `fair`, or what is wrong, with
exit code 1.
"""

import hmac
import sys
from hashlib import sha256
from pathlib import Path

from galaxytables.rules.v1 import game_pb2, rules_pb2


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


def cards_of(event):
    """The cards that an event showed to its player."""
    return [card for part in event.private_parts for card in fact(part.facts, "cards").components.ids]


def fact(facts, name):
    return next(each for each in facts if each.name == name)


def deal(record, components, numbers):
    """The deck and the hands of a new game."""
    titles = [each for each in components if each.kind in ("development", "world")]
    in_deck = [each for each in titles if "table_supply" not in [power.kind for power in each.powers]]
    deck = [each.id for each in in_deck for _ in range(each.copies)]
    if record.options["hands"] == "preset":
        presets = [list(fact(each.facts, "cards").components.ids) for each in components if each.kind == "preset_hand"]
        shuffle(presets, numbers)
        hands = presets[: record.seats]
        for card in (card for hand in hands for card in hand):
            deck.remove(card)
        shuffle(deck, numbers)
        return deck, hands
    shuffle(deck, numbers)
    dealt = next(fact(each.facts, "dealt").number for each in components if each.kind == "reference")
    return deck, [[deck.pop() for _ in range(dealt)] for _ in range(record.seats)]


def draw(count, deck, discards, numbers):
    """Cards from the top of the deck; an empty one is made anew of the discards at once."""
    drawn: list[str] = []
    while True:
        if not deck and discards:
            deck[:], discards[:] = discards, []
            shuffle(deck, numbers)
        if not deck or len(drawn) == count:
            return drawn
        drawn.append(deck.pop())


def wrong(record, catalogue, noted=b""):
    """What does not fit, empty if all does; `noted` is the commitment seen before the game."""
    if sha256(record.seed).digest() != record.commitment or noted not in (b"", record.commitment):
        return "the seed does not fit the commitment"
    if len(record.seed) != 32 or len(record.entropy) != record.seats:
        return "seed or entropy is missing"
    if catalogue.pack_digest != record.pack_digest:
        return "the game was not played with these components"
    mixed = b"".join(bytes([len(part)]) + part for part in record.entropy)
    numbers = draws(sha256(b"galaxy-tables chance 1" + record.seed + mixed).digest())
    deck, hands = deal(record, catalogue.components, numbers)
    if [cards_of(event) for event in record.events if event.kind == "dealt"] != hands:
        return "the hands dealt are not those of the seed"
    discards = []
    for event in record.events:
        if event.kind == "discarded":
            discards += cards_of(event)
        elif event.kind == "gave_up":
            discards.append(fact(event.facts, "card").component)
        elif event.kind == "drew":
            cards = cards_of(event)
            if cards != draw(len(cards), deck, discards, numbers):
                return "the cards drawn are not those of the seed"
    return ""


if __name__ == "__main__":
    found = wrong(
        game_pb2.Record.FromString(Path(sys.argv[1]).read_bytes()),
        rules_pb2.ComponentsResponse.FromString(Path(sys.argv[2]).read_bytes()),
        bytes.fromhex("".join(sys.argv[3:])),
    )
    sys.stdout.write(f"{found or 'fair'}\n")
    sys.exit(bool(found))
