"""Component packs: what is read of them, what is made of it, and how what is wrong is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

import pytest
from msgspec import Meta, Struct

from galaxytables_kit.compiled import Compiled
from galaxytables_kit.components import Files, Loader, one_file
from galaxytables_kit.errors import ComponentError
from galaxytables_kit.faults import Fault


class Price(Compiled[list[int]]):
    """Coins, added up."""

    form: ClassVar[Any] = list[Annotated[int, Meta(ge=1)]]

    def __init__(self, written: list[int]) -> None:
        super().__init__(written)
        self.coins = sum(written)
        if self.coins > 9:
            raise ValueError("at most 9 coins")


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="draw"):
    cards: int


class Sell(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sell"):
    price: Price


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    price: Price
    powers: tuple[Draw | Sell, ...] = ()
    beside: str | None = None


E = TypeVar("E")


class Part(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    cards: tuple[E, ...]


class Deck(Part[Card], frozen=True):
    colour: Literal["red", "blue"] = "red"


class Chips(Struct, frozen=True, forbid_unknown_fields=True):
    values: dict[str, int]
    of_players: dict[int, int] = {}


class Box(Struct, frozen=True):
    deck: Deck
    chips: Chips


def contradictions(box: Box) -> Iterator[Fault]:
    ids = {card.id for card in box.deck.cards}
    for card in box.deck.cards:
        if card.beside not in (None, *ids):
            yield Fault(card.id, "beside", f"there is no card {card.beside}", "deck.json", needs=("deck.json",))
        if card.price.coins > 5:
            yield Fault(card.id, "price", "too dear", "deck.json")


CARD: dict[str, Any] = {"id": "a", "price": [1, 2], "powers": [{"kind": "sell", "price": [3]}]}
DECK: dict[str, Any] = {"cards": [CARD, {"id": "b", "price": [1]}]}
CHIPS = {"values": {"white": 1}}
ONE = one_file(Deck)
FOLDER = Loader(lambda files: files.parts(Box), lambda box: box, contradictions)


def without_values(files: Files, box: Box) -> Iterator[Fault]:
    del files
    if not box.chips.values:
        yield Fault("pack", "values", "none", "chips.json")


def one(tmp_path: Path, content: object) -> Path:
    file = tmp_path / "deck.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


def folder(tmp_path: Path, **parts: object) -> Path:
    tmp_path.mkdir(exist_ok=True)
    for name, content in parts.items():
        (tmp_path / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return tmp_path


def built_in(tmp_path: Path) -> Loader[Box, Box]:
    return Loader(
        lambda files: files.parts(Box),
        lambda box: box,
        contradictions,
        built_in=folder(tmp_path / "built_in", deck=DECK, chips=CHIPS),
        incomplete=without_values,
    )


def where(refused: pytest.ExceptionInfo[ComponentError]) -> tuple[str, str, str]:
    said = refused.value.metadata
    return said["file"], said["entry"], said["field"]


def test_what_is_written_is_compiled_as_it_is_read(tmp_path: Path) -> None:
    card = ONE.load(one(tmp_path, DECK)).cards[0]
    (power,) = card.powers
    assert isinstance(power, Sell)
    assert (card.price.coins, power.price.coins, power.price.written) == (3, 3, [3])


@pytest.mark.parametrize(
    ("deck", "entry", "field", "said"),
    [
        ("{", "pack", "json", "line 1"),
        ("[]", "pack", "file", "Expected `object`"),
        ({}, "pack", "cards", "is missing"),
        ({**DECK, "card": 1}, "pack", "card", "there is no such field"),
        ({**DECK, "colour": "green"}, "pack", "colour", "green"),
        ({"cards": [5]}, "pack", "cards[0]", "Expected `object`"),
        ({"cards": [{}]}, "cards[0]", "id", "is missing"),
        ({"cards": [{"id": 4, "price": []}]}, "cards[0]", "id", "Expected `str`"),
        ({"cards": [CARD, {"id": "b"}]}, "b", "price", "is missing"),
        ({"cards": [{**CARD, "price": [1, "2"]}]}, "a", "price[1]", "Expected `int`"),
        ({"cards": [{**CARD, "price": [0]}]}, "a", "price[0]", ">= 1"),
        ({"cards": [{**CARD, "price": [9, 9]}]}, "a", "price", "at most 9 coins"),
        ({"cards": [{**CARD, "powers": [{"kind": "steal"}]}]}, "a", "powers[0].kind", "is none of draw, sell"),
        ({"cards": [{**CARD, "powers": [{}]}]}, "a", "powers[0].kind", "is missing"),
        ({"cards": [{**CARD, "powers": [{"kind": "draw", "card": 1}]}]}, "a", "powers[0].cards", "is missing"),
        ({"cards": [{**CARD, "powers": [{"kind": "sell", "price": 1}]}]}, "a", "powers[0].price", "Expected `array`"),
    ],
)
def test_a_mistake_is_told_by_file_entry_and_field(
    tmp_path: Path, *, deck: object, entry: str, field: str, said: str
) -> None:
    with pytest.raises(ComponentError) as refused:
        ONE.load(one(tmp_path, deck))
    assert where(refused) == ("deck.json", entry, field)
    assert said in refused.value.message
    assert " at `" not in refused.value.message


def test_files_may_share_a_generic_form(tmp_path: Path) -> None:
    loader = one_file(Part[Card])
    assert loader.load(one(tmp_path, DECK)).cards[1].id == "b"
    with pytest.raises(ComponentError) as refused:
        loader.load(one(tmp_path, {"cards": [CARD, {**CARD, "price": 1}], "colour": "red"}))
    assert where(refused) == ("deck.json", "a", "price")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match=r"deck\.json: pack: file: No such file"):
        ONE.load(tmp_path / "deck.json")
    with pytest.raises(ComponentError, match=r"chips\.json: pack: file: No such file"):
        FOLDER.load(folder(tmp_path, deck=DECK))


def test_a_fault_of_a_pack_in_one_file_is_that_files(tmp_path: Path) -> None:
    loader = one_file(Deck, lambda _: [Fault("a", "price", "too dear")])
    with pytest.raises(ComponentError) as refused:
        loader.load(one(tmp_path, DECK))
    assert where(refused) == ("deck.json", "a", "price")


def test_the_files_of_a_folder_may_be_the_fields_of_one_file(tmp_path: Path) -> None:
    apart = FOLDER.load(folder(tmp_path / "pack", deck=DECK, chips=CHIPS))
    together = FOLDER.load(one(tmp_path, {"game": "x", "deck": DECK, "chips": CHIPS}))
    assert together.chips == apart.chips == Chips({"white": 1})
    assert [card.id for card in together.deck.cards] == ["a", "b"]


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"deck": DECK, "chips": CHIPS}, "game"),
        ({"game": "x", "deck": DECK, "chips": CHIPS, "dice": {}}, "dice"),
        ({"game": "x", "deck": DECK}, "chips"),
        ("[]", "json"),
    ],
)
def test_one_file_has_the_game_and_all_parts_and_no_others(tmp_path: Path, content: object, field: str) -> None:
    with pytest.raises(ComponentError) as refused:
        FOLDER.load(one(tmp_path, content))
    assert where(refused) == ("deck.json", "pack", field)


def test_what_a_pack_lacks_is_that_of_the_built_in_one(tmp_path: Path) -> None:
    loader, chips = built_in(tmp_path), {"values": {"red": 5}}
    for path in (folder(tmp_path / "mine", chips=chips), one(tmp_path, {"game": "x", "chips": chips})):
        box = loader.load(path)
        assert box.chips == Chips({"red": 5})
        assert len(box.deck.cards) == 2
        found = loader.find(path)
        assert (found.faults, found.built_in) == ((), ("deck",))
        assert found.pack is not None


def test_all_that_is_wrong_is_found_and_what_is_not_sure_is_left_out(tmp_path: Path) -> None:
    loader = built_in(tmp_path)
    cards = [{**CARD, "beside": "b"}, {"id": "b", "size": 1}, {"id": "c", "price": [1], "beside": "d"}]
    path = folder(tmp_path / "mine", deck={"cards": cards, "colour": "green"}, chips={"values": {}})
    found = loader.find(path)
    assert [(fault.file, fault.entry, fault.field, fault.missing) for fault in found.faults] == [
        ("deck.json", "b", "price", True),
        ("deck.json", "b", "size", False),
        ("deck.json", "pack", "colour", False),
        ("chips.json", "pack", "values", False),
    ]
    assert found.pack is None
    cards[1] = {"id": "b", "price": [1]}
    (sure,) = loader.find(folder(path, deck={"cards": cards}, chips=CHIPS)).faults
    assert (sure.entry, sure.field) == ("c", "beside")
    with pytest.raises(ComponentError, match="there is no card d"):
        loader.load(path)


def test_entries_that_could_be_read_are_checked_beside_those_that_could_not(tmp_path: Path) -> None:
    cards = [{"id": "b"}, {"id": "c", "price": [6]}]
    found = built_in(tmp_path).find(folder(tmp_path / "mine", deck={"cards": cards}, chips=CHIPS))
    assert [(fault.entry, fault.field, fault.message) for fault in found.faults] == [
        ("b", "price", "is missing"),
        ("c", "price", "too dear"),
    ]


def test_a_table_by_numbers_that_is_right_is_not_blamed(tmp_path: Path) -> None:
    path = folder(tmp_path / "mine", chips={"of_players": {"2": 2}, "values": 1})
    (fault,) = built_in(tmp_path).find(path).faults
    assert (fault.file, fault.entry, fault.field) == ("chips.json", "pack", "values")


def test_a_file_without_json_is_one_fault_among_others(tmp_path: Path) -> None:
    path = folder(tmp_path / "mine", deck="{", chips={"of_players": {"2": 2, "3": "4"}, "values": 1})
    found = built_in(tmp_path).find(path)
    assert [(fault.file, fault.field) for fault in found.faults] == [
        ("deck.json", "json"),
        ("chips.json", "values"),
        ("chips.json", "of_players.3"),
    ]
