"""Each scope and selector of VP and income formulas."""

from pathlib import Path
from typing import Any

import pytest

from galaxytables_jump.scoring import card_value
from tests.jump.packs import changed, numbers_in
from tests.jump.scene import PACK, numbers


def value(*empire: str, part: str = "vp", rivals: tuple[tuple[str, ...], ...] = ((),)) -> int:
    """VP or income of the first card in an empire that holds it."""
    cards = numbers(*empire)
    formula = getattr(PACK.cards[cards[0]], part)
    return card_value(PACK, formula, cards, [numbers(*rival) for rival in rivals])


def custom(path: Path, entry: dict[str, Any], *others: str, rivals: tuple[tuple[str, ...], ...] = ((),)) -> int:
    """VP of Drop Ships whose formula is this entry alone, among other cards."""
    pack = changed(path, lambda draft: draft.card("drop_ships").update(vp={"base": 0, "per": [entry]}))
    empire = numbers_in(pack, "drop_ships", *others)
    return card_value(pack, pack.cards[empire[0]].vp, empire, [numbers_in(pack, *rival) for rival in rivals])


def test_base() -> None:
    assert value("rebel_base") == 6
    assert value("comet_zone", part="income") == 3


def test_scope_own_counts_the_card_itself() -> None:
    assert value("galactic_trendsetters") == 2
    assert value("uplift_researchers", part="income") == 1


def test_scope_own_does_not_look_at_rivals() -> None:
    assert value("mining_league", rivals=(("comet_zone", "mining_world"),)) == 0


def test_scope_any_rival() -> None:
    assert value("trade_pact", part="income", rivals=(("trade_pact",),)) == 2
    assert value("trade_pact", part="income", rivals=((), ("trade_pact",), ("trade_pact",))) == 2
    assert value("trade_pact", part="income", rivals=(("drop_ships",),)) == 1


def test_scope_own_plus_chosen_rival() -> None:
    assert value("galactic_survey_seti", "survey_hq", rivals=(("survey_hq",), ("new_vinland", "survey_hq"))) == 5 + 4


@pytest.mark.parametrize(
    ("card", "own", "rival"),
    [("free_trade_association", 2, 1), ("alien_technology_institute", 4, 4), ("galactic_imperium", 2, 1)],
)
def test_own_and_rival_rates_differ_where_the_card_says_so(card: str, own: int, rival: int) -> None:
    match = {
        "free_trade_association": "new_vinland",
        "alien_technology_institute": "alien_guardians",
        "galactic_imperium": "smuggling_lair",
    }[card]
    other = {
        "free_trade_association": "survey_hq",
        "alien_technology_institute": "alien_toy_shop",
        "galactic_imperium": "pirate_lair",
    }[card]
    assert value(card, match) == own
    assert value(card, rivals=((other,),)) == rival


def test_each_empire_is_rounded_on_its_own(tmp_path: Path) -> None:
    each = {"count": "icon", "icon": "explore"}
    entry = {"amount": 1, "each": each, "group": 2, "scope": "own_plus_chosen_rival"}
    assert custom(tmp_path, entry, "galactic_salon", "new_earth", rivals=(("galactic_survey_seti",),)) == 1 + 1


@pytest.mark.parametrize(("others", "points"), [((), 1), (("new_earth",), 1), (("new_vinland",), 2)])
def test_group(others: tuple[str, ...], points: int) -> None:
    assert value("survey_hq", *others) == points


def test_with_counts_once() -> None:
    assert value("gem_world") == 0
    assert value("gem_world", "mining_conglomerate", "mining_conglomerate") == 2
    assert value("new_vinland", "galactic_advertisers", part="income") == 2


def test_count_card_by_kind() -> None:
    assert value("galactic_federation", "drop_ships", "gem_world") == 4


def test_count_card_by_colour_takes_military_and_other_worlds() -> None:
    assert value("consumer_markets", "smuggling_lair", "galactic_resort", "comet_zone") == 2


def test_count_card_by_military() -> None:
    assert value("galactic_imperium", "smuggling_lair", "alien_guardians", "comet_zone") == 4


def test_count_card_by_non_military(tmp_path: Path) -> None:
    entry = {
        "amount": 1,
        "each": {"count": "card", "kind": "world", "military": False},
        "group": 1,
        "scope": "own",
    }
    assert custom(tmp_path, entry, "gem_world", "smuggling_lair") == 1


def test_count_card_by_keyword(tmp_path: Path) -> None:
    entry = {"amount": 3, "each": {"count": "card", "keyword": "rebel"}, "group": 1, "scope": "own"}
    assert custom(tmp_path, entry, "rebel_base", "rebel_world", "pirate_lair") == 6


def test_count_card_by_id() -> None:
    assert value("galactic_trendsetters", "galactic_trendsetters", "gem_world") == 4


@pytest.mark.parametrize(("icon", "points"), [("explore", 2), ("military", 1 + 3), ("chromosome", 2)])
def test_count_icon(tmp_path: Path, icon: str, points: int) -> None:
    entry = {"amount": 1, "each": {"count": "icon", "icon": icon}, "group": 1, "scope": "own"}
    assert custom(tmp_path, entry, "galactic_salon", "warrior_race", "lifeforms_inc") == points


def test_count_military_strength() -> None:
    assert value("new_galactic_order", "uplift_mercenaries", "space_marines", "rosetta_stone_world") == 2 + 1 + 2
