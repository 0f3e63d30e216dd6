"""Component packs: what is refused and how it is said, and tables pinned to their pack."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.errors import ComponentError, UnknownPack
from galaxytables_kit.pack import load_packs
from tests.jump.packs import Draft, changed


def set_field(card: str, **fields: Any) -> Callable[[Draft], object]:
    return lambda draft: draft.card(card).update(fields)


def drop_field(card: str, field: str) -> Callable[[Draft], object]:
    return lambda draft: draft.card(card).pop(field)


def set_top(field: str, value: Any) -> Callable[[Draft], object]:
    return lambda draft: draft.file.update({field: value})


def entry(**fields: Any) -> dict[str, Any]:
    return {"base": 0, "per": [{"amount": 1, "scope": "own", **fields}]}


def power(kind: str, **params: Any) -> list[dict[str, Any]]:
    return [{"kind": kind, "params": params}]


RARE = {"count": "card", "colour": "rare"}

WRONG: list[tuple[Callable[[Draft], object], str, str]] = [
    (set_field("gem_world", cost="2"), "gem_world", "cost"),
    (set_field("gem_world", cost=-1), "gem_world", "cost"),
    (set_field("gem_world", cost=None), "gem_world", "cost"),
    (set_field("gem_world", defense=2), "gem_world", "cost"),
    (set_field("pirate_lair", defense=None), "pirate_lair", "defense"),
    (set_field("gem_world", prise=2), "gem_world", "prise"),
    (drop_field("gem_world", "vp"), "gem_world", "vp"),
    (drop_field("gem_world", "id"), "cards[30]", "id"),
    (set_field("gem_world", id="Gem World"), "Gem World", "id"),
    (set_field("gem_world", id="mining_world"), "mining_world", "id"),
    (set_field("gem_world", name="Mining World"), "mining_world", "name"),
    (set_field("gem_world", colour="blue"), "gem_world", "colour"),
    (set_field("gem_world", colour=None), "gem_world", "colour"),
    (set_field("drop_ships", colour="rare"), "drop_ships", "colour"),
    (set_field("drop_ships", military=True), "drop_ships", "military"),
    (set_field("gem_world", icons={"explore": 2, "military": 2}), "gem_world", "icons"),
    (set_field("gem_world", icons={"gold": 2}), "gem_world", "icons.gold"),
    (set_field("gem_world", inferred_fields=["price"]), "gem_world", "inferred_fields"),
    (set_field("gem_world", vp=entry()), "gem_world", "vp.per[0]"),
    (set_field("gem_world", vp=entry(each=RARE)), "gem_world", "vp.per[0]"),
    (set_field("gem_world", income=entry(**{"with": RARE}, group=1)), "gem_world", "income.per[0]"),
    (set_field("gem_world", vp=entry(each={"count": "card"}, group=1)), "gem_world", "vp.per[0].each"),
    (set_field("gem_world", vp=entry(each={"count": "icon"}, group=1)), "gem_world", "vp.per[0].each"),
    (set_field("gem_world", vp=entry(each={**RARE, "icon": "explore"}, group=1)), "gem_world", "vp.per[0].each"),
    (set_field("gem_world", vp=entry(each=RARE, group=0)), "gem_world", "vp.per[0].group"),
    (set_field("gem_world", vp=entry(each=RARE, group=1, scope="any_rival")), "gem_world", "vp.per[0]"),
    (set_field("gem_world", vp=entry(**{"with": RARE}, scope="own_plus_chosen_rival")), "gem_world", "vp.per[0]"),
    (set_field("gem_world", vp=entry(**{"with": {"count": "card", "card": "no"}})), "gem_world", "vp.per[0]"),
    (set_field("gem_world", powers=power("teleport")), "gem_world", "powers[0].kind"),
    (set_field("gem_world", powers=power("cost_reduction", amount=1)), "gem_world", "powers[0].params.on"),
    (set_field("gem_world", powers=power("cost_reduction", amount=1, on={})), "gem_world", "powers[0].params.on"),
    (
        set_field("gem_world", powers=power("targeted_military", amount=1, against={"keyword": "rebbel"})),
        "gem_world",
        "powers[0].params.against",
    ),
    (
        set_field("gem_world", powers=power("placement_requirement", any_of=[{}])),
        "gem_world",
        "powers[0].params.any_of[0]",
    ),
    (
        set_field("gem_world", powers=power("moves_to_strongest", moment="never", on_tie="stay")),
        "gem_world",
        "powers[0].params.moment",
    ),
    (set_field("gem_world", powers=power("table_supply")), "gem_world", "powers"),
    (set_field("survey_team", powers=[]), "survey_team", "powers"),
    (set_field("survey_team", copies=3), "survey_team", "copies"),
    (set_field("survey_team", kind="world", colour="grey"), "survey_team", "kind"),
    (set_field("gem_world", copies=5), "pack", "deck_size"),
    (set_top("schema_version", 2), "pack", "schema_version"),
    (set_top("surprise", 1), "pack", "surprise"),
    (set_top("cards", "many"), "pack", "cards"),
    (
        set_top("limits", {"players": [2, 5], "hand": 10, "goal_vp": 50, "dealt": 7, "kept": 5}),
        "pack",
        "limits.players",
    ),
    (set_top("limits", {"players": [2, 4], "hand": 10, "goal_vp": 50, "dealt": 4, "kept": 5}), "pack", "limits.kept"),
    (set_top("limits", {"players": [2, 4], "hand": 10, "goal_vp": 50, "dealt": 29, "kept": 5}), "pack", "limits.dealt"),
    (set_top("preset_hands", {}), "pack", "preset_hands"),
    (lambda draft: draft.file["preset_hands"]["A"]["cards"].pop(), "pack", "preset_hands.A"),
    (
        lambda draft: draft.file["preset_hands"]["B"].update(cards=["smuggling_lair"] * 5),
        "pack",
        "preset_hands.B",
    ),
]


@pytest.mark.parametrize(("change", "card", "field"), WRONG)
def test_a_wrong_pack_is_refused_by_file_card_and_field(
    tmp_path: Path, change: Callable[[Draft], object], card: str, field: str
) -> None:
    draft = Draft()
    change(draft)
    with pytest.raises(ComponentError) as refused:
        JUMP.load_pack(draft.write(tmp_path))
    assert refused.value.metadata == {"file": "pack.json", "entry": card, "field": field}
    assert " at `" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"game": "Jump Drive"', b"\xff\xfe"])
def test_a_file_that_is_no_pack_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "pack.json"
    file.write_bytes(content)
    with pytest.raises(ComponentError):
        JUMP.load_pack(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match=r"none\.json"):
        JUMP.load_pack(tmp_path / "none.json")


def test_the_facts_schema_with_its_evidence_is_accepted(tmp_path: Path) -> None:
    draft = Draft()
    draft.file["evidence_legend"] = {"list": "a public list"}
    provenance = {"evidence": {"cost": "list"}, "source": "a list", "confidence": "sourced", "tier": "full"}
    draft.card("gem_world").update(provenance, name_status="official", defense=None, keywords=[])
    assert JUMP.load_pack(draft.write(tmp_path)).by_id["gem_world"].evidence == {"cost": "list"}


def test_as_many_cards_may_be_dealt_as_there_are(tmp_path: Path) -> None:
    limits = {"players": [2, 4], "hand": 10, "goal_vp": 50, "dealt": 28, "kept": 5}
    assert changed(tmp_path, set_top("limits", limits)).cards


def test_a_changed_card_is_played_without_changing_code(tmp_path: Path) -> None:
    draft = Draft()
    draft.card("galactic_trendsetters")["vp"] = {"base": 50, "per": []}
    draft.card("galactic_trendsetters")["cost"] = 0
    packs = load_packs(JUMP, [draft.write(tmp_path)])
    record = play_record(RulesCalls(JUMP, packs), 4, {}, Random(2))
    assert record.pack_digest == packs.default != load_packs(JUMP).default
    assert RulesCalls(JUMP, packs).replay(rules_pb2.ReplayRequest(record=record)).verified


def test_a_service_without_the_pack_of_a_table_refuses_it(tmp_path: Path) -> None:
    draft = Draft()
    draft.card("gem_world")["cost"] = 3
    file = draft.write(tmp_path)
    with_pack = RulesCalls(JUMP, load_packs(JUMP, [file]))
    without = RulesCalls(JUMP, load_packs(JUMP))
    begun = with_pack.new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32)))
    ref = rules_pb2.PositionRef(position=begun.standing.position)
    with pytest.raises(UnknownPack) as refused:
        without.view(rules_pb2.ViewRequest(position=ref))
    assert refused.value.reason == "UNKNOWN_PACK"
    assert refused.value.metadata == {"pack": begun.pack_digest.hex()}
    with pytest.raises(UnknownPack):
        without.components(rules_pb2.ComponentsRequest(pack_digest=begun.pack_digest))


def test_a_service_with_a_new_pack_goes_on_serving_tables_of_the_built_in_one(tmp_path: Path) -> None:
    begun = RulesCalls(JUMP, load_packs(JUMP)).new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32)))
    draft = Draft()
    draft.card("gem_world")["cost"] = 3
    calls = RulesCalls(JUMP, load_packs(JUMP, [draft.write(tmp_path)]))
    ref = rules_pb2.PositionRef(position=begun.standing.position)
    answer = calls.view(rules_pb2.ViewRequest(position=ref, viewers=[rules_pb2.Viewer(seat=0)]))
    assert len(answer.views) == 1
