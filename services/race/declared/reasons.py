"""The kinds of reasons why something is no option."""

from collections.abc import Mapping

from services.kit.declared import ReasonKind
from services.race.declared.prompts import GOOD

_WITHOUT_FIGURES = (
    "used",
    "one_of_each",
    "not_a_development",
    "not_a_world",
    "placed_in_this_phase",
    "not_served",
    "of_another_kind",
    "no_peaceful_world",
    "nothing_to_replace",
    "cost_does_not_fit",
    "cannot_be_paid",
    "no_good",
    "already_aimed_at",
    "powers_used",
    "not_vulnerable",
    "peaceful",
    "chosen",
    "search_used",
    "not_for_trade",
    "nothing_to_take",
    "like_another",
    "good_chosen",
    "not_to_bet",
    "holds_a_good",
    "produced",
    "no_windfall_world",
    "not_on_itself",
    "of_other_goods",
    "action_not_chosen",
    "too_few_cards",
    "not_damaged",
    "already_damaged",
    "cannot_win",
    "has_moved",
    "stands_there",
    "part_of_a_hub",
    "in_order",
    "no_team",
    "deck_is_empty",
    "fits_nowhere",
    "does_not_fit",
    "taken",
)

REASONS: Mapping[str, ReasonKind] = {
    **{kind: ReasonKind() for kind in _WITHOUT_FIGURES},
    "too_dear": ReasonKind({"price": int, "cards": int}),
    "too_weak": ReasonKind({"short": int}),
    "other_kind": ReasonKind({"good": GOOD}),
    "out_of_reach": ReasonKind({"squares": int, "military": int}),
}
