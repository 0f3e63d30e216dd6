"""Powers by moment and kind."""

from msgspec import Struct

from galaxytables_kit.powers import ByKind, Moments, Powers


class Draw(Struct, frozen=True):
    cards: int


class Sell(Struct, frozen=True):
    price: int


POWERS = Powers([(1, Draw(1)), (2, Sell(5)), (1, Draw(2)), (3, Draw(4))])


def test_powers_of_a_kind_are_in_the_order_of_their_holders() -> None:
    assert POWERS.of(Draw, [3, 2, 1]) == [Draw(4), Draw(1), Draw(2)]
    assert POWERS.of(Draw, [3, 3]) == [Draw(4), Draw(4)]
    assert POWERS.of(Draw, [2]) == []
    assert POWERS.of(Sell, ()) == []
    assert list(POWERS.held(Draw, [3, 1])) == [(3, Draw(4)), (1, Draw(1)), (1, Draw(2))]
    assert POWERS.holders(Sell) == {2: (Sell(5),)}
    assert POWERS.all[1] == (Draw(1), Draw(2))


def test_a_moment_or_kind_without_powers_has_none() -> None:
    moments = Moments([("day", 1, Draw(1)), ("night", 1, Draw(2))])
    assert moments["day"].of(Draw, [1]) == [Draw(1)]
    assert moments["noon"].of(Draw, [1]) == []
    assert list(moments["day"].held(Sell, [1])) == []
    assert not moments["noon"].all


def test_what_one_player_has_is_sorted_by_kind() -> None:
    mine = ByKind([Draw(2), Sell(1), Draw(1)])
    assert mine.of(Draw) == [Draw(2), Draw(1)]
    assert list(ByKind([]).of(Sell)) == []
