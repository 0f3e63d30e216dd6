"""No view, prompt, event or error names a card that its reader may not know.

Played with a pack in which every single card has a name of its own, so that a card that is named can be told from its
copies.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf import text_format
from google.protobuf.message import Message

from galaxytables_jump.components.cards import Pack
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_jump.state import JumpState
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.errors import RulesError
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_kit.playout import random_answer
from galaxytables_kit.wire import event_message, prompt_message
from tests.jump.packs import Draft

_NAMED = re.compile(r"[Cc]ard_(\d{3})")


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> PackRegistry[Pack]:
    """A pack of 112 different cards that are called by their numbers."""
    draft = Draft()
    copies: dict[str, list[str]] = {}
    cards: list[dict[str, Any]] = []
    for entry in draft.file["cards"]:
        for _ in range(entry["copies"]):
            own = f"card_{len(cards):03}"
            copies.setdefault(entry["id"], []).append(own)
            cards.append({**entry, "id": own, "name": own.capitalize(), "copies": 1})
    first = {name: own[0] for name, own in copies.items()}
    hands = draft.file["preset_hands"].values()
    for hand in hands:
        hand.update(cards=[copies[card].pop() for card in hand["cards"]], sourced_cards=[])
    draft.file["cards"] = renamed(cards, first)
    return load_packs(JUMP, [draft.write(tmp_path_factory.mktemp("pack"))])


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Let formulas and powers speak of cards by their new names."""
    if isinstance(value, dict):
        return {
            key: names[inner] if key in ("card", "own_card") else renamed(inner, names) for key, inner in value.items()
        }
    return [renamed(inner, names) for inner in value] if isinstance(value, list) else value


class Reader:
    """One seat, or a spectator, and the cards that it has had in hand or seen on the table."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.known: set[int] = set()
        self.read = 0

    def look(self, live: LiveGame[JumpState, Pack, JumpOptions]) -> None:
        frozen = live.frozen_state()
        for player in frozen.players:
            self.known.update(player.empire)
        if self.seat is not None:
            own = live.play.state.players[self.seat]
            self.known.update(own.hand, own.empire)

    def check(self, what: str | Message) -> None:
        text = what if isinstance(what, str) else text_format.MessageToString(what)
        named = {int(number) for number in _NAMED.findall(text)}
        assert named <= self.known, f"reader {self.seat}: {text}"
        self.read += len(named)


def games(packs: PackRegistry[Pack]) -> Iterator[tuple[LiveGame[JumpState, Pack, JumpOptions], Random]]:
    for seats in (2, 3, 4):
        for hands in ("dealt", "preset"):
            options = JumpOptions(hands=hands)
            yield LiveGame.new(JUMP, packs, seats, options, SeededChance(bytes([seats]) * 32)), Random(seats)


def tell(live: LiveGame[JumpState, Pack, JumpOptions], readers: list[Reader], told: list[Any]) -> None:
    """Hand views, prompts and events to their readers, as a lobby does."""
    for reader in readers:
        reader.look(live)
        reader.check(live.view(reader.seat))
        for key, prompt in live.prompts.items():
            if prompt.seat == reader.seat:
                reader.check(prompt_message(live, key, prompt))
        for each in told:
            event = event_message(each)
            for part in event.private_parts:
                if part.seat == reader.seat:
                    reader.check(part)
            event.ClearField("private_parts")
            reader.check(event)


def test_nobody_reads_of_a_hidden_card(packs: PackRegistry[Pack]) -> None:
    for live, random in games(packs):
        readers = [Reader(seat) for seat in (None, *range(live.play.seats))]
        tell(live, readers, list(live.play.events))
        while live.prompts:
            key, prompt = random.choice(list(live.prompts.items()))
            told = live.answer(prompt.seat, key, random_answer(prompt, random))
            tell(live, readers, told)
        assert min(reader.read for reader in readers) > 100, "the test reads what it means to read"


def test_errors_name_no_card(packs: PackRegistry[Pack]) -> None:
    refused = 0
    for live, random in games(packs):
        for _ in range(30):
            for key, prompt in list(live.prompts.items()):
                for seat in range(live.play.seats):
                    picks = (*prompt.options, "card")[: random.randint(0, 12)]
                    if seat == prompt.seat and prompt.allows(picks):
                        continue
                    with pytest.raises(RulesError) as error:
                        live.answer(seat, key, picks)
                    assert not _NAMED.search(f"{error.value} {error.value.metadata}")
                    refused += 1
            key, prompt = next(iter(live.prompts.items()))
            live.answer(prompt.seat, key, random_answer(prompt, random))
            if not live.prompts:
                break
    assert refused > 300


def test_the_test_would_notice() -> None:
    reader = Reader(0)
    reader.known = {17}
    reader.check("Card_017 and card_017")
    with pytest.raises(AssertionError):
        reader.check("card_018")


def test_the_pack_of_the_test_is_read_by_numbers(packs: PackRegistry[Pack]) -> None:
    pack = packs.get(packs.default)
    assert [card.id for card in pack.cards[:112]] == [f"card_{number:03}" for number in range(112)]
