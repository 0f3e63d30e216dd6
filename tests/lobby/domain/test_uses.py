"""What a field of a table is used for stands where it is declared, and each use has something for it."""

import ast
from pathlib import Path
from typing import Annotated, get_type_hints

import msgspec
import pytest

import galaxytables_lobby
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.adapters.archive import people as archived_people
from galaxytables_lobby.domain import erasure, state
from galaxytables_lobby.domain.state import STAGES, TERMS, Use, check_uses, fields_with
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.play import people
from galaxytables_lobby.subscriptions import projection

USED = {
    Use.SHOWN: {*projection._AS_IT_IS, *projection._OTHERWISE},
    Use.NAMES: set(erasure._ERASED),
    Use.EXPORTED: set(people._EXPORTED),
    Use.TERM: set(TERMS),
}


@pytest.mark.parametrize("use", USED)
def test_a_field_that_a_use_forgets_or_does_not_have_is_found(use):
    assert USED[use]
    check_uses(use, USED[use])
    for name in USED[use]:
        with pytest.raises(TypeError, match=name):
            check_uses(use, USED[use] - {name})
    with pytest.raises(TypeError, match="mood"):
        check_uses(use, USED[use] | {"mood"})


def test_a_field_that_does_not_say_how_it_is_used_is_found():
    class MoodyTable(state.OpenTable, frozen=True, kw_only=True, tag=99):
        mood: str = ""

    class CalmTable(state.OpenTable, frozen=True, kw_only=True, tag=98):
        mood: Annotated[str, Use.INSIDE] = ""

    with pytest.raises(TypeError, match=r"MoodyTable\.mood"):
        fields_with(Use.SHOWN, MoodyTable)
    assert "mood" not in fields_with(Use.SHOWN, CalmTable)


def test_a_new_field_of_a_table_that_is_shown_and_forgotten_lets_nothing_start(monkeypatch):
    class MoodyTable(state.OpenTable, frozen=True, kw_only=True, tag=99):
        mood: Annotated[str, Use.SHOWN | Use.NAMES | Use.EXPORTED] = ""

    monkeypatch.setattr(state, "STAGES", (*STAGES, MoodyTable))
    for use in (Use.SHOWN, Use.NAMES, Use.EXPORTED):
        with pytest.raises(TypeError, match="mood"):
            check_uses(use, USED[use])


def test_a_new_text_of_a_finished_table_that_erasure_in_the_archive_forgets_lets_nothing_start():
    class MoodyTable(state.FinishedTable, frozen=True, kw_only=True, tag=99):
        mood: Annotated[str, Use.SHOWN | Use.NAMES] = ""

    found_by = set(archived_people._NAMING_GAMES)
    check_uses(Use.NAMES, found_by, state.FinishedTable)
    with pytest.raises(TypeError, match="mood"):
        check_uses(Use.NAMES, found_by, MoodyTable)
    for name in found_by:
        with pytest.raises(TypeError, match=name):
            check_uses(Use.NAMES, found_by - {name}, state.FinishedTable)


# Texts that nobody wrote: ids, names of programs, what the rules offer.
WRITTEN_BY_NOBODY = {"game", "options", "bot", "invitation", "digest_algorithm"}


def test_whatever_holds_a_person_or_their_id_or_what_they_wrote_may_name_one():
    for kind in (*STAGES, state.TableSeat):
        for name, hint in get_type_hints(kind).items():
            if name in kind.__struct_fields__ and name not in WRITTEN_BY_NOBODY:
                names_somebody = any(word in str(hint) for word in ("Person", "PlayerId", "TableSeat", "str"))
                assert not names_somebody or name in fields_with(Use.NAMES, kind), f"{kind.__name__}.{name}"


def test_every_field_of_the_message_comes_from_somewhere():
    said = {*projection._AS_IT_IS, *(field for field, _ in projection._OTHERWISE.values())}
    # Found out from several fields, or from the rules that are served now.
    assert {field.name for field in tables_pb2.Table.DESCRIPTOR.fields} == said | {"state", "unrated", "stranded"}


def test_an_erased_table_names_nobody_in_any_field():
    table = msgspec.convert(
        {
            "stage": 1, "id": "t", "name": "Ada's", "named": True, "game": "g", "options": {}, "private": False,
            "created": 1, "version": 1, "seed": b"", "commitment": b"", "deadline": 0, "kicked": ["ada"],
            "host": {"id": "ada", "name": "Ada"}, "seats": [{"player": {"id": "ada", "name": "Ada"}}],
        },
        state.OpenTable,
    )  # fmt: skip
    assert b"ada" in state.encode(table).lower()
    erased = erasure.without(table, PlayerId("ada"), PlayerId("erased-1"))
    assert b"ada" not in state.encode(erased).lower()
    assert (erased.name, erased.named) == ("g", False)


def test_every_choice_is_made_by_one_function():
    """Whoever makes it: what is to happen at each choice has one place."""
    callers = {
        path.relative_to(Path(galaxytables_lobby.__file__).parent).as_posix()
        for path in Path(galaxytables_lobby.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and (node.func.value.id, node.func.attr) == ("playing", "apply_choices")
    }
    assert callers == {"play/choose.py"}
