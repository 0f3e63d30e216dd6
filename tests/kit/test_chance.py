import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galaxytables_kit.chance import ScriptedChance, SeededChance, chance_key, commitment
from galaxytables_kit.errors import InvalidSeed

KEY = bytes(range(32))


def test_draws_are_what_the_documentation_says():
    chance = SeededChance(KEY)
    for number in range(9):
        block = hmac.digest(KEY, (number // 4).to_bytes(8, "big"), "sha256")
        part = block[8 * (number % 4) : 8 * (number % 4) + 8]
        assert chance.below(112) == int.from_bytes(part, "big") % 112


def test_the_key_is_what_the_documentation_says():
    import hashlib

    seed = b"s" * 32
    mixed = hashlib.sha256(b"galaxy-tables chance 1" + seed + b"\x02ab" + b"\x00").digest()
    assert chance_key(seed, [b"ab", b""], 2) == mixed
    assert commitment(seed) == hashlib.sha256(seed).digest()


@given(st.integers(0, 300), st.lists(st.integers(1, 1000), max_size=20))
def test_chance_goes_on_from_its_counter(before, sizes):
    first = SeededChance(KEY)
    for _ in range(before):
        first.below(7)
    second = SeededChance(KEY, first.counter)
    assert [first.below(n) for n in sizes] == [second.below(n) for n in sizes]


def test_unfair_numbers_are_thrown_away(monkeypatch):
    monkeypatch.setattr("galaxytables_kit.chance._numbers", lambda _: (2**64 - 1, 5, 0, 0))
    chance = SeededChance(KEY)
    assert chance.below(6) == 5
    assert chance.counter == 2


def test_unfair_numbers_do_not_shuffle(monkeypatch):
    monkeypatch.setattr("galaxytables_kit.chance._numbers", lambda _: (2**64 - 1, 5, 1, 0))
    chance, items = SeededChance(KEY), ["a", "b", "c"]
    chance.shuffle(items)
    assert items == ["a", "b", "c"]
    assert chance.counter == 3


@given(st.integers(0, 9), st.integers(0, 30))
def test_a_shuffle_draws_like_single_draws(before, size):
    chance, single = SeededChance(KEY, before), SeededChance(KEY, before)
    items, expected = list(range(size)), list(range(size))
    chance.shuffle(items)
    for last in range(size - 1, 0, -1):
        other = single.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected
    assert chance.counter == single.counter


def test_draws_are_spread_evenly():
    chance = SeededChance(KEY)
    counts = Counter(chance.below(6) for _ in range(60_000))
    chi_squared = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_squared < 20.5  # 0.1 % point of 5 degrees of freedom; the key is fixed


@given(st.lists(st.integers(), max_size=50))
def test_shuffles_keep_their_items(items):
    shuffled = list(items)
    SeededChance(KEY).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_everybodys_entropy_counts():
    seed = b"s" * 32
    keys = {chance_key(seed, entropy, 2) for entropy in ([b"a", b"b"], [b"ab", b""], [b"", b"ab"], [b"a", b"c"])}
    assert len(keys) == 4


@pytest.mark.parametrize(("seed", "entropy"), [(b"short", []), (b"s" * 32, [b"a"]), (b"s" * 32, [b"a" * 65, b""])])
def test_odd_seeds_are_refused(seed, entropy):
    with pytest.raises(InvalidSeed):
        chance_key(seed, entropy, 2)


def test_a_script_gives_its_draws_and_nothing_else():
    chance = ScriptedChance([3, [2, 1, 0]])
    items = [0, 1, 2]
    assert chance.below(6) == 3
    chance.shuffle(items)
    assert items == [2, 1, 0]
    with pytest.raises(ValueError, match="ends after 2"):
        chance.below(2)


@pytest.mark.parametrize("script", [[6], [[1, 2]]])
def test_a_script_that_does_not_fit_is_refused(script):
    with pytest.raises(ValueError, match="draw 1"):
        ScriptedChance(script).below(6)
