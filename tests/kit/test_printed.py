"""Facts and their forms from the fields of Structs."""

from typing import Literal

import pytest
from msgspec import Struct

from galaxytables_kit.declared import Maybe, OneOf, UndeclaredError, check
from galaxytables_kit.event import Component, Components, Group, Groups, Numbers, Words
from galaxytables_kit.printed import Printed, PrintedPower, component_message, facts_of, forms_of


class Place(Struct, frozen=True):
    column: int
    barred: bool


class Secret:
    def __init__(self, word: str) -> None:
        self.word = word


class Tile(Struct, frozen=True):
    phase: str
    vp: int
    colour: Literal["red", "blue"]
    tracks: tuple[int, ...]
    keywords: tuple[str, ...]
    place: Place
    places: tuple[Place, ...]
    beside: Component
    secret: Secret
    others: Components | None = None
    cost: int | None = None


TILE = Tile("end", 3, "red", (1, 2), ("odd",), Place(0, True), (Place(1, False),), Component("a"), Secret("x"))


def told(secret: Secret) -> Group:
    return Group({"word": secret.word})


def test_fields_are_facts_and_what_is_none_is_left_out() -> None:
    assert facts_of(TILE, {Secret: told}, ("phase",)) == {
        "vp": 3,
        "colour": "red",
        "tracks": Numbers((1, 2)),
        "keywords": Words(("odd",)),
        "place": Group({"column": 0, "barred": True}),
        "places": Groups(({"column": 1, "barred": False},)),
        "beside": Component("a"),
        "secret": Group({"word": "x"}),
    }


def test_forms_fit_the_facts() -> None:
    forms = forms_of(Tile, {Secret: Group}, ("phase",))
    facts = facts_of(TILE, {Secret: told}, ("phase",))
    check("tile", forms, facts)
    assert isinstance(forms["colour"], OneOf)
    assert isinstance(forms["others"], Maybe)
    assert (forms["others"].form, forms["places"], forms["secret"]) == (Components, Groups, Group)
    with pytest.raises(UndeclaredError, match="colour"):
        check("tile", forms, {**facts, "colour": "green"})
    with pytest.raises(UndeclaredError, match="vp"):
        check("tile", forms, {name: value for name, value in facts.items() if name != "vp"})


def test_a_component_has_its_facts_and_powers_in_order() -> None:
    powers = (PrintedPower("draw", "end", {"cards": 2}), PrintedPower("draw", "", {"cards": 1}))
    message = component_message(Printed("a", "A", "tile", 2, {"vp": 3}, powers))
    assert (message.id, message.name, message.kind, message.copies) == ("a", "A", "tile", 2)
    assert [(fact.name, fact.number) for fact in message.facts] == [("vp", 3)]
    assert [(power.kind, power.moment, power.facts[0].number) for power in message.powers] == [
        ("draw", "end", 2),
        ("draw", "", 1),
    ]
