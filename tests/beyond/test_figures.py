"""What a list of operations is good for, in figures."""

import pytest

from galaxytables_beyond.components.effects import (
    Amount,
    Automate,
    Build,
    Choice,
    Choose,
    Colonize,
    CopyAction,
    Cost,
    GainOre,
    Jump,
    May,
    Number,
    Operation,
    PrivateTech,
    Repeat,
    Research,
    SupplyToPop,
    Teleport,
    Upgrade,
)
from galaxytables_beyond.components.figures import figures

FREE = Cost(0, 0)


def research(level: tuple[int, ...] | Amount) -> Research:
    return Research(level=level, discovered_only=False, ignore_prerequisites=False, skip_immediate=False)


def choose(times: int, *options: Choice) -> Choose:
    return Choose(times=times, repeat_allowed=True, options=options)


BUILD = Build(source="pop", level=2, n=3, at="yard")
COLONIZE = Colonize(target="controlled", strength_discount=0, control_effects=True)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (GainOre(3), {"ore": 6}),
        (SupplyToPop(2), {"population": 4}),
        (BUILD, {"strength": 12, "ship_population": 6}),
        (Build(source="supply", level=1, n=3, at="sol"), {"strength": 6}),
        (Upgrade(steps=3, per_ship=None, up_to=True), {"strength": 6}),
        (Jump(5), {"jump": 10}),
        (Teleport(3), {"jump": 12}),
        (Automate(kind="ore", n=3), {"automation": 6}),
        (research((1, 3)), {"research": 3}),
        (research(Amount("colonies", plus=7)), {"research": 4}),
        (CopyAction("research"), {"research": 5}),
        (CopyAction("colonize"), {"colonize": 5}),
        (COLONIZE, {"colonize": 2}),
        (PrivateTech(level=2, draw=5, keep=3), {"private": 6}),
        (May(Cost(3, 4), (GainOre(5),)), {"cost_ore": 6, "cost_population": 8, "ore": 10}),
        (
            choose(3, Choice(Cost(2, 1), (GainOre(1),)), Choice(FREE, (Jump(9),))),
            {"cost_ore": 12, "cost_population": 6, "ore": 6},
        ),
        (Repeat(3, (GainOre(1),)), {"ore": 6}),
    ],
)
def test_an_operation_done_twice_counts_twice(effect: Operation, expected: dict[str, int]) -> None:
    assert figures((Repeat(2, (effect,)),)) == expected


def test_what_may_be_done_counts_once_and_what_is_repeated_within_it_as_often() -> None:
    effects = (May(FREE, (Repeat(3, (GainOre(2),)), SupplyToPop(1))),)
    assert figures(effects) == {"ore": 6, "population": 1}


@pytest.mark.parametrize(
    ("number", "worth"),
    [
        (4, 4),
        (Amount("colonies"), 2),
        (Amount("colonies", times=3), 6),
        (Amount("colonies", divide=2), 1),
        (Amount("colonies", times=3, plus=4), 10),
        (Amount("colonies", times=3, max=5), 5),
        (Amount("colonies", max=5), 2),
    ],
)
def test_an_amount_that_depends_on_the_table_counts_as_two_of_its_metric_within_its_cap(
    number: Number, worth: int
) -> None:
    assert figures((GainOre(number),)) == {"ore": worth}


def test_several_operations_add_up_and_the_highest_level_counts() -> None:
    effects = (GainOre(1), GainOre(2), BUILD, BUILD, research((4,)), research((2,)))
    assert figures(effects) == {"ore": 3, "strength": 12, "ship_population": 6, "research": 4}


def test_the_cost_of_the_whole_comes_on_top() -> None:
    effects = (May(Cost(1, 2), ()),)
    assert figures(effects, Cost(3, 4)) == {"cost_ore": 4, "cost_population": 6}
    assert figures((), FREE) == {}
