"""Proves the chance of a Jump Drive record with nothing of the platform but its messages and its published card file.

`python -m tests.verify.stranger <record> <card file> [<commitment noted before the game, in hex>]`; written after
docs/fair-chance.md. Prints `fair`, or what is wrong with exit code 1.
"""

import hmac
import json
import sys
from hashlib import sha256
from itertools import chain
from pathlib import Path

from galaxy.rules.v1 import game_pb2


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


def told(record, kind):
    """The cards that events of a kind showed to their players, one list an event."""
    parts = [part for event in record.events if event.kind == kind for part in event.private_parts]
    return [list(fact.components.ids) for part in parts for fact in part.facts if fact.name == "cards"]


def wrong(record, pack, noted=b""):
    """What does not fit, empty if all does; `pack` is the card file, `noted` the commitment seen before the game."""
    if sha256(record.seed).digest() != record.commitment or noted not in (b"", record.commitment):
        return "the seed does not fit the commitment"
    if len(record.seed) != 32 or len(record.entropy) != record.seats:
        return "seed or entropy is missing"
    if sha256(b"\0%d\0" % len(pack) + pack).digest() != record.pack_digest:
        return "the game was not played with this card file"
    mixed = b"".join(bytes([len(part)]) + part for part in record.entropy)
    numbers = draws(sha256(b"galaxy-tables chance 1" + record.seed + mixed).digest())
    file = json.loads(pack)
    deck = [card["id"] for card in file["cards"] for _ in range(card["copies"])]
    if record.options["hands"] == "preset":
        presets = [file["preset_hands"][letter]["cards"] for letter in sorted(file["preset_hands"])]
        shuffle(presets, numbers)
        hands = presets[: record.seats]
        for card in chain(*hands):
            deck.remove(card)
        shuffle(deck, numbers)
    else:
        shuffle(deck, numbers)
        hands = [[deck.pop() for _ in range(file["limits"]["dealt"])] for _ in range(record.seats)]
    if told(record, "dealt") != hands:
        return "the hands dealt are not those of the seed"
    drawn = list(chain(*told(record, "drew")))[: len(deck)]  # afterwards the discards are shuffled into a new deck
    return "" if drawn == deck[::-1][: len(drawn)] else "the cards drawn are not those of the seed"


if __name__ == "__main__":
    found = wrong(
        game_pb2.Record.FromString(Path(sys.argv[1]).read_bytes()),
        Path(sys.argv[2]).read_bytes(),
        bytes.fromhex("".join(sys.argv[3:])),
    )
    sys.stdout.write(f"{found or 'fair'}\n")
    sys.exit(bool(found))
