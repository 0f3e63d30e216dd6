"""Collects all laws in one test class."""

from typing import ClassVar

import pytest

from galaxytables_kit.contract import (
    answers,
    cataloguing,
    conservation,
    drawing,
    ending,
    positions,
    secrecy,
    telling,
    undoing,
    wording,
)
from galaxytables_kit.contract.gallery import Gallery
from galaxytables_kit.contract.subject import Subject
from galaxytables_kit.pack import load_packs


def contract(subject: Subject) -> type["GameContract"]:
    """Return the test class that checks the laws on a game."""
    return type("GameContract", (GameContract,), {"subject": subject, "__test__": True})


class GameContract:
    """The laws that hold for every game, as tests."""

    __test__ = False
    subject: ClassVar[Subject]

    @pytest.fixture(scope="class")
    @classmethod
    def gallery(cls) -> Gallery:
        """Load the packs of the game under test, and return the gallery of views that all laws share."""
        return Gallery(cls.subject, load_packs(cls.subject.game))

    test_the_census_counts_what_the_box_holds = conservation.the_census_counts_what_the_box_holds
    test_the_census_looks_at_the_state = conservation.the_census_looks_at_the_state
    test_random_games_end_and_conserve_components = conservation.random_games_end_and_conserve_components
    test_components_are_conserved_at_every_choice = conservation.components_are_conserved_at_every_choice
    test_positions_restore_to_the_same_game = positions.positions_restore_to_the_same_game
    test_states_survive_encoding = positions.states_survive_encoding
    test_records_replay_to_the_same_bytes = positions.records_replay_to_the_same_bytes
    test_the_cache_changes_nothing = positions.the_cache_changes_nothing
    test_tables_are_refused_by_kit_errors = answers.tables_are_refused_by_kit_errors
    test_every_option_is_accepted = answers.every_option_is_accepted
    test_everything_else_is_refused = answers.everything_else_is_refused
    test_rules_of_prompts_allow_and_refuse = answers.rules_of_prompts_allow_and_refuse
    test_defaults_alone_end_every_game = ending.defaults_alone_end_every_game
    test_a_game_can_be_counted_at_any_moment = ending.a_game_can_be_counted_at_any_moment
    test_views_hold_nothing_hidden = secrecy.views_hold_nothing_hidden
    test_what_one_seat_sees_is_exchanged_for_others = secrecy.what_one_seat_sees_is_exchanged_for_others
    test_what_comes_to_light_was_exchanged = secrecy.what_comes_to_light_was_exchanged
    test_events_tell_what_views_show = secrecy.events_tell_what_views_show
    test_secret_choices_are_frozen_for_others = secrecy.secret_choices_are_frozen_for_others
    test_undo_restores_the_position = undoing.undo_restores_the_position
    test_every_option_is_drawn = drawing.every_option_is_drawn
    test_open_prompts_say_the_same = drawing.open_prompts_say_the_same
    test_kept_options_say_the_same = drawing.kept_options_say_the_same
    test_every_reason_is_drawn = drawing.every_reason_is_drawn
    test_every_kind_has_words = wording.every_kind_has_words
    test_languages_say_the_same = wording.languages_say_the_same
    test_everything_that_comes_up_has_words = wording.everything_that_comes_up_has_words
    test_score_parts_are_told = telling.score_parts_are_told
    test_the_catalogue_is_as_declared = cataloguing.the_catalogue_is_as_declared
    test_the_catalogue_names_every_component = telling.the_catalogue_names_every_component
