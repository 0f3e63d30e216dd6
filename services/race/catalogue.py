"""Cards as the catalogue of components has them: facts for programs, lines for people."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.race.cards import Card
from services.race.filters import Filter
from services.race.invasion.book import Book
from services.race.words import card_lines, printed_line

Value: TypeAlias = int | str | bool


def catalogue_entry(card: Card, copies: int) -> rules_pb2.Component:
    """Describe a card.

    Beside the printed figures there is a fact `power_1`, `power_2`, ... for the kind of each power, with its
    parameters as `power_1_cards` and the like, and the same for scoring clauses (`endgame_1`, `endgame_1_vp`);
    parameters that are 0 or false are left out. A filter is written as `good=alien; military=true`, several goods
    as `any any`.
    """
    entry = rules_pb2.Component(
        id=card.id,
        name=card.name,
        kind=card.kind,
        copies=copies,
        lines=(printed_line(card), *card_lines(card)),
        provenance=rules_pb2.PROVENANCE_SOURCED,
    )
    for name, value in _facts(card):
        if isinstance(value, bool):
            entry.facts.append(game_pb2.Fact(name=name, flag=value))
        elif isinstance(value, int):
            entry.facts.append(game_pb2.Fact(name=name, number=value))
        else:
            entry.facts.append(game_pb2.Fact(name=name, word=value))
    return entry


def invasion_entries(book: Book) -> Iterator[rules_pb2.Component]:
    """Describe the invasion cards: `wave`, and `strength` or `military_plus`."""
    for wave in book.waves:
        for card in wave.cards:
            yield rules_pb2.Component(
                id=card.id,
                name=card.name,
                kind="invasion",
                copies=card.copies,
                lines=(f"Invasion card of wave {wave.wave}",),
                facts=[
                    game_pb2.Fact(name="wave", number=wave.wave),
                    game_pb2.Fact(name="military_plus" if card.strength is None else "strength", number=card.rank[1]),
                ],
                provenance=rules_pb2.PROVENANCE_SOURCED,
            )


def _facts(card: Card) -> Iterator[tuple[str, Value]]:
    yield ("defense" if card.military else "cost"), card.cost
    if card.vp is not None:
        yield "vp", card.vp
    if card.good is not None and card.production is not None:
        yield "good", card.good
        yield "production", card.production
    if card.start_world is not None:
        yield "start_world", card.start_world
    for flag in ("military", "xeno", "prestige"):
        if getattr(card, flag):
            yield flag, True
    for keyword in card.keywords:
        yield f"keyword_{keyword}", True
    for number, power in enumerate(card.powers, 1):
        yield f"power_{number}", str(power.__struct_config__.tag)
        yield from _parameters(f"power_{number}", power)
    for number, clause in enumerate(card.endgame, 1):
        yield f"endgame_{number}", str(clause.per.__struct_config__.tag)
        yield f"endgame_{number}_vp", clause.vp
        yield from _parameters(f"endgame_{number}", clause.per)


def _parameters(prefix: str, described: Struct) -> Iterator[tuple[str, Value]]:
    parameters: Mapping[str, object] = msgspec.structs.asdict(described)
    for name, value in parameters.items():
        match value:
            case None:
                continue
            case Filter(spec=spec):
                given = msgspec.structs.asdict(spec).items()
                words = (f"{key}={_word(wanted)}" for key, wanted in given if wanted is not None)
                yield f"{prefix}_{name}", "; ".join(words)
            case bool() | int() | str() if value:
                yield f"{prefix}_{name}", value
            case tuple():
                yield f"{prefix}_{name}", " ".join(map(str, value))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
