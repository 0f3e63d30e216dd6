"""The example of docs/reference/chance.md: the platform and the stranger come to the very numbers that stand there."""

import hmac
import re
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from galaxytables_kit import chance
from galaxytables_verify import checks
from tests.verify import stranger

PAGE = (Path(__file__).parents[2] / "docs/reference/chance.md").read_text()
SEED = bytes(range(32))
ENTROPY = [b"salt", b"", b"pepper"]
KEY = chance.chance_key(SEED, ENTROPY, 3)


def told(name):
    """What the page's table says of something."""
    (value,) = re.findall(rf"^\| {re.escape(name)} \| `([^`]+)`", PAGE, re.MULTILINE)
    return value


def test_commitment_and_key():
    assert told("commitment") == sha256(SEED).hexdigest() == chance.commitment(SEED).hex()
    assert told("key") == KEY.hex() == checks.chance_key(SEED, ENTROPY).hex()


def test_blocks_and_draws():
    numbers = list(islice(stranger.draws(KEY), 8))
    for block in (0, 1):
        assert told(f"block {block}") == hmac.digest(KEY, block.to_bytes(8, "big"), "sha256").hex()
        assert b"".join(number.to_bytes(8, "big") for number in numbers[4 * block :][:4]).hex() == told(
            f"block {block}"
        )
    assert [told("draw 0"), told("draw 4")] == [str(numbers[0]), str(numbers[4])]


def test_dice():
    dice = chance.SeededChance(KEY)
    rolled = [dice.below(6) for _ in range(5)]
    assert told("five dice, from draw 0") == " ".join(map(str, rolled))
    assert rolled == [number % 6 for number in islice(stranger.draws(KEY), 5)]
    assert dice.counter == 5


def test_shuffle():
    ours, strangers = list("ABCDE"), list("ABCDE")
    shuffler = chance.SeededChance(KEY)
    shuffler.shuffle(ours)
    stranger.shuffle(strangers, stranger.draws(KEY))
    assert told("or: A B C D E shuffled, from draw 0") == " ".join(ours) == " ".join(strangers)
    assert shuffler.counter == 4


@pytest.mark.parametrize("number", [2**64 - 1, 2**64 - 2**64 % 6])
def test_a_draw_that_would_favour_some_outcomes_is_thrown_away_by_both(number, monkeypatch):
    """Six outcomes: the greatest numbers fall out. Such draws are too rare to wait for, so they are put in."""
    monkeypatch.setattr(chance, "_numbers", lambda _: (number, 9, 1, 2))
    dice = chance.SeededChance(KEY)
    assert (dice.below(6), dice.counter) == (9 % 6, 2)
    items = list(range(6))
    stranger.shuffle(items, iter([number, 9, 1, 2, 1, 1]))
    assert items[5] == 9 % 6
